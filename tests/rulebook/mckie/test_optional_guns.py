"""Optional rules of guns: gunboats and counter-battery fire."""

from __future__ import annotations

import pytest

from longroll.kernel.dice import Scripted
from longroll.systems.mckie.army.units import guns_firing
from longroll.systems.mckie.casualties.rules import table_value
from longroll.systems.mckie.fire.optional_guns import (
    bar_to_harm_ironclad,
    counter_battery,
    pieces_destroyed,
    vessel_guns,
)
from longroll.systems.mckie.fire.weapons import WEAPONS


@pytest.mark.rule("mckie:opt.gunboat.1", "mckie:opt.gunboat.2")
def test_a_vessel_counts_its_real_guns() -> None:
    assert vessel_guns(2) == 2
    assert table_value(9, vessel_guns(2)) == 4
    # Half its crew serves half of them.
    assert [vessel_guns(6, crew, of=4) for crew in (4, 3, 2, 1, 0)] == [6, 5, 3, 2, 0]
    # A battery on land keeps 8 a model.
    assert guns_firing([4]) == (8,)
    with pytest.raises(ValueError, match="-1 guns"):
        vessel_guns(-1)


@pytest.mark.rule("mckie:opt.gunboat.3")
def test_only_siege_guns_harm_an_ironclad() -> None:
    harm = [name for name, weapon in WEAPONS.items() if bar_to_harm_ironclad(weapon) is None]
    assert harm == ["siege_gun"]


@pytest.mark.rule("mckie:opt.cb.2", "mckie:opt.cb.3")
@pytest.mark.parametrize("guns, nine, ten", [(1, 0, 1), (8, 0, 1), (9, 1, 2), (24, 1, 2)])
def test_pieces_destroyed(guns: int, nine: int, ten: int) -> None:
    assert [pieces_destroyed(guns, die) for die in range(1, 11)] == [0] * 8 + [nine, ten]


@pytest.mark.rule("mckie:opt.cb.1")
def test_a_die_for_each_enemy_unit() -> None:
    dice = Scripted([10, 9, 3])
    found = counter_battery([8, 16], dice)
    assert [(roll.value, pieces) for roll, pieces in found] == [(10, 1), (9, 1)]
    assert dice.left == (3,)
