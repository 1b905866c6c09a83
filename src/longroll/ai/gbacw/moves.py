"""Where infantry and cavalry go in a Movement Phase: whole brigades, in command, in line."""

from __future__ import annotations

from longroll.ai.gbacw.doctrine import USUAL, Doctrine
from longroll.ai.gbacw.fighting import prospects
from longroll.ai.gbacw.goals import Orders, place_of
from longroll.ai.gbacw.ground import (
    FAR,
    Reached,
    cover,
    danger_map,
    enemy_zone,
    facing_to,
    fighting_points,
    from_edge,
    nearest_enemies,
    reach,
    way_to,
)
from longroll.board.hex import DIRECTIONS, Hex
from longroll.systems.gbacw import command, stacking
from longroll.systems.gbacw.movement import is_limited
from longroll.systems.gbacw.roster import BATTERY, CREW, LEADER, WAGON
from longroll.systems.gbacw.state import COLUMN, MOUNTED, State

#: How near an enemy must be for cover and line to matter.
CONTACT = 5
#: How far from the enemy tired brigades rest.
SAFE = 6
#: How far a unit may run when it routs: this far from the edge of the map, it cannot run off it.
RUN = 3
#: By how much more than infantry cavalry wants an assault to promise.
RIDE = 2.0
#: What mounted men fear of fire while they wait.
MOUNTED_RISK = 6.0
#: What holding one more hex is worth if every hex scores.
SPREAD = 4.0
#: What each hex too near to the edge costs a place near the enemy.
EDGE = 4.0


class Marching:
    """The plans of one side for one Movement Phase."""

    def __init__(self, state: State, side: str, orders: Orders, doctrine: Doctrine = USUAL) -> None:
        self.side = side
        self.doctrine = doctrine
        self.orders = orders
        self.goals = orders.goals
        #: The enemy does not move in our Movement Phase: what he holds and threatens.
        self.nearest = nearest_enemies(state, side)
        self.zoned = enemy_zone(state, side)
        self.danger = danger_map(state, side)
        self.prospects = prospects(state, side, orders.resting)
        self.night = state.game.is_night(state.turn)
        #: Worked out when first asked for.
        self._anchors: dict[str, Hex | None] = {}

    def anchor(self, state: State, brigade: str) -> Hex | None:
        """The hex around which a brigade with a goal gathers this turn."""
        if brigade not in self._anchors:
            goal = self.goals.get(brigade)
            self._anchors[brigade] = None if goal is None else self._anchor(state, brigade, goal)
        return self._anchors[brigade]

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
        """What infantry or cavalry does in its move, choice by choice; nothing if it stays."""
        own = state.units[unit]
        if own.pinned or self._stays(state, unit):
            return []
        options = reach(state, unit, self.zoned)
        best = self._best(state, unit, options)
        steps = path(state, unit, best, options)
        if own.formation == COLUMN and self.gap(best) <= CONTACT:
            steps.append("form line")
        return steps + self.turned(state, unit, best)

    def gap(self, hex: Hex) -> int:
        """Hexes to the nearest enemy."""
        return self.nearest.get(hex, (99, hex))[0]

    def _stays(self, state: State, unit: int) -> bool:
        """Whether a unit had better not move: a garrison, or men asleep out of reach.

        A unit that does not move at night recovers stragglers.
        """
        hex = state.hex_of(unit)
        if hex in self.orders.posts and not state.units[unit].routed:
            others = [u for u in state.stack(hex, self.side) if u != unit]
            return not any(state.piece(u).kind not in (WAGON, CREW) for u in others)
        missing = state.lost(unit) > 1
        return self.night and missing and self.gap(hex) > 2

    def _anchor(self, state: State, brigade: str, goal: Hex) -> Hex | None:
        """The hex around which a brigade gathers this turn: some way ahead of its commander."""
        place = place_of(state, brigade)
        if place is None:
            return None
        game = state.game
        ways = way_to(game, goal, "infantry_line")
        left = game.charts.allowance["infantry_line"]
        here = place
        retires = brigade in self.orders.retiring
        while self.gap(here) > 2 or retires:
            ahead = min(game.grid.adjacent[here], key=lambda hex: (ways.get(hex, FAR), hex))
            cost = game.ground.cost("infantry_line", here, ahead)
            if ways.get(ahead, FAR) >= ways.get(here, FAR) or cost < 0 or cost > left:
                return here
            left -= cost
            here = ahead
        return here

    def _best(self, state: State, unit: int, options: Reached) -> Hex:
        here = state.hex_of(unit)
        if is_limited(state, unit):
            return self._limited(state, unit, options)
        # Leaving an enemy zone draws fire: worth it only to get out of the fight.
        brigade = state.piece(unit).brigade
        leaves = brigade in self.orders.resting or brigade in self.orders.retiring
        price = (1.0 if leaves else 5.0) if here in self.zoned else 0.3
        best, best_score = here, self._score(state, unit, here) + price
        for hex, (cost, _) in options.items():
            if hex == here:
                continue
            score = self._score(state, unit, hex) - 0.01 * cost
            if score > best_score and has_room(state, unit, hex, self.side):
                best, best_score = hex, score
        return best

    def _limited(self, state: State, unit: int, options: Reached) -> Hex:
        """One hex only, out of the enemy's zones: away from him, or else to the commander."""
        here = state.hex_of(unit)
        brigade = state.piece(unit).brigade
        leader = command.commander(state, brigade)
        goal = here if leader is None else state.hex_of(leader)
        flees = brigade in self.orders.resting or state.units[unit].routed
        grid, enemies = state.game.grid, state.stacks[state.game.enemy[self.side]]

        def key(hex: Hex) -> tuple[int, int, Hex]:
            return -min(self.gap(hex), SAFE) if flees else 0, grid.distance(hex, goal), hex

        ways = [
            hex
            for hex in grid.adjacent[here]
            if hex in options and hex not in enemies and hex not in self.zoned
        ]
        best = min(
            (hex for hex in ways if has_room(state, unit, hex, self.side)), key=key, default=here
        )
        return best if key(best)[:2] < key(here)[:2] else here

    # How good a hex is

    def _score(self, state: State, unit: int, hex: Hex) -> float:
        """How good a hex is for a unit to end its move in."""
        game, own = state.game, state.units[unit]
        brigade = state.piece(unit).brigade
        gap = self.gap(hex)
        score = self._together(state, unit, hex)
        goal = self.goals.get(brigade)
        if brigade in self.orders.resting:
            score += 3.0 * min(gap, SAFE) - 4.0 * self.danger.get(hex, 0.0)
        elif goal is not None:
            mover = "cavalry_mounted" if own.formation == MOUNTED else "infantry_line"
            score -= way_to(game, goal, mover).get(hex, FAR) / 2
        if hex in self.orders.spread and all(
            other == unit for other in state.stack(hex, self.side)
        ):
            score += SPREAD
        if gap <= 2:
            score -= EDGE * max(0, RUN - from_edge(game, hex))
        if gap <= CONTACT:
            score += self.doctrine.cover * cover(game, hex)
            crowd = fighting_points(state, hex, self.side)
            if own.hex != hex:
                crowd += own.strength
            score -= 2.0 * max(0, crowd - 6) / 3
            if brigade not in self.orders.resting:
                score += self._contact(state, unit, hex, gap)
        elif brigade not in self.orders.resting:
            score -= 3.0 * self.danger.get(hex, 0.0)  # out of sight of guns, while there is time
        return score

    def _together(self, state: State, unit: int, hex: Hex) -> float:
        """Being out of the commander's reach is bad; without a goal so is running about."""
        own, brigade = state.units[unit], state.piece(unit).brigade
        distance = state.game.grid.distance
        anchor = self.anchor(state, brigade)
        if anchor is not None:
            radius = max(1, command.radius(state, brigade))
            return -5.0 * max(0, distance(hex, anchor) - radius)
        resting = brigade in self.orders.resting
        score = -(0.5 if resting else 1.5) * distance(hex, own.hex)
        leader = command.commander(state, brigade)
        if leader is not None and not resting:
            radius = command.radius(state, brigade)
            score -= 5.0 * max(0, distance(hex, state.hex_of(leader)) - radius)
        return score

    def _contact(self, state: State, unit: int, hex: Hex, gap: int) -> float:
        """Being near the enemy: good if an assault promises something, otherwise a waste of men."""
        if state.units[unit].formation == MOUNTED:
            return self._charge(state, hex) if gap == 1 else self._at_a_distance(hex, gap)
        shelter = 1.0 - 0.25 * min(3, cover(state.game, hex))
        risk = self.doctrine.caution * self.danger.get(hex, 0.0) * shelter
        if not self.orders.attacks(state.piece(unit).brigade):
            return -1.5 * risk
        promise = max(
            (self.prospects[n] for n in state.game.grid.adjacent[hex] if n in self.prospects),
            default=-9.0,
        )
        if gap > 1:
            return -3.0 * risk
        if promise < self.doctrine.promise:
            return -4.0 - risk
        flank = 0.0 if hex in self.zoned else 3.0
        return 6.0 + min(4.0, promise) + flank - risk

    def _charge(self, state: State, hex: Hex) -> float:
        """Mounted men go near the enemy for one that they can ride down."""
        promise = max(
            (self.prospects[n] for n in state.game.grid.adjacent[hex] if n in self.prospects),
            default=-9.0,
        )
        if promise < self.doctrine.promise + RIDE:
            return -6.0
        return 6.0 + min(4.0, promise) - 2.0 * self.danger.get(hex, 0.0)

    def _at_a_distance(self, hex: Hex, gap: int) -> float:
        """Mounted men are easy to hit, and hit nobody: they wait out of range."""
        return (-6.0 if gap == 2 else 0.0) - MOUNTED_RISK * self.danger.get(hex, 0.0)

    def turned(self, state: State, unit: int, hex: Hex) -> list[str]:
        """Face the nearest enemy, or the direction of march."""
        gap, enemy = self.nearest.get(hex, (99, hex))
        target = enemy if gap <= 12 else self.goals.get(state.piece(unit).brigade)
        if target is None or target == hex:
            return []
        return [f"face {DIRECTIONS[facing_to(state, hex, target)]}"]


def path(state: State, unit: int, goal: Hex, options: Reached) -> list[str]:
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


def has_room(state: State, unit: int, hex: Hex, side: str) -> bool:
    return next(stacking.bars_to_stay(state, hex, side, (unit,)), None) is None
