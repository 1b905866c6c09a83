"""Morale, rally and commanders: sections 9, 20, 23, 29, 92, 97 to 103, and OP5, OP8, OP14."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest

from longroll.systems.honor_glory import command, marching, morale, rally
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.morale import Outcome, Reason, Versus
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.rally import Rest
from longroll.systems.honor_glory.units import (
    Leader,
    Troops,
    command_bonus,
    cover_bonus,
    cover_class,
    rating,
)
from longroll.systems.honor_glory.words import CoverKind
from tests.rulebook.honor_glory.troops import (
    BRIGADIER,
    CHIEF,
    COLONEL,
    dice,
    foot,
    gun,
    horse,
    rules,
)
from tests.vectors import honor_glory

# The result table: what is tested, by whom, the second score, and what it comes to.
TABLE = [
    pytest.param(
        "charge",
        foot(4),
        None,
        None,
        "charge",
        0,
        marks=pytest.mark.rule("honor_glory:103.charge.pass"),
    ),
    pytest.param(
        "charge",
        foot(4),
        None,
        (1, 2),
        "refuse",
        0,
        marks=pytest.mark.rule("honor_glory:103.charge.2"),
    ),
    pytest.param(
        "charge",
        foot(4),
        None,
        (4, 5),
        "refuse",
        0,
        marks=pytest.mark.rule("honor_glory:103.charge.8"),
    ),
    pytest.param(
        "charge",
        foot(4),
        None,
        (6, 6),
        "refuse",
        0,
        marks=pytest.mark.rule("honor_glory:103.charge.11"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "infantry",
        None,
        "countercharge_or_stand",
        0,
        marks=pytest.mark.rule("honor_glory:103.ii.pass"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "infantry",
        (1, 2),
        "countercharge_or_stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.ii.2"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "infantry",
        (4, 5),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.ii.8"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "infantry",
        (6, 6),
        "rout",
        3,
        marks=pytest.mark.rule("honor_glory:103.ii.11"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "infantry",
        None,
        "stand",
        0,
        marks=pytest.mark.rule("honor_glory:103.ici.pass"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "infantry",
        (1, 2),
        "stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.ici.2"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "infantry",
        (4, 5),
        "stand",
        2,
        marks=pytest.mark.rule("honor_glory:103.ici.8"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "infantry",
        (6, 6),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.ici.11"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "cavalry",
        None,
        "stand",
        0,
        marks=pytest.mark.rule("honor_glory:103.ioc.pass"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "cavalry",
        (1, 2),
        "stand",
        2,
        marks=pytest.mark.rule("honor_glory:103.ioc.2"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "cavalry",
        (4, 5),
        "withdraw",
        3,
        marks=pytest.mark.rule("honor_glory:103.ioc.8"),
    ),
    pytest.param(
        "receive_charge",
        foot(7),
        "cavalry",
        (6, 6),
        "rout",
        4,
        marks=pytest.mark.rule("honor_glory:103.ioc.11"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "cavalry",
        None,
        "stand",
        0,
        marks=pytest.mark.rule("honor_glory:103.icc.pass"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "cavalry",
        (1, 2),
        "stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.icc.2"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "cavalry",
        (4, 5),
        "stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.icc.8"),
    ),
    pytest.param(
        "receive_charge",
        foot(7, cover="hedge"),
        "cavalry",
        (6, 6),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.icc.11"),
    ),
    pytest.param(
        "receive_charge",
        horse(7),
        "cavalry",
        None,
        "countercharge_or_stand",
        0,
        marks=pytest.mark.rule("honor_glory:103.cc.pass"),
    ),
    pytest.param(
        "receive_charge",
        horse(7),
        "cavalry",
        (1, 2),
        "countercharge_or_stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.cc.2"),
    ),
    pytest.param(
        "receive_charge",
        horse(7),
        "cavalry",
        (4, 5),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.cc.8"),
    ),
    pytest.param(
        "receive_charge",
        horse(7),
        "cavalry",
        (6, 6),
        "rout",
        3,
        marks=pytest.mark.rule("honor_glory:103.cc.11"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7),
        "infantry",
        None,
        "stand",
        0,
        marks=pytest.mark.rule("honor_glory:103.ao.pass"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7),
        "infantry",
        (1, 2),
        "stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.ao.2"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7),
        "infantry",
        (4, 5),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.ao.8"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7),
        "infantry",
        (6, 6),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.ao.11"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7, cover="hedge"),
        "infantry",
        None,
        "stand",
        0,
        marks=pytest.mark.rule("honor_glory:103.ac.pass"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7, cover="hedge"),
        "infantry",
        (1, 2),
        "stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.ac.2"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7, cover="hedge"),
        "infantry",
        (4, 5),
        "stand",
        1,
        marks=pytest.mark.rule("honor_glory:103.ac.8"),
    ),
    pytest.param(
        "receive_charge",
        gun(mp=7, cover="hedge"),
        "infantry",
        (6, 6),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.ac.11"),
    ),
    pytest.param(
        "firing_range",
        foot(7),
        None,
        None,
        "E",
        0,
        marks=pytest.mark.rule("honor_glory:103.fri.pass"),
    ),
    pytest.param(
        "firing_range",
        foot(7),
        None,
        (1, 2),
        "E_bare",
        0,
        marks=pytest.mark.rule("honor_glory:103.fri.2"),
    ),
    pytest.param(
        "firing_range",
        foot(7),
        None,
        (4, 5),
        "X",
        0,
        marks=pytest.mark.rule("honor_glory:103.fri.8"),
    ),
    pytest.param(
        "firing_range",
        foot(7),
        None,
        (6, 6),
        "X_bare",
        0,
        marks=pytest.mark.rule("honor_glory:103.fri.11"),
    ),
    pytest.param(
        "firing_range",
        gun(mp=7),
        None,
        None,
        "AUTO",
        0,
        marks=pytest.mark.rule("honor_glory:103.fra.pass"),
    ),
    pytest.param(
        "firing_range",
        gun(mp=7),
        None,
        (1, 2),
        "B",
        0,
        marks=pytest.mark.rule("honor_glory:103.fra.2"),
    ),
    pytest.param(
        "firing_range",
        gun(mp=7),
        None,
        (4, 5),
        "C",
        0,
        marks=pytest.mark.rule("honor_glory:103.fra.8"),
    ),
    pytest.param(
        "firing_range",
        gun(mp=7),
        None,
        (6, 6),
        "C_bare",
        0,
        marks=pytest.mark.rule("honor_glory:103.fra.11"),
    ),
    pytest.param(
        "hit_by_artillery",
        horse(7),
        None,
        None,
        "none",
        0,
        marks=pytest.mark.rule("honor_glory:103.art.pass"),
    ),
    pytest.param(
        "hit_by_artillery",
        horse(7),
        None,
        (1, 2),
        "none",
        2,
        marks=pytest.mark.rule("honor_glory:103.art.2"),
    ),
    pytest.param(
        "hit_by_artillery",
        horse(7),
        None,
        (4, 5),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.art.8"),
    ),
    pytest.param(
        "hit_by_artillery",
        horse(7),
        None,
        (6, 6),
        "rout",
        3,
        marks=pytest.mark.rule("honor_glory:103.art.11"),
    ),
    pytest.param(
        "hit_by_small_arms",
        foot(7),
        None,
        None,
        "none",
        0,
        marks=pytest.mark.rule("honor_glory:103.sa.pass"),
    ),
    pytest.param(
        "hit_by_small_arms",
        foot(7),
        None,
        (1, 2),
        "none",
        1,
        marks=pytest.mark.rule("honor_glory:103.sa.2"),
    ),
    pytest.param(
        "hit_by_small_arms",
        foot(7),
        None,
        (4, 5),
        "withdraw",
        1,
        marks=pytest.mark.rule("honor_glory:103.sa.8"),
    ),
    pytest.param(
        "hit_by_small_arms",
        foot(7),
        None,
        (6, 6),
        "rout",
        2,
        marks=pytest.mark.rule("honor_glory:103.sa.11"),
    ),
    pytest.param(
        "hit_by_small_arms",
        gun(mp=7),
        None,
        None,
        "none",
        0,
        marks=pytest.mark.rule("honor_glory:103.asa.pass"),
    ),
    pytest.param(
        "hit_by_small_arms",
        gun(mp=7),
        None,
        (1, 2),
        "none",
        2,
        marks=pytest.mark.rule("honor_glory:103.asa.2"),
    ),
    pytest.param(
        "hit_by_small_arms",
        gun(mp=7),
        None,
        (4, 5),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.asa.8"),
    ),
    pytest.param(
        "hit_by_small_arms",
        gun(mp=7),
        None,
        (6, 6),
        "rout",
        3,
        marks=pytest.mark.rule("honor_glory:103.asa.11"),
    ),
    pytest.param(
        "hit_in_melee",
        foot(7),
        None,
        None,
        "none",
        0,
        marks=pytest.mark.rule("honor_glory:103.mel.pass"),
    ),
    pytest.param(
        "hit_in_melee",
        foot(7),
        None,
        (1, 2),
        "none",
        2,
        marks=pytest.mark.rule("honor_glory:103.mel.2"),
    ),
    pytest.param(
        "hit_in_melee",
        foot(7),
        None,
        (4, 5),
        "withdraw",
        3,
        marks=pytest.mark.rule("honor_glory:103.mel.8"),
    ),
    pytest.param(
        "hit_in_melee",
        foot(7),
        None,
        (6, 6),
        "rout",
        4,
        marks=pytest.mark.rule("honor_glory:103.mel.11"),
    ),
    pytest.param(
        "commander_killed",
        foot(7),
        None,
        None,
        "none",
        0,
        marks=pytest.mark.rule("honor_glory:103.cmd.pass"),
    ),
    pytest.param(
        "commander_killed",
        foot(7),
        None,
        (1, 2),
        "none",
        1,
        marks=pytest.mark.rule("honor_glory:103.cmd.2"),
    ),
    pytest.param(
        "commander_killed",
        foot(7),
        None,
        (4, 5),
        "none",
        2,
        marks=pytest.mark.rule("honor_glory:103.cmd.8"),
    ),
    pytest.param(
        "commander_killed",
        foot(7),
        None,
        (6, 6),
        "withdraw",
        2,
        marks=pytest.mark.rule("honor_glory:103.cmd.11"),
    ),
    pytest.param(
        "friends_routing",
        foot(7),
        None,
        None,
        "none",
        0,
        marks=pytest.mark.rule("honor_glory:103.frd.pass"),
    ),
    pytest.param(
        "friends_routing",
        foot(7),
        None,
        (1, 2),
        "none",
        1,
        marks=pytest.mark.rule("honor_glory:103.frd.2"),
    ),
    pytest.param(
        "friends_routing",
        foot(7),
        None,
        (4, 5),
        "withdraw",
        1,
        marks=pytest.mark.rule("honor_glory:103.frd.8"),
    ),
    pytest.param(
        "friends_routing",
        foot(7),
        None,
        (6, 6),
        "rout",
        2,
        marks=pytest.mark.rule("honor_glory:103.frd.11"),
    ),
    pytest.param(
        "rally",
        foot(7, morale="routing"),
        None,
        None,
        "rally",
        0,
        marks=pytest.mark.rule("honor_glory:103.ral.pass"),
    ),
    pytest.param(
        "rally",
        foot(7, morale="routing"),
        None,
        (1, 2),
        "rout",
        2,
        marks=pytest.mark.rule("honor_glory:103.ral.2"),
    ),
    pytest.param(
        "rally",
        foot(7, morale="routing"),
        None,
        (4, 5),
        "rout",
        3,
        marks=pytest.mark.rule("honor_glory:103.ral.8"),
    ),
    pytest.param(
        "rally",
        foot(7, morale="routing"),
        None,
        (6, 6),
        "broken",
        0,
        marks=pytest.mark.rule("honor_glory:103.ral.11"),
    ),
]


@pytest.mark.parametrize("reason, unit, versus, second, action, loss", TABLE)
def test_every_result(
    reason: Reason,
    unit: Troops,
    versus: Versus | None,
    second: tuple[int, int] | None,
    action: Outcome,
    loss: int,
) -> None:
    faces = (1, 1, 1) if second is None else (1, 1, 20, *second)
    rolled = dice(*faces)
    test = morale.take(reason, unit, rolled, versus)
    assert test is not None
    assert (test.passed, test.action, test.loss) == (second is None, action, loss)
    assert rolled.left == ()


@pytest.mark.rule("honor_glory:103.charge.2", "honor_glory:103.charge.8")
@pytest.mark.parametrize(
    "points, second, action",
    [
        (4, (1, 1), "refuse"),
        (5, (1, 1), "charge"),
        (6, (4, 4), "refuse"),
        (7, (4, 4), "charge"),
        (9, (6, 6), "refuse"),
    ],
)
def test_strong_units_charge_after_a_poor_test(
    points: int, second: tuple[int, int], action: str
) -> None:
    unit = foot(points - 1, commanders=(COLONEL,))
    test = morale.take("charge", unit, dice(1, 1, 20, *second))
    assert test is not None
    assert (rating(unit), test.action) == (points, action)


# The test


@pytest.mark.rule("honor_glory:100.1", "honor_glory:100.2", "honor_glory:98.5")
@pytest.mark.parametrize("face, passed", [(12, True), (13, False)])
def test_rating_bonuses_and_two_dice_against_a_twenty(face: int, passed: bool) -> None:
    unit = foot(3, cover="hedge", commanders=(COLONEL,))
    test = morale.basic(unit, dice(3, 4, face))
    assert [line.value for line in test.lines] == [3, 1, 1, 7]
    assert (test.factor, test.passed) == (12, passed)


@pytest.mark.rule("honor_glory:99.1", "honor_glory:100.3", "honor_glory:100.4")
@pytest.mark.parametrize(
    "second, column",
    [((1, 1), "2-7"), ((3, 4), "2-7"), ((4, 4), "8-10"), ((5, 5), "8-10"), ((5, 6), "11-12")],
)
def test_a_failure_rolls_for_its_column(second: tuple[int, int], column: str) -> None:
    test = morale.take("hit_in_melee", foot(7), dice(1, 1, 20, *second))
    assert test is not None
    assert test.column == column
    passed = morale.take("hit_in_melee", foot(7), dice(1, 1, 1))
    assert passed is not None
    assert passed.column is None


@pytest.mark.rule("honor_glory:99.1.1")
def test_a_basic_test_has_no_column() -> None:
    rolled = dice(1, 1, 20)
    test = morale.basic(foot(7), rolled)
    assert (test.passed, test.column, test.loss, rolled.left) == (False, None, 0, ())


@pytest.mark.rule("honor_glory:OP8.3")
def test_an_army_without_its_camp_adds_no_dice() -> None:
    test = morale.basic(foot(7, camp_lost=True), dice(7))
    assert (test.factor, test.passed) == (7, True)


@pytest.mark.rule("honor_glory:97.4")
def test_there_are_no_national_characteristics() -> None:
    north = morale.basic(foot(5, side="union"), dice(1, 1, 1))
    south = morale.basic(foot(5, side="confederate"), dice(1, 1, 1))
    assert north.factor == south.factor == 7


def test_cavalry_in_melee_takes_no_test_when_infantry_charges_it() -> None:
    assert morale.take("receive_charge", horse(), dice(), "infantry") is None


@pytest.mark.rule(
    "honor_glory:98.1",
    "honor_glory:98.2",
    "honor_glory:98.3",
    "honor_glory:77.4",
    "honor_glory:78.1",
    "honor_glory:85.0",
    "honor_glory:13.charge.2",
    "honor_glory:63.2a",
)
@pytest.mark.parametrize("reason", ["charge", "join_melee", "receive_charge"])
def test_charging_and_receiving_are_tested(reason: Reason) -> None:
    test = morale.take(reason, foot(7), dice(3, 3, 13), "infantry")
    assert test is not None
    assert test.passed


# Several tests


def hit(by: morale.HitBy, unit: dict[str, Any], *faces: int) -> dict[str, Any]:
    """A unit on a table that is hit and loses a point, and all that follows."""
    situation = {"op": "hit_resolution", "hit_by": by, "loss": 1, "unit": unit}
    return honor_glory.run({"situation": situation, "dice": list(faces)})


@pytest.mark.rule(
    "honor_glory:9.1.3",
    "honor_glory:97.1.3",
    "honor_glory:100.5a",
    "honor_glory:100.5b",
    "honor_glory:98.6",
    "honor_glory:29.6",
)
def test_tests_follow_each_other_with_what_is_left() -> None:
    unit = {"arm": "infantry", "formation": "line", "mp": 4, "cover": "hedge"}
    unit["commanders"] = [{"rank": "unit", "mp": 1}]
    found = hit("artillery", unit, 0, 2, 4, 17, 4, 5, 3, 5, 5)
    assert found["mp_after_hit"] == 3
    assert [(test["test"], test["factor"]) for test in found["tests"]] == [
        ("hit_by_artillery", 10),
        ("commander_killed", 10),
    ]
    assert (found["action"], found["mp"]) == ("withdraw", 1)


@pytest.mark.rule(
    "honor_glory:100.5a",
    "honor_glory:65.8",
    "honor_glory:72.7",
    "honor_glory:81.5",
    "honor_glory:13.fire.6",
    "honor_glory:13.melee.4",
)
@pytest.mark.parametrize(
    "by, first",
    [
        ("artillery", "hit_by_artillery"),
        ("small_arms", "hit_by_small_arms"),
        ("melee", "hit_in_melee"),
    ],
)
def test_the_tests_a_hit_calls_for(by: morale.HitBy, first: Reason) -> None:
    killed = (COLONEL, CHIEF, BRIGADIER)
    due = morale.due_after_hit(by, killed)
    assert due == [first, "commander_killed", "commander_killed"]
    places = [morale.ORDER.index(reason) for reason in due]
    assert places == sorted(places)


@pytest.mark.rule("honor_glory:9.1.4", "honor_glory:97.1.4")
@pytest.mark.parametrize(
    "actions, worst",
    [
        (["rout", "withdraw"], "rout"),
        (["withdraw", "none"], "withdraw"),
        (["refuse", "none"], "refuse"),
        (["withdraw", "broken", "rout"], "broken"),
        ([], "none"),
    ],
)
def test_only_the_worst_is_carried_out(actions: Any, worst: str) -> None:
    assert morale.worst(actions) == worst


@pytest.mark.rule("honor_glory:1.removal", "honor_glory:3.broken", "honor_glory:1.noremoval")
def test_a_unit_without_points_is_broken_and_tests_no_more() -> None:
    found = hit("melee", {"arm": "infantry", "formation": "line", "mp": 1})
    assert (found["tests"], found["action"]) == ([], "broken")
    assert foot(1).after_loss(1).morale == "broken"


@pytest.mark.rule("honor_glory:3.mp", "honor_glory:97.1")
def test_points_fall_and_never_rise() -> None:
    assert foot(5).after_loss(2).mp == 3
    assert foot(5).after_loss(9).mp == 0


# Routing friends


@pytest.mark.rule("honor_glory:23.1", "honor_glory:98.8", "honor_glory:42.4b")
@pytest.mark.parametrize("distance, tests", [(0, True), (5 * CM, True), (5 * CM + 1, False)])
def test_friends_that_flee_past(distance: int, tests: bool) -> None:
    assert morale.is_shaken_by("infantry", foot(), distance) is tests


@pytest.mark.rule("honor_glory:23.2", "honor_glory:23.3", "honor_glory:23.4")
@pytest.mark.parametrize(
    "router, shaken",
    [
        ("infantry", [True, False, False]),
        ("cavalry", [False, True, False]),
        ("artillery", [True, True, True]),
    ],
)
def test_who_minds_whom(router: Any, shaken: list[bool]) -> None:
    found = [morale.is_shaken_by(router, unit, 0) for unit in (foot(), horse(), gun())]
    assert found == shaken


@pytest.mark.rule("honor_glory:23.5")
@pytest.mark.parametrize("cover", ["hedge", "gabions"])
def test_cover_reassures(cover: CoverKind) -> None:
    assert not morale.is_shaken_by("infantry", foot(cover=cover), 0)


@pytest.mark.rule("honor_glory:23.6")
def test_routing_friends_are_shaken_too_but_not_broken_ones() -> None:
    assert morale.is_shaken_by("infantry", foot(morale="routing"), 0)
    assert not morale.is_shaken_by("infantry", foot(0, morale="broken"), 0)


# Cover and command bonus


@pytest.mark.rule("honor_glory:34.6", "honor_glory:34.8", "honor_glory:34.1")
@pytest.mark.parametrize(
    "cover",
    [
        "hedge",
        "fence",
        "low_stone_wall",
        "barricade",
        "chevaux_de_frise",
        "open_woods",
        "tree_line",
        "sunken_road",
        "gully",
    ],
)
def test_informal_cover_adds_one(cover: CoverKind) -> None:
    assert (cover_class(foot(cover=cover)), cover_bonus(foot(cover=cover))) == ("informal", 1)


@pytest.mark.rule("honor_glory:34.7", "honor_glory:34.9", "honor_glory:3.cover")
@pytest.mark.parametrize(
    "cover",
    [
        "dense_woods",
        "entrenchment",
        "earthworks",
        "gabions",
        "timber_house",
        "stone_house",
        "large_stone_building",
        "stone_church",
    ],
)
def test_formal_cover_adds_four(cover: CoverKind) -> None:
    assert (cover_class(foot(cover=cover)), cover_bonus(foot(cover=cover))) == ("formal", 4)


@pytest.mark.rule("honor_glory:34.10", "honor_glory:8.4", "honor_glory:34.11")
def test_the_agreed_value_decides() -> None:
    assert cover_class(foot(cover="hedge", defence_value=16)) == "formal"
    assert cover_class(foot(cover="gabions", defence_value=15)) == "informal"
    assert (COVER.kinds["stone_church"], COVER.kinds["low_stone_wall"]) == (70, 15)
    assert COVER.bridges == {"stone": 50, "wooden": 25, "pontoon": 20}
    assert COVER.glacis == {"earthworks": 90, "gabions": 70}


@pytest.mark.rule("honor_glory:34.2")
def test_columns_and_cavalry_have_no_cover() -> None:
    assert cover_class(foot(formation="column", cover="gabions")) == "none"
    assert cover_class(horse(cover="gabions")) == "none"
    assert cover_class(foot(formation="skirmish", cover="gabions")) == "formal"


@pytest.mark.rule("honor_glory:34.3")
@pytest.mark.parametrize("share, found", [(75, "informal"), (74, "none")])
def test_three_quarters_of_the_front_must_touch_it(share: int, found: str) -> None:
    assert cover_class(foot(cover="hedge", cover_frontage=share)) == found


@pytest.mark.rule("honor_glory:102.1", "honor_glory:102.3", "honor_glory:97.2")
def test_commanders_add_their_ratings_together() -> None:
    unit = foot(2, commanders=(Leader("division", 7), COLONEL))
    assert (command_bonus(unit), rating(unit)) == (8, 10)
    assert command_bonus(gun(commanders=(BRIGADIER,))) == 0


@pytest.mark.rule("honor_glory:102.2")
def test_a_unit_commander_adds_one() -> None:
    assert command_bonus(foot(commanders=(Leader("unit", 5),))) == 1


@pytest.mark.rule("honor_glory:102.4")
def test_a_commander_out_of_contact_adds_nothing() -> None:
    assert command_bonus(foot(commanders=(Leader("division", 7, in_contact=False),))) == 0


# OP14


@pytest.mark.rule(
    "honor_glory:OP14.0a", "honor_glory:OP14.2", "honor_glory:OP14.0b", "honor_glory:OP14.3"
)
def test_half_the_bonus_at_a_distance() -> None:
    assert command.extended_bonus(Leader("division", 7), [20 * CM, 30 * CM, 10 * CM]) == (3, 3, 0)


@pytest.mark.parametrize(
    "rank, cm, units",
    [
        pytest.param("unit", 0, 0, marks=pytest.mark.rule("honor_glory:OP14.1.1")),
        pytest.param("brigade", 20, 1, marks=pytest.mark.rule("honor_glory:OP14.1.2")),
        pytest.param("division", 30, 2, marks=pytest.mark.rule("honor_glory:OP14.1.3")),
        pytest.param("corps", 40, 3, marks=pytest.mark.rule("honor_glory:OP14.1.4")),
        pytest.param("cinc", 50, 4, marks=pytest.mark.rule("honor_glory:OP14.1.5")),
    ],
)
def test_how_far_a_rank_reaches(rank: Any, cm: int, units: int) -> None:
    leader = Leader(rank, 4)
    assert command.extended_bonus(leader, [cm * CM] * 6).count(2) == units
    assert command.extended_bonus(leader, [cm * CM + 1]) == (0,)


@pytest.mark.rule("honor_glory:OP14.0c", "honor_glory:OP14.0d")
def test_a_commander_alone_helps_nobody_and_several_may_help_one() -> None:
    assert command.extended_bonus(Leader("corps", 6, in_contact=False), [0]) == (0,)
    assert command_bonus(foot(commanders=(COLONEL,), remote=3 + 2)) == 6


# Risk to commanders


@pytest.mark.rule("honor_glory:29.3", "honor_glory:29.4", "honor_glory:29.5")
@pytest.mark.parametrize("face, killed", [(10, 1), (1, 1), (2, 0), (9, 0)])
def test_nought_and_one_kill(face: int, killed: int) -> None:
    found = command.commanders_at_risk(foot(commanders=(BRIGADIER,)), dice(face))
    assert len(found.killed) == killed
    apart = foot(commanders=(Leader("corps", 3, in_contact=False),))
    assert command.commanders_at_risk(apart, dice()).rolls == ()


@pytest.mark.rule("honor_glory:29.2", "honor_glory:29.10")
def test_only_a_commander_without_a_unit_can_be_reached() -> None:
    assert not command.dies_if_reached(BRIGADIER)
    assert command.dies_if_reached(Leader("brigade", 4, in_contact=False))


@pytest.mark.rule("honor_glory:29.6", "honor_glory:29.7")
def test_the_chief_causes_panic_and_no_test() -> None:
    assert command.tests_for_killed((COLONEL, BRIGADIER, CHIEF)) == 2
    assert command.panic(dice(4)).value == 4


@pytest.mark.rule("honor_glory:29.8", "honor_glory:22.5")
def test_what_dead_commanders_cost() -> None:
    ranks: tuple[Any, ...] = ("unit", "brigade", "division", "corps", "cinc")
    assert [command.counters_lost((Leader(rank, 3),)) for rank in ranks] == [0, 1, 1, 1, 1]
    assert [command.broken_by_loss((Leader(rank, 3),)) for rank in ranks] == [0, 0, 0, 1, 1]


@pytest.mark.rule("honor_glory:OP5.0")
def test_every_score_of_a_wound() -> None:
    names = ["killed", "badly_wounded", "lightly_wounded", "unharmed"]
    scores = {
        name: [score for score, wound in OPTIONS.wounds.items() if wound == name] for name in names
    }
    assert scores == {
        "killed": [2, 3, 11, 12],
        "badly_wounded": [4, 5, 9, 10],
        "lightly_wounded": [6, 8],
        "unharmed": [7],
    }


@pytest.mark.rule("honor_glory:OP5.1a", "honor_glory:OP5.1c", "honor_glory:30.1")
def test_wounds_halve_or_take_a_point() -> None:
    found = command.wounded(7, 2, dice(4, 5, 2, 4))
    assert (found.results, found.mp, found.dead) == (("badly_wounded", "lightly_wounded"), 2, False)


@pytest.mark.rule("honor_glory:OP5.1b", "honor_glory:OP5.2", "honor_glory:OP5.3")
def test_at_nought_he_is_dead() -> None:
    found = command.wounded(1, 3, dice(2, 2))
    assert (found.results, found.dead) == (("badly_wounded",), True)
    assert command.counters_lost((BRIGADIER,)) == 1


# Rally and rest

ROUTING = foot(5, morale="routing", commanders=(BRIGADIER,))


@pytest.mark.rule(
    "honor_glory:101.5",
    "honor_glory:98.9",
    "honor_glory:3.rally",
    "honor_glory:22.1",
    "honor_glory:3.rout",
)
def test_a_routing_unit_with_a_commander_may_rally() -> None:
    assert rules(rally.bars_to_rally(ROUTING, own_turn=True)) == set()


@pytest.mark.parametrize(
    "unit, facts, rule",
    [
        pytest.param(
            foot(0, morale="broken", commanders=(BRIGADIER,)),
            {},
            "honor_glory:101.1",
            marks=pytest.mark.rule("honor_glory:101.1", "honor_glory:22.2"),
        ),
        pytest.param(
            ROUTING,
            {"tested_this_turn": True},
            "honor_glory:101.2a",
            marks=pytest.mark.rule("honor_glory:101.2a"),
        ),
        pytest.param(
            ROUTING,
            {"own_turn": False},
            "honor_glory:101.2b",
            marks=pytest.mark.rule("honor_glory:101.2b"),
        ),
        pytest.param(
            foot(5, morale="routing"),
            {},
            "honor_glory:101.3",
            marks=pytest.mark.rule("honor_glory:101.3"),
        ),
        pytest.param(
            ROUTING,
            {"in_melee": True},
            "honor_glory:101.4a",
            marks=pytest.mark.rule("honor_glory:101.4a"),
        ),
        pytest.param(
            ROUTING,
            {"pursued": True},
            "honor_glory:101.4b",
            marks=pytest.mark.rule("honor_glory:101.4b"),
        ),
        pytest.param(
            ROUTING,
            {"fired_on_last_turn": True},
            "honor_glory:101.4c",
            marks=pytest.mark.rule("honor_glory:101.4c"),
        ),
    ],
)
def test_what_keeps_a_unit_from_rallying(unit: Troops, facts: dict[str, bool], rule: str) -> None:
    situation: dict[str, bool] = {"own_turn": True, **facts}
    assert rules(rally.bars_to_rally(unit, **situation)) == {rule}


@pytest.mark.rule("honor_glory:101.6a", "honor_glory:101.6b", "honor_glory:13.rally.1")
def test_a_unit_that_passes_stops_and_rests() -> None:
    found = rally.rally(ROUTING, dice(3, 3, 12, 2))
    assert (found.test.factor, found.unit.morale) == (15, "rallying")
    assert found.rest is not None
    assert found.rest.value == 2


@pytest.mark.rule("honor_glory:101.7", "honor_glory:27.5")
def test_a_unit_that_fails_runs_on_and_all_lose_points() -> None:
    found = rally.rally(ROUTING, dice(1, 1, 20, 1, 1))
    assert (found.unit.morale, found.unit.mp, found.unit.commanders[0].mp) == ("routing", 3, 2)
    worse = rally.rally(ROUTING, dice(1, 1, 20, 6, 6))
    assert (worse.unit.morale, worse.unit.mp) == ("broken", 0)


@pytest.mark.rule("honor_glory:101.8a", "honor_glory:101.8b")
def test_a_rallying_unit_routs_at_any_loss_or_charge() -> None:
    unit = foot(5, morale="rallying")
    assert rally.routs_again(unit, lost=1)
    assert rally.routs_again(unit, charged=True)
    assert not rally.routs_again(unit)
    assert not rally.routs_again(foot(5), lost=1)


def test_how_far_a_rallying_unit_keeps_away() -> None:
    assert morale.KEEP_AWAY == 40 * CM


@pytest.mark.rule(
    "honor_glory:101.6b",
    "honor_glory:101.6c",
    "honor_glory:OP3.2b",
    "honor_glory:OP3.2c",
    "honor_glory:OP4.3",
)
@pytest.mark.parametrize(
    "turns, left, back", [([2, 1], [1, 0], False), ([2, 1, 1], [1, 0, 0], True), ([4], [0], True)]
)
def test_rest_is_paid_in_activations(turns: list[int], left: list[int], back: bool) -> None:
    after = list(accumulate(turns, rally.rested, initial=Rest(3)))[1:]
    assert [one.left for one in after] == left
    assert after[-1].back is back
    assert rally.rested(Rest(2), 0) == Rest(2)


@pytest.mark.rule("honor_glory:OP3.3", "honor_glory:OP3.4")
def test_a_rested_crew_rolls_for_its_stamina() -> None:
    assert rally.new_stamina(dice(4)).value == 4


# Pursuit and surrender


@pytest.mark.rule(
    "honor_glory:92.0",
    "honor_glory:92.1",
    "honor_glory:92.2",
    "honor_glory:92.3",
    "honor_glory:98.7",
    "honor_glory:13.pursuit.1",
    "honor_glory:13.pursuit.2",
)
def test_a_unit_that_fails_its_control_must_pursue() -> None:
    assert not marching.control(foot(5), dice(1, 1, 7)).must_pursue
    assert marching.control(foot(5), dice(1, 1, 8)).must_pursue


@pytest.mark.rule("honor_glory:20.3", "honor_glory:20.4", "honor_glory:20.5")
def test_a_formed_unit_in_a_hopeless_place_tests() -> None:
    assert marching.fights_on(foot(5), dice(1, 1, 7)).passed
    assert not marching.fights_on(foot(5), dice(1, 1, 8)).passed
