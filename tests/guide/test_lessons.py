"""A lesson speaks of rules, places and choices that there are, and its battle shows every sign."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import longroll
from longroll.ai import new_player, think
from longroll.display import display_of
from longroll.guide import Lesson, guide_faults, lesson_of
from longroll.guide.lesson import Sign, Until
from longroll.kernel.battle import Battle
from longroll.kernel.system import system_named, systems

TAUGHT = [slug for slug in systems() if system_named(slug).lesson is not None]


def faults(old: str, new: str) -> list[str]:
    """What is wrong with the lesson of the Stockade Redan when it says something else."""
    system = system_named("stockade_redan")
    path = Path(str(system.lesson))
    text = path.read_text(encoding="utf-8")
    assert old in text
    found = guide_faults(text.replace(old, new, 1), "lesson.toml")
    assert found is not None
    return found


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_cites_rules_and_ends_with_a_word_of_farewell(slug: str) -> None:
    lesson = lesson_of(slug)
    assert lesson is not None
    assert sum(len(step.rules) for step in lesson.steps) > 20
    assert not lesson.steps[-1].done
    assert lesson.steps[-1].until is None


def test_some_system_is_taught() -> None:
    assert "stockade_redan" in TAUGHT


@pytest.mark.parametrize(
    "old, new, fault",
    [
        ('side = "union"', 'side = "blue"', ":6 – 'blue' is unknown – one of union, confederate"),
        ('"turn"]', '"hour"]', ":9 – 'hour' is unknown – one of"),
        (":4.2.1", ":4.2.999", ":17 – no rule 'stockade" + "_redan:4.2.999' – a rule such as"),
        ('"A marker scatters"\nrule = "s', '"A"\nrule = "x', ":42 – no rule 'x"),
        ('hex = "1420"', 'hex = "9920"', ":49 – '9920' is not a hex of the map – a hex such as"),
        ('phase = "III"', 'phase = "XIII"', " – 'XIII' is unknown – one of I, II, III"),
        ('logged = "Moved"', 'logged = "Danced"', " – 'Danced' is unknown – one of"),
        ('asked = "fire"', 'asked = "dance"', " – 'dance' is unknown – one of"),
        ('by = "union"', 'by = "blue"', " – 'blue' is unknown – one of union, confederate"),
        ('tried = "rule"', 'by = "union"', " – a sign that says nothing, or several things"),
        ('tried = "rule"', 'tried = "luck"', " – steps.1.done.0.tried: 'luck' does not fit"),
        ('points = "question"', 'points = "moon"', " – steps.1.points: 'moon' does not fit"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, fault: str) -> None:
    [found] = faults(old, new)
    assert fault in found


def signs(lesson: Lesson) -> Iterator[Sign]:
    """What the battle itself has to show."""
    for step in lesson.steps:
        yield from (sign for sign in step.done if sign.tried is None)


def shows(battle: Battle, sign: Sign) -> bool:
    if sign.asked:
        decision = battle.decision
        return decision is not None and sign.asked in {c.verb for c in decision.choices}
    side = battle.past.side
    return sign.by in ("", side) and sign.logged in {type(e).__name__ for e in battle.past.events}


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_battle_of_a_lesson_comes_to_everything_that_it_waits_for(slug: str) -> None:
    """The computer plays both sides: each sign shows, and the phases are reached in their order."""
    lesson = lesson_of(slug)
    assert lesson is not None
    system = system_named(slug)
    battle = longroll.new(slug, lesson.scenario or None, seed=lesson.seed)
    players = {side: new_player("3", slug, f"lesson {side}") for side in system.sides}
    waited = list(signs(lesson))
    stages: list[tuple[int, ...]] = []
    order = [phase.number for phase in display_of(system).table().phases]
    while (decision := battle.decision) is not None and waited:
        facts = system.facts(battle.state, lesson.side)
        counts = tuple(getattr(facts, name) for name in lesson.counts)
        phase = getattr(facts, "phase", "")
        stages.append((*counts, order.index(phase) + 1 if phase else 0))
        waited = [sign for sign in waited if not shows(battle, sign)]
        battle.play(think(players[decision.side], battle).choice)
        waited = [sign for sign in waited if not shows(battle, sign)]
    assert not waited
    assert stages == sorted(stages)
    turns = {step.until.turn for step in lesson.steps if isinstance(step.until, Until)}
    assert turns <= {stage[-2] for stage in stages}


def test_the_client_is_tested_with_the_lesson_as_it_is() -> None:
    sample = Path(__file__).parents[2] / "web" / "tests" / "lesson.json"
    made = msgspec.json.format(msgspec.json.encode(lesson_of("stockade_redan")), indent=2)
    assert sample.read_bytes() == made + b"\n", "make it again: python web/tests/lesson_sample.py"
