"""On the table: who is tired when a period ends, and who has rested."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Event
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.fatigue.step import CheckFatigue, Tired
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.retreat import retreating
from longroll.systems.mckie.sequence import PERIOD, EndPeriod
from longroll.systems.mckie.table.state import State
from tests.rulebook.mckie.field import field, lay, position, troops


@pytest.fixture(autouse=True)
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    lay(monkeypatch)


def checked(did: Collection[Action], *dice: int, **more: Any) -> tuple[State, list[Event]]:
    """A unit that did these things, after the check; the dice must all be used."""
    unit = troops("union", 20, 20, did=frozenset(did), **more)
    state = position({"u1": unit, "c1": troops("confederate", 20, 10, 180)})
    scripted = Scripted(dice)
    umpire = Umpire(scripted)
    CheckFatigue().run(state, umpire)
    assert scripted.left == ()
    return state, umpire.events


def is_tired(did: Collection[Action], *dice: int, **more: Any) -> bool:
    return checked(did, *dice, **more)[0].units["u1"].fatigued


@pytest.mark.rule("mckie:period.12")
@pytest.mark.rule("mckie:melee.fatiguefirst")
def test_the_check_comes_after_melee_and_before_its_results() -> None:
    slugs = [step.slug for step in PERIOD]
    after = slugs[slugs.index("fatigue") + 1 :]
    assert "other_morale" in after
    assert not any("fire" in slug or "firing" in slug for slug in after)


@pytest.mark.rule("mckie:fat.recover.1")
@pytest.mark.parametrize(
    "order, rested",
    [("hold u1", True), ("move u1 turn 90", True), ("move u1 form supported_line", False)],
)
def test_a_unit_that_changes_formation_does_not_rest(order: str, rested: bool) -> None:
    units = {"u1": troops("union", 20, 20, fatigued=True), "c1": troops("confederate", 20, 4, 180)}
    battle = field(units, Movement("union"), EndPeriod(), dice=(10, 1))
    battle.play(order)
    battle.play("done")
    assert battle.state.units["u1"].fatigued is not rested


@pytest.mark.rule("mckie:fat.1")
@pytest.mark.parametrize("did", ["routed", "attacked_in_flank_or_rear"])
def test_rout_and_a_blow_in_the_flank_tire_without_a_die(did: Action) -> None:
    assert is_tired([did])


@pytest.mark.rule("mckie:fat.2")
def test_retreat_and_rough_ground_tire_on_five() -> None:
    assert is_tired(["retreated"], 5)
    assert not is_tired(["retreated"], 6)
    assert is_tired(["moved"], 5, grounds=frozenset({"open_woods"}))
    assert not is_tired(["moved"], 6, grounds=frozenset({"open_woods"}))


@pytest.mark.rule("mckie:fat.3")
@pytest.mark.parametrize("did", ["charged", "doubled", "fought_melee"])
def test_charge_double_and_melee_tire_on_three(did: Action) -> None:
    assert is_tired([did], 3)
    assert not is_tired([did], 4)


@pytest.mark.rule("mckie:fat.when")
def test_one_die_for_the_worst_and_none_for_a_march() -> None:
    assert is_tired(["charged", "fought_melee", "retreated"], 5)
    assert not is_tired(["moved", "fired"])
    (event,) = checked(["charged"], 4)[1]
    assert isinstance(event, Tired)
    assert event.rules == ("mckie:fat.3",)
    assert [roll.value for roll in event.rolls] == [4]


@pytest.mark.rule("mckie:fat.marker")
def test_one_that_is_tired_rolls_no_more_and_stays_so() -> None:
    assert is_tired(["charged"], fatigued=True)


@pytest.mark.rule("mckie:bua.4")
def test_who_was_driven_through_a_town_needs_no_die() -> None:
    assert is_tired(["retired"], grounds=frozenset({"built_up"}))


@pytest.mark.rule("mckie:fat.1")
def test_routers_are_tired_by_their_own_flight() -> None:
    units = {
        "u1": troops("union", 20, 20, standing="routing"),
        "c1": troops("confederate", 20, 10, 180),
    }
    state = position(units)
    umpire = Umpire(Scripted(()))
    retreating.Flee("u1").run(state, umpire)
    CheckFatigue().run(state, umpire)
    assert state.units["u1"].fatigued


@pytest.mark.rule("mckie:fat.recover.1")
@pytest.mark.rule("mckie:fat.recover.2")
@pytest.mark.parametrize(
    "did, fresh", [((), True), (("moved",), False), (("fired",), False), (("retired",), False)]
)
def test_a_whole_period_of_rest_clears_it(did: tuple[Action, ...], fresh: bool) -> None:
    unit = troops("union", 20, 20, fatigued=True, did=frozenset(did))
    state = position({"u1": unit, "c1": troops("confederate", 20, 10, 180)})
    EndPeriod().run(state, Umpire(Scripted(())))
    assert state.units["u1"].fatigued is not fresh
    assert state.units["u1"].did == frozenset()
