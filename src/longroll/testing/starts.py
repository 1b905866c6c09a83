"""Where the battles of the contract suite begin, and those battles played at random."""

from __future__ import annotations

from collections.abc import Iterator
from pkgutil import resolve_name
from random import Random
from typing import Any, NamedTuple

import longroll
from longroll.kernel.agenda import Decision
from longroll.kernel.battle import Battle, Played
from longroll.kernel.decision import Choice
from longroll.kernel.state import State
from longroll.kernel.system import System, systems
from longroll.kernel.trials import Trial, Trials

#: A battle that random players have not finished by then does not end.
_ENDLESS = 100_000


def trials_of(system: System[Any]) -> Trials:
    """What a system is tried with, by its own word."""
    trials = resolve_name(system.trials) if system.trials else Trials()
    if not isinstance(trials, Trials):
        raise TypeError(f"{system.slug}: {system.trials} should be Trials, not {trials!r}")
    return trials


def battles_of(system: System[Any]) -> tuple[Trial, ...]:
    """The battles that try a system: its own, or else each scenario to its end."""
    return trials_of(system).battles or tuple(map(Trial, system.scenarios))


def full_battle(slug: str, seed: int, **options: Any) -> Battle:
    """A battle from the very beginning, those scenarios taking turns that are played to the end."""
    trials = battles_of(systems()[slug])
    full = [one.scenario for one in trials if one.scenario and one.decisions is None]
    scenarios = tuple(dict.fromkeys(full)) or tuple(systems()[slug].scenarios)
    return longroll.new(slug, scenarios[seed % len(scenarios)], seed=seed, options=options)


def crowded_position(slug: str, seed: int) -> dict[str, Any]:
    """A random position in which the sides are at close quarters, where the system has them."""
    crowded = trials_of(systems()[slug]).crowded
    if crowded is None:
        raise LookupError(f"{slug} has no crowded positions")
    return crowded(Random(seed))


def crowded_field(slug: str, seed: int, **options: Any) -> Battle:
    """A battle at close quarters; a full one where the system has no crowded positions."""
    if trials_of(systems()[slug]).crowded is None:
        return full_battle(slug, seed, **options)
    return longroll.position(slug, {**crowded_position(slug, seed), "options": options}, seed=seed)


def begin(slug: str, trial: Trial) -> Battle:
    """The battle of a trial before its first decision."""
    if trial.scenario:
        return longroll.new(slug, trial.scenario, seed=trial.seed, options=trial.options)
    return crowded_field(slug, trial.seed, **trial.options)


class Moment(NamedTuple):
    """A battle at a decision, what was chosen then, and what came of it. None of it changes."""

    battle: Battle
    decision: Decision
    chosen: Choice
    played: Played
    after: State

    def copy(self) -> Battle:
        """The battle to play on from here."""
        return self.battle.copy()


class Walk:
    """A trial played once, for many tests to look at."""

    def __init__(self, slug: str, trial: Trial) -> None:
        self.slug = slug
        self.trial = trial
        self.moments: list[Moment] = []
        self.end = begin(slug, trial)
        chance = Random(trial.seed)
        while (decision := self.end.decision) is not None:
            if len(self.moments) == trial.decisions:
                break
            assert len(self.moments) < _ENDLESS, "the battle does not end"
            before = self.end.copy()
            chosen = chance.choice(decision.choices)
            self.end.play(chosen)
            self.moments.append(Moment(before, decision, chosen, self.end.past, self.end.state))

    @property
    def system(self) -> System[Any]:
        return self.end.system

    def some(self, most: int) -> Iterator[Moment]:
        """At most so many moments, spread evenly over the battle."""
        return iter(self.moments[:: -(-len(self.moments) // most) or 1])
