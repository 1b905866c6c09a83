"""A player who plans: at each moment that matters he tries doctrines out before he follows one.

A battle has thousands of small decisions, so he does not search among them. He lets a regular
carry out each doctrine of a portfolio in battles that his side cannot tell from the real one, with
the same hidden facts and dice for all, against a regular on the other side. Those that do worse
are dropped, and the best is varied, one knob at a time. Then the regular plays under the winner.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import Any, Protocol

from longroll.ai.doctrine import Doctrine
from longroll.ai.evaluations import evaluate
from longroll.ai.seat import Player, Seat, Thought
from longroll.kernel.battle import Battle

#: How many battles are tried for a plan, unless somebody says otherwise.
TRIES = 16
#: A battle that is tried is judged as it stands after this many decisions.
DEPTH = 4_000
#: How often each doctrine is tried before the worse half is dropped for the first time.
FIRST_ROUNDS = 2
#: How much more it counts to win a tried battle than to win it well.
WINNING = 0.6

#: What makes a side's plan out of date, such as the turn; None where any plan stands.
Moment = Callable[[Any, str], Hashable]


class Regular(Protocol):
    """What makes a player who follows a doctrine."""

    def __call__(self, seed: int | str, *, doctrine: Any = ...) -> Player: ...


@dataclass
class Candidate:
    """A doctrine, and what the battles that tried it came to, one for each seed."""

    doctrine: Doctrine
    values: list[float] = field(default_factory=list)
    won: float = 0.0

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def estimate(self) -> str:
        return f"{self.doctrine.name} {self.won / len(self.values):.0%}"


class Race:
    """Doctrines that are tried on the same seeds; the worse half goes, the best is varied."""

    def __init__(self, chance: Random, doctrines: Iterable[Doctrine]) -> None:
        self._chance = chance
        self._alive = [Candidate(one) for one in doctrines]
        self._dropped: list[Candidate] = []
        self._rounds = FIRST_ROUNDS
        self._seeds: list[int] = []

    def next(self) -> Candidate:
        """Who is to be tried next."""
        while True:
            least = min(self._alive, key=lambda one: len(one.values))
            if len(least.values) < self._rounds:
                return least
            ranked = sorted(self._alive, key=lambda one: -one.mean)
            keep = max(1, len(ranked) // 2)
            self._dropped = [*ranked[keep:], *self._dropped]
            self._alive = ranked[:keep]
            if keep > 1:
                self._rounds *= 2
            else:
                self._alive.append(Candidate(ranked[0].doctrine.varied(self._chance)))

    def seed(self, number: int) -> int:
        """The seed of each candidate's battle of that number."""
        while len(self._seeds) <= number:
            self._seeds.append(self._chance.getrandbits(64))
        return self._seeds[number]

    def ranked(self) -> list[Candidate]:
        """Those who were tried often enough, the best first; those that were dropped come last."""
        tried = [one for one in self._alive if len(one.values) >= FIRST_ROUNDS]
        return [*sorted(tried, key=lambda one: -one.mean), *self._dropped]


class Veteran:
    """Plays the regular's tactics under the doctrine that did best when it was tried.

    `tries` battles are tried for a plan, each for `depth` decisions or to its end, as far as they
    can be in `seconds`. With `seconds` unset the play depends on the seed alone.
    """

    def __init__(
        self,
        seed: int | str,
        regular: Regular,
        doctrines: Sequence[Doctrine],
        moment: Moment,
        tries: int = TRIES,
        depth: int = DEPTH,
        seconds: float | None = None,
    ) -> None:
        self._chance = Random(f"veteran {seed}")
        self._regular = regular
        self._doctrines = doctrines
        self._moment_of = moment
        self.tries = tries
        self.depth = depth
        self.seconds = seconds
        self._moment: Hashable = None
        self._race: Race | None = None
        self._tried = 0
        self._spent = 0.0
        self._follow(doctrines[0], "")

    def choose(self, seat: Seat) -> Thought:
        self.ponder(seat)
        thought = self._player.choose(seat)
        if not self._why:
            return thought
        return Thought(thought.choice, f"{thought.reason} ({self._why})")

    def ponder(self, seat: Seat, until: float | None = None) -> bool:
        """Think about a plan that is out of date; whether more is to be tried after that moment of
        the clock."""
        moment = self._moment_of(seat.seen, seat.side)
        if moment is not None and moment != self._moment:
            self._moment = moment
            chance = Random(self._chance.getrandbits(64))
            self._race = Race(chance, dict.fromkeys((self._doctrine, *self._doctrines)))
            self._tried, self._spent = 0, 0.0
        if self._race is None:
            return False
        while self._tried < self.tries and (self.seconds is None or self._spent < self.seconds):
            if until is not None and monotonic() > until:
                return True
            self._try(seat, self._race)
        self._decide(self._race)
        self._race = None
        return False

    def _try(self, seat: Seat, race: Race) -> None:
        """Try the next doctrine in a battle, unless that takes longer than there is time."""
        began = monotonic()
        until = None if self.seconds is None else began + self.seconds - self._spent
        candidate = race.next()
        chance = Random(race.seed(len(candidate.values)))
        battle = seat.sample(chance)
        players = {
            side: self._regular(chance.getrandbits(64), doctrine=doctrine)
            for side in battle.system.sides
            for doctrine in [candidate.doctrine if side == seat.side else self._doctrines[0]]
        }
        if self._play_on(battle, players, until):
            won = evaluate(battle, seat.side)
            candidate.won += won
            well = battle.system.worth(battle.state, seat.side)
            candidate.values.append(WINNING * won + (1 - WINNING) * well)
        self._tried += 1
        self._spent += monotonic() - began

    def _play_on(self, battle: Battle, players: dict[str, Player], until: float | None) -> bool:
        """Play a battle for as long as it takes to judge it; whether there was time."""
        for _ in range(self.depth):
            decision = battle.decision
            if decision is None:
                break
            if until is not None and monotonic() > until:
                return False
            battle.play(players[decision.side].choose(Seat(battle)).choice)
        return True

    def _decide(self, race: Race) -> None:
        ranked = race.ranked()
        if not ranked:
            return  # there was no time
        best = ranked[0]
        why = f"{best.estimate} of {len(best.values)} tried battles won"
        if len(ranked) > 1:
            why += f", {ranked[1].estimate}"
        self._follow(best.doctrine, why)

    def _follow(self, doctrine: Doctrine, why: str) -> None:
        self._doctrine, self._why = doctrine, why
        self._player = self._regular(self._chance.getrandbits(64), doctrine=doctrine)
