"""Choices and events as data, on random battles of every system."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from longroll import Battle
from longroll.kernel.agenda import Ask
from longroll.kernel.decision import read_choice
from longroll.kernel.event import Scene
from longroll.kernel.system import systems
from longroll.kernel.table import Facts
from tests.contract.starts import SYSTEMS, crowded_field, full_battle

Start = Callable[[str, int], Battle]

#: Systems that still have to say what their verbs mean.
SILENT = ("mckie", "mckie_umpire")
SPOKEN = tuple(slug for slug in SYSTEMS if slug not in SILENT)
#: Enough to get through every phase of a crowded field.
DECISIONS = 400

every_start = pytest.mark.parametrize("start", [full_battle, crowded_field])
every_system = pytest.mark.parametrize("slug", SPOKEN)


@every_system
def test_every_verb_that_a_question_knows_is_declared(slug: str) -> None:
    system = systems()[slug]
    asked = {verb for step in system.steps if issubclass(step, Ask) for verb in step.verbs}
    assert asked <= {verb.name for verb in system.verbs}


@every_start
@every_system
def test_every_choice_has_a_form_and_its_gestures_are_understood(slug: str, start: Start) -> None:
    battle, chance = start(slug, 1), Random(1)
    tried: set[str] = set()
    for _ in range(DECISIONS):
        if battle.decision is None:
            break
        for choice in battle.decision.choices:
            offer = battle.offer(choice)
            assert offer.text == str(choice)
            assert offer.label
            assert "{" not in offer.label
            if offer.verb in tried:
                continue
            tried.add(offer.verb)
            if offer.whole:
                assert battle.system.gesture(battle.state, read_choice(offer.whole)) is not None
            if offer.takes_up:
                battle.copy().play(offer.takes_up.format(units=" ".join(offer.units)))
        battle.play(chance.choice(battle.decision.choices))


@every_start
@every_system
def test_scenes_tell_every_move_and_nothing_that_is_hidden(slug: str, start: Start) -> None:
    battle, chance = start(slug, 2), Random(2)
    for _ in range(DECISIONS):
        if battle.decision is None:
            break
        before = {viewer: _standing(battle, viewer) for viewer in _viewers(battle)}
        events = battle.play(chance.choice(battle.decision.choices))
        for viewer, stood in before.items():
            seen = [one for event in events if (one := event.seen_by(viewer)) is not None]
            stand = _standing(battle, viewer)
            for event in seen:
                scene = event.scene()
                assert all(battle.system.noun(battle.state, "hex", hex) for hex in _places(scene))
                lost = _facts(battle, viewer).lost
                assert _named(scene) <= stood.keys() | stand.keys() | set(lost), event
            moved = dict(stood)
            for move in (move for event in seen for move in event.scene().moves):
                moved.update(dict.fromkeys(move.units, move.to))
            for unit in stood.keys() & stand.keys():
                assert moved[unit] == stand[unit], (unit, list(map(str, events)))


def _viewers(battle: Battle) -> tuple[str, ...]:
    return (*battle.system.sides, "spectator")


def _facts(battle: Battle, viewer: str) -> Facts:
    facts = battle.system.facts(battle.state, viewer)
    assert isinstance(facts, Facts)
    return facts


def _standing(battle: Battle, viewer: str) -> dict[str, str]:
    """Where every unit stands that the viewer can see."""
    stacks = _facts(battle, viewer).stacks
    return {unit: stack.hex for stack in stacks for unit in stack.units or ()}


def _places(scene: Scene) -> set[str]:
    moves = {hex for move in scene.moves for hex in (move.start, move.to) if hex}
    shots = {hex for shot in scene.shots for hex in (*shot.start, shot.to)}
    return {*scene.where, *moves, *shots}


def _named(scene: Scene) -> set[str]:
    moved = {unit for move in scene.moves for unit in move.units}
    return moved | {loss.unit for loss in scene.losses}
