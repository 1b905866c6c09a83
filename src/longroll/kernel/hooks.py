"""Hooks: the named places where the rules of a series ask what a battle adds to them.

A series lists its hooks once, as the fields of a dataclass. Each field has the signature that a
provider must have, and says how several answers are combined:

    @dataclass(frozen=True, kw_only=True)
    class Rules(Generic[S]):
        fire_die: Callable[[S, Volley], Iterator[Line]] = hook(chained)

Each part of a battle's own rules fills in the hooks that concern it, and `combined` makes one
object of all parts: `rules.fire_die(state, volley)` asks them in order. A hook with one provider
is that provider itself, and a hook without any is a function that answers nothing, so that an
unused hook costs no more than a call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, fields
from itertools import chain
from typing import Any, TypeAlias, TypeVar

R = TypeVar("R")
Provider: TypeAlias = Callable[..., Any]
Way: TypeAlias = Callable[[Sequence[Provider]], Provider]
"""How the answers of several providers, asked in order, become one."""

#: No refusals, no lines, no steps: the answer of a chained provider that has nothing to add.
NOTHING: Iterator[Any] = iter(())


def hook(way: Way, nobody: Provider | None = None) -> Any:
    """A field for a hook; `nobody` answers if no part of a battle does."""
    return field(default=nobody or _NOBODY[way], metadata={"way": way})


def combined(kind: type[R], parts: Iterable[R]) -> R:
    """One list of hooks that asks every part, the first part first."""
    parts = tuple(parts)
    asked: dict[str, Provider] = {}
    for one in fields(kind):  # type: ignore[arg-type]
        answers = [getattr(part, one.name) for part in parts]
        given = [answer for answer in answers if answer is not one.default]
        if given:
            asked[one.name] = given[0] if len(given) == 1 else one.metadata["way"](given)
    return kind(**asked)


def chained(providers: Sequence[Provider]) -> Provider:
    """The refusals, lines or steps of all providers, one after another."""

    def ask(*args: Any) -> Iterator[Any]:
        found = NOTHING
        for provider in providers:
            answer = provider(*args)
            if answer is not NOTHING:
                found = answer if found is NOTHING else chain(found, answer)
        return found

    return ask


def first(providers: Sequence[Provider]) -> Provider:
    """The first answer that is not None."""

    def ask(*args: Any) -> Any:
        for provider in providers:
            answer = provider(*args)
            if answer is not None:
                return answer
        return None

    return ask


def either(providers: Sequence[Provider]) -> Provider:
    """Whether any of them says yes; later ones are then not asked."""

    def ask(*args: Any) -> bool:
        for provider in providers:  # noqa: SIM110 (a plain loop is twice as fast here)
            if provider(*args):
                return True
        return False

    return ask


def every(providers: Sequence[Provider]) -> Provider:
    """Whether none of them says no; later ones are then not asked."""

    def ask(*args: Any) -> bool:
        for provider in providers:  # noqa: SIM110 (a plain loop is twice as fast here)
            if not provider(*args):
                return False
        return True

    return ask


def summed(providers: Sequence[Provider]) -> Provider:
    """The sum of all answers."""
    return lambda *args: sum([provider(*args) for provider in providers])


def piped(providers: Sequence[Provider]) -> Provider:
    """The first argument, changed by one provider after another."""

    def ask(value: Any, *args: Any) -> Any:
        for provider in providers:
            value = provider(value, *args)
        return value

    return ask


def told(providers: Sequence[Provider]) -> Provider:
    """All of them are notified of what happened, and act."""

    def tell(*args: Any) -> None:
        for provider in providers:
            provider(*args)

    return tell


#: What a hook answers where nobody does.
_NOBODY: dict[Way, Provider] = {
    chained: lambda *args: NOTHING,
    first: lambda *args: None,
    either: lambda *args: False,
    every: lambda *args: True,
    summed: lambda *args: 0,
    piped: lambda value, *args: value,
    told: lambda *args: None,
}
