"""29.27 and 29.3 Confederates come on through their Assault Areas."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth import system
from longroll.systems.corinth.assault_areas import BY_ROAD, rows
from longroll.systems.gbacw.movement import allowance
from tests.rulebook.corinth.scenes import (
    begin,
    done_until,
    facts,
    formation,
    hex_of,
    number,
    numbers,
    scene,
)
from tests.support import offered, play, rules_against

ROWS = rows(system.game.ground)


def arriving(ids: str, area: str = "E", turn: int = 3, units: str = "", **more: Any) -> Battle:
    """A Confederate Movement Phase in which some of Lovell's units are due."""
    return scene(
        "historical",
        units,
        turn=turn,
        plan={"lovell": (area, 3)},
        waiting={"lovell": numbers(ids)},
        **more,
    )


@pytest.mark.rule("corinth:29.25")
def test_a_division_comes_whole_through_its_area() -> None:
    battle = arriving("1al 1cs-bn 33ms")
    hexes = {c.split()[2] for c in offered(battle) if len(c.split()) == 3 and "enter" in c}
    assert hexes == set(ROWS["E"])
    assert rules_against(battle, "enter 1al 0601") == ["corinth:29.25"]
    play(battle, "enter lovell")
    assert all(hex_of(battle, id) in ROWS["E"] for id in ("1al", "1cs-bn", "33ms"))
    assert facts(battle).areas == {"lovell": "E"}


@pytest.mark.rule("corinth:29.27.2")
def test_cavalry_held_back_comes_when_it_likes_and_does_not_go_back() -> None:
    held = {"E": numbers("7tn-cav 1ms-cav")}
    battle = scene("historical", "0909 9ar", turn=9, withheld=held)
    assert "done" in offered(battle)
    assert "enter 7tn-cav 0101" in offered(battle)
    play(battle, "enter 7tn-cav 0101")
    assert formation(battle, "7tn-cav") == "mounted"
    assert facts(battle).withheld == {"E": (number("1ms-cav"),)}
    play(battle, "move 7tn-cav")
    assert rules_against(battle, "to 0100") == ["gbacw:5.17.1"]


@pytest.mark.rule("corinth:29.22", "corinth:29.27.2")
def test_cavalry_waits_for_its_area_to_open() -> None:
    held = {"F": numbers("7tn-cav")}
    early = scene("free", "0909 9ar", turn=2, plan={"lovell": ("F", 4)}, withheld=held)
    assert not any(c.startswith("enter 7tn") for c in offered(early))
    later = scene("free", "0909 9ar", turn=3, plan={"lovell": ("F", 4)}, withheld=held)
    assert "enter 7tn-cav 0107" in offered(later)


@pytest.mark.rule("corinth:29.3")
def test_infantry_comes_in_line_guns_limbered_cavalry_mounted() -> None:
    battle = arriving("1al mcclung", withheld={"E": numbers("1ms-cav")})
    play(battle, "enter 1al 0101", "enter mcclung 0102", "enter 1ms-cav 0103")
    forms = [formation(battle, id) for id in ("1al", "mcclung", "1ms-cav")]
    assert forms == ["line", "limbered", "mounted"]


@pytest.mark.rule("corinth:29.31.1")
def test_every_hex_of_the_row_is_taken_before_one_is_taken_twice() -> None:
    ids = "1al 1cs-bn la-zouaves 49al 6ms 4al-bn 35al 3ky 7ky 9ar 31al"
    battle = arriving(ids)
    play(battle, "enter 1al 0101")
    assert rules_against(battle, "enter 1cs-bn 0101") == ["corinth:29.31.1"]
    for id, hex in zip(ids.split()[1:10], ROWS["E"][1:], strict=True):
        play(battle, f"enter {id} {hex}")
    assert rules_against(battle, "enter 31al 0101") == []


@pytest.mark.rule("corinth:29.31.1")
def test_nobody_moves_off_while_a_hex_is_empty_nor_does_the_phase_end() -> None:
    battle = arriving("1al 1cs-bn 49al")
    play(battle, "enter 1al 0101", "move 1al")
    assert not any(c.startswith("to ") for c in offered(battle))
    assert rules_against(battle, "to 0102") == ["corinth:29.31.1"]
    play(battle, "stop")
    assert rules_against(battle, "done") == ["corinth:29.31.1"]
    play(battle, "enter lovell", "move 49al")
    assert any(c.startswith("to ") for c in offered(battle))


@pytest.mark.rule("corinth:29.31.1")
def test_arrivals_keep_to_the_stacking_limit() -> None:
    strong = "33ms 39ms 31al 15ms 22ms 1mo 9ar 7ky 49al 1cs-bn"
    battle = arriving(f"{strong} 4al-bn 35al")
    for id, hex in zip(strong.split(), ROWS["E"], strict=True):
        play(battle, f"enter {id} {hex}")
    assert rules_against(battle, "enter 4al-bn 0101") == ["gbacw:8.11"]
    assert hex_of(battle, "33ms") == "0101"


@pytest.mark.rule("corinth:29.31.1")
def test_hexes_the_enemy_holds_are_excused() -> None:
    battle = arriving("1al 1cs-bn", units="0101 15mi | 0102 14wi")
    assert rules_against(battle, "enter 1al 0101") == ["gbacw:5.12"]
    play(battle, "enter lovell")
    assert {hex_of(battle, id) for id in ("1al", "1cs-bn")}.isdisjoint({"0101", "0102"})


@pytest.mark.rule("corinth:29.31.2")
def test_the_first_hex_is_paid_and_the_rest_of_the_allowance_is_left() -> None:
    battle = arriving("1al")
    play(battle, "enter 1al 0101")
    assert system.game.map.terrain["0101"] == "woods"
    assert allowance(facts(battle), numbers("1al")) == 2 * (6 - 2)
    play(battle, "move 1al", "to 0102", "to 0103")
    assert not any(c.startswith("to ") for c in offered(battle))


@pytest.mark.rule("corinth:29.31.3")
def test_a_second_wave_pays_no_more_than_the_first() -> None:
    strong = "33ms 39ms 31al 15ms 22ms 1mo 9ar 7ky 49al 1cs-bn"
    battle = arriving(f"{strong} 4al-bn")
    for id, hex in zip(strong.split(), ROWS["E"], strict=True):
        play(battle, f"enter {id} {hex}")
    play(battle, "move 33ms", "to 0202", "stop", "enter 4al-bn 0101")
    assert facts(battle).entry_costs[number("4al-bn")] == facts(battle).entry_costs[number("33ms")]
    play(battle, "move 4al-bn")
    assert "to 0102" in offered(battle)


@pytest.mark.rule("corinth:29.32")
def test_who_finds_no_room_comes_the_next_turn_in_the_same_area() -> None:
    full = " | ".join(
        f"{hex} {id}"
        for hex, id in zip(
            ROWS["D"], ("42al", "35ms", "2mo", "3mo", "5mo", "4mo", "6mo"), strict=True
        )
    )
    battle = scene(
        "free",
        full + " | 2020 7il",
        turn=3,
        plan={"lovell": ("D", 3), "hebert": ("C", 1), "maury": ("E", 1)},
        waiting={"lovell": numbers("39ms 33ms")},
    )
    assert not any(c.startswith("enter") for c in offered(battle))
    play(battle, "done")
    done_until(battle, 4, "confederate", "B")
    assert facts(battle).waiting["lovell"] == tuple(numbers("39ms 33ms"))
    play(battle, "move 42al", "to 0502", "stop")
    assert {c for c in offered(battle) if c.startswith("enter 39ms")} == {"enter 39ms 0501"}


@pytest.mark.rule("corinth:29.32")
def test_those_left_over_come_before_the_next_division() -> None:
    battle = scene(
        "free",
        "2020 7il",
        turn=3,
        plan={"hebert": ("E", 1), "lovell": ("E", 3), "maury": ("C", 1)},
        waiting={"hebert": numbers("2mo"), "lovell": numbers("1al")},
    )
    assert rules_against(battle, "enter 1al 0102") == ["corinth:29.32"]
    play(battle, "enter 2mo 0101")
    assert rules_against(battle, "enter 1al 0102") == []


def test_guns_come_by_road_where_felled_timber_closes_the_row() -> None:
    battle = scene(
        "historical", "2020 7il", plan={"hebert": ("C", 3)}, waiting={"hebert": numbers("clark")}
    )
    end = BY_ROAD["C"][-1]
    assert offered(battle) == [f"enter clark {end}", "done"]
    play(battle, f"enter clark {end}")
    assert facts(battle).entry_costs[number("clark")] == len(BY_ROAD["C"])
    blocked = scene(
        "historical",
        f"{BY_ROAD['C'][1]} 7il",
        plan={"hebert": ("C", 3)},
        waiting={"hebert": numbers("clark")},
    )
    assert not any(c.startswith("enter") for c in offered(blocked))


def test_a_whole_division_comes_at_one_word() -> None:
    battle = begin("free")
    play(battle, "default", "default", "default", "enter hebert", "enter maury")
    assert all(facts(battle).stack(hex, "confederate") for hex in (*ROWS["C"], *ROWS["D"]))
    assert rules_against(battle, "enter lovell") == ["corinth:29.2"]
    assert rules_against(battle, "enter 1al 0101") == ["gbacw:4.0.9"]
    assert rules_against(battle, "enter hebert") == ["corinth:29.32"]


@pytest.mark.rule("corinth:27.3.1", "corinth:29.32")
def test_a_division_enters_while_the_general_of_its_name_waits_to_return() -> None:
    battle = arriving("1al", returning={str(number("lovell")): "E"}, areas={"lovell": "E"})
    assert {"enter lovell", "enter lovell 0101"} <= set(offered(battle))
    assert rules_against(battle, "enter lovell") == []
    play(battle, "enter lovell")
    assert hex_of(battle, "1al") in ROWS["E"]
    assert hex_of(battle, "lovell") == ""
    assert facts(battle).returning == {number("lovell"): "E"}
