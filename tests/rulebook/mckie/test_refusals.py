"""One name for one thing: a function that says what bars something is called so."""

from __future__ import annotations

import ast
from pathlib import Path

from longroll.systems import mckie

_FIRST = "Refusal | None"
_ALL = ("Iterator[Refusal]", "list[Refusal]")


def test_functions_that_give_refusals_say_what_is_barred() -> None:
    """`bars_to_march` gives every rule that bars a march, `bar_to_march` the first."""
    misnamed = []
    for file in Path(mckie.__path__[0]).rglob("*.py"):
        for function in ast.parse(file.read_text(encoding="utf-8")).body:
            if not isinstance(function, ast.FunctionDef) or function.name.startswith("_"):
                continue
            given = ast.unparse(function.returns) if function.returns else ""
            begin = "bar_to_" if given == _FIRST else "bars_to_" if given in _ALL else ""
            if not function.name.startswith(begin):
                misnamed.append(f"{file.name}: {function.name}")
    assert misnamed == []
