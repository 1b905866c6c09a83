"""8.0 Stacking: how much a hex holds, and its density under fire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from longroll.board.hex import Hex
from longroll.kernel.decision import Closed, Refusal
from longroll.kernel.hooks import NOTHING
from longroll.systems.gbacw.roster import BATTERY, CREW, LEADER
from longroll.systems.gbacw.state import COLUMN, MOUNTED, State

#: What does not count for stacking. [gbacw:8.34.1] [gbacw:8.34.2]
_WEIGHTLESS = (LEADER, CREW)


def points(state: State, units: Iterable[int]) -> int:
    """Stacking points: leaders and crews do not count.

    [gbacw:8.12.1] [gbacw:8.12.2] [gbacw:8.14] [gbacw:8.33] [gbacw:8.34.1] [gbacw:8.34.2]
    [gbacw:11.14]
    """
    return sum(state.points(unit) for unit in units if state.piece(unit).kind != LEADER)


def density(state: State, hex: Hex, side: str) -> int:
    """Points of a side under fire in a hex. [gbacw:8.31]"""
    return points(state, state.stack(hex, side))


def bars_to_stay(state: State, hex: Hex, side: str, coming: Iterable[int]) -> Iterator[Refusal]:
    """What keeps units from staying in a hex together with those already there.

    This applies when a Movement or combat phase ends, not to units passing through.
    [gbacw:8.0.3] [gbacw:8.11] [gbacw:8.13] [gbacw:8.16] [gbacw:8.17]
    """
    pieces, units = state.game.roster.pieces, state.units
    combat = [unit for unit in state.stacks[side].get(hex, ()) if pieces[unit].kind != CREW]
    for unit in coming:
        if pieces[unit].kind not in _WEIGHTLESS and units[unit].hex != hex:
            combat.append(unit)
    if len(combat) == 1 and pieces[combat[0]].kind != BATTERY:
        return NOTHING  # there is always room for a single unit, however large
    return _bars_crowd(state, hex, combat)


def _bars_crowd(state: State, hex: Hex, combat: Sequence[int]) -> Iterator[Refusal]:
    """What keeps units that count for stacking from sharing a hex."""
    game, count = state.game, len(combat)
    pieces, units = game.roster.pieces, state.units
    broken = game.rules.is_overstacked(state, hex, combat)
    if broken is not None:
        if broken:
            yield Refusal(broken, f"{hex} has no room for them")
        return
    total = guns = columns = mounted = 0
    for unit in combat:
        total += state.points(unit)
        if pieces[unit].kind == BATTERY:
            guns += 1
        formation = units[unit].formation
        if formation == COLUMN:
            columns += 1
        elif formation == MOUNTED:
            mounted += 1
    if count > 1 and columns:
        yield Refusal("gbacw:8.16", f"a column must be alone; {hex} would hold {count} units")
    if mounted and mounted < count:
        yield Refusal("gbacw:8.17", f"mounted cavalry in {hex} stacks only with mounted cavalry")
    limit = game.ground.limit(game.charts.stacking, hex)
    if mounted:
        limit = min(limit, game.charts.mounted_stack)
    if total > limit and count > 1:
        yield Refusal("gbacw:8.11", f"{hex} has room for {limit} points, not {total}")
    if guns and guns > (most := game.ground.limit(game.charts.batteries, hex)):
        yield Refusal("gbacw:8.13", f"{hex} has room for {most} batteries, not {guns}")


def is_overstacked(state: State, hex: Hex, side: str) -> bool:
    return next(bars_to_stay(state, hex, side, ()), None) is not None


def closed_to_pass(state: State, unit: int, near: Sequence[Hex]) -> Iterator[Closed[Hex]]:
    """Hexes with friends that a column or mounted cavalry may not enter, even in passing.

    On a road they get past friends beside it; elsewhere they may not enter their hexes.
    [gbacw:8.0.1] [gbacw:6.11.2] [gbacw:8.16] [gbacw:8.17]
    """
    friends, roads = state.stacks[state.side_of(unit)], state.game.ground.road_hexes
    held = {
        hex: men
        for hex in near
        if hex in friends
        and hex not in roads
        and (men := [u for u in friends[hex] if state.piece(u).kind != CREW])
    }
    if not held:
        return
    if state.units[unit].formation == COLUMN:
        yield Closed(
            held, "gbacw:8.16", "a column cannot enter {place}, where there are other units"
        )
    else:
        others = [
            hex
            for hex, men in held.items()
            if any(state.units[friend].formation != MOUNTED for friend in men)
        ]
        why = "mounted cavalry cannot enter {place}, where there are other units"
        yield Closed(others, "gbacw:8.17", why)
