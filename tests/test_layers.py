"""No package has modules that import each other in a circle.

Counted are imports inside functions and under TYPE_CHECKING too: they hide a circle and leave the
reader to walk around it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import longroll

ROOT = Path(longroll.__file__).parent
#: Packages that still have circles.
CIRCULAR = {"longroll.kernel", "longroll.server"}

Graph = dict[str, set[str]]


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Every module or name that a module imports, in full."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = package.rsplit(".", node.level - 1)[0] if node.level else ""
            base = ".".join(filter(None, (up, node.module)))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def graph_of(sources: dict[str, str]) -> Graph:
    """Which modules each module imports, of those that are there.

    A package stands for its `__init__`; what is imported from it may be a module or a name in it.
    """
    packages = {name.rpartition(".")[0] for name in sources}
    graph: Graph = {name: set() for name in sources}
    for name, text in sources.items():
        package = name if name in packages else name.rpartition(".")[0]
        for word in imported(ast.parse(text), package):
            target = word if word in sources else word.rpartition(".")[0]
            if target in sources and target != name:
                graph[name].add(target)
    return graph


def circles(graph: Graph) -> list[set[str]]:
    """The sets of modules that reach each other (Tarjan's algorithm)."""
    found: list[set[str]] = []
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        path.append(name)
        for target in graph[name]:
            if target not in order:
                visit(target)
                lowest[name] = min(lowest[name], lowest[target])
            elif target in path:
                lowest[name] = min(lowest[name], order[target])
        if lowest[name] == order[name]:
            circle = set(path[path.index(name) :])
            del path[path.index(name) :]
            if len(circle) > 1:
                found.append(circle)

    for name in graph:
        if name not in order:
            visit(name)
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = graph_of({module_name(path): path.read_text("utf-8") for path in ROOT.rglob("*.py")})
    found = [sorted(circle) for circle in circles(graph)]
    allowed = tuple(f"{package}." for package in CIRCULAR)
    assert [circle for circle in found if not circle[0].startswith(allowed)] == []
    straight = {
        package
        for package in CIRCULAR
        if not any(circle[0].startswith(f"{package}.") for circle in found)
    }
    assert straight == set(), "take them off the list"


@pytest.mark.parametrize(
    "text",
    [
        "import a.b",
        "from a import b",
        "from a.b import x",
        "from .b import x",
        "from . import b",
        "def f():\n    from a.b import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a.b import x",
    ],
)
def test_every_kind_of_import_counts(text: str) -> None:
    sources = {"a": "", "a.b": "import a.c", "a.c": text}
    assert circles(graph_of(sources)) == [{"a.b", "a.c"}]


def test_a_straight_line_is_no_circle() -> None:
    assert circles(graph_of({"a.b": "import a.c", "a.c": "import a.d", "a.d": ""})) == []
