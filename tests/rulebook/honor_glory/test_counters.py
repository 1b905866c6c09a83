"""Breakpoint, counters, armies by points: sections 10, 11, 15, 29, 31, 33, Appendices E and F."""

from __future__ import annotations

import pytest

from longroll.systems.honor_glory import command, counters, points
from longroll.systems.honor_glory.counters import RECKONER
from longroll.systems.honor_glory.points import Army
from longroll.systems.honor_glory.units import Leader
from longroll.systems.honor_glory.words import Class, Rank, Side
from tests.rulebook.honor_glory.troops import rules

# Breakpoint


@pytest.mark.rule("honor_glory:10.5")
@pytest.mark.parametrize(
    "month, union, confederate", [("1862-05", 35, 40), ("1863-07", 45, 45), ("1864-07", 40, 35)]
)
def test_the_share_an_army_can_lose(month: str, union: int, confederate: int) -> None:
    assert counters.percent_of("union", month) == union
    assert counters.percent_of("confederate", month) == confederate


@pytest.mark.rule("honor_glory:10.3", "honor_glory:10.4")
def test_the_breakpoint_is_rounded_down() -> None:
    assert counters.breakpoint_of("confederate", "1862-09", 12 + 5 + 2) == 7
    counted = {arm for arm, counts in counters.COUNTED.items() if counts}
    assert counted == {"infantry", "cavalry", "dismounted_cavalry", "artillery"}


@pytest.mark.rule("honor_glory:10.1")
@pytest.mark.parametrize("count, lost", [(7, False), (8, True)])
def test_an_army_loses_when_it_exceeds_its_breakpoint(count: int, lost: bool) -> None:
    assert counters.has_lost(count, 7) is lost


@pytest.mark.rule("honor_glory:10.2", "honor_glory:29.9")
def test_an_army_without_counters_has_lost() -> None:
    assert counters.has_lost(0, 7, counters_left=0)
    assert not counters.has_lost(0, 7, counters_left=1)


@pytest.mark.rule("honor_glory:10.b1", "honor_glory:10.b2", "honor_glory:10.b3")
def test_lost_commanders_count_as_broken_units() -> None:
    ranks: tuple[Rank, ...] = ("unit", "brigade", "division")
    lost = [Leader(rank, 1) for rank in ranks]
    assert command.broken_by_loss(lost) == 0
    assert command.broken_by_loss([Leader("cinc", 1), *lost]) == 1
    assert command.broken_by_loss([Leader("cinc", 1), *[Leader("corps", 1)] * 2]) == 3


# Appendix F


@pytest.mark.rule("honor_glory:F.1", "honor_glory:F.2", "honor_glory:F.3", "honor_glory:11.1")
def test_the_printed_table_is_rounded_down_but_for_six_figures() -> None:
    assert list(RECKONER.rows) == list(range(5, 71))
    for units, (*breakpoints, base) in RECKONER.rows.items():
        assert counters.base_counters(units) == base
        for percent, printed in zip(RECKONER.columns, breakpoints, strict=True):
            too_high = RECKONER.too_high.get(units) == percent
            assert units * percent // 100 == printed - too_high
    assert RECKONER.too_high == {11: 45, 17: 35, 31: 45, 37: 35, 51: 45, 57: 35}
    assert counters.breakpoint_of("union", "1862-05", 17) == 5


# Counters


@pytest.mark.rule("honor_glory:33.1", "honor_glory:33.2", "honor_glory:33.7")
@pytest.mark.parametrize("side, by_year", [("union", [-1, 0, 1]), ("confederate", [0, 1, -1])])
def test_counters_by_year(side: Side, by_year: list[int]) -> None:
    months = ("1861-07", "1863-07", "1865-03")
    lines = [counters.counter_lines(side, month, 20, "C") for month in months]
    assert [found[1].value for found in lines] == by_year
    assert {found[0].value for found in lines} == {13}


@pytest.mark.rule("honor_glory:33.3")
@pytest.mark.parametrize("class_, more", [("A", 2), ("B", 1), ("C", 0), ("D", -2)])
def test_counters_by_the_commander_in_chief(class_: Class, more: int) -> None:
    assert counters.counter_lines("union", "1863-07", 20, class_)[2].value == more


@pytest.mark.rule("honor_glory:11.2", "honor_glory:33.4", "honor_glory:8.12")
def test_all_amendments_add_up() -> None:
    assert counters.counters_of("union", "1865-03", 17, "A") == 11 + 2 + 1
    assert counters.counters_of("confederate", "1864-06", 19, "A") == 12 + 2 + 1


@pytest.mark.rule("honor_glory:33.5")
@pytest.mark.parametrize("amended, given", [(-2, 3), (3, 3), (4, 4)])
def test_no_army_has_fewer_than_three(amended: int, given: int) -> None:
    assert counters.limited_counters(20, amended) == given


@pytest.mark.rule("honor_glory:33.6")
@pytest.mark.parametrize("amended, given", [(16, 10), (12, 10), (11, 11)])
def test_as_many_counters_as_units_are_too_many(amended: int, given: int) -> None:
    assert counters.limited_counters(12, amended) == given


# Points


@pytest.mark.rule(
    "honor_glory:E.cost.cmd",
    "honor_glory:E.cost.inf",
    "honor_glory:E.cost.art",
    "honor_glory:E.cost.horse",
)
@pytest.mark.parametrize(
    "item, costs",
    [
        ("cinc", [14, 9, 7, 5]),
        ("corps", [13, 8, 6, 4]),
        ("division", [12, 7, 5, 3]),
        ("brigade", [11, 6, 4, 2]),
        ("infantry", [12, 7, 5, 3]),
        ("cavalry", [12, 7, 5, 3]),
        ("short", [25, 19, 12, 8]),
        ("medium", [29, 23, 16, 12]),
        ("long", [36, 30, 23, 19]),
        ("horse_short", [29, 23, 16, 12]),
        ("horse_medium", [33, 27, 20, 16]),
        ("horse_long", [40, 34, 27, 23]),
    ],
)
def test_what_each_costs(item: points.Item, costs: list[int]) -> None:
    classes: tuple[Class, ...] = ("A", "B", "C", "D")
    assert [points.cost_of(item, class_) for class_ in classes] == costs


#: An army of 100 points.
BRIGADE: Army = {("cinc", "C"): 1, ("brigade", "C"): 2, ("infantry", "C"): 14, ("cavalry", "C"): 1}


@pytest.mark.rule("honor_glory:E.1", "honor_glory:E.2", "honor_glory:E.limit.inf")
def test_an_army_that_keeps_to_its_points() -> None:
    assert points.points_of(BRIGADE) == 7 + 8 + 70 + 5
    assert rules(points.bars_to_army(BRIGADE, 100)) == set()
    more = {**BRIGADE, ("infantry", "C"): 17}
    assert rules(points.bars_to_army(more, 100)) == {"honor_glory:E.1"}
    assert rules(points.bars_to_army(BRIGADE, 150)) == {"honor_glory:E.1"}


@pytest.mark.parametrize(
    "change, rule",
    [
        pytest.param(
            {("cinc", "C"): 2},
            "honor_glory:E.limit.cinc",
            marks=pytest.mark.rule("honor_glory:E.limit.cinc"),
        ),
        pytest.param(
            {("corps", "D"): 1},
            "honor_glory:E.limit.corps",
            marks=pytest.mark.rule("honor_glory:E.limit.corps"),
        ),
        pytest.param(
            {("division", "D"): 1},
            "honor_glory:E.limit.div",
            marks=pytest.mark.rule("honor_glory:E.limit.div"),
        ),
        pytest.param(
            {("brigade", "C"): 1},
            "honor_glory:E.limit.bde",
            marks=pytest.mark.rule("honor_glory:E.limit.bde"),
        ),
        pytest.param(
            {("cavalry", "C"): 2},
            "honor_glory:E.limit.cav",
            marks=pytest.mark.rule("honor_glory:E.limit.cav"),
        ),
        pytest.param(
            {("short", "D"): 2},
            "honor_glory:E.limit.art",
            marks=pytest.mark.rule("honor_glory:E.limit.art"),
        ),
    ],
)
def test_the_limits_of_an_army(change: Army, rule: str) -> None:
    army = {**BRIGADE, ("infantry", "C"): 12, **change}
    assert rule in rules(points.bars_to_army(army, 100))


@pytest.mark.rule("honor_glory:E.limit.cav")
def test_cavalry_is_limited_by_infantry() -> None:
    army: Army = {("cinc", "C"): 1, ("brigade", "C"): 2, ("infantry", "C"): 3, ("cavalry", "C"): 1}
    assert rules(points.bars_to_army(army, 100)) == {"honor_glory:E.limit.cav"}
    assert points.cavalry_allowed(4, "second") == 1
    both: Army = {**BRIGADE, ("infantry", "C"): 12, ("cavalry", "C"): 2}
    assert rules(points.bars_to_army(both, 100, "appendix_e")) == set()


@pytest.mark.rule("honor_glory:E.ratio.art")
def test_guns_are_limited_by_regiments() -> None:
    assert points.artillery_allowed(7, 0, "appendix_e") == 0
    assert points.artillery_allowed(7, 0, "second") == 1
    army: Army = {
        ("cinc", "C"): 1,
        ("brigade", "C"): 2,
        ("infantry", "C"): 6,
        ("horse_short", "D"): 1,
    }
    assert rules(points.bars_to_army(army, 100)) == {"honor_glory:E.ratio.art"}


# Structure: sections 15 and 31


@pytest.mark.rule("honor_glory:15.army", "honor_glory:15.art")
def test_an_army_has_three_or_four_corps() -> None:
    assert rules(points.bars_to_structure(2, 1, 1, {})) == {"honor_glory:15.army"}
    assert rules(points.bars_to_structure(5, 1, 1, {})) == {"honor_glory:15.army"}
    assert rules(points.bars_to_structure(3, 3, 3, {"infantry": 5, "cavalry": 4})) == set()


@pytest.mark.rule("honor_glory:15.corps", "honor_glory:15.infdiv", "honor_glory:15.cavdiv")
def test_the_parts_of_a_corps() -> None:
    assert rules(points.bars_to_structure(3, 4, 0, {})) == {"honor_glory:15.corps"}
    assert rules(points.bars_to_structure(3, 1, 1, {"infantry": 6})) == {"honor_glory:15.infdiv"}
    assert rules(points.bars_to_structure(3, 1, 1, {"cavalry": 5})) == {"honor_glory:15.cavdiv"}


@pytest.mark.rule(
    "honor_glory:15.infbde", "honor_glory:15.cavbde", "honor_glory:31.5", "honor_glory:31.6"
)
def test_brigades_of_four_regiments() -> None:
    found = points.commanders_needed(8, 4)
    assert (found.brigades, found.units) == (3, 12)
    assert points.commanders_needed(9, 0).brigades == 3


@pytest.mark.rule("honor_glory:31.2", "honor_glory:31.3", "honor_glory:31.4", "honor_glory:31.7")
def test_every_army_has_one_chief_and_commanders_for_its_parts() -> None:
    assert points.commanders_needed(1, 0) == points.Command(1, 1, 1, 1, 1)
    found = points.commanders_needed(4 * 4 * 4 + 1, 0)
    assert (found.cinc, found.corps, found.divisions, found.brigades) == (1, 2, 5, 17)
