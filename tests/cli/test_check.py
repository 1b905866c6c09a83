"""`longroll check`: every kind of file, good and bad."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pytest

from longroll.kernel.system import systems
from tests.cli.terminal import POSITION, Longroll

SYSTEMS = files("longroll.systems")
DATA = SYSTEMS.joinpath("stockade_redan", "data")


def changed(
    tmp_path: Path, name: str, *changes: tuple[str, str], system: str = "stockade_redan"
) -> Path:
    """A data file of a system with some words changed."""
    text = SYSTEMS.joinpath(system, "data", name).read_text("utf-8")
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
    assert "– '9910' is not a hex of the map – 1001 to 4530" in ran.out
    assert "– unknown group '2 MO' – one of 1 MO, " in ran.out


def test_the_counter_mix(longroll: Longroll, tmp_path: Path) -> None:
    path = changed(tmp_path, "counters.toml", ("infantry = 15", "infantry = true"))
    ran = longroll("check", path)
    assert ran.out == f"{path}:21 – regiment.1.infantry: True does not fit – a whole number\n"


@pytest.mark.parametrize("system", ["corinth", "gbacw"])
def test_good_files_of_the_series_are_ok(longroll: Longroll, tmp_path: Path, system: str) -> None:
    """Also far from their folder, where nothing but their contents tells what they are."""
    data = SYSTEMS.joinpath(system, "data")
    names = sorted(file.name for file in data.iterdir() if file.name.endswith(".toml"))
    assert len(names) >= 4
    copies = [changed(tmp_path, name, system=system) for name in names]
    ran = longroll("check", *copies)
    assert ran.out.splitlines() == [f"{copy}: ok, a data file" for copy in copies]
    assert ran.code == 0


#: A broken copy of each kind of file: what is changed, and what is told.
BROKEN: dict[tuple[str, str], tuple[list[tuple[str, str]], list[str]]] = {
    ("corinth", "charts.toml"): (
        [
            ("leader = 12", 'leader = "far"'),
            ('members = ["siege_gun"]', 'members = "siege_gun"'),
            ('siege_gun = "no"', 'siege_gun = "never"'),
        ],
        [
            ":13 – allowance.values.leader: 'far' does not fit – a number",
            ":17 – one_hex.members: 'siege_gun' does not fit – a list",
            ":27 – enter.woods.values.siege_gun: 'never' does not fit – a number or one of no oth",
        ],
    ),
    ("gbacw", "drill_charts.toml"): (
        [("wagon = 6,", "wagon = 6.3,"), ("siege_gun = 0, wagon = 1,", 'siege_gun = "other",')],
        [
            ":12 – wagon is 6.3 – points or half points",
            ":21 – no wagon – a value for each of infantry_line ",
            ":21 – siege_gun is 'other' – points or \"no\"",
        ],
    ),
    ("corinth", "order_of_battle.toml"): (
        [
            ('division = "stanley", commander = "fuller"', 'division = "stan", commander = "full"'),
            ("first_day = 7, second_day = 12", "first_day = 13, second_day = 12"),
        ],
        [
            ":30 – unknown division 'stan' – one of stanley hamilton davies mckean mizner",
            ":30 – no commander 'full' – a leader with brigade = \"fuller\"",
            ":31 – limits out of order – first_day, second_day and total, none less than the last",
        ],
    ),
    ("gbacw", "drill_order_of_battle.toml"): (
        [
            ('morale = 4, weapon = "R", strength = 8', 'morale = 4, weapon = "N", strength = 0'),
            ("[union.cavalry]\n1us-cav", "[union.cavalry]\n1us"),
        ],
        [
            ":36 – weapon 'N' – one of R M SR H C CR S P",
            ":36 – strength 0 – 1 or more",
            ":50 – '1us' is also in union.infantry – an id of its own",
        ],
    ),
    ("gbacw", "tables.toml"): (
        [
            ("small_arms = [1, 4, 7", "small_arms = [1, 7, 4"),
            ('1 = ["-", "-", "-", "-",', '1 = ["-", "-", "?",'),
            ("6 = 2, 7 = 3,", "6 = 7,"),
            ("killed = [2, 12]", "killed = [1, 12]"),
        ],
        [
            ":14 – does not divide the columns",
            ":18 – 10 columns – 11",
            ":18 – '?' is not a result – one like - P R P/R 1 1* 2* 3*",
            ":57 – no 7 – a line for each of 2 to 12",
            ":57 – 6 gives morale 7 – 1 to 5",
            ":61 – 1 cannot be rolled – totals of two dice, 2 to 12",
        ],
    ),
    ("gbacw", "drill.toml"): (
        [('0705 = "1us"', '0799 = "1cs"')],
        [
            ":15 – '0799' is not a hex – a hex of drill.map",
            ":15 – no union counter '1cs' – an id of the order of battle",
        ],
    ),
    ("corinth", "historical.toml"): (
        [
            ("division:hamilton -5ia", "division:hamilten -5ia"),
            ("2503-2508", "2508-2503"),
            ('facing = "NW"', 'facing = "W"'),
            ('rosecrans = "2737"', 'rosecrantz = "9937"'),
            ("turn = 19", "turn = 40"),
        ],
        [
            ":18 – unknown 'hamilten' – one of ",
            ":19 – '2508-2503' is not a run – hexes of the map, such as 0310, or a run",
            ":37 – unknown 'W' – one of N NE SE S SW NW",
            ":93 – unknown 'rosecrantz' – an id of the order of battle",
            ":93 – '9937' is not on the map – hexes of the map",
            " – Game-Turn 40 – a Game-Turn, 1 to 32",
        ],
    ),
    ("corinth", "free.toml"): (
        [("brigade:buford -5ia", "brigade:buford -18mo"), ('mower = "reserve"', 'mower = "rest"')],
        [
            " – '18mo' is not among them – -ID of a counter named before it",
            " – unknown 'rest' – one of reserve forward elsewhere",
        ],
    ),
    ("corinth", "outer_works.toml"): (
        [('rule = "corinth:30.12.1"', 'rule = "somewhere"'), ("[fixed]", "[fixt]")],
        [" – fixt: is unknown here – one of schema source group usual fixed"],
    ),
    ("corinth", "areas.toml"): (
        [("G = 5", "H = 5"), ("1901 1902 1903", "1901 1903")],
        [
            " – no G – a Game-Turn for each of A B C D E F G",
            " – unknown 'H' – one of A B C D E F G",
            " – 1901 and 1903 are not neighbours – a road from hex to hex",
        ],
    ),
    ("corinth", "tables.toml"): (
        [("night = [17, 20]", "night = [17]"), ("rounds = 3", "rounds = 3\nrange = 2")],
        [" – Cannot overwrite a value – a TOML file"],
    ),
}


@pytest.mark.parametrize("system, name", BROKEN)
def test_a_broken_copy_of_each_file_of_the_series(
    longroll: Longroll, tmp_path: Path, system: str, name: str
) -> None:
    changes, told = BROKEN[system, name]
    path = changed(tmp_path, name, *changes, system=system)
    ran = longroll("check", path)
    assert ran.code == 2
    assert ran.err == ""
    lines = ran.out.splitlines()
    assert len(lines) == len(told)
    for line, wanted in zip(lines, told, strict=True):
        assert line.startswith(f"{path}:")
        assert wanted in line
        assert line.count(" – ") == 2


def test_tables_of_corinth(longroll: Longroll, tmp_path: Path) -> None:
    path = changed(tmp_path, "tables.toml", ("night = [17, 20]", "night = [17]"), system="corinth")
    assert longroll("check", path).out == (
        f"{path}:13 – turns.night: [17] does not fit – a list of 2\n"
    )
    path = changed(
        tmp_path,
        "tables.toml",
        ("night = [17, 20]", "night = [20, 17]"),
        ("2437 = 5\n", ""),
        ("free = [0, 3, 6.5", "free = [0, 6.5"),
        ("fouls_on = [6]", "fouls_on = [7]"),
        ("1 = { hebert = 3, ", "1 = { "),
        ('1 = ["A", "B", "C", "C", "D", "E"]', '1 = ["A", "B", "C", "C", "Z"]'),
        system="corinth",
    )
    ran = longroll("check", path)
    assert ran.code == 2
    assert [line.partition(" – ")[2] for line in ran.out.splitlines()] == [
        "20 to 17 – the first and the last, each a Game-Turn, 1 to 32",
        "no 2437 – a line that begins with 2437 =",
        "does not divide the levels – 5 totals, one less than names, each above the one before it",
        "7 is not on a die – faces of a die, 1 to 6",
        "no hebert – a die for each of hebert maury lovell",
        "5 areas – 6, one for each face of the die",
        "unknown 'Z' – one of A B C D E F G",
    ]


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
    assert found['1519": "gun-1'].startswith("gun-1 cannot be in 1519")
    assert found['1620": "13us-a 13us-zz'].startswith(
        "'13us-zz' is not a unit – a unit of the system"
    )
    assert found['9999": "13us-b'].startswith("'9999' is not a hex of the map – a hex of the map")
    assert found["77"].startswith("'77' is not a hex of the map")


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
            f":1 – no system 'x': choose from {', '.join(systems())}",
        ),
        ("x.toml", "a = \n", ":1 – Invalid value – a TOML file"),
        (
            "x.toml",
            "a = 1\n",
            ":1 – no system knows this kind of file – a map, a record, a position",
        ),
        ("x.txt", "hello", ":1 – unknown kind of file – a map, a record, a position"),
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


def test_scenarios_of_the_miniatures_table(longroll: Longroll, tmp_path: Path) -> None:
    """Far from home a scenario is known by its source, though other systems share its keys."""
    shipped = SYSTEMS.joinpath("mckie", "data", "scenarios")
    copies = []
    for file in sorted(shipped.iterdir(), key=lambda file: file.name):
        copies.append(tmp_path / file.name)
        copies[-1].write_text(file.read_text("utf-8"), encoding="utf-8")
    ran = longroll("check", *copies)
    assert ran.out.splitlines() == [f"{copy}: ok, a data file" for copy in copies]
    angle = tmp_path / "the-angle.toml"
    angle.write_text(angle.read_text("utf-8").replace("men = 1460", "men = 0"), encoding="utf-8")
    ran = longroll("check", angle)
    assert ran.code == 2
    what = "Garnett's Brigade: infantry is counted in men – men above 0 and no pieces"
    assert ran.out == f"{angle}:33 – {what}\n"
