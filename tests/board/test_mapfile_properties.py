"""Every map can be written and read back; no file, however spoilt, brings the reader down."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from longroll.board.hex import Hex, HexMap, MapError, check_map, read_map, write_map
from tests.board.boards import grids
from tests.board.test_mapfile import FIELD

NAMES = st.from_regex(r"[a-z][a-z0-9_]{0,11}", fullmatch=True)
WORDS = st.from_regex(r"[A-Za-z'é(]([A-Za-z0-9 /,-]{0,20}[a-z.)])?", fullmatch=True)
LETTERS = st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="#")


@st.composite
def maps(draw: st.DrawFn) -> HexMap:
    grid = draw(grids(longest=6))
    random = draw(st.randoms(use_true_random=False))
    terrains = draw(st.lists(NAMES, min_size=1, max_size=6, unique=True))
    size = len(terrains)
    letters = draw(st.lists(LETTERS, min_size=size, max_size=size, unique=True))
    sides = [(a, b) for a in grid.hexes for b in grid.adjacent[a] if a < b]
    marks = draw(st.lists(NAMES.filter(lambda name: name != "default"), max_size=3, unique=True))

    def some(hexes: list[Hex] | tuple[Hex, ...]) -> list[Hex]:
        return random.sample(hexes, random.randint(1, len(hexes)))

    def walk() -> tuple[Hex, ...]:
        road = [random.choice(grid.hexes)]
        while grid.adjacent[road[-1]] and random.random() < 0.9:
            road.append(random.choice(grid.adjacent[road[-1]]))
        return tuple(road)

    def turned() -> tuple[tuple[Hex, Hex], ...]:
        chosen = random.sample(sides, random.randint(1, len(sides)))
        return tuple(random.choice([(a, b), (b, a)]) for a, b in chosen)

    kinds = draw(st.lists(NAMES, max_size=3, unique=True)) if sides else []
    return HexMap(
        title=draw(WORDS),
        grid=grid,
        legend=dict(zip(letters, terrains, strict=True)),
        terrain={hex: random.choice(terrains) for hex in grid.hexes},
        level={hex: random.choice([0, 0, 1, 7, 10, -2]) for hex in grid.hexes},
        roads={name: walk() for name in draw(st.lists(NAMES, max_size=3, unique=True))},
        hexsides={kind: turned() for kind in kinds},
        zones={
            name: frozenset(some(grid.hexes))
            for name in draw(st.lists(NAMES, max_size=3, unique=True))
        },
        labels={hex: draw(WORDS) for hex in some(grid.hexes)[:3]},
        basis={hex: random.choice(marks) for hex in grid.hexes} if marks else {},
        side_basis={grid.hexside(*side): random.choice(marks) for side in sides[:3] if marks},
    )


def spoil(contents: bytes, random: Random) -> bytes:
    """The file after one accident: bytes changed, lost, doubled or swapped, or lines moved."""
    start, end = sorted(random.randrange(len(contents) + 1) for _ in range(2))
    lines = contents.split(b"\n")
    line = random.randrange(len(lines))
    word = random.choice(contents.split() or [b""])
    match random.randrange(7):
        case 0:
            return contents[:start] + random.randbytes(random.randint(1, 4)) + contents[start:]
        case 1:
            return contents[:start] + contents[min(end, start + 40) :]
        case 2:
            return contents[:end] + contents[start:end] + contents[end:]
        case 3:
            lines.insert(random.randrange(len(lines)), lines.pop(line))
        case 4:
            lines[line] = lines[line] + b" " + word
        case 5:
            lines[line] = word + b" " + lines[line]
        case _:
            other = random.choice([b"0", b"99", b"0101", b"0101/0102", b"-", b"[", b"]", b"#"])
            lines[line] = lines[line].replace(random.choice(lines[line].split() or [b"x"]), other)
    return b"\n".join(lines)


def check_that_the_reader_stands(contents: bytes) -> None:
    faults = check_map(contents, "spoilt.map")
    assert all(1 <= fault.line <= contents.count(b"\n") + 1 for fault in faults)
    assert all(fault.what and fault.right for fault in faults)
    assert faults == sorted(faults, key=lambda fault: fault.line)
    if faults:
        with pytest.raises(MapError) as refusal:
            read_map(contents, "spoilt.map")
        assert list(refusal.value.faults) == faults
    else:
        map = read_map(contents, "spoilt.map")
        assert read_map(write_map(map), "again.map") == map


@settings(max_examples=50)
@given(maps())
def test_a_written_map_reads_back_the_same(map: HexMap) -> None:
    text = write_map(map)
    assert read_map(text, "written.map") == map
    assert write_map(read_map(text, "written.map")) == text


@settings(max_examples=400)
@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_a_spoilt_file_is_read_or_refused(random: Random, accidents: int) -> None:
    contents = FIELD.encode()
    for _ in range(accidents):
        contents = spoil(contents, random)
    check_that_the_reader_stands(contents)


@given(st.binary() | st.text().map(str.encode))
def test_no_contents_bring_the_reader_down(contents: bytes) -> None:
    check_that_the_reader_stands(contents)
