"""30.4 Lovell's reluctance: his division loses its effectiveness as a whole."""

from __future__ import annotations

from longroll.kernel.agenda import Umpire
from longroll.systems.corinth.deployment import HISTORICAL
from longroll.systems.corinth.set_up_events import DivisionBroke
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.hooks import Rules


def brigade_hurt(state: State, brigade: str, umpire: Umpire) -> None:
    """All brigades of a division that has its own limit are broken together.

    That scores nothing, because each has marked fewer boxes than its own limit.
    [corinth:30.4.1] [corinth:30.4.2]
    """
    roster = state.game.roster
    division = roster.divisions.get(roster.brigades[brigade].division)
    if state.scenario != HISTORICAL or division is None or not division.limit:
        return
    brigades = [one.id for one in roster.brigades.values() if one.division == division.id]
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


RULES = Rules[State](brigade_hurt=brigade_hurt)
