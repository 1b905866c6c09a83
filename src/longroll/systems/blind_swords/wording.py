"""How the series puts things into words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from longroll.board.hex import Hex
from longroll.systems.blind_swords.roster import Name
from longroll.systems.blind_swords.state import State


def name(state: State, unit: int) -> Name:
    return state.game.names[unit]


def names(state: State, units: Iterable[int]) -> tuple[Name, ...]:
    every = state.game.names
    return tuple([every[unit] for unit in units])


def ids(units: Iterable[Name]) -> tuple[str, ...]:
    return tuple([unit.id for unit in units])


def hexes(state: State, units: Iterable[int]) -> tuple[Hex, ...]:
    """Where units are, each hex once."""
    return tuple(dict.fromkeys([state.hex_of(unit) for unit in units]))


def amount(points: Fraction) -> str:
    """Points and parts of points as a person writes them.

    >>> amount(Fraction(5, 2)), amount(Fraction(1, 4)), amount(Fraction(3)), amount(Fraction(9, 8))
    ('2½', '¼', '3', '1 1/8')
    """
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    sign = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}.get(rest)
    return f"{whole or ''}{sign}" if sign else f"{whole or ''} {rest}".strip()
