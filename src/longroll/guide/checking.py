"""The check of a guide's file before it is used."""

from __future__ import annotations

import tomllib

from longroll.board.datafile import line_of
from longroll.board.faults import Fault
from longroll.guide.card import Card, card_faults
from longroll.guide.lesson import Lesson, lesson_faults
from longroll.guide.reading import faults_in
from longroll.kernel.system import systems


def guide_faults(text: str, name: str) -> list[str] | None:
    """Every fault of a card or a lesson; None where the text is neither.

    Both say at their top whose they are, and only a lesson has steps.
    """
    data = tomllib.loads(text)
    if "system" not in data:
        return None
    system = systems().get(str(data["system"]))
    if system is None:
        known = ", ".join(systems())
        what = f"there is no system {data['system']!r}"
        return [str(Fault(name, line_of(text, ("system",)), what, f"one of {known}"))]
    if "steps" in data:
        return list(map(str, faults_in(system, text, name, Lesson, lesson_faults)))
    return list(map(str, faults_in(system, text, name, Card, card_faults)))
