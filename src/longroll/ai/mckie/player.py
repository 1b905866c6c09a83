"""A player for the miniatures table, either side, from rules of thumb.

It reads from the scenario what must be won or held, gives every division its orders and every unit
a task, and for each unit picks the move that serves the task best. It charges where the melee
promises more than it costs, and answers only from what its side sees.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from longroll.ai.mckie import commanders, fights, marches, markers, setting_up
from longroll.ai.mckie.aims import aim
from longroll.ai.mckie.doctrine import USUAL, Doctrine
from longroll.ai.mckie.ground import Known, is_foot
from longroll.ai.mckie.plans import tasks
from longroll.ai.seat import Seat, Thought
from longroll.board.table import distance
from longroll.kernel.decision import Choice, choice
from longroll.systems.mckie.cards.playing import PlayCards
from longroll.systems.mckie.charge.charging import DeclareCharges
from longroll.systems.mckie.charge.responding import Respond
from longroll.systems.mckie.command.activating import Activate
from longroll.systems.mckie.command.initiative import ChooseOrder
from longroll.systems.mckie.deployment.deploying import Deploy
from longroll.systems.mckie.fire.firing import OrderFire
from longroll.systems.mckie.hidden.blind_moves import MoveBlinds
from longroll.systems.mckie.hidden.unmasking import DeployAs
from longroll.systems.mckie.melee.ends import FollowUp
from longroll.systems.mckie.melee.widening import WidenFront
from longroll.systems.mckie.movement import move_orders
from longroll.systems.mckie.movement.moving import Movement
from longroll.systems.mckie.orders.giving import SendOrders
from longroll.systems.mckie.table.state import ENEMY, State

_DONE = choice("done")


def moment(state: State, side: str) -> int:
    """The period."""
    return state.period


class McKiePlayer:
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, doctrine: Doctrine = USUAL) -> None:
        self._chance = Random(seed)
        self._doctrine = doctrine

    def choose(self, seat: Seat) -> Thought:
        ask = seat.seen.agenda[-1]
        known = Known(seat.seen, ENEMY[ENEMY[seat.side]], self._doctrine)
        if isinstance(ask, Deploy):
            return setting_up.deploy(seat, known, self._chance)
        answer: _Answer = _ANSWERS.get(type(ask), _first)
        return answer(seat, known, ask)


def _first(seat: Seat, known: Known, ask: Any) -> Thought:
    plain = next((one for one in seat.choices if one.verb == "done"), seat.choices[0])
    return Thought(plain, "as is usual")


def _initiative(seat: Seat, known: Known, ask: ChooseOrder) -> Thought:
    """Whoever has a charge to make does not wait for the other."""
    if fights.charge(known, aim(known)) is not None:
        return Thought(choice("first"), "before they can charge us")
    return Thought(choice("second"), "let them come, and then see")


def _activate(seat: Seat, known: Known, ask: Activate) -> Thought:
    order = commanders.command(known, aim(known))
    if order is None:
        return Thought(_DONE, "everybody has his orders")
    return Thought(order, "so that the army moves")


def _send(seat: Seat, known: Known, ask: SendOrders) -> Thought:
    order = commanders.send(known, aim(known))
    return Thought(_DONE, "the orders stand") if order is None else Thought(order, "a new order")


def _blind(seat: Seat, known: Known, ask: MoveBlinds) -> Thought:
    order = markers.march(known, aim(known))
    if order is None:
        return Thought(_DONE, "the markers are where they should be")
    return Thought(order, "unseen for as long as may be")


# Movement


def _move(seat: Seat, known: Known, ask: Movement) -> Thought:
    """The generals first, so that they reach their men; then the foremost units, so that nobody
    is in the way of those behind."""
    purpose = aim(known)
    todo = tasks(known, purpose)
    for who in known.generals:
        ride = commanders.ride(known, purpose, todo, who)
        if ride is not None:
            return Thought(ride, "to be near his men")
    waiting = [
        id
        for id in known.own
        if not any(move_orders.bars_to_order_unit(known.state, known.side, id))
    ]
    if not waiting:
        return Thought(_DONE, "everybody is in place")

    def turn(id: str) -> tuple[bool, bool, int, str]:
        unit, task = known.own[id], todo[id]
        far = distance(unit.pose.point, task.goal.point)
        return not is_foot(unit), task.kind == "support", far, id

    id = min(waiting, key=turn)
    order = _order_for(known, purpose, id, todo)
    return Thought(order, f"to {_PURPOSES[todo[id].kind]}")


def _order_for(known: Known, purpose: Any, id: str, todo: Mapping[str, Any]) -> Choice:
    rouse = choice("rouse", id)
    if not any(move_orders.bars_to_order(known.state, known.side, rouse)):
        return rouse
    screen = fights.screen_order(known, purpose, id)
    if screen is not None and not any(move_orders.bars_to_order(known.state, known.side, screen)):
        return screen
    return marches.order(known, purpose, id, todo[id])


_PURPOSES = {
    "attack": "take the ground that counts",
    "support": "be at hand behind the first line",
    "hold": "hold the ground",
    "guns": "bring the guns to bear",
    "wagon": "keep the cartridges near",
    "rally": "get its breath back",
    "screen": "cover the brigade",
    "crew": "get back to the guns",
    "dash": "get past them while there is time",
}


# Fighting


def _charge(seat: Seat, known: Known, ask: DeclareCharges) -> Thought:
    best = fights.charge(known, aim(known))
    if best is None:
        return Thought(_DONE, "no charge promises enough")
    return Thought(best.order, f"a melee worth {best.margin:.1f} figures")


def _respond(seat: Seat, known: Known, ask: Respond) -> Thought:
    offered = [one.verb for one in seat.choices]
    return Thought(choice(fights.respond(known, ask.charger, ask.target, offered)), "to meet them")


def _fire(seat: Seat, known: Known, ask: OrderFire) -> Thought:
    """Everything that bears, but those who are to get their breath back hold their fire."""
    todo = tasks(known, aim(known))
    ordered = {one.unit for one in known.state.fires}
    for id, unit in known.own.items():
        if unit.fatigued and todo[id].kind == "rally" and not unit.did and id not in ordered:
            return Thought(choice("hold", id), "to get its breath back")
    verb = "all" if ask.who(known.state) else "done"
    return Thought(choice(verb), "everything that bears")


def _follow(seat: Seat, known: Known, ask: FollowUp) -> Thought:
    follows = fights.follows_up(known, aim(known), ask.unit, ask.opponents)
    verb = "follow" if follows else "stay"
    thought = next(one for one in seat.choices if one.verb == verb)
    return Thought(thought, "they are breaking" if follows else "far enough")


def _widen(seat: Seat, known: Known, ask: WidenFront) -> Thought:
    return Thought(seat.choices[0], "more muskets in the fight")


def _card(seat: Seat, known: Known, ask: PlayCards) -> Thought:
    """Cards that help are played on whoever they help most, others when they must be."""
    helpful = [one for one in seat.choices if one.verb == "play" and len(one.objects) > 2]
    if _DONE in seat.choices:
        return Thought(helpful[0] if helpful else _DONE, "while it is of use")
    return Thought(seat.choices[-1], "it must be played")


def _deploy_as(seat: Seat, known: Known, ask: DeployAs) -> Thought:
    offered = [one.verb for one in seat.choices]
    return Thought(choice(markers.stance(known, ask.unit, offered)), "as it is to fight")


_Answer = Callable[[Seat, Known, Any], Thought]
_ANSWERS: dict[type[Any], _Answer] = {
    Activate: _activate,
    ChooseOrder: _initiative,
    DeclareCharges: _charge,
    DeployAs: _deploy_as,
    FollowUp: _follow,
    MoveBlinds: _blind,
    Movement: _move,
    OrderFire: _fire,
    PlayCards: _card,
    Respond: _respond,
    SendOrders: _send,
    WidenFront: _widen,
}
