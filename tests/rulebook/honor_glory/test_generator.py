"""Armies of the players' own: the form, what it makes, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import longroll
from longroll.cli.app import app
from longroll.display.generator import generator_of
from longroll.kernel.errors import BadScenario
from longroll.kernel.system import system_named
from longroll.systems.honor_glory.generator import FORM, make
from longroll.systems.honor_glory.play.state import State

SYSTEM = system_named("honor_glory")


def brigade(**changes: Any) -> dict[str, Any]:
    return {"title": "Iron", "arm": "infantry", "men": 1900, "class": "B", **changes}


@pytest.mark.rule("honor_glory:4.inf")
@pytest.mark.rule("honor_glory:4.oob.1")
def test_men_become_regiments_and_the_battle_begins() -> None:
    made = make({"seed": 3, "union": [brigade(), brigade(title="Horse", arm="cavalry", men=900)]})
    first, table = made.files
    text = SYSTEM.read_scenario(first.name, first.text, lambda name: table.text)
    battle = longroll.new("honor_glory", text, seed=1)
    assert isinstance(battle.state, State)
    own = [unit for unit in battle.state.units.values() if unit.side == "union"]
    assert [unit.arm for unit in own].count("infantry") == 4
    assert [unit.arm for unit in own].count("cavalry") == 2
    assert [unit.arm for unit in own].count("artillery") == 1
    assert any(note.value.startswith("6 regiments and 1 battery") for note in made.notes)
    assert SYSTEM.scenario_title(text) == made.title
    assert longroll.replay(battle.record()).hash() == battle.hash()


def test_the_same_answers_make_the_same_scenario() -> None:
    assert make({"seed": 5}) == make({"seed": 5}) != make({"seed": 6})


@pytest.mark.parametrize(
    "answers, fault",
    [
        ({"seed": 0}, "seed: must be a number from 1 to 999999, not 0"),
        ({"seed": True}, "seed: must be a number"),
        ({"date": "1859-01"}, "date: must be one of"),
        ({"colour": "blue"}, "colour: the form has no such field"),
        ({"union": []}, "union: must have 1 to 8 rows"),
        ({"union": "many"}, "union: must have 1 to 8 rows"),
        ({"union": [brigade(men=60)]}, "union, brigade 1, men: must be a number from 100 to 5000"),
        ({"union": [brigade(), brigade(title='"')]}, "union, brigade 2, title: must be up to 60"),
        ({"union": [brigade(men=5000)] * 4}, "union: 40 regiments do not fit on the table"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(answers: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadScenario) as refused:
        make(answers)
    assert any(one.startswith(fault) for one in refused.value.faults), refused.value.faults


@pytest.mark.rule("honor_glory:E.1", "honor_glory:E.limit.div")
def test_an_army_keeps_to_the_points_that_were_agreed() -> None:
    men = {"men": 2500, "class": "C"}  # five regiments a brigade, of 5 points each
    both = {side: [brigade(**men)] * 2 for side in ("union", "confederate")}
    guns = {f"{side}_guns": 6 for side in both}
    made = make({"points": "100", **both, **guns})
    told = {note.label: note.value for note in made.notes}
    # A chief of 7, two brigadiers of 4, ten regiments of 5, a battery of medium range of 16.
    assert told["Union points"] == "81 of 100"
    assert "division" not in made.files[0].text
    free = {note.label: note.value for note in make({**both, **guns}).notes}
    assert free["Union points"] == "86"  # and a commander of their division


@pytest.mark.parametrize(
    "answers, fault",
    [
        pytest.param(
            {"union": [brigade(men=2500, **{"class": "A"})] * 2},
            "union: it costs 165 points, more than 100 [honor_glory:E.1]",
            marks=pytest.mark.rule("honor_glory:E.1"),
        ),
        pytest.param(
            {"confederate": [brigade()]},
            "confederate: 1 brigade: 2 to 3 allowed [honor_glory:E.limit.bde]",
            marks=pytest.mark.rule("honor_glory:E.limit.bde"),
        ),
        pytest.param(
            {"union_guns": 12},
            "union: one battery for every 7 regiments [honor_glory:E.ratio.art]",
            marks=pytest.mark.rule("honor_glory:E.ratio.art"),
        ),
    ],
)
def test_an_army_beyond_its_points_is_refused_by_the_list(
    answers: dict[str, Any], fault: str
) -> None:
    with pytest.raises(BadScenario) as refused:
        make({"points": "100", **answers})
    assert fault in refused.value.faults


def test_a_generator_is_found_by_its_name() -> None:
    found = generator_of(SYSTEM)
    assert found is not None
    assert found.form is FORM
    assert generator_of(system_named("corinth")) is None


def test_the_terminal_writes_the_files(tmp_path: Path) -> None:
    ran = CliRunner().invoke(
        app, ["scenario", "make", "honor_glory", "seed=3", "--out", str(tmp_path)]
    )
    assert ran.exit_code == 0, ran.output
    assert "8 regiments and 1 battery" in ran.output
    text = (tmp_path / "pickup.toml").read_text()
    table = (tmp_path / "pickup.table.toml").read_text()
    assert SYSTEM.read_scenario("pickup.toml", text, lambda name: table)
    shown = CliRunner().invoke(app, ["scenario", "make", "honor_glory", "--form"])
    assert "date: Month" in shown.output
