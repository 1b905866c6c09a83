"""A player for the miniatures table, either side, from rules of thumb.

It brings its brigades in line to where they are needed, keeps them facing the enemy and near
their general, leaves the guns where they can fire, fires everything, and charges only what is
weaker, shaken or turned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from longroll.ai.mckie.ground import enemies, is_late, objective_at, worth
from longroll.ai.seat import Seat, Thought
from longroll.board.table import ahead_of, distance
from longroll.board.table.places import INCH, Point, spot
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.miniatures.marching import march
from longroll.miniatures.picking import OneAtATime
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.charge.responding import Respond
from longroll.systems.mckie.command.initiative import ChooseOrder
from longroll.systems.mckie.deployment.deploying import Deploy
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.melee.ends import FollowUp
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

#: How often each level leaves a decision to chance.
CARELESS = {1: 0.25, 2: 0.08, 3: 0.0}
_QUALITY = {"veteran": 1.2, "experienced": 1.0, "raw": 0.8}
#: How much stronger a charger wants to be.
GOOD_ODDS = 1.3
#: Guns stay unlimbered while an enemy is this near.
GUN_RANGE = 24 * INCH
#: A wagon keeps this far from the enemy.
SAFE = 12 * INCH


class McKiePlayer:
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, level: int = 3) -> None:
        if level not in CARELESS:
            raise ValueError(f"level {level}: choose from {', '.join(map(str, CARELESS))}")
        self._chance = Random(seed)
        self._careless = CARELESS[level]

    def choose(self, seat: Seat) -> Thought:
        if len(seat.choices) == 1:
            return Thought(seat.choices[0], "there is nothing else to do")
        state: State = seat.seen
        ask = state.agenda[-1]
        # Everybody gets an order, careless or not.
        asks_who = isinstance(ask, OneAtATime) and not ask.unit
        if not asks_who and self._careless and self._chance.random() < self._careless:
            return Thought(self._chance.choice(seat.choices), "on the spur of the moment")
        if isinstance(ask, Deploy) and state.options.hidden == "umpire":
            return self._deploy(seat, state, ask)
        answer: _Answer = _ANSWERS.get(type(ask), _first)
        return answer(seat, state, ask)

    def _deploy(self, seat: Seat, state: State, ask: Deploy) -> Thought:
        """Troops that the enemy does not see are placed a little differently each time."""
        places = [one for one in seat.choices if one.verb == "deploy"]
        if places:
            return Thought(self._chance.choice(places), "where they do not expect it")
        if ask.unit:
            return Thought(choice("hold", ask.unit), "there is no other place for them")
        troops = next((one for one in seat.choices if one.object in state.units), None)
        return Thought(troops, "the next") if troops is not None else _first(seat, state, ask)


def _first(seat: Seat, state: State, ask: Any) -> Thought:
    plain = next((one for one in seat.choices if one.verb == "done"), seat.choices[0])
    return Thought(plain, "as is usual")


def _order(seat: Seat, state: State, ask: ChooseOrder) -> Thought:
    return Thought(choice("second"), "let them come, and then see")


# Movement


def _move(seat: Seat, state: State, ask: Movement) -> Thought:
    """One unit after another, in the order of the roster; then the generals."""
    if ask.unit in state.units:
        return _march(state, ask.unit, seat.choices)
    if ask.unit:
        return _ride(state, ask.unit, seat.choices) or Thought(choice("back"), "he is well placed")
    who = [one.object for one in seat.choices if one.verb == "pick"]
    for id in who:
        if id in state.units or _ride(state, id, ask.orders(state, id)) is not None:
            return Thought(choice("pick", id), "the next")
    return Thought(choice("done"), "everybody is in place")


def _march(state: State, id: str, orders: Sequence[Choice]) -> Thought:
    unit = state.units[id]
    rouse = next((one for one in orders if one.verb == "rouse"), None)
    if rouse is not None:
        return Thought(rouse, "its brigadier may get it moving")
    hold = next(one for one in orders if one.verb == "hold")
    if unit.arm == "wagon" and _is_safe(state, unit):
        return Thought(hold, "the wagon is near enough")
    if unit.formation == "unlimbered" and any(
        field.gap(unit, foe) <= GUN_RANGE for foe in enemies(state, unit)
    ):
        turned = [one for one in orders if one.objects[1:2] in (("turn",), ("left",), ("right",))]
        return _best(state, id, [hold, *turned])
    return _best(state, id, [hold, *(one for one in orders if one.verb == "move")])


def _best(state: State, id: str, orders: Sequence[Choice]) -> Thought:
    """The order that puts the unit in its best place; staying put counts slightly in favour."""
    best, most = orders[0], _standing(state, id, orders[0])
    for order in orders[1:]:
        score = _standing(state, id, order) - 0.3
        if score > most:
            best, most = order, score
    return Thought(best, "to go where it is needed")


def _standing(state: State, id: str, order: Choice) -> float:
    unit = _after(state, id, order)
    if unit is None:
        return float("-inf")
    doubled = "double" in order.objects
    return worth(state, unit) - (2 if doubled else 0)


def _after(state: State, id: str, order: Choice) -> Unit | None:
    if order.verb == "hold":
        return state.units[id]
    drill = DRILL.read(order.objects[1:])
    return None if isinstance(drill, Refusal) else march(state, id, drill).unit


def _is_safe(state: State, wagon: Unit) -> bool:
    """Whether a wagon is near those who are out of ammunition, or nobody is."""
    empty = [
        unit
        for unit in state.units.values()
        if unit.ran_out and unit.side == wagon.side and unit.place == "table"
    ]
    threatened = any(field.gap(wagon, foe) < SAFE for foe in enemies(state, wagon))
    return threatened or all(field.gap(wagon, unit) <= 7 * INCH for unit in empty)


def _ride(state: State, id: str, orders: Sequence[Choice]) -> Thought | None:
    """A general rides to the middle of his division when he has fallen behind."""
    general = state.commanders[id]
    men = [
        unit.pose.point
        for unit in state.units.values()
        if unit.place == "table" and unit.division in general.divisions and unit.arm != "wagon"
    ]
    rides = [one for one in orders if one.verb == "ride"]
    if not men or not rides:
        return None
    middle = Point(sum(p.x for p in men) // len(men), sum(p.y for p in men) // len(men))
    here = Point(general.x, general.y)

    def off(order: Choice) -> int:
        x, y = (round(float(part) * INCH) for part in order.objects[1:3])
        return distance(Point(x, y), middle)

    best = min(rides, key=off)
    if off(best) + INCH < distance(here, middle):
        return Thought(best, "to the middle of his men")
    return None


# Fighting


def _charge(seat: Seat, state: State, ask: DeclareCharges) -> Thought:
    who = [one.object for one in seat.choices if one.verb == "pick"]
    orders = seat.choices if ask.unit else [order for id in who for order in ask.orders(state, id)]
    best, most = None, GOOD_ODDS
    for one in orders:
        if one.verb == "charge":
            odds = _odds(state, state.units[one.objects[0]], state.units[one.objects[1]])
            if odds > most:
                best, most = one, odds
    if best is None:
        return Thought(choice("back" if ask.unit else "done"), "no charge promises enough")
    return Thought(best if ask.unit else choice("pick", best.object), f"{most:.1f} to one")


def _odds(state: State, unit: Unit, foe: Unit) -> float:
    """Strength against strength, with what counts double in a melee."""
    mine = unit.figures * _QUALITY[unit.quality]
    theirs = max(1.0, foe.figures * _QUALITY[foe.quality])
    if ahead_of(foe.pose, spot(unit.pose.point)) <= 0:
        theirs /= 2
    if foe.fatigued or foe.standing != "steady":
        theirs /= 1.5
    if foe.is_battery:
        theirs *= 2.5 if foe.formation == "unlimbered" else 1
    if field.cover_of(state, foe) in ("wall", "prepared", "built_up_edge"):
        theirs *= 1.5
    if 2 * unit.figures < unit.original or unit.quality == "raw":
        mine /= 1.5
    if is_late(state) and objective_at(state, foe):
        # The ground will not wait.
        mine *= 1.4
    return mine / theirs


def _respond(seat: Seat, state: State, ask: Respond) -> Thought:
    for verb in ("turn", "stand"):
        if choice(verb) in seat.choices:
            return Thought(choice(verb), "to meet them with a volley")
    return Thought(seat.choices[0], "there is no other way")


def _fire(seat: Seat, state: State, ask: OrderFire) -> Thought:
    if ask.unit:
        return Thought(seat.choices[0], "at the nearest")
    verb = "all" if choice("all") in seat.choices else "done"
    return Thought(choice(verb), "everything that bears")


def _follow(seat: Seat, state: State, ask: FollowUp) -> Thought:
    unit = state.units[ask.unit]
    theirs = sum(state.units[other].figures for other in ask.opponents)
    verb = "follow" if unit.figures > theirs else "stay"
    thought = next(one for one in seat.choices if one.verb == verb)
    return Thought(thought, "they are breaking" if verb == "follow" else "far enough")


_Answer = Callable[[Seat, Any, Any], Thought]
_ANSWERS: dict[type[Any], _Answer] = {
    ChooseOrder: _order,
    DeclareCharges: _charge,
    FollowUp: _follow,
    Movement: _move,
    OrderFire: _fire,
    Respond: _respond,
}
