"""Which duties a system's code could tell a player of, in an event, and which it only defines or
refuses by."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from longroll.rulebooks.citations import DATA_FILES
from longroll.rulebooks.coverage import home
from longroll.rulebooks.reader import NUMBER, duties

#: What makes a refusal, whose rule no event has.
REFUSALS = frozenset(("Refusal", "refuse", "Closed", "closed"))


@cache
def told(book: str) -> frozenset[str]:
    """The duties of a book that its code cites elsewhere than in comments and refusals: hardly any
    other can be cited by an event.

    >>> "gbacw:12.21" in told("gbacw"), "gbacw:5.12" in told("gbacw")
    (True, False)
    """
    place = home(book)
    whole = re.compile(rf"{book}:{NUMBER}")
    found: set[str] = set()
    for path in sorted(place.code.rglob("*")):
        if path in place.guides:
            continue
        if path.suffix == ".py":
            for text, is_whole in _texts(ast.parse(path.read_text(encoding="utf-8"))):
                if is_whole and whole.fullmatch(text):
                    found.add(text)
                elif not is_whole and len(text) > len(book) + 1:
                    found.update(id for id in duties(book) if id.startswith(text))
        elif path.suffix in DATA_FILES:
            found.update(_in_data(path, book))
    return frozenset(found & duties(book).keys())


def _texts(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """The texts of some code, but for those of refusals; of a text that is put together, its
    beginning."""
    if isinstance(node, ast.Call) and _name(node.func) in REFUSALS:
        return
    if isinstance(node, ast.JoinedStr):
        first = node.values[0] if node.values else None
        if isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value, False
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, True
    for child in ast.iter_child_nodes(node):
        yield from _texts(child)


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _in_data(path: Path, book: str) -> Iterator[str]:
    """What a data file cites, but for its comments and sources. The name of its own book may be
    left out after the word rule."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith(("#", "source")):
            continue
        yield from re.findall(rf"{book}:{NUMBER}", line)
        yield from (f"{book}:{id}" for id in re.findall(rf"\brules? = \[?\"({NUMBER})\"", line))
