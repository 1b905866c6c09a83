"""What happens with blind markers."""

from __future__ import annotations

from longroll.kernel.event import Effect, Event, Move, Scene
from longroll.miniatures.scenes import around, at
from longroll.systems.mckie.measure import in_inches


class BlindsLaid(Event, frozen=True, kw_only=True):
    """Each army has its markers on the table. [mckie:hidden.blind.1]"""

    numbers: dict[str, int]

    def text(self) -> str:
        told = ", ".join(f"{side.title()} {number}" for side, number in self.numbers.items())
        return f"Blind markers are laid: {told}."


class BlindArrived(Event, frozen=True, kw_only=True):
    """A marker came on to the table: a division, or part of one. [mckie:hidden.blind.1]"""

    side: str
    blind: str

    def text(self) -> str:
        return f"{self.side.title()} troops come on to the field under marker {self.blind}."

    def scene(self) -> Scene:
        return around(self.blind)

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class BlindMoved(Event, frozen=True, kw_only=True):
    """A marker moved. [mckie:hidden.blind.2]"""

    blind: str
    formation: str
    distance: int
    start: tuple[int, int]
    x: int
    y: int

    def text(self) -> str:
        how = self.formation.replace("_", " ")
        return f"Marker {self.blind} moves {in_inches(self.distance)}, in {how}."

    def scene(self) -> Scene:
        move = Move((self.blind,), at(*self.start), at(self.x, self.y))
        return Scene(where=(self.blind,), moves=(move,))


class BlindSpotted(Event, frozen=True, kw_only=True):
    """The enemy saw what a marker is. [mckie:hidden.blind.7]"""

    news = True

    blind: str
    dummy: bool

    def text(self) -> str:
        return f"Marker {self.blind} is seen: {'nobody is there' if self.dummy else 'troops'}."

    def scene(self) -> Scene:
        return around(self.blind)


class BlindRevealed(Event, frozen=True, kw_only=True):
    """An army turned over a marker of its own. [mckie:hidden.blind.1]"""

    blind: str
    dummy: bool

    def text(self) -> str:
        return f"Marker {self.blind} is taken off: {'nobody is there' if self.dummy else 'troops'}."

    def scene(self) -> Scene:
        return around(self.blind)


class Unmasked(Event, frozen=True, kw_only=True):
    """The troops under a marker are put on the table. [mckie:hidden.blind.3]"""

    news = True

    blind: str
    troops: tuple[str, ...]
    formation: str

    def text(self) -> str:
        how = self.formation.replace("_", " ")
        return f"Under marker {self.blind}, in {how}: {', '.join(self.troops)}."

    def scene(self) -> Scene:
        return around(self.blind)
