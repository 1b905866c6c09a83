"""Where drills lead, and whatever else was declared."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.miniatures.drill import Drill
from longroll.systems.honor_glory.play.goes import attempt
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.rulebook import DRILL
from longroll.systems.honor_glory.play.state import State

#: A march straight to the front or aslant up to this many tenths of a degree; else it turns first.
ASLANT = 450


def drill_of(words: tuple[str, ...]) -> Drill:
    found = DRILL.read(words)
    assert not isinstance(found, Refusal)
    return found


def with_counters(state: State, id: str, counters: int) -> State:
    """The state at the beginning of the go of a unit that has some counters."""
    fresh = state.fresh()
    fresh.change(id, left=(counters, 1))
    return fresh


def after(ready: State, id: str, drill: Drill) -> State:
    """The state to which a drill leads: it ends with the first of its parts that is barred."""
    then: State = ready.copy()
    for act in drill.acts:
        found, bar = attempt(then, id, act)
        if bar is not None:
            break
        number, over = found.left.as_integer_ratio()
        then.units = {**then.units, id: replace(found.unit, left=(number, over))}
    return then


def foreseen(state: State) -> State:
    """The state once everybody has gone where he was told to go."""
    for id in state.goes:
        order = read_order(state.declared[id])
        assert isinstance(order, Order)
        if order.drill is not None:
            state = after(with_counters(state, id, order.counters), id, order.drill)
    return state
