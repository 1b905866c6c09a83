"""Units without a commander, by OP7: what they do in their go instead of their order."""

from __future__ import annotations

from longroll.board.table import Straight, Turn, distance, spot, turning
from longroll.kernel.agenda import Umpire
from longroll.miniatures.drill import Drill
from longroll.systems.honor_glory.options import wish_without_commander
from longroll.systems.honor_glory.play import closing, field, shooting
from longroll.systems.honor_glory.play.events import Leaderless
from longroll.systems.honor_glory.play.orders import Order
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import rate
from longroll.systems.honor_glory.words import REGIMENTS


def wish(state: State, id: str, umpire: Umpire) -> Order | None:
    """What a regiment without any commander does instead of its order, by OP7; None if it obeys.
    [honor_glory:OP7.1] [honor_glory:OP7.4] [honor_glory:OP7.5]"""
    unit = state.units[id]
    if not state.options.leaderless_units or unit.arm not in REGIMENTS:
        return None
    if field.facts(state, id).leaders:
        return None
    rolls, found = wish_without_commander(umpire)
    event = Leaderless(
        rules=("honor_glory:OP7.1",), rolls=rolls, unit=id, title=unit.title, wish=found
    )
    umpire.tell(event)
    if found == "attack_nearest":
        return _attack_nearest(state, id)
    return _to_commander(state, id) if found == "to_commander" else None


def _attack_nearest(state: State, id: str) -> Order:
    """By fire if it can, else by melee. [honor_glory:OP7.2]"""
    counters = state.units[id].left[0]
    enemy = field.nearest_enemy(state, id)
    if enemy is None:
        return Order(counters, None, "hold")
    if next(shooting.bars_to_shot(state, id, enemy, "activated"), None) is None:
        if shooting.is_in_range(state, id, enemy):
            return Order(counters, None, "fire", enemy)
    if next(closing.bars_to_charge_at(state, id, enemy), None) is None:
        return Order(counters, None, "charge", enemy)
    return Order(counters, None, "hold")


def _to_commander(state: State, id: str) -> Order:
    """Towards the nearest commander of its side, or into contact. [honor_glory:OP7.3]"""
    unit = state.units[id]
    places = [
        state.units[one.joined].pose.point
        for one in state.commanders.values()
        if one.side == unit.side and one.place == "table" and one.joined
    ]
    counters = unit.left[0]
    there = min(places, key=lambda place: distance(unit.pose.point, place), default=None)
    if there is None or there == unit.pose.point:
        return Order(counters, None, "hold")
    off = turning(unit.heading, field.heading_to(unit.pose.point, spot(there)))
    far = min(distance(unit.pose.point, there), counters * (rate(unit.mover) or 0))
    turn = (Turn(off),) if off else ()
    return Order(counters, Drill((*turn, Straight(max(1, far), 0))))
