"""Orders looked at beforehand: any words get an answer, and looking changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import longroll
from longroll.display import display_of
from longroll.kernel.battle import Battle
from longroll.kernel.decision import read_choice
from longroll.kernel.state import freeze
from longroll.systems.mckie.system import system

#: Words that orders are made of, and one that nobody knows.
WORDS = ("zz", "5", "3.5", "-30", "ahead", "left", "back", "oblique", "about", "form", "column")
QUESTIONS = 40


def some_orders(battle: Battle, chance: Random) -> list[str]:
    """A listed choice, and words thrown together."""
    state: Any = battle.state
    words = [*state.units, *state.commanders, *state.blinds, *WORDS, "solid", "line"]
    verbs = state.agenda[-1].verbs
    thrown = [
        " ".join((chance.choice(verbs), *chance.choices(words, k=chance.randint(0, 5))))
        for _ in range(3)
    ]
    decision = battle.decision
    assert decision is not None
    return [str(chance.choice(decision.choices)), *thrown]


@pytest.mark.parametrize("scenario", system.scenarios)
@pytest.mark.parametrize("hidden", ["open", "umpire", "blinds"])
def test_any_words_are_answered(scenario: str, hidden: str) -> None:
    chance = Random(f"{scenario} {hidden}")
    battle = longroll.new("mckie", scenario, seed=7, options={"hidden": hidden})
    for _ in range(QUESTIONS):
        decision = battle.decision
        if decision is None:
            break
        before = freeze(battle.state)
        for order in some_orders(battle, chance):
            shown = display_of(battle.system).preview(
                battle.state, decision.side, read_choice(order), fit=True
            )
            assert shown.legal == (not shown.refusals)
            if order in map(str, decision.choices):
                assert shown.legal, (order, shown.refusals)
        assert freeze(battle.state) == before
        battle.play(chance.choice(decision.choices))


def test_whoever_is_not_asked_gives_no_orders() -> None:
    battle = longroll.new("mckie", "millers-crossroads", seed=7)
    assert battle.decision is not None
    other = next(side for side in system.sides if side != battle.decision.side)
    with pytest.raises(ValueError, match="not your turn"):
        display_of(battle.system).preview(battle.state, other, read_choice("move u1 ahead 2"))
