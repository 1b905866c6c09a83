"""Deployment on the table, and the orders written before the battle."""

from __future__ import annotations

from random import Random

import pytest

from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.systems.mckie.deployment.deploying import Deploy
from longroll.systems.mckie.table.state import Options, State
from tests.rulebook.mckie.field import SYSTEM


def begin(scenario: str = "millers-crossroads", **options: object) -> Battle:
    chosen = SYSTEM.read_options(options)
    assert isinstance(chosen, Options)
    return Battle(SYSTEM, SYSTEM.start(scenario, chosen), Seeded(1))


def rules(battle: Battle, order: str) -> list[str]:
    return [refusal.rule for refusal in battle.why_not(order)]


def facts(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


@pytest.mark.rule("mckie:deploy.1")
def test_each_army_is_set_up_in_its_zone_before_the_first_period() -> None:
    battle = begin()
    assert isinstance(battle.state.agenda[-1], Deploy)
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    battle.play("deploy c1 18 6.5 170 column")
    unit = facts(battle).units["c1"]
    assert (unit.x, unit.y, unit.heading, unit.formation) == (1800, 650, 1700, "column")
    battle.play("done")
    assert battle.decision.side == "union"
    battle.play("deploy crocker 30 34")
    assert (facts(battle).commanders["crocker"].x, facts(battle).commanders["crocker"].y) == (
        3000,
        3400,
    )
    before = facts(battle).units["u2"]
    battle.play("done")
    assert facts(battle).period == 1
    assert facts(battle).units["u2"] == before, "who is not moved stands where the scenario has him"
    assert not facts(battle).units["c1"].done


@pytest.mark.rule("mckie:deploy.1")
def test_nobody_is_set_up_beyond_the_zone_on_others_or_in_no_formation() -> None:
    battle = begin()
    assert rules(battle, "deploy c1 18 12 180") == ["mckie:deploy.1"]
    assert not rules(battle, "deploy c1 18 7.9 180")
    there = facts(battle).units["c3"]
    assert rules(battle, f"deploy c1 {there.x // 100} {there.y // 100} 180")
    assert rules(battle, "deploy c1 1 6 180") == ["mckie:deploy.1"], "off the table"
    assert rules(battle, "deploy u1 18 6 180") == ["mckie:deploy.1"]
    assert rules(battle, "deploy c1 18 6 180 limbered")
    assert rules(battle, "deploy c1 18 north") == ["mckie:deploy.1"]
    assert rules(battle, "deploy cleburne 18 20") == ["mckie:deploy.1"]


@pytest.mark.rule("mckie:deploy.1", "mckie:form.skirm.2")
def test_a_screen_is_sent_out_while_an_army_is_set_up() -> None:
    battle = begin()
    battle.play("done")
    battle.play("detach u3 4")
    units = facts(battle).units
    assert (units["u3"].figures, units["u3s"].figures) == (12, 4)
    battle.play("done")
    assert not facts(battle).units["u3s"].done


@pytest.mark.rule("mckie:deploy.1", "mckie:hidden.umpire.1")
def test_an_army_is_set_up_in_secret_where_troops_are_hidden() -> None:
    battle = begin(hidden="umpire")
    before = battle.view("union")
    (event,) = battle.play("deploy c1 16 6 180")
    assert event.seen_by("union") is None
    assert event.seen_by("confederate") is not None
    assert battle.view("union") == before
    in_the_open = begin()
    assert in_the_open.play("deploy c1 16 6 180")[0].seen_by("union") is not None


@pytest.mark.rule("mckie:deploy.2", "mckie:deploy.3", "mckie:deploy.4", "mckie:ord.corps.1")
def test_orders_are_a_word_an_objective_a_route_and_a_period() -> None:
    battle = begin("mcphersons-ridge", generalship=True)
    battle.play("order aphill ADVANCE the pike via 10 20 20 20.5 from 7 then ATTACK the ridge")
    first, then = facts(battle).orders["aphill"].orders
    assert (first.word, first.objective, first.start) == ("ADVANCE", "the pike", 7)
    assert first.route == ((1000, 2000), (2000, 2050))
    assert (then.word, then.objective) == ("ATTACK", "the ridge")
    battle.play("order heth ATTACK the ridge")
    assert [str(one) for one in facts(battle).orders["heth"].orders] == ["ATTACK the ridge"]
    assert not facts(battle).orders["heth"].active
    assert rules(battle, "order heth STROLL the ridge") == ["mckie:ord.corps.2"]
    assert rules(battle, "order heth ATTACK") == ["mckie:deploy.4"]
    assert rules(battle, f"order heth ATTACK {'far ' * 30}") == ["mckie:deploy.4"]
    assert rules(battle, "order heth ATTACK it via here") == ["mckie:deploy.2"]
    assert rules(battle, "order buford ATTACK it") == ["mckie:ord.chain"]


@pytest.mark.rule("mckie:deploy.1")
@pytest.mark.parametrize("hidden", ["open", "umpire", "blinds"])
def test_any_choice_that_is_listed_leaves_a_sound_table(hidden: str) -> None:
    chance = Random(3)
    for scenario in SYSTEM.scenarios:
        battle = begin(scenario, hidden=hidden, generalship=True)
        for _ in range(40):
            if facts(battle).period:
                break
            assert battle.decision is not None
            battle.play(chance.choice(battle.decision.choices))
            assert not list(SYSTEM.faults(facts(battle)))
