"""9.1a and 2.10: lines of sight on the map of the battle, and fire along them."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords.sight import Place, Sight, look, trace
from tests.rulebook.blind_swords.field import choices, field, refused
from tests.rulebook.blind_swords.volleys import gunners, shifts, shot

ANYONE = {"1000": "16oh"}
ELSEWHERE = {"1010": "54in", "1011": "61tn"}


def line(start: str, end: str, units: dict[str, str] = ANYONE, **more: Any) -> Sight:
    battle = field(units, active="decourcy maneuver", step="move", **more)
    return look(battle.state, start, end, "union")  # type: ignore[arg-type]


@pytest.mark.rule("chickasaw_bayou:9.1.1")
@pytest.mark.rule("chickasaw_bayou:9.1.2")
def test_one_fire_at_a_time_once_for_each_unit() -> None:
    battle = field(
        {"2910": "16oh", "3011": "22ky", "2911": "29la-a"},
        active="decourcy attack",
        step="fire",
        dice=(1, 1, 1, 1),
    )
    for id in ("16oh", "22ky"):
        battle.play("fire 2911")
        battle.play(f"add {id}")
        battle.play("resolve")
    assert choices(battle)[0].startswith("move")  # nobody is left to fire


@pytest.mark.rule("chickasaw_bayou:9.1.3")
def test_fire_needs_sight_and_range() -> None:
    battle = field(
        {"1412": "16oh", "1613": "29la-a", "1408": "29la-b", **ELSEWHERE},
        active="decourcy attack",
        step="fire",
    )
    assert choices(battle) == ["fire 1011", "done"]
    assert refused(battle, "fire 1613") == ["blind_swords:9.1a.3"]
    assert "blind_swords:9.2.1" in refused(battle, "fire 1408")


@pytest.mark.rule("chickasaw_bayou:9.1a.1")
@pytest.mark.rule("chickasaw_bayou:9.1a.4")
def test_neighbours_need_no_line_and_the_ends_do_not_matter() -> None:
    assert line("1513", "1514").state == "clear"  # both Heavy Woods
    assert line("1511", "1513").state == "clear"  # into Heavy Woods
    assert line("4810", "4812").state == line("4812", "4810").state


@pytest.mark.rule("chickasaw_bayou:9.1a.2")
@pytest.mark.rule("chickasaw_bayou:9.1a.18")
def test_blocked_and_obscured() -> None:
    assert line("1712", "1913").state == "obscured"  # Light Woods
    assert line("1412", "1613").state == "blocked"  # Heavy Woods
    # Obscured by Light Woods in 1812, blocked by a unit in 1712: blocked.
    both = line("1611", "1913", {**ANYONE, "1712": "22ky"})
    assert both.state == "blocked"


@pytest.mark.rule("chickasaw_bayou:9.1a.3")
@pytest.mark.rule("chickasaw_bayou:2.10.1")
def test_any_part_of_a_hex_counts() -> None:
    # From 1611 to 1913 the line only touches the corner of 1812.
    assert line("1611", "1913").through_cover


@pytest.mark.rule("chickasaw_bayou:9.1a.5")
@pytest.mark.rule("chickasaw_bayou:2.10a.3")
def test_higher_ground_blocks_between_units_on_one_level() -> None:
    blocked = line("2522", "2721")
    assert (blocked.state, blocked.rule, blocked.hex) == ("blocked", "blind_swords:9.1a.2", "2621")


@pytest.mark.rule("chickasaw_bayou:9.1a.6")
@pytest.mark.rule("chickasaw_bayou:2.10j.4")
@pytest.mark.rule("chickasaw_bayou:2.10m.3")
def test_what_blocks_on_one_level() -> None:
    assert line("1412", "1613").hex == "1513"  # Heavy Woods
    assert line("1615", "1816").hex == "1716"  # Cypress
    assert line("5402", "5603").hex == "5503"  # Blake's Levee
    for id in ("22ky", "29la-a"):
        assert line("2910", "2912", {**ANYONE, "2911": id}).hex == "2911"
    # Between levels Blake's Levee hides nobody.
    assert trace(1, 2, [[Place(1, ("bank",))]]).state == "clear"


@pytest.mark.rule("chickasaw_bayou:9.1a.7")
def test_two_hexes_of_light_woods_or_timber_block() -> None:
    assert line("1709", "2007").state == "blocked"
    assert line("2910", "2913", timber={"2911": "full"}).state == "obscured"
    assert line("2910", "2913", timber={"2911": "full", "2912": "half"}).state == "blocked"


@pytest.mark.rule("chickasaw_bayou:9.1a.8")
@pytest.mark.rule("chickasaw_bayou:2.10l.2")
@pytest.mark.rule("chickasaw_bayou:2.10l.3")
def test_levees() -> None:
    # The levee runs between 2418, 2618 and 2419, 2519, 2619.
    assert line("2319", "2519").rule == "blind_swords:9.1a.4"
    assert line("2618", "2620").state == "clear"
    assert line("2617", "2619").state == "clear"


@pytest.mark.rule("chickasaw_bayou:2.10l.5")
def test_levees_between_levels() -> None:
    assert trace(1, 2, [[Place(1, bank=True)], [Place(1)]]).state == "clear"
    assert trace(2, 2, [[Place(1, bank=True)]]).state == "clear"


@pytest.mark.rule("chickasaw_bayou:9.1a.9")
def test_over_units_on_lower_ground() -> None:
    seen = line("2722", "2923", {"2822": "29la-a", **ANYONE})
    assert (seen.state, seen.over_units) == ("obscured", True)


@pytest.mark.rule("chickasaw_bayou:9.1a.10")
def test_who_fires_over_whom() -> None:
    units = {"2722": "16oh", "2822": "49in", "2923": "29la-a", **ELSEWHERE}
    battle = field(units, active="decourcy attack", step="fire")
    assert refused(battle, "fire 2923") == ["blind_swords:9.1.6"]
    guns = {"2722": "drew", "2822": "29la-a", "2923": "16oh"}
    canister = gunners(guns, "2722", side="confederate")
    assert "blind_swords:6.3.2" in refused(canister, "fire 2923")
    over = shot(
        {"2722": "29la-a", "2822": "16oh", "2923": "22ky"},
        "2923",
        active="thomas attack",
        states={"16oh": {"skirmish": True}},
    )
    assert shifts(over) == {"9.3.8": -1}


@pytest.mark.rule("chickasaw_bayou:9.1a.10")
@pytest.mark.rule("chickasaw_bayou:9.1a.19")
def test_guns_on_the_heights_fire_over_friends_below() -> None:
    # 2923 is on level 2, at the edge of its terrace; 2920 to 2922 are below it.
    units = {"2923": "drew", "2921": "29la-a", "2919": "16oh"}
    battle = gunners(units, "2923", side="confederate")
    assert "fire 2919" in choices(battle)
    infantry = field(
        {"2923": "29la-a", "2922": "40ga", "2921": "16oh", "1010": "31la-a", "1011": "22ky"},
        active="thomas attack",
        step="fire",
    )
    assert "blind_swords:9.1.6" in refused(infantry, "fire 2921")


@pytest.mark.rule("chickasaw_bayou:9.1a.11")
@pytest.mark.rule("chickasaw_bayou:9.1a.14")
def test_ground_higher_than_both_blocks_up_and_down() -> None:
    assert line("2524", "2723").rule == "blind_swords:9.1a.2"  # 1 to 2 over 3
    assert line("2723", "2524").rule == "blind_swords:9.1a.2"
    assert line("4023", "4222").rule == "blind_swords:9.1a.2"  # 4 to 3 over 5


@pytest.mark.rule("chickasaw_bayou:9.1a.12")
@pytest.mark.rule("chickasaw_bayou:9.1a.15")
@pytest.mark.rule("chickasaw_bayou:9.1a.19")
def test_terraces_hide_those_behind_their_edge() -> None:
    assert line("1025", "1226").rule == "blind_swords:9.1a.5"
    assert line("1226", "1025").rule == "blind_swords:9.1a.5"
    assert line("1024", "1026").state == "clear"  # at the edge


@pytest.mark.rule("chickasaw_bayou:9.1a.13")
def test_the_example_from_below() -> None:
    level_two, level_one = [Place(2)], [Place(1)]
    assert trace(1, 2, [level_two, level_two]).state == "blocked"
    assert trace(1, 2, [level_one, level_one]).state == "clear"


@pytest.mark.rule("chickasaw_bayou:9.1a.16")
def test_the_example_from_above() -> None:
    assert trace(8, 7, [[Place(8)]]).state == "blocked"
    assert trace(8, 7, [[Place(7, ("blocks",))]]).state == "blocked"  # its woods (CB-15)
    assert trace(8, 7, [[Place(7)]]).state == "clear"


@pytest.mark.rule("chickasaw_bayou:9.1a.17")
def test_along_a_hexside_the_worse_hex_counts() -> None:
    assert line("1012", "1212").state == "blocked"  # 1112 is clear, 1113 Heavy Woods
    assert line("1709", "1807").state == "obscured"  # 1708 is clear, 1808 Light Woods
    assert line("2608", "2808").state == "obscured"  # both Light Woods: one counts
