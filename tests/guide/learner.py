"""A reader who does what a lesson says; the computer plays the rest, always in the same way."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import longroll
from longroll.ai import new_player, think
from longroll.guide import Lesson, lesson_of
from longroll.guide.lesson import Sign
from longroll.kernel.battle import Battle
from longroll.kernel.system import system_named
from tests.browser.battles import VANGUARD, charge, idle

#: What the reader tries as soon as it is offered, until it has come about.
TRIES = {
    "corinth": {"form": "Formed", "melee": "MeleeDeclared", "rally": "Rallied"},
    "stockade_redan": {"fire": "Fired", "resolve": "Fired"},
}
#: Where a few companies that go straight ahead come to everything much sooner than the computer.
AT_ONCE = ("stockade_redan",)
LEFT_BEHIND = {f"move {unit}" for unit in VANGUARD[2:]}


def signs(lesson: Lesson) -> Iterator[Sign]:
    """What the battle itself has to show."""
    for step in lesson.steps:
        yield from (sign for sign in step.done if sign.tried is None)


def shows(battle: Battle, sign: Sign, reader: str) -> bool:
    """Whether the reader sees a sign now."""
    if sign.asked:
        decision = battle.decision
        if decision is None or decision.side != reader:
            return False
        return sign.asked in {choice.verb for choice in decision.choices}
    seen = [event.seen_by(reader) for event in battle.past.events]
    kinds = {type(event).__name__ for event in seen if event is not None}
    return sign.by in ("", battle.past.side) and sign.logged in kinds


def begun(lesson: Lesson) -> Battle:
    return longroll.new(lesson.system, lesson.scenario or None, seed=lesson.seed)


class Learned(NamedTuple):
    """A choice of the battle, made in that phase of that turn."""

    side: str
    choice: str
    turn: int
    phase: str


@cache
def learned(slug: str) -> tuple[Learned, ...]:
    """The choices by which a battle comes to everything that a lesson waits for."""
    lesson = lesson_of(slug)
    assert lesson is not None
    battle = begun(lesson)
    players = {side: new_player("2", slug, f"lesson {side}") for side in system_named(slug).sides}
    waited, tries = list(signs(lesson)), dict(TRIES.get(slug, {}))
    chosen: list[Learned] = []
    while (decision := battle.decision) is not None and waited:
        waited = [sign for sign in waited if not shows(battle, sign, lesson.side)]
        wanted = [str(one) for one in decision.choices if one.verb in tries]
        if wanted and decision.side == lesson.side:
            choice = wanted[0]
        elif slug in AT_ONCE:
            choices = [str(one) for one in decision.choices if str(one) not in LEFT_BEHIND]
            choice = charge(choices) or idle(choices)
        else:
            choice = str(think(players[decision.side], battle).choice)
        facts: Any = system_named(slug).facts(battle.state, lesson.side)
        chosen.append(Learned(decision.side, choice, facts.turn, facts.phase))
        battle.play(choice)
        kinds = {type(event).__name__ for event in battle.past.events}
        tries = {verb: kind for verb, kind in tries.items() if kind not in kinds}
        waited = [sign for sign in waited if not shows(battle, sign, lesson.side)]
    assert not waited, f"the battle never shows {waited}"
    return tuple(chosen)
