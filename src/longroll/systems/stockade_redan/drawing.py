"""The board in characters."""

from __future__ import annotations

from longroll.systems.stockade_redan.view import Facts


def draw(facts: Facts) -> str:
    return ""
