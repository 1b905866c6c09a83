"""The client's types are those of the server."""

from __future__ import annotations

import re
from pathlib import Path

from longroll.server.typescript import typescript

CLIENT = Path(__file__).parents[2] / "web" / "src"


def test_the_client_has_the_types_of_the_wire() -> None:
    made = (CLIENT / "wire.ts").read_text(encoding="utf-8")
    assert made == typescript(), (
        "make it again: python -m longroll.server.typescript web/src/wire.ts"
    )


def test_what_is_asked_for_may_leave_out_defaults_and_what_is_sent_may_not() -> None:
    text = typescript()
    assert "  scenario?: string | null;" in text
    assert "  reason: string;" in text
    assert "  values: (boolean | number | string)[] | null;" in text


def test_a_type_comes_after_what_it_is_made_of() -> None:
    names = re.findall(r"export interface (\w+)", typescript())
    assert len(names) == len(set(names))
    assert names.index("Entry") < names.index("Moment")
    assert "Request" not in names
