"""What the Fog of War lets a side do to the other: a hex in Chaos, a unit that strays."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.ai.blind_swords.ground import cover, gap
from longroll.ai.blind_swords.plans import Plan
from longroll.board.hex import Hex
from longroll.kernel.decision import Choice
from longroll.systems.blind_swords import morale
from longroll.systems.blind_swords.state import State

#: How much more units on ground that counts are feared, and what it is worth to lure away the last
#: of those who hold it.
_POST, _LURED = 1.5, 10.0


def worst_hex(state: State, plan: Plan, choices: Sequence[Choice]) -> Choice:
    """The hex whose units are the greatest danger: strong, near, on ground that counts."""

    def danger(hex: Hex) -> float:
        strength = sum(float(morale.strength(state, unit)) for unit in state.stack(hex, plan.enemy))
        return strength * (_POST if hex in plan.worth else 1.0) / gap(state, hex, plan.side)

    return max(choices, key=lambda one: (danger(one.object), one.object))


def best_stray(state: State, plan: Plan, choices: Sequence[Choice]) -> Choice | None:
    """The unit to lead astray: off a post that it holds alone, out of cover, into the water, or
    away from where it wants to be. None if all are better where they are."""

    def gain(one: Choice) -> float:
        unit, hex = state.game.roster.number[one.object], one.objects[1]
        start = state.hex_of(unit)
        found = float(cover(state, start) - cover(state, hex))
        found += plan.distance_to_worth(state, hex) - plan.distance_to_worth(state, start)
        if plan.attacks and start in plan.worth and len(state.stack(start, plan.enemy)) == 1:
            found += _LURED
        if state.game.field.ground[hex].fire_from:
            found += 1.0
        return found * float(morale.strength(state, unit))

    ways = [one for one in choices if one.verb == "wayward"]
    best = max(ways, key=lambda one: (gain(one), one.objects), default=None)
    return best if best is not None and gain(best) > 0 else None
