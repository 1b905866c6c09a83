"""The map: what the rules say of its hexes, and how the rest was drawn to fit."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from longroll.board.hex import DIRECTIONS, Hex, check_map
from longroll.systems.chickasaw_bayou.tables import CHARTS, read_text
from longroll.systems.chickasaw_bayou.terrain import (
    BAYOUS,
    BETWEEN_ROWS,
    CORDUROY_BRIDGE,
    FIELD,
    FIRST_ROW,
    GRID,
    MAP,
    SECOND_ROW,
    SNYDERS_PIKE,
    TRENCHES,
)
from tests.rulebook.blind_swords.reference import rows


def touch(hexes: str) -> bool:
    return all(b in GRID.adjacent[a] for a, b in pairwise(hexes.split()))


def kinds(a: Hex, b: Hex) -> set[str]:
    return {kind for kind, sides in MAP.hexsides.items() if (a, b) in sides or (b, a) in sides}


# The grid


def test_the_grid_has_48_columns_and_27_rows_and_odd_columns_lie_higher() -> None:
    assert (GRID.columns, GRID.rows, GRID.high) == (range(10, 58), range(27), "odd")
    assert len(GRID.hexes) == 1296
    assert check_map(read_text("chickasaw_bayou.map"), "chickasaw_bayou.map") == []


def test_columns_of_march_and_rows_of_timber_are_chains() -> None:
    assert touch("1801 1702 1601 1501 1400 1301 1300")
    assert touch("4813 4812 4811 4810 4910 4909 5008 5108 5207 5307 5306 5405")
    assert touch("4317 4417 4517 4616 4716")
    assert touch("5016 5117 5217 5317 5416 5516 5615 5715")
    assert DIRECTIONS[GRID.direction("3519", "3418")] == "NW"
    assert DIRECTIONS[GRID.direction("3519", "3520")] == "S"


# Levels and slopes


@pytest.mark.rule("chickasaw_bayou:2.10a.1", "chickasaw_bayou:2.10a.2")
def test_there_are_seven_levels() -> None:
    examples = ("2520", "4121", "4022", "3824", "4123", "4326", "4525")
    assert [MAP.level[hex] for hex in examples] == [1, 2, 3, 4, 5, 6, 7]
    assert {*MAP.level.values()} == {1, 2, 3, 4, 5, 6, 7}
    assert MAP.level["2621"] == MAP.level["2622"] == 2


@pytest.mark.rule("chickasaw_bayou:2.10p.1", "chickasaw_bayou:2.10q.1")
def test_one_level_is_a_slope_and_more_are_steep() -> None:
    for a in GRID.hexes:
        for b in GRID.adjacent[a]:
            up = MAP.level[b] - MAP.level[a]
            slope = "steep_slope" if abs(up) > 1 else "slope"
            wanted = {f"{slope}_up"} if up > 0 else {f"{slope}_down"} if up < 0 else set()
            assert {kind for kind in FIELD.crosses(a, b) if "slope" in kind} == wanted, (a, b)


def test_the_lower_hex_of_a_slope_comes_first() -> None:
    for kind in ("slope", "steep_slope"):
        assert all(MAP.level[low] < MAP.level[high] for low, high in MAP.hexsides[kind])
    assert (len(MAP.hexsides["slope"]), len(MAP.hexsides["steep_slope"])) == (267, 39)


# Terrain


def test_every_terrain_hexside_and_road_is_in_the_chart() -> None:
    assert {*MAP.terrain.values()} == {*CHARTS.terrain}
    assert {kind for sides in FIELD.sides.values() for kind in sides} == {*CHARTS.hexsides}
    assert {*FIELD.links.values()} <= {*CHARTS.roads}


def test_how_much_there_is_of_each_terrain() -> None:
    assert Counter(MAP.terrain.values()) == {
        "clear": 889,
        "heavy_woods": 193,
        "bayou": 58,
        "cypress": 38,
        "light_woods": 34,
        "swamp": 33,
        "lake": 30,
        "blakes_levee": 21,
    }
    assert {"3017", "3018", "3519"} <= BAYOUS
    assert (len(MAP.hexsides["creek"]), len(MAP.hexsides["levee"])) == (5, 4)


@pytest.mark.rule("chickasaw_bayou:2.10l.1")
def test_levees_lie_on_hexsides_but_blakes_fills_hexes() -> None:
    assert kinds("2518", "2519") == {"levee"}
    levee = MAP.of_terrain("blakes_levee")
    # From the lake to the timber before the trenches, a chain with the lake on its west.
    assert touch("5405 5306 5307 5207 5108 5008 4909 4910 4810 4811 4812 4813 4814 4815 4716")
    assert {"4716", "4810", "5405"} <= {*levee}
    assert "4717" in GRID.adjacent["4716"]
    lake = {*MAP.of_terrain("lake")}
    assert sum(1 for hex in levee if lake & {*GRID.adjacent[hex]}) >= 10


# Roads


@pytest.mark.rule("chickasaw_bayou:2.10o.4")
def test_the_examples_of_roads() -> None:
    assert FIELD.roads["2521"] == ("lane",)
    assert FIELD.roads["2621"] == ("pike",)
    assert FIELD.roads["2522"] == ("pike", "lane")
    assert FIELD.roads["2520"] == ("lane",)
    assert FIELD.roads["4002"] == ()


def test_the_lane_crosses_the_bayou_by_the_corduroy_bridge_only() -> None:
    assert CORDUROY_BRIDGE == "3519"
    linked = {hex for hex in GRID.adjacent["3519"] if FIELD.links.get(("3519", hex))}
    assert linked == {"3418", "3520"}
    assert MAP.side_basis["3418/3519"] == MAP.side_basis["3519/3520"] == "text"
    wet = {hex for road in MAP.roads.values() for hex in road} & BAYOUS
    assert wet == {"3519"}


def test_no_road_crosses_cypress_or_lake() -> None:
    on_roads = {hex for road in MAP.roads.values() for hex in road}
    assert not [hex for hex in on_roads if MAP.terrain[hex] in ("cypress", "lake")]


def test_the_pike_runs_from_1025_to_5718() -> None:
    (pike,) = (road for name, road in MAP.roads.items() if name.startswith("pike"))
    assert (pike[0], pike[-1], len(pike)) == ("1025", "5718", 48)
    assert pike[-5:] == ("5320", "5419", "5519", "5618", "5718")
    assert {*pike[-5:]} == SNYDERS_PIKE


def test_entries_are_edge_hexes_with_a_road() -> None:
    assert MAP.zones["entry"] == {"1007", "1025", "3900", "5718"}
    for hex in MAP.zones["entry"]:
        assert hex[:2] in ("10", "57") or hex[2:] == "00"
        assert FIELD.roads[hex]


# Trenches


def test_the_trenches_are_two_rows() -> None:
    assert (len(FIRST_ROW), len(SECOND_ROW), len(TRENCHES)) == (51, 40, 91)
    assert (min(FIRST_ROW), max(FIRST_ROW)) == ("1023", "5723")
    assert (min(SECOND_ROW), max(SECOND_ROW)) == ("1526", "5423")
    assert {hex[:2] for hex in FIRST_ROW} == {str(column) for column in GRID.columns}
    assert {hex[:2] for hex in SECOND_ROW} == {str(column) for column in range(15, 55)}
    assert {MAP.terrain[hex] for hex in TRENCHES} == {"clear"}


def test_between_the_rows_is_below_the_first_and_above_the_second() -> None:
    assert "3021" in BETWEEN_ROWS
    assert {"3020", "3022", "3019", "3023"}.isdisjoint(BETWEEN_ROWS)
    assert {hex for hex in BETWEEN_ROWS if hex.startswith("47")} == {"4719", "4720", "4721"}
    # Neither where there is no second row, nor a trench hex itself.
    assert {hex[:2] for hex in BETWEEN_ROWS} <= {str(column) for column in range(15, 55)}
    assert BETWEEN_ROWS.isdisjoint(TRENCHES)
    assert len(BETWEEN_ROWS) == 98


# The reference beside the repository


def test_every_hex_is_that_of_the_reference() -> None:
    for row in rows("chickasaw_bayou-map.tsv"):
        hex = row["hex"]
        assert MAP.level[hex] == int(row["level"]), hex
        assert MAP.terrain[hex] == row["terrain"], hex
        assert MAP.basis[hex] == row["basis"], hex
        assert "+".join(FIELD.roads[hex]) == row["road"].strip("-"), hex
        ours = {zone for zone in MAP.zones if hex in MAP.zones[zone]} - {"snyders_pike"}
        theirs = {*row["features"].strip("-").replace("victory_17.1", "victory").split(",")}
        assert ours == theirs - {""}, hex


def test_every_hexside_is_that_of_the_reference() -> None:
    theirs = {
        (GRID.hexside(row["hex_a"], row["hex_b"]), row["kind"])
        for row in rows("chickasaw_bayou-hexsides.tsv")
    }
    ours = {(GRID.hexside(a, b), kind) for kind, sides in MAP.hexsides.items() for a, b in sides}
    links = {(GRID.hexside(a, b), f"{kind}_link") for (a, b), kind in FIELD.links.items()}
    assert ours | links == theirs
    stated = {
        GRID.hexside(row["hex_a"], row["hex_b"])
        for row in rows("chickasaw_bayou-hexsides.tsv")
        if row["basis"] == "text"
    }
    assert {side for side, basis in MAP.side_basis.items() if basis == "text"} == stated
