"""Map files: what a good one says, and what is said about a bad one."""

from pathlib import Path
from textwrap import dedent

import pytest

from longroll.board.faults import Fault
from longroll.board.hex import Grid, MapError, check_map, load_map, mapfile, read_map, write_map

FIELD = """\
longroll map 1
title     A small field
columns   01-03
rows      01-02
high      odd

[terrain]
.  clear
w  woods

[grid]
     01 02 03
01   .  w  w   # the wood
02   .  .  w

[levels]
     01 02 03
01   1  1  2
02   1  -1 10

[roads]
pike       0101 0201 0302

[hexsides]
stream     0102/0101 0202/0102

[zones]
entry      0101-0102
           0301
1_MO       0202

[labels]
0301  the old mill

[basis]
default    reconstructed
stated     0301 0102/0101
"""


def faults_when(old: str, new: str) -> list[str]:
    """What is said about the field after one change: line, fault and remedy."""
    assert FIELD.count(old) == 1
    faults = check_map(FIELD.replace(old, new), "field.map")
    assert all(fault.file == "field.map" for fault in faults)
    return [str(fault).removeprefix("field.map:") for fault in faults]


def test_a_good_file_has_no_faults() -> None:
    assert check_map(FIELD, "field.map") == []


def test_a_map_says_what_its_file_says() -> None:
    map = read_map(FIELD, "field.map")
    assert map.title == "A small field"
    assert map.grid == Grid(range(1, 4), range(1, 3), "odd")
    assert map.legend == {".": "clear", "w": "woods"}
    assert map.of_terrain("woods") == ("0201", "0301", "0302")
    assert map.level == {"0101": 1, "0102": 1, "0201": 1, "0202": -1, "0301": 2, "0302": 10}
    assert map.roads == {"pike": ("0101", "0201", "0302")}
    assert map.hexsides == {"stream": (("0102", "0101"), ("0202", "0102"))}
    assert map.zones == {"entry": {"0101", "0102", "0301"}, "1_MO": {"0202"}}
    assert map.of_zone("entry") == ("0101", "0102", "0301")
    assert map.labels == {"0301": "the old mill"}
    assert map.basis["0301"] == "stated"
    assert map.basis["0101"] == "reconstructed"
    assert map.side_basis == {"0101/0102": "stated"}


def test_the_least_map_is_level_and_has_nothing_on_it() -> None:
    map = read_map(FIELD[: FIELD.index("[levels]")], "field.map")
    assert set(map.level.values()) == {0}
    lists = (map.roads, map.hexsides, map.zones, map.labels, map.basis, map.side_basis)
    assert not any(lists)
    assert read_map(write_map(map), "field.map") == map


def test_the_example_in_the_documentation_is_a_map() -> None:
    text = dedent((mapfile.__doc__ or "").partition("\n\n")[2].partition("`#`")[0])
    assert check_map(text, "example.map") == []
    assert read_map(text, "example.map").of_zone("entry") == ("0101", "0102", "0301")


def test_writing_keeps_everything() -> None:
    map = read_map(FIELD, "field.map")
    assert read_map(write_map(map), "again.map") == map


def test_what_a_file_cannot_say_is_not_written() -> None:
    map = read_map(FIELD, "field.map")
    map.labels["0302"] = "Battery # 3"
    with pytest.raises(ValueError, match="contains something that a map file cannot express"):
        write_map(map)


def test_windows_line_ends_and_byte_order_marks_do_no_harm() -> None:
    contents = b"\xef\xbb\xbf" + FIELD.replace("\n", "\r\n").encode()
    assert read_map(contents, "field.map") == read_map(FIELD, "field.map")


def test_a_file_is_loaded_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "field.map"
    path.write_text(FIELD)
    assert load_map(path) == load_map(str(path)) == read_map(FIELD, "field.map")


def test_a_bad_file_is_refused_with_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "field.map"
    path.write_text(FIELD.replace("02   .  .", "02   .  q"))
    with pytest.raises(MapError) as refusal:
        load_map(path)
    fault = Fault("field.map", 14, "unknown terrain letter 'q' in 0202", "one of . w")
    assert refusal.value.faults == (fault,)
    assert str(refusal.value) == ("field.map:14 – unknown terrain letter 'q' in 0202 – one of . w")


def test_every_fault_is_reported_in_the_order_of_the_lines() -> None:
    text = FIELD.replace("high      odd", "high      low").replace("w  woods", "wood  woods")
    text = text.replace("[zones]", "[sones]")
    assert [fault.line for fault in check_map(text, "field.map")] == [5, 9, 27]


@pytest.mark.parametrize("contents", ["", b"", "\n\n", "# only a comment", b"\n"])
def test_an_empty_file_is_a_fault(contents: str | bytes) -> None:
    assert [str(fault) for fault in check_map(contents, "field.map")] == [
        "field.map:1 – the file is empty – a map that begins with 'longroll map 1'"
    ]


def test_bytes_that_are_no_text_are_a_fault_and_the_rest_is_still_checked() -> None:
    contents = FIELD.encode().replace(b"old mill", b"old m\xffll").replace(b"pike  ", b"pike 9")
    assert [str(fault) for fault in check_map(contents, "field.map")] == [
        "field.map:22 – '9' is neither a hex number nor a range of them"
        " – numbers such as 1018, or 1018-1026 down one column",
        "field.map:33 – byte 0xff is not UTF-8 – a text file in UTF-8",
    ]


HEADER = [
    ("longroll map 1\n", "longroll map 2\n", "1 – not the first line of a map – longroll map 1"),
    ("title     A small field\n", "", "4 – no title – a line that begins with title"),
    ("title     A small field", "title", "2 – an empty title – the name of the map"),
    ("high      odd", "high odd\nhigh even", "6 – high given twice – only one, as on line 5"),
    ("high      odd", "high odd\nscale 2", "6 – unknown heading 'scale' – one of title columns"),
    ("high      odd", "high      both", "5 – high columns 'both' – even or odd"),
    ("rows      01-02", "rows 02-01", "4 – rows '02-01' are not a range – first and last in two"),
    ("columns   01-03", "columns three", "3 – columns 'three' are not a range – first and last in"),
]
SECTIONS = [
    ("[zones]", "[sones]", "27 – unknown section [sones] – one of terrain grid levels roads"),
    ("[zones]", "[roads]", "27 – section [roads] given twice – only one, as on line 21"),
    ("[terrain]\n.  clear\nw  woods\n", "", "34 – no section [terrain] – a section [terrain]"),
    (".  clear\nw  woods\n", "", "7 – no terrain at all – a letter and a name"),
    ("w  woods", "w  woods\nw  water", "10 – letter w given twice – it stands for woods"),
    ("w  woods", "w  woods\nx  woods", "10 – terrain woods given twice – one letter for each"),
    ("w  woods", "w  woods\nxx water", "10 – 'xx water' is not a terrain – one letter and one"),
    ("w  woods", "w  woods\nx", "10 – 'x' is not a terrain – one letter and one name"),
]
DRAWINGS = [
    ("02   .  .  w", "02   .  .", "14 – row 02 has 2 hexes – 3, one for each column"),
    ("02   .  .  w", "02   .  .  w  w", "14 – row 02 has 4 hexes – 3, one for each column"),
    ("02   .  .  w", "", "13 – no row 02 in [grid] – one line for every row"),
    ("02   .  .  w", "01   .  .  w", "14 – row 01 given twice – only one, as on line 13"),
    ("02   .  .  w", "02 . . w\n03 . . w", "15 – '03' is not a row of the map – a row from 01"),
    ("[grid]\n     01 02 03", "[grid]", "12 – the columns are not named above the rows – the"),
    ("[grid]\n     01 02 03", "[grid]\n 01 03", "12 – the columns are not named above the rows"),
    ("01   1  1  2", "01   1  x  2", "18 – 'x' is not a level, in 0201 – a whole number"),
]
LISTS = [
    ("0101 0201 0302", "0101 0201 0401", "22 – 0401 is off the map – 0101 to 0302"),
    ("0101 0201 0302", "0101 0302", "22 – the road jumps from 0101 to 0302 – the next hex"),
    ("0101 0201 0302", "", "22 – pike lists nothing – something after the name"),
    (
        "stream     0102/0101",
        "stream 0102/0301",
        "25 – 0102 and 0301 do not share a side – two hexes that touch",
    ),
    ("0202/0102", "0202/0203", "25 – 0203 is off the map – 0101 to 0302"),
    ("0202/0102", "0202", "25 – '0202' is not a hexside – two hexes such as 1519/1520"),
    ("0202/0102", "0101/0102", "25 – 0101/0102 given twice – only once, as on line 25"),
    ("           0301", "           0102", "29 – 0102 given twice – only once, as on line 28"),
    ("           0301", "           0201-0301", "29 – '0201-0301' does not run down one column"),
    ("1_MO ", "entry", "30 – entry given twice – only one, as on line 28"),
    ("1_MO ", "0201 ", "30 – '0201' is not a name – letters, digits and _, one letter at least"),
    ("entry      0101-0102", "", "29 – an indented line with nothing above it – a name first"),
    ("0301  the old mill", "0301", "33 – '0301' is not a label – a hex and the words printed"),
    ("0301  the old mill", "0309 x", "33 – 0309 is off the map – 0101 to 0302"),
    ("0301  the", "0301 a\n0301  the", "34 – 0301 labelled twice – one label for each hex"),
    ("stated     0301", "stated     0309", "37 – 0309 is off the map – 0101 to 0302"),
    ("stated     0301", "stated     0301 0301", "37 – 0301 is already marked stated – one"),
    ("default    reconstructed\n", "", "35 – 0101 has no basis and there is no default – a"),
    ("default    reconstructed", "default  a b", "36 – 'a b' is not a basis – one word, such as"),
]


@pytest.mark.parametrize("old, new, said", HEADER + SECTIONS + DRAWINGS)
def test_a_fault_is_named_with_its_line_and_its_remedy(old: str, new: str, said: str) -> None:
    assert faults_when(old, new)[0].startswith(said)


@pytest.mark.parametrize("old, new, said", LISTS)
def test_a_fault_in_a_list_is_the_only_one_named(old: str, new: str, said: str) -> None:
    (fault,) = faults_when(old, new)
    assert fault.startswith(said)


def test_without_a_board_the_words_are_still_checked() -> None:
    text = FIELD.replace("rows      01-02\n", "").replace("0101-0102", "0101-x")
    text = text.replace("0202/0102", "0202-0102")
    assert [fault.line for fault in check_map(text, "field.map")] == [4, 24, 27]


def test_a_row_out_of_order_is_a_fault() -> None:
    rows = "01   .  w  w   # the wood\n02   .  .  w\n"
    swapped = "02   .  .  w\n01   .  w  w\n"
    assert faults_when(rows, swapped) == ["14 – row 01 out of order – before row 02"]
