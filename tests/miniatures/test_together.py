"""Orders for many on a measured table: one order, each unit by its own front."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import longroll
from longroll.display.march import Leg
from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from longroll.kernel.errors import IllegalChoice
from longroll.kernel.record import begin_again

GOLDEN = Path(__file__).parents[1] / "golden"


@cache
def _text(name: str) -> str:
    return (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def at(name: str, side: str, question: str) -> Battle:
    """A recorded battle where a side is first asked that."""
    twin = begin_again(battle := longroll.replay(_text(name)))
    for played in battle.history():
        asked = twin.decision
        if asked is not None and asked.side == side and asked.question.startswith(question):
            return twin
        if played.choice is not None:
            twin.play(played.choice)
    raise AssertionError(f"{side} is never asked: {question}")


def legs(battle: Battle, order: str) -> dict[str, Leg]:
    found: Sequence[Leg] | None = battle.system.march(battle.state, read_choice(order))
    assert found is not None
    return {leg.units[0]: leg for leg in found}


def place(battle: Battle, unit: str) -> tuple[int, int]:
    body: Any = battle.view("confederate").facts.bodies[unit]
    return body.x, body.y


@pytest.fixture
def angle() -> Battle:
    return at("mckie/the-angle/battle-1", "confederate", "Which unit or general moves")


@pytest.mark.rule("mckie:period.6")
def test_a_division_advances_as_one(angle: Battle) -> None:
    before = {unit: place(angle, unit) for unit in ("garnett1", "kemper2", "armistead1")}
    found = legs(angle, "march pickett move ahead 6")
    number = len(list(angle.history()))
    angle.play("march pickett move ahead 6")
    for unit, (x, y) in before.items():
        assert found[unit].words == "advance 6"
        assert place(angle, unit) == (x + 600, y)
        assert (found[unit].bodies[-1].x, found[unit].bodies[-1].y) == place(angle, unit)
    # Whoever cannot do it says why, and the record holds small choices only.
    assert not found["pickett"].steps
    assert found["pickett"].why == "a general rides, joins a unit or holds"
    played = [str(one.choice) for one in list(angle.history())[number:]]
    assert played[:2] == ["pick garnett1", "move garnett1 ahead 6"]
    assert not any(choice.startswith("march") for choice in played)


@pytest.mark.rule("mckie:period.6")
def test_each_goes_no_farther_than_it_may(angle: Battle) -> None:
    leg = legs(angle, "march garnett1 kemper1 move ahead 20")["garnett1"]
    assert leg.words == "advance 6"
    assert leg.rule.startswith("mckie:")


def test_those_in_front_make_room(angle: Battle) -> None:
    """Armistead stands behind Garnett and Kemper, who go first whatever the order of the names."""
    found = list(legs(angle, "march armistead1 garnett1 garnett2 move ahead 6"))
    assert found == ["garnett1", "garnett2", "armistead1"]


def test_why_nobody_stirs(angle: Battle) -> None:
    with pytest.raises(IllegalChoice, match="that army has no unit 'webb' on the table"):
        angle.play("march webb hall move ahead 6")


@pytest.mark.rule("honor_glory:9.p2a")
def test_counters_run_out() -> None:
    battle = at("honor_glory/hedge-lane/battle-1", "union", "Which units are activated")
    found = legs(battle, "march union declare 1 ahead 5")
    told = [unit for unit, leg in found.items() if leg.steps]
    assert len(told) == 3
    late = next(leg for unit, leg in found.items() if unit not in told and unit.startswith("u"))
    assert late.why
    battle.play("march union declare 1 ahead 5")
    asked = battle.decision
    assert asked is not None
    assert "0 counters left" in asked.question


def test_what_is_no_order_for_many(angle: Battle) -> None:
    assert angle.system.march(angle.state, read_choice("march garnett1 ahead 6")) is None
    assert angle.system.march(angle.state, read_choice("march move ahead 6")) is None
