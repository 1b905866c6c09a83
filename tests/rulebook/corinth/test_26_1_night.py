"""26.0 and 26.1 Night: its Game-Turns, marches in the dark, and the end of engagements."""

from typing import Any

import pytest

from longroll import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.assault_areas import entry_cost, road_ends, rows
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw.events import TurnBegan
from longroll.systems.gbacw.fire_bars import bars_to_fire
from longroll.systems.gbacw.firing import Attack
from longroll.systems.gbacw.movement import step_cost
from longroll.systems.gbacw.movers import unit_allowance
from longroll.systems.gbacw.sequence import PlayTurn, letters
from longroll.systems.gbacw.state import CAPTURED
from longroll.systems.gbacw.volley import (
    BARRAGE,
    DEFENSIVE,
    FORMATION,
    OFFENSIVE,
    RETREAT,
    WITHDRAWAL,
)
from tests.rulebook.corinth.asking import asked, titles
from tests.rulebook.corinth.field import SYSTEM, field, number, state, unit, where
from tests.support import offered, play, refused, rules_against

#: Objectives enough that neither side has won on the first day.
UNDECIDED = ["2437", "3844"]
#: The last Union phase of the first day, with a melee going on south of the town.
ENGAGED: dict[str, Any] = {
    "turn": 16,
    "phasing": "union",
    "phase": "J",
    "more": {"engaged": ["2742"], "areas": {"maury": "A"}, "confederate_held": UNDECIDED},
}


@pytest.mark.rule("corinth:26.0.1")
def test_an_undecided_first_day_is_followed_by_night_and_a_second_day() -> None:
    battle = field(
        "2030 7il | 1018 2tx",
        turn=16,
        phasing="union",
        phase="J",
        more={"confederate_held": UNDECIDED},
    )
    began = [event for event in battle.past.events if isinstance(event, TurnBegan)]
    assert [(event.turn, event.night) for event in began] == [(17, True)]
    assert [turn for turn in range(1, 33) if CORINTH.is_night(turn)] == [17, 18, 19, 20]
    assert CORINTH.last_turn == 32


@pytest.mark.rule("corinth:26.0.1")
def test_a_first_day_that_is_won_has_no_night() -> None:
    battle = field("2030 7il | 1018 2tx", turn=16, phasing="union", phase="J")
    assert battle.result is not None
    assert battle.result.winner == "union"


@pytest.mark.rule("corinth:26.0.2")
def test_recovery_then_the_barrage_after_the_fourth_night_turn() -> None:
    battle = field("2030 7il | 1018 2tx", turn=20, phasing="union", phase="J")
    assert titles(battle.past.events)[-1] == "BCE Recovery Interphase"
    assert offered(battle) == ["barrage", "done"]
    told = play(battle, "barrage")
    assert [title for title in titles(told) if "Barrage" in title]
    assert state(battle).turn == 21


@pytest.mark.rule("corinth:26.0.2")
def test_no_interphase_after_the_third_night_turn() -> None:
    battle = field("2030 7il | 1018 2tx", turn=19, phasing="union", phase="J")
    assert state(battle).turn == 20
    assert "BCE Recovery Interphase" not in titles(battle.past.events)


# Marches


@pytest.mark.rule("corinth:26.11")
@pytest.mark.parametrize("turn, points", [(16, "6"), (17, "9"), (20, "9"), (21, "6")])
def test_half_as_far_again_by_night(turn: int, points: str) -> None:
    battle = field("2030 7il", turn=turn, phasing="union", phase="B")
    battle.play("move 7il")
    assert f" {points} of movement left" in asked(battle).question


@pytest.mark.rule("corinth:26.11")
def test_everybody_goes_farther_by_night() -> None:
    night = state(field("2030 7il", turn=17, phase="B"))
    for mover, points in CORINTH.charts.allowance.items():
        assert unit_allowance(night, number("7il"), mover) >= points * 3 // 2


@pytest.mark.rule("corinth:26.12")
def test_woods_cost_a_point_more_and_nothing_else_does() -> None:
    costs = {}
    for turn in (16, 17):
        facts = state(
            field("1408 7il", turn=turn, phase="B", states={"7il": {"formation": "column"}})
        )
        group = (number("7il"),)
        costs[turn] = [
            step_cost(facts, group, a, b)
            for a, b in (("1408", "1409"), ("2028", "2029"), ("1901", "1902"), ("3322", "3323"))
        ]
    assert costs[16][0] == 4
    assert costs[17][0] == 6
    assert costs[16][1:] == costs[17][1:]


@pytest.mark.rule("corinth:26.12")
def test_whoever_comes_on_into_woods_by_night_pays_the_point_too() -> None:
    woods = next(
        hex
        for row in rows(CORINTH.ground).values()
        for hex in row
        if CORINTH.ground.kinds[hex] == ("woods",) and hex not in road_ends(CORINTH.ground)
    )
    day, night = (state(field("2030 7il", turn=turn, phase="B")) for turn in (16, 17))
    unit = number("33ms")
    assert entry_cost(night, unit, woods) == entry_cost(day, unit, woods) + 2


@pytest.mark.rule("corinth:26.13.1")
def test_nobody_goes_next_to_an_enemy_by_night() -> None:
    positions = {
        turn: field("2030 7il | 2027 2tx", turn=turn, phasing="union", phase="B")
        for turn in (16, 17)
    }
    for turn, battle in positions.items():
        battle.play("move 7il")
        battle.play("to 2029")
        assert ("to 2028" in offered(battle)) == (turn == 16)
    assert rules_against(positions[17], "to 2028") == ["corinth:26.13.1"]


@pytest.mark.rule("corinth:26.13.2")
def test_who_begins_next_to_an_enemy_may_only_leave_it() -> None:
    # The Texans face away, so that no zone is in the way.
    battle = field(
        "2028 7il | 2027 2tx", turn=17, phasing="union", phase="B", states={"2tx": {"facing": 0}}
    )
    battle.play("move 7il")
    near = [hex for hex in CORINTH.grid.adjacent["2028"] if "2027" in CORINTH.grid.adjacent[hex]]
    assert near
    for hex in near:
        assert "corinth:26.13.2" in rules_against(battle, f"to {hex}")
    assert "to 2029" in offered(battle)


# Fire


@pytest.mark.rule("corinth:26.14")
def test_leaving_a_zone_by_night_draws_fire() -> None:
    battle = field(
        "2028 7il | 2027 2tx", turn=17, phasing="union", phase="B", states={"2tx": {"facing": 3}}
    )
    play(battle, "move 7il", "to 2029")
    attack = state(battle).agenda[-1]
    assert isinstance(attack, Attack)
    assert attack.kind == WITHDRAWAL
    assert asked(battle).side == "confederate"


@pytest.mark.rule("corinth:26.15.1")
def test_no_fire_phases_and_no_melee_by_night() -> None:
    assert letters(state(field("2030 7il", turn=17, phase="B"))) == "ABGHJK"
    assert letters(state(field("2030 7il", turn=21, phase="B"))) == "ABCDEFGHJ"
    night = field("2028 7il | 2027 2tx", turn=17, phasing="union", phase="B")
    told = play(night, "done")
    assert not {"Defensive Fire Phase", "Offensive Fire Phase", "Melee Phase"} & set(titles(told))


@pytest.mark.rule("corinth:26.15.1")
def test_only_withdrawal_fire_by_night() -> None:
    def barred(turn: int, kind: str) -> bool:
        facts = state(
            field("2028 7il | 2027 2tx", turn=turn, phase="B", states={"2tx": {"facing": 3}})
        )
        refusals = bars_to_fire(facts, number("2tx"), kind)
        return "corinth:26.15.1" in [refusal.rule for refusal in refusals]

    kinds = (WITHDRAWAL, FORMATION, RETREAT, OFFENSIVE, DEFENSIVE, BARRAGE)
    assert [kind for kind in kinds if not barred(17, kind)] == [WITHDRAWAL, BARRAGE]
    assert not any(barred(16, kind) for kind in kinds)


@pytest.mark.rule("corinth:26.15.1")
@pytest.mark.parametrize("turn, side", [(16, "confederate"), (17, "union")])
def test_changing_formation_draws_no_fire_by_night(turn: int, side: str) -> None:
    battle = field(
        "2028 7il | 2027 2tx", turn=turn, phasing="union", phase="B", states={"2tx": {"facing": 3}}
    )
    play(battle, "move 7il", "form column")
    assert asked(battle).side == side


# Drawing apart


@pytest.mark.rule("corinth:26.15.2")
def test_engagements_end_with_the_first_day_the_union_leaving_first() -> None:
    battle = field("2742 7il 2tx", **ENGAGED)
    assert asked(battle).side == "union"
    play(battle, "to 2741", "to 2740")
    assert asked(battle).side == "confederate"
    play(battle, "to 2841")
    if state(battle).turn == 16:
        play(battle, next(choice for choice in offered(battle) if choice.startswith("to")))
    grid = CORINTH.grid
    assert [grid.distance("2742", where(battle, id)) for id in ("7il", "2tx")] == [2, 2]
    assert not state(battle).engaged
    assert state(battle).turn == 17


@pytest.mark.rule("corinth:26.15.2")
def test_engagements_go_on_on_any_other_turn() -> None:
    earlier = {**ENGAGED, "turn": 15}
    battle = field("2742 7il 2tx", **earlier)
    assert state(battle).engaged == {"2742"}


@pytest.mark.rule("corinth:26.15.2")
def test_a_last_turn_that_was_skipped_still_parts_them() -> None:
    facts = state(field("2742 7il 2tx", **{**ENGAGED, "turn": 15}))
    facts.turn, facts.agenda = 16, [PlayTurn(2)]
    battle = Battle(SYSTEM, facts, Scripted(()))
    assert asked(battle).side == "union"
    assert "to 2741" in offered(battle)


@pytest.mark.rule("corinth:26.15.3")
def test_confederates_keep_off_the_unions_way() -> None:
    battle = field("2742 7il 2tx", **ENGAGED)
    play(battle, "to 2741", "to 2740")
    assert "to 2741" not in offered(battle)
    with refused("corinth:26.15.3"):
        battle.play("to 2741")


@pytest.mark.rule("corinth:26.15.4")
def test_friends_stay_and_nobody_checks_morale() -> None:
    battle = field("2742 7il 2tx | 2741 50il | 2641 57il | 2740 52il | 2640 2ia", **ENGAGED)
    assert isinstance(battle.dice, Scripted)
    assert not battle.dice.faces
    play(battle, "to 2741", "to 2740")
    assert where(battle, "7il") == "2740"
    assert [where(battle, id) for id in ("50il", "52il")] == ["2741", "2740"]


@pytest.mark.rule("corinth:26.15.5")
def test_who_cannot_draw_back_is_captured() -> None:
    ids = ("9ar", "31al", "35al", "3ky", "7ky", "4al-bn")
    hexes = zip(CORINTH.grid.adjacent["2742"], ids, strict=True)
    around = " | ".join(f"{hex} {id}" for hex, id in hexes)
    columns = {id: {"formation": "column"} for id in ids}
    battle = field(f"2742 7il 2tx | {around}", states=columns, **ENGAGED)
    assert unit(battle, "7il").fate == CAPTURED
    assert unit(battle, "7il").captured == 4
    assert any("corinth:26.15.5" in event.rules for event in battle.past.events)
