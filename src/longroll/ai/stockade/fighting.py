"""What a fight is worth: massed fire divided among the targets, and odds hand to hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from longroll.board.hex import Hex
from longroll.systems.stockade_redan import fire, line_of_fire
from longroll.systems.stockade_redan.combat import strength_at
from longroll.systems.stockade_redan.hand_to_hand import losses
from longroll.systems.stockade_redan.roster import ENEMY, INFANTRY, OFFICER, ROSTER
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import GRID, defence

_FARTHEST = max(factors.range for factors in TABLES.factors.values())
_BEST = max(TABLES.fire.values())


class Volley(NamedTuple):
    """One attack: who fires at what, who supports it (-1: nobody), the highest die that hits."""

    target: Hex
    attackers: tuple[int, ...]
    officer: int
    hits_on: int


@cache
def melee(ours: int, theirs: int) -> tuple[float, float]:
    """Expected losses of each side in one round hand to hand, from the units that count."""
    lost = [0, 0]
    for our_die in range(1, 7):
        for their_die in range(1, 7):
            us, them = ours + our_die, theirs + their_die
            if us > them:
                lost[1] += losses(us, them, theirs)
            elif them > us:
                lost[0] += losses(them, us, ours)
    return lost[0] / 36, lost[1] / 36


def fighters(state: State, hex: Hex, side: str) -> int:
    """What a side counts hand to hand in a hex, its regiments taken as one."""
    stack = state.stack(hex, side)
    regiments = {ROSTER[unit].regiment for unit in stack if ROSTER[unit].kind == INFANTRY}
    return sum(ROSTER[unit].kind != OFFICER or ROSTER[unit].regiment in regiments for unit in stack)


class _Target:
    """A hex under fire while the attacks are divided up."""

    __slots__ = ("able", "chosen", "defence", "hex", "hits", "shift", "strength", "worth")

    def __init__(self, state: State, side: str, hex: Hex, worth: float) -> None:
        self.hex = hex
        self.worth = worth
        self.defence = defence(hex, hex in state.chaos)
        self.shift = -1 if state.has_officer(hex, ENEMY[side]) else 0
        self.able: list[tuple[int, int]] = []
        self.chosen: list[int] = []
        self.strength = 0
        self.hits = 0

    def better(self, free: set[int], options: dict[int, int]) -> tuple[float, list[int]] | None:
        """The gain for each unit used, and the units, of raising the die that hits by one."""
        able = [(strength, unit) for strength, unit in self.able if unit in free]
        if not able or self.hits >= _BEST:
            return None
        if not self.hits:
            # Any fire at all hits on 1: the unit with the fewest alternatives will do.
            _, unit = min(able, key=lambda one: (options[one[1]], one[0], one[1]))
            return self.worth, [unit]
        needed = self.defence * (self.hits + 1 - self.shift) - self.strength
        used: list[int] = []
        for strength, unit in able:
            used.append(unit)
            needed -= strength
            if needed <= 0:
                return self.worth / len(used), used
        return None

    def add(self, units: Sequence[int]) -> None:
        strengths = {unit: strength for strength, unit in self.able}
        self.chosen += units
        self.strength += sum(strengths[unit] for unit in units)
        self.hits = TABLES.hit_number(self.strength // self.defence + self.shift)


def best_volley(
    state: State, side: str, targets: Sequence[Hex], worth: Callable[[Hex], float]
) -> Volley | None:
    """The first attack to make when all fire of the phase is divided up well.

    One unit alone hits on a 1, so every target gets one before any gets a second; what is left
    goes where it raises the odds most.
    """
    ready = _ready(state, side)
    found: list[_Target] = []
    options: dict[int, int] = {}
    for hex in targets:
        target = _Target(state, side, hex, worth(hex))
        near = GRID.within(hex, _FARTHEST)
        for start, units in ready.items():
            if start not in near or any(line_of_fire.bars(state, start, hex, units[0])):
                continue
            mixed = state.is_mixed(start, side)
            for unit in units:
                strength = strength_at(unit, state.morale, near[start], mixed)
                if strength:
                    target.able.append((strength, unit))
                    options[unit] = options.get(unit, 0) + 1
        target.able.sort(key=lambda one: (-one[0], options[one[1]], one[1]))
        if target.able and target.worth > 0:
            found.append(target)
    free = {unit for units in ready.values() for unit in units}
    while True:
        gains = [(gain, target) for target in found if (gain := target.better(free, options))]
        if not gains:
            break
        (_, units), target = max(gains, key=lambda one: (one[0][0], one[1].hex))
        target.add(units)
        free.difference_update(units)
    fired = [target for target in found if target.chosen]
    if not fired:
        return None
    best = max(fired, key=lambda target: (target.worth * target.hits, target.hex))
    officer = _support(state, side, best)
    hits = best.hits
    if officer >= 0:
        hits = TABLES.hit_number(best.strength // best.defence + best.shift + 1)
    return Volley(best.hex, tuple(sorted(best.chosen)), officer, hits)


def _ready(state: State, side: str) -> dict[Hex, list[int]]:
    """The units of each hex that may still fire."""
    ready: dict[Hex, list[int]] = {}
    for hex, stack in sorted(state.stacks[side].items()):
        units = [unit for unit in stack if not any(fire.bars_to_fire(state, side, unit))]
        if units:
            ready[hex] = units
    return ready


def _support(state: State, side: str, target: _Target) -> int:
    """An officer who makes the attack better, or -1."""
    ratio = target.strength // target.defence + target.shift
    if TABLES.hit_number(ratio + 1) == TABLES.hit_number(ratio):
        return -1
    for hex in sorted({state.hex_of(unit) for unit in target.chosen}):
        for officer in state.stack(hex, side):
            if ROSTER[officer].kind == OFFICER and not any(
                fire.bars_to_support(state, side, officer, target.chosen)
            ):
                return officer
    return -1
