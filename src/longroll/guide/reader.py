"""The rules of a system to read: duties by chapter and section, words, rulings, how to play."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

import msgspec

from longroll.kernel.system import systems
from longroll.rulebooks import Duty, UnknownRulebook, duties, rulebooks

#: What a duty says: something must be done, may be done, or is never done.
Force = Literal["must", "may", "never"]
BlockKind = Literal["heading", "text", "item", "row", "code"]

_NUMBERED = re.compile(r"(?P<number>\d+(?:\.\d+)*)(?P<letter>[a-z]?)\b(?P<rest>.*)", re.DOTALL)
_RULING = re.compile(
    r"^#### (?P<id>[A-Z]+-\w+)\n(?P<text>.+?)(?=\n\n#|\Z)", re.MULTILINE | re.DOTALL
)
_MARKUP = re.compile(r"\*\*|`|\[([^\]]+)\]\([^)]*\)|(?<!\w)\*|\*(?!\w)")
_NEVER = re.compile(
    r"\b(never|cannot|may not|must not|no |not allowed|reject|barred)\b", re.IGNORECASE
)
_MAY = re.compile(r"\b(may|can|allow|optional|choose)\b", re.IGNORECASE)
#: Where the documents are while the project is not installed as a package.
_DOCS = Path(__file__).parents[3] / "docs"


class ReadDuty(msgspec.Struct, frozen=True):
    """A duty as a reader finds it; `played` if the game carries it out."""

    id: str
    force: Force
    text: str
    kind: str
    played: bool


class Section(msgspec.Struct, frozen=True):
    """Duties that belong together."""

    id: str
    number: str
    title: str
    duties: tuple[ReadDuty, ...]


class Chapter(msgspec.Struct, frozen=True):
    """Sections of a book with the same first number."""

    number: str
    title: str
    sections: tuple[Section, ...]


class Ruling(msgspec.Struct, frozen=True):
    """What we decided where a book is silent or unclear."""

    id: str
    title: str
    text: str


class Block(msgspec.Struct, frozen=True):
    """A paragraph of a document, without its markup."""

    kind: BlockKind
    text: str


class Book(msgspec.Struct, frozen=True):
    """A rulebook in our own words."""

    slug: str
    title: str
    chapters: tuple[Chapter, ...]
    words: dict[str, str]


class Reader(msgspec.Struct, frozen=True):
    """The rules that a system is played by, and what explains them."""

    system: str
    title: str
    books: tuple[Book, ...]
    rulings: tuple[Ruling, ...]
    guide: tuple[Block, ...]


class _Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    rulings: str = ""
    guide: str = ""
    titles: dict[str, str] = {}
    words: dict[str, str] = {}


@cache
def _metas() -> dict[str, _Meta]:
    text = files("longroll.rulebooks").joinpath("books.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, _Meta])


@cache
def reader_of(slug: str) -> Reader:
    """The rules of a system, or a rulebook by itself; UnknownRulebook if there is neither."""
    if slug in systems():
        names = [file.name.removesuffix(".tsv") for file in systems()[slug].rulebooks]
        title = systems()[slug].title
    elif slug in rulebooks():
        names, title = [slug], _meta(slug).title
    else:
        raise UnknownRulebook(slug)
    metas = [_meta(name) for name in names]
    letters = tuple(dict.fromkeys(meta.rulings for meta in metas if meta.rulings))
    guide = next((meta.guide for meta in reversed(metas) if meta.guide), "")
    return Reader(
        slug,
        title,
        tuple(_book(name) for name in reversed(names)),
        tuple(_rulings(letters)),
        tuple(blocks(document(guide))) if guide else (),
    )


def _meta(book: str) -> _Meta:
    return _metas().get(book) or _Meta(title=book.replace("_", " ").title())


# Books


def _book(name: str) -> Book:
    meta = _meta(name)
    chapters: dict[str, dict[str, list[Duty]]] = {}
    for duty in duties(name).values():
        chapters.setdefault(_chapter(duty.section), {}).setdefault(_key(duty.section), []).append(
            duty
        )
    return Book(
        name,
        meta.title,
        tuple(
            Chapter(
                number if number[:1].isdigit() else "",
                _chapter_title(meta, number, sections),
                tuple(_section(meta, key, found) for key, found in sections.items()),
            )
            for number, sections in chapters.items()
        ),
        meta.words,
    )


def _chapter(section: str) -> str:
    """The number that a section begins with, or the first part of its name.

    >>> _chapter("6.1 Unit formations"), _chapter("Morale, test procedure")
    ('6', 'Morale')
    """
    found = _NUMBERED.match(section)
    return found["number"].partition(".")[0] if found else section.partition(",")[0]


def _key(section: str) -> str:
    """A section without the marks of its parts.

    >>> _key("5.1 VIII"), _key("17.1 setup"), _key("6.1 Unit formations"), _key("11.2(3)")
    ('5.1', '17.1', '6.1', '11.2')
    """
    found = _NUMBERED.match(section)
    if not found:
        return section
    return ".".join(found["number"].split(".")[:2])


def _section(meta: _Meta, key: str, found: list[Duty]) -> Section:
    numbered = _NUMBERED.match(key)
    named = next((_name(duty.section) for duty in found if _name(duty.section)), "")
    title = (
        meta.titles.get(key) or (named if numbered else key) or meta.titles.get(_chapter(key), "")
    )
    return Section(
        id=key,
        number=key if numbered else "",
        title=title,
        duties=tuple(
            ReadDuty(duty.id, force_of(duty.duty), duty.duty, duty.kind, duty.playable)
            for duty in found
        ),
    )


def _name(section: str) -> str:
    """The words after a number, if they are a title.

    >>> _name("6.1 Unit formations"), _name("5.1 VIII"), _name("17.1 setup")
    ('Unit formations', '', '')
    """
    found = _NUMBERED.match(section)
    rest = found["rest"].strip() if found else ""
    return rest if len(rest) > 3 and rest[0].isupper() and not rest.isupper() else ""


def _chapter_title(meta: _Meta, number: str, sections: dict[str, list[Duty]]) -> str:
    if number in meta.titles:
        return meta.titles[number]
    first = next(iter(sections.values()))[0].section
    return _name(first) or (number if not number[:1].isdigit() else f"Chapter {number}")


def force_of(duty: str) -> Force:
    """Whether a duty must be done, may be, or never is.

    >>> force_of("A unit may not fire twice."), force_of("Guns may choose.")
    ('never', 'may')
    """
    if _NEVER.search(duty):
        return "never"
    return "may" if _MAY.search(duty) else "must"


# Documents


def document(name: str) -> str:
    """A page of the documents, "" if it is not there."""
    for file in (files("longroll.guide").joinpath("docs", name), _DOCS / name):
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return ""


def _rulings(letters: tuple[str, ...]) -> Iterator[Ruling]:
    for found in _RULING.finditer(document("rulings.md")):
        if found["id"].partition("-")[0] in letters:
            text = plain(found["text"].partition("*Code:*")[0])
            title, _, rest = text.partition(". ")
            yield Ruling(found["id"], title, rest.strip())


def blocks(text: str) -> Iterator[Block]:
    """The paragraphs of a document."""
    code = False
    for line in text.splitlines():
        if line.startswith("```"):
            code = not code
        elif code:
            yield Block("code", line)
        elif line.startswith("#"):
            yield Block("heading", plain(line.lstrip("# ")))
        elif line.startswith("|") and not line.startswith("|--"):
            cells = [plain(cell.strip()) for cell in line.strip("|").split("|")]
            if any(cells):
                yield Block("row", "\t".join(cells))
        elif line.startswith(("- ", "* ")):
            yield Block("item", plain(line[2:]))
        elif line.strip() and not line.startswith(("|--", "![", "<")):
            yield Block("text", plain(line))


def plain(text: str) -> str:
    """Words without their markup.

    >>> plain("**Size.** See [the map](map.md), `data/x`, *or not*.")
    'Size. See the map, data/x, or not.'
    """
    return _MARKUP.sub(lambda found: found[1] or "", text)
