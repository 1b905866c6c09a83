"""Passage of lines: marches and charges through friends."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play.state import State
from tests.rulebook.honor_glory.table import battery, play, position, regiment

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)


def two_lines(enemy: float = 62, **more: Any) -> State:
    """A second line close behind a first, and an enemy before them."""
    units = {
        "u1": regiment("union", 20, 72),
        "u2": regiment("union", 20, 76),
        "c1": regiment("confederate", 20, enemy, 180),
    }
    return position({**units, **more})


@pytest.mark.rule("honor_glory:42.4a", "honor_glory:39.25i", "honor_glory:13.move.5")
@pytest.mark.parametrize("far", [17.5, 18, 20])
def test_a_march_through_friends_goes_as_far_as_is_left(far: float) -> None:
    # Two activations of 10 cm, less a quarter of one.
    after = play(two_lines(30), f"declare u2 2 ahead {far}", "done").state
    assert abs(after.units["u2"].y - (76 - 17.5) * CM) <= 2


@pytest.mark.rule("honor_glory:42.4a", "honor_glory:13.move.5")
@pytest.mark.parametrize("line", [58, 60, 62])
def test_guns_that_may_not_pass_a_regiment_go_up_to_it(line: float) -> None:
    state = position(
        {
            "u1": regiment("union", 20, line),
            "u2": battery("union", 20, 80, formation="limbered"),
            "c1": regiment("confederate", 60, 20, 180),
        }
    )
    # Two activations would take them farther; a regiment in line is 3 cm deep where they come up.
    after = play(state, "declare u2 2 ahead 30", "done").state
    assert abs(after.units["u2"].y - (line + 3) * CM) <= 2


@pytest.mark.rule("honor_glory:42.0", "honor_glory:42.4a", "honor_glory:14.2.sup1")
@pytest.mark.parametrize("bonus, home", [(5, True), (4, False)])
def test_the_second_line_charges_through_the_first(bonus: int, home: bool) -> None:
    # 14 cm to go: 10 and the bonus, less 2.5 for the passage; a gap of 2 is contact.
    blows = (20, 20) if home else ()
    battle = play(
        two_lines(), "declare u2 1 charge c1", "done", "stand", faces=(*PASS, *PASS, bonus, *blows)
    )
    assert battle.state.melees == ((("u2", "c1"),) if home else ())
    assert battle.state.units["u2"].y < 72 * CM


@pytest.mark.rule("honor_glory:42.2")
def test_a_charge_through_guns_costs_nothing() -> None:
    # They stand beside the line of sight, in the way of one wing.
    state = two_lines(u1=battery("union", 26, 70.5))
    # 14 cm to go, and 12 of them: contact.
    faces = (*PASS, *PASS, 2, 20, 20)
    battle = play(state, "declare u2 1 charge c1", "done", "stand", faces=faces)
    assert battle.state.melees == (("u2", "c1"),)


@pytest.mark.rule("honor_glory:80.2")
def test_a_charge_through_friends_needs_room_before_them() -> None:
    # The first line is 2.5 cm from the enemy: nobody fits between them.
    state = two_lines(69.5)
    after = play(state, "declare u2 1 charge c1", "done", "stand", faces=(*PASS, *PASS, 6)).state
    assert (after.melees, after.units["u2"].y > 72 * CM) == ((), True)
