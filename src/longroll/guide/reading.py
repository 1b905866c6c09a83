"""How the files of a guide are read: a typed value, or every fault with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from longroll.board.datafile import Path, faults_of_type, line_of, syntax_fault
from longroll.board.faults import Fault
from longroll.display import display_of
from longroll.display.facts import SheetFacts
from longroll.kernel.errors import LongrollError
from longroll.kernel.system import System
from longroll.rulebooks import UnknownRule, duty

T = TypeVar("T")

#: Where something is wrong, what, and what would be right.
Complaint = tuple[Path, str, str]
#: Everything that a system finds wrong with a value of the right type.
Judge = Callable[[System[Any], T], Iterator[Complaint]]
_POINT = re.compile(r"(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")


class BadGuide(LongrollError):
    """A card or a lesson that cannot be used; `faults` lists everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def faults_in(
    system: System[Any], text: str, name: str, type: type[T], judge: Judge[T]
) -> list[Fault]:
    """Everything wrong with the text of a file."""
    broken = syntax_fault(text, name)
    if broken is not None:
        return [broken]
    faults = faults_of_type(text, type, name)
    if not faults:
        value = msgspec.convert(tomllib.loads(text), type)
        faults = [
            Fault(name, line_of(text, path), what, right)
            for path, what, right in judge(system, value)
        ]
    return faults


def read(system: System[Any], file: Traversable, type: type[T], judge: Judge[T]) -> T:
    """The value of a file, or BadGuide with all its faults."""
    text = file.read_text(encoding="utf-8")
    faults = faults_in(system, text, str(file), type, judge)
    if faults:
        raise BadGuide(faults)
    return msgspec.convert(tomllib.loads(text), type)


# What several judges ask.


def strangers(path: Path, given: Iterable[str], known: Iterable[str]) -> Iterator[Complaint]:
    """What is named at `path` but is not known."""
    known = list(known)
    for name in given:
        if name not in known:
            yield (*path, name), f"{name!r} is unknown", f"one of {', '.join(known)}"


def unknown_rules(path: Path, rules: Iterable[str]) -> Iterator[Complaint]:
    """The rules cited at `path` that no rulebook has."""
    for rule in rules:
        try:
            duty(rule)
        except UnknownRule as error:
            yield path, f"no rule {rule!r}", f"a rule such as {', '.join(error.nearest)}"


def no_hexes(system: System[Any], path: Path, hexes: Iterable[str]) -> Iterator[Complaint]:
    """The places named at `path` that are not on the map."""
    map = display_of(system).table().map
    for hex in hexes:
        if map is None or hex not in map.terrain:
            yield path, f"{hex!r} is not a hex of the map", "a hex such as 1519"


def no_places(
    system: System[Any], scenario: str, path: Path, places: Iterable[str]
) -> Iterator[Complaint]:
    """What is named at `path` but is neither a hex, nor a unit, nor a point of the table."""
    table = display_of(system).table(scenario)
    units = {piece.id for piece in table.pieces}
    sheet = table.sheet
    for place in places:
        if place in units or (table.map is not None and place in table.map.terrain):
            continue
        if sheet is None:
            yield path, f"{place!r} is neither a hex of the map nor a unit", "such as 1519"
        elif not _is_on(sheet, place):
            yield path, f"{place!r} is neither a unit nor a point", "a point such as 12.5,30"


def _is_on(sheet: SheetFacts, place: str) -> bool:
    """Whether a text names a point of a measured table, in its units."""
    found = _POINT.fullmatch(place)
    if found is None:
        return False
    x, y = (100 * float(part) for part in found.groups())
    return x <= sheet.width and y <= sheet.height
