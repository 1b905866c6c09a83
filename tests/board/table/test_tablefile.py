"""Table files: read, checked and written."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroll.board.table import (
    KINDS,
    Piece,
    Point,
    Table,
    TableError,
    check_table,
    load_table,
    read_table,
    write_table,
)
from longroll.board.table.terrain import complaints
from tests.board.table.fields import FIELD

GOOD = """\
schema = 1
title = "A small field"
width = 48
height = 36.5

[[piece]]
kind = "open_woods"
name = "wood"
points = [[36, 4], [44.25, 4], [44, "10 1/2"]]

[[piece]]
kind = "hill"
name = "knoll"
level = 2
points = [[1, 1], ["9/4", 1.05], ["0.5", 3]]

[[piece]]
kind = "fence"
name = "rails"
width = 0.04
cover = true
sight = "blocks"
points = [[10, 10], [20, 10]]
"""


def test_a_file_in_inches_is_a_table_in_hundredths() -> None:
    table = read_table(GOOD, "field.toml")
    assert (table.title, table.width, table.height) == ("A small field", 4800, 3650)
    wood, knoll, rails = table.pieces
    assert wood.points == (Point(3600, 400), Point(4425, 400), Point(4400, 1050))
    assert (wood.cover, wood.sight, wood.rest) == (True, "edge", False)
    assert knoll.points == (Point(100, 100), Point(225, 105), Point(50, 300))
    assert knoll.level == 2
    assert (rails.width, rails.rest, rails.cover, rails.sight) == (4, True, True, "blocks")


RIGHT = 'inches, as 12, 4.25 or "4 1/4"'


def told(*changes: tuple[str, str]) -> list[str]:
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return [str(fault) for fault in check_table(text, "f.toml")]


def test_a_good_file_has_no_faults() -> None:
    assert told() == []


def test_every_fault_is_told_in_the_order_of_the_lines() -> None:
    assert told(
        ("48", "48.001"),
        ('"open_woods"', '"forest"'),
        ("[[1, 1], ", "[[1, 1, 1], "),
        ("0.04", '"4 mm"'),
    ) == [
        "f.toml:3 – width: 48.001 is not a whole number of hundredths – " + RIGHT,
        "f.toml:7 – piece.0.kind: unknown kind 'forest' – one of " + " ".join(KINDS),
        "f.toml:15 – piece.1.points.0: 3 numbers – two: inches east, inches south",
        "f.toml:20 – piece.2.width: 4 mm is not a whole number of hundredths – " + RIGHT,
    ]


@pytest.mark.parametrize(
    "old, new, fault",
    [
        ("schema = 1", "schema = 2", "f.toml:1 – schema: 2 does not fit – one of 1"),
        (
            "width = 48",
            "width = 0",
            "f.toml:3 – width: a table without area – more than 0 inches",
        ),
        ("width = 48", "width = 1e9", "f.toml:3 – width: 1E+9 inches – 1000 at most"),
        ("width = 48\n", "", "f.toml:1 – no width – a line that begins with width ="),
        (
            "level = 2",
            "level = 0",
            "f.toml:11 – piece.1: a contour of level 0 – a level of 1 or more",
        ),
        ("level = 2", "depth = 2", "piece.1.depth: is unknown here"),
        ("width = 0.04\n", "", "a fence 0 hundredths wide – a width of 0.02 in or more"),
        ("width = 0.04", "width = 0.04\nlevel = 1", "piece.2.level: a fence has no level"),
        ("[20, 10]", "[49, 10]", "a point off the table – points from 0 to 48 and 0 to 36.5"),
        ("[20, 10]", "[-20, 10]", "a point off the table"),
        ("[20, 10]", "[10, 10]", "a fence with a point twice in a row"),
        ("[20, 10]", '[20, "1/0"]', "1/0 is not a whole number of hundredths"),
        ("[20, 10]", "[20, nan]", "NaN is not a whole number of hundredths"),
        ("[20, 10]", "[20, true]", "does not fit"),
        ('"blocks"', '"no"', "sight: 'no' does not fit"),
        ("cover = true", "cover = 1", "cover: 1 does not fit"),
        ("schema = 1", "schema = ", "f.toml:1"),
    ],
)
def test_one_fault(old: str, new: str, fault: str) -> None:
    faults = told((old, new))
    assert len(faults) == 1
    assert fault in faults[0]


def test_bytes_that_are_no_text() -> None:
    assert [str(fault) for fault in check_table(b"schema = 1\n\xff", "f.toml")] == [
        "f.toml:2 – a byte that is not UTF-8 – UTF-8 text"
    ]


def test_a_file_from_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "field.toml"
    file.write_bytes(GOOD.replace("\n", "\r\n").encode("utf-8-sig"))
    assert load_table(file) == read_table(GOOD, "field.toml")
    file.write_text("schema = 3", encoding="utf-8")
    with pytest.raises(TableError, match=r"field\.toml:1 – schema: 3 does not fit"):
        load_table(file)


def test_what_is_written_reads_back() -> None:
    assert read_table(write_table(FIELD), "field") == FIELD
    table = read_table(GOOD, "field")
    text = write_table(table)
    assert "points = [[36, 4], [44.25, 4], [44, 10.5]]" in text
    assert "rest" not in text
    assert read_table(text, "field") == table


def test_what_no_file_can_say_is_refused() -> None:
    with pytest.raises(ValueError, match="points from 0 to 9"):
        write_table(Table("t", 900, 900, (Piece("road", "r", (Point(0, 0), Point(901, 0)), 10),)))


inches = st.integers(0, 3000)


@st.composite
def pieces(draw: st.DrawFn) -> Piece:
    kind = draw(st.sampled_from(sorted(KINDS)))
    common = KINDS[kind]
    points = draw(st.lists(st.builds(Point, inches, inches), min_size=2, max_size=6))
    made = Piece(
        kind,
        draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=12)),
        tuple(points),
        draw(st.integers(2, 99)) if common.shape == "line" else 0,
        draw(st.integers(1, 4)) if common.layer == "contour" else 0,
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.sampled_from(["clear", "edge", "blocks"])),
        draw(st.booleans()),
    )
    if any(complaints(made)):
        corners = (Point(1, 1), Point(9, 1), Point(9, 9))
        return Piece(kind, made.name, corners, made.width, made.level)
    return made


@settings(max_examples=60)
@given(st.lists(pieces(), max_size=4), st.text(max_size=9).filter(str.isprintable))
def test_every_table_reads_back(found: list[Piece], title: str) -> None:
    table = Table(title, 3000, 3000, tuple(found))
    assert read_table(write_table(table), "t") == table


@settings(max_examples=100)
@given(st.randoms(use_true_random=False), st.binary(max_size=4))
def test_no_file_however_spoilt_brings_the_reader_down(random: Random, junk: bytes) -> None:
    contents = GOOD.encode()
    start, end = sorted(random.randrange(len(contents) + 1) for _ in range(2))
    spoilt = contents[:start] + junk + contents[min(end, start + 20) :]
    for fault in check_table(spoilt, "f.toml"):
        assert str(fault).startswith("f.toml:")
