"""What a system tells somebody who does not know it yet: its card, its briefings, its lesson.

They are data files that the system names; here they are read and checked.
"""

from longroll.guide.card import Briefing, Card, card_of
from longroll.guide.checking import guide_faults
from longroll.guide.lesson import Lesson, lesson_of
from longroll.guide.reading import BadGuide

__all__ = [
    "BadGuide",
    "Briefing",
    "Card",
    "Lesson",
    "card_of",
    "guide_faults",
    "lesson_of",
]
