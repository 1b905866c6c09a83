"""17.6f and g: the bombardment before the Grand Assault, and the Pontoon Bridge."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from longroll.kernel.battle import Battle
from longroll.systems.chickasaw_bayou.pontoons import is_usable
from longroll.systems.chickasaw_bayou.tables import TABLES
from tests.rulebook.blind_swords.field import choices, field, play, refused, unit

AFTER = {"type": "Repair", "hex": "3018"}
#: 3018 and its neighbours of bayou, with Union infantry in reach of them.
LAID = "3018"
BATTERIES = ("wofford", "weems", "duncan", "bowman", "johnston", "stowers", "tarleton", "ward")


def state(battle: Battle) -> Any:
    return battle.state


def grand_assault(*dice: int) -> Battle:
    battle = longroll.new("chickasaw_bayou", "grand-assault", dice=dice)
    for id in BATTERIES[:7]:
        battle.play(f"shell {id}")
    return battle


def bridge_phase(bridge: str, *dice: int, **more: Any) -> Battle:
    """The Artillery Phase with drew three hexes from the bridge in 3018."""
    units = {"3021": "drew", "3015": "foster", **more.pop("units", {})}
    steps = [AFTER, {"type": "NextGuns", "after": "union"}, {"type": "MendBridges"}]
    pontoons = {LAID: bridge}
    return field(units, agenda=steps, phase="B", dice=dice, pontoons=pontoons, **more)


@pytest.mark.rule("chickasaw_bayou:17.6f.1")
@pytest.mark.rule("chickasaw_bayou:17.6f.2")
def test_seven_markers_on_confederate_guns_two_at_most_on_each() -> None:
    battle = longroll.new("chickasaw_bayou", "grand-assault", seed=1)
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert choices(battle)[0] == "shell wofford"
    assert refused(battle, "shell foster") == ["chickasaw_bayou:17.6f.1"]
    assert refused(battle, "shell 40ga") == ["chickasaw_bayou:17.6f.1"]
    assert refused(battle, "done") == ["chickasaw_bayou:17.6f.1"]
    events = play(battle, "shell wofford", "shell wofford")
    assert ["(2L)" in str(events[0]), "(4L)" in str(events[1])] == [True, True]
    assert refused(battle, "shell wofford") == ["chickasaw_bayou:17.6f.1"]
    for id in BATTERIES[1:6]:
        play(battle, f"shell {id}")
    assert sum(one.low_ammo for one in state(battle).units) == 7
    assert choices(battle)[0].startswith("bridge")


@pytest.mark.rule("chickasaw_bayou:17.6f.1")
def test_other_scenarios_begin_without_it() -> None:
    battle = longroll.new("chickasaw_bayou", "prelude", seed=1)
    assert not any(choice.startswith(("shell", "bridge")) for choice in choices(battle))


@pytest.mark.rule("chickasaw_bayou:17.6g.1")
def test_the_bridge_is_laid_on_a_bayou_near_union_infantry() -> None:
    battle = grand_assault(1)
    assert all(choice.startswith("bridge") for choice in choices(battle))
    assert refused(battle, "bridge 2910") == ["chickasaw_bayou:17.6g.1"]  # no bayou
    assert refused(battle, "bridge 1020") == ["chickasaw_bayou:17.6g.1"]  # nobody near
    where = choices(battle)[0].split()[1]
    play(battle, f"bridge {where}")
    assert state(battle).pontoons == {where: "whole"}


@pytest.mark.rule("chickasaw_bayou:17.6g.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_patterson_gets_lost(die: int) -> None:
    battle = grand_assault(die)
    play(battle, "bridge 2819")
    if die <= 2:
        assert state(battle).pontoons == {"2819": "whole"}
    elif die >= 5:
        assert state(battle).pontoons == {}
    else:
        assert battle.decision is not None
        assert battle.decision.side == "confederate"
        there = choices(battle)[0].split()[1]
        assert refused(battle, "bridge 2819") == ["chickasaw_bayou:17.6g.2"]
        assert refused(battle, "bridge 1020") == ["chickasaw_bayou:17.6g.2"]
        play(battle, f"bridge {there}")
        assert state(battle).pontoons == {there: "whole"}
        assert state(battle).game.grid.distance("2819", there) == 1


@pytest.mark.rule("chickasaw_bayou:17.6g.3")
def test_confederate_guns_damage_the_bridge() -> None:
    battle = bridge_phase("whole", 6, 6)
    play(battle, "guns 3021")
    assert f"fire {LAID}" in choices(battle)
    events = play(battle, f"fire {LAID}", "all", "resolve")
    assert state(battle).pontoons == {LAID: "damaged"}
    assert events[-1].rules == ("chickasaw_bayou:17.6g.3",)
    missed = bridge_phase("whole", 1, 2)
    play(missed, "guns 3021", f"fire {LAID}", "all", "resolve")
    assert state(missed).pontoons == {LAID: "whole"}


@pytest.mark.rule("chickasaw_bayou:17.6g.3")
def test_nobody_else_fires_at_it_and_units_on_it_are_fired_at_themselves() -> None:
    union = bridge_phase("whole", units={"3021": "40ga"})
    play(union, "guns 3015")
    assert f"fire {LAID}" not in choices(union)
    assert "blind_swords:9.1.5" in refused(union, f"fire {LAID}")
    crossed = bridge_phase("whole", 5, 5, 1, units={LAID: "16oh"})
    play(crossed, "guns 3021", f"fire {LAID}", "all", "resolve")
    assert state(crossed).pontoons == {LAID: "whole"}


@pytest.mark.rule("chickasaw_bayou:17.6g.4")
def test_a_damaged_bridge_cannot_be_used() -> None:
    for bridge, usable in (("whole", True), ("damaged", False)):
        battle = field(
            {"3017": "foster"},
            agenda=[AFTER, {"type": "ArtilleryStep", "side": "union"}],
            phase="B",
            pontoons={LAID: bridge},
        )
        assert is_usable(state(battle), LAID) == usable
        play(battle, "guns 3017", "move foster")
        assert (f"to {LAID}" in choices(battle)) == usable


@pytest.mark.rule("chickasaw_bayou:17.6g.5")
def test_it_is_not_fired_on_again_in_the_phase() -> None:
    battle = bridge_phase("whole", 6, 6, units={"2921": "ward"})
    play(battle, "guns 3021", f"fire {LAID}", "all", "resolve")
    play(battle, "guns 3015", "done")
    play(battle, "guns 2921")
    assert f"fire {LAID}" not in choices(battle)
    assert refused(battle, f"fire {LAID}") == ["chickasaw_bayou:17.6g.5"]


@pytest.mark.rule("chickasaw_bayou:17.6g.6")
@pytest.mark.parametrize(
    "die, bridge", [(1, "whole"), (2, "whole"), (3, "damaged"), (6, "damaged")]
)
def test_repair_at_the_start_of_the_phase(die: int, bridge: str) -> None:
    battle = bridge_phase("damaged", die)
    assert battle.decision is not None
    assert battle.decision.side == "union"
    assert choices(battle) == [f"repair {LAID}", "done"]
    assert refused(battle, "repair 3017") == ["chickasaw_bayou:17.6g.6"]
    play(battle, f"repair {LAID}")
    assert state(battle).pontoons == {LAID: bridge}
    assert choices(battle)[0] == "guns 3021"


@pytest.mark.rule("chickasaw_bayou:17.6g.6")
def test_repair_may_be_left_and_a_whole_bridge_needs_none() -> None:
    left = bridge_phase("damaged")
    play(left, "done")
    assert state(left).pontoons == {LAID: "damaged"}
    whole = bridge_phase("whole", hit_bridges=[LAID])
    assert choices(whole)[0] == "guns 3021"
    assert state(whole).hit_bridges == frozenset()  # a new phase


@pytest.mark.rule("chickasaw_bayou:17.6g.7")
def test_a_second_hit_destroys_it() -> None:
    battle = bridge_phase("damaged", 6, 6)
    play(battle, "done", "guns 3021")
    events = play(battle, f"fire {LAID}", "all", "resolve")
    assert state(battle).pontoons == {}
    assert events[-1].rules == ("chickasaw_bayou:17.6g.7",)
    effect = events[-1].effect()
    assert effect is not None
    assert effect.kind == "destruction"


@pytest.mark.rule("chickasaw_bayou:17.6g.8")
def test_one_bridge_is_in_play() -> None:
    assert TABLES.counts.pontoon_bridges == 1
    battle = grand_assault(1)
    play(battle, "bridge 2819")
    assert len(state(battle).pontoons) == 1
    assert not choices(battle)[0].startswith("bridge")


def test_the_roll_that_leaves_nothing_to_choose(  # a bayou without neighbours of bayou
) -> None:
    battle = field(
        {"1000": "16oh"}, agenda=[AFTER, {"type": "MoveBridge", "hex": "2910"}], phase="B"
    )
    assert choices(battle) == ["repair 3018", "done"]
    assert unit(battle, "16oh").hex == "1000"
