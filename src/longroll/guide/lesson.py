"""A lesson beside the table: steps as data, for a battle that is always the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import msgspec

from longroll.display import display_of
from longroll.guide.reading import Complaint, no_places, read, strangers, unknown_rules
from longroll.kernel.event import Event
from longroll.kernel.system import System, system_named

#: What a player may try out on the table.
Tool = Literal["rule", "log", "odds", "why", "sight", "reach"]
#: A part of the page that a step points at.
Part = Literal["question", "answers", "undo", "rule", "log", "odds", "why", "sight", "reach"]


class Sign(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """How the battle shows that a step is done, in one of three ways.

    A tool was `tried`; an event of that kind was `logged`, `by` this side if one is named; the
    question has a choice with the verb `asked`.
    """

    tried: Tool | None = None
    logged: str = ""
    by: str = ""
    asked: str = ""


class Until(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A phase of a turn, of the reader's own part of it if each side has all the phases.

    Without a `phase` it is the whole turn.
    """

    turn: int
    phase: str = ""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an example."""

    words: str
    value: str


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sum that the rulebook works out, line by line."""

    title: str
    lines: tuple[Figure, ...]
    rule: str


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something on the table to look at, or a line from it `to` something else.

    A place is a hex, a unit, or a point of a measured table such as "12.5,30".
    """

    words: str
    at: str
    to: str = ""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the reader is told, one paragraph after another, and what to do `now`.

    It is done when any sign of `done` appears, and over when the battle has gone beyond `until`.
    """

    title: str
    say: tuple[str, ...]
    now: str = ""
    rules: tuple[str, ...] = ()
    example: Example | None = None
    samples: tuple[Sample, ...] = ()
    points: Part | None = None
    done: tuple[Sign, ...] = ()
    until: Literal["set-up"] | Until | None = None


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The steps, and the battle they belong to: the side of the reader, the scenario ("" is the
    first) and the seed.

    `about` is the invitation. `counts` are the facts that say how far a battle has come, the
    slowest first; the phases follow one another within them. If each side in its turn has all the
    phases, `player_turns` says who comes first.
    """

    schema: Literal[1] = 1
    system: str
    about: str
    side: str
    seed: int
    scenario: str = ""
    counts: tuple[str, ...] = ("turn",)
    player_turns: tuple[str, ...] = ()
    steps: tuple[LessonStep, ...]


@cache
def lesson_of(slug: str) -> Lesson | None:
    """The lesson of a system, None if it has none; BadGuide if it is faulty."""
    system = system_named(slug)
    if system.lesson is None:
        return None
    return read(system, system.lesson, Lesson, lesson_faults)


def lesson_faults(system: System[Any], lesson: Lesson) -> Iterator[Complaint]:
    """What a lesson names that its system does not have: rules, hexes, phases, verbs, events."""
    yield from strangers(("system",), [lesson.system], [system.slug])
    yield from strangers(("side",), [lesson.side], system.sides)
    if lesson.scenario:
        yield from strangers(("scenario",), [lesson.scenario], system.scenarios)
    first = next(iter(system.scenarios))
    start = system.start(first, system.read_options({}))
    facts = system.facts(start, lesson.side).__struct_fields__
    yield from strangers(("counts",), lesson.counts, facts)
    yield from strangers(("player_turns",), lesson.player_turns, system.sides)
    for number, step in enumerate(lesson.steps):
        yield from _step_faults(system, lesson.scenario, step, ("steps", number))


def _step_faults(
    system: System[Any], scenario: str, step: LessonStep, path: tuple[str | int, ...]
) -> Iterator[Complaint]:
    yield from unknown_rules((*path, "rules"), step.rules)
    if step.example is not None:
        yield from unknown_rules((*path, "example", "rule"), [step.example.rule])
    for sample in step.samples:
        ends = filter(None, (sample.at, sample.to))
        yield from no_places(system, scenario, (*path, "samples"), ends)
    if isinstance(step.until, Until) and step.until.phase:
        phases = [phase.number for phase in display_of(system).table().phases]
        yield from strangers((*path, "until"), [step.until.phase], phases)
    for sign in step.done:
        yield from _sign_faults(system, sign, (*path, "done"))


def _sign_faults(
    system: System[Any], sign: Sign, path: tuple[str | int, ...]
) -> Iterator[Complaint]:
    if sum(map(bool, (sign.tried, sign.logged, sign.asked))) != 1:
        yield path, "a sign with none or several of its fields", "one of tried, logged and asked"
    if sign.asked:
        yield from strangers(path, [sign.asked], [verb.name for verb in system.verbs])
    if sign.logged:
        yield from strangers(path, [sign.logged], [kind.__name__ for kind in _kinds(Event)])
    if sign.by:
        yield from strangers(path, [sign.by], system.sides)


def _kinds(event: type[Event]) -> Iterator[type[Event]]:
    for kind in event.__subclasses__():
        yield kind
        yield from _kinds(kind)
