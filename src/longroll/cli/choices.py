"""Choices on the screen: which are listed, how they are numbered, how they are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from longroll.board.hex import compress
from longroll.cli.console import BadInput
from longroll.kernel.decision import Choice, read_choice

#: Longer lists are told in a line, unless the player asks for them.
LISTED = 80
#: More hexes than this are never numbered: a hex is typed as fast as its number in a list.
HEXES_LISTED = 30
#: More units than this are listed stack by stack.
UNITS_LISTED = 12

_HEX = re.compile(r"[0-9]{4}")

Numbered = tuple[int, Choice]


def is_hex(word: str) -> bool:
    return _HEX.fullmatch(word) is not None


def menu(
    choices: Sequence[Choice], gloss: Callable[[str], str], width: int, verb: str = ""
) -> Iterator[str]:
    """The choices by verb, numbered as in the decision; `verb` picks one group, all of it."""
    groups = _groups(choices)
    if verb and verb not in groups:
        known = ", ".join(sorted(filter(None, groups)))
        raise BadInput(f"no choice begins with {verb!r}{f': there is {known}' if known else ''}")
    for name, group in groups.items():
        if verb and name != verb:
            continue
        if is_too_many_hexes(group):
            hexes = [choice.object for _, choice in group]
            yield from _hexes(name, hexes, width, everything=bool(verb))
        elif not verb and len(group) > LISTED:
            yield f"      {group[0][1]} and {len(group) - 1} more: `choices {name}` lists them"
        elif stacks := _stacks(group, gloss):
            yield f"      {name}"
            yield from _columns(stacks, width)
        else:
            yield from _columns([_entry(n, choice, gloss) for n, choice in group], width)


def _groups(choices: Sequence[Choice]) -> dict[str, list[Numbered]]:
    """The choices by their verb; what stands alone stands together: `12 stop   13 done`."""
    groups: dict[str, list[Numbered]] = {}
    for number, choice in enumerate(choices, start=1):
        groups.setdefault(choice.verb if choice.objects else "", []).append((number, choice))
    return groups


def is_too_many_hexes(group: Sequence[Numbered]) -> bool:
    """Whether a group is told as ranges of hexes, without numbers."""
    return len(group) > HEXES_LISTED and all(is_hex(choice.object) for _, choice in group)


def _entry(number: int, choice: Choice, gloss: Callable[[str], str]) -> str:
    about = gloss(choice.object) if choice.objects else ""
    return f"{number:>3} {choice}{'  ' + about if about else ''}"


def _stacks(group: Sequence[Numbered], gloss: Callable[[str], str]) -> list[str]:
    """Many units by the place where they stand; nothing where that is not how they are told."""
    if len(group) <= UNITS_LISTED or any(is_hex(choice.object) for _, choice in group):
        return []
    places: dict[str, list[str]] = {}
    for number, choice in group:
        place = gloss(choice.object)
        places.setdefault(place, []).append(f"{number:>3} {' '.join(choice.objects)}")
    if not all(map(is_hex, places)):
        return []
    return [f"{place}: {' '.join(units)}" for place, units in places.items()]


def _hexes(verb: str, hexes: list[str], width: int, everything: bool) -> Iterator[str]:
    """The hexes as ranges: as many as a line holds, or all of them."""
    yield f"      {verb} HEX, one of {len(hexes)}; the hex alone will do"
    line = "     "
    for part in compress(hexes):
        if len(line) + len(part) + 5 > width:
            if not everything:
                yield f"{line} ..."
                return
            yield line
            line = "     "
        line += f" {part}"
    yield line


def _columns(entries: list[str], width: int) -> Iterator[str]:
    wide = max(map(len, entries)) + 3
    across = max(1, (width - 2) // wide)
    down = -(-len(entries) // across)
    for row in range(down):
        yield ("  " + "".join(f"{cell:<{wide}}" for cell in entries[row::down])).rstrip()


def read_line(text: str, choices: Sequence[Choice], is_name: Callable[[str], bool]) -> Choice:
    """The choice a player means: its number, its words, or the one word that tells it apart."""
    words = text.split()
    if len(words) != 1:
        return read_choice(text)
    word = words[0]
    naming = [choice for choice in choices if word in choice.objects and not _is_number(word)]
    if len(naming) == 1:
        return naming[0]
    if naming:
        raise BadInput(f"{word} may mean {' or '.join(map(str, naming))}")
    if _is_number(word):
        return _numbered(int(word), choices)
    taking = {c.verb for c in choices if c.objects and is_hex(c.object) == is_hex(word)}
    if len(taking) == 1 and (is_hex(word) or is_name(word)):
        # Not among the choices, but this is what was meant, and what the rules should judge.
        return Choice(taking.pop(), (word,))
    return read_choice(word)


def _is_number(word: str) -> bool:
    return word.isdecimal() and not is_hex(word)


def _numbered(number: int, choices: Sequence[Choice]) -> Choice:
    if not 1 <= number <= len(choices):
        raise BadInput(f"there is no choice {number}: they run from 1 to {len(choices)}")
    choice = choices[number - 1]
    if is_too_many_hexes(_groups(choices)[choice.verb if choice.objects else ""]):
        raise BadInput(f"{number} is no hex: type one, such as {choice}")
    return choice
