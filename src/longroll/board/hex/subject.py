"""Which hexes a question is about, read from the question itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex

#: Fields of a question that name a hex, several, or a thing with a hex of its own.
_PLACES = ("hex", "target", "hexes")
_THINGS = ("volley", "assault")
#: Fields that name units by their numbers.
_UNITS = ("unit", "units", "group", "attackers", "mover", "movers")


def places_of(ask: Any, grid: Grid, hex_of: Callable[[int], Hex]) -> tuple[Hex, ...]:
    """The hexes that a question names, and those of its units; nobody is named twice."""
    return tuple(dict.fromkeys(hex for hex in _places(ask, hex_of) if hex in grid))


def _places(ask: Any, hex_of: Callable[[int], Hex]) -> Iterator[Hex]:
    for field in _THINGS:
        if (thing := getattr(ask, field, None)) is not None:
            yield from _places(thing, hex_of)
    for field in _PLACES:
        yield from _each(getattr(ask, field, ()), str)
    for field in _UNITS:
        yield from (hex_of(unit) for unit in _each(getattr(ask, field, ()), int))


def _each(value: Any, kind: type[Any]) -> Iterator[Any]:
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(one, kind) and not (kind is int and one < 0):
            yield one
