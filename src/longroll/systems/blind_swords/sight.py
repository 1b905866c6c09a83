"""9.1a Line of sight: what blocks or obscures the line between two hexes.

`trace` is the rule on plain facts; `look` asks it about two hexes of a battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import msgspec

from longroll.board.hex import Hex
from longroll.systems.blind_swords import charts
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.blind_swords.terrain import Field

#: What a line can be, and who stands in a hex on it, as the firer sees it.
Clarity = Literal["clear", "obscured", "blocked"]
Units = Literal["", "friend", "enemy"]


class Place(msgspec.Struct, frozen=True, gc=False):
    """A hex on the line: its level, what grows or lies in it, and who is there.

    `bank` is a bank on a hexside that the line touches there, no end of the line being in one of
    the two hexes it belongs to (CB-17). Pioneers are nobody. [blind_swords:9.1a.4]
    """

    level: int
    sight: tuple[charts.Sight, ...] = ()
    units: Units = ""
    bank: bool = False
    hex: Hex = ""


class Sight(msgspec.Struct, frozen=True, gc=False):
    """A line as the rules see it: "clear", "obscured" or "blocked", and by what."""

    state: Clarity = "clear"
    #: What each shift is for. [blind_swords:9.3.4]
    through_cover: bool = False
    over_units: bool = False
    over_friends: bool = False
    #: What blocks it.
    why: str = ""
    rule: str = ""
    hex: Hex = ""


#: What is seen at a distance of one hex, whatever stands there. [blind_swords:9.1a.1]
NEAR = Sight()


def trace(start: int, end: int, places: Sequence[Sequence[Place]]) -> Sight:
    """The line between two levels over the places between them, from the first to the last.

    A place is one hex, or the two that the line runs between, of which the worse counts
    (CB-14). [blind_swords:9.1a.8]
    """
    covers = 0
    over: set[str] = set()
    for index, hexes in enumerate(places):
        for place in hexes:
            blocked = _blocks(start, end, place)
            if blocked is not None:
                return blocked
        lower_end = 0 if start < end else len(places) - 1
        beside_lower = start != end and index == lower_end
        covers += any(_covers(start, end, place, beside_lower) for place in hexes)
        over.update(place.units for place in hexes if _is_passed_over(start, end, place))
    if start == end and covers >= NUMBERS["cover_blocks"]:
        thick = next(place for hexes in places for place in hexes if _is_cover(place))
        why = f"{covers} hexes of woods or timber are in the way"
        return _blocked("blind_swords:9.1a.3", why, thick.hex)
    # On different levels what obscures costs one shift in all (CB-55). [blind_swords:9.1a.9]
    through = bool(covers) and (start == end or not over)
    state: Clarity = "obscured" if covers or over else "clear"
    return Sight(state, through, bool(over), "friend" in over)


def _blocked(rule: str, why: str, hex: Hex) -> Sight:
    return Sight("blocked", why=why, rule=rule, hex=hex)


def _blocks(start: int, end: int, place: Place) -> Sight | None:
    """Whether one hex blocks the line."""
    high = max(start, end)
    where = f" in {place.hex}" if place.hex else ""
    if place.level > high:
        return _blocked("blind_swords:9.1a.2", f"the ground{where} is higher", place.hex)
    if start != end:
        if place.level == high:
            why = f"the ground{where} is as high as the higher end"
            return _blocked("blind_swords:9.1a.5", why, place.hex)
        # Tall woods stand a level above their ground (CB-15). Banks never block between levels.
        # [blind_swords:9.1a.6]
        if "blocks" in place.sight and place.level + 1 >= high:
            why = f"the woods{where} are as high as the higher end"
            return _blocked("blind_swords:9.1a.5", why, place.hex)
        return None
    if place.level < high:
        return None  # lower ground is ignored (CB-16)
    if place.bank:
        return _blocked("blind_swords:9.1a.4", f"a levee{where} is in the way", place.hex)
    if place.units:
        return _blocked("blind_swords:9.1a.3", f"units{where} are in the way", place.hex)
    if "blocks" in place.sight or "bank" in place.sight:
        what = "woods" if "blocks" in place.sight else "a levee"
        return _blocked("blind_swords:9.1a.3", f"{what}{where} in the way", place.hex)
    return None


def _is_cover(place: Place) -> bool:
    return "obscures" in place.sight or "blocks" in place.sight


def _covers(start: int, end: int, place: Place, beside_lower: bool) -> bool:
    """Whether woods or timber in a hex obscure: on the level of both ends, or below the higher
    one and right before the lower one. [blind_swords:9.1a.3] [blind_swords:9.1a.9]"""
    on_level = place.level == min(start, end)
    return on_level and (start == end or beside_lower) and _is_cover(place)


def _is_passed_over(start: int, end: int, place: Place) -> bool:
    """Whether the line goes over units: they are lower than its higher end (CB-15), or on one
    level lower than both. [blind_swords:9.1a.7]"""
    return bool(place.units) and place.level < max(start, end)


# On the map


def look(state: State, start: Hex, hex: Hex, side: str) -> Sight:
    """The line between two hexes for fire of a side. [blind_swords:9.1a.1]

    The hexes at its ends do not matter, and neighbours always see each other.
    """
    game = state.game
    if game.grid.distance(start, hex) <= 1:
        return NEAR
    field = game.field
    level = field.level
    on_map = _on_map(field, start, hex)
    if on_map.state == "blocked":
        return on_map
    friends, enemies = state.stacks[side], state.stacks[game.enemy[side]]
    works = game.rules.works

    def place(there: Hex) -> Place:
        sights = [field.ground[there].sight]
        sights += [game.charts.works[name].sight for name in works(state, there)]
        units: Units = ""
        if there in friends:
            units = "friend"
        elif there in enemies:
            units = "enemy"
        return Place(level[there], tuple(sights), units, hex=there)

    line = game.grid.line(start, hex)
    if not any(
        there in friends or there in enemies or any(works(state, there))
        for hexes in line
        for there in hexes
    ):
        return on_map
    return trace(level[start], level[hex], [[place(there) for there in hexes] for hexes in line])


@lru_cache(maxsize=1 << 16)
def _on_map(field: Field, start: Hex, hex: Hex) -> Sight:
    """The line as the map alone has it. Whatever blocks it there blocks it for good."""
    banks = {there for pair in _banks_touched(field, start, hex) for there in pair}
    places = [
        [
            Place(field.level[there], (field.ground[there].sight,), "", there in banks, there)
            for there in hexes
        ]
        for hexes in field.grid.line(start, hex)
    ]
    return trace(field.level[start], field.level[hex], places)


def _banks_touched(field: Field, start: Hex, hex: Hex) -> Iterator[tuple[Hex, Hex]]:
    """Banks on hexsides that the line crosses or runs along, in whose hexes neither end is.

    [blind_swords:9.1a.4]
    """
    way = field.grid.line(start, hex)
    sides = [(a, b) for here, there in pairwise(way) for a in here for b in there]
    sides += [(pair[0], pair[1]) for pair in way if len(pair) == 2]
    yield from (side for side in sides if field.is_bank(*side))


def crossed(field: Field, start: Hex, hex: Hex) -> tuple[tuple[Hex, Hex], ...]:
    """The hexsides over which a line comes into its last hex: two where it comes by a corner."""
    way = field.grid.line(start, hex) if field.grid.distance(start, hex) > 1 else ((start,),)
    return tuple([(last, hex) for last in way[-1]])
