"""How a side of the series fights: whether it goes for the ground that counts, and at what risk."""

from __future__ import annotations

from dataclasses import dataclass

from longroll.ai.doctrine import Stance, knob


@dataclass(frozen=True)
class Doctrine(Stance):
    """The knobs of the series' player."""

    #: What an assault must promise, as a share of the usual; and how much contact is feared.
    nerve: float = knob(1.0, 0.5, 0.75, 1.5, 2.5)
    #: Which of the places that count attackers go for: all, the first, or the last.
    effort: int = knob(0, 1, -1)
    #: The share of units hurt from which a brigade draws breath.
    hurt: float = knob(0.6, 0.3, 0.9, 2.0)
    #: How near the enemy must be for attackers to stop marching and attack.
    close: int = knob(4, 2, 3, 6)
    #: How near to the enemy guns are brought.
    guns: int = knob(4, 2, 6, 9)
    #: How much cover is liked.
    cover: float = knob(0.8, 0.3, 2.0)


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("bold", stance="attack", nerve=0.5, hurt=2.0),
    Doctrine("hold", stance="hold"),
    Doctrine("cautious", nerve=2.5, hurt=0.3, cover=2.0),
    Doctrine("first", stance="attack", effort=1),
    Doctrine("last", stance="attack", effort=-1),
)
