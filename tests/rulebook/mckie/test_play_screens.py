"""On the table: skirmish screens in front of a unit that charges or is charged."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import charging
from longroll.systems.mckie.charge.charging import MoveCharges
from longroll.systems.mckie.charge.events import ChargeMoved
from longroll.systems.mckie.fire import shooting
from longroll.systems.mckie.fire.facts import bars_to_fire
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.sequence import BeginStep, EndPeriod
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table.state import Charge, Contact
from tests.rulebook.mckie.field import SYSTEM, Fight, field, lay, troops

BOTH = (BeginStep("charges_first"), BeginStep("charges_second"))
MOVES = (MoveCharges("union"), MoveCharges("confederate"))
#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
TWO, THREE, FOUR, FIVE = 1, 3, 5, 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.past.events if isinstance(event, kind)]


def rules_against(battle: Fight, order: str) -> set[str]:
    return {one.rule for one in battle.why_not(order)}


def screen(side: Any, x: float, y: float, heading: float = 0, **more: Any) -> Unit:
    facts: dict[str, Any] = {"figures": 4, "formation": "skirmish", **more}
    return troops(side, x, y, heading, **facts)


# Charging through one's own


def through(y: float, **more: Any) -> Fight:
    """u1 charges c1, 6 in off, with its own screen between them."""
    units = {
        "u1": troops("union", 20, 20, figures=20),
        "u1s": screen("union", 20, y, parent="u1", **more),
        "c1": troops("confederate", 20, 14, 180),
    }
    return field(units, *BOTH, *MOVES, BeginStep("firing"), dice=(FIVE,))


@pytest.mark.rule("mckie:pass.1", "mckie:pass.4")
def test_a_brigade_charges_through_its_own_screen() -> None:
    battle = through(17.5)
    battle.play("charge u1 c1")
    (moved,) = told(battle, ChargeMoved)
    assert moved.arrived
    assert battle.state.units["u1"].y == 1500


@pytest.mark.rule("mckie:pass.3")
def test_a_charge_may_not_end_among_its_own_skirmishers() -> None:
    # It would halt at 15 in, with its stands back to 15.75.
    state = through(15.5).state
    (barred,) = charging.bars_to_charge(state, "union", "u1", "c1", None)
    assert barred.rule == "mckie:pass.3"


@pytest.mark.rule("mckie:pass.4")
def test_other_friends_still_bar_the_way_of_a_charge() -> None:
    state = through(17.5, formation="line").state
    (barred,) = charging.bars_to_charge(state, "union", "u1", "c1", None)
    assert barred.rule == "mckie:pass.4"


@pytest.mark.rule("mckie:pass.1", "mckie:pass.4")
def test_skirmishers_pass_through_a_unit_that_charges_and_others_do_not() -> None:
    units = {
        "u1": troops("union", 20, 15, figures=20, did=frozenset({"charged"}), done=True),
        "u2": screen("union", 20, 13.5),
        "c1": troops("confederate", 28, 8, 180),
    }
    charge = Charge("u1", "c1", (), 500, "front", "stand")
    battle = field(units, Movement("union"), charges=(charge,))
    assert rules_against(battle, "move u2 back 2.75") == set()
    units["u2"] = troops("union", 20, 13.5, figures=8)
    battle = field(units, Movement("union"), charges=(charge,))
    assert "mckie:pass.4" in rules_against(battle, "move u2 back 2.75")


# Charged before one's own army moves


def charged(**options: Any) -> Fight:
    """The other army has declared a charge on u1, and the Union moves first."""
    units = {"u1": troops("union", 20, 20), "c1": troops("confederate", 20, 14, 180)}
    charge = Charge("c1", "u1", (), 500, "front", "stand")
    return field(
        units, Movement("union"), *MOVES, BeginStep("firing"), charges=(charge,), options=options
    )


@pytest.mark.rule("mckie:resp.1")
def test_a_charged_unit_stands_even_if_its_army_moves_first() -> None:
    battle = charged()
    assert rules_against(battle, "move u1 back 2") == {"mckie:resp.1"}
    assert rules_against(battle, "move u1 turn 90") == {"mckie:resp.1"}


@pytest.mark.rule("mckie:resp.1", "mckie:period.6")
def test_by_agreement_it_may_move_before_the_charge_comes() -> None:
    battle = charged(charged_may_move=True)
    battle.play("move u1 back 2")
    battle.play("done")
    # The charge still reaches it: 8 in, to 1 in before its front.
    assert battle.state.units["c1"].y == 2100
    # Once the charge has come it moves no more.
    units = {"u1": troops("union", 20, 20), "c1": troops("confederate", 20, 19, 180)}
    came = field(
        {**units, "c1": troops("confederate", 20, 19, 180, did=frozenset({"charged"}))},
        Movement("union"),
        charges=(Charge("c1", "u1", (), 500, "front", "stand"),),
        options={"charged_may_move": True},
    )
    assert "mckie:resp.1" in rules_against(came, "move u1 back 1")


# Falling back on one's unit


def fallen_back(y: float = 16, screened: int = 4, **parent: Any) -> Fight:
    """u1 charges the screen of c1, which falls back on its unit 3 in behind it."""
    facts: dict[str, Any] = {"figures": 20, "original": 24, **parent}
    units = {
        "u1": troops("union", 20, 21),
        "c1": troops("confederate", 20, y - 3, 180, **facts),
        "c1s": screen("confederate", 20, y, 180, parent="c1", figures=screened),
    }
    battle = field(units, *BOTH, *MOVES, BeginStep("firing"), dice=(FIVE,))
    battle.play("charge u1 c1s")
    battle.play("evade")
    return battle


@pytest.mark.rule("mckie:form.skirm.6", "mckie:resp.4")
def test_a_charged_screen_forms_the_rear_rank_of_its_unit_and_does_not_fire() -> None:
    battle = fallen_back()
    unit = battle.state.units["c1"]
    assert (unit.figures, unit.formation, measured.plan_of(unit).ranks) == (24, "line", (5, 1))
    (charge,) = battle.state.charges
    assert (charge.unit, charge.target) == ("u1", "c1")
    groups = shooting.sights_of(battle.state).shots("c1", ["u1"])
    assert sum(one.firing for one in groups) == 20
    assert list(SYSTEM.faults(battle.state)) == []


@pytest.mark.rule("mckie:form.skirm.6", "mckie:form.supported.2")
def test_a_large_screen_behind_its_unit_makes_a_supported_line() -> None:
    battle = fallen_back(16, screened=12, figures=12)
    unit = battle.state.units["c1"]
    assert (unit.formation, measured.plan_of(unit).ranks) == ("supported_line", (3, 3))


@pytest.mark.rule("mckie:form.skirm.6", "mckie:man.detach")
def test_the_rear_rank_comes_up_when_the_unit_forms_line() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=24, front=5),
        "c1": troops("confederate", 20, 6, 180),
    }
    battle = field(units, Movement("union"))
    battle.play("move u1 form line ahead 6")
    unit = battle.state.units["u1"]
    assert measured.plan_of(unit).ranks == (6,)
    assert unit.y == 1400


@pytest.mark.rule("mckie:melee.noform")
def test_the_rear_rank_comes_up_in_melee_to_match_the_enemy() -> None:
    units = {
        "u1": troops("union", 20, 14, figures=24, front=5),
        "c1": troops("confederate", 20, 14, 180),
    }
    battle = field(units, BeginStep("melee"), contacts=(Contact("u1", "c1", "front", 2),))
    assert battle.decision is not None
    assert [str(one) for one in battle.decision.choices] == ["widen", "stay"]


# Ammunition


def supplied_by_recall(**screen_facts: Any) -> Fight:
    units = {
        "u1": troops("union", 20, 20, figures=20, original=24),
        "u1s": screen("union", 20, 17, parent="u1", **screen_facts),
        "c1": troops("confederate", 20, 12, 180),
    }
    return field(
        units, Movement("union"), BeginStep("supply"), BeginStep("firing"), EndPeriod(), dice=(9,)
    )


@pytest.mark.rule("mckie:ammo.3")
def test_a_screen_gets_no_ammunition_by_going_back_and_out_again() -> None:
    battle = supplied_by_recall(ran_out=2)
    battle.play("recall u1s")
    assert battle.state.units["u1"].empty == 4
    battle.play("detach u1 4 ahead 2")
    screen_now = battle.state.units["u1s"]
    assert screen_now.ran_out
    assert battle.state.units["u1"].empty == 0
    assert "mckie:ammo.6" in {one.rule for one in bars_to_fire(battle.state, "u1s")}


@pytest.mark.rule("mckie:ammo.3", "mckie:ammo.6")
def test_those_without_ammunition_do_not_fire_in_the_ranks_of_their_unit() -> None:
    battle = supplied_by_recall(ran_out=2)
    battle.play("recall u1s")
    groups = shooting.sights_of(battle.state).shots("u1", ["c1"])
    assert sum(one.firing for one in groups) == 20
    battle.play("detach u1 6 ahead 2")
    assert (battle.state.units["u1s"].ran_out, battle.state.units["u1s"].empty) == (0, 4)


@pytest.mark.rule("mckie:ammo.3", "mckie:ammo.4")
def test_the_wagon_fills_the_boxes_of_those_who_went_back() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=24, empty=4, division="d"),
        "w": troops("union", 20, 23, arm="wagon", figures=1, formation="column", division="d"),
        "c1": troops("confederate", 20, 2, 180),
    }
    battle = field(units, BeginStep("supply"), EndPeriod(), dice=(10, 1))
    assert battle.state.units["u1"].empty == 0


@pytest.mark.rule("mckie:ammo.3", "mckie:form.skirm.6")
def test_a_screen_that_falls_back_on_a_unit_without_ammunition_does_not_fire_for_it() -> None:
    """The unit is out; its screen is not, but its men fire no more than the others do."""
    battle = fallen_back(ran_out=2)
    unit = battle.state.units["c1"]
    assert (unit.ran_out, unit.empty) == (2, 0)
    assert shooting.sights_of(battle.state).in_reach("c1") == {}
