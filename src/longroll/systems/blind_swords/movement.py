"""10.1 and 10.5: how far units go, what a step costs, and what bars it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from longroll.board.hex import Hex
from longroll.kernel.decision import Closed, Refusal, barred_by
from longroll.kernel.event import Detail
from longroll.kernel.memo import finding
from longroll.kernel.wording import halved
from longroll.systems.blind_swords.charts import ALL, NO, ROAD, Arm, Ground, Hexside, Movement, Road
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.state import NOWHERE, State
from longroll.systems.blind_swords.tables import NUMBERS, ORDERS
from longroll.systems.blind_swords.terrain import PIKE

INFANTRY, CAVALRY, ARTILLERY = "infantry", "cavalry", "artillery"
#: Skirmishers of the enemy and ground that is climbed add to what a step costs.
_TERRAIN, _OBSTACLE = "blind_swords:10.1.6", "blind_swords:10.1.5"


class Cost(NamedTuple):
    """What a step costs: halves of a point, "all" of the allowance, or None where it is barred.

    `by_road` says that it is the cost of a road, and `hit` that guns take a Morale Hit.
    """

    halves: int | str | None
    details: tuple[Detail, ...] = ()
    by_road: bool = False
    hit: bool = False


_BARRED = Cost(None)


def allowance(state: State, unit: int) -> int:
    """Halves of a Movement Point that a unit has, by its arm and its order.

    Guns have the same in every turn; dismounted cavalry marches as infantry.
    [blind_swords:2.1.4] [blind_swords:2.1.9] [blind_swords:6.4.1]
    """
    arm = state.arm(unit)
    if arm == ARTILLERY:
        return 2 * ORDERS.artillery.movement
    if state.active is None or not state.active.order:
        return 0
    order = ORDERS.orders[state.active.order]
    return 2 * (order.cavalry if arm == CAVALRY else order.infantry)


# What a step costs


def price(
    arm: Arm,
    ground: Ground,
    *,
    obstacle: Movement | None = None,
    bridge: Road | None = None,
    road: Road | None = None,
    column: bool = False,
    sides: Sequence[Hexside] = (),
    skirmish: bool = False,
    screened: bool = False,
) -> Cost:
    """What a step costs by the charts.

    An obstacle takes the place of the ground and of any road (CB-06), but opens none that is closed
    to the arm (CB-87). A bridge takes the place of the ground; a road counts whatever ground and
    hexside are. [blind_swords:10.1.5] [blind_swords:10.1.6]
    """
    found = _before_skirmishers(arm, ground, obstacle, bridge, road, column, sides)
    if not isinstance(found.halves, int):
        return found
    halves, details = found.halves, list(found.details)
    if skirmish:
        before, halves = halves, _in_skirmish_order(halves)
        if halves != before:
            change = f"{'-' if halves < before else '+'}{halved(abs(halves - before))}"
            details.append(Detail(change, "Skirmish Order", "blind_swords:15.2.1"))
    if screened:
        extra = 2 * NUMBERS["screen_cost"]
        halves += extra
        details.append(Detail(f"+{halved(extra)}", "next to skirmishers", "blind_swords:10.6.5"))
    return found._replace(halves=halves, details=tuple(details))


def _in_skirmish_order(halves: int) -> int:
    """What skirmishers pay: a point less, but a point at least for any hex (CB-83).

    [blind_swords:15.2.1]
    """
    return max(halves - 2 * NUMBERS["skirmish_saving"], 2 * NUMBERS["skirmish_least_cost"])


def _before_skirmishers(
    arm: Arm,
    ground: Ground,
    obstacle: Movement | None,
    bridge: Road | None,
    road: Road | None,
    column: bool,
    sides: Sequence[Hexside],
) -> Cost:
    own = ground.cost(arm)
    if obstacle is not None:
        # There is no road to march along in column either.
        if column or (own == NO and bridge is None):
            return _BARRED
        return _flat(obstacle.cost(arm), "an obstacle", _OBSTACLE)
    if bridge is not None:
        return _flat(bridge.cost(arm), bridge.title, _TERRAIN)
    if own == NO:
        return _BARRED
    if road is not None and not ground.table:
        if column:
            if road.march_column is None or arm != INFANTRY:
                return _BARRED
            halves = int(2 * road.march_column)
            return _flat(halves, "March Column", "blind_swords:10.5a.1")._replace(by_road=True)
        rule = "blind_swords:10.5.1" if road.march_column is None else "blind_swords:10.5.2"
        return _flat(road.cost(arm), road.title, rule)._replace(by_road=True)
    if own == ROAD or column:
        return _BARRED
    if own == ALL:
        return _flat(ALL, ground.title, _TERRAIN)
    assert isinstance(own, int)
    total, details, hit = own, [Detail(halved(own), ground.title, _TERRAIN)], False
    is_all = False
    for side in sides:
        more = side.cost(arm)
        hit |= side.morale_hit and arm == ARTILLERY
        if more == ALL:
            is_all = True
            details.append(Detail("all", side.title, _TERRAIN))
        elif not isinstance(more, int):
            return _BARRED
        elif more:
            total += more
            details.append(Detail(f"+{halved(more)}", side.title, _TERRAIN))
    return Cost(ALL if is_all else total, tuple(details), hit=hit)


def _flat(cost: int | str, title: str, rule: str) -> Cost:
    """One cost that stands for the whole step."""
    if cost in (NO, ROAD):
        return _BARRED
    value = halved(cost) if isinstance(cost, int) else ALL
    return Cost(cost, (Detail(value, title, rule),))


def cost_of(
    state: State, unit: int, start: Hex, hex: Hex, column: bool = False, road: bool = True
) -> Cost:
    """What a unit pays for a step to a neighbour, or for coming on the map there.

    Without `road` it keeps off the road, as it may to get past others in an overfull hex.
    [blind_swords:10.5.1] [blind_swords:10.5.2] [blind_swords:3.1.4]
    """
    game, own = state.game, state.units[unit]
    piece, field = game.roster.pieces[unit], game.field
    arm, side, screened = piece.arm, piece.side, hex in screened_ground(state, piece.side)
    bridge = game.rules.bridge(state, start, hex)
    obstacle = game.rules.obstacle(state, hex, side)
    # Where a table is rolled on, cavalry is cavalry even on foot. [blind_swords:2.1.9]
    if own.dismounted and (bridge is not None or not field.ground[hex].table):
        arm = state.arm(unit)  # type: ignore[assignment]
    if not road:
        kind = ""
    elif start:
        kind = field.links.get((start, hex), "")
    else:
        kind = next(iter(field.roads[hex]), "")  # whoever comes on comes by the best road
    if obstacle is None and bridge is None:
        return _on_map(game, arm, start, hex, kind, column, own.skirmish, screened)
    return price(
        arm,
        field.ground[hex],
        obstacle=obstacle,
        bridge=bridge,
        road=game.charts.roads[kind] if kind else None,
        column=column,
        sides=[game.charts.hexsides[kind] for kind in field.crosses(start, hex)],
        skirmish=own.skirmish,
        screened=screened,
    )


@lru_cache(maxsize=1 << 16)
def _on_map(
    game: Game,
    arm: Arm,
    start: Hex,
    hex: Hex,
    road: str,
    column: bool,
    skirmish: bool,
    screened: bool,
) -> Cost:
    """What a step costs by what is printed on the map."""
    return price(
        arm,
        game.field.ground[hex],
        road=game.charts.roads[road] if road else None,
        column=column,
        sides=[game.charts.hexsides[kind] for kind in game.field.crosses(start, hex)],
        skirmish=skirmish,
        screened=screened,
    )


def is_screened(state: State, side: str, hex: Hex) -> bool:
    """Whether skirmishers of the enemy are next to a hex. [blind_swords:10.6.5]"""
    return hex in screened_ground(state, side)


@finding("units")
def screened_ground(state: State, side: str) -> frozenset[Hex]:
    """Every hex next to skirmishers of the enemy of a side."""
    units, adjacent = state.units, state.game.grid.adjacent
    enemies = state.game.roster.of_side[state.game.enemy[side]]  # type: ignore[index]
    screens = [units[unit].hex for unit in enemies if units[unit].skirmish and units[unit].hex]
    return frozenset([near for hex in screens for near in adjacent[hex]])


def step_cost(
    state: State, unit: int, start: Hex, hex: Hex, column: bool = False
) -> int | str | None:
    """Halves of a point for a step, "all" of the allowance, or None where it is prohibited."""
    return cost_of(state, unit, start, hex, column).halves


# What bars a step


def bars_to_enter(state: State, unit: int, start: Hex, hex: Hex) -> Iterator[Refusal]:
    """What bars a unit's step to a neighbour, whoever makes it: see `closed_to`."""
    return barred_by(hex, closed_to(state, unit, start, (hex,), {}))


def closed_to(
    state: State, unit: int, start: Hex, hexes: Sequence[Hex], costs: dict[Hex, Cost]
) -> Iterator[Closed[Hex]]:
    """Those of some hexes that a unit's step cannot lead to, whoever makes it: prohibited ground,
    the enemy, the edge of the area in play. From no hex it is placed on the map. What it would pay
    in the others is added to `costs`.

    [blind_swords:10.1.1] [blind_swords:3.1.5] [blind_swords:6.5.2]
    """
    game = state.game
    playable = game.playable(state.setting)
    if not playable.issuperset(hexes):
        outside = [hex for hex in hexes if hex not in playable]
        yield Closed(outside, "blind_swords:10.1.1", "{place} is not a hex in play")
        hexes = [hex for hex in hexes if hex in playable]
    if start != NOWHERE:
        near = game.grid.adjacent[start]
        apart = [hex for hex in hexes if hex not in near]
        if apart:
            yield Closed(apart, "blind_swords:10.1.1", f"{{place}} is not next to {start}")
            hexes = [hex for hex in hexes if hex in near]
    enemies = state.stacks[game.enemy[state.side_of(unit)]].keys()
    if not enemies.isdisjoint(hexes):
        yield Closed(enemies, "blind_swords:3.1.5", "the enemy holds {place}")
    for hex in hexes:
        cost = costs[hex] = cost_of(state, unit, start, hex)
        if cost.halves is None:
            why = [*game.rules.closed_ground(state, unit, hex)] or [_closed(state, unit, hex)]
            yield from [Closed((hex,), one.rule, one.why) for one in why]


def _closed(state: State, unit: int, hex: Hex) -> Refusal:
    title = state.game.field.ground[hex].title
    return Refusal(_TERRAIN, f"{state.piece(unit).title} cannot enter {title} in {hex}")


def may_enter(state: State, unit: int, start: Hex, hex: Hex) -> bool:
    return next(bars_to_enter(state, unit, start, hex), None) is None


def bars_to_stop(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps a unit from ending a move or a retreat in a hex that it may pass: some bridges.

    Stacking apart, which is looked at later. [blind_swords:12.3.5]
    """
    yield from state.game.rules.bars_to_stop(state, unit, hex)


def is_pike(state: State, start: Hex, hex: Hex) -> bool:
    return state.game.field.links.get((start, hex)) == PIKE
