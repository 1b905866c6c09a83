"""Checks data files of the series: which kind a file is, and everything wrong with it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from longroll.systems.gbacw.charts import read_charts
from longroll.systems.gbacw.datafile import DataError
from longroll.systems.gbacw.order_of_battle import Force
from longroll.systems.gbacw.roster import read_roster
from longroll.systems.gbacw.tables import read_tables


class Kind(NamedTuple):
    """A kind of data file: how to recognise and read it; reading raises DataError."""

    is_this: Callable[[dict[str, Any]], bool]
    read: Callable[[str, str], object]


def has(*keys: str) -> Callable[[dict[str, Any]], bool]:
    """Recognises a file by one of these top-level keys; a broken file may lack the others."""
    return lambda data: not data.keys().isdisjoint(keys)


def _lists_counters(data: dict[str, Any]) -> bool:
    sides = [data.get(side) for side in ("union", "confederate")]
    tables = Force.__struct_fields__
    return any(isinstance(side, dict) and not side.keys().isdisjoint(tables) for side in sides)


#: What every battle of the series has, and the series itself.
KINDS = (
    Kind(has("allowance", "enter", "along", "cross"), read_charts),
    Kind(has("density", "ammunition_loss", "elephant", "weapons"), read_tables),
    Kind(_lists_counters, read_roster),
)


def check(name: str, text: str, kinds: Iterable[Kind]) -> list[str] | None:
    """Every fault of a TOML text; None if it is not of any of these kinds."""
    data = tomllib.loads(text)
    kind = next((kind for kind in kinds if kind.is_this(data)), None)
    if kind is None:
        return None
    try:
        kind.read(text, name)
    except DataError as error:
        return [str(fault) for fault in error.faults]
    return []
