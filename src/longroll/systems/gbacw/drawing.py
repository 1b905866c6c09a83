"""The board in characters, drawn from what a side may know.

Nothing depends on colour alone: every sign is a character of its own, and LEGEND names them all.
"""

from __future__ import annotations

from collections.abc import Collection

from longroll.board.hex import DIRECTIONS, Hex, sketch
from longroll.board.hex.sketch import CELL
from longroll.display.facts import Facts
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, INFANTRY, LEADER, WAGON, Piece
from longroll.systems.gbacw.terrain import RAILROAD, ROAD

LEGEND = """\
. clear   w woods   f felled timber   s swamp   T town   R redan   : road   = railroad
U7 seven Union Strength Points   C3 three Confederate   g guns   * a leader   o a wagon
U7xC3 a melee   p pinned   r routed   / column   & a melee declared   + more: stack HEX
> a choice names this hex"""

#: Patterns and how a terminal may colour what they match.
STYLES = {
    r"U[0-9*go?]+": "bold bright_blue",
    r"C[0-9*go?]+": "bold yellow",
    r"[RT](?![a-z])": "yellow",
    r"[ws](?![a-z])": "green",
    r"[pr&](?![a-z])": "bold red",
    r">": "bold reverse",
}

_SIDE = {"union": "U", "confederate": "C"}


class Board:
    """What is in each hex, sorted once for a drawing."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game = game
        self.facts = facts
        number, pieces = game.roster.number, game.roster.pieces
        self.stacks: dict[Hex, dict[str, tuple[Piece, ...]]] = {}
        for stack in facts.stacks:
            units = tuple(pieces[number[id]] for id in stack.units or ())
            self.stacks.setdefault(stack.hex, {})[stack.side] = units
        self.declared = {mark.hex for mark in facts.marks if mark.name == "melee declared"}

    def ground(self, hex: Hex) -> str:
        """The character of the terrain."""
        terrain = self.game.map.terrain[hex]
        if terrain != "clear":
            return terrain[0].upper() if terrain in ("town", "redan") else terrain[0]
        links = {kind for (start, _), kind in self.game.ground.links.items() if start == hex}
        return ":" if ROAD in links else "=" if RAILROAD in links else "."

    def strength(self, pieces: tuple[Piece, ...]) -> str:
        """A stack without its side: Strength Points, `g` for guns, `o` for wagons, `*` leaders."""
        men = sum(
            int(self.facts.units[piece.id].strength or 0)
            for piece in pieces
            if piece.kind in (INFANTRY, CAVALRY)
        )
        kinds = {piece.kind for piece in pieces}
        signs = "".join(
            sign for kind, sign in ((BATTERY, "g"), (WAGON, "o"), (LEADER, "*")) if kind in kinds
        )
        return (str(men) if men else "") + signs or "?" * (CREW in kinds)

    def stack(self, hex: Hex) -> str:
        """The units there: "U7g*", "C3", "U7xC3", or nothing."""
        return "x".join(
            _SIDE[side] + self.strength(pieces) for side, pieces in self.stacks.get(hex, {}).items()
        )

    def signs(self, hex: Hex) -> str:
        """The condition of the units in a hex."""
        standings = [
            self.facts.units[piece.id]
            for pieces in self.stacks.get(hex, {}).values()
            for piece in pieces
        ]
        states = {state for standing in standings for state in standing.states}
        column = any(standing.formation == "column" for standing in standings)
        return (
            "&" * (hex in self.declared)
            + "p" * ("pinned" in states)
            + "r" * ("routed" in states)
            + "/" * column
        )

    def cell(self, hex: Hex) -> str:
        """The hex on the whole map; `+` if there is no room for all of it."""
        if len(self.stacks.get(hex, {})) > 1:
            return self.stack(hex)[:CELL]
        rest = self.stack(hex) + self.signs(hex)
        if len(rest) == CELL:
            return rest
        text = self.ground(hex) + rest
        return text if len(text) <= CELL else text[: CELL - 1] + "+"

    def inside(self, hex: Hex) -> sketch.Inside:
        """The hex drawn large: its stack, its top unit, and the way it faces."""
        stacks = self.stacks.get(hex, {})
        top = next((self._top(pieces) for pieces in stacks.values()), "")
        faces = next((self._faces(pieces) for pieces in stacks.values()), "")
        return sketch.Inside(self.ground(hex), self.stack(hex), top, (faces + self.signs(hex))[:7])

    def _top(self, pieces: tuple[Piece, ...]) -> str:
        units = [piece for piece in pieces if piece.kind != LEADER]
        return (units or list(pieces))[-1].label

    def _faces(self, pieces: tuple[Piece, ...]) -> str:
        for piece in reversed(pieces):
            facing = self.facts.units[piece.id].facing
            if facing is not None and facing.degrees % 60 == 0:
                return DIRECTIONS[facing.degrees // 60]
        return ""


def draw(
    game: Game, facts: Facts, around: Hex = "", radius: int = 0, lit: Collection[Hex] = ()
) -> str:
    """The whole map, or the hexes within `radius` of one; `lit` hexes are marked with `>`."""
    board = Board(game, facts)
    marked = frozenset(lit)
    if around:
        center = game.grid.require(around)
        return "\n".join(sketch.near(game.grid, center, radius, board.inside, marked))
    return "\n".join(sketch.whole(game.grid, board.cell, marked))
