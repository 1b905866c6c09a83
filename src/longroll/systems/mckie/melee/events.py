"""What happens in melees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from longroll.kernel.dice import Roll
from longroll.kernel.event import Effect, Kind, Line, Loss, Scene, Volley
from longroll.miniatures.scenes import UnitEvent, around, known
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.melee.results import Tally
from longroll.systems.mckie.melee.rules import Strike


class CameToContact(UnitEvent, frozen=True, kw_only=True):
    """A unit closed with the enemy."""

    enemies: tuple[str, ...]
    titles: tuple[str, ...]

    def text(self) -> str:
        return f"{self.title} closes with {' and '.join(self.titles)}."

    def scene(self) -> Scene:
        return around(*self.enemies, self.unit)

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class Blows(UnitEvent, frozen=True, kw_only=True):
    """What a unit did to one or more opponents in a period of melee. [mckie:melee.proc.1]"""

    topic: ClassVar[str] = "melee"

    #: By opponent: figures that fought, final factor, tenths of the table, figures lost.
    figures: dict[str, int]
    factors: dict[str, int]
    tenths: dict[str, int]
    lost: dict[str, int]
    titles: dict[str, str]
    lines: tuple[Line, ...] = ()

    @classmethod
    def of(cls, units: Mapping[str, Unit], id: str, found: Strike, *rolls: Roll) -> Blows:
        """What a unit's blows come to, and the two dice behind them."""
        return cls(
            rules=("mckie:melee.proc.1", "mckie:melee.proc.2"),
            rolls=rolls,
            unit=id,
            title=units[id].title,
            figures={blow.opponent: blow.figures for blow in found.blows},
            factors={blow.opponent: blow.factor for blow in found.blows},
            tenths={blow.opponent: blow.tenths for blow in found.blows},
            lost=found.lost,
            titles={blow.opponent: units[blow.opponent].title for blow in found.blows},
            lines=tuple(line for blow in found.blows for line in blow.lines),
        )

    def text(self) -> str:
        told = "; ".join(
            f"{self.figures[id]} figures at factor {self.factors[id]} against {self.titles[id]}, "
            f"who loses {self.lost[id]}"
            for id in self.lost
        )
        return f"{self.title} strikes: {told}."

    def scene(self) -> Scene:
        return Scene(
            where=(*self.lost, *known(self.unit)),
            shots=tuple(Volley(known(self.unit), id) for id in self.lost),
            losses=tuple(Loss(id, lost) for id, lost in self.lost.items() if lost),
        )

    def effect(self) -> Effect | None:
        told = ", ".join(f"{self.titles[id]} loses {lost}" for id, lost in self.lost.items())
        kind: Kind = "loss" if any(self.lost.values()) else "nothing"
        return Effect(kind, f"{told}.")

    def ledger(self) -> tuple[Line, ...]:
        return self.lines


class TurnedInMelee(UnitEvent, frozen=True, kw_only=True):
    """A unit that was struck in flank or rear turned to fight back. [mckie:melee.flank.2]"""

    def text(self) -> str:
        return f"{self.title} turns to fight back."


class WagonTaken(UnitEvent, frozen=True, kw_only=True):
    """The enemy captured a wagon."""

    by: str

    def text(self) -> str:
        return f"{self.by} takes {self.title}."

    def effect(self) -> Effect | None:
        return Effect("capture", self.text())


_VERDICTS = {"won": "has won its melee", "lost": "has lost its melee", "drawn": "has drawn"}


class MeleeDecided(UnitEvent, frozen=True, kw_only=True):
    """How a period of melee ended for a unit. [mckie:melee.lose.1] [mckie:melee.draw]"""

    verdict: str
    suffered: int
    inflicted: int
    captured: int = 0

    @classmethod
    def of(cls, unit: Unit, id: str, tally: Tally, captured: int) -> MeleeDecided:
        """What the tally of a unit comes to."""
        drawn = tally.verdict == "drawn"
        return cls(
            rules=("mckie:melee.draw" if drawn else "mckie:melee.lose.1",),
            unit=id,
            title=unit.title,
            verdict=tally.verdict,
            suffered=tally.suffered,
            inflicted=tally.inflicted,
            captured=captured,
        )

    def text(self) -> str:
        told = f"{self.title} {_VERDICTS[self.verdict]}: {self.suffered} figures lost, "
        told += f"{self.inflicted} inflicted"
        return f"{told}, {self.captured} captured." if self.captured else f"{told}."

    def effect(self) -> Effect | None:
        return Effect("other", f"{self.title} {_VERDICTS[self.verdict]}.")


class GaveGround(UnitEvent, frozen=True, kw_only=True):
    """A unit was pushed back or repulsed. [mckie:melee.res.2] [mckie:melee.res.7]"""

    how: str
    distance: int

    def text(self) -> str:
        return f"{self.title} is {self.how} {in_inches(self.distance)}."

    def effect(self) -> Effect | None:
        return Effect("retreat", self.text())


class FollowedUp(UnitEvent, frozen=True, kw_only=True):
    """A winner followed up, or stayed. [mckie:melee.res.3]"""

    follows: bool

    def text(self) -> str:
        return f"{self.title} {'follows up' if self.follows else 'stays where it is'}."
