"""How either side fights for the redan: what it risks hand to hand, and how it divides its men."""

from __future__ import annotations

from dataclasses import dataclass

from longroll.ai import doctrine
from longroll.ai.doctrine import Portfolio, knob
from longroll.systems.stockade_redan.roster import UNION


@dataclass(frozen=True)
class Doctrine(doctrine.Doctrine):
    """The knobs of the player; most of them are one side's."""

    #: What hand-to-hand combat must win for each company lost, as a share of the usual.
    nerve: float = knob(1.0, 0.5, 1.4, 2.0)
    #: How much a crowded ditch puts companies off, and how many are sent to its far end.
    crowding: float = knob(1.2, 0.4, 3.0)
    far_end: int = knob(3, 1, 5)
    #: Turns that the companies wait out of musket range, so that all arrive together.
    wait: int = knob(0, 1, 2)
    #: The muskets that keep heads down where nobody can cross.
    heads_down: int = knob(8, 4, 14, 99)
    #: How reluctant a company is to leave its place on the wall.
    steadiness: float = knob(1.2, 0.3, 3.0)
    #: What a second company at a threatened place is worth.
    depth: float = knob(1.0, 0.5, 2.0)
    #: The way the Union's guns support the assault; either, if it is not set, so that nobody
    #: foresees it.
    option: str = knob("", "1", "2")


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("bold", nerve=0.5, heads_down=99),
    Doctrine("massed", nerve=0.5, crowding=0.4, far_end=1, depth=2.0),
    Doctrine("spread out", crowding=3.0, far_end=5, depth=0.5),
    Doctrine("all together", wait=1, heads_down=4),
    Doctrine("steady", nerve=1.4, heads_down=14, steadiness=3.0),
)
#: A recruit brings the guns up close, which costs more than it brings.
RECRUIT = Doctrine("guns close up", option="2")
#: What many battles have shown.
PROVEN: dict[tuple[str, str], tuple[Doctrine, ...]] = {
    ("two-assaults", UNION): (Doctrine("guns far off", option="1"),)
}
PORTFOLIO = Portfolio(DOCTRINES, PROVEN)
