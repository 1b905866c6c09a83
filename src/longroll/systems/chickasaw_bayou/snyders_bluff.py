"""17.6j Snyder's Bluff: S.D. Lee's own brigade is called as the Union gets through (CB-35)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.chickasaw_bayou.battle_events import UnitCalled
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.scenario import SnydersBluff
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.terrain import BETWEEN_ROWS, GRID, SECOND_ROW, SNYDERS_PIKE

#: What has drawn units so far, in `State.bluff_triggers`: this, "pike", or a Trench hex.
BETWEEN, PIKE = "between", "pike"

#: The rules of the first, second and third hex of the second row.
_TRENCHES = ("chickasaw_bayou:17.6j.3", "chickasaw_bayou:17.6j.4", "chickasaw_bayou:17.6j.5")


def _rule(state: State) -> SnydersBluff | None:
    return setting(state.scenario, state.options).special.snyders_bluff


def set_up(state: State) -> None:
    """The four units wait in a cup of their own.

    [chickasaw_bayou:17.6j.1] [chickasaw_bayou:17.6s.13]
    """
    if bluff := _rule(state):
        state.bluff = tuple(sorted(ROSTER.number[unit] for unit in bluff.units))


def entered(state: State, units: Sequence[int], hex: Hex, how: str, umpire: Umpire) -> None:
    """A Union unit has come to a hex that calls some of them."""
    bluff = _rule(state)
    if not state.bluff or bluff is None or state.side_of(units[0]) != "union":
        return
    if any(GRID.distance(hex, pike) <= bluff.pike_distance for pike in SNYDERS_PIKE):
        _trigger(state, bluff, PIKE, len(state.bluff), "chickasaw_bayou:17.6j.6", umpire)
    elif trigger := _reached(state, bluff, hex):
        _trigger(state, bluff, *trigger, umpire)


def _reached(state: State, bluff: SnydersBluff, hex: Hex) -> tuple[str, int, str] | None:
    """What a hex counts as, how many units it calls, and the rule; None if it calls nobody.

    Ground between the rows counts once, then the first three different hexes of the second row.
    [chickasaw_bayou:17.6j.2] [chickasaw_bayou:17.6j.3] [chickasaw_bayou:17.6j.4]
    [chickasaw_bayou:17.6j.5]
    """
    called = state.bluff_triggers
    if hex in BETWEEN_ROWS and BETWEEN not in called:
        return BETWEEN, bluff.between_rows, "chickasaw_bayou:17.6j.2"
    trenches = [one for one in called if one not in (BETWEEN, PIKE)]
    if hex in SECOND_ROW and hex not in trenches and len(trenches) < bluff.second_row:
        return hex, 1, _TRENCHES[len(trenches)]
    return None


def _trigger(
    state: State, bluff: SnydersBluff, what: str, number: int, rule: str, umpire: Umpire
) -> None:
    state.bluff_triggers = (*state.bluff_triggers, what)
    for _ in range(min(number, len(state.bluff))):
        _call(state, bluff, rule, umpire)


def _call(state: State, bluff: SnydersBluff, rule: str, umpire: Umpire) -> None:
    """Draw a unit blind; it is due some turns later, and never comes after the last.

    The Union learns that a unit comes, not which. [chickasaw_bayou:17.6j.1]
    [chickasaw_bayou:17.6j.7]
    """
    place = umpire.roll("the unit at Snyder's Bluff", sides=len(state.bluff)).value - 1
    unit = state.bluff[place]
    state.bluff = (*state.bluff[:place], *state.bluff[place + 1 :])
    turn = state.turn + bluff.turns
    state.due = {**state.due, unit: (turn, bluff.hex)}
    clock = state.setting.clock(turn)
    title = state.piece(unit).title
    umpire.tell(UnitCalled(rules=(rule,), unit=title, hex=bluff.hex, clock=clock))


def called(state: State) -> list[int]:
    """Units of the brigade that were called and are still on their way."""
    bluff = _rule(state)
    return [n for n in sorted(state.due) if bluff and state.piece(n).id in bluff.units]


def unseen(state: State, side: str) -> Iterator[int]:
    """Whom of them the Union may not name until it stands on the map."""
    if side != "confederate":
        yield from called(state)


def rearrange(state: State, side: str, arrange: Callable[[Sequence[Any]], list[Any]]) -> None:
    """Any of those not yet on the map may be the ones that were called."""
    coming = called(state)
    if side == "confederate" or not coming:
        return
    mixed = arrange(sorted((*coming, *state.bluff)))
    # Everybody knows when and where somebody comes, but not the order of the names.
    places = sorted(state.due[unit] for unit in coming)
    turns = dict(zip(mixed, places, strict=False))
    rest = {unit: place for unit, place in state.due.items() if unit not in coming}
    state.due = rest | turns
    state.bluff = tuple(sorted(mixed[len(coming) :]))


RULES = Rules[State](set_up=set_up, entered=entered, unseen=unseen, rearrange=rearrange)
