"""The table in characters, drawn from what a side may know."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from longroll.board.table import Table, sketch
from longroll.board.table.bases import covering
from longroll.board.table.places import Point, spot
from longroll.display import Terminal
from longroll.display.facts import Facts
from longroll.kernel.state import State
from longroll.miniatures.measure import WHOLE

S = TypeVar("S", bound=State)

LEGEND = """\
. open   t open woods   T dense woods   : rough   , crops   # built up   ~ water   1-9 a hill
= road   % wall   + fence   & hedge   - railway cut   ^ works   distances along the edges
A to Z the Union's units   a to z the Confederates', as the list beside the table says"""

_POINT = re.compile(r"(-?\d{1,4}(?:\.\d{1,9})?),\s*(-?\d{1,4}(?:\.\d{1,9})?)", re.ASCII)
#: Patterns and how a terminal may colour what they match.
STYLES = {r"[A-S](?=[A-S. ])": "bold bright_blue", r"%": "yellow", r"~": "cyan", r">": "bold"}
#: How far around a place is drawn unless somebody says.
_AROUND = 8


class TableTerminal(Terminal[S]):
    """A battle on a measured table in a terminal."""

    legend = LEGEND
    styles = STYLES

    def board(self, facts: Any) -> tuple[Table, Mapping[str, str], Mapping[str, str]]:
        """The table of a battle, and the sides and titles of those who were there at first."""
        raise NotImplementedError

    def draw(self, facts: Any, around: str = "", radius: int = 0, lit: Collection[str] = ()) -> str:
        table, sides, _ = self.board(facts)
        return draw(table, sides, facts, around, radius, lit)

    def gloss(self, facts: Any, word: str) -> str:
        return self.board(facts)[2].get(word, "")


def letters(facts: Facts, sides: Mapping[str, str]) -> dict[str, str]:
    """A letter for each body in sight: capitals for the Union."""
    # Screens and markers came into being during the battle.
    known = {**sides, **{piece.id: piece.side for piece in facts.pieces}}
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    for id in facts.bodies:
        side = known[id]
        first = "A" if side == "union" else "a"
        found[id] = chr(ord(first) + counts.get(side, 0) % 26)
        counts[side] = counts.get(side, 0) + 1
    return found


def draw(
    table: Table,
    sides: Mapping[str, str],
    facts: Facts,
    around: str = "",
    radius: int = 0,
    lit: Collection[str] = (),
) -> str:
    """The whole table, or what is within `radius` of a unit or a point `x,y`; `sides` are those of
    the units that were there from the start."""
    named = letters(facts, sides)
    units = [
        (
            named[id],
            covering([tuple(spot(Point(*corner)) for corner in base) for base in body.bases]),
        )
        for id, body in facts.bodies.items()
    ]
    if around:
        reach = (radius or _AROUND) * WHOLE
        lines = list(sketch.near(table, _place(facts, around), reach, units))
    else:
        lines = list(sketch.whole(table, units))
    listed = {*facts.units, *lit, *(piece.id for piece in facts.pieces)}
    key = [
        f"{'>' if id in lit else ' '}{letter} {id}" for id, letter in named.items() if id in listed
    ]
    return "\n".join([*lines, "   ".join(key)])


def _place(facts: Facts, around: str) -> Point:
    if around in facts.bodies:
        body = facts.bodies[around]
        return Point(body.x, body.y)
    return read_point(around)


def read_point(text: str) -> Point:
    """A point written `x,y`; ValueError if it is not one.

    >>> read_point("12.5,30")
    Point(x=1250, y=3000)
    """
    found = _POINT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is neither a unit nor a point such as 12.5,30")
    x, y = (round(float(part) * WHOLE) for part in found.groups())
    return Point(x, y)
