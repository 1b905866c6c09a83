"""29.43, 29.44 and 29.47: the Union reserve, the artillery park, and reinforcements."""

from typing import Any

import pytest

from longroll import Battle
from longroll.systems.corinth import system
from longroll.systems.corinth.reserves import HOTEL
from longroll.systems.corinth.set_up_events import ParkFreed, ReserveFreed
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
from tests.support import offered, only, play, rules_against

GAME = system.game
FULLER: dict[str, Any] = {"reserve": {HOTEL: numbers("27oh 39oh 43oh 63oh jenks fuller 8wi-bty")}}


def held(units: str, **more: Any) -> Battle:
    """The free set-up with Fuller's brigade in reserve."""
    return scene("free", units, **{"phasing": "union", **FULLER, **more})


def released(battle: Battle) -> bool:
    return not facts(battle).reserve


# The reserve


@pytest.mark.rule("corinth:29.43.1")
def test_the_reserve_brigades_are_those_set_up_at_the_hotel() -> None:
    battle = begin("free")
    play(battle, "default", "default", "default")
    units = facts(battle).reserve[HOTEL]
    brigades = {GAME.roster.pieces[unit].brigade for unit in units}
    assert brigades == {"fuller", "mower", "crocker"}
    assert number("mower") in units
    assert number("2ia-bty") in units


@pytest.mark.rule("corinth:29.43.1")
def test_the_reserve_does_nothing_in_its_movement_phase() -> None:
    battle = held("2030 27oh fuller | 2232 26il mower | 0909 2mo gates")
    assert [c for c in offered(battle) if "27oh" in c or "fuller" in c] == []
    assert rules_against(battle, "move 27oh") == ["corinth:29.43.1"]
    assert rules_against(battle, "move 26il") == []


@pytest.mark.rule("corinth:29.43.1")
def test_the_reserve_neither_fires_nor_attacks() -> None:
    units = "2030 27oh fuller | 2029 2mo gates | 2130 26il mower"
    for phasing, phase in (("confederate", "C"), ("union", "D")):
        battle = held(units, phasing=phasing, phase=phase)
        play(battle, "fire 2029")
        assert "corinth:29.43.1" in rules_against(battle, "add 27oh 4")
        assert rules_against(battle, "add 26il 4") == []
    battle = held(units, phase="E")
    play(battle, "melee 2029")
    assert "corinth:29.43.1" in rules_against(battle, "with 27oh")


@pytest.mark.rule("corinth:29.43.2")
def test_the_reserve_wakes_four_turns_after_the_first_combat() -> None:
    units = "2030 27oh fuller | 0909 2mo gates | 2020 7il baldwin"
    battle = held(units, turn=5, phasing="confederate", phase="H", first_combat=2)
    done_until(battle, 5, "union", "B")
    assert rules_against(battle, "move 27oh") == ["corinth:29.43.1"]
    done_until(battle, 6, "union", "B")
    assert rules_against(battle, "move 27oh") == []


@pytest.mark.rule("corinth:29.43.2")
def test_any_fire_is_the_first_combat() -> None:
    units = "2030 27oh fuller | 1010 2mo gates | 1011 52il hackleman"
    battle = held(units, turn=2, phase="D", dice=[3, 3, 3, 3, 3])
    assert not facts(battle).first_combat
    play(battle, "fire 1010", "all", "resolve")
    assert facts(battle).first_combat == 2
    assert not released(battle)


@pytest.mark.rule("corinth:29.43.3")
def test_an_attack_on_one_of_them_wakes_them_all() -> None:
    units = "2030 27oh fuller | 2029 2mo gates | 2232 39oh"
    battle = held(
        units,
        phasing="confederate",
        phase="D",
        dice=[1, 1, 1, 1, 1, 1],
        states={"2mo": {"facing": "S"}},
    )
    events = play(battle, "fire 2030", "all", "resolve")
    assert "attacked" in only(events, ReserveFreed).why
    assert released(battle)


# The artillery park


PARK: dict[str, Any] = {"park": numbers("1mo-h-b 10oh-bty")}


@pytest.mark.rule("corinth:29.44.5")
def test_park_batteries_stay_still_and_silent_on_the_first_day() -> None:
    battle = scene("free", "2737 1mo-h-b 10oh-bty | 0909 2mo", phasing="union", **PARK)
    play(battle, "move 1mo-h-b")
    assert "form limbered" not in offered(battle)
    assert rules_against(battle, "form limbered") == ["corinth:29.44.5"]
    battle = scene("free", "2737 1mo-h-b 10oh-bty | 2739 2mo", phasing="union", phase="D", **PARK)
    assert not any(c.startswith("fire") for c in offered(battle))


@pytest.mark.rule("corinth:29.44.5")
def test_confederates_six_hexes_from_the_town_free_the_park() -> None:
    town = GAME.map.zones["corinth"]
    far = {h: min(GAME.grid.distance(h, t) for t in town) for h in ("2627", "2628")}
    assert far == {"2627": 7, "2628": 6} or far["2628"] == 6
    battle = scene("free", "2737 1mo-h-b 10oh-bty | 2626 2mo gates", **PARK)
    play(battle, "move gates", "to 2627", "to 2628", "stop")
    assert facts(battle).park, "a leader frees nobody"
    play(battle, "move 2mo", "to 2627")
    assert facts(battle).park == frozenset(PARK["park"])
    events = play(battle, "to 2628")
    assert {str(unit.id) for unit in only(events, ParkFreed).units} == {"1mo-h-b", "10oh-bty"}
    assert not facts(battle).park


@pytest.mark.rule("corinth:29.44.5")
def test_the_park_is_free_on_the_second_day() -> None:
    battle = scene("free", "2737 1mo-h-b | 0909 2mo", turn=19, phasing="union", phase="J", **PARK)
    done_until(battle, 20, "union", "B")
    assert facts(battle).park
    done_until(battle, 21, "union", "B")
    assert not facts(battle).park


# Reinforcements


def coming(
    ids: str, turn: int, units: str = "0909 2mo gates | 2020 7il baldwin", **more: Any
) -> Battle:
    return scene("free", units, turn=turn, phasing="union", waiting={"union": numbers(ids)}, **more)


@pytest.mark.rule("corinth:29.47.1")
def test_three_reinforcements_come_on_their_turns_at_their_hexes() -> None:
    ids = "union-brigade 18mo 5ia"
    assert not any(c.startswith("enter") for c in offered(coming(ids, 1)))
    battle = coming(ids, 2)
    assert [c for c in offered(battle) if c.startswith("enter")] == [
        "enter union-brigade 2745",
        "enter 18mo 3937",
    ]
    assert rules_against(battle, "enter 18mo 2745") == ["corinth:29.47.1"]
    assert rules_against(battle, "done") == ["corinth:29.47.1"]
    assert "enter 5ia 3937" in offered(coming("5ia", 19))
    assert not any("5ia" in c for c in offered(coming("5ia", 18)))


@pytest.mark.rule("corinth:29.47.1")
def test_the_free_set_up_begins_without_them() -> None:
    battle = begin("free")
    play(battle, "default", "default", "default")
    assert set(facts(battle).waiting["union"]) == set(numbers("union-brigade 18mo 5ia"))


@pytest.mark.rule("corinth:29.47.2")
def test_they_march_in_column_until_their_commander_reaches_them() -> None:
    battle = coming("18mo", 2, "3837 oliver 15mi | 0909 2mo gates")
    play(battle, "enter 18mo 3937", "move 18mo")
    assert formation(battle, "18mo") == "column"
    assert rules_against(battle, "form line") == ["corinth:29.47.2"] or not facts(battle).marching
    away = coming("18mo", 2, "3237 oliver 15mi | 0909 2mo gates")
    play(away, "enter 18mo 3937", "move 18mo")
    assert rules_against(away, "form line") == ["corinth:29.47.2"]
    play(away, "to 3837", "to 3737", "to 3637", "to 3537")
    assert GAME.grid.distance("3537", "3237") == 3
    assert rules_against(away, "form line") == []


@pytest.mark.rule("corinth:29.47.2")
def test_they_march_without_a_commander() -> None:
    battle = coming("18mo", 2)
    play(battle, "enter 18mo 3937", "move 18mo", "to 3837", "stop", "done")
    done_until(battle, 3, "union", "B")
    assert not facts(battle).units[number("18mo")].command
    play(battle, "move 18mo", "to 3737", "to 3637")
    assert hex_of(battle, "18mo") == "3637"


@pytest.mark.rule("corinth:29.47.2", "corinth:29.47.3")
def test_attacked_they_may_form_line_and_are_then_out_of_command() -> None:
    battle = scene(
        "free",
        "3637 18mo | 3636 2mo gates",
        turn=6,
        phase="D",
        dice=[1] * 6,
        states={"18mo": {"formation": "column"}, "2mo": {"facing": "S"}},
        marching=numbers("18mo"),
    )
    play(battle, "fire 3637", "add 2mo 1", "resolve")
    assert not facts(battle).marching
    line = scene(
        "free", "3637 18mo | 3630 2mo gates | 0909 oliver 15mi", turn=6, phasing="union", phase="A"
    )
    done_until(line, 6, "union", "B")
    assert not facts(line).units[number("18mo")].command
    play(line, "move 18mo", "to 3638")
    assert not any(c.startswith("to ") for c in offered(line)), "one hex, as out of command"


@pytest.mark.rule("corinth:29.47.4")
def test_they_pay_for_the_first_hex() -> None:
    battle = coming("18mo union-brigade", 2)
    play(battle, "enter 18mo 3937")
    assert facts(battle).entry_costs[number("18mo")] == 1, "half a point by road"
    assert allowance(facts(battle), numbers("18mo")) == 11
