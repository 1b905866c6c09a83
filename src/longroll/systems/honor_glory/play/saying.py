"""Orders in words, as the log tells them."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.wording import listed
from longroll.miniatures.drill import Drill
from longroll.systems.honor_glory.play.orders import Order
from longroll.systems.honor_glory.play.rulebook import DRILL, FORCED
from longroll.systems.honor_glory.play.state import State

_DEEDS = {
    "fire": "fire at {}",
    "battery": "fire at {} as a grand battery",
    "charge": "charge {}",
    "team": "take the team of {}",
    "shell": "shell {}",
    "bridge": "build a bridge of type {}",
    "rally": "rally",
    "rest": "rest",
    "withdraw": "withdraw",
    "occupy": "occupy the building",
    "ford": "ford the river",
    "hold": "hold",
    "surrender": "surrender",
    "breach": "breach the wall",
    "burn": "set fire to it",
    "quench": "put out the fire",
}


def told(state: State, order: Order) -> str:
    """What an order has a unit do."""
    return listed(_parts(state, order))


def _parts(state: State, order: Order) -> Iterator[str]:
    if order.drill is not None:
        yield DRILL.say(Drill(order.drill.acts), lengths=True)
        if order.drill.pace == FORCED:
            yield "force the march"
    if order.deed:
        other = state.units.get(order.target)
        target = order.target.replace("-", " ") if other is None else other.title
        yield _DEEDS[order.deed].format(target)
