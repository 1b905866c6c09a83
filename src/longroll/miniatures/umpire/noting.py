"""Lines of the log about a unit that the players said something about."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.kernel.event import Effect
from longroll.miniatures.scenes import UnitEvent
from longroll.miniatures.state import State


class Noted(UnitEvent, frozen=True, kw_only=True):
    """Something the players said about a unit or a general, for the roster."""

    what: str

    def text(self) -> str:
        return f"{self.title}: {self.what}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


def note(state: State[Any, Any], umpire: Umpire, id: str, what: str, *rules: str) -> None:
    umpire.tell(Noted(rules=rules, unit=id, title=state.units[id].title, what=what))


def said(word: str) -> str:
    """A word of the rules as people say it."""
    return word.replace("_", " ")
