"""Digging hasty trenches."""

from __future__ import annotations

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.movement.rates import MOVEMENT


def trench_dug(figures: int, periods: int) -> int:
    """The frontage of trench, in hundredths of an inch, that figures have dug after a number of
    complete periods: 1 in for each full stand's worth of figures. [mckie:dig.1]

    >>> trench_dug(8, 4), trench_dug(8, 3), trench_dug(7, 8)
    (200, 0, 200)
    """
    digging = MOVEMENT.digging
    return figures // digging.figures * (periods // digging.periods) * digging.frontage


def bar_to_dig(*, fatigued: bool = False, did_anything_else: bool = False) -> Refusal | None:
    """Why troops may not dig, or why this period of digging does not count.
    [mckie:dig.2] [mckie:dig.4]"""
    if fatigued:
        return Refusal("mckie:dig.4", "fatigued troops cannot dig")
    if did_anything_else:
        return Refusal("mckie:dig.2", "troops that dig can do nothing else in that period")
    return None
