"""What a player may order in one command: a whole move, a whole volley, a whole assault.

Each gesture is turned into the small choices it stands for, which the rules then judge.
"""

from __future__ import annotations

from collections.abc import Sequence

from longroll.board.hex import DIRECTIONS, Hex
from longroll.board.hex.marching import halted_leg, nearest
from longroll.board.hex.paths import path_to
from longroll.board.hex.system import Gestures
from longroll.display.firepower import best_of
from longroll.display.march import Gesture, Leg
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.wording import halved
from longroll.systems.gbacw import movement, stacking
from longroll.systems.gbacw.declaring import DeclarePhase, Declaring
from longroll.systems.gbacw.firepower import firepower
from longroll.systems.gbacw.firing import Attack, FirePhase, targets
from longroll.systems.gbacw.moving import MovementPhase, Moving
from longroll.systems.gbacw.roster import CREW, LEADER
from longroll.systems.gbacw.sight_facts import ways_of
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.volley import Part

_STOP = choice("stop")


def expand(state: State, said: Choice) -> Gesture | None:
    """The steps of a gesture, or what bars it; None if it is not a gesture.

    - `move UNIT...`: pick several units to move together
    - `move UNIT... HEX`: the cheapest way there, and stop
    - `move UNIT... HEX DIRECTION`: the same, and face that way before they stop
    - `move UNIT... HEX hand`: the same, but units with a front can still be turned or formed
    - `move HEX HEX`: the same for every unit in the first hex that may move
    - `to HEX`, with units on the move: the cheapest way to a distant hex
    - `march ...`: an order for many, see `towards`
    - `fire HEX all`, `fire HEX UNIT...`: the whole fire, each unit with all the points it may
    - `fire HEX enough`: with the fewest units that reach the best result
    - `volley`: the same at the hex where it does most
    - `melee HEX all`, `melee HEX UNIT...`: the whole attack
    """
    grid = state.game.grid
    match state.agenda[-1], said.verb, said.objects:
        case MovementPhase(side=side), "move", (start, hex) if start in grid and hex in grid:
            return _move_stack(state, side, start, hex)
        case MovementPhase(side=side), "move", (*ids, hex) if ids and hex in grid:
            return _move(state, side, ids, hex, _STOP)
        case MovementPhase(side=side), "move", (*ids, hex, "hand") if ids and hex in grid:
            return _move(state, side, ids, hex, *(() if _have_front(state, ids) else (_STOP,)))
        case MovementPhase(side=side), "move", (*ids, hex, way) if (
            ids and hex in grid and way in DIRECTIONS
        ):
            return _move(state, side, ids, hex, choice("face", way), _STOP)
        case MovementPhase(side=side), "move", ids if len(ids) > 1:
            return _take_up(state, side, list(ids))
        case Moving() as ask, "to", (hex,) if hex in grid:
            return _go(state, ask.group, ask.spent, hex)
        case FirePhase() as ask, "fire", (hex, *ids) if ids:
            return _volley(state, ask, hex, ids)
        case FirePhase() as ask, "volley", ():
            return _volley_of_all(state, ask)
        case DeclarePhase() as ask, "melee", (hex, *ids) if ids:
            return _assault(state, ask, hex, ids)
    return None


def towards(state: State, ids: Sequence[str], goal: Hex) -> Gesture:
    """How units of one hex get as near to a place as they can, in the formation they are in and
    facing as they face; and what keeps them from going further."""
    ask = state.agenda[-1]
    if not isinstance(ask, MovementPhase):
        return [], [Refusal(MovementPhase.rule, "units march in the Movement Phase")]
    number = state.game.roster.number
    units = [number[id] for id in ids if id in number]
    barred = [refusal for unit in units for refusal in _bars_to_go(state, ask.side, unit)]
    able = [unit for unit in units if not _bars_to_go(state, ask.side, unit)]
    if not able:
        return [], barred
    able.sort(key=lambda unit: state.piece(unit).kind == LEADER)
    group, origin = tuple(able), state.hex_of(able[0])
    if goal == origin:
        return [], [Refusal("gbacw:5.16", f"they are already in {goal}")]
    ways = ways_of(state, group, 0)
    costs = {hex: way.cost for hex, way in ways.items()}
    leaders = movement.only_leaders(state, group)
    to = nearest(
        state.game.grid,
        costs,
        origin,
        goal,
        lambda hex: leaders or not any(stacking.bars_to_stay(state, hex, ask.side, group)),
    )
    refusals = barred if to == goal else [*barred, *_why_no_way(state, group, 0, origin, goal)]
    if to is None:
        return [], refusals
    start, _ = _take_up(state, ask.side, [state.piece(unit).id for unit in group])
    path = path_to(ways, to)
    return [*start, *(choice("to", hex) for hex in path[1:]), *_front(state, group, path), _STOP], (
        refusals
    )


def _front(state: State, group: tuple[int, ...], path: Sequence[Hex]) -> list[Choice]:
    """The turn that gives units the front they had before they went."""
    lead = state.units[group[0]]
    if not lead.formation or state.game.grid.direction(*path[-2:]) == lead.facing:
        return []
    friends = [unit for unit in state.stack(path[-1], state.side_of(group[0])) if unit not in group]
    return [] if friends else [choice("face", DIRECTIONS[lead.facing])]


def halted(state: State) -> Leg | None:
    """Units whose move something has interrupted, if it is asked about them."""
    ask = state.agenda[-1]
    if not isinstance(ask, Moving):
        return None
    ids = [state.piece(unit).id for unit in ask.group]
    return halted_leg(ids, state.hex_of(ask.group[0]), ask.rule)


def _move_stack(state: State, side: str, start: Hex, hex: Hex) -> Gesture:
    there = (*state.stack(start, side), *state.leaders_in(start, side))
    able = [unit for unit in there if not any(_bars_to_go(state, side, unit))]
    if able:
        return _move(state, side, [state.piece(unit).id for unit in able], hex, _STOP)
    refusals = [refusal for unit in there for refusal in _bars_to_go(state, side, unit)]
    return [], refusals or [Refusal(MovementPhase.rule, f"you have no unit in {start}")]


def _bars_to_go(state: State, side: str, unit: int) -> list[Refusal]:
    refusals = list(movement.bars_to_move(state, side, unit))
    return refusals or list(movement.bars_to_step(state, unit))


def _take_up(state: State, side: str, ids: list[str]) -> Gesture:
    """Pick several units of a hex to move together."""
    number = state.game.roster.number
    units = [number.get(id, -1) for id in ids]
    if -1 in units:
        return [], [Refusal(MovementPhase.rule, f"{ids[units.index(-1)]!r} is not a unit")]
    refusals = [refusal for unit in units for refusal in _bars_to_go(state, side, unit)]
    if len(set(units)) < len(units):
        refusals.append(Refusal(MovementPhase.rule, "a unit is named twice"))
    elif len({state.hex_of(unit) for unit in units}) > 1:
        refusals.append(Refusal(MovementPhase.rule, "a stack must start in one hex"))
    # A unit comes first in the move, because a leader who goes along has no facing.
    units.sort(key=lambda unit: state.piece(unit).kind == LEADER)
    first, *others = (state.piece(unit).id for unit in units)
    return [choice("move", first), *(choice("with", other) for other in others)], refusals


def _move(state: State, side: str, ids: list[str], hex: Hex, *after: Choice) -> Gesture:
    start, refusals = _take_up(state, side, ids)
    if refusals:
        return [], refusals
    group = tuple(state.game.roster.number[one.object] for one in start)
    steps, refusals = _go(state, group, 0, hex)
    return [*start, *steps, *after], refusals


def _have_front(state: State, ids: list[str]) -> bool:
    number, units = state.game.roster.number, state.units
    return any(
        units[number[id]].formation and state.piece(number[id]).kind != CREW
        for id in ids
        if id in number
    )


def _go(state: State, group: tuple[int, ...], spent: int, hex: Hex) -> Gesture:
    origin = state.hex_of(group[0])
    if hex == origin:
        return [], [Refusal("gbacw:5.16", f"they are already in {hex}")]
    ways = ways_of(state, group, spent, hex)
    if hex in ways:
        side = state.side_of(group[0])
        if not movement.only_leaders(state, group):
            refusals = list(stacking.bars_to_stay(state, hex, side, group))
            if refusals:
                return [], refusals
        return [choice("to", step) for step in path_to(ways, hex)[1:]], []
    return [], _why_no_way(state, group, spent, origin, hex)


def _why_no_way(
    state: State, group: tuple[int, ...], spent: int, origin: Hex, hex: Hex
) -> list[Refusal]:
    refusals = list(movement.bars_to_enter(state, group, spent, origin, hex))
    if state.game.grid.distance(origin, hex) > 1:
        # Distance by itself bars nothing; what the path costs does.
        refusals = [refusal for refusal in refusals if refusal.rule != "gbacw:5.16"]
        limited = next(filter(None, (movement.is_limited(state, unit) for unit in group)), "")
        if limited:
            refusals.append(Refusal(limited, "it may only go one hex"))
        else:
            left = halved(movement.allowance(state, group) - spent)
            why = f"no way from {origin} to {hex} costs {left} or less"
            refusals.append(Refusal("gbacw:5.11.1", why))
    return refusals


def _volley(state: State, ask: FirePhase, hex: Hex, ids: list[str]) -> Gesture:
    refusals = list(ask.bars(state, choice("fire", hex)))
    if refusals:
        return [], refusals
    if ids == ["all"]:
        return [choice("fire", hex), choice("all"), choice("resolve")], []
    if ids == ["enough"]:
        fires = firepower(state, ask, hex)
        if fires.best < 0:
            return _volley(state, ask, hex, ["all"])
        ids = list(fires.rungs[fires.best].units)
    number = state.game.roster.number
    attack = Attack(ask.side, hex, ask.kind, state.stack(hex, state.game.enemy[ask.side]))
    adds = []
    for id in ids:
        unit = number.get(id, -1)
        most = attack.most(state, unit) if unit >= 0 and state.hex_of(unit) else 0
        add = choice("add", id, str(most))
        refusals += attack.bars(state, add)
        if most:
            attack = attack.joined_by(Part(unit, most))
        adds.append(add)
    return [choice("fire", hex), *adds, choice("resolve")], refusals


def _volley_of_all(state: State, ask: FirePhase) -> Gesture:
    """The fire that does most, with as many as are enough."""
    best = best_of(firepower(state, ask, hex) for hex in targets(state, ask.side, ask.kind))
    if best is None:
        return [], [Refusal("gbacw:9.16", "no fire that is left can do any harm")]
    _, hex, *ids = best.text.split()
    return _volley(state, ask, hex, ids)


def _assault(state: State, ask: DeclarePhase, hex: Hex, ids: list[str]) -> Gesture:
    refusals = list(ask.bars(state, choice("melee", hex)))
    if refusals:
        return [], refusals
    if ids == ["all"]:
        return [choice("melee", hex), choice("all"), choice("commit")], []
    joins = [choice("with", id) for id in ids]
    asked = Declaring(ask.side, hex)
    refusals = [refusal for join in joins for refusal in asked.bars(state, join)]
    return [choice("melee", hex), *joins, choice("commit")], refusals


def _where(state: State, id: str) -> Hex:
    number = state.game.roster.number
    return state.hex_of(number[id]) if id in number else ""


def _follows(state: State, id: str) -> bool:
    return state.piece(state.game.roster.number[id]).kind == LEADER


GESTURES = Gestures(expand, towards, halted, _where, _follows)
