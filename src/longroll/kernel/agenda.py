"""What still has to happen, as data: steps that do something and steps that ask a side to choose.

The agenda is a stack kept in the state. The battle pops a `Do` and runs it; an `Ask` stays on
top until its answers take it off. Rules push steps in the reverse of the order they happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from inspect import signature
from random import Random
from typing import Any, ClassVar, Generic, ParamSpec, TypeVar, cast

import msgspec

from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.dice import Dice, Roll, Rolls
from longroll.kernel.event import Event
from longroll.kernel.forms import OrderForm

P = ParamSpec("P")

R = TypeVar("R", bound=Callable[..., Any])


class Umpire(Rolls):
    """Rolls the dice and keeps the log while steps run; umpire mode is something else."""

    __slots__ = ("dice", "events", "faces", "sides")

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.events: list[Event] = []
        #: What the dice showed, and how many sides each die has.
        self.faces: list[int] = []
        self.sides: list[int] = []

    def roll(self, purpose: str, sides: int = 6, at_most: int | None = None) -> Roll:
        """Roll one die of the battle, and remember it."""
        roll = self.dice.roll(purpose, sides, at_most)
        self.faces.append(roll.value)
        self.sides.append(sides)
        return roll

    def tell(self, event: Event) -> None:
        self.events.append(event)

    def settle(
        self, rule: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], aside: bool
    ) -> Any:
        """Carry out a rule that is marked as a `chance_node`."""
        return rule(*args, **kwargs)


def chance_node(aside: bool = False) -> Callable[[R], R]:
    """Mark a rule whose dice affect only the state, the events and the value it returns.

    The odds then work out its results once and merge equal ones. The rule begins with a `state`
    and has an `umpire`; its other arguments and its return value are never changed. `aside`
    promises more: what it changes in the state matters to nothing before the next question.
    """

    def mark(rule: R) -> R:
        place = list(signature(rule).parameters).index("umpire")

        @wraps(rule)
        def settled(*args: Any, **kwargs: Any) -> Any:
            umpire: Umpire = args[place] if place < len(args) else kwargs["umpire"]
            return umpire.settle(rule, args, kwargs, aside)

        return cast(R, settled)

    return mark


class Do(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A step that needs no choice."""

    #: Whether it is one of several that a choice sets off, each a matter of its own: odds go up to
    #: the first of them that rolls dice, as they do with the steps of a gesture.
    apart: ClassVar[bool] = False

    def run(self, state: Any, umpire: Umpire) -> None:
        raise NotImplementedError


class Ask(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A step where a side chooses."""

    #: The rule that asks.
    rule: ClassVar[str] = ""
    #: The verbs it understands; any other verb is out of turn.
    verbs: ClassVar[tuple[str, ...]] = ()
    #: Whether the battle may answer for the player when only one choice is left.
    obvious: ClassVar[bool] = False
    #: Whether the listed choices are only suggestions, because there are too many to list, as
    #: on a measured table: then anything that `bars` does not bar may be chosen.
    open: ClassVar[bool] = False
    #: Whether the player gives the last word himself, even where it is the only one: the dice for
    #: what he has put together fall at once.
    last_word: ClassVar[bool] = False

    def asks(self, state: Any) -> str:
        """The side that is asked."""
        raise NotImplementedError

    def question(self, state: Any) -> str:
        raise NotImplementedError

    def choices(self, state: Any) -> Sequence[Choice]:
        """Every legal choice, in a fixed order that depends on the state alone.

        For an open question, sensible suggestions, each of them legal.
        """
        raise NotImplementedError

    def draw(self, state: Any, chance: Random) -> Choice:
        """Any of the choices, each equally likely; a question with many may spare itself the list.

        What it returns is legal.
        """
        return chance.choice(self.choices(state))

    def sensible(self, state: Any, choices: Sequence[Choice]) -> Choice | None:
        """The answer where only one makes sense, of the `choices` that are left: then nobody needs
        to be asked, unless a player wants to be asked everything. None where there is something to
        think about.

        The record keeps the answer like any other.
        """
        return None if self.last_word or len(choices) != 1 else choices[0]

    def forms(self, state: Any) -> Sequence[OrderForm]:
        """For an open question, the orders that are drawn by hand and the units they are for."""
        return ()

    def bars(self, state: Any, choice: Choice) -> Iterator[Refusal]:
        """Every rule that bars `choice`, whose verb is known; nothing if it is allowed."""
        raise NotImplementedError

    def answer(self, state: Any, choice: Choice, umpire: Umpire) -> None:
        """Carry out an allowed choice: change the state, push what follows, leave the agenda."""
        raise NotImplementedError


class Phase(msgspec.Struct, Generic[P], frozen=True):
    """A phase of the sequence of play: its title, its rule, what it puts on the agenda in order,
    and whether it is played at all."""

    title: str
    rule: str
    steps: Callable[P, list[Any]]
    runs: Callable[P, bool] = lambda *args, **kwargs: True


class Decision:
    """A point where a side must choose. The choices are listed when they are first read.

    >>> import longroll
    >>> decision = longroll.new("stockade_redan", seed=1863).decision
    >>> decision.side
    'confederate'
    >>> decision.question
    'Where is Company A, 36th Mississippi set up?'
    >>> str(decision.choices[-1])
    'historical'
    """

    __slots__ = ("_ask", "_state", "drawn", "listed")

    def __init__(self, ask: Ask, state: Any, choices: Sequence[Choice] | None = None) -> None:
        self._ask = ask
        self._state = state
        #: The choices, once they have been read, and the one that was drawn last.
        self.listed = choices
        self.drawn: Choice | None = None

    @property
    def side(self) -> str:
        """Who is asked."""
        return self._ask.asks(self._state)

    @property
    def question(self) -> str:
        return self._ask.question(self._state)

    @property
    def rule(self) -> str:
        """The rule that asks."""
        return self._ask.rule

    @property
    def open(self) -> bool:
        """Whether more may be chosen than is listed."""
        return self._ask.open

    @property
    def choices(self) -> Sequence[Choice]:
        """Everything that may be chosen, in a fixed order."""
        if self.listed is None:
            self.listed = self._ask.choices(self._state)
        return self.listed

    @property
    def sensible(self) -> Choice | None:
        """The answer, if only one makes sense: nobody needs to be asked.

        >>> import longroll
        >>> print(longroll.new("stockade_redan", seed=1863).decision.sensible)
        None
        """
        return self._ask.sensible(self._state, self.choices)

    def draw(self, chance: Random) -> Choice:
        """One of the choices at random, each equally likely, without making the list if it can be
        done.

        >>> import random, longroll
        >>> decision = longroll.new("stockade_redan", seed=1863).decision
        >>> decision.draw(random.Random(1)) in decision.choices
        True
        """
        # A question that can draw without a list does so even if the list has been read: what is
        # drawn must not depend on who has looked.
        by_itself = type(self._ask).draw is not Ask.draw
        self.drawn = (
            self._ask.draw(self._state, chance) if by_itself else chance.choice(self.choices)
        )
        return self.drawn

    @property
    def forms(self) -> Sequence[OrderForm]:
        """Orders that are drawn by hand."""
        return self._ask.forms(self._state)

    def __repr__(self) -> str:
        return f"<{self.side}: {self.question} [{self.rule}] {len(self.choices)} choices>"
