"""Skirmish screens: troops of a unit sent out in front of it."""

from __future__ import annotations

from longroll.kernel.decision import Refusal
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.army.units import SCREEN
from longroll.systems.mckie.measure import in_inches


def bar_to_detach(figures: int, screen: int) -> Refusal | None:
    """Why a unit of this many figures cannot send out a screen of that size.
    [mckie:form.skirm.2] (MK-M53)

    >>> bar_to_detach(24, 12) is None, str(bar_to_detach(24, 13))
    (True, 'a screen of 13 is more than half of 24 figures [mckie:form.skirm.2]')
    """
    if screen < 1:
        return Refusal("mckie:form.skirm.2", "a screen must have at least one figure")
    if screen * 100 > figures * SCREEN.most:
        return Refusal(
            "mckie:form.skirm.2", f"a screen of {screen} is more than half of {figures} figures"
        )
    return None


def bar_to_stand_from_parent(distance: Distance) -> Refusal | None:
    """Why a screen may not be this far from its parent unit. [mckie:form.skirm.3]"""
    if distance > SCREEN.within:
        return Refusal(
            "mckie:form.skirm.3",
            f"a screen must stay within {in_inches(SCREEN.within)} of its unit, "
            f"not {in_inches(distance)} away",
        )
    return None


def left_with_screen(body: int, screen: int) -> int:
    """The figures that a parent unit has left, for its losses: its own and its screen's, so that
    the screen's losses count for both. [mckie:form.skirm.5] (MK-M28)

    >>> left_with_screen(body=20, screen=2)
    22
    """
    return body + screen
