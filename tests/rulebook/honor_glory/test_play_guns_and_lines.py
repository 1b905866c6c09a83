"""On the table: charges at lines that stand in base contact, and at guns beside or before them."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.board.table import piece
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events, field
from longroll.systems.honor_glory.play.state import State
from tests.rulebook.honor_glory.table import SYSTEM, Fight, battery, fight, play, position, regiment

#: Dice: tests that are passed, and blows that miss.
PASSED, MISSES = (3, 3, 1), (20, 20)


def told(battle: Fight, kind: type[Any]) -> list[Any]:
    return [event for event in battle.log() if isinstance(event, kind)]


def facing(**more: Any) -> State:
    """A Union regiment 15 cm before a Confederate one, and others."""
    return position(
        {
            "u1": regiment("union", 20, 70, mp=9),
            "c1": regiment("confederate", 20, 55, 180, mp=9),
            **more,
        }
    )


# A line of battle


@pytest.mark.rule("honor_glory:77.7", "honor_glory:75.6")
@pytest.mark.parametrize("x", [36, 36.5, 37.1, 4, 3.2])
def test_a_regiment_in_line_with_others_can_be_charged(x: float) -> None:
    # From x = 36 and x = 4 on, the bases of the two lines touch.
    state = facing(c2=regiment("confederate", x, 55, 180, mp=9))
    # Its neighbour fights in support of it, if it touches it.
    battle = fight(state, *PASSED, *PASSED, 1, *MISSES, 20)
    for choice in ("declare u1 2 charge c1", "done", "stand"):
        battle.play(choice)
    assert battle.state.melees == (("u1", "c1"),)
    assert battle.state.units["u1"].y == 55 * CM


@pytest.mark.rule("honor_glory:75.5", "honor_glory:77.7", "honor_glory:42.1")
@pytest.mark.parametrize("before, y", [(0, 5500), (3, 6144)])
def test_a_charge_from_one_side_is_aligned_with_a_regiment_in_line(before: int, y: int) -> None:
    """Its corner would come upon the neighbour first, who is in its way only if he stands
    `before` the line."""
    state = position(
        {
            "u1": regiment("union", 63, 70, mp=9),
            "c1": regiment("confederate", 60, 55, 180, mp=9),
            "c2": regiment("confederate", 76, 55 + before, 180, mp=9),
            "c3": regiment("confederate", 44, 55, 180, mp=9),
        }
    )
    battle = fight(state, *PASSED, *PASSED, 1, *MISSES, 20, 20)
    for choice in ("declare u1 2 charge c1", "done", "stand"):
        battle.play(choice)
    assert battle.state.melees == ((("u1", "c1"),) if not before else ())
    assert battle.state.units["u1"].y == y
    assert list(SYSTEM.faults(battle.state)) == []


@pytest.mark.rule("honor_glory:42.4a", "honor_glory:77.6", "honor_glory:77.7")
def test_a_regiment_charges_to_one_side_out_of_its_own_line() -> None:
    """Its friends at either hand are brushed as it turns, and cost nothing: 10 cm and the die are
    enough for 9 cm."""
    state = position(
        {
            "u1": regiment("union", 64, 62, mp=9),
            "u2": regiment("union", 80, 62),
            "u3": regiment("union", 48, 62),
            "u4": regiment("union", 64, 65),
            "c1": regiment("confederate", 60, 55, 180, mp=9),
        }
    )
    battle = fight(state, *PASSED, *PASSED, 1, 20, 20, 20, 20, 20)
    for choice in ("declare u1 1 charge c1", "done", "stand"):
        battle.play(choice)
    assert battle.state.melees == (("u1", "c1"),)
    assert battle.state.units["u1"].y == 55 * CM
    assert list(SYSTEM.faults(battle.state)) == []


# Guns before their regiment


@pytest.mark.rule("honor_glory:90.3", "honor_glory:77.x4", "honor_glory:77.7")
@pytest.mark.parametrize("x", [20, 26])
def test_guns_do_not_shield_the_regiment_they_are_attached_to(x: float) -> None:
    state = facing(ca=battery("confederate", x, 60, 180))
    assert field.attached_to(state, "ca") == ["c1"]
    dice = (*PASSED, *PASSED, 1, *MISSES)
    battle = play(state, "declare u1 2 charge c1", "done", "stand", faces=dice)
    # It stands at the guns, and fights the regiment.
    assert battle.state.units["u1"].y == 60 * CM
    assert [event.target for event in told(battle, events.Struck)] == ["c1", "u1"]
    assert battle.state.units["ca"].place == "table"


@pytest.mark.rule("honor_glory:90.3", "honor_glory:90.5", "honor_glory:92.0")
def test_guns_at_which_their_regiment_was_beaten_are_overrun() -> None:
    state = facing(ca=battery("confederate", 20, 60, 180))
    # The blow hits, the reply misses, the regiment withdraws; its enemy stays in hand.
    dice = (*PASSED, *PASSED, 1, 1, 20, 1, 1, 20, 4, 4, *PASSED)
    battle = play(state, "declare u1 2 charge c1", "done", "stand", "stay", faces=dice)
    assert battle.state.units["ca"].fate == "is overrun"
    assert battle.state.units["c1"].place == "table"


# Guns that are left alone


@pytest.mark.rule("honor_glory:90.1", "honor_glory:77.9", "honor_glory:78.3")
@pytest.mark.parametrize("x, overrun", [(30, True), (31.5, True), (33, False)])
def test_a_charger_that_comes_on_overruns_guns_whose_regiment_has_run(
    x: float, overrun: bool
) -> None:
    # From x = 30 on the gun is beside the regiment, at 33 it is alone and out of the way.
    state = facing(ca=battery("confederate", x, 55, 180))
    fails = (1, 1, 20, 6, 6)
    battle = play(state, "declare u1 2 charge c1", "done", faces=(*PASSED, *fails, 6))
    assert battle.state.units["c1"].morale == "routing"
    assert battle.state.units["u1"].y < 55 * CM
    assert (battle.state.units["ca"].fate == "is overrun") is overrun


@pytest.mark.rule("honor_glory:90.1", "honor_glory:90.3")
def test_guns_that_another_regiment_is_with_are_not_overrun() -> None:
    more = {
        "ca": battery("confederate", 30, 55, 180),
        "c2": regiment("confederate", 40, 55, 180, mp=9),
    }
    battle = play(
        facing(**more),
        *("declare u1 2 charge c1", "done"),
        faces=(*PASSED, 1, 1, 20, 6, 6, *PASSED, 6),
    )
    assert battle.state.units["c1"].morale == "routing"
    assert battle.state.units["ca"].place == "table"


@pytest.mark.rule("honor_glory:75.6", "honor_glory:42.2")
def test_only_a_charge_ends_beside_enemy_guns() -> None:
    state = position(
        {
            "u1": regiment("union", 20, 72),
            "ca": battery("confederate", 20, 65, 180),
            "c9": regiment("confederate", 100, 10, 180),
        }
    )
    near = play(state, "declare u1 1 ahead 7", "done")
    assert not field.touching(near.state, "u1", "ca")
    assert near.state.units["u1"].y == 67 * CM + 1
    # Through the guns and beyond, for nothing.
    beyond = play(state, "declare u1 2 ahead 18", "done")
    assert beyond.state.units["u1"].y == 54 * CM
    assert beyond.state.units["ca"].place == "table"


# Fire from the side


@pytest.mark.rule("honor_glory:62.2", "honor_glory:62.3", "honor_glory:54.2", "honor_glory:34.5")
def test_a_volley_into_the_flank_of_a_regiment_at_a_hedge() -> None:
    """The target is hit as a column in the open, loses a point more, has its cover in the test
    that follows, and does not reply, since it looks elsewhere."""
    state = position(
        {
            "u1": regiment("union", 40, 70),
            "c1": regiment("confederate", 40, 50, 90),
        }
    )
    hedge = piece("hedge", "the hedge", (4050, 4000), (4050, 6000), width=20)
    state.laid = (hedge,)
    battle = fight(state, 1, 3, 3, 1)
    for choice in ("declare u1 1 fire c1", "done"):
        battle.play(choice)
    assert battle.decision is not None
    assert battle.decision.side == "confederate"
    assert battle.state.turn == 2
    (shot,), (test,) = told(battle, events.Fired), told(battle, events.Tested)
    assert (shot.lines[0].value, shot.loss) == (11, 2)
    assert [(line.value, line.rule) for line in test.lines] == [
        (4, "honor_glory:3.mp"),
        (1, "honor_glory:34.5"),
        (6, "honor_glory:100.1"),
    ]
