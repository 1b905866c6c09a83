"""Smoke: strips in front of units that fired. (MK-M27)"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from longroll.board.table import Base, Footprint, Layout, Spot, footprint, pose
from longroll.board.table.ground import stretches
from longroll.systems.mckie.fire.canister import smoke_hangs
from longroll.systems.mckie.fire.weapons import FIRE
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Smoke, State


def strip(smoke: Smoke) -> Footprint:
    """The ground that smoke covers: ahead of the front that fired."""
    layout = Layout((Base(-smoke.width // 2, -FIRE.smoke.depth, smoke.width, FIRE.smoke.depth),))
    return footprint(layout, pose(smoke.x, smoke.y, smoke.heading))


def clouds(state: State) -> list[Footprint]:
    """The smoke that hinders fire in this period: that of the last one. [mckie:vis.smoke.2]"""
    return [strip(one) for one in state.smoke if smoke_hangs(one.fired_in, state.period)]


def is_crossed(clouds: Sequence[Footprint], start: Spot, end: Spot) -> bool:
    """Whether a line of fire passes through smoke. [mckie:vis.smoke.1]"""
    return any(
        stretch.end > stretch.start for cloud in clouds for stretch in stretches(start, end, cloud)
    )


def rise(state: State, fired: Iterable[str]) -> None:
    """Smoke in front of every unit that fired; older smoke is gone.
    [mckie:vis.smoke.1] [mckie:vis.smoke.2]"""
    state.smoke = tuple(_before(state, id) for id in fired)


def _before(state: State, id: str) -> Smoke:
    unit = state.units[id]
    return Smoke(unit.x, unit.y, unit.heading, field.plan_of(unit).frontage, state.period)
