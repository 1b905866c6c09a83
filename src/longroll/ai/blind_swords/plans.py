"""What a side wants of each unit this activation: the attackers the way to their goal, the
defenders a post each."""

from __future__ import annotations

from functools import cached_property

from longroll.ai.blind_swords.aims import Aims, Worth
from longroll.ai.blind_swords.chances import best_assault
from longroll.ai.blind_swords.doctrine import USUAL, Doctrine
from longroll.ai.blind_swords.ground import FAR, cover, gap, ways_to
from longroll.board.hex import Hex
from longroll.systems.blind_swords import morale
from longroll.systems.blind_swords.engagement import enemies_beside
from longroll.systems.blind_swords.state import DISRUPTED, Activation, State

#: How near an enemy must be for a brigade to fight rather than march.
CONTACT = 5
#: The chance from which an assault is worth it: of the ground that counts, and of any other.
GOOD_CHANCE, FAIR_CHANCE = 0.42, 0.28
#: What standing next to the enemy costs without a good assault, and a good one is worth.
_EXPOSED, _PROMISE = 7.0, 14.0
#: How much a post that is held counts before another.
_STAYS = 2.0
#: What having ground that counts is worth, and walking onto some that nobody holds.
_TAKEN, _FREE = 8.0, 20.0
#: What it costs a defender to leave ground that counts, is in danger, and that nobody else holds.
_LEFT = 25.0
#: The way to lost ground up to which a defender goes for it, in half points and what holds it.
_NEAR_ENOUGH = 40.0
#: How far a threat to a post counts.
_THREAT = 6


class Plan:
    """The plans of one side for one activation or Artillery Phase."""

    def __init__(self, state: State, side: str, aims: Aims, doctrine: Doctrine = USUAL) -> None:
        self.side = side
        self.doctrine = doctrine
        self.enemy: str = state.game.enemy[side]
        self.worth = aims.worth(state)
        brigade = state.active.brigade if state.active else ""
        self.attacks = doctrine.attacks(side == aims.attacker, brigade)
        self.lost = {hex for hex in self.worth if state.control.get(hex) == self.enemy}
        self._state: State = state.copy()
        self._posts: dict[int, Hex] = {}
        self._threats: dict[Hex, float] = {}

    @cached_property
    def ways(self) -> dict[Hex, float]:
        """The way to the goal from each hex as it was when the plan was made, for those who have
        a goal."""
        goals = self.worth if self.attacks else {hex: self.worth[hex] for hex in self.lost}
        if self.attacks and self.doctrine.effort:
            goals = dict([*sorted(goals.items())][:: self.doctrine.effort][:1])
        return ways_to(self._state, self.side, goals) if goals else {}

    def way(self, hex: Hex) -> float:
        return self.ways.get(hex, FAR)

    def free(self, state: State) -> Worth:
        """Ground of the enemy's that counts and that nobody holds."""
        return {
            hex: self.worth[hex]
            for hex in self.lost
            if state.control.get(hex) == self.enemy and not state.stack(hex, self.enemy)
        }

    def distance_to_worth(self, state: State, hex: Hex) -> int:
        """Hexes to the nearest ground that counts."""
        distance = state.game.grid.distance
        return min((distance(hex, one) for one in self.worth), default=0)

    # Orders

    def order(self, state: State, brigade: str) -> tuple[str, str]:
        """The order of a brigade, and why."""
        units = state.brigade_units(brigade)
        if not units:
            return "regroup", "to bring back who is broken"
        near = min(gap(state, state.hex_of(unit), self.enemy) for unit in units)
        hurt = sum(1 for unit in units if state.units[unit].hits or state.is_worn(unit))
        shaken = sum(1 for unit in units if state.units[unit].hits)
        if hurt >= self.doctrine.hurt * len(units) and near > 2:
            return "regroup", "too many are hurt to go on"
        if self.attacks:
            if near <= self.doctrine.close:
                return "attack", "the enemy is near"
            return "maneuver", "it is a march yet"
        if near <= 2 and self._can_strike(state, units):
            return "attack", "there is something to win"
        if any(self._strikes_back(state, unit) for unit in units) and near <= CONTACT:
            return "attack", "to take back what was lost"
        if near <= CONTACT:
            return "defend", "to hold and fire"
        if shaken:
            return "regroup", "there is time to draw breath"
        if any(self.post(state, unit) != state.hex_of(unit) for unit in units):
            return "maneuver", "to where it is needed"
        return "defend", "to hold"

    def _can_strike(self, state: State, units: list[int]) -> bool:
        trial: State = state.copy()
        trial.active = Activation(state.piece(units[0]).brigade, "attack")
        grid = state.game.grid
        for target in sorted(
            {near for unit in units for near in grid.adjacent[state.hex_of(unit)]}
            & state.stacks[self.enemy].keys()
        ):
            least = FAIR_CHANCE if target in self.worth else 0.6
            if best_assault(trial, self.side, target, units)[0] >= least:
                return True
        return False

    # Places

    def post(self, state: State, unit: int) -> Hex:
        """Where a defender belongs: where it is, if that counts and is in danger, else where it
        is most needed."""
        if unit in self._posts:
            return self._posts[unit]
        hex = state.hex_of(unit)
        post = hex
        if hex not in self.worth or not self._threat(state, hex):
            post = max(
                self.worth,
                key=lambda one: (
                    self._need(state, one)
                    - self._distance(state, hex, one)
                    + _STAYS * (one == hex),
                    one,
                ),
                default=hex,
            )
        self._posts[unit] = post
        return post

    def _distance(self, state: State, a: Hex, b: Hex) -> float:
        return 0.7 * state.game.grid.distance(a, b)

    def _threat(self, state: State, hex: Hex) -> float:
        """The strength of the enemy around a hex, the nearer the more."""
        if hex not in self._threats:
            near = state.game.grid.within(hex, _THREAT)
            self._threats[hex] = sum(
                float(morale.strength(state, unit)) / max(1, near[there])
                for there in state.stacks[self.enemy].keys() & near.keys()
                for unit in state.stack(there, self.enemy)
            )
        return self._threats[hex]

    def _need(self, state: State, hex: Hex) -> float:
        """How much a post needs another unit."""
        mine = sum(
            float(morale.strength(state, unit))
            for near in (hex, *state.game.grid.adjacent[hex])
            for unit in state.stack(near, self.side)
        )
        return self._threat(state, hex) - 0.6 * mine + self.worth[hex]

    def place_worth(self, state: State, unit: int, hex: Hex) -> float:
        """What it is worth to have a unit in a hex at the end of its move."""
        away = gap(state, hex, self.enemy)
        hits = state.units[unit].hits
        found = 0.0
        if self.attacks or self._strikes_back(state, unit):
            found -= 0.5 * self.way(hex)
            if hex in (self.worth if self.attacks else self.lost):
                found += _FREE if state.control.get(hex) == self.enemy else _TAKEN
        else:
            found -= 2.0 * state.game.grid.distance(hex, self.post(state, unit))
            if hex != state.hex_of(unit) and self.holds_alone(state, unit):
                found -= _LEFT
        if away <= 3:
            found += self.doctrine.cover * cover(state, hex)
            if state.game.field.ground[hex].fire_from:
                found -= 0.8
        if hits >= DISRUPTED and away <= 2:
            found -= 10.0
        if self._has_friends(state, unit, hex):
            found += 1.5
        if enemies_beside(state, self.side, hex) and state.hex_of(unit) != hex:
            found += self._contact(state, unit, hex)
        return found

    def holds_alone(self, state: State, unit: int) -> bool:
        """Whether a defender is the only infantry on ground that counts, and that is in danger."""
        hex = state.hex_of(unit)
        if self.attacks or hex not in self.worth or not self._threat(state, hex):
            return False
        others = (one for one in state.stack(hex, self.side) if one != unit)
        return not any(state.arm(one) == "infantry" for one in others)

    def _strikes_back(self, state: State, unit: int) -> bool:
        """Whether a defender goes for lost ground: it is near, and leaves no post for it."""
        hex = state.hex_of(unit)
        return bool(self.lost) and hex not in self.worth and self.way(hex) <= _NEAR_ENOUGH

    def _has_friends(self, state: State, unit: int, hex: Hex) -> bool:
        """Whether a unit would have Support there."""
        if state.game.field.ground[hex].woods:
            return False
        brigade = state.piece(unit).brigade
        return any(
            friend != unit
            and state.piece(friend).brigade == brigade
            and not state.units[friend].hits
            for near in (hex, *state.game.grid.adjacent[hex])
            for friend in state.stack(near, self.side)
        )

    def _contact(self, state: State, unit: int, hex: Hex) -> float:
        """What going next to the enemy promises."""
        trial: State = state.copy()
        trial.put(unit, hex)
        units = trial.brigade_units(state.piece(unit).brigade)
        best = 0.0
        for target in state.game.grid.adjacent[hex]:
            if trial.stack(target, self.enemy):
                chance, _ = best_assault(trial, self.side, target, units)
                # Others of the brigade are still to come.
                best = max(best, chance * (1.3 if target in self.worth else 1.0))
        fear = self.doctrine.nerve * _EXPOSED * (0.6 if self.attacks else 1.0)
        return _PROMISE * best - fear * (1 - best)
