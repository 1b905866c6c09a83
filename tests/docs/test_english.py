"""Phrases that a reader would stumble over, wherever they are: code, data, pages, client."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "docs", "web/src", "examples")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
SUFFIXES = {".py", ".toml", ".md", ".ts", ".svelte"}

#: What to avoid, as a regular expression, and what to write instead.
PHRASES = {
    r"\bNot so:": "Not allowed:",
    r"(?<!there )\bis no (hex|unit|side|terrain|officer|name|neighbour)\b": "is not a hex",
    r"\bare no (hexes|units|neighbours)\b": "are not units",
    r"\b[Ww]hoever looks on\b": "spectators",
    r"\bstands alone, without\b": "takes no arguments",
    r", sooner\b": "a faster ...",
    r"\b(the|this) very (same|choice|position|battle|draft)\b": "the same, this",
    r"\bin one breath\b": "in one command",
    r"\blaid beside\b": "compared with",
    r"\bWho is (expected|forced)\b": "A unit that is forced, reinforcements that are due",
    r"\bfound from\b": "results are cached with the containers they came from",
    r"(^|[\"*:] )So many \w+ ": "How many, at most",
    r"\bknows no (wargame|rules?)\b": "contains nothing specific to a wargame",
    r"\bwith less ado\b": "faster",
}


@cache
def texts() -> dict[str, str]:
    """Every file by its path."""
    found = [ROOT / page for page in PAGES]
    for folder in FOLDERS:
        found += sorted(file for file in (ROOT / folder).rglob("*") if file.suffix in SUFFIXES)
    names = {file.relative_to(ROOT).as_posix(): file for file in found}
    return {name: file.read_text(encoding="utf-8") for name, file in names.items()}


@pytest.mark.parametrize("phrase", PHRASES)
def test_nobody_writes_like_that(phrase: str) -> None:
    written = re.compile(phrase, re.MULTILINE)
    hits = [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit[0]!r}"
        for name, text in texts().items()
        for hit in written.finditer(text)
    ]
    assert not hits, f"write {PHRASES[phrase]!r} or the like:\n" + "\n".join(hits)
