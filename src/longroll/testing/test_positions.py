"""Any battle can be written down as a position, and begun again from there."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.kernel.system import System
from longroll.testing.starts import crowded_field, full_battle


@pytest.mark.parametrize("start", [full_battle, crowded_field])
def test_a_position_gives_the_same_battle_back(
    system: System[Any], start: Callable[[str, int], Battle]
) -> None:
    if type(system).to_position is System.to_position:
        pytest.skip(f"{system.slug} writes no positions")
    slug = system.slug
    battle, chance = start(slug, 3), Random(3)
    for number in range(120):
        if number % 20 == 0 or battle.decision is None:
            position = battle.to_position()
            again = longroll.position(slug, position)
            assert again.hash() == battle.hash()
            assert again.result == battle.result
            if battle.decision is None:
                break
            assert again.decision is not None
            assert list(again.decision.choices) == list(battle.decision.choices)
            read = longroll.position(slug, json.loads(json.dumps(position)))
            assert read.hash() == battle.hash()
        battle.play(chance.choice(battle.decision.choices))
