"""The drill ground: the invented field on which the standard rules stand alone."""

from __future__ import annotations

import pytest

import longroll
from longroll.systems.gbacw import stacking, system
from longroll.systems.gbacw.datafile import DataError
from longroll.systems.gbacw.drill import DRILL, read_scenario
from longroll.systems.gbacw.roster import BRIGADE, COMBAT, DIVISION
from tests.rulebook.gbacw.field import piece, state_of, where

SCENARIO = """\
schema = 1
source = "gbacw"
title = "A short drill"
turns = 2

[union]
facing = "S"

[union.units]
0508 = "1us 2us"

[confederate]
facing = "N"

[confederate.units]
0511 = "1cs"
"""


@pytest.mark.rule("gbacw:3.1")
def test_the_ground_has_every_kind_of_terrain_of_its_charts() -> None:
    ground = DRILL.ground
    kinds = {kind for kinds in ground.kinds.values() for kind in kinds}
    assert kinds == set(DRILL.charts.enter)
    assert any(len(kinds) > 1 for kinds in ground.kinds.values())
    assert {kind for sides in ground.sides.values() for kind in sides} == {
        *DRILL.charts.cross,
        "impassable",
    }
    assert set(ground.links.values()) == set(DRILL.charts.along)
    assert set(DRILL.map.level.values()) == {0, 1, 2}


@pytest.mark.rule("gbacw:3.3.2")
def test_each_side_has_divisions_a_brigade_of_its_own_and_a_regiment_of_its_own() -> None:
    roster = DRILL.roster
    for side in DRILL.sides:
        pieces = [one for one in roster.pieces if one.side == side]
        chiefs = [one for one in pieces if one.kind == "leader"]
        divisions = [one for one in chiefs if one.grade == DIVISION]
        assert len(divisions) == 2
        assert all(one.integrity and one.command for one in divisions)
        assert sum(one.grade == BRIGADE and one.independent for one in chiefs) == 1
        assert sum(one.anonymous for one in chiefs) == 1
        assert sum(one.kind == "infantry" and one.independent for one in pieces) == 1
        assert sum(one.kind in COMBAT and not one.morale for one in pieces) == 1
    assert piece("sawyer").independent


def test_the_drill_begins_with_everybody_lawfully_in_place() -> None:
    battle = longroll.new("gbacw", "drill", seed=1)
    state = state_of(battle)
    assert state.turn == 1
    assert not list(system.faults(state))
    for side in DRILL.sides:
        assert not [hex for hex in state.stacks[side] if stacking.is_overstacked(state, hex, side)]
    missing = [
        one.id
        for one in DRILL.roster.pieces
        if one.kind != "crew" and not one.anonymous and not where(battle, one.id)
    ]
    assert missing == []


def test_a_scenario_file_is_read() -> None:
    scenario = read_scenario(SCENARIO)
    assert (scenario.turns, scenario.union.units) == (2, {"0508": "1us 2us"})


@pytest.mark.parametrize(
    "old, new, line, what",
    [
        ("0508", "9999", 10, "'9999' is not a hex"),
        ("2us", "99us", 10, "no union counter '99us'"),
        ("2us", "1cs", 10, "no union counter '1cs'"),
        ('facing = "S"', 'facing = "E"', 7, "E"),
        ('facing = "S"', 'facing = "S"\nmounted = ["1cs-cav"]', 8, "no union counter '1cs-cav'"),
    ],
)
def test_a_scenario_file_that_cannot_stand_names_the_place(
    old: str, new: str, line: int, what: str
) -> None:
    with pytest.raises(DataError) as caught:
        read_scenario(SCENARIO.replace(old, new, 1))
    (fault,) = caught.value.faults
    assert fault.line == line
    assert what in str(fault)
