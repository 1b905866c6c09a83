"""Generalship on the table: activation, radii, the commander-in-chief himself."""

from __future__ import annotations

from random import Random
from typing import Any, get_args

import pytest

from longroll.board.table import piece
from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from longroll.kernel.dice import Seeded
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.command import activating
from longroll.systems.mckie.command.activating import Activate, attempt_of
from longroll.systems.mckie.command.initiative import RollInitiative
from longroll.systems.mckie.command.rules import Attempt
from longroll.systems.mckie.movement import move_orders
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.sequence import PERIOD
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Order
from tests.rulebook.mckie.chain import at, brigades, chain, facts, ordered, rules
from tests.rulebook.mckie.field import SYSTEM, field, lay, position, troops

GENERALSHIP: dict[str, Any] = {"generalship": True}


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def army(*agenda: Any, dice: Any = (), generals: Any = None, **more: Any) -> Battle:
    facts: dict[str, Any] = {"options": GENERALSHIP, "generals": generals or chain(), **more}
    return field(brigades(), *agenda, dice=dice, **facts)


PILES = {
    "hill": Pile("corps", (Written("ATTACK", "the field"),)),
    "heth": ordered("ATTACK", active=False),
}


# The step


@pytest.mark.rule("mckie:newper.1", "mckie:newper.2", "mckie:newper.2a", "mckie:newper.2b")
@pytest.mark.rule("mckie:newper.2c", "mckie:period.2")
def test_activation_comes_after_the_initiative_and_before_the_cards() -> None:
    slugs = [step.slug for step in PERIOD]
    assert slugs[0] == "initiative"
    assert slugs.index("activation") < slugs.index("cards") < slugs.index("compulsory")
    later = ["compulsory", "charges_first", "charges_second", "moves_first", "moves_second"]
    later += ["firing", "chargers_test", "receivers_test", "melee", "fatigue", "melee_results"]
    assert [slug for slug in slugs if slug in later] == later
    assert slugs[-1] == "other_morale"
    step = next(one for one in PERIOD if one.slug == "activation")
    assert step.runs(position(brigades(), options=GENERALSHIP))
    assert not step.runs(position(brigades()))


@pytest.mark.rule("mckie:gen.act.1", "mckie:gen.act.4", "mckie:gen.act.8", "mckie:gen.def.3")
def test_corps_and_then_divisions_are_activated_once_in_a_period() -> None:
    battle = army(Activate("confederate"), dice=[1, 1], orders=PILES)
    assert rules(battle, "activate heth") == ["mckie:gen.act.4"]
    battle.play("activate hill")
    assert facts(battle).orders["hill"].active
    assert "mckie:gen.act.8" in rules(battle, "activate hill")
    assert "mckie:gen.def.3" in rules(battle, "activate hill")
    battle.play("activate heth")
    assert facts(battle).orders["heth"].in_force == Written("ATTACK", "the field")
    assert rules(battle, "activate pender") == ["mckie:gen.act.1"], "he has no orders"


@pytest.mark.rule("mckie:gen.act.2", "mckie:gen.act.3", "mckie:gen.rad.cinc", "mckie:gen.def.2")
def test_a_corps_loses_1_for_each_4_in_beyond_the_chiefs_radius() -> None:
    # Lee is gifted: 5 times 4 in. The bases of Lee and Hill are 35.5 in apart: 3 complete steps.
    generals = chain(lee=(3, 4), hill=(39.5, 4))
    battle = army(Activate("confederate"), dice=[1], generals=generals, orders=PILES)
    facts_of_it = attempt_of(facts(battle), "hill")
    assert facts_of_it.distance == 3550
    (event,) = battle.play("activate hill")
    assert [line.value for line in event.ledger()] == [2, 3, -3]
    assert facts(battle).orders["hill"].active


@pytest.mark.rule("mckie:gen.act.5", "mckie:gen.act.6", "mckie:gen.rad.corps", "mckie:gen.act.7")
def test_a_division_loses_2_for_each_4_in_beyond_the_corps_radius() -> None:
    # Hill is dependable: 3 times 4 in. Heth is 20.25 in away: 2 complete steps.
    generals = chain(hill=(10, 4), heth=(31, 4))
    piles = {**PILES, "hill": Pile("corps", (Written("ATTACK", "the field"),), active=True)}
    battle = army(Activate("confederate"), dice=[1], generals=generals, orders=piles)
    assert attempt_of(facts(battle), "heth").distance == 2025
    (event,) = battle.play("activate heth")
    assert [line.value for line in event.ledger()] == [2, 2, -4]
    assert not facts(battle).orders["heth"].active
    assert "not activated" in event.text()


@pytest.mark.rule("mckie:gen.act.2")
def test_more_friction_is_an_option() -> None:
    options = {**GENERALSHIP, "activation_exceeds": 6}
    battle = army(Activate("confederate"), dice=[1], orders=PILES, options=options)
    battle.play("activate hill")
    assert not facts(battle).orders["hill"].active, "2 and 3 do not exceed 6"


@pytest.mark.rule("mckie:gen.rad.cinc", "mckie:gen.rad.corps", "mckie:gen.ctl.2")
def test_dense_ground_halves_a_radius_and_enemies_block_it(monkeypatch: pytest.MonkeyPatch) -> None:
    generals = chain(lee=(3, 4), hill=(26, 4))
    open_ground = army(Activate("confederate"), generals=generals, orders=PILES)
    assert attempt_of(facts(open_ground), "hill").ground == "open"
    blocker = troops("union", 14, 5, figures=8, formation="column")
    between = field(
        {**brigades(), "u2": blocker},
        Activate("confederate"),
        options=GENERALSHIP,
        generals=generals,
        orders=PILES,
        dice=[1],
    )
    assert attempt_of(facts(between), "hill").blocked_by == "enemy"
    (event,) = between.play("activate hill")
    assert event.ledger()[-1].value == -5, "21.5 in, and no radius at all"
    wood = piece("dense_woods", "the wood", (2400, 200), (2900, 200), (2900, 700), (2400, 700))
    lay(monkeypatch, [wood])
    in_woods = army(Activate("confederate"), generals=generals, orders=PILES)
    assert attempt_of(facts(in_woods), "hill").ground == "dense"


@pytest.mark.rule("mckie:gen.act.7")
def test_who_has_no_superior_on_the_field_loses_nothing_to_distance() -> None:
    generals = {**chain(), "hill": at(chain()["hill"], 0, 0, place="reserve")}
    del generals["lee"]
    battle = army(Activate("confederate"), dice=[1], generals=generals, orders=PILES)
    assert isinstance(attempt_of(facts(battle), "heth"), Attempt)
    battle.play("activate heth")
    assert facts(battle).orders["heth"].active
    battle.play("order heth DEFEND the field")
    assert not facts(battle).orders["heth"].active


# What the list offers


def offered(battle: Battle, who: str) -> list[str]:
    return [str(one) for one in Activate("confederate").orders(facts(battle), who)]


@pytest.mark.rule("mckie:ord.chain", "mckie:deploy.4", "mckie:ord.retreat.1")
def test_the_list_offers_every_order() -> None:
    active = {**PILES, "hill": Pile("corps", (Written("ATTACK", "the field"),), active=True)}
    battle = army(Activate("confederate"), orders=active)
    for who in ("heth", "pender"):
        orders = [one for one in offered(battle, who) if one.startswith("order")]
        assert {one.split()[2] for one in orders} == set(get_args(Order))
        assert f"order {who} ATTACK the crossroads" in orders
        assert not any(battle.why_not(one) for one in orders)
    named = army(Activate("confederate"), orders={"heth": ordered("DEFEND", "the crossroads")})
    assert "order heth DEFEND the crossroads" not in offered(named, "heth"), "he has that order"


@pytest.mark.rule("mckie:gen.override.1", "mckie:gen.bde.1", "mckie:gen.bde.2")
def test_the_list_offers_the_chief_himself_and_tasks_for_brigades() -> None:
    battle = army(Activate("confederate"), orders=PILES)
    assert battle.decision is not None
    picks = [one.object for one in battle.decision.choices if one.verb == "pick"]
    assert {"lee", "hill", "c2"} <= set(picks)
    assert "c3" not in picks, "it is out of command"
    assert {"override lee hill", "override lee heth"} <= set(offered(battle, "lee"))
    assert offered(battle, "c2") == ["detach c2"]
    assert not any("override" in one for one in offered(battle, "hill")), "no commander-in-chief"
    battle.play("override lee heth")
    assert offered(battle, "lee") == ["release lee"]
    battle.play("detach c2")
    assert offered(battle, "c2") == ["attach c2"]


# The commander-in-chief himself


@pytest.mark.rule("mckie:gen.override.1", "mckie:gen.override.2")
def test_a_chief_may_run_a_corps_or_a_division_himself() -> None:
    battle = army(Activate("confederate"), dice=[1], orders=PILES)
    assert rules(battle, "override hill heth") == ["mckie:gen.override.1"], "no commander-in-chief"
    assert rules(battle, "order heth DEFEND it") == ["mckie:ord.div.1"], "his corps is not active"
    battle.play("override lee heth")
    assert rules(battle, "override lee hill") == ["mckie:gen.override.1"]
    battle.play("order heth DEFEND the field")
    (event,) = battle.play("activate heth")
    assert [line.value for line in event.ledger()] == [2, 3], "Lee's own activation counts"
    assert attempt_of(facts(battle), "hill").superior_personally == "division"
    battle.play("release lee")
    assert attempt_of(facts(battle), "hill").superior_personally is None
    assert rules(battle, "release lee") == ["mckie:gen.override.1"]


@pytest.mark.rule("mckie:gen.override.2", "mckie:gen.init.1", "mckie:gen.def.1")
def test_a_chief_who_runs_troops_has_no_initiative() -> None:
    grant = General(title="Grant", side="union", role="cinc", ratings="D/D")
    generals = {**chain(), "grant": at(grant, 10, 44)}
    free = army(RollInitiative(), dice=[5, 6], generals=generals)
    assert facts(free).initiative == "confederate", "5 and 5 against 6 and 3"
    bound = army(RollInitiative(), dice=[5, 6], generals=generals, personally={"lee": "hill"})
    assert facts(bound).initiative == "union", "5 and 0 against 6 and 3"


# Brigades and their commander


@pytest.mark.rule("mckie:gen.act.9", "mckie:gen.act.1", "mckie:ord.div.4", "mckie:ord.corps.5")
def test_an_inactive_division_neither_advances_nor_withdraws() -> None:
    battle = army(Movement("confederate"), orders=PILES)
    assert "mckie:gen.act.9" in rules(battle, "move c2 ahead 1")
    assert "mckie:gen.act.9" in rules(battle, "move c2 back 1")
    assert not rules(battle, "move c2 about")
    assert not rules(battle, "move c2 form column")
    active = army(Movement("confederate"), orders={"heth": ordered("ATTACK")})
    assert not rules(active, "move c2 ahead 1")


@pytest.mark.rule("mckie:gen.rad.div", "mckie:gen.bde.1", "mckie:gen.bde.2", "mckie:gen.bde.3")
def test_a_brigade_leaves_the_radius_only_on_a_task_of_its_own() -> None:
    # Heth is unreliable: his radius is 2 times 2 in.
    battle = army(
        Activate("confederate"), Movement("confederate"), orders={"heth": ordered("ATTACK")}
    )
    assert rules(battle, "attach c2") == ["mckie:gen.bde.1"]
    assert "mckie:gen.bde.1" in rules(battle, "detach c3"), "out of command"
    state = facts(battle)
    assert "mckie:gen.bde.1" in [
        refusal.rule
        for refusal in move_orders.bars_to_order(
            state, "confederate", read_choice("move c2 ahead 6")
        )
    ]
    battle.play("detach c2")
    battle.play("done")
    assert not rules(battle, "move c2 ahead 6")
    battle.play("move c2 ahead 6")
    assert rules(battle, "move c3 ahead 1") == ["mckie:cmd.5"]
    beyond = army(
        Activate("confederate"), orders={"heth": ordered("ATTACK")}, detached=frozenset({"c3"})
    )
    assert rules(beyond, "attach c3") == ["mckie:gen.bde.2"]


# Random play


@pytest.mark.rule("mckie:newper.1")
@pytest.mark.parametrize("seed", range(4))
def test_any_choice_that_is_listed_may_be_made(seed: int) -> None:
    chance = Random(seed)
    state = position(
        brigades(),
        *activating.activation(position(brigades())),
        options=GENERALSHIP,
        generals=chain(),
        orders=PILES,
    )
    battle = Battle(SYSTEM, state, Seeded(seed))
    while len(battle.state.agenda) > 1:
        assert battle.decision is not None
        choice = chance.choice(battle.decision.choices)
        assert not battle.why_not(choice)
        if str(choice) == "done" and len(battle.state.agenda) == 1:
            break
        battle.play(choice)
        assert isinstance(battle.state, State)
        assert not list(SYSTEM.faults(battle.state))
