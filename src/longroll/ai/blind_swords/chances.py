"""How likely combat is to hurt: from the charts, without rolling."""

from __future__ import annotations

from functools import cache

from longroll.board.hex import Hex
from longroll.systems.blind_swords import close_combat, cohesion, fire, morale
from longroll.systems.blind_swords.assault_shifts import attack_strength
from longroll.systems.blind_swords.assaulting import bars_to_assault
from longroll.systems.blind_swords.cohesion_tables import COHESION, SEVERITIES
from longroll.systems.blind_swords.combat import Assault, Volley
from longroll.systems.blind_swords.stacking import candidates
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import (
    COMBAT_RESULTS,
    DICE,
    NUMBERS,
    READINGS,
    Severity,
)

#: What each effect of a Cohesion Test is worth to the enemy.
_HARM = {"morale_hit": 1.0, "battleworn": 2.0, "retreat_1": 1.5, "retreat_2": 2.5, "panic": 1.0}
#: What driving the enemy out of his hex is worth beside that.
_TAKEN = 3.0


@cache
def severities(column: int) -> dict[Severity, float]:
    """How often each severity comes up in a column."""
    cells = [COMBAT_RESULTS.result(column, one) for one in READINGS]
    return {one: cells.count(one) / len(cells) for one in SEVERITIES}


@cache
def _of_test(rating: int, severity: Severity, close: bool) -> tuple[float, float]:
    """The mean harm of a Cohesion Test, and the chance that the unit gives way."""
    need = COHESION.test.rating(rating, severity, close)
    harm = gone = 0.0
    for die in DICE:
        effects = COHESION.test.effects(die - need, severity, close)
        harm += sum(_HARM[one] for one in effects)
        gone += any(one.startswith("retreat") for one in effects)
    return harm / len(DICE), gone / len(DICE)


@cache
def of_column(column: int, rating: int, close: bool) -> tuple[float, float]:
    """The mean harm of a combat in a column to a unit of a rating, and how often it gives way."""
    harm = gone = 0.0
    for severity, share in severities(column).items():
        one_harm, one_gone = _of_test(rating, severity, close)
        harm += share * one_harm
        gone += share * one_gone
    return harm, gone


def _lead(state: State, hex: Hex, side: str) -> int | None:
    stack = state.stack(hex, side)
    return candidates(state, stack)[0] if stack else None


def harm_of_fire(state: State, volley: Volley) -> float:
    """The mean harm of a fire to its target."""
    _, column = fire.columns(state, volley, fire.shifts(state, volley))
    lead = _lead(state, volley.hex, state.game.enemy[volley.side])
    if lead is None:
        return sum(severities(column).values())  # any result destroys what cannot test
    weak = 1.5 if state.units[lead].hits or state.is_worn(lead) else 1.0
    return of_column(column, cohesion.rating(state, lead), False)[0] * weak


def chance_of_assault(state: State, assault: Assault) -> float:
    """How likely an assault is to drive the defenders out, Defensive Fire left aside."""
    enemy = state.game.enemy[assault.side]
    lead = _lead(state, assault.hex, enemy)
    if lead is None:
        return 1.0
    base = COMBAT_RESULTS.column(attack_strength(state, assault))
    shift = sum(line.value for line in close_combat.shifts(state, assault))
    column = COMBAT_RESULTS.shifted(base, shift)
    gone = of_column(column, cohesion.rating(state, lead), True)[1]
    # Whoever is with the Lead Unit stays if it passes a check of its own.
    for mate in state.stack(assault.hex, enemy):
        if mate != lead:
            gone *= max(0, min(6, 6 - cohesion.rating(state, mate))) / 6
    return gone


def best_assault(
    state: State, side: str, target: Hex, units: list[int], granted: bool = False
) -> tuple[float, Assault | None]:
    """The best assault that some units could make on a hex from where they are."""
    grid = state.game.grid
    able: dict[Hex, list[int]] = {}
    for unit in units:
        hex = state.hex_of(unit)
        if hex in grid.adjacent[target] and not any(bars_to_assault(state, unit, target, granted)):
            able.setdefault(hex, []).append(unit)
    best: tuple[float, Assault | None] = (0.0, None)
    for start in sorted(able):
        # The strongest others join in, as far away from the Assaulting Hex as may be.
        others = sorted(
            (hex for hex in able if hex != start),
            key=lambda hex: (
                -grid.distance(hex, start),
                -sum(morale.strength(state, unit) for unit in able[hex]),
                hex,
            ),
        )[: NUMBERS["flanking_hexes_most"]]
        joined = [*able[start], *(unit for hex in others for unit in able[hex])]
        assault = Assault(side, target, start, tuple(sorted(others)), tuple(sorted(joined)))
        chance = chance_of_assault(state, assault)
        if chance > best[0]:
            best = chance, assault
    return best
