"""The movement table and the rates of ground; read from data/movement.toml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.words import FOOT, Arm, Formation, Ground, State

Row = Literal["foot", "skirmish_foot", "cavalry", "field_artillery", "siege_artillery", "wagon"]
Column = Literal["road_march", "line", "column"]
#: States in which ground does not slow a unit. [mckie:terr.flight]
IN_FLIGHT: tuple[State, ...] = ("retiring", "retreating", "routing")


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the movement table, in hundredths of an inch; None is n/a. (MK-M2)"""

    rule: str
    road_march: int | None = None
    line: int | None = None
    column: int | None = None
    doubling: int | None = None
    charging: int | None = None

    def doubled(self, rate: int) -> int | None:
        """A rate with the bonus for doubling."""
        return None if self.doubling is None else rate * (100 + self.doubling) // 100


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The share of its move that a manoeuvre costs, in hundredths."""

    share: int
    rule: str


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: Cost
    line_column: Cost
    line_supported: Cost
    extended: Cost
    skirmish: Cost
    screen: Cost
    mount: Cost
    limber_field: Cost
    limber_siege: Cost
    pass_lines: Cost
    skirmishers_pass: Cost


class GroundRate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    foot: int | None = None
    mounted: int | None = None


class Straggling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    up_to: int
    lose: int


class Charged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns_beyond: int
    evade_on_foot: int


class Digging(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    figures: int
    periods: int
    frontage: int


class MovementFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/movement.toml as it is written."""

    schema: Literal[1]
    source: str
    mounted_general: int
    manhandle: int
    least_gap: int
    contour: int
    rates: dict[Row, Rate]
    costs: Costs
    ground: dict[Ground, GroundRate]
    stragglers: tuple[Straggling, ...]
    charged: Charged
    digging: Digging


MOVEMENT = load("movement.toml", MovementFile)
COSTS = MOVEMENT.costs

_COLUMNS: Mapping[Formation, Column] = {
    "line": "line",
    "supported_line": "line",  # (MK-M31)
    "extended": "line",
    "skirmish": "line",
    "dismounted": "line",  # (MK-M63)
    "column": "column",
    "attack_column": "column",  # (MK-M31)
    "limbered": "column",  # (MK-M22)
    "road_march": "road_march",
}


_ROWS: Mapping[Arm, Row] = {
    "cavalry": "cavalry",
    "field_artillery": "field_artillery",
    "siege_artillery": "siege_artillery",
    "wagon": "wagon",
}


def rate_row(arm: Arm, formation: Formation) -> Rate:
    """The row of the movement table for some troops; a general on foot moves as foot. (MK-M63)"""
    on_foot: Row = "skirmish_foot" if formation == "skirmish" else "foot"
    return MOVEMENT.rates[_ROWS.get(arm, on_foot)]


def normal_rate(arm: Arm, formation: Formation) -> int | None:
    """The rate of a formation at the normal pace; None if the table has n/a.
    [mckie:rate.foot] [mckie:rate.skirm] [mckie:rate.cav] [mckie:rate.fart] [mckie:rate.siege]
    [mckie:rate.wagon]

    >>> normal_rate("infantry", "supported_line"), normal_rate("siege_artillery", "limbered")
    (600, 600)
    """
    if formation not in _COLUMNS or arm == "gunboat":
        return None
    rate: int | None = getattr(rate_row(arm, formation), _COLUMNS[formation])
    return rate


def column_double_rate(arm: Arm) -> int:
    """The rate of retreat and rout: column, doubled if the arm can double at all.
    [mckie:morale.result.m3b] [mckie:morale.result.m7a] (MK-M46)

    >>> column_double_rate("infantry"), column_double_rate("wagon")
    (1200, 800)
    """
    row = rate_row(arm, "column")
    assert row.column is not None
    return row.doubled(row.column) or row.column


def is_slow(ground: Ground, formation: Formation) -> bool:
    """Whether ground slows troops in that formation; in a built-up area the roads do not.
    [mckie:bua.1] (MK-M50)"""
    on_a_road = ground == "built_up" and formation in ("road_march", "limbered")
    return ground in MOVEMENT.ground and not on_a_road


def ground_rate(
    arm: Arm, formation: Formation, ground: Ground, *, in_flight: bool = False
) -> int | Refusal:
    """The hundredths of its normal rate at which a unit moves on a ground, or why it may not.
    [mckie:terr.openwood.foot] [mckie:terr.openwood.mount] [mckie:terr.dense.1]
    [mckie:terr.dense.2] [mckie:terr.flight] [mckie:bua.1] [mckie:bua.2] [mckie:bua.3]

    >>> ground_rate("infantry", "line", "open_woods"), ground_rate("cavalry", "line", "open_woods")
    (75, 50)
    >>> str(ground_rate("cavalry", "line", "rough"))
    'only foot may move in rough [mckie:terr.dense.1]'
    """
    if not is_slow(ground, formation):
        return 100
    loose = formation == "dismounted" or (arm in FOOT and formation == "extended")
    if ground == "built_up" and not in_flight and not loose:
        # Any formation may come to its edge [mckie:bua.5]; to go further the unit must first change
        # to one of the two. [mckie:bua.6]
        return Refusal(
            "mckie:bua.1" if arm not in FOOT else "mckie:bua.2",
            "in a built-up area troops move in march column, or foot in extended order",
        )
    on_foot = arm in FOOT or formation == "dismounted"
    slow = MOVEMENT.ground[ground]
    rate = slow.foot if on_foot else slow.mounted
    if rate is None and not (ground == "built_up" and in_flight):
        return Refusal("mckie:terr.dense.1", f"only foot may move in {ground.replace('_', ' ')}")
    return 100 if in_flight or rate is None else rate


def disorders_in_flight(ground: Ground) -> bool:
    """Whether a unit forced to retire, retreat or rout in this ground is disordered by it.
    [mckie:bua.4]"""
    return ground == "built_up"
