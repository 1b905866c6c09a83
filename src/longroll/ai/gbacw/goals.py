"""What each brigade is after: ground to take, or ground to hold."""

from __future__ import annotations

from collections.abc import Callable

from longroll.ai.gbacw.ground import FAR, way_to
from longroll.board.hex import Hex
from longroll.systems.corinth import outer_works
from longroll.systems.corinth.victory import Victory
from longroll.systems.gbacw.command import commander
from longroll.systems.gbacw.roster import INFANTRY
from longroll.systems.gbacw.state import State

#: Hexes worth points, and how many, in halves.
Worth = dict[Hex, int]


def corinth_worth(state: State) -> Worth:
    """The objectives of the Battle of Corinth."""
    game = state.game
    assert isinstance(game, Victory)
    if state.scenario == outer_works.NAME:
        # Ground just behind the works counts, and nothing farther off.
        inside = game.map.zones["inside_works"]
        return {hex: 2 * outer_works.A_HEX for hex in inside if hex[2:] in ("04", "05")}
    return game.worth


def centre_worth(state: State) -> Worth:
    """Where no ground counts, the middle of the map does."""
    grid = state.game.grid
    columns, rows = grid.columns, grid.rows
    return {f"{columns[len(columns) // 2]:02d}{rows[len(rows) // 2]:02d}": 2}


WORTHS: dict[str, Callable[[State], Worth]] = {"corinth": corinth_worth}


def worth_of(slug: str, state: State) -> Worth:
    return WORTHS.get(slug, centre_worth)(state)


def place_of(state: State, brigade: str) -> Hex | None:
    """About where a brigade is: its commander's hex, or that of its first unit on the map."""
    leader = commander(state, brigade)
    if leader is not None:
        return state.hex_of(leader)
    for unit in state.game.roster.of_brigade[brigade]:
        if state.hex_of(unit):
            return state.hex_of(unit)
    return None


def attack_goals(state: State, side: str, worth: Worth, held: frozenset[Hex]) -> dict[str, Hex]:
    """For each brigade the objective that pays best for the way to it, and is not ours yet.

    Two brigades may share one; more go elsewhere.
    """
    open_hexes = {hex: points for hex, points in worth.items() if hex not in held}
    goals: dict[str, Hex] = {}
    taken: dict[Hex, int] = {}
    for brigade, line in state.game.roster.brigades.items():
        place = place_of(state, brigade) if line.side == side else None
        if place is None:
            continue
        best: tuple[float, Hex] | None = None
        for hex, points in open_hexes.items():
            way = way_to(state.game, hex, "infantry_line").get(place, FAR)
            share = taken.get(hex, 0)
            key = (way / 2 - 2.0 * points + 14.0 * max(0, share - 1), hex)
            if best is None or key < best:
                best = key
        if best is not None:
            goals[brigade] = best[1]
            taken[best[1]] = taken.get(best[1], 0) + 1
    return goals


def defence_goals(state: State, side: str, worth: Worth, lost: frozenset[Hex]) -> dict[str, Hex]:
    """Brigades meet the enemy in front of what is worth most; the nearest threat first.

    A brigade with no enemy anywhere near stays where it is.
    """
    game = state.game
    enemy = game.enemy[side]
    threats = [
        hex
        for hex, stack in state.stacks[enemy].items()
        if any(state.piece(unit).kind == INFANTRY for unit in stack)
    ]
    goals: dict[str, Hex] = {}
    covered: dict[Hex, int] = {}
    for brigade, line in game.roster.brigades.items():
        place = place_of(state, brigade) if line.side == side else None
        if place is None:
            continue
        near = min((game.grid.distance(place, hex) for hex in threats), default=99)
        if near <= 5 or not threats:
            continue
        best: tuple[float, Hex] | None = None
        for hex, points in worth.items():
            danger = min(game.grid.distance(hex, other) for other in threats)
            way = game.grid.distance(place, hex)
            urgent = -16 if hex in lost else 0
            key = (1.5 * danger + way - 1.5 * points + urgent + 12 * covered.get(hex, 0), hex)
            if best is None or key < best:
                best = key
        if best is not None:
            goals[brigade] = best[1]
            covered[best[1]] = covered.get(best[1], 0) + 1
    return goals
