"""Troops that arrive during the battle: in march column, at an edge, in their period."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from longroll.board.table import Pose, footprint, is_clear, on_table, overlaps, point, pose
from longroll.board.table.measure import SLACK
from longroll.board.table.places import Point, spot_at
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.event import Effect
from longroll.miniatures import standing
from longroll.miniatures.bodies import in_order
from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.hidden import blinds
from longroll.systems.mckie.hidden.blind_events import BlindArrived
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, Blind, State
from longroll.systems.mckie.words import GUNS, Side

_RULE = "mckie:deploy.1"
#: If the way in is occupied, a unit comes on beside it: at most this far off, in steps.
_BESIDE = 50
_AT_MOST = 15 * INCH


class Arrived(UnitEvent, frozen=True, kw_only=True):
    """Troops or a general came on to the table."""

    def text(self) -> str:
        return f"Arrived on the field: {self.title}."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class Delayed(UnitEvent, frozen=True, kw_only=True):
    """Troops found no room to come on, and try again in the next period."""

    def text(self) -> str:
        return f"{self.title} cannot come on to the field and waits."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


def arrivals(state: State) -> list[Ask | Do]:
    return [Arrive()]


def are_due(state: State) -> bool:
    """Whether anybody is due now."""
    return any(_is_due(state, one.place, one.arrives) for one in _everybody(state))


def _everybody(state: State) -> Iterator[Unit]:
    yield from state.units.values()
    yield from state.commanders.values()  # type: ignore[misc]  # both have a place and a period


def _is_due(state: State, place: str, arrives: int) -> bool:
    return place == "reserve" and 0 < arrives <= state.period


class Arrive(Do, frozen=True):
    """Everybody whose period has come, in the order of the roster."""

    def run(self, state: State, umpire: Umpire) -> None:
        if blinds.in_use(state):
            _come_as_markers(state, umpire)
        for id, unit in state.units.items():
            if not _is_due(state, unit.place, unit.arrives):
                continue
            marching = in_march(unit)
            found = _place(state, marching, way_in(state, unit.side, unit.x, unit.y))
            told = Delayed if found is None else Arrived
            if found is not None:
                state.change(id, place="table", formation=marching.formation)
                state.put(id, found)
            umpire.tell(told(rules=(_RULE,), unit=id, title=unit.title))
        for id, general in state.commanders.items():
            if _is_due(state, general.place, general.arrives):
                way = way_in(state, general.side, general.x, general.y)
                state.change_commander(id, place="table", x=way.point.x, y=way.point.y)
                umpire.tell(Arrived(rules=(_RULE,), unit=id, title=general.title))


def _come_as_markers(state: State, umpire: Umpire) -> None:
    """Divisions that arrive are markers like those that were there from the start: one for all
    that arrive together. Without room for it they come on as units. [mckie:hidden.blind.1]"""
    together: dict[tuple[str, str, Pose], list[str]] = {}
    for id, unit in state.units.items():
        if _is_due(state, unit.place, unit.arrives):
            way = way_in(state, unit.side, unit.x, unit.y)
            together.setdefault((unit.side, unit.division, way), []).append(id)
    for (_, _, way), ids in together.items():
        side = state.units[ids[0]].side
        marker = _marker(state, Blind(side, tuple(ids), 0, 0, way.heading, "road_march"), way)
        if marker is None:
            continue
        number = 10 * state.period + 1
        while f"{side[0]}b{number}" in state.blinds:
            number += 1
        name = f"{side[0]}b{number}"
        state.blinds = in_order({**state.blinds, name: marker})
        for id in ids:
            state.change(id, arrives=0)
        umpire.tell(BlindArrived(rules=("mckie:hidden.blind.1",), side=side, blind=name))


def _marker(state: State, blind: Blind, way: Pose) -> Blind | None:
    """A marker on the way in, or beside it: clear of the other markers, 1 in from any enemy."""
    enemies = [field.ground_of(state.units[id]) for id in state.of_side(ENEMY[blind.side])]
    for aside in _asides():
        head = point(spot_at(way, aside, -INCH))
        here = replace(blind, x=head.x, y=head.y)
        ground = blinds.ground_of(here)
        gaps = [(blinds.ground_of(one), one.side != blind.side) for one in state.blinds.values()]
        gaps += [(enemy, True) for enemy in enemies]
        if on_table(ground, *state.battle.table.size) and all(
            is_clear(ground, other, MOVEMENT.least_gap if hostile else 0) for other, hostile in gaps
        ):
            return here
    return None


def in_march(unit: Unit) -> Unit:
    """A unit as it arrives: limbered, or in march column if its arm has one."""
    if unit.arm in GUNS:
        return replace(unit, formation="limbered")
    if bar_to_adopt(unit.arm, "road_march") is None:
        return replace(unit, formation="road_march")
    return unit


def way_in(state: State, side: Side, x: int, y: int) -> Pose:
    """The point where troops come on, facing the table: the scenario's, or the middle of the
    edge that their army deploys on."""
    width, height = state.battle.table.size
    edges = {
        "north": Pose(Point(width // 2, 0), 1800),
        "east": Pose(Point(width, height // 2), 2700),
        "south": Pose(Point(width // 2, height), 0),
        "west": Pose(Point(0, height // 2), 900),
    }
    if not (x or y):
        return edges[state.battle.file.deployment[side].edge]
    to_edge = {"north": y, "east": width - x, "south": height - y, "west": x}
    nearest = min(to_edge, key=lambda edge: to_edge[edge])
    return Pose(Point(x, y), edges[nearest].heading)


def _place(state: State, unit: Unit, way: Pose) -> Pose | None:
    """The place of a column whose tail has just come on: on the way in, or beside it."""
    layout = field.layout_of(unit)
    deep = layout.frame.rear - layout.frame.front
    others = standing.troops(state)
    enemies = [field.ground_of(state.units[other]) for other in state.of_side(ENEMY[unit.side])]
    for aside in _asides():
        head = point(spot_at(way, aside, -deep))
        stand = pose(head.x, head.y, way.heading)
        ground = footprint(layout, stand)
        if (
            on_table(ground, *state.battle.table.size)
            and not any(overlaps(ground, other, SLACK) for _, other in others)
            and all(is_clear(ground, enemy, MOVEMENT.least_gap) for enemy in enemies)
        ):
            return stand
    return None


def _asides() -> Iterator[int]:
    yield 0
    for off in range(_BESIDE, _AT_MOST + 1, _BESIDE):
        yield off
        yield -off


STEPS = (Arrive,)
