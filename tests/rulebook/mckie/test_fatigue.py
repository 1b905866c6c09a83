"""Fatigue and Disorder."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from longroll.kernel.dice import Scripted
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.fatigue.rules import Action, worst
from longroll.systems.mckie.melee import rules as melee
from longroll.systems.mckie.melee.rules import Fighter
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale.rules import MoraleTest, Unit
from longroll.systems.mckie.words import Ground
from tests.rulebook.mckie.field import is_fatigued_after


def fatigued_after(
    before: bool, did: Iterable[Action], grounds: Iterable[Ground] = (), *dice: int
) -> bool:
    return is_fatigued_after(before, did, grounds, Scripted(dice))


def rule(*did: Action, ground: tuple[Ground, ...] = ()) -> str | None:
    row = worst(did, ground)
    return row.rule if row else None


@pytest.mark.rule("mckie:fat.1")
@pytest.mark.parametrize("action", ["routed", "attacked_in_flank_or_rear"])
def test_a_rout_or_a_blow_in_the_flank_needs_no_die(action: Action) -> None:
    assert not fatigue.calls_for_die(worst([action]))
    assert fatigued_after(False, [action])


@pytest.mark.rule("mckie:fat.2")
@pytest.mark.parametrize("die, tired", [(1, True), (5, True), (6, False), (10, False)])
def test_a_retreat_tires_on_5(die: int, tired: bool) -> None:
    assert fatigue.calls_for_die(worst(["retreated"]))
    assert fatigued_after(False, ["retreated"], (), die) is tired


@pytest.mark.rule("mckie:fat.2")
@pytest.mark.parametrize(
    "ground, tires",
    [
        ("open", False),
        ("road", False),
        ("open_woods", True),
        ("dense_woods", True),
        ("rough", True),
        ("built_up", True),
    ],
)
def test_a_move_over_ground_that_slows_tires_as_a_retreat(ground: Ground, tires: bool) -> None:
    assert rule("moved", ground=("open", ground)) == ("mckie:fat.2" if tires else None)


@pytest.mark.rule("mckie:fat.3")
@pytest.mark.parametrize("action", ["charged", "doubled", "fought_melee"])
@pytest.mark.parametrize("die, tired", [(3, True), (4, False)])
def test_a_charge_a_double_or_a_melee_tires_on_3(action: Action, die: int, tired: bool) -> None:
    assert fatigued_after(False, [action], ["open"], die) is tired


@pytest.mark.rule("mckie:fat.when")
def test_only_the_worst_counts_with_one_die() -> None:
    assert rule("charged", "fought_melee") == "mckie:fat.3"
    assert rule("charged", ground=("rough",)) == "mckie:fat.2"
    assert rule("charged", "retreated", "fought_melee") == "mckie:fat.2"
    assert rule("fought_melee", "attacked_in_flank_or_rear") == "mckie:fat.1"


@pytest.mark.rule("mckie:fat.when")
def test_a_march_or_a_volley_asks_for_no_die() -> None:
    assert rule("moved", "fired", ground=("open", "road")) is None
    assert not fatigued_after(False, ["moved", "fired"])


@pytest.mark.rule("mckie:fat.recover.1", "mckie:fat.recover.2")
@pytest.mark.parametrize(
    "did, still",
    [((), False), (("moved",), True), (("fired",), True), (("doubled",), True)],
)
def test_a_whole_period_of_rest_clears_it(did: tuple[Action, ...], still: bool) -> None:
    assert fatigued_after(True, did) is still


@pytest.mark.rule("mckie:fat.marker")
def test_one_state_serves_melee_and_morale() -> None:
    foot = Fighter("infantry")
    assert (
        sum(line.value for line in melee.factor_lines(Fighter("infantry", fatigued=True), foot))
        == 0
    )
    test = MoraleTest(("losses",), Unit("raw", 20, 20, fatigued=True), 500)
    assert [line.value for line in morale.lines(test)] == [-1]


@pytest.mark.rule("mckie:fat.nocharge")
def test_a_fatigued_unit_may_not_choose_to_charge() -> None:
    assert [bar.rule for bar in fatigue.bars_to_charge(True)] == ["mckie:fat.nocharge"]
    assert fatigue.bars_to_charge(False) == []


@pytest.mark.rule("mckie:bua.4")
@pytest.mark.parametrize("action", ["retired", "retreated", "routed"])
def test_who_is_driven_through_a_built_up_area_is_disordered(action: Action) -> None:
    row = worst([action], ["built_up"])
    assert row is not None
    assert row.rule == "mckie:bua.4"
    assert fatigued_after(False, [action], ["built_up"])
    assert rule("moved", ground=("built_up",)) == "mckie:fat.2"


def test_a_die_that_is_called_for_must_be_there() -> None:
    row = worst(["charged"])
    assert row is not None
    with pytest.raises(ValueError, match="calls for a ten-sided die"):
        fatigue.becomes_fatigued(row, None)
