"""9.1a Line of sight: the rule on plain facts, and on the map."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.blind_swords.charts import Sight as Kind
from longroll.systems.blind_swords.sight import Place, Sight, look, trace
from tests.rulebook.blind_swords.field import choices, field, refused


def between(*places: Place | tuple[Place, ...]) -> list[tuple[Place, ...]]:
    return [place if isinstance(place, tuple) else (place,) for place in places]


def hex(level: int = 1, *sight: Kind, units: Any = "", bank: bool = False) -> Place:
    return Place(level, sight, units, bank)


def seen(start: int, end: int, *places: Place | tuple[Place, ...]) -> Sight:
    return trace(start, end, between(*places))


def line(units: dict[str, str], start: str, end: str, side: str = "union", **more: Any) -> Sight:
    battle = field(units, active="decourcy attack", step="fire", **more)
    return look(battle.state, start, end, side)  # type: ignore[arg-type]


ANYONE = {"1000": "16oh"}


@pytest.mark.rule("blind_swords:9.1a.1")
def test_neighbours_see_each_other_and_the_ends_of_a_line_do_not_matter() -> None:
    # 5503 is Blake's Levee and 5402 clear; 1513 is Heavy Woods and so is 1514.
    assert line(ANYONE, "5402", "5503").state == "clear"
    assert line(ANYONE, "1513", "1514").state == "clear"
    assert line(ANYONE, "1511", "1513").state == "clear"  # into Heavy Woods over clear ground
    assert line(ANYONE, "2910", "2912").state == "clear"


@pytest.mark.rule("blind_swords:9.1a.2")
def test_ground_higher_than_both_ends_blocks() -> None:
    for start, end in ((1, 1), (1, 2), (2, 1)):
        blocked = seen(start, end, hex(3))
        assert (blocked.state, blocked.rule) == ("blocked", "blind_swords:9.1a.2")
    on_map = line(ANYONE, "2522", "2721")  # level 1 over level 2 in 2621
    assert (on_map.state, on_map.rule, on_map.hex) == ("blocked", "blind_swords:9.1a.2", "2621")


@pytest.mark.rule("blind_swords:9.1a.3")
@pytest.mark.parametrize(
    "places, state",
    [
        ([hex(1, "blocks")], "blocked"),
        ([hex(1, "bank")], "blocked"),
        ([hex(units="friend")], "blocked"),
        ([hex(units="enemy")], "blocked"),
        ([hex(1, "obscures")], "obscured"),
        ([hex(1, "obscures"), hex(1, "obscures")], "blocked"),
        ([hex(1, "open", "obscures"), hex(), hex(1, "obscures")], "blocked"),
        ([hex(1, "obscures", "obscures")], "obscured"),
        ([hex(), hex(1, "open")], "clear"),
    ],
)
def test_on_one_level(places: list[Place], state: str) -> None:
    assert seen(1, 1, *places).state == state


@pytest.mark.rule("blind_swords:9.1a.3")
def test_one_level_on_the_map() -> None:
    assert line(ANYONE, "1412", "1613").rule == "blind_swords:9.1a.3"  # Heavy Woods in 1513
    assert line(ANYONE, "5402", "5603").state == "blocked"  # Blake's Levee in 5503
    through = line(ANYONE, "1712", "1913")  # Light Woods in 1812
    assert (through.state, through.through_cover) == ("obscured", True)
    assert line(ANYONE, "1709", "2007").state == "blocked"  # Light Woods in 1808 and 1908
    friends = line({"2911": "16oh"}, "2910", "2912")
    assert (friends.state, friends.hex) == ("blocked", "2911")
    assert line({"2911": "29la-a"}, "2910", "2912").state == "blocked"


@pytest.mark.rule("blind_swords:9.1a.4")
def test_a_levee_blocks_unless_an_end_lies_at_it() -> None:
    assert seen(1, 1, hex(bank=True)).rule == "blind_swords:9.1a.4"
    # The levee lies between 2618 and 2619.
    assert line(ANYONE, "2616", "2619").state == "blocked"  # Heavy Woods on the way
    beside = line(ANYONE, "2618", "2620")
    assert beside.state == "clear"
    assert line(ANYONE, "2319", "2519").rule == "blind_swords:9.1a.4"


@pytest.mark.rule("blind_swords:9.1a.5")
def test_ground_as_high_as_the_higher_end_blocks_between_levels() -> None:
    assert seen(1, 2, hex(1), hex(2)).rule == "blind_swords:9.1a.5"
    assert seen(2, 1, hex(2), hex(1)).rule == "blind_swords:9.1a.5"
    assert seen(3, 1, hex(2), hex(2)).state == "clear"
    # Tall woods stand one level above their ground.
    assert seen(2, 1, hex(1, "blocks")).state == "blocked"
    assert seen(3, 1, hex(1, "blocks"), hex()).state == "clear"
    assert line(ANYONE, "1025", "1226").rule == "blind_swords:9.1a.5"


@pytest.mark.rule("blind_swords:9.1a.6")
def test_levees_never_block_between_levels() -> None:
    assert seen(2, 1, hex(1, "bank")).state == "clear"
    assert seen(1, 2, hex(bank=True), hex()).state == "clear"
    assert seen(2, 2, hex(1, "bank", bank=True)).state == "clear"  # below both ends


@pytest.mark.rule("blind_swords:9.1a.7")
def test_units_below_the_line_obscure() -> None:
    over = seen(2, 2, hex(1, units="enemy"))
    assert (over.state, over.over_units, over.over_friends) == ("obscured", True, False)
    assert seen(2, 2, hex(1, units="friend")).over_friends
    # Terrain there is ignored.
    assert seen(2, 2, hex(1, "blocks")).state == "clear"
    down = seen(3, 1, hex(2, units="enemy"), hex())
    assert (down.state, down.over_units) == ("obscured", True)


@pytest.mark.rule("blind_swords:9.1a.8")
def test_a_line_along_a_hexside_takes_the_worse_hex() -> None:
    assert seen(1, 1, (hex(), hex(1, "blocks"))).state == "blocked"
    assert seen(1, 1, (hex(), hex(1, "obscures"))).state == "obscured"
    # The two are one place, of which one counts.
    assert seen(1, 1, (hex(1, "obscures"), hex(1, "obscures"))).state == "obscured"
    assert seen(1, 1, (hex(), hex(1, "obscures")), hex(1, "obscures")).state == "blocked"
    # What is blocked as well as obscured is blocked.
    assert seen(1, 1, hex(1, "obscures"), hex(units="enemy")).state == "blocked"
    assert line(ANYONE, "1012", "1212").state == "blocked"  # 1112 clear, 1113 Heavy Woods


@pytest.mark.rule("blind_swords:9.1a.8")
def test_blocked_fire_is_refused() -> None:
    battle = field(
        {"1412": "16oh", "1613": "29la-a", "1411": "22ky", "1410": "29la-b"},
        active="decourcy attack",
        step="fire",
    )
    assert choices(battle) == ["fire 1410", "done"]
    assert "blind_swords:9.1a.3" in refused(battle, "fire 1613")


@pytest.mark.rule("blind_swords:9.1a.9")
def test_between_levels_cover_counts_only_before_the_lower_end() -> None:
    near = seen(3, 1, hex(), hex(1, "obscures"))
    assert (near.state, near.through_cover) == ("obscured", True)
    assert seen(1, 3, hex(1, "obscures"), hex()).state == "obscured"
    assert seen(3, 1, hex(1, "obscures"), hex()).state == "clear"
    assert seen(1, 3, hex(), hex(1, "obscures")).state == "clear"
    assert seen(3, 1, hex(), hex(1, "blocks")).state == "obscured"
    # With units on the way it is one shift in all.
    both = seen(3, 1, hex(2, units="enemy"), hex(1, "obscures"))
    assert (both.state, both.through_cover, both.over_units) == ("obscured", False, True)
