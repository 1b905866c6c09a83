"""The map of Stockade Redan against the rulings it was drawn from (SR-01 to SR-10)."""

import csv
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from longroll.board.hex import SE, Hex, HexMap, MapError, check_map, expand, read_map

FILE = files("longroll") / "systems" / "stockade_redan" / "data" / "stockade.map"
REFERENCE = Path(__file__).parents[3] / "shared" / "reference" / "stockade_redan-map.tsv"

REDAN = "1017 1117 1218 1318 1419 1519 1520 1421 1422 1322 1323 1224 1225 1125 1126 1027"
DITCH = (
    "1016 1116 1217 1317 1418 1518 1619 1620 1621 1521 1522 1423 1424 1324 1325 1226 1227 1127 1028"
)
INSIDE = "1018-1026 1118-1124 1219-1223 1319-1321 1420"
ROAD = (
    "4509 4410 4310 4211 4111 4012 4013 3913 3814 3714 3615 3515 3415 3315 3216 3115 3016 2916 "
    "2817 2716 2617 2517 2418 2318 2219 2220 2120 2021 1921 1822 1721 1622 1623 1523 1524 1425 "
    "1426 1326 1327 1228 1128 1029"
)
ELEVATIONS = "2405 2406 3210 3211 3313 3314 3519 3520"
AREAS = {
    "setup_116_IL": (range(18, 23), range(2, 5)),
    "setup_8_MO": (range(25, 30), range(1, 4)),
    "setup_13_US": (range(26, 31), range(6, 9)),
    "setup_30_OH": (range(37, 42), range(11, 14)),
}


def hexes(text: str) -> set[Hex]:
    return {hex for word in text.split() for hex in expand(word)}


@pytest.fixture(scope="module")
def stockade() -> HexMap:
    return read_map(FILE.read_bytes(), FILE.name)


def test_sr_03_the_map_has_columns_10_to_45_and_rows_01_to_30(stockade: HexMap) -> None:
    assert (stockade.grid.columns, stockade.grid.rows) == (range(10, 46), range(1, 31))
    assert stockade.grid.high == "even"
    assert set(stockade.level.values()) == {0}
    assert stockade.title == "The Assault on Stockade Redan"


def test_sr_04_the_redan_is_two_straight_faces_that_meet_at_the_apex(stockade: HexMap) -> None:
    assert set(stockade.of_terrain("redan")) == hexes(REDAN)
    assert len(stockade.of_terrain("redan")) == 16
    assert stockade.labels == {"1519": "the apex of the redan"}
    wall = REDAN.split()
    assert all(b in stockade.grid.adjacent[a] for a, b in pairwise(wall))
    north_face = stockade.grid.line("1519", "1017")
    assert [hex for crossed in north_face for hex in crossed] == ["1419", "1318", "1218", "1117"]
    south_east_face = stockade.grid.line("1519", "1027")
    assert set(wall[6:-1]) < {hex for crossed in south_east_face for hex in crossed}


def test_sr_05_the_redan_encloses_25_open_hexes(stockade: HexMap) -> None:
    inside = stockade.zones["inside_redan"]
    assert inside == hexes(INSIDE)
    assert len(inside) == 25
    assert {stockade.terrain[hex] for hex in inside} == {"open_field"}
    around = {other for hex in inside for other in stockade.grid.adjacent[hex]}
    assert around - inside <= set(stockade.of_terrain("redan"))
    assert stockade.zones["west_edge_inside_redan"] == hexes("1018-1026")
    assert stockade.zones["1_MO_entry"] == hexes("1018-1024")


def test_sr_06_the_ditch_is_every_outside_neighbour_of_the_wall(stockade: HexMap) -> None:
    ditch = set(stockade.of_terrain("ditch"))
    assert ditch == hexes(DITCH)
    wall = set(stockade.of_terrain("redan"))
    around = {other for hex in wall for other in stockade.grid.adjacent[hex]}
    assert around - wall - stockade.zones["inside_redan"] == ditch


def test_sr_07_graveyard_road_runs_from_the_east_edge_to_the_west_edge(stockade: HexMap) -> None:
    assert stockade.roads == {"graveyard_road": tuple(ROAD.split())}
    assert {stockade.terrain[hex] for hex in stockade.roads["graveyard_road"]} == {"open_field"}


def test_sr_08_the_union_area_is_north_and_east_of_the_start_line(stockade: HexMap) -> None:
    diagonal = ["1504"]
    while diagonal[-1] != "3012":
        diagonal.append(stockade.grid.neighbor(diagonal[-1], SE) or "")
    assert len(diagonal) == 16
    line = hexes("1501-1504 3012-3030") | set(diagonal)
    assert stockade.zones["start_line"] == line
    # The area is what can be reached from the north-east corner without crossing the line.
    area = {"4501"}
    edge = ["4501"]
    while edge:
        for hex in stockade.grid.adjacent[edge.pop()]:
            if hex not in area and hex not in line:
                area.add(hex)
                edge.append(hex)
    assert stockade.zones["union_area"] == area
    assert "1519" not in area


@pytest.mark.parametrize("name", AREAS)
def test_sr_09_each_union_regiment_has_an_area_of_15_hexes(stockade: HexMap, name: str) -> None:
    columns, rows = AREAS[name]
    area = stockade.zones[name]
    assert area == {f"{column}{row:02}" for column in columns for row in rows}
    assert area < stockade.zones["union_area"]
    around = {other for hex in area for other in stockade.grid.adjacent[hex]}
    assert not any(around & stockade.zones[other] for other in AREAS if other != name)


def test_sr_10_the_batteries_stand_on_the_slight_elevations(stockade: HexMap) -> None:
    assert set(stockade.of_terrain("slight_elevation")) == hexes(ELEVATIONS)
    assert stockade.zones["battery"] == hexes(ELEVATIONS)
    assert stockade.terrain["3313"] == "slight_elevation"
    assert ("3313",) in stockade.grid.line("3112", "3414")


def test_what_the_rulebook_names_is_marked(stockade: HexMap) -> None:
    marked = {hex for hex, basis in stockade.basis.items() if basis == "text"}
    assert marked == hexes("1018-1026 1219 1318 1519")
    assert set(stockade.basis.values()) == {"text", "inferred", "reconstructed"}


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference files are not on this machine")
def test_every_hex_agrees_with_the_reference(stockade: HexMap) -> None:
    with REFERENCE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert tuple(row["hex"] for row in rows) == stockade.grid.hexes
    for row in rows:
        hex = row["hex"]
        zones = {name for name, hexes in stockade.zones.items() if hex in hexes}
        roads = {name for name, road in stockade.roads.items() if hex in road}
        assert stockade.terrain[hex] == row["terrain"], hex
        assert stockade.basis[hex] == row["basis"], hex
        assert zones == set(row["zone"].split(",")) - {"-"}, hex
        assert roads == set(row["road"].split(",")) - {"-"}, hex


def test_an_unknown_letter_in_the_file_is_reported_with_its_line() -> None:
    lines = FILE.read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(lines, start=1) if line.startswith("19 "))
    lines[at - 1] = lines[at - 1].replace("R", "q", 1)
    (fault,) = check_map("\n".join(lines), "stockade.map")
    assert str(fault) == (
        f"stockade.map:{at} – unknown terrain letter 'q' in 1419 – one of . e d R"
    )
    with pytest.raises(MapError, match=f"^stockade.map:{at} "):
        read_map("\n".join(lines), "stockade.map")
