"""How an army of the series fights: whether it goes for the enemy, and what it risks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from longroll.ai.doctrine import Portfolio, Stance, knob
from longroll.ai.gbacw.goals import brigades_of
from longroll.systems.gbacw.roster import CONFEDERATE, UNION
from longroll.systems.gbacw.state import State


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
    #: The rounds that a battery must have left for rapid fire.
    rapid: int = knob(8, 4, 99)


USUAL = Doctrine()
DOCTRINES = (
    USUAL,
    Doctrine("cautious", stance="hold", good_odds=4, caution=4.0, cover=3.0),
    Doctrine("bold", stance="attack", good_odds=1, promise=1.0, caution=0.3),
    Doctrine("attack", stance="attack"),
    Doctrine("attack with care", stance="attack", good_odds=3, caution=4.0, cover=3.0),
    Doctrine("hold", stance="hold"),
)
#: What many battles on the drill ground have shown.
PROVEN: dict[tuple[str, str], tuple[Doctrine, ...]] = {
    ("drill", UNION): (
        Doctrine("deliberate", stance="attack", good_odds=4, promise=5.0, caution=4.0, cover=3.0),
    ),
    ("drill", CONFEDERATE): (
        Doctrine("cautious", stance="hold", good_odds=4, caution=4.0, cover=3.0),
    ),
}


def brigades(state: State, side: str) -> Sequence[str]:
    """The brigades that may be told to do otherwise than the rest."""
    return sorted(brigades_of(state, side))


PORTFOLIO = Portfolio(DOCTRINES, PROVEN, brigades)
