"""17.0 Command: who commands whom, how far, and where leaders stay."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.memo import finding
from longroll.systems.gbacw import zones
from longroll.systems.gbacw.events import Moved, name
from longroll.systems.gbacw.roster import ARMY, BRIGADE, DIVISION
from longroll.systems.gbacw.state import State

#: A leader who is alone must be at least this far from every enemy. [gbacw:17.52]
ALONE = 5


# Who commands whom


def commander(state: State, brigade: str) -> int | None:
    """The leader of a brigade who is on the map. [gbacw:2.0.14]"""
    leader = state.game.roster.commander_of.get(brigade)
    if leader is None:
        return None
    promoted = state.replacements.get(brigade, leader)
    return promoted if state.units[promoted].hex else None


def radius(state: State, brigade: str) -> int:
    """A brigade commander's Effectiveness Radius with the Command Points lent to it.

    [gbacw:2.0.6] [gbacw:17.12] [gbacw:17.22.1]
    """
    leader = commander(state, brigade)
    if leader is None:
        return 0
    piece = state.piece(leader)
    printed = piece.repl_radius if state.units[leader].turned else piece.radius
    return printed + state.augmented.get(brigade, 0)


def rally_rating(state: State, leader: int) -> int:
    """Rally Points of a brigade commander; others have none. [gbacw:2.0.12] [gbacw:2.0.13]"""
    piece = state.piece(leader)
    if grade(state, leader) != BRIGADE:
        return 0
    return piece.repl_rally if state.units[leader].turned else piece.rally


def grade(state: State, leader: int) -> str:
    """The post that a leader holds now. [gbacw:3.3.2] [gbacw:17.83]"""
    return DIVISION if leader in state.promoted else state.piece(leader).grade


def brigade_of(state: State, leader: int) -> str:
    """The brigade a leader commands now: his own, or the one he was put in charge of."""
    for brigade, other in state.replacements.items():
        if other == leader:
            return brigade
    return state.piece(leader).brigade


def division_of(state: State, leader: int) -> str:
    """The division a leader belongs to or commands."""
    return state.promoted.get(leader, state.piece(leader).division)


@finding("units", "stacks", "engaged")
def traced(state: State, start: Hex, side: str, reach: int) -> dict[Hex, int]:
    """Hexes within `reach` of a leader, counted around whatever blocks the line.

    [gbacw:13.53] [gbacw:10.4]
    """
    grid, ground = state.game.grid, state.game.ground
    straight = grid.within(start, reach)
    closed = zones.barred_lines(state, side, grid.within(start, reach + 1))
    if closed.isdisjoint(straight) and ground.walled.isdisjoint(straight):
        return straight
    found = {start: 0}
    ring = [start]
    for step in range(1, reach + 1):
        ahead: list[Hex] = []
        for here in ring:
            for there in grid.adjacent[here]:
                if there in found or there in closed or (here, there) in ground.barriers:
                    continue
                found[there] = step
                ahead.append(there)
        ring = ahead
    return found


def in_radius(state: State, brigade: str) -> dict[Hex, int]:
    """Hexes within a brigade commander's radius now; none while he is in a melee.

    [gbacw:2.0.7] [gbacw:12.94.8]
    """
    leader = commander(state, brigade)
    if leader is None or state.is_engaged(leader):
        return {}
    side = state.piece(leader).side
    return traced(state, state.hex_of(leader), side, radius(state, brigade))


def is_in_radius(state: State, brigade: str, hex: Hex) -> bool:
    """Whether a hex is within a brigade commander's radius now."""
    leader = commander(state, brigade)
    if leader is None:
        return False
    # Most hexes are too far away whatever is in between, so the line need not be traced.
    far = state.game.grid.distance(state.hex_of(leader), hex)
    return far <= radius(state, brigade) and hex in in_radius(state, brigade)


def is_independent(state: State, unit: int) -> bool:
    """Whether a unit needs no commander. [gbacw:17.0.3]"""
    piece = state.game.roster.pieces[unit]
    return piece.independent or not piece.brigade or state.game.rules.is_independent(state, unit)


def has_command(state: State, unit: int, reach: dict[str, dict[Hex, int]]) -> bool:
    """Whether a unit is in command: independent, with a leader, or within its radius.

    `reach` caches what has been traced. [gbacw:17.0.3] [gbacw:17.1.2] [gbacw:17.14]
    [gbacw:17.23] [gbacw:11.13]
    """
    game = state.game
    if is_independent(state, unit):
        return True
    hex = state.units[unit].hex
    leaders = state.chiefs[state.side_of(unit)].get(hex)
    if leaders and any(game.rules.aids(state, leader, unit) for leader in leaders):
        return True
    brigade = game.roster.pieces[unit].brigade
    if brigade not in reach:
        reach[brigade] = in_radius(state, brigade)
    return hex in reach[brigade]


def leader_is_free(state: State, leader: int) -> bool:
    """Whether a leader moves freely: unless he is a brigade commander too far from his division.

    [gbacw:2.0.5] [gbacw:5.2.5] [gbacw:17.21] [gbacw:17.0.2] [gbacw:17.66] [gbacw:17.63]
    """
    piece = state.piece(leader)
    if not state.game.integrity or grade(state, leader) != BRIGADE or piece.independent:
        return True
    brigade = state.brigades.get(brigade_of(state, leader))
    if brigade is None or not brigade.division:
        return True
    return within_integrity(state, leader, brigade.division)


def division_commander(state: State, division: str) -> int | None:
    """The leader of a division who is on the map."""
    for leader in state.game.roster.leaders:
        if (
            grade(state, leader) == DIVISION
            and division_of(state, leader) == division
            and state.hex_of(leader)
        ):
            return leader
    return None


@finding("units", "stacks", "engaged", "promoted")
def within_integrity(state: State, leader: int, division: str) -> bool:
    """Whether a leader is within the Divisional Integrity Radius. [gbacw:17.2] [gbacw:4.0.5]"""
    chief = division_commander(state, division)
    return chief is not None and _reaches(state, chief, state.hex_of(leader))


def _reaches(state: State, chief: int, hex: Hex) -> bool:
    """Whether a hex is within the Divisional Integrity Radius of a division commander."""
    piece, here = state.piece(chief), state.hex_of(chief)
    if state.game.grid.distance(here, hex) > piece.integrity:
        return False
    return hex in traced(state, here, piece.side, piece.integrity)


def nearest_of_command(state: State, leader: int) -> Hex | None:
    """The hex of the nearest combat unit that a leader commands, or if there is none, of any on his
    side.

    [gbacw:17.53.1]
    """
    here, units = state.hex_of(leader), state.units
    stacks = state.stacks[state.piece(leader).side]
    places = stacks.keys() - state.engaged - {here}
    own = {
        units[unit].hex
        for unit in _followers(state, leader)
        if unit in stacks.get(units[unit].hex, ())
    }
    grid = state.game.grid
    return min(
        own & places or places, key=lambda hex: (grid.distance(here, hex), hex), default=None
    )


def _followers(state: State, leader: int) -> Sequence[int]:
    """The counters of a leader's brigade or division; for an army commander, all of his side."""
    pieces = state.game.roster.pieces
    everybody = state.serving(pieces[leader].side)
    post = grade(state, leader)
    if post == ARMY:
        return everybody
    if post == DIVISION:
        division = division_of(state, leader)
        return [unit for unit in everybody if pieces[unit].division == division]
    brigade = brigade_of(state, leader)
    return [unit for unit in everybody if pieces[unit].brigade == brigade] if brigade else ()


def gather_leaders(state: State, side: str, umpire: Umpire) -> None:
    """Leaders who are alone too near the enemy when movement ends join their nearest unit.

    [gbacw:17.52]
    """
    grid, enemies = state.game.grid, state.stacks[state.game.enemy[side]].keys()
    for hex, leaders in sorted(state.chiefs[side].items()):
        if state.stack(hex, side):
            continue
        if enemies.isdisjoint(grid.within(hex, ALONE - 1)):
            continue
        for leader in leaders:
            goal = nearest_of_command(state, leader)
            if goal is None:
                continue
            state.put(leader, goal)
            umpire.tell(
                Moved(
                    rules=("gbacw:17.52",),
                    units=(name(state, leader),),
                    origin=hex,
                    to=goal,
                    cost=0,
                    spent=0,
                )
            )
