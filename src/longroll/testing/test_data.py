"""Choices and events as data, on random battles of every system."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from longroll import Battle
from longroll.display import display_of
from longroll.display.facts import Facts
from longroll.kernel.agenda import Ask
from longroll.kernel.decision import Choice, read_choice
from longroll.kernel.event import Scene
from longroll.kernel.system import System
from longroll.testing.starts import crowded_field, full_battle

Start = Callable[[str, int], Battle]

#: Enough to get through every phase of a crowded field; what is measured takes longer.
HEXES, MEASURED = 400, 60


def is_measured(system: System[Any]) -> bool:
    """Whether there is no map of hexes; a system that shows no table skips the test."""
    if not system.display:
        pytest.skip(f"{system.slug} shows no table")
    return display_of(system).table().map is None


def decisions(system: System[Any]) -> range:
    return range(MEASURED if is_measured(system) else HEXES)


every_start = pytest.mark.parametrize("start", [full_battle, crowded_field])


def test_every_verb_that_a_question_knows_is_declared(system: System[Any]) -> None:
    if not system.verbs:
        pytest.skip(f"{system.slug} declares no verbs: its choices are shown as they are written")
    asked = {verb for step in system.steps if issubclass(step, Ask) for verb in step.verbs}
    assert asked <= {verb.name for verb in system.verbs}


@every_start
def test_every_choice_has_a_form_and_its_gestures_are_understood(
    system: System[Any], start: Start
) -> None:
    battle, chance = start(system.slug, 1), Random(1)
    tried: set[str] = set()
    for _ in decisions(system):
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
            stack = " ".join(_stack_of(battle, choice)) if offer.units else ""
            for gesture in (offer.whole, offer.takes_up.format(units=stack)):
                assert not gesture or _is_understood(battle, read_choice(gesture))
        battle.play(chance.choice(battle.decision.choices))


@every_start
def test_measured_scenes_name_nobody_who_is_hidden(system: System[Any], start: Start) -> None:
    """Places are units that the viewer knows, and moves go from point to point."""
    if not is_measured(system):
        pytest.skip(f"{system.slug} is on a map")
    battle, chance = start(system.slug, 2), Random(2)
    for _ in decisions(system):
        if battle.decision is None:
            break
        before = {viewer: _known(battle, viewer) for viewer in _viewers(battle)}
        events = battle.play(chance.choice(battle.decision.choices))
        for viewer, knew in before.items():
            for event in (one for event in events if (one := event.seen_by(viewer)) is not None):
                scene = event.scene()
                shot = {unit for one in scene.shots for unit in (*one.start, one.to)}
                named = {*scene.where, *shot, *_named(scene)}
                assert named <= knew | _known(battle, viewer), event
                for move in scene.moves:
                    for point in (move.start, move.to):
                        x, y = point.split(",")
                        assert min(float(x), float(y)) >= 0


@every_start
def test_scenes_tell_every_move_and_nothing_that_is_hidden(
    system: System[Any], start: Start
) -> None:
    if is_measured(system):
        pytest.skip(f"{system.slug} has no map")
    battle, chance = start(system.slug, 2), Random(2)
    for _ in decisions(system):
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


def _is_understood(battle: Battle, said: Choice) -> bool:
    assert battle.decision is not None
    if said in battle.decision.choices:
        return True
    return battle.system.gesture(battle.state, said) is not None


def _stack_of(battle: Battle, choice: Choice) -> list[str]:
    """The units of a hex that may be chosen as this one may, itself among them."""
    assert battle.decision is not None
    stand = _standing(battle, battle.decision.side)
    alike = [one.object for one in battle.decision.choices if one.verb == choice.verb]
    return [unit for unit in alike if stand.get(unit) == stand.get(choice.object)]


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


def _known(battle: Battle, viewer: str) -> set[str]:
    """Everybody whom the viewer knows of on a measured table, or on the roster of a real one."""
    facts = _facts(battle, viewer)
    roster = facts.desk.roster if facts.desk is not None else ()
    return {*facts.bodies, *facts.lost, *(row.id for row in roster)}


def _places(scene: Scene) -> set[str]:
    moves = {hex for move in scene.moves for hex in (move.start, move.to) if hex}
    shots = {hex for shot in scene.shots for hex in (*shot.start, shot.to)}
    return {*scene.where, *moves, *shots}


def _named(scene: Scene) -> set[str]:
    moved = {unit for move in scene.moves for unit in move.units}
    return moved | {loss.unit for loss in scene.losses}
