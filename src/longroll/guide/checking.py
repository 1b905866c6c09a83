"""The check of a guide's file before it is used."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from longroll.guide.card import Card, card_faults
from longroll.guide.lesson import Lesson, lesson_faults
from longroll.guide.reading import faults_in
from longroll.kernel.system import System


def guide_faults(system: System[Any], path: Path, text: str) -> list[str] | None:
    """Every fault of the text at `path`; None where the system's guide has no such file."""
    name = str(path)
    if system.card is not None and path.resolve() == Path(str(system.card)).resolve():
        return [str(fault) for fault in faults_in(system, text, name, Card, card_faults)]
    if system.lesson is not None and path.resolve() == Path(str(system.lesson)).resolve():
        return [str(fault) for fault in faults_in(system, text, name, Lesson, lesson_faults)]
    return None
