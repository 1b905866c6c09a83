"""Melee: who is entitled to fight, the factors, and the losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.army import units
from longroll.systems.mckie.casualties import rules as casualties
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import (
    FOOT,
    GUNS,
    Arm,
    Attack,
    Cover,
    Formation,
    Quality,
    Struck,
)

#: A general with a unit: of its direct line of command, or another.
Leader = Literal["in_chain", "other"]
_Stance = Literal["foot", "mounted"]


class _Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    reason: str
    rule: str

    def line(self) -> Line:
        return Line(self.value, self.reason, self.rule)


class _CoverInMelee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reason: str
    open: tuple[Cover, ...]
    basis: str


class _Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    overlap: int
    captured: int
    repulse: int
    push_back: int


class _MeleeFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    fighting: dict[_Stance, dict[_Stance, int]]
    factors: dict[str, _Factor]
    cover: _CoverInMelee
    melee: _Numbers


MELEE_FILE = load("melee.toml", _MeleeFile)
_FACTORS = MELEE_FILE.factors
_FIGHTING_RULE: dict[tuple[_Stance, _Stance], str] = {
    ("foot", "foot"): "mckie:melee.base.ff",
    ("foot", "mounted"): "mckie:melee.base.fm",
    ("mounted", "foot"): "mckie:melee.base.mf",
    ("mounted", "mounted"): "mckie:melee.base.mm",
}


# Figures entitled to fight


class Front(msgspec.Struct, frozen=True):
    """A unit in contact: its stands by rank, and how it came to be in melee.

    `in_contact`: front-rank stands that touch the enemy. `overlap_left`, `overlap_right`: its
    stands beyond them. `period` counts from 1. `missing`: figures already lost from stands that
    fight.
    """

    arm: Arm
    formation: Formation
    ranks: tuple[int, ...]
    in_contact: int
    overlap_left: int = 0
    overlap_right: int = 0
    attack: Attack = "none"
    struck: Struck = "front"
    period: int = 1
    missing: int = 0

    def __post_init__(self) -> None:
        if not self.ranks or min(self.ranks) < 0:
            raise ValueError(f"{list(self.ranks)} are not ranks of stands")
        if min(self.in_contact, self.overlap_left, self.overlap_right, self.missing) < 0:
            raise ValueError("a number of stands or figures cannot be below 0")
        if self.in_contact + self.overlap_left + self.overlap_right > sum(self.ranks):
            raise ValueError(f"more stands touch or overlap than the {sum(self.ranks)} there are")
        if self.period < 1:
            raise ValueError(f"a melee has no period {self.period}")


def struck_as(where: Struck, *, turned: bool = False, evading: bool = False) -> Struck:
    """The direction from which a unit counts as struck.

    A unit that turned to face in time is struck in front; one caught while evading, from behind.
    [mckie:resp.3] [mckie:form.skirm.8] (MK-M33)
    """
    if evading:
        return "rear"
    return "front" if turned else where


def may_strike(struck: Struck, period: int) -> bool:
    """Whether a unit fights back: not in the first period when struck in flank or rear.

    [mckie:melee.flank.1] [mckie:melee.flank.2] [mckie:form.skirm.8] [mckie:form.skirm.9]
    """
    return struck == "front" or period > 1


def stands_fighting(front: Front) -> tuple[int, int]:
    """Stands entitled to fight: of the front rank, and of the rank behind it.

    Those in contact and one overlapping on each side; of a supported line that attacks, all of
    both ranks; of an attack column that attacks, the second rank as well. [mckie:melee.elig.1]
    [mckie:melee.elig.2] [mckie:melee.elig.3] [mckie:form.supported.3]
    """
    if front.in_contact == 0 or not may_strike(front.struck, front.period):
        return 0, 0
    most = MELEE_FILE.melee.overlap
    first = front.in_contact + min(front.overlap_left, most) + min(front.overlap_right, most)
    if front.attack == "none" or len(front.ranks) < 2:
        return first, 0
    if front.formation == "supported_line" and _is_supported(front.ranks):
        return front.ranks[0], front.ranks[1]
    if front.formation == "attack_column":
        return first, front.ranks[1]
    return first, 0


def _is_supported(ranks: Sequence[int]) -> bool:
    """Whether the second rank has half the stands of the first. [mckie:form.supported.2]"""
    return 2 * ranks[1] >= ranks[0]


def figures_fighting(front: Front) -> int:
    """Figures entitled to fight. [mckie:melee.elig.1] [mckie:melee.proc.1]"""
    stands = sum(stands_fighting(front))
    # A crew fights on the stand of its gun.
    arm = "field_artillery" if front.arm == "artillery_crew" else front.arm
    each = units.figures_on_a_stand(arm, front.formation)
    return max(0, stands * each - front.missing) if stands else 0


# The melee factor


class Fighter(msgspec.Struct, frozen=True):
    """The facts about a unit in melee that the factors need, whether it strikes or is struck.

    `attack`: what it did this period to be there. `higher`: it is above its enemy.
    """

    arm: Arm
    quality: Quality = "experienced"
    attack: Attack = "none"
    general: Leader | None = None
    fatigued: bool = False
    cover: Cover = "none"
    higher: bool = False

    @property
    def stance(self) -> _Stance:
        if self.arm == "cavalry":
            return "mounted"
        if self.arm in FOOT or self.arm in GUNS:
            return "foot"
        raise ValueError(f"a {self.arm} does not fight in melee")


def fighting_factor(fighter: Fighter, opponent: Fighter) -> Line:
    """The fighting factor table. [mckie:melee.base.ff] [mckie:melee.base.fm]
    [mckie:melee.base.mf] [mckie:melee.base.mm]

    >>> fighting_factor(Fighter("cavalry"), Fighter("infantry")).value
    5
    """
    own, other = fighter.stance, opponent.stance
    return Line(
        MELEE_FILE.fighting[own][other], f"{own} against {other}", _FIGHTING_RULE[own, other]
    )


def factor_lines(fighter: Fighter, opponent: Fighter) -> list[Line]:
    """The factor before the chance die: the table first, then each tactical factor.

    [mckie:melee.proc.1] [mckie:melee.factor.veteran] [mckie:melee.factor.charge]
    [mckie:melee.factor.general] [mckie:melee.factor.raw] [mckie:melee.factor.uphill]
    [mckie:melee.factor.wall] [mckie:melee.factor.cavopen] [mckie:melee.factor.crew]
    [mckie:melee.factor.fatigued] [mckie:melee.factor.prepared] (MK-M37, MK-M38)
    """
    applies = {
        "veteran": fighter.quality == "veteran",
        "attack": fighter.attack != "none",
        "general": fighter.general == "in_chain",
        "raw": fighter.quality == "raw",
        "uphill": opponent.higher,
        "cavalry_charge": _is_caught_by_cavalry(fighter, opponent),
        "crew": fighter.arm == "artillery_crew" or fighter.arm in GUNS,
        "fatigued": fighter.fatigued,
    }
    lines = [fighting_factor(fighter, opponent)]
    lines += [_FACTORS[name].line() for name, does in applies.items() if does]
    cover = cover_effect(opponent.cover)
    # A unit that charges or follows up has left its cover.
    if cover.melee and opponent.attack == "none":
        reason = f"{MELEE_FILE.cover.reason} {opponent.cover.replace('_', ' ')}"
        lines.append(Line(cover.melee, reason, cover.melee_rule))
    return lines


def _is_caught_by_cavalry(fighter: Fighter, opponent: Fighter) -> bool:
    """Foot in the open struck by a cavalry charge. [mckie:melee.factor.cavopen]"""
    return (
        fighter.stance == "foot"
        and opponent.stance == "mounted"
        and opponent.attack == "charge"
        and fighter.cover in MELEE_FILE.cover.open
    )


# Strikes


class Group(msgspec.Struct, frozen=True):
    """Figures of a unit that fight one of its opponents."""

    opponent: str
    figures: int


class Blow(msgspec.Struct, frozen=True):
    """What one group did: the ledger of its factor, and the casualty table's tenths."""

    opponent: str
    figures: int
    lines: tuple[Line, ...]
    tenths: int

    @property
    def factor(self) -> int:
        return sum(line.value for line in self.lines)


class Strike(msgspec.Struct, frozen=True):
    """All that a unit did in one period of melee: its blows, and the figures each opponent lost."""

    blows: tuple[Blow, ...]
    lost: dict[str, int]

    @property
    def inflicted(self) -> int:
        """Figures lost by all opponents together. [mckie:ex.melee.attr] (MK-M34)"""
        return sum(self.lost.values())


def strike(
    fighters: Mapping[str, Fighter], unit: str, groups: Sequence[Group], chance: int, die: int
) -> Strike:
    """A unit strikes: its figures split between opponents, one chance die, one ten-sided die.

    Both dice count against every opponent. [mckie:melee.chance] [mckie:melee.proc.1]
    [mckie:melee.proc.2] [mckie:ex.melee.attr] (MK-M36)
    """
    blows = []
    totals: dict[str, int] = {}
    for group in groups:
        if group.figures < 0:
            raise ValueError(f"{group.figures} figures cannot fight")
        lines = factor_lines(fighters[unit], fighters[group.opponent])
        lines.append(Line(chance, "chance die", "mckie:melee.chance"))
        tenths = casualties.table_value(sum(line.value for line in lines), group.figures)
        blows.append(Blow(group.opponent, group.figures, tuple(lines), tenths))
        totals[group.opponent] = totals.get(group.opponent, 0) + tenths
    lost = {
        opponent: casualties.read_tenths(tenths).lost(die) for opponent, tenths in totals.items()
    }
    return Strike(tuple(blows), lost)


def strike_each(
    facing: Callable[[str, str], Fighter], unit: str, groups: Sequence[Group], chance: int, die: int
) -> Strike:
    """The same for a unit that is not the same to all of its opponents: `facing` is what one is to
    another, as it may charge one of them, or be above him."""
    strikes = [
        strike(
            {unit: facing(unit, group.opponent), group.opponent: facing(group.opponent, unit)},
            unit,
            [group],
            chance,
            die,
        )
        for group in groups
    ]
    return Strike(
        tuple(blow for one in strikes for blow in one.blows),
        {opponent: lost for one in strikes for opponent, lost in one.lost.items()},
    )


def losses(strikes: Sequence[Strike]) -> dict[str, int]:
    """The figures each unit lost: strikes are simultaneous, and each has its own dice.

    [mckie:cas.sources] [mckie:melee.proc.2]
    """
    lost: dict[str, int] = {}
    for one in strikes:
        for opponent, figures in one.lost.items():
            lost[opponent] = lost.get(opponent, 0) + figures
    return lost


def bars_to_split(groups: Sequence[Group], entitled: int) -> list[Refusal]:
    """Why figures cannot be split like this between opponents. [mckie:ex.melee.attr]"""
    named = sum(group.figures for group in groups)
    if named <= entitled:
        return []
    why = f"{named} figures are to fight, but only {entitled} are entitled to"
    return [Refusal("mckie:ex.melee.attr", why)]
