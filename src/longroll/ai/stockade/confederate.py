"""The Confederates on the move: men where the wall is threatened, and the wall retaken."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from longroll.ai.stockade.doctrine import USUAL, Doctrine
from longroll.ai.stockade.fighting import fighters, melee
from longroll.ai.stockade.ground import (
    ALONG,
    DITCHES,
    OPEN,
    WORKS,
    Reach,
    bridged,
    reach,
    with_marker,
)
from longroll.ai.stockade.orders import Order, order
from longroll.board.hex import Hex
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    INFANTRY,
    OFFICER,
    OFFICERS,
    ROSTER,
    UNION,
)
from longroll.systems.stockade_redan.stacking import counted, limit
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import GRID, INSIDE, REDAN

#: A wall hex is watched when enemies are this near.
_IN_REACH = 10
#: What it is worth to stay in the ditch or before it: a unit that was driven there goes back in.
_OUTSIDE = -9.0


class ConfederateMoves:
    """One Confederate movement decision."""

    def __init__(self, state: State, movable: Iterable[int], doctrine: Doctrine = USUAL) -> None:
        self.state = state
        self.doctrine = doctrine
        self.movable = frozenset(movable)
        self.bridges = bridged(state)
        self.markers = with_marker(state)
        self.limit = limit(CONFEDERATE, state.morale)

    def rank(self, unit: int) -> tuple[int, int, int]:
        """Reserves inside move first, then the wall, officers last."""
        kind, hex = ROSTER[unit].kind, self.state.hex_of(unit)
        if kind != INFANTRY:
            return (3 if kind == OFFICER else 2), 0, unit
        return (0 if hex in INSIDE else 1), -counted(self.state, hex, CONFEDERATE), unit

    def order(self, unit: int) -> Order | None:
        """Where a unit goes; None if it stays."""
        kind = ROSTER[unit].kind
        if kind == ARTILLERY:
            return None  # the guns stay where they see the whole wall
        found = reach(self.state, unit, self.bridges)
        if kind == OFFICER:
            return self._officer(unit, found)
        return self._infantry(unit, found)

    @cached_property
    def threats(self) -> dict[Hex, float]:
        """How hard the Union can press each wall hex in its next phases."""
        union = self.state.stacks[UNION]
        threats: dict[Hex, float] = {}
        for wall, ditches in DITCHES.items():
            threat = 0.0
            for ditch in ditches:
                weight = 1.0 if ditch in self.bridges else 0.8 if ditch in self.markers else 0.3
                threat += weight * len(union.get(ditch, ()))
            for hex, stack in union.items():
                if hex in WORKS:
                    if hex != wall and ALONG[wall][hex] <= 6:
                        threat += 0.6 * len(stack)
                elif hex in OPEN:
                    far = GRID.distance(wall, hex)
                    if far <= 8:
                        threat += len(stack) * (0.3 if far <= 2 else 0.12)
            threats[wall] = threat
        return threats

    @cached_property
    def quiet(self) -> frozenset[Hex]:
        """Wall hexes that nobody can cross to next turn, but many can fire at."""
        union = self.state.stacks[UNION]
        muskets = [(hex, len(stack)) for hex, stack in union.items() if hex not in WORKS]
        quiet = set()
        for wall, ditches in DITCHES.items():
            if any(ditch in union for ditch in ditches) or any(
                hex in WORKS and ALONG[wall][hex] <= 6 for hex in union
            ):
                continue
            bearing = sum(count for hex, count in muskets if GRID.distance(wall, hex) <= _IN_REACH)
            if bearing >= self.doctrine.heads_down:
                quiet.add(wall)
        return frozenset(quiet)

    @cached_property
    def _strikers(self) -> dict[Hex, int]:
        """Roughly how many companies can still get to each wall hex in this phase."""
        strikers = dict.fromkeys(DITCHES, 0)
        for unit in self.movable:
            hex = self.state.hex_of(unit)
            if ROSTER[unit].kind == INFANTRY and hex in WORKS:
                for wall in DITCHES:
                    if wall != hex and ALONG[wall][hex] <= 4:
                        strikers[wall] += 1
        return strikers

    def _worth(self, wall: Hex, unit: int) -> float:
        """What it is worth to have one more company in a wall hex."""
        state = self.state
        there = counted(state, wall, CONFEDERATE) - (state.hex_of(unit) == wall)
        if there >= self.limit:
            return -9
        union = fighters(state, wall, UNION) if wall in state.stacks[UNION] else 0
        threat = min(8.0, self.threats[wall])
        if union:
            ours = min(self.limit, there + self._strikers[wall])
            if there:
                ours += fighters(state, wall, CONFEDERATE) - there
            lost, won = melee(max(1, ours), union)
            if there:
                return 8 + won - lost
            return 6.5 + 2 * (won - lost) if won >= 0.75 * self.doctrine.nerve * lost else -1
        if wall in self.quiet and wall not in state.union_held:
            # Nothing can cross here next turn, and enough muskets bear on it: heads down.
            return 0.8 if not there else 0.1
        worth = (3 + threat) if not there else self.doctrine.depth * (0.6 + 0.45 * threat) / there
        return worth + 6 * (wall in state.union_held and not there)

    def _infantry(self, unit: int, found: Reach) -> Order | None:
        state, here = self.state, self.state.hex_of(unit)
        if here in REDAN:
            stay = self._worth(here, unit) + self.doctrine.steadiness
        elif here in INSIDE:
            stay = self._on_the_way(here, unit) + 0.1
        else:
            stay = _OUTSIDE
        best, goal, why = stay, here, ""
        for hex in found:
            if hex == here:
                continue
            if hex in REDAN:
                worth = self._worth(hex, unit)
                if hex in state.stacks[UNION]:
                    reason = f"hand to hand for redan hex {hex}"
                elif hex in state.union_held:
                    reason = f"to retake redan hex {hex}"
                else:
                    reason = f"to man the wall at {hex}"
            elif hex in INSIDE and hex not in state.stacks[UNION]:
                if counted(state, hex, CONFEDERATE) >= self.limit:
                    continue
                worth, reason = self._on_the_way(hex, unit), "towards the threatened wall"
            else:
                continue
            worth -= 0.02 * found[hex][0]
            if worth > best:
                best, goal, why = worth, hex, reason
        return None if goal == here else order(unit, found, goal, why)

    def _on_the_way(self, hex: Hex, unit: int) -> float:
        """A hex inside is worth what lies ahead of it, less what the rest of the way takes."""
        ahead = max(self._worth(wall, unit) - 2 - 0.4 * ALONG[wall][hex] for wall in DITCHES)
        shelter = 2.4 - 0.1 * min(ALONG[wall][hex] for wall in DITCHES) if self.quiet else 0.0
        return max(ahead, shelter)

    def _officer(self, unit: int, found: Reach) -> Order | None:
        state, here = self.state, self.state.hex_of(unit)
        regiment = ROSTER[unit].regiment
        best, goal = -1e9, here
        for hex in found:
            if hex not in WORKS:
                continue
            stack = [other for other in state.stack(hex, CONFEDERATE) if other != unit]
            own = sum(
                ROSTER[other].regiment == regiment and ROSTER[other].kind == INFANTRY
                for other in stack
            )
            officers = sum(other in OFFICERS[CONFEDERATE] for other in stack)
            union = hex in state.stacks[UNION]
            if union and not own:
                continue
            worth = (2.0 + own if own else 0.0) + min(6.0, self.threats.get(hex, 0.0)) * bool(own)
            worth += 4 if union else -3 * officers
            worth += 0.8 if hex == here else 0
            if worth > best:
                best, goal = worth, hex
        if goal == here:
            return None
        return order(unit, found, goal, "an officer where the wall is pressed")
