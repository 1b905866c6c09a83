"""30.4 Lovell's reluctance: his division loses its effectiveness as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from longroll.kernel.agenda import Umpire
from longroll.systems.corinth.deployment import HISTORICAL
from longroll.systems.corinth.set_up_events import DivisionBroke
from longroll.systems.gbacw.game import Game

if TYPE_CHECKING:
    from longroll.systems.gbacw.state import State


class Reluctance(Game):
    """A division with a limit of its own, in the historical scenario. [corinth:30.4.1]"""

    def brigade_hurt(self, state: State, brigade: str, umpire: Umpire) -> None:
        """All its brigades are broken together; that scores nothing, since each has marked fewer
        boxes than its own limit. [corinth:30.4.1] [corinth:30.4.2]"""
        super().brigade_hurt(state, brigade, umpire)
        division = self.roster.divisions.get(self.roster.brigades[brigade].division)
        if state.scenario != HISTORICAL or division is None or not division.limit:
            return
        brigades = [b.id for b in self.roster.brigades.values() if b.division == division.id]
        boxes = sum(state.brigades[id].boxes for id in brigades)
        whole = [id for id in brigades if not state.brigades[id].broken]
        if boxes < division.limit or not whole:
            return
        for id in whole:
            state.set_brigade(id, broken=True)
        umpire.tell(
            DivisionBroke(
                rules=("corinth:30.4.1",),
                division=division.title,
                boxes=boxes,
                limit=division.limit,
            )
        )
