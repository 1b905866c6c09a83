"""Data files in TOML: everything wrong with one, each fault with its line.

msgspec stops at the first value of a wrong type; this walks the whole file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from longroll.board.faults import Fault
from longroll.kernel.bounds import Path as Path
from longroll.kernel.bounds import excess

T = TypeVar("T")
Complaint = tuple[Path, str, str]
"""Where in the file, what is wrong there, and what would be right."""

_HEADING = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"\s*(\"[^\"]*\"|'[^']*'|[\w-]+)\s*=")
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
}
_BOUND = re.compile(r"(int|float) (<=|>=) (\S+)")
_AT = re.compile(r" \(at line (\d+), column \d+\)")


class DataError(ValueError):
    """A data file that cannot be used; `faults` holds everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def read(text: str, type: type[T], name: str, complaints: Callable[[T], Iterator[Complaint]]) -> T:
    """The TOML text as `type`; DataError when it does not fit or `complaints` has any."""
    broken = syntax_fault(text, name)
    if broken is not None:
        raise DataError([broken])
    # TOML keys are text; reading loosely lets the charts' numbers be numbers again.
    faults = faults_of_type(text, type, name, strict=False)
    if faults:
        raise DataError(faults)
    data = msgspec.convert(tomllib.loads(text), type, strict=False)
    faults = [
        Fault(name, line_of(text, path), what, right) for path, what, right in complaints(data)
    ]
    if faults:
        raise DataError(sorted(faults, key=lambda fault: fault.line))
    return data


def syntax_fault(text: str, name: str) -> Fault | None:
    """Why the text is not TOML, or None if it is."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _AT.search(str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        return Fault(name, line, _AT.sub("", str(error)), "a TOML file")
    except ValueError:  # an integer of thousands of digits
        return Fault(name, 1, "a number with too many digits", "a TOML file")
    except RecursionError:
        return Fault(name, 1, "lists nested too deep", "a TOML file")
    return None


def faults_of_type(
    text: str, type: Any, name: str, strict: bool = True, sized: bool = True
) -> list[Fault]:
    """Every value of a TOML text that does not fit `type`.

    `sized` is false if the caller has tighter bounds for its numbers.
    """
    data = tomllib.loads(text)
    found = excess(data) if sized else None
    if found is not None:
        path, what = found
        return [
            Fault(
                name, line_of(text, path), f"{_dotted(path)}{what}", "no more than a battle needs"
            )
        ]
    faults = [
        Fault(name, line_of(text, path), f"{_dotted(path)}{what}", right)
        for path, what, right in _walk(data, type, (), strict)
    ]
    return sorted(faults, key=lambda fault: fault.line)


def line_of(text: str, path: Path) -> int:
    """The line where the value at `path` begins, or the nearest place above it."""
    places = _places(text)
    nearest = (path[:length] for length in range(len(path), 0, -1))
    return next((places[one] for one in nearest if one in places), 1)


@lru_cache(maxsize=1)  # a file with many faults needs many lines
def _places(text: str) -> dict[Path, int]:
    """The first line of every heading and key."""
    here: Path = ()
    counts: dict[Path, int] = {}
    places: dict[Path, int] = {}
    for at, line in enumerate(text.split("\n"), start=1):
        if heading := _HEADING.match(line):
            here = _keys(heading[2])
            if heading[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                here = (*here, counts[here])
            places.setdefault(here, at)
        elif key := _KEY.match(line):
            places.setdefault((*here, key[1].strip("\"'")), at)
    return places


def _keys(dotted: str) -> Path:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _dotted(path: Path) -> str:
    return ".".join(map(str, path)) + ": " if path else ""


def _walk(data: Any, type: Any, path: Path, strict: bool) -> Iterator[tuple[Path, str, str]]:
    """Each fault: where, what, and what would be right."""
    try:
        msgspec.convert(data, type, strict=strict)
        return
    except msgspec.ValidationError as error:
        complaint = str(error)
    inside = list(_walk_inside(data, type, path, strict))
    # A fault of no part, such as a wrong length, is a fault of the whole.
    yield from inside or [(path, f"{repr(data)[:200]} does not fit", _right(type, complaint))]


def _walk_inside(data: Any, type: Any, path: Path, strict: bool) -> Iterator[tuple[Path, str, str]]:
    """The faults of the parts of a table or a list."""
    if get_origin(type) is Annotated:
        type = get_args(type)[0]
    origin, inner = get_origin(type), get_args(type)
    if isinstance(type, msgspec.StructMeta) and isinstance(data, dict):
        yield from _walk_struct(data, type, path, strict)
    elif origin is dict and isinstance(data, dict):
        for key, value in data.items():
            try:
                msgspec.convert(key, inner[0], strict=False)
            except msgspec.ValidationError:
                yield (*path, key), "is not a valid key here", _right_key(inner[0])
            yield from _walk(value, inner[1], (*path, key), strict)
    elif origin in (list, tuple) and isinstance(data, list):
        for index, value in enumerate(data):
            yield from _walk(value, inner[0], (*path, index), strict)


def _right_key(type: Any) -> str:
    if get_origin(type) is Literal:
        return _right(type, "")
    return f"a key like {getattr(type, '__origin__', type).__name__}"


def _right(type: Any, complaint: str) -> str:
    """What would fit, from the type itself or from msgspec's message."""
    if get_origin(type) is Literal:
        return f"one of {' '.join(map(str, get_args(type)))}"
    if get_origin(type) in (Union, UnionType) and complaint.startswith("Invalid"):
        return " or ".join(
            _right(one, f"Expected `{getattr(one, '__name__', one)}`") for one in get_args(type)
        )
    wanted = complaint.partition(" - at ")[0].partition(", got ")[0]
    kinds = wanted.removeprefix("Expected ").replace("`", "").split(" | ")
    right = " or ".join(_KINDS.get(kind, _BOUND.sub(_bounded, kind)) for kind in kinds)
    return right.replace("array of length", "a list of")


def _bounded(found: re.Match[str]) -> str:
    """A bound in words: int <= 100 is a whole number, 100 at most."""
    most = "at most" if found[2] == "<=" else "at least"
    return f"{_KINDS[found[1]]}, {found[3]} {most}"


def _walk_struct(
    data: dict[str, Any], type: Any, path: Path, strict: bool
) -> Iterator[tuple[Path, str, str]]:
    fields = {field.encode_name: field for field in msgspec.structs.fields(type)}
    hints = get_type_hints(type, include_extras=True)
    for key in data:
        if key not in fields:
            yield (*path, key), "is unknown here", f"one of {' '.join(fields)}"
    for key, field in fields.items():
        if key in data:
            yield from _walk(data[key], hints[field.name], (*path, key), strict)
        elif field.required:
            yield path, f"no {key}", f"a line that begins with {key} ="
