"""What happens to generals."""

from __future__ import annotations

from typing import ClassVar

from longroll.kernel.event import Effect, Kind
from longroll.miniatures.scenes import GeneralEvent

_FATES = {
    "unharmed": "is unharmed",
    "killed": "is killed",
    "seriously_wounded": "is seriously wounded and leaves the field",
}


class GeneralAtRisk(GeneralEvent, frozen=True, kw_only=True):
    """A general was with troops that were fired on or fought. [mckie:risk.1]"""

    topic: ClassVar[str] = "risk to generals"

    unit: str
    fate: str

    def text(self) -> str:
        return f"{self.title}, with {self.unit}, {_FATES[self.fate]}."

    def effect(self) -> Effect | None:
        kind: Kind = "nothing" if self.fate == "unharmed" else "leader"
        return Effect(kind, self.text())


class CommandPassed(GeneralEvent, frozen=True, kw_only=True):
    """The next in line takes over. [mckie:risk.4]"""

    successor: str
    commands_from: int

    def text(self) -> str:
        return (
            f"{self.successor} takes over from {self.title} and commands from "
            f"period {self.commands_from}."
        )

    def effect(self) -> Effect | None:
        return Effect("other", self.text())
