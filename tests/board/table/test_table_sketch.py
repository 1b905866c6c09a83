"""The table in characters."""

from __future__ import annotations

from longroll.board.table import Point, footprint, pose
from longroll.board.table.sketch import SIGNS, legend, near, whole
from longroll.board.table.terrain import KINDS
from tests.board.table.fields import FIELD, LINE

WHOLE = """\
    0         10        20        30
  0 ........b..==.......................
  2 ........b..==.++....................
  4 ....TTTTb..==.++....tttttttt........
  6 ....TTTT...==.++....tttttttt........
  8 ..........%%%%......tttttttt........
 10 ~~~~~~~~...==............~~~~~~~~~~~
 12 ~~~~~~~~~~~==~~~~~~~~~~~~~~~~~~~~~~~
 14 ...........==.......................
 16 ..........1==1111111....#####.......
 18 ..........1==2222111....###.........
 20 ..........1==2222111....###.........
 22 ..........1==1111111....#####.......
 24 ...........==.......................
 26 ...AAAAAA..==.......................
 28 ...........==......................."""

NEAR = """\
    3
  3 ...........
  4 ..TTTTTTTT.
  5 ..TTTTTTTT.
  6 ..TTTTTTTT.
  7 AAAAAAAAAAA
  8 ..........."""


def test_the_whole_field() -> None:
    units = [
        ("A", footprint(LINE, pose(600, 2600, 0))),
        ("b", footprint(LINE, pose(900, 200, 900))),
    ]
    assert "\n".join(whole(FIELD, units)) == WHOLE


def test_near_a_point_it_is_drawn_larger() -> None:
    units = [("A", footprint(LINE, pose(600, 700, 0)))]
    assert "\n".join(near(FIELD, Point(600, 600), 250, units)) == NEAR


def test_every_kind_has_a_sign() -> None:
    assert set(SIGNS) | {"hill"} == set(KINDS)
    assert list(legend(FIELD))[:3] == [
        "t  open woods: wood",
        "T  dense woods: grove",
        "1-9  hill: low, high",
    ]
