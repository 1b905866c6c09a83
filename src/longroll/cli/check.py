"""`longroll check`: maps, scenarios, charts, positions and records, each fault with its place."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Annotated

import typer

import longroll
from longroll.board.datafile import syntax_fault
from longroll.board.faults import Fault
from longroll.board.hex import check_map, load_map
from longroll.cli.console import NoColor, screen
from longroll.cli.files import Kind, kind_of, read_text, system_of_position
from longroll.guide import guide_faults
from longroll.kernel.errors import LongrollError
from longroll.kernel.system import systems

_KINDS = "a map, a record, a position or a data file of a system"


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files to look at.")],
    no_color: NoColor = False,
) -> None:
    """Check maps, scenarios, charts, positions and records.

    Every fault is named as file:line – what – what would be right.
    """
    out = screen()
    faulty = False
    for path in files:
        text = "" if path.suffix == ".map" else read_text(path)
        kind = kind_of(path, text)
        faults = _faults(path, kind, text)
        faulty = faulty or bool(faults)
        for fault in faults or [f"{path}: ok, {_about(path, kind)}"]:
            out.print(fault, markup=False, soft_wrap=True)
    if faulty:
        raise typer.Exit(2)


def _about(path: Path, kind: Kind) -> str:
    if kind == "map":
        grid = load_map(path).grid
        return f"a map of {len(grid.columns)} by {len(grid.rows)} hexes"
    return {"record": "a record that replays", "position": "a position"}.get(kind, "a data file")


def _faults(path: Path, kind: Kind, text: str) -> list[str]:
    match kind:
        case "map":
            # Bytes, so that a map which is no UTF-8 is told by its line too.
            return [str(fault) for fault in check_map(path.read_bytes(), str(path))]
        case "record":
            return _record_faults(str(path), text)
        case "position":
            return _position_faults(str(path), text)
        case "data":
            return _data_faults(path, text)
        case _:
            return [str(Fault(str(path), 1, "nothing that can be checked", _KINDS))]


def _record_faults(name: str, text: str) -> list[str]:
    """The first fault of a record; what comes after a difference differs anyway."""
    try:
        longroll.replay(text, name=name)
    except LongrollError as error:
        found = re.fullmatch(rf"{re.escape(name)}(?::(\d+))?: (.*)", str(error), re.DOTALL)
        line, what = (found[1], found[2]) if found else (None, str(error))
        return [str(Fault(name, int(line or 1), what, "a record as it was saved"))]
    return []


def _position_faults(name: str, text: str) -> list[str]:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        return [str(Fault(name, error.lineno, error.msg, "a JSON object"))]
    except (ValueError, RecursionError):  # thousands of digits, or of brackets
        return [str(Fault(name, 1, "what no battle needs", "a JSON object"))]
    if not isinstance(data, dict):
        return [str(Fault(name, 1, "not an object", 'a JSON object such as {"units": {...}}'))]
    try:
        longroll.position(system_of_position(text), data)
    except LongrollError as error:
        whats = error.faults if isinstance(error, longroll.BadPosition) else (str(error),)
        return [str(Fault(name, _line_of(what, text), what, _right(what))) for what in whats]
    return []


def _line_of(what: str, text: str) -> int:
    """The first line with a word the fault speaks of, longest words first."""
    words = sorted(re.findall(r"[\w-]{3,}", what.rpartition(" - at ")[2] or what), key=len)
    lines = text.split("\n")
    for word in [*re.findall(r"'([^']+)'", what), *reversed(words)]:
        for at, line in enumerate(lines, start=1):
            if re.search(rf'"[^"]*(?<![\w-]){re.escape(word)}(?![\w-])', line):
                return at
    return 1


def _right(what: str) -> str:
    if "is no hex" in what:
        return "a hex of the map, column and row"
    if "is no unit" in what:
        return "a unit of the system, as longroll play names it"
    return "a situation the rules allow"


def _data_faults(path: Path, text: str) -> list[str]:
    fault = syntax_fault(text, str(path))
    if fault is not None:
        return [str(fault)]
    # A file that names its system, or lies in its folder, is asked of that system first.
    said = str(tomllib.loads(text).get("source", "")).partition(":")[0]
    own_first = sorted(
        systems().values(),
        key=lambda system: system.slug != said and system.slug not in path.parts,
    )
    faults = guide_faults(text, str(path))
    if faults is not None:
        return faults
    for system in own_first:
        faults = system.check_file(str(path), text)
        if faults is not None:
            return faults
    return [str(Fault(str(path), 1, "no system knows such a file", _KINDS))]
