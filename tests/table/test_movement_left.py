"""Whoever may be moved shows how far it can still go, in every system."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll import Battle
from tests.rulebook.gbacw.field import field as drill_ground
from tests.support import field as redan


def left(battle: Battle, unit: str) -> str | None:
    assert battle.decision is not None
    facts: Any = battle.view(battle.decision.side).facts
    standing = facts.units.get(unit)
    notes = {note.label: note.value for note in standing.values} if standing else {}
    return notes.get("movement left")


def test_points_of_a_series() -> None:
    battle = drill_ground("0508 2us | 1510 3us,-command | 1501 1cs")
    assert (left(battle, "2us"), left(battle, "3us")) == ("6", "one hex")
    assert left(battle, "1cs") is None
    battle.play("move 2us")
    battle.play("to 0507")
    assert left(battle, "2us") == "5"
    battle.play("stop")
    assert left(battle, "2us") is None
    battle.play("move 3us")
    battle.play("to 1509")
    assert left(battle, "3us") == "none"


def test_points_at_the_redan() -> None:
    battle = redan("4010 13us-a | 4520 13us-v | 1025 36ms-t", phase="VII")
    battle.play("move 13us-a")
    battle.play("to 4011")
    assert (left(battle, "13us-a"), left(battle, "13us-v")) == ("5", "6")
    assert left(battle, "36ms-t") is None


@pytest.mark.parametrize(
    "system, scenario, verb, told",
    [
        ("chickasaw_bayou", "securing-the-landing-zone", "move", "5"),
        ("mckie", "millers-crossroads", "pick", "6 in"),
        ("honor_glory", "hedge-lane", "pick", "10 cm a counter"),
    ],
)
def test_other_tables(system: str, scenario: str, verb: str, told: str) -> None:
    battle = longroll.new(system, scenario, seed=2)
    seen = set()
    for _ in range(200):
        if battle.decision is None:
            break
        choices = battle.decision.choices
        offered = [one for one in choices if one.verb == verb]
        seen |= {left(battle, one.object) for one in offered}
        if told in seen:
            break
        battle.play(choices[-1] if verb == "pick" else choices[0])
    assert told in seen
