"""What a player may say in one command: a whole move, a whole volley.

Each gesture is turned into the small choices it stands for, which the rules then judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from longroll.board.hex import Hex
from longroll.board.hex.marching import halted_leg, nearest
from longroll.board.hex.paths import path_to
from longroll.board.hex.system import Gestures
from longroll.display.firepower import Rung, best_of
from longroll.display.march import Gesture, Leg
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.wording import halved
from longroll.systems.blind_swords import artillery_phase, moving, steps, ways
from longroll.systems.blind_swords.artillery_phase import Guns
from longroll.systems.blind_swords.firepower import every_fire, firepower
from longroll.systems.blind_swords.firing import FireStep
from longroll.systems.blind_swords.moving import MoveStep, Moving
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.steps import BY_ORDER, BY_PHASE, Group

_STOP = choice("stop")
_RULE = "blind_swords:10.1.1"


def expand(state: State, said: Choice) -> Gesture | None:
    """The steps of a gesture, or what bars it; None where it is no gesture.

    - `move UNIT...`: several are taken in hand
    - `move UNIT... HEX`: the cheapest way there, and stop
    - `move HEX HEX`: the same for everybody in the first hex who may move
    - `to HEX`, with units on the move: the cheapest way to a far hex
    - `march ...`: an order for many, see `towards`
    - `fire HEX all`, `fire HEX UNIT...`: the whole fire
    - `fire HEX enough`: with the fewest units that reach the best result
    - `volley`: the same at the hex where it does most
    """
    grid = state.game.grid
    match state.agenda[-1], said.verb, said.objects:
        case MoveStep(side=side) | Guns(side=side), "move", (start, hex) if (
            start in grid and hex in grid
        ):
            return _move_stack(state, side, start, hex)
        case MoveStep() | Guns(), "move", (*ids, hex) if ids and hex in grid:
            return _move(state, ids, hex)
        case MoveStep() | Guns(), "move", ids if len(ids) > 1:
            return _take_up(state, list(ids))
        case Moving() as ask, "to", (hex,) if hex in grid:
            return _go(state, ask.group, hex)
        case FireStep() | Guns(), "fire", (hex, "all"):
            return [choice("fire", hex), choice("all"), choice("resolve")], []
        case (FireStep() | Guns()) as ask, "fire", (hex, "enough"):
            barred = list(ask.bars(state, choice("fire", hex)))
            return ([], barred) if barred else _volley(best_of([firepower(state, ask, hex)]))
        case (FireStep() | Guns()) as ask, "volley", ():
            return _volley(best_of(every_fire(state, ask)))
        case FireStep() | Guns(), "fire", (hex, *ids) if ids:
            adds = [choice("add", id) for id in ids]
            return [choice("fire", hex), *adds, choice("resolve")], []
    return None


def _volley(best: Rung | None) -> Gesture:
    if best is None:
        return [], [Refusal("blind_swords:9.1.5", "there is nothing left to fire at")]
    _, hex, *ids = best.text.split()
    adds = [choice("add", id) for id in ids]
    return [choice("fire", hex), *adds, choice("resolve")], []


def _bars_to_move(state: State, unit: int) -> list[Refusal]:
    ask = state.agenda[-1]
    if isinstance(ask, Guns):
        return list(artillery_phase.bars_to_move(state, unit))
    return list(moving.bars_to_move(state, ask.side, unit))


def towards(state: State, ids: Sequence[str], goal: Hex) -> Gesture:
    """How units of one hex get as near to a place as they can; what keeps them from going on."""
    if not isinstance(state.agenda[-1], (MoveStep, Guns)):
        return [], [Refusal(_RULE, "units march when their brigade moves")]
    number = state.game.roster.number
    units = [number[id] for id in ids if id in number]
    barred = [refusal for unit in units for refusal in _bars_to_move(state, unit)]
    able = [unit for unit in units if not _bars_to_move(state, unit)]
    if not able:
        return [], barred
    origin = state.hex_of(able[0])
    if goal == origin:
        return [], [Refusal(_RULE, f"they are in {goal}")]
    right = BY_PHASE if isinstance(state.agenda[-1], Guns) else BY_ORDER
    group = Group(tuple(able), right=right)
    found = ways.ways_of(state, group)
    to = nearest(
        state.game.grid,
        {hex: way.cost for hex, way in found.items()},
        origin,
        goal,
        lambda hex: not any(steps.bars_to_end(state, group, hex)),
    )
    if to is None:
        return [], barred or _why_no_way(state, group, origin, goal)
    start, _ = _take_up(state, [state.piece(unit).id for unit in able])
    way, refusals = _go(state, group, to)
    why = [] if to == goal else _why_no_way(state, group, origin, goal)
    return ([*start, *way, _STOP] if way else []), [*barred, *refusals, *why]


def halted(state: State) -> Leg | None:
    """Units whose move something has interrupted, if it is asked about them."""
    ask = state.agenda[-1]
    if not isinstance(ask, Moving):
        return None
    ids = [state.piece(unit).id for unit in ask.units]
    return halted_leg(ids, state.hex_of(ask.units[0]), ask.rule)


def _move_stack(state: State, side: str, start: Hex, hex: Hex) -> Gesture:
    there = state.stack(start, side)
    able = [unit for unit in there if not _bars_to_move(state, unit)]
    if able:
        return _move(state, [state.piece(unit).id for unit in able], hex)
    refusals = [refusal for unit in there for refusal in _bars_to_move(state, unit)]
    return [], refusals or [Refusal(_RULE, f"no unit of yours is in {start}")]


def _take_up(state: State, ids: list[str]) -> Gesture:
    """Take units of one hex in hand."""
    number = state.game.roster.number
    unknown = next((id for id in ids if id not in number), None)
    if unknown is not None:
        return [], [Refusal(_RULE, f"{unknown!r} is not a unit")]
    units = [number[id] for id in ids]
    refusals = [refusal for unit in units for refusal in _bars_to_move(state, unit)]
    if len(set(units)) < len(units):
        refusals.append(Refusal(_RULE, "a unit is named twice"))
    elif len({state.hex_of(unit) for unit in units}) > 1:
        refusals.append(Refusal(_RULE, "a stack moves from one hex"))
    first, *others = ids
    return [choice("move", first), *(choice("with", other) for other in others)], refusals


def _move(state: State, ids: list[str], hex: Hex) -> Gesture:
    start, refusals = _take_up(state, ids)
    if refusals:
        return [], refusals
    units = tuple(state.game.roster.number[id] for id in ids)
    right = BY_PHASE if isinstance(state.agenda[-1], Guns) else BY_ORDER
    way, refusals = _go(state, Group(units, right=right), hex)
    return [*start, *way, _STOP], refusals


def _go(state: State, group: Group, hex: Hex) -> Gesture:
    """The steps of the cheapest way to a hex where the move may end."""
    origin = state.hex_of(group.units[0])
    if hex == origin:
        return [], [Refusal(_RULE, f"they are in {hex}")]
    found = ways.ways_of(state, group, hex)
    if hex not in found:
        return [], _why_no_way(state, group, origin, hex)
    refusals = list(steps.bars_to_end(state, group, hex))
    if refusals:
        return [], refusals
    path = path_to(found, hex)
    said = []
    for here, there in pairwise(path):
        used = group._replace(spent=group.spent + found[here].cost)
        step = ways.step(state, used, here, there)
        assert step is not None
        said.append(choice(step[1], there))
    return said, []


def _why_no_way(state: State, group: Group, origin: Hex, hex: Hex) -> list[Refusal]:
    if state.game.grid.distance(origin, hex) == 1:
        return list(steps.bars(state, group, origin, hex))
    ahead = halved(steps.left(state, group))
    why = f"no way from {origin} to {hex} costs {ahead} points or less"
    return [Refusal("blind_swords:10.1.2", why)]


def _where(state: State, id: str) -> Hex:
    number = state.game.roster.number
    return state.hex_of(number[id]) if id in number else ""


GESTURES = Gestures(expand, towards, halted, _where)
