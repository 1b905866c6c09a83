"""Grand batteries, and the crews and teams of guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.honor_glory.fire import aim
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.measure import Distance
from longroll.systems.honor_glory.options import OPTIONS
from longroll.systems.honor_glory.units import Troops


class BatteryGun(msgspec.Struct, frozen=True):
    """A gun that fires with others: its range to the common target, and whether it moved."""

    unit: Troops
    distance: Distance
    moved: bool = False
    same_target: bool = True


def bars_to_grand_battery(guns: Sequence[BatteryGun], in_base_contact: bool) -> Iterator[Refusal]:
    """Why guns do not fire as a grand battery. [honor_glory:68.1] [honor_glory:68.3]
    [honor_glory:68.4]"""
    fewest = FIRE.hits.grand_battery_guns
    if len(guns) < fewest:
        yield Refusal("honor_glory:68.1", f"a grand battery has at least {fewest} guns")
    if not in_base_contact:
        yield Refusal("honor_glory:68.1", "its guns are in base contact with each other")
    if any(gun.unit.formation != "deployed" for gun in guns):
        yield Refusal("honor_glory:68.1", "all its guns are deployed")
    if any(gun.moved for gun in guns):
        yield Refusal("honor_glory:68.4", "none of its guns has moved in this turn")
    if not all(gun.same_target for gun in guns):
        yield Refusal("honor_glory:68.4", "all its guns fire at the same target")


def automatic_loss(guns: Sequence[BatteryGun], target: Troops, in_base_contact: bool) -> int:
    """The point that a grand battery costs its target whether it hits or not, if that is in range
    of all its guns; it tests no commander. [honor_glory:68.2] [honor_glory:68.5]
    [honor_glory:69.3] (HG-H56, HG-06)"""
    reach = all(aim(gun.unit, target, gun.distance).value is not None for gun in guns)
    if not reach or any(bars_to_grand_battery(guns, in_base_contact)):
        return 0
    return FIRE.hits.grand_battery


# Crews, by OP3


def bars_to_fire_exhausted(stamina: int) -> Iterator[Refusal]:
    """[honor_glory:OP3.2a]"""
    if stamina <= 0:
        yield Refusal("honor_glory:OP3.2a", "its crew is exhausted and must rest")


def stamina_after(stamina: int, *, shots: int = 0, manhandled_withdrawals: int = 0) -> int:
    """What is left of a crew: any shot costs one, a withdrawal by hand three.
    [honor_glory:48.0d] [honor_glory:54.11] [honor_glory:OP3.1a] [honor_glory:OP3.1b]

    >>> stamina_after(6, shots=2), stamina_after(2, manhandled_withdrawals=1)
    (4, 0)
    """
    cost = OPTIONS.exhaustion
    return max(0, stamina - shots * cost.fire - manhandled_withdrawals * cost.withdrawal)
