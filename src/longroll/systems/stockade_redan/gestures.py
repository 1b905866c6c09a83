"""What a player may order in one command: a whole move, a whole volley.

Each gesture is turned into the small choices it stands for, which the rules then judge.
"""

from __future__ import annotations

from collections.abc import Sequence

from longroll.board.hex import Hex
from longroll.board.hex.marching import halted_leg, nearest
from longroll.board.hex.paths import Reach, cheapest, path_to
from longroll.board.hex.system import Gestures
from longroll.display.firepower import best_of
from longroll.display.march import Gesture, Leg
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.systems.stockade_redan import fire, stacking
from longroll.systems.stockade_redan.chaos_of_war import must_check
from longroll.systems.stockade_redan.firepower import firepower, supporter
from longroll.systems.stockade_redan.movement import (
    MovementPhase,
    Moving,
    allowance,
    bars_to_enter,
    bars_to_move,
    step_cost,
)
from longroll.systems.stockade_redan.roster import ENEMY, NUMBER, OFFICER, ROSTER
from longroll.systems.stockade_redan.setup import SetUp
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import GRID, TERRAIN


def expand(state: State, said: Choice) -> Gesture | None:
    """The steps of a gesture, or what bars it; None if it is not a gesture.

    - `move UNIT...`: pick several units to move together
    - `move UNIT... HEX`: the cheapest way there, and stop
    - `move HEX HEX`: the same for every unit in the first hex that may move
    - `to HEX`, with a unit on the move: the cheapest way to a distant hex
    - `march ...`: an order for many, see `towards`
    - `fire HEX all`, `fire HEX UNIT...`: the whole attack, with an officer's support if possible
    - `fire HEX enough`: with the fewest units that reach the best result
    - `volley`: the same at the hex where it does most
    - `place UNIT HEX`: with the name of the unit that is to be placed
    """
    ask = state.agenda[-1]
    match ask, said.verb, said.objects:
        case MovementPhase(), "move", (start, hex) if start in TERRAIN and hex in TERRAIN:
            return _move_stack(state, ask.side, start, hex)
        case MovementPhase(), "move", (*ids, hex) if ids and hex in TERRAIN:
            return _move(state, ask.side, ids, hex)
        case MovementPhase(), "move", ids if len(ids) > 1:
            return _take_up(state, ask.side, list(ids))
        case Moving(), "to", (hex,) if hex in TERRAIN:
            return _go(state, ask.side, ask.group, ask.spent, hex)
        case fire.FirePhase(), "fire", (hex, *ids) if ids:
            return _volley(state, ask.side, hex, ids)
        case fire.FirePhase(), "volley", ():
            return _volley_of_all(state, ask.side)
        case SetUp(), "place", (id, hex):
            if NUMBER.get(id) == ask.queue[0]:
                return [choice("place", hex)], list(ask.bars(state, choice("place", hex)))
            who = ROSTER[ask.queue[0]].title
            return [], [Refusal(ask.rule, f"{who} is set up first")]
    return None


def towards(state: State, ids: Sequence[str], goal: Hex) -> Gesture:
    """How units of one hex get as near to a place as they can; what keeps them from going on."""
    ask = state.agenda[-1]
    if not isinstance(ask, MovementPhase):
        return [], [Refusal(MovementPhase.rule, "units march in a Movement Phase")]
    units = [NUMBER[id] for id in ids if id in NUMBER]
    barred = [refusal for unit in units for refusal in bars_to_move(state, ask.side, unit)]
    group = tuple(sorted(u for u in units if not any(bars_to_move(state, ask.side, u))))
    if not group:
        return [], barred
    origin = state.hex_of(group[0])
    if goal == origin:
        return [], [Refusal("stockade_redan:10.0.1", f"it is already in {goal}")]
    coming = sum(map(stacking.counts, group))

    def has_room(hex: Hex) -> bool:
        room = stacking.limit(ask.side, state.morale) - stacking.counted(state, hex, ask.side)
        return coming <= room

    reach = _reach(state, ask.side, group, 0, None)
    costs = {hex: way.cost for hex, way in reach.items()}
    to = nearest(GRID, costs, origin, goal, has_room)
    if to is None:
        left = allowance(group)
        return [], barred or _why_no_way(state, ask.side, group, 0, origin, goal, left)
    start, _ = _take_up(state, ask.side, [ROSTER[unit].id for unit in group])
    steps = [choice("to", hex) for hex in path_to(reach, to)[1:]]
    left = allowance(group)
    why = [] if to == goal else _why_no_way(state, ask.side, group, 0, origin, goal, left)
    return [*start, *steps, choice("stop")], [*barred, *why]


def halted(state: State) -> Leg | None:
    """Units whose move something has interrupted, if it is asked about them."""
    ask = state.agenda[-1]
    if not isinstance(ask, Moving):
        return None
    ids = [ROSTER[unit].id for unit in ask.group]
    return halted_leg(ids, state.hex_of(ask.group[0]), ask.rule)


def _move_stack(state: State, side: str, start: Hex, hex: Hex) -> Gesture:
    stack = state.stack(start, side)
    able = [unit for unit in stack if not any(bars_to_move(state, side, unit))]
    if able:
        return _move(state, side, [ROSTER[unit].id for unit in able], hex)
    refusals = [refusal for unit in stack for refusal in bars_to_move(state, side, unit)]
    return [], refusals or [Refusal("stockade_redan:10.0.4", f"you have no unit in {start}")]


def _take_up(state: State, side: str, ids: list[str]) -> Gesture:
    """Pick several units of a hex to move together."""
    units = [NUMBER.get(id, -1) for id in ids]
    if -1 in units:
        return [], [Refusal(MovementPhase.rule, f"{ids[units.index(-1)]!r} is not a unit")]
    refusals = [refusal for unit in units for refusal in bars_to_move(state, side, unit)]
    if refusals:
        return [], refusals
    if len(set(units)) < len(units):
        return [], [Refusal(MovementPhase.rule, "a unit is named twice")]
    if len({state.hex_of(unit) for unit in units}) > 1:
        return [], [Refusal("stockade_redan:10.1.1", "a stack must start in one hex")]
    first, *others = ids
    return [choice("move", first), *(choice("with", other) for other in others)], []


def _move(state: State, side: str, ids: list[str], hex: Hex) -> Gesture:
    start, refusals = _take_up(state, side, ids)
    if refusals:
        return [], refusals
    group = tuple(sorted(NUMBER[id] for id in ids))
    steps, refusals = _go(state, side, group, 0, hex)
    return [*start, *steps, choice("stop")], refusals


def _go(state: State, side: str, group: tuple[int, ...], spent: int, hex: Hex) -> Gesture:
    origin = state.hex_of(group[0])
    if hex == origin:
        return [], [Refusal("stockade_redan:10.0.1", f"it is already in {hex}")]
    left = allowance(group) - spent
    reach = _reach(state, side, group, spent, hex)
    if hex in reach:
        return [choice("to", step) for step in path_to(reach, hex)[1:]], []
    return [], _why_no_way(state, side, group, spent, origin, hex, left)


def _reach(state: State, side: str, group: tuple[int, ...], spent: int, hex: Hex | None) -> Reach:
    """The cheapest ways of a group, or at least the one to a hex."""
    origin, enemies = state.hex_of(group[0]), state.stacks[ENEMY[side]]

    def cost(start: Hex, to: Hex, used: int) -> int | None:
        # A path never leads through a hex that stops the group; it may only end there.
        if start != origin and (start in enemies or start in shunned):
            return None
        if next(bars_to_enter(state, side, group, spent + used, start, to), None) is not None:
            return None
        return step_cost(state, side, group, start, to)

    left = allowance(group) - spent
    # A marked hex may stop it, so the path goes around it if it can, and otherwise through.
    shunned = frozenset(state.chaos) if must_check(group) else frozenset()
    reach = cheapest(GRID, origin, hex, cost, left)
    if shunned and hex is not None and hex not in reach:
        # If it must go through, then through as few as it can.
        marked, shunned = shunned, frozenset()
        reach = cheapest(GRID, origin, hex, cost, left, lambda here, there: there in marked)
    return reach


def _why_no_way(
    state: State,
    side: str,
    group: tuple[int, ...],
    spent: int,
    origin: Hex,
    hex: Hex,
    left: int,
) -> list[Refusal]:
    refusals = list(bars_to_enter(state, side, group, spent, origin, hex))
    if GRID.distance(origin, hex) > 1:
        # Distance by itself bars nothing; what the path costs does.
        refusals = [r for r in refusals if r.rule != "stockade_redan:10.0.1"]
        if TERRAIN[hex].movement == "all":
            refusals.append(
                Refusal("stockade_redan:10.0.8", f"{hex} takes a whole move: start next to it")
            )
        refusals.append(
            Refusal("stockade_redan:10.0.7", f"no way from {origin} to {hex} costs {left} or less")
        )
    return refusals


def _volley(state: State, side: str, hex: Hex, ids: list[str]) -> Gesture:
    refusals = list(fire.FirePhase(side).bars(state, choice("fire", hex)))
    if refusals:
        return [], refusals
    if ids == ["enough"]:
        fires = firepower(state, side, hex)
        ids = list(fires.rungs[fires.best].units)
    if ids == ["all"]:
        attackers = fire.firers(state, side, hex)
        adds = [choice("all")]
    else:
        attackers = [NUMBER.get(id, -1) for id in ids]
        adds = [choice("add", id) for id in ids]
        asked = fire.Attack(side, hex)
        refusals = [refusal for add in adds for refusal in asked.bars(state, add)]
        if refusals:
            return [], refusals
    officer = supporter(state, side, attackers)
    support = [] if officer is None else [choice("support", ROSTER[officer].id)]
    return [choice("fire", hex), *adds, *support, choice("resolve")], []


def _volley_of_all(state: State, side: str) -> Gesture:
    """The fire that does most, with as many as are enough."""
    best = best_of(firepower(state, side, hex) for hex in fire.targets(state, side))
    if best is None:
        return [], [Refusal("stockade_redan:11.2.1", "there is nothing left to fire at")]
    _, hex, *ids = best.text.split()
    return _volley(state, side, hex, ids)


def _where(state: State, id: str) -> Hex:
    return state.hex_of(NUMBER[id]) if id in NUMBER else ""


def _follows(state: State, id: str) -> bool:
    return ROSTER[NUMBER[id]].kind == OFFICER


GESTURES = Gestures(expand, towards, halted, _where, _follows)
