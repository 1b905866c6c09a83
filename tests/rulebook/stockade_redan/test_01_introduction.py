"""1.0 Introduction: two sides, two assaults, and a second success that decides nothing yet."""

from __future__ import annotations

import pytest

import longroll
from longroll import Battle
from longroll.systems.stockade_redan.events import AssaultBegan, MatrixRolled
from tests.rulebook.stockade_redan.setups import (
    REDAN_HEXES,
    UNION_GROUND,
    second_setup,
    standing,
    table,
)
from tests.support import field, only, play


@pytest.mark.rule("stockade_redan:1.0.1")
def test_the_union_attacks_a_redan_that_the_confederates_hold() -> None:
    battle = longroll.new("stockade_redan", dice=[3])
    assert set(battle.system.sides) == {"union", "confederate"}
    began = only(play(battle, "historical", "historical"), AssaultBegan)
    assert (began.assault, began.rules) == (1, ("stockade_redan:1.0.1",))
    assert table(battle).union_held == ()
    union = [hex for id, hex in standing(battle).items() if not id.startswith(("36ms", "gun"))]
    assert len(union) == 83
    assert set(union) <= set(UNION_GROUND)


@pytest.mark.rule("stockade_redan:1.0.1")
def test_the_same_redan_is_assaulted_a_second_time() -> None:
    battle = second_setup("1620 13us-a | 1519 36ms-a")
    assert table(battle).assault == 2
    events = play(
        battle, "place 1803", "option 2", "hold", "historical", "historical", "historical"
    )
    assert only(events, AssaultBegan).assault == 2
    assert standing(battle)["36ms-a"] == "1519"
    assert table(battle).assault == 2


def _redan_fallen(assault: int, die: int | None) -> Battle:
    """Turn 6 ends with every redan hex in Union hands and Union troops on the west edge."""
    return field(
        "1018 13us-a",
        dice=[] if die is None else [die],
        assault=assault,
        turn=6,
        phase="XII",
        union_held=REDAN_HEXES,
    )


@pytest.mark.rule("stockade_redan:1.0.2")
@pytest.mark.parametrize("die, winner", [(1, "union"), (5, "union"), (6, "confederate")])
def test_a_second_assault_that_succeeds_still_needs_the_gettysburg_matrix(
    die: int, winner: str
) -> None:
    battle = _redan_fallen(assault=2, die=die)
    matrix = only(list(battle.log()), MatrixRolled)
    assert [roll.value for roll in matrix.rolls] == [die]
    assert "stockade_redan:4.4.1" in matrix.rules
    assert battle.result is not None
    assert battle.result.winner == winner


@pytest.mark.rule("stockade_redan:1.0.2")
def test_a_first_assault_that_succeeds_needs_no_matrix() -> None:
    battle = _redan_fallen(assault=1, die=None)
    assert battle.result is not None
    assert (battle.result.winner, battle.result.rule) == ("union", "stockade_redan:4.2.1")
