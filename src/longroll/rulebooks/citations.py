"""Finds where tests, code and data cite the ids of a rulebook."""

import re
from collections.abc import Container, Iterator
from pathlib import Path

from longroll.rulebooks.marks import marked_tests
from longroll.rulebooks.reader import NUMBER, duties, rulebooks

DATA_FILES = (".json", ".map", ".toml", ".tsv", ".txt")


def cited_by_tests(folder: Path, system: str) -> dict[str, tuple[str, ...]]:
    """For each id of `system` that a rule mark cites, the tests as `file::name`."""
    found: dict[str, list[str]] = {}
    for path in sorted({*folder.rglob("test_*.py"), *folder.rglob("*_test.py")}):
        source = path.read_text(encoding="utf-8")
        if f"{system}:" not in source:
            continue
        for name, ids in marked_tests(source, str(path)):
            for id in ids:
                if id.startswith(f"{system}:"):
                    found.setdefault(id, []).append(f"{_place(path, folder.parent)}::{name}")
    return {id: tuple(tests) for id, tests in found.items()}


def cited_in_code(
    folder: Path, system: str, root: Path, without: Container[Path] = ()
) -> dict[str, tuple[str, ...]]:
    """For each id of `system` written out in a folder's code and data, the places as `file:line`.

    Only a full id counts, so that a plain search for it finds every place. File names start at
    `root`. Files `without` are left out.
    """
    found: dict[str, list[str]] = {}
    for path, line, id in _citations(folder, (system,)):
        if path not in without:
            found.setdefault(id, []).append(f"{_place(path, root)}:{line}")
    return {id: tuple(dict.fromkeys(places)) for id, places in found.items()}


def unknown_citations(folder: Path) -> tuple[str, ...]:
    """Everything that looks like an id but names no duty of its book, as `file:line – id`.

    A data file may also name a whole section as its source.
    """
    known = {id for book in rulebooks() for id in duties(book)}
    sections = {f"{book}:{d.section}" for book in rulebooks() for d in duties(book).values()}
    return tuple(
        f"{_place(path, folder.parent)}:{line} – {id}"
        for path, line, id in _citations(folder, tuple(rulebooks()))
        if id not in known and not (path.suffix in DATA_FILES and id in sections)
    )


def _citations(folder: Path, books: tuple[str, ...]) -> Iterator[tuple[Path, int, str]]:
    # A whole id: not the tail of a dotted name, nor the head of a longer or hyphenated one.
    whole_id = re.compile(rf"(?<![\w.])(?:{'|'.join(books)}):{NUMBER}(?!-?\w|\.\w)")
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".py" or path.suffix in DATA_FILES:
            for line, text in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
                for match in whole_id.finditer(text):
                    yield path, line, match[0]


def _place(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()
