"""Positions of Stockade Redan, and how they are read and written."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import longroll
from longroll import Battle

#: Every key that is written by hand.
FULL: dict[str, Any] = {
    "system": "stockade_redan",
    "scenario": "two-assaults",
    "options": {"undo": "free", "guns_over_parapet": True},
    "assault": 2,
    "turn": 5,
    "phase": "VII",
    "morale": 4,
    "option": 2,
    "units": {"1519": "36ms-a 36ms-o1", "1620": "13us-a 13us-o1", "1422": "1mo-a", "1604": "8mo-b"},
    "lost": ["36ms-b", "gun-4"],
    "bridges": [
        {"hex": "1620", "carrier": "13us-a", "carried_by": "13us-a", "began": "1604"},
        {"hex": "1619", "up": "bridging", "began": ""},
        {"hex": "1604"},
    ],
    "markers": [
        {"side": "union", "hex": "1420"},
        {"side": "confederate", "hex": "1604", "tried": True},
    ],
    "carnage": ["1619", "1620"],
    "chaos": {"1604": "confederate"},
    "union_held": ["1017"],
    "spent": ["8mo-b"],
    "fired_into": ["1620"],
    "fired_from": ["1519"],
}


def stockade(situation: Mapping[str, Any] | str | Path) -> Battle:
    return longroll.position("stockade_redan", situation, seed=1863)


def small(**situation: Any) -> dict[str, Any]:
    return {"units": {"1519": "36ms-a", "1620": "13us-a"}, "phase": "IX", **situation}


def written(battle: Battle) -> dict[str, Any]:
    """The position of a battle after a trip through JSON."""
    data: dict[str, Any] = json.loads(json.dumps(battle.system.to_position(battle.state)))
    return data


def play_at_random(battle: Battle, seed: int, count: int) -> Battle:
    chance = Random(seed)
    for _ in range(count):
        if battle.decision is not None:
            battle.play(chance.choice(battle.decision.choices))
    return battle


def look(battle: Battle) -> None:
    """Whatever anyone would look at first."""
    if battle.decision is not None:
        assert battle.decision.side in battle.system.sides
        assert battle.decision.question
        assert len(battle.decision.choices) > 0
    for side in (*battle.system.sides, "spectator"):
        battle.view(side)


def assert_comes_back(battle: Battle) -> None:
    """The position of the battle gives an equal battle back."""
    data = written(battle)
    again = stockade(data)
    assert again.state == battle.state
    assert again.hash() == battle.hash()
    assert written(again) == data
    assert (again.decision is None) == (battle.decision is None)
    if battle.decision is not None and again.decision is not None:
        assert again.decision.side == battle.decision.side
        assert list(again.decision.choices) == list(battle.decision.choices)
    assert stockade(json.dumps(data)).hash() == battle.hash()
