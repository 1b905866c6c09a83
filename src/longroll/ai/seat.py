"""The seat of a player: what a side may know, what it may choose, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, Protocol

from longroll.kernel.battle import Battle, View
from longroll.kernel.decision import Choice
from longroll.kernel.dice import Dice, Seeded
from longroll.kernel.odds import Odds
from longroll.kernel.system import System


class Thought(NamedTuple):
    """What a player chose, and why, in one line."""

    choice: Choice
    reason: str


class Player(Protocol):
    """Anything that answers for a side."""

    def choose(self, seat: Seat) -> Thought:
        """One of the choices of the seat, or an order of that kind where orders may be written
        freely, with its reason."""
        ...


class Seat:
    """A side's place at one decision.

    Everything here is the same for any two battles that the side cannot tell apart; the dice of the
    battle are out of reach.

    >>> import longroll
    >>> seat = Seat(longroll.new("stockade_redan", seed=1863))
    >>> seat.side, str(seat.choices[0])
    ('confederate', 'place 1017')
    """

    def __init__(self, battle: Battle) -> None:
        decision = battle.decision
        if decision is None:
            raise ValueError("the battle is over, so nobody is asked")
        self._battle = battle
        self._decision = decision
        self.side = decision.side

    @property
    def system(self) -> System[Any]:
        return self._battle.system

    @property
    def question(self) -> str:
        return self._decision.question

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self._decision.rule

    @property
    def choices(self) -> Sequence[Choice]:
        """Everything that may be chosen, in a fixed order."""
        return self._decision.choices

    def draw(self, chance: Random) -> Choice:
        """Any of the choices, each equally likely."""
        return self._decision.draw(chance)

    @cached_property
    def view(self) -> View:
        """All that the side may know, as it leaves the engine."""
        return self._battle.view(self.side)

    @cached_property
    def seen(self) -> Any:
        """A state with every hidden fact replaced by the same plain guess, to be read only."""
        return self.system.as_seen(self._battle.state, self.side).copy()

    def sample(self, chance: Random, dice: Callable[[int], Dice] = Seeded) -> Battle:
        """A battle that the side cannot tell from the real one, with hidden facts dealt at random.

        It has dice of its own and no history.
        """
        state = self.system.reshuffle(self._battle.state, self.side, chance).copy()
        return Battle(self.system, state, dice(chance.getrandbits(64)))

    def odds(self, choice: Choice | str) -> Odds:
        """What a choice or gesture can lead to, as far as the side can know it."""
        return self._battle.odds(choice)
