"""Words and figures as a person writes them, for events and refusals of any system."""

from __future__ import annotations

from collections.abc import Iterable


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
