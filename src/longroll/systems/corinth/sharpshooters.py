"""21.3 Sharpshooters: five units that shoot better than others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from longroll.kernel.event import Line
from longroll.systems.gbacw.game import Game

if TYPE_CHECKING:
    from longroll.systems.gbacw.fire import Volley
    from longroll.systems.gbacw.state import State


class Sharpshooters(Game):
    """The units marked in the order of battle. [corinth:21.3.1]"""

    def fire_die(self, state: State, volley: Volley) -> Iterator[Line]:
        """One more on the die where nobody else fires; the natural die settles ammunition.

        [corinth:21.3.2] [corinth:21.3.3]
        """
        yield from super().fire_die(state, volley)
        if all(state.piece(part.unit).sharpshooter for part in volley.parts):
            yield Line(1, "sharpshooters", "corinth:21.3.2")
