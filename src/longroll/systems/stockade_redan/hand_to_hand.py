"""12.0 Hand-to-hand combat: opposing units in one hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.dice import Roll
from longroll.kernel.event import Line
from longroll.kernel.naming import SideName
from longroll.systems.stockade_redan import carnage
from longroll.systems.stockade_redan.events import Fell, FoughtHandToHand
from longroll.systems.stockade_redan.roster import (
    CONFEDERATE,
    INFANTRY,
    NUMBER,
    OFFICER,
    ROSTER,
    UNION,
)
from longroll.systems.stockade_redan.state import State


class HandToHandPhase(Do, frozen=True):
    """Every hex with both sides in it fights, in order of the numbers.

    [stockade_redan:5.1.XII]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        shared = state.stacks[UNION].keys() & state.stacks[CONFEDERATE].keys()
        state.agenda.extend(HandToHand(hex) for hex in sorted(shared, reverse=True))


def count_lines(state: State, hex: Hex, side: str) -> tuple[Line, ...]:
    """The units a side counts (SR-46): including guns, and officers only beside their own infantry.

    Fire strength, terrain and Chaos of War do not matter.
    [stockade_redan:6.0.3] [stockade_redan:7.0.8] [stockade_redan:7.0.9] [stockade_redan:9.2.4]
    [stockade_redan:12.2.1] [stockade_redan:12.2.2] [stockade_redan:12.2.10]
    """
    stack = state.stack(hex, side)
    regiments = {ROSTER[unit].regiment for unit in stack if ROSTER[unit].kind == INFANTRY}
    fighters = [unit for unit in stack if ROSTER[unit].kind != OFFICER]
    officers = [
        unit
        for unit in stack
        if ROSTER[unit].kind == OFFICER and ROSTER[unit].regiment in regiments
    ]
    lines = [Line(len(fighters), "units", "stockade_redan:12.2.1")]
    if officers:
        lines.append(Line(len(officers), "officers with their regiment", "stockade_redan:7.0.8"))
    if len(regiments) > 1 and len(fighters) + len(officers):
        lines.append(Line(-1, "different regiments", "stockade_redan:12.2.2"))
    return tuple(lines)


def losses(winner: int, loser: int, pieces: int) -> int:
    """How many of the loser's pieces are lost: all of them at three to one.

    [stockade_redan:12.2.5] [stockade_redan:12.2.6] [stockade_redan:12.2.7]
    [stockade_redan:12.2.8]
    """
    if winner >= 3 * loser:
        return pieces
    return min(pieces, 2 if winner >= 2 * loser else 1 if winner > loser else 0)


class HandToHand(Do, frozen=True):
    """One die for each side, added to its units; the higher total wins.

    [stockade_redan:12.2.3] [stockade_redan:12.2.4]
    """

    hex: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        union = self._total(state, UNION, umpire)
        confederate = self._total(state, CONFEDERATE, umpire)
        difference = _sum(union[0]) - _sum(confederate[0])
        loser = "" if difference == 0 else CONFEDERATE if difference > 0 else UNION
        high, low = sorted((_sum(union[0]), _sum(confederate[0])), reverse=True)
        fall = losses(high, low, len(state.stack(self.hex, loser))) if loser else 0
        umpire.tell(
            FoughtHandToHand(
                rules=("stockade_redan:12.2.4", _loss_rule(high, low)),
                rolls=(union[1], confederate[1]),
                hex=self.hex,
                union=union[0],
                confederate=confederate[0],
                loser=loser,
                losses=fall,
            )
        )
        if loser:
            _lose(state, loser, self.hex, fall, umpire)

    def _total(self, state: State, side: str, umpire: Umpire) -> tuple[tuple[Line, ...], Roll]:
        roll = umpire.roll(f"{side} hand-to-hand")
        die = Line(roll.value, "die", "stockade_redan:12.2.3")
        return (*count_lines(state, self.hex, side), die), roll


def _loss_rule(high: int, low: int) -> str:
    if high >= 3 * low:
        return "stockade_redan:12.2.5"
    if high >= 2 * low:
        return "stockade_redan:12.2.6"
    return "stockade_redan:12.2.7" if high > low else "stockade_redan:12.2.8"


def _lose(state: State, side: str, hex: Hex, fall: int, umpire: Umpire) -> None:
    """Take the losses, asking only if the loser has a choice."""
    stack = state.stack(hex, side)
    if fall < len(stack):
        state.agenda.append(ChooseLosses(side, hex, fall))
        return
    umpire.tell(Fell(rules=("stockade_redan:12.2.9",), side=side, hex=hex, units=stack))
    for unit in stack:
        carnage.eliminate(state, unit)


class ChooseLosses(Ask, frozen=True):
    """The loser picks among all his pieces there, including officers (SR-47).

    [stockade_redan:12.2.6] [stockade_redan:12.2.7]
    """

    side: SideName
    hex: Hex
    left: int

    rule: ClassVar[str] = "stockade_redan:12.2.7"
    verbs: ClassVar[tuple[str, ...]] = ("lose",)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Which unit is lost hand to hand in {self.hex}? {self.left} to lose."

    def choices(self, state: State) -> list[Choice]:
        return [choice("lose", ROSTER[unit].id) for unit in state.stack(self.hex, self.side)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        unit = NUMBER.get(choice.object, -1)
        if len(choice.objects) != 1 or unit not in state.stack(self.hex, self.side):
            yield Refusal(self.rule, f"{choice.object!r} is not one of your units in {self.hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        unit = NUMBER[choice.object]
        umpire.tell(
            Fell(rules=("stockade_redan:12.2.9",), side=self.side, hex=self.hex, units=(unit,))
        )
        carnage.eliminate(state, unit)
        state.agenda.pop()
        if self.left > 1:
            state.agenda.append(ChooseLosses(self.side, self.hex, self.left - 1))


def _sum(lines: tuple[Line, ...]) -> int:
    return sum(line.value for line in lines)
