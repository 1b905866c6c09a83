"""What happens to units in charges and melees, and their morale."""

from __future__ import annotations

from typing import ClassVar

from longroll.kernel.event import Effect, Kind, Line, Loss, Scene
from longroll.miniatures.scenes import UnitEvent, around, known
from longroll.systems.mckie.measure import in_inches


class UnitLost(UnitEvent, frozen=True, kw_only=True):
    """A unit has nobody left, or has given itself up."""

    how: str = "is wiped out"

    def text(self) -> str:
        return f"{self.title} {self.how}."

    def scene(self) -> Scene:
        return Scene(where=known(self.unit), losses=(Loss(self.unit, 0, gone=True),))

    def effect(self) -> Effect | None:
        return Effect("destruction", self.text())


#: What a result of the table does to a unit, in the words of the log.
RESULTS = {
    "obey": "obeys",
    "no_charge": "will not charge",
    "no_advance": "will not advance",
    "retire": "retires",
    "retreat": "retreats",
    "rout": "routs",
    "rout_off": "routs off the field",
    "surrender": "surrenders",
}
_KINDS: dict[str, Kind] = {
    "obey": "nothing",
    "no_charge": "pin",
    "no_advance": "pin",
    "retire": "retreat",
    "retreat": "retreat",
    "rout": "rout",
    "rout_off": "destruction",
    "surrender": "capture",
}
_REASONS = {
    "before_charge": "before charging",
    "receive_charge": "as it is charged",
    "charger_hit": "hit by fire while charging",
    "melee_lost": "after losing its melee",
    "friends_routing": "as friends rout",
    "rally": "to rally",
    "losses": "for its losses",
    "alarm": "at an alarm",
}


class MoraleTested(UnitEvent, frozen=True, kw_only=True):
    """A unit took a morale test. [mckie:morale.test.1]"""

    topic: ClassVar[str] = "morale"

    reasons: tuple[str, ...]
    score: int
    result: str
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        why = ", ".join(_REASONS[reason] for reason in self.reasons)
        return f"{self.title} tests morale {why}: {self.score}, it {RESULTS[self.result]}."

    def effect(self) -> Effect | None:
        return Effect(_KINDS[self.result], f"{self.title} {RESULTS[self.result]}.")

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class ChargeDeclared(UnitEvent, frozen=True, kw_only=True):
    """A unit passed its test and will charge. [mckie:period.4]"""

    target: str
    target_title: str
    struck: str
    #: How far it has to go; 0 if it was not measured.
    length: int = 0

    def text(self) -> str:
        where = "" if self.struck == "front" else f" in the {self.struck}"
        away = f", {in_inches(self.length)} away" if self.length else ""
        return f"{self.title} charges {self.target_title}{where}{away}."

    def scene(self) -> Scene:
        return around(self.unit, self.target)

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class Responded(UnitEvent, frozen=True, kw_only=True):
    """What a unit does about a charge."""

    charger: str
    response: str
    distance: int = 0

    def text(self) -> str:
        if self.response == "turn":
            return f"{self.title} turns to face the charge."
        if self.response == "evade":
            return f"{self.title} evades {in_inches(self.distance)}."
        if self.response == "remount":
            return f"{self.title} evades {in_inches(self.distance)} and mounts."
        if self.response == "rejoin":
            return f"{self.title} falls back and forms up with its parent unit."
        return f"{self.title} stands to receive the charge."

    def scene(self) -> Scene:
        return around(self.unit, self.charger)

    def effect(self) -> Effect | None:
        kind: Kind = "retreat" if self.response in ("evade", "remount", "rejoin") else "nothing"
        return Effect(kind, self.text())


class ChargeMoved(UnitEvent, frozen=True, kw_only=True):
    """A charging unit went in, to 1 in from its target, or as far as it could. [mckie:period.6]"""

    target_title: str
    arrived: bool

    def text(self) -> str:
        if self.arrived:
            return f"{self.title} comes up to {self.target_title}."
        return f"The charge of {self.title} does not reach {self.target_title}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class ChargeStopped(UnitEvent, frozen=True, kw_only=True):
    """A charge came to nothing."""

    why: str

    def text(self) -> str:
        return f"The charge of {self.title} comes to a halt: {self.why}."

    def effect(self) -> Effect | None:
        return Effect("pin", self.text())
