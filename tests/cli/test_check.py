"""`longroll check`: every kind of file, good and bad."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from tests.cli.terminal import POSITION, Longroll

DATA = files("longroll.systems.stockade_redan").joinpath("data")


def changed(tmp_path: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A data file of the system with some words changed."""
    text = DATA.joinpath(name).read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_good_files_are_ok(longroll: Longroll, record: Path, position: Path) -> None:
    names = ("stockade.map", "two-assaults.toml", "tables.toml", "counters.toml")
    ran = longroll("check", *(DATA.joinpath(name) for name in names), record, position)
    assert ran.code == 0
    assert ran.err == ""
    assert [line.partition(": ok, ")[2] for line in ran.out.splitlines()] == [
        "a map of 36 by 30 hexes",
        "a data file",
        "a data file",
        "a data file",
        "a record that replays",
        "a position",
    ]


def test_every_fault_of_a_chart_is_told_with_its_line(longroll: Longroll, tmp_path: Path) -> None:
    path = changed(
        tmp_path,
        "tables.toml",
        ("schema = 1", "schema = 2"),
        ("defence = 12 ", 'defence = "high" '),
        ('3 = "1/2"', "3 = 0.5"),
        ("most = 6", "moist = 6"),
    )
    ran = longroll("check", path)
    assert ran.code == 2
    assert ran.out.splitlines() == [
        f"{path}:3 – schema: 2 does not fit – one of 1",
        f"{path}:26 – terrain.redan.defence: 'high' does not fit – a whole number",
        f"{path}:87 – range.3: 0.5 does not fit – text",
        f"{path}:109 – chaos_of_war: no most – a line that begins with most =",
        f"{path}:110 – chaos_of_war.moist: is unknown here – "
        "one of most affected_on union_by_morale confederate_by_morale",
    ]


def test_a_scenario_with_hexes_and_groups_that_do_not_exist(
    longroll: Longroll, tmp_path: Path
) -> None:
    path = changed(
        tmp_path,
        "two-assaults.toml",
        ("option = 1", "option = 3"),
        ('"3210"', '"9910"'),
        ('"1 MO"', '"2 MO"'),
    )
    ran = longroll("check", path)
    assert ran.code == 2
    assert f"{path}:11 – option 3 – 1 or 2\n" in ran.out
    assert "– no hexes for '1 MO' –" in ran.out
    assert "– '9910' is no hex of the map – 1001 to 4530" in ran.out
    assert "– unknown group '2 MO' – one of 1 MO, " in ran.out


def test_the_counter_mix(longroll: Longroll, tmp_path: Path) -> None:
    path = changed(tmp_path, "counters.toml", ("infantry = 15", "infantry = true"))
    ran = longroll("check", path)
    assert ran.out == f"{path}:21 – regiment.1.infantry: True does not fit – a whole number\n"


def test_every_fault_of_a_position_is_told_with_its_line(
    longroll: Longroll, tmp_path: Path
) -> None:
    path = tmp_path / "p.json"
    units = {"1519": "gun-1", "1620": "13us-a 13us-zz", "9999": "13us-b"}
    path.write_text(json.dumps({**POSITION, "units": units, "carnage": ["77"]}, indent=1), "utf-8")
    ran = longroll("check", path)
    assert ran.code == 2
    lines = path.read_text("utf-8").split("\n")
    told = dict(line.removeprefix(f"{path}:").split(" – ", 1) for line in ran.out.splitlines())
    found = {lines[int(at) - 1].strip(' ",[]'): what for at, what in told.items()}
    assert found['1519": "gun-1'].startswith("gun-1 cannot stand in 1519")
    assert found['1620": "13us-a 13us-zz'].startswith("'13us-zz' is no unit – a unit of the system")
    assert found['9999": "13us-b'].startswith("'9999' is no hex of the map – a hex of the map")
    assert found["77"].startswith("'77' is no hex of the map")


@pytest.mark.parametrize(
    "name, text, told",
    [
        ("p.json", '{"units":\n', ":2 – Expecting value – a JSON object"),
        ("p.json", "[1]", ":1 – not an object – a JSON object such as"),
        (
            "p.json",
            '{\n"bogus": 1, "system": "stockade_redan", "units": {}}',
            ":2 – Object contains unknown field `bogus`",
        ),
        (
            "p.json",
            '{"system": "x", "units": {}}',
            ":1 – no system 'x': there is corinth, gbacw, stockade_redan",
        ),
        ("x.toml", "a = \n", ":1 – Invalid value – a TOML file"),
        ("x.toml", "a = 1\n", ":1 – no system knows such a file – a map, a record, a position"),
        ("x.txt", "hello", ":1 – nothing that can be checked – a map, a record, a position"),
        ("x.map", "longroll map 9", ":1 – not the first line of a map – longroll map 1"),
        ("x", "longroll record 1\nfrob 3", ":2 – 'frob' is neither a header nor a decision"),
        ("x", "longroll record 1\n", ":1 – the header has no line 'system'"),
    ],
)
def test_files_that_are_not_what_they_seem(
    longroll: Longroll, tmp_path: Path, name: str, text: str, told: str
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    ran = longroll("check", path)
    assert ran.code == 2
    assert ran.out.startswith(f"{path}{told}")


def test_good_and_bad_files_together(longroll: Longroll, tmp_path: Path, position: Path) -> None:
    bad = tmp_path / "x.txt"
    bad.write_text("hello", encoding="utf-8")
    ran = longroll("check", bad, position)
    assert ran.code == 2
    assert ran.out.splitlines()[1] == f"{position}: ok, a position"
