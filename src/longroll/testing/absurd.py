"""Absurd values, and data with some of them in it: what nobody means and anybody can send."""

from __future__ import annotations

import json
from random import Random
from typing import Any

NUMBERS: tuple[Any, ...] = (
    *(0, -1, 1, 7, 99, 1_000, 99_999, 2**31, 2**63, -(2**63), 10**30, 10**4400),
    *(0.5, -0.1, 1e308, -1e308, float("inf"), float("nan")),
)
TEXTS = ("", "zzz", "9" * 10_000, "x" * 100_000, "union", "u1", "1519", "é\n\x00", "1e309", "-")


def _nested(depth: int) -> list[Any]:
    found: list[Any] = [0]
    for _ in range(depth):
        found = [found]
    return found


def _other(chance: Random) -> Any:
    """A list or an object, too long, too deep, empty or strange; or nothing."""
    return chance.choice(
        (
            lambda: chance.choice((None, True, False)),
            lambda: chance.choice(([], {}, [[]], {"": 0}, [None], [""], [0, 0], [-1, 1, 99])),
            lambda: _nested(chance.choice((30, 2_000))),
            lambda: [0] * chance.choice((300, 60_000)),
            lambda: {str(number): number for number in range(chance.choice((300, 60_000)))},
        )
    )()


def absurd(like: Any, chance: Random) -> Any:
    """An absurd value, mostly of the same kind, so that it gets past the first look."""
    if isinstance(like, bool) or chance.random() < 0.15:
        return chance.choice((_other(chance), *NUMBERS, *TEXTS))
    if isinstance(like, (int, float)):
        near = (like + 1, like - 1, -like, like * 10, like * 1000)
        return chance.choice(NUMBERS if chance.random() < 0.6 else near)
    if isinstance(like, str):
        return chance.choice(TEXTS)
    return _other(chance)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place of plain data: the container and the key or index."""
    found: list[tuple[Any, Any]] = []
    left = [data]
    while left:
        holder = left.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        found += [(holder, key) for key in keys]
        left += [holder[key] for key in keys if isinstance(holder[key], (dict, list))]
    return found


def disturbed(data: Any, chance: Random) -> Any:
    """A copy of plain data with one to three accidents."""
    own = [holder[key] for holder, key in places(data)]
    data = json.loads(json.dumps(data))
    for _ in range(chance.choice((1, 1, 2, 3))):
        # A part first, then a place in it: or the longest list would draw all accidents.
        part = chance.choice(list(data.values()))
        inside = places(part) if isinstance(part, (dict, list)) else []
        holder, key = chance.choice(inside or places(data))
        accident = chance.random()
        if accident < 0.4:
            holder[key] = absurd(holder[key], chance)
        elif accident < 0.7:
            # A name or a number of this very battle, where it does not belong.
            alike = [one for one in own if type(one) is type(holder[key])]
            holder[key] = json.loads(json.dumps(chance.choice(alike or own)))
        elif accident < 0.8:
            del holder[key]
        elif isinstance(holder, list):
            holder.insert(key, holder[key])
        else:
            holder[chance.choice(TEXTS)] = holder.pop(key)
    return data
