"""The lines of a map file, sorted into header and sections; knows nothing of hexes yet."""

import re
from typing import NamedTuple

import msgspec

from longroll.board.faults import Fault

FIRST_LINE = "longroll map 1"
REQUIRED = ("terrain", "grid")
SECTIONS = (*REQUIRED, "levels", "roads", "hexsides", "zones", "labels", "basis")

_SECTION = re.compile(r"\[\s*(.*?)\s*\]")
_NAME = re.compile(r"\w*[^\W\d]\w*")


def is_name(word: str) -> bool:
    """Whether a word can name a terrain, road, zone... and cannot be mistaken for a hex."""
    return _NAME.fullmatch(word) is not None


class Line(NamedTuple):
    """One line without its comment; `text` keeps the spaces before it."""

    at: int
    text: str


class Word(NamedTuple):
    """One word of an entry and its line number."""

    at: int
    text: str


class Entry(NamedTuple):
    """A name and the words listed after it, here and on the indented lines below."""

    at: int
    name: str
    words: list[Word]


class Section(msgspec.Struct):
    """The lines of one section that are not blank, and the line of its heading."""

    at: int
    lines: list[Line]

    @property
    def last(self) -> int:
        """The line where the section ends."""
        return self.lines[-1].at if self.lines else self.at


class Source:
    """A map file cut into lines, header and sections, and the list its faults go to."""

    def __init__(self, text: str | bytes, name: str) -> None:
        self.name = name
        self.faults: list[Fault] = []
        self.header: list[Line] = []
        self.sections: dict[str, Section] = {}
        # Only the newline counts: splitlines() would also split where no editor does.
        lines = self._decode(text).split("\n")
        self.last = len(lines) - (len(lines) > 1 and not lines[-1])
        self._sort(lines)

    def fault(self, at: int, what: str, right: str) -> None:
        """Report something wrong on a line."""
        self.faults.append(Fault(self.name, at, what, right))

    def _decode(self, text: str | bytes) -> str:
        if isinstance(text, str):
            return text
        try:
            return text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            at = text.count(b"\n", 0, error.start) + 1
            self.fault(at, f"byte {text[error.start]:#04x} is not UTF-8", "a text file in UTF-8")
            # What can be read is still checked.
            return text.decode("utf-8-sig", errors="replace")

    def _sort(self, lines: list[str]) -> None:
        section: Section | None = None
        for at, whole in enumerate(lines, start=1):
            text = whole.partition("#")[0].rstrip()
            if not text:
                continue
            heading = _SECTION.fullmatch(text.strip())
            if heading:
                section = self._open(at, heading[1])
            elif section is not None:
                section.lines.append(Line(at, text))
            else:
                self.header.append(Line(at, text))

    def _open(self, at: int, name: str) -> Section:
        section = Section(at, [])
        if name not in SECTIONS:
            self.fault(at, f"unknown section [{name}]", f"one of {' '.join(SECTIONS)}")
        elif name in self.sections:
            first = self.sections[name].at
            self.fault(at, f"section [{name}] given twice", f"only one, as on line {first}")
        else:
            self.sections[name] = section
        return section

    def lines(self, section: str) -> list[Line]:
        """The lines of a section; none if the section is missing."""
        return self.sections[section].lines if section in self.sections else []

    def entries(self, section: str) -> list[Entry]:
        """The entries of a section that lists things by name, including faulty ones."""
        entries: list[Entry] = []
        first: dict[str, int] = {}
        for at, text in self.lines(section):
            words = [Word(at, word) for word in text.split()]
            if text[0].isspace():
                if entries:
                    entries[-1].words.extend(words)
                else:
                    self.fault(at, "an indented line with nothing above it", "a name first")
                continue
            name = words.pop(0).text
            entries.append(Entry(at, name, words))
            if not is_name(name):
                self.fault(
                    at, f"{name!r} is not a name", "letters, digits and _, one letter at least"
                )
            elif name in first:
                self.fault(at, f"{name} given twice", f"only one, as on line {first[name]}")
            first.setdefault(name, at)
        for entry in entries:
            if not entry.words:
                self.fault(entry.at, f"{entry.name} lists nothing", "something after the name")
        return entries
