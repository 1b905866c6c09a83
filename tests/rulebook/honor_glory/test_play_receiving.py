"""Receiving a charge: who may meet it, who helps, and what becomes of units that run."""

from __future__ import annotations

from typing import Any

import pytest

from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import events
from longroll.systems.honor_glory.play.state import Commander, State
from tests.rulebook.honor_glory.table import (
    Fight,
    battery,
    play,
    position,
    refused,
    regiment,
    riders,
)

#: The faces of a morale test that passes: two dice and a low D20.
PASS = (3, 4, 5)
#: One that fails, with the two dice of the worst column.
WORST = (1, 1, 20, 6, 6)


def facing(heading: int = 180, **more: Any) -> State:
    """A Union regiment 10 cm from a Confederate one that looks this way."""
    units = {
        "u1": regiment("union", 20, 70),
        "c1": regiment("confederate", 20, 60, heading, **{"mp": 9, **more}),
    }
    return position(units)


def charged(state: State) -> State:
    """Both units pass their tests; the defender is asked."""
    return play(state, "declare u1 1 charge c1", "done", faces=(*PASS, *PASS)).state


def blows(battle: Fight) -> list[str]:
    return [one.unit for one in battle.log() if isinstance(one, events.Struck)]


# Countercharges


@pytest.mark.rule("honor_glory:95.1", "honor_glory:78.0")
@pytest.mark.parametrize("heading, rules", [(180, set()), (90, {"honor_glory:95.1"})])
def test_a_unit_struck_in_flank_does_not_countercharge(heading: int, rules: set[str]) -> None:
    state = facing(heading)
    if heading == 90:
        state.change("c1", x=22 * CM, y=56 * CM)
    assert refused(charged(state), "countercharge") == rules


@pytest.mark.rule("honor_glory:53.1a", "honor_glory:53.2")
def test_a_unit_that_lies_down_does_not_countercharge() -> None:
    assert refused(charged(facing(prone=True)), "countercharge") == {"honor_glory:53.1a"}


@pytest.mark.rule("honor_glory:53.6")
def test_a_unit_that_was_contacted_lying_down_is_on_its_feet() -> None:
    # The bonus, and two blows that miss.
    after = play(charged(facing(prone=True)), "stand", faces=(6, 20, 20)).state
    assert (after.units["c1"].mp, after.units["c1"].prone) == (7, False)


# Units that run


@pytest.mark.rule("honor_glory:13.rout.3", "honor_glory:89.2", "honor_glory:50.1")
def test_a_routing_unit_that_a_charge_reaches_is_struck_and_does_not_strike() -> None:
    # The charger's test, the bonus; the runner's test of its rear, which it passes; a hit and its
    # test. It runs on, and the victor is in hand.
    state = facing(0, morale="routing")
    faces = (*PASS, 6, *PASS, 1, *PASS, *PASS)
    battle = play(state, "declare u1 1 charge c1", "done", "stay", faces=faces)
    unit = battle.state.units["c1"]
    assert blows(battle) == ["u1"]
    assert (unit.mp, unit.morale, unit.y < 40 * CM) == (8, "routing", True)
    assert battle.state.melees == ()


@pytest.mark.rule("honor_glory:90.1")
def test_a_routing_gun_that_a_charge_reaches_is_overrun() -> None:
    units = {
        "u1": riders("union", 20, 70),
        "ca": battery("confederate", 20, 60, 0, morale="routing", formation="limbered"),
        **{f"c{n}": regiment("confederate", 17 * n, 8, 180) for n in range(1, 7)},
    }
    battle = play(position(units), "declare u1 1 charge ca", "done", faces=(*PASS, 3, 3))
    assert battle.state.units["ca"].fate == "is overrun"


# Those who help


def in_line(**more: Any) -> State:
    """A Union regiment before two Confederate ones side by side, and another farther off."""
    units = {
        "u1": regiment("union", 42, 76),
        "u2": regiment("union", 66, 86),
        "c1": regiment("confederate", 40, 60, 180, mp=5),
        "c2": regiment("confederate", 58, 60, 180, mp=5),
    }
    return position(units, **more)


@pytest.mark.rule("honor_glory:28.4b", "honor_glory:3.actunit.4", "honor_glory:76.2")
def test_a_support_that_has_returned_fire_still_fights() -> None:
    orders = ("declare u2 1 fire c2", "declare u1 1 charge c1", "done", "reply", "stand")
    # Two shots that miss, both tests, the bonus, and three blows that miss.
    faces = (20, 20, *PASS, *PASS, 6, 20, 20, 20)
    assert blows(play(in_line(), *orders, faces=faces)) == ["u1", "c1", "c2"]


@pytest.mark.rule("honor_glory:OP12.0")
def test_a_unit_that_is_fired_on_gives_no_supporting_fire() -> None:
    state = in_line(options={"supporting_fire": True})
    before = ("declare u1 1 charge c1", "done", "stand")
    # Both tests; the neighbour is asked whether it fires.
    asked = play(state, *before, faces=(*PASS, *PASS))
    assert asked.decision is not None
    assert "fire at" in asked.decision.question
    # It was fired on and held its fire: nobody asks it now. A miss first; then the charge.
    orders = ("declare u2 1 fire c2", "declare u1 1 charge c1", "done", "hold", "stand")
    faces = (20, *PASS, *PASS, 6, 20, 20, 20)
    assert blows(play(state, *orders, faces=faces)) == ["u1", "c1", "c2"]


# The wishes of a unit without commanders


@pytest.mark.rule("honor_glory:OP7.2")
def test_a_unit_without_commanders_attacks_by_fire_only_what_it_can_reach() -> None:
    units = {"u1": regiment("union", 60, 85), "c1": regiment("confederate", 60, 40, 180, mp=9)}
    state = position(units, options={"leaderless_units": True})
    # The enemy is 46 cm away, beyond its muskets: it charges as far as it gets, with its bonus.
    faces = (1, 1, *PASS, *PASS, 4)
    battle = play(state, "declare u1 1 hold", "done", "stand", faces=faces)
    assert battle.state.units["u1"].y == (85 - 14) * CM


@pytest.mark.rule("honor_glory:29.4", "honor_glory:OP5.1c")
def test_of_two_brigadiers_the_one_who_is_hit_is_wounded() -> None:
    leaders = {
        name: Commander(title=name, side="confederate", rank="brigade", mp=mp, joined="c1")
        for name, mp in (("first", 7), ("second", 4))
    }
    units = {"u1": regiment("union", 20, 80), "c1": regiment("confederate", 20, 60, 180)}
    state = position(units, commanders=leaders, options={"wounded_commanders": True})
    # A hit; the second is hit, and lightly wounded; the unit's test.
    faces = (1, 5, 1, 3, 3, *PASS)
    after = play(state, "declare u1 1 fire c1", "done", "hold", faces=faces).state
    assert [one.mp for one in after.commanders.values()] == [7, 3]


# On the way


@pytest.mark.rule("honor_glory:42.4b")
@pytest.mark.parametrize("test, melees", [(PASS, (("u1", "c1"),)), (WORST, ())])
def test_a_charger_that_passes_routing_friends_is_tested(
    test: tuple[int, ...], melees: tuple[tuple[str, str], ...]
) -> None:
    runner = regiment("union", 33, 66, 180, formation="column", morale="routing", mp=9, ran=True)
    state = facing()
    state.units = {**state.units, "u2": runner}
    # Both tests and the bonus; then the friend. If the charger still comes on there are two blows;
    # if it runs, it is the friend that is tested.
    faces = (*PASS, *PASS, 6, *test, *((20, 20) if melees else PASS))
    after = play(state, "declare u1 1 charge c1", "done", "stand", faces=faces).state
    assert (after.melees, after.units["u1"].morale) == (melees, "formed" if melees else "routing")


@pytest.mark.rule("honor_glory:OP12.3a", "honor_glory:OP12.0")
def test_supporters_fire_at_a_charge_from_afar() -> None:
    units = {
        "u1": riders("union", 40, 86, mp=9),
        "c1": regiment("confederate", 40, 46, 180, mp=9),
        "c2": regiment("confederate", 58, 46, 180, mp=9),
    }
    state = position(units, options={"supporting_fire": True})
    # The riders come from 40 cm away, beyond any musket; their tests, and the supporter is asked.
    asked = play(state, "declare u1 1 charge c1", "done", "stand", faces=(*PASS, *PASS))
    assert asked.decision is not None
    assert "C2 fire at U1 out of its turn" in asked.decision.question
