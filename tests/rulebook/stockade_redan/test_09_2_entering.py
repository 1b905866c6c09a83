"""9.2 Chaos of War: entering a marked hex."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import ChaosEntered, Moved
from longroll.systems.stockade_redan.roster import NUMBER
from tests.rulebook.stockade_redan.moments import fires_at, ids, state
from tests.support import field, only, play, refused, rules_against

AFFECTED = "stockade_redan:9.2.4"


def entering(units: str, *dice: int, there: str = "", placed_by: str = "confederate") -> Battle:
    """Phase VII: units in 3020, a marked hex 3021 south of them, an enemy in 3023."""
    inside = f" | 3021 {there}" if there else ""
    return field(
        f"3020 {units}{inside} | 3024 116il-a | 3023 36ms-a",
        dice,
        phase="VII",
        chaos={"3021": placed_by},
    )


@pytest.mark.rule("stockade_redan:9.2.7")
@pytest.mark.parametrize("placed_by", ["union", "confederate"])
@pytest.mark.parametrize("die", [2, 5])
def test_one_die_serves_the_whole_group_that_enters(placed_by: str, die: int) -> None:
    battle = entering("13us-a 13us-b hart", die, placed_by=placed_by)
    events = play(battle, "move 13us-a", "with 13us-b", "with hart", "to 3021")
    entry = only(events, ChaosEntered)
    assert ids(entry.units) == ["13us-a", "13us-b", "hart"]
    assert len(entry.rolls) == 1
    assert entry.stopped == (die == 2)


@pytest.mark.rule("stockade_redan:9.2.7")
def test_groups_that_enter_one_after_another_roll_each_for_itself() -> None:
    battle = entering("13us-a 13us-b", 5, 2)
    events = play(battle, "move 13us-a", "to 3021", "to 3022", "stop", "move 13us-b", "to 3021")
    entries = [event for event in events if isinstance(event, ChaosEntered)]
    assert [(ids(entry.units), entry.stopped) for entry in entries] == [
        (["13us-a"], False),
        (["13us-b"], True),
    ]


@pytest.mark.rule("stockade_redan:9.2.7", "stockade_redan:9.2.8")
def test_confederates_who_enter_roll_too() -> None:
    units = "1020 36ms-a | 1024 36ms-b | 3020 13us-a"
    battle = field(units, [3], phase="X", chaos={"1021": "union"})
    entry = only(play(battle, "move 36ms-a", "to 1021"), ChaosEntered)
    assert (ids(entry.units), entry.stopped) == (["36ms-a"], True)
    assert AFFECTED in rules_against(battle, "move 36ms-a")


@pytest.mark.rule("stockade_redan:9.2.8")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_one_to_three_stops_and_affects_the_entering_units(die: int) -> None:
    battle = entering("13us-a 13us-b", die)
    entry = only(play(battle, "move 13us-a", "with 13us-b", "to 3021"), ChaosEntered)
    assert (entry.stopped, entry.rules) == (True, ("stockade_redan:9.2.8",))
    with refused("stockade_redan:5.0.1"):
        battle.play("to 3022")
    for unit in ("13us-a", "13us-b"):
        assert AFFECTED in rules_against(battle, f"move {unit}")
    assert fires_at(battle, "3023") == ["116il-a"]


@pytest.mark.rule("stockade_redan:9.2.9")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_four_to_six_lets_the_entering_units_move_on(die: int) -> None:
    battle = entering("13us-a 13us-b", die)
    entry = only(play(battle, "move 13us-a", "with 13us-b", "to 3021"), ChaosEntered)
    assert (entry.stopped, entry.rules) == (False, ("stockade_redan:9.2.9",))
    step = only(play(battle, "to 3121", "stop"), Moved)
    assert (step.to, step.spent) == ("3121", 2)
    assert fires_at(battle, "3023") == ["116il-a", "13us-a", "13us-b"]


@pytest.mark.rule("stockade_redan:9.2.10")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_whoever_passes_but_stays_is_affected_for_the_rest_of_the_turn(die: int) -> None:
    battle = entering("13us-a", die)
    play(battle, "move 13us-a", "to 3021", "stop")
    assert AFFECTED in rules_against(battle, "move 13us-a")
    assert fires_at(battle, "3023") == ["116il-a"]
    with refused(AFFECTED):
        battle.play("add 13us-a")


@pytest.mark.rule("stockade_redan:9.2.11")
@pytest.mark.parametrize("officer", ["13us-o1", "116il-o1"])
def test_an_officer_already_there_keeps_those_who_stop_unaffected(officer: str) -> None:
    battle = entering("13us-a", 5, there=officer)
    only(play(battle, "move 13us-a", "to 3021", "stop"), ChaosEntered)
    assert fires_at(battle, "3023") == ["116il-a", "13us-a"]


@pytest.mark.rule("stockade_redan:9.2.11", "stockade_redan:9.2.8")
def test_with_an_officer_there_a_failed_roll_only_stops() -> None:
    """SR-52."""
    battle = entering("13us-a", 2, there="13us-o1")
    entry = only(play(battle, "move 13us-a", "to 3021"), ChaosEntered)
    assert entry.stopped
    assert rules_against(battle, "move 13us-a") == ["stockade_redan:10.0.3"]
    assert fires_at(battle, "3023") == ["116il-a", "13us-a"]


@pytest.mark.rule("stockade_redan:9.2.11")
@pytest.mark.parametrize("die", [2, 5])
def test_those_who_stopped_are_affected_when_that_officer_leaves(die: int) -> None:
    battle = entering("13us-a", die, there="13us-o1")
    play(battle, "move 13us-a", "to 3021", *(["stop"] if die == 5 else []))
    play(battle, "move 13us-o1 3020")
    assert fires_at(battle, "3023") == ["116il-a"]


@pytest.mark.rule("stockade_redan:9.2.12")
@pytest.mark.parametrize("officer", ["13us-o1", "116il-o1"])
def test_a_group_with_an_officer_moves_on_without_a_die(officer: str) -> None:
    battle = entering(f"13us-a 13us-b {officer}")
    events = play(battle, "move 13us-a", "with 13us-b", f"with {officer}", "to 3021", "to 3121")
    assert [event.spent for event in events if isinstance(event, Moved)] == [1, 2]


@pytest.mark.rule("stockade_redan:9.2.12")
def test_a_group_with_an_officer_may_stop_in_a_marked_hex_unaffected() -> None:
    battle = entering("13us-a 13us-b 13us-o1")
    play(battle, "move 13us-a", "with 13us-b", "with 13us-o1", "to 3021", "stop")
    assert fires_at(battle, "3023") == ["116il-a", "13us-a", "13us-b"]


@pytest.mark.rule("stockade_redan:9.2.12", "stockade_redan:9.2.2")
@pytest.mark.parametrize("group", ["13us-a 13us-o1", "8mo-a", "13us-o1"])
def test_a_move_in_one_breath_leads_through_a_marked_hex_for_those_it_cannot_stop(
    group: str,
) -> None:
    """Six hexes down the column, and no other way is as short."""
    battle = field(f"3020 {group} | 4020 116il-a", phase="VII", chaos={"3022": "confederate"})
    play(battle, f"move {group} 3026")
    assert len(state(battle).stack("3026", "union")) == len(group.split())


@pytest.mark.rule("stockade_redan:9.2.2", "stockade_redan:9.2.8")
def test_in_a_mixed_group_only_the_others_roll_and_the_eighth_missouri_goes_on() -> None:
    """SR-32."""
    battle = entering("13us-a 8mo-a", 2)
    entry = only(play(battle, "move 13us-a", "with 8mo-a", "to 3021"), ChaosEntered)
    assert (ids(entry.units), entry.stopped) == (["13us-a"], True)
    step = only(play(battle, "to 3121", "stop"), Moved)
    assert (ids(step.units), step.spent) == (["8mo-a"], 2)
    assert state(battle).hex_of(NUMBER["13us-a"]) == "3021"
    assert fires_at(battle, "3023") == ["116il-a", "8mo-a"]


@pytest.mark.rule("stockade_redan:9.2.9")
def test_a_mixed_group_that_passes_goes_on_together() -> None:
    """SR-32."""
    battle = entering("13us-a 8mo-a", 4)
    entry = only(play(battle, "move 13us-a", "with 8mo-a", "to 3021"), ChaosEntered)
    assert ids(entry.units) == ["13us-a"]
    assert ids(only(play(battle, "to 3121"), Moved).units) == ["13us-a", "8mo-a"]


@pytest.mark.rule("stockade_redan:9.2.2")
def test_the_eighth_missouri_enters_a_marked_hex_without_a_die() -> None:
    battle = entering("8mo-a 8mo-b")
    events = play(battle, "move 8mo-a", "with 8mo-b", "to 3021", "to 3022")
    assert [event.to for event in events if isinstance(event, Moved)] == ["3021", "3022"]


@pytest.mark.rule("stockade_redan:9.2.2")
def test_the_eighth_missouri_may_stop_in_a_marked_hex_and_fire() -> None:
    battle = entering("8mo-a")
    play(battle, "move 8mo-a", "to 3021", "stop")
    assert fires_at(battle, "3023") == ["116il-a", "8mo-a"]
