"""Scenario files: how they are mustered, what is wrong with one, and who wins."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import msgspec
import pytest

from longroll.board.table.terrain import piece
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.miniatures.victory import (
    AloneAt,
    FewerLost,
    FiguresLeft,
    FormedBeyond,
    HoldsWall,
    Victory,
)
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.datafile import DataError
from longroll.systems.mckie.scenarios import goals
from longroll.systems.mckie.scenarios.datafiles import read_scenario
from longroll.systems.mckie.scenarios.scenario import NAMES, scenario_named
from longroll.systems.mckie.sequence import EndPeriod
from longroll.systems.mckie.table import field as measured
from longroll.systems.mckie.table.closing import result
from longroll.systems.mckie.table.state import State
from tests.rulebook.mckie.field import SYSTEM, lay, position, troops

DATA = files("longroll.systems.mckie") / "data" / "scenarios"
RIDGE = (DATA / "mcphersons-ridge.toml").read_text(encoding="utf-8")


def strengths(name: str) -> dict[str, int]:
    return {one.id: one.figures or one.models for one in scenario_named(name).file.troops}


# Mustering


@pytest.mark.rule("mckie:unit.scaling")
@pytest.mark.rule("mckie:unit.split")
def test_brigades_in_men_become_units_by_the_book() -> None:
    ridge = strengths("mcphersons-ridge")
    assert ridge["archer"] == 30
    assert [ridge[id] for id in ("davis1", "davis2")] == [29, 29]
    assert [ridge[f"pettigrew{number}"] for number in (1, 2, 3)] == [22, 22, 21]
    assert ridge["brockenbrough"] == 24
    assert [ridge["gamble1"], ridge["gamble2"], ridge["devin"]] == [20, 20, 28]
    # The scenario divides these itself.
    assert [ridge["meredith1"], ridge["meredith2"]] == [24, 22]
    assert [ridge["cutler1"], ridge["cutler2"]] == [26, 24]
    angle = strengths("the-angle")
    assert [angle[f"garnett{number}"] for number in (1, 2)] == [18, 18]
    assert [angle[f"kemper{number}"] for number in (1, 2)] == [21, 20]
    assert [angle[f"armistead{number}"] for number in (1, 2)] == [25, 24]
    assert [angle[id] for id in ("webb", "hall", "harrow1", "harrow2")] == [30, 23, 17, 17]


@pytest.mark.rule("mckie:unit.artillery")
def test_guns_become_models() -> None:
    ridge = strengths("mcphersons-ridge")
    assert [ridge[id] for id in ("pegram", "brander", "calef", "hall")] == [2, 1, 1, 1]


@pytest.mark.rule("mckie:cat.assign")
def test_the_qualities_are_those_of_the_order_of_battle() -> None:
    found = {one.id: one.quality for one in scenario_named("mcphersons-ridge").file.troops}
    assert (found["archer"], found["davis1"], found["cutler1"]) == ("veteran", "raw", "experienced")


# The files


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_and_its_table_are_without_fault(name: str) -> None:
    for file in (f"{name}.toml", scenario_named(name).file.table):
        text = (DATA / file).read_text(encoding="utf-8")
        assert SYSTEM.check_file(file, text) == []


@pytest.mark.parametrize("name", NAMES)
def test_every_scenario_begins_with_a_sound_table(name: str) -> None:
    state = SYSTEM.start(name, SYSTEM.read_options({}))
    assert list(SYSTEM.faults(state)) == []
    assert state.battle.file.victory or state.battle.file.objectives


def test_the_wall_covers_those_who_begin_behind_it() -> None:
    state = SYSTEM.start("the-angle", SYSTEM.read_options({}))
    for id in ("webb", "hall", "harrow1", "cushing", "arnold"):
        assert measured.cover_of(state, state.units[id]) == "wall", id


def faults(old: str, new: str) -> list[str]:
    assert old in RIDGE
    found = SYSTEM.check_file("own.toml", RIDGE.replace(old, new, 1))
    assert found is not None
    return found


@pytest.mark.parametrize(
    "old, new, fault",
    [
        ("men = 1200", "men = 0", "Archer's Brigade: infantry is counted in men"),
        ('quality = "veteran"', 'quality = "brave"', "'brave' is not a quality"),
        ("split = [24, 22]", "split = [24, 12]", "meredith: split into 36"),
        ("at = [[23, 37.5], [23, 27]]", "at = [[23, 37.5]]", "gamble: 1 places for 2 units"),
        ("at = [[23, 11]]", "at = [[23, 2]]", "devin is not on the table"),
        ("at = [[23, 11]]", "at = [[23, 26]]", "devin overlaps gamble2"),
        ('weapon = "3in_rifled_gun"', 'weapon = "catapult"', "'catapult' is not a weapon"),
        ('formation = "limbered"', 'formation = "line"', "field artillery cannot be in line"),
        ("arrives = 5", "arrives = 50", "it arrives in period 50"),
        ('division = "heth"\narrives', 'division = "nobody"\narrives', "nobody commands"),
        ('id = "brander"', 'id = "pegram"', "the id 'pegram' is already taken"),
        ('begins = "9:40"', 'begins = "9.40"', "'9.40' is not a time of day"),
        ('ratings = "-/U"', 'ratings = "-/X"', "'-/X' is not a rating"),
        ("periods = 10", "periods = 0", "0 periods"),
        ('edge = "west"', 'edge = "left"', "deployment.confederate.edge"),
        ("at = [2, 24]", "", "heth: it is nowhere"),
        ('id = "buford"\n', 'id = "heth"\n', "the id 'heth' is already taken"),
    ],
)
def test_a_fault_is_named_with_its_place(old: str, new: str, fault: str) -> None:
    found = faults(old, new)
    assert any(fault in one for one in found), found
    assert all(one.startswith("own.toml:") for one in found)


def test_a_mustered_unit_is_found_at_its_brigade() -> None:
    (fault,) = faults('id = "brander"', 'id = "pegram"')
    line = int(fault.split(":")[1].split()[0])
    below = "\n".join(RIDGE.splitlines()[line - 1 :])
    assert below.startswith('[[brigades]]\nid = "brander"')


def test_other_files_are_left_to_others() -> None:
    assert SYSTEM.check_file("x.toml", 'title = "something else"') is None
    (fault,) = SYSTEM.check_file("t.toml", 'schema = 1\ntitle = "t"\nwidth = 48\nheight = 0') or []
    assert fault.startswith("t.toml:4")


def test_reading_a_faulty_file_raises_with_every_fault() -> None:
    with pytest.raises(DataError) as caught:
        read_scenario(RIDGE.replace("men = 1200", "men = 0").replace("men = 970", "men = 0"), "x")
    assert len(caught.value.faults) == 2


# Victory


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = piece("wall", "the wall", (1000, 2000), (4000, 2000), width=10)
    lay(monkeypatch, [wall])


def with_units(**units: Unit) -> State:
    return position(units)


@pytest.mark.rule("mckie:victory.none")
@pytest.mark.usefixtures("bare")
def test_alone_at_a_place() -> None:
    goal = AloneAt("union", "the tree", (20, 20), 3)
    near, enemy = troops("union", 20, 22), troops("confederate", 20, 17, 180)
    assert goals.GOALS.is_met(with_units(u1=near), goal)
    assert not goals.GOALS.is_met(with_units(u1=near, c1=enemy), goal)
    assert not goals.GOALS.is_met(with_units(u1=troops("union", 20, 24)), goal)
    routing = msgspec.structs.replace(enemy, standing="routing")
    assert goals.GOALS.is_met(with_units(u1=near, c1=routing), goal)
    wagon = troops("union", 20, 22, arm="wagon", figures=1, formation="column")
    assert not goals.GOALS.is_met(with_units(u1=wagon), goal)


@pytest.mark.rule("mckie:victory.none")
@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("line", [((29, 0), (29, 48)), ((29, 48), (29, 0))])
def test_formed_units_beyond_a_line(line: Any) -> None:
    goal = FormedBeyond("confederate", line, "east", 2)
    west = msgspec.structs.replace(goal, beyond="west")
    east_of_it = {
        "c1": troops("confederate", 33, 10, 180),
        "c2": troops("confederate", 33, 20, 180),
    }
    assert goals.GOALS.is_met(position(east_of_it), goal)
    assert not goals.GOALS.is_met(position(east_of_it), west)
    astride = {**east_of_it, "c2": troops("confederate", 31, 20, 180)}
    assert not goals.GOALS.is_met(position(astride), goal)
    guns = {**east_of_it, "c2": troops("confederate", 33, 20, 180, arm="cavalry", figures=12)}
    assert not goals.GOALS.is_met(position(guns), goal)
    broken = {**east_of_it, "c2": troops("confederate", 33, 20, 180, standing="retreating")}
    assert not goals.GOALS.is_met(position(broken), goal)


@pytest.mark.rule("mckie:victory.none")
@pytest.mark.usefixtures("bare")
def test_inches_of_wall() -> None:
    # Six stands along the wall reach an inch farther at both ends.
    here = troops("confederate", 20, 19.9, 180)
    state = with_units(c1=here)
    assert goals.GOALS.wall_held(state, "confederate", "the wall") == 800
    assert goals.GOALS.is_met(state, HoldsWall("confederate", "the wall", 8))
    assert not goals.GOALS.is_met(state, HoldsWall("confederate", "the wall", 8.25))
    shared = with_units(c1=here, u1=troops("union", 20, 20.1, figures=8))
    assert goals.GOALS.wall_held(shared, "confederate", "the wall") == 400
    assert goals.GOALS.wall_held(shared, "union", "the wall") == 0


@pytest.mark.rule("mckie:victory.none")
@pytest.mark.usefixtures("bare")
def test_figures_left_and_figures_lost() -> None:
    half = with_units(
        u1=troops("union", 20, 30, figures=12, original=24),
        u2=troops("union", 40, 30, figures=12, original=24),
        c1=troops("confederate", 20, 10, 180, figures=1, original=24),
    )
    assert goals.GOALS.is_met(half, FiguresLeft("union", 50))
    assert not goals.GOALS.is_met(half, FiguresLeft("union", 51))
    assert goals.GOALS.losses(half, "union") == 24
    assert goals.GOALS.is_met(half, FewerLost("confederate"))
    assert not goals.GOALS.is_met(half, FewerLost("union"))
    # Who has left the field counts as lost; who is out as a screen does not.
    half.remove("u2", "routed off the field")
    assert goals.GOALS.losses(half, "union") == 36
    screened = with_units(
        u1=troops("union", 20, 30, figures=16, original=20),
        s1=troops("union", 20, 27, figures=4, formation="skirmish", parent="u1"),
    )
    assert goals.GOALS.losses(screened, "union") == 0


@pytest.mark.rule("mckie:victory.none")
def test_the_first_condition_that_is_met_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    victory = (
        Victory("confederate", "they are over", (FewerLost("confederate"),)),
        Victory("union", "they hold", (FiguresLeft("union", 50),)),
    )
    lay(monkeypatch, victory=victory)
    units = {
        "u1": troops("union", 20, 30, figures=20, original=24),
        "c1": troops("confederate", 20, 10, 180),
    }
    won = result(position(units))
    assert (won.winner, won.reason) == ("confederate", "they are over")
    units["c1"] = troops("confederate", 20, 10, 180, figures=20, original=24)
    assert result(position(units)).winner == "union"
    units["u1"] = troops("union", 20, 30, figures=11, original=24)
    units["c1"] = troops("confederate", 20, 10, 180, figures=11, original=24)
    assert result(position(units)).winner is None


@pytest.mark.rule("mckie:victory.none")
def test_the_ridge_and_the_angle_are_won_as_they_say() -> None:
    state = SYSTEM.start("mcphersons-ridge", SYSTEM.read_options({}))
    assert result(state).winner == "union"
    for id, y in (("davis1", 5), ("davis2", 12)):
        state.change(id, place="table", x=3600, y=y * 100, heading=900)
    assert result(state).winner == "confederate"
    state = SYSTEM.start("the-angle", SYSTEM.read_options({}))
    assert result(state).winner == "union"
    state.remove("webb", "gone")
    state.put("garnett1", troops("confederate", 43.9, 22, 90).pose)
    assert result(state).winner == "confederate"


@pytest.mark.rule("mckie:loss.1")
@pytest.mark.rule("mckie:loss.2")
@pytest.mark.rule("mckie:loss.3")
def test_the_reckoning_says_who_fell_who_comes_back_and_who_was_taken() -> None:
    state = with_units(
        u1=troops("union", 20, 30, figures=13, original=24, captured=3),
        c1=troops("confederate", 20, 10, 180, figures=21, original=24),
    )
    scores = result(state).scores
    fallen = {(score.side, score.reason): score.points for score in scores}
    # 8 fell and were not captured: 15 in a hundred dead, half of them back, the rest badly wounded.
    assert fallen["union", "figures dead"] == 1
    assert fallen["union", "figures badly wounded"] == 3
    assert fallen["confederate", "figures dead"] == 0
    assert fallen["confederate", "figures badly wounded"] == 2
    found = {(score.side, score.rule): score.points for score in scores}
    assert found["union", "mckie:loss.2"] == 4
    assert found["union", "mckie:loss.3"] == 3
    assert found["confederate", "mckie:loss.2"] == 1


@pytest.mark.rule("mckie:victory.none")
def test_the_battle_ends_with_its_last_period_or_when_an_army_is_gone() -> None:
    units = {"u1": troops("union", 20, 30), "c1": troops("confederate", 20, 10, 180)}
    state = position(units, period=9)
    umpire = Umpire(Scripted(()))
    EndPeriod().run(state, umpire)
    assert state.result is None
    state = position(units, period=10)
    EndPeriod().run(state, umpire)
    assert state.result is not None
    units["c1"] = troops("confederate", 20, 10, 180, standing="routing")
    state = position(units, period=4)
    EndPeriod().run(state, umpire)
    assert state.result is not None
    units["c2"] = troops("confederate", 20, 10, 180, place="reserve", arrives=6)
    state = position(units, period=4)
    EndPeriod().run(state, umpire)
    assert state.result is None


@pytest.mark.parametrize("table", ["x" * 300 + ".toml", "../units.toml", "no-such.table.toml"])
def test_a_scenario_may_name_any_table(table: str) -> None:
    """Tables of its own are not ours to read, whatever they are called."""
    own = next(line for line in RIDGE.splitlines() if line.startswith("table ="))
    assert read_scenario(RIDGE.replace(own, f'table = "{table}"'), "x").table == table
