"""Ammunition."""

from __future__ import annotations

import pytest

from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.systems.mckie.fire.ammunition import Wagon, may_replenish, runs_out
from longroll.systems.mckie.fire.rules import Group, volley

#: A factor of 5: 20 figures score 2.0, 2 figures 0.2.
FIVE = (Line(5, "rifle", "mckie:fire.rng.mlr"),)
#: A factor of 0: n/a with 2 figures.
NOTHING = (Line(0, "carbine", "mckie:fire.rng.mlc"),)


@pytest.mark.rule("mckie:ammo.1", "mckie:ammo.2")
@pytest.mark.parametrize("group", [Group("X", 20, FIVE), Group("X", 2, NOTHING)])
def test_the_die_is_rolled_even_with_no_fraction_open(group: Group) -> None:
    assert group.tenths % 10 == 0
    dice = Scripted([10])
    fired = volley("P", [group], dice)
    assert fired.out_of_ammo
    assert dice.left == ()


@pytest.mark.rule("mckie:ammo.2")
def test_what_was_fired_still_counts() -> None:
    fired = volley("P", [Group("X", 20, FIVE)], Scripted([10]))
    assert (fired.lost, fired.out_of_ammo) == ({"X": 2}, True)
    for die in range(1, 10):
        assert not runs_out(die)


@pytest.mark.rule("mckie:ammo.5")
def test_a_permanent_fortification_has_ammunition_enough() -> None:
    fired = volley("P", [Group("X", 2, FIVE)], Scripted([10]), permanent_fortification=True)
    assert not fired.out_of_ammo
    # But a very long siege wears it down.
    besieged = volley(
        "P", [Group("X", 2, FIVE)], Scripted([10]), permanent_fortification=True, long_siege=True
    )
    assert besieged.out_of_ammo


@pytest.mark.rule("mckie:ammo.3")
@pytest.mark.parametrize(
    "period, distance, draws",
    [(3, 100, False), (4, 800, True), (4, 801, False), (9, 0, True), (2, 0, False)],
)
def test_the_wagon_must_be_near_in_a_later_period(period: int, distance: int, draws: bool) -> None:
    assert may_replenish(3, Wagon(period, distance)) == draws
