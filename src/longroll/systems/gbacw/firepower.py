"""How much fire at a hex is enough. [gbacw:9.0.4] [gbacw:9.16]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from longroll.board.hex import Hex
from longroll.display.firepower import Firepower, firepower_of
from longroll.systems.gbacw import fire, fire_shifts, fire_strength
from longroll.systems.gbacw.firing import Attack, FirePhase
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.volley import Part, Volley

#: What a result of the chart without losses is worth beside a loss, which is worth four.
_HARM = {"-": 0, "P": 1, "R": 2, "P/R": 2}
_ARMS = {SMALL_ARMS: "small arms", ARTILLERY: "guns"}


def joined(state: State, attack: Attack, units: Sequence[int]) -> tuple[Part, ...]:
    """What each of some units adds to a fire, one after another, with all the points it may."""
    for unit in units:
        most = attack.most(state, unit)
        if most:
            attack = attack.joined_by(Part(unit, most))
    return attack.parts


def firepower(state: State, ask: FirePhase, hex: Hex) -> Firepower:
    """Every step from the fewest firers to all of them, and what is enough."""
    enemy = state.game.enemy[ask.side]
    attack = Attack(ask.side, hex, ask.kind, state.stack(hex, enemy))
    far = state.game.grid.distance
    strength = {
        unit: Fraction(
            fire_strength.part_strength(state, Part(unit, most), far(state.hex_of(unit), hex)), 2
        )
        for unit, most in attack.candidates(state).items()
    }

    def volleys(units: Sequence[int]) -> Iterator[Volley]:
        parts = joined(state, attack, units)
        for arm in _ARMS:
            mine = tuple(part for part in parts if fire_strength.arm_of(state, part.unit) == arm)
            if mine:
                at = attack.targets
                yield from fire.volleys(state, ask.side, hex, ask.kind, arm, mine, at)

    def worth(units: Sequence[int]) -> int:
        return sum(_worth(state, volley) for volley in volleys(units))

    def result(units: Sequence[int]) -> str:
        columns = {volley.arm: fire.column_of(state, volley) for volley in volleys(units)}
        if len(columns) == 1:
            return f"column {next(iter(columns.values()))}"
        return ", ".join(f"{_ARMS[arm]} column {column}" for arm, column in columns.items())

    return firepower_of(hex, strength, worth, result, lambda unit: state.piece(unit).id)


def _worth(state: State, volley: Volley) -> int:
    """What the six faces of the die come to. [gbacw:9.16]"""
    column = fire.column_of(state, volley)
    lines = tuple(state.game.rules.fire_die(state, volley))
    results = (
        fire_shifts.result_of(column, fire_shifts.modified_die(face, lines, volley.kind))
        for face in range(1, 7)
    )
    return sum(
        _HARM[result] if result in _HARM else 4 * int(result[0]) + result.endswith("*")
        for result in results
    )
