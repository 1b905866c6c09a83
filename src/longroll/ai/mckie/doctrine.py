"""How an army on the table fights: whether it goes for the ground now, and what a charge must
promise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from longroll.ai import doctrine
from longroll.ai.doctrine import Portfolio, knob


@dataclass(frozen=True)
class Doctrine(doctrine.Doctrine):
    """The knobs of the player."""

    #: Whether the army goes for the ground that counts, or stands where the enemy must come by.
    stance: Literal["as told", "hold"] = knob("as told", "hold")
    #: Figures that a charge must promise beyond the usual.
    charge: float = knob(0.0, -3.0, -1.5, 2.0, 99.0)


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("bold", charge=-3.0),
    Doctrine("fire, and no charges", charge=99.0),
    Doctrine("hold", stance="hold"),
    Doctrine("hold and charge", stance="hold", charge=-3.0),
)
PORTFOLIO = Portfolio(DOCTRINES)
