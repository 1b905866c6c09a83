"""3.1.3 Union set-up for the first assault."""

from __future__ import annotations

import pytest

from longroll import Battle
from longroll.systems.stockade_redan.events import Fired, Moved, OptionChosen, PhaseBegan, Placed
from longroll.systems.stockade_redan.terrain import ADJACENT
from tests.rulebook.stockade_redan.setups import (
    AREAS,
    BATTERY_HEXES,
    START_LINE,
    UNION_GROUND,
    around,
    asked,
    confederates_up,
    infantry_up,
    places,
    put,
    standing,
    table,
)
from tests.support import field, offered, only, play, refused, rules_against

FIVE = ("waterhouse", "barret", "hart", "wood", "spoor")


def _option(number: int, *dice: int) -> Battle:
    battle = confederates_up(3, *dice)
    play(battle, f"option {number}")
    return battle


def _infantry_placed() -> Battle:
    """Option 2, all infantry up; the officers come next."""
    battle = _option(2)
    infantry_up(battle)
    return battle


OFFICERS = (
    *("1802", "1803", "1902", "1903"),
    *("2606", "2607", "2706", "2707"),
    *("2501", "2502", "2601", "2602"),
)


# The option


@pytest.mark.rule("stockade_redan:3.1.3.2")
def test_one_option_for_all_five_companies() -> None:
    battle = confederates_up()
    assert [text for text in offered(battle) if "option" in text] == ["option 1", "option 2"]
    for split in ("option 3", "option 1 2", "option", "option hart 1"):
        with refused("stockade_redan:3.1.3.2"):
            battle.play(split)
    chosen = only(play(battle, "option 1"), OptionChosen)
    assert (chosen.option, chosen.rules) == (1, ("stockade_redan:3.1.3.2",))
    for hex in ("2405", "2406", "3210", "3211", "3313"):
        assert set(places(battle)) <= set(BATTERY_HEXES)
        put(battle, hex)
    with refused("stockade_redan:3.1.0.1"):
        battle.play("option 2")
    assert {standing(battle)[company] for company in FIVE} == set(BATTERY_HEXES[:5])
    assert asked(battle)[1] == "Where is Company A, 116th Illinois set up?"


@pytest.mark.rule("stockade_redan:3.1.3.4")
def test_option_1_puts_a_battery_on_each_of_five_battery_hexes() -> None:
    battle = _option(1)
    assert places(battle) == BATTERY_HEXES
    for elsewhere in ("2404", "1704", "1504", "1519"):
        with refused("stockade_redan:3.1.3.4"):
            battle.play(f"place {elsewhere}")
    placed = only(put(battle, "2405"), Placed)
    assert placed.rules == ("stockade_redan:3.1.3.4",)
    assert "place 2405" not in offered(battle)
    with refused("stockade_redan:3.1.3.4"):
        battle.play("place 2405")


@pytest.mark.rule("stockade_redan:3.1.3.5")
def test_option_1_gives_six_bombardment_markers() -> None:
    battle = _option(1)
    play(battle, "historical")
    assert asked(battle) == ("union", "Where does the bombardment fall? 6 to plot.")


@pytest.mark.rule("stockade_redan:3.1.3.5")
@pytest.mark.parametrize("turn", range(2, 9))
def test_option_1_bombards_throughout_the_assault(turn: int) -> None:
    batteries = " | ".join(f"{hex} {id}" for hex, id in zip(BATTERY_HEXES, FIVE, strict=False))
    battle = field(batteries, option=1, turn=turn, phase="I")
    play(battle, *(f"plot 15{row}" for row in range(19, 24)))
    assert asked(battle) == ("union", "Where does the bombardment fall? 1 to plot.")
    play(battle, "plot 1218")
    assert [marker.side for marker in table(battle).markers] == ["union"] * 6
    assert asked(battle)[0] == "confederate"


@pytest.mark.rule("stockade_redan:3.1.3.6")
@pytest.mark.parametrize("company", FIVE)
def test_option_1_companies_cannot_move(company: str) -> None:
    battle = field(f"2405 {company} | 1803 116il-a", option=1, phase="VII")
    assert f"move {company}" not in offered(battle)
    with refused("stockade_redan:3.1.3.6"):
        battle.play(f"move {company}")


@pytest.mark.rule("stockade_redan:3.1.3.7")
@pytest.mark.parametrize("company", FIVE)
def test_option_1_companies_do_not_fire_in_the_union_fire_phase(company: str) -> None:
    battle = field(f"2405 {company} | 2303 116il-a | 2403 36ms-a", option=1, phase="IX")
    play(battle, "fire 2403")
    assert f"add {company}" not in offered(battle)
    assert rules_against(battle, f"add {company}") == ["stockade_redan:3.1.3.7"]


@pytest.mark.rule("stockade_redan:3.1.3.8")
def test_option_2_companies_come_last_and_stand_anywhere_behind_the_start_line() -> None:
    battle = _infantry_placed()
    put(battle, *OFFICERS)
    taken = set(standing(battle).values())
    assert asked(battle) == ("union", "Where is Waterhouse's battery set up?")
    assert places(battle) == [hex for hex in UNION_GROUND if hex not in taken]
    for hex in (*START_LINE, "1505", "1401", "2912", "1519"):
        with refused("stockade_redan:3.1.3.8"):
            battle.play(f"place {hex}")
    put(battle, "1604", "3011", "3130", "4501")
    assert asked(battle) == ("union", "Where is Spoor's battery set up?")


@pytest.mark.rule("stockade_redan:3.1.3.9")
def test_option_2_companies_start_alone() -> None:
    battle = _infantry_placed()
    put(battle, *OFFICERS, "1704")
    for occupied in ("1704", "1802", "2003", "2606", "2501"):
        assert f"place {occupied}" not in offered(battle)
        assert rules_against(battle, f"place {occupied}")[-1] == "stockade_redan:3.1.3.9"
    with refused("stockade_redan:3.1.3.9"):
        battle.play("place 1704")


@pytest.mark.rule("stockade_redan:3.1.3.10")
def test_option_2_companies_stack_from_the_movement_phase_of_turn_1() -> None:
    units = "1803 116il-a 116il-b 116il-c | 1804 hart | 1519 36ms-a"
    battle = field(units, dice=[], turn=1, phase="VII")
    play(battle, "move hart 1803", "done")
    assert table(battle).phase == "X"
    assert standing(battle)["hart"] == "1803"
    assert table(battle).lost == ()


@pytest.mark.rule("stockade_redan:3.1.3.10")
def test_option_2_companies_count_for_stacking() -> None:
    units = "1803 116il-a 116il-b 116il-c 116il-d | 1804 hart | 1519 36ms-a"
    battle = field(units, turn=1, phase="VII")
    play(battle, "move hart 1803", "done")
    assert asked(battle) == ("union", "1803 is overstacked: which unit is lost?")
    assert "lose hart" in offered(battle)


@pytest.mark.rule("stockade_redan:3.1.3.11")
def test_option_2_never_bombards() -> None:
    battle = _option(2, 3)
    events = play(battle, "historical")
    phases = [event for event in events if isinstance(event, PhaseBegan)]
    assert [event.skipped for event in phases] == [True, True, True, True, False]
    assert asked(battle) == ("union", "Where does Chaos of War strike? Up to 3.")
    with refused("stockade_redan:5.0.1"):
        battle.play("plot 1519")


@pytest.mark.rule("stockade_redan:3.1.3.11")
@pytest.mark.parametrize("turn", range(2, 9))
def test_option_2_leaves_the_union_markers_unused_all_assault_long(turn: int) -> None:
    battle = field("1704 hart | 1706 wood | 1519 36ms-a", option=2, turn=turn, phase="I")
    assert asked(battle) == ("confederate", "Where does the bombardment fall? 8 to plot.")
    assert table(battle).markers == ()


@pytest.mark.rule("stockade_redan:3.1.3.12")
@pytest.mark.parametrize("company", FIVE)
def test_option_2_companies_move(company: str) -> None:
    battle = field(f"1704 {company} | 1803 116il-a", option=2, phase="VII")
    with refused("stockade_redan:10.0.7"):
        battle.play(f"move {company} 1709")
    events = play(battle, f"move {company}", *(f"to 17{row:02}" for row in range(5, 9)))
    steps = [event for event in events if isinstance(event, Moved)]
    assert (steps[-1].to, steps[-1].spent) == ("1708", 4)


@pytest.mark.rule("stockade_redan:3.1.3.12")
@pytest.mark.parametrize("company", FIVE)
def test_option_2_companies_fire(company: str) -> None:
    battle = field(f"2405 {company} | 2403 36ms-a", dice=[6], option=2, phase="IX")
    fired = only(play(battle, "fire 2403 all"), Fired)
    assert [line.value for line in fired.strength] == [12]


# Infantry


@pytest.mark.rule("stockade_redan:3.1.3.13")
@pytest.mark.parametrize(
    "regiment, before", [("116il", 0), ("13us", 1), ("8mo", 2)], ids=lambda value: str(value)
)
def test_each_regiment_forms_on_its_own_ground(regiment: str, before: int) -> None:
    battle = _option(2)
    ground = ("1802 1803 1902 1903 2002 2003", "2606 2607 2706 2707 2806 2807")
    for hexes in ground[:before]:
        put(battle, *around(hexes, 22))
    assert places(battle) == AREAS[regiment]
    others = [hex for name in AREAS if name != regiment for hex in AREAS[name]]
    for hex in (*others, "1704", "1519", "2405"):
        with refused("stockade_redan:3.1.3.13"):
            battle.play(f"place {hex}")
    placed = only(put(battle, AREAS[regiment][0]), Placed)
    assert placed.rules == ("stockade_redan:3.1.3.13",)


@pytest.mark.rule("stockade_redan:3.1.3.14", "stockade_redan:3.1.0.2")
def test_four_companies_to_a_hex() -> None:
    battle = _option(2)
    put(battle, "1803", "1803", "1803", "1803")
    assert "place 1803" not in offered(battle)
    with refused("stockade_redan:3.1.0.2"):
        battle.play("place 1803")


@pytest.mark.rule("stockade_redan:3.1.3.15")
def test_sharing_a_hex_is_not_standing_next_to_the_regiment() -> None:
    battle = _option(2)
    put(battle, "1802", "1802", "1802", *around("2102 2103 2202 2203", 16), "2204", "2104")
    assert asked(battle)[1] == "Where is Company V, 116th Illinois set up?"
    assert places(battle) == ["1803", "1902"]
    for hex in ("1802", "2204", "1804", "2002"):
        with refused("stockade_redan:3.1.3.15"):
            battle.play(f"place {hex}")
    put(battle, "1902")
    assert asked(battle)[1] == "Where is Company A, 13th US set up?"


@pytest.mark.rule("stockade_redan:3.1.3.15")
def test_two_lonely_hexes_need_two_more_companies_or_one_between_them() -> None:
    battle = _option(2)
    put(battle, "1802", "1804", *around("2102 2103 2202 2203", 16), "2204", "2104")
    assert asked(battle)[1] == "Where is Company U, 116th Illinois set up?"
    # Anybody else still leaves one company, and 1803 touches both.
    assert "place 2204" in offered(battle)
    put(battle, "2204")
    assert places(battle) == ["1803"]


@pytest.mark.rule("stockade_redan:3.1.3.16")
def test_the_regiments_keep_apart_on_their_own_ground() -> None:
    battle = _option(1)
    play(battle, "historical")
    regiments: dict[str, set[str]] = {}
    for id, hex in standing(battle).items():
        if id.startswith(("116il", "13us", "8mo")):
            regiments.setdefault(hex, set()).add(id.split("-")[0])
    for hex, here in regiments.items():
        near = [regiments.get(place, set()) for place in ADJACENT[hex]]
        assert here.union(*near) == here
        assert len(here) == 1


# Officers


@pytest.mark.rule("stockade_redan:3.1.3.17")
def test_an_officer_stands_with_a_company_of_his_regiment() -> None:
    battle = _infantry_placed()
    assert asked(battle)[1] == "Where is Officer 1, 116th Illinois set up?"
    assert places(battle) == ["1802", "1803", "1902", "1903", "2002", "2003"]
    for hex in ("1804", "2606", "2501", "1704"):
        with refused("stockade_redan:3.1.3.17"):
            battle.play(f"place {hex}")


@pytest.mark.rule("stockade_redan:3.1.3.18")
def test_one_union_officer_to_a_hex() -> None:
    battle = _infantry_placed()
    put(battle, "1802")
    assert "place 1802" not in offered(battle)
    with refused("stockade_redan:3.1.3.18"):
        battle.play("place 1802")
    put(battle, "1803", "1902", "1903")
    assert places(battle) == ["2606", "2607", "2706", "2707", "2806", "2807"]


# Bridging markers


@pytest.mark.rule("stockade_redan:3.1.3.19", "stockade_redan:3.1.3.21")
def test_every_company_of_the_116th_and_the_13th_carries_a_bridging_marker() -> None:
    battle = _option(1)
    play(battle, "historical")
    bridges = table(battle).bridges
    letters = "abcdefghijklmnopqrstuv"
    carriers = [f"{regiment}-{letter}" for regiment in ("116il", "13us") for letter in letters]
    assert sorted(str(bridge.carrier) for bridge in bridges) == sorted(carriers)
    assert {bridge.up for bridge in bridges} == {"carried"}
    where = standing(battle)
    assert all(bridge.hex == where[str(bridge.carrier)] for bridge in bridges)
    assert not [bridge for bridge in bridges if str(bridge.carrier).startswith("8mo")]


CARRIED = [{"hex": "1719", "carrier": "13us-a"}]


@pytest.mark.rule("stockade_redan:3.1.3.20")
def test_a_carried_marker_goes_with_its_company_until_it_is_dropped() -> None:
    battle = field("1719 13us-a", phase="VII", bridges=CARRIED)
    play(battle, "move 13us-a", "to 1819")
    assert [(b.hex, b.carrier) for b in table(battle).bridges] == [("1819", "13us-a")]
    play(battle, "drop 13us-a", "to 1918")
    assert [(b.hex, b.carrier) for b in table(battle).bridges] == [("1819", None)]


@pytest.mark.rule("stockade_redan:3.1.3.20")
def test_a_carried_marker_stays_behind_when_its_company_falls() -> None:
    battle = field(
        "1719 13us-a | 1721 13us-b | 1519 36ms-a", dice=[1], phase="VIII", bridges=CARRIED
    )
    play(battle, "fire 1719 all")
    assert table(battle).lost == ("13us-a",)
    assert [(b.hex, b.up, b.carrier) for b in table(battle).bridges] == [("1719", "carried", None)]
