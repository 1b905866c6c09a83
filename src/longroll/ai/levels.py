"""How strong the computer may play: the levels of a system, its own or those for any."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pkgutil import resolve_name
from typing import NamedTuple, Protocol

from longroll.ai.flat_player import FlatPlayer
from longroll.ai.random_player import RandomPlayer
from longroll.ai.seat import Player
from longroll.kernel.errors import LongrollError
from longroll.kernel.system import system_named

Maker = Callable[[int | str], Player]


class UnknownPlayer(LongrollError):
    """A name nobody answers to."""


class Level(NamedTuple):
    """A strength of play: what it is called beside its number, and who plays at it, by a seed."""

    title: str
    player: Maker


class Graded(Protocol):
    """A player that plays at three levels."""

    def __call__(self, seed: int | str, level: int) -> Player: ...


def graded(player: Graded) -> tuple[Level, ...]:
    """The three levels of a player."""
    titles = ("easy", "medium", "hard")
    return tuple(
        Level(title, partial(player, level=number)) for number, title in enumerate(titles, 1)
    )


#: For a system that names no players.
GENERAL = (
    Level("plays at random", RandomPlayer),
    Level("looks a little ahead", partial(FlatPlayer, playouts=24, seconds=0.5)),
    Level("looks further ahead", partial(FlatPlayer, playouts=96, candidates=16, seconds=1.0)),
)


@cache
def levels(system: str) -> tuple[Level, ...]:
    """The levels at which the computer plays a system, the weakest first; the first is number 1.

    >>> [level.title for level in levels("stockade_redan")]
    ['easy', 'medium', 'hard']
    """
    named = system_named(system).players
    if not named:
        return GENERAL
    try:
        found = resolve_name(named)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownPlayer(f"{system} names its players {named!r}: {error}") from error
    return tuple(found)
