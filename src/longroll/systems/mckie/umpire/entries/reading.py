"""How the words and dice of these rules are read. The rest is the layer's."""

from __future__ import annotations

from typing import Any, ClassVar

from longroll.kernel.agenda import Umpire
from longroll.miniatures.umpire import reading
from longroll.miniatures.umpire.reading import Barred as Barred
from longroll.miniatures.umpire.reading import Die, Untimely
from longroll.miniatures.umpire.reading import Entry as Entry
from longroll.miniatures.umpire.reading import Hand as Hand
from longroll.systems.mckie.dice import AVERAGE, TEN
from longroll.systems.mckie.umpire import steps
from longroll.systems.mckie.words import Struck

#: Words for where a unit is struck; without one it is in front.
BEHIND: tuple[Struck, ...] = ("flank", "rear")


def untimely(what: str, step: str) -> Untimely:
    """
    >>> str(untimely("fire", "firing"))
    'fire belongs to step 8, firing [mckie:period.8]'
    """
    title = steps.BY_SLUG[step].title.lower()
    why = f"{what} belongs to step {steps.number(step)}, {title}"
    return Untimely(steps.BY_SLUG[step].rule, why, step)


class Words(reading.Words):
    """Words with ten-sided and average dice. [mckie:equip.dice]"""

    dice_kinds: ClassVar = {
        "ten": Die(tuple(range(1, TEN + 1)), "ten-sided die reads 1 to 10"),
        "average": Die(tuple(AVERAGE), "average die reads 2 to 5"),
    }
    measure = "inches"
    of_dice = "mckie:equip.dice"
    of_arrivals = "mckie:deploy.1"
    of_losses = "mckie:rem.strength"

    def was_there(self, state: Any, id: str) -> bool:
        return id in state.before


def hand(umpire: Umpire, thrown: tuple[int, ...]) -> Hand:
    """An umpire with the dice of the players: the average die is given by its score, but rolled by
    its side."""
    return Hand(umpire, thrown, _face)


def _face(score: int, sides: int) -> int:
    return score if sides == TEN else AVERAGE.index(score) + 1
