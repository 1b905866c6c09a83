"""Scales, classes and ratings: sections 1 to 5, 16, 24 to 27, and OP1, OP2, OP13."""

from __future__ import annotations

from typing import get_args

import pytest

from longroll.systems.honor_glory import armies, weapons
from longroll.systems.honor_glory.armies import band, class_points, unit_rating
from longroll.systems.honor_glory.dice import d6, d10, d20, two_d6
from longroll.systems.honor_glory.lists import (
    COMMANDERS,
    THEATRES,
    battles_of,
    class_of_commander,
)
from longroll.systems.honor_glory.measure import CM, whole_cm
from longroll.systems.honor_glory.rates import MOVEMENT, Mover, rate
from longroll.systems.honor_glory.words import Arm, Class, Formation, Side, Weapon
from tests.rulebook.honor_glory.troops import dice

# Sections 1 to 4


@pytest.mark.rule("honor_glory:1.period")
def test_the_bands_of_years_cover_the_war() -> None:
    months = ["1860-12", "1861-04", "1862-12", "1863-01", "1864-06", "1864-07", "1865-12"]
    assert [band(month) for month in months] == [0, 0, 0, 1, 1, 2, 2]
    for wrong in ("1859-12", "1866-01", "1863", "1863-13", "July 1863"):
        with pytest.raises(ValueError, match="is not"):
            band(wrong)


@pytest.mark.rule("honor_glory:1.scale", "honor_glory:1.scale2mm")
def test_distances_are_the_same_for_every_figure_but_the_smallest() -> None:
    assert armies.SCALES.yards_per_mm == 2
    shares = {name: size.share for name, size in MOVEMENT.figures.items()}
    assert shares == {"2mm": 50, "6mm": 100, "15mm": 100, "28mm": 100}
    assert rate(Mover("infantry", "line")) == 10 * CM


@pytest.mark.rule("honor_glory:2.measure", "honor_glory:6.6")
@pytest.mark.parametrize("measured, read", [(1020, 11), (1000, 10), (1, 1), (0, 0)])
def test_measurements_are_rounded_up_to_whole_centimetres(measured: int, read: int) -> None:
    assert whole_cm(measured) == read


@pytest.mark.rule(
    "honor_glory:2.d6", "honor_glory:2.d10", "honor_glory:2.d20", "honor_glory:3.dice"
)
def test_the_dice_have_their_faces() -> None:
    rolled = dice(6, 1, 2, 10, 20)
    assert d6(rolled, "one").sides == 6
    assert [roll.value for roll in two_d6(rolled, "two")] == [1, 2]
    assert d10(rolled, "ten").value == 0
    assert d20(rolled, "twenty").value == 20


@pytest.mark.rule(
    "honor_glory:4.inf", "honor_glory:4.cav", "honor_glory:4.art", "honor_glory:4.wagon"
)
def test_what_a_unit_stands_for() -> None:
    scales = armies.SCALES
    assert (scales.usual_men, scales.guns, scales.wagons) == ((300, 500), 6, 10)


@pytest.mark.rule("honor_glory:4.oob.1", "honor_glory:4.oob.2")
@pytest.mark.parametrize("men, units", [(500, 1), (501, 2), (4400, 9), (0, 0)])
def test_men_become_units_and_a_remainder_one_more(men: int, units: int) -> None:
    assert armies.units_for(men) == units


@pytest.mark.rule("honor_glory:4.oob.1", "honor_glory:4.oob.2")
@pytest.mark.parametrize("guns, batteries", [(6, 1), (7, 2), (18, 3)])
def test_guns_become_batteries(guns: int, batteries: int) -> None:
    assert armies.batteries_for(guns) == batteries


@pytest.mark.rule("honor_glory:4.oob.3")
def test_a_free_army_has_a_gun_for_nine_regiments() -> None:
    assert [armies.batteries_beside(number) for number in (8, 9, 18)] == [0, 1, 2]


@pytest.mark.rule("honor_glory:4.time.1", "honor_glory:4.time.2")
def test_a_turn_is_a_quarter_of_an_hour() -> None:
    assert armies.minutes_after(1) == 15
    assert armies.minutes_after(2) == 30


@pytest.mark.rule("honor_glory:4.buildings")
@pytest.mark.parametrize(
    "models, name",
    [
        (1, "house or hamlet"),
        (2, "large hamlet or small village"),
        (3, "large hamlet or small village"),
        (4, "large village or small town"),
        (6, "large village or small town"),
        (7, "large town"),
        (8, "large town"),
        (9, "city"),
    ],
)
def test_what_model_buildings_stand_for(models: int, name: str) -> None:
    assert armies.settlement(models) == name


# Section 16


@pytest.mark.rule("honor_glory:16.1", "honor_glory:16.2")
def test_the_states_of_each_side() -> None:
    union = armies.states_of("union", "1861-07")
    confederate = armies.states_of("confederate", "1861-07")
    assert (len(union), len(confederate)) == (21 + 3, 11 + 3)
    assert set(union) & set(confederate) == {"KY", "MD", "MO"}
    assert "NC" in armies.states_of("union", "1862-02")
    assert "NC" not in union


# Section 24

#: Class A to D, by side, arm and band, as printed.
PRINTED = """
union infantry 6542 8764 8764
union cavalry 5432 6542 5432
union artillery 6542 7653 7653
confederate infantry 8764 8764 7653
confederate cavalry 6542 6542 5432
confederate artillery 6542 6542 6542
"""


@pytest.mark.rule(
    "honor_glory:24.1", "honor_glory:24.union", "honor_glory:24.confed", "honor_glory:24.classes"
)
def test_every_class_rating() -> None:
    months = ("1862-05", "1863-07", "1864-11")
    for row in PRINTED.split("\n")[1:-1]:
        side, arm, *bands = row.split()
        for month, ratings in zip(months, bands, strict=True):
            for class_, points in zip(armies.CLASSES, ratings, strict=True):
                found = class_points(side, month, arm, class_)  # type: ignore[arg-type]
                assert (row, month, class_, found) == (row, month, class_, int(points))


@pytest.mark.rule("honor_glory:24.2", "honor_glory:OP1.1", "honor_glory:OP1.3")
@pytest.mark.parametrize(
    "face, class_, points",
    [(6, "A", 8), (5, "B", 7), (4, "B", 7), (3, "C", 6), (2, "C", 6), (1, "D", 4)],
)
def test_a_class_by_chance_becomes_points(face: int, class_: Class, points: int) -> None:
    _, rolled = armies.class_rolled(dice(face), "a unit")
    assert rolled == class_
    assert class_points("confederate", "1863-07", "infantry", rolled) == points


@pytest.mark.rule("honor_glory:24.3", "honor_glory:25.1", "honor_glory:26.5")
def test_a_rating_is_class_then_size_then_weapon() -> None:
    found = unit_rating("union", "1864-06", "infantry", "C", men=250, weapon="repeating")
    assert [line.value for line in found.lines] == [6, 0, -1, 3]
    assert found.points == 8


@pytest.mark.rule("honor_glory:24.4")
def test_an_unknown_strength_changes_nothing() -> None:
    known = unit_rating("union", "1863-07", "infantry", "B", men=400)
    assert unit_rating("union", "1863-07", "infantry", "B").points == known.points


@pytest.mark.parametrize(
    "name, side, arm, month, more",
    [
        pytest.param(
            "Forrest's cavalry brigade",
            "confederate",
            "cavalry",
            "1864-08",
            1,
            marks=pytest.mark.rule("honor_glory:24.forrest"),
        ),
        pytest.param(
            "Forrest's cavalry brigade",
            "confederate",
            "cavalry",
            "1864-06",
            0,
            marks=pytest.mark.rule("honor_glory:24.forrest"),
        ),
        pytest.param(
            "Iron Brigade",
            "union",
            "infantry",
            "1862-08",
            1,
            marks=pytest.mark.rule("honor_glory:24.iron"),
        ),
        pytest.param(
            "Iron Brigade",
            "union",
            "infantry",
            "1861-08",
            0,
            marks=pytest.mark.rule("honor_glory:24.iron"),
        ),
        pytest.param(
            "Stonewall Brigade",
            "confederate",
            "infantry",
            "1862-12",
            1,
            marks=pytest.mark.rule("honor_glory:24.stonewall"),
        ),
        pytest.param(
            "Stonewall Brigade",
            "confederate",
            "infantry",
            "1863-01",
            0,
            marks=pytest.mark.rule("honor_glory:24.stonewall"),
        ),
    ],
)
def test_famous_units(name: str, side: Side, arm: Arm, month: str, more: int) -> None:
    assert armies.named_points(side, month, arm, "A", name) == more
    assert armies.named_points(side, month, arm, "B", name) == 0


# Sections 25 and 26, OP2


@pytest.mark.rule("honor_glory:25.1")
@pytest.mark.parametrize(
    "men, points",
    [(199, -2), (200, -1), (299, -1), (300, 0), (500, 0), (501, 1), (600, 1), (601, 2)],
)
def test_the_size_of_a_regiment(men: int, points: int) -> None:
    assert armies.size_points("infantry", men) == points


@pytest.mark.rule("honor_glory:25.2", "honor_glory:OP2.1")
def test_op2_asks_the_class_too() -> None:
    plain = unit_rating("union", "1863-07", "infantry", "D", men=400)
    by_class = unit_rating("union", "1863-07", "infantry", "D", men=400, by_class=True)
    assert (plain.points, by_class.points) == (5, 4)


@pytest.mark.parametrize(
    "class_, edges",
    [
        pytest.param("A", (99, 200, 300, 350), marks=pytest.mark.rule("honor_glory:OP2.a")),
        pytest.param("B", (199, 300, 350, 450), marks=pytest.mark.rule("honor_glory:OP2.b")),
        pytest.param("C", (299, 350, 500, 600), marks=pytest.mark.rule("honor_glory:OP2.c")),
        pytest.param("D", (349, 500, 600, 700), marks=pytest.mark.rule("honor_glory:OP2.d")),
    ],
)
def test_the_size_by_class(class_: Class, edges: tuple[int, ...]) -> None:
    at_edges = [armies.size_points("infantry", men, class_) for men in edges]
    beyond = [armies.size_points("infantry", men + 1, class_) for men in edges]
    assert (at_edges, beyond) == ([-2, -1, 0, 1], [-1, 0, 1, 2])


def test_guns_have_neither_size_nor_small_arms() -> None:
    assert unit_rating("union", "1863-07", "artillery", "B", men=100).points == 6


def test_no_unit_starts_below_one_point() -> None:
    found = unit_rating("union", "1862-01", "infantry", "D", men=150, weapon="smoothbore_musket")
    assert found.points == 1


@pytest.mark.rule("honor_glory:26.1", "honor_glory:26.6")
@pytest.mark.parametrize(
    "name, weapon",
    [
        ("Berdan's Sharpshooters", "breech_rifle"),
        ("Wilder's Lightning Brigade", "repeating"),
        ("Iron Brigade", "rifled_musket"),
        ("Buford's cavalry", "repeating"),
        ("20th Maine", "rifled_musket"),
    ],
)
def test_a_regiment_has_its_known_arm_or_the_usual_one(name: str, weapon: Weapon) -> None:
    assert weapons.known_weapon(name, None) == weapon
    assert weapons.known_weapon(name, "muzzle_carbine") == "muzzle_carbine"


@pytest.mark.parametrize(
    "weapon, points",
    [
        pytest.param("smoothbore_musket", 0, marks=pytest.mark.rule("honor_glory:26.2a")),
        pytest.param("muzzle_carbine", 0, marks=pytest.mark.rule("honor_glory:26.2b")),
        pytest.param("rifled_musket", 1, marks=pytest.mark.rule("honor_glory:26.3")),
        pytest.param("breech_rifle", 2, marks=pytest.mark.rule("honor_glory:26.4a")),
        pytest.param("breech_carbine", 2, marks=pytest.mark.rule("honor_glory:26.4b")),
        pytest.param("repeating", 3, marks=pytest.mark.rule("honor_glory:26.5")),
    ],
)
def test_what_small_arms_add(weapon: Weapon, points: int) -> None:
    assert weapons.points_of_weapon(weapon) == points


# OP13

ROLLED = {
    "infantry": {
        (2, 12): "rm rm rp br rp rp",
        (3, 11): "rm rm br rm rp br",
        (4, 10): "rm rm rm rm br rm",
        (5, 9): "rm sm rm rm rm rm",
        (6, 8): "sm sm rm sm rm sm",
        (7,): "sm sm sm sm sm sm",
    },
    "cavalry": {
        (2, 12): "bc bc rp bc rp rp",
        (3, 11): "bc bc bc bc bc bc",
        (4, 5, 9, 10): "mc mc bc mc bc mc",
        (6, 7, 8): "mc mc mc mc mc mc",
    },
}
SHORT = {
    "sm": "smoothbore_musket",
    "rm": "rifled_musket",
    "mc": "muzzle_carbine",
    "bc": "breech_carbine",
    "br": "breech_rifle",
    "rp": "repeating",
}


@pytest.mark.rule("honor_glory:OP13.1", "honor_glory:OP13.inf", "honor_glory:OP13.cav")
@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
def test_small_arms_by_chance(arm: Arm) -> None:
    for scores, row in ROLLED[arm].items():
        for score in scores:
            for place, short in enumerate(row.split()):
                side: Side = "confederate" if place % 2 else "union"
                faces = dice(max(1, score - 6), score - max(1, score - 6))
                found = weapons.weapon_rolled(arm, side, place // 2, faces)[1]
                assert (score, place, found) == (score, place, SHORT[short])


@pytest.mark.rule("honor_glory:OP13.2", "honor_glory:OP13.3")
def test_a_rolled_arm_counts_like_any_other() -> None:
    rolled = weapons.weapon_rolled("infantry", "union", 1, dice(1, 1))[1]
    found = unit_rating("union", "1863-07", "infantry", "C", weapon=rolled)
    assert found.points == 6 + 3
    # Without the option nobody rolls: the usual arm is taken.
    assert unit_rating("union", "1863-07", "infantry", "C").weapon == "rifled_musket"


# Section 27, Appendices B and D


@pytest.mark.rule("honor_glory:27.1", "honor_glory:27.2")
@pytest.mark.parametrize(
    "side, month, bases",
    [
        ("union", "1862-05", [2, 1, 0, 0]),
        ("confederate", "1862-05", [3, 2, 1, 0]),
        ("union", "1863-05", [3, 2, 1, 0]),
        ("confederate", "1863-05", [4, 3, 2, 0]),
        ("union", "1865-03", [4, 3, 2, 0]),
        ("confederate", "1865-03", [3, 2, 1, 0]),
    ],
)
def test_commanders_have_class_points_and_a_die(side: Side, month: str, bases: list[int]) -> None:
    for class_, base in zip(armies.CLASSES, bases, strict=True):
        found = armies.commander_rating("corps", side, month, class_, dice(3))
        assert (found.base, found.points) == (base, base + 3)


@pytest.mark.rule("honor_glory:27.3", "honor_glory:B.ref")
def test_a_class_comes_from_the_list() -> None:
    assert class_of_commander("union", "ROSECRANS, William Starke") == "C"
    assert class_of_commander("confederate", "LEE, Robert Edward") == "A"
    with pytest.raises(ValueError, match="not in the Union list"):
        class_of_commander("union", "LEE, Robert Edward")


@pytest.mark.rule("honor_glory:27.4")
def test_a_unit_commander_is_always_one() -> None:
    found = armies.commander_rating("unit", "union", "1863-07", None, dice())
    assert (found.class_, found.points) == (None, 1)


@pytest.mark.rule("honor_glory:1.commanders", "honor_glory:B.union", "honor_glory:B.confed")
def test_the_lists_of_commanders_are_whole() -> None:
    assert {side: len(names) for side, names in COMMANDERS.items()} == {
        "union": 84,
        "confederate": 84,
    }
    # Sedgwick stands there twice; his usual spelling finds either.
    assert class_of_commander("union", "SEDGWICK, John") == "C"
    assert class_of_commander("confederate", "BRECKINRIDGE, John Cabell") == "B"


@pytest.mark.rule("honor_glory:1.battles", "honor_glory:D.1", "honor_glory:D.2")
def test_the_list_of_battles_by_theatre() -> None:
    counts = {theatre.name: len(theatre.battles) for theatre in THEATRES}
    assert counts == {
        "Eastern": 111,
        "Western": 85,
        "Lower Seaboard and Gulf": 26,
        "Trans-Mississippi": 68,
    }
    [gettysburg] = [one for one in battles_of(1863) if one.name == "Gettysburg"]
    assert (gettysburg.state, gettysburg.winner, gettysburg.loser) == ("PA", "US Meade", "CS Lee")


# Guns and small arms: sections 8, 17, 66, 73


@pytest.mark.rule("honor_glory:66.sb", "honor_glory:66.r", "honor_glory:66.0")
def test_the_types_of_guns() -> None:
    bores = [gun.bore for gun in weapons.GUNS.values()]
    assert (bores.count("smoothbore"), bores.count("rifled")) == (8, 12)
    assert weapons.gun_named("12 pdr Napoleon model 1857").kind == "medium_smoothbore"
    assert weapons.gun_named("10 pdr Parrott").used_by == ("union",)
    with pytest.raises(ValueError, match="not a gun of the rules"):
        weapons.gun_named("Rodman")


@pytest.mark.rule(
    "honor_glory:8.1",
    "honor_glory:17.art.move",
    "honor_glory:17.art.range",
    "honor_glory:5.horses",
    "honor_glory:17.horse",
    "honor_glory:17.field",
    "honor_glory:17.slow",
)
def test_how_a_gun_is_drawn_and_how_far_it_reaches() -> None:
    napoleon = weapons.gun_named("12 pdr Napoleon model 1857")
    assert weapons.move_type(napoleon) == "field"
    assert weapons.move_type(napoleon, "horse") == "horse"
    parrott = weapons.gun_named("20 pdr Parrott")
    assert (parrott.reach, weapons.move_type(parrott, "horse")) == ("long", "field_slow")
    assert weapons.HORSES == {"horse": 6, "field": 4, "field_slow": 2}


@pytest.mark.rule("honor_glory:73.2", "honor_glory:73.3", "honor_glory:73.4", "honor_glory:73.5")
def test_the_types_of_small_arms() -> None:
    types = weapons.WEAPONS.small_arms
    assert list(types) == [
        "smoothbore_musket",
        "rifled_musket",
        "muzzle_carbine",
        "breech_carbine",
        "breech_rifle",
        "repeating",
    ]
    assert [name for name, one in types.items() if one.carbine] == [
        "muzzle_carbine",
        "breech_carbine",
    ]
    assert "Spencer rifle" in types["repeating"].examples
    every = " ".join(name for one in types.values() for name in one.examples)
    assert "Gatling" not in every
    assert all(len(one.examples) >= 7 for one in types.values())


@pytest.mark.rule("honor_glory:17.light", "honor_glory:17.inf", "honor_glory:17.cav")
def test_the_kinds_of_troops() -> None:
    assert [arm for arm in get_args(Arm) if "infantry" in arm or arm.endswith("cavalry")] == [
        "infantry",
        "cavalry",
        "dismounted_cavalry",
    ]


@pytest.mark.rule("honor_glory:18.unused")
def test_formations_that_are_not_used() -> None:
    assert set(get_args(Formation)) == {"line", "skirmish", "column", "deployed", "limbered"}
