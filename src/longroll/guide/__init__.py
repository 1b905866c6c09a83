"""What a system tells newcomers: its card, its briefings, its lesson.

They are data files that the system names; here they are read and checked.
"""

from longroll.guide.card import Briefing, Card, card_of
from longroll.guide.checking import guide_faults
from longroll.guide.lesson import Lesson, lesson_of
from longroll.guide.reader import Reader, reader_of
from longroll.guide.reading import BadGuide

__all__ = [
    "BadGuide",
    "Briefing",
    "Card",
    "Lesson",
    "Reader",
    "card_of",
    "guide_faults",
    "lesson_of",
    "reader_of",
]
