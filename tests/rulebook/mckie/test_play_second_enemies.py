"""On the table: a charge or a follow-up that strikes more than the enemy it was aimed at."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.fatigue.step import Tired
from longroll.systems.mckie.melee.events import Blows
from longroll.systems.mckie.sequence import BeginPeriod, BeginStep
from longroll.systems.mckie.table.state import Charge, Contact
from longroll.systems.mckie.words import Struck
from tests.rulebook.mckie.field import Fight, battery, field, lay, troops

RECEIVE, MELEE, FATIGUE = map(BeginStep, ("receivers_test", "melee", "fatigue"))
RESULTS, OTHERS = map(BeginStep, ("melee_results", "other_morale"))
#: Faces of the average die: 1 is a 2, 3 a 3, 5 a 4, 6 a 5.
TWO, THREE, FOUR, FIVE = 1, 3, 5, 6


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def charge(unit: str, target: str, struck: Struck = "front") -> Charge:
    return Charge(unit, target, (), 500, struck, "stand")


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.past.events if isinstance(event, kind)]


def morale_of(battle: Fight) -> dict[str, MoraleTested]:
    return {event.unit: event for event in told(battle, MoraleTested)}


def rules_of(event: MoraleTested) -> set[str]:
    return {line.rule.partition(":morale.factor.")[2] for line in event.lines}


# A charge that strikes two


def example(*dice: int, **more: Any) -> Fight:
    """The book's second example before contact: brigade 2 charges A and the guns beside it."""
    units: dict[str, Unit] = {
        "2": troops("confederate", 27.5, 19, 180, figures=20, quality="veteran"),
        "A": troops("union", 24, 20, figures=32),
        "B": battery("union", 28.5, 20, quality="veteran"),
    }
    return field(units, RECEIVE, MELEE, FATIGUE, dice=dice, charges=(charge("2", "A"),), **more)


@pytest.mark.rule("mckie:morale.when.2", "mckie:ex.melee.attr")
def test_both_units_that_a_charge_strikes_test_to_receive_it() -> None:
    battle = example(FIVE, FIVE, THREE, 7, THREE, 4, FOUR, 8, 10, 10, 10)
    assert {id: one.reasons for id, one in morale_of(battle).items()} == {
        "A": ("receive_charge",),
        "B": ("receive_charge",),
    }
    assert [(event.unit, event.figures) for event in told(battle, Blows)] == [
        ("2", {"A": 12, "B": 8}),
        ("A", {"2": 16}),
        ("B", {"2": 4}),
    ]


@pytest.mark.rule("mckie:morale.when.2", "mckie:morale.result.m3a")
def test_a_charge_goes_on_at_the_second_when_its_target_does_not_wait() -> None:
    units = {
        "2": troops("confederate", 27.5, 19, 180, figures=20, quality="veteran"),
        "A": troops("union", 24, 20, figures=12, original=32, quality="raw"),
        "B": battery("union", 28.5, 20, quality="veteran"),
    }
    wide = troops("confederate", 26.5, 19, 180, figures=32, quality="veteran")
    battle = field(
        {**units, "2": wide},
        RECEIVE,
        MELEE,
        dice=(TWO, FIVE, THREE, 7, FOUR, 8),
        charges=(replace(charge("2", "A"), response="turn"),),
    )
    assert battle.state.units["A"].standing == "routing"
    assert [event.unit for event in told(battle, Blows)] == ["2", "B"]
    assert battle.state.contacts == (Contact("2", "B", "front", 3),)
    # Whatever its first target did, the second stands.
    assert [(one.target, one.response) for one in battle.state.charges] == [("B", "stand")]


@pytest.mark.rule("mckie:fat.1", "mckie:melee.flank.1", "mckie:morale.factor.flanked")
def test_a_second_unit_struck_in_flank_is_fatigued_and_does_not_strike_back() -> None:
    units = {
        "u1": troops("union", 20, 15, figures=24),
        "c1": troops("confederate", 18, 14, 180, figures=16),
        # Beside it, and facing east: the charge comes from behind its front.
        "c2": troops("confederate", 22, 12.5, 90, figures=12),
    }
    battle = field(
        units,
        RECEIVE,
        MELEE,
        FATIGUE,
        dice=(FIVE, FIVE, THREE, 10, THREE, 10, 10, 10),
        charges=(charge("u1", "c1"),),
    )
    assert Contact("u1", "c2", "flank", 3) in battle.state.contacts
    assert [event.unit for event in told(battle, Blows)] == ["u1", "c1"]
    assert "flanked" in rules_of(morale_of(battle)["c2"])
    assert "flanked" not in rules_of(morale_of(battle)["c1"])
    fatigue = {event.unit: event for event in told(battle, Tired)}
    assert fatigue["c2"].rules == ("mckie:fat.1",)
    assert fatigue["c2"].rolls == ()
    assert battle.state.units["c2"].fatigued


# A follow-up that strikes another


def followed(*dice: int, c2: Unit) -> Fight:
    """u1 has beaten c1, which goes back past c2."""
    units = {
        "u1": troops("union", 20, 14, figures=24),
        "c1": troops("confederate", 20, 14, 180, figures=16),
        "c2": c2,
    }
    battle = field(
        units,
        RESULTS,
        OTHERS,
        BeginPeriod(4),
        dice=(FIVE, *dice),
        contacts=(Contact("u1", "c1", "front", 3),),
        tallies={"u1": (0, 3), "c1": (3, 0)},
    )
    battle.play("follow u1")
    return battle


def beside(**more: Any) -> Unit:
    """A unit that faces east, with its flank where u1 goes."""
    return troops("confederate", 23, 9.5, 90, figures=12, **more)


@pytest.mark.rule("mckie:melee.res.3", "mckie:melee.flank.1")
def test_a_follow_up_that_strikes_a_flank_begins_a_melee_of_its_own() -> None:
    battle = followed(10, 1, c2=beside())
    assert set(battle.state.contacts) == {
        Contact("u1", "c1", "front", 3, True),
        Contact("u1", "c2", "flank", 4, True),
    }


@pytest.mark.rule("mckie:melee.flank.1", "mckie:fat.1", "mckie:morale.factor.flanked")
def test_who_is_struck_in_flank_by_a_follow_up_does_not_fight_back_and_is_fatigued() -> None:
    dice = (10, 1, FIVE, 6, THREE, 6, 10, 10, FIVE, FIVE, FIVE, FIVE)
    battle = followed(*dice, c2=beside())
    battle.play("first")
    while battle.state.step not in ("melee_results", "other_morale"):
        battle.play("done")
    assert [event.unit for event in told(battle, Blows)] == ["u1", "c1"]
    fatigue = {event.unit: event for event in told(battle, Tired)}
    assert (fatigue["c2"].rules, fatigue["c2"].rolls) == (("mckie:fat.1",), ())
    assert "flanked" in rules_of(morale_of(battle)["c2"])


@pytest.mark.rule("mckie:morale.factor.flanked")
def test_the_blow_in_its_flank_counts_for_its_test_in_the_same_period() -> None:
    battle = followed(THREE, 10, 1, c2=beside(felt=frozenset({"lost_figures"})))
    test = morale_of(battle)["c2"]
    assert test.reasons == ("losses",)
    assert "flanked" in rules_of(test)
