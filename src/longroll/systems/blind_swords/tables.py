"""The series' charts except those of cohesion: results, orders, weapons, wild chits, numbers.

Each is one file of `data/`, so that whoever owns the printed chart replaces that file alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

from longroll.board.datafile import Complaint, Path, read
from longroll.systems.blind_swords.marks import Mark
from longroll.systems.blind_swords.sides import Side

T = TypeVar("T")

Severity = Literal["A", "B", "C", "D", "E", "F"]
#: The cell of the Combat Results Table that does nothing. [blind_swords:9.4.1]
NO_EFFECT = "--"
Cell = Literal["--", "A", "B", "C", "D", "E", "F"]
#: Two dice read as tens and units, 11 to 66, never added. [blind_swords:1.1.2] [blind_swords:1.1.3]
READINGS = tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 7))
DICE = tuple(range(1, 7))


def reading(tens: int, units: int) -> int:
    """The combat roll of two dice.

    >>> reading(3, 5)
    35
    """
    return 10 * tens + units


# The Combat Results Table


class ResultsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    mark: Mark
    form: dict[str, Mark]
    columns: dict[str, int]
    rows: dict[int, tuple[Cell, ...]]


class CombatResults:
    """The Combat Results Table. A column is its place from the left, 0 first. Never changes."""

    def __init__(self, file: ResultsFile) -> None:
        self.mark = file.mark
        self.form = file.form
        self.labels = tuple(file.columns)
        self._least = tuple(file.columns.values())
        self.rows = file.rows

    def column(self, strength: Fraction | int) -> int:
        """The column of a total, rounded down; below one point it is C. [blind_swords:1.3.2]

        >>> COMBAT_RESULTS.labels[COMBAT_RESULTS.column(Fraction(17, 2))]
        '7-8'
        """
        return bisect_right(self._least, int(strength)) - 1

    def shifted(self, column: int, shift: int) -> int:
        """The column so many to the right; the ends hold. [blind_swords:9.3.9]

        >>> COMBAT_RESULTS.shifted(2, -6)
        0
        """
        return min(max(column + shift, 0), len(self.labels) - 1)

    def result(self, column: int, reading: int) -> Cell:
        """A cell by its column and the combat roll. [blind_swords:9.4.3]

        >>> COMBAT_RESULTS.result(4, 41)
        'A'
        """
        return self.rows[reading][column]


def read_results(text: str, name: str = "combat_results.toml") -> ResultsFile:
    """The table in the text of a file; DataError with every fault."""
    return read(text, ResultsFile, name, _results)


def _results(file: ResultsFile) -> Iterator[Complaint]:
    least = list(file.columns.values())
    if least[:1] != [0] or least != sorted(set(least)):
        yield ("columns",), "does not part the strengths", "least strengths that rise from 0"
    yield from one_each(("rows",), file.rows, READINGS)
    for roll, row in file.rows.items():
        if len(row) != len(least):
            yield ("rows", str(roll)), f"{len(row)} columns", f"{len(least)}"


# Orders


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an order allows; only a Limited Activation is not `full`. [blind_swords:8.1.2]"""

    mark: Mark
    full: bool
    fire: Literal["any", "adjacent", "no"]
    infantry: int
    cavalry: int
    engage: bool = False
    close_combat: bool = False
    recover: bool = False
    rebuild: bool = False
    march_column: bool = False
    leave_skirmish: bool = False


class ArtilleryLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    movement: int


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    form: dict[str, Mark]
    orders: dict[str, Order]
    artillery: ArtilleryLine


#: The four orders, and what a failed command roll leaves. [blind_swords:8.1.1]
ORDER_NAMES = ("attack", "defend", "maneuver", "regroup")
LIMITED = "limited"


def read_orders(text: str, name: str = "orders.toml") -> Orders:
    """The orders in the text of a file; DataError with every fault."""
    return read(text, Orders, name, _orders)


def _orders(file: Orders) -> Iterator[Complaint]:
    yield from one_each(("orders",), file.orders, (*ORDER_NAMES, LIMITED))
    for name, order in file.orders.items():
        path: Path = ("orders", name)
        if order.full != (name != LIMITED):
            yield (*path, "full"), f"full = {order.full}", "true but for a Limited Activation"
        for arm in ("infantry", "cavalry"):
            if getattr(order, arm) < 0:
                yield (*path, arm), "fewer than no Movement Points", "0 or more"


# Weapons


class BandLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    multiplier: float
    mark: Mark
    least_gain: int = 0


Span = tuple[int, int]


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A weapon's bands, each its first and last hex, and its share of smoothbore muskets."""

    title: str
    smoothbore: float = 0
    canister: Span | None = None
    effective: Span | None = None
    long: Span | None = None
    extreme: Span | None = None

    def band(self, range: int) -> str | None:
        """The band a distance lies in, None beyond the weapon's reach. [blind_swords:9.2.1]"""
        for band, (first, last) in _spans(self):
            if first <= range <= last:
                return band
        return None

    @property
    def reach(self) -> int:
        """The farthest hex of the last band."""
        return max((last for _, (_, last) in _spans(self)), default=0)

    def spans(self) -> Iterator[tuple[str, Span]]:
        """The bands the weapon has, nearest first."""
        for band in BANDS:
            span: Span | None = getattr(self, band)
            if span is not None:
                yield band, span


@cache
def _spans(weapon: Weapon) -> tuple[tuple[str, Span], ...]:
    return tuple(weapon.spans())


class MountedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mark: Mark
    multiplier: float
    range: int


class Weapons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    mark: Mark
    bands: dict[str, BandLine]
    artillery: dict[str, Weapon]
    small_arms: dict[str, Weapon]
    mounted: MountedLine

    def strength(self, points: Fraction | int, band: str) -> Fraction:
        """What points are worth in a band; canister gains a whole point. [blind_swords:9.2.2]

        >>> WEAPONS.strength(5, "long"), WEAPONS.strength(1, "canister")
        (Fraction(5, 2), Fraction(2, 1))
        """
        line = self.bands[band]
        worth = points * Fraction(line.multiplier)
        return max(worth, Fraction(points + line.least_gain)) if line.least_gain else worth


BANDS = ("canister", "effective", "long", "extreme")


def read_weapons(text: str, name: str = "weapons.toml") -> Weapons:
    """The weapons in the text of a file; DataError with every fault."""
    return read(text, Weapons, name, _weapons)


def _weapons(file: Weapons) -> Iterator[Complaint]:
    yield from one_each(("bands",), file.bands, BANDS)
    for kind in ("artillery", "small_arms"):
        weapons: Mapping[str, Weapon] = getattr(file, kind)
        for code, weapon in weapons.items():
            path: Path = (kind, code)
            spans = list(weapon.spans())
            if not spans:
                yield path, "no range", f"a first and last hex for one of {' '.join(BANDS)}"
            reached = 0
            for band, (first, last) in spans:
                if first != reached + 1 or last < first:
                    right = f"from {reached + 1} on, the last hex not before the first"
                    yield (*path, band), f"{first} to {last}", right
                reached = max(last, reached)
            if not 0 <= weapon.smoothbore <= 1:
                yield (*path, "smoothbore"), f"a share of {weapon.smoothbore}", "0 to 1"


# The wild chits


class FogLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    result: Literal["battlefield_chaos", "wayward_move", "general_casualty"]
    side: Side


class FogOfWar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one die brings, and upon whom. [blind_swords:7.3b.3]"""

    mark: Mark
    die: dict[int, FogLine]


class WildChits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    fog_of_war: FogOfWar


def read_wild_chits(text: str, name: str = "chits.toml") -> WildChits:
    """The wild chits in the text of a file; DataError with every fault."""
    return read(
        text,
        WildChits,
        name,
        lambda file: one_each(("fog_of_war", "die"), file.fog_of_war.die, DICE),
    )


# Single numbers


class NumberLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: float
    mark: Mark
    rule: str


class NumbersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    numbers: dict[str, NumberLine]


def read_numbers(text: str, name: str = "numbers.toml") -> NumbersFile:
    """The numbers in the text of a file; DataError with every fault."""
    return read(text, NumbersFile, name, _numbers)


def _numbers(file: NumbersFile) -> Iterator[Complaint]:
    for name, line in file.numbers.items():
        if line.value <= 0 or 2 * line.value != int(2 * line.value):
            yield ("numbers", name), f"{line.value}", "a number above 0, whole or half"


class Numbers:
    """The numbers by name, each a whole number unless asked for as a fraction."""

    def __init__(self, file: NumbersFile) -> None:
        self.lines = file.numbers

    def __getitem__(self, name: str) -> int:
        """A whole number.

        >>> NUMBERS["stacking_points"]
        10
        """
        return int(self.lines[name].value)

    def fraction(self, name: str) -> Fraction:
        """A number that may be a half.

        >>> NUMBERS.fraction("strength_c")
        Fraction(1, 2)
        """
        return Fraction(self.lines[name].value)


# Reading


def one_each(path: Path, lines: Mapping[T, object], wanted: Iterable[T]) -> Iterator[Complaint]:
    """What a table lacks of the keys it must have, and what it has besides."""
    keys = tuple(wanted)
    right = f"a line for each of {' '.join(map(str, keys))}"
    for key in keys:
        if key not in lines:
            yield path, f"no {key}", right
    for key in lines:
        if key not in keys:
            yield (*path, str(key)), f"unknown {key}", right


def one_of(path: Path, word: str, known: Iterable[str], right: str = "") -> Iterator[Complaint]:
    """A complaint about a word that is not among the known ones."""
    names = tuple(known)
    if word not in names:
        yield path, f"unknown {word!r}", right or f"one of {' '.join(names)}"


def _load(read: Callable[[str], T], name: str) -> T:
    return read((files(__package__) / "data" / name).read_text("utf-8"))


COMBAT_RESULTS = CombatResults(_load(read_results, "combat_results.toml"))
ORDERS = _load(read_orders, "orders.toml")
WEAPONS = _load(read_weapons, "weapons.toml")
FOG_OF_WAR = _load(read_wild_chits, "chits.toml").fog_of_war
NUMBERS = Numbers(_load(read_numbers, "numbers.toml"))
