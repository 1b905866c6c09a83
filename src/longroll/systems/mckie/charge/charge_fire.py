"""Fire by and at charging units: who exchanges it with whom. [mckie:fire.charge.1] (MK-M25)"""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import Base, Footprint, Layout, Polygon, footprint
from longroll.board.table.bases import covering
from longroll.board.table.measure import SLACK, overlap
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge.rules import charge_response
from longroll.systems.mckie.fire.restrictions import bar_to_exchange_fire_with_charger
from longroll.systems.mckie.fire.weapons import FIRE
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Charge, State


def is_charging(state: State, id: str) -> bool:
    return charge_of(state, id) is not None


def charge_of(state: State, id: str) -> Charge | None:
    """The charge that a unit is making and has not given up."""
    charge = state.charge_of(id)
    return None if charge is None or charge.halted else charge


def bars_to_fire(state: State, id: str) -> Iterator[Refusal]:
    """Why a unit that is being charged may not fire at all. [mckie:resp.3] [mckie:resp.4]"""
    title = state.units[id].title
    for charge in state.chargers_of(id):
        if charge.response == "turn":
            yield Refusal("mckie:resp.3", f"{title} has turned to face a charge")
        elif charge.response == "evade":
            yield Refusal("mckie:resp.4", f"{title} is evading a charge")


def fires_first_at(state: State, id: str) -> list[str]:
    """The chargers that a unit may fire at, and must before all others: those on its front.
    [mckie:fire.prio.1] [mckie:resp.1]"""
    return [charge.unit for charge in state.chargers_of(id) if is_met_with_fire(charge)]


def is_met_with_fire(charge: Charge) -> bool:
    """Whether the target of a charge may fire at it. [mckie:resp.1]"""
    return not charge.halted and charge_response(0, 1, charge.struck).may_fire


def ground_to_hit(state: State, firer: str, base: Polygon, target: str) -> Footprint | None:
    """What a stand may hit of a target: all of it, or, if the firer charges somebody else, the
    stands it charges past. None if a charge forbids this fire."""
    whole = field.stands_of(state.units[target])
    own, theirs = charge_of(state, firer), charge_of(state, target)
    if own is not None and own.target == target and own.response != "evade":
        return whole
    if theirs is not None:
        if theirs.target == firer:
            return whole if is_met_with_fire(theirs) else None
        if not _is_before(state.units[target], base):
            return None
    if own is None:
        return whole
    before = [part for part in whole.bases if _is_before(state.units[firer], part)]
    return covering(before) if before else None


def _is_before(charger: Unit, base: Polygon) -> bool:
    """Whether a stand that is not charged still exchanges fire with a charger: straight
    ahead at point blank, or next to that on either side."""
    ahead = overlap(base, _way(charger, 0), SLACK)
    beside = not ahead and overlap(base, _way(charger, FIRE.charge_overlap), SLACK)
    barred = bar_to_exchange_fire_with_charger(
        is_its_target=False,
        straight_ahead=ahead,
        stands_beyond=FIRE.charge_overlap if beside else 0,
    )
    return barred is None


def _way(charger: Unit, wider: int) -> Polygon:
    """The ground straight ahead of a charger as far as the point-blank band, wider by this many
    stands on each side."""
    plan = field.plan_of(charger)
    depth, more = FIRE.bands[0], wider * plan.stand.frontage
    frame = field.fighting_layout(charger).frame
    way = Layout((Base(frame.left - more, -depth, frame.width + 2 * more, depth),))
    return footprint(way, charger.pose).bases[0]
