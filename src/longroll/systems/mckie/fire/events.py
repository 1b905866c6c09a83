"""What happens in the firing step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec

from longroll.kernel.event import Detail, Effect, Event, Kind, Line, Loss, Scene, Volley
from longroll.miniatures.scenes import UnitEvent, known
from longroll.systems.mckie.measure import in_inches


class FireOrdered(UnitEvent, frozen=True, kw_only=True):
    """A unit was told what to fire at; the enemy learns it when it fires. (MK-M16)"""

    side: str
    #: By title; empty if the unit holds its fire.
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
    """An army has ordered all its fire; it can no longer change it."""

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


class Fired(UnitEvent, frozen=True, kw_only=True):
    """The fire of one unit: its groups, their factors, one die, and what it cost the targets.

    `lost` counts the figures by unit, including friends in the danger zone of canister. Fire is
    simultaneous: a unit may be hit by more than it has. [mckie:fire.onedie] [mckie:cas.sources]
    """

    topic: ClassVar[str] = "fire"

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

    def scene(self) -> Scene:
        targets = known(*(group.target for group in self.groups))
        return Scene(
            where=(*targets, *known(self.unit)),
            shots=tuple(Volley(known(self.unit), target) for target in targets),
            losses=tuple(Loss(id, lost) for id, lost in self.lost.items() if lost),
        )

    def details(self) -> list[Detail]:
        told = [
            detail
            for group in self.groups
            for detail in (Detail("", str(group)), *map(Line.detail, group.lines))
        ]
        totals = [Detail(in_figures(tenths), self.titles[id]) for id, tenths in self.totals.items()]
        return [*told, *totals, *super().details()]

    def effect(self) -> Effect | None:
        kind: Kind = "ammunition" if self.out_of_ammo else "nothing"
        return Effect("loss" if any(self.lost.values()) else kind, self.text())

    def ledger(self) -> tuple[Line, ...]:
        return tuple(line for group in self.groups for line in group.lines)


class PiecesLost(UnitEvent, frozen=True, kw_only=True):
    """Counter-battery fire: what enemy guns did to the guns of a battery. [mckie:opt.cb.1]"""

    topic: ClassVar[str] = "counter-battery fire"

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
