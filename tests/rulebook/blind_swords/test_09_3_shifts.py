"""9.3 and 9.3c: the column shifts of fire, as the series has them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from longroll.systems.blind_swords.fire_shifts import Facts, Gun, Stand, lines
from longroll.systems.chickasaw_bayou.tables import CHARTS
from tests.rulebook.blind_swords.volleys import guns, shifts, shot

CLEAR = Stand("clear")


def shift(**facts: object) -> int:
    given: dict[str, Any] = {"firers": (CLEAR,), "target": CLEAR, **facts}
    return sum([line.value for line in lines(CHARTS, Facts(**given))])


def battery(**points: int) -> tuple[Gun, ...]:
    band = "canister" if "S" in points else "long"
    return tuple(Gun(weapon, band, Fraction(count)) for weapon, count in points.items())


@pytest.mark.rule("blind_swords:9.3.2")
def test_all_shifts_add_up() -> None:
    worst = shift(
        firers=(Stand("swamp", ("fallen_timber",)),),
        target=Stand("heavy_woods", ("fallen_timber",)),
        through_cover=True,
        firer_skirmish=True,
        target_skirmish=True,
        flanking=True,
    )
    assert worst == -2 - 2 - 1 - 1 - 1 - 2 + 1


@pytest.mark.rule("blind_swords:9.3.3")
@pytest.mark.parametrize(
    "target, columns",
    [
        (Stand("light_woods"), -1),
        (Stand("cypress"), -1),
        (Stand("heavy_woods"), -2),
        (Stand("clear", ("fallen_timber",)), -1),
        (Stand("clear", ("trench",)), -2),
        (Stand("clear", ("good_ground",)), -2),
        (Stand("clear", ("epaulement",)), -2),
        (Stand("swamp"), 0),
        (Stand("bayou"), 0),
    ],
)
def test_cover_of_the_target(target: Stand, columns: int) -> None:
    assert shift(target=target) == columns


@pytest.mark.rule("blind_swords:9.3.3")
def test_a_levee_covers_only_fire_that_comes_over_it() -> None:
    assert shift(hexsides=("levee",)) == -1
    assert shift(hexsides=("creek",)) == 0
    # The levee lies between 2618 and 2619.
    assert shifts(shot({"2619": "16oh", "2618": "29la-a"}, "2618")) == {"9.3.3": -1}
    assert shifts(shot({"2617": "16oh", "2618": "29la-a"}, "2618")) == {}
    # From two hexes away it is the last hexside that counts.
    assert shifts(shot({"2620": "16oh", "2618": "29la-a"}, "2618")) == {"9.3.3": -1}


@pytest.mark.rule("blind_swords:9.3.4")
def test_through_cover_and_over_units() -> None:
    assert shift(through_cover=True) == -1
    assert shift(over_units=True) == -1
    woods = shot({"1712": "16oh", "1913": "29la-a"}, "1913")  # Light Woods in 1812
    assert shifts(woods) == {"9.3.7": -1}
    over = shot(
        {"2722": "29la-a", "2822": "16oh", "2923": "22ky"},
        "2923",
        active="thomas attack",
        states={"16oh": {"skirmish": True}},
    )
    assert shifts(over) == {"9.3.8": -1}


@pytest.mark.rule("blind_swords:9.3.5")
def test_where_and_how_firers_stand() -> None:
    for ground in ("cypress", "swamp", "bayou"):
        assert shift(firers=(Stand(ground),)) == -1
        assert shift(firers=(Stand(ground, ("fallen_timber",)),)) == -2
    assert shift(firer_skirmish=True) == -1
    assert shift(target_skirmish=True) == -2
    # What is true of one of two hexes counts once, for the whole group.
    assert shift(firers=(Stand("swamp"), CLEAR)) == -1
    assert shift(firers=(Stand("swamp"), Stand("bayou"))) == -1


@pytest.mark.rule("blind_swords:9.3.6")
def test_mixed_and_smoothbore_guns() -> None:
    assert shift(guns=battery(Mx=2, R=2)) == -1
    assert shift(guns=battery(Mx=2, R=3)) == 0
    assert shift(guns=battery(S=2)) == 1
    assert shift(guns=(Gun("Mx", "effective", Fraction(2)),)) == 0
    assert shift(guns=(Gun("S", "effective", Fraction(2)),)) == 0
    near = guns({"2910": "landgraeber", "2912": "29la-a"}, "2910", "2912")
    assert shifts(near) == {"9.3.14": 1}
    far = guns({"2905": "griffiths", "2913": "29la-a"}, "2905", "2913")
    assert shifts(far) == {"9.3.13": -1}


@pytest.mark.rule("blind_swords:9.3.7")
def test_riders_levees_ammunition_and_flanks() -> None:
    assert shift(target_mounted=True) == 2
    assert shift(target=Stand("blakes_levee")) == 2
    assert shift(low_ammo=3) == -6
    riders = shot({"2910": "16oh", "2911": "28ms-cav"}, "2911")
    assert shifts(riders) == {"9.3.18": 2}
    on_foot = shot(
        {"2910": "16oh", "2911": "28ms-cav"}, "2911", states={"28ms-cav": {"dismounted": True}}
    )
    assert shifts(on_foot) == {}


@pytest.mark.rule("blind_swords:9.3.8")
def test_a_trench_counts_once() -> None:
    # 3120 is a Trench of the first row.
    event = shot({"3121": "16oh", "3120": "29la-a"}, "3120")
    assert shifts(event) == {"9.3.17": -2}


@pytest.mark.rule("blind_swords:9.3.9")
def test_the_ends_of_the_table_hold() -> None:
    low = guns(
        {"2910": "wofford", "2914": "16oh"},
        "2910",
        "2914",
        side="confederate",
        states={"wofford": {"low_ammo": 2}},
    )
    assert (low.base, low.column) == ("2", "C")
    high = shot(
        {"2910": "16oh", "3010": "22ky", "2812": "42oh", "2911": "28ms-cav"},
        "2911",
        "16oh",
        "22ky",
    )
    assert (high.base, high.column) == ("16-19", "20+")


@pytest.mark.rule("blind_swords:9.3c.1")
@pytest.mark.rule("blind_swords:9.3c.2")
def test_flanking_fire_needs_a_steady_friend_two_hexes_off() -> None:
    around = {"2910": "16oh", "2911": "29la-a"}
    assert shifts(shot({**around, "2811": "22ky"}, "2911", "16oh")) == {"9.3.15": 1}
    # Any friend will do, of whatever brigade and arm.
    assert shifts(shot({**around, "2912": "foster"}, "2911", "16oh")) == {"9.3.15": 1}
    # 3010 is next to 2910.
    assert shifts(shot({**around, "3010": "22ky"}, "2911", "16oh")) == {}
    for state in ({"hits": 1}, {"hits": 2}, {"skirmish": True}):
        event = shot({**around, "2811": "22ky"}, "2911", "16oh", states={"22ky": state})
        assert shifts(event) == {}
    # A firer farther away flanks nobody.
    far = shot({"2909": "16oh", "2911": "29la-a", "2912": "22ky"}, "2911", "16oh")
    assert shifts(far) == {}
