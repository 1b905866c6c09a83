"""What a side does not know: ratings of the enemy, and where his hidden units are.
[honor_glory:3.mrc.2] [honor_glory:8.tip] [honor_glory:14.3a]

A unit shows whether it is formed, routing or broken, and everybody sees what a hit costs it; how
much it began with, and so how much is left, is its owner's secret.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from longroll.kernel.event import Event
from longroll.kernel.system import Chance
from longroll.miniatures.hushed import in_parts
from longroll.miniatures.picking import put_back
from longroll.systems.honor_glory.play.state import Commander, State
from longroll.systems.honor_glory.play.troops import Unit

#: What a player takes a unit or a commander to be worth if he does not know.
_USUAL, _USUAL_COMMANDER = 6, 2
_MOST, _MOST_COMMANDER = 10, 4
#: The lines of a ledger that would tell a rating.
_TELLING = ("honor_glory:3.mp", "honor_glory:102.1", "honor_glory:32.1")


def is_open(state: State) -> bool:
    return state.options.ratings == "open"


def as_seen(state: State, viewer: str) -> State:
    """The state as one viewer knows it, the same for all that he cannot tell apart."""
    return _guessed(state, viewer, lambda unit: _USUAL, lambda one: _USUAL_COMMANDER)


def reshuffle(state: State, viewer: str, chance: Chance) -> State:
    """A random state that a viewer cannot tell from the real one."""
    return _guessed(
        state,
        viewer,
        lambda unit: chance.randint(1, _MOST),
        lambda one: chance.randint(1, _MOST_COMMANDER),
        unseen=(),
    )


def _guessed(
    state: State,
    viewer: str,
    points: Callable[[Unit], int],
    bonus: Callable[[Commander], int],
    unseen: Collection[str] | None = None,
) -> State:
    """The state with ratings of others as somebody takes them to be, and nobody picked."""
    agenda = put_back(state.agenda, viewer)
    marches = state.flanks
    if unseen is None:
        unseen = [id for id, unit in state.units.items() if _is_unseen(unit, viewer)]
        marches = {id: one for id, one in state.flanks.items() if one.side == viewer or one.over}
    if is_open(state) and agenda is state.agenda and not unseen and marches == state.flanks:
        return state
    twin: State = state.copy()
    twin.agenda = agenda.copy()
    twin.flanks = marches
    if not is_open(state):
        twin.units = {
            id: unit if unit.side == viewer or not unit.mp else _unrated(unit, points(unit))
            for id, unit in state.units.items()
        }
    twin.units = {id: _unplaced(unit) if id in unseen else unit for id, unit in twin.units.items()}
    if not is_open(state):
        twin.commanders = {
            id: one if one.side == viewer or not one.mp else replace(one, mp=bonus(one))
            for id, one in state.commanders.items()
        }
    return twin


def _is_unseen(unit: Unit, viewer: str) -> bool:
    """Whether a viewer does not know where a unit is. [honor_glory:14.3a] [honor_glory:OP6.1]"""
    return unit.side != viewer and (unit.hidden or unit.place == "reserve")


def _unplaced(unit: Unit) -> Unit:
    return replace(unit, place="reserve", hidden=False, arrives=0, x=0, y=0, heading=0)


def _unrated(unit: Unit, points: int) -> Unit:
    return replace(unit, mp=points, class_="C")


def hushed(state: State, event: Event) -> Event:
    """An event as it goes into the log: a side is not told the ratings of the other."""
    lines = getattr(event, "lines", ())
    told = tuple(line for line in lines if line.rule not in _TELLING)
    unit = state.units.get(getattr(event, "unit", ""))
    if unit is None or told == lines or is_open(state):
        return event
    hidden = replace(event, lines=told)
    return in_parts(event, lambda viewer: event if viewer == unit.side else hidden)
