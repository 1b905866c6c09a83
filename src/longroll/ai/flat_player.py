"""One-ply flat Monte Carlo: try a few choices in sampled battles, and keep the best."""

from __future__ import annotations

from random import Random
from time import monotonic

from longroll.ai.evaluations import evaluate
from longroll.ai.seat import Seat, Thought
from longroll.kernel.battle import Battle


class FlatPlayer:
    """Plays any system through its public contract alone.

    Each round deals the hidden facts again and plays every candidate on at random for `depth`
    decisions, all with the same dice; the candidate with the best average is chosen. With
    `seconds` unset the play depends on the seed alone.
    """

    def __init__(
        self,
        seed: int | str,
        playouts: int = 48,
        candidates: int = 8,
        depth: int = 40,
        seconds: float | None = None,
    ) -> None:
        if playouts < 1 or candidates < 1:
            raise ValueError("a flat search needs at least one playout and one candidate")
        self._chance = Random(seed)
        self.playouts = playouts
        self.candidates = candidates
        self.depth = depth
        self.seconds = seconds

    def choose(self, seat: Seat) -> Thought:
        began = monotonic()
        offered = seat.choices
        if len(offered) == 1:
            return Thought(offered[0], "there is nothing else to do")
        tried = (
            list(offered)
            if len(offered) <= self.candidates
            else self._chance.sample(list(offered), self.candidates)
        )
        totals = [0.0] * len(tried)
        rounds = max(1, self.playouts // len(tried))
        done = 0
        for _ in range(rounds):
            if done and self.seconds is not None and monotonic() - began >= self.seconds:
                break
            seed = self._chance.getrandbits(64)
            for number, choice in enumerate(tried):
                chance = Random(seed)
                trial = seat.sample(chance)
                trial.play(choice)
                self._play_on(trial, chance)
                totals[number] += evaluate(trial, seat.side)
            done += 1
        best = max(range(len(tried)), key=lambda number: totals[number])
        return Thought(
            tried[best],
            f"worth {totals[best] / done:.2f} on average, best of {len(tried)} tried {done} times",
        )

    def _play_on(self, battle: Battle, chance: Random) -> None:
        for _ in range(self.depth):
            decision = battle.decision
            if decision is None:
                return
            battle.play(decision.draw(chance))
