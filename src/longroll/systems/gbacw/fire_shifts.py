"""9.3, 9.5 The sum of a fire: its strength, its row and column, the shifts and the die."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from longroll.board.hex import Hex
from longroll.kernel.event import Line
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.facing import is_enfiladed_from
from longroll.systems.gbacw.fire_strength import part_strength
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.roster import (
    CAVALRY,
    CREW,
    INFANTRY,
)
from longroll.systems.gbacw.state import (
    State,
)
from longroll.systems.gbacw.tables import GRAPESHOT, TABLES
from longroll.systems.gbacw.terrain import CREST_UP
from longroll.systems.gbacw.volley import BARRAGE, Volley


def first_under_fire(state: State, units: Sequence[int]) -> int:
    """The unit that fire hits first: the topmost infantry or cavalry, or else the top unit.

    [gbacw:8.21.1] [gbacw:8.21.3]
    """
    for unit in units:
        if state.piece(unit).kind in (INFANTRY, CAVALRY):
            return unit
    return units[0]


def row_for(state: State, arm: str, target: int) -> str:
    """The row of the chart. [gbacw:9.0.2] [gbacw:9.14.1] [gbacw:9.14.2] [gbacw:9.15]"""
    men = state.piece(target).kind in (INFANTRY, CAVALRY, CREW)
    return GRAPESHOT if arm == ARTILLERY and men else SMALL_ARMS


def strength_lines(state: State, volley: Volley) -> list[Line]:
    """Each firer's strength in halves. [gbacw:9.0.4] [gbacw:9.41.1] [gbacw:9.41.3]"""
    lines = []
    for part in volley.parts:
        distance = state.game.grid.distance(state.hex_of(part.unit), volley.hex)
        strength = part_strength(state, part, distance)
        how = f"{state.piece(part.unit).title}: {part.points} at {distance}"
        if part.rapid:
            how += ", rapid fire"
        lines.append(Line(strength, how, "gbacw:9.25"))
    return lines


def is_enfiladed(state: State, volley: Volley) -> bool:
    """Whether at least one firer fires into the target's rear. [gbacw:7.23.2] [gbacw:6.14.4]"""
    return any(
        is_enfiladed_from(state, volley.target, state.hex_of(part.unit)) for part in volley.parts
    )


def _crosses_crest(state: State, origin: Hex, target: Hex) -> bool:
    """Whether fire climbs a crest hexside of the target hex. [gbacw:9.52.1] [gbacw:9.52.2]"""
    ground = state.game.ground
    if ground.height[origin] >= ground.height[target]:
        return False
    line = state.game.grid.line(origin, target)
    last = line[-1] if line else (origin,)
    return all(CREST_UP in ground.crosses(hex, target) for hex in last)


def shift_lines(state: State, volley: Volley) -> list[Line]:
    """Column shifts, at most two net in either direction.

    [gbacw:8.32] [gbacw:8.23] [gbacw:9.5] [gbacw:9.51.1] [gbacw:9.51.2] [gbacw:9.52.1] [gbacw:9.53]
    """
    enemy = state.game.enemy[volley.side]
    points = stacking.density(state, volley.hex, enemy)
    lines = [Line(TABLES.density(points), f"{points} points in the hex", "gbacw:8.35")]
    if is_enfiladed(state, volley):
        lines.append(Line(1, "enfiladed", "gbacw:7.23.2"))
    shift, kind = state.game.ground.shift(volley.hex)
    if shift:
        lines.append(Line(shift, kind.replace("_", " "), shift_rule(state, kind)))
    if any(_crosses_crest(state, state.hex_of(part.unit), volley.hex) for part in volley.parts):
        lines.append(Line(state.game.charts.shift["crest"], "up a crest", "gbacw:9.52.1"))
    lines.extend(state.game.rules.fire_shifts(state, volley))
    return capped([line for line in lines if line.value])


def shift_rule(state: State, kind: str) -> str:
    """The rule behind the column shift of a kind of terrain. [gbacw:9.53] [gbacw:9.55]"""
    standard = "gbacw:9.53" if kind == "woods" else "gbacw:9.55"
    return state.game.rules.shift_rule(kind) or standard


def capped(lines: list[Line]) -> list[Line]:
    """The shifts, with a line that brings their net back to two columns. [gbacw:9.51.2]"""
    net = sum(line.value for line in lines)
    most = TABLES.net_cap
    over = max(-most, min(most, net)) - net
    return [*lines, Line(over, "two columns at most", "gbacw:9.51.2")] if over else lines


def column_for(row: str, total: int, shifts: Iterable[Line]) -> tuple[int, int]:
    """The columns of a total in halves before and after its shifts. [gbacw:9.0.5] [gbacw:9.51.3]"""
    base = TABLES.column(row, total // 2)
    return base, max(1, min(11, base + sum(line.value for line in shifts)))


def modified_die(natural: int, lines: Iterable[Line], kind: str) -> int:
    """The fire die after its modifiers, 1 to 6; 0 in a barrage means no effect.

    [corinth:21.3.2] [corinth:23.1.5] [corinth:26.42.2]
    """
    die = natural + sum(line.value for line in lines)
    if kind == BARRAGE and die < 1:
        return 0
    return max(1, min(6, die))


def result_of(column: int, die: int) -> str:
    """The result in the chart; a die of 0 has no effect."""
    return TABLES.result(column, die) if die else "-"
