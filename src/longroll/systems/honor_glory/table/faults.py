"""Everything about a situation on the table that should never happen."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import on_table, overlaps
from longroll.kernel.decision import Refusal
from longroll.miniatures.standing import ground_of
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.orders import read_order
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.weapons import GUN_CLASSES, GUNS
from longroll.systems.honor_glory.words import REGIMENTS, SIDES, Formation

#: Bases in contact may overlap by the rounding of their corners, in hundredths.
_SLACK = 6
FORMATIONS: dict[str, tuple[Formation, ...]] = {
    "infantry": ("line", "column", "skirmish"),
    "dismounted_cavalry": ("line", "column", "skirmish"),
    "cavalry": ("line", "column"),
    "artillery": ("deployed", "limbered"),
    "team": ("limbered",),
    "wagon": ("limbered", "column"),
}


def faults_of(state: State) -> Iterator[str]:
    """Units that overlap, are off the table or have inconsistent facts; commanders, melees and
    orders of somebody who is not there."""
    for id, unit in state.units.items():
        yield from (f"{id} {fault}" for fault in of_unit(unit))
    yield from _of_places(state)
    here = set(state.present())
    for id, one in state.commanders.items():
        if one.side not in SIDES:
            yield f"{id} is of no side"
        if one.place == "table" and one.joined not in state.units:
            yield f"{id} is with nobody"
    for pair in state.melees:
        if not {*pair} <= here or len({state.units[id].side for id in pair}) < 2:
            yield f"{' and '.join(pair)} cannot be in melee"
    for id, words in state.declared.items():
        if id not in state.units or isinstance(read_order(words), Refusal):
            yield f"{id} has no order that makes sense"
    if sorted(state.goes) != sorted(state.declared):
        yield "the goes are not those of the orders"
    for step in state.agenda:
        if isinstance(step, Declare):
            continue
        for name in ("unit", "charger", "target", "enemy", "fled", "other"):
            who = getattr(step, name, None)
            if isinstance(who, str) and who not in state.units:
                yield f"{who!r} of the agenda is not there"
        if type(step).__name__ == "Go" and step.unit not in state.declared:
            yield f"{step.unit} has a go without an order"


def of_unit(unit: Unit) -> Iterator[str]:
    """What is wrong with a unit by itself."""
    if unit.side not in SIDES:
        yield "is of no side"
    if unit.formation not in FORMATIONS.get(unit.arm, ()):
        yield f"is {unit.arm!r} in {unit.formation!r}"
    if unit.arm == "artillery" and unit.gun not in GUNS and unit.gun not in GUN_CLASSES:
        yield f"has no gun {unit.gun!r}"
    if unit.arm in REGIMENTS and unit.weapon is None:
        yield "has no weapon"
    if unit.morale == "formed" and unit.place == "table" and not unit.mp:
        yield "is formed without morale points"


def _of_places(state: State) -> Iterator[str]:
    here = [id for id in state.present() if state.units[id].formation]
    if any(True for id in here for _ in of_unit(state.units[id])):
        return  # it has no layout that could be looked at
    grounds = {id: ground_of(RULEBOOK, state.units[id]) for id in here}
    for place, id in enumerate(here):
        if not on_table(grounds[id], *state.table.size):
            yield f"{id} is beyond the edge of the table"
        for other in here[:place]:
            if overlaps(grounds[id], grounds[other], _SLACK):
                yield f"{other} and {id} overlap"
