"""A player who plans: at each moment that matters he tries doctrines out before he follows one.

A battle has thousands of small decisions, so he does not search among them. He lets a regular
carry out each doctrine of a portfolio in battles that his side cannot tell from the real one, with
the same hidden facts and the same luck for all, against a regular on the other side. Each is
measured by how much better it does than the doctrine he follows now. He is slow to believe that
one is better, remembers what was tried at earlier moments, and varies the best, one knob at a time.
Then the regular plays under the winner.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, Protocol

from longroll.ai.doctrine import Doctrine, Portfolio
from longroll.ai.evaluations import evaluate
from longroll.ai.luck import SameLuck
from longroll.ai.seat import Player, Seat, Thought
from longroll.kernel.battle import Battle

#: How many battles are tried for a plan, unless somebody says otherwise.
TRIES = 8
#: A battle that is tried is judged as it stands after this many decisions, or turns of the rules.
DEPTH = 4_000
AHEAD = 99
#: How much more it counts to win a tried battle than to win it well.
WINNING = 0.5
#: The lead that one battle must show to be believed; more battles are believed for less.
DOUBT = 0.6
#: How much a doctrine that was seldom tried is favoured when the next one is chosen.
CURIOSITY = 0.25
#: What is left of the weight of what was tried at the moment before.
MEMORY = 0.6
#: How many doctrines are remembered from one moment to the next.
REMEMBERED = 8

#: What makes a side's plan out of date, such as the turn; None where any plan stands.
Moment = Callable[[Any, str], Hashable]


class Regular(Protocol):
    """What makes a player who follows a doctrine."""

    def __call__(self, seed: int | str, *, doctrine: Any = ...) -> Player: ...


@dataclass
class Candidate:
    """A doctrine, and what the battles that tried it came to, one for each seed.

    `lead` and `weight` are what is remembered from earlier moments: by how much it did better than
    the doctrine that is followed, and in how many battles.
    """

    doctrine: Doctrine
    lead: float = 0.0
    weight: float = 0.0
    values: list[float] = field(default_factory=list)
    won: float = 0.0

    def over(self, other: Candidate) -> tuple[float, float]:
        """By how much it did better than another in the same battles, and how many there were."""
        pairs = list(zip(self.values, other.values, strict=False))
        weight = self.weight + len(pairs)
        total = self.lead * self.weight + sum(mine - his for mine, his in pairs)
        return (total / weight if weight else 0.0), weight

    @property
    def estimate(self) -> str:
        return f"{self.doctrine.name} {self.won / len(self.values):.0%}"


class Race:
    """Doctrines that are tried on the same seeds against the first; the best is varied."""

    def __init__(
        self,
        chance: Random,
        doctrines: Iterable[Doctrine],
        formations: Sequence[str] = (),
        remembered: Iterable[Candidate] = (),
        doubt: float = DOUBT,
    ) -> None:
        self._chance = chance
        self._doubt = doubt
        self._formations = formations
        known = {one.doctrine: one for one in remembered}
        self.now, *self._others = [known.get(one) or Candidate(one) for one in doctrines]
        self._seeds: list[int] = []
        self._next_variation = 1 + sum(not one.weight for one in self._others)

    def next(self) -> Candidate:
        """Who is to be tried next."""
        tried = sum(len(one.values) for one in self._others)
        if tried >= self._next_variation:
            self._next_variation = tried + 3
            known = {self.now.doctrine, *(one.doctrine for one in self._others)}
            ahead = max((self.now, *self._others), key=lambda one: one.over(self.now)[0])
            varied = ahead.doctrine.varied(self._chance, self._formations)
            if varied not in known:
                # It is about as good, most likely.
                lead, weight = ahead.over(self.now)
                self._others.append(Candidate(varied, lead, min(weight, 1.0)))
        if not self._others:
            return self.now
        fresh = [one for one in self._others if not one.weight and not one.values]
        other = fresh[0] if fresh else max(self._others, key=self._promise)
        return self.now if len(self.now.values) <= len(other.values) else other

    def _promise(self, one: Candidate) -> float:
        """What is hoped of a doctrine: the less it was tried, the more."""
        lead, weight = one.over(self.now)
        return lead + CURIOSITY / sqrt(weight + 1)

    def seed(self, number: int) -> int:
        """The seed of each candidate's battle of that number."""
        while len(self._seeds) <= number:
            self._seeds.append(self._chance.getrandbits(64))
        return self._seeds[number]

    def believed(self, one: Candidate) -> float:
        """By how much a doctrine is better than the one that is followed, if it is not luck; what
        is not sure is worth less than nothing."""
        lead, weight = one.over(self.now)
        if one is self.now:
            return 0.0
        return lead - self._doubt / sqrt(weight) if weight else -1.0

    def best(self) -> Candidate:
        """The doctrine to follow: another only if it seems better."""
        return max((self.now, *self._others), key=self.believed)

    def next_best(self) -> Candidate | None:
        """The best of the others that were tried."""
        best = self.best()
        others = [one for one in (self.now, *self._others) if one is not best and one.values]
        return max(others, key=self.believed, default=None)

    def remembered(self) -> Iterator[Candidate]:
        """What is worth knowing at the next moment, the best first."""
        best = self.best()
        base, _ = best.over(self.now) if best is not self.now else (0.0, 0.0)
        ranked = sorted((self.now, *self._others), key=self.believed, reverse=True)
        for one in ranked[:REMEMBERED]:
            lead, weight = one.over(self.now) if one is not self.now else (0.0, 0.0)
            if one is self.now:
                weight = best.over(self.now)[1]
            yield Candidate(one.doctrine, lead - base, MEMORY * weight)


class Veteran:
    """Plays the regular's tactics under the doctrine that did best when it was tried.

    `tries` battles are tried for a plan, each for `depth` decisions, `ahead` turns or to its end,
    as far as they can be in `seconds`; `doubt` is the lead that one of them must show. With
    `seconds` unset the play depends on the seed alone.
    """

    def __init__(
        self,
        seed: int | str,
        regular: Regular,
        portfolio: Portfolio,
        moment: Moment,
        tries: int = TRIES,
        depth: int = DEPTH,
        ahead: int = AHEAD,
        seconds: float | None = None,
        doubt: float = DOUBT,
    ) -> None:
        self._chance = Random(f"veteran {seed}")
        self._regular = regular
        self._portfolio = portfolio
        self._moment_of = moment
        self.tries = tries
        self.depth = depth
        self.ahead = ahead
        self.seconds = seconds
        self._doubt = doubt
        self._moment: Hashable = None
        self._race: Race | None = None
        self._known: list[Candidate] = []
        self._tried = 0
        self._spent = 0.0
        self._doctrine: Doctrine | None = None
        self._player: Player | None = None
        self._why = ""

    def choose(self, seat: Seat) -> Thought:
        self.ponder(seat)
        if self._player is None:
            self._follow(self._portfolio.of(seat.seen, seat.side)[0], "")
        assert self._player is not None
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
            self._race = self._new_race(seat)
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

    def _new_race(self, seat: Seat) -> Race:
        doctrines = [*self._portfolio.of(seat.seen, seat.side)]
        if self._doctrine is not None:
            doctrines = [self._doctrine, *(one.doctrine for one in self._known), *doctrines]
        chance = Random(self._chance.getrandbits(64))
        formations = self._portfolio.formations(seat.seen, seat.side)
        return Race(chance, dict.fromkeys(doctrines), formations, self._known, self._doubt)

    def _try(self, seat: Seat, race: Race) -> None:
        """Try the next doctrine in a battle, unless that takes longer than there is time."""
        began = monotonic()
        until = None if self.seconds is None else began + self.seconds - self._spent
        candidate = race.next()
        chance = Random(race.seed(len(candidate.values)))
        battle = seat.sample(chance, SameLuck)
        players = {
            side: self._regular(chance.getrandbits(64), doctrine=candidate.doctrine)
            if side == seat.side
            else self._regular(chance.getrandbits(64))
            for side in battle.system.sides
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
        last = battle.system.turn(battle.state) + self.ahead
        for _ in range(self.depth):
            decision = battle.decision
            if decision is None or battle.system.turn(battle.state) >= last:
                break
            if until is not None and monotonic() > until:
                return False
            battle.play(players[decision.side].choose(Seat(battle)).choice)
        return True

    def _decide(self, race: Race) -> None:
        best = race.best()
        if not race.now.values:
            return  # there was no time
        why = f"{best.estimate} of {len(best.values)} tried battles won" if best.values else ""
        other = race.next_best()
        if why and other is not None:
            why += f", {other.estimate}"
        self._known = [*race.remembered()]
        self._follow(best.doctrine, why)

    def _follow(self, doctrine: Doctrine, why: str) -> None:
        self._doctrine, self._why = doctrine, why
        self._player = self._regular(self._chance.getrandbits(64), doctrine=doctrine)
