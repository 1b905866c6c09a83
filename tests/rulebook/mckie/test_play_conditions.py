"""On the table: conditions of rules that only a battle shows, one by one."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table.terrain import piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.fire.events import Fired
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.fire.volleys import ResolveFire
from longroll.systems.mckie.hidden import unmasking
from longroll.systems.mckie.hidden.unmasking import Unmask
from longroll.systems.mckie.melee.events import Blows
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.sequence import BeginStep
from longroll.systems.mckie.table.state import Blind, Charge, Contact
from tests.rulebook.mckie.field import Fight, battery, field, lay, position, troops

#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
TWO, THREE, FOUR, FIVE = 1, 3, 5, 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.log() if isinstance(event, kind)]


# Screens


@pytest.mark.rule("mckie:man.detach", "mckie:fat.marker")
@pytest.mark.parametrize("tired", [False, True])
def test_a_fatigued_screen_disorders_the_unit_it_goes_back_to(tired: bool) -> None:
    units = {
        "u1": troops("union", 20, 20, figures=20, original=24),
        "u1s": troops(
            "union", 20, 17.5, figures=4, formation="skirmish", parent="u1", fatigued=tired
        ),
        "c1": troops("confederate", 20, 5, 180),
    }
    battle = field(units, Movement("union"))
    battle.play("recall u1s")
    unit = battle.state.units["u1"]
    assert (unit.figures, unit.fatigued) == (24, tired)


@pytest.mark.rule("mckie:form.skirm.5", "mckie:morale.factor.tenpercent")
def test_a_screen_that_is_out_is_no_loss_to_its_unit() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=18, original=24),
        "u1s": troops("union", 20, 17.5, figures=5, formation="skirmish", parent="u1"),
        "c1": troops("confederate", 20, 5, 180),
    }
    state = position(units)
    assert testing.facts(state, "u1", ("losses",)).unit.remaining == 23


# Canister


@pytest.mark.rule("mckie:fire.canister.1", "mckie:fire.canister.2")
@pytest.mark.parametrize("x, hit", [(33.4, ("u2",)), (34.4, ())])
def test_the_danger_zone_of_a_battery_is_that_of_all_its_guns(x: float, hit: tuple[str]) -> None:
    units = {
        "u1": battery("union", 30, 20, models=2),
        # Within 30 degrees of the right gun, and 37 off the left.
        "u2": troops("union", x, 15.6, figures=4),
        "c1": troops("confederate", 30, 15, 180, weapon=""),
    }
    battle = field(units, OrderFire("union"), ResolveFire(), dice=(1,))
    battle.play("fire u1 c1")
    battle.play("done")
    (event,) = told(battle, Fired)
    assert event.friends == hit


# Responses


@pytest.mark.rule("mckie:resp.2", "mckie:resp.3")
def test_a_unit_turns_to_one_charge_only() -> None:
    units = {
        "u1": troops("union", 21, 19.6, 90, figures=16),
        "u2": troops("union", 38, 19.6, 270, figures=16),
        "c1": troops("confederate", 30, 20, 180),
    }
    battle = field(units, BeginStep("charges_first"), BeginStep("firing"), dice=(FIVE, FIVE))
    battle.play("charge u1 c1")
    battle.play("turn")
    battle.play("charge u2 c1")
    assert {one.unit: one.response for one in battle.state.charges} == {
        "u1": "turn",
        "u2": "stand",
    }


# Morale


@pytest.mark.rule("mckie:morale.factor.friends")
@pytest.mark.parametrize("standing, value", [("retreating", -1), ("routing", -1), ("steady", 0)])
def test_friends_who_give_way_near_by_count_against_a_unit(standing: Any, value: int) -> None:
    units = {
        "u1": troops("union", 20, 20, felt=frozenset({"lost_figures"})),
        "u2": troops("union", 26, 24, figures=8, standing=standing, broke=3),
        "c1": troops("confederate", 20, 5, 180),
    }
    state = position(units)
    umpire = Umpire(Scripted([FIVE]))
    testing.test(state, "u1", ("losses",), umpire)
    (event,) = umpire.events
    assert isinstance(event, MoraleTested)
    lines = {line.rule: line.value for line in event.lines}
    assert lines.get("mckie:morale.factor.friends", 0) == value


@pytest.mark.rule("mckie:morale.factor.chargehit")
@pytest.mark.parametrize("halted", [False, True])
def test_losses_in_a_charge_count_while_the_charge_goes_on(halted: bool) -> None:
    units = {
        "u1": troops("union", 20, 20, felt=frozenset({"lost_figures", "tested_when_hit"})),
        "c1": troops("confederate", 20, 18, 180),
    }
    state = position(units, charges=(Charge("u1", "c1", (), 400, "front", halted=halted),))
    assert testing.facts(state, "u1", ("losses",)).hit_charging is not halted


# Melee


@pytest.mark.rule("mckie:melee.elig.1", "mckie:period.14n1", "mckie:morale.when.6")
def test_routers_who_are_caught_do_not_fight_and_test_once_to_rally() -> None:
    units = {
        "u1": troops("union", 20, 14),
        "c1": troops("confederate", 20, 14, 180, standing="routing", broke=1),
    }
    battle = field(
        units,
        BeginStep("melee"),
        BeginStep("melee_results"),
        BeginStep("other_morale"),
        dice=(FIVE, 10, THREE),
        contacts=(Contact("u1", "c1", "front", 3),),
    )
    battle.play("stay")
    assert {event.unit for event in told(battle, Blows)} == {"u1"}
    (test,) = told(battle, MoraleTested)
    assert (test.unit, test.reasons) == ("c1", ("melee_lost", "losses", "rally"))


@pytest.mark.rule("mckie:melee.factor.wall", "mckie:ex.melee.attr")
@pytest.mark.parametrize("attacks, walled", [(False, True), (True, False)])
def test_a_wall_does_not_shelter_a_unit_that_attacks_somebody_else(
    attacks: bool, walled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(monkeypatch, [piece("wall", "the wall", (1000, 1405), (3500, 1405), width=10)])
    units = {
        "u1": troops("union", 18, 14, figures=16),
        "u2": troops("union", 23, 14, figures=16),
        "c1": troops("confederate", 20, 14, 180, figures=32),
    }
    battle = field(
        units,
        BeginStep("melee"),
        dice=(THREE, 10, THREE, 10, THREE, 10),
        contacts=(
            Contact("u1", "c1", "front", 2),
            Contact("c1", "u2", "front", 2, followed_up=attacks),
        ),
    )
    while battle.decision is not None and battle.decision.rule == "mckie:melee.noform":
        battle.play("stay")
    blow = next(event for event in told(battle, Blows) if event.unit == "u1")
    assert ("mckie:melee.factor.wall" in {line.rule for line in blow.lines}) is walled


# Markers


@pytest.mark.rule("mckie:hidden.blind.3", "mckie:deploy.1")
def test_troops_without_room_by_their_marker_arrive_in_the_next_period(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unmasking, "room_for", lambda *args: None)
    units = {
        "u1": troops("union", 0, 0, place="reserve", division="d"),
        "c1": troops("confederate", 20, 5, 180),
    }
    battle = field(
        units,
        Unmask("ub1"),
        options={"hidden": "blinds"},
        blinds={"ub1": Blind("union", ("u1",), 2000, 4000, 0, "line")},
    )
    unit = battle.state.units["u1"]
    assert (unit.place, unit.arrives) == ("reserve", battle.state.period + 1)
