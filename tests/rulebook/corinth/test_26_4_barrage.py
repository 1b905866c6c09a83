"""26.4 The pre-dawn barrage."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.gbacw.events import Caisson, Fired, Losses
from longroll.systems.gbacw.fire_shifts import modified_die
from tests.rulebook.corinth.asking import asked
from tests.rulebook.corinth.field import field, state, unit
from tests.support import offered, only, play, rules_against

#: Guns face each other on open ground west of the town, eight hexes apart.
GUNS = "2128 landis | 2136 2ia-bty"
FACING = {"landis": {"facing": 3}, "2ia-bty": {"facing": 0}}


def dawn(
    dice: tuple[int, ...] = (), units: str = GUNS, states: dict[str, Any] | None = None
) -> Battle:
    facing = {**FACING, **(states or {})}
    return field(units, dice, turn=20, phasing="union", phase="J", states=facing)


@pytest.mark.rule("corinth:26.41.1")
def test_the_confederates_may_open_it() -> None:
    battle = dawn()
    assert asked(battle).side == "confederate"
    assert offered(battle) == ["barrage", "done"]
    play(battle, "barrage")
    assert asked(battle).side == "confederate"
    assert "fire 2136" in offered(battle)


@pytest.mark.rule("corinth:26.41.2")
def test_without_it_no_union_gun_fires() -> None:
    battle = dawn()
    play(battle, "done")
    assert state(battle).turn == 21
    assert unit(battle, "2ia-bty").rounds == 12


@pytest.mark.rule("corinth:26.42.1")
def test_confederates_first_batteries_only_and_eight_hexes_at_most() -> None:
    units = "2128 landis | 2129 wade-a 9ar | 2136 2ia-bty | 2137 7il | 2130 50il"
    battle = dawn(units=units, states={"wade-a": {"facing": 3}, "9ar": {"facing": 3}})
    play(battle, "barrage")
    assert asked(battle).side == "confederate"
    play(battle, "fire 2130")
    assert "corinth:26.42.1" in rules_against(battle, "add 9ar 4")
    assert not any(choice.startswith("add 9ar") for choice in offered(battle))


@pytest.mark.rule("corinth:26.42.1")
def test_nine_hexes_are_too_far() -> None:
    battle = dawn(units="2127 landis | 2136 2ia-bty")
    told = play(battle, "barrage")
    assert not any(isinstance(event, Fired) for event in told)
    assert state(battle).turn == 21


@pytest.mark.rule("corinth:26.42.2")
@pytest.mark.parametrize("die, result", [(1, 0), (2, 1), (6, 5)])
def test_one_off_the_die_and_nothing_for_a_zero(die: int, result: int) -> None:
    battle = dawn((die,) + (1,) * 4)
    fired = only(play(battle, "barrage", "fire 2136", "all", "resolve"), Fired)
    assert fired.die == result
    assert [line.rule for line in fired.die_lines] == ["corinth:26.42.2"]
    if not result:
        assert fired.result == "-"


@pytest.mark.rule("corinth:26.42.1", "corinth:roster.4")
def test_guns_that_moved_in_the_night_fire_and_each_shot_costs_a_round() -> None:
    battle = dawn((1,), states={"landis": {"facing": 3, "moved": True}})
    play(battle, "barrage", "fire 2136", "all", "resolve")
    assert unit(battle, "landis").rounds == 11


@pytest.mark.rule("corinth:26.42.2")
def test_a_zero_is_a_one_in_any_other_fire() -> None:
    assert modified_die(0, (), "offensive") == 1
    assert modified_die(0, (), "barrage") == 0


@pytest.mark.rule("corinth:26.43")
def test_then_the_union_fires_under_the_same_limits() -> None:
    battle = dawn((1, 1), units="2128 landis | 2136 2ia-bty | 2127 9ar | 2126 31al | 2135 7il")
    play(battle, "barrage", "fire 2136", "all", "resolve")
    assert asked(battle).side == "union"
    assert offered(battle) == ["fire 2128", "done"]
    play(battle, "fire 2128")
    assert "corinth:26.42.1" in rules_against(battle, "add 7il 4")
    fired = only(play(battle, "all", "resolve"), Fired)
    assert fired.die == 0
    play(battle, "done")
    assert state(battle).turn == 21


@pytest.mark.rule("corinth:26.43")
def test_guns_the_confederates_pinned_do_not_answer() -> None:
    battle = dawn(states={"2ia-bty": {"facing": 0, "pinned": True}})
    play(battle, "barrage", "done")
    assert state(battle).turn == 21


@pytest.mark.rule("corinth:26.44")
def test_no_rapid_fire() -> None:
    battle = dawn(units="2128 landis | 2130 7il 50il")
    play(battle, "barrage", "fire 2130")
    assert "corinth:26.44" in rules_against(battle, "rapid landis")
    assert "rapid landis" not in offered(battle)


@pytest.mark.rule("corinth:26.45")
def test_losses_are_pins_without_a_check() -> None:
    units = "2128 landis | 2130 7il"
    battle = dawn((6,), units=units)
    told = play(battle, "barrage", "fire 2130", "all", "resolve")
    assert only(told, Fired).result[0].isdigit()
    assert not any(isinstance(event, Losses | Caisson) for event in told)
    assert unit(battle, "7il").strength == 4
    assert unit(battle, "7il").pinned


@pytest.mark.rule("corinth:26.45")
def test_other_results_stand() -> None:
    battle = dawn((5, 6), units="2128 wade-b | 2132 7il", states={"wade-b": {"facing": 3}})
    told = play(battle, "barrage", "fire 2132", "all", "resolve")
    result = only(told, Fired).result
    assert result in ("P", "R", "P/R"), result
    assert unit(battle, "7il").pinned or unit(battle, "7il").routed
