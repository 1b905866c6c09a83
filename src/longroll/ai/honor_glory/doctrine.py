"""How an army fights: what fire, charges and marches are worth to it."""

from __future__ import annotations

from dataclasses import dataclass

from longroll.ai import doctrine
from longroll.ai.doctrine import Portfolio, knob
from longroll.kernel.decision import Choice

_MARCHES = ("ahead", "oblique", "turn")


@dataclass(frozen=True)
class Doctrine(doctrine.Doctrine):
    """What each kind of order is worth, as a share of the usual."""

    fire: float = knob(1.0, 0.6, 1.5)
    charge: float = knob(1.0, 0.0, 0.6, 1.5)
    march: float = knob(1.0, 0.0, 0.5, 1.5)

    def share(self, order: Choice) -> float:
        """The share for an order."""
        if order.verb != "declare":
            return 1.0
        word = order.objects[2]
        if word == "fire":
            return self.fire
        if word == "charge":
            return self.charge
        return self.march if word in _MARCHES else 1.0


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("steady fire", fire=1.5, charge=0.6),
    Doctrine("cold steel", charge=1.5, march=1.5),
    Doctrine("hold", charge=0.0, march=0.0),
    Doctrine("press on", march=1.5),
)
PORTFOLIO = Portfolio(DOCTRINES)
