"""The sequence of play, and every question in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import Reach, cheapest
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.event import Line
from longroll.kernel.memo import finding
from longroll.kernel.naming import SideName
from longroll.kernel.state import Result
from skirmish.events import Fired, Marched
from skirmish.state import (
    COMPANIES,
    CONFEDERATE,
    CROSSROADS,
    ENEMY,
    GRID,
    SIDES,
    UNION,
    WOODS,
    State,
    Unit,
    UnitName,
)

TURNS, MARCH, RANGE = 5, 3, 2
DONE, STAY = choice("done"), choice("stay")


class BeginTurn(Do, frozen=True):
    """The Union marches and fires, then the Confederates do. [skirmish:2.1]"""

    def run(self, state: State, umpire: Umpire) -> None:
        state.turn += 1
        state.agenda += [
            EndTurn(),
            Fire(CONFEDERATE),
            March(CONFEDERATE),
            Fire(UNION),
            March(UNION),
        ]


class EndTurn(Do, frozen=True):
    """The reckoning after the last turn. [skirmish:6.2] [skirmish:6.3]"""

    def run(self, state: State, umpire: Umpire) -> None:
        if state.turn < TURNS:
            state.agenda.append(BeginTurn())
        elif (holder := state.at(CROSSROADS)) is not None:
            side = COMPANIES[holder].side
            state.result = Result(side, "victory", "skirmish:6.2", "it holds the crossroads")
        else:
            ours, theirs = (sum(state.units[u].strength for u in state.of(s)) for s in SIDES)
            winner = None if ours == theirs else UNION if ours > theirs else CONFEDERATE
            why = f"nobody holds the crossroads, and strength is {ours} to {theirs}"
            state.result = Result(winner, "victory" if winner else "draw", "skirmish:6.3", why)


class Question(Ask, frozen=True):
    """What every question shares: candidates, and what bars each of them."""

    side: SideName

    #: The choice that takes no object.
    bare: ClassVar[Choice] = DONE

    def asks(self, state: State) -> str:
        return self.side

    def candidates(self, state: State) -> Iterator[str]:
        """What the first verb may be said of."""
        raise NotImplementedError

    def bars_object(self, state: State, word: str) -> Iterator[Refusal]:
        raise NotImplementedError

    def choices(self, state: State) -> Sequence[Choice]:
        found = [choice(self.verbs[0], word) for word in self.candidates(state)]
        bare = [self.bare] if self.bare.verb in self.verbs else []
        return [*(one for one in found if not any(self.bars(state, one))), *bare]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if len(choice.objects) != (choice.verb != self.bare.verb):
            yield Refusal(self.rule, f"{choice.verb!r} has too few or too many words after it")
        elif choice.objects:
            yield from self.bars_object(state, choice.object)


class March(Question, frozen=True):
    rule = "skirmish:3.1"
    verbs = ("march", "done")
    obvious = True

    def question(self, state: State) -> str:
        return "Which unit marches?"

    def candidates(self, state: State) -> Iterator[str]:
        return iter(state.of(self.side))

    def bars_object(self, state: State, word: str) -> Iterator[Refusal]:
        if word not in state.of(self.side):
            yield Refusal(self.rule, f"{word!r} is not a unit of yours")
        elif word in state.acted:
            yield Refusal("skirmish:3.4", f"{COMPANIES[word].title} has already marched")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice == DONE:
            state.agenda.pop()
            state.acted = frozenset()
        else:
            state.agenda.append(Marching(self.side, choice.object))


@finding("units")
def reach(state: State, name: str) -> Reach:
    """Where a unit can march, with the cost. [skirmish:3.2] [skirmish:3.3]"""
    start, enemy = state.units[name].hex, ENEMY[COMPANIES[name].side]

    def cost(here: str, there: str, spent: int) -> int | None:
        if state.at(there) is not None or (here != start and state.is_next_to(here, enemy)):
            return None
        return 2 if there in WOODS else 1

    return cheapest(GRID, start, None, cost, limit=MARCH)


class Marching(Question, frozen=True):
    unit: UnitName

    rule = "skirmish:3.1"
    verbs = ("to", "stay")
    bare = STAY

    def question(self, state: State) -> str:
        return f"Where does {COMPANIES[self.unit].title} march?"

    def candidates(self, state: State) -> Iterator[str]:
        return iter(sorted(reach(state, self.unit)))

    def bars_object(self, state: State, word: str) -> Iterator[Refusal]:
        if word not in GRID:
            yield Refusal(self.rule, f"{word!r} is not a hex of the map")
        elif state.at(word) is not None:
            yield Refusal("skirmish:3.2", f"a unit is in {word}")
        elif word not in reach(state, self.unit):
            yield Refusal(self.rule, f"three points do not carry it to {word}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.acted |= {self.unit}
        if choice != STAY:
            go(state, self.unit, choice.object, umpire, self.rule)


def go(state: State, name: str, to: str, umpire: Umpire, rule: str) -> None:
    unit = state.units[name]
    state.units = {**state.units, name: Unit(to, unit.strength)}
    umpire.tell(Marched(rules=(rule,), unit=name, start=unit.hex, to=to))


class Fire(Question, frozen=True):
    rule = "skirmish:4.1"
    verbs = ("shoot", "done")
    obvious = True

    def question(self, state: State) -> str:
        return "Who is fired at?"

    def candidates(self, state: State) -> Iterator[str]:
        return (state.units[name].hex for name in state.of(ENEMY[self.side]))

    def firers(self, state: State, hex: str) -> dict[str, int]:
        """Who can fire at a hex, and from how far away."""
        ranges = {u: GRID.distance(state.units[u].hex, hex) for u in state.of(self.side)}
        return {u: away for u, away in ranges.items() if away <= RANGE and u not in state.acted}

    def bars_object(self, state: State, word: str) -> Iterator[Refusal]:
        if state.at(word) not in state.of(ENEMY[self.side]):
            yield Refusal(self.rule, f"no enemy is in {word}")
        elif not self.firers(state, word):
            yield Refusal(self.rule, f"nobody who can still fire is within two hexes of {word}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice == DONE:
            state.agenda.pop()
            state.acted = frozenset()
            return
        hex, firers = choice.object, self.firers(state, choice.object)
        lines = [Line(state.units[u].strength, COMPANIES[u].title, "skirmish:4.2") for u in firers]
        lines += [Line(-1, "two hexes away", "skirmish:4.3") for a in firers.values() if a == RANGE]
        lines += [Line(-2, "in woods", "skirmish:4.4")] if hex in WOODS else []
        roll = umpire.roll(f"fire at {hex}")
        target = state.at(hex)
        assert target is not None  # it was allowed
        total = roll.value + sum(line.value for line in lines)
        lost = 2 if total >= 9 else 1 if total >= 7 else 0
        left = state.units[target].strength - lost
        fired = Fired(
            rules=("skirmish:4.2", "skirmish:4.5"),
            rolls=(roll,),
            places=tuple(state.units[name].hex for name in firers),
            hex=hex,
            target=target,
            lines=tuple(lines),
            total=total,
            lost=lost,
            left=left,
        )
        umpire.tell(fired)
        state.acted |= firers.keys()
        weaken(state, target, left)
        retreat = Retreat(ENEMY[self.side], target)
        # A unit with no way out stays where it is. [skirmish:5.2]
        if fired.drives_back and retreat.choices(state):
            state.agenda.append(retreat)


def weaken(state: State, name: str, left: int) -> None:
    """What is left of a unit; nothing is removed, and the last of a side ends the battle.

    [skirmish:4.6] [skirmish:6.1]
    """
    unit = state.units[name]
    others = {other: one for other, one in state.units.items() if other != name}
    state.units = {**state.units, name: Unit(unit.hex, left)} if left > 0 else others
    side = COMPANIES[name].side
    if not state.of(side):
        why = f"no {side.title()} unit is left"
        state.result = Result(ENEMY[side], "victory", "skirmish:6.1", why)


class Retreat(Question, frozen=True):
    unit: UnitName

    rule = "skirmish:5.1"
    verbs = ("retreat",)
    obvious = True

    def question(self, state: State) -> str:
        return f"Where does {COMPANIES[self.unit].title} retreat?"

    def candidates(self, state: State) -> Iterator[str]:
        return iter(GRID.adjacent[state.units[self.unit].hex])

    def bars_object(self, state: State, word: str) -> Iterator[Refusal]:
        if word not in GRID.adjacent[state.units[self.unit].hex]:
            yield Refusal(self.rule, f"{word} is not next to it")
        elif state.at(word) is not None:
            yield Refusal("skirmish:3.2", f"a unit is in {word}")
        elif state.is_next_to(word, ENEMY[self.side]):
            yield Refusal(self.rule, f"{word} is next to an enemy")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        go(state, self.unit, choice.object, umpire, self.rule)
