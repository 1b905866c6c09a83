"""What happens to units that run, and to what they leave behind."""

from __future__ import annotations

from longroll.kernel.event import Effect, Kind, Loss, Scene
from longroll.miniatures.scenes import UnitEvent, known
from longroll.systems.mckie.measure import in_inches

_KINDS: dict[str, Kind] = {"steady": "other", "routing": "rout"}
_HOW = {"retreating": "retreats", "routing": "routs"}


class Fled(UnitEvent, frozen=True, kw_only=True):
    """A unit made its compulsory move. [mckie:period.3]"""

    standing: str
    distance: int
    #: Friends it ran through, by title.
    passed: tuple[str, ...] = ()
    limbered: bool = False
    off_table: bool = False

    def text(self) -> str:
        how = f"{self.title} {_HOW[self.standing]} {in_inches(self.distance)}"
        if self.limbered:
            how = f"{self.title} limbers and {_HOW[self.standing]} {in_inches(self.distance)}"
        if self.passed:
            how += f" through {', '.join(self.passed)}"
        return f"{how} and off the field." if self.off_table else f"{how}."

    def effect(self) -> Effect | None:
        kind: Kind = "rout" if self.standing == "routing" else "retreat"
        return Effect(kind, self.text())


class BrokeOff(UnitEvent, frozen=True, kw_only=True):
    """A unit began to retreat or rout, or stopped."""

    standing: str

    def text(self) -> str:
        if self.standing == "steady":
            return f"{self.title} rallies."
        return f"{self.title} is {self.standing}."

    def effect(self) -> Effect | None:
        return Effect(_KINDS.get(self.standing, "retreat"), self.text())


class Surrendered(UnitEvent, frozen=True, kw_only=True):
    """A unit that could not get away surrendered. (MK-M45)"""

    figures: int

    def text(self) -> str:
        return f"{self.title} is surrounded and surrenders with {self.figures} figures."

    def scene(self) -> Scene:
        return Scene(where=known(self.unit), losses=(Loss(self.unit, self.figures, gone=True),))

    def effect(self) -> Effect | None:
        return Effect("capture", self.text())


class GunsAbandoned(UnitEvent, frozen=True, kw_only=True):
    """Crews left their guns."""

    def text(self) -> str:
        return f"The crews of {self.title} abandon their guns."

    def effect(self) -> Effect | None:
        return Effect("loss", self.text())


class GunsTaken(UnitEvent, frozen=True, kw_only=True):
    """The enemy took guns without crews. (MK-M39)"""

    by: str

    def text(self) -> str:
        return f"{self.by} takes the guns of {self.title}."

    def effect(self) -> Effect | None:
        return Effect("capture", self.text())


class GunsManned(UnitEvent, frozen=True, kw_only=True):
    """Crews are back at their guns. (MK-M39)"""

    def text(self) -> str:
        return f"The crews of {self.title} are back at their guns."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())
