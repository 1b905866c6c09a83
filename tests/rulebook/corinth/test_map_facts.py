"""The map of Corinth against what the rules say of its hexes, and against what was drawn."""

from __future__ import annotations

import csv
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

from longroll.board.hex import DIRECTIONS, Hex, HexMap, MapError, read_map
from longroll.systems.gbacw.charts import read_charts

DATA = files("longroll.systems.corinth") / "data"
MAP = read_map((DATA / "corinth.map").read_bytes(), "corinth.map")
GRID = MAP.grid
REFERENCE = Path(__file__).parents[4] / "shared" / "reference"

AREAS = [f"area_{letter}" for letter in "ABCDEFG"]
AREA_HEXES = frozenset[Hex]().union(*(MAP.zones[area] for area in AREAS))
PRIMARY = {
    "Robinett": ("1933", "NW"),
    "Williams": ("2037", "NW"),
    "Phillips": ("1840", "SW"),
    "Tannrath": ("2143", "SW"),
    "Lothrop": ("2642", "S"),
    "Powell": ("2930", "N"),
    "Madison": ("3235", "NE"),
}
SECONDARY = {"D": ("0536", "SW"), "E": ("0527", "NW"), "F": ("0918", "NW")}
RAILROADS = [name for name in MAP.roads if name.startswith("railroad")]
ROADS = [name for name in MAP.roads if name not in RAILROADS]
INSIDE = MAP.zones["inside_works"]


def nearest_area(hex: Hex) -> int:
    return min(GRID.distance(hex, edge) for edge in AREA_HEXES)


def links(names: list[str]) -> set[str]:
    return {GRID.hexside(a, b) for name in names for a, b in pairwise(MAP.roads[name])}


def on_edge(hex: Hex) -> bool:
    return hex[:2] in ("01", "39") or hex[2:] in ("01", "45")


# The grid


@pytest.mark.rule("gbacw:3.1")
def test_the_grid_has_39_columns_and_45_rows_and_even_columns_lie_lower() -> None:
    assert (GRID.columns, GRID.rows, GRID.high) == (range(1, 40), range(1, 46), "odd")
    assert len(GRID.hexes) == 1755
    mcarthur = ["0310", "0409", "0509", "0608", "0708"]
    assert all(b in GRID.adjacent[a] for a, b in pairwise(mcarthur))


def test_every_named_set_up_and_entry_hex_is_on_the_map() -> None:
    named = (
        "0104 0137 0310 0409 0509 0608 0708 0426 0527 0627 0638 0819 0820 0821 0822 1605 1817 "
        "2344 2437 2501 2507 2634 2636 2637 2737 2745 2802 2833 2834 2934 3031 3140 3201 3844 3937"
    )
    assert set(named.split()) <= set(GRID.hexes)
    crocker = ["0819", "0820", "0821", "0822"]
    assert all(b in GRID.adjacent[a] for a, b in pairwise(crocker))
    stanley = [hex for hex in GRID.hexes if "0627" <= hex <= "0638"]
    assert len(stanley) == 12


# Assault Areas


def test_the_union_may_set_up_in_0527_but_not_in_0426() -> None:
    assert nearest_area("0426") == 4
    assert nearest_area("0527") == 5
    assert all(nearest_area(hex) > 4 for hex in ("0627", "0638"))


def test_the_areas_run_along_the_edges_and_share_their_ends() -> None:
    assert all(on_edge(hex) for hex in AREA_HEXES)
    assert MAP.zones["area_A"] & MAP.zones["area_B"] == {"2501"}
    shared = [MAP.zones[a] & MAP.zones[b] for a, b in pairwise(AREAS)]
    assert shared == [{"2501"}, {"1801"}, {"1101"}, {"0501"}, {"0106"}, {"0115"}]
    assert [len(MAP.zones[area]) for area in AREAS] == [8, 8, 8, 7, 10, 10, 10]
    assert all(hex >= "2501" for hex in MAP.zones["area_A"])
    assert all(hex <= "2501" for hex in MAP.zones["area_B"])


def test_no_area_hex_lies_south_of_0124_on_the_west_edge() -> None:
    assert max(hex for hex in AREA_HEXES if hex.startswith("01")) == "0124"
    assert all(hex[2:] == "01" for hex in AREA_HEXES if not hex.startswith("01"))


# Town, railroads, objectives


def test_corinth_has_twenty_town_hexes() -> None:
    corinth = MAP.zones["corinth"]
    assert corinth == set(MAP.of_terrain("town"))
    assert len(corinth) == 20
    assert {"2834", "2737", "2437"} <= corinth
    assert {"2934", "2634"}.isdisjoint(corinth)


def test_a_road_enters_2834_from_2833_but_not_from_2934() -> None:
    assert "2833/2834" in links(ROADS)
    assert "2834/2934" not in links(ROADS)
    assert MAP.terrain["2834"] == "town"
    assert MAP.side_basis == {"2833/2834": "stated"}


def test_the_railroads_cross_at_the_tishomingo_hotel() -> None:
    ends = {name: MAP.roads[name] for name in RAILROADS}
    assert len(ends) == 4
    assert {road[0] for road in ends.values()} == {"2437"}
    assert ends["railroad_mobile_and_ohio_north"][-1] == "2601"
    assert ends["railroad_mobile_and_ohio_south"][-1] == "2345"
    assert ends["railroad_memphis_and_charleston_west"][-1] == "0901"
    assert ends["railroad_memphis_and_charleston_east"][-1] == "3945"
    assert MAP.labels["2437"] == "Tishomingo Hotel"
    # Just west of the town: most of its hexes lie east of the crossing.
    assert min(MAP.zones["corinth"]) == "2437"


def test_the_three_objectives_lie_on_the_railroads() -> None:
    assert MAP.zones["objective"] == {"2344", "2437", "3844"}
    rails = {hex for name in RAILROADS for hex in MAP.roads[name]}
    assert MAP.zones["objective"] <= rails


# Roads


def test_no_redan_lies_in_an_assault_area() -> None:
    redans = [zone for zone in MAP.zones if zone.startswith("redan_")]
    assert redans
    assert all(AREA_HEXES.isdisjoint(MAP.zones[zone]) for zone in redans)


def test_entry_hexes_are_edge_hexes_with_a_road() -> None:
    on_roads = {hex for name in ROADS for hex in MAP.roads[name]}
    for hex in ("0104", "2745", "3937", "0137"):
        assert on_edge(hex)
        assert hex in on_roads
    assert MAP.roads["chewalla_road"][0] == "0104"


def test_davies_has_a_road_from_1605_to_2507() -> None:
    road = MAP.roads["outer_works_road"]
    davies = road[road.index("1605") : road.index("2507") + 1]
    assert len(davies) == 10
    assert all(hex in INSIDE for hex in davies)
    rails = {
        hex: name for name in RAILROADS for hex in MAP.roads[name] if hex[2:] in ("05", "06", "07")
    }
    # Between the two railroads.
    assert min(rails) < "1605"
    assert max(rails) > "2507"


def test_the_purdy_road_runs_north_and_the_chewalla_road_north_west() -> None:
    purdy, chewalla = MAP.roads["purdy_road"], MAP.roads["chewalla_road"]
    assert purdy[0] == "2801"
    assert {hex[:2] for hex in purdy} == {"28", "27"}
    assert purdy[-1] in MAP.zones["corinth"]
    assert chewalla[0] == "0104"
    assert chewalla[-1] in MAP.zones["corinth"]


def test_every_line_of_the_map_is_one_the_movement_chart_knows() -> None:
    charts = read_charts((DATA / "charts.toml").read_text(encoding="utf-8"))
    assert set(MAP.terrain.values()) == set(charts.enter)
    crossed = {kind.removesuffix("_primary").removesuffix("_secondary") for kind in MAP.hexsides}
    assert crossed - {"crest"} <= set(charts.cross)


# Works


@pytest.mark.rule("corinth:23.2")
def test_there_are_ten_redans_seven_of_them_primary() -> None:
    redans = PRIMARY | SECONDARY
    assert {name: MAP.zones[f"redan_{name}"] for name in redans} == {
        name: {hex} for name, (hex, _) in redans.items()
    }
    assert MAP.zones["primary_redan"] == {hex for hex, _ in PRIMARY.values()}
    assert MAP.zones["secondary_redan"] == {hex for hex, _ in SECONDARY.values()}
    assert set(MAP.of_terrain("redan")) == {hex for hex, _ in redans.values()}
    assert len(MAP.of_terrain("redan")) == 10
    # Battery Powell lies north of the town, D and E at Stanley's line.
    assert min(GRID.distance("2930", hex) for hex in MAP.zones["corinth"]) <= 5
    assert all(GRID.distance("0632", hex) <= 6 for hex in ("0536", "0527"))


@pytest.mark.rule("corinth:23.2")
@pytest.mark.parametrize(
    "kind, hex, facing",
    [
        *(("redan_primary", hex, facing) for hex, facing in PRIMARY.values()),
        *(("redan_secondary", hex, facing) for hex, facing in SECONDARY.values()),
    ],
)
def test_a_redan_has_three_outer_sides_about_its_facing(kind: str, hex: Hex, facing: str) -> None:
    outer = {GRID.direction(a, b) for a, b in MAP.hexsides[kind] if a == hex}
    front = DIRECTIONS.index(facing)
    assert outer == {(front + turn) % 6 for turn in (-1, 0, 1)}


@pytest.mark.rule("corinth:23.1.1")
def test_the_outer_works_part_inside_from_outside_with_the_inside_first() -> None:
    works = set(MAP.hexsides["outer_works"])
    border = {
        (hex, other)
        for hex in INSIDE
        for other in GRID.adjacent[hex]
        if other not in INSIDE and other >= "0901"
    }
    assert works == border
    assert len(works) == 75
    # The teeth point north and north-east, for a few hexsides of the crooked line north-west.
    assert {DIRECTIONS[GRID.direction(a, b)] for a, b in works} <= {"N", "NE", "NW", "SE"}


def test_2802_is_inside_and_touches_the_works() -> None:
    assert "2802" in INSIDE
    assert ("2802", "2801") in MAP.hexsides["outer_works"]
    assert nearest_area("2802") <= 4


def test_hamilton_has_room_south_of_the_works() -> None:
    for column in range(25, 33):
        assert [f"{column:02}{row:02}" in INSIDE for row in range(4, 9)] == [True] * 5


def test_felled_timber_is_a_belt_of_three_hexes_outside_the_works() -> None:
    timber = MAP.of_terrain("felled_timber")
    assert len(timber) == 96
    behind = {inside for inside, _ in MAP.hexsides["outer_works"]}
    for hex in timber:
        assert hex not in INSIDE
        assert min(GRID.distance(hex, work) for work in behind) <= 3


def test_roads_and_streams_cross_the_works() -> None:
    works = {GRID.hexside(a, b) for a, b in MAP.hexsides["outer_works"]}
    streams = {GRID.hexside(a, b) for a, b in MAP.hexsides["stream"]}
    crossing = {name for name in MAP.roads if works & links([name])}
    assert {"purdy_road", "columbus_road", "hamburg_road"} <= crossing
    touched = {hex for side in streams for hex in side.split("/")}
    assert any(a in touched and b in touched for a, b in MAP.hexsides["outer_works"])


# Ground


@pytest.mark.rule("corinth:23.6.1")
def test_3031_is_a_crest_hex_on_level_1() -> None:
    assert MAP.level["3031"] == 1
    assert ("3031", "3030") in MAP.hexsides["crest"]


@pytest.mark.rule("corinth:23.6.1")
def test_a_crest_is_where_two_levels_meet_with_the_lower_hex_first() -> None:
    crests = set(MAP.hexsides["crest"])
    meeting = {
        (hex, other)
        for hex in GRID.hexes
        for other in GRID.adjacent[hex]
        if MAP.level[hex] < MAP.level[other]
    }
    assert crests == meeting
    assert len(crests) == 304
    assert {MAP.level[b] - MAP.level[a] for a, b in crests} == {1}


def test_the_swamp_guards_the_union_right() -> None:
    swamp = MAP.of_terrain("swamp")
    assert len(swamp) == 49
    assert {MAP.level[hex] for hex in swamp} == {0}
    assert min(swamp) > max(MAP.zones["corinth"])


def test_the_ground_about_the_town_is_clear_and_woods_begin_a_mile_north() -> None:
    near = [hex for hex in GRID.within("2636", 10) if MAP.terrain[hex] == "woods"]
    assert not near
    north = [f"26{row:02}" for row in range(9, 24)]
    assert all(MAP.terrain[hex] == "woods" for hex in north)


def test_a_stream_is_listed_once() -> None:
    assert len(MAP.hexsides["stream"]) == 184
    assert ("3328", "3327") in MAP.hexsides["stream"]


# Marks, and the reference files


def test_hexes_the_rules_name_are_marked() -> None:
    marked = {hex for hex, basis in MAP.basis.items() if basis == "partly_stated"}
    named = "0104 0527 2344 2437 2501 2737 2745 2802 2834 3031 3844 3937"
    assert marked == set(named.split())
    assert set(MAP.basis.values()) == {"partly_stated", "reconstructed"}


def test_a_damaged_map_is_refused() -> None:
    text = (DATA / "corinth.map").read_text(encoding="utf-8")
    with pytest.raises(MapError, match="the road jumps from 2743 to 2741"):
        read_map(text.replace("2743 2742 2741", "2743 2741"), "corinth.map")


@pytest.fixture(scope="module")
def corinth() -> HexMap:
    if not REFERENCE.is_dir():
        pytest.skip("the reference files are not on this machine")
    return MAP


def rows(name: str) -> list[dict[str, str]]:
    with (REFERENCE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_every_hex_agrees_with_the_reference(corinth: HexMap) -> None:
    listed = rows("corinth-map.tsv")
    assert [row["hex"] for row in listed] == list(corinth.grid.hexes)
    for row in listed:
        hex = row["hex"]
        areas = "".join(area[-1] for area in AREAS if hex in corinth.zones[area])
        terrain = "redan" if row["features"].startswith("redan") else row["terrain"]
        assert corinth.terrain[hex] == terrain, hex
        assert corinth.level[hex] == int(row["level"]), hex
        assert areas == row["assault_area"].strip("-"), hex
        assert corinth.basis[hex] == row["basis"].replace(" ", "_"), hex


def test_every_hexside_agrees_with_the_reference(corinth: HexMap) -> None:
    listed = rows("corinth-hexsides.tsv")
    for kind, sides in corinth.hexsides.items():
        pairs = {(row["hex_a"], row["hex_b"]) for row in listed if row["kind"] == kind}
        # The source lists one side of a stream twice, once from each hex.
        assert pairs - set(sides) == ({("3327", "3328")} if kind == "stream" else set())
        assert set(sides) <= pairs
    for kind, names in (("road_link", ROADS), ("railroad_link", RAILROADS)):
        joined = {
            corinth.grid.hexside(row["hex_a"], row["hex_b"])
            for row in listed
            if row["kind"] == kind
        }
        assert joined == links(names)
