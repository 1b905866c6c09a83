"""One battle of the series: its map, roster and charts, and the rules it adds.

The standard rules ask `Game.rules` wherever an exclusive rule may differ.
[gbacw:3.1] [gbacw:3.2]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from longroll.board.hex import Grid, Hex
from longroll.kernel.agenda import Phase
from longroll.kernel.decision import choice
from longroll.kernel.hooks import combined
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import WAGON, Name, Roster
from longroll.systems.gbacw.tables import WEAPONS
from longroll.systems.gbacw.terrain import Ground


class Lines:
    """What is known of the lines from a hex: those that the map leaves open, and those it closes.

    Each is a `Grid.mask`.
    """

    __slots__ = ("closed", "open")

    def __init__(self) -> None:
        self.open = self.closed = 0

    def add(self, hexes: int, is_clear: bool) -> None:
        """Record what was found out about the lines to some hexes."""
        if is_clear:
            self.open |= hexes
        else:
            self.closed |= hexes


class Game:
    """What never changes in a battle."""

    def __init__(
        self,
        ground: Ground,
        roster: Roster,
        *,
        sides: tuple[str, str],
        last_turn: int,
        nights: range = range(0),
        integrity: bool = True,
        promoted_points: int = 0,
        slow_rule: str = "gbacw:5.11.1",
        crews_return: str = "gbacw:15.15",
    ) -> None:
        self.ground = ground
        self.map = ground.map
        self.grid: Grid = ground.grid
        self.charts = ground.charts
        self.roster = roster
        #: The side that moves first in a Game-Turn comes first. [gbacw:4.0.1]
        self.sides = sides
        self.enemy = {sides[0]: sides[1], sides[1]: sides[0]}
        self.last_turn = last_turn
        #: Game-Turns played in the dark.
        self.nights = nights
        #: Whether brigade commanders must stay near their division commanders. [gbacw:17.21]
        self.integrity = integrity
        #: Command Points of a brigade commander who takes over a division. [gbacw:17.85]
        self.promoted_points = promoted_points
        #: The rule that lets some movers go one hex a turn, whatever the cost.
        self.slow_rule = slow_rule
        #: The rule by which a crew mans its own guns again.
        self.crews_return = crews_return
        #: What exclusive rules answer at each hook, and every phase by its letter.
        self.rules: Rules[Any] = Rules()
        self.phases: Mapping[str, Phase[[Any, str]]] = {}
        #: What each counter is called in events.
        self.names = tuple(Name(piece.id, piece.title) for piece in roster.pieces)
        #: Which lines the map alone leaves clear, by the hex they start from, as far as they have
        #: been examined.
        self.clear_lines: dict[Hex, Lines] = {}
        #: The choice that picks each counter to move, and the choice of a step to each hex.
        self.moves = tuple(choice("move", piece.id) for piece in roster.pieces)
        self.steps = {hex: choice("to", hex) for hex in self.grid.hexes}
        self.wagons = tuple(n for n, piece in enumerate(roster.pieces) if piece.kind == WAGON)
        self._allowances: dict[tuple[str, bool], int] = {}

    def register(
        self, rules: Iterable[Rules[Any]], phases: Mapping[str, Phase[[Any, str]]]
    ) -> None:
        """Set the rules of the battle, to be asked in this order, and its phases."""
        self.rules = combined(Rules, rules)
        self.phases = phases

    def is_night(self, turn: int) -> bool:
        return turn in self.nights

    def full_allowance(self, mover: str, night: bool) -> int:
        """Halves of a Movement Point that a mover has by day or by night. [gbacw:5.0.1]"""
        try:
            return self._allowances[mover, night]
        except KeyError:
            printed = self.charts.allowance[mover]
            found = self.rules.full_allowance(printed, self.ground, mover, night)
            self._allowances[mover, night] = found
            return found

    @cached_property
    def longest_small_arm(self) -> int:
        """The range of the best small arm of the series."""
        return max(weapon.range for weapon in WEAPONS.values() if weapon.arm == "small_arms")

    @cached_property
    def tall_sides(self) -> dict[tuple[Hex, Hex], list[tuple[str, int]]]:
        """Hexsides that rise above the ground, by the hexes they separate: what, and its top."""
        found: dict[tuple[Hex, Hex], list[tuple[str, int]]] = {}
        for (a, b), kinds in self.ground.sides.items():
            base = max(self.ground.height[a], self.ground.height[b])
            heights = ((kind, self.rules.side_height(self.ground, kind)) for kind in kinds)
            tall = [(kind, base + height) for kind, height in heights if height]
            if tall:
                found[a, b] = tall
        return found
