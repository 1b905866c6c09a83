"""23.0 Terrain: the outer works, the redans, the town, and what else the map holds.

What a step costs stands in the charts: crossing works and redans [corinth:23.1.2]
[corinth:23.23.1], town [corinth:23.31.1], railroads, which carry nobody [corinth:23.4.1]
[corinth:23.4.2], swamp [corinth:23.5.1] and crests [corinth:23.6.2]. So do the shifts of fire and
the heights, the town's 25 feet too [corinth:23.33]; swamp does nothing in combat [corinth:23.5.2],
nor the town in melee [corinth:23.32]. Who stands in a crest hex is on its lower level, as the map
has it [corinth:23.6.1].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Event, Line, Scene
from longroll.systems.corinth.own import own
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import BATTERY, WAGON
from longroll.systems.gbacw.state import COLUMN, MOUNTED

if TYPE_CHECKING:
    from longroll.systems.gbacw.fire import Volley
    from longroll.systems.gbacw.state import State

WORKS, PRIMARY, SECONDARY = "outer_works", "redan_primary", "redan_secondary"
REDAN, TOWN, SWAMP = "redan", "town", "swamp"
FORTIFIED = frozenset((WORKS, PRIMARY, SECONDARY))
_SHIFT_RULES = {REDAN: "corinth:23.24", TOWN: "corinth:23.34"}
_HEIGHTS = {WORKS: WORKS, PRIMARY: REDAN, SECONDARY: REDAN}


class RedanFaced(Event, frozen=True, kw_only=True):
    """A garrison turns to the rear of its redan, or to its front again."""

    hex: Hex
    rear: bool

    def text(self) -> str:
        return f"The garrison of {self.hex} faces the {'rear' if self.rear else 'front'}."

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


class Works(Game):
    """Both kinds of fortification, and the ground around Corinth."""

    @cached_property
    def inside(self) -> frozenset[tuple[Hex, Hex]]:
        """Outer works as pairs of an inner and an outer hex. [corinth:23.1.1]"""
        return frozenset(self.map.hexsides[WORKS])

    @cached_property
    def redans(self) -> dict[Hex, tuple[int, ...]]:
        """The outer hexsides of each redan, by its hex; the others are its rear. [corinth:23.2]"""
        found: dict[Hex, tuple[int, ...]] = {}
        for kind in (PRIMARY, SECONDARY):
            for hex, outer in self.map.hexsides[kind]:
                found[hex] = (*found.get(hex, ()), self.grid.direction(hex, outer))
        return found

    @cached_property
    def raised(self) -> frozenset[Hex]:
        """Hexes whose occupants stand higher than the ground: redans, and behind works."""
        return frozenset(self.redans) | {hex for hex, _ in self.inside}

    # Facing

    def fronts(self, state: State, unit: int) -> tuple[int, ...] | None:
        """The outer sides of a redan are its garrison's front, for its zone and its fire.

        [corinth:23.21.1] [corinth:23.21.2] [corinth:23.21.3] [corinth:23.22]
        """
        hex = state.hex_of(unit)
        outer = self.redans.get(hex)
        if outer is None:
            return super().fronts(state, unit)
        if own(state).reversed_redans.get(hex) == state.side_of(unit):
            return tuple(side for side in range(6) if side not in outer)
        return outer

    def turned(self, state: State, hex: Hex, side: str, facing: int, umpire: Umpire) -> None:
        """Units turned to a rear hexside of their redan face its rear. [corinth:23.21.4]"""
        super().turned(state, hex, side, facing, umpire)
        outer = self.redans.get(hex)
        if outer is None:
            return
        mine = own(state)
        rear = facing not in outer
        if rear != (mine.reversed_redans.get(hex) == side):
            others = {at: whose for at, whose in mine.reversed_redans.items() if at != hex}
            mine.reversed_redans = {**others, hex: side} if rear else others
            umpire.tell(RedanFaced(rules=("corinth:23.21.4",), hex=hex, rear=rear))

    def begin_phase(self, state: State, side: str, phase: str) -> Sequence[Ask | Do]:
        """A garrison that has left its redan leaves no orders behind. [corinth:23.21.4]"""
        mine = own(state)
        if mine.reversed_redans:
            mine.reversed_redans = {
                hex: whose for hex, whose in mine.reversed_redans.items() if state.stack(hex, whose)
            }
        return super().begin_phase(state, side, phase)

    # Movement and stacking

    def bars_to_enter(self, state: State, unit: int, a: Hex, b: Hex) -> Iterator[Refusal]:
        """Why the charts close a step to guns, wagons and horses.

        [corinth:23.23.2] [corinth:23.31.2] [corinth:23.5.1]
        """
        yield from super().bars_to_enter(state, unit, a, b)
        mover = mover_of(state, unit)
        if self.ground.cost(mover, a, b) >= 0:
            return
        title = state.piece(unit).title
        sides = self.ground.crosses(a, b)
        if state.piece(unit).kind in (BATTERY, WAGON) and (PRIMARY in sides or SECONDARY in sides):
            yield Refusal("corinth:23.23.2", f"{title} cannot cross the redan's parapet")
        if self.ground.has(b, TOWN) and mover in self.charts.town_by_road:
            yield Refusal("corinth:23.31.2", f"{title} enters the town by road only")
        if self.ground.has(b, SWAMP):
            yield Refusal("corinth:23.5.1", f"{title} cannot enter the swamp")

    def is_overstacked(self, state: State, hex: Hex, units: Iterable[int]) -> str | None:
        """A redan holds a battery and one point, or four points without guns; one unit always.

        Sections of a battery are one (GB-D10). Columns and horses keep to the standard rule.
        [corinth:23.27.1] [corinth:23.27.2]
        """
        if hex not in self.redans:
            return super().is_overstacked(state, hex, units)
        there = list(units)
        if any(state.units[unit].formation in (COLUMN, MOUNTED) for unit in there):
            return super().is_overstacked(state, hex, there)
        guns = {piece.battery for unit in there if (piece := state.piece(unit)).kind == BATTERY}
        others = [unit for unit in there if state.piece(unit).kind != BATTERY]
        room = 1 if guns else self.charts.stacking[REDAN]
        full = len(there) > 1 and stacking.points(state, others) > room
        if len(guns) > self.charts.batteries[REDAN]:
            return "corinth:23.27.2"
        return "corinth:23.27.1" if full else ""

    # Sight and fire

    def position_height(self, hex: Hex) -> int:
        """Behind works and in redans one stands ten feet higher.

        [corinth:23.1.4] [corinth:23.28.1] (GB-C39)
        """
        raised = self.charts.height[REDAN] if hex in self.raised else 0
        return super().position_height(hex) + raised

    def side_height(self, kind: str) -> int:
        """Works and redans are ten feet high; at either end of a line they hide nothing.

        [corinth:23.1.4] [corinth:23.28.1] [corinth:23.28.2] (GB-C41)
        """
        height = self.charts.height[_HEIGHTS[kind]] if kind in _HEIGHTS else 0
        return max(height, super().side_height(kind))

    def shift_rule(self, kind: str) -> str:
        """A redan shelters by one column, the town by two. [corinth:23.24] [corinth:23.34]"""
        return _SHIFT_RULES.get(kind) or super().shift_rule(kind)

    def fire_die(self, state: State, volley: Volley) -> Iterator[Line]:
        """One less on the die where all fire comes over the works in front of the target.

        Ammunition looks at the natural die. [corinth:23.1.5] [corinth:23.1.6] (GB-D14)
        """
        yield from super().fire_die(state, volley)
        if all(self.is_over_works(state.hex_of(part.unit), volley.hex) for part in volley.parts):
            yield Line(-1, "over the outer works", "corinth:23.1.5")

    def is_over_works(self, origin: Hex, target: Hex) -> bool:
        """Whether a line comes to a hex over the works it stands behind."""
        line = self.grid.line(origin, target)
        last = line[-1] if line else (origin,)
        return all((target, hex) in self.inside for hex in last)

    # Melee

    def melee_limit(self, state: State, hex: Hex) -> int:
        """The four points of a redan bind those who attack it, not its garrison."""
        if hex in self.redans:
            return self.charts.melee["clear"]
        return super().melee_limit(state, hex)

    def melee_points(self, state: State, hex: Hex) -> tuple[int, str]:
        """Four points count of those who attack into a redan, at any time (GB-D13).

        [corinth:23.25]
        """
        if hex in self.redans:
            return self.charts.melee[REDAN], "corinth:23.25"
        return super().melee_points(state, hex)

    def bars_melee_together(
        self, state: State, hex: Hex, attackers: Sequence[int], side: str
    ) -> Iterator[Refusal]:
        """Four points go into a redan, or one larger unit. [corinth:23.25]"""
        yield from super().bars_melee_together(state, hex, attackers, side)
        limit, points = self.charts.melee[REDAN], stacking.points(state, attackers)
        if hex in self.redans and len(attackers) > 1 and points > limit:
            yield Refusal("corinth:23.25", f"{limit} points fight into a redan, not {points}")

    def melee_terrain(
        self, state: State, hex: Hex, crossed: Iterable[tuple[int, Hex]]
    ) -> Iterator[Line]:
        """A point for storming the outer works, from their outer side. [corinth:23.1.3]

        A redan takes its points from the differential; other ground then counts nothing
        (GB-C22, GB-C23).
        """
        entering = list(crossed)
        yield from super().melee_terrain(state, hex, entering)
        if any((hex, origin) in self.inside for _, origin in entering):
            yield Line(self.charts.melee_points[WORKS], "over the outer works", "corinth:23.1.3")
        elif self.melee_adjustments(state, hex, entering):
            yield Line(0, "the redan counts in place of other ground", "corinth:23.26.1")

    def melee_adjustments(
        self, state: State, hex: Hex, entering: Sequence[tuple[int, Hex]]
    ) -> Sequence[Line]:
        """Two points less over a primary redan, one over a secondary; not once engaged.

        [corinth:23.26.1] [corinth:23.26.2]
        """
        lines = list(super().melee_adjustments(state, hex, entering))
        sides = {kind for _, origin in entering for kind in self.ground.crosses(origin, hex)}
        if hex in state.engaged:
            return lines
        for kind, what in ((PRIMARY, "a primary redan"), (SECONDARY, "a secondary redan")):
            if kind in sides:
                value = self.charts.melee_points[kind]
                return [*lines, Line(value, f"over {what}", "corinth:23.26.1")]
        return lines

    def crosses_works(self, origin: Hex, hex: Hex) -> bool:
        """Whether works or a redan lie between two neighbours. [corinth:22.1.6]"""
        return not FORTIFIED.isdisjoint(self.ground.crosses(origin, hex))
