"""Fire at an enemy that crosses a unit's front, by OP11."""

from __future__ import annotations

from functools import partial

from longroll.board.table import Pose, distance, in_arc, spot
from longroll.systems.honor_glory.charge_fire import is_effective_at, passes_in_range
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.play import field, shooting
from longroll.systems.honor_glory.play.firing import Aftermath, Assist
from longroll.systems.honor_glory.play.state import State


def watch(state: State, id: str, start: Pose, *, charged: str = "") -> None:
    """Enemies whose front a unit has crossed within range may fire at it, where it was nearest to
    them; the one that it has `charged` has given its answer. [honor_glory:OP11.0]
    [honor_glory:OP11.1] [honor_glory:OP11.3b] (HG-42)"""
    unit = state.units[id]
    moved = unit.pose.point != start.point and unit.place == "table"
    if not (state.options.opportune_fire and moved):
        return
    seers: list[Assist] = []
    way = field.on_the_way(start.point, unit.pose.point)
    for enemy in state.enemies_of(unit.side):
        other = state.units[enemy]
        here = other.pose.point
        ahead = [
            place for place in way if in_arc(spot(here), other.heading, FIRE.arc * 10, spot(place))
        ]
        if enemy == charged or not ahead or other.fired or other.fought or other.morale != "formed":
            continue
        near = min(ahead, key=partial(distance, here))
        facts, far = field.facts(state, enemy), distance(here, near)
        passing: State = state.copy()
        passing.put(id, Pose(near, unit.heading))
        seen = next(shooting.bars_to_shot(passing, enemy, id, "return"), None) is None
        if seen and passes_in_range(facts, far):
            near_enough = is_effective_at(facts, far)
            seers.append(Assist(enemy, id, "opportune", near_enough, charged=bool(charged)))
    if seers:
        state.agenda += [Aftermath(charging=bool(charged)), *reversed(seers)]
