"""2.1b and 2.10k: crossing the bayous dry-shod, by the Corduroy Bridge or a Pontoon Bridge.

Whoever stops on a bridge is in bayou for combat, as its hex is. [chickasaw_bayou:2.1b.4]
[chickasaw_bayou:2.10k.3] Nothing harms the Corduroy Bridge. [chickasaw_bayou:2.10k.5] What befalls
a Pontoon Bridge is in `pontoons`. [chickasaw_bayou:2.1b.6]
"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.hex import Hex
from longroll.display.facts import MarkFacts
from longroll.kernel.decision import Refusal
from longroll.kernel.hooks import NOTHING
from longroll.systems.blind_swords.charts import Road
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.blind_swords.terrain import LANE
from longroll.systems.chickasaw_bayou.state import State
from longroll.systems.chickasaw_bayou.tables import CHARTS
from longroll.systems.chickasaw_bayou.terrain import BAYOUS, CORDUROY_BRIDGE, FIELD

_CORDUROY, _PONTOON = CHARTS.roads["corduroy_bridge"], CHARTS.roads["pontoon_bridge"]
_WHOLE = "whole"


def bridge(state: State, start: Hex, hex: Hex) -> Road | None:
    """The bridge that a step goes over, if any: the logs along the lane only, a whole pontoon from
    anywhere; a damaged one is bayou.

    [chickasaw_bayou:2.1b.1] [chickasaw_bayou:2.1b.3] [chickasaw_bayou:2.10k.1]
    [chickasaw_bayou:2.10k.2]
    """
    if hex == CORDUROY_BRIDGE and FIELD.links.get((start, hex)) == LANE:
        return _CORDUROY
    return _PONTOON if state.pontoons.get(hex) == _WHOLE else None


def bars_to_stop(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Guns and horses only cross. [chickasaw_bayou:2.1b.5] [chickasaw_bayou:2.10k.4]"""
    return _bars_bayou(state, unit, hex) if hex in BAYOUS else NOTHING


def _bars_bayou(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    road, rule = _PONTOON, "chickasaw_bayou:2.1b.5"
    if hex == CORDUROY_BRIDGE:
        road, rule = _CORDUROY, "chickasaw_bayou:2.10k.4"
    if state.arm(unit) not in road.may_stop:
        title = state.piece(unit).title
        yield Refusal(rule, f"{title} cannot stay in the bayou in {hex}, even on a bridge")


def marks(state: State) -> Iterator[MarkFacts]:
    for hex, kind in sorted(state.pontoons.items()):
        name = "pontoon bridge" if kind == _WHOLE else "damaged pontoon bridge"
        yield MarkFacts(name, hex, "union")


RULES = Rules[State](bridge=bridge, bars_to_stop=bars_to_stop, marks=marks)
