"""30.0 to 30.2 The historical scenario: set-up, opening and arrival."""

import pytest

from longroll import Battle
from longroll.systems.corinth import free_set_up, setup, system
from longroll.systems.corinth.assault_areas import from_areas
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, INFANTRY
from tests.rulebook.corinth.scenes import (
    begin,
    facts,
    formation,
    hex_of,
    in_hand,
    number,
    numbers,
    places,
    scene,
    set_up_until,
)
from tests.support import offered, play, rules_against

GAME = system.game
GRID = GAME.grid
WORKS_ROAD = ["1605", "1706", "1805", "1906", "2006", "2106", "2206", "2307", "2406", "2507"]


def opened() -> Battle:
    """The historical scenario in the Union half of Game-Turn 2."""
    battle = begin("historical")
    play(battle, "historical", "default")
    return battle


def south(hex: str) -> str:
    return f"{hex[:2]}{int(hex[2:]) + 1:02}"


# The opening


@pytest.mark.rule("corinth:30.0.1")
def test_it_opens_in_the_union_half_of_turn_2_for_reinforcements_only() -> None:
    battle = opened()
    assert (facts(battle).turn, facts(battle).phasing, facts(battle).phase) == (2, "union", "B")
    coming = {c.split()[1] for c in offered(battle)}
    assert coming == {"15mi", "14wi", "18wi", "ford", "oliver", "18mo", "union-brigade"}
    assert all(c.startswith("enter") for c in offered(battle))
    assert rules_against(battle, "move 52il") == ["corinth:30.0.1"]


@pytest.mark.rule("corinth:30.0.2")
def test_the_confederates_come_on_turn_3() -> None:
    battle = opened()
    assert not facts(battle).stacks["confederate"]
    while facts(battle).turn == 2:
        play(battle, (offered(battle))[-1])
    assert facts(battle).turn == 3
    assert facts(battle).phasing == "confederate"
    assert {"enter hebert", "enter maury", "enter lovell"} <= set(offered(battle))


# The Union


@pytest.mark.rule("corinth:30.1")
def test_units_set_up_in_line_unlimbered_and_mounted() -> None:
    battle = opened()
    wanted = {INFANTRY: "line", BATTERY: "unlimbered", CAVALRY: "mounted"}
    for n in GAME.roster.of_side["union"]:
        unit, piece = facts(battle).units[n], GAME.roster.pieces[n]
        if unit.hex and piece.kind in wanted:
            assert unit.formation == wanted[piece.kind], piece.id


@pytest.mark.rule("corinth:30.11")
def test_hamilton_stands_behind_the_works_north_of_row_9() -> None:
    inside = GAME.map.zones["inside_works"]
    zone = {
        hex for hex in GRID.hexes if hex in inside and 25 <= int(hex[:2]) <= 32 and hex[2:] <= "08"
    }
    battle = begin("historical")
    assert in_hand(battle) == "hamilton"
    assert places(battle) == zone
    assert rules_against(battle, "place 2809") == ["corinth:30.11"]
    play(battle, "historical")
    units = [n for n, p in enumerate(GAME.roster.pieces) if p.division == "hamilton"]
    standing = {GAME.roster.pieces[n].id for n in units if facts(battle).hex_of(n)}
    assert "supply-hamilton" in standing
    assert "5ia" not in standing
    assert {facts(battle).hex_of(n) for n in units} - {""} <= zone
    assert number("5ia") in facts(battle).waiting["union"]


@pytest.mark.rule("corinth:30.12.1")
def test_davies_stands_along_the_road_or_just_south_of_it() -> None:
    battle = set_up_until(begin("historical"), "52il")
    assert places(battle) == {*WORKS_ROAD, *map(south, WORKS_ROAD)}
    assert rules_against(battle, "place 2004") == ["corinth:30.12.1"]
    set_up_until(battle, "supply-davies")
    assert places(battle) <= {*WORKS_ROAD, *map(south, WORKS_ROAD)}


@pytest.mark.rule("corinth:30.12.2")
def test_the_22nd_ohio_is_in_town_and_the_union_brigade_comes_later() -> None:
    battle = opened()
    assert hex_of(battle, "22oh") == "2636"
    assert "enter union-brigade 2745" in offered(battle)
    play(battle, "enter union-brigade 2745")
    assert formation(battle, "union-brigade") == "column"
    assert number("union-brigade") in facts(battle).marching


@pytest.mark.rule("corinth:30.13.1")
def test_mcarthur_has_five_hexes() -> None:
    battle = set_up_until(begin("historical"), "21mo")
    assert places(battle) == {"0310", "0409", "0509", "0608", "0708"}
    assert rules_against(battle, "place 0610") == ["corinth:30.13.1"]


@pytest.mark.rule("corinth:30.13.2")
def test_crocker_has_four_hexes() -> None:
    battle = set_up_until(begin("historical"), "11ia")
    assert places(battle) == {"0819", "0820", "0821", "0822"}
    assert rules_against(battle, "place 0823") == ["corinth:30.13.2"]


@pytest.mark.rule("corinth:30.13.3")
def test_oliver_comes_in_column_one_after_another_each_paying_more() -> None:
    battle = opened()
    for number_in_line, id in enumerate(("14wi", "15mi", "18wi"), start=1):
        assert rules_against(battle, f"enter {id} 0105") == ["corinth:30.13.3"]
        play(battle, f"enter {id} 0104")
        assert formation(battle, id) == "column"
        assert facts(battle).entry_costs[number(id)] == number_in_line
        if id != "18wi":
            assert rules_against(battle, "enter 18wi 0104") == ["corinth:30.13.3"]
        play(battle, f"move {id}")
        for hex in ("0204", "0205", "0306", "0406", "0407", "0508", "0608", "0609"):
            if f"to {hex}" in offered(battle):
                play(battle, f"to {hex}")
        if "stop" in offered(battle):
            play(battle, "stop")


@pytest.mark.rule("corinth:30.13.4")
def test_the_18th_missouri_comes_by_itself() -> None:
    battle = opened()
    assert rules_against(battle, "enter 18mo 0104") == ["corinth:30.13.4"]
    play(battle, "enter 18mo 3937")
    assert facts(battle).entry_costs[number("18mo")] == 1
    play(battle, "enter 15mi 0104")
    assert facts(battle).entry_costs[number("15mi")] == 1, "the 18th is not of that column"
    assert number("18mo") in facts(battle).marching


@pytest.mark.rule("corinth:30.13.5")
def test_oliver_keeps_moving_until_he_is_past_the_areas() -> None:
    battle = opened()
    play(battle, "enter 15mi 0104", "enter oliver 0104", "enter 18mo 3937")
    play(battle, "enter union-brigade 2745", "move 15mi")
    assert rules_against(battle, "stop") == ["corinth:30.13.5"]
    play(battle, "to 0204", "to 0205", "to 0306", "to 0406", "to 0407", "to 0508")
    assert from_areas(GAME.ground)["0508"] == 4
    assert rules_against(battle, "stop") == ["corinth:30.13.5"]
    play(battle, "to 0608")
    assert from_areas(GAME.ground)["0608"] == 5
    assert rules_against(battle, "stop") == []


@pytest.mark.rule("corinth:30.13.5")
def test_the_phase_does_not_end_while_one_of_them_could_go_on() -> None:
    battle = scene(
        "historical",
        "0204 15mi | 2020 7il | 1001 2mo",
        phasing="union",
        states={"15mi": {"formation": "column"}},
        hastening=numbers("15mi"),
    )
    assert "done" not in offered(battle)
    assert rules_against(battle, "done") == ["corinth:30.13.5"]


@pytest.mark.rule("corinth:30.13.6")
def test_mckean_and_his_wagon_stand_with_his_men() -> None:
    battle = set_up_until(begin("historical"), "mckean")
    men = {hex_of(battle, id) for id in ["21mo", "16wi", "17wi", "11ia", "13ia", "15ia", "16ia"]}
    assert places(battle) == men
    assert rules_against(battle, "place 0104") == ["corinth:30.13.6"]
    play(battle, f"place {min(men)}")
    assert in_hand(battle) == "supply-mckean"
    assert places(battle) <= men


@pytest.mark.rule("corinth:30.14")
def test_stanley_stands_in_his_hexrow_with_one_battery_each_in_d_and_e() -> None:
    battle = set_up_until(begin("historical"), "fuller")
    zone = {f"06{row}" for row in range(27, 39)}
    assert places(battle) == zone
    play(battle, "place 0629")
    set_up_until(battle, "3mi-bty-a")
    redans = free_set_up.redans(facts(battle))
    assert places(battle) - zone == {redans["E"]}, "D is outside Fuller's radius"
    play(battle, f"place {redans['E']}")
    assert redans["E"] not in places(battle)
    assert "corinth:30.14" in rules_against(battle, f"place {redans['E']}")


@pytest.mark.rule("corinth:30.15")
def test_mizners_cavalry_is_spread_and_he_is_with_some_of_it() -> None:
    battle = set_up_until(begin("historical"), "mizner")
    wanted = {
        "7il-cav": "2634",
        "2ia-cav": "2634",
        "7ks-cav": "0137",
        "3mi-cav": "0137",
        "11il-cav": "3140",
        "5oh-cav": "1817",
    }
    assert {id: hex_of(battle, id) for id in wanted} == wanted
    assert places(battle) == set(wanted.values())
    assert rules_against(battle, "place 2737") == ["corinth:30.15"]


@pytest.mark.rule("corinth:30.16")
def test_the_sharpshooters_are_in_town() -> None:
    battle = begin("historical")
    assert hex_of(battle, "64il-ss") == "2437"
    assert hex_of(battle, "14mo-ss") == "2637"


@pytest.mark.rule("corinth:30.17")
def test_rosecrans_is_in_2737() -> None:
    assert hex_of(begin("historical"), "rosecrans") == "2737"


@pytest.mark.rule("corinth:30.18.1")
def test_batteries_set_up_as_in_the_free_set_up() -> None:
    battle = set_up_until(begin("historical"), "1mo-d")
    others = set(free_set_up.open_redans(facts(battle)))
    assert len(others) == 7
    assert places(battle) - free_set_up.park_hexes(facts(battle)) == others
    play(battle, "historical")
    assert len(facts(battle).park) == 4
    assert not free_set_up.open_redans(facts(battle))


@pytest.mark.rule("corinth:30.18.2")
def test_stanleys_guns_in_redans_set_independent_batteries_free() -> None:
    battle = set_up_until(begin("historical"), "fuller")
    play(battle, "place 0629")
    set_up_until(battle, "3mi-bty-a")
    redans = free_set_up.redans(facts(battle))
    play(battle, f"place {redans['E']}")
    set_up_until(battle, "1mo-d")
    open_to = places(battle) - free_set_up.park_hexes(facts(battle))
    with_brigades = open_to - set(redans.values())
    assert hex_of(battle, "11ia") in with_brigades
    assert redans["E"] not in open_to
    play(battle, f"place {hex_of(battle, '11ia')}")
    left = places(battle) - free_set_up.park_hexes(facts(battle))
    assert left <= set(redans.values()), "one gun in a redan frees one battery"


@pytest.mark.rule("corinth:30.18.3")
def test_park_batteries_do_not_move() -> None:
    park = numbers("1mo-h-b")
    battle = scene("historical", "2737 1mo-h-b | 0909 2mo", phasing="union", park=park)
    play(battle, "move 1mo-h-b")
    assert rules_against(battle, "form limbered") == ["corinth:30.18.3"]


def test_the_historical_places_keep_every_rule() -> None:
    battle = begin("historical")
    while type(facts(battle).agenda[-1]) is setup.SetUp:
        unit = number(in_hand(battle))
        wanted = list(setup.usual_hexes(facts(battle), unit))
        legal = setup.places(facts(battle), unit)
        assert set(wanted) & set(legal), in_hand(battle)
        play(battle, "place " + next(hex for hex in wanted if hex in legal))
    assert not list(system.faults(facts(battle)))


# The Confederates


@pytest.mark.rule("corinth:30.2.1")
def test_lovell_comes_through_e_maury_d_hebert_c_on_turn_3() -> None:
    battle = opened()
    assert facts(battle).plan == {"hebert": ("C", 3), "maury": ("D", 3), "lovell": ("E", 3)}
    assert "plot" not in {c.split()[0] for c in offered(battle)}


@pytest.mark.rule("corinth:30.2.2")
def test_price_comes_with_hebert_or_maury_and_van_dorn_with_anybody() -> None:
    battle = begin("historical")
    play(battle, "historical", "join lovell", "join lovell")
    assert offered(battle) == ["join hebert", "join maury", "default"]
    assert rules_against(battle, "join lovell") == ["corinth:30.2.2"]
    play(battle, "join maury", "join lovell", "default")
    assert number("van-dorn") in facts(battle).waiting["lovell"]
    assert number("price") in facts(battle).waiting["maury"]


@pytest.mark.rule("corinth:30.2.3")
def test_cavalry_is_held_off_the_map_in_those_areas() -> None:
    battle = begin("historical")
    play(battle, "historical", *["join hebert"] * 5)
    assert offered(battle) == ["hold C", "hold D", "hold E", "default"]
    assert rules_against(battle, "hold A") == ["corinth:30.2.3"]
    play(battle, *["hold E"] * 5)
    assert len(facts(battle).withheld["E"]) == 5


@pytest.mark.rule("corinth:30.2.4")
def test_reserve_guns_and_wagon_come_with_any_division() -> None:
    battle = begin("historical")
    play(battle, "historical")
    for id in ("hoxton", "sengstak"):
        assert offered(battle)[:3] == ["join hebert", "join maury", "join lovell"], id
        play(battle, "join lovell")
    play(battle, "join hebert", "join hebert")
    assert offered(battle)[:3] == ["join hebert", "join maury", "join lovell"]
    play(battle, "join lovell", "default")
    assert set(numbers("hoxton sengstak supply-reserve")) <= set(facts(battle).waiting["lovell"])
