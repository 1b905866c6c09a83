"""12.9 Panic: a collapse that carries friends along."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Do, Umpire
from longroll.systems.blind_swords.checks import PANIC, check
from longroll.systems.blind_swords.cohesion_events import Panicked
from longroll.systems.blind_swords.roster import ARTILLERY, UnitNumber
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.wording import name


class Panic(Do, frozen=True):
    """Every Shaken or Disrupted friend beside the hex where a panic began checks, or falls back.

    Guns do not, and nobody passes it on. [blind_swords:12.9.1] [blind_swords:12.9.2]
    """

    unit: UnitNumber
    hex: HexName
    causers: tuple[HexName, ...] = ()

    def run(self, state: State, umpire: Umpire) -> None:
        side = state.side_of(self.unit)
        others = [
            friend
            for near in state.game.grid.adjacent[self.hex]
            for friend in state.stack(near, side)
            if friend != self.unit
            and state.piece(friend).arm != ARTILLERY
            and state.units[friend].hits
        ]
        umpire.tell(
            Panicked(
                rules=("blind_swords:12.9.2",),
                unit=name(state, self.unit),
                hex=self.hex,
                others=len(others),
            )
        )
        for friend in sorted(others, reverse=True):
            check(state, friend, "blind_swords:12.9.2", umpire, PANIC, causers=self.causers)


STEPS: tuple[type[Any], ...] = (Panic,)
