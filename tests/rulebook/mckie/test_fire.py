"""Small arms and artillery fire: weapons and ranges, tactical factors, who fires, volleys."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.fire.rules import (
    Firer,
    Group,
    Shot,
    Target,
    figures_firing,
    fire_factor,
    fire_range,
    guns_able_to_fire,
    volley,
)
from longroll.systems.mckie.fire.weapons import (
    WEAPONS,
    Weapon,
    more_weapons,
    weapon_factor,
    weapon_named,
)
from longroll.systems.mckie.words import Arm, Cover, Formation, Quality

US = Firer(
    side="union",
    arm="infantry",
    quality="experienced",
    weapon="muzzle_loading_rifle",
    formation="line",
)
GUNS = replace(US, arm="field_artillery", weapon="12lb_smoothbore_gun", formation="unlimbered")
FOE = Target(arm="infantry", formation="line")
NEAR = Shot(distance=400)


def sums(firer: Firer = US, target: Target = FOE, shot: Shot = NEAR) -> dict[str, int]:
    """The factors beside the weapon's own, by their rules."""
    lines = fire_factor(firer, target, shot)
    assert not isinstance(lines, Refusal), lines
    return {line.rule: line.value for line in lines[1:]}


def total(firer: Firer = US, target: Target = FOE, shot: Shot = NEAR) -> int:
    lines = fire_factor(firer, target, shot)
    assert not isinstance(lines, Refusal), lines
    return sum(line.value for line in lines)


# Weapons and ranges

NO = None


@pytest.mark.rule(
    "mckie:wpn.list",
    "mckie:fire.rng.sbm",
    "mckie:fire.rng.mlr",
    "mckie:fire.rng.blr",
    "mckie:fire.rng.mlc",
    "mckie:fire.rng.blc",
    "mckie:fire.rng.12lb",
    "mckie:fire.rng.3in",
    "mckie:fire.rng.siege",
    "mckie:fire.rng.mortar",
    "mckie:fire.proc.3",
)
@pytest.mark.parametrize(
    "weapon, factors",
    [
        ("smoothbore_musket", [7, 2, NO, NO, NO, NO]),
        ("muzzle_loading_rifle", [8, 5, 2, NO, NO, NO]),
        ("breech_loading_rifle", [10, 6, 3, NO, NO, NO]),
        ("muzzle_loading_carbine", [8, 5, 0, NO, NO, NO]),
        ("breech_loading_carbine", [10, 6, 1, NO, NO, NO]),
        ("12lb_smoothbore_gun", [14, 9, 5, 3, NO, NO]),
        ("3in_rifled_gun", [12, 8, 5, 4, 3, NO]),
        ("siege_gun", [14, 9, 5, 4, 4, 3]),
        ("10in_mortar", [NO, NO, 3, 4, 3, 2]),
    ],
)
def test_the_weapon_and_range_table(weapon: str, factors: list[int | None]) -> None:
    far_ends = [200, 600, 1200, 3200, 3600, 4800]
    assert [weapon_factor(WEAPONS[weapon], end) for end in far_ends] == factors
    assert weapon_factor(WEAPONS[weapon], 4801) is None


@pytest.mark.rule("mckie:fire.rng.bands")
def test_a_range_equal_to_a_limit_is_in_the_nearer_band() -> None:
    siege = WEAPONS["siege_gun"]
    ranges = (0, 200, 201, 600, 601, 1200, 1201, 3600, 3601, 4800)
    assert [weapon_factor(siege, at) for at in ranges] == [14, 14, 9, 9, 5, 5, 4, 4, 3, 3]
    with pytest.raises(ValueError, match="a range cannot be -1"):
        weapon_factor(siege, -1)


@pytest.mark.rule("mckie:wpn.extend")
def test_a_scenario_may_add_weapons() -> None:
    own = Weapon("Whitworth rifle", "small_arms", (9, 6, 4, 1, -1, -1))
    weapons = more_weapons({"whitworth": own})
    sharp = replace(US, weapon="whitworth")
    lines = fire_factor(sharp, FOE, Shot(distance=2000), weapons=weapons)
    assert not isinstance(lines, Refusal)
    assert [(line.value, line.reason) for line in lines] == [(1, "Whitworth rifle at 20 in")]
    assert set(WEAPONS) < set(weapons)
    with pytest.raises(ValueError, match="no weapon 'whitworth' – one of smoothbore_musket"):
        weapon_named("whitworth")


# Tactical factors


def test_without_any_factor_the_weapon_alone_counts() -> None:
    assert sums() == {}
    assert total() == 5


@pytest.mark.rule("mckie:fire.factor.column", "mckie:form.column.1")
@pytest.mark.parametrize(
    "formation, ranks, worth",
    [
        ("column", (2, 2, 2), 4),
        ("column", (2, 2), 0),
        ("column", (), 0),
        ("road_march", (1, 1, 1), 4),
        ("attack_column", (3, 3, 3), 4),
        ("limbered", (1, 1, 1), 4),
        ("limbered", (1, 1), 0),
        ("line", (6,), 0),
        ("extended", (3, 3, 3), 0),
    ],
)
def test_a_deep_column_is_an_easy_target(
    formation: Formation, ranks: tuple[int, ...], worth: int
) -> None:
    found = sums(target=replace(FOE, formation=formation, ranks=ranks))
    assert found.get("mckie:fire.factor.column", 0) == worth


@pytest.mark.rule("mckie:fire.factor.column")
@pytest.mark.parametrize("ahead, worth", [(None, 0), (100, 0), (1, 0), (0, 4), (-150, 4)])
def test_a_target_is_flanked_from_its_front_line_on(ahead: int | None, worth: int) -> None:
    found = sums(shot=replace(NEAR, ahead=ahead))
    assert found.get("mckie:fire.factor.column", 0) == worth


@pytest.mark.rule("mckie:fire.factor.column")
def test_a_deep_column_flanked_counts_once() -> None:
    column = replace(FOE, formation="column", ranks=(2, 2, 2))
    assert total(target=column, shot=replace(NEAR, ahead=-1)) == 5 + 4


@pytest.mark.rule("mckie:fire.factor.supported", "mckie:form.supported.4")
def test_a_supported_line_is_a_denser_target() -> None:
    supported = replace(FOE, formation="supported_line")
    assert sums(target=supported) == {"mckie:fire.factor.supported": 2}
    assert sums(target=replace(supported, ranks=(3, 3, 3))) == {"mckie:fire.factor.supported": 2}
    # Not added to the +4.
    assert total(target=supported, shot=replace(NEAR, ahead=0)) == 5 + 4


@pytest.mark.rule("mckie:form.supported.2")
def test_a_second_rank_too_weak_makes_no_supported_line() -> None:
    supported = replace(FOE, formation="supported_line")
    assert sums(target=replace(supported, ranks=(4, 2))) == {"mckie:fire.factor.supported": 2}
    assert sums(target=replace(supported, ranks=(5, 2))) == {}


@pytest.mark.rule("mckie:fire.factor.repeat", "mckie:wpn.repeat")
def test_repeating_weapons() -> None:
    repeaters = replace(US, repeating=True)
    assert sums(repeaters) == {"mckie:fire.factor.repeat": 2}
    # A flag beside the weapon: its range table stays.
    assert isinstance(fire_factor(repeaters, FOE, Shot(distance=1300)), Refusal)


@pytest.mark.rule("mckie:fire.factor.veteran", "mckie:fire.factor.raw", "mckie:cat.assign")
@pytest.mark.parametrize(
    "quality, found",
    [
        ("veteran", {"mckie:fire.factor.veteran": 1}),
        ("experienced", {}),
        ("raw", {"mckie:fire.factor.raw": -1}),
    ],
)
def test_the_quality_of_the_firers(quality: Quality, found: dict[str, int]) -> None:
    assert sums(replace(US, quality=quality)) == found


@pytest.mark.rule("mckie:fire.factor.rest")
@pytest.mark.parametrize(
    "cover, rests",
    [
        ("none", False),
        ("woods", False),
        ("wall", True),
        ("rail_fence", True),
        ("hasty_trench", False),
        ("built_up_edge", True),
    ],
)
def test_weapons_rest_on_walls_and_fences(cover: Cover, rests: bool) -> None:
    assert sums(replace(US, cover=cover)) == ({"mckie:fire.factor.rest": 1} if rests else {})


@pytest.mark.rule("mckie:fire.factor.rest")
def test_guns_and_horsemen_rest_no_weapon() -> None:
    assert "mckie:fire.factor.rest" not in sums(replace(GUNS, cover="wall"))
    rider = replace(US, arm="cavalry", weapon="breech_loading_carbine", cover="wall")
    assert "mckie:fire.factor.rest" not in sums(rider)
    assert "mckie:fire.factor.rest" in sums(replace(US, arm="dismounted_cavalry", cover="wall"))


@pytest.mark.rule("mckie:fire.factor.smoke", "mckie:vis.smoke.1")
def test_firing_through_smoke() -> None:
    assert sums(shot=replace(NEAR, through_smoke=True)) == {"mckie:fire.factor.smoke": -1}


@pytest.mark.rule("mckie:fire.factor.movedtarget")
def test_guns_at_a_target_that_moved() -> None:
    moved = replace(FOE, moved=True)
    assert sums(GUNS, moved) == {"mckie:fire.factor.movedtarget": -1}
    assert sums(GUNS, replace(FOE, charging=True)) == {"mckie:fire.factor.movedtarget": -1}
    assert sums(US, moved) == {}
    assert sums(GUNS, FOE) == {}


@pytest.mark.rule("mckie:fire.factor.csart")
def test_confederate_guns_beyond_six_inches() -> None:
    rebels = replace(GUNS, side="confederate")
    assert sums(rebels, shot=Shot(distance=600)) == {}
    assert sums(rebels, shot=Shot(distance=601)) == {"mckie:fire.factor.csart": -1}
    assert sums(GUNS, shot=Shot(distance=601)) == {}
    assert sums(replace(US, side="confederate"), shot=Shot(distance=700)) == {}


@pytest.mark.rule("mckie:fire.factor.moved", "mckie:fire.movefire")
@pytest.mark.parametrize("firer", [US, GUNS])
def test_firers_that_moved(firer: Firer) -> None:
    assert sums(replace(firer, moved=True)) == {"mckie:fire.factor.moved": -2}


@pytest.mark.rule("mckie:fire.factor.cover", "mckie:fire.factor.prepared", "mckie:dig.3")
@pytest.mark.parametrize(
    "cover, rule, worth",
    [
        ("woods", "mckie:fire.factor.cover", -2),
        ("wall", "mckie:fire.factor.cover", -2),
        ("built_up_edge", "mckie:fire.factor.cover", -2),
        ("hasty_trench", "mckie:dig.3", -2),
        ("prepared", "mckie:fire.factor.prepared", -4),
    ],
)
def test_the_cover_of_the_target(cover: Cover, rule: str, worth: int) -> None:
    assert sums(target=replace(FOE, cover=cover)) == {rule: worth}


@pytest.mark.rule("mckie:fire.factor.cover")
@pytest.mark.parametrize("cover", ["none", "rail_fence"])
def test_a_rail_fence_is_no_cover(cover: Cover) -> None:
    assert sums(target=replace(FOE, cover=cover)) == {}


@pytest.mark.rule("mckie:fire.factor.fatigued")
def test_fatigued_firers() -> None:
    assert sums(replace(US, fatigued=True)) == {"mckie:fire.factor.fatigued": -2}


@pytest.mark.rule("mckie:fire.factor.mounted", "mckie:fire.mounted")
def test_cavalry_firing_mounted() -> None:
    horse = replace(US, arm="cavalry", weapon="breech_loading_carbine")
    assert sums(horse) == {"mckie:fire.factor.mounted": -2}
    assert sums(replace(horse, arm="dismounted_cavalry")) == {}


@pytest.mark.rule("mckie:fire.factor.loose", "mckie:form.ext.3", "mckie:form.dism.1")
@pytest.mark.parametrize(
    "arm, formation, loose",
    [
        ("infantry", "extended", True),
        ("dismounted_cavalry", "line", True),
        ("dismounted_cavalry", "extended", True),
        ("infantry", "line", False),
        ("cavalry", "line", False),
    ],
)
def test_loose_targets(arm: Arm, formation: Formation, loose: bool) -> None:
    found = sums(target=Target(arm=arm, formation=formation))
    assert found == ({"mckie:fire.factor.loose": -2} if loose else {})


@pytest.mark.rule("mckie:fire.factor.skirm")
@pytest.mark.parametrize(
    "arm, formation, hard",
    [
        ("infantry", "skirmish", True),
        ("field_artillery", "unlimbered", True),
        ("siege_artillery", "unlimbered", True),
        ("field_artillery", "limbered", False),
        ("infantry", "line", False),
    ],
)
def test_skirmishers_and_guns_in_action(arm: Arm, formation: Formation, hard: bool) -> None:
    found = sums(target=Target(arm=arm, formation=formation))
    assert found == ({"mckie:fire.factor.skirm": -3} if hard else {})


@pytest.mark.rule("mckie:fire.proc.4")
def test_every_factor_that_applies_is_added() -> None:
    firer = replace(US, quality="raw", repeating=True, cover="wall", moved=True, fatigued=True)
    target = replace(FOE, formation="skirmish", cover="woods")
    shot = Shot(distance=400, ahead=-1, through_smoke=True)
    assert total(firer, target, shot) == 5 + 2 - 1 - 2 - 2 + 4 - 3 + 1 - 2 - 1


# Charges, canister


@pytest.mark.rule("mckie:period.8n1", "mckie:period.8n2", "mckie:fire.charge.1", "mckie:resp.1")
def test_a_charge_gives_and_takes_fire_at_one_inch() -> None:
    far = Shot(distance=500)
    assert fire_range(US, FOE, far) == 500
    assert fire_range(US, replace(FOE, charging=True), far) == 100
    assert total(US, replace(FOE, charging=True), far) == 8
    # (MK-M25) Whoever charges has moved.
    assert sums(replace(US, charging=True), FOE, far) == {"mckie:fire.factor.moved": -2}
    assert total(replace(US, charging=True), FOE, far) == 8 - 2


@pytest.mark.rule("mckie:fire.canister.1", "mckie:fire.canister.3")
def test_solid_shot_in_place_of_canister() -> None:
    assert [total(GUNS, shot=Shot(distance=at)) for at in (100, 600)] == [14, 9]
    solid = [total(GUNS, shot=Shot(distance=at, solid_shot=True)) for at in (100, 600, 2000)]
    assert solid == [5, 5, 3]
    # All other factors still apply.
    assert total(replace(GUNS, quality="raw"), shot=Shot(distance=100, solid_shot=True)) == 4
    assert total(US, shot=Shot(distance=100, solid_shot=True)) == 8


# Who fires


@pytest.mark.rule("mckie:fire.front", "mckie:fire.proc.2")
@pytest.mark.parametrize(
    "arm, formation, facts, able",
    [
        ("infantry", "line", {"figures": 21}, 21),
        ("infantry", "line", {"ranks": [6]}, 24),
        ("infantry", "line", {"ranks": [6], "figures": 21}, 21),
        ("infantry", "column", {"ranks": [2, 2, 2, 2]}, 8),
        ("infantry", "column", {"figures": 24}, 8),
        ("infantry", "attack_column", {"figures": 32}, 12),
        ("infantry", "road_march", {"figures": 24}, 4),
        ("infantry", "supported_line", {"ranks": [4, 2]}, 16),
        ("infantry", "supported_line", {"figures": 24}, 12),
        ("infantry", "skirmish", {"ranks": [3]}, 3),
        ("infantry", "extended", {"ranks": [5]}, 20),
        ("cavalry", "line", {"ranks": [6]}, 12),
        ("infantry", "line", {"figures": 0}, 0),
    ],
)
def test_the_front_rank_fires(
    arm: Arm, formation: Formation, facts: dict[str, Any], able: int
) -> None:
    assert figures_firing(arm, formation, **facts) == able


@pytest.mark.rule("mckie:form.dism.2", "mckie:man.holder")
def test_horse_holders_do_not_fire() -> None:
    assert figures_firing("dismounted_cavalry", "line", figures=14) == 11
    assert figures_firing("dismounted_cavalry", "line", ranks=[5], figures=12) == 9


def test_who_fires_must_be_known() -> None:
    with pytest.raises(ValueError, match="either figures or ranks"):
        figures_firing("infantry", "line")
    with pytest.raises(ValueError, match="three stands wide"):
        figures_firing("infantry", "attack_column", figures=12)


@pytest.mark.rule("mckie:fire.guns8", "mckie:unit.crewloss")
def test_each_model_counts_as_eight_guns() -> None:
    assert guns_able_to_fire([4, 4, 4]) == 24
    assert guns_able_to_fire([4, 2, 1]) == 18


# Volleys


def group(target: str, firing: int, firer: Firer = US, shot: Shot = NEAR) -> Group:
    lines = fire_factor(firer, FOE, shot)
    return Group(target, firing, () if isinstance(lines, Refusal) else lines)


@pytest.mark.rule("mckie:fire.proc.5", "mckie:cas.read")
def test_a_volley_reads_the_casualty_table() -> None:
    fired = volley("P", [group("X", 16)], Scripted([7]))
    assert [(one.factor, one.tenths) for one in fired.groups] == [(5, 16)]
    assert fired.lost == {"X": 1}
    assert volley("P", [group("X", 16)], Scripted([6])).lost == {"X": 2}


@pytest.mark.rule("mckie:fire.split", "mckie:fire.split.sum")
def test_groups_on_one_target_are_added_before_the_die() -> None:
    groups = [group("X", 4), group("X", 4, shot=Shot(distance=900)), group("Y", 8)]
    fired = volley("P", groups, Scripted([6]))
    assert [one.tenths for one in groups] == [4, 2, 8]
    assert fired.totals == {"X": 6, "Y": 8}
    assert fired.lost == {"X": 1, "Y": 1}


@pytest.mark.rule("mckie:fire.onedie")
def test_one_die_serves_every_target() -> None:
    dice = Scripted([5, 1])
    fired = volley("P", [group("X", 4), group("Y", 8)], dice)
    assert (fired.lost, dice.left) == ({"X": 0, "Y": 1}, (1,))


@pytest.mark.rule("mckie:cas.sources")
def test_firing_units_are_sources_of_their_own() -> None:
    dice = Scripted([4, 5])
    fired = [volley(unit, [group("X", 4)], dice) for unit in ("P", "Q")]
    # 0.4 twice, never 0.8.
    assert [one.lost for one in fired] == [{"X": 1}, {"X": 0}]


def test_without_a_shot_no_die_is_rolled() -> None:
    dice = Scripted([10])
    fired = volley("P", [group("X", 20, shot=Shot(distance=1300))], dice)
    assert (fired.roll, fired.lost, fired.out_of_ammo) == (None, {"X": 0}, False)
    assert dice.left == (10,)
