"""Which duties an event could tell of, read from the code."""

from __future__ import annotations

import ast
from pathlib import Path

from longroll.rulebooks.telling import _in_data, _texts, told


def texts(source: str) -> list[tuple[str, bool]]:
    return [*_texts(ast.parse(source))]


def test_a_refusal_tells_of_nothing() -> None:
    assert ("book:1", True) in texts('tell(rules=("book:1",))')
    assert texts('Refusal("book:1", "no")') == texts('agenda.Refusal("book:1", f"{x}")') == []


def test_the_beginning_of_a_text_that_is_put_together_counts() -> None:
    assert texts('rule = f"book:1.{number}"') == [("book:1.", False)]


def test_data_cite_with_or_without_the_name_of_their_own_book(tmp_path: Path) -> None:
    file = tmp_path / "chart.toml"
    file.write_text('source = "book:9"\n# book:8\nrule = "1.2"\nlines = ["book:3"]\n')
    assert sorted(_in_data(file, "book")) == ["book:1.2", "book:3"]


def test_whatever_a_book_says_of_terms_alone_is_not_told() -> None:
    assert "gbacw:12.91.1" in told("gbacw")
    assert "gbacw:2.0.1" not in told("gbacw")
