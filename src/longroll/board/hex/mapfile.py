"""Map files: text that a person can read and edit by hand.

    longroll map 1
    title     A small field
    columns   01-03
    rows      01-02
    high      odd

    [terrain]                 # one letter for each terrain
    .  clear
    w  woods

    [grid]                    # the columns across, then a line for every row
         01 02 03
    01   .  w  w
    02   .  .  w

    [levels]                  # the same with whole numbers; all 0 without this section
         01 02 03
    01   1  1  2
    02   1  1  1

    [roads]                   # the hexes in the order of travel, each touching the one before
    pike       0101 0201 0302

    [hexsides]                # the order of the two is kept: inside/outside, low/high
    stream     0101/0102 0202/0102

    [zones]                   # any other word about hexes; 0101-0102 runs down a column
    entry      0101-0102
               0301           # an indented line continues the list above

    [labels]
    0301  the old mill

    [basis]                   # how a hex (or a hexside) is known
    default    reconstructed
    stated     0301 0101/0102

`#` starts a comment. The first line, the header, [terrain] and [grid] are required.
"""

from pathlib import Path

from longroll.board.faults import Fault
from longroll.board.hex.hexmap import HexMap, MapError
from longroll.board.hex.mapreader import parse
from longroll.board.hex.mapsource import Source
from longroll.board.hex.mapwriter import compose


def load_map(path: str | Path) -> HexMap:
    """The map in a file; MapError with all faults if the file is not a map."""
    return read_map(Path(path).read_bytes(), Path(path).name)


def read_map(text: str | bytes, name: str) -> HexMap:
    """The map in the contents of a file; faults are reported under `name`."""
    return parse(Source(text, name))


def check_map(text: str | bytes, name: str) -> list[Fault]:
    """Everything wrong with the contents of a map file, in the order of its lines.

    >>> print(*check_map("longroll map 9", "field.map")[:1])
    field.map:1 – not the first line of a map – longroll map 1
    """
    try:
        read_map(text, name)
    except MapError as error:
        return list(error.faults)
    return []


def write_map(map: HexMap) -> str:
    """The map file that reads back as `map`; ValueError if no file can express it."""
    text = compose(map)
    if read_map(text, map.title) != map:
        raise ValueError(f"the map {map.title!r} contains something that a map file cannot express")
    return text
