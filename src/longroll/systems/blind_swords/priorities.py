"""12.3.2 Where a unit that retreats may go: the priorities, the first the strongest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from longroll.board.hex import Hex
from longroll.systems.blind_swords.engagement import is_near_enemies
from longroll.systems.blind_swords.movement import bars_to_stop, may_enter
from longroll.systems.blind_swords.stacking import bars_to_stay
from longroll.systems.blind_swords.state import State

#: The three directions that face a side's own edge, straight back first. [blind_swords:12.3.1]
_HOMEWARD = (0, -1, 1)


def home_hexes(state: State, side: str, hex: Hex) -> list[Hex]:
    """The hexes beside a hex that lie toward the side's own edge, straight back first.

    [blind_swords:12.3.1]
    """
    home = state.game.home[side]  # type: ignore[index]
    grid = state.game.grid
    ahead = [grid.neighbor(hex, (home + turn) % 6) for turn in _HOMEWARD]
    return [near for near in ahead if near is not None]


def open_hexes(state: State, unit: int, here: Hex, origin: Hex, left: int) -> list[Hex]:
    """Where a unit may set foot next, with so many hexes to go, this one included.

    A retreat must end as far from where it began as it is long, so a hex that leads nowhere
    farther is not open (CB-61). [blind_swords:12.3.3]
    """
    grid = state.game.grid
    gone = grid.distance(origin, here)
    found = []
    for near in grid.adjacent[here]:
        if grid.distance(origin, near) != gone + 1 or not may_enter(state, unit, here, near):
            continue
        if left > 1 and not open_hexes(state, unit, near, origin, left - 1):
            continue
        found.append(near)
    return found


def ends(state: State, unit: int, hexes: Iterable[Hex], origin: Hex, left: int) -> list[Hex]:
    """The hexes, those left out from which a retreat could only end where it may not stop.

    [blind_swords:12.3.5]
    """
    if left == 1:
        return [hex for hex in hexes if not any(bars_to_stop(state, unit, hex))]
    return [
        hex
        for hex in hexes
        if ends(state, unit, open_hexes(state, unit, hex, origin, left - 1), origin, left - 1)
    ]


def best(
    state: State,
    unit: int,
    hexes: Iterable[Hex],
    here: Hex,
    causers: Sequence[Hex] = (),
    left: int = 1,
) -> list[Hex]:
    """Of hexes that a unit may enter those that satisfy the priorities best, in their order: not
    beside an enemy, not overstacked where it ends, not water, farther from who caused it, homeward.

    The owner chooses among them. [blind_swords:12.3.2]
    """
    side = state.side_of(unit)
    ground = state.game.field.ground
    distance = state.game.grid.distance
    tests: list[Callable[[Hex], bool]] = [lambda hex: not is_near_enemies(state, side, hex)]
    if left == 1:
        tests.append(lambda hex: not any(bars_to_stay(state, hex, side, (unit,))))
    tests.append(lambda hex: not (ground[hex].table or ground[hex].check))
    if causers:
        nearest = min(causers, key=lambda hex: (distance(here, hex), hex))
        now = distance(here, nearest)
        tests.append(lambda hex: distance(nearest, hex) > now)
    homeward = home_hexes(state, side, here)
    tests.append(lambda hex: hex in homeward)
    left_over = list(hexes)
    for test in tests:
        left_over = [hex for hex in left_over if test(hex)] or left_over
    return left_over


def is_own_edge(state: State, side: str, hex: Hex) -> bool:
    """Whether straight back from a hex is off the map. [blind_swords:12.3.6]"""
    home = state.game.home[side]  # type: ignore[index]
    return state.game.grid.neighbor(hex, home) is None


def is_edge(state: State, hex: Hex) -> bool:
    """Whether a hex lies at the edge of the area in play."""
    game, setting = state.game, state.setting
    near = game.grid.adjacent[hex]
    return len(near) < 6 or any(not game.in_play(setting, other) for other in near)
