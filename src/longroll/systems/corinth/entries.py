"""29.3 Which Confederate units may enter now, where, and at what cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain

from longroll.board.hex import Hex
from longroll.kernel.decision import Choice, Closed, Refusal, barred_by, choice, still_open
from longroll.kernel.memo import finding, finding_from
from longroll.kernel.wording import halved
from longroll.systems.corinth.assault_areas import (
    BY_ROAD,
    DIVISIONS,
    OPENS,
    affordable,
    entrances,
    entry_cost,
    rows,
)
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import BATTERY, CONFEDERATE, LEADER, UNION, WAGON
from longroll.systems.gbacw.terrain import ROAD

#: The rule that every hex of the row must be taken first.
ROW_FIRST = "corinth:29.31.1"


def due(state: State) -> list[str]:
    """Divisions that are due and have not fully arrived, in order of arrival.

    [corinth:29.25] [corinth:29.32]
    """
    found = [
        (turn, division)
        for division, (_, turn) in state.plan.items()
        if turn <= state.turn and state.waiting.get(division)
    ]
    return [division for _, division in sorted(found)]


def entries(state: State) -> list[Choice]:
    """Every way to enter now; worked out again only if an area's edge has changed."""
    found: list[Choice] = []
    for division in due(state):
        found += _kept(state, division, state.plan[division][0])
    for area in sorted(state.withheld):
        if state.withheld[area] and OPENS[area] <= state.turn:
            found += _kept(state, "", area)
    return found


def _edge(state: State, division: str, area: str) -> tuple[object, ...]:
    """What decides which units may enter at the edge of an area.

    These are the units waiting, those due before them, and the units there, whose facing does not
    matter.
    """
    own, waiting, there = state.units, state.waiting, state.stacks[CONFEDERATE]
    stacks = list(map(there.get, entrances(state.game.ground)[area]))
    standing = [own[unit] for stack in stacks if stack for unit in stack]
    return (
        _those_absent(state, division, area),
        state.turn,
        state.plan,
        state.stacks[UNION],
        state.engaged,
        *[waiting.get(other) for other, plan in state.plan.items() if plan[0] == area],
        *stacks,
        *[unit.strength for unit in standing],
        *[unit.formation for unit in standing],
    )


def _those_absent(state: State, division: str, area: str) -> tuple[int, ...]:
    return state.waiting[division] if division else state.withheld[area]


@finding("units", "stacks", "waiting", "withheld", "plan", "engaged", "turn")
@finding_from(_edge)
def _kept(state: State, division: str, area: str) -> list[Choice]:
    """Where units of a division, or those withheld, may enter; the whole division last."""
    found: list[Choice] = []
    wave = False
    row = entrances(state.game.ground)[area]
    for unit, ways in open_to(state, _those_absent(state, division, area), division, area):
        if ways:
            found += map(_enters(state.piece(unit).id, row).__getitem__, ways)
            wave = wave or not comes_by_road(state, unit, area)
    if division and wave:
        found.append(choice("enter", division))
    return found


@cache
def _enters(id: str, row: frozenset[Hex]) -> dict[Hex, Choice]:
    return {hex: choice("enter", id, hex) for hex in row}


def is_wave(choice: Choice) -> bool:
    """Whether a choice names a division that is to enter, not the general whose name it bears."""
    return len(choice.objects) == 1 and choice.object in DIVISIONS


def has_wave(state: State, division: str) -> bool:
    """Whether there is room in its row for some unit of a division."""
    return choice("enter", division) in _kept(state, division, state.plan[division][0])[-1:]


def open_to(
    state: State, units: Iterable[int], division: str, area: str
) -> Iterator[tuple[int, tuple[Hex, ...]]]:
    """Where each of some absent units of a division may enter.

    Units that do not differ in anything relevant are examined once. The battery that guns belong
    to matters only in redans, and no row has any. [corinth:23.27.1]
    """
    rooms: dict[tuple[str, bool], list[Hex]] = {}
    known: dict[tuple[str, bool, int], tuple[Hex, ...]] = {}
    for unit in units:
        piece = state.piece(unit)
        like = piece.kind, piece.siege, state.points(unit)
        if like not in known:
            hexes = rooms.get(like[:2])
            if hexes is None:
                hexes = [*entry_hexes(state, unit, area)]
                still_open(hexes, _closed_to_kind(state, unit, division, area, hexes))
                rooms[like[:2]] = hexes
            left = hexes.copy()
            known[like] = tuple(still_open(left, _closed_by_crowds(state, unit, left)))
        yield unit, known[like]


def comes_with(state: State, unit: int) -> tuple[str, str] | None:
    """The division that an absent unit comes with, and its area; None if it is not due at all.

    Cavalry held off the map enters alone and at any time, once its area is open.
    [corinth:29.22] [corinth:29.27.2]
    """
    for division in due(state):
        if unit in state.waiting[division]:
            return division, state.plan[division][0]
    for area, units in state.withheld.items():
        if unit in units and OPENS[area] <= state.turn:
            return "", area
    return None


def entry_hexes(state: State, unit: int, area: str) -> tuple[Hex, ...]:
    """Where a unit may enter: the area's first row, or the road that guns and wagons need.

    [corinth:29.1.1] [corinth:29.25]
    """
    if comes_by_road(state, unit, area):
        return (BY_ROAD[area][-1],)
    return rows(state.game.ground)[area]


def comes_by_road(state: State, unit: int, area: str) -> bool:
    """Whether felled timber closes the whole row to a unit; see data/areas.toml."""
    return area in BY_ROAD and state.piece(unit).kind in (BATTERY, WAGON)


def bars_to_come(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps an absent Confederate unit from entering in a hex. [corinth:29.1.1]"""
    piece = state.piece(unit)
    coming = comes_with(state, unit)
    if coming is None:
        yield Refusal("corinth:29.2", f"{piece.title} is not due")
        return
    division, area = coming
    if hex not in entry_hexes(state, unit, area):
        yield Refusal("corinth:29.25", f"{piece.title} may enter only through Assault Area {area}")
        return
    yield from barred_by(hex, closed_to_come(state, unit, division, area, [hex]))


def closed_to_come(
    state: State, unit: int, division: str, area: str, hexes: list[Hex]
) -> Iterator[Closed[Hex]]:
    """What closes hexes of an area's row to a unit that is due."""
    yield from _closed_to_kind(state, unit, division, area, hexes)
    yield from _closed_by_crowds(state, unit, hexes)


def _closed_to_kind(
    state: State, unit: int, division: str, area: str, hexes: list[Hex]
) -> Iterator[Closed[Hex]]:
    """What closes hexes of a row to a unit as to every other of its kind, whatever its strength.

    [corinth:29.25] [corinth:29.31.1] [corinth:29.32]
    """
    yield from _closed_ground(state, unit, area, hexes)
    if state.piece(unit).kind == LEADER:
        return
    for refusal in _bars_to_overtake(state, division, area):
        yield Closed(hexes, refusal.rule, refusal.why)
    there = state.stacks[CONFEDERATE]
    taken = [hex for hex in hexes if hex in there]
    if taken:
        row = entry_hexes(state, unit, area)
        empty = (hex for hex in row if hex not in there and _could_stand(state, unit, hex, area))
        if free := next(empty, ""):
            why = f"{free} is still empty: every hex of the row must be taken"
            yield Closed(taken, ROW_FIRST, why)


def _closed_ground(
    state: State, unit: int, area: str, hexes: Sequence[Hex]
) -> Iterator[Closed[Hex]]:
    """Hexes that enemies hold, or that a unit cannot afford. [corinth:29.31.2]"""
    enemies = state.stacks[UNION].keys()
    if not enemies.isdisjoint(hexes):
        yield Closed(enemies, "gbacw:5.12", "there are enemy units in {place}")
    if not state.engaged.isdisjoint(hexes):
        yield Closed(state.engaged, "gbacw:12.94.9", "there is a melee in {place}")
    if comes_by_road(state, unit, area):
        most = state.game.charts.allowance[mover_of(state, unit)]
        dear = [hex for hex in hexes if not 0 <= cost_to_come(state, unit, hex, area) <= most]
    else:
        paid = affordable(state, unit, area)
        dear = [hex for hex in hexes if hex not in paid]
    if dear:

        def why(hex: Hex) -> str:
            cost = cost_to_come(state, unit, hex, area)
            closed = f"is closed to {state.piece(unit).title}"
            return f"{hex} {closed if cost < 0 else f'costs {halved(cost)}, more than it has'}"

        yield Closed(dear, "corinth:29.31.2", why)


def _closed_by_crowds(state: State, unit: int, hexes: Sequence[Hex]) -> Iterator[Closed[Hex]]:
    """Hexes with too little room for a unit; leaders need none."""
    # There is always room for a unit alone in a hex, except for guns if they are not allowed.
    there, kind = state.stacks[CONFEDERATE], state.piece(unit).kind
    if kind == LEADER:
        return
    guns = kind == BATTERY
    for hex in [hex for hex in hexes if guns or hex in there]:
        for refusal in stacking.bars_to_stay(state, hex, CONFEDERATE, (unit,)):
            yield Closed((hex,), refusal.rule, refusal.why)


def _could_stand(state: State, unit: int, hex: Hex, area: str) -> bool:
    """Whether only the order of arrival, if anything, keeps a unit from a hex (GB-D39)."""
    closed = (_closed_ground(state, unit, area, (hex,)), _closed_by_crowds(state, unit, (hex,)))
    return bool(still_open([hex], chain.from_iterable(closed)))


def _bars_to_overtake(state: State, division: str, area: str) -> Iterator[Refusal]:
    """Units left over from a division that was due earlier come first. [corinth:29.32]"""
    if not division:
        return
    mine = state.plan[division][1]
    ahead = [(turn, one) for one, (its, turn) in state.plan.items() if its == area and turn < mine]
    for _, one in sorted(ahead):
        for other in state.waiting.get(one, ()):
            if any(_could_stand(state, other, h, area) for h in entry_hexes(state, other, area)):
                title = state.piece(other).title
                yield Refusal("corinth:29.32", f"{title} was due earlier and comes first")
                return


def open_hex(state: State, division: str) -> Hex:
    """A hex of a division's row that is free and that a waiting unit could take, or ""."""
    area = state.plan[division][0]
    for hex in rows(state.game.ground)[area]:
        if state.stack(hex, CONFEDERATE):
            continue
        for unit in state.waiting[division]:
            if (
                state.piece(unit).kind != LEADER
                and hex in entry_hexes(state, unit, area)
                and _could_stand(state, unit, hex, area)
            ):
                return hex
    return ""


def cost_to_come(state: State, unit: int, hex: Hex, area: str) -> int:
    """Halves that a unit pays to enter, or -1 if it cannot.

    A unit that comes by road pays for each hex of it, and all but the last must be empty.
    """
    game = state.game
    if not comes_by_road(state, unit, area):
        return entry_cost(state, unit, hex)
    road = BY_ROAD[area]
    if any(h in state.stacks[side] for side in game.sides for h in road[:-1]):
        return -1
    return len(road) * (game.charts.along[ROAD][mover_of(state, unit)] or 0)
