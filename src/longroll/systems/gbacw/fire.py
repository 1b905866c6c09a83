"""9.0 Fire combat: a fire is resolved, and what it does is carried out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire, chance_node
from longroll.systems.gbacw import ammunition, losses, morale, retreat
from longroll.systems.gbacw.events import Fired, Formed, hexes, name, names
from longroll.systems.gbacw.fire_bars import filled_by
from longroll.systems.gbacw.fire_shifts import (
    column_for,
    first_under_fire,
    is_enfiladed,
    modified_die,
    result_of,
    row_for,
    shift_lines,
    strength_lines,
)
from longroll.systems.gbacw.fire_strength import arm_of, fire_points
from longroll.systems.gbacw.losses import ARM_BIT, ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.morale import Hit
from longroll.systems.gbacw.roster import (
    BATTERY,
    CAVALRY,
    INFANTRY,
)
from longroll.systems.gbacw.state import (
    COLUMN,
    LINE,
    State,
)
from longroll.systems.gbacw.volley import REACTIONS, RETREAT, Part, Volley


def resolve_arm(state: State, volley: Volley, umpire: Umpire, apart: bool) -> str:
    """Roll one fire on the chart and report it. Nothing is lost yet. [gbacw:9.16]"""
    strength = strength_lines(state, volley)
    total = sum(line.value for line in strength)
    row = row_for(state, volley.arm, volley.target)
    shifts = shift_lines(state, volley)
    base, column = column_for(row, total, shifts)
    lines = tuple(state.game.rules.fire_die(state, volley))

    def read(face: int) -> tuple[str, bool]:
        runs_low = volley.arm == SMALL_ARMS and face == 1
        return result_of(column, modified_die(face, lines, volley.kind)), runs_low

    (roll,), (result, runs_low) = umpire.look_up(f"fire at {volley.hex}", read)
    umpire.tell(
        Fired(
            rules=tuple(dict.fromkeys(["gbacw:9.16", *(line.rule for line in (*shifts, *lines))])),
            rolls=(roll,),
            side=volley.side,
            kind=volley.kind,
            arm=volley.arm,
            hex=volley.hex,
            firers=names(state, (part.unit for part in volley.parts)),
            starts=hexes(state, (part.unit for part in volley.parts)),
            targets=(name(state, volley.target),) if apart else (),
            strength=tuple(strength),
            total=total,
            row=row,
            base=base,
            shifts=tuple(shifts),
            column=column,
            die_lines=lines,
            die=modified_die(roll.value, lines, volley.kind),
            result=result,
        )
    )
    if runs_low:
        ammunition.check_depletion(state, [part.unit for part in volley.parts], umpire)
    return result


def is_apart(state: State, hex: Hex, parts: Iterable[Part]) -> bool:
    """Whether artillery fires at each unit of a stack separately: from three hexes or more.

    If near and distant batteries fire together, the near ones decide. [gbacw:8.22.1]
    """
    return all(state.game.grid.distance(state.hex_of(part.unit), hex) >= 3 for part in parts)


def resolve(
    state: State,
    side: str,
    hex: Hex,
    kind: str,
    parts: Sequence[Part],
    targets: Sequence[int],
    umpire: Umpire,
) -> None:
    """Both arms fire at a hex, both results are known before any losses, then morale.

    [gbacw:9.42.1] [gbacw:9.42.2] [gbacw:8.22.1] [gbacw:8.22.4] [gbacw:13.22]
    """
    hits: list[Hit] = []
    for arm in (SMALL_ARMS, ARTILLERY):
        mine = tuple(part for part in parts if arm_of(state, part.unit) == arm)
        if mine:
            hits += _fire_arm(state, side, hex, kind, arm, mine, targets, umpire)
    causers = tuple(part.unit for part in parts)
    _spend(state, hex, kind, parts, targets)
    state.game.rules.has_fired(state, causers, kind)
    suffer(state, hex, targets, hits, causers, umpire, kind)
    for part in parts:
        if part.rapid:
            ammunition.check_fouling(state, part.unit, umpire)


@chance_node()
def _fire_arm(
    state: State,
    side: str,
    hex: Hex,
    kind: str,
    arm: str,
    parts: tuple[Part, ...],
    targets: Sequence[int],
    umpire: Umpire,
) -> list[Hit]:
    rapid = any(part.rapid for part in parts)
    apart = arm == ARTILLERY and is_apart(state, hex, parts)
    aimed = volleys(state, side, hex, kind, arm, parts, targets)
    hits = []
    for volley in aimed:
        result = resolve_arm(state, volley, umpire, apart and len(aimed) > 1)
        hits.append(Hit(volley.target, result, arm, is_enfiladed(state, volley), apart, rapid))
    return hits


def volleys(
    state: State,
    side: str,
    hex: Hex,
    kind: str,
    arm: str,
    parts: tuple[Part, ...],
    targets: Sequence[int],
) -> list[Volley]:
    """The fire of one arm: one at the stack, or one at each unit of it. [gbacw:8.22.1]"""
    fresh = [unit for unit in targets if not state.shot_at.get(unit)]
    if kind in REACTIONS:
        fresh = list(targets)
    if any(part.rapid for part in parts):  # [corinth:24.12.2]
        fresh = [unit for unit in fresh if state.piece(unit).kind in (INFANTRY, CAVALRY)]
    if not fresh:
        return []
    apart = arm == ARTILLERY and is_apart(state, hex, parts)
    aimed = fresh if apart else [first_under_fire(state, fresh)]
    return [Volley(side, kind, arm, hex, parts, target) for target in aimed]


def column_of(state: State, volley: Volley) -> int:
    """The column of the chart that a fire is read in. [gbacw:9.16]"""
    total = sum(line.value for line in strength_lines(state, volley))
    row = row_for(state, volley.arm, volley.target)
    return column_for(row, total, shift_lines(state, volley))[1]


def _spend(
    state: State, hex: Hex, kind: str, parts: Iterable[Part], targets: Iterable[int]
) -> None:
    """Record rounds used, points fired, hexsides filled and units fired at.

    [gbacw:11.3] [gbacw:11.31] [corinth:24.1.2] [corinth:roster.4] [gbacw:10.17.2]
    """
    fired, through = dict(state.fired), state.through
    shot_at = dict(state.shot_at)
    for part in parts:
        battery = state.piece(part.unit).kind == BATTERY
        if battery and (kind in REACTIONS or part.unit not in state.fired):
            used = 3 if part.rapid else 1
            state.change(part.unit, rounds=max(0, state.units[part.unit].rounds - used))
        if battery:
            state.gunners |= {part.unit}
        if kind in REACTIONS:
            continue
        points = fire_points(state, part.unit) if part.rapid else part.points
        fired[part.unit] = (*fired.get(part.unit, ()), (hex, points))
        through = filled_by(state, part, hex, through)
        for unit in targets:
            shot_at[unit] = shot_at.get(unit, 0) | ARM_BIT[arm_of(state, part.unit)]
    state.fired, state.through, state.shot_at = fired, through, shot_at


@chance_node()
def take_losses(
    state: State,
    hex: Hex,
    units: Sequence[int],
    hits: Sequence[Hit],
    umpire: Umpire,
    kind: str,
) -> None:
    """Take losses of men, guns and crews, then check the leaders with them.

    Leaders are in danger only where something was lost. [gbacw:17.72.1] [gbacw:17.72.2]
    """
    side = state.side_of(units[0])
    arms = []
    hurt: set[int] = set()
    for hit in hits:
        if not hit.is_number:
            continue
        points = int(hit.result[0])
        if not state.game.rules.fire_kills(kind):
            morale.pin(state, hex, side, umpire)  # [corinth:26.45]
            continue
        under_fire = units[units.index(hit.unit) :]  # the units above were fired at earlier
        if hit.apart:
            under_fire = (hit.unit,)
        struck = losses.lose_to_fire(state, under_fire, points, hit.arm, umpire)
        hurt.update(struck)
        if struck and not hit.men_only:
            arms.append(hit.arm)
    state.hurt |= hurt
    for arm in dict.fromkeys(arms):
        losses.risk_leaders(state, hex, side, arm, umpire)


@chance_node()
def suffer(
    state: State,
    hex: Hex,
    units: Sequence[int],
    hits: Sequence[Hit],
    causers: tuple[int, ...],
    umpire: Umpire,
    kind: str,
) -> None:
    """Losses, leaders, morale, pins and routs, in that order. [gbacw:13.22] [gbacw:17.72.2]"""
    side = state.side_of(units[0])
    take_losses(state, hex, units, hits, umpire, kind)
    counted = [hit for hit in hits if state.game.rules.fire_kills(kind) or not hit.is_number]
    verdict = morale.after_fire(state, units, counted, umpire, may_rout=kind != RETREAT)
    if verdict.pinned:
        morale.pin(state, hex, side, umpire)
    into_line(state, units, umpire)
    losses.shelter_leaders(state, hex, side, umpire)
    state.game.rules.attacked(state, units, umpire)
    for unit in reversed(verdict.routed):
        retreat.rout(state, unit, umpire, causers, now=kind != RETREAT)


def into_line(state: State, units: Iterable[int], umpire: Umpire) -> None:
    """Columns that were attacked form line. [gbacw:6.11.6] [gbacw:12.24]"""
    columns = [
        unit for unit in units if state.hex_of(unit) and state.units[unit].formation == COLUMN
    ]
    if columns:
        state.change_all(columns, formation=LINE)
        umpire.tell(
            Formed(
                rules=("gbacw:6.11.6",),
                units=names(state, columns),
                hex=state.hex_of(columns[0]),
                formation=LINE,
            )
        )
