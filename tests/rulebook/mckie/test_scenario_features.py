"""Everything the rules know is met with in some scenario, and can be used there."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.display import terminal_of
from longroll.guide import card_of
from longroll.systems.mckie.fire import volleys
from longroll.systems.mckie.fire.facts import firer_facts
from longroll.systems.mckie.scenarios.scenario import NAMES, scenario_named
from longroll.systems.mckie.table import field

TROOPS = [one for name in NAMES for one in scenario_named(name).file.troops]
PIECES = [piece for name in NAMES for piece in scenario_named(name).table.pieces]


def started(name: str, **options: Any) -> Any:
    """The state of a battle of a scenario as it is usually played."""
    return longroll.new("mckie", name, options=options).state


def begun(name: str, step: str, side: str, **options: Any) -> Battle:
    """A battle of a scenario, both armies deployed, when a side is first asked in a step."""
    battle = longroll.new("mckie", name, seed=3, options=options)
    state: Any = battle.state
    while battle.decision is not None:
        if state.period and state.step == step and battle.decision.side == side:
            break
        battle.play(battle.decision.choices[-1])
        state = battle.state
    return battle


def test_no_arm_weapon_or_ground_is_left_out() -> None:
    arms = {one.arm for one in TROOPS}
    assert {"gunboat", "siege_artillery", "cavalry", "dismounted_cavalry", "wagon"} <= arms
    weapons = {one.weapon for one in TROOPS}
    assert {"siege_gun", "10in_mortar", "breech_loading_rifle", "breech_loading_carbine"} <= weapons
    assert {"smoothbore_musket", "muzzle_loading_carbine", "3in_rifled_gun"} <= weapons
    assert any(one.repeating for one in TROOPS)
    assert any(one.ironclad for one in TROOPS)
    assert any(one.formation == "skirmish" for one in TROOPS)
    assert {"dense_woods", "works", "trench", "water", "built_up"} <= {one.kind for one in PIECES}


@pytest.mark.rule("mckie:gen.override.1")
def test_the_commander_in_chief_at_the_orchard_may_take_over_a_corps() -> None:
    state = started("peach-orchard")
    assert state.options.generalship is True
    chiefs = {id: one.side for id, one in state.commanders.items() if one.role == "cinc"}
    assert chiefs == {"lee": "confederate", "meade": "union"}
    for side, chief, corps in (("confederate", "lee", "longstreet"), ("union", "meade", "sickles")):
        battle = longroll.new("mckie", "peach-orchard", seed=1)
        while battle.why_not(f"override {chief} {corps}"):
            assert battle.decision is not None
            assert battle.past.number < 60, battle.why_not(f"override {chief} {corps}")
            battle.play(battle.decision.choices[-1])
        assert battle.decision is not None
        assert battle.decision.side == side
        battle.play(f"override {chief} {corps}")
        now: Any = battle.state
        assert now.personally == {chief: corps}


@pytest.mark.rule("mckie:ord.change.corps")
def test_the_commander_in_chief_at_the_orchard_changes_the_orders_of_a_corps() -> None:
    battle = begun("peach-orchard", "activation", "union")
    battle.play("order sickles WITHDRAW Trostle's farm")
    state: Any = battle.state
    assert [str(one) for one in state.orders["sickles"].orders] == ["WITHDRAW Trostle's farm"]


@pytest.mark.rule("mckie:deploy.5")
def test_without_generalship_new_orders_ride_with_a_courier_there() -> None:
    battle = begun("peach-orchard", "orders", "union", generalship=False)
    battle.play("courier meade sickles DEFEND Trostle's farm")
    state: Any = battle.state
    assert [(one.giver, one.receiver) for one in state.couriers] == [("meade", "sickles")]


@pytest.mark.rule("mckie:opt.gunboat.3")
def test_only_the_heavy_guns_of_the_fort_reach_an_ironclad() -> None:
    battle = begun("arkansas-post", "firing", "confederate")
    assert battle.why_not("fire heavy louisville") == []
    assert "mckie:opt.gunboat.3" in [one.rule for one in battle.why_not("fire hart louisville")]


@pytest.mark.rule("mckie:ammo.5")
def test_the_fort_is_permanent_and_never_short_of_ammunition() -> None:
    state = started("arkansas-post")
    assert state.battle.file.permanent_works
    assert field.cover_of(state, state.units["dunnington"]) == "prepared"
    assert field.cover_of(state, state.units["garland2"]) == "hasty_trench"
    assert volleys.in_permanent_works(state, "dunnington")
    assert not volleys.in_permanent_works(state, "garland2")


@pytest.mark.rule("mckie:hidden.blind.1")
def test_nobody_is_seen_in_the_mist_at_first() -> None:
    battle = begun("alexanders-bridge", "moves_first", "union")
    state: Any = battle.state
    assert state.options.hidden == "blinds"
    assert state.blinds
    assert state.battle.file.sight < 12
    shown = battle.view("union").facts.bodies
    assert not {"walthall1", "govan1", "davidson"} & set(shown)
    drawn = terminal_of(battle.system).draw(battle.view("union").facts)
    assert all(marker in drawn for marker in state.blinds)


@pytest.mark.rule("mckie:fire.factor.repeat")
def test_repeaters_count_at_the_creek() -> None:
    state = started("alexanders-bridge")
    assert firer_facts(state, "wilder1").repeating
    assert not firer_facts(state, "walthall1").repeating


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_is_briefed_and_has_orders_it_can_give(name: str) -> None:
    file = scenario_named(name).file
    places = {one.name for one in file.objectives}
    places |= {piece.name for piece in scenario_named(name).table.pieces}
    for one in file.commanders:
        for order in one.orders:
            assert order.objective in places, (one.id, order)
    for slug in ("mckie", "mckie_umpire"):
        assert name in card_of(slug).briefings
