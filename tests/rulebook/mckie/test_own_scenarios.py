"""Scenarios of players' own: read from files, played, recorded, and refused with every fault."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import msgspec
import pytest

import longroll
from longroll.board.table import Piece, piece
from longroll.board.table.terrain import KINDS
from longroll.kernel.bounds import LONGEST_SCENARIO
from longroll.kernel.state import freeze
from longroll.miniatures.scenarios import parts_of
from longroll.systems.mckie.fire.facts import firer_facts, target_facts
from longroll.systems.mckie.fire.rules import Shot, fire_factor
from longroll.systems.mckie.scenarios.scenario import NAMES, scenario_named
from longroll.systems.mckie.system import system
from longroll.systems.mckie.terrain.cover import cover_effect
from tests.rulebook.mckie.field import lay, position, troops

DATA = files("longroll.systems.mckie") / "data" / "scenarios"
ANGLE = (DATA / "the-angle.toml").read_text(encoding="utf-8")
VALLEY = (DATA / "the-angle.table.toml").read_text(encoding="utf-8")
MINE = ANGLE.replace("the-angle.table.toml", "mine.table.toml").replace("The angle,", "My angle,")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine.toml").write_text(MINE, encoding="utf-8")
    (tmp_path / "mine.table.toml").write_text(VALLEY, encoding="utf-8")
    return tmp_path / "mine.toml"


def begun(scenario: Path | str, slug: str = "mckie", **options: bool) -> Any:
    """The state of a battle of it."""
    return longroll.new(slug, scenario, options=options).state


def faults(text: str, table: str = VALLEY) -> tuple[str, ...]:
    with pytest.raises(longroll.BadScenario) as caught:
        system.read_scenario("mine.toml", text, lambda name: table)
    return caught.value.faults


# Playing


@pytest.mark.parametrize("slug", ["mckie", "mckie_umpire"])
def test_a_battle_of_a_players_own_is_a_function_of_its_record(slug: str, mine: Path) -> None:
    battle = longroll.new(slug, mine, seed=3)
    assert battle.system.scenario_title(battle.state.scenario) == "My angle, 3 July 1863"
    for _ in range(20):
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
    record = battle.record()
    for file in mine.parent.iterdir():
        file.unlink()  # the record needs no file
    again = longroll.replay(record)
    assert (again.hash(), again.past.number) == (battle.hash(), 20)
    assert longroll.position(slug, battle.to_position()).hash() == battle.hash()
    assert battle.system.thaw(freeze(battle.state)) == battle.state


def test_its_text_does_not_leave_the_engine_with_every_view(mine: Path) -> None:
    view = longroll.new("mckie", mine).view("union")
    assert (view.scenario, view.facts.scenario) == ("own", "own")
    assert b"muzzle_loading_rifle" not in msgspec.json.encode(view)


def test_both_files_may_be_in_one_text(mine: Path) -> None:
    text = longroll.new("mckie", mine).state.scenario
    assert [part is not None and part.count("schema") for part in parts_of(text)] == [1, 1]
    assert system.require_scenario(text) == text
    assert longroll.new("mckie", text).state == longroll.new("mckie", mine).state


def test_a_table_that_ships_with_the_rules_needs_no_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(ANGLE, encoding="utf-8-sig")
    battle = longroll.new("mckie", tmp_path / "mine.toml")
    assert parts_of(battle.state.scenario)[1] is None


def test_every_file_in_the_folder_is_a_scenario() -> None:
    there = {file.name for file in DATA.iterdir() if file.name.endswith(".toml")}
    scenarios = {name for name in there if not name.endswith(".table.toml")}
    assert {f"{name}.toml" for name in NAMES} == scenarios
    assert NAMES[0] == "millers-crossroads"  # the smallest is the one to begin with
    assert list(system.scenarios) == list(NAMES)


def test_a_scenario_may_have_its_own_usual_options(mine: Path) -> None:
    mine.write_text(f"{MINE}\n[options]\ngeneralship = true\ncards = true\n", encoding="utf-8")
    usual = begun(mine).options
    assert (usual.generalship, usual.cards) == (True, True)
    asked = longroll.new("mckie", mine, options={"generalship": False})
    assert longroll.replay(asked.record()).hash() == asked.hash()
    other = begun(mine, generalship=False).options
    assert (other.generalship, other.cards) == (False, True)
    assert begun(mine, "mckie_umpire").options.generalship is True
    [fault] = faults(f"{MINE}\n[options]\nweather = true\n")
    assert "weather" in fault


# What is wrong with one


def test_every_fault_is_told_with_its_file_and_line() -> None:
    text = MINE.replace('formation = "supported_line"', 'formation = "unlimbered"')
    text = text.replace("at = [6, 21.5]", "at = [60.5, 21.5]")
    line = text.split("\n").index('id = "armistead"')
    found = faults(text)
    assert any(one.startswith(f"mine.toml:{line} – armistead1: ") for one in found)
    assert any("60.5, 21.5 is not on the table" in one for one in found)


def test_faults_of_the_table_are_those_of_its_file() -> None:
    [fault] = faults(MINE, VALLEY.replace('kind = "wall"', 'kind = "moat"'))
    assert fault.startswith("mine.table.toml:")
    assert "unknown kind 'moat'" in fault


@pytest.mark.parametrize(
    "old, new, told",
    [
        ('id = "webb"', 'id = "Webb 1"', "the id 'Webb 1'"),
        ('name = "the angle"\nat', 'name = "the [angle]"\nat', "a place called 'the [angle]'"),
        ("within = 3", "within = 0", "within 0 in"),
        ("depth = 12", "depth = -1", "a depth of -1 in"),
        ('divisions = ["gibbon"]', 'divisions = ["gibbon"]\nsuperior = "pickett"', "'pickett'"),
        ('divisions = ["gibbon"]', 'divisions = ["gibbon"]\nsuperior = "gibbon"', "'gibbon'"),
        ('side = "union"', 'side = "confederate"', "the union army has no troops"),
    ],
)
def test_what_cannot_be_played_is_refused(old: str, new: str, told: str) -> None:
    assert any(told in one for one in faults(MINE.replace(old, new)))


def test_more_units_than_a_battle_has_are_refused() -> None:
    unit = MINE[MINE.index('[[brigades]]\nid = "hall"') : MINE.index('[[brigades]]\nid = "harrow"')]
    many = "".join(
        unit.replace('"hall"', f'"h{at}"').replace("at = [[44.06, 29.4]]", "arrives = 2")
        for at in range(30)
    ).replace("men = 920", "men = 9200")
    assert any("units – at most 150" in one for one in faults(MINE + many))


HOSTILE = {
    "long": MINE + "# " + "x" * LONGEST_SCENARIO,
    "keys": MINE + ".".join("a" * 40_000) + " = 1\n",
    "headings": MINE + "[" + ".".join("a" * 40_000) + "]\n",
    "nested": MINE + "a = " + "[" * 40_000 + "\n",
    "numbers": MINE + "a = " + "9" * 40_000 + "\n",
    "inline": MINE + "a = " + "{a=" * 20_000 + "\n",
    "strings": MINE + 'a = "' + "\\u0041" * 10_000 + '"\n',
    "units": MINE + '[[brigades]]\nid = "x"\n' * 4_000,
    "surrogate": MINE.replace("My angle", "My \ud800angle"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_at_once(kind: str) -> None:
    began = perf_counter()
    assert faults(HOSTILE[kind])
    assert perf_counter() - began < 2


@pytest.mark.parametrize("kind", ["corners", "pieces", "points"])
def test_a_hostile_table_is_refused_at_once(kind: str) -> None:
    comb = ", ".join(f"[{x}, {1 + 30 * (x % 2)}]" for x in range(55)) + ", [55, 39], [0, 39]"
    area = f'[[piece]]\nkind = "rough"\nname = "r"\npoints = [{comb}]\n'
    table = {
        "corners": VALLEY + area.replace("[0, 1]", ", ".join(f"[0, {y / 9}]" for y in range(60))),
        "pieces": VALLEY + '[[piece]]\nkind = "rough"\nname = "r"\npoints = []\n' * 300,
        "points": VALLEY + area * 18,
    }[kind]
    began = perf_counter()
    assert any("at most" in one for one in faults(MINE, table))
    assert perf_counter() - began < 2


def test_damage_is_accepted_or_refused_and_what_is_accepted_can_be_played() -> None:
    chance = Random(1863)
    lines = MINE.split("\n")
    played = 0
    for _ in range(150):
        twin = lines.copy()
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(twin))
            match chance.randrange(3):
                case 0:
                    del twin[at]
                case 1:
                    twin[at] = chance.choice(lines)
                case _:
                    twin[at] = twin[at].translate({ord(str(chance.randrange(10))): "7"})
        try:
            text = system.read_scenario("mine.toml", "\n".join(twin), lambda name: VALLEY)
        except longroll.BadScenario:
            continue
        battle = longroll.new("mckie", text)
        assert not list(system.faults(begun(text)))
        for _ in range(3):
            assert battle.decision is not None
            battle.play(battle.decision.choices[-1])
        played += 1
    assert played > 10


# Flags of a piece


def flagged(kind: str, **flags: bool) -> Piece:
    """A barrier before the unit at 20, 20."""
    if KINDS[kind].shape == "area":
        made = piece(kind, "it", (1500, 1900), (2500, 1900), (2500, 2500), (1500, 2500))
    else:
        made = piece(kind, "it", (1000, 1990), (3000, 1990), width=10)
    return msgspec.structs.replace(made, **flags)


@pytest.mark.rule("mckie:fire.factor.cover")
@pytest.mark.rule("mckie:fire.factor.rest")
@pytest.mark.parametrize(
    "kind, flags, fire, rest",
    [
        ("wall", {}, -2, True),
        ("wall", {"cover": False}, 0, True),
        ("wall", {"rest": False}, -2, False),
        ("wall", {"cover": False, "rest": False}, 0, False),
        ("fence", {}, 0, True),
        ("fence", {"cover": True}, -2, True),
        ("fence", {"rest": False}, 0, False),
        ("trench", {}, -2, False),
        ("trench", {"rest": True}, -2, True),
        ("works", {}, -4, False),
        ("works", {"cover": False, "rest": False}, 0, False),
        ("open_woods", {}, -2, False),
        ("open_woods", {"cover": False}, 0, False),
        ("rough", {}, 0, False),
        ("rough", {"cover": True}, -2, False),
    ],
)
def test_a_piece_may_have_other_cover_and_rest_than_its_kind(
    monkeypatch: pytest.MonkeyPatch, kind: str, flags: dict[str, bool], fire: int, rest: bool
) -> None:
    lay(monkeypatch, [flagged(kind, **flags)])
    state = position({"u": troops("union", 20, 20), "c": troops("confederate", 20, 14, 180)})
    assert cover_effect(target_facts(state, "u").cover).fire == fire
    lines = fire_factor(firer_facts(state, "u"), target_facts(state, "c"), Shot(distance=600))
    assert not isinstance(lines, longroll.Refusal)
    assert any(line.rule == "mckie:fire.factor.rest" for line in lines) is rest


def test_the_flags_of_a_table_file_reach_the_battle(mine: Path) -> None:
    table = mine.with_name("mine.table.toml")
    table.write_text(VALLEY.replace('name = "the stone wall"', 'name = "x"\ncover = false'))
    mine.write_text(MINE.replace("the stone wall", "x"))
    state = begun(mine)
    assert cover_effect(target_facts(state, "webb").cover).fire == 0
    assert scenario_named(state.scenario).table.pieces[-1].cover is False
