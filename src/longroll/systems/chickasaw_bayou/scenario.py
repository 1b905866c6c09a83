"""Scenario files and variant files: what each adds to the scenarios of the series."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint, Path, read
from longroll.board.hex import Hex
from longroll.systems.blind_swords import scenario as series
from longroll.systems.blind_swords.scenario import Clock, Reinforcement
from longroll.systems.blind_swords.sides import Side
from longroll.systems.blind_swords.tables import one_of
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.tables import CHITS, TABLES, read_text
from longroll.systems.chickasaw_bayou.terrain import GRID

#: The scenarios in the order of the book, and the variants of the last.
SCENARIOS = (
    "securing-the-landing-zone",
    "aggressive-plan",
    "blakes-levee",
    "missed-opportunity",
    "prelude",
    "grand-assault",
)
VARIANTS = ("race-course", "yazoo-river", "missouri", "levee")
_A_UNIT = "an id of the order of battle"
_A_HEX = "a hex of the map"

#: What a level of victory can ask for: the difference in points, Trench hexes under Union control
#: in all and in each row, Fallen Timber markers removed.
Goal = Literal["difference", "trench_hexes", "first_row", "second_row", "timber_removed"]


class Release(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What frees restricted units; `hex` and `hexes` are for a Union unit within a distance."""

    kind: Literal[
        "union_within", "fired_upon", "union_infantry_in_timber", "union_infantry_beside_trench"
    ]
    hex: Hex = ""
    hexes: int = 0


class Restriction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that may not do some things until any one of the releases (CB-33)."""

    units: tuple[str, ...]
    bars: tuple[Literal["move", "fire", "events"], ...]
    until: tuple[Release, ...]
    rule: str


class Timber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where Fallen Timber lies at the start. [chickasaw_bayou:2.2a.1]"""

    full: tuple[Hex, ...] = ()
    half: tuple[Hex, ...] = ()


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What victory points are given for; `free` ones come with the scenario."""

    hexes: tuple[Hex, ...]
    union: int
    confederate: int
    unit: int
    free: dict[Side, int] = {}

    def of(self, side: Side, hexes: int, enemy_units: int) -> int:
        """A side's points for hexes it controls and enemy units lost or rebuilt."""
        each = self.union if side == "union" else self.confederate
        return each * hexes + self.unit * enemy_units + self.free.get(side, 0)


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level of victory and the least that it asks for; no `winner` is a draw."""

    name: str
    winner: Side | Literal[""] = ""
    least: dict[Goal, int] = {}


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: tuple[Level, ...]
    points: Points | None = None

    def reached(self, score: Mapping[Goal, int]) -> Level:
        """The first level all of whose goals a score reaches; what is not scored is 0."""
        return next(
            level
            for level in self.level
            if all(score.get(goal, 0) >= least for goal, least in level.least.items())
        )


class Bombardment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Low Ammo markers that the Union places before play. [chickasaw_bayou:17.6f.1]"""

    markers: int
    most_a_unit: int


class SnydersBluff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units drawn blind as the Union comes on. [chickasaw_bayou:17.6j.1]

    `between_rows` and `second_row` are how many are drawn for entering ground between the trench
    rows and different hexes of the second row; within `pike_distance` of the pike all the rest.
    """

    units: tuple[str, ...]
    hex: Hex
    turns: int
    between_rows: int
    second_row: int
    pike_distance: int


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that only some scenario has."""

    free_bayou_entry: tuple[Clock, ...] = ()
    pontoon_bridges: int = 0
    bombardment: Bombardment | None = None
    snyders_bluff: SnydersBluff | None = None


class Scenario(series.Scenario, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario of the battle.

    `history` is the level of victory of the real battle, "" where there was none;
    `optional_turns` another length the players may agree on.
    """

    victory: Victory
    history: str = ""
    optional_turns: int = 0
    restricted: tuple[Restriction, ...] = ()
    timber: Timber = Timber()
    command_bonus: dict[Side, dict[Clock, int]] = {}
    special: Special = Special()

    def bonus(self, side: Side, clock: Clock) -> int:
        """What a turn adds to every Command Rating of a side. [chickasaw_bayou:17.6i.1]"""
        return self.command_bonus.get(side, {}).get(clock, 0)


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a scenario's set-up and reinforcements; `marks` says what of it is known."""

    schema: Literal[1]
    source: str
    letter: str
    title: str
    of: str
    marks: dict[str, Literal["S", "I", "R"]]
    setup: dict[Side, dict[str, Hex]] = {}
    reinforcement: tuple[Reinforcement, ...] = ()

    def applied(self, scenario: Scenario) -> Scenario:
        """The scenario as this variant changes it."""
        setup = {side: hexes | self.setup.get(side, {}) for side, hexes in scenario.setup.items()}
        coming = (*scenario.reinforcement, *self.reinforcement)
        return msgspec.structs.replace(scenario, setup=setup, reinforcement=coming)


def read_scenario(text: str, name: str) -> Scenario:
    """The scenario in the text of a file; DataError with every fault."""
    return read(text, Scenario, name, complaints)


def read_variant(text: str, name: str) -> Variant:
    """The variant in the text of a file; DataError with every fault."""
    return read(text, Variant, name, _variant)


@cache
def scenario(name: str, variants: tuple[str, ...] = ()) -> Scenario:
    """A scenario that ships with the battle, changed by variants of it."""
    found = read_scenario(read_text(f"scenarios/{name}.toml"), f"{name}.toml")
    for one in variants:
        found = variant(one).applied(found)
    return found


@cache
def variant(name: str) -> Variant:
    """A variant that ships with the battle."""
    return read_variant(read_text(f"variants/{name}.toml"), f"{name}.toml")


def complaints(file: Scenario) -> Iterator[Complaint]:
    """Everything a scenario names that does not exist, and levels that cannot be reached."""
    turns = max(file.turns, file.optional_turns)
    yield from series.complaints(file, ROSTER, CHITS, GRID, turns)
    for place, restriction in enumerate(file.restricted):
        path: Path = ("restricted", place)
        yield from _units((*path, "units"), restriction.units)
        for release in restriction.until:
            if release.kind == "union_within":
                yield from one_of((*path, "until"), release.hex, GRID.hexes, _A_HEX)
    timber = (*file.timber.full, *file.timber.half)
    for hex in timber:
        yield from one_of(("timber",), hex, GRID.hexes, _A_HEX)
        if timber.count(hex) > 1:
            yield ("timber",), f"{hex} is given twice", "once for each hex"
    if known := file.clocks(turns):
        for side, bonus in file.command_bonus.items():
            for clock in bonus:
                yield from one_of(("command_bonus", side, clock), clock, known)
        for clock in file.special.free_bayou_entry:
            yield from one_of(("special", "free_bayou_entry"), clock, known)
    bridges, most = file.special.pontoon_bridges, TABLES.counts.pontoon_bridges
    if not 0 <= bridges <= most:
        yield ("special", "pontoon_bridges"), f"{bridges} bridges", f"0 to {most}"
    if bluff := file.special.snyders_bluff:
        yield from _units(("special", "snyders_bluff", "units"), bluff.units)
        yield from one_of(("special", "snyders_bluff", "hex"), bluff.hex, GRID.hexes, _A_HEX)
    yield from _victory(file)


def _victory(file: Scenario) -> Iterator[Complaint]:
    levels = file.victory.level
    for place, level in enumerate(levels):
        last = place == len(levels) - 1
        if last == bool(level.least):
            right = "goals for every level but the last, which is for any other end"
            yield ("victory", "level", place), f"{level.name!r} is out of place", right
    if not levels:
        yield ("victory",), "no level", "levels from the best for the Union to the worst"
    if file.history:
        yield from one_of(("history",), file.history, [level.name for level in levels])
    for hex in file.victory.points.hexes if file.victory.points else ():
        yield from one_of(("victory", "points", "hexes"), hex, GRID.hexes, _A_HEX)


def _variant(file: Variant) -> Iterator[Complaint]:
    yield from one_of(("of",), file.of, SCENARIOS)
    if file.of in SCENARIOS:
        for path, what, right in complaints(file.applied(scenario(file.of))):
            # What is wrong with the scenario itself is told with the scenario.
            if path[0] in ("setup", "reinforcement"):
                yield path, what, right


def _units(path: Path, units: Iterable[str]) -> Iterator[Complaint]:
    for unit in units:
        yield from one_of(path, unit, ROSTER.number, _A_UNIT)
