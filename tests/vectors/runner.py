"""What all adapters share: the keys of an operation, the dice, the comparison, the command.

An adapter is a module of this package with `run(vector) -> dict`. It declares its operations:

    OPERATIONS = Operations()

    @OPERATIONS.operation("ratio", {"strength": required(int), "defence": required(int)})
    def _ratio(given: Given, dice: Scripted) -> Answer: ...

    run = OPERATIONS.run
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from numbers import Number
from pathlib import Path
from typing import Any, TypeAlias

from longroll.kernel.dice import Scripted

Vector: TypeAlias = Mapping[str, Any]
#: The inputs of an operation, every default filled in.
Given: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]
Run: TypeAlias = Callable[[Vector], Answer]


class VectorFault(Exception):
    """A vector that cannot be run as it stands; the text says what is wrong with it."""


class UnknownOperation(VectorFault):
    """The adapter has no operation of that name."""


class BadKeys(VectorFault):
    """A key unknown, missing, or with a value it cannot have."""


class DiceLeft(VectorFault):
    """The vector scripts more dice than the rules call for."""


class UnknownAdapter(Exception):
    """No adapter for that system."""


class UnreadableFile(Exception):
    """A file that holds no vectors."""


# Keys


class _Required:
    def __repr__(self) -> str:
        return "required"


_REQUIRED = _Required()


@dataclass(frozen=True)
class Key:
    """A key of an operation: its default, what it may hold, and the keys inside it.

    `may_be` lists values and types; where it is empty anything goes. With `inside`, the value
    is an object with those keys, or with `many` a list of such objects.
    """

    default: Any = _REQUIRED
    may_be: tuple[Any, ...] = ()
    inside: Mapping[str, Key] | None = None
    many: bool = False


Keys: TypeAlias = Mapping[str, Key]


def required(*may_be: Any) -> Key:
    """A key that is always given: `required(int)`, `required("union", "confederate")`."""
    return Key(may_be=may_be)


def optional(default: Any, *may_be: Any) -> Key:
    """A key that may be left out."""
    return Key(default, may_be)


def group(keys: Keys, default: Any = _REQUIRED) -> Key:
    """A key that holds an object with keys of its own."""
    return Key(default, inside=keys)


def each(keys: Keys, default: Any = _REQUIRED) -> Key:
    """A key that holds a list of objects."""
    return Key(default, inside=keys, many=True)


def fill_in(keys: Keys, given: Any, where: str = "") -> Given:
    """The values given, with every default; BadKeys names all that is wrong with them."""
    faults: list[str] = []
    filled = _fill(keys, given, where, faults)
    if faults:
        raise BadKeys("; ".join(faults))
    return filled


def _fill(keys: Keys, given: Any, where: str, faults: list[str]) -> Given:
    if not isinstance(given, Mapping):
        faults.append(f"{where or 'the situation'} is no object")
        return {}
    faults += [f"unknown key {where}{name}" for name in given if name not in keys]
    filled: Given = {}
    for name, key in keys.items():
        is_required = isinstance(key.default, _Required)
        # A null says as little as a key that is left out.
        if name in given and (is_required or given[name] is not None):
            filled[name] = _value(key, given[name], where + name, faults)
        elif is_required:
            faults.append(f"missing key {where}{name}")
        else:
            filled[name] = deepcopy(key.default)
    return filled


def _value(key: Key, value: Any, where: str, faults: list[str]) -> Any:
    if key.inside is None:
        if key.may_be and not any(_is(value, wanted) for wanted in key.may_be):
            wanted = ", ".join(w.__name__ if isinstance(w, type) else repr(w) for w in key.may_be)
            faults.append(f"{where} is {value!r}, not {wanted}")
        return value
    if not key.many:
        return _fill(key.inside, value, f"{where}.", faults)
    if not isinstance(value, list):
        faults.append(f"{where} is no list")
        return []
    return [
        _fill(key.inside, one, f"{where}[{number}].", faults) for number, one in enumerate(value)
    ]


def _is(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, type):
        # Python takes True for a number; a vector does not.
        return isinstance(value, wanted) and isinstance(value, bool) == (wanted is bool)
    return equal(wanted, value)


# Operations


@dataclass(frozen=True)
class _Operation:
    keys: Keys
    play: Callable[[Given, Any], Answer]


#: A vector around its situation; `origin` and `source` are two names for one thing.
_AROUND: Keys = {
    "situation": required(dict),
    "dice": optional([], list),
    **{name: optional(None) for name in ("id", "section", "origin", "source", "expected", "note")},
}


class Operations:
    """The operations of one system. `script` makes its dice from a vector's list of faces."""

    def __init__(self, script: Callable[[Sequence[Any]], Any] = Scripted) -> None:
        self._script = script
        self._known: dict[str, _Operation] = {}

    def operation(
        self, name: str, keys: Keys | None = None
    ) -> Callable[[Callable[[Given, Any], Answer]], Callable[[Given, Any], Answer]]:
        """Declare the function below as the operation of that name."""

        def declare(play: Callable[[Given, Any], Answer]) -> Callable[[Given, Any], Answer]:
            self._known[name] = _Operation(keys or {}, play)
            return play

        return declare

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._known)

    def run(self, vector: Vector) -> Answer:
        """The engine's answer to a vector, all of its dice rolled and no more."""
        around = fill_in(_AROUND, vector)
        situation = dict(around["situation"])
        name = situation.pop("op", None)
        if not isinstance(name, str) or name not in self._known:
            raise UnknownOperation(f"no operation {name!r}")
        operation = self._known[name]
        dice = self._script(around["dice"])
        answer = operation.play(fill_in(operation.keys, situation), dice)
        if dice.left:
            raise DiceLeft(f"{len(dice.left)} of {len(around['dice'])} dice are left over")
        return {name: plain(value) for name, value in answer.items()}


def plain(value: Any) -> Any:
    """A value of an answer as a file of vectors has it, so that 361/5 is the 72.2 expected.

    >>> plain({"left": Fraction(361, 5), "at": (Fraction(4), None)})
    {'left': 72.2, 'at': [4, None]}
    """
    if isinstance(value, Mapping):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    return value


# Comparison


def equal(expected: Any, got: Any) -> bool:
    """Whether an answer is the one expected; keys that nobody expected do not matter.

    >>> equal({"a": [1, None]}, {"a": [1.0, None], "b": 2})
    True
    """
    if isinstance(expected, Mapping):
        return isinstance(got, Mapping) and all(
            key in got and equal(value, got[key]) for key, value in expected.items()
        )
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(got, (list, tuple))
            and len(expected) == len(got)
            and all(map(equal, expected, got))
        )
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, Number):
        return isinstance(got, Number) and bool(expected == got)
    return type(expected) is type(got) and bool(expected == got)


@dataclass(frozen=True)
class Failure:
    """A vector that does not pass. `got` is an answer, or in words why there is none."""

    id: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.id}: expected {_text(self.expected)}, got {_text(self.got)}"


def _text(value: Any) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    return json.dumps(value, default=str, ensure_ascii=False)


def judge(run: Run, vector: Any, number: int = 0) -> Failure | None:
    """Run one vector; what is wrong with the answer, or None. Nothing is ever raised."""
    if not isinstance(vector, Mapping):
        return Failure(f"vector {number}", "an object", vector)
    name = str(vector.get("id", f"vector {number}"))
    expected = vector.get("expected")
    if not isinstance(expected, Mapping):
        return Failure(name, expected, "the vector expects nothing that could be compared")
    try:
        got = run(vector)
    except Exception as error:
        return Failure(name, expected, f"{type(error).__name__}: {error}")
    return None if equal(expected, got) else Failure(name, expected, got)


# Files and the command


def adapters() -> list[str]:
    """The systems that have an adapter, in alphabetical order."""
    names = (path.stem for path in Path(__file__).parent.glob("*.py"))
    return sorted(
        name for name in names if not name.startswith(("_", "test_")) and _run_of(name) is not None
    )


def adapter(system: str) -> Run:
    """The `run` of a system's adapter."""
    here = Path(__file__).parent
    run = _run_of(system) if system.isidentifier() and (here / f"{system}.py").is_file() else None
    if run is None:
        raise UnknownAdapter(f"no adapter for {system!r}: choose from {', '.join(adapters())}")
    return run


def _run_of(name: str) -> Run | None:
    if name == "runner" or name.startswith(("_", "test_")):
        return None
    run = getattr(import_module(f"tests.vectors.{name}"), "run", None)
    return run if callable(run) else None


def read_vectors(path: Path) -> list[Any]:
    """The vectors of a file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise UnreadableFile(f"{path}: not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("vectors"), list):
        raise UnreadableFile(f'{path}: no object with a list "vectors"')
    vectors: list[Any] = data["vectors"]
    return vectors


def failures(run: Run, vectors: Sequence[Any]) -> Iterator[Failure]:
    """Every vector that does not pass, in order."""
    for number, vector in enumerate(vectors, start=1):
        failure = judge(run, vector, number)
        if failure is not None:
            yield failure


def main(arguments: Sequence[str]) -> int:
    """0 where every vector passes, 1 where one fails, 2 where none could be run."""
    if len(arguments) != 2:
        print("usage: python -m tests.vectors SYSTEM FILE.json", file=sys.stderr)
        return 2
    system, file = arguments
    try:
        run, vectors = adapter(system), read_vectors(Path(file))
    except (UnknownAdapter, UnreadableFile) as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 2
    failed = 0
    for failure in failures(run, vectors):
        failed += 1
        print(failure)
    print(f"{len(vectors) - failed} of {len(vectors)} vectors pass")
    return 1 if failed else 0
