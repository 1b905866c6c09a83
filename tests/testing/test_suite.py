"""The suite itself: it plays a battle once, and it finds what it is there to find."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import longroll
from longroll.kernel.memo import Memo, finding
from longroll.kernel.system import System, systems
from longroll.kernel.trials import Trial, Trials
from longroll.systems.stockade_redan import movement
from longroll.systems.stockade_redan.state import State
from longroll.testing.starts import Walk, battles_of, crowded_field, trials_of
from longroll.testing.test_contract import test_what_is_remembered_is_what_would_be_found as compare

STOCKADE = "stockade_redan"
CROWDED = Trial(seed=1, decisions=300)


class Plain(System[State]):
    slug = "plain"
    scenarios = {"first": "The first", "second": "The second"}


def test_a_system_that_brings_nothing_is_tried_with_each_scenario() -> None:
    assert battles_of(Plain()) == (Trial("first"), Trial("second"))
    assert trials_of(Plain()).crowded is None


def test_trials_must_be_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Plain, "trials", "longroll.kernel.trials:Trials")
    with pytest.raises(TypeError, match=r"plain: longroll.kernel.trials:Trials should be Trials"):
        trials_of(Plain())


def test_a_battle_without_crowded_positions_begins_at_the_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("longroll.testing.starts.trials_of", lambda system: Trials())
    assert crowded_field(STOCKADE, 1).position is None


def test_a_walk_is_a_battle_with_all_its_moments() -> None:
    walk = Walk(STOCKADE, CROWDED)
    assert len(walk.moments) == walk.end.past.number == 300
    assert [moment.played for moment in walk.moments] == walk.end.history()[1:]
    assert all(moment.chosen in moment.decision.choices for moment in walk.moments)
    assert len(list(walk.some(7))) == 7
    assert len(list(walk.some(1000))) == 300


def test_what_is_remembered_too_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    compare(Walk(STOCKADE, CROWDED))

    @finding("options")  # which never change, though units do
    def movable(state: State, side: str) -> tuple[object, ...]:
        return tuple(true(state, side))

    true = movement.movable
    monkeypatch.setattr(State, "memo", Memo(), raising=False)
    monkeypatch.setattr(movement, "movable", lambda *given: list(movable(*given)))
    with pytest.raises(AssertionError, match="decision"):
        compare(Walk(STOCKADE, CROWDED))


def test_every_system_of_ours_brings_crowded_positions() -> None:
    ours = [one for one in systems().values() if type(one).__module__.startswith("longroll.")]
    assert all(trials_of(system).crowded for system in ours)


@pytest.mark.parametrize("seed", range(6))
def test_armies_that_are_thrown_together_can_fight(seed: int) -> None:
    draw = trials_of(systems()["mckie"]).brawl
    assert draw is not None
    battle = longroll.position("mckie", draw(Random(seed)), seed=seed)
    assert battle.decision is not None
    state: Any = battle.state
    assert {unit.side for unit in state.units.values()} == set(battle.system.sides)
