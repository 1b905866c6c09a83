"""Where units go in a Movement Phase: whole brigades towards their goals, in command, in line."""

from __future__ import annotations

from longroll.ai.gbacw.goals import place_of
from longroll.ai.gbacw.ground import (
    FAR,
    cover,
    enemies_near,
    facing_to,
    fighting_points,
    nearest_enemies,
    reach,
    way_to,
)
from longroll.board.hex import DIRECTIONS, Hex
from longroll.systems.gbacw import command, sight, stacking, zones
from longroll.systems.gbacw.movement import is_limited
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import ARMY, BATTERY, BRIGADE, CREW, LEADER, WAGON
from longroll.systems.gbacw.state import MOUNTED, UNLIMBERED, State

#: Hexes within reach, with the cost and the hex before.
Reached = dict[Hex, tuple[int, Hex | None]]
#: How near an enemy must be for cover and line to matter.
CONTACT = 5
#: How far guns look for a target before they unlimber.
GUN_RANGE = 7


class Marching:
    """The plans of one side for one Movement Phase."""

    def __init__(self, state: State, side: str, goals: dict[str, Hex], attack: bool) -> None:
        self.side = side
        self.goals = goals
        self.attack = attack
        #: The enemy does not move in our Movement Phase: where he is nearest to each hex.
        self.nearest = nearest_enemies(state, side)
        self.anchors = {
            brigade: anchor
            for brigade in goals
            if (anchor := self._anchor(state, brigade, goals[brigade])) is not None
        }

    def order(self, state: State) -> list[int]:
        """Units in the order they should move: the foremost first, guns and leaders last."""
        grid = state.game.grid

        def rank(unit: int) -> tuple[int, int, int]:
            piece = state.piece(unit)
            late = {BATTERY: 1, WAGON: 2, CREW: 2, LEADER: 3}.get(piece.kind, 0)
            goal = self.goals.get(piece.brigade)
            return late, grid.distance(state.hex_of(unit), goal) if goal else 0, unit

        mine = [u for u in state.serving(self.side) if state.hex_of(u)]
        return sorted(mine, key=rank)

    def steps(self, state: State, unit: int) -> list[str]:
        """What a unit does in its move, choice by choice; nothing where it stays as it is."""
        piece = state.piece(unit)
        own = state.units[unit]
        if piece.kind == LEADER:
            return self._leader(state, unit)
        if own.pinned:
            return []
        if piece.kind == BATTERY:
            return self._battery(state, unit)
        if piece.kind == WAGON:
            return []
        options = reach(state, unit)
        best = self._best(state, unit, options)
        return _path(state, unit, best, options) + self._turned(state, unit, best)

    def gap(self, hex: Hex) -> int:
        """Hexes to the nearest enemy."""
        return self.nearest.get(hex, (99, hex))[0]

    def _anchor(self, state: State, brigade: str, goal: Hex) -> Hex | None:
        """The hex a brigade gathers round this turn: some way ahead of its commander."""
        place = place_of(state, brigade)
        if place is None:
            return None
        game = state.game
        ways = way_to(game, goal, "infantry_line")
        left = game.charts.allowance["infantry_line"]
        here = place
        while self.gap(here) > 2:
            ahead = min(game.grid.adjacent[here], key=lambda hex: (ways.get(hex, FAR), hex))
            cost = game.ground.cost("infantry_line", here, ahead)
            if ways.get(ahead, FAR) >= ways.get(here, FAR) or cost < 0 or cost > left:
                return here
            left -= cost
            here = ahead
        return here

    # Infantry and cavalry

    def _best(self, state: State, unit: int, options: Reached) -> Hex:
        here = state.hex_of(unit)
        game = state.game
        if is_limited(state, unit):
            return self._limited(state, unit, options)
        in_zone = zones.is_controlled(state, here, game.enemy[self.side])
        best, best_score = here, self._score(state, unit, here) + (1.0 if in_zone else 0.3)
        for hex, (cost, _) in options.items():
            if hex == here:
                continue
            score = self._score(state, unit, hex) - 0.01 * cost - (4.0 if in_zone else 0.0)
            if score > best_score and _has_room(state, unit, hex, self.side):
                best, best_score = hex, score
        return best

    def _limited(self, state: State, unit: int, options: dict[Hex, tuple[int, Hex | None]]) -> Hex:
        """One hex only: back to the commander, away from the enemy."""
        here = state.hex_of(unit)
        leader = command.commander(state, state.piece(unit).brigade)
        if leader is None:
            return here
        goal = state.hex_of(leader)
        grid, enemy = state.game.grid, state.game.enemy[self.side]
        best = here
        for hex in grid.adjacent[here]:
            if hex in options or state.game.ground.cost(mover_of(state, unit), here, hex) >= 0:
                if hex in state.stacks[enemy] or zones.is_controlled(state, hex, enemy):
                    continue
                closer = grid.distance(hex, goal) < grid.distance(best, goal)
                if closer and _has_room(state, unit, hex, self.side):
                    best = hex
        return best

    def _score(self, state: State, unit: int, hex: Hex) -> float:
        """How good a hex is for a unit to end its move in."""
        game, piece, own = state.game, state.piece(unit), state.units[unit]
        grid = game.grid
        brigade = piece.brigade
        score = 0.0
        goal = self.goals.get(brigade)
        mounted = own.formation == MOUNTED
        if goal is not None:
            mover = "cavalry_mounted" if mounted else "infantry_line"
            score -= way_to(game, goal, mover).get(hex, FAR) / 2
        anchor = self.anchors.get(brigade)
        if anchor is not None:
            radius = max(1, command.radius(state, brigade))
            score -= 5.0 * max(0, grid.distance(hex, anchor) - radius)
        elif goal is None:
            score -= 1.5 * grid.distance(hex, own.hex)
            leader = command.commander(state, brigade)
            if leader is not None:
                radius = command.radius(state, brigade)
                score -= 5.0 * max(0, grid.distance(hex, state.hex_of(leader)) - radius)
        gap = self.gap(hex)
        if gap <= CONTACT:
            score += 1.5 * cover(game, hex)
            crowd = fighting_points(state, hex, self.side)
            if own.hex != hex:
                crowd += own.strength
            score -= 2.0 * max(0, crowd - 6) / 3
            score += self._contact(state, hex, gap, mounted)
        return score

    def _contact(self, state: State, hex: Hex, gap: int, mounted: bool) -> float:
        """Being near the enemy: good with friends beside one, bad alone or in the saddle."""
        if mounted:
            return -6.0 if gap <= 2 else 0.0
        friends = sum(
            fighting_points(state, near, self.side) for near in state.game.grid.adjacent[hex]
        )
        strong = fighting_points(state, hex, self.side) + friends >= 4
        if not self.attack:
            return 1.0 if gap <= 2 else 0.0
        if gap == 1:
            return 6.0 if strong else -3.0
        return 3.0 if gap == 2 else 0.0

    def _turned(self, state: State, unit: int, hex: Hex) -> list[str]:
        """Face the nearest enemy, or the way ahead."""
        gap, enemy = self.nearest.get(hex, (99, hex))
        target = enemy if gap <= 12 else self.goals.get(state.piece(unit).brigade)
        if target is None or target == hex:
            return []
        return [f"face {DIRECTIONS[facing_to(state, hex, target)]}"]

    # Guns

    def _battery(self, state: State, unit: int) -> list[str]:
        own = state.units[unit]
        here = own.hex
        if not own.crew or own.routed:
            return []
        targets = _seen(state, here, self.side, GUN_RANGE)
        if targets:
            steps = [] if own.formation == UNLIMBERED else ["form unlimbered"]
            return [*steps, f"face {DIRECTIONS[facing_to(state, here, targets[0])]}"]
        goal = self.anchors.get(state.piece(unit).brigade)
        if goal is None or state.game.grid.distance(here, goal) <= 2 or is_limited(state, unit):
            return self._turned(state, unit, here) if own.formation == UNLIMBERED else []
        if self.gap(here) <= 2:
            return []
        limber = own.formation == UNLIMBERED
        spare = state.game.charts.formation["limber"] if limber else 0
        options = reach(state, unit)
        best = self._gun_place(state, unit, goal, spare, options)
        if best == here:
            return []
        steps = ["form limbered"] if limber else []
        steps += _path(state, unit, best, options)
        if self.gap(best) <= GUN_RANGE + 2:
            steps.append("form unlimbered")
        return steps + self._turned(state, unit, best)

    def _gun_place(self, state: State, unit: int, goal: Hex, spare: int, options: Reached) -> Hex:
        here = state.hex_of(unit)
        ways = way_to(state.game, goal, "artillery_limbered")
        limit = state.game.allowance(state, unit, mover_of(state, unit)) - spare
        best, best_way = here, ways.get(here, FAR)
        for hex, (cost, _) in options.items():
            if cost > limit or self.gap(hex) <= 2:
                continue
            if ways.get(hex, FAR) < best_way and _has_room(state, unit, hex, self.side):
                best, best_way = hex, ways[hex]
        return best

    # Leaders

    def _leader(self, state: State, unit: int) -> list[str]:
        grade = command.grade(state, unit)
        goals = self._posts(state, unit, grade)
        if not goals:
            return []
        options = reach(state, unit)
        grid = state.game.grid
        here = state.hex_of(unit)
        best = min(
            (hex for hex in options if hex in state.stacks[self.side] or hex == here),
            key=lambda hex: (min(grid.distance(hex, goal) for goal in goals), hex != here, hex),
            default=here,
        )
        return _path(state, unit, best, options)

    def _posts(self, state: State, unit: int, grade: str) -> list[Hex]:
        """Where a leader is wanted: with his routed men, else in their midst."""
        roster, piece = state.game.roster, state.piece(unit)
        if grade == BRIGADE:
            units = [u for u in roster.of_brigade.get(piece.brigade, ()) if state.hex_of(u)]
        else:
            division = command.division_of(state, unit)
            units = [
                u
                for u in roster.of_side[self.side]
                if state.hex_of(u)
                and state.piece(u).kind not in (LEADER, WAGON)
                and (grade == ARMY or state.piece(u).division == division)
            ]
        routed = [state.hex_of(u) for u in units if state.units[u].routed]
        if routed and grade != BRIGADE:
            return routed
        steady = [state.hex_of(u) for u in units if not state.units[u].routed]
        if not steady:
            return routed
        grid = state.game.grid
        return [min(steady, key=lambda hex: (sum(grid.distance(hex, o) for o in steady), hex))]


def _path(state: State, unit: int, goal: Hex, options: Reached) -> list[str]:
    """The steps of the cheapest way to a hex."""
    if goal == state.hex_of(unit):
        return []
    if goal not in options:
        return [f"to {goal}"]
    way: list[Hex] = []
    hex: Hex | None = goal
    while hex is not None and hex != state.hex_of(unit):
        way.append(hex)
        hex = options[hex][1]
    return [f"to {hex}" for hex in reversed(way)]


def _has_room(state: State, unit: int, hex: Hex, side: str) -> bool:
    return next(stacking.bars_to_stay(state, hex, side, (unit,)), None) is None


def _seen(state: State, hex: Hex, side: str, radius: int) -> list[Hex]:
    """Enemies in sight of a hex, nearest first."""
    return [
        other
        for gap, other in enemies_near(state, hex, side, radius)
        if sight.is_clear(state, hex, other)
    ]
