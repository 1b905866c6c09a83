"""Small Arms and Artillery Fire: the factor of a group, and the volley of a unit.

The functions take facts and return numbers with their reasons; who may fire at whom is in
`fire_restrictions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.event import Line
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.army.layouts import counts_as_supported, front_rank, layout
from longroll.systems.mckie.army.units import guns_firing, horse_holders
from longroll.systems.mckie.casualties.rules import read_tenths, table_value
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fire.ammunition import runs_out
from longroll.systems.mckie.fire.restrictions import bar_to_shoot
from longroll.systems.mckie.fire.weapons import (
    FACTORS,
    FIRE,
    WEAPONS,
    Factor,
    Weapon,
    weapon_factor,
    weapon_named,
)
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import CONFEDERATE, GUNS, Arm, Cover, Formation, Quality, Side


class Firer(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that fires. `charging`: it is making a charge this period. `repeating`: its weapon,
    whatever the type, is a repeater. [mckie:wpn.repeat]"""

    side: Side
    arm: Arm
    quality: Quality
    weapon: str
    formation: Formation
    repeating: bool = False
    cover: Cover = "none"
    moved: bool = False
    charging: bool = False
    fatigued: bool = False


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that is fired at. `ranks` are its stands from front to rear, if they matter."""

    arm: Arm
    formation: Formation
    ranks: tuple[int, ...] = ()
    cover: Cover = "none"
    moved: bool = False
    charging: bool = False


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """The aim of a group of stands: `distance` is measured after movement. [mckie:period.8n1]

    `ahead` is how far the centre of the group is ahead of the line through the target's front
    edge, 0 or less if it is on that line or behind it; None means well ahead. (MK-M21)
    """

    distance: Distance
    ahead: Distance | None = None
    through_smoke: bool = False
    solid_shot: bool = False


# The factor


def fire_range(firer: Firer, target: Target, shot: Shot) -> Distance:
    """The range that counts: a charging unit fires and is fired on at point blank.
    [mckie:period.8n1] [mckie:period.8n2] [mckie:fire.charge.1]"""
    return range_that_counts(shot.distance, charging=firer.charging or target.charging)


def range_that_counts(measured: Distance, *, charging: bool) -> Distance:
    """The same, if one of the two is `charging`."""
    return FIRE.point_blank if charging else measured


def fire_factor(
    firer: Firer, target: Target, shot: Shot, *, weapons: Mapping[str, Weapon] = WEAPONS
) -> tuple[Line, ...] | Refusal:
    """The final firing factor of one group, line by line, or why it has no shot.
    [mckie:fire.proc.3] [mckie:fire.proc.4]

    >>> us = Firer(side="union", arm="infantry", quality="veteran",
    ...            weapon="muzzle_loading_rifle", formation="line", moved=True)
    >>> skirmishers = Target(arm="infantry", formation="skirmish")
    >>> for line in fire_factor(us, skirmishers, Shot(distance=175)):
    ...     print(line)
    +8 muzzle-loading rifle at 1.75 in [mckie:fire.rng.mlr]
    +1 veteran troops firing [mckie:fire.factor.veteran]
    -2 firers moved or changed formation [mckie:fire.factor.moved]
    -3 target skirmishers or unlimbered guns [mckie:fire.factor.skirm]
    """
    weapon = weapon_named(firer.weapon, weapons)
    distance = fire_range(firer, target, shot)
    moved = firer.moved or firer.charging
    barred = bar_to_shoot(firer.arm, firer.formation, weapon, moved, distance)
    if barred is not None:
        return barred
    return (
        _base(weapon, distance, shot),
        *(factor.line for factor in _firer_factors(firer)),
        *(factor.line for factor in _target_factors(target, shot)),
        *(factor.line for factor in _artillery_factors(firer, weapon, target, distance)),
        *_cover_lines(firer, target),
        *([FACTORS.smoke.line] if shot.through_smoke else []),
    )


def _base(weapon: Weapon, distance: Distance, shot: Shot) -> Line:
    factor = weapon_factor(weapon, distance)
    assert factor is not None
    at = f"at {in_inches(distance)}"
    if shot.solid_shot and weapon.is_artillery and distance <= FIRE.canister:
        # (MK-M23) Solid shot replaces the canister factor and nothing else.
        return Line(FIRE.solid_shot, f"{weapon.name}, solid shot {at}", "mckie:fire.canister.3")
    return Line(factor, f"{weapon.name} {at}", weapon.rule)


def is_flanked(shot: Shot) -> bool:
    """Whether the firing group is on or behind the line of the target's front edge.
    [mckie:fire.factor.column] (MK-M21)"""
    return shot.ahead is not None and shot.ahead <= 0


def is_deep_column(target: Target) -> bool:
    """Whether the target is a column or road march over two ranks deep; a limbered battery is in
    column. [mckie:fire.factor.column] (MK-M22)"""
    in_column = target.formation in ("column", "attack_column", "road_march", "limbered")
    return in_column and len(target.ranks) >= FIRE.deep_ranks


def _target_factors(target: Target, shot: Shot) -> Iterator[Factor]:
    """What the formation of the target is worth.
    [mckie:form.supported.4] [mckie:form.ext.3] [mckie:form.dism.1]"""
    if is_flanked(shot):
        yield FACTORS.flanked
    elif is_deep_column(target):
        yield FACTORS.column
    elif target.formation == "supported_line":
        # [mckie:form.supported.2] With too weak a second rank it counts as a line.
        if not target.ranks or counts_as_supported(target.ranks):
            yield FACTORS.supported
    extended = target.arm == "infantry" and target.formation == "extended"
    if target.arm == "dismounted_cavalry" or extended:
        yield FACTORS.loose
    skirmishing = target.arm != "cavalry" and target.formation == "skirmish"
    if skirmishing or (target.arm in GUNS and target.formation == "unlimbered"):
        yield FACTORS.skirmishers


def _firer_factors(firer: Firer) -> Iterator[Factor]:
    if firer.repeating:
        yield FACTORS.repeating
    if firer.quality == "veteran":
        yield FACTORS.veteran
    if firer.quality == "raw":
        yield FACTORS.raw
    if firer.moved or firer.charging:  # [mckie:fire.movefire] (MK-M25)
        yield FACTORS.moved
    if firer.fatigued:
        yield FACTORS.fatigued
    if firer.arm == "cavalry":
        yield FACTORS.mounted


def _artillery_factors(
    firer: Firer, weapon: Weapon, target: Target, distance: Distance
) -> Iterator[Factor]:
    if not weapon.is_artillery:
        return
    if target.moved or target.charging:
        yield FACTORS.target_moved
    if firer.side == CONFEDERATE and distance > FIRE.confederate_beyond:
        yield FACTORS.confederate_artillery


#: Guns and horsemen cannot rest a weapon on a wall.
_NO_REST: tuple[Arm, ...] = (*GUNS, "gunboat", "cavalry")


def _cover_lines(firer: Firer, target: Target) -> Iterator[Line]:
    if cover_effect(firer.cover).rest and firer.arm not in _NO_REST:
        yield FACTORS.rest.line
    cover = cover_effect(target.cover)
    if cover.fire:
        yield Line(cover.fire, f"target's cover: {target.cover.replace('_', ' ')}", cover.fire_rule)


# Who fires


def figures_firing(
    arm: Arm, formation: Formation, *, ranks: Sequence[int] = (), figures: int | None = None
) -> int:
    """The figures of a unit that are able to fire: its front rank, horse holders left out.

    Without `ranks` the stands are those the formation usually has.
    [mckie:fire.front] [mckie:fire.proc.2] [mckie:form.dism.2]

    >>> figures_firing("infantry", "column", ranks=[2, 2, 2, 2])
    8
    >>> figures_firing("dismounted_cavalry", "line", figures=12)
    9
    """
    if figures is None:
        if not ranks:
            raise ValueError("either figures or ranks must be given")
        return front_rank(arm, formation, ranks)
    if figures < 1:
        return 0
    if not ranks:
        stands = layout(arm, formation, figures)
        if isinstance(stands, Refusal):
            raise ValueError(str(stands))
        ranks = stands.ranks
    fighting = figures - (horse_holders(figures) if arm == "dismounted_cavalry" else 0)
    return min(front_rank(arm, formation, ranks), fighting)


def guns_able_to_fire(crews: Sequence[int]) -> int:
    """The guns of a battery that count on the table, by the crews of its models.
    [mckie:fire.guns8] [mckie:fire.proc.2]

    >>> guns_able_to_fire([4, 4, 1])
    20
    """
    return sum(guns_firing(crews))


# Groups and volleys


class Group(msgspec.Struct, frozen=True):
    """Stands of one unit that fire at one target with one factor, and what the table gives them.
    A group without a shot has no lines. [mckie:fire.split]"""

    target: str
    firing: int
    lines: tuple[Line, ...]

    @property
    def factor(self) -> int | None:
        """The sum of the lines; None without a shot."""
        return sum(line.value for line in self.lines) if self.lines else None

    @property
    def tenths(self) -> int:
        """[mckie:fire.proc.5]"""
        factor = self.factor
        return 0 if factor is None else table_value(factor, self.firing)


class Volley(msgspec.Struct, frozen=True):
    """All the fire of one unit in a period; `roll` is None if no group had a shot."""

    unit: str
    groups: tuple[Group, ...]
    roll: Roll | None
    totals: dict[str, int]
    lost: dict[str, int]
    out_of_ammo: bool


def volley(
    unit: str,
    groups: Sequence[Group],
    dice: Rolls,
    *,
    permanent_fortification: bool = False,
    long_siege: bool = False,
) -> Volley:
    """Fire of one unit: groups on one target are added, and one die serves them all.

    The die is rolled whenever the unit fires, because it also tests its ammunition.
    [mckie:fire.split.sum] [mckie:fire.onedie] [mckie:ammo.1] [mckie:cas.sources] (MK-M17, MK-M18)
    """
    totals: dict[str, int] = {}
    for group in groups:
        totals[group.target] = totals.get(group.target, 0) + group.tenths
    if not any(group.lines for group in groups):
        return Volley(unit, tuple(groups), None, totals, dict.fromkeys(totals, 0), False)
    roll = ten_sided(dice, f"fire of {unit}")
    lost = {target: read_tenths(tenths).lost(roll.value) for target, tenths in totals.items()}
    empty = runs_out(
        roll.value, permanent_fortification=permanent_fortification, long_siege=long_siege
    )
    return Volley(unit, tuple(groups), roll, totals, lost, empty)
