"""The one memo: what was worked out about a state, and the containers it depends on.

Containers of a state are replaced, never changed in place. So anything worked out from some of
them is valid as long as they are the same objects, and nothing has to be invalidated by hand.

    @finding("units", "stacks")
    def within_command(state: State, leader: int) -> frozenset[Hex]: ...

remembers one answer for each set of arguments while `state.units` and `state.stacks` are the same
objects. If an answer depends on less than a whole container, a function that names what it depends
on is given instead:

    @finding_from(lambda state, unit: (state.units[unit], state.orders))
    def sensible_orders(state: State, unit: str) -> tuple[Choice, ...]: ...

Answers are shared: callers must not change them. What never changes in a battle, such as the
distance between two hexes, belongs in `functools.cache` or in the map itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import update_wrapper
from operator import attrgetter, is_
from typing import Any, Generic, TypeVar, TypeVarTuple

A = TypeVarTuple("A")
S = TypeVar("S")
T = TypeVar("T")

_is_on = True


@contextmanager
def memo_off() -> Iterator[None]:
    """Work everything out again for a while: the answers must be the same.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan")
    >>> with memo_off():
    ...     unaided = battle.decision.choices
    >>> unaided == battle.copy().decision.choices
    True
    """
    global _is_on
    before, _is_on = _is_on, False
    try:
        yield
    finally:
        _is_on = before


class Memo:
    """The findings of a battle. Copies of its state share it: an answer says what it depends on."""

    __slots__ = ("found",)

    def __init__(self) -> None:
        self.found: dict[Any, Any] = {}


class Finding(Generic[S, *A, T]):
    """A function of a state whose answers are valid while some containers are the same objects."""

    def __init__(self, function: Callable[[S, *A], T], *fields: str) -> None:
        self._function = function
        self._basis = attrgetter(*fields)
        self._is_single = len(fields) == 1
        update_wrapper(self, function, updated=())

    def __call__(self, state: S, *args: *A) -> T:
        if not _is_on:
            return self._function(state, *args)
        answers = self._answers(state)
        answer = answers.get(args, answers)  # the dict itself means "not yet"
        if answer is answers:
            answer = answers[args] = self._function(state, *args)
        return answer  # type: ignore[no-any-return]

    def tell(self, state: S, answer: T, *args: *A) -> None:
        """Remember an answer that is already known."""
        self._answers(state)[args] = answer

    def _answers(self, state: Any) -> dict[Any, Any]:
        """What is known about this position, for others to add to."""
        basis = self._basis(state)
        found = state.memo.found
        known = found.get(self)
        if known is not None:
            if known[0] is basis if self._is_single else all(map(is_, known[0], basis)):
                return known[1]  # type: ignore[no-any-return]
        # One assignment, so that threads that share a memo never see half an entry.
        answers: dict[Any, Any] = {}
        found[self] = basis, answers
        return answers


class FindingFrom(Generic[S, *A, T]):
    """A function of a state whose answer to each set of arguments depends on objects of its own."""

    def __init__(
        self,
        function: Callable[[S, *A], T],
        basis: Callable[[S, *A], tuple[object, ...]],
    ) -> None:
        self._function = function
        self._basis = basis
        update_wrapper(self, function, updated=())

    def __call__(self, state: S, *args: *A) -> T:
        if not _is_on:
            return self._function(state, *args)
        basis = self._basis(state, *args)
        found = state.memo.found  # type: ignore[attr-defined]
        key = self, args
        known = found.get(key)
        if known is not None and len(known[0]) == len(basis) and all(map(is_, known[0], basis)):
            return known[1]  # type: ignore[no-any-return]
        answer = self._function(state, *args)
        found[key] = basis, answer
        return answer


def finding(
    *fields: str,
) -> Callable[[Callable[[S, *A], T]], Finding[S, *A, T]]:
    """Remember answers while these fields of the state are the same objects."""
    return lambda function: Finding(function, *fields)


def finding_from(
    basis: Callable[[S, *A], tuple[object, ...]],
) -> Callable[[Callable[[S, *A], T]], FindingFrom[S, *A, T]]:
    """Remember each answer while the objects that `basis` names are the same."""
    return lambda function: FindingFrom(function, basis)
