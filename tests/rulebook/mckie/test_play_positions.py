"""On the table: positions of the book's own combinations, and what it makes of them."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.mckie.charge.charge_tests import TestChargers
from longroll.systems.mckie.charge.charging import MoveCharges
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.fatigue.step import Tired
from longroll.systems.mckie.melee.events import Blows
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.retreat.events import Fled
from longroll.systems.mckie.sequence import BeginStep
from longroll.systems.mckie.table.state import Charge, Contact
from longroll.systems.mckie.words import Struck
from tests.rulebook.mckie.field import Fight, field, lay, orders, troops

#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
TWO, THREE, FOUR, FIVE = 1, 3, 5, 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.past.events if isinstance(event, kind)]


def charge(unit: str, target: str, struck: Struck = "front") -> Charge:
    return Charge(unit, target, (), 500, struck, "stand")


def factors(event: MoraleTested) -> set[str]:
    return {line.rule.partition(":morale.factor.")[2] for line in event.lines}


# A charger that was hit


@pytest.mark.rule("mckie:morale.factor.chargehit", "mckie:morale.when.4")
def test_a_charger_that_was_hit_by_fire_and_lost_the_melee_counts_both() -> None:
    units = {
        "u1": troops("union", 20, 20, felt=frozenset(("lost_figures", "advanced"))),
        "c1": troops("confederate", 20, 19, 180),
    }
    battle = field(
        units,
        TestChargers(),
        BeginStep("melee_results"),
        dice=(FIVE, FIVE),
        charges=(charge("u1", "c1"),),
        contacts=(Contact("u1", "c1", "front", 3),),
        tallies={"u1": (2, 0), "c1": (0, 2)},
    )
    hit, lost = told(battle, MoraleTested)
    assert (hit.reasons, lost.reasons) == (("charger_hit",), ("melee_lost",))
    assert "chargehit" in factors(hit)
    assert {"chargehit", "lostmelee", "advancing"} <= factors(lost)


@pytest.mark.rule("mckie:morale.result.1b", "mckie:morale.factor.advancing")
def test_a_charger_that_halts_before_the_enemy_is_not_advancing_any_more() -> None:
    units = {
        "u1": troops("union", 20, 20, felt=frozenset(("lost_figures", "advanced")), quality="raw"),
        "u2": troops("union", 25, 24, standing="routing", broke=2),
        "c1": troops("confederate", 20, 19, 180),
    }
    battle = field(
        units,
        TestChargers(),
        BeginStep("other_morale"),
        dice=(TWO, FIVE, FIVE, FIVE),
        charges=(charge("u1", "c1"),),
    )
    hit, friends = [one for one in told(battle, MoraleTested) if one.unit == "u1"]
    assert (hit.result, friends.reasons) == ("no_charge", ("friends_routing",))
    assert "advancing" in factors(hit)
    assert "advancing" not in factors(friends)


@pytest.mark.rule("mckie:morale.result.m3a", "mckie:morale.when.3")
def test_a_charger_that_is_charged_itself_routs_at_once_when_it_breaks() -> None:
    units = {
        "u1": troops(
            "union",
            20,
            20,
            original=40,
            figures=20,
            felt=frozenset(("lost_figures", "advanced", "struck_flank")),
            quality="raw",
        ),
        "c1": troops("confederate", 20, 19, 180),
        "c2": troops("confederate", 15.9, 20.4, 90, figures=8),
    }
    battle = field(
        units,
        TestChargers(),
        BeginStep("receivers_test"),
        dice=(TWO,),
        charges=(charge("u1", "c1"), charge("c2", "u1", "flank")),
    )
    (event,) = told(battle, MoraleTested)
    assert event.result == "rout"
    assert [one.unit for one in told(battle, Fled)] == ["u1"]


# Two that charge each other's line


@pytest.mark.rule("mckie:melee.factor.charge", "mckie:melee.res.3")
def test_one_that_charges_a_charger_counts_as_charging_though_the_other_closes_first() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=32),
        "c1": troops("confederate", 18, 19, 180, figures=16),
        "c2": troops("confederate", 22, 19, 180, figures=16),
    }
    battle = field(
        units,
        BeginStep("melee"),
        dice=(THREE, 10, THREE, 10, THREE, 10),
        charges=(charge("u1", "c1"), charge("c2", "u1")),
    )
    blows = {one.unit: one for one in told(battle, Blows)}
    assert blows["c2"].factors == {"u1": 3 + 1 + 3}
    assert blows["c1"].factors == {"u1": 3 + 3}


@pytest.mark.rule("mckie:melee.factor.charge", "mckie:melee.factor.cavopen")
def test_only_those_who_are_charged_are_caught_by_a_cavalry_charge() -> None:
    units = {
        "u1": troops("union", 20, 20, arm="cavalry", figures=16, weapon="muzzle_loading_carbine"),
        "c1": troops("confederate", 18, 20, 180, figures=16),
        "c2": troops("confederate", 22, 20, 180, figures=16),
    }
    battle = field(
        units,
        BeginStep("melee"),
        dice=(THREE, 10, THREE, 10, THREE, 10),
        contacts=(Contact("u1", "c1", "front", 3), Contact("c2", "u1", "front", 2)),
    )
    blows = {one.unit: one for one in told(battle, Blows)}
    # The melee with c2 is an old one: u1 charges c1 alone.
    assert blows["u1"].factors == {"c1": 5 + 1 + 3, "c2": 5 + 3}
    assert blows["c1"].factors == {"u1": 2 - 2 + 3}
    assert blows["c2"].factors == {"u1": 2 + 3}


# Evading


@pytest.mark.rule("mckie:fat.3", "mckie:resp.5", "mckie:form.skirm.7")
def test_skirmishers_who_evade_at_the_double_check_for_fatigue() -> None:
    units = {
        "u1": troops("union", 20, 24, formation="skirmish", figures=8),
        "c1": troops("confederate", 20, 18, 180, quality="veteran"),
    }
    battle = field(
        units,
        BeginStep("charges_first"),
        MoveCharges("confederate"),
        BeginStep("fatigue"),
        first="confederate",
        dice=(FIVE, 3, 4),
    )
    battle.play("charge c1 u1")
    battle.play("evade")
    assert [(one.unit, one.fatigued) for one in told(battle, Tired)] == [
        ("u1", True),
        ("c1", False),
    ]


# Retreating troops in melee


@pytest.mark.rule("mckie:melee.res.1", "mckie:morale.result.m3a", "mckie:morale.factor.retreating")
def test_retreating_troops_that_lose_a_melee_test_with_the_other_losers() -> None:
    units = {
        "u1": troops("union", 20, 20, 180, standing="retreating", broke=2),
        "c1": troops("confederate", 20, 19.25, 180),
    }
    battle = field(
        units,
        BeginStep("melee_results"),
        dice=(FIVE,),
        contacts=(Contact("c1", "u1", "rear", 3),),
        tallies={"u1": (2, 0), "c1": (0, 2)},
    )
    (event,) = told(battle, MoraleTested)
    assert event.unit == "u1"
    assert "melee_lost" in event.reasons
    assert {"retreating", "lostmelee"} <= factors(event)


# Screens


@pytest.mark.rule("mckie:morale.result.0a", "mckie:man.detach")
def test_a_unit_that_refuses_to_advance_sends_no_screen_towards_the_enemy() -> None:
    units = {
        "u1": troops("union", 20, 24, last_score=0, scored_in=2),
        "c1": troops("confederate", 20, 14, 180),
    }
    battle = field(units, Movement("union"))
    assert "mckie:morale.result.0a" in {one.rule for one in battle.why_not("detach u1 4 ahead 2")}


@pytest.mark.rule("mckie:form.skirm.3")
def test_a_screen_that_its_unit_has_left_far_behind_follows_as_far_as_it_can() -> None:
    units = {
        "u1": troops("union", 20, 40, figures=20, original=24, standing="retreating", broke=2),
        "u1s": troops("union", 20, 20, figures=4, formation="skirmish", parent="u1"),
        "c1": troops("confederate", 20, 8, 180),
    }
    battle = field(units, Movement("union"))
    assert battle.why_not("move u1s back 6") == []
    assert "mckie:form.skirm.3" in {one.rule for one in battle.why_not("move u1s ahead 2")}
    assert any(order.startswith("move u1s") for order in orders(battle, "u1s"))
