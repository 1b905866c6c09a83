"""One step of a move: what it costs a group, and everything that bars it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from longroll.board.hex import Hex
from longroll.kernel.decision import Closed, Refusal, barred_by, still_open
from longroll.kernel.event import Detail
from longroll.kernel.hooks import NOTHING
from longroll.kernel.wording import halved
from longroll.systems.blind_swords import sight, stacking
from longroll.systems.blind_swords.charts import ALL
from longroll.systems.blind_swords.engagement import enemies_beside, engaged_ground, is_engaged
from longroll.systems.blind_swords.movement import (
    ARTILLERY,
    INFANTRY,
    Cost,
    allowance,
    bars_to_enter,
    bars_to_stop,
    closed_to,
    cost_of,
    is_pike,
)
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS, ORDERS

#: By what right units move: their order, the Artillery Phase, or the event of that name.
BY_ORDER, BY_PHASE = "order", "artillery"


class Group(NamedTuple):
    """Units on the move together, the halves of a point they have spent, and their right."""

    units: tuple[int, ...]
    spent: int = 0
    #: What an event gives; by order and phase it follows from the units.
    given: int = 0
    right: str = BY_ORDER

    @property
    def is_event(self) -> bool:
        return self.right not in (BY_ORDER, BY_PHASE)


class Paid(NamedTuple):
    """What a group pays for a step, with its details; `hits` are guns that take a Morale Hit."""

    halves: int
    details: tuple[Detail, ...] = ()
    hits: tuple[int, ...] = ()


def hexes_given(state: State, group: Group) -> int:
    """How many hexes an event lets units go, whatever they cost; 0 where points count."""
    if not group.is_event:
        return 0
    return state.game.chits.events[group.right].numbers.get("hexes", 0)


def limit(state: State, group: Group) -> int:
    """Halves of a point that a group has, or hexes where an event counts them."""
    if group.right != BY_ORDER and (hexes := hexes_given(state, group)):
        return hexes
    return group.given or min([allowance(state, unit) for unit in group.units])


def left(state: State, group: Group) -> int:
    return max(limit(state, group) - group.spent, 0)


def may_engage(state: State, group: Group) -> bool:
    """Whether units may go next to the enemy: under Attack, or by an event.

    [blind_swords:10.6.2]
    """
    if group.right == BY_PHASE:
        return False
    if group.is_event:
        return True
    return state.active is not None and ORDERS.orders[state.active.order].engage


# What it costs


def pay(state: State, group: Group, start: Hex, hex: Hex, column: bool = False) -> Paid | Refusal:
    """What a group pays for a step, or why it cannot: the dearest of its units counts.

    [blind_swords:10.1.1] [blind_swords:10.1.2]
    """
    costs = [cost_of(state, unit, start, hex, column) for unit in group.units]
    return _pay(state, group, start, hex, costs, limit(state, group), column)


def _pay(
    state: State,
    group: Group,
    start: Hex,
    hex: Hex,
    costs: Sequence[Cost],
    most: int,
    column: bool = False,
) -> Paid | Refusal:
    """`most` is the group's limit. On a road that of stacking binds in every hex, and whoever
    breaks it keeps off the road.

    [blind_swords:3.1.4]
    """
    full = None
    for cost in costs:
        if cost.by_road:
            full = _bars_road(state, group, hex)
            break
    if full is not None:
        if column:
            return full
        costs = [cost_of(state, unit, start, hex, road=False) for unit in group.units]
        if any(cost.halves is None for cost in costs):
            return full
    prices = [cost.halves for cost in costs]
    if None in prices:
        return Refusal("blind_swords:10.1.6", f"{hex} is closed to them")
    ahead = most - group.spent if most > group.spent else 0
    hits = tuple([unit for unit, cost in zip(group.units, costs, strict=True) if cost.hit])
    if group.right != BY_ORDER and hexes_given(state, group):
        if ahead:
            return Paid(1, (Detail("1", "hex", "blind_swords:10.1.1"),), hits)
        return Refusal("blind_swords:10.1.2", f"it goes {most} hex and no farther")
    if ALL in prices:
        if group.spent or not most:
            why = f"{hex} costs all points, and some are spent"
            return Refusal("blind_swords:10.1.2", why)
        return Paid(most, costs[prices.index(ALL)].details, hits)
    halves: int = max(prices)  # type: ignore[type-var, assignment]
    if halves > ahead:
        if full is not None:
            return full
        why = f"{hex} costs {halved(halves)}, {halved(ahead)} are left"
        return Refusal("blind_swords:10.1.2", why)
    return Paid(halves, costs[prices.index(halves)].details, hits)


def _bars_road(state: State, group: Group, hex: Hex) -> Refusal | None:
    """Why a group may not use a road into a hex: too many units there. [blind_swords:3.1.4]"""
    side = state.side_of(group.units[0])
    full = next(stacking.bars_to_stay(state, hex, side, group.units), None)
    if full is None:
        return None
    return Refusal("blind_swords:3.1.4", f"on a road {full.why}")


# What bars it


def bars(
    state: State, group: Group, start: Hex, hex: Hex, column: bool = False
) -> Iterator[Refusal]:
    """Every rule that bars a step of a group from a hex to another."""
    if column:
        yield from _bars_column(state, group, start, hex)
    yield from barred_by(hex, _closed(state, group, start, [hex], column))


def open_steps(state: State, group: Group, start: Hex) -> list[Hex]:
    """Where a group may go next, not in column."""
    near = [*state.game.grid.adjacent[start]]
    return still_open(near, _closed(state, group, start, near))


def _closed(
    state: State, group: Group, start: Hex, hexes: list[Hex], column: bool = False
) -> Iterator[Closed[Hex]]:
    """What closes hexes to the next step of a group; of those that are closed to every step, or
    that it cannot pay for, nothing more is told.
    """
    costs: dict[Hex, list[Cost]] = {hex: [] for hex in hexes}
    bars_to_step, most = state.game.rules.bars_to_step, limit(state, group)
    for unit in group.units:
        found: dict[Hex, Cost] = {}
        for closed in closed_to(state, unit, start, [*costs], found):
            yield closed
            costs = {hex: each for hex, each in costs.items() if hex not in closed.places}
        for hex, each in costs.items():
            each.append(found[hex])
            told = bars_to_step(state, unit, start, hex)
            if told is not NOTHING:
                yield from _closing(hex, told)
            if unit in state.daunted:
                yield from _closing(hex, _bars_daunted(state, unit, start, hex))
    if not engaged_ground(state, state.side_of(group.units[0])).isdisjoint(costs):
        for hex in costs:
            yield from _closing(hex, _bars_engagement(state, group, start, hex))
    if len(group.units) > 1:
        for hex in costs:
            if rolls(state, group, start, hex):
                why = f"units try {state.game.field.ground[hex].title} in {hex} one at a time"
                yield Closed((hex,), "blind_swords:10.1.3", why)
    for hex, each in costs.items():
        if hex not in hexes:
            continue  # the list is sifted on the way
        if column:
            paid = pay(state, group, start, hex, column)
        else:
            paid = _pay(state, group, start, hex, each, most)
        why_not = paid if isinstance(paid, Refusal) else _bars_end(state, group, paid, hex)
        if why_not is not None:
            yield Closed((hex,), why_not.rule, why_not.why)


def _closing(hex: Hex, refusals: Iterator[Refusal]) -> list[Closed[Hex]]:
    return [Closed((hex,), refusal.rule, refusal.why) for refusal in refusals]


def _bars_column(state: State, group: Group, start: Hex, hex: Hex) -> Iterator[Refusal]:
    """March Column: infantry under Maneuver, on pikes, out of sight of the enemy.

    [blind_swords:8.4.1] [blind_swords:10.5a.1] [blind_swords:10.5a.2]
    """
    by_order = group.right == BY_ORDER and state.active is not None
    if not by_order or not ORDERS.orders[state.active.order].march_column:  # type: ignore[union-attr]
        yield Refusal("blind_swords:10.5a.1", "only Maneuver lets units march in column")
    if any(state.arm(unit) != INFANTRY for unit in group.units):
        yield Refusal("blind_swords:10.5a.1", "only infantry marches in column")
    if any(state.units[unit].skirmish for unit in group.units):
        yield Refusal("blind_swords:10.5a.1", "skirmishers do not march in column")
    if not is_pike(state, start, hex):
        yield Refusal("blind_swords:10.5a.1", f"no pike leads from {start} to {hex}")
    side = state.side_of(group.units[0])
    enemies = state.stacks[state.game.enemy[side]]
    far = NUMBERS["march_column_distance"]
    for near in state.game.grid.within(hex, far):
        if near in enemies and sight.look(state, hex, near, side).state != "blocked":
            why = f"{hex} is in sight of the enemy in {near}, {far} hexes away or less"
            yield Refusal("blind_swords:10.5a.2", why)


def _bars_engagement(state: State, group: Group, start: Hex, hex: Hex) -> Iterator[Refusal]:
    """Who may go next to the enemy; guns never. [blind_swords:10.6.2] [blind_swords:10.6.3]
    [blind_swords:6.4.2]
    """
    side = state.side_of(group.units[0])
    if not enemies_beside(state, side, hex):
        return
    if any(state.units[unit].skirmish for unit in group.units):
        yield Refusal("blind_swords:15.2.1", f"skirmishers do not Engage, and {hex} would be")
        return
    if any(state.arm(unit) == ARTILLERY for unit in group.units):
        yield Refusal("blind_swords:10.6.2", f"guns never move into Engagement, as in {hex}")
    elif not may_engage(state, group):
        if enemies_beside(state, side, start):
            why = f"from one Engaged hex to another, {hex}, only Attack leads"
            yield Refusal("blind_swords:10.6.3", why)
        else:
            yield Refusal("blind_swords:10.6.2", f"{hex} is Engaged, and the order is not Attack")


def _bars_daunted(state: State, unit: int, start: Hex, hex: Hex) -> Iterator[Refusal]:
    """A unit that has seen the elephant does not come nearer to a Trench. [blind_swords:7.4.16]"""
    grid = state.game.grid
    for trench in grid.hexes:
        if "trench" in state.game.rules.works(state, trench):
            if grid.distance(hex, trench) < grid.distance(start, trench):
                title = state.piece(unit).title
                yield Refusal("blind_swords:7.4.16", f"{title} goes no nearer to {trench}")
                return


def _bars_end(state: State, group: Group, paid: Paid, hex: Hex) -> Refusal | None:
    """A step to where the move may not end needs another after it: off a bridge that only leads
    across, out of a hex that is full. [blind_swords:10.1.2] [blind_swords:3.1.1]
    """
    why = next(bars_to_end(state, group, hex), None)
    if why is None:
        return None
    after = group._replace(spent=group.spent + paid.halves)
    if not must_stop(state, after, hex) and any(goes_on(state, after, hex)):
        return None
    return why


def goes_on(state: State, group: Group, hex: Hex) -> Iterator[Hex]:
    """The next hexes of a group that would have come to a hex; bars of what lies behind those
    are left to the next step, but a move may end there."""
    for near in state.game.grid.adjacent[hex]:
        if any(next(bars_to_enter(state, unit, hex, near), None) for unit in group.units):
            continue
        if next(_bars_engagement(state, group, hex, near), None) is not None:
            continue
        if rolls(state, group, hex, near):
            continue
        if isinstance(pay(state, group, hex, near), Paid) and not any(
            bars_to_end(state, group, near)
        ):
            yield near


def bars_to_end(state: State, group: Group, hex: Hex) -> Iterator[Refusal]:
    """What keeps a group from ending its move in a hex.

    The limit of stacking counts when the activation is over, so it may be broken where others of
    the brigade can still leave. [blind_swords:3.1.3]
    """
    for unit in group.units:
        yield from bars_to_stop(state, unit, hex)
    side = state.side_of(group.units[0])
    if group.right != BY_ORDER or not may_empty(state, hex, side, group.units):
        yield from stacking.bars_to_stay(state, hex, side, group.units)


def may_empty(state: State, hex: Hex, side: str, without: Sequence[int] = ()) -> bool:
    """Whether somebody in a hex, besides some, has its own move still before it."""
    return state.active is not None and any(
        state.piece(unit).brigade == state.active.brigade
        and unit not in state.moved
        and unit not in without
        for unit in state.stack(hex, side)
    )


def must_stop(state: State, group: Group, hex: Hex) -> bool:
    """Whether units that enter a hex stop there, being Engaged or in Battlefield Chaos (CB-85).

    [blind_swords:10.6.3] [blind_swords:7.3b.4]
    """
    if hex == state.chaos:
        return True
    side = state.side_of(group.units[0])
    skirmish = all(state.units[unit].skirmish for unit in group.units)
    return not skirmish and enemies_beside(state, side, hex)


def rolls(state: State, group: Group, start: Hex, hex: Hex) -> bool:
    """Whether a step begins with a roll on a table of the ground; by an event none does.

    [blind_swords:10.1.3] [blind_swords:7.4.5] [blind_swords:7.4.18]
    """
    if group.is_event:
        return False
    before = state.game.rules.before_entering
    return any(next(before(state, unit, start, hex), None) is not None for unit in group.units)


def are_engaged(state: State, units: Sequence[int]) -> bool:
    return any(is_engaged(state, unit) for unit in units)
