"""Odds that take equal states together, against every way the dice can fall, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

import longroll
from longroll import Battle
from longroll.kernel import branches, odds
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, choice
from longroll.kernel.dice import Dice, Every
from longroll.kernel.event import KINDS, Event, worst
from longroll.kernel.odds import SAMPLES, Odds, odds_of
from longroll.kernel.state import State, digest
from longroll.testing.starts import crowded_field
from tests.kernel import programs
from tests.kernel.programs import SIDE, begun, random_program, tosses

BEGIN = choice("begin")
#: More ways than so many take too long to walk through one by one.
MOST = 300

Found = dict[tuple[tuple[str, ...], str], Fraction]


class TooLong(Exception):
    pass


def one_by_one(state: State, said: Choice, side: str) -> Found:
    """The odds from every way the dice can fall, nothing taken together; TooLong for too many."""
    ways = 0

    def resolve(dice: Dice) -> list[Event]:
        nonlocal ways
        ways += 1
        if ways > MOST:
            raise TooLong
        trial, umpire = state.copy(), Umpire(dice)
        depth = len(trial.agenda)
        trial.agenda[-1].answer(trial, said, umpire)
        while trial.result is None and len(trial.agenda) >= depth:
            if isinstance(trial.agenda[-1], Ask):
                break
            if umpire.faces and trial.agenda[-1].apart:
                break
            trial.agenda.pop().run(trial, umpire)
        return umpire.events

    found: Found = {}
    for probability, events in Every.outcome(resolve):
        seen = [one for event in events if (one := event.seen_by(side)) is not None]
        effects = [effect for event in seen if (effect := event.effect()) is not None]
        told = tuple(effect.text for effect in effects), worst(effect.kind for effect in effects)
        found[told] = found.get(told, Fraction(0)) + probability
    return found


def as_found(odds: Odds) -> Found:
    return {(one.effects, one.kind): one.probability for one in odds.outcomes}


def test_random_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "MOST_RUNS", 100_000)
    monkeypatch.setattr(branches, "MOST_OUTCOMES", 100_000)
    checked = 0
    for seed in range(200):
        state = begun(random_program(Random(seed)))
        before = digest(state)
        try:
            expected = one_by_one(state, BEGIN, SIDE)
        except TooLong:
            continue
        assert as_found(odds_of(state, BEGIN, SIDE)) == expected, seed
        assert digest(state) == before
        checked += 1
    assert checked > 100


def decisions(system: str, seeds: range, most: int) -> Iterator[tuple[Battle, Choice]]:
    """Battles at close quarters, and what is chosen next."""
    for seed in seeds:
        battle, chance = crowded_field(system, seed), Random(seed)
        for _ in range(most):
            if battle.decision is None:
                break
            said = chance.choice(battle.decision.choices)
            yield battle, said
            battle.play(said)


@pytest.mark.parametrize("system", longroll.installed_systems())
def test_every_system(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules of a system promise of their dice is true."""
    monkeypatch.setattr(branches, "MOST_RUNS", 100_000)
    monkeypatch.setattr(branches, "MOST_OUTCOMES", 100_000)
    rolled = 0
    for battle, said in decisions(system, range(5), 100):
        assert battle.decision is not None
        side = battle.decision.side
        seen = battle.system.weighed(battle.state, side)
        try:
            expected = one_by_one(seen, said, side)
        except TooLong:
            continue
        assert as_found(battle.odds(said)) == expected, (battle.past.number, said)
        rolled += len(expected) > 1
    assert rolled > 5


def test_a_rule_is_not_run_again_for_a_state_it_has_begun_from() -> None:
    """A hundred tosses have more ways to fall than anybody can walk through."""
    found = odds_of(begun(tosses(100)), BEGIN, SIDE)
    assert found.sampled == 0
    assert [(one.probability, one.kind) for one in found.outcomes] == [
        (1 - Fraction(1, 2**100), "rout"),
        (Fraction(1, 2**100), "nothing"),
    ]


def test_odds_go_up_to_the_first_of_several_things_that_rolls() -> None:
    toss = ("roll", 0, 2, None)
    quiet, first, second = (("apart", program) for program in ((), (toss,), (toss,)))
    found = odds_of(begun((second, first, quiet)), BEGIN, SIDE)
    assert [(one.probability, one.effects) for one in found.outcomes] == [
        (Fraction(1, 2), ("fact 0 is 1",)),
        (Fraction(1, 2), ("fact 0 is 2",)),
    ]


# Too many


def test_too_many_outcomes_are_told_in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun(tosses(3))
    exact = odds_of(state, BEGIN, SIDE)
    monkeypatch.setattr(branches, "MOST_OUTCOMES", len(exact.outcomes) - 1)
    found = odds_of(state, BEGIN, SIDE)
    assert found.sampled == 0
    assert [(str(one.probability), one.effects, one.kind) for one in found.outcomes] == [
        ("7/8", ("a unit routs",), "rout"),
        ("1/8", ("no effect",), "nothing"),
    ]


def test_what_takes_too_long_is_sampled_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "MOST_RUNS", 5)
    state = begun(tosses(2))
    found = odds_of(state, BEGIN, SIDE)
    assert found.sampled == SAMPLES
    assert {one.effects for one in found.outcomes} == {("a unit routs",), ("no effect",)}
    assert sum(one.probability for one in found.outcomes) == 1
    for one, expected in zip(found.outcomes, (0.75, 0.25), strict=True):
        share = float(one.probability)
        assert one.error == pytest.approx((share * (1 - share) / SAMPLES) ** 0.5, rel=0.1)
        assert abs(share - expected) < 3 * one.error
    assert odds_of(state, BEGIN, SIDE) == found


def test_what_always_happened_is_not_called_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(branches, "MOST_RUNS", 5)
    [one] = odds_of(begun(tosses(50)), BEGIN, SIDE).outcomes
    assert one.probability == 1
    assert 0 < one.error < 0.05


def test_every_kind_has_words_in_short() -> None:
    assert tuple(one.kind for one in branches._IN_SHORT) == KINDS


def test_counting_is_given_up_as_soon_as_it_is_hopeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty tosses within one rule are a million ways: the first few show it."""
    tossed = 0

    def note(*_: object) -> None:
        nonlocal tossed
        tossed += 1

    monkeypatch.setattr(programs, "_note", note)
    monkeypatch.setattr(branches, "TELLING", 10)
    monkeypatch.setattr(odds, "SAMPLES", 1)
    assert odds_of(begun((("roll", 0, 2, None),) * 20), BEGIN, SIDE).sampled
    assert tossed < 20 * 15
