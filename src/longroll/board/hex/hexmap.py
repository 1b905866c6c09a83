"""A map: what the map sheet says about each hex, hexside and road."""

from collections.abc import Iterable
from typing import TypeAlias

import msgspec

from longroll.board.faults import Fault
from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex

Side: TypeAlias = tuple[Hex, Hex]
"""A hexside seen from its first hex, for kinds that have an inside or a lower side."""


class HexMap(msgspec.Struct, frozen=True):
    """A map sheet as data. Shared by every battle on it, so nothing may change it.

    `legend` gives the terrain of each letter in the map file. `basis` says how each hex is known
    (stated, inferred, reconstructed...), and `side_basis` how a hexside is known if that was
    marked; its keys are the names that `Grid.hexside` gives.
    """

    title: str
    grid: Grid
    legend: dict[str, str]
    terrain: dict[Hex, str]
    level: dict[Hex, int]
    roads: dict[str, tuple[Hex, ...]]
    hexsides: dict[str, tuple[Side, ...]]
    zones: dict[str, frozenset[Hex]]
    labels: dict[Hex, str]
    basis: dict[Hex, str]
    side_basis: dict[str, str]

    def of_terrain(self, terrain: str) -> tuple[Hex, ...]:
        """The hexes of one terrain, in number order."""
        return tuple(hex for hex in self.grid.hexes if self.terrain[hex] == terrain)

    def of_zone(self, zone: str) -> tuple[Hex, ...]:
        """The hexes of one zone in number order: iterate this, as a set has no fixed order."""
        return tuple(sorted(self.zones[zone]))


class MapError(ValueError):
    """A map file that cannot be used; `faults` lists everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))
