"""A board of flat-topped hexes in vertical columns, its tables worked out once and shared."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Literal, TypeAlias

from longroll.board.hex.numbering import Hex, column_and_row, number
from longroll.board.hex.trace import STEPS, Offset, first_steps, trace

High: TypeAlias = Literal["even", "odd"]
"""Which columns are half a hex higher than the others."""

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six directions; a direction is an index here, so a die roll of 1 to 6 is one more."""

N, NE, SE, S, SW, NW = range(6)

#: How many lines are cached; a large map has millions, and most are asked for once.
_MOST_LINES = 200_000


#: No two hexes of a map with two-digit numbers are this far apart.
_FARTHEST = 200


@cache
def _profile(east: int) -> bytes:
    """The distances to the hexes of the column `east` columns away, from far north to far south."""
    return bytes(
        min(255, max(abs(east), abs(south), abs(east + south)))
        for south in range(-_FARTHEST, _FARTHEST + 1)
    )


@cache
def _first_steps(target: Offset) -> tuple[int, ...]:
    """The directions in which the line to a distant hex leaves the first."""
    return tuple(STEPS.index(step) for step in first_steps(target))


@cache
def _nearer(radius: int) -> bytes:
    """For each distance the digit 1 if it is at most `radius`, otherwise 0."""
    return bytes(ord("1") if away <= radius else ord("0") for away in range(256))


class Grid:
    """The hexes of a rectangular map and how they lie to each other. Never changes.

    Every table and every answer is shared by all callers, who must not change it.

    >>> grid = Grid(range(10, 46), range(1, 31), "even")
    >>> grid.neighbor("1504", NE), grid.distance("1504", "1519")
    ('1604', 15)
    """

    __slots__ = (
        "_directions",
        "_discs",
        "_distances",
        "_exits",
        "_hex_at",
        "_index",
        "_lines",
        "_offsets",
        "_sides",
        "_within",
        "adjacent",
        "columns",
        "hexes",
        "high",
        "neighbors",
        "rows",
    )

    columns: range
    rows: range
    high: High
    hexes: tuple[Hex, ...]
    neighbors: dict[Hex, tuple[Hex | None, ...]]
    adjacent: dict[Hex, tuple[Hex, ...]]

    def __init__(self, columns: range, rows: range, high: High) -> None:
        for name, numbers in (("columns", columns), ("rows", rows)):
            if not numbers or numbers.step != 1 or numbers[0] < 0 or numbers[-1] > 99:
                raise ValueError(f"{name} must ascend between 00 and 99, not {numbers}")
        if high not in ("even", "odd"):
            raise ValueError(f"the high columns are even or odd, not {high!r}")
        self.columns, self.rows, self.high = columns, rows, high
        self.hexes = tuple(number(column, row) for column in columns for row in rows)
        self._index = {hex: index for index, hex in enumerate(self.hexes)}
        self._offsets = {hex: self._offset(hex) for hex in self.hexes}
        self._hex_at = {offset: hex for hex, offset in self._offsets.items()}
        self.neighbors = {
            hex: tuple(self._hex_at.get((q + east, r + south)) for east, south in STEPS)
            for hex, (q, r) in self._offsets.items()
        }
        self.adjacent = {
            hex: tuple(other for other in around if other is not None)
            for hex, around in self.neighbors.items()
        }
        self._directions = {
            (hex, other): direction
            for hex, around in self.neighbors.items()
            for direction, other in enumerate(around)
            if other is not None
        }
        self._sides = {(a, b): f"{min(a, b)}/{max(a, b)}" for a, b in self._directions}
        # One byte per hex: no two hexes of a map with two-digit numbers are more than 149 apart.
        self._distances: dict[Hex, bytes] = {}
        self._discs: dict[tuple[Hex, int], int] = {}
        self._within: dict[tuple[Hex, int], dict[Hex, int]] = {}
        self._lines: dict[tuple[Hex, Hex], tuple[tuple[Hex, ...], ...]] = {}
        self._exits: dict[tuple[Hex, Hex], tuple[int, ...]] = {}

    def _offset(self, hex: Hex) -> Offset:
        column, row = column_and_row(hex)
        half_hexes = 2 * row + (column % 2 == (self.high == "even"))
        return column, (half_hexes - column) // 2

    def __contains__(self, hex: object) -> bool:
        return hex in self._index

    def require(self, hex: Hex) -> Hex:
        """The hex itself; ValueError if it is not on the map.

        >>> Grid(range(10, 46), range(1, 31), "even").require("0101")
        Traceback (most recent call last):
        ValueError: '0101' is not a hex of this map (1001 to 4530)
        """
        if hex not in self._index:
            why = f"is not a hex of this map ({self.hexes[0]} to {self.hexes[-1]})"
            raise ValueError(f"{hex!r} {why}")
        return hex

    def index(self, hex: Hex) -> int:
        """The index of a hex in `hexes`; ValueError if it is not on the map."""
        try:
            return self._index[hex]
        except KeyError:
            return self._index[self.require(hex)]

    def offset(self, hex: Hex) -> Offset:
        """Its column, and its place down a slanting row: differences are the same everywhere."""
        return self._offsets[hex]

    def shifted(self, hex: Hex, start: Hex, end: Hex) -> Hex:
        """The hex that lies from `hex` as `end` lies from `start`; at the rim, the nearest to it.

        >>> Grid(range(10, 46), range(1, 31), "even").shifted("2010", "1504", "1606")
        '2111'
        """
        (q, r), (a, b), (u, v) = self._offsets[hex], self._offsets[start], self._offsets[end]
        column, slant = q + u - a, r + v - b
        half_hexes = 2 * slant + column + (self.high == "odd")
        row = (half_hexes - (column % 2 == (self.high == "even"))) // 2
        column = min(max(column, self.columns[0]), self.columns[-1])
        return number(column, min(max(row, self.rows[0]), self.rows[-1]))

    def neighbor(self, hex: Hex, direction: int) -> Hex | None:
        """The next hex in a direction (N to NW, 0 to 5), None beyond the edge of the map."""
        try:
            around = self.neighbors[hex]
        except KeyError:
            around = self.neighbors[self.require(hex)]
        if not 0 <= direction <= 5:
            raise ValueError(f"a direction is 0 to 5 ({' '.join(DIRECTIONS)}), not {direction}")
        return around[direction]

    def direction(self, a: Hex, b: Hex) -> int:
        """The direction (N to NW, 0 to 5) from `a` to its neighbour `b`."""
        try:
            return self._directions[a, b]
        except KeyError:
            raise self._apart(a, b) from None

    def hexside(self, a: Hex, b: Hex) -> str:
        """The one name of the side two neighbours share, the lower number first: "1519/1520"."""
        try:
            return self._sides[a, b]
        except KeyError:
            raise self._apart(a, b) from None

    def _apart(self, a: Hex, b: Hex) -> ValueError:
        return ValueError(f"{self.require(a)} and {self.require(b)} are not neighbours")

    def distance(self, a: Hex, b: Hex) -> int:
        """The number of steps from `a` to `b`."""
        try:
            return self._distances[a][self._index[b]]
        except KeyError:
            return self.distances(a)[self.index(b)]

    def distances(self, hex: Hex) -> bytes:
        """The number of steps from a hex to each hex of the map, in the order of `hexes`."""
        try:
            return self._distances[hex]
        except KeyError:
            pass
        q, r = self._offsets[self.require(hex)]
        # Within a column only the steps south change, so each column is a slice of one profile.
        count = len(self.rows)
        slices = []
        for first in range(0, len(self.hexes), count):
            column, top = self._offsets[self.hexes[first]]
            start = top - r + _FARTHEST
            slices.append(_profile(column - q)[start : start + count])
        row = b"".join(slices)
        self._distances[hex] = row
        return row

    def within(self, hex: Hex, radius: int) -> dict[Hex, int]:
        """Every hex within `radius` steps with its distance: nearest first, then by number.

        >>> Grid(range(1, 4), range(1, 4), "odd").within("0101", 1)
        {'0101': 0, '0102': 1, '0201': 1}
        """
        try:
            return self._within[hex, radius]
        except KeyError:
            pass
        if radius < 0:
            raise ValueError(f"a radius is 0 or more, not {radius}")
        near = {self.require(hex): 0}
        ring, steps = [hex], 0
        while ring and steps < radius:
            steps += 1
            ring = sorted({b for a in ring for b in self.adjacent[a] if b not in near})
            near.update(dict.fromkeys(ring, steps))
        self._within[hex, radius] = near
        return near

    def mask(self, hexes: Iterable[Hex]) -> int:
        """Some hexes as a number, bit n for `hexes[n]`: & and ~ then filter them all at once.

        >>> Grid(range(1, 4), range(1, 4), "odd").mask(("0101", "0201"))
        9
        """
        mask = 0
        for hex in hexes:
            mask |= 1 << self._index[hex]
        return mask

    def disc(self, hex: Hex, radius: int) -> int:
        """The `mask` of every hex within `radius` steps."""
        try:
            return self._discs[hex, radius]
        except KeyError:
            pass
        disc = int(self.distances(hex).translate(_nearer(radius))[::-1], 2)
        self._discs[hex, radius] = disc
        return disc

    def marked(self, mask: int) -> list[Hex]:
        """The hexes of a `mask`, in the order of `hexes`.

        >>> grid = Grid(range(1, 4), range(1, 4), "odd")
        >>> grid.marked(grid.disc("0101", 1))
        ['0101', '0102', '0201']
        """
        found = []
        while mask:
            place = mask.bit_length() - 1
            found.append(self.hexes[place])
            mask ^= 1 << place
        return found[::-1]

    def line(self, a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
        """What the line between two hex centres crosses from `a` to `b`, both left out.

        One hex if the line crosses its inside; two, the lower number first, if it runs along the
        side they share. Hexes off the map are left out, also from such a pair.

        >>> Grid(range(10, 46), range(1, 31), "even").line("1519", "1719")
        (('1619', '1620'),)
        """
        try:
            return self._lines[a, b]
        except KeyError:
            pass
        q, r = self._offsets[self.require(a)]
        to_q, to_r = self._offsets[self.require(b)]
        hex_at = self._hex_at
        line = tuple(
            [
                hexes
                for cells in trace((to_q - q, to_r - r))
                if (hexes := tuple([h for e, s in cells if (h := hex_at.get((q + e, r + s)))]))
            ]
        )
        if len(self._lines) >= _MOST_LINES:
            self._lines.clear()
        self._lines[a, b] = line
        return line

    def exits(self, a: Hex, b: Hex) -> tuple[int, ...]:
        """The directions in which the line to another hex leaves `a`: two through a corner.

        A side at the edge of the map is a side like any other.

        >>> Grid(range(10, 46), range(1, 31), "even").exits("1519", "1719")
        (1, 2)
        """
        try:
            return self._exits[a, b]
        except KeyError:
            pass
        q, r = self._offsets[self.require(a)]
        to_q, to_r = self._offsets[self.require(b)]
        exits = _first_steps((to_q - q, to_r - r))
        if len(self._exits) >= _MOST_LINES:
            self._exits.clear()
        self._exits[a, b] = exits
        return exits

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Grid({self.columns!r}, {self.rows!r}, {self.high!r})"

    def __reduce__(self) -> tuple[Callable[..., "Grid"], tuple[range, range, High]]:
        # The tables are not pickled: they are worked out again.
        return Grid, self._key()

    def _key(self) -> tuple[range, range, High]:
        return self.columns, self.rows, self.high
