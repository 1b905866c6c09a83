"""What a side may know, as an array.

The layout is the same for every system: some figures of the moment, then a row for each unit of
the order of battle, then, on a map of hexes, a row for each hex. `Layout.names` says what every
place of the array holds.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy

from longroll.display.display import display_of
from longroll.display.facts import Facts, SystemTable
from longroll.kernel.system import system_named

#: Figures of the moment. `asked` is 1 if the side is asked now.
MOMENT = ("turn", "turns_left", "phase", "phasing", "asked")
#: Figures of a unit: is it in sight, is it ours, where is it (0 to 1 across and down), strength
#: left (a share), its front (sine and cosine of the direction), whether it flees, is done for
#: now, is lost, how many states it has, such as pinned or disrupted, and whether the question is
#: about it.
UNIT = (
    "seen",
    "ours",
    "x",
    "y",
    "strength",
    "sine",
    "cosine",
    "flees",
    "done",
    "lost",
    "states",
    "active",
)
#: Figures of a hex: our units, enemy units that are in sight, an enemy stack that is not.
HEX = ("ours", "enemies", "unknown")


class Layout:
    """Where everything is in the array of a scenario.

    >>> layout = layout_of("skirmish", "crossroads")
    >>> layout.size, layout.units.stop - layout.units.start
    (242, 48)
    >>> layout.names[:2], layout.names[layout.units.start]
    (('turn', 'turns_left'), 'a-oh seen')
    """

    def __init__(self, table: SystemTable) -> None:
        self.table = table
        self.pieces = {piece.id: number for number, piece in enumerate(table.pieces)}
        self.sides = {piece.id: piece.side for piece in table.pieces}
        self.hexes = (
            {hex: number for number, hex in enumerate(sorted(table.map.terrain))}
            if table.map is not None
            else {}
        )
        self.phases = {phase.number: number for number, phase in enumerate(table.phases)}
        first, second = len(MOMENT), len(MOMENT) + len(UNIT) * len(self.pieces)
        self.moment = slice(0, first)
        self.units = slice(first, second)
        self.places = slice(second, second + len(HEX) * len(self.hexes))
        self.size = self.places.stop
        self.names = (
            *MOMENT,
            *(f"{unit} {what}" for unit in self.pieces for what in UNIT),
            *(f"{hex} {what}" for hex in self.hexes for what in HEX),
        )

    def observe(self, facts: Facts, side: str, asked: bool) -> Any:
        """The facts of a side as an array of 32-bit floats, each from -1 to 1."""
        found: Any = numpy.zeros(self.size, dtype=numpy.float32)
        turns = max(facts.turns, facts.turn, 1)
        phases = max(len(self.phases), 1)
        found[self.moment] = (
            facts.turn / turns,
            (turns - facts.turn) / turns,
            (self.phases.get(facts.phase, -1) + 1) / phases,
            0 if facts.phasing is None else 1 if facts.phasing == side else -1,
            asked,
        )
        rows = found[self.units].reshape(len(self.pieces), len(UNIT))
        for unit, number in self.pieces.items():
            rows[number, 1] = self.sides[unit] == side
        for stack in facts.stacks:
            self._stack(found, rows, stack.hex, stack.side == side, stack.units)
        if self.table.sheet is not None:
            wide, high = self.table.sheet.width, self.table.sheet.height
            for unit, body in facts.bodies.items():
                if unit in self.pieces:
                    row = rows[self.pieces[unit]]
                    row[[0, 2, 3]] = 1, body.x / wide, body.y / high
                    self._front(row, body.heading / 10)
        for unit, standing in facts.units.items():
            if unit not in self.pieces:
                continue
            row = rows[self.pieces[unit]]
            steps = standing.steps
            row[4] = steps.left / max(steps.of, 1) if steps is not None else row[0]
            if standing.facing is not None:
                self._front(row, standing.facing.degrees)
            row[7], row[8] = standing.flees, standing.done
            row[10] = min(len(standing.states), 4) / 4
        for unit in facts.hand:
            if unit in self.pieces:
                rows[self.pieces[unit], 11] = 1
        for unit in facts.lost:
            if unit in self.pieces:
                rows[self.pieces[unit], 9] = 1
        return numpy.clip(found, -1, 1)

    def _stack(
        self, found: Any, rows: Any, hex: str, ours: bool, units: tuple[str, ...] | None
    ) -> None:
        column, row = int(hex[:2]), int(hex[2:])
        assert self.table.map is not None
        (left, right), (top, foot) = self.table.map.columns, self.table.map.rows
        x, y = (column - left) / max(right - left, 1), (row - top) / max(foot - top, 1)
        for unit in units or ():
            if unit in self.pieces:
                rows[self.pieces[unit]][[0, 2, 3, 4]] = 1, x, y, 1
        if hex in self.hexes:
            place = self.places.start + len(HEX) * self.hexes[hex]
            if units is None:
                found[place + 2] = 1
            else:
                found[place + (0 if ours else 1)] = min(len(units), 8) / 8

    @staticmethod
    def _front(row: Any, degrees: float) -> None:
        angle = numpy.radians(degrees)
        row[5], row[6] = numpy.sin(angle), numpy.cos(angle)


@cache
def layout_of(system: str, scenario: str) -> Layout:
    """The layout of a scenario, the same in every process."""
    return Layout(display_of(system_named(system)).table(scenario))
