"""Lines of the log about a unit that the players said something about."""

from __future__ import annotations

from longroll.systems.mckie.umpire.entries.reading import Hand
from longroll.systems.mckie.umpire.events import Noted
from longroll.systems.mckie.umpire.state import State


def note(state: State, umpire: Hand, id: str, what: str, *rules: str) -> None:
    umpire.tell(Noted(rules=rules, unit=id, title=state.units[id].title, what=what))


def said(word: str) -> str:
    """A word of the rules as people say it."""
    return word.replace("_", " ")
