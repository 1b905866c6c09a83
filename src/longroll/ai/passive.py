"""Two players who attempt nothing, to measure others by: whoever plays at all should beat them."""

from __future__ import annotations

from random import Random

from longroll.ai.levels import levels, usual_level
from longroll.ai.seat import Player, Seat, Thought
from longroll.kernel.decision import Choice


class Passive:
    """Ends every step as soon as it may. Where it must choose, as at the set-up or for a retreat,
    it answers as a regular does. One that `fires` does so with whatever can.
    """

    def __init__(self, seed: int | str, fires: bool = False) -> None:
        self._seed = seed
        self._fires = fires
        self._regular: Player | None = None

    def choose(self, seat: Seat) -> Thought:
        end = _ending(seat)
        if end is not None and not self._fires:
            return Thought(end, "nothing is attempted")
        thought = self._as_regular(seat)
        if end is None or (self._fires and seat.system.shoots(thought.choice)):
            return thought
        shot = _shot(seat) if self._fires else None
        return Thought(shot or end, "it fires if it can" if shot else "nothing is attempted")

    def _as_regular(self, seat: Seat) -> Thought:
        if self._regular is None:
            slug = seat.system.slug
            self._regular = levels(slug)[usual_level(slug) - 1].player(self._seed)
        return self._regular.choose(seat)


def _ending(seat: Seat) -> Choice | None:
    """What ends the step, or else the act, if anything does."""
    short = [one for one in seat.choices if not one.objects]
    ends = {seat.system.offer(seat.seen, one).ends: one for one in reversed(short)}
    return ends.get("step") or ends.get("act")


def _shot(seat: Seat) -> Choice | None:
    """Some fire that may be ordered, if need be for a unit that is picked first."""
    fit = [one for one in seat.choices if seat.system.shoots(one)]
    if fit:
        return fit[0]
    picks = (one for one in seat.choices if seat.system.offer(seat.seen, one).takes_up)
    return next((shot for pick in picks if (shot := _after(seat, pick)) is not None), None)


def _after(seat: Seat, pick: Choice) -> Choice | None:
    trial = seat.sample(Random(str(pick)))
    trial.play(pick)
    decision = trial.decision
    if decision is None or decision.side != seat.side:
        return None
    return next((one for one in decision.choices if seat.system.shoots(one)), None)
