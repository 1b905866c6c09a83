"""1.3, 2.1 and 9.2: points, range bands, and the one rounding."""

from __future__ import annotations

from fractions import Fraction

import pytest

from longroll.systems.blind_swords.ranges import Share, total, weapon_of
from longroll.systems.blind_swords.tables import COMBAT_RESULTS, NUMBERS
from tests.rulebook.blind_swords.field import field, refused
from tests.rulebook.blind_swords.volleys import gunners, guns, shot

TARGET = {"2911": "29la-a"}


@pytest.mark.rule("blind_swords:1.3.1")
@pytest.mark.rule("blind_swords:9.3.1")
def test_points_are_added_exactly_and_rounded_down_once() -> None:
    # Two units at Long range: 9/2 + 9/2 is 9 points, not 4 and 4.
    event = shot({"2909": "42oh", "3009": "22ky", "2911": "29la-a"}, "2911")
    assert (event.total, event.base) == ("8½", "7-8")
    assert COMBAT_RESULTS.labels[COMBAT_RESULTS.column(Fraction(17, 2))] == "7-8"


@pytest.mark.rule("blind_swords:1.3.2")
def test_less_than_a_point_is_c() -> None:
    # Hill's riders, Battleworn: a point, halved.
    event = shot(
        {"2910": "hill-cav", "2911": "16oh"},
        "2911",
        active="sd-lee attack",
        states={"hill-cav": {"worn": True}},
    )
    assert (event.total, event.base) == ("½", "C")
    assert NUMBERS.fraction("strength_c") == Fraction(1, 2)


@pytest.mark.rule("blind_swords:2.1.13")
def test_strength_c_is_half_a_point() -> None:
    # Two Morale Hits would leave wofford nothing: half a point is left, and it counts.
    event = guns(
        {"2910": "wofford", "2915": "16oh"},
        "2910",
        "2915",
        side="confederate",
        states={"wofford": {"hits": 2}},
    )
    assert (event.total, event.base) == ("½", "C")


@pytest.mark.rule("blind_swords:2.1.12")
def test_fire_takes_modified_points() -> None:
    fresh = shot({"2910": "16oh", **TARGET}, "2911")
    shaken = shot({"2910": "16oh", **TARGET}, "2911", states={"16oh": {"hits": 1}})
    worn = shot({"2910": "16oh", **TARGET}, "2911", states={"16oh": {"worn": True}})
    assert (fresh.total, shaken.total, worn.total) == ("10", "9", "6")


@pytest.mark.rule("blind_swords:2.1.10")
def test_rifles_are_what_units_have_unless_they_are_marked() -> None:
    battle = field({"2910": "16oh", "2911": "foster"}, active="decourcy maneuver", step="move")
    number = battle.state.game.roster.number  # type: ignore[attr-defined]
    state = battle.state
    assert weapon_of(state, number["16oh"]).title == "rifled muskets"  # type: ignore[arg-type]
    assert weapon_of(state, number["foster"]).title == "rifled guns"  # type: ignore[arg-type]


@pytest.mark.rule("blind_swords:2.1.11")
@pytest.mark.parametrize(
    "id, title, reach",
    [
        ("29la-a", "smoothbore muskets", 2),
        ("3ms", "mixed muskets", 3),
        ("hill-cav", "carbines", 2),
        ("johnston", "smoothbore guns", 10),
        ("wofford", "mixed guns", 15),
    ],
)
def test_the_other_weapons(id: str, title: str, reach: int) -> None:
    battle = field({"2910": "16oh"}, active="decourcy maneuver", step="move")
    unit = battle.state.game.roster.number[id]  # type: ignore[attr-defined]
    weapon = weapon_of(battle.state, unit)  # type: ignore[arg-type]
    assert weapon.title == title
    assert weapon.band(reach) is not None
    assert weapon.band(reach + 1) is None


@pytest.mark.rule("blind_swords:9.2.1")
@pytest.mark.parametrize(
    "target, band",
    [("2912", "canister"), ("2917", "effective"), ("2921", "long"), ("2922", "long")],
)
def test_bands_of_rifled_guns(target: str, band: str) -> None:
    battle = field({"2910": "foster"}, phase="B")
    unit = battle.state.game.roster.number["foster"]  # type: ignore[attr-defined]
    weapon = weapon_of(battle.state, unit)  # type: ignore[arg-type]
    assert weapon.band(int(target) - 2910) == band
    assert weapon.band(18) == "extreme"
    assert weapon.band(19) is None


@pytest.mark.rule("blind_swords:9.2.2")
def test_canister_gains_half_and_long_range_loses_half() -> None:
    near = guns({"2910": "foster", "2912": "29la-a"}, "2910", "2912")
    assert (near.total, near.base) == ("9", "9-10")
    assert "×1½ canister range [blind_swords:9.2.2]" in map(str, near.details())
    middle = guns({"2910": "foster", "2913": "29la-a"}, "2910", "2913")
    assert middle.total == "6"
    far = guns({"2905": "foster", "2913": "29la-a"}, "2905", "2913")
    assert far.total == "3"


@pytest.mark.rule("blind_swords:9.2.2")
def test_canister_gains_a_point_at_least_once_for_the_guns_together() -> None:
    assert total([Share(Fraction(1), "canister", True)]) == 2
    two = [Share(Fraction(1), "canister", True)] * 2
    assert total(two) == 3
    # Infantry beside them gains nothing.
    assert total([*two, Share(Fraction(5), "effective")]) == 8


@pytest.mark.rule("blind_swords:9.2.3")
def test_extreme_range_counts_a_quarter() -> None:
    event = guns({"2900": "foster", "2913": "29la-a"}, "2900", "2913")
    assert (event.total, event.base) == ("1½", "1")
    battle = gunners({"2900": "landgraeber", "2913": "29la-a"}, "2900")
    assert "blind_swords:9.2.1" in refused(battle, "fire 2913")  # smoothbores do not reach


@pytest.mark.rule("blind_swords:9.2.4")
def test_range_changes_points_and_ground_shifts_columns() -> None:
    # 2810 is Light Woods, two hexes away: half the points, and a column.
    event = shot({"2812": "16oh", "2810": "29la-a"}, "2810")
    assert (event.total, event.base, event.column) == ("5", "5", "4")
    assert [line.value for line in event.shifts] == [-1]
