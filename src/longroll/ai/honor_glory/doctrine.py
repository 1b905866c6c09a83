"""How an army fights: what fire, charges and marches are worth to it."""

from __future__ import annotations

from dataclasses import dataclass

from longroll.ai.doctrine import Apart, Portfolio, knob
from longroll.kernel.decision import Choice
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import REGIMENTS

_MARCHES = ("ahead", "oblique", "turn")
#: The share for the marches and charges of a unit by what it is told.
_TOLD = {None: 1.0, "attack": 1.5, "hold": 0.0}


@dataclass(frozen=True)
class Doctrine(Apart):
    """What each kind of order is worth, as a share of the usual."""

    fire: float = knob(1.0, 0.6, 1.5)
    charge: float = knob(1.0, 0.0, 0.6, 1.5)
    march: float = knob(1.0, 0.0, 0.5, 1.5)
    #: Whether the commander-in-chief stays where he is least likely to be hit.
    guard: bool = knob(False, True)

    def share(self, order: Choice) -> float:
        """The share for an order."""
        if order.verb != "declare":
            return 1.0
        unit, _, word, *_ = order.objects
        if word == "fire":
            return self.fire
        if word not in ("charge", *_MARCHES):
            return 1.0
        return _TOLD[self.told(unit)] * (self.charge if word == "charge" else self.march)


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("steady fire", fire=1.5, charge=0.6),
    Doctrine("cold steel", charge=1.5, march=1.5),
    Doctrine("hold", charge=0.0, march=0.0),
    Doctrine("press on", march=1.5),
    Doctrine("guard the chief", march=0.5, guard=True),
)


def regiments(state: State, side: str) -> list[str]:
    """The regiments of a side that take orders."""
    return [
        id
        for id in state.of_side(side)
        if state.units[id].arm in REGIMENTS and state.units[id].morale == "formed"
    ]


PORTFOLIO = Portfolio(DOCTRINES, told_apart=regiments)
