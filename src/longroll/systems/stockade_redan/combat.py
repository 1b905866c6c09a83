"""Strength, defence, ratio and dice: the arithmetic of fire (11.2 to 11.7) and bombardment."""

from __future__ import annotations

from collections.abc import Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice, Roll
from longroll.kernel.event import Line
from longroll.systems.stockade_redan.events import Target
from longroll.systems.stockade_redan.roster import ARTILLERY, OFFICER, ROSTER
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import GRID, MAP, TERRAIN

_RANGE_RULES = {
    1: "stockade_redan:11.5.4",
    2: "stockade_redan:11.5.5",
    3: "stockade_redan:11.5.6",
    4: "stockade_redan:11.5.7",
}


def fire_factor(unit: int, morale: int) -> int:
    """The fire strength of the factors chart; Confederate infantry fires with its morale.

    Officers have none. [stockade_redan:3.1.1.5] [stockade_redan:7.0.1] [stockade_redan:MFC.3]
    """
    fire = ROSTER[unit].factors.fire
    return morale if fire == "morale" else fire


def strength_at(unit: int, morale: int, range: int, mixed: bool) -> int:
    """The strength of one unit at a range, rounded down by itself.

    A stack of several regiments fires as if one hex farther; the true range alone decides whether
    a unit reaches (SR-38). [stockade_redan:11.5.1] [stockade_redan:11.5.3]
    [stockade_redan:11.5.8] [stockade_redan:11.5.9] [stockade_redan:11.5.10]
    """
    piece = ROSTER[unit]
    if range > piece.factors.range:
        return 0
    factor = TABLES.at_range(range + mixed)
    if piece.kind == ARTILLERY:
        factor = max(factor, TABLES.at_range(2))
    return int(fire_factor(unit, morale) * factor)


def unit_strength(state: State, unit: int, target: Hex) -> int:
    """The strength of a unit from its hex; the range includes the target's hex.

    [stockade_redan:11.5.2]
    """
    hex = state.hex_of(unit)
    range = GRID.distance(hex, target)
    return strength_at(unit, state.morale, range, state.is_mixed(hex, ROSTER[unit].side))


def strength_lines(state: State, attackers: Sequence[int], target: Hex) -> tuple[Line, ...]:
    """One line for each kind of unit in each firing hex. [stockade_redan:11.2.2]"""
    groups: dict[tuple[Hex, str, str], list[int]] = {}
    for unit in attackers:
        piece = ROSTER[unit]
        groups.setdefault((state.hex_of(unit), piece.kind, piece.regiment), []).append(unit)
    lines = []
    for (hex, kind, regiment), units in groups.items():
        range = GRID.distance(hex, target)
        mixed = state.is_mixed(hex, ROSTER[units[0]].side)
        each = unit_strength(state, units[0], target)
        reckoned = range + mixed
        if kind == ARTILLERY and reckoned > 2:
            rule = "stockade_redan:11.5.8"
        else:
            rule = _RANGE_RULES.get(reckoned, "stockade_redan:11.5.3")
        what = f"{len(units)} x {each}, {regiment or 'artillery'} in {hex} at {range}"
        lines.append(
            Line(
                each * len(units),
                f"{what}, counted as {reckoned} (different regiments)" if mixed else what,
                rule,
            )
        )
    return tuple(lines)


def defence_lines(hex: Hex, chaos: bool) -> tuple[Line, ...]:
    """Terrain alone defends, and a Chaos of War marker like terrain.

    [stockade_redan:9.2.6] [stockade_redan:11.2.7] [stockade_redan:11.8.1]
    """
    name = MAP.terrain[hex].replace("_", " ")
    lines = [Line(TERRAIN[hex].defence, name, "stockade_redan:11.2.3")]
    if chaos:
        extra = TABLES.terrain_effects.chaos_of_war_defence
        lines.append(Line(extra, "Chaos of War", "stockade_redan:11.8.1"))
    return tuple(lines)


def shift_lines(own_officer: bool, officer_in_target: bool) -> tuple[Line, ...]:
    """One ratio up for an officer with the firers, one down for any officer under fire.

    [stockade_redan:7.0.5] [stockade_redan:7.0.6] [stockade_redan:11.2.5] [stockade_redan:11.2.6]
    """
    lines = []
    if own_officer:
        lines.append(Line(1, "an officer of the firers' regiment", "stockade_redan:11.2.5"))
    if officer_in_target:
        lines.append(Line(-1, "an officer in the target hex", "stockade_redan:11.2.6"))
    return tuple(lines)


def ratio_lines(
    strength: tuple[Line, ...], defence: tuple[Line, ...], shifts: tuple[Line, ...]
) -> tuple[Line, ...]:
    """Strength over defence, fraction dropped, then the shifts (SR-34).

    [stockade_redan:11.0.2] [stockade_redan:11.2.3] [stockade_redan:11.2.4]
    """
    fired = sum(line.value for line in strength)
    defended = sum(line.value for line in defence)
    base = Line(
        fired // defended, f"{fired} to {defended}, fraction dropped", "stockade_redan:11.2.3"
    )
    return (base, *shifts)


def targets_in(state: State, hex: Hex, side: str) -> list[Target]:
    """Every unit of a side in the hex, officers last. [stockade_redan:7.0.12]"""
    stack = state.stack(hex, side)
    return [Target(unit) for unit in stack if ROSTER[unit].kind != OFFICER] + [
        Target(unit) for unit in stack if ROSTER[unit].kind == OFFICER
    ]


def is_hit(ratio: int, dice: Dice | Umpire, purpose: str = "a piece") -> tuple[bool, Roll]:
    """Whether one piece is hit at a final ratio; the chart never reaches 6.

    [stockade_redan:11.7.2] [stockade_redan:11.7.3]
    """
    needed = TABLES.hit_number(ratio)
    roll = dice.roll(purpose, at_most=needed)
    return roll.value <= needed, roll


def roll_targets(
    pieces: Sequence[Target], ratio: tuple[Line, ...], dice: Dice | Umpire
) -> tuple[tuple[Target, ...], tuple[Roll, ...]]:
    """A die for each piece in the hex, all at the same ratio.

    [stockade_redan:11.0.3] [stockade_redan:11.4.2] [stockade_redan:2.0.2]
    """
    final = sum(line.value for line in ratio)
    rolled: list[Target] = []
    rolls: list[Roll] = []
    for piece in pieces:
        name = ROSTER[piece.unit].title if piece.unit >= 0 else "bridging marker"
        hit, roll = is_hit(final, dice, name)
        rolled.append(Target(piece.unit, piece.bridge, hit))
        rolls.append(roll)
    return tuple(rolled), tuple(rolls)
