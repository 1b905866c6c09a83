"""The table in characters, drawn from what a side may know."""

from __future__ import annotations

import re
from collections.abc import Collection

from longroll.board.table import sketch
from longroll.board.table.bases import covering
from longroll.board.table.places import INCH, Point, spot
from longroll.systems.mckie.scenarios.scenario import Scenario
from longroll.systems.mckie.table.view import Facts

LEGEND = """\
. open   t open woods   T dense woods   : rough   , crops   # built up   ~ water   1-9 a hill
= road   % wall   + fence   & hedge   - railway cut   ^ works   inches along the edges
A to Z the Union's units   a to z the Confederates', as the list beside the table says"""

_POINT = re.compile(r"(-?\d{1,4}(?:\.\d{1,9})?),\s*(-?\d{1,4}(?:\.\d{1,9})?)", re.ASCII)
#: Patterns and how a terminal may colour what they match.
STYLES = {r"[A-S](?=[A-S. ])": "bold bright_blue", r"%": "yellow", r"~": "cyan", r">": "bold"}


def letters(facts: Facts, sides: dict[str, str]) -> dict[str, str]:
    """A letter for each unit in sight: capitals for the Union."""
    found: dict[str, str] = {}
    counts = dict.fromkeys(set(sides.values()), 0)
    for id in facts.bodies:
        side = sides[id]
        first = "A" if side == "union" else "a"
        found[id] = chr(ord(first) + counts[side] % 26)
        counts[side] += 1
    return found


def draw(
    scenario: Scenario, facts: Facts, around: str = "", radius: int = 0, lit: Collection[str] = ()
) -> str:
    """The whole table, or what is within `radius` inches of a unit or a point `x,y`."""
    sides: dict[str, str] = {one.id: one.side for one in scenario.file.troops}
    sides |= {one.id: one.side for one in scenario.file.commanders}
    named = letters(facts, sides)
    units = [
        (
            named[id],
            covering([tuple(spot(Point(*corner)) for corner in base) for base in body.bases]),
        )
        for id, body in facts.bodies.items()
    ]
    if around:
        reach = (radius or 8) * INCH
        lines = list(sketch.near(scenario.table, _place(facts, around), reach, units))
    else:
        lines = list(sketch.whole(scenario.table, units))
    key = [
        f"{'>' if id in lit else ' '}{letter} {id}"
        for id, letter in named.items()
        if id in facts.units or id in lit
    ]
    return "\n".join([*lines, "   ".join(key)])


def _place(facts: Facts, around: str) -> Point:
    if around in facts.bodies:
        body = facts.bodies[around]
        return Point(body.x, body.y)
    return read_point(around)


def read_point(text: str) -> Point:
    """A point written `x,y` in inches; ValueError if it is not one.

    >>> read_point("12.5,30")
    Point(x=1250, y=3000)
    """
    found = _POINT.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is neither a unit nor a point such as 12.5,30")
    x, y = (round(float(part) * INCH) for part in found.groups())
    return Point(x, y)
