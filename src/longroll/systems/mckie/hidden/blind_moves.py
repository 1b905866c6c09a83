"""Blind markers move before the troops of their army. [mckie:hidden.blind.2]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from longroll.board.table import Point, bearing_to, distance, is_clear, on_table, pose, swept
from longroll.board.table.places import place
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare
from longroll.kernel.forms import OrderForm
from longroll.miniatures import ways
from longroll.miniatures.measure import read_length, written
from longroll.miniatures.picking import OneAtATime
from longroll.miniatures.rulebook import Gait
from longroll.systems.mckie.hidden import blinds, spotting, unmasking
from longroll.systems.mckie.hidden.blind_events import BlindMoved
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.movement.rates import MOVEMENT, normal_rate
from longroll.systems.mckie.table import field, forms
from longroll.systems.mckie.table.state import ENEMY, Blind, State
from longroll.systems.mckie.words import Side

_RULE = "mckie:hidden.blind.2"


def moves(state: State, side: Side) -> list[Ask | Do]:
    """The markers of an army move before its troops."""
    return [MoveBlinds(side)] if blinds.in_use(state) else []


class Way(msgspec.Struct, frozen=True):
    """Where a marker is to go, and in what formation."""

    blind: str
    formation: Literal["line", "road_march"]
    points: tuple[Point, ...]


class MoveBlinds(OneAtATime[Side], frozen=True):
    """Each marker moves once, `blind ub1 road_march 20 30 24 22`, or not at all, `hold ub1`; one
    that has not moved may be turned over instead, `reveal ub1`. [mckie:hidden.blind.2] (MK-M62)"""

    rule: ClassVar[str] = _RULE
    of_one: ClassVar[tuple[str, ...]] = ("blind", "hold", "reveal")

    def question(self, state: State) -> str:
        if self.unit:
            return f"Where does {state.title_of(self.unit)} go, in line or in road march?"
        return "Which marker moves next?"

    def who(self, state: State) -> list[str]:
        return [id for id in state.blinds if not any(self.bars_to_pick(state, id))]

    def orders(self, state: State, id: str) -> list[Choice]:
        found = (*_orders(state, id), Choice("hold", (id,)), Choice("reveal", (id,)))
        return [one for one in found if not any(bars_to_move(state, self.side, one))]

    def forms(self, state: State) -> list[OrderForm]:
        return list(forms.marker_moves({id: state.blinds[id] for id in self.who(state)}))

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        return bars_to_move_at_all(state, self.side, id)

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        return bars_to_move(state, self.side, order)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        if order.verb == "done":
            state.agenda.pop()
            state.blinds = {id: replace(one, done=False) for id, one in state.blinds.items()}
            return
        if order.verb == "hold":
            still = replace(state.blinds[order.object], done=True)
            state.blinds = {**state.blinds, order.object: still}
            return
        if order.verb == "reveal":
            unmasking.reveal(state, order.object, umpire)
            return
        way = read_way(order.objects)
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
    """`ub1 road_march 20 30 24 22`: a marker, its formation, and its points."""
    wrong = Refusal(_RULE, "blind takes a marker, line or road_march, and points in inches")
    numbers = [read_length(word) for word in words[2:]]
    places = [number for number in numbers if number is not None]
    if len(words) < 4 or len(places) < len(numbers) or len(places) % 2:
        return wrong
    if words[1] not in ("line", "road_march"):
        return wrong
    pairs = zip(places[::2], places[1::2], strict=True)
    formation: Literal["line", "road_march"] = "line" if words[1] == "line" else "road_march"
    return Way(words[0], formation, tuple(Point(x, y) for x, y in pairs))


def bars_to_move_at_all(state: State, side: str, id: str) -> Iterator[Refusal]:
    """Every rule that keeps a marker from moving in this step."""
    blind = state.blinds.get(id)
    if blind is None or blind.side != side:
        yield Refusal(_RULE, f"you have no marker {id!r}")
    elif blind.done:
        yield Refusal(_RULE, f"{id} has already moved in this period")


def bars_to_move(state: State, side: str, order: Choice) -> Iterator[Refusal]:
    """Every rule that bars a marker from going there."""
    if order.verb == "done":
        yield from bare(order, _RULE)
        return
    if order.verb in ("hold", "reveal"):
        yield from bars_to_move_at_all(state, side, order.object)
        if len(order.objects) > 1:
            yield Refusal(_RULE, f"{order.verb} takes one marker")
        return
    way = read_way(order.objects)
    if isinstance(way, Refusal):
        yield way
        return
    yield from bars_to_move_at_all(state, side, way.blind)
    blind = state.blinds.get(way.blind)
    if blind is None or blind.side != side:
        return
    points = [Point(blind.x, blind.y), *way.points]
    arm = blinds.arm_of(state, blind)
    cost = ways.fee(state, Gait(arm, way.formation), points)
    rate = normal_rate(arm, way.formation)
    assert rate is not None
    if isinstance(cost, Refusal):
        yield cost
    elif cost.total > rate:
        yield Refusal(
            _RULE, f"the way takes {in_inches(cost.total)}, the marker can go {in_inches(rate)}"
        )
    yield from _bars_to_go(state, blind, points)


def _bars_to_go(state: State, blind: Blind, points: Sequence[Point]) -> Iterator[Refusal]:
    enemies = [field.ground_of(state.units[id]) for id in state.of_side(ENEMY[blind.side])]
    enemies += [blinds.ground_of(one) for one in state.blinds.values() if one.side != blind.side]
    for here, there in pairwise(points):
        turned = blinds.at(blind, here, there)
        # It ends where there is room to face as it goes, and as before. (MK-M62)
        ends = [blinds.ground_of(replace(one, x=there.x, y=there.y)) for one in (turned, blind)]
        over = swept(blinds.ground_of(turned), ends[0])
        if not all(on_table(end, *state.battle.table.size) for end in ends):
            yield Refusal(_RULE, "the marker would leave the table")
            return
        if not all(is_clear(over, enemy, MOVEMENT.least_gap) for enemy in enemies):
            yield Refusal("mckie:move.1inch", "the way leads within 1 in of the enemy")
            return


def _go(state: State, way: Way) -> int:
    blind = state.blinds[way.blind]
    points = [Point(blind.x, blind.y), *way.points]
    gone = blinds.at(blind, points[-1], points[-1])
    if points[-2] != points[-1]:
        gone = replace(gone, heading=bearing_to(points[-2], points[-1]))
    gone = replace(gone, formation=way.formation, done=True)
    state.blinds = {**state.blinds, way.blind: gone}
    return sum(distance(here, there) for here, there in pairwise(points))


def _orders(state: State, id: str) -> Iterator[Choice]:
    """Straight on and to either side, at either rate and at half of it."""
    blind = state.blinds[id]
    arm = blinds.arm_of(state, blind)
    for formation in ("line", "road_march"):
        rate = normal_rate(arm, formation)
        assert rate is not None
        for far in (rate, rate // 2):
            for turn in (0, -450, 450):
                there = place(pose(blind.x, blind.y, blind.heading + turn), 0, -far + 2)
                if there.x > 0 and there.y > 0:
                    yield Choice("blind", (id, formation, written(there.x), written(there.y)))


STEPS = (MoveBlinds,)
