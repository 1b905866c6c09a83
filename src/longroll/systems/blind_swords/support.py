"""12.4 Unit Support: who has steady friends beside it."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.kernel.memo import finding
from longroll.systems.blind_swords.roster import ARTILLERY
from longroll.systems.blind_swords.state import AVAILABLE, State


def is_apart(state: State, unit: int) -> bool:
    """Whether a unit neither gives nor receives Support where it is: in any woods, road or not,
    in Skirmish Order, or under Battlefield Chaos. [blind_swords:12.4.3] [blind_swords:7.3b.5]
    [blind_swords:15.3.2]
    """
    own = state.units[unit]
    return own.skirmish or own.hex == state.chaos or state.game.field.ground[own.hex].woods


def gives(state: State, unit: int, to: int) -> bool:
    """Whether a unit supports another that is stacked with it or next to it.

    It must be neither Shaken nor Disrupted, but may be Battleworn. Infantry and cavalry are
    supported by their own brigade, guns by any infantry or cavalry. [blind_swords:12.4.1]
    [blind_swords:12.4.2] [blind_swords:12.5.4]
    """
    one, other = state.piece(unit), state.piece(to)
    if unit == to or one.arm == ARTILLERY or state.units[unit].hits:
        return False
    if other.arm != ARTILLERY and one.brigade != other.brigade:
        return False
    return not is_apart(state, unit)


@finding("units", "stacks", "chaos")
def is_supported(state: State, unit: int) -> bool:
    """Whether a unit has Support; one in the Available box counts as supported.

    [blind_swords:12.4.4] [blind_swords:13.2.6]
    """
    own = state.units[unit]
    if not own.hex:
        return own.box == AVAILABLE
    return not is_apart(state, unit) and supporter(state, unit, own.hex) is not None


def supporter(state: State, unit: int, hex: Hex) -> int | None:
    """The first unit in or beside a hex that supports a unit there."""
    side = state.side_of(unit)
    for near in (hex, *state.game.grid.adjacent[hex]):
        for friend in state.stack(near, side):
            if gives(state, friend, unit):
                return friend
    return None
