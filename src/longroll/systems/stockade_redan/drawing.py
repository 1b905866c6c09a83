"""The board in characters, drawn from what a side may know.

Two sizes: the whole map, two lines to a row because every second column is half a hex higher,
and the hexes around one, large enough for regiments. Nothing depends on colour alone: every sign
is a character of its own, and LEGEND names them all.
"""

from __future__ import annotations

from collections.abc import Collection

from longroll.board.hex import Hex, sketch
from longroll.board.hex.sketch import CELL
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    INFANTRY,
    NUMBER,
    OFFICER,
    ROSTER,
    UNION,
    Piece,
)
from longroll.systems.stockade_redan.terrain import GRID, MAP
from longroll.systems.stockade_redan.view import Facts

LEGEND = """\
. open field   : road   ^ slight elevation   ~ ditch   # redan wall   H wall held by the Union
U3 three Union companies   C3 three Confederate   * an officer   g guns   C? a hidden stack
U3xC2 both in one hex   b bridging marker   = bridge laid   % carnage   ! Chaos of War
u c bombardment, Union and Confederate   + more: stack HEX   > a choice names this hex"""

#: Patterns and how a terminal may colour what they match.
STYLES = {
    r"U[0-9*g?]+": "bold bright_blue",
    r"C[0-9*g?]+": "bold yellow",
    r"#": "yellow",
    r"H": "bold bright_blue",
    r"~": "cyan",
    r"[%!uc](?![a-z])": "bold red",
    r"[=b](?![a-z])": "bold green",
    r">": "bold reverse",
}

_GROUND = {"open_field": ".", "slight_elevation": "^", "ditch": "~", "redan": "#"}
_ROAD = frozenset(hex for road in MAP.roads.values() for hex in road)
_SIDE = {UNION: "U", CONFEDERATE: "C"}


class Board:
    """What is in each hex, sorted once for a drawing."""

    def __init__(self, facts: Facts) -> None:
        self.held = frozenset(facts.union_held)
        self.stacks: dict[Hex, dict[str, tuple[Piece, ...] | None]] = {}
        for stack in facts.stacks:
            pieces = (
                None if stack.units is None else tuple(ROSTER[NUMBER[unit]] for unit in stack.units)
            )
            self.stacks.setdefault(stack.hex, {})[stack.side] = pieces
        laid = [bridge.hex for bridge in facts.bridges if bridge.up == "bridging"]
        loose = [bridge.hex for bridge in facts.bridges if bridge.up == "carried"]
        shells = {
            side: [marker.hex for marker in facts.markers if marker.side == side] for side in _SIDE
        }
        #: The signs of each hex, the most important first.
        self.signs: dict[Hex, list[str]] = {}
        for sign, hexes in (
            ("=", laid),
            ("!", facts.chaos),
            ("u", shells[UNION]),
            ("c", shells[CONFEDERATE]),
            ("b", loose),
            ("%", facts.carnage),
        ):
            for hex in dict.fromkeys(hexes):
                self.signs.setdefault(hex, []).append(sign)

    def ground(self, hex: Hex) -> str:
        """The character of the terrain."""
        if hex in self.held:
            return "H"
        ground = _GROUND[MAP.terrain[hex]]
        return ":" if ground == "." and hex in _ROAD else ground

    def stack(self, hex: Hex) -> str:
        """The units there: "U3*", "C?", "U3*xC2g", or nothing."""
        return "x".join(
            _SIDE[side] + strength(pieces) for side, pieces in self.stacks.get(hex, {}).items()
        )

    def cell(self, hex: Hex) -> str:
        """The hex on the whole map: ground, stack, signs; `+` if there is no room for all of it."""
        stacks = self.stacks.get(hex, {})
        if len(stacks) > 1:
            return "x".join(_SIDE[side] + _count(pieces) for side, pieces in stacks.items())[:CELL]
        signs = "".join(self.signs.get(hex, ()))
        ground, rest = self.ground(hex), self.stack(hex) + signs
        # Open ground needs no sign of its own, nor does a ditch with a bridge in it.
        if len(rest) == CELL and (ground in ".:" or "=" in signs):
            return rest
        text = ground + rest
        return text if len(text) <= CELL else text[: CELL - 1] + "+"


def strength(pieces: tuple[Piece, ...] | None) -> str:
    """A stack without its side: companies, `*` for officers, `g` for guns; `?` if hidden."""
    if pieces is None:
        return "?"
    kinds = {piece.kind for piece in pieces}
    officers, guns = "*" * (OFFICER in kinds), "g" * (ARTILLERY in kinds)
    return (_count(pieces) if INFANTRY in kinds else "") + officers + guns


def _count(pieces: tuple[Piece, ...] | None) -> str:
    """The companies of a stack, as one digit or `9`; guns and officers if there are none."""
    if pieces is None:
        return "?"
    companies = sum(piece.kind == INFANTRY for piece in pieces)
    return str(min(companies, 9)) if companies else strength(pieces)[:1]


def draw(facts: Facts, around: Hex = "", radius: int = 0, lit: Collection[Hex] = ()) -> str:
    """The whole map, or the hexes within `radius` of one; `lit` hexes are marked with `>`."""
    board = Board(facts)
    marked = frozenset(lit)
    if around:

        def inside(hex: Hex) -> sketch.Inside:
            signs = "".join(board.signs.get(hex, ()))
            return sketch.Inside(board.ground(hex), *_inside(board, hex), signs)

        return "\n".join(sketch.near(GRID, GRID.require(around), radius, inside, marked))
    return "\n".join(sketch.whole(GRID, board.cell, marked))


def _inside(board: Board, hex: Hex) -> tuple[str, str]:
    """Two lines about a hex: its stack and regiment, or the stacks of both sides."""
    stacks = board.stacks.get(hex, {})
    if len(stacks) < 2:
        return board.stack(hex), "".join(map(_regiment, stacks.values()))
    union, confederate = (
        f"{_SIDE[side]}{strength(pieces)} {_regiment(pieces)}" for side, pieces in stacks.items()
    )
    return union, confederate


def _regiment(pieces: tuple[Piece, ...] | None) -> str:
    """The regiment of a stack, "mixed" if there are several."""
    if pieces is None:
        return "hidden"
    slugs = {piece.id.rpartition("-")[0] for piece in pieces if piece.regiment}
    return "mixed" if len(slugs) > 1 else next(iter(slugs), "guns")
