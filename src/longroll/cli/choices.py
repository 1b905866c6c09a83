"""Choices on the screen: which are listed, how they are numbered, how they are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from longroll.board.hex import compress
from longroll.cli.console import BadInput
from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice, read_choice
from longroll.kernel.verbs import Offer

#: Longer lists are told in a line, unless the player asks for them.
LISTED = 80
#: More hexes than this are never numbered: a hex is typed as fast as its number in a list.
HEXES_LISTED = 30
#: More units than this are listed stack by stack.
UNITS_LISTED = 12


class Numbered(NamedTuple):
    """A choice with its number in the list and what it is about."""

    number: int
    choice: Choice
    offer: Offer

    @property
    def is_of_hex(self) -> bool:
        """Whether it is a verb and a hex."""
        return self.choice.object in self.offer.hexes


class Glossary(NamedTuple):
    """What the battle knows of a word: something to stand beside it, and whether it is a hex."""

    about: Callable[[str], str]
    is_hex: Callable[[str], bool]


def numbered(battle: Battle) -> list[Numbered]:
    """The choices of the decision, numbered from 1."""
    choices = battle.decision.choices if battle.decision is not None else ()
    return [Numbered(n, choice, battle.offer(choice)) for n, choice in enumerate(choices, start=1)]


def menu(
    choices: Sequence[Numbered], glossary: Glossary, width: int, verb: str = ""
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
            hexes = [one.choice.object for one in group]
            yield from _hexes(name, hexes, width, everything=bool(verb))
        elif not verb and len(group) > LISTED:
            first = group[0].choice
            yield f"      {first} and {len(group) - 1} more: `choices {name}` lists them"
        elif stacks := _stacks(group, glossary):
            yield f"      {name}"
            yield from _columns(stacks, width)
        else:
            yield from _columns([_entry(one, glossary) for one in group], width)


def _groups(choices: Sequence[Numbered]) -> dict[str, list[Numbered]]:
    """The choices by their verb; what stands alone stands together: `12 stop   13 done`."""
    groups: dict[str, list[Numbered]] = {}
    for one in choices:
        groups.setdefault(one.choice.verb if one.choice.objects else "", []).append(one)
    return groups


def is_too_many_hexes(group: Sequence[Numbered]) -> bool:
    """Whether a group is told as ranges of hexes, without numbers."""
    return len(group) > HEXES_LISTED and all(one.is_of_hex for one in group)


def _entry(one: Numbered, glossary: Glossary) -> str:
    """A choice, and something about its first object; where there is nothing, its words."""
    about = glossary.about(one.choice.object) if one.choice.objects else ""
    if not about and one.offer.label.lower() != str(one.choice):
        about = one.offer.label
    return f"{one.number:>3} {one.choice}{'  ' + about if about else ''}"


def _stacks(group: Sequence[Numbered], glossary: Glossary) -> list[str]:
    """Many units by the place where they stand; nothing where that is not how they are told."""
    if len(group) <= UNITS_LISTED or any(one.is_of_hex for one in group):
        return []
    places: dict[str, list[str]] = {}
    for number, choice, _ in group:
        place = glossary.about(choice.object)
        places.setdefault(place, []).append(f"{number:>3} {' '.join(choice.objects)}")
    if not all(map(glossary.is_hex, places)):
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


def read_line(text: str, choices: Sequence[Numbered], is_name: Callable[[str], bool]) -> Choice:
    """The choice a player means: its number, its words, or the one word that tells it apart."""
    words = text.split()
    if len(words) != 1:
        return read_choice(text)
    word = words[0]
    hex = _is_like_a_hex(word, choices)
    number = word.isdecimal() and not hex
    naming = [one.choice for one in choices if word in one.choice.objects and not number]
    if len(naming) == 1:
        return naming[0]
    if naming:
        raise BadInput(f"{word} may mean {' or '.join(map(str, naming))}")
    if number:
        return _numbered(int(word), choices)
    taking = {one.choice.verb for one in choices if one.choice.objects and one.is_of_hex == hex}
    if len(taking) == 1 and (hex or is_name(word)):
        # Not among the choices, but this is what was meant, and what the rules should judge.
        return Choice(taking.pop(), (word,))
    return read_choice(word)


def _is_like_a_hex(word: str, choices: Sequence[Numbered]) -> bool:
    """Whether a word is written as the hexes of the choices are, on the map or not."""
    hexes = (hex for one in choices for hex in one.offer.hexes)
    return any(len(word) == len(hex) and word.isdecimal() == hex.isdecimal() for hex in hexes)


def _numbered(number: int, choices: Sequence[Numbered]) -> Choice:
    if not 1 <= number <= len(choices):
        raise BadInput(f"there is no choice {number}: they run from 1 to {len(choices)}")
    choice = choices[number - 1].choice
    if is_too_many_hexes(_groups(choices)[choice.verb if choice.objects else ""]):
        raise BadInput(f"{number} is not a hex: type one, such as {choice}")
    return choice
