"""The one way in which units change their hex, and all that follows from it at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords import cohesion
from longroll.systems.blind_swords.leaving import leave
from longroll.systems.blind_swords.moving_events import ControlChanged
from longroll.systems.blind_swords.state import NOWHERE, State

#: Ways to enter a hex: see `Rules.entered`.
MOVE, RETREAT, ADVANCE, WAYWARD = "move", "retreat", "advance", "wayward"
WITHDRAWAL, EVENT, REINFORCEMENT = "withdrawal", "event", "reinforcement"
REBUILD, DISPLACEMENT = "rebuild", "displacement"
#: Those that never cost a check (CB-50), and those that cost one where a mover rolls on a table.
_WITHOUT_CHECK = (REBUILD, DISPLACEMENT)
_CHECK_FOR_TABLE = (RETREAT, ADVANCE)


def enter(state: State, units: Sequence[int], hex: Hex, how: str, umpire: Umpire) -> None:
    """Put units in a hex that they may enter, and see to all that follows at once.

    Markers of a hex they left go if nobody is left there; control passes; the ground asks for
    Cohesion Checks; skirmishers of the enemy give way. What asks or rolls is put on the agenda.
    """
    starts = [state.hex_of(unit) for unit in units]
    checks = [_check(state, start, hex, how) for start in starts]
    for unit in units:
        state.put(unit, hex)
    state.arrived = (*(unit for unit in state.arrived if unit not in units), *units)
    for unit, start in zip(units, starts, strict=True):
        if start not in (NOWHERE, hex):
            leave(state, unit, start, how, umpire)
    _take_control(state, state.side_of(units[0]), hex, umpire)
    for unit, rule in reversed(list(zip(units, checks, strict=True))):
        if rule:
            cohesion.check(state, unit, rule, umpire)
    state.game.rules.entered(state, units, hex, how, umpire)


def _check(state: State, start: Hex, hex: Hex, how: str) -> str:
    """The rule by which whoever enters a hex takes a Cohesion Check, "" for none.

    A bridge keeps off the water. [blind_swords:10.1.4] [blind_swords:12.3.4]
    """
    ground = state.game.field.ground[hex]
    if how in _WITHOUT_CHECK or not (ground.check or ground.table):
        return ""
    if state.game.rules.bridge(state, start, hex) is not None:
        return ""
    if how == RETREAT:
        return "blind_swords:12.3.4"
    if ground.check:
        return "blind_swords:10.1.4"
    return "blind_swords:11.4.5" if how in _CHECK_FOR_TABLE else ""


def _take_control(state: State, side: str, hex: Hex, umpire: Umpire) -> None:
    """A hex that counts belongs to the last side with a combat unit in it.

    [blind_swords:14.3.1]
    """
    if state.control.get(hex, side) != side:
        state.control = {**state.control, hex: side}
        umpire.tell(ControlChanged(rules=("blind_swords:14.3.1",), hex=hex, side=side))


STEPS: tuple[type[Any], ...] = ()
