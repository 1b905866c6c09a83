"""Melee: figures entitled to fight, factors, strikes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.systems.mckie.melee import rules as melee
from longroll.systems.mckie.melee.rules import Fighter, Front, Group
from longroll.systems.mckie.words import Arm, Attack, Cover, Struck

LINE = Front("infantry", "line", (6,), in_contact=4)
SUPPORTED = Front("infantry", "supported_line", (4, 4), in_contact=4)
ATTACK_COLUMN = Front("infantry", "attack_column", (3, 3, 3), in_contact=3)
FOOT, HORSE = Fighter("infantry"), Fighter("cavalry")


def figures(front: Front, **changes: Any) -> int:
    return melee.figures_fighting(replace(front, **changes))


def factors(fighter: Fighter, opponent: Fighter) -> dict[str, int]:
    """The tactical factors by their rule, the fighting factor left out."""
    return {line.rule: line.value for line in melee.factor_lines(fighter, opponent)[1:]}


# Entitled to fight


@pytest.mark.rule("mckie:melee.elig.1")
def test_stands_in_contact_fight() -> None:
    assert figures(LINE) == 16
    assert figures(LINE, in_contact=1) == 4
    assert figures(LINE, in_contact=0, overlap_left=1) == 0


@pytest.mark.rule("mckie:melee.elig.3")
@pytest.mark.parametrize(
    "left, right, expected", [(0, 0, 16), (1, 0, 20), (0, 2, 20), (1, 1, 24), (2, 2, 24)]
)
def test_one_overlapping_stand_on_each_side_fights(left: int, right: int, expected: int) -> None:
    assert figures(LINE, ranks=(8,), overlap_left=left, overlap_right=right) == expected


@pytest.mark.rule("mckie:melee.elig.2", "mckie:form.supported.3")
@pytest.mark.parametrize("attack, expected", [("none", 16), ("charge", 32), ("follow_up", 32)])
def test_all_of_a_supported_line_fight_when_it_attacks(attack: Attack, expected: int) -> None:
    assert figures(SUPPORTED, attack=attack) == expected
    if attack != "none":
        assert figures(SUPPORTED, attack=attack, in_contact=1) == expected


@pytest.mark.rule("mckie:form.supported.3")
def test_a_second_rank_too_small_makes_no_supported_line() -> None:
    assert figures(SUPPORTED, ranks=(4, 2), attack="charge") == 24
    assert figures(SUPPORTED, ranks=(5, 2), in_contact=5, attack="charge") == 20


@pytest.mark.rule("mckie:melee.elig.2")
def test_the_second_rank_of_an_attack_column_fights_when_it_attacks() -> None:
    assert figures(ATTACK_COLUMN) == 12
    assert figures(ATTACK_COLUMN, attack="charge") == 24
    assert figures(ATTACK_COLUMN, formation="column", ranks=(2, 2), in_contact=2) == 8
    assert figures(ATTACK_COLUMN, formation="column", attack="charge") == 12


@pytest.mark.rule("mckie:melee.flank.1", "mckie:melee.flank.2")
@pytest.mark.parametrize("struck", ["flank", "rear"])
def test_who_is_struck_in_flank_or_rear_fights_from_the_second_period(struck: Struck) -> None:
    assert figures(LINE, struck=struck) == 0
    assert figures(LINE, struck=struck, period=2) == 16


@pytest.mark.rule("mckie:form.skirm.8", "mckie:form.skirm.9")
def test_skirmishers_caught_as_they_evade_fight_from_the_second_period() -> None:
    skirmishers = Front("infantry", "skirmish", (8,), in_contact=5)
    caught = melee.struck_as("front", evading=True)
    assert figures(skirmishers) == 5
    assert figures(skirmishers, struck=caught) == 0
    assert figures(skirmishers, struck=caught, period=2) == 5


@pytest.mark.rule("mckie:melee.flank.1")
def test_who_turned_in_time_fights() -> None:
    assert figures(LINE, struck=melee.struck_as("flank", turned=True)) == 16
    assert figures(LINE, struck=melee.struck_as("flank")) == 0


@pytest.mark.rule("mckie:melee.proc.1")
def test_figures_are_counted_not_stands() -> None:
    assert figures(LINE, missing=3) == 13
    assert figures(LINE, arm="cavalry") == 8
    assert figures(LINE, arm="dismounted_cavalry") == 8
    assert (
        figures(LINE, arm="artillery_crew", formation="unlimbered", ranks=(2,), in_contact=2) == 8
    )


@pytest.mark.parametrize(
    "changes, why",
    [
        ({"ranks": ()}, "not ranks"),
        ({"in_contact": -1}, "below 0"),
        ({"in_contact": 5, "overlap_left": 2}, "more stands touch or overlap than the 6"),
        ({"period": 0}, "no period 0"),
    ],
)
def test_a_front_that_cannot_be_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        replace(LINE, **changes)


# Factors


@pytest.mark.rule(
    "mckie:melee.base.ff", "mckie:melee.base.fm", "mckie:melee.base.mf", "mckie:melee.base.mm"
)
@pytest.mark.parametrize(
    "own, other, value, rule",
    [
        ("infantry", "dismounted_cavalry", 3, "mckie:melee.base.ff"),
        ("artillery_crew", "infantry", 3, "mckie:melee.base.ff"),
        ("infantry", "cavalry", 2, "mckie:melee.base.fm"),
        ("cavalry", "infantry", 5, "mckie:melee.base.mf"),
        ("cavalry", "cavalry", 3, "mckie:melee.base.mm"),
    ],
)
def test_the_fighting_factor(own: Arm, other: Arm, value: int, rule: str) -> None:
    line = melee.fighting_factor(Fighter(own), Fighter(other))
    assert (line.value, line.rule) == (value, rule)


@pytest.mark.rule(
    "mckie:melee.factor.veteran",
    "mckie:melee.factor.charge",
    "mckie:melee.factor.general",
    "mckie:melee.factor.raw",
    "mckie:melee.factor.crew",
    "mckie:melee.factor.fatigued",
)
@pytest.mark.parametrize(
    "fighter, expected",
    [
        (FOOT, {}),
        (Fighter("infantry", "veteran"), {"mckie:melee.factor.veteran": 1}),
        (Fighter("infantry", attack="charge"), {"mckie:melee.factor.charge": 1}),
        (Fighter("infantry", attack="follow_up"), {"mckie:melee.factor.charge": 1}),
        (Fighter("infantry", general="in_chain"), {"mckie:melee.factor.general": 1}),
        (Fighter("infantry", general="other"), {}),
        (Fighter("infantry", "raw"), {"mckie:melee.factor.raw": -1}),
        (Fighter("artillery_crew"), {"mckie:melee.factor.crew": -2}),
        (Fighter("infantry", fatigued=True), {"mckie:melee.factor.fatigued": -3}),
    ],
)
def test_a_factor_of_the_fighter(fighter: Fighter, expected: dict[str, int]) -> None:
    assert factors(fighter, FOOT) == expected


@pytest.mark.rule(
    "mckie:melee.factor.uphill", "mckie:melee.factor.wall", "mckie:melee.factor.prepared"
)
@pytest.mark.parametrize(
    "opponent, expected",
    [
        (Fighter("infantry", higher=True), {"mckie:melee.factor.uphill": -1}),
        (Fighter("infantry", cover="wall"), {"mckie:melee.factor.wall": -1}),
        (Fighter("infantry", cover="built_up_edge"), {"mckie:melee.factor.wall": -1}),
        (Fighter("infantry", cover="prepared"), {"mckie:melee.factor.prepared": -4}),
        (Fighter("infantry", cover="hasty_trench"), {}),
        (Fighter("infantry", cover="woods"), {}),
        (Fighter("infantry", cover="rail_fence"), {}),
        (Fighter("infantry", cover="wall", attack="follow_up"), {}),
    ],
)
def test_a_factor_of_the_opponent(opponent: Fighter, expected: dict[str, int]) -> None:
    assert factors(FOOT, opponent) == expected


@pytest.mark.rule("mckie:melee.factor.cavopen")
@pytest.mark.parametrize(
    "cover, caught",
    [
        ("none", True),
        ("rail_fence", True),
        ("hasty_trench", True),
        ("woods", False),
        ("wall", False),
        ("prepared", False),
        ("built_up_edge", False),
    ],
)
def test_foot_caught_in_the_open_by_a_cavalry_charge(cover: Cover, caught: bool) -> None:
    charge = Fighter("cavalry", attack="charge")
    expected = {"mckie:melee.factor.cavopen": -2} if caught else {}
    assert factors(Fighter("infantry", cover=cover), charge) == expected


@pytest.mark.rule("mckie:melee.factor.cavopen")
def test_only_a_charge_of_cavalry_catches_and_only_foot() -> None:
    assert factors(FOOT, Fighter("cavalry", attack="follow_up")) == {}
    assert factors(FOOT, Fighter("infantry", attack="charge")) == {}
    assert factors(HORSE, Fighter("cavalry", attack="charge")) == {}


def test_a_wagon_does_not_fight() -> None:
    with pytest.raises(ValueError, match="a wagon does not fight"):
        melee.factor_lines(FOOT, Fighter("wagon"))


# Strikes


@pytest.mark.rule("mckie:melee.proc.1", "mckie:melee.chance")
def test_the_chance_die_is_the_last_line_of_the_factor() -> None:
    strike = melee.strike({"P": FOOT, "X": FOOT}, "P", [Group("X", 10)], 4, 10)
    assert [str(line) for line in strike.blows[0].lines] == [
        "+3 foot against foot [mckie:melee.base.ff]",
        "+4 chance die [mckie:melee.chance]",
    ]
    assert strike.blows[0].factor == 7


@pytest.mark.rule("mckie:melee.proc.2")
def test_losses_come_from_the_casualty_table_and_a_ten_sided_die() -> None:
    fighters = {"P": FOOT, "X": FOOT}
    struck = [melee.strike(fighters, "P", [Group("X", 12)], 3, die) for die in (4, 5)]
    assert [one.blows[0].tenths for one in struck] == [14, 14]
    assert [one.lost["X"] for one in struck] == [2, 1]


@pytest.mark.rule("mckie:melee.chance", "mckie:ex.melee.attr")
def test_a_unit_splits_its_figures_and_both_dice_serve_against_every_opponent() -> None:
    fighters = {"P": FOOT, "X": FOOT, "Y": Fighter("infantry", cover="prepared")}
    strike = melee.strike(fighters, "P", [Group("X", 12), Group("Y", 8)], 5, 4)
    assert [blow.factor for blow in strike.blows] == [8, 4]
    assert strike.lost == {"X": 2, "Y": 1}
    assert strike.inflicted == 3
    assert melee.bars_to_split([Group("X", 12), Group("Y", 8)], 20) == []
    bars = melee.bars_to_split([Group("X", 12), Group("Y", 8)], 16)
    assert [bar.rule for bar in bars] == ["mckie:ex.melee.attr"]


@pytest.mark.rule("mckie:melee.proc.2")
def test_two_groups_on_one_opponent_are_added_before_the_die() -> None:
    strike = melee.strike({"P": FOOT, "X": FOOT}, "P", [Group("X", 3), Group("X", 3)], 3, 8)
    assert strike.lost == {"X": 1}


@pytest.mark.rule("mckie:melee.proc.2")
def test_strikes_of_different_units_never_pool() -> None:
    fighters = {"P": FOOT, "Q": FOOT, "X": FOOT}
    each = [melee.strike(fighters, unit, [Group("X", 4)], 3, 6) for unit in ("P", "Q")]
    assert [one.blows[0].tenths for one in each] == [5, 5]
    assert melee.losses(each) == {"X": 0}
