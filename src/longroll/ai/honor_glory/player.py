"""A player for either side, from rules of thumb.

It goes for the place that decides the battle, fires where it can, charges those who will probably
not stand, rallies whoever runs, and answers only from what its side sees.
"""

from __future__ import annotations

from longroll.ai.honor_glory.doctrine import USUAL, Doctrine
from longroll.ai.honor_glory.orders import ideas
from longroll.ai.seat import Seat, Thought
from longroll.kernel.decision import choice
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.state import State

#: What it answers if it is asked for a word, the best first.
_WORDS = (
    *("first", "south", "array", "keep", "call_in", "reply", "fire", "countercharge", "stand"),
    *("stay", "occupy", "attack", "done"),
)


def moment(state: State, side: str) -> int:
    """The player-turn."""
    return state.turn


class HonorGloryPlayer:
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, doctrine: Doctrine = USUAL) -> None:
        self._doctrine = doctrine

    def choose(self, seat: Seat) -> Thought:
        state: State = seat.seen
        ask = state.agenda[-1]
        if isinstance(ask, Declare):
            return _declare(seat, state, ask, self._doctrine)
        offered = {one.verb: one for one in reversed(seat.choices)}
        word = next((one for one in _WORDS if one in offered), None)
        return Thought(offered[word] if word else seat.choices[0], "as is usual")


def _declare(seat: Seat, state: State, ask: Declare, doctrine: Doctrine) -> Thought:
    """The best order that may be given now; done if none is worth a counter."""
    weighed = (
        one._replace(worth=one.worth * doctrine.share(one.order))
        for one in ideas(state, seat.side, doctrine)
    )
    found = sorted(weighed, key=lambda one: (-one.worth, str(one.order)))
    for idea in found:
        if idea.worth <= 0:
            break
        if next(ask.bars_to_pick(state, idea.order.object), None) is not None:
            continue
        if next(ask.bars_to_order(state, idea.order), None) is None:
            return Thought(idea.order, idea.why)
    return Thought(choice("done"), "everything is said")
