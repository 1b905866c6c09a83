"""What the umpire notes besides the events of fire, melee and morale."""

from __future__ import annotations

from longroll.kernel.event import Detail, Event, Scene
from longroll.miniatures.scenes import around
from longroll.systems.mckie.army.units import DayOfBattle


class DeadHeat(Event, frozen=True, kw_only=True):
    """The dice for the initiative were tied. [mckie:init.2]"""

    total: int

    def text(self) -> str:
        return f"Both armies have {self.total} for the initiative: roll again."


class DayEnded(Event, frozen=True, kw_only=True):
    """The day is over: what became of those who fell, and who is back."""

    side: str
    day: DayOfBattle
    returning: dict[str, int]
    titles: dict[str, str]

    def text(self) -> str:
        day = self.day
        return (
            f"{self.side.title()} losses of the day: {day.dead} dead, {day.badly_wounded} badly "
            f"wounded, {day.prisoners} prisoners, {day.returning} back with their units."
        )

    def details(self) -> list[Detail]:
        return [
            Detail(str(figures), f"figures back with {self.titles[id]}", "mckie:loss.2")
            for id, figures in self.returning.items()
        ]


class StillDue(Event, frozen=True, kw_only=True):
    """Something that the rules call for in the step that begins, or called for in one that ends."""

    units: tuple[str, ...]
    what: str

    def text(self) -> str:
        return f"{self.what}."

    def scene(self) -> Scene:
        return around(*self.units)
