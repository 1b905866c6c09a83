"""The odds of a choice: its outcomes and their probabilities, exact where they can be counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import sqrt

import msgspec

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.branches import (
    BranchingUmpire,
    Chances,
    Left,
    Rests,
    TooManyOutcomes,
    TooManyRuns,
    count,
    in_short,
)
from longroll.kernel.decision import Choice
from longroll.kernel.dice import LONGEST_SEED, Seeded
from longroll.kernel.event import Detail, Event, Kind, Line, Volley, worst
from longroll.kernel.state import State, digest

#: What happens next to a state.
Step = Callable[[State, Umpire], None]
#: If the outcomes cannot be counted, the whole choice is tried this many times; or less often if
#: that would take more runs of a step. The first trials show how many it takes.
SAMPLES, FIRST = 64, 8
MOST_TRIED = 1_000


class Outcome(msgspec.Struct, frozen=True):
    """One thing that can happen, as the log would report it without the dice.

    `kind` is the worst kind of its effects; `error` is the standard error of a probability that was
    sampled.
    """

    probability: Fraction
    effects: tuple[str, ...]
    kind: Kind = "nothing"
    error: float = 0.0


class Odds(msgspec.Struct, frozen=True):
    """All outcomes of a choice, likeliest first, and the arithmetic that leads to them.

    Where there would be too many outcomes there is one for each kind. Probabilities are exact
    unless `sampled` gives the number of trials they were found in; a position always gets the same
    trials.
    """

    outcomes: tuple[Outcome, ...]
    ledger: tuple[Line, ...]
    rules: tuple[str, ...]
    sampled: int = 0
    #: Who fires at whom in the event that the ledger belongs to.
    shots: tuple[Volley, ...] = ()
    #: The arithmetic in words: more than the ledger, where that has only modifiers.
    working: tuple[Detail, ...] = ()


def odds_of(state: State, choice: Choice, side: str, before: tuple[Event, ...] = ()) -> Odds:
    """What an answer to the pending question can lead to, as `side` will learn of it.

    The odds end where the next question or phase begins, and of several things that are `apart`
    with the first that rolls dice. `before` is what happens first, for certain.
    """
    umpire = BranchingUmpire(side)
    certain = umpire.effects_of(before)
    depth = len(state.agenda)

    def rests(state: State, rolled: bool) -> bool:
        """Whether the choice is finished: somebody is asked, the interrupted step continues, or
        dice have told what comes of the first of several things."""
        agenda = state.agenda
        if state.result is not None or len(agenda) < depth:
            return True
        return isinstance(agenda[-1], Ask) or (rolled and agenda[-1].apart)

    sampled = 0
    try:
        try:
            chances, ways = count(state.copy(), choice, umpire, rests)
        except TooManyOutcomes:
            umpire.keep_short()
            chances, ways = count(state.copy(), choice, umpire, rests)
    except TooManyRuns:
        chances = _sample(state, choice, umpire, rests)
        ways = sampled = sum(chances.values())
    outcomes = [
        Outcome(
            Fraction(number, ways),
            tuple([effect.text for effect in certain + effects]),
            worst([effect.kind for effect in certain + effects]),
            _standard_error(number, sampled) if sampled else 0.0,
        )
        for effects, number in chances.items()
    ]
    outcomes.sort(key=lambda outcome: (-outcome.probability, outcome.effects))
    return Odds(tuple(outcomes), umpire.ledger, umpire.rules, sampled, umpire.shots, umpire.working)


def _sample(state: State, choice: Choice, listener: BranchingUmpire, rests: Rests) -> Chances:
    """What a choice led to in a number of trials, in short."""
    dice = Seeded(f"{digest(state)} {choice}"[:LONGEST_SEED])
    most = MOST_TRIED // state.heft
    first = min(FIRST, SAMPLES)
    chances, runs = _tries(first, state, choice, listener, rests, dice)
    more = min(SAMPLES - first, first * (most - runs) // runs)
    if more > 0:
        _add(chances, _tries(more, state, choice, listener, rests, dice)[0])
    return chances


def _tries(
    trials: int,
    state: State,
    choice: Choice,
    listener: BranchingUmpire,
    rests: Rests,
    dice: Seeded,
) -> tuple[Chances, int]:
    """What a choice led to in some trials, and the runs of a step that it took.

    The trials go step by step together. Those that have come to the same state are one group: a
    step that rolls no dice is carried out once for all of them.
    """
    ask: Ask = state.agenda[-1]
    groups: list[tuple[State, Chances]] = [(state, {(): trials})]
    step: Step = partial(_answer, ask, choice)
    chances: Chances = {}
    runs, rolled = 0, dice.rolled
    while groups:
        after: list[tuple[State, Chances]] = []
        lefts: list[Left] = []
        for before, told in groups:
            for trial, chance in _tried(before, told, step, dice, listener):
                runs += 1
                if rests(trial, dice.rolled > rolled):
                    _add(chances, chance)
                else:
                    left = Left(trial)
                    found = next((at for at, one in enumerate(lefts) if one.is_like(left)), None)
                    if found is None:
                        after.append((trial, chance))
                        lefts.append(left)
                    else:
                        _add(after[found][1], chance)
        groups, step = after, _run_next
    return chances, runs


def _answer(ask: Ask, choice: Choice, trial: State, umpire: Umpire) -> None:
    ask.answer(trial, choice, umpire)


def _run_next(trial: State, umpire: Umpire) -> None:
    trial.agenda.pop().run(trial, umpire)


def _tried(
    state: State, told: Chances, step: Step, dice: Seeded, listener: BranchingUmpire
) -> Iterator[tuple[State, Chances]]:
    """The results of a step in all the trials that have come to a state."""
    for before, number in told.items():
        while number:
            trial, umpire = state.copy(), Umpire(dice)
            step(trial, umpire)
            times = 1 if umpire.faces else number
            number -= times
            yield trial, {in_short(before + listener.effects_of(umpire.events)): times}


def _add(chances: Chances, more: Chances) -> None:
    for told, number in more.items():
        chances[told] = chances.get(told, 0) + number


def _standard_error(number: int, trials: int) -> float:
    """Of a share of some trials; one hit and one miss are added, as a rare event may yet occur."""
    share = (number + 1) / (trials + 2)
    return sqrt(share * (1 - share) / trials)
