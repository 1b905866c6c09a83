"""24.2 to 24.4 Crews, siege guns, and whom a battery obeys."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.batteries import is_lost_to_enemy
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw import command, crews, fire_strength, losses, melee
from longroll.systems.gbacw.events import Abandoned
from longroll.systems.gbacw.roster import BATTERY, CREW
from longroll.systems.gbacw.state import HALF_CREW
from tests.rulebook.corinth.field import closes, field, number, state, unit, where
from tests.support import offered, only, play, refused, rules_against

_LIMBERED = {"formation": "limbered"}


def _umpire(*dice: int) -> Umpire:
    return Umpire(Scripted(dice))


@pytest.mark.rule("corinth:24.21.1")
def test_a_crew_that_runs_is_a_counter_tied_to_its_guns() -> None:
    battle = field("2128 10oh-bty | 0101 2tx", phase="B", phasing="union")
    runner = crews.leave_guns(state(battle), number("10oh-bty"), _umpire())
    piece = CORINTH.roster.pieces[runner]
    assert (piece.kind, piece.crew_of) == (CREW, "10oh-bty")
    assert (where(battle, "10oh-bty-crew"), unit(battle, "10oh-bty").crew) == ("2128", 0)


@pytest.mark.rule("corinth:24.21.2")
def test_back_with_its_own_guns_the_counter_goes_and_they_are_manned() -> None:
    crew: dict[str, Any] = {"strength": 1, "formation": "line"}
    states: dict[str, dict[str, Any]] = {
        "10oh-bty": {"crew": 0},
        "5oh-bty": {"crew": 0},
        "10oh-bty-crew": crew,
    }
    battle = field(
        "2128 10oh-bty | 2130 5oh-bty | 2129 10oh-bty-crew | 0101 2tx",
        phase="B",
        phasing="union",
        states=states,
    )
    play(battle, "move 10oh-bty-crew", "to 2130")
    assert (unit(battle, "5oh-bty").crew, where(battle, "10oh-bty-crew")) == (0, "2130")
    manned = only(play(battle, "to 2129", "to 2128"), Abandoned)
    assert (manned.back, manned.rules) == (True, ("corinth:24.21.2",))
    assert (unit(battle, "10oh-bty").crew, where(battle, "10oh-bty-crew")) == (1, "")


@pytest.mark.rule("corinth:24.22.1", "corinth:24.22.2")
def test_guns_whose_crew_is_gone_leave_the_map_and_score_nothing() -> None:
    battle = field("2128 10oh-bty | 0101 2tx", phase="B", phasing="union")
    guns = number("10oh-bty")
    losses.lose_crew(state(battle), guns, 2, _umpire(), "gbacw:15.11.1")
    assert (where(battle, "10oh-bty"), unit(battle, "10oh-bty").fate) == ("", "eliminated")
    assert not is_lost_to_enemy(state(battle), guns)


@pytest.mark.rule("corinth:24.22.1")
@pytest.mark.parametrize("end", ["shot", "captured", "destroyed"])
def test_the_same_when_the_crew_falls_far_from_them(end: str) -> None:
    states = {"10oh-bty": {"crew": 0}, "10oh-bty-crew": {"strength": 1}}
    units = "2128 10oh-bty | 2130 10oh-bty-crew | 0101 2tx"
    battle = field(units, phase="B", phasing="union", states=states)
    now, crew = state(battle), number("10oh-bty-crew")
    match end:
        case "shot":
            losses.lose_crew(now, crew, 1, _umpire(), "gbacw:15.11.1")
        case "captured":
            losses.capture(now, crew, _umpire(), "taken", "gbacw:12.93.2")
        case _:
            losses.destroy(now, crew, _umpire(), "lost", "corinth:27.1.2")
    assert where(battle, "10oh-bty") == ""
    assert not is_lost_to_enemy(now, number("10oh-bty"))


@pytest.mark.rule("corinth:24.22.2")
def test_guns_taken_or_shot_to_pieces_score() -> None:
    battle = field("2128 10oh-bty 5oh-bty | 0101 2tx", phase="B", phasing="union")
    now = state(battle)
    losses.capture(now, number("10oh-bty"), _umpire(), "taken", "gbacw:12.93.3")
    losses.lose_guns(now, number("5oh-bty"), 9, _umpire(1, 1, 1))
    assert is_lost_to_enemy(now, number("10oh-bty"))
    assert is_lost_to_enemy(now, number("5oh-bty"))


@pytest.mark.rule("corinth:24.23")
def test_half_a_crew_is_kept_with_its_battery() -> None:
    battle = field("2128 10oh-bty | 0101 2tx", phase="B", phasing="union")
    now, guns = state(battle), number("10oh-bty")
    losses.lose_crew(now, guns, 1, _umpire(), "gbacw:15.11.1")
    assert unit(battle, "10oh-bty").crew == HALF_CREW
    assert fire_strength.fire_points(now, guns) == 2
    crew = crews.leave_guns(now, guns, _umpire())
    assert now.units[crew].strength == HALF_CREW


@pytest.mark.rule("corinth:24.24")
@pytest.mark.parametrize("option", [False, True])
def test_by_option_three_crews_have_no_melee_strength(option: bool) -> None:
    units = "2128 robinett | 2130 phillips | 2132 williams | 2134 10oh-bty | 0101 2tx"
    battle = field(units, phase="B", phasing="union", options={"small_crews": option})
    strengths = {
        id: melee.strength_of(state(battle), number(id))
        for id in ("robinett", "phillips", "williams", "10oh-bty")
    }
    few = 0 if option else 1
    assert strengths == {"robinett": few, "phillips": few, "williams": few, "10oh-bty": 1}


@pytest.mark.rule("corinth:24.3.1")
@pytest.mark.parametrize("id", ["phillips", "williams"])
def test_siege_guns_go_one_hex_a_turn(id: str) -> None:
    battle = field(f"2128 {id} | 0101 2tx", phase="B", phasing="union", states={id: _LIMBERED})
    play(battle, f"move {id}", "to 2129")
    assert "corinth:24.3.1" in rules_against(battle, "to 2130")
    assert not any(choice.startswith("to") for choice in offered(battle))
    siege = {piece.id for piece in CORINTH.roster.pieces if piece.siege}
    assert siege == {"phillips", "williams"}


@pytest.mark.rule("corinth:24.3.1")
def test_siege_guns_in_position_are_limbered_and_go_their_hex() -> None:
    battle = field("2128 williams | 0101 2tx", phase="B", phasing="union")
    play(battle, "move williams", "form limbered", "to 2129")
    assert where(battle, "williams") == "2129"


@pytest.mark.rule("corinth:24.3.2")
def test_siege_guns_enter_woods_by_road_only_and_their_crews_freely() -> None:
    """1827 is woods; the Chewalla road leads from 1728 to 1727 through woods."""
    states = {"williams": _LIMBERED}
    battle = field("1828 williams | 0101 2tx", phase="B", phasing="union", states=states)
    assert CORINTH.ground.has("1827", "woods")
    assert closes(battle, "williams", "1827")[0] == "corinth:24.3.2"
    battle = field("1728 williams | 0101 2tx", phase="B", phasing="union", states=states)
    assert CORINTH.ground.has("1727", "woods")
    assert not closes(battle, "williams", "1727")
    crew: dict[str, dict[str, Any]] = {
        "williams-crew": {"strength": 2, "formation": "line"},
        "williams": {"crew": 0},
    }
    units = "1828 williams williams-crew | 0101 2tx"
    battle = field(units, phase="B", phasing="union", states=crew)
    play(battle, "move williams-crew", "to 1827", "to 1826")
    assert where(battle, "williams-crew") == "1826"


@pytest.mark.rule("corinth:24.4")
def test_brigade_batteries_need_their_commander_and_the_others_nobody() -> None:
    battle = field("2128 mcclung | 2130 hoxton | 2140 villepigue | 0101 7il", phase="A")
    now = state(battle)
    assert not command.has_command(now, number("mcclung"), {})
    assert command.has_command(now, number("hoxton"), {})
    now.put(number("villepigue"), "2129")
    assert command.has_command(now, number("mcclung"), {})
    independent = [p for p in CORINTH.roster.pieces if p.kind == BATTERY and p.independent]
    assert all(not piece.brigade for piece in independent)


@pytest.mark.rule("corinth:24.4")
def test_out_of_command_a_brigade_battery_does_not_fire_in_the_offensive() -> None:
    states: dict[str, dict[str, Any]] = {
        "mcclung": {"facing": "S", "command": False},
        "9ar": {"facing": "S"},
    }
    battle = field("2128 mcclung 9ar | 2129 7il", states=states)
    battle.play("fire 2129")
    with refused("gbacw:17.11.1"):
        battle.play("add mcclung 4")
