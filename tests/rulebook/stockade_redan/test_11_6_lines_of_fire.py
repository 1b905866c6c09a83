"""11.6 Lines of fire: what stands between two hexes, and what never does."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.stockade_redan import line_of_fire
from longroll.systems.stockade_redan.events import Fired
from longroll.systems.stockade_redan.terrain import GRID, HEXES, REDAN
from tests.rulebook.stockade_redan.moments import state
from tests.rulebook.stockade_redan.volleys import ELSEWHERE, total
from tests.support import field, offered, only, play, refused, rules_against

UNITS = "stockade_redan:11.6.3"
WALL = "stockade_redan:11.6.3"
ACROSS = "stockade_redan:11.6.5"
ELEVATION = "stockade_redan:11.6.7"


def bars(
    union: str,
    confederate: str,
    between: str = "",
    *,
    with_union: str = "13us-a",
    with_confederate: str = "36ms-a",
    **situation: Any,
) -> tuple[list[str], list[str]]:
    """The rules against Union fire, and against the Confederates firing back.

    Those in between have fired already: only the two who face each other may.
    """
    units = f"{union} {with_union} | {confederate} {with_confederate} | {ELSEWHERE}"
    if between:
        units += f" | {between}"
    spent = [id for id in between.split() if "-" in id or id.isalpha()]
    barred = []
    for phase, target in (("IX", confederate), ("VIII", union)):
        battle = field(units, phase=phase, morale=4, spent=spent, **situation)
        rules = rules_against(battle, f"fire {target}")
        assert (f"fire {target}" in offered(battle)) == (not rules)
        barred.append(sorted(rules))
    return barred[0], barred[1]


def both(*rules: str) -> tuple[list[str], list[str]]:
    """The line is the same both ways."""
    return sorted(rules), sorted(rules)


@pytest.mark.rule("stockade_redan:11.6.1")
@pytest.mark.parametrize(
    "union, confederate, crossed, beside",
    [
        ("2014", "2010", ["2011", "2012", "2013"], ["2111", "2112", "1911", "1912", "2015"]),
        ("2211", "2010", ["2110"], ["2011", "2111", "2109", "2210"]),
        ("2212", "2010", ["2110", "2111"], ["2011", "2012", "2211", "2210"]),
        ("2309", "2010", ["2109", "2210"], ["2110", "2209", "2009"]),
    ],
)
def test_the_line_runs_from_centre_to_centre(
    union: str, confederate: str, crossed: list[str], beside: list[str]
) -> None:
    for hex in crossed:
        assert bars(union, confederate, f"{hex} 8mo-a") == both(UNITS), hex
    for hex in beside:
        assert bars(union, confederate, f"{hex} 8mo-a") == both(), hex


@pytest.mark.rule("stockade_redan:11.6.1")
def test_the_line_is_the_same_both_ways() -> None:
    blockers = "1816 8mo-a | 1318 8mo-b | 1717 8mo-c 8mo-o1 | 2015 8mo-o2"
    ground = state(field(f"{blockers} | {ELSEWHERE}", phase="IX"))
    near = sorted(GRID.within("1617", 5))
    for start in near:
        for end in near:
            there = not any(line_of_fire.bars(ground, start, end))
            assert there == (not any(line_of_fire.bars(ground, end, start))), (start, end)


@pytest.mark.rule("stockade_redan:11.6.2")
@pytest.mark.parametrize(
    "union, confederate, sides, clear, blocked, rules",
    [
        # Two open hexes: units in one, units in both.
        ("2310", "2110", ("2210", "2211"), "2210 8mo-a", "2210 8mo-a | 2211 8mo-b", [UNITS, UNITS]),
        ("2310", "2110", ("2210", "2211"), "2211 8mo-a", "2210 8mo-a | 2211 8mo-b", [UNITS, UNITS]),
        # An elevation on one side, and units on the other.
        ("2504", "2304", ("2404", "2405"), "", "2404 8mo-a", [UNITS, ELEVATION]),
        # The wall on one side of two ditch hexes, and units on the other.
        ("1324", "1226", ("1225", "1325"), "", "1325 8mo-a", [WALL, UNITS]),
        # The wall on one side of two hexes inside the redan, and units on the other.
        ("1321", "1223", ("1222", "1322"), "", "1222 8mo-a", [UNITS, WALL]),
    ],
)
def test_along_a_hexside_both_hexes_must_block(
    union: str,
    confederate: str,
    sides: tuple[str, str],
    clear: str,
    blocked: str,
    rules: list[str],
) -> None:
    assert GRID.line(union, confederate) == (sides,)
    assert bars(union, confederate, clear) == both()
    assert bars(union, confederate, blocked) == both(*rules)


@pytest.mark.rule("stockade_redan:11.6.2")
@pytest.mark.parametrize(
    "union, confederate, rules",
    [
        ("2505", "2305", [ELEVATION, ELEVATION]),  # between 2405 and 2406
        ("3414", "3014", [ELEVATION, ELEVATION]),  # between 3313 and 3314, then 3214
        ("1215", "1018", [WALL, WALL]),  # between 1017 and 1117
        ("1721", "1321", [WALL, WALL]),  # between 1421 and 1422
    ],
)
def test_along_a_hexside_between_two_hexes_of_blocking_terrain(
    union: str, confederate: str, rules: list[str]
) -> None:
    assert any(len(hexes) == 2 for hexes in GRID.line(union, confederate))
    assert bars(union, confederate) == both(*rules)


@pytest.mark.rule("stockade_redan:11.6.3")
@pytest.mark.parametrize("blocker", ["13us-b", "8mo-a", "hart", "36ms-b", "gun-1", "36ms-b gun-1"])
def test_infantry_and_artillery_of_either_side_block(blocker: str) -> None:
    assert bars("2014", "2010") == both()
    assert bars("2014", "2010", f"2012 {blocker}") == both(UNITS)


@pytest.mark.rule("stockade_redan:11.6.3")
@pytest.mark.parametrize("union, confederate", [("1216", "1220"), ("1720", "1320")])
def test_the_wall_blocks_for_units_away_from_it(union: str, confederate: str) -> None:
    assert bars(union, confederate) == both(WALL)


@pytest.mark.rule("stockade_redan:11.6.4")
@pytest.mark.parametrize("officers", ["13us-o1", "13us-o1 8mo-o1", "13us-o1 8mo-o1 116il-o1"])
def test_hexes_with_nobody_but_officers_do_not_block(officers: str) -> None:
    assert bars("2014", "2010", f"2012 {officers}") == both()
    assert bars("2014", "2010", f"2012 {officers} 8mo-a") == both(UNITS)


@pytest.mark.rule("stockade_redan:11.6.4")
def test_enemy_officers_alone_in_sight_do_not_block() -> None:
    assert bars("2013", "2010", "2012 36ms-o1 36ms-o2") == both()
    assert bars("2013", "2010", "2012 36ms-o1 36ms-b") == both(UNITS)
    assert bars("2014", "2010", "2013 13us-o1 | 2012 36ms-o1 | 2011 8mo-o1") == both()


@pytest.mark.rule("stockade_redan:11.6.4")
def test_enemy_officers_in_a_stack_the_union_may_not_look_into_pass_for_infantry() -> None:
    # The Confederates know that only officers stand there; the Union must not learn it (SR-54).
    assert bars("2014", "2010", "2012 36ms-o1 36ms-o2") == ([UNITS], [])


@pytest.mark.rule("stockade_redan:11.6.5")
@pytest.mark.parametrize(
    "before, behind",
    [("1317", "1219"), ("1418", "1319"), ("1016", "1018"), ("1620", "1420"), ("1521", "1321"),
     ("1028", "1026"), ("1226", "1124"), ("1619", "1420")],
)  # fmt: skip
def test_units_touching_the_wall_from_opposite_sides_cannot_fire_at_one_another(
    before: str, behind: str
) -> None:
    for rules in bars(before, behind):
        assert ACROSS in rules
    # On one side of the wall they may, both in the ditch or both inside.
    assert bars(before, next(hex for hex in GRID.adjacent[before] if hex not in REDAN)) == both()


@pytest.mark.rule("stockade_redan:11.6.5")
def test_a_unit_inside_that_does_not_touch_the_wall_is_screened_by_it_alone() -> None:
    # 1220 lies behind 1219 and touches no redan hex; 1217 is in the ditch.
    assert bars("1217", "1220") == both(WALL)


@pytest.mark.rule("stockade_redan:11.6.5")
@pytest.mark.parametrize("guns_over_parapet", [False, True])
def test_guns_over_the_parapet_still_cannot_hit_the_foot_of_the_wall(
    guns_over_parapet: bool,
) -> None:
    option = {"guns_over_parapet": guns_over_parapet}
    # A gun that touches the wall: over it, but not at its foot.
    _, back = bars("1316", "1219", with_confederate="gun-1", options=option)
    assert back == ([] if guns_over_parapet else [WALL])
    _, back = bars("1317", "1219", with_confederate="gun-1", options=option)
    assert back == ([ACROSS] if guns_over_parapet else [WALL, WALL, ACROSS])
    # A gun that does not touch it may fire into the ditch.
    _, back = bars("1217", "1220", with_confederate="gun-1", options=option)
    assert back == ([] if guns_over_parapet else [WALL])


@pytest.mark.rule("stockade_redan:11.6.3")
def test_the_parapet_option_is_for_stockade_guns_and_for_the_wall_only() -> None:
    option = {"guns_over_parapet": True}
    assert bars("1216", "1220", options=option) == both(WALL)  # infantry
    assert bars("1216", "1220", with_union="hart", options=option) == both(WALL)  # batteries
    forward, back = bars("1216", "1220", "1217 8mo-a", with_confederate="gun-1", options=option)
    assert (forward, back) == ([WALL, UNITS], [UNITS])
    assert bars("2407", "2404", with_confederate="gun-1", options=option) == both(
        ELEVATION, ELEVATION
    )
    units = f"1216 13us-a | 1220 gun-1 | {ELSEWHERE}"
    battle = field(units, phase="VIII", options=option, dice=[6])
    fired = only(play(battle, "fire 1216 all"), Fired)
    assert total(fired.strength) == 10


@pytest.mark.rule("stockade_redan:11.6.6")
@pytest.mark.parametrize(
    "union, redan, between",
    [
        ("1315", "1318", "1316 8mo-a | 1317 8mo-b 36ms-b"),  # from outside, through units
        ("1322", "1318", "1319 36ms-b | 1320 gun-1 | 1321 8mo-a"),  # from inside
        ("1421", "1218", "1319 36ms-b | 1320 36ms-c"),  # from wall to wall
        ("1518", "1520", ""),  # through the apex
    ],
)
def test_units_on_the_wall_are_always_in_the_line_of_fire(
    union: str, redan: str, between: str
) -> None:
    assert bars(union, redan, between) == both()


@pytest.mark.rule("stockade_redan:11.6.6")
def test_no_redan_hex_is_out_of_sight_of_any_hex() -> None:
    crowd = [
        f"{hex} 8mo-{letter}" for letter, hex in zip("abcdef", GRID.adjacent["1519"], strict=True)
    ]
    ground = state(field(" | ".join([*crowd, ELSEWHERE]), phase="IX"))
    for redan in REDAN:
        for hex in HEXES:
            assert not any(line_of_fire.bars(ground, hex, redan)), (hex, redan)
            assert not any(line_of_fire.bars(ground, redan, hex)), (redan, hex)


@pytest.mark.rule("stockade_redan:11.6.7")
@pytest.mark.parametrize(
    "elevation, union, confederate",
    [("2405", "2404", "2407"), ("3210", "3209", "3212"), ("3313", "3312", "3315"),
     ("3519", "3518", "3521"), ("3211", "3112", "3309")],
)  # fmt: skip
def test_nobody_fires_through_a_slight_elevation(
    elevation: str, union: str, confederate: str
) -> None:
    forward, back = bars(union, confederate)
    assert set(forward) == set(back) == {ELEVATION}
    assert elevation in {hex for hexes in GRID.line(union, confederate) for hex in hexes}
    # A unit on the elevation itself sees and is seen.
    assert bars(elevation, union) == both()


@pytest.mark.rule("stockade_redan:11.6.8")
@pytest.mark.parametrize("outside", ["1317", "1316", "1315", "1416", "1517", "1217"])
def test_the_wall_hex_1318_is_exchanged_fire_with_and_1219_behind_it_is_not(
    outside: str,
) -> None:
    assert bars(outside, "1318") == both()
    forward, back = bars(outside, "1219")
    assert forward == back
    assert set(forward) & {WALL, ACROSS}


@pytest.mark.rule("stockade_redan:11.6.9")
def test_from_3112_the_elevation_3313_is_in_sight_and_3414_behind_it_is_not() -> None:
    assert bars("3313", "3112") == both()
    assert bars("3414", "3112") == both(ELEVATION)
    battle = field(f"3112 36ms-a | 3414 13us-a | {ELSEWHERE}", phase="VIII", morale=4)
    with refused(ELEVATION):
        battle.play("fire 3414 all")
