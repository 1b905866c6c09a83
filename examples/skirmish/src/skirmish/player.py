"""A computer player: it fires where that does most, and makes for the crossroads."""

from __future__ import annotations

from random import Random

from longroll.ai import Level, RandomPlayer, Seat, Thought
from longroll.kernel.decision import Choice
from skirmish.state import CROSSROADS, GRID


class Captain:
    def __init__(self, seed: int | str) -> None:
        self._chance = Random(seed)

    def choose(self, seat: Seat) -> Thought:
        best = max(seat.choices, key=lambda choice: (worth(seat, choice), self._chance.random()))
        return Thought(best, "the crossroads is what counts")


def worth(seat: Seat, choice: Choice) -> float:
    match choice.verb:
        case "shoot":
            outcomes = seat.odds(choice).outcomes
            return 2 - sum(float(o.probability) for o in outcomes if o.kind == "nothing")
        case "march":
            return 1
        case "to" | "retreat":
            return -GRID.distance(choice.object, CROSSROADS)
        case "stay":
            [unit] = seat.view.facts.hand
            return -GRID.distance(seat.seen.units[unit].hex, CROSSROADS)
    return 0


LEVELS = (Level("plays at random", RandomPlayer), Level("captain", Captain))
