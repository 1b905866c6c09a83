"""The fourteen steps of the period, as the book numbers them. [mckie:period.1]"""

from __future__ import annotations

from longroll.systems.mckie.sequence import PERIOD

_OF_THE_BOOK = ":period."
STEPS = tuple(step for step in PERIOD if _OF_THE_BOOK in step.rule)
SLUGS = tuple(step.slug for step in STEPS)
BY_SLUG = {step.slug: step for step in STEPS}


def number(slug: str) -> str:
    """
    >>> number("firing"), number("other_morale"), len(STEPS)
    ('8', '14', 14)
    """
    return BY_SLUG[slug].rule.partition(_OF_THE_BOOK)[2]


def after(slug: str) -> str | None:
    """The step after another; None after the last."""
    place = SLUGS.index(slug) + 1
    return SLUGS[place] if place < len(SLUGS) else None
