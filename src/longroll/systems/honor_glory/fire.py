"""Fire: the factor of a shot, whether it hits, and what it costs the target."""

from __future__ import annotations

import msgspec

from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.systems.honor_glory.command import Risk, commanders_at_risk
from longroll.systems.honor_glory.dice import d20
from longroll.systems.honor_glory.fire_tables import (
    AUTO,
    FIRE,
    Value,
    artillery_value,
    band_of,
    is_effective,
    row_at,
    small_arms_value,
    target_column,
)
from longroll.systems.honor_glory.measure import Distance, whole_cm
from longroll.systems.honor_glory.units import Troops, rating_lines
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import FOOT


class Aim(msgspec.Struct, frozen=True):
    """A shot before it is rolled for: the row it uses, the figure of the table, the ledger.

    `range` is the range as used, None if a test gave the row. `effective`: small arms at
    effective range, or guns whose figure is AUTO. `value` is None out of range.
    """

    by_artillery: bool
    range: int | None
    row: int | None
    value: Value
    effective: bool
    lines: tuple[Line, ...]

    @property
    def factor(self) -> int | None:
        """What a D20 must not exceed; None without a roll.
        [honor_glory:65.5a] [honor_glory:72.4b]"""
        if self.value is None or self.value == AUTO:
            return None
        return sum(line.value for line in self.lines)


def aim(firer: Troops, target: Troops, distance: Distance, *, enfiladed: bool = False) -> Aim:
    """A shot at a measured range, from the middle of the firer's front to that of the target.
    [honor_glory:6.5] [honor_glory:6.6] [honor_glory:65.1a] [honor_glory:65.2]
    [honor_glory:72.1] [honor_glory:72.2]"""
    cm = whole_cm(distance)
    if firer.arm == "artillery":
        return aim_gun(firer, target, row_at(gun_named(firer.gun), cm), cm, enfiladed=enfiladed)
    assert firer.weapon is not None, "troops on foot need a weapon"
    return aim_small_arms(firer, target, band_of(firer.weapon, cm), cm, enfiladed=enfiladed)


def aim_small_arms(
    firer: Troops,
    target: Troops,
    band: int | None,
    cm: int | None = None,
    *,
    enfiladed: bool = False,
    bare: bool = False,
) -> Aim:
    """A volley in a band: the table, morale points, command bonus, cover. A `bare` one adds only
    cover. [honor_glory:72.3a] [honor_glory:72.3b] [honor_glory:72.4a] [honor_glory:61.1]"""
    if band is None:
        return Aim(False, cm, None, None, False, ())
    value = small_arms_value(firer, target, band, enfiladed=enfiladed)
    lines = (
        Line(value, "small arms table", "honor_glory:72.3a"),
        *rating_lines(firer, fighting=True, bare=bare),
    )
    return Aim(False, cm, band, value, is_effective(band), lines)


def aim_gun(
    firer: Troops,
    target: Troops,
    row: int | None,
    cm: int | None = None,
    *,
    enfiladed: bool = False,
    bare: bool = False,
) -> Aim:
    """A battery at a row of its table: the figure, morale points and cover, never a command bonus.
    [honor_glory:65.3a] [honor_glory:65.3b] [honor_glory:65.4] [honor_glory:69.1]"""
    if row is None:
        return Aim(True, cm, None, None, False, ())
    value = artillery_value(row, target_column(target, enfiladed=enfiladed))
    if value is None or value == AUTO:
        return Aim(True, cm, row, value, value == AUTO, ())
    lines = (
        Line(value, "artillery table", "honor_glory:65.3a"),
        *rating_lines(firer, fighting=True, bare=bare),
    )
    return Aim(True, cm, row, value, False, lines)


# The shot


class Shot(msgspec.Struct, frozen=True):
    """A shot as it fell.

    `loss` are the points of the unit, or of the gun if it is limbered; `team_loss` those of its
    team. `risk` is what became of the commanders with it.
    """

    aim: Aim
    rolls: tuple[Roll, ...]
    hit: bool
    loss: int
    team_loss: int
    risk: Risk


_NO_RISK = Risk((), ())


def shoot(
    firer: Troops,
    target: Troops,
    aimed: Aim,
    dice: Rolls,
    *,
    enfiladed: bool = False,
    risk: bool = True,
) -> Shot:
    """Roll a D20 against the factor; AUTO needs none, and out of range is a miss.

    The commanders with the target are tested unless `risk` is false.
    [honor_glory:3.hit] [honor_glory:65.2] [honor_glory:65.5a] [honor_glory:65.5b]
    [honor_glory:72.2] [honor_glory:72.4b] [honor_glory:9.1.1a] [honor_glory:9.1.1b]
    """
    rolls: tuple[Roll, ...] = ()
    if aimed.value != AUTO:
        factor = aimed.factor
        if factor is None:
            return Shot(aimed, (), False, 0, 0, _NO_RISK)
        rolls = (d20(dice, "fire", at_most=factor),)
        if rolls[0].value > factor:
            return Shot(aimed, rolls, False, 0, 0, _NO_RISK)
    harm, loss, team_loss = _damage(firer, target, aimed, dice, enfiladed=enfiladed)
    found = commanders_at_risk(target, dice) if risk else _NO_RISK
    return Shot(aimed, (*rolls, *harm), True, loss, team_loss, found)


def calls_for_a_die(firer: Troops, target: Troops, aimed: Aim) -> bool:
    """Whether a hit rolls a D6 for further points: canister, small arms at effective range, and
    any hit of guns on guns. [honor_glory:65.6b] [honor_glory:69.2] [honor_glory:72.5b]
    [honor_glory:72.6] [honor_glory:65.7]"""
    if not aimed.by_artillery:
        return aimed.effective
    canister = aimed.effective and gun_named(firer.gun).bore == "smoothbore"
    return canister or target.arm == "artillery"


def _damage(
    firer: Troops, target: Troops, aimed: Aim, dice: Rolls, *, enfiladed: bool
) -> tuple[tuple[Roll, ...], int, int]:
    """The dice for further points, what the unit loses, and what its team loses.

    Of limbered guns both the gun and the team are tested, of deployed ones only the gun.
    [honor_glory:62.2] [honor_glory:65.6a] [honor_glory:65.7] [honor_glory:65.1.1]
    [honor_glory:65.1.2] [honor_glory:65.1.3] [honor_glory:70.2] [honor_glory:70.3]
    [honor_glory:72.5a] [honor_glory:72.6]
    """
    loss = FIRE.hits.cavalry if target.arm == "cavalry" else FIRE.hits.others
    extra = FIRE.hits.enfilade if enfiladed else 0
    if target.arm == "commander":  # [honor_glory:29.10]
        return (), target.mp, 0
    if target.arm == "team" or (target.arm == "artillery" and target.formation == "limbered"):
        first, more = _further(dice, "further points")
        loss += more + extra
        if target.arm == "team":
            return (first,), loss, 0
        second, more = _further(dice, "further points of the team")
        return (first, second), loss, FIRE.hits.others + more
    if calls_for_a_die(firer, target, aimed):
        roll, more = _further(dice, "further points")
        return (roll,), loss + more + extra, 0
    return (), loss + extra, 0


def _further(dice: Rolls, purpose: str) -> tuple[Roll, int]:
    """A die for further points, and the points."""
    rolls, more = dice.look_up(purpose, lambda face: FIRE.hits.further[face - 1])
    return rolls[0], more


def hurt(target: Troops, shot: Shot) -> Troops:
    """The target after a shot. [honor_glory:9.1.1a] [honor_glory:9.1.1b]"""
    return shot.risk.after(target.after_loss(shot.loss))


def can_fire(unit: Troops) -> bool:
    """Whether a unit has anything to fire with: troops on foot and deployed guns.
    [honor_glory:13.fire.1] [honor_glory:54.1] [honor_glory:55.2] [honor_glory:65.0a]
    [honor_glory:72.0a]"""
    return unit.arm in FOOT or (unit.arm == "artillery" and unit.formation == "deployed")
