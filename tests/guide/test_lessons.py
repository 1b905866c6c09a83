"""A lesson speaks of rules, places and choices that there are, and its battle shows every sign."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from longroll.display import display_of
from longroll.guide import guide_faults, lesson_of
from longroll.kernel.system import system_named, systems
from tests.guide.learner import begun, learned

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


def test_all_five_games_are_taught() -> None:
    assert len(TAUGHT) >= 5


@pytest.mark.parametrize(
    "old, new, fault",
    [
        ('side = "union"', 'side = "blue"', ":6 – 'blue' is unknown – one of union, confederate"),
        ('"turn"]', '"hour"]', ":9 – 'hour' is unknown – one of"),
        (":4.2.1", ":4.2.999", ":17 – no rule 'stockade" + "_redan:4.2.999' – a rule such as"),
        ('"A marker scatters"\nrule = "s', '"A"\nrule = "x', ":42 – no rule 'x"),
        (
            'at = "1420"',
            'at = "9920"',
            ":49 – '9920' is neither a hex of the map nor a unit – such",
        ),
        ('phase = "III"', 'phase = "XIII"', " – 'XIII' is unknown – one of I, II, III"),
        ('logged = "Moved"', 'logged = "Danced"', " – 'Danced' is unknown – one of"),
        ('asked = "fire"', 'asked = "dance"', " – 'dance' is unknown – one of"),
        ('by = "union"', 'by = "blue"', " – 'blue' is unknown – one of union, confederate"),
        ('tried = "rule"', 'by = "union"', " – a sign with none or several of its fields"),
        ('tried = "rule"', 'tried = "luck"', " – steps.1.done.0.tried: 'luck' does not fit"),
        ('points = "question"', 'points = "moon"', " – steps.1.points: 'moon' does not fit"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, fault: str) -> None:
    [found] = faults(old, new)
    assert fault in found


#: What a lesson teaches, and what its steps say of it; the Stockade Redan has neither formations
#: nor a rally.
TAUGHT_BY_ALL = {"move": "march|move", "fire": "fire|firing", "melee": "melee|charge|assault"}
ALSO = {"formation": "formation", "rally": "rally"}


@pytest.mark.parametrize("slug", TAUGHT)
def test_a_lesson_teaches_to_move_form_fire_attack_and_rally(slug: str) -> None:
    lesson = lesson_of(slug)
    assert lesson is not None
    wanted = TAUGHT_BY_ALL | (ALSO if slug != "stockade_redan" else {})
    told = [" ".join((step.title, *step.say)).lower() for step in lesson.steps]
    for what, words in wanted.items():
        assert any(re.search(words, one) for one in told), f"{slug} does not teach {what}"


@pytest.mark.parametrize("slug", TAUGHT)
def test_the_battle_of_a_lesson_comes_to_everything_that_it_waits_for(slug: str) -> None:
    """A reader does as he is told: each sign shows, and the phases are reached in their order."""
    lesson = lesson_of(slug)
    assert lesson is not None
    system = system_named(slug)
    battle = begun(lesson)
    order = [phase.number for phase in display_of(system).table(lesson.scenario).phases]
    stages: list[tuple[int, ...]] = []
    for side, choice, _, _ in learned(slug):
        assert battle.decision is not None
        assert battle.decision.side == side
        facts: Any = system.facts(battle.state, lesson.side)
        counts = [getattr(facts, name) for name in lesson.counts]
        turn = (
            [*lesson.player_turns, facts.phasing].index(facts.phasing) if lesson.player_turns else 0
        )
        stages.append((*counts, turn, order.index(facts.phase) + 1 if facts.phase else 0))
        battle.play(choice)
    assert stages == sorted(stages)


def test_the_client_is_tested_with_the_lesson_as_it_is() -> None:
    sample = Path(__file__).parents[2] / "web" / "tests" / "lesson.json"
    made = msgspec.json.format(msgspec.json.encode(lesson_of("stockade_redan")), indent=2)
    assert sample.read_bytes() == made + b"\n", "make it again: python web/tests/lesson_sample.py"
