"""What happens in melees."""

from __future__ import annotations

from longroll.kernel.event import Effect, Event, Kind, Line
from longroll.systems.mckie.measure import in_inches


class CameToContact(Event, frozen=True, kw_only=True):
    """A unit closed with the enemy."""

    unit: str
    title: str
    enemies: tuple[str, ...]
    titles: tuple[str, ...]

    def text(self) -> str:
        return f"{self.title} closes with {' and '.join(self.titles)}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class Blows(Event, frozen=True, kw_only=True):
    """What a unit did to one or more opponents in a period of melee. [mckie:melee.proc.1]"""

    unit: str
    title: str
    #: By opponent: figures that fought, final factor, tenths of the table, figures lost.
    figures: dict[str, int]
    factors: dict[str, int]
    tenths: dict[str, int]
    lost: dict[str, int]
    titles: dict[str, str]
    lines: tuple[Line, ...] = ()

    def text(self) -> str:
        told = "; ".join(
            f"{self.figures[id]} figures at factor {self.factors[id]} against {self.titles[id]}, "
            f"who loses {self.lost[id]}"
            for id in self.lost
        )
        return f"{self.title} strikes: {told}."

    def effect(self) -> Effect | None:
        told = ", ".join(f"{self.titles[id]} loses {lost}" for id, lost in self.lost.items())
        kind: Kind = "loss" if any(self.lost.values()) else "nothing"
        return Effect(kind, f"{told}.")

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class TurnedInMelee(Event, frozen=True, kw_only=True):
    """A unit that was struck in flank or rear turned to fight back. [mckie:melee.flank.2]"""

    unit: str
    title: str

    def text(self) -> str:
        return f"{self.title} turns to fight back."


class WagonTaken(Event, frozen=True, kw_only=True):
    """A wagon fell into the hands of the enemy."""

    unit: str
    title: str
    by: str

    def text(self) -> str:
        return f"{self.by} takes {self.title}."

    def effect(self) -> Effect | None:
        return Effect("capture", self.text())


_VERDICTS = {"won": "has won its melee", "lost": "has lost its melee", "drawn": "has drawn"}


class MeleeDecided(Event, frozen=True, kw_only=True):
    """How a period of melee ended for a unit. [mckie:melee.lose.1] [mckie:melee.draw]"""

    unit: str
    title: str
    verdict: str
    suffered: int
    inflicted: int
    captured: int = 0

    def text(self) -> str:
        told = f"{self.title} {_VERDICTS[self.verdict]}: {self.suffered} figures lost, "
        told += f"{self.inflicted} inflicted"
        return f"{told}, {self.captured} captured." if self.captured else f"{told}."

    def effect(self) -> Effect | None:
        return Effect("other", f"{self.title} {_VERDICTS[self.verdict]}.")


class GaveGround(Event, frozen=True, kw_only=True):
    """A unit was pushed back or repulsed. [mckie:melee.res.2] [mckie:melee.res.7]"""

    unit: str
    title: str
    how: str
    distance: int

    def text(self) -> str:
        return f"{self.title} is {self.how} {in_inches(self.distance)}."

    def effect(self) -> Effect | None:
        return Effect("retreat", self.text())


class FollowedUp(Event, frozen=True, kw_only=True):
    """A winner followed up, or stayed. [mckie:melee.res.3]"""

    unit: str
    title: str
    follows: bool

    def text(self) -> str:
        return f"{self.title} {'follows up' if self.follows else 'stays where it is'}."
