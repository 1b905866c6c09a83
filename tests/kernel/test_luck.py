"""Luck: what the dice were due to do, and did."""

from __future__ import annotations

import longroll
from longroll.kernel.luck import MOST, Turned, luck_of

FIELD = {"phase": "IX", "units": {"1620": "13us-a 13us-b", "1519": "36ms-a"}}
SHOT = "fire 1519 13us-a 13us-b"


def side_of(unit: str) -> str:
    return "confederate" if "ms" in unit else "union"


def fired(*dice: int) -> list[Turned]:
    battle = longroll.position("stockade_redan", FIELD, dice=list(dice))
    battle.play(SHOT)
    return list(luck_of(battle, side_of))


def test_what_was_due_agrees_with_the_odds() -> None:
    battle = longroll.position("stockade_redan", FIELD)
    loss = sum(
        float(outcome.probability)
        for outcome in battle.odds(SHOT).outcomes
        if outcome.kind == "loss"
    )
    assert 0 < loss < 1
    [turned] = fired(1, 1)
    due = turned.due.get("confederate", 0)
    error = (loss * (1 - loss) / MOST) ** 0.5
    assert abs(due - loss) < 3 * error
    assert turned.variance["confederate"] ** 0.5 < 2 * error


def test_what_was_lost_depends_on_the_dice_and_what_was_due_does_not() -> None:
    [hit], [missed] = fired(1, 1), fired(6, 6)
    assert missed.lost == {}
    assert hit.lost == {"confederate": 1}
    assert missed.due == hit.due
    assert fired(6, 6) == fired(6, 6)


def test_choices_without_dice_are_left_out_and_the_battle_stays_as_it_is() -> None:
    battle = longroll.new("stockade_redan", seed=1863)
    battle.play("historical")
    before = battle.hash()
    assert [
        str(one.played.choice) for one in luck_of(battle, side_of) if not one.played.faces
    ] == []
    assert battle.hash() == before
