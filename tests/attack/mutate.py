"""Accidents that happen to texts."""

from __future__ import annotations

import re
from random import Random

#: What may be put anywhere.
PIECES = (
    *("", " ", "\n", "\t", "\x00", "\r", "\ufeff", "\u2028", "é", "\U0001f525", "\ud800"),
    *('"', "'", "\\", "{", "}", "[", "]", ":", ",", "=", ";", "#", "-", "+", ".", "%", "/"),
    *("0", "-1", "1e309", "NaN", "1e999999", "99999999999999999999", "9" * 5_000, "0x10", "1_0"),
    *("null", "true", "[" * 2_000, "{" * 300, '{"a":' * 300, "x" * 10_000, "back 0 union\n"),
    *("union", "confederate", "spectator", "seat.", "\\u0000", "\\ud800", "\n\n0 start", "٣", "²"),
)
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[A-Za-z][\w-]*")


def mutated(text: str, chance: Random) -> str:
    """The text after one to four accidents."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
        text = chance.choice(_ACCIDENTS)(text, chance)
    return text[:200_000]


def _place(text: str, chance: Random) -> int:
    return chance.randint(0, len(text))


def _put(text: str, chance: Random) -> str:
    at = _place(text, chance)
    return text[:at] + chance.choice(PIECES) + text[at + chance.choice((0, 0, 1, 3)) :]


def _cut(text: str, chance: Random) -> str:
    at = _place(text, chance)
    return text[:at] + text[at + chance.choice((1, 2, 10, 100, 100_000)) :]


def _double(text: str, chance: Random) -> str:
    at = _place(text, chance)
    part = text[at : at + chance.choice((1, 5, 50, 500))]
    return text[:at] + part * chance.choice((2, 2, 3, 50)) + text[at + len(part) :]


def _swap(text: str, chance: Random) -> str:
    rows = text.split("\n")
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    return "\n".join(rows)


def _number(text: str, chance: Random) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return _put(text, chance)
    one = chance.choice(found)
    value = int(one[0][:15])
    new = chance.choice((value + 1, value - 1, -value, value * 1_000, 0, 2**31, 2**63, 10**30, 0.5))
    return text[: one.start()] + str(new) + text[one.end() :]


def _word(text: str, chance: Random) -> str:
    found = list(_WORD.finditer(text))
    if not found:
        return _put(text, chance)
    one, other = chance.choice(found), chance.choice(found)
    return text[: one.start()] + other[0] + text[one.end() :]


def _letter(text: str, chance: Random) -> str:
    if not text:
        return chance.choice(PIECES)
    at = chance.randrange(len(text))
    return text[:at] + chr(ord(text[at]) ^ (1 << chance.randrange(7))) + text[at + 1 :]


_ACCIDENTS = (_put, _cut, _double, _swap, _number, _number, _word, _word, _letter)
