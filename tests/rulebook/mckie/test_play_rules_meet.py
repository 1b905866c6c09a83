"""On the table: cases where several rules meet, and numbers that only a battle shows."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table.terrain import piece
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.charge.charging import MoveCharges
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.fatigue.step import Tired
from longroll.systems.mckie.fire.events import Fired, PiecesLost
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.fire.volleys import ResolveFire
from longroll.systems.mckie.melee.events import Blows
from longroll.systems.mckie.retreat.retreating import Flee
from longroll.systems.mckie.sequence import BeginStep
from longroll.systems.mckie.table.state import Contact
from tests.rulebook.mckie.field import SYSTEM, Fight, battery, field, lay, position, troops

#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
TWO, THREE, FOUR, FIVE = 1, 3, 5, 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def values(event: Blows | MoraleTested) -> dict[str, int]:
    """What a ledger counts, by rule."""
    return {line.rule: line.value for line in event.lines}


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.past.events if isinstance(event, kind)]


# Guns that split their fire


@pytest.mark.rule("mckie:opt.cb.2", "mckie:opt.cb.3")
@pytest.mark.parametrize("x, die, lost", [(22.9, 9, 0), (22.9, 10, 1), (30, 9, 1), (30, 10, 2)])
def test_a_battery_that_splits_its_fire_counts_the_guns_that_fire_at_the_other(
    x: float, die: int, lost: int
) -> None:
    # At 22.9 in the enemy's guns are in the arc of the left model alone.
    units = {
        "u": battery("union", 30, 20, models=2),
        "c1": battery("confederate", x, 10, 180, models=2 if x == 30 else 1),
        "c2": troops("confederate", 36, 9, 180, figures=4),
    }
    battle = field(
        units,
        OrderFire("union"),
        ResolveFire(),
        options={"counter_battery": True},
        dice=(9, die),
    )
    battle.play("fire u c1 c2")
    battle.play("done")
    (event,) = told(battle, PiecesLost)
    assert event.pieces == lost


# The radius with generalship


@pytest.mark.rule("mckie:gen.rad.div")
@pytest.mark.parametrize("dense", ["", "commander", "brigade"])
def test_dense_ground_under_either_halves_the_radius_of_a_division(
    dense: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    low, high = {"": (4700, 4800), "commander": (3300, 4600), "brigade": (2900, 3200)}[dense]
    corners = ((0, low), (6000, low), (6000, high), (0, high))
    lay(monkeypatch, [piece("dense_woods", "the wood", *corners)])
    reach = 4 if dense else 8
    for far, commanded in ((reach, True), (reach + 0.05, False)):
        chief = General(
            title="Hood",
            side="union",
            role="division",
            ratings="-/S",
            divisions=("d",),
            x=3000,
            y=round((30.75 + far) * 100),
        )
        state = position(
            {"u1": troops("union", 30, 30, division="d")},
            generals={"hood": chief},
            options={"generalship": True},
        )
        assert radius.is_in_command(state, "u1") is commanded


# Charges on two units with a screen between


@pytest.mark.rule("mckie:pass.1", "mckie:morale.when.2", "mckie:melee.elig.1")
def test_a_charge_through_its_screen_strikes_two_units_and_both_test() -> None:
    units = {
        "u1": troops("union", 20, 20, figures=32),
        "u1s": troops("union", 20, 17.5, figures=6, formation="skirmish", parent="u1"),
        "c1": troops("confederate", 18, 14, 180, figures=16),
        "c2": troops("confederate", 22.5, 14, 180, figures=16),
    }
    battle = field(
        units,
        BeginStep("charges_first"),
        MoveCharges("union"),
        BeginStep("receivers_test"),
        BeginStep("melee"),
        BeginStep("fatigue"),
        dice=(FIVE, FIVE, FIVE, THREE, 10, THREE, 10, THREE, 10, 10, 10, 10),
    )
    battle.play("charge u1 c1")
    tests = told(battle, MoraleTested)
    assert [(one.unit, one.reasons) for one in tests[1:]] == [
        ("c1", ("receive_charge",)),
        ("c2", ("receive_charge",)),
    ]
    assert {one.unit for one in told(battle, Blows)} == {"u1", "c1", "c2"}
    assert battle.state.units["u1s"].y == 1750
    assert list(SYSTEM.faults(battle.state)) == []


# A follow-up in a town


@pytest.mark.rule("mckie:bua.6", "mckie:melee.flank.1", "mckie:fat.1")
def test_a_follow_up_through_a_town_takes_a_second_enemy_in_the_flank(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    town = piece("built_up", "the town", (1000, 500), (3000, 500), (3000, 1600), (1000, 1600))
    lay(monkeypatch, [town])
    units = {
        "u1": troops("union", 20, 14, figures=16, formation="extended"),
        "c1": troops("confederate", 20, 14, 180, figures=8, formation="extended"),
        # Faces east, with its end where u1 comes up.
        "c2": troops("confederate", 23, 9.5, 90, figures=8, formation="extended"),
    }
    battle = field(
        units,
        BeginStep("melee_results"),
        BeginStep("other_morale"),
        OrderFire("union"),
        dice=(FIVE,),
        contacts=(Contact("u1", "c1", "front", 3),),
        tallies={"u1": (0, 1), "c1": (1, 0)},
    )
    battle.play("follow u1")
    assert set(battle.state.contacts) == {
        Contact("u1", "c1", "front", 3, True),
        Contact("u1", "c2", "flank", 4, True),
    }
    assert "attacked_in_flank_or_rear" in battle.state.units["c2"].did
    # Pushed back among the houses, the loser is disordered.
    assert battle.state.units["c1"].fatigued


# A general with a unit that runs


@pytest.mark.rule("mckie:morale.result.m7a", "mckie:cmd.1")
def test_a_general_left_at_the_edge_commands_the_rest_of_his_division() -> None:
    routs = troops(
        "union", 20, 45, figures=16, standing="routing", broke=1, lost_heart=True, division="d"
    )
    chief = General(title="G", side="union", role="division", divisions=("d",), joined="u1")
    units = {
        "u1": routs,
        "u2": troops("union", 30, 40, figures=8, division="d"),
        "c1": troops("confederate", 20, 14, 180),
    }
    battle = field(units, Flee("u1"), generals={"g": chief})
    state = battle.state
    assert state.units["u1"].fate == "routed off the field"
    # He is at 20 46: his base ends 9.75 in from the brigade, 6 in to the north of him.
    assert radius.is_in_command(state, "u2")
    assert list(SYSTEM.faults(state)) == []


# A screen that evades to a unit that has no ammunition


@pytest.mark.rule("mckie:form.skirm.6", "mckie:ammo.6", "mckie:resp.1")
def test_a_charge_passed_on_from_a_screen_meets_no_fire_of_a_unit_without_ammunition() -> None:
    units = {
        "u1": troops("union", 20, 21),
        "c1": troops("confederate", 20, 13, 180, figures=20, original=24, ran_out=2),
        "c1s": troops("confederate", 20, 16, 180, figures=4, formation="skirmish", parent="c1"),
    }
    battle = field(
        units,
        BeginStep("charges_first"),
        MoveCharges("union"),
        BeginStep("firing"),
        BeginStep("receivers_test"),
        BeginStep("melee"),
        dice=(FIVE, 9, FIVE, THREE, 10, THREE, 10),
    )
    battle.play("charge u1 c1s")
    battle.play("evade")
    assert [(one.unit, one.target) for one in battle.state.charges] == [("u1", "c1")]
    # Only the charger is asked for its fire.
    battle.play("fire u1 c1")
    battle.play("done")
    assert [event.unit for event in told(battle, Fired)] == ["u1"]
    assert {event.unit: event.figures for event in told(battle, Blows)} == {
        "u1": {"c1": 24},
        "c1": {"u1": 20},
    }


# The impetus of a follow-up


@pytest.mark.rule("mckie:melee.factor.charge", "mckie:melee.res.6", "mckie:melee.draw")
def test_a_follow_up_counts_in_its_own_period_and_not_in_the_melee_after_it() -> None:
    # Friends behind it keep the loser where it is, so that the two fight on.
    wall = {
        f"w{at}": troops("confederate", 20, 13.25 - 0.8 * at, 180, figures=32) for at in range(6)
    }
    units = {
        "u1": troops("union", 20, 14),
        "c1": troops("confederate", 20, 14, 180),
        **wall,
    }
    battle = field(
        units,
        BeginStep("melee_results"),
        BeginStep("melee"),
        dice=(FIVE, THREE, 10, THREE, 10),
        contacts=(Contact("u1", "c1", "front", 2, True),),
        tallies={"u1": (0, 3), "c1": (3, 0)},
    )
    battle.play("stay")
    assert battle.state.contacts == (Contact("u1", "c1", "front", 2),)
    rules = {line.rule for event in told(battle, Blows) for line in event.lines}
    assert "mckie:melee.factor.charge" not in rules


# A charge at the edge of a town that touches a second unit beside it


@pytest.mark.rule(
    "mckie:bua.5",
    "mckie:morale.factor.chargefatigued",
    "mckie:melee.factor.fatigued",
    "mckie:ex.melee.attr",
    "mckie:melee.fatiguefirst",
)
def test_a_charge_at_a_disordered_unit_in_a_town_that_touches_another_in_the_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corners = ((1000, 500), (2000, 500), (2000, 1400), (1000, 1400))
    lay(monkeypatch, [piece("built_up", "the town", *corners)])
    units = {
        "u1": troops("union", 20, 18, figures=32),
        "c1": troops("confederate", 17.9, 14, 180, figures=8, formation="extended", fatigued=True),
        "c2": troops("confederate", 22.2, 14, 180, figures=16),
    }
    battle = field(
        units,
        BeginStep("charges_first"),
        MoveCharges("union"),
        BeginStep("receivers_test"),
        BeginStep("melee"),
        BeginStep("fatigue"),
        BeginStep("melee_results"),
        dice=(FIVE, FIVE, FIVE, THREE, 10, THREE, 10, THREE, 10, 10, 10, *(FIVE, FIVE)),
    )
    battle.play("charge u1 c1")
    log = list(battle.log())
    rules = {event.unit: values(event) for event in log if isinstance(event, Blows)}
    tests = {
        event.unit: values(event)
        for event in log
        if isinstance(event, MoraleTested) and event.reasons != ("melee_lost", "losses")
    }
    assert tests["u1"]["mckie:morale.factor.chargefatigued"] == 1
    assert tests["c1"]["mckie:morale.factor.fatigued"] == -1
    assert "mckie:morale.factor.fatigued" not in tests["c2"]
    assert rules["c1"]["mckie:melee.factor.fatigued"] == -3
    assert "mckie:melee.factor.fatigued" not in rules["c2"]
    # The houses shelter c1 alone.
    (blow,) = [event for event in log if isinstance(event, Blows) and event.unit == "u1"]
    assert [line.rule for line in blow.lines].count("mckie:melee.factor.wall") == 1
    assert blow.factors["c1"] == blow.factors["c2"] - 1
    # Of the three only c1 needs no die for its fatigue.
    tired = {event.unit for event in log if isinstance(event, Tired)}
    assert tired == {"u1", "c2"}


# Extended order that is taken in the flank


@pytest.mark.rule(
    "mckie:fire.factor.column",
    "mckie:fire.factor.loose",
    "mckie:morale.factor.flanked",
    "mckie:form.ext.1",
)
def test_fire_into_the_flank_of_extended_order_counts_both() -> None:
    units = {
        "u1": troops("union", 18, 20, figures=8),
        "c1": troops("confederate", 20, 13, 90, figures=16, formation="extended"),
    }
    battle = field(
        units, OrderFire("union"), ResolveFire(), BeginStep("other_morale"), dice=(1, FIVE)
    )
    battle.play("fire u1 c1")
    battle.play("done")
    (fired,) = told(battle, Fired)
    counted = [line.value for group in fired.groups for line in group.lines]
    assert sorted(counted) == [-2, 4, 5]
    (test,) = told(battle, MoraleTested)
    assert (test.unit, values(test)["mckie:morale.factor.flanked"]) == ("c1", -2)


# Skirmishers who run through a town


@pytest.mark.rule("mckie:form.skirm.7", "mckie:terr.flight", "mckie:bua.4", "mckie:fat.when")
def test_skirmishers_who_evade_among_houses_are_disordered_without_a_die(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    corners = ((1000, 200), (3000, 200), (3000, 1600), (1000, 1600))
    lay(monkeypatch, [piece("built_up", "the town", *corners)])
    units = {
        "u1": troops("union", 20, 19),
        "c1": troops("confederate", 20, 15, 180, figures=8, formation="skirmish"),
    }
    battle = field(
        units,
        BeginStep("charges_first"),
        MoveCharges("union"),
        BeginStep("melee"),
        BeginStep("fatigue"),
        OrderFire("union"),
        dice=(FIVE, 10),
    )
    start = battle.state.units["c1"].y
    battle.play("charge u1 c1")
    battle.play("evade")
    unit = battle.state.units["c1"]
    # Twelve inches, though the houses would halve them.
    assert (unit.y < start - 1150, unit.fatigued) == (True, True)


# A general who falls with a unit that leaves the field


@pytest.mark.rule("mckie:risk.1", "mckie:risk.4", "mckie:morale.result.m7a", "mckie:cmd.5")
def test_the_successor_of_a_general_whose_unit_runs_off_commands_after_a_period() -> None:
    units = {
        "u1": troops(
            "union",
            *(20, 44),
            figures=8,
            standing="routing",
            broke=1,
            lost_heart=True,
            division="d",
        ),
        "u2": troops("union", 24, 42, figures=8, division="d"),
        "c1": troops("confederate", 20, 40, 180),
    }
    chief = General(title="G", side="union", role="division", divisions=("d",), joined="u1")
    battle = field(
        units,
        OrderFire("confederate"),
        ResolveFire(),
        Flee("u1"),
        BeginStep("moves_first"),
        # One hit, and the general falls.
        dice=(5, 1),
        generals={"g": chief},
    )
    battle.play("fire c1 u1")
    battle.play("done")
    state = battle.state
    general = state.commanders["g"]
    assert state.units["u1"].fate == "routed off the field"
    assert (general.title, general.joined, general.commands_from) == ("G's successor", "", 5)
    assert (general.x, general.y) == (2000, 4600)
    assert not radius.is_in_command(state, "u2")
    state.period = 5
    assert radius.is_in_command(state.copy(), "u2")
    assert list(SYSTEM.faults(state)) == []
