"""Scenario files: how long the battle lasts, and the one-step set-up."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from longroll.board.hex import Hex
from longroll.systems.stockade_redan.tables import read_toml


class Historical(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one-step set-up of a scenario: each group's hexes in the order they are filled."""

    option: int
    hexes: dict[str, tuple[Hex, ...]]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    title: str
    turns: int
    historical: Historical


@cache
def scenario(name: str) -> Scenario:
    return msgspec.convert(read_toml(f"{name}.toml"), Scenario)
