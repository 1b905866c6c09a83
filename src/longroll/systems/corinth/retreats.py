"""27.0 Retreats: the way home, over the edge of the map, and back again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.event import Effect, Event
from longroll.systems.corinth.assault_areas import AssaultAreas
from longroll.systems.corinth.own import own
from longroll.systems.gbacw import command, losses, stacking
from longroll.systems.gbacw.events import Moved, Name, listed, names
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.moving import ONE_HEX, Moving
from longroll.systems.gbacw.retreat import Retreat
from longroll.systems.gbacw.retreat_path import NIGHT, is_open
from longroll.systems.gbacw.roster import CONFEDERATE, LEADER, UNION

if TYPE_CHECKING:
    from longroll.systems.gbacw.state import State

#: Directions of a retreat, the best first.
_HOME, _ELSEWHERE, _ASIDE = range(3)


class FellBackOffMap(Event, frozen=True, kw_only=True):
    units: tuple[Name, ...]
    hex: Hex
    area: str

    def text(self) -> str:
        return (
            f"{listed(self.units)} fall back off the map at {self.hex}; cavalry gathers them in "
            f"Assault Area {self.area}."
        )

    def effect(self) -> Effect | None:
        return Effect("retreat", f"{listed(self.units)} off the map")


class Retreats(AssaultAreas):
    """Where beaten units go at Corinth."""

    @cached_property
    def _far_corner(self) -> tuple[Hex]:
        """The southeast corner of the map. [corinth:27.2.2]"""
        return (self.grid.hexes[-1],)

    @cached_property
    def _areas_of(self) -> dict[Hex, tuple[str, ...]]:
        """The Assault Areas of each hex that has any."""
        return {
            hex: tuple(area for area, row in self.rows.items() if hex in row)
            for hex in sorted({hex for row in self.rows.values() for hex in row})
        }

    @cached_property
    def _distances(self) -> dict[tuple[Hex, ...], dict[Hex, int]]:
        """How far each hex is from a goal, worked out when it is first asked for."""
        return {}

    def _far(self, hex: Hex, goal: tuple[Hex, ...]) -> int:
        table = self._distances.setdefault(goal, {})
        if hex not in table:
            table[hex] = min(self.grid.distance(hex, other) for other in goal)
        return table[hex]

    # Which way

    def home_area(self, state: State, unit: int) -> str:
        """The Assault Area a Confederate unit came through, "" where that is not known."""
        mine = own(state)
        return mine.areas.get(mine.attached.get(unit, self.roster.pieces[unit].division), "")

    def _goals(self, state: State, unit: int) -> tuple[tuple[Hex, ...], ...]:
        """Where a unit retreats to, and where else if it cannot.

        Who came with no division falls back to the nearest area that one came through.
        [corinth:27.1.1] [corinth:27.2.1] [corinth:27.2.2]
        """
        if state.side_of(unit) == UNION:
            return self.map.of_zone("corinth"), self._far_corner
        area = self.home_area(state, unit)
        if area:
            return (self.rows[area],)
        used = sorted(set(own(state).areas.values())) or list(self.rows)
        return (tuple(hex for one in used for hex in self.rows[one]),)

    def retreat_rank(
        self, state: State, unit: int, start: Hex, way: Sequence[Hex]
    ) -> tuple[int, ...] | None:
        """Home by the most direct route in hexes, or aside, but never forward.

        Of two ways that end as near, the one that nears its goal sooner is the more direct.
        [corinth:27.0] [corinth:27.1.1] [corinth:27.2.1] [corinth:27.2.2]
        """
        goals = self._goals(state, unit)
        for direction, goal in zip((_HOME, _ELSEWHERE), goals, strict=False):
            left = self._far(way[-1], goal)
            if left < self._far(start, goal):
                return direction, left, sum(self._far(hex, goal) for hex in way)
        aside = self._far(way[-1], goals[0]) == self._far(start, goals[0])
        return (_ASIDE,) if aside else None

    # Off the map

    def cannot_retreat(self, state: State, unit: int, step: Retreat) -> tuple[str, str]:
        """Who is forced off the map is lost, though not to the enemy (GB-C37).

        [corinth:27.1.2] [corinth:27.2.3]
        """
        if step.cause != NIGHT and self._runs_off(state, step, step.path):
            rule = "27.2.3" if step.side == UNION else "27.1.2"
            return "eliminated", f"corinth:{rule}"
        return super().cannot_retreat(state, unit, step)

    def _runs_off(self, state: State, step: Retreat, path: tuple[Hex, ...]) -> bool:
        """Whether the way home leads over the edge before the retreat is over."""
        origin, here = path[0], path[-1]
        if len(path) > step.length:
            return False
        if None in self.grid.neighbors[here]:
            return True
        return any(
            self.grid.distance(origin, there) == len(path)
            and is_open(state, step.units, step.side, here, there)
            and self.retreat_rank(state, step.units[0], origin, (there,)) is not None
            and self._runs_off(state, step, (*path, there))
            for there in self.grid.adjacent[here]
        )

    def is_way_out(self, state: State, unit: int, hex: Hex) -> bool:
        """Confederates with hexes to go leave the map at an Assault Area. [corinth:27.3.3]"""
        return hex in self._areas_of and state.side_of(unit) == CONFEDERATE

    def _area_at(self, state: State, unit: int, hex: Hex) -> str:
        """The area a unit leaves into: its own where the hex is in it, else one with cavalry."""
        areas, home = self._areas_of[hex], self.home_area(state, unit)
        if home in areas:
            return home
        return next((area for area in areas if own(state).withheld.get(area)), areas[0])

    def leave_map(self, state: State, step: Retreat, umpire: Umpire) -> None:
        """Cavalry held back in the area saves what flees there; else it is lost.

        [corinth:27.3.1] [corinth:27.3.2] [corinth:27.3.3]
        """
        hex = step.path[-1]
        units = [unit for unit in step.units if state.hex_of(unit)]
        area = self._area_at(state, units[0], hex)
        if not own(state).withheld.get(area):
            for unit in units:
                if state.piece(unit).kind != LEADER:
                    losses.destroy(state, unit, umpire, "driven off the map", "corinth:27.3.2")
            losses.shelter_leaders(state, hex, step.side, umpire)
            return
        umpire.tell(
            FellBackOffMap(rules=("corinth:27.3.1",), units=names(state, units), hex=hex, area=area)
        )
        for unit in units:
            routed = state.units[unit].routed
            state.take_off(unit)
            # It has had its move until the next Movement Phase.
            state.change(unit, routed=routed, done=True)
        own(state).returning = {**own(state).returning, **dict.fromkeys(units, area)}

    # And back

    def arrivals(self, state: State, side: str) -> list[Choice]:
        """Who fell back off the map may come on again. [corinth:27.3.1]"""
        found = super().arrivals(state, side)
        if side == CONFEDERATE and (returning := own(state).returning):
            found += [
                choice("enter", self.roster.pieces[unit].id, hex)
                for unit, area in sorted(returning.items())
                for hex in self.rows[area]
                if next(self._bars_to_return(state, unit, hex), None) is None
            ]
        return found

    def bars_to_arrive(self, state: State, side: str, choice: Choice) -> Iterator[Refusal]:
        unit = self._returning(state, side, choice)
        if unit is None:
            yield from super().bars_to_arrive(state, side, choice)
        else:
            hex = choice.objects[1] if len(choice.objects) == 2 else ""
            yield from self._bars_to_return(state, unit, hex)

    def _returning(self, state: State, side: str, choice: Choice) -> int | None:
        unit = self.roster.number.get(choice.object, -1)
        return unit if side == CONFEDERATE and unit in own(state).returning else None

    def _bars_to_return(self, state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
        area, title = own(state).returning[unit], self.roster.pieces[unit].title
        if state.units[unit].done:
            yield Refusal("corinth:27.3.1", f"{title} returns in the next Movement Phase")
        if hex not in self.rows[area]:
            yield Refusal("corinth:27.3.1", f"{title} waits in Assault Area {area}")
            return
        if hex in state.stacks[UNION]:
            yield Refusal("gbacw:5.12", f"{hex} is held by the enemy")
        yield from self.bars_to_enter(state, unit, hex, hex)
        yield from stacking.bars_to_stay(state, hex, CONFEDERATE, (unit,))
        cost = self.entry_cost(state, unit, hex)
        if not 0 <= cost <= self.allowance(state, unit, mover_of(state, unit)):
            yield Refusal("gbacw:5.15.1", f"{hex} is closed to {title}")

    def arrive(self, state: State, side: str, choice: Choice, umpire: Umpire) -> None:
        unit = self._returning(state, side, choice)
        if unit is None:
            super().arrive(state, side, choice, umpire)
            return
        waiting = own(state).returning
        own(state).returning = {other: area for other, area in waiting.items() if other != unit}
        self._come_on(state, unit, choice.objects[1], umpire)

    def _come_on(self, state: State, unit: int, hex: Hex, umpire: Umpire) -> None:
        cost = self.entry_cost(state, unit, hex)
        there: Sequence[int] = state.stack(hex, CONFEDERATE)
        facing = state.units[there[0]].facing if there else 3
        state.put(unit, hex)
        in_command = state.piece(unit).kind == LEADER or command.has_command(state, unit, {})
        state.change(unit, moved=True, facing=facing, command=in_command)
        umpire.tell(
            Moved(
                rules=("corinth:27.3.1",),
                units=names(state, (unit,)),
                origin="",
                to=hex,
                cost=cost,
                spent=cost,
            )
        )
        self.entered(state, (unit,), hex, umpire)
        state.agenda.append(Moving(CONFEDERATE, (unit,), max(cost, ONE_HEX)))
