"""Grand batteries, and the crews and teams of guns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Rolls
from longroll.systems.honor_glory.fire import Shot, aim, hurt, shoot
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


class Cannonade(msgspec.Struct, frozen=True):
    """Several guns at one target. `shots` has None for a gun that no longer fired; `automatic` is
    the point that a grand battery costs whether it hits or not."""

    shots: tuple[Shot | None, ...]
    automatic: int
    target: Troops


def fire_together(
    guns: Sequence[BatteryGun],
    target: Troops,
    dice: Rolls,
    *,
    grand_battery: bool,
    risk: bool = True,
) -> Cannonade:
    """Each gun rolls for itself; once the target is destroyed the others have missed. The point of
    a grand battery comes last, if the target is in range of its guns, and tests no commander.

    [honor_glory:54.10] [honor_glory:65.1b] [honor_glory:68.2] [honor_glory:68.5]
    [honor_glory:68.6] [honor_glory:69.3] (HG-H56, HG-06)
    """
    shots: list[Shot | None] = []
    in_range = True
    for gun in guns:
        if target.mp == 0:
            shots.append(None)
            continue
        aimed = aim(gun.unit, target, gun.distance)
        in_range = in_range and aimed.value is not None
        shot = shoot(gun.unit, target, aimed, dice, risk=risk)
        target = hurt(target, shot)
        shots.append(shot)
    automatic = FIRE.hits.grand_battery if grand_battery and in_range else 0
    return Cannonade(tuple(shots), automatic, target.after_loss(automatic))


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
