"""A weak player who still makes sense: he does the right kind of thing, but not always enough of it
and not always in the right place."""

from __future__ import annotations

from random import Random

from longroll.ai.seat import Player, Seat, Thought

#: What ends a phase or declines an offer, so that nothing more is done.
_ENOUGH = ("done", "pass")
#: The next step of a move: whoever has set out does not wander about.
_STEP = "to"


class Recruit:
    """Plays as a regular would, but lets the rest of a phase go now and then, or does what the
    regular would do with another unit, target or hex; never where a question is deliberate."""

    def __init__(
        self, seed: int | str, regular: Player, slips: float, deliberate: tuple[type, ...] = ()
    ) -> None:
        self._chance = Random(f"recruit {seed}")
        self._regular = regular
        self._slips = slips
        self._deliberate = deliberate

    def choose(self, seat: Seat) -> Thought:
        thought = self._regular.choose(seat)
        if isinstance(seat.seen.agenda[-1], self._deliberate):
            return thought
        roll = self._chance.random()
        if thought.choice.verb in _ENOUGH or roll >= self._slips:
            return thought
        verb = thought.choice.verb
        alike = [one for one in seat.choices if one.verb == verb != _STEP and one != thought.choice]
        enough = [one for one in seat.choices if one.verb in _ENOUGH]
        if enough and (not alike or roll < self._slips / 2):
            return Thought(enough[0], "that is enough for now")
        return Thought(self._chance.choice(alike), "or so it seems") if alike else thought
