"""What positions of hex battles have in common: counters in hexes, and facts by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import fields

from longroll.board.hex.grid import Grid
from longroll.board.hex.numbering import Hex
from longroll.kernel.errors import BadPosition


def read_field(where: str, kind: type[msgspec.Struct], field: str, value: Any) -> Any:
    """The value of a field as its type has it; BadPosition names the place."""
    try:
        return msgspec.convert(value, _types(kind)[field], strict=False)
    except msgspec.ValidationError as error:
        raise BadPosition(f"{where}.{field}: {error}") from None


@cache
def _types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of fields: working them out takes far longer than reading a position."""
    return {one.name: one.type for one in fields(kind)}


def counter_faults(
    units: Mapping[Hex, str],
    states: Mapping[str, Mapping[str, Any]],
    grid: Grid,
    counters: Collection[str],
    unit: type[msgspec.Struct],
) -> Iterator[str]:
    """Hexes, counters and fields of counters that there are not."""
    seen: set[str] = set()
    for hex, words in units.items():
        if hex not in grid:
            yield f"units: {hex!r} is not a hex of this map"
        for word in words.split():
            if word not in counters:
                yield f"units: {word!r} in {hex} is not a counter"
            elif word in seen:
                yield f"units: {word} is in two places"
            seen.add(word)
    for id, given in states.items():
        if id not in counters:
            yield f"states: {id!r} is not a counter"
        for field in given:
            if field not in unit.__struct_fields__ or field == "hex":
                yield f"states: {id} has no {field!r}"


def fact_faults(
    more: Mapping[str, Any], state: msgspec.Struct, own: Collection[str]
) -> Iterator[str]:
    """Facts that a state has not, or that a position has a field of its own for."""
    for field in more:
        if field not in state.__struct_fields__ or field in own:
            yield f"more: {field!r} is not a fact of a battle"
