"""A player for either side, from rules of thumb.

It goes for the place that decides the battle, fires where it can, charges those who will probably
not stand, rallies whoever runs, and answers only from what its side sees.
"""

from __future__ import annotations

from random import Random

from longroll.ai.honor_glory.orders import ideas
from longroll.ai.seat import Seat, Thought
from longroll.kernel.decision import choice
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.state import State

#: How often each level leaves a decision to chance.
CARELESS = {1: 0.2, 2: 0.06, 3: 0.0}
#: What it answers if it is asked for a word, the best first.
_WORDS = (
    *("first", "south", "array", "keep", "call_in", "reply", "fire", "countercharge", "stand"),
    *("stay", "occupy", "attack", "done"),
)


class HonorGloryPlayer:
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, level: int = 3) -> None:
        if level not in CARELESS:
            raise ValueError(f"level {level}: choose from {', '.join(map(str, CARELESS))}")
        self._chance = Random(seed)
        self._careless = CARELESS[level]

    def choose(self, seat: Seat) -> Thought:
        state: State = seat.seen
        ask = state.agenda[-1]
        if self._careless and self._chance.random() < self._careless:
            return Thought(self._chance.choice(seat.choices), "on the spur of the moment")
        if isinstance(ask, Declare):
            return _declare(seat, state, ask)
        offered = {one.verb: one for one in reversed(seat.choices)}
        word = next((one for one in _WORDS if one in offered), None)
        return Thought(offered[word] if word else seat.choices[0], "as is usual")


def _declare(seat: Seat, state: State, ask: Declare) -> Thought:
    """The best order that may be given now; done if none is worth a counter."""
    found = sorted(ideas(state, seat.side), key=lambda one: (-one.worth, str(one.order)))
    for idea in found:
        if idea.worth <= 0:
            break
        if next(ask.bars_to_pick(state, idea.order.object), None) is not None:
            continue
        if next(ask.bars_to_order(state, idea.order), None) is None:
            return Thought(idea.order, idea.why)
    return Thought(choice("done"), "everything is said")
