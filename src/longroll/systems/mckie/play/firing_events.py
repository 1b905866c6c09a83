"""What happens in the firing step."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from longroll.kernel.event import Effect, Event, Kind, Line
from longroll.systems.mckie.measure import in_inches


class FireOrdered(Event, frozen=True, kw_only=True):
    """A unit was told what to fire at; the enemy learns it when it fires. (M16)"""

    side: str
    unit: str
    title: str
    #: By title; nobody where the unit holds its fire.
    targets: tuple[str, ...]
    solid_shot: bool = False

    def text(self) -> str:
        if not self.targets:
            return f"{self.title} holds its fire."
        how = " with solid shot" if self.solid_shot else ""
        return f"{self.title} is to fire at {', then '.join(self.targets)}{how}."

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


class FireOrdersDone(Event, frozen=True, kw_only=True):
    """An army has ordered all its fire; there is no way back."""

    final = True

    side: str

    def text(self) -> str:
        return f"The {self.side.title()} army is ready to fire."


class FiredGroup(msgspec.Struct, frozen=True, gc=False):
    """Stands of a unit that fired together."""

    target: str
    title: str
    firing: int
    guns: bool
    nearest: int
    farthest: int
    factor: int
    tenths: int
    lines: tuple[Line, ...]

    def __str__(self) -> str:
        what = "gun" if self.guns else "figure"
        far = in_inches(self.nearest)
        if self.farthest != self.nearest:
            far += f" to {in_inches(self.farthest)}"
        return (
            f"{counted(self.firing, what)} at {self.title}, {far}: factor {self.factor}, "
            f"{in_figures(self.tenths)}"
        )


class Fired(Event, frozen=True, kw_only=True):
    """The fire of one unit: its groups, their factors, one die, and what it cost the targets.

    `lost` counts the figures by unit, friends in the danger zone of canister among them. Fire is
    simultaneous: a unit may be hit by more than it has. [mckie:fire.onedie] [mckie:cas.sources]
    """

    unit: str
    title: str
    side: str
    groups: tuple[FiredGroup, ...]
    totals: dict[str, int]
    lost: dict[str, int]
    titles: dict[str, str]
    friends: tuple[str, ...] = ()
    out_of_ammo: bool = False

    def text(self) -> str:
        told = ", ".join(self._hits())
        empty = " It is out of ammunition." if self.out_of_ammo else ""
        return f"{self.title} fires: {told}.{empty}"

    def _hits(self) -> Iterator[str]:
        for id, lost in self.lost.items():
            who = f"its own {self.titles[id]}" if id in self.friends else self.titles[id]
            yield f"{who} loses {counted(lost, 'figure') if lost else 'nobody'}"

    def details(self) -> list[str]:
        told = [text for group in self.groups for text in (str(group), *map(str, group.lines))]
        totals = [f"{self.titles[id]}: {in_figures(tenths)}" for id, tenths in self.totals.items()]
        return [*told, *totals, *super().details()]

    def effect(self) -> Effect | None:
        kind: Kind = "ammunition" if self.out_of_ammo else "nothing"
        return Effect("loss" if any(self.lost.values()) else kind, self.text())

    def ledger(self) -> tuple[Line, ...]:
        return tuple(line for group in self.groups for line in group.lines)


class PiecesLost(Event, frozen=True, kw_only=True):
    """Counter-battery fire: what enemy guns did to the guns of a battery. [mckie:opt.cb.1]"""

    unit: str
    title: str
    by: str
    pieces: int

    def text(self) -> str:
        lost = counted(self.pieces, "gun model") if self.pieces else "no gun"
        return f"{self.title} loses {lost} to the guns of {self.by}."

    def effect(self) -> Effect | None:
        return Effect("loss" if self.pieces else "nothing", self.text())


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def in_figures(tenths: int) -> str:
    """A value of the casualty table as the book prints it.

    >>> in_figures(19), in_figures(4)
    ('1.9', '0.4')
    """
    return f"{tenths // 10}.{tenths % 10}"
