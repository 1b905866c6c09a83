"""A tiny game for the tests of the kernel: two sides count to a goal.

In its turn a side may `add` 1 to 3, `roll` for a lucky five, `draw` one lot of ten, `scout` (news),
`seal` (nothing before it can be undone), `doubt` (a question that may answer itself) or trip over
its own feet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar

import msgspec

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.dice import Dice, Scripted
from longroll.kernel.errors import BadPosition
from longroll.kernel.event import Effect, Event, Line
from longroll.kernel.state import Options, Result, State
from longroll.kernel.system import System

BLUE, GRAY = "blue", "gray"


class CountingOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    goal: Annotated[int, msgspec.Meta(ge=1, le=1_000)] = 20
    #: A die falls as each round begins.
    weather: bool = False


class CountingState(State, kw_only=True):
    options: CountingOptions
    total: int = 0
    points: dict[str, int] = {}
    marks: frozenset[str] = frozenset()
    #: What each side has up its sleeve; the other cannot know.
    sleeves: dict[str, int] = {}

    def copy(self) -> CountingState:
        twin: CountingState = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        return twin


class Told(Event, frozen=True, kw_only=True):
    what: str

    def text(self) -> str:
        return self.what.capitalize()

    def effect(self) -> Effect | None:
        return Effect("other", self.what)


class Tried(Told, frozen=True, kw_only=True):
    def ledger(self) -> tuple[Line, ...]:
        return (Line(2, "needed", "counting:3"),)


class Scouted(Told, frozen=True, kw_only=True):
    side: str
    news: ClassVar[bool] = True

    def seen_by(self, side: str) -> Event | None:
        return self if side == self.side else None


class Sealed(Told, frozen=True, kw_only=True):
    final: ClassVar[bool] = True


class BeginRound(Do, frozen=True):
    number: int = 1

    def run(self, state: CountingState, umpire: Umpire) -> None:
        rolls = (umpire.roll("weather"),) if state.options.weather else ()
        umpire.tell(Told(rules=("counting:1",), rolls=rolls, what=f"round {self.number}"))
        state.agenda += [BeginRound(self.number + 1), Turn(GRAY), Turn(BLUE)]


class TryLuck(Do, frozen=True):
    side: str

    def run(self, state: CountingState, umpire: Umpire) -> None:
        roll = umpire.roll("luck", at_most=2)
        lucky = roll.value <= 2
        umpire.tell(
            Tried(rules=("counting:3",), rolls=(roll,), what="lucky" if lucky else "no luck")
        )
        if lucky:
            count(state, self.side, 5)


class Fall(Do, frozen=True):
    """Breaks after a die has been rolled and the state changed."""

    def run(self, state: CountingState, umpire: Umpire) -> None:
        umpire.roll("a fall")
        count(state, GRAY, 3)
        raise RuntimeError("fell")


class Turn(Ask, frozen=True):
    """A side does as many things as it likes, then `done`."""

    side: str
    rule = "counting:2"
    verbs = (
        "add", "roll", "scout", "seal", "doubt", "show", "done", "stumble", "trip", "break", "draw",
    )  # fmt: skip

    def asks(self, state: CountingState) -> str:
        return self.side

    def question(self, state: CountingState) -> str:
        return f"{self.side} counts on from {state.total}"

    def choices(self, state: CountingState) -> Sequence[Choice]:
        adds = [choice("add", str(n)) for n in (1, 2, 3)]
        return [*adds, *map(choice, ("roll", "scout", "seal", "doubt", "show", "done"))]

    def bars(self, state: CountingState, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "add":
            if len(choice.objects) != 1:
                yield Refusal("counting:2.1", "add one number")
            if not choice.object.isdecimal():
                yield Refusal("counting:2.2", f"{choice.object!r} is no number")
            elif not 1 <= int(choice.object) <= 3:
                yield Refusal("counting:2.3", f"{choice.object} is not 1 to 3")
        else:
            yield from bare(choice, "counting:2.4")

    def answer(self, state: CountingState, choice: Choice, umpire: Umpire) -> None:
        match choice.verb:
            case "add":
                umpire.tell(Told(rules=("counting:2",), what=f"{self.side} adds {choice.object}"))
                count(state, self.side, int(choice.object))
            case "roll":
                state.agenda.append(TryLuck(self.side))
            case "scout":
                umpire.tell(Scouted(rules=("counting:4",), what="enemy seen", side=self.side))
            case "seal":
                umpire.tell(Sealed(rules=("counting:5",), what="sealed"))
            case "doubt":
                state.agenda.append(Doubt(self.side))
            case "show":
                sleeves = ", ".join(f"{side} {n}" for side, n in sorted(state.sleeves.items()))
                umpire.tell(Told(rules=("counting:7",), what=sleeves or "empty sleeves"))
            case "draw":
                rolls = (umpire.roll("a lot", 10), umpire.roll("its sign"))
                umpire.tell(Told(rules=("counting:10",), rolls=rolls, what="a lot is drawn"))
                count(state, self.side, 1 + rolls[0].value % 2)
            case "done":
                state.agenda.pop()
            case "stumble":
                umpire.roll("a stumble")
                count(state, self.side, 3)
                raise RuntimeError("stumbled")
            case "trip":
                count(state, self.side, 3)
                state.agenda.append(Fall())
            case "break":
                count(state, self.side, 3)
                raise KeyboardInterrupt


class Doubt(Ask, frozen=True):
    """Answers itself where the total is even: then only `yes` is left."""

    side: str
    rule = "counting:6"
    verbs = ("yes", "no")
    obvious = True

    def asks(self, state: CountingState) -> str:
        return self.side

    def question(self, state: CountingState) -> str:
        return "sure?"

    def choices(self, state: CountingState) -> Sequence[Choice]:
        return [choice("yes")] if state.total % 2 == 0 else [choice("yes"), choice("no")]

    def bars(self, state: CountingState, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal("counting:6.1", f"{choice} is no answer")

    def answer(self, state: CountingState, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        umpire.tell(Told(rules=("counting:6",), what=f"{self.side} says {choice.verb}"))


def count(state: CountingState, side: str, number: int) -> None:
    state.total += number
    state.points = {**state.points, side: state.points.get(side, 0) + number}
    state.marks |= {f"{side}-{number}"}
    if state.total >= state.options.goal:
        state.result = Result(side, f"{side} counts to {state.total}", "counting:8", "the goal")


class Counting(System[CountingState]):
    slug = "counting"
    title = "Counting"
    version = "7"
    sides = (BLUE, GRAY)
    scenarios = {"short": "A short count", "long": "A long count"}
    options = CountingOptions
    state = CountingState
    steps = (BeginRound, TryLuck, Fall, Turn, Doubt)

    def start(self, scenario: str, options: Options) -> CountingState:
        assert isinstance(options, CountingOptions)
        state = CountingState(scenario=scenario, options=options, agenda=[BeginRound()])
        state.sleeves = {BLUE: 3, GRAY: 4}
        return state

    def out_of_turn(self, state: CountingState, choice: Choice) -> Refusal:
        return Refusal("counting:2.0", f"{choice.verb!r} is out of turn")

    def gesture(
        self, state: CountingState, choice: Choice
    ) -> tuple[list[Choice], list[Refusal]] | None:
        """`rush 1 roll 2` is `add 1`, `roll`, `add 2`."""
        if choice.verb != "rush":
            return None
        if not choice.objects:
            return [], [Refusal("counting:9", "rush what?"), Refusal("counting:9.1", "say it")]
        words = choice.objects
        return [Choice("add", (w,)) if w.isdecimal() else Choice(w) for w in words], []

    def facts(self, state: CountingState, side: str) -> msgspec.Struct:
        return Facts(state.total, state.sleeves.get(side))

    def as_seen(self, state: CountingState, side: str) -> CountingState:
        seen = state.copy()
        seen.sleeves = {own: n for own, n in state.sleeves.items() if own == side}
        return seen

    def from_position(self, data: dict[str, Any]) -> CountingState:
        options = self.read_options(data.get("options", {}))
        scenario = self.require_scenario(data.get("scenario", "short"))
        if not isinstance(data.get("total"), int):
            raise BadPosition("total should be a number")
        state = self.start(scenario, options)
        state.total = data["total"]
        return state


class Facts(msgspec.Struct, frozen=True):
    total: int
    own_sleeve: int | None


COUNTING = Counting()


def counting(dice: Dice | Sequence[int] = (), sleeve: int = 4, **options: Any) -> Battle:
    """A new game; `sleeve` is what Gray has up its sleeve."""
    state = COUNTING.start("short", COUNTING.read_options(options))
    state.sleeves = {BLUE: 3, GRAY: sleeve}
    return Battle(COUNTING, state, dice if isinstance(dice, Dice) else Scripted(dice))


def all_of(battle: Battle) -> tuple[Any, ...]:
    """Everything by which two moments of a battle could differ."""
    state, decision = battle.state.copy(), battle.decision
    asked = decision and (decision.side, decision.question, list(decision.choices))
    return (
        state,
        state.agenda,
        battle.dice.rolled,
        battle.past,
        battle.history(),
        asked,
    )


def told(events: Iterable[Event]) -> list[str]:
    """What events say, in short."""
    return [event.what if isinstance(event, Told) else type(event).__name__ for event in events]


def total(battle: Battle) -> int:
    assert isinstance(battle.state, CountingState)
    return battle.state.total
