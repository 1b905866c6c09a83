"""18.0 Brigade Combat Effectiveness: losses mark boxes; with all of them marked, it is lost."""

from __future__ import annotations

from longroll.kernel.agenda import Umpire
from longroll.systems.gbacw.events import BrigadeBroke
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY
from longroll.systems.gbacw.state import State


def mark(state: State, unit: int, points: int, umpire: Umpire) -> None:
    """Mark a brigade's boxes for Strength Points its infantry or cavalry lost.

    Independent units have their own record. [gbacw:18.0.1] [gbacw:18.0.2] [corinth:25.3.2]
    [corinth:roster.5]
    """
    piece = state.piece(unit)
    if piece.kind not in (INFANTRY, CAVALRY) or piece.brigade not in state.brigades:
        return
    brigade = state.brigades[piece.brigade]
    boxes = brigade.boxes + points
    state.set_brigade(piece.brigade, boxes=boxes)
    if boxes >= brigade.limit and not brigade.broken:
        state.set_brigade(piece.brigade, broken=True)
        umpire.tell(
            BrigadeBroke(
                rules=("gbacw:18.0.2",),
                brigade=state.game.roster.brigades[piece.brigade].title,
                boxes=boxes,
                limit=brigade.limit,
            )
        )
    state.game.rules.brigade_hurt(state, piece.brigade, umpire)


def is_broken(state: State, unit: int) -> bool:
    """Whether a unit is affected by the loss of its brigade's effectiveness."""
    piece = state.piece(unit)
    if piece.kind not in (INFANTRY, CAVALRY):
        return False
    brigade = state.brigades.get(piece.brigade)
    return brigade is not None and brigade.broken
