"""Everything about a situation on the table that should never happen."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import Point, on_table, overlaps
from longroll.miniatures.bodies import is_present
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import LIMITS
from longroll.systems.mckie.command.radius import where
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

#: Bases in contact may overlap by the rounding of their corners, in hundredths.
_SLACK = 6


def faults_of(state: State) -> Iterator[str]:
    """Units that overlap, are off the table or have inconsistent numbers; generals,
    charges and melees with somebody who is not there."""
    for id, unit in state.units.items():
        for fault in of_unit(unit):
            yield f"{id} {fault}"
        if unit.weapon and unit.weapon not in state.battle.weapons:
            yield f"{id} has {unit.weapon!r}, which is not a weapon"
    yield from _of_places(state)
    here = set(state.present())
    for id, general in state.commanders.items():
        if general.joined and general.joined not in here:
            yield f"{id} is with {general.joined}, which is not there"
        elif general.place == "table" and not _is_on(state, where(state, general)):
            yield f"{id} is beyond the edge of the table"
    for charge in state.charges:
        if charge.unit not in here:
            yield f"{charge.unit} charges but is not there"
    for contact in state.contacts:
        for id in (contact.attacker, contact.defender):
            if id not in here:
                yield f"{id} is in a melee but is not there"
    for id in state.guns:
        if id not in state.units or state.units[id].is_battery:
            yield f"{id} has both left its guns and kept them"


def of_unit(unit: Unit) -> Iterator[str]:
    if unit.figures < 0 or (is_present(unit) and unit.figures < 1):
        yield f"is on the table with {unit.figures} figures"
    if unit.figures > unit.original:
        yield f"has {unit.figures} of {unit.original} figures"
    if not 0 <= unit.captured <= unit.original:
        yield f"has {unit.captured} of {unit.original} figures taken"
    if is_present(unit) and unit.empty > unit.figures:
        yield f"has {unit.empty} of {unit.figures} figures without ammunition"
    if unit.is_battery and is_present(unit):
        if sum(unit.crews) != unit.figures:
            yield f"has {unit.figures} crewmen, {sum(unit.crews)} of them at the guns"
        if not all(0 <= crew <= LIMITS.crew_of_a_model for crew in unit.crews):
            yield f"has crews of {unit.crews}"
    if unit.lost_heart and unit.standing != "routing":
        yield f"has lost heart but is {unit.standing}"


def _is_on(state: State, place: Point) -> bool:
    width, height = state.battle.table.size
    return 0 <= place.x <= width and 0 <= place.y <= height


def _of_places(state: State) -> Iterator[str]:
    here = [id for id in state.present() if state.units[id].figures > 0]
    stands = {id: field.stands_of(state.units[id]) for id in here}
    for place, id in enumerate(here):
        if not on_table(field.ground_of(state.units[id]), *state.battle.table.size):
            yield f"{id} is beyond the edge of the table"
        if state.units[id].is_vessel and not field.is_afloat(state.battle.table, state.units[id]):
            yield f"{id} is on dry land"
        for other in here[:place]:
            if overlaps(stands[id], stands[other], _SLACK):
                yield f"{other} and {id} overlap"
