"""Reads the duty lists: one `.tsv` file for each rulebook."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from longroll.kernel.system import systems

COLUMNS = ("id", "section", "kind", "playable", "duty")
# What follows the book's name and its colon in an id; `citations` looks for the same form.
NUMBER = r"\w+(?:\.\w+)*"


class Duty(msgspec.Struct, frozen=True):
    """One thing a rulebook asks for; `playable` if the game can carry it out."""

    id: str
    section: str
    kind: str
    playable: bool
    duty: str


class UnknownRulebook(LookupError):
    """No rulebook has this name."""

    def __init__(self, system: str) -> None:
        super().__init__(f"no rulebook {system!r}: choose from {', '.join(rulebooks())}")
        self.system = system


class UnknownRule(LookupError):
    """No rulebook has this id; `nearest` are the ids most like it."""

    def __init__(self, id: str, nearest: tuple[str, ...]) -> None:
        super().__init__(f"no rule {id!r}; the nearest are: {', '.join(nearest)}")
        self.id = id
        self.nearest = nearest


class FaultyRulebook(ValueError):
    """A duty list that cannot be read; `faults` names every bad line."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


@cache
def rulebooks() -> dict[str, Traversable]:
    """All rulebooks by name, in alphabetical order, each with its file.

    They are those of the installed systems, and those listed here whose system is not there yet.
    """
    listed = (file for file in files(__package__).iterdir() if file.name.endswith(".tsv"))
    found: dict[str, Traversable] = {file.name.removesuffix(".tsv"): file for file in listed}
    for system in systems().values():
        for file in system.rulebooks:
            name = file.name.removesuffix(".tsv")
            other = found.setdefault(name, file)
            if str(other) != str(file):
                raise FaultyRulebook(
                    [f"{file} – {other} is also a rulebook {name!r} – a name of its own"]
                )
    return dict(sorted(found.items()))


@cache
def duties(system: str) -> dict[str, Duty]:
    """All duties of a rulebook by id, in the book's order. The result is shared: do not change it.

    >>> duties("stockade_redan")["stockade_redan:9.2.7"].kind
    'movement'
    """
    if system not in rulebooks():
        raise UnknownRulebook(system)
    return read(rulebooks()[system])


def duty(id: str) -> Duty:
    """The duty with this id.

    >>> duty("stockade_redan:9.2.7").section
    '9.2'
    """
    system = id.partition(":")[0]
    books = (system,) if system in rulebooks() else tuple(rulebooks())
    for book in books:
        if found := duties(book).get(id):
            return found
    ids = [known for book in books for known in duties(book)]
    # The same number in another book is nearer than a number that only looks similar.
    number = id.rpartition(":")[2]
    same = [known for known in ids if known.partition(":")[2] == number]
    nearest = dict.fromkeys((*same, *get_close_matches(id, ids, cutoff=0.0)))
    raise UnknownRule(id, tuple(nearest)[:3])


def read(file: Traversable) -> dict[str, Duty]:
    """The duties of one file, or `FaultyRulebook` with everything that is wrong in it."""
    header, *lines = file.read_text(encoding="utf-8").splitlines() or [""]
    if tuple(header.split("\t")) != COLUMNS:
        raise FaultyRulebook(
            [f"{file.name}:1 – the header is {header!r} – the columns {' '.join(COLUMNS)}, tabbed"]
        )
    system = file.name.removesuffix(".tsv")
    first_line: dict[str, int] = {}
    found: dict[str, Duty] = {}
    faults: list[str] = []
    for number, line in enumerate(lines, start=2):
        cells = line.split("\t")
        wrong = [*_faults(system, cells)]
        if (earlier := first_line.setdefault(cells[0], number)) != number:
            wrong.append(f"{cells[0]!r} is also on line {earlier} – an id of its own")
        if wrong:
            faults += [f"{file.name}:{number} – {fault}" for fault in wrong]
        else:
            id, section, kind, playable, text = cells
            found[id] = Duty(id, section, kind, playable == "yes", text)
    if faults:
        raise FaultyRulebook(faults)
    return found


def _faults(system: str, cells: list[str]) -> Iterator[str]:
    """What is wrong with one row by itself."""
    if len(cells) != len(COLUMNS):
        yield f"{len(cells)} columns – {len(COLUMNS)}: {' '.join(COLUMNS)}"
        return
    for column, cell in zip(COLUMNS, cells, strict=True):
        if not cell.strip():
            yield f"the {column} is empty – some text"
    if cells[0] and not re.fullmatch(f"{system}:{NUMBER}", cells[0]):
        yield f"the id is {cells[0]!r} – {system}: and a number such as 9.2.7"
    if cells[3].strip() and cells[3] not in ("yes", "no"):
        yield f"playable is {cells[3]!r} – yes or no"
