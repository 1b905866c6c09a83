"""Orders on the table: who gives them, couriers, what they bind units to, how they end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.kernel.battle import Battle
from longroll.miniatures.victory import Objective
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.command.activating import Activate
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.orders import giving
from longroll.systems.mckie.orders.falling_back import ObeyRetreat
from longroll.systems.mckie.orders.giving import CouriersRide, SendOrders
from longroll.systems.mckie.orders.reviewing import ReviewOrders
from longroll.systems.mckie.orders.rules import Pile, Written
from longroll.systems.mckie.table.state import Charge
from longroll.systems.mckie.words import Order
from tests.rulebook.mckie.chain import brigades, chain, facts, ordered, rules
from tests.rulebook.mckie.field import field, lay, troops

GENERALSHIP: dict[str, Any] = {"generalship": True}
CORPS = Pile("corps", (Written("ATTACK", "the field"),), active=True)


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch, objectives=(Objective("the farm", (20, 20), 3),))


def army(*agenda: Any, options: Any = GENERALSHIP, **more: Any) -> Battle:
    given: dict[str, Any] = {"generals": chain(), "units": brigades(), **more}
    return field(given.pop("units"), *agenda, options=options, **given)


def under(word: Order, objective: str = "the field", **more: Any) -> Battle:
    """Heth's division is to move under an order; the enemy stands where `more` has him."""
    generals = chain(heth=(19, 9))
    return army(
        Movement("confederate"),
        orders={"heth": ordered(word, objective)},
        **{"generals": generals, **more},
    )


# Giving orders with generalship


@pytest.mark.rule("mckie:ord.chain", "mckie:ord.change.corps", "mckie:ord.corps.2")
def test_a_chief_gives_one_corps_new_orders_in_a_period() -> None:
    generals = chain()
    generals["second"] = replace(generals["hill"], title="Ewell", divisions=())
    battle = army(Activate("confederate"), generals=generals, orders={"hill": CORPS})
    battle.play("order hill DEFEND the farm")
    pile = facts(battle).orders["hill"]
    assert (pile.orders[0].word, pile.active) == ("DEFEND", False)
    assert rules(battle, "order second ATTACK the farm") == ["mckie:ord.change.corps"]
    assert rules(battle, "order lee ATTACK the farm") == ["mckie:ord.chain"]
    assert rules(battle, "order grant ATTACK the farm") == ["mckie:ord.chain"]


@pytest.mark.rule("mckie:ord.div.1", "mckie:ord.change.div", "mckie:ord.div.3", "mckie:ord.div.4")
def test_an_active_corps_orders_all_its_divisions_who_are_activated_afresh() -> None:
    battle = army(
        Activate("confederate"), orders={"hill": CORPS, "heth": ordered("ATTACK")}, dice=[1]
    )
    battle.play("order heth DEFEND the farm")
    battle.play("order pender ATTACK the farm")
    piles = facts(battle).orders
    assert piles["heth"].in_force is None
    assert piles["heth"].removed == (Written("ATTACK", "the field"),)
    battle.play("activate heth")
    assert facts(battle).orders["heth"].in_force == Written("DEFEND", "the farm")
    idle = army(Activate("confederate"), orders={"hill": replace(CORPS, active=False)})
    assert rules(idle, "order heth DEFEND the farm") == ["mckie:ord.div.1"]


@pytest.mark.rule("mckie:ord.corps.4", "mckie:ord.div.2")
def test_the_enemy_sees_an_order_when_it_is_acted_on() -> None:
    battle = army(Activate("confederate"), orders={"hill": CORPS}, dice=[1])
    events = battle.play("order heth ATTACK the farm then DEFEND the farm")
    assert [event.seen_by("union") for event in events] == [None]
    assert "heth" not in battle.view("union").facts.orders
    assert battle.view("confederate").facts.orders["heth"]
    battle.play("activate heth")
    assert battle.view("union").facts.orders["heth"] == ("ATTACK the farm",)


@pytest.mark.rule("mckie:ord.corps.3")
def test_an_order_for_a_later_period_waits_for_it() -> None:
    pile = Pile("division", (Written("ATTACK", "the farm", start=5),))
    battle = army(Activate("confederate"), orders={"hill": CORPS, "heth": pile})
    assert rules(battle, "activate heth") == ["mckie:gen.act.1"]
    later = army(Activate("confederate"), orders={"hill": CORPS, "heth": pile}, period=5)
    assert not rules(later, "activate heth")


# Without generalship: in person, or by courier


@pytest.mark.rule("mckie:deploy.5", "mckie:move.general")
def test_orders_are_changed_by_meeting_or_by_courier() -> None:
    generals = chain(hill=(10, 4), heth=(45, 4), pender=(10.5, 4))
    battle = army(
        SendOrders("confederate"),
        CouriersRide(),
        CouriersRide(),
        SendOrders("confederate"),
        options={},
        generals=generals,
        orders={"heth": ordered("DEFEND")},
    )
    assert rules(battle, "order heth ATTACK the farm") == ["mckie:deploy.5"]
    battle.play("order pender ATTACK the farm")
    assert facts(battle).orders["pender"].in_force == Written("ATTACK", "the farm")
    assert rules(battle, "courier heth hill ATTACK the farm") == ["mckie:deploy.5"]
    battle.play("courier hill heth ATTACK the farm")
    (rider,) = facts(battle).couriers
    assert (rider.x, rider.y) == (1000, 400)
    battle.play("done")
    assert not facts(battle).couriers, "35 in are two periods of 24 in"
    assert facts(battle).orders["heth"].in_force == Written("ATTACK", "the farm")


@pytest.mark.rule("mckie:deploy.5", "mckie:move.general")
def test_a_courier_rides_24_in_a_period() -> None:
    battle = army(
        SendOrders("confederate"),
        CouriersRide(),
        SendOrders("confederate"),
        options={},
        generals=chain(hill=(10, 4), heth=(45, 4)),
        orders={"heth": ordered("DEFEND")},
    )
    battle.play("courier hill heth ATTACK the farm")
    battle.play("done")
    (rider,) = facts(battle).couriers
    assert (rider.x, rider.y) == (3400, 400)
    assert facts(battle).orders["heth"].in_force == Written("DEFEND", "the field")
    assert not fog.as_seen(facts(battle), "union").couriers[0].orders


@pytest.mark.rule("mckie:gen.ctl.1")
def test_with_generalship_nobody_sends_couriers() -> None:
    assert not giving.are_wanted(facts(army(Activate("confederate"), orders={"hill": CORPS})))
    assert giving.are_wanted(
        facts(army(SendOrders("confederate"), options={}, orders={"hill": CORPS}))
    )


# What an order binds a unit to


@pytest.mark.rule("mckie:ord.attack")
def test_an_attack_does_not_go_back() -> None:
    battle = under("ATTACK")
    assert not rules(battle, "move c2 ahead 2")
    assert "mckie:ord.attack" in rules(battle, "move c2 back 2")


@pytest.mark.rule("mckie:ord.defend")
def test_a_defence_keeps_to_its_area() -> None:
    battle = under("DEFEND", "the farm", generals=chain(heth=(19, 8)))
    assert not rules(battle, "move c2 ahead 2"), "towards the area is allowed"
    assert "mckie:ord.defend" in rules(battle, "move c2 back 2")
    charge = army(
        DeclareCharges("confederate"),
        units={**brigades(), "u1": troops("union", 19, 11.5, figures=16)},
        orders={"heth": ordered("DEFEND", "the farm")},
        generals=chain(heth=(19, 4)),
    )
    assert "mckie:ord.defend" in rules(charge, "charge c2 u1")


@pytest.mark.rule("mckie:ord.advance")
def test_an_advance_stops_12_in_from_the_enemy_and_at_its_place() -> None:
    near = {**brigades(), "u1": troops("union", 19, 22, figures=16)}
    battle = under("ADVANCE", units=near)
    assert not rules(battle, "move c2 ahead 2.9")
    assert rules(battle, "move c2 ahead 3.1") == ["mckie:ord.advance"]
    there = {**brigades(), "c2": troops("confederate", 20, 16, 180, figures=16, division="heth")}
    arrived = under("ADVANCE", "the farm", units=there, generals=chain(heth=(20, 14)))
    assert "mckie:ord.advance" in rules(arrived, "move c2 ahead 1")


@pytest.mark.rule("mckie:ord.withdraw.1", "mckie:ord.withdraw.2")
def test_a_withdrawal_goes_back_and_not_on() -> None:
    battle = under("WITHDRAW", "the rear")
    assert "mckie:ord.withdraw.1" in rules(battle, "move c2 ahead 2")
    assert not rules(battle, "move c2 back 2")


@pytest.mark.rule("mckie:ord.retreat.1", "mckie:ord.retreat.charged")
def test_a_retreat_goes_on_every_period_whether_told_or_not() -> None:
    battle = under("RETREAT")
    assert "mckie:ord.retreat.1" in rules(battle, "move c2 ahead 2")
    assert not rules(battle, "move c2 back 2")
    south = {
        "c1": troops("confederate", 20, 20, 180, figures=16, division="heth"),
        "c2": troops("confederate", 30, 20, 180, figures=16, division="heth"),
        "c4": troops("confederate", 40, 20, 180, figures=16, division="pender"),
        "u1": troops("union", 25, 40, figures=16),
    }
    left = army(
        Movement("confederate"),
        ObeyRetreat("confederate"),
        Activate("confederate"),
        units=south,
        generals=chain(heth=(25, 18)),
        orders={"heth": ordered("RETREAT")},
    )
    left.play("done")
    units = facts(left).units
    assert units["c1"].y < 2000
    assert units["c2"].y < 2000
    assert units["c4"].y == 2000, "another division"
    assert "moved" in units["c1"].did


@pytest.mark.rule("mckie:ord.retreat.charged")
def test_of_a_division_in_retreat_only_the_unit_that_is_charged_stays() -> None:
    south = {
        "c1": troops("confederate", 20, 20, 180, figures=16, division="heth"),
        "c2": troops("confederate", 30, 20, 180, figures=16, division="heth"),
        "u1": troops("union", 20, 25, figures=16),
    }
    left = army(
        Movement("confederate"),
        ObeyRetreat("confederate"),
        Activate("confederate"),
        units=south,
        generals=chain(heth=(25, 18)),
        orders={"heth": ordered("RETREAT")},
        charges=(Charge("u1", "c1", (), 500, "front"),),
    )
    left.play("done")
    units = facts(left).units
    assert units["c1"].y == 2000
    assert units["c2"].y < 2000


# Orders that end, and orders that come of themselves


def after_review(**more: Any) -> Battle:
    return army(ReviewOrders(), Activate("confederate"), **more)


@pytest.mark.rule("mckie:ord.retreat.2", "mckie:ord.auto.only")
def test_a_division_retreats_of_itself_when_more_than_two_thirds_give_way() -> None:
    units = brigades()
    for id in ("c1", "c2"):
        units[id] = replace(units[id], standing="routing")
    still = after_review(units=units, orders={"heth": ordered("ATTACK")})
    assert facts(still).orders["heth"].in_force == Written("ATTACK", "the field")
    units["c3"] = replace(units["c3"], standing="retreating")
    gone = after_review(units=units, orders={"heth": ordered("ATTACK")})
    order = facts(gone).orders["heth"].in_force
    assert order is not None
    assert order.word == "RETREAT"


@pytest.mark.rule("mckie:ord.retreat.3")
def test_a_division_that_has_rallied_halts_in_safety() -> None:
    units = brigades()
    units["c1"] = replace(units["c1"], standing="routing")
    battle = after_review(units=units, orders={"hill": CORPS, "heth": ordered("RETREAT")})
    battle.play("halt heth")
    assert facts(battle).orders["heth"].in_force is None
    assert rules(battle, "halt heth") == ["mckie:ord.retreat.3"]
    pressed = {**units, "u1": troops("union", 19, 18, figures=16)}
    chased = after_review(units=pressed, orders={"hill": CORPS, "heth": ordered("RETREAT")})
    assert rules(chased, "halt heth") == ["mckie:ord.retreat.3"]
    units["c2"] = replace(units["c2"], standing="routing")
    broken = after_review(units=units, orders={"hill": CORPS, "heth": ordered("RETREAT")})
    assert rules(broken, "halt heth") == ["mckie:ord.retreat.3"]


@pytest.mark.rule("mckie:gen.def.3", "mckie:ord.corps.3", "mckie:ord.advance")
def test_an_order_that_is_carried_out_gives_way_to_the_next() -> None:
    pile = Pile(
        "division", (Written("ADVANCE", "20 8"), Written("ATTACK", "the farm")), active=True
    )
    units = {id: unit for id, unit in brigades().items() if id in ("c2", "u1")}
    battle = after_review(units=units, orders={"heth": pile})
    left = facts(battle).orders["heth"]
    assert left.in_force == Written("ATTACK", "the farm")
    assert left.active, "he stays active"
    far = after_review(units=brigades(), orders={"heth": ordered("ADVANCE", "40 40")})
    assert facts(far).orders["heth"].active


@pytest.mark.rule("mckie:gen.act.8", "mckie:ord.change.corps")
def test_a_new_period_brings_new_attempts() -> None:
    battle = after_review(tried=frozenset({"heth"}), changed=frozenset({"hill"}))
    assert not facts(battle).tried
    assert not facts(battle).changed


@pytest.mark.rule("mckie:ord.auto.defend", "mckie:ord.auto.only")
def test_a_charge_turns_an_advance_into_a_defence() -> None:
    units = {
        "c1": troops("confederate", 20, 16, 180, figures=16, division="heth"),
        "u1": troops("union", 20, 19, figures=24, quality="veteran"),
    }
    battle = army(
        DeclareCharges("union"),
        units=units,
        generals=chain(heth=(20, 13)),
        orders={"heth": ordered("ADVANCE")},
        dice=[6] * 6,
    )
    battle.play("charge u1 c1")
    order = facts(battle).orders["heth"].in_force
    assert order is not None
    assert order.word == "DEFEND"
