"""Checks the data files of this system: scenarios, charts, the counter mix."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from longroll.board.datafile import Path, faults_of_type, line_of
from longroll.board.faults import Fault
from longroll.systems.stockade_redan.roster import REGIMENTS, Counters
from longroll.systems.stockade_redan.scenario import Scenario
from longroll.systems.stockade_redan.tables import Tables
from longroll.systems.stockade_redan.terrain import TERRAIN

#: What a key at the top of a file says about the whole file.
_KINDS: dict[str, type[Any]] = {
    "historical": Scenario,
    "regiment": Counters,
    "artillery": Counters,
    "terrain": Tables,
    "factors": Tables,
    "gettysburg": Tables,
}


def check(name: str, text: str) -> list[str] | None:
    """Every fault of a TOML text of this system; None if it is of another kind."""
    data = tomllib.loads(text)
    kind = next((_KINDS[key] for key in _KINDS if key in data), None)
    if kind is None:
        return None
    # Keys of TOML are text, so the charts' numbers are read as loosely as the system reads them.
    faults = faults_of_type(text, kind, name, strict=kind is not Tables)
    if kind is Scenario and not faults:
        faults = [
            Fault(name, line_of(text, path), what, right)
            for path, what, right in _scenario_faults(data["historical"])
        ]
    return [str(fault) for fault in faults]


def _scenario_faults(historical: dict[str, Any]) -> Iterator[tuple[Path, str, str]]:
    """Groups that the set-up needs or does not know, and hexes that are not on the map."""
    if historical["option"] not in (1, 2):
        yield ("historical", "option"), f"option {historical['option']}", "1 or 2"
    needed = {"batteries", "close support", "stockade guns", *REGIMENTS}
    known = needed | {f"{regiment} officers" for regiment in REGIMENTS}
    groups = historical["hexes"]
    for group in sorted(needed - groups.keys()):
        yield ("historical", "hexes"), f"no hexes for {group!r}", f'"{group}" = ["1519", ...]'
    for group, hexes in groups.items():
        path = ("historical", "hexes", group)
        if group not in known:
            yield path, f"unknown group {group!r}", f"one of {', '.join(sorted(known))}"
        for hex in hexes:
            if hex not in TERRAIN:
                yield path, f"{hex!r} is not a hex of the map", "1001 to 4530"
