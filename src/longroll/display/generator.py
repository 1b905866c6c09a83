"""Scenarios that a system makes from a form, in the same words whatever the rules.

A system that can make some names a `Generator` in `System.generator`. Its form is data; whoever
fills it in sends the answers back and receives the files of a scenario, which is then played like
any other that a player brings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import msgspec

from longroll.display.desk import Field
from longroll.display.facts import Note
from longroll.kernel.errors import BadScenario
from longroll.kernel.system import System

Answer = str | int
#: What was filled in: a value for each field, and rows of values for each list.
Answers = Mapping[str, Answer | list[dict[str, Answer]]]


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """A list with the same fields in every row, from `least` to `most` of them; `usual` are the
    rows at first, and `row` is what one is called."""

    name: str
    label: str
    row: str
    fields: tuple[Field, ...]
    usual: tuple[dict[str, Answer], ...]
    least: int = 1
    most: int = 8


class GeneratorForm(msgspec.Struct, frozen=True, kw_only=True):
    """What may be chosen: `title` is what a list of scenarios says for it."""

    title: str
    about: str
    fields: tuple[Field, ...]
    lists: tuple[Rows, ...] = ()


class MadeFile(msgspec.Struct, frozen=True):
    """A file of a scenario: its name and its text."""

    name: str
    text: str


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario that was made: its files, its own first, and what is in it, in notes."""

    title: str
    files: tuple[MadeFile, ...]
    notes: tuple[Note, ...]


class Generator(msgspec.Struct, frozen=True):
    """The form of a system's scenarios, and how answers become one; `make` raises BadScenario with
    a fault for each place."""

    form: GeneratorForm
    make: Callable[[Answers], Made]


def generator_of(system: System[Any]) -> Generator | None:
    """The generator of a system; None if it makes no scenarios."""
    if not system.generator:
        return None
    module, _, name = system.generator.partition(":")
    found = getattr(import_module(module), name)
    assert isinstance(found, Generator)
    return found


def read_answers(form: GeneratorForm, answers: Answers) -> dict[str, Any]:
    """The answers to a form, with the usual ones where nothing was said; BadScenario names every
    place that is wrong and what would be right."""
    faults: list[str] = []
    known = {*(one.name for one in form.fields), *(one.name for one in form.lists)}
    faults += [f"{name}: the form has no such field" for name in answers if name not in known]
    read: dict[str, Any] = {}
    for field in form.fields:
        read[field.name] = _read(field, answers.get(field.name), field.name, faults)
    for rows in form.lists:
        given = answers.get(rows.name, list(rows.usual))
        if not isinstance(given, list) or not rows.least <= len(given) <= rows.most:
            faults.append(f"{rows.name}: must have {rows.least} to {rows.most} rows")
            continue
        read[rows.name] = [
            {
                field.name: _read(field, row.get(field.name), f"{where}, {field.name}", faults)
                for field in rows.fields
            }
            for where, row in (
                (f"{rows.name}, {rows.row} {at}", row) for at, row in enumerate(given, start=1)
            )
        ]
    if faults:
        raise BadScenario(*faults)
    return read


def _read(field: Field, given: Any, where: str, faults: list[str]) -> Answer:
    if field.kind == "number":
        value = field.usual if given is None else given
        number = value if isinstance(value, int) and not isinstance(value, bool) else None
        if number is None and isinstance(value, str) and value.isdecimal() and len(value) < 10:
            number = int(value)
        if number is None or not field.least <= number <= field.most:
            right = f"a number from {field.least} to {field.most}"
            faults.append(f"{where}: must be {right}, not {value!r}")
            return field.least
        return number
    if field.kind == "choice":
        words = [option.word for option in field.options]
        value = words[0] if given is None else given
        if value not in words:
            faults.append(f"{where}: must be one of {', '.join(words)}, not {value!r}")
        return str(value)
    value = "" if given is None else given
    if not isinstance(value, str) or len(value) > 60 or not value.isprintable() or '"' in value:
        faults.append(f"{where}: must be up to 60 letters, without quotation marks")
        return ""
    return value
