"""What the operations of GBACW and Corinth have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar
from unittest.mock import patch

from msgspec.structs import replace

from longroll import Event
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.gbacw.roster import CONFEDERATE, UNION
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.tables import WEAPONS
from tests.vectors.runner import Operations, VectorFault, optional, required

E = TypeVar("E", bound=Event)

OPERATIONS = Operations()
operation = OPERATIONS.operation

SIDES = {"Union": UNION, "Confederate": CONFEDERATE}
TITLES = {slug: title for title, slug in SIDES.items()}

SIDE = required(*SIDES)
NUMBER = required(int, float)
FLAG = required(bool)
NO = optional(False, bool)
ROW = required("small_arms", "grapeshot")
CREWS = {"full": 2, "half": 1, "none": 0}


# Dice


class Steady(Dice):
    """Every die shows the same face: for what a vector does not ask about."""

    def __init__(self, value: int) -> None:
        super().__init__()
        self.value = value

    def face(self, index: int, sides: int, at_most: int | None) -> int:
        return self.value

    def copy(self) -> Steady:
        return Steady(self.value)


class Asked(Dice):
    """Dice for the purposes a vector scripts; every other die shows one face."""

    def __init__(self, dice: Dice, *purposes: str, other: int = 1) -> None:
        super().__init__()
        self.dice, self.purposes, self.other = dice, purposes, other

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Any:
        if purpose.startswith(self.purposes):
            return self.dice.roll(purpose, sides, at_most)
        return Steady(self.other).roll(purpose, sides, at_most)


class After(Dice):
    """One face that a vector names outright, then its dice."""

    def __init__(self, first: int, dice: Dice) -> None:
        super().__init__()
        self.first, self.dice = first, dice

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Any:
        if self.rolled:
            return self.dice.roll(purpose, sides, at_most)
        self.rolled = 1
        return Scripted((self.first,)).roll(purpose, sides, at_most)


# Play


def settle(state: State, umpire: Umpire) -> None:
    """Run every step that asks nobody."""
    while state.agenda and isinstance(state.agenda[-1], Do):
        step = state.agenda.pop()
        step.run(state, umpire)


def attempt(state: State, text: str, umpire: Umpire) -> bool:
    """Choose what the engine allows, and run what follows from it; whether it did."""
    choice = read_choice(text)
    settle(state, umpire)
    ask = state.agenda[-1]
    if choice.verb not in ask.verbs or next(iter(ask.bars(state, choice)), None) is not None:
        return False
    ask.answer(state, choice, umpire)
    settle(state, umpire)
    return True


def carry_on(state: State, umpire: Umpire, until: Callable[[Ask], bool] | None = None) -> None:
    """Play on, the first choice always taken, until a question or to the end of the agenda."""
    for _ in range(1000):
        settle(state, umpire)
        if not state.agenda or (until is not None and until(state.agenda[-1])):
            return
        ask = state.agenda[-1]
        ask.answer(state, ask.choices(state)[0], umpire)
    raise VectorFault("the engine does not come to an end")


def told(umpire: Umpire, kind: type[E]) -> list[E]:
    """What was told of one kind, in order."""
    return [event for event in umpire.events if isinstance(event, kind)]


def only(umpire: Umpire, kind: type[E]) -> E:
    """The one event of that kind."""
    found = told(umpire, kind)
    if len(found) != 1:
        raise VectorFault(f"{len(found)} {kind.__name__} where one should be")
    return found[0]


# Values that a vector names outright


def in_halves(points: float) -> int:
    """A value the engine counts in halves."""
    if 2 * points != int(2 * points):
        raise VectorFault(f"{points} is no number of halves")
    return int(2 * points)


@contextmanager
def weapons(given: Iterable[tuple[str, str, dict[int, float]]]) -> Iterator[None]:
    """For a while weapons with a code of their own: like another, but as strong as is given.

    Each is its code, the code it is modelled on, and multipliers by range.
    """
    made = {}
    for code, model, multipliers in given:
        weapon = WEAPONS[model]
        reach = max(weapon.range, *multipliers, 1)
        halves = [weapon.at(distance) for distance in range(1, reach + 1)]
        for distance, multiplier in multipliers.items():
            halves[distance - 1] = in_halves(multiplier)
        made[code] = replace(weapon, code=code, halves=tuple(halves))
    with patch.dict(WEAPONS, made):
        yield


WEAPON = required(*WEAPONS)
