"""Random rules: small programs that roll dice, change a state, tell effects and push more steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from longroll.kernel.agenda import Ask, Do, Umpire, chance_node
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.event import Effect, Event, Line
from longroll.kernel.state import Options, State

SIDE = "blue"
#: Facts that rules read, and one more that none does.
FACTS = 4
ASIDE = FACTS

Program = tuple[tuple[Any, ...], ...]


class Facts(State, kw_only=True, dict=True):
    facts: tuple[int, ...] = (0,) * (FACTS + 1)

    def copy(self) -> Facts:
        twin: Facts = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        return twin

    def note(self, place: int, fact: int) -> None:
        self.facts = (*self.facts[:place], fact, *self.facts[place + 1 :])


class Noted(Event, frozen=True, kw_only=True):
    place: int
    fact: int

    def text(self) -> str:
        return f"fact {self.place} is {self.fact}"

    def effect(self) -> Effect | None:
        if self.fact == 0:
            return None
        return Effect("rout" if self.fact == 1 else "nothing", self.text())

    def ledger(self) -> tuple[Line, ...]:
        return (Line(self.fact, "fact", "programs:1"),)


class Execute(Do, frozen=True):
    program: Program

    def run(self, state: Facts, umpire: Umpire) -> None:
        execute(state, self.program, umpire)


class Apart(Execute, frozen=True):
    """One of several programs that are matters of their own."""

    apart = True


class Begin(Ask, frozen=True):
    program: Program
    rule = "programs:1"
    verbs = ("begin",)

    def asks(self, state: Facts) -> str:
        return SIDE

    def choices(self, state: Facts) -> Sequence[Choice]:
        return [choice("begin")]

    def bars(self, state: Facts, choice: Choice) -> Iterator[Refusal]:
        return iter(())

    def answer(self, state: Facts, choice: Choice, umpire: Umpire) -> None:
        execute(state, self.program, umpire)


def begun(program: Program) -> Facts:
    """A state that asks for the program to begin."""
    return Facts(scenario="", options=Options(), agenda=[Begin(program)])


def execute(state: Facts, program: Program, umpire: Umpire) -> None:
    for word, *rest in program:
        match word, rest:
            case "roll", (place, sides, at_most):
                roll = umpire.roll("a roll", sides, at_most)
                fact = roll.value if at_most is None else int(roll.value <= at_most)
                _note(state, place, fact, umpire)
            case "look up", (place, sides, parts):
                meaning = lambda *faces, n=parts: sum(faces) % n  # noqa: E731
                _, fact = umpire.look_up("a chart", meaning, sides=sides)
                _note(state, place, fact, umpire)
            case "node", (place, inner):
                state.note(place, settled(state, inner, umpire))
            case "aside", (sides,):
                set_aside(state, sides, umpire)
            case "when", (place, fact, inner):
                if state.facts[place] == fact:
                    execute(state, inner, umpire)
            case "push", (inner,):
                state.agenda.append(Execute(inner))
            case "apart", (inner,):
                state.agenda.append(Apart(inner))


def _note(state: Facts, place: int, fact: int, umpire: Umpire) -> None:
    state.note(place, fact)
    umpire.tell(Noted(rules=("programs:1",), place=place, fact=fact))


@chance_node()
def settled(state: Facts, program: Program, umpire: Umpire) -> int:
    execute(state, program, umpire)
    return sum(state.facts[:FACTS]) % 3


@chance_node(aside=True)
def set_aside(state: Facts, sides: int, umpire: Umpire) -> None:
    _note(state, ASIDE, umpire.roll("aside", sides).value, umpire)


def random_program(chance: Random, length: int = 4, depth: int = 2) -> Program:
    """A program that can be anything; short enough to walk through all of it."""
    program: list[tuple[Any, ...]] = []
    for _ in range(chance.randint(1, length)):
        place = chance.randrange(FACTS)
        words = ["roll", "look up", "aside"]
        words += ["node", "node", "when", "push", "apart"] if depth else []
        match word := chance.choice(words):
            case "roll":
                sides = chance.choice((2, 3, 6))
                program.append((word, place, sides, chance.choice((None, 0, 1, sides - 1, sides))))
            case "look up":
                each = chance.choice(((6,), (6,), (6, 6), (3, 4)))
                program.append((word, place, each, chance.choice((1, 2, 3))))
            case "aside":
                program.append((word, chance.choice((2, 3))))
            case "when":
                inner = random_program(chance, length - 1, depth - 1)
                program.append((word, place, chance.choice((0, 1, 2)), inner))
            case "node":
                program.append((word, place, random_program(chance, length - 1, depth - 1)))
            case "push" | "apart":
                program.append((word, random_program(chance, length - 1, depth - 1)))
    return tuple(program)


def tosses(count: int) -> Program:
    """A coin tossed so many times, each a step of its own."""
    return (("push", (("roll", 0, 2, None),)),) * count
