"""The terrain chart, the column shifts, the chits and the small tables of the battle."""

from __future__ import annotations

from collections import Counter

import pytest

from longroll.systems.blind_swords.charts import ARMS, Arm, odds
from longroll.systems.blind_swords.tables import DICE, READINGS
from longroll.systems.chickasaw_bayou.tables import CHARTS, CHITS, TABLES
from tests.rulebook.blind_swords.reference import tables

SIDE = {"USA": "union", "CSA": "confederate"}


def costs(line: object) -> list[object]:
    return [getattr(line, arm) for arm in ARMS]


# Movement


@pytest.mark.rule("chickasaw_bayou:series.terrain_chart")
def test_what_terrain_costs() -> None:
    assert {name: costs(line) for name, line in CHARTS.terrain.items()} == {
        "clear": [1, 1, 1],
        "light_woods": [2, 3, 3],
        "heavy_woods": [3, "road", "road"],
        "cypress": [4, "no", "no"],
        "swamp": [2, "road", "road"],
        "bayou": [4, "no", "no"],
        "lake": ["no", "no", "no"],
        "blakes_levee": [1, 1, 1],
    }
    assert {name: costs(line) for name, line in CHARTS.hexsides.items()} == {
        "creek": [1, 1, 1],
        "levee": [1, 1, 1],
        "slope_up": [1, 1, 1],
        "slope_down": [0, 0, 0],
        "steep_slope_up": [2, 2, "all"],
        "steep_slope_down": [1, 1, 1],
    }


@pytest.mark.parametrize(
    "arm, lane, pike", [("infantry", 2, 2), ("cavalry", 2, 1), ("artillery", 2, 1)]
)
def test_roads_in_halves_of_a_point(arm: Arm, lane: int, pike: int) -> None:
    assert (CHARTS.roads["lane"].cost(arm), CHARTS.roads["pike"].cost(arm)) == (lane, pike)


def test_the_costs_and_their_marks_are_those_of_the_reference() -> None:
    theirs = tables()["terrain_effects"]
    words = {None: "no", 0.5: 0.5}
    ours = {
        **CHARTS.terrain,
        **CHARTS.roads,
        "fallen_timber_full_union": CHARTS.obstacles["full_timber"]["union"],
        "fallen_timber_half_union": CHARTS.obstacles["half_timber"]["union"],
        "fallen_timber_csa": CHARTS.obstacles["full_timber"]["confederate"],
    }
    assert CHARTS.obstacles["half_timber"]["confederate"] == ours["fallen_timber_csa"]
    for line in theirs["hexes"]:
        if line["terrain"] == "trench":
            continue  # a Trench lies in clear ground and adds nothing
        for arm in ARMS:
            cost = line[arm]["cost"]
            assert getattr(ours[line["terrain"]], arm) == words.get(cost, cost), line
            assert ours[line["terrain"]].marks[arm] == line[arm]["mark"], line
    for line in theirs["hexsides"]:
        side = CHARTS.hexsides[line["hexside"]]
        guns = line.get("artillery", line)
        assert costs(side) == [line["cost"], line["cost"], guns["cost"]]
        assert side.marks == {
            "infantry": line["mark"],
            "cavalry": line["mark"],
            "artillery": guns["mark"],
        }


# What ground is


@pytest.mark.rule("chickasaw_bayou:2.10n.1")
def test_woods_are_light_heavy_and_cypress() -> None:
    woods = {name for name, ground in CHARTS.terrain.items() if ground.woods}
    assert woods == {"light_woods", "heavy_woods", "cypress"}


def test_what_stands_in_the_way_of_sight() -> None:
    assert {name: ground.sight for name, ground in CHARTS.terrain.items()} == {
        "clear": "open",
        "light_woods": "obscures",
        "heavy_woods": "blocks",
        "cypress": "blocks",
        "swamp": "open",
        "bayou": "open",
        "lake": "open",
        "blakes_levee": "bank",
    }
    assert CHARTS.works["fallen_timber"].sight == "obscures"
    assert CHARTS.hexsides["levee"].sight == "bank"


def test_where_nobody_recovers_and_what_entry_asks_for() -> None:
    assert {n for n, ground in CHARTS.terrain.items() if not ground.rally} == {"bayou", "cypress"}
    assert {n for n, ground in CHARTS.terrain.items() if ground.check} == {"cypress"}
    assert {n for n, ground in CHARTS.terrain.items() if ground.table} == {"bayou"}


# Column shifts


def test_what_the_ground_of_the_target_does_to_fire() -> None:
    places = CHARTS.terrain | CHARTS.works
    found = {n: CHARTS.fire[p.fire_at].columns for n, p in places.items() if p.fire_at}
    assert found == {
        "light_woods": -1,
        "heavy_woods": -2,
        "cypress": -1,
        "blakes_levee": 2,
        "trench": -2,
        "fallen_timber": -1,
        "epaulement": -2,
        "good_ground": -2,
    }
    assert CHARTS.fire[CHARTS.hexsides["levee"].fire].columns == -1
    assert sum("trench" in name for name in CHARTS.fire) == 1


def test_what_ground_does_to_those_who_fight_from_it() -> None:
    places = CHARTS.terrain | CHARTS.works
    fire = {n: CHARTS.fire[p.fire_from].columns for n, p in places.items() if p.fire_from}
    attack = {
        n: CHARTS.close_combat[p.attack_from].columns for n, p in places.items() if p.attack_from
    }
    wanted = {"cypress": -1, "swamp": -1, "bayou": -1, "fallen_timber": -1}
    assert fire == attack == wanted
    # Timber is a line of its own, so that it counts beside the water it stands in.
    assert places["fallen_timber"].attack_from != places["swamp"].attack_from


def test_what_the_ground_of_the_defender_does_in_close_combat() -> None:
    places = CHARTS.terrain | CHARTS.works
    assert {
        n: CHARTS.close_combat[p.attack_at].columns for n, p in places.items() if p.attack_at
    } == {"heavy_woods": -1, "cypress": -1, "blakes_levee": -1, "trench": -2, "good_ground": -2}
    assert {
        n: CHARTS.close_combat[s.attack].columns for n, s in CHARTS.hexsides.items() if s.attack
    } == {"creek": -1, "levee": -1, "slope_up": -2, "steep_slope_up": -3}


@pytest.mark.parametrize(
    "attack, defend, columns",
    [
        (9, 3, 3), (8, 3, 2), (6, 3, 2), (9, 6, 1), (8, 5, 1), (7, 5, 0),
        (6, 6, 0), (5, 7, 0), (6, 9, -1), (4, 8, -2), (3, 8, -2), (2, 6, -3), (1, 9, -3),
    ],
)  # fmt: skip
def test_one_line_of_odds_at_most(attack: int, defend: int, columns: int) -> None:
    line = odds(attack, defend)
    assert (CHARTS.close_combat[line].columns if line else 0) == columns


def test_the_shifts_are_those_of_the_reference() -> None:
    renamed = {
        "through_woods_or_timber": "through_cover",
        "attacker_cr_higher": "attacker_cohesion_higher",
        "defender_cr_higher": "defender_cohesion_higher",
        "attacker_bad_ground": "attacker_water",
    }
    whole = tables()
    for table, ours in (("fire", CHARTS.fire), ("close_combat", CHARTS.close_combat)):
        theirs = {
            renamed.get(line["key"], line["key"]): line["shift"]
            for line in whole[f"{table}_column_shifts"]["shifts"]
        }
        # CB-20: an attacker on timber that stands in water is shifted for both.
        extra = {"attacker_fallen_timber": -1} if table == "close_combat" else {}
        assert {name: shift.columns for name, shift in ours.items()} == theirs | extra
        assert {shift.mark for shift in ours.values()} == {"S"}


# Chits


@pytest.mark.rule("chickasaw_bayou:series.command_ratings", "blind_swords:2.4.3")
def test_the_command_ratings() -> None:
    assert {one.name: (one.rating, one.casualty_rating) for one in CHITS.leaders.values()} == {
        "Morgan": (3, 2),
        "M.L. Smith": (4, 3),
        "A.J. Smith": (4, 3),
        "Steele": (3, 2),
        "Sherman": (4, 3),
        "S.D. Lee": (4, 3),
        "M. Smith": (3, 2),
        "Pemberton": (3, 2),
    }


@pytest.mark.rule("chickasaw_bayou:series.general_casualty_table", "blind_swords:7.3b.12")
def test_half_the_readings_name_no_general() -> None:
    for side in ("union", "confederate"):
        named = [CHITS.general(side, reading) for reading in READINGS]
        assert named[:18] == [None] * 18
        assert None not in named[18:]
    assert CHITS.general("union", 42) == "morgan"
    assert CHITS.general("confederate", 55) == "m-smith"
    for leader in CHITS.leaders.values():
        assert leader.restore == tuple(one for one in leader.casualty if one % 2 == 0)


def test_leaders_and_marks_are_those_of_the_reference() -> None:
    whole = tables()
    for theirs, side in SIDE.items():
        table = whole["general_casualty_table"][theirs]
        ours = {one.name: list(one.casualty) for one in CHITS.leaders.values() if one.side == side}
        assert ours == table
        ratings = whole["command_ratings"][theirs]
        assert {
            one.name: {"normal": one.rating, "casualty": one.casualty_rating}
            for one in CHITS.leaders.values()
            if one.side == side
        } == ratings
    assert CHITS.marks["ratings"] == whole["command_ratings"]["mark"]
    assert CHITS.marks["casualties"] == whole["general_casualty_table"]["mark"]


def test_there_are_thirteen_events_and_fifteen_chits() -> None:
    assert len(CHITS.events) == 13
    count = Counter[str]()
    for event in CHITS.events.values():
        count.update(event.chits)
    assert count == {"union": 7, "confederate": 8}
    assert CHITS.events["huzzah"].chits == {"union": 2}
    assert CHITS.events["rally"].chits == {"union": 1, "confederate": 1}


def test_the_events_are_those_of_the_reference() -> None:
    theirs = {event["name"]: event for event in tables()["event_chits"]["events"]}
    assert {event.title for event in CHITS.events.values()} == {*theirs}
    for event in CHITS.events.values():
        line = theirs[event.title]
        side = SIDE.get(line["side"])
        assert {*event.chits} == ({side} if side else {*SIDE.values()})
        assert {*event.marks.values()} == {*line["marks"].values()}


# Small tables


def test_the_bayou_entry_table() -> None:
    found = [TABLES.bayou_entry.die[die] for die in DICE]
    assert found == ["enters", "enters", "choice", "choice", "barred", "barred"]
    assert CHARTS.terrain["bayou"].cost("infantry") == 8
    assert TABLES.bayou_entry.mark == "S"


def test_the_tables_of_the_pontoon_bridge() -> None:
    found = [TABLES.patterson.die[die] for die in DICE]
    assert found == ["stays", "stays", "moved", "moved", "destroyed", "destroyed"]
    assert [TABLES.repair.die[die] for die in DICE] == ["repaired"] * 2 + ["damaged"] * 4


def test_only_confederates_gain_cohesion_in_a_trench() -> None:
    assert (TABLES.trench.cohesion("confederate"), TABLES.trench.cohesion("union")) == (2, 0)


@pytest.mark.rule("chickasaw_bayou:2.9.1")
def test_the_scale_and_the_counts() -> None:
    scale = TABLES.scale
    assert (scale.minutes, scale.yards, scale.men, scale.feet) == (30, 140, 50, 50)
    assert (TABLES.counts.pioneers, TABLES.counts.pontoon_bridges) == (6, 1)
