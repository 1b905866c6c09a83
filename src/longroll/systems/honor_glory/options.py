"""The optional rules OP1 to OP15: typed options of a battle, and their tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from longroll.board.datafile import Complaint
from longroll.kernel.dice import Roll, Rolls
from longroll.kernel.state import Options as BaseOptions
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.dice import d6, d10, total, two_d6
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.words import Rank

Wound = Literal["killed", "badly_wounded", "lightly_wounded", "unharmed"]
Arrival = Literal["mapped", "left", "right", "not_yet"]
Wish = Literal["attack_nearest", "to_commander", "free"]
Fire = Literal["out_of_control", "withdraw_retry", "still_burning", "out"]
Attacker = Literal["infantry", "light", "medium", "heavy"]
Feature = Literal["hill", "hedge", "fence", "low_stone_wall", "building", "wood", "difficult"]


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agree on before a battle.

    [honor_glory:22.tip] [honor_glory:30.1] [honor_glory:35.1] [honor_glory:36.1]
    [honor_glory:63.0b] [honor_glory:71.1] [honor_glory:87.1]
    """

    #: OP1: classes by chance, at the start or the first time they matter. [honor_glory:OP1.2]
    random_class: Literal["no", "start", "when_needed"] = "no"
    #: OP2 [honor_glory:OP2.1]
    size_by_class: bool = False
    #: OP3 [honor_glory:OP3.1a]
    exhausted_crews: bool = False
    #: OP4 [honor_glory:OP4.1a]
    blown_cavalry: bool = False
    #: OP5 [honor_glory:OP5.0]
    wounded_commanders: bool = False
    #: OP6 [honor_glory:OP6.1]
    flank_marches: bool = False
    #: OP7 [honor_glory:OP7.1]
    leaderless_units: bool = False
    #: OP8 [honor_glory:OP8.1]
    lines_of_communication: bool = False
    #: OP9 [honor_glory:OP9.1]
    changing_terrain: bool = False
    #: OP10 [honor_glory:OP10.0a]
    destruction_of_cover: bool = False
    #: OP11 [honor_glory:OP11.0]
    opportune_fire: bool = False
    #: OP12 [honor_glory:OP12.0]
    supporting_fire: bool = False
    #: OP13 [honor_glory:OP13.1]
    random_weapons: bool = False
    #: OP14 [honor_glory:OP14.0a]
    extended_command: bool = False
    #: OP15 [honor_glory:OP15.1]
    two_activations: bool = False
    #: Players on each side; three or more take their turns one by one. [honor_glory:12.1]
    #: [honor_glory:12.2]
    players: Annotated[int, Meta(ge=1, le=4)] = 1
    #: Broken units are taken off at once instead of fleeing. [honor_glory:22.tip] (HG-H21)
    remove_broken: bool = False
    #: Distances may be measured before anything is declared. [honor_glory:6.3]
    measuring: Literal["declared", "free"] = "declared"
    #: Whether the enemy's morale points are shown. [honor_glory:3.mrc.2] [honor_glory:8.tip]
    ratings: Literal["secret", "open"] = "secret"


class _Exhaustion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stamina: int
    fire: int
    withdrawal: int


class _Blown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int


class _Camp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    width: int
    depth: int


class Radius(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far a commander's bonus reaches, and how many other units it helps."""

    cm: int
    units: int

    @property
    def distance(self) -> int:
        return self.cm * CM


class _Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    activations: int
    opportune_guns: int
    burning: int
    flank_march: int


class OptionFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/options.toml as it is written."""

    schema: Literal[1]
    source: str
    exhaustion: _Exhaustion
    blown: _Blown
    wounds: dict[int, Wound]
    flank_march: dict[int, Arrival]
    leaderless: dict[int, Wish]
    camp: _Camp
    changeable: dict[Feature, tuple[int, int]]
    damage: dict[Attacker, int]
    burning: dict[int, Fire]
    radius: dict[Rank, Radius]
    limits: _Limits


def complaints(file: OptionFile) -> Iterator[Complaint]:
    """What the types do not say."""
    tables: dict[str, Collection[int]] = {
        "wounds": file.wounds,
        "flank_march": file.flank_march,
        "leaderless": file.leaderless,
        "burning": file.burning,
    }
    for name, table in tables.items():
        if sorted(table) != list(range(2, 13)):
            yield (name,), "not every score of two dice has a result", "2 to 12"


OPTIONS = load("options.toml", OptionFile, complaints)
#: [honor_glory:OP15.1]
MOST_ACTIVATIONS = OPTIONS.limits.activations


# Flank marches


class FlankMarch(msgspec.Struct, frozen=True):
    """One attempt to arrive: `at` is from the left end of the edge as its player faces it."""

    arrival: Arrival
    shift: int
    at: Distance | None


def flank_march(point: Distance, edge: Distance, dice: Rolls) -> FlankMarch:
    """Whether a flank march arrives, and where; off the table it is the nearest corner.
    [honor_glory:OP6.2] [honor_glory:OP6.3] [honor_glory:OP6.4] [honor_glory:OP6.5]
    [honor_glory:OP6.6] [honor_glory:OP6.7] [honor_glory:OP6.9]"""
    arrival = OPTIONS.flank_march[total(two_d6(dice, "flank march"))]
    if arrival == "not_yet":
        return FlankMarch(arrival, 0, None)
    if arrival == "mapped":
        return FlankMarch(arrival, 0, point)
    shift = (d10(dice, "flank march goes astray").value or 10) * 10 * CM
    to = point + shift if arrival == "right" else point - shift
    return FlankMarch(arrival, shift, min(max(to, 0), edge))


# Units without a commander


def wish_without_commander(dice: Rolls) -> tuple[tuple[Roll, Roll], Wish]:
    """What an activated unit without a commander does; one that lost its last in melee is not
    asked before it is next activated.
    [honor_glory:OP7.1] [honor_glory:OP7.2] [honor_glory:OP7.3] [honor_glory:OP7.4]
    [honor_glory:OP7.5]"""
    rolls = two_d6(dice, "no commander")
    return rolls, OPTIONS.leaderless[total(rolls)]


# Changing terrain


def changes_allowed(dice: Rolls) -> Roll:
    """How many pieces of terrain a side may change. [honor_glory:OP9.1]"""
    return d6(dice, "changes of terrain")


def may_be_changed(feature: str, length: Distance, width: Distance) -> bool:
    """Whether a piece of terrain may be added, moved, replaced or removed: small ones only, and no
    roads, rivers, bridges, works or what an umpire put there.
    [honor_glory:OP9.4] [honor_glory:OP9.5] [honor_glory:OP9.6]

    >>> may_be_changed("wood", 1900, 900), may_be_changed("wood", 2500, 900)
    (True, False)
    """
    most = OPTIONS.changeable.get(feature)  # type: ignore[call-overload]
    if most is None:
        return False
    short, long = sorted((length, width))
    limit_short, limit_long = sorted((most[0] * CM, most[1] * CM))
    areas = feature in ("hill", "wood")  # these must be smaller, the others at most as long
    if areas:
        return bool(long < limit_long and short < limit_short)
    return bool(long <= limit_long)


# Cover destroyed and burnt


def damage(by: Attacker, dice: Rolls) -> int:
    """The defence value that an attack on cover, or a fire in its first turn, takes away.
    [honor_glory:OP10.1.4] [honor_glory:OP10.2.2]"""
    return d6(dice, "damage to cover").value + OPTIONS.damage[by]


def fire_starts(defended: bool, dice: Rolls) -> bool:
    """Whether cover catches fire: defenders put it out unless the attacker rolls higher.
    [honor_glory:OP10.2.0] [honor_glory:OP10.2.1]"""
    if not defended:
        return True
    return d6(dice, "setting fire").value > d6(dice, "putting it out").value


def burnt(value: int, first: int, turns: int) -> tuple[tuple[int, ...], int]:
    """What a fire takes in each turn that nobody fights it, doubling, and the value left.
    [honor_glory:OP10.2.3] [honor_glory:OP10.2.4] (HG-H71)

    >>> burnt(30, 2, 3)
    ((2, 4, 8), 16)
    """
    taken: list[int] = []
    for turn in range(turns):
        if value == 0:
            break
        taken.append(first << turn)
        value = max(0, value - taken[-1])
    return tuple(taken), value


def fire_fought(dice: Rolls) -> tuple[tuple[Roll, Roll], Fire]:
    """An infantry or cavalry unit in contact tries to put out a fire.
    [honor_glory:OP10.3.0] [honor_glory:OP10.3.1] [honor_glory:OP10.3.2] [honor_glory:OP10.3.3]
    [honor_glory:OP10.3.4]"""
    rolls = two_d6(dice, "fighting the fire")
    return rolls, OPTIONS.burning[total(rolls)]
