"""Words and figures as a person writes them, for events and refusals of any system."""

from __future__ import annotations

from collections.abc import Collection, Iterable


def listed(words: Iterable[object]) -> str:
    """Words joined into a list: "a", "a and b", "a, b and c".

    >>> listed(["Hebert", "Maury", "Lovell"])
    'Hebert, Maury and Lovell'
    """
    told = [str(word) for word in words]
    return " and ".join(part for part in (", ".join(told[:-1]), told[-1] if told else "") if part)


def halved(value: int) -> str:
    """A number of halves in figures, as whole ones and a half.

    >>> halved(3), halved(4), halved(1)
    ('1½', '2', '½')
    """
    whole, half = divmod(value, 2)
    return f"{whole or ''}½" if half else str(whole)


def doing(who: Collection[object], one: str, many: str) -> str:
    """Who does something, with a verb that agrees with their number.

    >>> doing(["Hebert"], "falls back", "fall back"), doing(["A", "B"], "falls back", "fall back")
    ('Hebert falls back', 'A and B fall back')
    """
    return f"{listed(who)} {one if len(who) == 1 else many}"


def counted(number: int, what: str, many: str = "") -> str:
    """A number of things, with the word in the right number.

    >>> counted(1, "hex", "hexes"), counted(0, "round"), counted(3, "hex", "hexes")
    ('1 hex', '0 rounds', '3 hexes')
    """
    return f"{number} {what if number == 1 else many or f'{what}s'}"
