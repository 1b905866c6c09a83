"""How an army of the series fights: whether it goes for the enemy, and what it risks for it."""

from __future__ import annotations

from dataclasses import dataclass

from longroll.ai.doctrine import Stance, knob


@dataclass(frozen=True)
class Doctrine(Stance):
    """The knobs of the series' player."""

    #: The differential from which a melee is worth its risk.
    good_odds: int = knob(2, 0, 1, 3, 4, 6)
    #: The differential at which men in the open give way.
    bad_odds: int = knob(4, 1, 2, 6, 99)
    #: What an assault must promise before a unit closes in for it.
    promise: float = knob(3.0, 1.0, 5.0, 8.0)
    #: How much enemy fire is feared, and how much cover is liked.
    caution: float = knob(1.0, 0.3, 2.0, 4.0)
    cover: float = knob(1.5, 0.5, 3.0)


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("cautious", stance="hold", good_odds=4, caution=4.0, cover=3.0),
    Doctrine("bold", stance="attack", good_odds=1, promise=1.0, caution=0.3),
    Doctrine("attack", stance="attack"),
    Doctrine("attack with care", stance="attack", good_odds=3, caution=4.0, cover=3.0),
    Doctrine("hold", stance="hold"),
)
