"""The charts a battle prints on its mapsheet, read from the battle's charts.toml.

Terrain Effects on Movement [gbacw:5.19], Stacking Restrictions [gbacw:8.18], Terrain Effects on
Combat [gbacw:9.56]. Movement is counted in halves, because a road costs half a point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from longroll.systems.gbacw.datafile import Complaint, read

#: The columns of the movement chart.
MOVERS = (
    "infantry_line",
    "infantry_column",
    "cavalry_mounted",
    "cavalry_dismounted",
    "artillery_limbered",
    "siege_gun",
    "wagon",
    "leader",
    "crew",
)
FORMATIONS = ("infantry", "limber", "unlimber", "cavalry")
#: Heights that every battle needs besides those of its terrain.
HEIGHTS = ("foot", "mounted", "level")


class Charts(msgspec.Struct, frozen=True):
    """The charts of one battle.

    `allowance`, `enter`, `along`, `cross` and `formation` are in halves of a Movement Point.
    In `enter` and `cross`, None means prohibited; in `along` it means no benefit, so that the step
    pays for the terrain. A mover in `one_hex` may go one hex a turn whatever the cost. Hexsides in
    `bridged` cost nothing to a mover that has the benefit of a road; `night` is the extra cost of a
    terrain in the dark. `melee_points` is what attackers lose for crossing a hexside. `no_charge`
    and `blocks` hold terrains and hexsides. `stated` gives the section behind every value that a
    rule states, under keys like "enter.woods.leader"; values not listed there are reconstructed.
    """

    allowance: dict[str, int]
    one_hex: frozenset[str]
    enter: dict[str, dict[str, int | None]]
    along: dict[str, dict[str, int | None]]
    cross: dict[str, dict[str, int | None]]
    bridged: frozenset[str]
    formation: dict[str, int]
    stacking: dict[str, int]
    batteries: dict[str, int]
    melee: dict[str, int]
    mounted_stack: int
    shift: dict[str, int]
    melee_points: dict[str, int]
    height: dict[str, int]
    blocks: frozenset[str]
    no_charge: frozenset[str]
    town_by_road: frozenset[str]
    night: dict[str, int]
    stated: dict[str, str]


class Members(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set in a chart, and the sections that state its members."""

    members: tuple[str, ...]
    stated: dict[str, str] = {}


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of whole numbers, and the sections that state them."""

    values: dict[str, int]
    stated: dict[str, str] = {}


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of points or half points, and the sections that state them."""

    values: dict[str, float]
    stated: dict[str, str] = {}


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the movement chart: what each mover pays, and the sections that state it."""

    values: dict[str, float | Literal["no", "other"]]
    stated: dict[str, str] = {}


class ChartsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of charts.toml."""

    schema: Literal[1]
    source: str
    allowance: Points
    one_hex: Members
    enter: dict[str, Costs]
    town_by_road: Members
    along: dict[str, Costs]
    cross: dict[str, Costs]
    bridged: Members
    formation: Points
    stacking: Numbers
    batteries: Numbers
    melee: Numbers
    mounted_stack: Numbers
    shift: Numbers
    melee_points: Numbers
    height: Numbers
    blocks: Members
    no_charge: Members
    night: Points = Points({})


Line = Members | Numbers | Points | Costs


def read_charts(text: str, name: str = "charts.toml") -> Charts:
    """The charts in the text of a file; DataError with every fault if it cannot be used."""
    file = read(text, ChartsFile, name, _complaints)
    return Charts(
        allowance=_halves(file.allowance),
        one_hex=frozenset(file.one_hex.members),
        enter={terrain: _costs(costs) for terrain, costs in file.enter.items()},
        along={line: _costs(costs) for line, costs in file.along.items()},
        cross={hexside: _costs(costs) for hexside, costs in file.cross.items()},
        bridged=frozenset(file.bridged.members),
        formation=_halves(file.formation),
        stacking=file.stacking.values,
        batteries=file.batteries.values,
        melee=file.melee.values,
        mounted_stack=file.mounted_stack.values["points"],
        shift=file.shift.values,
        melee_points=file.melee_points.values,
        height=file.height.values,
        blocks=frozenset(file.blocks.members),
        no_charge=frozenset(file.no_charge.members),
        town_by_road=frozenset(file.town_by_road.members),
        night=_halves(file.night),
        stated={
            ".".join((*path, key)): section
            for path, line in _lines(file)
            for key, section in line.stated.items()
        },
    )


def _halves(points: Points) -> dict[str, int]:
    return {key: int(2 * value) for key, value in points.values.items()}


def _costs(costs: Costs) -> dict[str, int | None]:
    return {
        mover: None if isinstance(cost, str) else int(2 * cost)
        for mover, cost in costs.values.items()
    }


def _lines(file: ChartsFile) -> Iterator[tuple[tuple[str, ...], Line]]:
    """Every line of every chart with its path of keys."""
    for field in file.__struct_fields__:
        value = getattr(file, field)
        if isinstance(value, dict):
            yield from (((field, key), costs) for key, costs in value.items())
        elif isinstance(value, Line):
            yield (field,), value


def _complaints(file: ChartsFile) -> Iterator[Complaint]:
    """What types cannot check: a value for every mover and terrain, in points or half points."""
    for path, line in _lines(file):
        named = line.members if isinstance(line, Members) else tuple(line.values)
        for key in line.stated:
            if key not in named:
                yield (*path, "stated"), f"{key!r} has no value", f"one of {' '.join(named)}"
        if isinstance(line, Points | Costs):
            yield from _uneven(path, line.values)
    chart = {"enter": "no", "along": "other", "cross": "no"}
    for table, word in chart.items():
        for key, costs in getattr(file, table).items():
            path = (table, key, "values")
            yield from _missing(path, costs.values, MOVERS)
            for mover, cost in costs.values.items():
                if isinstance(cost, str) and cost != word:
                    yield path, f"{mover} is {cost!r}", f'points or "{word}"'
    yield from _missing(("allowance", "values"), file.allowance.values, MOVERS)
    yield from _missing(("formation", "values"), file.formation.values, FORMATIONS)
    yield from _missing(("mounted_stack", "values"), file.mounted_stack.values, ("points",))
    for limit in ("stacking", "batteries", "melee", "shift"):
        yield from _missing(
            (limit, "values"),
            getattr(file, limit).values,
            tuple(file.enter),
            extra=limit == "shift",
        )
    yield from _missing(("height", "values"), file.height.values, HEIGHTS, extra=True)
    for blocker in file.blocks.members:
        if blocker not in file.height.values:
            yield ("blocks", "members"), f"{blocker!r} has no height", "a value under height"
    for kind in file.bridged.members:
        if kind not in file.cross:
            yield (
                ("bridged", "members"),
                f"unknown hexside {kind!r}",
                f"one of {' '.join(file.cross)}",
            )
    for movers in ("one_hex", "town_by_road"):
        for mover in getattr(file, movers).members:
            if mover not in MOVERS:
                yield (movers, "members"), f"unknown mover {mover!r}", f"one of {' '.join(MOVERS)}"
    for kind in file.night.values:
        if kind not in file.enter:
            yield ("night", "values"), f"unknown terrain {kind!r}", f"one of {' '.join(file.enter)}"
    known = (*file.enter, *file.cross)
    for kind in file.no_charge.members:
        if kind not in known:
            yield ("no_charge", "members"), f"unknown terrain {kind!r}", f"one of {' '.join(known)}"


def _uneven(path: tuple[str, ...], values: Mapping[str, float | str]) -> Iterator[Complaint]:
    for key, value in values.items():
        if not isinstance(value, str) and (value < 0 or 2 * value != int(2 * value)):
            yield (*path, "values"), f"{key} is {value}", "points or half points"


def _missing(
    path: tuple[str, ...],
    values: Mapping[str, object],
    wanted: tuple[str, ...],
    *,
    extra: bool = False,
) -> Iterator[Complaint]:
    for key in wanted:
        if key not in values:
            yield path, f"no {key}", f"a value for each of {' '.join(wanted)}"
    if not extra:
        for key in values:
            if key not in wanted:
                yield path, f"unknown {key!r}", f"one of {' '.join(wanted)}"
