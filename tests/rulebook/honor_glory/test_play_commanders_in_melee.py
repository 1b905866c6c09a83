"""Commanders who are hit in melee: whoever lives helps his unit strike back, by OP5, and the fall
of a commander-in-chief shakes his army before it does."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.honor_glory.play import events
from longroll.systems.honor_glory.play.state import Commander
from longroll.systems.honor_glory.words import Rank
from tests.rulebook.honor_glory.table import Fight, play, position, regiment

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)
WOUNDS = {"wounded_commanders": True}


def fought(rank: Rank, *faces: int, mp: int = 6, options: Any = None, **more: Any) -> Fight:
    """A round of a melee that goes on; the commander with the defender has 4 points."""
    general = Commander(title="G", side="confederate", rank=rank, mp=4, joined="c1")
    units = {
        "u1": regiment("union", 60, 60.01),
        "c1": regiment("confederate", 60, 60, 180, mp=mp),
        **more,
    }
    state = position(units, commanders={"g": general}, melees=(("u1", "c1"),), options=options)
    return play(state, "done", faces=faces)


def factors(battle: Fight) -> dict[str, int]:
    return {
        event.unit: sum(line.value for line in event.lines)
        for event in battle.log()
        if isinstance(event, events.Struck)
    }


@pytest.mark.rule("honor_glory:OP5.0", "honor_glory:81.1b")
@pytest.mark.parametrize(
    "wound, left, factor",
    [
        ((3, 4), 4, 17),  # Unharmed: 7 and 5, his 4 points, and 1 of Confederate infantry.
        ((3, 3), 3, 16),
        ((2, 2), 2, 15),
    ],
)
def test_a_commander_who_is_only_wounded_helps_his_unit_strike_back(
    wound: tuple[int, int], left: int, factor: int
) -> None:
    # The blow hits and strikes the commander; how badly; the answer misses; the test of the unit.
    battle = fought("brigade", 1, 10, *wound, 20, *PASS, options=WOUNDS)
    assert battle.state.commanders["g"].mp == left
    assert factors(battle)["c1"] == factor


@pytest.mark.rule("honor_glory:OP5.0", "honor_glory:9.1.2a")
def test_a_commander_who_dies_of_his_wound_does_not() -> None:
    # He is killed by a 2; his unit is tested for its loss and for his.
    battle = fought("brigade", 1, 10, 1, 1, 20, *PASS, *PASS, options=WOUNDS)
    assert battle.state.commanders["g"].place == "gone"
    assert factors(battle)["c1"] == 13


@pytest.mark.rule("honor_glory:OP5.0", "honor_glory:29.4")
def test_a_commander_who_was_wounded_is_at_risk_from_the_next_blow_of_the_round() -> None:
    support = regiment("union", 60, 63.02)
    # Both blows hit; he is wounded lightly, then badly; the answer misses.
    faces = (1, 10, 3, 3, 1, 10, 2, 2, 20, *PASS, *PASS)
    battle = fought("brigade", *faces, options=WOUNDS, u2=support)
    assert battle.state.commanders["g"].mp == 1
    assert factors(battle)["c1"] == 13


@pytest.mark.rule("honor_glory:29.7", "honor_glory:9.1.2a")
def test_an_army_is_shaken_by_the_fall_of_its_chief_before_it_strikes_back() -> None:
    # He falls, and everybody loses 3 points; the answer misses; the test of the unit.
    battle = fought("cinc", 1, 10, 3, 20, *PASS, mp=8)
    assert battle.state.units["c1"].mp == 4
    assert factors(battle)["c1"] == 7 + 4 + 1


@pytest.mark.rule("honor_glory:29.7", "honor_glory:75.8")
def test_a_unit_that_the_fall_of_its_chief_breaks_strikes_back_once_with_nothing() -> None:
    support = regiment("confederate", 60, 56.98, 180, mp=2)
    # He falls, and everybody loses 6 points: the support runs and does not strike. The answer
    # misses, and the enemy is in hand.
    faces = (1, 10, 6, 20, *PASS)
    battle = fought("cinc", *faces, mp=6, c2=support)
    assert {battle.state.units[id].morale for id in ("c1", "c2")} == {"broken"}
    assert factors(battle) == {"u1": 13, "c1": 8}
