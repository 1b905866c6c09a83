"""Scales, base sizes and the strength of units; read from data/units.toml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.words import GUNS, Arm, Formation, Quality

StandKind = Literal[
    "infantry",
    "skirmish",
    "cavalry",
    "dismounted_cavalry",
    "horse_holder",
    "division_commander",
    "corps_commander",
    "corps_command_dismounted",
    "army_commander",
    "army_command_dismounted",
    "gun",
    "limber",
    "wagon",
    "vessel",
]


class Stand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A base: its size in hundredths of an inch, and the figures that a full one carries."""

    frontage: int
    depth: int
    figures: int = 0


class Scales(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[mckie:scale.ground] [mckie:scale.figure] [mckie:scale.models] [mckie:scale.time]"""

    yards_per_inch: int
    men_per_figure: int
    pieces_per_model: int
    minutes_per_period: int


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How large and how small a unit may be."""

    most_figures: int
    fewest_cavalry_figures: int
    most_models: int
    crew_of_a_model: int
    figures_per_holder: int


class LossShares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    dead: int
    badly_wounded: int
    slightly_wounded: int


class Screen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most: int
    within: int


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/units.toml as it is written."""

    schema: Literal[1]
    source: str
    scales: Scales
    strength: Limits
    guns_firing: dict[int, int]
    losses: LossShares
    screen: Screen
    qualities: dict[Quality, tuple[str, ...]]
    stands: dict[StandKind, Stand]


_DATA = load("units.toml", UnitsFile)
SCALES = _DATA.scales
LIMITS = _DATA.strength
SCREEN = _DATA.screen
#: Base sizes of the book. [mckie:base.units]
STANDS: Mapping[StandKind, Stand] = _DATA.stands
#: The quality of troops by its own word and by what they are called. [mckie:cat.assign]
QUALITIES: Mapping[str, Quality] = {
    word: quality for quality, called in _DATA.qualities.items() for word in (quality, *called)
}


# Stands


def based(sizes: Mapping[StandKind, tuple[int, int]]) -> Mapping[StandKind, Stand]:
    """The base sizes of a scenario that has its own; figures stay as they are.
    [mckie:base.optional]

    >>> based({"infantry": (120, 80)})["infantry"]
    Stand(frontage=120, depth=80, figures=4)
    """
    own = {kind: Stand(*size, STANDS[kind].figures) for kind, size in sizes.items()}
    return {**STANDS, **own} if own else STANDS


def stand_kind(arm: Arm, formation: Formation) -> StandKind:
    """The kind of stand that troops use in a formation.

    >>> stand_kind("infantry", "line"), stand_kind("infantry", "skirmish")
    ('infantry', 'skirmish')
    """
    if formation == "skirmish":
        return "skirmish"
    if arm in GUNS or arm == "artillery_crew":
        return "gun"
    if arm == "gunboat":
        return "vessel"
    if arm == "infantry" or arm == "cavalry" or arm == "dismounted_cavalry" or arm == "wagon":
        return arm
    raise ValueError(f"{arm} has no troop stand")


def figures_on_a_stand(arm: Arm, formation: Formation) -> int:
    """How many figures a full stand carries. [mckie:base.infantry] [mckie:base.skirmish]"""
    return STANDS[stand_kind(arm, formation)].figures


# Strength


def figures_of(men: int) -> int:
    """The figures for this many men: the nearest number, halves to the even one.
    [mckie:scale.figure]

    >>> figures_of(960), figures_of(2300), figures_of(2020)
    (24, 58, 50)
    """
    if men < 1:
        raise ValueError(f"{men} men make no figures")
    return max(1, round(Fraction(men, SCALES.men_per_figure)))


def models_of(pieces: int) -> int:
    """The models for this many guns, mortars or wagons; a part counts as one.
    [mckie:scale.models]

    >>> models_of(8), models_of(20), models_of(6)
    (1, 3, 1)
    """
    if pieces < 1:
        raise ValueError(f"{pieces} pieces make no model")
    return -(-pieces // SCALES.pieces_per_model)


def shared_out(whole: int, most: int) -> tuple[int, ...]:
    """A number divided into as few parts as `most` allows, as even as possible, larger ones first.

    >>> shared_out(48, 32), shared_out(65, 32), shared_out(24, 32)
    ((24, 24), (22, 22, 21), (24,))
    """
    parts = -(-whole // most)
    each, over = divmod(whole, parts)
    return tuple(each + (place < over) for place in range(parts))


def unit_scaling(men: int) -> tuple[int, ...]:
    """The figures of each unit that a brigade becomes.
    [mckie:unit.scaling] [mckie:unit.split] [mckie:unit.max]

    >>> unit_scaling(960), unit_scaling(1920)
    ((24,), (24, 24))
    """
    return shared_out(figures_of(men), LIMITS.most_figures)


def stands_for(figures: int, on_a_stand: int) -> int:
    """The stands for this many figures: one goes when its last figure is lost. [mckie:rem.stand]

    >>> stands_for(21, 4), stands_for(20, 4)
    (6, 5)
    """
    return -(-figures // on_a_stand)


class LossSteps(msgspec.Struct, frozen=True):
    """Losses as morale counts them: full tenths of the original strength, and whether less than
    half of it is left."""

    tens: int
    under_half: bool


def loss_steps(original: int, remaining: int) -> LossSteps:
    """Losses over the whole unit, rounded down to full tens.
    [mckie:rem.strength] [mckie:rem.gun2] [mckie:rem.gun3] (MK-M40)

    >>> loss_steps(12, 9)
    LossSteps(tens=2, under_half=False)
    """
    return LossSteps((original - remaining) * 10 // original, remaining * 2 < original)


# Guns


def guns_of_a_model(crew: int) -> int:
    """The guns that a model counts as with this many crewmen left.
    [mckie:unit.crew] [mckie:unit.crewloss] [mckie:fire.guns8]"""
    if crew not in _DATA.guns_firing:
        raise ValueError(f"a gun model has no crew of {crew}")
    return _DATA.guns_firing[crew]


def guns_firing(crews: Sequence[int]) -> tuple[int, ...]:
    """The guns that each model of a battery counts as. [mckie:rem.gun2] [mckie:rem.gun3]

    >>> guns_firing([4, 4, 1])
    (8, 8, 4)
    """
    return tuple(map(guns_of_a_model, crews))


def lose_crew(crews: Sequence[int], lost: int) -> tuple[int, ...]:
    """Crewmen lost by a battery: the last model that still has any loses them first.
    [mckie:rem.gun3]

    >>> lose_crew([4, 4, 4], 3), lose_crew([4, 4, 1], 2)
    ((4, 4, 1), (4, 3, 0))
    """
    left = list(crews)
    for place in reversed(range(len(left))):
        taken = min(left[place], lost)
        left[place] -= taken
        lost -= taken
    return tuple(left)


# Dismounted cavalry


def horse_holders(figures: int) -> int:
    """The figures of dismounted cavalry that hold horses: one in four, rounded down.
    [mckie:form.dism.2] [mckie:man.holder] (MK-M52)

    >>> horse_holders(12), horse_holders(14)
    (3, 3)
    """
    return figures // LIMITS.figures_per_holder


def bar_to_mount(figures: int, holders: int) -> Refusal | None:
    """Why dismounted cavalry with this many holders has lost its horses. [mckie:form.dism.3]"""
    wanted = horse_holders(figures)
    if holders < wanted:
        return Refusal(
            "mckie:form.dism.3",
            f"the horses wandered off: {holders} of {wanted} holders were kept",
        )
    return None


# The end of a day


class DayOfBattle(msgspec.Struct, frozen=True):
    """What became of the figures a unit lost in a day. [mckie:loss.1] [mckie:loss.3]"""

    dead: int
    badly_wounded: int
    returning: int
    prisoners: int


def end_of_day(lost: int, captured: int) -> DayOfBattle:
    """The figures lost in a day, `captured` ones included: half of the others come back.
    [mckie:loss.1] [mckie:loss.2] [mckie:loss.3] (MK-M61)

    >>> end_of_day(23, captured=3)
    DayOfBattle(dead=3, badly_wounded=7, returning=10, prisoners=3)
    """
    if not 0 <= captured <= lost:
        raise ValueError(f"there cannot be {captured} captured of {lost} lost")
    fallen = lost - captured
    returning = fallen * _DATA.losses.slightly_wounded // 100
    dead = fallen * _DATA.losses.dead // 100
    return DayOfBattle(dead, fallen - returning - dead, returning, captured)
