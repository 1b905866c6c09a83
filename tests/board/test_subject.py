"""Which hexes a question is about."""

from __future__ import annotations

import longroll


def test_a_fire_is_about_its_target() -> None:
    battle = longroll.position(
        "stockade_redan", {"phase": "IX", "units": {"1620": "13us-a", "1519": "36ms-a"}}
    )
    battle.play("fire 1519")
    asked = battle.view("union").decision
    assert asked is not None
    assert asked.about == ("1519",)


def test_a_move_is_about_those_on_the_move() -> None:
    battle = longroll.position("stockade_redan", {"phase": "VII", "units": {"1719": "13us-a"}})
    battle.play("move 13us-a")
    asked = battle.view("union").decision
    assert asked is not None
    assert asked.about == ("1719",)
