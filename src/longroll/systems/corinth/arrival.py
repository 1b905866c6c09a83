"""29.3 and 29.47 Arrival: divisions come on through Assault Areas, wave by wave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter, is_
from typing import TYPE_CHECKING, Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.systems.corinth.assault_areas import BY_ROAD, DIVISIONS, OPENS, AssaultAreas
from longroll.systems.corinth.own import own
from longroll.systems.corinth.set_up_events import Entered
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.events import halves, name
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import (
    BATTERY,
    CAVALRY,
    CONFEDERATE,
    INFANTRY,
    LEADER,
    UNION,
    WAGON,
)
from longroll.systems.gbacw.state import LIMBERED, LINE, MOUNTED
from longroll.systems.gbacw.terrain import ROAD

if TYPE_CHECKING:
    from longroll.systems.corinth.state import State
    from longroll.systems.gbacw.state import State as SeriesState

#: The formation each kind of unit comes on in. [corinth:29.3]
ARRIVING = {INFANTRY: LINE, BATTERY: LIMBERED, CAVALRY: MOUNTED}
#: Which way newcomers face: into the map from its north edge, or from its west edge.
_SOUTH, _SOUTHEAST = 3, 2
_FIRST = "corinth:29.31.1"
#: What counts of a unit for those who would join it.
_SIZE = attrgetter("strength", "formation")


class Arrival(AssaultAreas):
    """Confederates come on in their Movement Phase.

    The player brings them on one by one (`enter UNIT HEX`), or as many of a division as find
    room (`enter DIVISION`); whoever is on moves then like any other, less what the first hex
    cost. Nobody moves off before every hex of the row is taken, and the phase does not end while
    somebody waits who has room. [corinth:29.31.1] [corinth:29.31.2] [corinth:29.31.3]
    """

    def arrivals(self, state: SeriesState, side: str) -> list[Choice]:
        found = super().arrivals(state, side)
        if side == CONFEDERATE:
            found += _entries(own(state))
        return found

    def bars_to_arrive(self, state: SeriesState, side: str, choice: Choice) -> Iterator[Refusal]:
        mine = own(state)
        if side != CONFEDERATE:
            yield from super().bars_to_arrive(state, side, choice)
            return
        if len(choice.objects) == 1 and choice.object in DIVISIONS:
            if choice.object not in due(mine):
                yield Refusal("corinth:29.2", f"{choice.object} is not due")
            elif not _has_wave(mine, choice.object):
                yield Refusal("corinth:29.32", f"there is no room for {choice.object}")
            return
        unit = self.roster.number.get(choice.object, -1)
        if unit < 0 or comes_with(mine, unit) is None:
            yield from super().bars_to_arrive(state, side, choice)
        elif len(choice.objects) != 2:
            yield Refusal(_FIRST, "enter takes a unit and a hex, or a division")
        else:
            yield from bars_to_come(mine, unit, choice.objects[1])

    def arrive(self, state: SeriesState, side: str, choice: Choice, umpire: Umpire) -> None:
        mine = own(state)
        if side == CONFEDERATE and len(choice.objects) == 1 and choice.object in DIVISIONS:
            bring_wave(mine, choice.object, umpire)
            return
        unit = self.roster.number.get(choice.object, -1)
        if side != CONFEDERATE or unit < 0 or comes_with(mine, unit) is None:
            super().arrive(state, side, choice, umpire)
        else:
            come(mine, unit, choice.objects[1], umpire)

    def bars_to_end_movement(self, state: SeriesState, side: str) -> Iterator[Refusal]:
        """Nobody who has room in the row stays away. [corinth:29.31.1] [corinth:29.32]

        What comes by road waits as long as it likes, lest it arrive behind the enemy's works.
        """
        others = super().bars_to_end_movement(state, side)
        return chain(others, _bars_to_wait(own(state))) if side == CONFEDERATE else others

    def bars_to_move(self, state: SeriesState, unit: int) -> Iterator[Refusal]:
        """A wave moves when it stands: every hex of the row has somebody. [corinth:29.31.1]"""
        others = super().bars_to_move(state, unit)
        mine = own(state)
        if unit not in mine.entry_costs or mine.side_of(unit) != CONFEDERATE:
            return others
        return chain(others, _bars_to_leave_row(mine, unit))

    def allowance(self, state: SeriesState, unit: int, mover: str) -> int:
        """What the first hex cost is gone. [corinth:29.31.2] [corinth:29.47.4]"""
        left = super().allowance(state, unit, mover)
        paid = own(state).entry_costs.get(unit)
        return max(0, left - paid) if paid else left

    def end_phase(self, state: SeriesState, side: str, phase: str) -> Sequence[Ask | Do]:
        steps = super().end_phase(state, side, phase)
        return (*steps, EndArrivals()) if phase == "B" else steps


class EndArrivals(Do, frozen=True):
    """A Movement Phase is over: what newcomers paid is forgotten."""

    def run(self, state: State, umpire: Umpire) -> None:
        state.entry_costs = {}
        state.full_rows = frozenset()


def _bars_to_leave_row(state: State, unit: int) -> Iterator[Refusal]:
    for division in due(state):
        area = state.plan[division][0]
        if area in state.full_rows or state.hex_of(unit) not in state.game.rows[area]:
            continue
        empty = open_hex(state, division)
        if empty:
            yield Refusal(_FIRST, f"{empty} must be taken before anybody leaves the row")


def _bars_to_wait(state: State) -> Iterator[Refusal]:
    for division in due(state):
        if _has_wave(state, division):
            title = state.game.roster.divisions[division].title
            yield Refusal(_FIRST, f"{title} is not all there, and there is room for more")


# Who comes, and where


def due(state: State) -> list[str]:
    """Divisions whose turn has come and that are not all there, those who came first ahead.

    [corinth:29.25] [corinth:29.32]
    """
    found = [
        (turn, division)
        for division, (_, turn) in state.plan.items()
        if turn <= state.turn and state.waiting.get(division)
    ]
    return [division for _, division in sorted(found)]


def _entries(state: State) -> list[Choice]:
    """Every way to come on now: worked out again only where an area's edge has changed."""
    found: list[Choice] = []
    for division in due(state):
        found += _kept(state, division)
    for area, units in state.withheld.items():
        if units and OPENS[area] <= state.turn:
            found += _kept(state, "", area)
    return found


def _kept(state: State, division: str, area: str = "") -> list[Choice]:
    """Where units of a division, or those withheld, may come on; the whole division last."""
    if division:
        area, units = state.plan[division][0], state.waiting[division]
    else:
        units = state.withheld[area]
    known = state.memory.entries.get((division, area))
    moment = state.units, state.stacks, state.waiting, state.plan, state.engaged, state.turn
    if known is not None and all(map(is_, known[0], moment)):
        return known[2]
    own, waiting, there = state.units, state.waiting, state.stacks[CONFEDERATE]
    entrances = state.game.entrances[area]
    stacks = list(map(there.get, entrances))
    standing = [own[unit] for stack in stacks if stack for unit in stack]
    edge = (
        units,
        state.turn,
        state.plan,
        [waiting.get(other) for other, plan in state.plan.items() if plan[0] == area]
        if division
        else (),
        stacks,
        state.stacks[UNION],
        state.engaged,
        standing,
    )
    if known is not None and _is_alike(known[1], edge):
        state.memory.entries[division, area] = moment, edge, known[2]
        return known[2]
    found: list[Choice] = []
    wave = False
    for unit, ways in _open_to(state, units, division, area):
        if ways:
            found += map(_enters(state.piece(unit).id, entrances).__getitem__, ways)
            wave = wave or not comes_by_road(state, unit, area)
    if division and wave:
        found.append(choice("enter", division))
    state.memory.entries[division, area] = moment, edge, found
    return found


def _is_alike(before: tuple[Any, ...], now: tuple[Any, ...]) -> bool:
    """Whether an edge is the same for those who come on; how those in it face does not count."""
    if before == now:
        return True
    return before[:-1] == now[:-1] and [*map(_SIZE, before[-1])] == [*map(_SIZE, now[-1])]


@cache
def _enters(id: str, entrances: frozenset[Hex]) -> dict[Hex, Choice]:
    return {hex: choice("enter", id, hex) for hex in entrances}


def _has_wave(state: State, division: str) -> bool:
    """Whether somebody of a division has room in its row."""
    return choice("enter", division) in _kept(state, division)[-1:]


def _open_to(
    state: State, units: Iterable[int], division: str, area: str
) -> Iterator[tuple[int, tuple[Hex, ...]]]:
    """Where each of some absent units of a division may come on: what `bars_to_come` allows.

    Units alike in all that counts are looked at once. Which battery guns belong to counts in
    redans only, and no row has any. [corinth:23.27.1]
    """
    behind = next(_bars_to_overtake(state, division, area), None) is not None
    there = state.stacks[CONFEDERATE]
    grounds: dict[tuple[Any, ...], tuple[tuple[Hex, ...], tuple[Hex, ...]]] = {}
    known: dict[tuple[Any, ...], tuple[Hex, ...]] = {}
    for unit in units:
        piece = state.piece(unit)
        like = piece.kind, piece.siege, state.points(unit)
        if like not in known:
            ground = like[:2]
            if ground not in grounds:
                hexes = () if behind and piece.kind != LEADER else _passable(state, unit, area)
                grounds[ground] = hexes, tuple([hex for hex in hexes if hex not in there])
            hexes, empty = grounds[ground]
            # Whoever is alone in a hex has room, but for guns where none can stand.
            if empty and piece.kind == BATTERY:
                empty = _with_room(state, unit, empty)
            takes_any = piece.kind == LEADER or not hexes
            known[like] = hexes if takes_any else empty or _with_room(state, unit, hexes)
        yield unit, known[like]


def _with_room(state: State, unit: int, hexes: Iterable[Hex]) -> tuple[Hex, ...]:
    """Those hexes an absent unit may stay in: what `bars_to_stay` allows.

    A hex is looked at once for all units alike, and again when those in it have changed.
    """
    own, there = state.units, state.stacks[CONFEDERATE]
    like = state.piece(unit).kind, own[unit].formation, state.points(unit)
    rooms, found = state.memory.rooms.setdefault(like, {}), []
    for hex in hexes:
        stack = there.get(hex, ())
        crowd = [own[other] for other in stack]
        known = rooms.get(hex)
        if known is None or known[0] != stack or known[1] != crowd:
            barred = next(stacking.bars_to_stay(state, hex, CONFEDERATE, (unit,)), None)
            known = rooms[hex] = stack, crowd, barred is None
        if known[2]:
            found.append(hex)
    return tuple(found)


def _passable(state: State, unit: int, area: str) -> tuple[Hex, ...]:
    """The hexes a unit that is due could come to, room and others who wait apart."""
    if comes_by_road(state, unit, area):
        return tuple(
            h for h in entry_hexes(state, unit, area) if _is_passable(state, unit, h, area)
        )
    enemies, engaged = state.stacks[UNION], state.engaged
    hexes = state.game.affordable(state, unit, area)
    return tuple([hex for hex in hexes if hex not in enemies and hex not in engaged])


def _is_passable(state: State, unit: int, hex: Hex, area: str) -> bool:
    if hex in state.stacks[UNION] or hex in state.engaged:
        return False
    cost = cost_to_come(state, unit, hex, area)
    return 0 <= cost <= state.game.charts.allowance[mover_of(state, unit)]


def comes_with(state: State, unit: int) -> tuple[str, str] | None:
    """The division an absent unit comes with, and its area; None where it is not due at all.

    Cavalry held off the map comes alone and when it likes, once its area is open.
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
    """Where a unit may come on: the area's first row, or the road that guns and wagons need.

    [corinth:29.1.1] [corinth:29.25]
    """
    if comes_by_road(state, unit, area):
        return (BY_ROAD[area][-1],)
    return state.game.rows[area]


def comes_by_road(state: State, unit: int, area: str) -> bool:
    """Whether felled timber closes the whole row to a unit; data/areas.toml."""
    return area in BY_ROAD and state.piece(unit).kind in (BATTERY, WAGON)


def bars_to_come(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps an absent Confederate unit from coming on in a hex.

    [corinth:29.1.1] [corinth:29.25] [corinth:29.31.1] [corinth:29.32]
    """
    piece = state.piece(unit)
    coming = comes_with(state, unit)
    if coming is None:
        yield Refusal("corinth:29.2", f"{piece.title} is not due")
        return
    division, area = coming
    if hex not in entry_hexes(state, unit, area):
        yield Refusal("corinth:29.25", f"{piece.title} comes through Assault Area {area} only")
        return
    if hex in state.stacks[UNION]:
        yield Refusal("gbacw:5.12", f"{hex} is held by the enemy")
    if hex in state.engaged:
        yield Refusal("gbacw:12.94.9", f"a melee goes on in {hex}")
    cost = cost_to_come(state, unit, hex, area)
    if cost < 0:
        yield Refusal("corinth:29.31.2", f"{hex} is closed to {piece.title}")
    elif cost > state.game.charts.allowance[mover_of(state, unit)]:
        yield Refusal("corinth:29.31.2", f"{hex} costs {halves(cost)}, more than it has")
    if piece.kind == LEADER:
        return
    yield from stacking.bars_to_stay(state, hex, CONFEDERATE, (unit,))
    if state.stack(hex, CONFEDERATE):
        empty = next(
            (
                other
                for other in entry_hexes(state, unit, area)
                if not state.stack(other, CONFEDERATE) and _could_stand(state, unit, other, area)
            ),
            None,
        )
        if empty is not None:
            yield Refusal(_FIRST, f"{empty} is still empty: every hex of the row must be taken")
    yield from _bars_to_overtake(state, division, area)


def _could_stand(state: State, unit: int, hex: Hex, area: str) -> bool:
    """Whether nothing but the order of arrival keeps a unit from a hex (GB-D39)."""
    return _is_passable(state, unit, hex, area) and bool(_with_room(state, unit, (hex,)))


def _bars_to_overtake(state: State, division: str, area: str) -> Iterator[Refusal]:
    """Those left over from a division that was due earlier come first. [corinth:29.32]"""
    if not division:
        return
    mine = state.plan[division][1]
    ahead = [(turn, one) for one, (its, turn) in state.plan.items() if its == area and turn < mine]
    for _, one in sorted(ahead):
        for other in state.waiting.get(one, ()):
            if any(_could_stand(state, other, h, area) for h in entry_hexes(state, other, area)):
                title = state.piece(other).title
                yield Refusal("corinth:29.32", f"{title}, left over from before, comes first")
                return


def open_hex(state: State, division: str) -> Hex:
    """A hex of a division's row that nobody has taken and somebody waiting could take, or ""."""
    area = state.plan[division][0]
    for hex in state.game.rows[area]:
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
    """Halves a unit pays to come on, or -1 where it cannot.

    Who comes down a road pays for each of its hexes, and nobody may stand on it before the last.
    """
    game = state.game
    if not comes_by_road(state, unit, area):
        return game.entry_cost(state, unit, hex)
    road = BY_ROAD[area]
    if any(h in state.stacks[side] for side in game.sides for h in road[:-1]):
        return -1
    return len(road) * (game.charts.along[ROAD][mover_of(state, unit)] or 0)


# Coming on


def come(state: State, unit: int, hex: Hex, umpire: Umpire) -> None:
    """Bring a unit on. [corinth:29.3] [corinth:29.31.2]"""
    piece = state.piece(unit)
    coming = comes_with(state, unit)
    assert coming is not None
    division, area = coming
    state.change(unit, formation=ARRIVING.get(piece.kind, ""))
    cost = cost_to_come(state, unit, hex, area)
    put_on(state, unit, hex, cost, umpire, area, "corinth:29.31.2")
    if not division:
        left = tuple([other for other in state.withheld[area] if other != unit])
        state.withheld = {**state.withheld, area: left}
        return
    left = tuple([other for other in state.waiting[division] if other != unit])
    state.waiting = {**state.waiting, division: left}
    state.areas = {**state.areas, division: area}
    if area not in state.full_rows and not open_hex(state, division):
        state.full_rows |= {area}


def put_on(
    state: State, unit: int, hex: Hex, cost: int, umpire: Umpire, area: str, rule: str
) -> None:
    """Set a newcomer on the map: in command, and its first hex paid."""
    there = state.stack(hex, state.side_of(unit))
    facing = next((state.units[u].facing for u in there if state.units[u].formation), None)
    if facing is None:
        facing = _SOUTH if hex.endswith("01") else _SOUTHEAST
    state.put(unit, hex)
    state.change(unit, facing=facing, command=True, moved=True)
    state.entry_costs = {**state.entry_costs, unit: cost}
    umpire.tell(Entered(rules=(rule,), unit=name(state, unit), hex=hex, area=area, cost=cost))
    state.game.entered(state, (unit,), hex, umpire)


def bring_wave(state: State, division: str, umpire: Umpire) -> None:
    """Bring on as many of a division as find room in its row, brigade beside brigade.

    Regiments are spread over the row, the next empty hex first; then leaders join their men.
    """
    area = state.plan[division][0]
    for unit in _in_order(state, division):
        if comes_by_road(state, unit, area):
            continue
        for _, hexes in _open_to(state, (unit,), division, area):
            if hexes:
                come(state, unit, _best(state, unit, hexes), umpire)


def _in_order(state: State, division: str) -> list[int]:
    """Regiments and guns by brigade, then leaders."""
    brigades = list(state.game.roster.brigades)

    def key(unit: int) -> tuple[Any, ...]:
        piece = state.piece(unit)
        place = brigades.index(piece.brigade) if piece.brigade else len(brigades)
        return piece.kind == LEADER, piece.kind == WAGON, place, unit

    return sorted(state.waiting[division], key=key)


def _best(state: State, unit: int, hexes: Sequence[Hex]) -> Hex:
    """A hex beside, or with, others of the unit's brigade."""
    brigade = state.piece(unit).brigade
    friends = [
        state.hex_of(other)
        for other in state.game.roster.of_brigade.get(brigade, ())
        if state.hex_of(other)
    ]
    leader = state.piece(unit).kind == LEADER
    grid = state.game.grid

    def key(hex: Hex) -> tuple[Any, ...]:
        near = sum(grid.distance(hex, friend) for friend in friends)
        crowd = len(state.stack(hex, CONFEDERATE))
        return (not crowd if leader else crowd, near, hex)

    return min(hexes, key=key)


STEPS: tuple[type[Any], ...] = (EndArrivals,)
