"""The tables of Corinth's own rules: Victory Points, levels, reserves, solitaire dice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Literal

import pytest

from longroll.systems.corinth.tables import TABLES

REFERENCE = Path(__file__).parents[4] / "shared" / "reference" / "gbacw-tables.json"
Version = Literal["free", "solitaire", "historical"]


def test_the_days() -> None:
    turns = TABLES.turns
    assert (turns.first_day, turns.night, turns.second_day) == ((1, 16), (17, 20), (21, 32))


@pytest.mark.parametrize(
    "objective, halves",
    [
        ("secondary_redan", 2),
        ("primary_redan", 6),
        ("2437", 10),
        ("3844", 6),
        ("2344", 4),
        ("corinth", 1),
    ],
)
def test_objectives_in_halved(objective: str, halves: int) -> None:
    assert TABLES.objective(objective) == halves
    assert len(TABLES.objectives) == 6


@pytest.mark.parametrize(
    "leader, captured, killed, wounded",
    [
        ("rosecrans", 6, 4, 2),
        ("union_division", 4, 4, 2),
        ("van-dorn", -6, -4, -2),
        ("confederate_division", -4, -4, -2),
    ],
)
def test_leaders_in_halved(leader: str, captured: int, killed: int, wounded: int) -> None:
    fates = [TABLES.leader(leader, fate) for fate in ("captured", "killed", "wounded")]
    assert fates == [captured, killed, wounded]
    assert len(TABLES.leaders) == 4


def test_the_other_victory_points() -> None:
    victory = TABLES.victory
    assert (victory.union_battery, victory.confederate_battery) == (1, -1)
    assert (victory.losses_a_point, victory.uncommitted_formation) == (5, -1)
    assert (victory.first_day_confederate, victory.first_day_union) == (20, 4)


@pytest.mark.parametrize(
    "version, bounds",
    [
        ("free", [0, 3, 6.5, 12, 18]),
        ("solitaire", [0, 2.5, 6, 11, 16]),
        ("historical", [0, 4, 9, 16, 24]),
    ],
)
def test_levels_of_victory_end_at_their_bounds(version: Version, bounds: list[float]) -> None:
    names = TABLES.levels.names
    assert names == (
        "Decisive Union",
        "Substantial Union",
        "Marginal Union",
        "Marginal Confederate",
        "Substantial Confederate",
        "Decisive Confederate",
    )
    for place, bound in enumerate(bounds):
        assert TABLES.level(version, int(2 * bound)) == names[place]
        assert TABLES.level(version, int(2 * bound) + 1) == names[place + 1]
    assert TABLES.level(version, -50) == names[0]
    assert TABLES.level(version, 500) == names[-1]


def test_rapid_fire_and_reserves() -> None:
    rapid, reserve = TABLES.rapid_fire, TABLES.reserve
    assert (rapid.rounds, rapid.multiplier, rapid.range) == (3, 2, 3)
    assert (rapid.fouls_on, rapid.unfouls_on) == ((6,), (1, 2, 3))
    assert (reserve.first_turn, reserve.attempts, reserve.automatic_turn) == (6, 2, 15)
    assert reserve.commits_on == {
        "hamilton": (1, 2),
        "stanley": (1,),
        "crocker": (1,),
        "mizner": (1,),
    }


@pytest.mark.rule("corinth:29.56")
@pytest.mark.parametrize(
    "turn, hebert, maury, lovell",
    [(1, 3, 3, 2), (2, 4, 4, 2), (3, 4, 4, 3), (4, 5, 5, 4), (5, 5, 5, 5), (6, 6, 6, 6)],
)
def test_division_arrival(turn: int, hebert: int, maury: int, lovell: int) -> None:
    for division, highest in (("hebert", hebert), ("maury", maury), ("lovell", lovell)):
        arrives = [TABLES.arrives(division, turn, die) for die in range(1, 7)]
        assert arrives == [die <= highest for die in range(1, 7)]


@pytest.mark.rule("corinth:29.57")
@pytest.mark.parametrize(
    "turn, areas",
    [(1, "ABCCDE"), (2, "ABCCDE"), (3, "ABCDEF"), (4, "ABCDEF"), (5, "BCDEFG"), (6, "BCDEFG")],
)
def test_area_determination(turn: int, areas: str) -> None:
    assert "".join(TABLES.assault_area(turn, die) for die in range(1, 7)) == areas


def test_solitaire_dice_choose_between_maury_and_hebert() -> None:
    assert TABLES.solitaire == {"maury": (1, 2, 3), "hebert": (4, 5, 6)}


def test_the_tables_agree_with_the_reference() -> None:
    if not REFERENCE.is_file():
        pytest.skip("the reference files are not on this machine")
    reference = json.loads(REFERENCE.read_text(encoding="utf-8"))
    victory, solitaire = reference["victory"], reference["solitaire"]
    objectives = {
        name.removeprefix("hex_").removesuffix("_hex"): points
        for name, points in victory["objectives"].items()
    }
    assert objectives == TABLES.objectives
    for version, name in (("free", "free_two_player"), ("solitaire", "free_solitaire")):
        highest = [high for _, high, _ in victory["levels"][name][:-1]]
        assert highest == list(getattr(TABLES.levels, version))
    arrival = solitaire["division_arrival"]["enters_if_die_at_most"]
    for turn, dice in TABLES.arrival.items():
        assert {name.title(): die for name, die in dice.items()} == arrival[str(turn)]
        assert list(TABLES.area[turn]) == solitaire["area_determination"][str(turn)]
