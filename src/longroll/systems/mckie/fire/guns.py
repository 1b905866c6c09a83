"""Guns whose crews have run: left behind, taken by the enemy, or manned again. (MK-M39)"""

from __future__ import annotations

from msgspec.structs import replace

from longroll.board.table import (
    Footprint,
    after,
    back,
    footprint,
    in_contact,
    is_within,
    on_table,
    overlaps,
    pose,
    ranks,
)
from longroll.board.table.measure import SLACK
from longroll.kernel.agenda import Umpire
from longroll.miniatures import standing
from longroll.systems.mckie.army.units import LIMITS, STANDS
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.retreat.events import GunsAbandoned, GunsManned, GunsTaken
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, Guns, State

#: How far back crewmen step to find room beside others.
_STEPS_BACK = 12 * INCH
#: How near its guns a crew must be to go back to them. (MK-M39)
_AT_HAND = INCH
#: A crew that ran in this period does not come back in it.
_RAN: frozenset[Action] = frozenset(("retired", "retreated", "routed"))


def ground_of_guns(guns: Guns) -> Footprint:
    """The models side by side, as they were in action."""
    book = STANDS["gun"]
    row = ranks([guns.models], *(guns.base or (book.frontage, book.depth)))
    return footprint(row, pose(guns.x, guns.y, guns.heading))


def abandon(state: State, id: str, umpire: Umpire, rule: str = "mckie:morale.result.m7d") -> None:
    """The crews of a battery leave their guns and are infantry from now on.
    [mckie:resp.6] [mckie:morale.result.m3e] [mckie:morale.result.m7d]"""
    unit = state.units[id]
    if not unit.is_battery:
        return
    own = next(((wide, deep) for kind, wide, deep in unit.bases if kind == "gun"), None)
    guns = Guns(unit.arm, len(unit.crews), unit.x, unit.y, unit.heading, own)
    state.guns = {**state.guns, id: guns}
    state.change(id, arm="artillery_crew", formation="skirmish", crews=())
    _find_room(state, id)
    umpire.tell(GunsAbandoned(rules=(rule,), unit=id, title=unit.title))


def _find_room(state: State, id: str) -> None:
    """Crewmen in loose order take more room than their guns: they step back to find room."""
    unit = state.units[id]
    layout, others = field.layout_of(unit), standing.troops(state, [id])
    for step in range(0, _STEPS_BACK, INCH // 4):
        there = after(layout, unit.pose, back(step))
        ground = footprint(layout.solid, there)
        if not on_table(ground, *state.battle.table.size):
            return
        if not any(overlaps(ground, other, SLACK) for _, other in others):
            state.put(id, there)
            return


def settle(state: State, umpire: Umpire) -> None:
    """Guns without crews that an enemy touches are captured; steady crews nearby return."""
    for id, guns in state.guns.items():
        unit, ground = state.units[id], ground_of_guns(guns)
        taker = next(
            (
                other
                for other in state.of_side(ENEMY[unit.side])
                if in_contact(field.stands_of(state.units[other]), ground)
            ),
            None,
        )
        if taker is not None:
            _forget(state, id)
            umpire.tell(
                GunsTaken(
                    rules=("mckie:resp.6",),
                    unit=id,
                    title=unit.title,
                    by=state.units[taker].title,
                )
            )
        elif unit.place == "table" and unit.standing == "steady" and not unit.did & _RAN:
            _man(state, id, guns, ground, umpire)


def _man(state: State, id: str, guns: Guns, ground: Footprint, umpire: Umpire) -> None:
    unit = state.units[id]
    if not is_within(field.stands_of(unit), ground, _AT_HAND):
        return
    crews = crews_of(unit.figures, guns.models)
    manned = replace(
        unit,
        arm=guns.arm,
        formation="unlimbered",
        crews=crews,
        x=guns.x,
        y=guns.y,
        heading=guns.heading,
    )
    if any(
        overlaps(field.ground_of(manned), taken, SLACK) for _, taken in standing.troops(state, [id])
    ):
        return
    state.units = {**state.units, id: manned}
    _forget(state, id)
    umpire.tell(GunsManned(rules=("mckie:resp.6",), unit=id, title=unit.title))


def crews_of(figures: int, models: int) -> tuple[int, ...]:
    """Crewmen assigned to the models, the first ones filled up. [mckie:unit.crew]

    >>> crews_of(6, 2), crews_of(3, 2)
    ((4, 2), (3, 0))
    """
    full = LIMITS.crew_of_a_model
    return tuple(max(0, min(full, figures - full * place)) for place in range(models))


def _forget(state: State, id: str) -> None:
    state.guns = {other: guns for other, guns in state.guns.items() if other != id}
