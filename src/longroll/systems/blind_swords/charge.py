"""10.10 Cavalry charges."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from longroll.board.hex import Hex
from longroll.kernel.decision import Refusal
from longroll.systems.blind_swords.engagement import enemies_beside
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS, ORDERS

_RULE = "blind_swords:10.10.2"


def bars_to_charge(state: State, unit: int, target: Hex) -> Iterator[Refusal]:
    """What keeps a unit from charging a hex: it must be steady cavalry that rode at it over open
    ground in this activation. [blind_swords:10.10.2]
    """
    title = state.piece(unit).title
    if not state.is_mounted(unit):
        yield Refusal(_RULE, f"{title} is not mounted cavalry")
        return
    if state.active is None or not _may_attack(state.active.order):
        yield Refusal(_RULE, "only an Attack order lets cavalry charge")
    if state.units[unit].hits:
        yield Refusal(_RULE, f"{title} is Shaken or Disrupted")
    path = state.paths.get(unit, ())
    least, most = NUMBERS["charge_least_hexes"], NUMBERS["charge_most_hexes"]
    if not least <= len(path) - 1 <= most:
        yield Refusal(_RULE, f"{title} must have ridden {least} to {most} hexes")
        return
    if enemies_beside(state, state.side_of(unit), path[0]):
        yield Refusal(_RULE, f"{title} was Engaged before it rode")
    if target not in state.game.grid.adjacent[path[-1]]:
        yield Refusal(_RULE, f"{title} did not ride up to {target}")
    yield from _bars_by_ground(state, path)


def _may_attack(order: str) -> bool:
    return bool(order) and ORDERS.orders[order].close_combat


def _bars_by_ground(state: State, path: tuple[Hex, ...]) -> Iterator[Refusal]:
    """Woods, water, works, banks and climbs break a charge; the hex it began in does not count.

    Nor do markers of the series: Good Ground is neither timber nor a Trench.
    """
    field, charts = state.game.field, state.game.charts
    for start, hex in pairwise(path):
        ground = field.ground[hex]
        if ground.woods or ground.attack_from:
            yield Refusal(_RULE, f"no charge goes through {ground.title} in {hex}")
        for work in state.game.rules.works(state, hex):
            if charts.works[work].attack_from or charts.works[work].attack_at:
                yield Refusal(_RULE, f"no charge goes over the {charts.works[work].title} in {hex}")
        for kind in field.crosses(start, hex):
            if charts.hexsides[kind].attack:
                side = charts.hexsides[kind].title
                yield Refusal(_RULE, f"no charge goes from {start} to {hex}: {side}")
