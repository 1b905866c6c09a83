"""What goes with the last unit of a side that leaves a hex."""

from __future__ import annotations

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.systems.blind_swords.cohesion_events import MarkersGone
from longroll.systems.blind_swords.state import NOWHERE, State


def leave(state: State, unit: int, hex: Hex, how: str, umpire: Umpire) -> None:
    """A unit has left a hex, by a move or for good; `how` as in `Rules.left`.

    Battlefield Chaos, Good Ground and an Epaulement last while units of the side are there.
    [blind_swords:7.3b.6] [blind_swords:7.4.4] [blind_swords:7.4.27]
    """
    if not state.stack(hex, state.side_of(unit)):
        gone: list[tuple[str, str]] = []
        if state.chaos == hex:
            state.chaos = NOWHERE
            gone.append(("Battlefield Chaos", "blind_swords:7.3b.6"))
        if hex in state.good_ground:
            state.good_ground -= {hex}
            gone.append(("Good Ground", "blind_swords:7.4.4"))
        if hex in state.epaulements:
            state.epaulements -= {hex}
            gone.append(("Epaulement", "blind_swords:7.4.27"))
        if gone:
            rules = tuple([rule for _, rule in gone])
            markers = tuple([marker for marker, _ in gone])
            umpire.tell(MarkersGone(rules=rules, hex=hex, markers=markers))
    state.game.rules.left(state, unit, hex, how, umpire)
