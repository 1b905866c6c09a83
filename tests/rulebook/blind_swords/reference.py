"""The shared reference beside the repository, where it is there to be compared with."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

_FOLDER = Path(__file__).parents[3].parent / "shared" / "reference"


def reference(name: str) -> str:
    """The text of a reference file; skips the test where there is none."""
    if not (_FOLDER / name).is_file():
        pytest.skip("no shared reference beside the repository")
    return (_FOLDER / name).read_text(encoding="utf-8")


def tables() -> Any:
    """The series' tables."""
    return json.loads(reference("blind-swords-tables.json"))


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a tab-separated file."""
    lines = reference(name).splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
