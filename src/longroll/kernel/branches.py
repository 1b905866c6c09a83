"""Every way the dice of a choice can fall.

The rules are the ones used in play, run by an umpire that takes every branch of the dice. To keep
that short, every step of the agenda, and every rule marked as a `chance_node`, is worked out once
for each state it can begin from. Results that leave the same state behind are merged, and what was
reported on the way is carried along as a distribution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import compress, product
from math import lcm, prod
from operator import attrgetter, is_not
from typing import Any

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice
from longroll.kernel.dice import Dice, H, Roll, Sides, each_of
from longroll.kernel.event import KINDS, Detail, Effect, Event, Line, Volley
from longroll.kernel.state import State

#: The limits for one choice: runs of a step or a chance node (fewer where a run takes longer,
#: `State.heft`), rolls in them, distinct states that a step leaves behind, and distinct outcomes.
MOST_RUNS = 1_000
MOST_ROLLS = 1_000
MOST_STATES = 60
MOST_OUTCOMES = 200
#: After so many runs of a rule it can be told how many there will be.
TELLING = 200

#: What was reported, and in how many of the ways the dice can fall.
Chances = dict[tuple[Effect, ...], int]
#: Whether a choice is finished in a state, dice having been rolled or not.
Rests = Callable[[State, bool], bool]
#: Which branch is taken at each point of a rule where the dice decide.
_Path = tuple[int, ...]


class TooManyRuns(Exception):
    """Counting would take too long."""


class TooManyOutcomes(Exception):
    """More outcomes than anybody would read."""


def count(
    trial: State, choice: Choice, umpire: BranchingUmpire, rests: Rests
) -> tuple[Chances, int]:
    """What a choice can lead to: the number of ways to each outcome, and of ways in all.

    `trial` is left in any state.
    """
    ask: Ask = trial.agenda[-1]
    nodes = umpire.every(trial, lambda: ask.answer(trial, choice, umpire), rests)
    while nodes.results:
        after = _Results()
        after.add(nodes.at_rest, nodes.ways)
        for node in nodes.results:
            node.left.restore(trial)
            umpire.events[:] = node.events
            found = umpire.every(trial, lambda: trial.agenda.pop().run(trial, umpire), rests)
            ways = nodes.ways * found.ways
            after.add(umpire.joined(node.chances, found.at_rest), ways)
            for one in found.results:
                chances, events = umpire.joined(node.chances, one.chances), node.events + one.events
                after.add(chances, ways, None, one.left, events)
        nodes = after
    return nodes.at_rest, nodes.ways


class BranchingUmpire(Umpire):
    """An umpire whose dice fall every way they can.

    Events count as `side` may know them; `in_short` keeps only the worst effect of each way.
    """

    __slots__ = (
        "_in_short",
        "_rolls",
        "_run",
        "_runs",
        "_side",
        "has_rolled",
        "ledger",
        "rules",
        "shots",
        "working",
    )

    def __init__(self, side: str) -> None:
        super().__init__(Dice())  # never rolled
        self._side = side
        self._in_short = False
        self._rolls = self._runs = 0
        #: Whether dice have been rolled since counting began.
        self.has_rolled = False
        self._run = _Run((), [], {}, 0)
        #: The first arithmetic that was reported.
        self.working: tuple[Detail, ...] = ()
        self.ledger: tuple[Line, ...] = ()
        self.rules: tuple[str, ...] = ()
        self.shots: tuple[Volley, ...] = ()

    def keep_short(self) -> None:
        """From now on keep only the worst effect of each way."""
        self._in_short = True
        self.has_rolled = False
        self.events.clear()

    def every(
        self,
        state: State,
        rule: Callable[[], Any],
        rests: Rests = lambda state, rolled: False,
        aside: bool = False,
    ) -> _Results:
        """Every result of a rule that begins from `state`, which is put back afterwards."""
        outer, covered, begun, most = self._run, 0.0, self._runs, MOST_RUNS // state.heft
        before, told = Left(state), len(self.events)
        paths: list[_Path] = [()]
        known: dict[_Path, Any] = {}
        found = _Results()
        while paths:
            self._runs += 1
            if self._runs > most:
                raise TooManyRuns
            self._run = run = _Run(paths.pop(), paths, known, told)
            value = rule()
            self._hear()
            chances = {effects: run.weight * ways for effects, ways in run.chances.items()}
            covered += sum(chances.values()) / run.ways
            runs = self._runs - begun
            if runs > TELLING / state.heft and runs > covered * most:
                raise TooManyRuns  # so little is covered by so many runs that too many are due
            if rests(state, self.has_rolled):
                found.add(chances, run.ways)
            else:
                events = tuple(self.events[told:])
                found.add(chances, run.ways, value, Left(state), events, aside)
            del self.events[told:]
            before.restore(state)
        self._run = outer
        return found

    def _rolled(self) -> _Run:
        """The run in which dice are rolled now."""
        self.has_rolled = True
        self._rolls += 1
        if self._rolls > MOST_ROLLS:
            raise TooManyRuns
        return self._run

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        run = self._rolled()
        run.ways *= sides
        if at_most is None:
            return Roll(run.branch(sides) + 1, purpose, sides)
        low = max(0, min(at_most, sides))
        above = run.branch(2) if 0 < low < sides else int(low == 0)
        run.weight *= sides - low if above else low
        return Roll(low + above, purpose, sides)

    def look_up(
        self, purpose: str, meaning: Callable[..., H], dice: int = 1, sides: int | Sides = 6
    ) -> tuple[tuple[Roll, ...], H]:
        run, each = self._rolled(), each_of(dice, sides)
        groups = run.known.get(run.taken)
        if groups is None:
            first: dict[H, tuple[int, ...]] = {}
            alike: dict[H, int] = {}
            for faces in product(*[range(1, most + 1) for most in each]):
                meant = meaning(*faces)
                if meant in alike:
                    alike[meant] += 1
                else:
                    first[meant], alike[meant] = faces, 1
            groups = run.known[run.taken] = [(one, first[one], alike[one]) for one in alike]
        found, faces, ways = groups[run.branch(len(groups))]
        run.ways *= prod(each)
        run.weight *= ways
        rolls = zip(faces, each, strict=True)
        return tuple([Roll(face, purpose, most) for face, most in rolls]), found

    def settle(
        self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], aside: bool
    ) -> Any:
        self._hear()
        state, run = args[0], self._run
        found = run.known.get(run.taken)
        if found is None:
            found = self.every(state, lambda: rule(*args, **kwargs), aside=aside)
            run.known[run.taken] = found
        result = found.results[run.branch(len(found.results))]
        result.left.restore(state)
        run.ways *= found.ways
        run.chances = self.joined(run.chances, result.chances)
        self.events += result.events
        run.heard = len(self.events)
        return result.value

    def _hear(self) -> None:
        """Merge what was reported since the last time into the chances."""
        run = self._run
        if run.heard < len(self.events):
            effects = self.effects_of(self.events[run.heard :])
            run.heard = len(self.events)
            if effects:
                run.chances = self.joined(run.chances, {effects: 1})

    def effects_of(self, events: Iterable[Event]) -> tuple[Effect, ...]:
        """The effects of events, as far as the side may know them."""
        effects: list[Effect] = []
        for event in events:
            seen = event.seen_by(self._side)
            if seen is not None:
                if effect := seen.effect():
                    effects.append(effect)
                if not self.working and (working := seen.working()):
                    self.working, self.ledger, self.rules = working, seen.ledger(), seen.rules
                    self.shots = seen.scene().shots
        return tuple(effects)

    def joined(self, before: Chances, after: Chances) -> Chances:
        """What is reported in two parts, one after the other."""
        joined: Chances = {}
        for first, ways in before.items():
            for second, more in after.items():
                told = first + second
                if self._in_short:
                    told = in_short(told)
                joined[told] = joined.get(told, 0) + ways * more
            if len(joined) > MOST_OUTCOMES:
                raise TooManyOutcomes
        return joined


class _Run:
    """One way through a rule: the branches it takes, and what is reported on it."""

    __slots__ = ("_others", "_path", "chances", "heard", "known", "taken", "ways", "weight")

    def __init__(
        self, path: _Path, others: list[_Path], known: dict[_Path, Any], heard: int
    ) -> None:
        #: The branches to take; beyond their end the first is taken, and `others` gets the rest.
        self._path = path
        self._others = others
        self.taken: _Path = ()
        #: What is known about the branches at the end of a path.
        self.known = known
        #: The number of ways if all dice had as many branches, and how many of them this run is.
        self.ways = self.weight = 1
        self.chances: Chances = {(): 1}
        #: How many of the umpire's events are in `chances`.
        self.heard = heard

    def branch(self, count: int) -> int:
        """The index, out of `count` branches, of the one taken now."""
        taken = self.taken
        if len(taken) < len(self._path):
            index = self._path[len(taken)]
        else:
            index = 0
            self._others.extend([(*taken, other) for other in range(count - 1, 0, -1)])
        self.taken = (*taken, index)
        return index


class Left:
    """A state as a rule left it."""

    __slots__ = ("_agenda", "_facts", "_indexes")

    def __init__(self, state: State) -> None:
        self._facts = _facts_of(type(state))[1](state)
        self._agenda = tuple(state.agenda)  # the one container that is changed in place
        self._indexes = state.__dict__.copy()

    def is_like(self, other: Left) -> bool:
        return self._agenda == other._agenda and self._facts == other._facts

    def restore(self, state: State) -> None:
        """Make the state what it was."""
        names, facts_of = _facts_of(type(state))
        facts = self._facts
        changed = map(is_not, facts_of(state), facts)
        for name, fact in compress(zip(names, facts, strict=True), changed):
            setattr(state, name, fact)
        state.agenda[:] = self._agenda
        state.__dict__.update(self._indexes)


@cache
def _facts_of(kind: type[State]) -> tuple[tuple[str, ...], Callable[[State], tuple[Any, ...]]]:
    """The fields of a state apart from the agenda, and what reads them."""
    names = tuple([name for name in kind.__struct_fields__ if name != "agenda"])
    return names, attrgetter(*names)


class _Result:
    """One result of a rule: what it returned, the state it left, and what it may have reported.

    `events` are those of one of the ways that lead here.
    """

    __slots__ = ("chances", "events", "left", "value")

    def __init__(self, value: Any, left: Left, events: tuple[Event, ...]) -> None:
        self.value = value
        self.left = left
        self.events = events
        self.chances: Chances = {}

    def is_like(self, value: Any, left: Left, events: tuple[Event, ...]) -> bool:
        return bool(
            self.value == value
            and self.left.is_like(left)
            and _has_news(self.events) == _has_news(events)  # some rules ask for it
        )


class _Results:
    """Every result of a rule, equal ones merged, with the number of `ways` in all."""

    __slots__ = ("at_rest", "results", "ways")

    def __init__(self) -> None:
        self.ways = 1
        self.results: list[_Result] = []
        #: What was reported where the choice is finished, so that the state no longer matters.
        self.at_rest: Chances = {}

    def add(
        self,
        chances: Chances,
        ways: int,
        value: Any = None,
        left: Left | None = None,
        events: tuple[Event, ...] = (),
        aside: bool = False,
    ) -> None:
        """Add what was reported in some of `ways` ways; without `left` the choice is finished."""
        if ways != self.ways:
            common = lcm(ways, self.ways)
            _scale(self.at_rest, common // self.ways)
            for result in self.results:
                _scale(result.chances, common // self.ways)
            self.ways = common
        mine = self.at_rest if left is None else self._result(value, left, events, aside).chances
        factor = self.ways // ways
        for effects, number in chances.items():
            mine[effects] = mine.get(effects, 0) + number * factor
        if len(mine) > MOST_OUTCOMES:
            raise TooManyOutcomes

    def _result(self, value: Any, left: Left, events: tuple[Event, ...], aside: bool) -> _Result:
        for result in self.results:
            if (aside and result.value == value) or result.is_like(value, left, events):
                return result
        if len(self.results) >= MOST_STATES:
            raise TooManyRuns
        self.results.append(result := _Result(value, left, events))
        return result


def in_short(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Only the kind of the worst effect, if there is one."""
    if not effects:
        return ()
    return (_IN_SHORT[max(KINDS.index(effect.kind) for effect in effects)],)


_IN_SHORT = (
    Effect("nothing", "no effect"),
    Effect("other", "no harm done"),
    Effect("ammunition", "ammunition runs out"),
    Effect("pin", "a unit is pinned"),
    Effect("loss", "losses"),
    Effect("leader", "a leader is lost"),
    Effect("retreat", "a unit falls back"),
    Effect("rout", "a unit routs"),
    Effect("destruction", "a unit is destroyed"),
    Effect("capture", "prisoners or guns are taken"),
    Effect("end", "the battle ends"),
)


def _scale(chances: Chances, factor: int) -> None:
    for effects in chances:
        chances[effects] *= factor


def _has_news(events: tuple[Event, ...]) -> bool:
    return any(event.news for event in events)
