"""A division that is ordered to RETREAT goes back in every period. (MK-M58)

Its units that have not moved when their army ends its moves are marched away from the enemy.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from longroll.board.table import about_face, ahead, back
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.miniatures.drill import Change, Drill
from longroll.miniatures.marching import March, march
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.command import radius, riding
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.movement import moving
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.events import Moved
from longroll.systems.mckie.movement.rates import normal_rate
from longroll.systems.mckie.orders import obeying
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import Side


def steps(state: State, side: Side) -> list[Ask | Do]:
    return [ObeyRetreat(side)] if state.options.generalship else []


class ObeyRetreat(Do, frozen=True):
    """Every unit of a retreating division that has not moved, except units that are charged.
    [mckie:ord.retreat.1] [mckie:ord.retreat.2] [mckie:ord.retreat.charged] (MK-M58)"""

    side: Side

    def run(self, state: State, umpire: Umpire) -> None:
        for id in state.of_side(self.side):
            if is_to_go(state, id):
                _go(state, id, umpire)


def is_to_go(state: State, id: str) -> bool:
    unit = state.units[id]
    return (
        obeying.is_bound(state, id)
        and not unit.parent
        and radius.order_of(state, id) == "RETREAT"
        and unit.standing == "steady"
        and not unit.did & {"moved", "charged", "retired", "retreated", "routed"}
        and not state.opponents(id)
        and not state.chargers_of(id)
        and state.charge_of(id) is None
    )


def _go(state: State, id: str, umpire: Umpire) -> None:
    unit = state.units[id]
    for drill in _ways(unit):
        done = march(state, id, drill)
        if done.length and not done.bars and _leads_away(state, id, done):
            moving.place_after(state, id, drill, done)
            riding.take_along(state, id)
            after = state.units[id]
            umpire.tell(
                Moved(
                    rules=("mckie:ord.retreat.1",),
                    unit=id,
                    title=unit.title,
                    order=DRILL.say(drill),
                    distance=done.length,
                    formation=after.formation,
                    start=(unit.x, unit.y),
                    x=after.x,
                    y=after.y,
                    heading=after.heading,
                    lines=done.lines,
                )
            )
            return


def _leads_away(state: State, id: str, done: March) -> bool:
    before = radius.nearest_enemy(state, state.units[id])
    after = radius.nearest_enemy(state, done.unit)
    if before is None or after is None:
        return next(obeying.bars_to_move(state, id, done.unit), None) is None
    return after > before


def _ways(unit: Unit) -> Iterator[Drill]:
    """About and away as far as it goes, or straight on, or back step by step."""
    first = (Change("limber"),) if unit.formation == "unlimbered" else ()
    formation = "limbered" if first else unit.formation
    whole = normal_rate(unit.arm, formation)
    if whole is None:
        return
    rate = whole * (1 - Fraction(unit.spent, 100))
    for share in (75, 50, 25, 12):
        length = int(rate * share // 100) // 5 * 5
        if length < INCH // 4:
            continue
        yield Drill((*first, about_face(), ahead(length)))
        yield Drill((*first, ahead(length)))
        if not first:
            yield Drill((back(length // 2),))


STEPS = (ObeyRetreat,)
