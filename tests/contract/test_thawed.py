"""A state that is written down, read again and remembers nothing goes on in the same way.

So no list and no event depends on the order in which something was put into a dictionary, and
nothing that a state keeps of earlier looks is out of date.
"""

from __future__ import annotations

from random import Random

import pytest

import longroll
from longroll.kernel.state import freeze

#: How many decisions are played, and how often a state is thawed.
BATTLES = [
    ("corinth", "historical", 3_000, 9),
    ("corinth", "free", 2_000, 9),
    ("corinth", "outer-works", 400, 3),
    ("gbacw", "drill", 1_500, 5),
    ("mckie", "millers-crossroads", 60, 3),
    ("mckie_umpire", "the-angle", 60, 3),
    ("stockade_redan", "two-assaults", 1_500, 5),
]


@pytest.mark.parametrize("system, scenario, decisions, often", BATTLES)
def test_a_thawed_state_goes_on_in_the_same_way(
    system: str, scenario: str, decisions: int, often: int
) -> None:
    battle, chance = longroll.new(system, scenario, seed=1863), Random(1863)
    for number in range(decisions):
        decision = battle.decision
        if decision is None:
            break
        chosen = chance.choice(decision.choices)
        if number % often:
            battle.play(chosen)
            continue
        twin = battle.copy()
        twin.state = battle.system.thaw(freeze(battle.state))
        assert twin.decision is not None
        assert list(twin.decision.choices) == list(decision.choices), f"decision {number}"
        assert twin.play(chosen) == battle.play(chosen), f"decision {number}, {chosen}"
        assert freeze(twin.state) == freeze(battle.state), f"decision {number}, {chosen}"
