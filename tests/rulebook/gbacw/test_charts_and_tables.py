"""The tables of the series, and the charts that Corinth's mapsheet prints, value by value."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from longroll.systems.gbacw.charts import MOVERS, Charts, read_charts
from longroll.systems.gbacw.datafile import DataError
from longroll.systems.gbacw.tables import GRAPESHOT, SMALL_ARMS, TABLES, WEAPONS, AmmunitionLoss

DICE = range(1, 7)
TEXT = (files("longroll.systems.corinth") / "data" / "charts.toml").read_text(encoding="utf-8")
CHARTS = read_charts(TEXT)
REFERENCE = Path(__file__).parents[4] / "shared" / "reference" / "gbacw-tables.json"


# Fire


@pytest.mark.rule("gbacw:9.16")
@pytest.mark.parametrize(
    "row, least",
    [
        (SMALL_ARMS, [1, 4, 7, 11, 15, 21, 28, 35, 43, 51]),
        (GRAPESHOT, [4, 9, 12, 16, 22, 29, 36, 44, 53, 63]),
    ],
)
def test_the_columns_of_fire_begin_at_their_totals(row: str, least: list[int]) -> None:
    assert TABLES.column(row, -3) == TABLES.column(row, least[0] - 1) == 1
    for column, total in enumerate(least, start=2):
        assert TABLES.column(row, total - 1) == column - 1
        assert TABLES.column(row, total) == column
    assert TABLES.column(row, 500) == 11


@pytest.mark.rule("gbacw:9.16")
@pytest.mark.parametrize(
    "die, results",
    [
        (1, "-   -   -   -   P   R   P/R 1   1   1   1*"),
        (2, "-   -   -   P   R   P/R 1   1   1   1*  2*"),
        (3, "-   -   P   R   P/R 1   1   1   1*  2*  2*"),
        (4, "-   P   R   P/R 1   1   1   1*  2*  2*  2*"),
        (5, "-   P/R P/R 1   1   1   1*  2*  2*  2*  3*"),
        (6, "P/R 1   1   1*  1*  1*  2*  2*  2*  3*  3*"),
    ],
)
def test_fire_results(die: int, results: str) -> None:
    assert [TABLES.result(column, die) for column in range(1, 12)] == results.split()


@pytest.mark.rule("gbacw:8.35")
def test_density_shifts() -> None:
    shifts = [TABLES.density(points) for points in range(13)]
    assert shifts == [0, -1, -1, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert TABLES.density(40) == 2


def test_the_numbers_of_fire() -> None:
    assert (TABLES.net_cap, TABLES.fire_points_per_hexside, TABLES.enfilade) == (2, 4, 1)
    assert [TABLES.depletes(die) for die in DICE] == [True, True, False, False, False, False]


# Range


@pytest.mark.rule("gbacw:9.25", "gbacw:3.34")
@pytest.mark.parametrize(
    "code, chart",
    [
        ("R", "3 2 1x2 ½"),
        ("M", "3 1"),
        ("SR", "4 3 2 1 ½"),
        ("H", "2x3 1x2 ½"),
        ("C", "3 1 ½"),
        ("CR", "4 2 1 ½"),
        ("S", "3"),
        ("P", "2"),
        ("L", "8 5 3 2x2 1x4 ½x2"),
        ("N", "10 7 4 3x2 1x4 ½x3"),
        ("HA", "9 6 3 2x2 1x2 ½x2"),
        ("HB", "10 7 4 2x2 1x4 ½x7"),
        ("HC", "14 10 6 4x2 2x4 1x6 ½x3"),
        ("PA", "6 4 3 2x6 1x6 ½x7"),
        ("PB", "7 5 4 3x2 2x4 1x6 ½x10"),
        ("PC", "9 6 5 4x2 3x4 2x6 1x7 ½x10"),
        ("TA", "6 4 3 2x2 1x4 ½x11"),
        ("TB", "6 4 3 2x6 1x6 ½x5"),
    ],
)
def test_range_effects(code: str, chart: str) -> None:
    halves: list[int] = []
    for band in chart.split():
        multiplier, _, hexes = band.partition("x")
        halves += [1 if multiplier == "½" else 2 * int(multiplier)] * int(hexes or 1)
    weapon = WEAPONS[code]
    assert weapon.range == len(halves)
    assert [weapon.at(hexes) for hexes in range(1, len(halves) + 1)] == halves
    assert weapon.at(0) == weapon.at(len(halves) + 1) == 0


def test_who_fires_mounted_who_fires_rapidly_and_who_has_guns() -> None:
    assert len(WEAPONS) == 18
    assert {code for code, weapon in WEAPONS.items() if weapon.mounted_fire} == {"P", "C", "CR"}
    rapid = {code for code, weapon in WEAPONS.items() if weapon.rapid_fire}
    assert rapid == {"L", "N", "HA", "HB", "HC"}
    guns = {code for code, weapon in WEAPONS.items() if weapon.arm == "artillery"}
    assert guns == {"L", "N", "HA", "HB", "HC", "PA", "PB", "PC", "TA", "TB"}


@pytest.mark.rule("gbacw:9.25")
def test_the_examples_of_the_book_hold_on_the_range_chart() -> None:
    # A howitzer is worth ten adjacent and a half at ten hexes; long guns a half at sixteen.
    assert (WEAPONS["HB"].at(1), WEAPONS["HB"].at(10)) == (20, 1)
    assert {WEAPONS[code].at(16) for code in ("HB", "HC", "PA", "PB", "TA", "TB")} == {1}
    marked = {code: line.stated for code, line in TABLES.file.weapons.items() if line.stated}
    assert marked == {"HB": (1, 10)}


# The other tables


@pytest.mark.rule("gbacw:11.34")
@pytest.mark.parametrize(
    "die, cells",
    [
        (1, "0/1 1/2 2/3"),
        (2, "1/2 2/3 3/4"),
        (3, "2/4 3/5 4/6"),
        (4, "2/5 3/6 4/8"),
        (5, "2/6 3/8 4/E"),
        (6, "3/8 4/E WE"),
    ],
)
def test_ammunition_loss(die: int, cells: str) -> None:
    for result, cell in enumerate(cells.split(), start=1):
        loss = TABLES.ammunition_loss(result, die)
        if cell == "WE":
            assert loss == AmmunitionLoss(0, None, wagon=True)
        else:
            assert f"{loss.small_arms}/{loss.artillery}".replace("None", "E") == cell
            assert not loss.wagon


@pytest.mark.rule("gbacw:12.98")
@pytest.mark.parametrize(
    "die, cells",
    [
        (1, "R2/- Rp/Rp E/E K/C1R2 -/C1R2 -/C1R2 -/C1R3 -/C2R3 -/C2R3 -/C2R3 -/C2R3"),
        (2, "C1R2/- R2/- Rp/Rp E/E K/C1R2 -/R2 -/C1R2 K/C1R2 -/C2R2 -/C2R2 -/C2R2"),
        (3, "C1R2/- C1R2/- R2/- Rp/Rp E/E K/C1R2 -/C1R2 -/C1R2 K/C1R2 -/C2R2 -/C2R2"),
        (4, "C1R2/- C1R2/- C1R2/- R2/- Rp/Rp E/E K/C1R2 -/C1R2 -/C1R2 K/C1R2 -/C1R2"),
        (5, "C2R2/- C2R2/- C1R2/- C1R2/- R2/- Rp/Rp E/E K/C1R2 -/C1R2 -/C1R2 K/C1R2"),
        (6, "C3R3/- C3R2/- C2R2/- C1R2/- C1R2/- C1R2/- Rp/Rp E/E K/C1R2 -/C1R2 -/C1R2"),
    ],
)
def test_melee_results(die: int, cells: str) -> None:
    found = ["/".join(TABLES.melee(differential, die)) for differential in range(-4, 7)]
    assert found == cells.replace("Rp", "Rpls").replace("E/E", "Eng/Eng").split()
    assert TABLES.melee(-20, die) == TABLES.melee(-4, die)
    assert TABLES.melee(7, die) == TABLES.melee(20, die) == TABLES.melee(6, die)


@pytest.mark.rule("gbacw:13.15")
def test_seeing_the_elephant() -> None:
    found = {total: TABLES.elephant(total) for total in range(2, 13)}
    assert found == {2: 4, 3: 5, 4: 1, 5: 3, 6: 2, 7: 3, 8: 4, 9: 3, 10: 2, 11: 5, 12: 1}
    assert TABLES.file.elephant.stated == (2, 4, 6, 12)


@pytest.mark.rule("gbacw:17.76")
@pytest.mark.parametrize(
    "cause, fates",
    [
        ("K_melee", {2: "killed", 6: "wounded", 12: "killed"}),
        ("small_arms", {2: "killed", 5: "wounded", 12: "killed"}),
        ("artillery", {2: "killed", 3: "wounded"}),
        ("C_melee", {2: "captured", 3: "captured", 4: "captured"}),
        ("Rpls_melee", {2: "wounded", 12: "killed"}),
    ],
)
def test_leader_casualties(cause: str, fates: dict[int, str]) -> None:
    for total in range(2, 13):
        assert TABLES.leader(cause, total) == fates.get(total, "none")


# The charts of the mapsheet. Movers stand in the order of MOVERS.


@pytest.mark.rule("gbacw:5.19")
@pytest.mark.parametrize(
    "chart, line, costs, stated",
    [
        ("enter", "clear", "1  1  1  1  1  0  1  1  1", "siege_gun"),
        ("enter", "woods", "2  2  3  2  3 no  3  2  2", "infantry_column siege_gun"),
        ("enter", "felled_timber", "3  3  4  3 no no no  2  3", ""),
        (
            "enter",
            "swamp",
            "3  3 no  3 no no no  2  3",
            "cavalry_mounted artillery_limbered siege_gun wagon",
        ),
        ("enter", "town", "2  1  1  2  1  0  1  1  2", ""),
        ("enter", "redan", "1  1  1  1  1  0  1  1  1", "siege_gun"),
        (
            "along",
            "road",
            "no ½ ½ no ½ 0 ½ ½ no",
            "infantry_line infantry_column cavalry_dismounted siege_gun crew",
        ),
        ("along", "track", "no  1  1 no  1  0  1  1 no", "siege_gun"),
        ("along", "railroad", "no  1  1 no no no no  1 no", ""),
        ("cross", "stream", "1  1  1  1  2 no  2  1  1", ""),
        ("cross", "crest_up", "1  1  1  1  2  0  2  1  1", ""),
        ("cross", "crest_down", "0  0  0  0  1  0  1  0  0", ""),
        ("cross", "outer_works", "2  2  2  2 no no no  1  2", ""),
        ("cross", "redan", "3  3  3  3 no no no  3  3", " ".join(MOVERS)),
    ],
)
def test_terrain_effects_on_movement(chart: str, line: str, costs: str, stated: str) -> None:
    halves = {"no": None, "½": 1, "0": 0, "1": 2, "2": 4, "3": 6, "4": 8}
    found = getattr(CHARTS, chart)[line]
    assert [found[mover] for mover in MOVERS] == [halves[cost] for cost in costs.split()]
    marked = {mover for mover in MOVERS if f"{chart}.{line}.{mover}" in CHARTS.stated}
    assert marked == set(stated.split())


@pytest.mark.rule("gbacw:5.19")
def test_movement_allowances_and_formation_changes() -> None:
    allowances = [CHARTS.allowance[mover] for mover in MOVERS]
    assert allowances == [12, 12, 24, 12, 16, 0, 12, 24, 12]
    assert CHARTS.one_hex == {"siege_gun"}
    assert CHARTS.formation == {"infantry": 2, "limber": 6, "unlimber": 6, "cavalry": 4}
    assert CHARTS.bridged == {"stream", "outer_works"}
    mounted_or_wheeled = {"cavalry_mounted", "artillery_limbered", "siege_gun", "wagon"}
    assert CHARTS.town_by_road == mounted_or_wheeled
    assert CHARTS.stated["allowance.infantry_line"] == "26.11"
    assert "allowance.leader" not in CHARTS.stated


@pytest.mark.rule("gbacw:8.18")
@pytest.mark.parametrize(
    "terrain, points, batteries, melee",
    [
        ("clear", 12, 3, 12),
        ("woods", 8, 2, 8),
        ("felled_timber", 8, 0, 8),
        ("swamp", 6, 0, 6),
        ("town", 8, 2, 8),
        ("redan", 4, 1, 4),
    ],
)
def test_stacking_restrictions(terrain: str, points: int, batteries: int, melee: int) -> None:
    limits = CHARTS.stacking[terrain], CHARTS.batteries[terrain], CHARTS.melee[terrain]
    assert limits == (points, batteries, melee)
    assert CHARTS.mounted_stack == 8


@pytest.mark.rule("gbacw:9.56")
def test_terrain_effects_on_combat() -> None:
    shifts = {kind: columns for kind, columns in CHARTS.shift.items() if columns}
    assert shifts == {"woods": -1, "town": -2, "redan": -1, "crest": -1}
    unmoved = {"clear", "felled_timber", "swamp", "road", "railroad", "stream", "outer_works"}
    assert CHARTS.shift.keys() - shifts.keys() == unmoved
    assert CHARTS.blocks == {"woods", "town", "outer_works", "redan"}
    barred = {"woods", "felled_timber", "swamp", "town", "redan"}
    assert CHARTS.no_charge == barred | {"outer_works", "stream", "crest_up"}
    assert CHARTS.height == {
        "woods": 20,
        "town": 25,
        "outer_works": 10,
        "redan": 10,
        "foot": 5,
        "mounted": 10,
        "level": 20,
    }
    assert CHARTS.melee_points == {
        "stream": -1,
        "crest_up": -1,
        "outer_works": -1,
        "redan_secondary": -1,
        "redan_primary": -2,
        "town": 0,
        "swamp": 0,
    }
    assert "height.level" not in CHARTS.stated
    assert CHARTS.stated["shift.town"] == "23.34"


# Files that cannot be used


def faults(text: str) -> list[str]:
    with pytest.raises(DataError) as error:
        read_charts(text, "my.toml")
    return [str(fault) for fault in error.value.faults]


def line_of(words: str) -> int:
    return TEXT[: TEXT.index(words)].count("\n") + 1


@pytest.mark.parametrize(
    "old, new, complaint",
    [
        ("leader = 0.5, ", "", "no leader – a value for each of infantry_line"),
        ("wagon = 3, leader = 2", "wagon = 3, leader = 0.3", "leader is 0.3 – points or half"),
        ("wagon = 3, leader = 2", 'wagon = 3, leader = "other"', "leader is 'other' – points or"),
        ("infantry = 1, limber", "infantry = 1, limbr", "no limber – a value for each of"),
        ("town = 25, ", "", "'town' has no height – a value under height"),
        ('["stream", "outer_works"]', '["creek", "outer_works"]', "unknown hexside 'creek' – one"),
        ('members = ["siege_gun"]', 'members = ["train"]', "unknown mover 'train' – one of"),
        ('["woods", "felled_timber", "swamp"', '["bog"', "unknown terrain 'bog' – one of clear"),
        ("{ swamp = ", "{ bog = ", "'bog' has no value – one of clear woods"),
    ],
)
def test_a_chart_file_with_a_fault_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    assert any(complaint in fault for fault in faults(TEXT.replace(old, new)))


def test_faults_of_a_chart_file_name_their_lines() -> None:
    wrong = TEXT.replace("woods = 20", 'woods = "tall"').replace("unlimber = 3", "unlimber = []")
    formation, height = line_of("values = { infantry = 1"), line_of("values = { woods = 20")
    assert [fault.split(" – ")[0] for fault in faults(wrong)] == [
        f"my.toml:{formation}",
        f"my.toml:{height}",
    ]
    assert faults("schema = ")[0].startswith("my.toml:1 – ")


# Against the reference files


@pytest.fixture(scope="module")
def reference() -> dict[str, Any]:
    if not REFERENCE.is_file():
        pytest.skip("the reference files are not on this machine")
    tables: dict[str, Any] = json.loads(REFERENCE.read_text(encoding="utf-8"))
    return tables


def test_the_series_tables_agree_with_the_reference(reference: dict[str, Any]) -> None:
    file = TABLES.file
    fire = reference["fire_crt"]
    for row, name in ((SMALL_ARMS, "small_arms_counter_battery"), (GRAPESHOT, GRAPESHOT)):
        for column, (low, high) in enumerate(fire[f"{name}_bounds"], start=1):
            for total in (low, high):
                assert total is None or TABLES.column(row, total) == column
    assert {str(die): list(cells) for die, cells in file.fire.results.items()} == fire["results"]
    melee = {str(die): list(cells) for die, cells in file.melee.results.items()}
    assert melee == reference["melee_crt"]["rows"]
    losses = {str(die): list(cells) for die, cells in file.ammunition_loss.items()}
    assert losses == reference["ammunition_loss"]["rows"]
    elephant = {str(total): morale for total, morale in file.elephant.results.items()}
    assert elephant == reference["seeing_the_elephant"]["results"]
    for code, line in reference["range_effects"]["weapons"].items():
        weapon = WEAPONS[code]
        assert (weapon.arm, weapon.range) == (line["arm"], line["max_range"])
        assert (weapon.mounted_fire, weapon.rapid_fire) == (
            line["mounted_fire"],
            line["rapid_fire"],
        )
        for band in line["bands"]:
            for hexes in range(band["min"], band["max"] + 1):
                assert weapon.at(hexes) == 2 * band["multiplier"], (code, hexes)


def test_the_movement_chart_agrees_with_the_reference(reference: dict[str, Any]) -> None:
    movement = reference["terrain_movement"]
    charts: dict[str, dict[str, dict[str, int | None]]] = {
        "hex_costs": CHARTS.enter | CHARTS.along,
        "hexside_costs": CHARTS.cross,
    }
    for chart, ours in charts.items():
        for kind, line in movement[chart].items():
            if "by_road" in kind:
                # By road the works and streams cost nothing, or what they cost without one.
                continue
            for mover, entry in line.items():
                ours_here = ours[kind][mover.removeprefix("supply_")]
                assert ours_here == halves_of(entry["cost"]), (kind, mover)
    for mover in MOVERS:
        name = "supply_wagon" if mover == "wagon" else mover
        allowance = movement["movement_allowance"][name]["value"]
        assert allowance == "one hex per turn" or CHARTS.allowance[mover] == 2 * allowance


def halves_of(cost: int | str) -> int | None:
    if cost == "one hex per turn whatever the cost":
        return 0
    if cost == "1/2":
        return 1
    return 2 * cost if isinstance(cost, int) else None


def test_the_combat_charts_agree_with_the_reference(reference: dict[str, Any]) -> None:
    assert_limits(CHARTS, reference["stacking"])
    combat = reference["terrain_combat"]
    names = {
        "crest_hexside_fired_up": "crest",
        "stream_hexside": "stream",
        "redan_occupant": "redan",
        "outer_works_hexside": "outer_works",
    }
    shifts = {names.get(kind, kind): entry["value"] for kind, entry in combat["fire_shift"].items()}
    assert shifts == CHARTS.shift
    blocks = {kind for kind, entry in combat["blocks_los"].items() if entry["value"]}
    assert blocks - {"units"} == CHARTS.blocks
    barred = {kind.removesuffix("_hexside") for kind in combat["charge_prohibited"]}
    assert barred == CHARTS.no_charge
    heights = reference["los"]["heights_ft"]
    assert heights["each_elevation_level"]["value"] == CHARTS.height["level"]
    assert heights["trees"]["value"] == CHARTS.height["woods"]


def assert_limits(charts: Charts, reference: dict[str, Any]) -> None:
    for terrain, entry in reference["stacking_points"].items():
        assert terrain == "redan" or charts.stacking[terrain] == entry["value"]
    for terrain, entry in reference["batteries"].items():
        assert charts.batteries[terrain] == entry["value"]
    for terrain, entry in reference["melee_points_per_side"].items():
        assert charts.melee[terrain.removesuffix("_attacker")] == entry["value"]
