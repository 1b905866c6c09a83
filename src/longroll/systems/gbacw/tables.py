"""The charts of the series, read from data/tables.toml.

Strength at range is counted in halves, because the Range Effects Chart has a multiplier of ½.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib.resources import files
from typing import Literal

import msgspec

from longroll.board.datafile import Path
from longroll.systems.gbacw.datafile import Complaint, read

#: The two rows of totals above the Fire Combat Results. Guns firing at guns use the small-arms row.
SMALL_ARMS, GRAPESHOT = "small_arms", "grapeshot"


class Weapon(msgspec.Struct, frozen=True, dict=True):
    """A line of the Range Effects Chart. [gbacw:9.25] [gbacw:3.34]"""

    code: str
    name: str
    arm: str
    halves: tuple[int, ...]
    mounted_fire: bool
    rapid_fire: bool

    @cached_property
    def range(self) -> int:
        """Its range in hexes."""
        return len(self.halves)

    def at(self, range: int) -> int:
        """What one point or gun is worth at this many hexes, in halves; 0 out of range.

        >>> WEAPONS["R"].at(1), WEAPONS["R"].at(5), WEAPONS["R"].at(6)
        (6, 1, 0)
        """
        return self.halves[range - 1] if 1 <= range <= len(self.halves) else 0


class AmmunitionLoss(msgspec.Struct, frozen=True):
    """Boxes a wagon loses; `artillery` is None if it loses them all."""

    small_arms: int
    artillery: int | None
    wagon: bool = False


class WeaponLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon in the file: the last range of each band and its multiplier."""

    name: str
    arm: Literal["small_arms", "artillery"]
    multiplier: dict[int, float]
    stated: tuple[int, ...] = ()
    mounted_fire: bool = False
    rapid_fire: bool = False


class Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    net_cap: int
    fire_points_per_hexside: int
    enfilade: int
    depletes: tuple[int, ...]
    small_arms: tuple[int, ...]
    grapeshot: tuple[int, ...]
    results: dict[int, tuple[str, ...]]


class Melee(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: int
    results: dict[int, tuple[str, ...]]


class Elephant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stated: tuple[int, ...]
    results: dict[int, int]


class LeaderCasualty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wounded: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()
    captured: tuple[int, ...] = ()


class Repair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell that is missing in the source, and the value used instead."""

    table: str
    cell: str
    now: str
    basis: Literal["stated", "reconstructed"]
    confidence: str
    ruling: str = ""


class TablesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of data/tables.toml."""

    schema: Literal[1]
    source: str
    fire: Fire
    density: dict[int, int]
    ammunition_loss: dict[int, tuple[str, ...]]
    melee: Melee
    elephant: Elephant
    leader: dict[str, LeaderCasualty]
    repairs: tuple[Repair, ...]
    weapons: dict[str, WeaponLine]


class Tables:
    """Every chart of the series, each looked up in the terms of its rule."""

    def __init__(self, file: TablesFile) -> None:
        self.file = file
        self.net_cap = file.fire.net_cap
        self.fire_points_per_hexside = file.fire.fire_points_per_hexside
        self.enfilade = file.fire.enfilade
        self._rows = {SMALL_ARMS: file.fire.small_arms, GRAPESHOT: file.fire.grapeshot}
        self._densities = sorted(file.density)
        self._last = len(file.melee.results[1]) + file.melee.first - 1

    def column(self, row: str, total: int) -> int:
        """The column, 1 to 11, of a whole fire strength in one of the two rows. [gbacw:9.16]

        >>> TABLES.column(SMALL_ARMS, 15), TABLES.column(GRAPESHOT, 15)
        (6, 4)
        """
        return 1 + bisect_right(self._rows[row], total)

    def result(self, column: int, die: int) -> str:
        """A cell of the Fire Combat Results. [gbacw:9.16]"""
        return self.file.fire.results[die][column - 1]

    def density(self, points: int) -> int:
        """Columns to shift for the points in the target hex, negative to the left. [gbacw:8.35]"""
        place = bisect_right(self._densities, points)
        return self.file.density[self._densities[place - 1]] if place else 0

    def depletes(self, die: int) -> bool:
        """Whether the second die after a natural 1 leaves a unit without ammunition."""
        return die in self.file.fire.depletes

    def ammunition_loss(self, result: int, die: int) -> AmmunitionLoss:
        """What artillery does to a wagon, by its fire result 1 to 3 and a die. [gbacw:11.34]"""
        cell = self.file.ammunition_loss[die][result - 1]
        if cell == "WE":
            return AmmunitionLoss(0, None, wagon=True)
        small_arms, artillery = cell.split("/")
        return AmmunitionLoss(int(small_arms), None if artillery == "E" else int(artillery))

    def melee(self, differential: int, die: int) -> tuple[str, str]:
        """The results for attacker and defender, "-" for nothing. [gbacw:12.98]

        >>> TABLES.melee(-9, 6), TABLES.melee(9, 6)
        (('C3R3', '-'), ('-', 'C1R2'))
        """
        column = self.melee_column(differential) - self.file.melee.first
        attacker, _, defender = self.file.melee.results[die][column].partition("/")
        return attacker, defender

    def melee_column(self, differential: int) -> int:
        """The column of the Melee CRT, -4 to 6, for any differential. [gbacw:12.0.3]

        The chart ends at +6; the +7 in the text is a mistake (GB-B3).
        """
        return min(max(differential, self.file.melee.first), self._last)

    def elephant(self, total: int) -> int:
        """The morale of a green unit, by two dice. [gbacw:13.15]"""
        return self.file.elephant.results[total]

    def leader(self, cause: str, total: int) -> str:
        """The fate of a leader, by two dice: none, wounded, killed or captured. [gbacw:17.76]"""
        casualty = self.file.leader[cause]
        if total in casualty.captured:
            return "captured"
        if total in casualty.killed:
            return "killed"
        return "wounded" if total in casualty.wounded else "none"


def _weapon(code: str, line: WeaponLine) -> Weapon:
    bands = sorted(line.multiplier)
    halves = tuple(
        int(2 * line.multiplier[next(last for last in bands if last >= hexes)])
        for hexes in range(1, bands[-1] + 1)
    )
    return Weapon(code, line.name, line.arm, halves, line.mounted_fire, line.rapid_fire)


_DICE = tuple(range(1, 7))
_TWO_DICE = tuple(range(2, 13))
_FIRE_COLUMNS = 11
_FIRE = re.compile(r"-|P|R|P/R|[1-3]\*?")
_LOSS = re.compile(r"\d/(\d|E)|WE")
_FATE = r"(-|K|Eng|Rpls|(C\d)?R\d)"
_MELEE = re.compile(f"{_FATE}/{_FATE}")


def read_tables(text: str, name: str = "tables.toml") -> TablesFile:
    """The charts in the text of a file; DataError with every fault if it cannot be used."""
    return read(text, TablesFile, name, _complaints)


def _complaints(file: TablesFile) -> Iterator[Complaint]:
    """What the types cannot check: a cell for every die and column, with a known result."""
    for row in (SMALL_ARMS, GRAPESHOT):
        totals: tuple[int, ...] = getattr(file.fire, row)
        if len(totals) != _FIRE_COLUMNS - 1 or list(totals) != sorted(set(totals)):
            right = f"{_FIRE_COLUMNS - 1} totals, each above the one before it"
            yield ("fire", row), "does not divide the columns", right
    yield from _cells(("fire", "results"), file.fire.results, _FIRE_COLUMNS, _FIRE)
    yield from _cells(("ammunition_loss",), file.ammunition_loss, 3, _LOSS)
    columns = len(file.melee.results.get(1, ()))
    yield from _cells(("melee", "results"), file.melee.results, columns, _MELEE)
    path: Path = ("elephant", "results")
    yield from _dice(path, file.elephant.results, _TWO_DICE)
    for total, morale in file.elephant.results.items():
        if not 1 <= morale <= 5:
            yield path, f"{total} gives morale {morale}", "1 to 5"
    yield from _totals(("elephant", "stated"), file.elephant.stated)
    for cause, casualty in file.leader.items():
        for totals in (casualty.wounded, casualty.killed, casualty.captured):
            yield from _totals(("leader", cause), totals)
    for code, line in file.weapons.items():
        path = ("weapons", code, "multiplier")
        if not line.multiplier:
            yield path, "no range", "the last range of each band, and its multiplier"
        for last, times in line.multiplier.items():
            if last < 1 or times <= 0 or 2 * times != int(2 * times):
                yield path, f"{times} up to range {last}", "halves above 0, ranges from 1 on"


def _cells(
    path: Path, rows: Mapping[int, tuple[str, ...]], columns: int, cell: re.Pattern[str]
) -> Iterator[Complaint]:
    yield from _dice(path, rows, _DICE)
    for die, row in rows.items():
        here = (*path, str(die))
        if len(row) != columns:
            yield here, f"{len(row)} columns", f"{columns}"
        for one in row:
            if not cell.fullmatch(one):
                yield here, f"{one!r} is not a result", f"one like {_example(rows, cell)}"


def _example(rows: Mapping[int, tuple[str, ...]], cell: re.Pattern[str]) -> str:
    known = dict.fromkeys(one for row in rows.values() for one in row if cell.fullmatch(one))
    return " ".join(known)


def _dice(path: Path, rows: Mapping[int, object], wanted: tuple[int, ...]) -> Iterator[Complaint]:
    right = f"a line for each of {wanted[0]} to {wanted[-1]}"
    for die in wanted:
        if die not in rows:
            yield path, f"no {die}", right
    for die in rows:
        if die not in wanted:
            yield (*path, str(die)), f"{die} cannot be rolled", right


def _totals(path: Path, totals: tuple[int, ...]) -> Iterator[Complaint]:
    for total in totals:
        if total not in _TWO_DICE:
            yield path, f"{total} cannot be rolled", "totals of two dice, 2 to 12"


def _file() -> TablesFile:
    return read_tables(files(__package__).joinpath("data", "tables.toml").read_text("utf-8"))


_FILE = _file()
TABLES = Tables(_FILE)
WEAPONS = {code: _weapon(code, line) for code, line in _FILE.weapons.items()}
