"""The Union on the move: to the ditch on both faces, over it in force, along the wall."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from longroll.ai.stockade.doctrine import USUAL, Doctrine
from longroll.ai.stockade.fighting import fighters, melee
from longroll.ai.stockade.ground import (
    ALONG,
    DITCHES,
    FAR,
    MARCH,
    OPEN,
    WALLS,
    WORKS,
    Reach,
    bridged,
    reach,
    with_marker,
)
from longroll.ai.stockade.orders import Order, confederates_seen, order
from longroll.ai.stockade.plans import delay, nearest_ditch
from longroll.board.hex import Hex
from longroll.systems.stockade_redan.bridging import marker_to_lay
from longroll.systems.stockade_redan.movement import allowance, step_cost
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    INFANTRY,
    OFFICER,
    OFFICERS,
    ROSTER,
    UNION,
)
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.stacking import counted
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import (
    ADJACENT,
    DITCH,
    GRID,
    INSIDE,
    REDAN,
    WEST_EDGE_INSIDE,
)

_LIMIT = TABLES.stacking.union
_MUSKET = TABLES.factors["confederate_infantry"].range
_GUN = TABLES.factors["union_artillery"].range


class UnionMoves:
    """One Union movement decision, seen from the Union side."""

    def __init__(
        self,
        state: State,
        goals: dict[int, Hex],
        movable: Iterable[int],
        doctrine: Doctrine = USUAL,
    ) -> None:
        self.state = state
        self.doctrine = doctrine
        self.goals = goals
        self.movable = frozenset(movable)
        self.bridges = bridged(state)
        self.markers = with_marker(state)
        self.enemies = confederates_seen(state)
        self._is_early = state.turn <= doctrine.wait
        self.last_turns = state.turn >= scenario(state.scenario).turns - 1

    def rank(self, unit: int) -> tuple[int, int, int]:
        """Who moves first: bridge layers, the men at the wall, the front of the march, the rest."""
        hex, kind = self.state.hex_of(unit), ROSTER[unit].kind
        if kind == OFFICER:
            return 5, 0, unit
        if kind == ARTILLERY:
            return 4, 0, unit
        if hex in DITCH:
            lays = hex not in self.bridges and marker_to_lay(self.state, unit) is not None
            return (0 if lays else 2), 0, unit
        if hex in WORKS:
            # Those ahead first, so that those behind find room.
            return 1, -round(10 * self._flow(hex, unit)), unit
        return 3, nearest_ditch(hex), unit

    def order(self, unit: int) -> Order | None:
        """Where a unit goes; None if it stays."""
        found = reach(self.state, unit, self.bridges)
        kind, hex = ROSTER[unit].kind, self.state.hex_of(unit)
        if kind == OFFICER:
            return self._officer(unit, found)
        if kind == ARTILLERY:
            return self._battery(unit, found)
        if hex in WORKS:
            return self._along_the_wall(unit, found)
        if hex in DITCH:
            return self._over_the_ditch(unit, found)
        return self._march(unit, found)

    # The wall

    @cached_property
    def _strikers(self) -> dict[Hex, int]:
        """Roughly how many companies can still get at each wall hex in this phase."""
        strikers = dict.fromkeys(DITCHES, 0)
        for unit in self.movable:
            hex = self.state.hex_of(unit)
            if ROSTER[unit].kind != INFANTRY:
                continue
            if hex in DITCH and (hex in self.bridges or hex in self.markers):
                for wall in WALLS[hex]:
                    strikers[wall] += 1
            elif hex in WORKS:
                for wall in DITCHES:
                    if wall != hex and ALONG[wall][hex] <= 5:
                        strikers[wall] += 1
        return strikers

    def _menace(self, wall: Hex) -> float:
        """Confederates that could come to a wall hex in their next phase."""
        return sum(
            count for hex, count in self.enemies.items() if hex in WORKS and ALONG[wall][hex] <= 5
        )

    def _wall_worth(self, wall: Hex, unit: int) -> float:
        """What it is worth to have one more company in a wall hex."""
        state = self.state
        there = counted(state, wall, UNION) - (state.hex_of(unit) == wall)
        if there >= _LIMIT:
            return -9
        enemies = self.enemies.get(wall, 0.0)
        if not enemies:
            if not there:
                if wall in state.union_held:
                    return 1 + min(4.0, 0.8 * self._menace(wall))
                return 9 + min(2.0, 0.3 * self._menace(wall))
            hold = max(0.3, 2.2 - there) if self._menace(wall) else 0.2
            return max(hold, self._flow(wall, unit) - 0.3 * there)
        ours = fighters(state, wall, UNION) if wall in state.stacks[UNION] else 0
        strength = min(_LIMIT, there + self._strikers[wall]) + max(0, ours - there)
        lost, won = melee(max(1, strength), round(enemies))
        if there:
            return 9 + 0.5 * (_LIMIT - there) - 1.5 * self._is_stranger(unit, wall)
        must = self.last_turns and wall not in state.union_held
        if won < 0.7 * self.doctrine.nerve * lost and not must:
            return -1
        return 7 + 1.5 * (won - 0.6 * lost)

    def _is_stranger(self, unit: int, hex: Hex) -> bool:
        """Whether a company would mix the regiments of a hex, which costs a point hand to hand."""
        own = ROSTER[unit].regiment
        return any(
            ROSTER[other].kind == INFANTRY and ROSTER[other].regiment != own
            for other in self.state.stack(hex, UNION)
        )

    def _along_the_wall(self, unit: int, found: Reach) -> Order | None:
        state, here = self.state, self.state.hex_of(unit)
        stay = 0.4
        if here in REDAN:
            stay = 0.8 if self._followers(here) else self._wall_worth(here, unit) + 0.5
        best, goal, why = stay, here, ""
        for hex in found:
            if hex == here:
                continue
            if hex in REDAN:
                worth, reason = self._wall_worth(hex, unit), f"to take redan hex {hex}"
                if hex in state.stacks[CONFEDERATE]:
                    reason = f"hand to hand for redan hex {hex}"
            elif hex in INSIDE and hex not in state.stacks[CONFEDERATE]:
                worth, reason = (
                    self._inside_worth(hex, unit),
                    "inside the works, towards the wall ahead",
                )
                if worth < 0:
                    continue
            else:
                continue
            worth -= 0.02 * found[hex][0]
            if worth > best:
                best, goal, why = worth, hex, reason
        double = self._two_at_once(unit, best)
        if double is not None:
            return double
        return None if goal == here else order(unit, found, goal, why)

    def _followers(self, wall: Hex) -> bool:
        """Whether men in the ditch can take over a wall hex from those who go on."""
        return any(
            ditch in self.bridges
            and any(
                unit in self.movable and ROSTER[unit].kind == INFANTRY
                for unit in self.state.stack(ditch, UNION)
            )
            for ditch in DITCHES[wall]
        )

    def _two_at_once(self, unit: int, best: float) -> Order | None:
        """Two vacant wall hexes taken in one move, the first by passing through."""
        state, here = self.state, self.state.hex_of(unit)
        found: Order | None = None
        for first in ADJACENT[here]:
            if not self._is_free(first):
                continue
            spent = step_cost(state, UNION, (unit,), here, first)
            for second in ADJACENT[first]:
                if second == here or not self._is_free(second):
                    continue
                if spent + step_cost(state, UNION, (unit,), first, second) > allowance((unit,)):
                    continue
                worth = self._wall_worth(second, unit) + 4 - 0.5 * self._menace(first)
                if worth > best:
                    best = worth
                    reason = f"through redan hex {first} and on to {second}"
                    found = Order(unit, {here: first, first: second}, second, reason)
        return found

    def _is_free(self, hex: Hex) -> bool:
        """Whether a wall hex can be taken without a fight."""
        state = self.state
        return (
            hex in REDAN
            and hex not in state.union_held
            and hex not in state.stacks[UNION]
            and hex not in state.stacks[CONFEDERATE]
            and hex not in state.chaos
        )

    @cached_property
    def _wanted(self) -> list[Hex]:
        """Wall hexes where the Union is not and should be."""
        return [
            wall
            for wall in DITCHES
            if wall not in self.state.union_held and wall not in self.state.stacks[UNION]
        ]

    def _flow(self, hex: Hex, unit: int) -> float:
        """What a hex of the works is worth as a step on the way to the wall still wanted."""
        if not self._wanted:
            return -9.0
        goal = self.goals.get(unit)
        if goal in REDAN and goal in self._wanted:
            return 5 - 0.2 * ALONG[goal][hex]
        return 4 - 0.2 * min(ALONG[wall][hex] for wall in self._wanted)

    def _inside_worth(self, hex: Hex, unit: int) -> float:
        crowd = counted(self.state, hex, UNION)
        if crowd >= _LIMIT:
            return -9
        worth = self._flow(hex, unit)
        if (
            self.state.assault == 2
            and hex in WEST_EDGE_INSIDE
            and len(self._wanted) < 5
            and self.state.stacks[UNION].keys().isdisjoint(WEST_EDGE_INSIDE)
        ):
            worth = max(worth, 3.6)  # the Gettysburg Matrix needs somebody there
        return worth - 0.6 * crowd

    def _over_the_ditch(self, unit: int, found: Reach) -> Order | None:
        here = self.state.hex_of(unit)
        best, goal, why = 0.5, here, ""
        usable = here in self.bridges
        for hex in found:
            if hex in REDAN:
                worth, reason = self._wall_worth(hex, unit), f"over the bridge into redan hex {hex}"
            elif hex in DITCH and hex != here and not usable:
                crowd = counted(self.state, hex, UNION)
                if crowd >= _LIMIT or hex not in self.bridges:
                    continue
                worth, reason = 2 - 0.4 * crowd, f"to the bridge in {hex}"
            else:
                continue
            if worth > best:
                best, goal, why = worth, hex, reason
        return None if goal == here else order(unit, found, goal, why)

    # The march

    def _march(self, unit: int, found: Reach) -> Order | None:
        state, here = self.state, self.state.hex_of(unit)
        goal_ditch = self.goals.get(unit, "")
        if goal_ditch not in DITCH:
            goal_ditch = min(WALLS, key=lambda ditch: (MARCH[ditch].get(here, FAR), ditch))
        carries = unit in state.carried
        best, goal, why = -1e9, here, ""
        for hex in found:
            crowd = counted(state, hex, UNION) - (hex == here)
            if crowd >= _LIMIT or hex in state.stacks[CONFEDERATE]:
                continue
            if self._is_early and min(GRID.distance(wall, hex) for wall in DITCHES) <= _MUSKET:
                continue
            if hex in DITCH:
                if not (carries or hex in self.bridges or hex in self.markers):
                    continue
                worth = 6 - 1.4 * crowd + (1 if hex == goal_ditch else 0)
                worth += 1.5 if hex in self.bridges else 0
                weakest = min(self.enemies.get(wall, 0.0) for wall in WALLS[hex])
                worth -= 0.4 * weakest
                reason = f"into the ditch at {hex}"
            elif hex in OPEN:
                worth = -delay(goal_ditch, hex) - 0.5 * crowd
                reason = f"towards the ditch at {goal_ditch}"
            else:
                continue
            if worth > best:
                best, goal, why = worth, hex, reason
        return None if goal == here else order(unit, found, goal, why)

    def _battery(self, unit: int, found: Reach) -> Order | None:
        """Where most of the manned wall is in range of its guns and no musket reaches it."""
        state, here = self.state, self.state.hex_of(unit)
        walls = [hex for hex in self.enemies if hex in REDAN] or list(DITCHES)
        best, goal = -1e9, here
        for hex in found:
            if hex not in OPEN or hex in state.stacks[CONFEDERATE]:
                continue
            crowd = len(state.stack(hex, UNION)) - (hex == here)
            ranges = [GRID.distance(wall, hex) for wall in walls]
            nearest = min(ranges)
            worth = sum(range <= _GUN for range in ranges) - 0.5 * max(0, nearest - _GUN)
            worth -= 4 * max(0, _MUSKET + 1 - nearest) + 1.5 * crowd + 0.05 * found[hex][0]
            worth -= 0.05 * nearest
            if crowd < _LIMIT and worth > best + (0.3 if goal == here else 0):
                best, goal = worth, hex
        if goal == here:
            return None
        return order(unit, found, goal, "guns forward, in sight of the wall")

    def _officer(self, unit: int, found: Reach) -> Order | None:
        """With the companies of his regiment that need him most."""
        state, here = self.state, self.state.hex_of(unit)
        regiment = ROSTER[unit].regiment
        best, goal = -1e9, here
        for hex in found:
            stack = [other for other in state.stack(hex, UNION) if other != unit]
            own = sum(
                ROSTER[other].regiment == regiment and ROSTER[other].kind == INFANTRY
                for other in stack
            )
            officers = sum(other in OFFICERS[UNION] for other in stack)
            fighting = hex in state.stacks[CONFEDERATE]
            if fighting and not own:
                continue
            worth = 1.5 * min(own, 3) if own else -4.0 if not stack else 0.5
            if fighting:
                worth += 4 - 0.8 * officers
            else:
                worth -= 2.5 * officers
                if hex in DITCH:
                    worth += 3 if own else -3
                elif hex in REDAN:
                    worth += 2.5 if own else -2
            if hex in OPEN:
                worth -= 0.5 * nearest_ditch(hex)
            if hex == here:
                worth += 0.3
            if worth > best:
                best, goal = worth, hex
        if goal == here:
            return None
        return order(unit, found, goal, "an officer steadies his companies")
