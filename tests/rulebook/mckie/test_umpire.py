"""Umpire mode: the players tell what happens on their own table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import longroll
from longroll import Battle, IllegalChoice
from longroll.display import display_of
from longroll.display.desk import Desk
from longroll.kernel.decision import read_choice
from longroll.rulebooks import duty
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.umpire.entries import days
from longroll.systems.mckie.umpire.entries.asking import ENTRIES
from longroll.systems.mckie.umpire.state import State


def roster(*entries: str, step: str = "", seed: int = 1, **options: Any) -> Battle:
    """Armies of one's own, in a step of the first period."""
    battle = longroll.new("mckie_umpire", "free", seed=seed, options=options)
    for entry in entries:
        battle.play(entry)
    if step:
        battle.play(f"step {step}")
    return battle


def state_of(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def desk_of(battle: Battle) -> Desk:
    desk = battle.view("union").facts.desk
    assert isinstance(desk, Desk)
    return desk


def figures(battle: Battle) -> dict[str, int]:
    return {id: unit.figures for id, unit in state_of(battle).units.items()}


def rule_of(battle: Battle, entry: str) -> str:
    """The rule that bars an entry; nothing has changed."""
    before = battle.hash()
    with pytest.raises(IllegalChoice) as refused:
        battle.play(entry)
    assert battle.hash() == before
    return refused.value.rule


TWO = (
    "add u1 union infantry experienced muzzle_loading_rifle 24 1st_Brigade division crocker",
    "add u2 union infantry raw muzzle_loading_rifle 20 2nd_Brigade division crocker",
    "add u4 union field_artillery experienced 3in_rifled_gun 1 models Battery",
    "add c1 confederate infantry veteran muzzle_loading_rifle 24 Cockrell",
    "add c2 confederate infantry raw smoothbore_musket 20 Green",
    "commander crocker union division Crocker divisions crocker",
)

# The example of firing

FIRING = (
    "add b1 confederate infantry raw muzzle_loading_rifle 20 First",
    "add b2 confederate infantry veteran muzzle_loading_rifle 4 Second",
    "add b3 confederate infantry veteran muzzle_loading_rifle 20 Third",
    "add b4 confederate field_artillery veteran 12lb_smoothbore_gun 1 models Fourth",
    "add a union infantry experienced muzzle_loading_rifle 32 Brigade_A",
    "add b union infantry experienced muzzle_loading_rifle 32 Brigade_B",
    "add c union infantry veteran muzzle_loading_rifle 20 Brigade_C",
    "form b2 skirmish",
    "form a column",
    "form b supported_line 5",
    "did a moved",
    "did b moved",
    "did c moved",
)
VOLLEYS = {
    "fire b1 a 5.75 firing 4 and b 3.75 firing 16 die 7": {"a": 1, "b": 2},
    "fire b2 b 1.75 firing 3 rest and c 1.75 firing 1 die 6": {"b": 1, "c": 0},
    "fire b3 c 6 die 7": {"c": 2},
    "fire b4 a 9.5 die 4": {"a": 2},
    "fire a b1 5.75 die 10": {"b1": 0},
    "fire b b2 1.75 firing 12 and b2 2.25 firing 4 and b1 3.75 firing 4 die 5": {"b2": 1, "b1": 0},
    "fire c b2 1.75 firing 8 and b3 5.75 firing 12 die 3": {"b2": 1, "b3": 1},
}


@pytest.mark.rule(
    "mckie:fire.proc.5", "mckie:fire.onedie", "mckie:fire.split.sum", "mckie:cas.sources"
)
def test_the_example_of_firing_entered_by_hand() -> None:
    battle = roster(*FIRING, step="firing")
    before = figures(battle)
    for entry, lost in VOLLEYS.items():
        (fired, *_) = battle.play(entry)
        assert fired.lost == lost, entry  # type: ignore[attr-defined]
    left = figures(battle)
    assert {id: before[id] - left[id] for id in before if before[id] != left[id]} == {
        "a": 3,
        "b": 3,
        "c": 2,
        "b2": 2,
        "b3": 1,
    }
    empty = [id for id, unit in state_of(battle).units.items() if unit.ran_out]
    assert empty == ["a"]


@pytest.mark.rule("mckie:period.8")
def test_fire_is_simultaneous_whoever_is_entered_first() -> None:
    battle = roster(*TWO, step="firing")
    battle.play("lose c1 20")
    (fired, *_) = battle.play("fire c1 u1 5 die 1")
    assert fired.groups[0].firing == 24  # type: ignore[attr-defined]


@pytest.mark.rule("mckie:fire.canister.2")
def test_canister_strikes_friends_too() -> None:
    battle = roster(*TWO, step="firing")
    assert rule_of(battle, "fire u4 c1 20 friend u1") == "mckie:fire.canister.1"
    (fired, *_) = battle.play("fire u4 c1 2 friend u1 die 1")
    assert fired.lost["u1"] == sum(fired.lost.values()) // 2 > 0  # type: ignore[attr-defined]


# The example of a melee

MELEE = (
    "add r1 confederate infantry experienced muzzle_loading_rifle 32 First division d",
    "add r2 confederate infantry veteran muzzle_loading_rifle 20 Second",
    "add a union infantry experienced muzzle_loading_rifle 32 Brigade_A",
    "add b union field_artillery veteran 12lb_smoothbore_gun 1 models Battery_B",
    "commander polk confederate division Polk divisions d",
    "general polk r1",
    "form r1 supported_line",
)
FOUGHT = (
    "melee r1 a contact 4 charge and r2 a 12 b 8 charge and a r1 20 r2 12 and b r2 4 "
    "dice 3 6 3 7 3 4 4 8"
)


@pytest.mark.rule(
    "mckie:melee.proc.1", "mckie:melee.proc.2", "mckie:melee.lose.1", "mckie:melee.lose.2"
)
def test_the_example_of_a_melee_entered_by_hand() -> None:
    battle = roster(*MELEE, step="melee")
    battle.play(FOUGHT)
    # Seven and one fell, and one of each was taken.
    assert figures(battle) == {"r1": 29, "r2": 18, "a": 24, "b": 2}
    units = state_of(battle).units
    assert [id for id in units if "lost_melee" in units[id].felt] == ["a", "b"]
    assert (units["a"].captured, units["b"].captured) == (1, 1)
    assert "mckie:risk.1" in [one.rule for one in desk_of(battle).due]
    (risk,) = battle.play("risk r1 die 2")
    assert risk.fate == "unharmed"  # type: ignore[attr-defined]


@pytest.mark.rule("mckie:melee.res.1", "mckie:melee.res.2", "mckie:melee.res.3")
def test_losers_test_and_winners_follow_up() -> None:
    battle = roster(*MELEE, step="melee")
    battle.play(FOUGHT)
    assert rule_of(battle, "follow r1 a") == "mckie:period.13"
    battle.play("step melee_results")
    told = battle.play("morale a no_enemy general die 5")
    assert "is pushed back 3 in" in " ".join(event.text() for event in told)
    battle.play("follow r1 a")
    assert rule_of(battle, "follow a r1") == "mckie:melee.res.3"
    battle.play("period")
    battle.play("step firing")
    assert rule_of(battle, "fire a r2 2") == "mckie:fire.melee"
    battle.play("step melee")
    (blows, *_) = battle.play("melee r1 a 16 dice 3 6")
    assert "mckie:melee.factor.charge" in [line.rule for line in blows.ledger()]


@pytest.mark.rule("mckie:melee.flank.1")
def test_who_is_struck_in_flank_does_not_strike_back_at_once() -> None:
    battle = roster(*TWO, step="melee")
    assert rule_of(battle, "melee u1 c1 24 charge and c1 u1 8 flank") == "mckie:melee.flank.1"
    battle.play("melee u1 c1 24 charge and c1 flank dice 3 6")
    assert figures(battle)["u1"] == 24
    assert "attacked_in_flank_or_rear" in state_of(battle).units["c1"].did


# Guns


@pytest.mark.rule("mckie:resp.6")
def test_crews_leave_their_guns_and_come_back() -> None:
    battle = roster(*TWO)
    assert rule_of(battle, "guns u4 manned") == "mckie:resp.6"
    battle.play("guns u4 left")
    assert state_of(battle).units["u4"].arm == "artillery_crew"
    battle.play("lose u4 1")
    battle.play("guns u4 manned")
    unit = state_of(battle).units["u4"]
    assert (unit.arm, unit.crews, unit.figures) == ("field_artillery", (3,), 3)


@pytest.mark.rule("mckie:opt.cb.1", "mckie:opt.cb.2")
def test_counter_battery_fire_is_an_option() -> None:
    guns = "add c4 confederate field_artillery raw 12lb_smoothbore_gun 2 models Guibor"
    assert rule_of(roster(*TWO, guns, step="firing"), "counter u4 c4 die 10") == "mckie:opt.cb.1"
    battle = roster(*TWO, guns, step="firing", counter_battery=True)
    assert rule_of(battle, "counter u4 c4 die 10") == "mckie:opt.cb.1"
    battle.play("fire u4 c4 12 die 9")
    crews = state_of(battle).units["c4"].crews
    battle.play("counter u4 c4 die 10")
    assert state_of(battle).units["c4"].crews == crews[:1]


# Morale


@pytest.mark.rule("mckie:morale.when.7", "mckie:period.14")
def test_losses_are_tested_in_the_last_step() -> None:
    battle = roster(*TWO, step="firing")
    battle.play("fire u4 c2 2 die 1")
    assert rule_of(battle, "morale c2 losses die 3") == "mckie:period.14"
    told = battle.play("step other_morale")
    assert "Due now: Green (morale)" in told[-1].text()
    (test, *_) = battle.play("morale c2 die 3")
    values = {line.rule.partition(":morale.")[2]: line.value for line in test.ledger()}
    assert values["test.1"] == 3
    assert values["factor.artillery"] == -1
    assert rule_of(battle, "morale c2 losses die 3") == "mckie:period.14n1"
    assert not [one for one in desk_of(battle).due if one.unit == "c2"]


@pytest.mark.rule("mckie:morale.result.m7a", "mckie:morale.when.6", "mckie:period.3")
def test_who_routs_makes_off_and_may_rally() -> None:
    battle = roster(*TWO, step="other_morale")
    battle.play("state u2 routing")
    assert rule_of(battle, "morale u2 rally") == "mckie:morale.result.m3c"
    assert rule_of(battle, "morale u1 friends_routing") == "mckie:morale.when.5"
    (test, *_) = battle.play("morale u1 friends_routing near u2 die 5")
    assert -1 in [line.value for line in test.ledger()]
    battle.play("period")
    told = battle.play("step firing")
    assert "compulsory" in " ".join(event.text() for event in told)
    assert rule_of(battle, "fire u2 c1 5") == "mckie:morale.result.m3b"
    battle.play("step other_morale")
    battle.play("morale u2 no_enemy cover wall general die 5")
    assert state_of(battle).units["u2"].standing == "steady"


@pytest.mark.rule("mckie:morale.when.1", "mckie:morale.when.2", "mckie:morale.when.3")
def test_a_charge_from_its_test_to_contact() -> None:
    battle = roster(*TWO, "initiative union 7 confederate 4", "first union", step="charges_first")
    assert rule_of(battle, "charge c1 u1") == "mckie:period.5"
    battle.play("charge u1 c2 die 4")
    assert rule_of(battle, "charge u1 c2 die 4") == "mckie:morale.when.1"
    battle.play("step firing")
    # The charged unit fires at its charger before anybody else, at point blank.
    assert rule_of(battle, "fire c2 u2 5") == "mckie:fire.prio.1"
    (fired, *_) = battle.play("fire c2 u1 8 die 1")
    assert fired.ledger()[0].value == 7
    battle.play("next")
    due = [(one.unit, one.step) for one in desk_of(battle).due if one.page == "morale"]
    assert due == [("c2", "10"), ("u1", "9")]
    battle.play("morale u1 die 5")
    battle.play("next")
    told = battle.play("morale c2 die 2")
    assert -2 not in [line.value for line in told[0].ledger()]


@pytest.mark.rule("mckie:fat.nocharge")
def test_a_fatigued_unit_does_not_charge() -> None:
    battle = roster(*TWO, "state u1 fatigued", step="charges_first")
    assert rule_of(battle, "charge u1 c1") == "mckie:fat.nocharge"


# Fatigue, ammunition, initiative


@pytest.mark.rule("mckie:fat.when", "mckie:fat.recover.2")
def test_fatigue_and_rest() -> None:
    battle = roster(*TWO, "did u1 charged", step="fatigue")
    assert rule_of(battle, "fatigue u2 die 1") == "mckie:fat.when"
    battle.play("fatigue u1 die 1")
    assert state_of(battle).units["u1"].fatigued
    battle.play("period")
    assert state_of(battle).units["u1"].fatigued
    battle.play("period")
    assert not state_of(battle).units["u1"].fatigued


@pytest.mark.rule("mckie:ammo.2", "mckie:ammo.3", "mckie:ammo.4", "mckie:ammo.6")
def test_ammunition_runs_out_and_comes_back() -> None:
    battle = roster(*TWO, step="firing")
    battle.play("fire u1 c1 5 die 10")
    battle.play("period")
    battle.play("step firing")
    assert rule_of(battle, "fire u1 c1 5") == "mckie:ammo.6"
    battle.play("ammo u1 wagon")
    assert rule_of(battle, "fire u1 c1 5") == "mckie:ammo.6"
    battle.play("period")
    battle.play("step firing")
    battle.play("fire u1 c1 5 die 3")


@pytest.mark.rule("mckie:init.1", "mckie:init.2", "mckie:init.3")
def test_the_initiative() -> None:
    battle = roster(*TWO)
    assert rule_of(battle, "first union") == "mckie:init.3"
    battle.play("initiative union 4 confederate 4")
    assert not state_of(battle).initiative
    battle.play("initiative union 3 confederate 9")
    assert state_of(battle).initiative == "confederate"
    battle.play("first union")
    assert state_of(battle).first == "union"


# Armies on the spot


@pytest.mark.rule("mckie:unit.scaling", "mckie:unit.split", "mckie:unit.artillery")
def test_armies_in_men_and_guns() -> None:
    battle = roster(
        "add d confederate infantry raw muzzle_loading_rifle 2300 men Davis",
        "add g union field_artillery veteran 3in_rifled_gun 12 pieces Hall",
    )
    units = state_of(battle).units
    assert {id: unit.figures for id, unit in units.items()} == {"d1": 29, "d2": 29, "g": 8}
    assert units["g"].crews == (4, 4)


# What makes no sense


@pytest.mark.parametrize(
    "entry, rule",
    [
        ("fire", "mckie:fire.proc.1"),
        ("fire u9 c1 5", "mckie:fire.proc.1"),
        ("fire u1 u2 5", "mckie:fire.prio.2"),
        ("fire u1 c1 far", "mckie:fire.proc.1"),
        ("fire u1 c1 5.125", "mckie:fire.proc.1"),
        ("fire u1 c1 5 fog", "mckie:fire.proc.1"),
        ("fire u1 c1 5 die 11", "mckie:equip.dice"),
        ("fire u1 c1 5 die 3 4", "mckie:equip.dice"),
        ("fire u1 c1 5 die", "mckie:fire.proc.1"),
        ("fire u1 c1 5 angle 31", "mckie:fire.arc"),
        ("fire u1 c1 13", "mckie:fire.rng.mlr"),
        ("fire u1 c1 5 firing 25", "mckie:fire.front"),
        ("fire u1 c1 5 and c2 5", "mckie:fire.split"),
        ("fire u1 c1 5 as unlimbered", "mckie:man.limber"),
        ("fire u4 c1 5 firing 9", "mckie:fire.guns8"),
        ("melee u1 c1 4 dice 3 6", "mckie:period.11"),
        ("morale u1 losses", "mckie:morale.when.7"),
        ("morale u1", "mckie:morale.test.1"),
        ("fatigue u1", "mckie:period.12"),
        ("initiative union 7", "mckie:period.1"),
        ("step moves_first", "mckie:period.1"),
        ("general crocker c1", "mckie:risk.1"),
        ("lose u1 25", "mckie:rem.strength"),
        ("form u1 unlimbered", "mckie:man.limber"),
        ("state u1 asleep", "mckie:morale.result.4"),
        ("add u1 union infantry raw smoothbore_musket 20 Again", "mckie:unit.scaling"),
        ("add x union infantry raw siege_gun 20 Again", "mckie:wpn.list"),
        ("dance", "mckie:period.1"),
    ],
)
def test_bad_entries_are_refused_with_the_rule(entry: str, rule: str) -> None:
    battle = roster(*TWO, step="firing")
    found = rule_of(battle, entry)
    assert found == rule
    assert duty(found).playable


def test_dice_that_were_told_are_no_chance_of_the_battle_and_may_be_undone() -> None:
    battle = roster(*TWO, step="firing")
    before = battle.hash()
    battle.play("fire u1 c1 5 die 4")
    assert battle.dice.rolled == 0
    battle.undo()
    assert battle.hash() == before


def test_a_preview_says_what_an_entry_comes_to() -> None:
    battle = roster(*TWO, step="firing")
    look = display_of(battle.system).preview(
        battle.state, "union", read_choice("fire u1 c1 5 smoke")
    )
    assert (look.headline, look.detail) == ("Factor 4, 24 firing: 1.6 + 0.3", "1.9")
    barred = display_of(battle.system).preview(battle.state, "union", read_choice("fire u1 c1 50"))
    assert not barred.legal
    assert barred.refusals[0].rule == "mckie:fire.rng.mlr"
    with pytest.raises(ValueError, match="dance"):
        display_of(battle.system).preview(battle.state, "union", read_choice("dance"))


# Whatever is entered


WORDS = """
    u1 u2 u4 c1 c2 crocker and die dice 3 4 7 5.5 24 firing as column line skirmish cover wall
    smoke flank rear moved rest charge follow_up contact second losses rally receive_charge
    left manned taken
    charger_hit melee_lost near no_enemy general all steady routing fatigued out back wagon union
    confederate draw alone firing melee fatigue other_morale charges_first moved charged rough
"""


@pytest.mark.parametrize("seed", range(6))
def test_random_entries_never_break_it(seed: int) -> None:
    chance = Random(seed)
    battle = roster(*TWO, seed=seed, undo="free")
    played = 0
    for _ in range(1000):
        assert battle.decision is not None
        if chance.random() < 0.3:
            entry = str(chance.choice(battle.decision.choices))
        else:
            verb = chance.choice(list(ENTRIES))
            entry = " ".join((verb, *chance.choices(WORDS.split(), k=chance.randint(0, 6))))
        if entry.startswith(("end", "remove")):
            continue
        display_of(battle.system).preview(battle.state, "union", read_choice(entry))
        refusals = battle.why_not(entry)
        assert all(duty(one.rule).playable for one in refusals)
        if not refusals:
            battle.play(entry)
            played += 1
        assert not list(battle.system.faults(battle.state)), entry
        battle.view("union")
    assert played > 80
    assert longroll.replay(battle.record()).hash() == battle.hash()


# Screens


@pytest.mark.rule("mckie:form.skirm.2", "mckie:form.skirm.5", "mckie:man.detach")
def test_a_screen_goes_out_loses_and_comes_back() -> None:
    battle = roster(*TWO)
    battle.play("detach u1 4")
    screen = state_of(battle).units["u1s"]
    assert (screen.formation, screen.figures, screen.parent) == ("skirmish", 4, "u1")
    assert figures(battle)["u1"] == 20
    # Nobody is lost yet, and its unit has all it began with.
    assert days.lost(state_of(battle), "union") == 0
    assert testing.strength_left(state_of(battle), "u1") == 24
    battle.play("step firing")
    battle.play("fire c1 u1s 2 die 1")
    gone = 4 - figures(battle)["u1s"]
    assert gone
    assert days.lost(state_of(battle), "union") == gone
    assert "lost_figures" in state_of(battle).units["u1"].felt
    battle.play("recall u1s")
    assert figures(battle)["u1"] == 24 - gone
    assert state_of(battle).units["u1s"].place == "gone"
    battle.play("detach u1 4")
    assert figures(battle)["u1s"] == 4


@pytest.mark.rule("mckie:ammo.3")
def test_a_screen_without_ammunition_has_none_after_going_back_in_the_first_period() -> None:
    battle = roster(*TWO, "detach u1 4", "ammo u1s out", "recall u1s", "detach u1 4")
    assert state_of(battle).units["u1s"].ran_out
    battle.play("step firing")
    assert rule_of(battle, "fire u1s c1 2") == "mckie:ammo.6"


@pytest.mark.rule("mckie:form.skirm.2", "mckie:man.detach")
def test_who_sends_out_no_screen() -> None:
    battle = roster(*TWO, "detach u1 4")
    assert rule_of(battle, "detach u2 11") == "mckie:form.skirm.2"
    assert rule_of(battle, "detach u4 1") == "mckie:form.skirm.1"
    assert rule_of(battle, "detach u1 2") == "mckie:form.skirm.2"
    assert rule_of(battle, "detach u1s 1") == "mckie:form.skirm.2"
    assert rule_of(battle, "recall u2") == "mckie:man.detach"
    battle.play("state u1 routing")
    assert rule_of(battle, "recall u1s") == "mckie:melee.noform"


@pytest.mark.rule("mckie:ex.melee.attr")
def test_a_melee_of_three_units_is_one_entry() -> None:
    battle = roster(*TWO, step="melee")
    battle.play("melee u1 c1 12 c2 8 and c1 u1 16 and c2 u1 8 dice 3 6 4 2 3 9")
    assert set(state_of(battle).tallies) == {"u1", "c1", "c2"}


# Weapons and vessels of one's own


@pytest.mark.rule("mckie:wpn.extend")
def test_players_bring_weapons_of_their_own() -> None:
    battle = roster("weapon whitworth small_arms Whitworth_rifle 9 6 4 3 - -", *TWO)
    battle.play("add c3 confederate infantry veteran whitworth 4 Sharpshooters")
    battle.play("step firing")
    assert rule_of(battle, "fire c3 u1 33") == "mckie:wpn.extend"
    (fired, *_) = battle.play("fire c3 u1 20 die 9")
    assert fired.groups[0].lines[0].rule == "mckie:wpn.extend"  # type: ignore[attr-defined]
    assert rule_of(battle, "weapon pike small_arms Pike 20 - - - - -") == "mckie:wpn.extend"
    assert rule_of(battle, "weapon pike small_arms Pike - - - - - -") == "mckie:wpn.extend"
    assert rule_of(battle, "weapon pike polearm Pike 1 - - - - -") == "mckie:wpn.extend"


@pytest.mark.rule("mckie:opt.gunboat.1", "mckie:opt.gunboat.3")
def test_a_gunboat_counts_its_guns_and_only_siege_guns_hurt_an_ironclad() -> None:
    battle = roster(
        *TWO,
        "add tyler union gunboat experienced siege_gun 4 Tyler guns 7",
        "add benton union gunboat veteran 3in_rifled_gun 4 Benton guns 2 ironclad",
        "add c4 confederate siege_artillery raw siege_gun 1 models Columbiads",
        counter_battery=True,
    )
    assert rule_of(battle, "add x union gunboat raw siege_gun 4 X") == "mckie:opt.gunboat.1"
    battle.play("step firing")
    (fired, *_) = battle.play("fire tyler c1 10 die 9")
    assert fired.groups[0].firing == 7  # type: ignore[attr-defined]
    assert rule_of(battle, "fire c1 benton 5") == "mckie:opt.gunboat.3"
    (fired, *_) = battle.play("fire c4 benton 20 die 9")
    rules = [line.rule for line in fired.groups[0].lines]  # type: ignore[attr-defined]
    assert "mckie:fire.factor.prepared" in rules
    battle.play("counter c4 benton die 10")
    assert state_of(battle).units["benton"].guns == 1
    battle.play("step melee")
    assert rule_of(battle, "melee c1 tyler 4") == "mckie:opt.gunboat.1"
