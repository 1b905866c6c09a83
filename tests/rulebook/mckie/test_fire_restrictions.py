"""Restrictions on firing, target priorities, the danger zone of canister, smoke."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.fire.canister import fires_canister, smoke_hangs, split_casualties
from longroll.systems.mckie.fire.restrictions import (
    FireQuestion,
    FriendsBetween,
    bar_to_choose,
    bar_to_exchange_fire_with_charger,
    bar_to_fire,
)
from longroll.systems.mckie.fire.rules import Firer, Shot, Target, fire_factor
from longroll.systems.mckie.fire.weapons import FIRE, WEAPONS
from longroll.systems.mckie.words import Arm

ASKED = FireQuestion(arm="infantry", weapon="muzzle_loading_rifle", distance=400, angle=0)
GUNS = replace(
    ASKED, arm="field_artillery", weapon="3in_rifled_gun", formation="unlimbered", distance=2000
)
FRIENDS = FriendsBetween(guns_height=1, friends_height=0, from_guns=301, from_target=301)


def rule(question: FireQuestion) -> str | None:
    """The rule that bars this fire, or None."""
    refused = bar_to_fire(question)
    return refused.rule if refused else None


def test_nothing_bars_plain_fire() -> None:
    assert rule(ASKED) is None
    assert rule(GUNS) is None


@pytest.mark.rule("mckie:fire.arc")
@pytest.mark.parametrize(
    "angle, barred", [(0, False), (300, False), (-300, False), (301, True), (-301, True)]
)
def test_the_arc_is_30_degrees_either_side(angle: int, barred: bool) -> None:
    assert rule(replace(ASKED, angle=angle)) == ("mckie:fire.arc" if barred else None)


@pytest.mark.rule("mckie:fire.mounted")
@pytest.mark.parametrize(
    "weapon, barred",
    [
        ("smoothbore_musket", True),
        ("muzzle_loading_rifle", True),
        ("breech_loading_rifle", True),
        ("muzzle_loading_carbine", False),
        ("breech_loading_carbine", False),
    ],
)
def test_only_carbines_are_fired_from_the_saddle(weapon: str, barred: bool) -> None:
    mounted = replace(ASKED, arm="cavalry", weapon=weapon)
    assert rule(mounted) == ("mckie:fire.mounted" if barred else None)
    assert rule(replace(mounted, arm="dismounted_cavalry")) is None


@pytest.mark.rule("mckie:fire.siege.nomove", "mckie:fire.movefire")
def test_siege_guns_and_mortars_do_not_move_and_fire() -> None:
    for weapon in ("siege_gun", "10in_mortar"):
        siege = replace(GUNS, arm="siege_artillery", weapon=weapon)
        assert rule(siege) is None
        assert rule(replace(siege, moved=True)) == "mckie:fire.siege.nomove"
    for question in (ASKED, GUNS):
        assert rule(replace(question, moved=True)) is None


@pytest.mark.rule("mckie:fire.siege.nomove")
def test_a_siege_gun_that_moved_has_no_factor() -> None:
    firer = Firer(
        side="union",
        arm="siege_artillery",
        quality="veteran",
        weapon="siege_gun",
        formation="unlimbered",
        moved=True,
    )
    refused = fire_factor(firer, Target(arm="infantry", formation="line"), Shot(distance=2000))
    assert isinstance(refused, Refusal)
    assert refused.rule == "mckie:fire.siege.nomove"


@pytest.mark.rule("mckie:fire.melee")
def test_troops_in_melee_are_never_fired_on() -> None:
    assert rule(replace(ASKED, target_in_melee=True)) == "mckie:fire.melee"


@pytest.mark.rule("mckie:ammo.6")
def test_a_unit_out_of_ammunition_does_not_fire() -> None:
    assert rule(replace(ASKED, out_of_ammo=True)) == "mckie:ammo.6"


@pytest.mark.rule("mckie:fire.prio.2", "mckie:fire.rng.mlr", "mckie:fire.rng.mortar")
def test_the_target_must_be_in_range() -> None:
    assert rule(replace(ASKED, distance=1200)) is None
    assert rule(replace(ASKED, distance=1201)) == "mckie:fire.rng.mlr"
    mortar = replace(GUNS, arm="siege_artillery", weapon="10in_mortar", distance=600)
    assert rule(mortar) == "mckie:fire.rng.mortar"


def test_limbered_guns_do_not_fire() -> None:
    assert rule(replace(GUNS, formation="limbered")) == "mckie:man.limber"


@pytest.mark.parametrize("arm", ["wagon", "general", "courier", "artillery_crew"])
def test_who_has_no_weapon_does_not_fire(arm: Arm) -> None:
    assert rule(replace(ASKED, arm=arm)) == "mckie:wpn.list"


# Over friends


@pytest.mark.rule("mckie:fire.over.1")
@pytest.mark.parametrize("guns, friends, barred", [(1, 0, False), (0, 1, False), (1, 1, True)])
def test_guns_fire_over_friends_on_another_level(guns: int, friends: int, barred: bool) -> None:
    between = replace(FRIENDS, guns_height=guns, friends_height=friends)
    question = replace(GUNS, friends_between=between)
    assert rule(question) == ("mckie:fire.over.1" if barred else None)


@pytest.mark.rule("mckie:fire.over.1")
def test_nobody_else_fires_over_friends() -> None:
    assert rule(replace(ASKED, friends_between=FRIENDS)) == "mckie:fire.over.1"


@pytest.mark.rule("mckie:fire.over.2", "mckie:fire.over.3")
def test_friends_must_be_clear_of_guns_and_target() -> None:
    assert rule(replace(GUNS, friends_between=FRIENDS)) is None
    near_guns = replace(FRIENDS, from_guns=300)
    assert rule(replace(GUNS, friends_between=near_guns)) == "mckie:fire.over.2"
    near_target = replace(FRIENDS, from_target=300)
    assert rule(replace(GUNS, friends_between=near_target)) == "mckie:fire.over.3"


# Charges and priorities


@pytest.mark.rule("mckie:fire.charge.1")
def test_who_exchanges_fire_with_a_charging_unit() -> None:
    ask = bar_to_exchange_fire_with_charger
    assert ask(is_its_target=True, straight_ahead=False) is None
    assert ask(is_its_target=False, straight_ahead=True) is None
    assert ask(is_its_target=False, straight_ahead=False, stands_beyond=1) is None
    for beyond in (0, 2):
        refused = ask(is_its_target=False, straight_ahead=False, stands_beyond=beyond)
        assert refused is not None
        assert refused.rule == "mckie:fire.charge.1"


@pytest.mark.rule("mckie:fire.prio.1")
def test_a_charging_enemy_comes_first() -> None:
    refused = bar_to_choose("X", ["X", "Y"], charging_it=["Y"])
    assert refused is not None
    assert refused.rule == "mckie:fire.prio.1"
    assert bar_to_choose("Y", ["X", "Y"], charging_it=["Y"]) is None
    # One it cannot fire at does not bind it.
    assert bar_to_choose("X", ["X"], charging_it=["Y"]) is None


@pytest.mark.rule("mckie:fire.prio.2")
def test_else_any_enemy_in_range_will_do() -> None:
    for target in ("X", "Y"):
        assert bar_to_choose(target, ["X", "Y"], charging_it=[]) is None
    refused = bar_to_choose("Z", ["X", "Y"], charging_it=[])
    assert refused is not None
    assert refused.rule == "mckie:fire.prio.2"


# Canister and smoke


@pytest.mark.rule("mckie:fire.canister.1", "mckie:fire.canister.3")
def test_guns_use_canister_up_to_six_inches() -> None:
    gun = WEAPONS["3in_rifled_gun"]
    assert fires_canister(gun, 600)
    assert not fires_canister(gun, 601)
    assert not fires_canister(gun, 300, solid_shot=True)
    assert not fires_canister(WEAPONS["muzzle_loading_rifle"], 300)


@pytest.mark.rule("mckie:fire.canister.2")
@pytest.mark.parametrize(
    "friends, figures, lost",
    [
        ([], 3, {"E": 3}),
        (["F"], 4, {"E": 2, "F": 2}),
        (["F"], 5, {"E": 3, "F": 2}),
        (["F"], 1, {"E": 1, "F": 0}),
        (["F", "G"], 8, {"E": 4, "F": 2, "G": 2}),
        (["F", "G"], 7, {"E": 4, "F": 2, "G": 1}),
    ],
)
def test_friends_in_the_zone_share_the_losses(
    friends: list[str], figures: int, lost: dict[str, int]
) -> None:
    assert split_casualties("E", friends, figures) == lost


@pytest.mark.rule("mckie:fire.canister.3")
def test_solid_shot_spares_friends() -> None:
    assert split_casualties("E", ["F"], 4, canister=False) == {"E": 4, "F": 0}


def test_a_unit_is_target_or_friend() -> None:
    with pytest.raises(ValueError, match="named twice"):
        split_casualties("E", ["E"], 4)


@pytest.mark.rule("mckie:vis.smoke.2")
def test_smoke_hangs_for_the_next_firing_phase() -> None:
    assert [smoke_hangs(3, period) for period in (2, 3, 4, 5)] == [False, False, True, False]
    assert FIRE.smoke.depth == 100
