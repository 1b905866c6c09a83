"""Units and commanders in a position: places in the unit of measure, headings in degrees."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec

from longroll.kernel.errors import BadPosition, BadScenario, UnknownSystem
from longroll.miniatures.amounts import Degrees, Length
from longroll.miniatures.measure import WHOLE

_TENTHS = 10


def without_scenario(
    data: dict[str, Any], usual: str, require_scenario: Callable[[str], str]
) -> tuple[dict[str, Any], str]:
    """The rest of a position, and its scenario, which may be the long text of a player's own."""
    named = data.get("scenario", usual)
    if not isinstance(named, str):
        return data, usual  # reading the rest says what is wrong
    try:
        scenario = require_scenario(named)
    except (BadScenario, UnknownSystem) as error:
        raise BadPosition(str(error)) from None
    return {key: value for key, value in data.items() if key != "scenario"}, scenario


def read_one(kind: type[Any], id: str, base: Any, given: dict[str, Any]) -> Any:
    """A unit or commander as the scenario has it, with what is given instead: `at` is its place,
    `heading` is in degrees."""
    plain = dict(given)
    known = msgspec.to_builtins(base) if base is not None else {}
    try:
        if "at" in plain:
            at = msgspec.convert(plain.pop("at"), tuple[Length, Length])
            plain["x"], plain["y"] = (round(part * WHOLE) for part in at)
        if "heading" in plain:
            heading = msgspec.convert(plain["heading"], Degrees)
            plain["heading"] = round(heading * _TENTHS) % 3600
        return msgspec.convert({**known, **plain}, kind)
    except msgspec.ValidationError as error:
        raise BadPosition(f"{id}: {error}") from None


@cache
def _fields(kind: type[Any]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a kind of unit: working them out takes longer than writing a unit."""
    return msgspec.structs.fields(kind)


def written_one(one: Any) -> dict[str, Any]:
    """Every fact, including defaults: the scenario may have had another value.

    Only sets that were never changed are left out, as they are from the digest of a state.
    """
    found = {
        field.name: msgspec.to_builtins(value)
        for field in _fields(one.__class__)
        if (value := getattr(one, field.name)) is not field.default
        or not isinstance(value, frozenset)
    }
    found["at"] = [found.pop("x") / WHOLE, found.pop("y") / WHOLE]
    if "heading" in found:
        found["heading"] = found["heading"] / _TENTHS
    return found
