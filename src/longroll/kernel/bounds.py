"""How large plain data from outside may be: more than any battle needs, too little to stall one.

What a single number may be, such as the figures of a unit, is up to its own type. Here are the
limits for everything else: steps of an agenda, names, lists, words of a choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any, TypeVar

import msgspec

from longroll.kernel.decision import Choice
from longroll.kernel.errors import BadPosition

T = TypeVar("T")

#: The largest battles have positions of a few thousand values, seven levels deep.
MOST_VALUES = 50_000
DEEPEST = 20
LONGEST_TEXT = 5_000
LARGEST_NUMBER = 1_000_000
#: A scenario of a player's own with its table, in JSON: twice the largest armies.
LONGEST_SCENARIO = 100_000
#: The longest gestures name a few dozen units or places.
MOST_WORDS = 1_000
LONGEST_WORD = 100

#: The keys and indexes that lead to a value.
Path = tuple[str | int, ...]
#: The same, last key first: the place above and the key there; None for the whole.
_Place = tuple[Any, Any] | None


def read_plain(data: Any, kind: type[T]) -> T:
    """The plain data of a position as `kind`; BadPosition names what does not fit."""
    found = excess(data)
    if found is not None:
        path, what = found
        raise BadPosition(f"{what} - at `{_written(path)}`")
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadPosition(str(error)) from None


def excess(data: Any) -> tuple[Path, str] | None:
    """Where plain data exceeds what any battle needs, and how; None if it does not.

    >>> excess({"units": {"u1": {"figures": 10**30}}})
    (('units', 'u1', 'figures'), 'a number beyond 1000000')
    """
    level: list[tuple[Any, _Place]] = [(data, None)]
    seen = 0
    for _ in range(DEEPEST):
        below: list[tuple[Any, _Place]] = []
        for value, place in level:
            inside: Iterable[tuple[Any, Any]] = ()
            if isinstance(value, dict):
                inside = value.items()
            elif isinstance(value, list | tuple):
                inside = enumerate(value)
            elif fault := _excess_of(value):
                return _path(place), fault
            else:
                continue
            seen += len(value)
            if seen > MOST_VALUES:
                return _path(place), f"more than {MOST_VALUES} values"
            for key, one in inside:
                if fault := _excess_of(key):
                    return _path(place), f"a key that is {fault}"
                below.append((one, (place, key)))
        if not below:
            return None
        level = below
    return _path(level[0][1]), f"more than {DEEPEST} levels"


def _excess_of(value: Any) -> str | None:
    if isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            return f"a text of more than {LONGEST_TEXT} characters"
        try:
            value.encode()
        except UnicodeEncodeError:  # JSON can write half of a character
            return "not text"
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        return f"a number beyond {LARGEST_NUMBER}"
    if isinstance(value, float) and not (isfinite(value) and abs(value) <= LARGEST_NUMBER):
        return f"a number beyond {LARGEST_NUMBER}"
    return None


def _path(place: _Place) -> Path:
    keys = []
    while place is not None:
        place, key = place
        keys.append(key)
    return tuple(reversed(keys))


def _written(path: Path) -> str:
    """The place of a value as msgspec writes it."""
    keys = (f"[{key}]" if isinstance(key, int) else f".{key:.40}" for key in path)
    return f"${''.join(keys)}"


def is_wordy(choice: Choice) -> bool:
    """Whether a choice has more words, or a longer one, than anything that could be meant."""
    words = (choice.verb, *choice.objects)
    return len(words) > MOST_WORDS or max(map(len, words)) > LONGEST_WORD
