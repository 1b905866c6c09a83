"""6.6 Low Ammo markers: how batteries come by them, and lose them by an event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.fire_events import AmmunitionBrought, AmmunitionLow
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.blind_swords.wording import name


def bars_to_mark(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps a Low Ammo marker off a battery: two are all it can have (4L).

    [blind_swords:6.6.2]
    """
    most = NUMBERS["low_ammo_most"]
    if state.units[unit].low_ammo >= most:
        yield Refusal("blind_swords:6.6.2", f"{state.piece(unit).title} has {most} markers")


def mark(state: State, unit: int, rule: str, umpire: Umpire) -> None:
    """Put a Low Ammo marker on a battery. [blind_swords:6.6.3]"""
    markers = state.units[unit].low_ammo + 1
    state.change(unit, low_ammo=markers)
    umpire.tell(
        AmmunitionLow(
            rules=(rule,), unit=name(state, unit), hex=state.hex_of(unit), markers=markers
        )
    )


def unmark(state: State, unit: int, rule: str, umpire: Umpire) -> None:
    """Take a Low Ammo marker off a battery."""
    markers = state.units[unit].low_ammo - 1
    state.change(unit, low_ammo=markers)
    umpire.tell(
        AmmunitionBrought(
            rules=(rule,), unit=name(state, unit), hex=state.hex_of(unit), markers=markers
        )
    )


class _OneOf(Ask, frozen=True):
    """A question about the batteries of a group that fired; it passes if none will do."""

    side: SideName
    units: tuple[UnitNumber, ...]

    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def able(self, state: State) -> Iterable[int]:
        raise NotImplementedError

    def choices(self, state: State) -> list[Choice]:
        verb = self.verbs[0]
        found = [choice(verb, state.piece(unit).id) for unit in self.able(state)]
        return found or [choice("done")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            who = " ".join(choice.objects) or "nobody"
            yield Refusal(self.rule, f"{who} is not among those it can be")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb != "done":
            self.settle(state, state.game.roster.number[choice.object], umpire)

    def settle(self, state: State, unit: int, umpire: Umpire) -> None:
        raise NotImplementedError


class RunsShort(_OneOf, frozen=True):
    """After a natural 11 the owner puts a Low Ammo marker on a battery of the group.

    [blind_swords:6.6.2]
    """

    rule: ClassVar[str] = "blind_swords:6.6.2"
    verbs: ClassVar[tuple[str, ...]] = ("short", "done")

    def question(self, state: State) -> str:
        return "Which battery runs short of ammunition?"

    def able(self, state: State) -> Iterable[int]:
        on_map = [unit for unit in self.units if state.hex_of(unit)]
        return [unit for unit in on_map if next(bars_to_mark(state, unit), None) is None]

    def settle(self, state: State, unit: int, umpire: Umpire) -> None:
        mark(state, unit, self.rule, umpire)


class Resupplied(_OneOf, frozen=True):
    """After Superior Artillery a Low Ammo marker comes off the group. [blind_swords:7.4.10]"""

    topic: ClassVar[str] = "ammunition"

    rule: ClassVar[str] = "blind_swords:7.4.10"
    verbs: ClassVar[tuple[str, ...]] = ("supply", "done")

    def question(self, state: State) -> str:
        return "Which battery loses a Low Ammo marker?"

    def able(self, state: State) -> Iterable[int]:
        return [unit for unit in self.units if state.hex_of(unit) and state.units[unit].low_ammo]

    def settle(self, state: State, unit: int, umpire: Umpire) -> None:
        unmark(state, unit, self.rule, umpire)


STEPS: tuple[type[Any], ...] = (RunsShort, Resupplied)
