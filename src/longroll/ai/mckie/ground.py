"""The table as a player's side knows it: who is where, how far, and what the ground costs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from longroll.ai.mckie.doctrine import USUAL, Doctrine
from longroll.ai.miniatures.lines import aside, in_front
from longroll.ai.miniatures.routes import Grid, grid_among, grid_of
from longroll.board.table import (
    GRAIN,
    Footprint,
    Layout,
    Point,
    Pose,
    bearing_to,
    distance,
    point,
    turning,
)
from longroll.board.table.arcs import ahead_of
from longroll.board.table.places import INCH, spot
from longroll.kernel.decision import Refusal
from longroll.miniatures.rulebook import Gait
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.movement.rules import Move, Pace, reach
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import Formation, Side

#: Half of the arc in which troops fire, in tenths of a degree.
ARC = 300
#: Formations in which troops fight.
BATTLE: tuple[Formation, ...] = ("line", "supported_line", "unlimbered", "extended", "skirmish")
COLUMNS: tuple[Formation, ...] = ("column", "attack_column", "road_march", "limbered")
#: What troops march in that have no line of battle.
_USUAL = {"wagon": "column"}
_FLYING = ("retreating", "routing")
#: Periods that it takes to form a column and a line again, and something to spare.
_CHANGES = 2.0


class Known:
    """What one side knows of the table at one decision. It is read, never changed."""

    def __init__(self, state: State, side: Side, doctrine: Doctrine = USUAL) -> None:
        self.state = state
        self.side = side
        self.doctrine = doctrine

    @cached_property
    def own(self) -> dict[str, Unit]:
        return {id: self.state.units[id] for id in self.state.of_side(self.side)}

    @cached_property
    def foes(self) -> dict[str, Unit]:
        """Enemies on the table that fight."""
        units = self.state.units
        found = {id: units[id] for id in self.state.of_side(ENEMY[self.side])}
        return {id: unit for id, unit in found.items() if unit.arm != "wagon"}

    @cached_property
    def formed_foes(self) -> dict[str, Unit]:
        return {id: unit for id, unit in self.foes.items() if unit.standing not in _FLYING}

    @cached_property
    def generals(self) -> dict[str, General]:
        return {
            id: one
            for id, one in self.state.commanders.items()
            if one.side == self.side and one.place == "table"
        }

    @cached_property
    def entries(self) -> list[Point]:
        """Where more of the army is to come on to the table."""
        return [
            Point(unit.x, unit.y)
            for unit in self.state.units.values()
            if unit.side == self.side and unit.place == "reserve" and unit.arrives
        ]

    @property
    def periods_left(self) -> int:
        """Periods that are still to be played, this one included."""
        return self.state.battle.file.periods - self.state.period + 1

    @property
    def size(self) -> tuple[int, int]:
        return self.state.battle.table.size

    @cached_property
    def forward(self) -> int:
        """The heading from the edge of the table on which the army was set up."""
        edge = self.state.battle.file.deployment[self.side].edge
        return {"north": 1800, "east": 2700, "south": 0, "west": 900}[edge]

    def foe_places(self) -> list[Point]:
        """Where enemies are, or may be: troops, and markers that nobody has turned over."""
        found = [unit.pose.point for unit in self.formed_foes.values()]
        found += [
            Point(one.x, one.y) for one in self.state.blinds.values() if one.side != self.side
        ]
        return found

    def nearest_foe(self, unit: Unit) -> tuple[int, Unit] | None:
        """The nearest enemy that still stands, and how far it is off."""
        ground = field.stands_of(unit)
        here, reach = point(ground.centre), ground.radius // GRAIN
        by_middle = sorted(
            (distance(here, point(other.centre)) - other.radius // GRAIN - reach - 1, id)
            for id, other in self._footprints
        )
        best: tuple[int, Unit] | None = None
        for least, id in by_middle:
            if best is not None and least >= best[0]:
                break
            far = field.gap(unit, self.formed_foes[id])
            if best is None or far < best[0]:
                best = far, self.formed_foes[id]
        return best

    @cached_property
    def _footprints(self) -> list[tuple[str, Footprint]]:
        return [(id, field.stands_of(foe)) for id, foe in self.formed_foes.items()]

    def gap(self, unit: Unit) -> int:
        """Hundredths to the nearest standing enemy; a great many if none is known."""
        found = self.nearest_foe(unit)
        return 10_000 if found is None else found[0]

    def of_divisions(self, divisions: Iterable[str]) -> dict[str, Unit]:
        names = set(divisions)
        return {id: unit for id, unit in self.own.items() if unit.division in names}

    def commander(self, unit: Unit) -> str | None:
        return radius.commander_of(self.state, unit)

    def far(self, unit: Unit, place: Point) -> int:
        """How far it is to a place for a unit, by the way it would take."""
        return self._grid(unit).far(unit.pose.point, place)

    def in_the_way(self, unit: Unit, place: Point, reach: int) -> list[str]:
        """Enemies at the straight way of a unit to a place, up to this far from it, the nearest to
        the unit first."""
        here = unit.pose.point
        if here == place:
            return []
        heading, far = bearing_to(here, place), distance(here, place)
        found: list[tuple[int, str]] = []
        for id, foe in self.formed_foes.items():
            there = foe.pose.point
            ahead = in_front(here, heading, there)
            wide = field.layout_of(foe).frame.width // 2
            off = abs(aside(here, heading, there))
            if off // 2 < ahead < far + wide and off <= wide + reach:
                found.append((field.gap(unit, foe), id))
        return [id for _, id in sorted(found)]

    def _grid(self, unit: Unit) -> Grid:
        state = self.state
        return grid_among(state.rulebook, state.table, _gait(unit), self.foe_grounds)

    @cached_property
    def foe_grounds(self) -> tuple[tuple[Layout, Pose], ...]:
        return tuple((field.layout_of(foe), foe.pose) for foe in self.formed_foes.values())

    def urgency(self, unit: Unit, place: Point) -> float:
        """How much of the time that is left a unit needs to get to a place in line, 1 for all of
        it; two periods are kept for a fight there."""
        grid = grid_of(self.state.rulebook, self.state.table, _gait(unit))
        return grid.far(unit.pose.point, place) / (6 * INCH * max(1, self.periods_left - 2))

    def over(self, unit: Unit, place: Point) -> int:
        """How far it is to a place for a unit in line, over the ground and not minding enemies."""
        line = Gait(unit.arm, "line")
        return grid_of(self.state.rulebook, self.state.table, line).far(unit.pose.point, place)

    def is_at(self, unit: Unit, place: Point) -> bool:
        """Whether a unit is where it should be, or almost."""
        return distance(unit.pose.point, place) <= 3 * INCH

    def gains_by_road(self, unit: Unit, place: Point) -> bool:
        """Whether a unit in line gets to a place sooner if it forms a column, marches and forms
        line again, each of which takes half a period."""
        state, here = self.state, unit.pose.point
        line, road = (
            grid_of(state.rulebook, state.table, Gait(unit.arm, formation)).far(here, place)
            for formation in ("line", "road_march")
        )
        usual = rate(unit, formation="line")
        column = rate(unit, formation="column") or usual
        return usual > 0 and road / column + _CHANGES < line / usual

    def towards(self, unit: Unit, place: Point, reach: int) -> Point:
        """The next place on the way to another, if the straight way is much longer."""
        here, grid = unit.pose.point, self._grid(unit)
        if grid.far(here, place) <= distance(here, place) * 5 // 4 + 2 * INCH:
            return place
        return grid.next(here, place, reach)


def _gait(unit: Unit) -> Gait:
    """How a unit goes on a long way: in the column or the line that it is in, guns limbered."""
    if unit.is_battery:
        return Gait(unit.arm, "limbered")
    marches = unit.formation == "road_march"
    return Gait(unit.arm, "road_march" if marches else _USUAL.get(unit.arm, "line"))


def rate(unit: Unit, pace: Pace = "normal", formation: Formation | None = None) -> int:
    """Hundredths that a unit goes in a period over open ground; 0 if it cannot go like that."""
    found = reach(Move(arm=unit.arm, formation=formation or unit.formation, pace=pace))
    return 0 if isinstance(found, Refusal) else int(found.distance)


def is_fit(unit: Unit) -> bool:
    """Whether a unit may be sent against the enemy."""
    return (
        unit.standing == "steady"
        and not unit.fatigued
        and 5 * unit.figures > 2 * unit.original
        and unit.arm not in ("wagon", "artillery_crew")
    )


def is_foot(unit: Unit) -> bool:
    """Whether a unit fights in the line of battle."""
    return unit.arm in ("infantry", "cavalry", "dismounted_cavalry") and not unit.parent


def off_front(unit: Unit, place: Point) -> int:
    """How far a place is from straight ahead of a unit, in tenths of a degree."""
    if unit.pose.point == place:
        return 0
    return abs(turning(unit.heading, bearing_to(unit.pose.point, place)))


def is_behind_front(unit: Unit, place: Point) -> bool:
    """Whether a place is on or behind the line of a unit's front: its flank. (MK-M21)"""
    return ahead_of(unit.pose, spot(place)) <= 0


def middle(places: Iterable[Point]) -> Point:
    found = list(places)
    return Point(
        sum(place.x for place in found) // len(found), sum(place.y for place in found) // len(found)
    )
