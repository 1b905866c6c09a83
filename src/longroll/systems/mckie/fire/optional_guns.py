"""Optional rules of guns: counter-battery fire and gunboats."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fire.weapons import FIRE, Weapon


def pieces_destroyed(guns: int, die: int) -> int:
    """Pieces a battery loses to an enemy unit of this many guns. [mckie:opt.cb.2] [mckie:opt.cb.3]

    >>> pieces_destroyed(8, 10), pieces_destroyed(9, 9), pieces_destroyed(9, 10)
    (1, 1, 2)
    """
    chart = FIRE.counter_battery
    return (chart.few if guns <= chart.few_guns else chart.many).get(die, 0)


def counter_battery(firing_units: Sequence[int], dice: Rolls) -> list[tuple[Roll, int]]:
    """A die for each enemy unit of guns that fired at a battery, and the pieces it destroyed.
    [mckie:opt.cb.1]"""
    rolls = [(guns, ten_sided(dice, "counter-battery fire")) for guns in firing_units]
    return [(roll, pieces_destroyed(guns, roll.value)) for guns, roll in rolls]


def vessel_guns(guns: int, crew: int = 1, of: int = 1) -> int:
    """The guns a vessel counts on the casualty table: those that the crew it has left (by default
    all of it) can serve. [mckie:opt.gunboat.1] [mckie:opt.gunboat.2] (MK-M3)

    >>> vessel_guns(2, 4, of=4), vessel_guns(6, 2, of=4), vessel_guns(6, 0, of=4)
    (2, 3, 0)
    """
    if guns < 0 or not 0 <= crew <= of:
        raise ValueError(f"a vessel cannot have {guns} guns and {crew} of {of} figures")
    return -(-guns * crew // of)


def bar_to_harm_ironclad(weapon: Weapon) -> Refusal | None:
    """Why this weapon does nothing to an ironclad. [mckie:opt.gunboat.3]"""
    if weapon.harms_ironclads:
        return None
    return Refusal("mckie:opt.gunboat.3", f"a {weapon.name} cannot harm an ironclad")
