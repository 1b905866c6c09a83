"""How strong the computer may play: the levels of a system, its own or those for any."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pkgutil import resolve_name
from typing import NamedTuple

from longroll.ai.doctrine import Doctrine, Portfolio
from longroll.ai.flat_player import FlatPlayer
from longroll.ai.random_player import RandomPlayer
from longroll.ai.recruit import Recruit
from longroll.ai.seat import Player
from longroll.ai.veteran import AHEAD, DEPTH, DOUBT, TRIES, Moment, Regular, Veteran
from longroll.kernel.errors import LongrollError
from longroll.kernel.system import system_named

Maker = Callable[[int | str], Player]


class UnknownPlayer(LongrollError):
    """A name that no player has."""


class Level(NamedTuple):
    """A strength of play: its name beside its number, and what makes a player of it from a seed."""

    title: str
    player: Maker


#: How often a recruit stops too soon, or does the right thing in the wrong place.
SLIPS = 0.25


def graded(
    regular: Regular,
    portfolio: Portfolio,
    moment: Moment,
    slips: float = SLIPS,
    deliberate: tuple[type, ...] = (),
    depth: int = DEPTH,
    ahead: int = AHEAD,
    beginner: Doctrine | None = None,
    tries: int = TRIES,
    doubt: float = DOUBT,
) -> tuple[Level, ...]:
    """The three levels of a player who follows a doctrine: one who slips, except where a question
    is `deliberate`, and follows the doctrine of a `beginner` if there is one; the player himself;
    and one who tries the doctrines of his portfolio out whenever the moment has changed."""
    return (
        Level(
            "recruit",
            partial(
                _recruit, regular=regular, slips=slips, deliberate=deliberate, doctrine=beginner
            ),
        ),
        Level("regular", regular),
        Level(
            "veteran",
            partial(
                Veteran,
                regular=regular,
                portfolio=portfolio,
                moment=moment,
                depth=depth,
                ahead=ahead,
                tries=tries,
                doubt=doubt,
            ),
        ),
    )


def _recruit(
    seed: int | str,
    regular: Regular,
    slips: float,
    deliberate: tuple[type, ...],
    doctrine: Doctrine | None,
) -> Recruit:
    follows = regular(seed) if doctrine is None else regular(seed, doctrine=doctrine)
    return Recruit(seed, follows, slips, deliberate)


#: For a system that names no players.
GENERAL = (
    Level("plays at random", RandomPlayer),
    Level("looks a little ahead", partial(FlatPlayer, playouts=24, seconds=0.5)),
    Level("looks further ahead", partial(FlatPlayer, playouts=96, candidates=16, seconds=1.0)),
)


@cache
def levels(system: str) -> tuple[Level, ...]:
    """The levels at which the computer plays a system, weakest first; the first is number 1.

    >>> [level.title for level in levels("stockade_redan")]
    ['recruit', 'regular', 'veteran']
    """
    named = system_named(system).players
    if not named:
        return GENERAL
    try:
        found = resolve_name(named)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownPlayer(f"{system} names its players {named!r}: {error}") from error
    return tuple(found)


def usual_level(system: str) -> int:
    """The number of the level that is quick and plays well: the regular, or else the strongest.

    >>> usual_level("stockade_redan")
    2
    """
    titles = [level.title for level in levels(system)]
    return titles.index("regular") + 1 if "regular" in titles else len(titles)
