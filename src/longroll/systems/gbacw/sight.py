"""9.7 Line of sight: the height formula over every hex and hexside between two places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from longroll.board.hex import Hex
from longroll.kernel.memo import finding
from longroll.systems.gbacw.game import Game, Lines
from longroll.systems.gbacw.roster import LEADER, WAGON
from longroll.systems.gbacw.state import MOUNTED, State


class Obstacle(NamedTuple):
    """Something on the line: what, the height of its top, and twice its distance from the firer."""

    what: str
    height: int
    twice: int
    hex: Hex = ""


def blocks(firer: int, target: int, distance: int, obstacle: Obstacle) -> bool:
    """Whether an obstacle hides the ends of a line from each other; all heights are in feet.

    The line is clear if H/D is at least (hp-5)/dp; this is multiplied out to avoid fractions.
    [gbacw:9.73.1] [gbacw:9.73.2] [gbacw:9.73.3] [gbacw:9.73.4]
    """
    rise = abs(firer - target)
    twice = obstacle.twice if firer <= target else 2 * distance - obstacle.twice
    above = obstacle.height - min(firer, target)
    return rise * twice < 2 * distance * (above - 5)


def position(game: Game, hex: Hex) -> int:
    """The height of a unit's position in a hex, in feet (GB-C39). [gbacw:9.72.1] [gbacw:9.72.3]"""
    return game.ground.height[hex] + game.rules.position_height(game.ground, hex)


def ground_top(game: Game, hex: Hex) -> Obstacle:
    """The top of the ground in a hex including trees or houses on it. [gbacw:9.71.1]"""
    height, what = game.ground.tops[hex]
    return Obstacle(what, height, 0, hex)


def unit_top(state: State, hex: Hex) -> Obstacle | None:
    """The top of the tallest unit of either side in a hex. [gbacw:9.71.2] [gbacw:9.72.2]"""
    heights = state.game.charts.height
    tallest = 0
    for stacks in state.stacks.values():
        for unit in stacks.get(hex, ()):
            kind = state.piece(unit).kind
            tall = state.units[unit].formation == MOUNTED or kind == WAGON
            if kind != LEADER:
                tallest = max(tallest, heights["mounted" if tall else "foot"])
    if not tallest:
        return None
    return Obstacle("units", state.game.ground.height[hex] + tallest, 0, hex)


def works_across(game: Game, origin: Hex, target: Hex) -> Iterator[list[Obstacle]]:
    """Works across the line that do not touch either of its ends. [gbacw:9.7.2] [corinth:23.28.2]

    A line that reaches or leaves a hexside passes over the corner of two others, and works
    cross it only if they are on both (GB-F39). Those on the hexside it runs along do not.
    """
    for index, (here, there) in enumerate(pairwise(game.grid.line(origin, target))):
        tall = [game.tall_sides.get((a, b), ()) for a in here for b in there]
        if all(tall):
            yield [Obstacle(*max(side, key=itemgetter(1)), 2 * index + 3, here[0]) for side in tall]


def hides(ends: tuple[int, int], distance: int, tops: Iterable[Obstacle | None]) -> bool:
    """Whether a place on a line blocks it: its hex, or both if it runs between two (GB-C40).

    [gbacw:9.7.4]
    """
    return all(top is not None and blocks(*ends, distance, top) for top in tops)


def blocked_by_map(game: Game, origin: Hex, target: Hex) -> Iterator[Obstacle]:
    """Everything printed on the map that blocks a line.

    A line along a hexside needs both hexes to block. [gbacw:9.7.3] [gbacw:9.7.4] [gbacw:9.71.3]
    """
    ends = position(game, origin), position(game, target)
    distance, heights = game.grid.distance(origin, target), game.ground.tops
    low = min(ends)
    for hexes in game.grid.line(origin, target):
        if any(heights[hex][0] <= low for hex in hexes):
            continue  # it is lower than both ends, so the formula is not needed
        tops = [placed(game, ground_top(game, hex), origin, hexes) for hex in hexes]
        if hides(ends, distance, tops):
            yield tops[0]
    for sides in works_across(game, origin, target):
        if hides(ends, distance, sides):
            yield sides[0]


def lines_on_map(game: Game, origin: Hex) -> Lines:
    """The lines from a hex, as far as they have been examined."""
    lines = game.clear_lines.get(origin)
    if lines is None:
        lines = game.clear_lines[origin] = Lines()
    return lines


def is_clear_on_map(game: Game, origin: Hex, target: Hex) -> bool:
    """Whether nothing printed on the map blocks a line."""
    lines, end = lines_on_map(game, origin), 1 << game.grid.index(target)
    if lines.closed & end:
        return False
    if lines.open & end:
        return True
    is_clear = not any(blocked_by_map(game, origin, target))
    lines.add(end, is_clear)
    return is_clear


def placed(game: Game, top: Obstacle, origin: Hex, hexes: tuple[Hex, ...]) -> Obstacle:
    """An obstacle at its place on the line; for a pair of hexes, halfway between them."""
    if len(hexes) == 1:
        return top._replace(twice=2 * game.grid.distance(origin, top.hex))
    return top._replace(twice=sum(game.grid.distance(origin, hex) for hex in hexes))


def blocked_by_units(state: State, origin: Hex, target: Hex) -> Obstacle | None:
    """The first units on a line that hide its ends from each other."""
    game = state.game
    first, second = state.stacks.values()
    held = [
        hexes
        for hexes in game.grid.line(origin, target)
        if not (first.keys().isdisjoint(hexes) and second.keys().isdisjoint(hexes))
    ]
    if not held:
        return None
    ends = position(game, origin), position(game, target)
    distance = game.grid.distance(origin, target)
    for hexes in held:
        tops = [unit_top(state, hex) for hex in hexes]
        there = next((top for top in tops if top is not None), None)
        if there is None:
            continue
        # Along a hexside, units on one side and trees on the other also block.
        tallest = [
            max(filter(None, (top, ground_top(game, hex))), key=lambda one: one.height)
            for top, hex in zip(tops, hexes, strict=True)
        ]
        if any(top.height <= min(ends) for top in tallest):
            continue  # they are lower than both ends, so the formula is not needed
        if hides(ends, distance, [placed(game, top, origin, hexes) for top in tallest]):
            return there
    return None


def is_clear(state: State, origin: Hex, target: Hex) -> bool:
    """Whether fire from one hex reaches the other. [gbacw:9.7.1] [gbacw:9.24]"""
    return bool(seen(state, origin, 1 << state.game.grid.index(target)))


def seen(state: State, origin: Hex, hexes: int) -> int:
    """Those of some hexes, as a mask, to which a line from one hex is clear."""
    lines, grid = _lines(state, origin, riders(state)), state.game.grid
    unknown = hexes & ~(lines.open | lines.closed)
    if unknown:
        for target in grid.marked(unknown):
            is_clear = (
                is_clear_on_map(state.game, origin, target)
                and blocked_by_units(state, origin, target) is None
            )
            lines.add(1 << grid.index(target), is_clear)
    return hexes & lines.open


@finding("units")
def riders(state: State) -> tuple[int, ...]:
    """All mounted units, which are taller than others. [gbacw:9.72.2]"""
    return tuple([unit for unit in state.game.roster.cavalry if state.is_mounted(unit)])


@finding("stacks")
def _lines(state: State, origin: Hex, riders: tuple[int, ...]) -> Lines:
    """The lines from a hex, as far as they have been examined.

    They depend on where units are, and on which of them are mounted.
    """
    return Lines()
