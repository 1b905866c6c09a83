"""The board in characters and in words, from what a side may know.

Nothing is said by colour alone: every sign is a character of its own, and LEGEND names them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from longroll.board.hex import DIRECTIONS, Hex, sketch
from longroll.board.hex.sketch import CELL
from longroll.display.facts import Facts
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.sequence import PHASES

LEGEND = """\
. clear   l light woods   h heavy woods   c cypress   s swamp   b bayou   L lake   B Blake's Levee
: road   T a Trench   t fallen timber   p a Pioneer   = a bridge   # other markers
U7 seven Union Strength Points   C3 three Confederate   g guns   m mounted   ' skirmishers
w Battleworn   ! Shaken or Disrupted   + more: stack HEX   > a choice names this hex"""

#: Patterns and how a terminal may colour what they match.
STYLES = {
    r"U[0-9gm']+": "bold bright_blue",
    r"C[0-9gm']+": "bold yellow",
    r"[lhc](?![a-z])": "green",
    r"[bsL](?![a-z])": "cyan",
    r"[!#](?![a-z])": "bold red",
    r">": "bold reverse",
}

_SIDE = {"union": "U", "confederate": "C"}
_GROUND = {
    "clear": ".",
    "light_woods": "l",
    "heavy_woods": "h",
    "cypress": "c",
    "swamp": "s",
    "bayou": "b",
    "lake": "L",
    "blakes_levee": "B",
}
#: Markers by the words their names contain.
_MARKS = {"timber": "t", "Pioneer": "p", "Bridge": "=", "trench": "T"}


class Board:
    """What is in each hex, sorted out once for a drawing."""

    def __init__(self, game: Game, facts: Facts) -> None:
        self.game = game
        self.facts = facts
        self.stacks = {stack.hex: stack for stack in facts.stacks}
        self.marks: dict[Hex, list[str]] = {}
        for mark in facts.marks:
            self.marks.setdefault(mark.hex, []).append(mark.name)

    def ground(self, hex: Hex) -> str:
        """The character of the terrain."""
        sign = _GROUND.get(self.game.map.terrain[hex], "?")
        return ":" if sign == "." and self.game.field.roads[hex] else sign

    def stack(self, hex: Hex) -> str:
        """Who is there: "U7g", "C3", or nothing."""
        stack = self.stacks.get(hex)
        if stack is None:
            return ""
        number, pieces = self.game.roster.number, self.game.roster.pieces
        men, signs = 0, ""
        for id in stack.units or ():
            piece, standing = pieces[number[id]], self.facts.units[id]
            if piece.arm == "artillery":
                signs += "g" * ("g" not in signs)
                continue
            men += int(standing.strength or 0) if (standing.strength or "C") != "C" else 0
            if standing.formation == "mounted":
                signs += "m" * ("m" not in signs)
            if "skirmish" in standing.states:
                signs += "'"
        return _SIDE[stack.side] + (str(men) if men or not signs else "") + signs

    def signs(self, hex: Hex) -> str:
        """The condition of those in a hex, and what else is there."""
        stack = self.stacks.get(hex)
        units = (stack.units or ()) if stack else ()
        states = {state for id in units for state in self.facts.units[id].states}
        found = "w" * ("battleworn" in states) + "!" * bool(states & {"shaken", "disrupted"})
        for name in self.marks.get(hex, ()):
            sign = next((sign for word, sign in _MARKS.items() if word in name), "#")
            found += sign * (sign not in found)
        return found

    def cell(self, hex: Hex) -> str:
        """The hex on the whole map; `+` if not all of it has room."""
        text = self.ground(hex) + self.stack(hex) + self.signs(hex)
        return text if len(text) <= CELL else text[: CELL - 1] + "+"

    def inside(self, hex: Hex) -> sketch.Inside:
        """The hex drawn large: its stack, its first unit, its markers."""
        stack = self.stacks.get(hex)
        first = (stack.units or ("",))[0] if stack else ""
        label = self.game.roster[first].name if first else ""
        return sketch.Inside(self.ground(hex), self.stack(hex), label[:7], self.signs(hex)[:7])


def draw(
    game: Game, facts: Facts, around: Hex = "", radius: int = 0, lit: Collection[Hex] = ()
) -> str:
    """The whole map, or the hexes within `radius` of one; `lit` hexes carry a `>`."""
    board = Board(game, facts)
    marked = frozenset(lit)
    if around:
        center = game.grid.require(around)
        return "\n".join(sketch.near(game.grid, center, radius, board.inside, marked))
    return "\n".join(sketch.whole(game.grid, board.cell, marked))


def headline(facts: Facts) -> str:
    """Turn, phase, the brigade that acts, and the notes of the battle, in one line."""
    parts = [facts.when]
    if facts.phase in PHASES:
        parts.append(PHASES[facts.phase])
    cup = next((tray for tray in facts.trays if tray.id == "cup"), None)
    if cup is not None and facts.phase == "C":
        parts.append(f"{len(cup.tokens) + cup.unknown} chits in the cup")
    return " | ".join([*parts, *(f"{note.label} {note.value}" for note in facts.notes)])


def describe(game: Game, facts: Facts, word: str) -> list[str]:
    """What is in a hex, or what a counter is and where; nothing if `word` is neither."""
    if word in game.grid:
        return list(_hex(game, facts, word))
    if word in game.roster.number:
        return [f"{_counter(game, facts, word)}; {_place(facts, word)}"]
    if word in game.roster.brigades:
        group = facts.groups.get(word)
        states = "".join(f", {state}" for state in group.states) if group else ""
        note = group.note if group else "not in this battle"
        return [f"{game.roster.brigades[word].title}: {note}{states}"]
    for tray in facts.trays:
        for token in tray.tokens:
            if token.id == word:
                return [f"{token.title}, {tray.title.lower()}: {token.words}"]
    return []


def gloss(game: Game, facts: Facts, word: str) -> str:
    """A note about a hex or a counter, to print beside it in a list."""
    if word in game.grid:
        return Board(game, facts).stack(word)
    if word in game.roster.number:
        return _place(facts, word)
    if word in game.roster.brigades:
        return game.roster.brigades[word].title
    return ""


def _hex(game: Game, facts: Facts, hex: Hex) -> Iterator[str]:
    ground = game.field.ground[hex].title.lower()
    roads = "".join(f" and {road}" for road in game.field.roads[hex])
    label = f", {game.map.labels[hex]}" if hex in game.map.labels else ""
    yield f"{hex}: {ground}{roads}{label}, level {game.field.level[hex]}"
    for near in game.grid.adjacent[hex]:
        crossed = game.field.crosses(hex, near)
        if crossed:
            what = " and ".join(kind.replace("_", " ") for kind in crossed)
            yield f"  {DIRECTIONS[game.grid.direction(hex, near)]} to {near}: {what}"
    for stack in facts.stacks:
        if stack.hex == hex:
            for id in stack.units or ():
                yield f"  {stack.side.title()}: {_counter(game, facts, id)}"
    yield from (f"  {mark.name}" for mark in facts.marks if mark.hex == hex)


def _counter(game: Game, facts: Facts, id: str) -> str:
    """One counter and its condition."""
    words = [f"{id}, {game.roster[id].title}"]
    standing = facts.units.get(id)
    if standing is not None:
        words += [f"{note.label} {note.value}" for note in standing.values]
        words += [state.replace("_", " ") for state in standing.states]
    return ", ".join(words)


def _place(facts: Facts, id: str) -> str:
    """The hex of a counter, its box, or why it has neither."""
    if id in facts.lost:
        return "eliminated"
    for stack in facts.stacks:
        if id in (stack.units or ()):
            return stack.hex
    tray = next((tray for tray in facts.trays if id in tray.units), None)
    return tray.title if tray else "not on the map"
