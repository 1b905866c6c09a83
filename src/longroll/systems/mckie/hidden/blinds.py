"""Hidden movement without an umpire: a marker for each division, and dummies among them.

[mckie:hidden.blind.1] [mckie:hidden.blind.2] (MK-M62)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from longroll.board.table import (
    Footprint,
    Point,
    Pose,
    bearing_to,
    distance,
    footprint,
    pose,
    ranks,
)
from longroll.board.table.places import place
from longroll.kernel.agenda import Do, Umpire
from longroll.miniatures.bodies import in_order
from longroll.systems.mckie.hidden.blind_events import BlindsLaid
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement.ground import MARCHING
from longroll.systems.mckie.scenarios.scenario_file import Zone
from longroll.systems.mckie.table.state import Blind, State
from longroll.systems.mckie.words import SIDES, Arm, Side

_RULE = "mckie:hidden.blind.2"
#: The size of a marker.
_WIDTH, _DEPTH = 2 * INCH, INCH
#: One dummy for this many real markers, and at least one. (MK-M62)
_REAL_TO_A_DUMMY = 3
#: How far apart the markers of an army are laid.
_APART = 4 * INCH
#: Which way an army faces from its edge of the table.
_HEADINGS = {"north": 1800, "east": 2700, "south": 0, "west": 900}


def in_use(state: State) -> bool:
    return state.options.hidden == "blinds"


def ground_of(blind: Blind) -> Footprint:
    """The base of a marker."""
    return footprint(ranks([1], _WIDTH, _DEPTH), pose(blind.x, blind.y, blind.heading))


def at(blind: Blind, here: Point, towards: Point) -> Blind:
    """A marker at a point, facing another."""
    heading = bearing_to(here, towards) if here != towards else blind.heading
    return replace(blind, x=here.x, y=here.y, heading=heading)


def arm_of(state: State, blind: Blind) -> Arm:
    """The arm whose rate a marker has: cavalry if all under it ride, else infantry."""
    fighting = [state.units[id].arm for id in blind.units if state.units[id].arm != "wagon"]
    riding = bool(fighting) and all(arm in ("cavalry", "dismounted_cavalry") for arm in fighting)
    return "cavalry" if riding else "infantry"


# Laying them


class LayBlinds(Do, frozen=True):
    """Before the battle: every division on the field goes under a marker, with dummies among them,
    and nobody can tell from its number what a marker is. [mckie:hidden.blind.1]"""

    def run(self, state: State, umpire: Umpire) -> None:
        for side in SIDES:
            hidden = _divisions(state, side)
            dummies = -(-len(hidden) // _REAL_TO_A_DUMMY)
            laid = [*hidden, *([()] * dummies)]
            places = _places(state, side, hidden, dummies)
            numbers = _shuffled(len(laid), umpire)
            markers = {
                f"{side[0]}b{number}": Blind(
                    side,
                    units,
                    here.x,
                    here.y,
                    _HEADINGS[_zone(state, side).edge],
                    _formation(state, units),
                )
                for number, units, here in zip(numbers, laid, places, strict=True)
            }
            state.blinds = in_order({**state.blinds, **markers})
            for units in hidden:
                for id in units:
                    state.change(id, place="reserve", arrives=0)
        counts: dict[str, int] = {
            side: sum(one.side == side for one in state.blinds.values()) for side in SIDES
        }
        umpire.tell(BlindsLaid(rules=("mckie:hidden.blind.1",), numbers=counts))


def _divisions(state: State, side: Side) -> list[tuple[str, ...]]:
    """The units of each division on the field, in the order of the roster; vessels never hide."""
    found: dict[str, list[str]] = {}
    for id in state.of_side(side):
        if not state.units[id].is_vessel:
            found.setdefault(state.units[id].division, []).append(id)
    return [tuple(ids) for ids in found.values()]


def _formation(state: State, units: Sequence[str]) -> Literal["line", "road_march"]:
    marching = units and all(state.units[id].formation in MARCHING for id in units)
    return "road_march" if marching else "line"


def _zone(state: State, side: Side) -> Zone:
    return state.battle.file.deployment[side]


def _places(state: State, side: Side, hidden: Sequence[Sequence[str]], dummies: int) -> list[Point]:
    """A division's marker is in its middle; dummies are where there is room along the line."""
    found: list[Point] = []
    for units in hidden:
        middle = Point(
            sum(state.units[id].x for id in units) // len(units),
            sum(state.units[id].y for id in units) // len(units),
        )
        found.append(_room(state, side, middle, found))
    for number in range(dummies):
        found.append(_room(state, side, found[number % max(1, len(hidden))], found))
    return found


def _room(state: State, side: Side, near: Point, taken: Sequence[Point]) -> Point:
    """The first place along the line that is clear of the others and on the table."""
    across = Pose(near, _HEADINGS[_zone(state, side).edge])
    width, height = state.battle.table.size
    for step in range(1, 2 * max(width, height) // _APART):
        aside = (step // 2) * _APART * (1 if step % 2 else -1)
        here = place(across, aside, 0)
        inside = _WIDTH <= here.x <= width - _WIDTH and _WIDTH <= here.y <= height - _WIDTH
        if inside and all(distance(here, other) >= _APART for other in taken):
            return here
    return near


def _shuffled(count: int, umpire: Umpire) -> list[int]:
    left, order = list(range(1, count + 1)), []
    while len(left) > 1:
        order.append(left.pop(umpire.roll("shuffle the markers", len(left)).value - 1))
    return order + left


STEPS = (LayBlinds,)
