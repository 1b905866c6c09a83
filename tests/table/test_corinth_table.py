"""What the table is told at Corinth, and what it keeps from the Union."""

from __future__ import annotations

from random import Random

import pytest

import longroll
from longroll import Battle
from longroll.display import display_of, terminal_of
from longroll.display.facts import Facts
from longroll.systems.corinth import view
from longroll.systems.corinth.state import State


def facts(battle: Battle, side: str) -> Facts:
    told = battle.view(side).facts
    assert isinstance(told, Facts)
    return told


def notes(battle: Battle, side: str) -> dict[str, str]:
    return {note.label: note.value for note in facts(battle, side).notes}


def plotted() -> Battle:
    """The free set-up with the usual plan made, and the Union's turn to set up."""
    battle = longroll.new("corinth", "free", seed=1)
    battle.play("default")
    return battle


@pytest.fixture(scope="module")
def historical() -> Battle:
    """The historical battle when the Union may move for the first time."""
    battle = longroll.new("corinth", "historical", seed=1)
    while facts(battle, "union").phase != "B":
        assert battle.decision is not None
        verbs = {choice.verb: choice for choice in battle.decision.choices}
        battle.play(verbs.get("historical") or verbs.get("default") or verbs["done"])
    return battle


def test_the_plan_is_the_confederates_own() -> None:
    battle = plotted()
    assert "Hebert's Division" in notes(battle, "confederate")
    assert any(label.startswith("Held off area") for label in notes(battle, "confederate"))
    for other in ("union", "spectator"):
        told = notes(battle, other)
        assert "Hebert's Division" not in told
        assert not any(label.startswith("Held off area") for label in told)
        assert "Announced" in told


@pytest.mark.parametrize("viewer", ["union", "spectator"])
def test_whatever_the_plan_the_table_looks_the_same(viewer: str) -> None:
    battle = plotted()
    told = facts(battle, viewer)
    for seed in range(5):
        other = battle.system.reshuffle(battle.state, viewer, Random(seed))
        assert battle.system.facts(other, viewer) == told


def test_nobody_who_waits_off_the_map_can_be_measured() -> None:
    battle = plotted()
    with pytest.raises(ValueError, match="not on the map"):
        display_of(battle.system).reach(battle.state, "union", "green")


def test_objectives_are_marked_with_who_holds_them(historical: Battle) -> None:
    marks = {mark.hex: mark for mark in facts(historical, "union").marks}
    assert marks["1933"].name == "objective"
    assert {mark.side for mark in marks.values()} == {"union"}


def test_reserves_are_marked_in_the_order_of_battle_and_on_their_counters(
    historical: Battle,
) -> None:
    told = facts(historical, "union")
    assert "reserve" in told.groups["stanley"].states
    assert "reserve" in told.units["fuller"].states or "reserve" in told.units["47il"].states
    assert "2nd Division (Stanley)" in notes(historical, "confederate")["In reserve"]


def test_the_score_so_far_is_told(historical: Battle) -> None:
    assert "Confederate points" in notes(historical, "union")


def test_night_is_part_of_the_moment(historical: Battle) -> None:
    night = historical.state.copy()
    assert isinstance(night, State)
    night.turn = 17
    assert "night" in view.facts(night, "union").when
    assert "night" not in facts(historical, "union").when


def test_the_terminal_draws_and_names_what_there_is(historical: Battle) -> None:
    system, told = historical.system, facts(historical, "union")
    assert "Game-Turn 2 of 32" in terminal_of(system).headline(told)
    assert len(terminal_of(system).draw(told).splitlines()) == 2 * 45 + 2
    lines = terminal_of(system).describe(told, "1933")
    assert "Battery Robinett" in lines[0]
    assert any("objective" in line for line in lines)
    assert "1933" in terminal_of(system).draw(told, "1933", 1)
