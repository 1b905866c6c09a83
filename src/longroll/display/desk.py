"""What an umpire's desk shows, in the same words whatever the rules.

The table is the players' own, so nothing is drawn. Everything that may be entered comes as data:
texts with blanks, numbers with their bounds, dice with their faces, facts to tap and their values.
A client that fills them in needs no knowledge of the rules; the preview judges the entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the roster; `note` is shown beside its name, `text` says all about it."""

    id: str
    label: str
    title: str
    side: str
    kind: str
    note: str
    text: str
    left: int
    of: int
    formation: str
    place: Literal["table", "reserve", "gone"]
    states: tuple[str, ...]


class Die(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A die of the players: its name, what it may show, and the word before its score.

    An `optional` one may be left out: the program rolls it if it is needed.
    """

    label: str
    faces: tuple[int, ...]
    word: str = ""
    optional: bool = False


class Button(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry that is made with one tap.

    If it is about a unit, `text` has a blank {unit}: it may be tapped for `units`, and is shown as
    true of those it is `on` for. `confirm` is asked first.
    """

    text: str
    label: str
    units: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    confirm: str = ""


class Buttons(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Buttons under one heading, with its rule; only one button of a `choice` can be on."""

    label: str
    buttons: tuple[Button, ...]
    rule: str = ""
    choice: bool = False


class Throw(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry with dice: the players' own after the word `thrown`, or none for the program to
    roll."""

    title: str
    rule: str
    text: str
    dice: tuple[Die, ...]
    thrown: str = ""


class Due(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the rules call for.

    `title` names it, `does` says it of the unit, `reasons` say why. It is due `now`, or its step
    is `past`, or still to come. If it has a page, the entry there begins with `words`, and a button
    that leads there says what it does (`act`); otherwise it is a throw of its own. With `prompt` it
    is shown with the result that caused it.
    """

    unit: str
    title: str
    does: str
    rule: str
    step: str
    now: bool
    past: bool
    reasons: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    page: str = ""
    act: str = "Test"
    throw: Throw | None = None
    prompt: bool = True


class Chip(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fact that players report: its words in the entry, its label, its value and its rule.

    Only one chip of a `group` can be true. It is reported `of` the unit or of its target, and is
    offered if the unit is one of `units` and the target one of `targets`; None is everybody.
    """

    word: str
    label: str
    rule: str = ""
    value: int | None = None
    group: str = ""
    of: Literal["unit", "target"] = "unit"
    units: tuple[str, ...] | None = None
    targets: tuple[str, ...] | None = None


class Option(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A word that may be chosen; without a word it is only a remark.

    With `when` it is offered after one of those words was chosen before.
    """

    word: str
    label: str
    note: str = ""
    when: tuple[str, ...] = ()


class Field(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something to fill in: one of the options, a number from `least` to `most`, or words.

    It goes into the blank of its `name`, written as `text` says with a blank {value}; a number is
    left out while it is the usual one, unless it is always `told`.
    """

    name: str
    label: str
    kind: Literal["choice", "number", "words"]
    text: str = "{value}"
    options: tuple[Option, ...] = ()
    least: int = 1
    most: int = 0
    usual: int = 0
    told: bool = False


def choice_field(name: str, label: str, options: Iterable[Option]) -> Field:
    """A field in which one of some words is chosen."""
    return Field(name=name, label=label, kind="choice", options=tuple(options))


class EntryForm(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of entry, to be put together on a page of its own.

    It is about `one` unit ({unit} in `text`); about a unit and those it does something to (`at`:
    {unit}, and {parts}, each written as `part` says with a {target}); or between units of both
    sides (`between`: {parts}, each with its {unit}). Parts are joined by the word `joint`. The
    fields of a unit and {words} for its chips fill the other blanks; {blows} are its first field
    once for each enemy, with a blank {target}.

    `asks` are the questions for the first unit and for the others, `tags` what they are in the
    entry, `title` what it then is. `whys` are asked for if nothing is due. Dice come after the
    word `thrown`, those of `between` for each unit that has a blow.
    """

    shape: Literal["one", "at", "between"]
    title: str
    rule: str
    text: str
    asks: tuple[str, ...]
    tags: tuple[str, ...]
    units: tuple[str, ...]
    dice: tuple[Die, ...]
    thrown: str
    nobody: str = ""
    targets: tuple[str, ...] = ()
    part: str = ""
    joint: str = ""
    splits: bool = False
    fields: dict[str, tuple[Field, ...]] = {}
    chips: tuple[Chip, ...] = ()
    whys: tuple[Chip, ...] = ()


class Page(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A page of the desk; `alert` says what is pending there."""

    id: str
    title: str
    form: EntryForm
    alert: str = ""


class Recruits(msgspec.Struct, frozen=True, kw_only=True):
    """How a unit is added to the roster: fields for the blanks of `text`."""

    label: str
    text: str
    fields: tuple[Field, ...]


class Desk(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on an umpire's desk.

    `throws` and `choices` are what the moment calls for; `onward` moves on in the sequence, and
    `at_once` does something for every unit for which it is due. `of_units` are for the sheet of a
    unit.
    `example` is an entry in words.
    """

    heading: str
    roster: tuple[Row, ...]
    due: tuple[Due, ...]
    at_once: tuple[Button, ...]
    pages: tuple[Page, ...]
    throws: tuple[Throw, ...]
    choices: tuple[Buttons, ...]
    onward: Button
    of_units: tuple[Buttons, ...]
    recruits: Recruits
    ends: tuple[Button, ...]
    example: str
