"""Hidden movement without an umpire: a marker for each division, and dummies among them.

[mckie:hidden.blind.1] [mckie:hidden.blind.2] (MK-M62)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from longroll.board.table import (
    Footprint,
    Point,
    Pose,
    Spot,
    bearing_to,
    centre,
    distance,
    distance_between,
    footprint,
    is_clear,
    on_table,
    pose,
    ranks,
    swept,
)
from longroll.board.table.places import place
from longroll.board.table.sight import can_see
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.kernel.forms import OrderForm
from longroll.systems.mckie.measure import INCH, in_inches
from longroll.systems.mckie.play import fees, field, forms
from longroll.systems.mckie.play.blind_events import BlindMoved, BlindsLaid, BlindSpotted
from longroll.systems.mckie.play.drill import inches, read_inches
from longroll.systems.mckie.play.scenario import Zone
from longroll.systems.mckie.play.state import ENEMY, Blind, State, in_order
from longroll.systems.mckie.rates import MOVEMENT, normal_rate
from longroll.systems.mckie.words import SIDES, Arm, Side

_RULE = "mckie:hidden.blind.2"
#: The size of a marker.
_WIDTH, _DEPTH = 2 * INCH, INCH
#: One dummy for so many real markers, and at least one. (MK-M62)
_REAL_TO_A_DUMMY = 3
#: How far apart the markers of an army are laid.
_APART = 4 * INCH
#: Which way an army looks from its edge of the table.
_HEADINGS = {"north": 1800, "east": 2700, "south": 0, "west": 900}


def in_use(state: State) -> bool:
    return state.options.hidden == "blinds"


def ground_of(blind: Blind) -> Footprint:
    """The base of a marker."""
    return footprint(ranks([1], _WIDTH, _DEPTH), pose(blind.x, blind.y, blind.heading))


def marks_of(ground: Footprint) -> list[Spot]:
    """Where one looks from, and at: the middle of it, and of its first and last base."""
    return [ground.centre, centre(ground.bases[0]), centre(ground.bases[-1])]


# Laying them


class LayBlinds(Do, frozen=True):
    """Before the battle: every division that is on the field goes under a marker; dummies lie
    among them, and nobody can tell from its number what a marker is. [mckie:hidden.blind.1]"""

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
    """The units of each division on the field, in the order of the roster; vessels hide not."""
    found: dict[str, list[str]] = {}
    for id in state.of_side(side):
        if not state.units[id].is_vessel:
            found.setdefault(state.units[id].division, []).append(id)
    return [tuple(ids) for ids in found.values()]


def _formation(state: State, units: Sequence[str]) -> Literal["line", "road_march"]:
    marching = units and all(state.units[id].formation in fees.MARCHING for id in units)
    return "road_march" if marching else "line"


def _zone(state: State, side: Side) -> Zone:
    return state.battle.file.deployment[side]


def _places(state: State, side: Side, hidden: Sequence[Sequence[str]], dummies: int) -> list[Point]:
    """A division's marker lies in its middle; dummies where there is room along the line."""
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
    """The first place along the line that lies off the others and on the table."""
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


# Moving them


def moves(state: State, side: Side) -> list[Ask | Do]:
    """The markers of an army move before its troops."""
    return [MoveBlinds(side)] if in_use(state) else []


class Way(msgspec.Struct, frozen=True):
    """Where a marker is to go, and in what formation."""

    blind: str
    formation: Literal["line", "road_march"]
    points: tuple[Point, ...]


class MoveBlinds(Ask, frozen=True):
    """Each marker moves once: `blind ub1 road_march 20 30 24 22`. [mckie:hidden.blind.2]"""

    side: Side

    rule: ClassVar[str] = _RULE
    verbs: ClassVar[tuple[str, ...]] = ("blind", "done")
    open: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which marker moves, in line or in road march, and where to?"

    def choices(self, state: State) -> list[Choice]:
        found = [
            order
            for id, one in state.blinds.items()
            if one.side == self.side and not one.done
            for order in _orders(state, id)
            if next(bars(state, self.side, order), None) is None
        ]
        return [*found, Choice("done")]

    def forms(self, state: State) -> list[OrderForm]:
        own = {
            id: one for id, one in state.blinds.items() if one.side == self.side and not one.done
        }
        return list(forms.marker_moves(own))

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        return bars(state, self.side, choice)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        from longroll.systems.mckie.play import spotting

        if choice.verb == "done":
            state.agenda.pop()
            state.blinds = {id: replace(one, done=False) for id, one in state.blinds.items()}
            return
        way = read_way(choice.objects)
        assert not isinstance(way, Refusal)
        start = state.blinds[way.blind]
        length = _go(state, way)
        gone = state.blinds[way.blind]
        umpire.tell(
            BlindMoved(
                rules=(_RULE,),
                blind=way.blind,
                formation=way.formation,
                distance=length,
                start=(start.x, start.y),
                x=gone.x,
                y=gone.y,
            )
        )
        spotting.look_round(state, umpire)


def read_way(words: Sequence[str]) -> Way | Refusal:
    """`ub1 road_march 20 30 24 22`: a marker, how it goes, and by which points."""
    wrong = Refusal(_RULE, "blind takes a marker, line or road_march, and points in inches")
    numbers = [read_inches(word) for word in words[2:]]
    places = [number for number in numbers if number is not None]
    if len(words) < 4 or len(places) < len(numbers) or len(places) % 2:
        return wrong
    if words[1] not in ("line", "road_march"):
        return wrong
    pairs = zip(places[::2], places[1::2], strict=True)
    formation: Literal["line", "road_march"] = "line" if words[1] == "line" else "road_march"
    return Way(words[0], formation, tuple(Point(x, y) for x, y in pairs))


def bars(state: State, side: str, order: Choice) -> Iterator[Refusal]:
    """Every rule that bars a marker from going there."""
    if order.verb == "done":
        yield from bare(order, _RULE)
        return
    way = read_way(order.objects)
    if isinstance(way, Refusal):
        yield way
        return
    blind = state.blinds.get(way.blind)
    if blind is None or blind.side != side:
        yield Refusal(_RULE, f"you have no marker {way.blind!r}")
        return
    if blind.done:
        yield Refusal(_RULE, f"{way.blind} has moved in this period")
    points = [Point(blind.x, blind.y), *way.points]
    arm = arm_of(state, blind)
    cost, rate = fees.fee(state, arm, way.formation, points), normal_rate(arm, way.formation)
    assert rate is not None
    if isinstance(cost, Refusal):
        yield cost
    elif cost.total > rate:
        yield Refusal(
            _RULE, f"the way takes {in_inches(cost.total)}, a marker so goes {in_inches(rate)}"
        )
    yield from _way_bars(state, blind, points)


def _way_bars(state: State, blind: Blind, points: Sequence[Point]) -> Iterator[Refusal]:
    enemies = [field.ground_of(state.units[id]) for id in state.of_side(ENEMY[blind.side])]
    enemies += [ground_of(one) for one in state.blinds.values() if one.side != blind.side]
    for here, there in pairwise(points):
        over = swept(ground_of(at(blind, here, there)), ground_of(at(blind, there, there)))
        if not on_table(over, *state.battle.table.size):
            yield Refusal(_RULE, "the marker would leave the table")
            return
        if not all(is_clear(over, enemy, MOVEMENT.least_gap) for enemy in enemies):
            yield Refusal("mckie:move.1inch", "the way leads within 1 in of the enemy")
            return


def at(blind: Blind, here: Point, towards: Point) -> Blind:
    """A marker at a point, looking towards another."""
    heading = bearing_to(here, towards) if here != towards else blind.heading
    return replace(blind, x=here.x, y=here.y, heading=heading)


def arm_of(state: State, blind: Blind) -> Arm:
    """The arm whose rate a marker has: horse where all under it ride, else foot."""
    fighting = [state.units[id].arm for id in blind.units if state.units[id].arm != "wagon"]
    riding = bool(fighting) and all(arm in ("cavalry", "dismounted_cavalry") for arm in fighting)
    return "cavalry" if riding else "infantry"


def _go(state: State, way: Way) -> int:
    blind = state.blinds[way.blind]
    points = [Point(blind.x, blind.y), *way.points]
    gone = at(blind, points[-1], points[-1])
    if points[-2] != points[-1]:
        gone = replace(gone, heading=bearing_to(points[-2], points[-1]))
    gone = replace(gone, formation=way.formation, done=True)
    state.blinds = {**state.blinds, way.blind: gone}
    return sum(distance(here, there) for here, there in pairwise(points))


def _orders(state: State, id: str) -> Iterator[Choice]:
    """Straight on and to either side, at either rate and at half of it."""
    blind = state.blinds[id]
    arm = arm_of(state, blind)
    for formation in ("line", "road_march"):
        rate = normal_rate(arm, formation)
        assert rate is not None
        for far in (rate, rate // 2):
            for turn in (0, -450, 450):
                there = place(pose(blind.x, blind.y, blind.heading + turn), 0, -far + 2)
                if there.x > 0 and there.y > 0:
                    yield Choice("blind", (id, formation, inches(there.x), inches(there.y)))


# Seeing them


def look(state: State, umpire: Umpire) -> None:
    """Markers that the enemy sees, from his troops or his markers, are turned over: dummies go,
    troops are deployed. [mckie:hidden.blind.7]"""
    from longroll.systems.mckie.play import unmasking

    seen = [id for id, one in state.blinds.items() if _is_seen(state, one)]
    state.spotted |= frozenset(state.present())
    for id in seen:
        dummy = not state.blinds[id].units
        umpire.tell(BlindSpotted(rules=("mckie:hidden.blind.7",), blind=id, dummy=dummy))
        if dummy:
            state.blinds = {other: one for other, one in state.blinds.items() if other != id}
    for id in reversed(seen):
        if id in state.blinds:
            state.agenda += reversed(unmasking.steps(state, id))


def _is_seen(state: State, blind: Blind) -> bool:
    limit = int(state.battle.file.sight * INCH)
    ground = ground_of(blind)
    eyes = [field.stands_of(state.units[id]) for id in state.of_side(ENEMY[blind.side])]
    eyes += [ground_of(one) for one in state.blinds.values() if one.side != blind.side]
    return any(
        distance_between(eye, ground) <= limit
        and any(
            can_see(state.battle.table, one, other)
            for one in marks_of(eye)
            for other in marks_of(ground)
        )
        for eye in eyes
    )


STEPS = (LayBlinds, MoveBlinds)
