"""Whom a charge strikes, and who fights whom. [mckie:melee.elig.1] [mckie:melee.elig.3]"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from longroll.board.table import Pose, bases_in_contact, beside
from longroll.miniatures import contact
from longroll.miniatures.contact import front_in_contact, touched
from longroll.systems.mckie.army import stands
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import approach
from longroll.systems.mckie.rulebook import RULEBOOK
from longroll.systems.mckie.table.state import Charge, State
from longroll.systems.mckie.words import Struck


def closed(
    state: State, id: str, target: str, struck: Struck, far: int = contact.CLOSE
) -> Pose | None:
    """The pose of a unit that closes with another nearby; None if it reaches nobody. The edge of a
    built-up area does not keep it off. [mckie:bua.5]"""
    edges = approach.assaulted(state, id, target)
    return contact.closed(state, id, target, front=struck == "front", far=far, through=edges)


def struck_by(state: State, charge: Charge) -> tuple[Pose, dict[str, Struck]] | None:
    """Where a charge closes to contact, and whom it strikes there, and where: its target, and
    others in its way. None if it reaches nobody. [mckie:melee.elig.1] [mckie:ex.melee.attr]"""
    unit = state.units[charge.unit]
    pose = closed(state, charge.unit, charge.target, charge.struck)
    if pose is None:
        return None
    return pose, {
        other: charge.struck
        if other == charge.target
        else approach.struck_where(unit, state.units[other])
        for other in touched(state, charge.unit, pose)
    }


def shares(
    state: State, id: str, opponents: Sequence[str], behind: Collection[str] = ()
) -> dict[str, tuple[list[int], int, int]]:
    """The stands of a unit assigned to its opponents: those in contact, with how many of them
    overlap on the left, and on the right.

    A stand fights the one it faces most; one beside the contact fights there, unless it has an
    enemy of its own. Against opponents in its flank or rear that it could not turn to, the stands
    that they touch fight. [mckie:melee.elig.1] [mckie:melee.elig.3] [mckie:melee.flank.2]
    [mckie:ex.melee.attr]
    """
    unit = state.units[id]
    ground = stands.stands_of(unit)
    facing: dict[str, dict[int, int]] = {}
    for other in opponents:
        enemy = stands.stands_of(state.units[other])
        if other in behind:
            facing[other] = {place: 0 for place, _ in bases_in_contact(ground, enemy)}
        else:
            facing[other] = dict(front_in_contact(RULEBOOK, unit, unit.pose, enemy))
    told_off: dict[int, str] = {}
    for place in range(len(ground.bases)):
        found = [other for other in opponents if place in facing[other]]
        if found:
            told_off[place] = max(found, key=lambda other: facing[other][place])
    return _with_overlaps(unit, [one for one in opponents if one not in behind], told_off) | {
        other: ([place for place, fights in told_off.items() if fights == other], 0, 0)
        for other in behind
        if other in told_off.values()
    }


def _with_overlaps(
    unit: Unit, opponents: Sequence[str], told_off: dict[int, str]
) -> dict[str, tuple[list[int], int, int]]:
    layout = stands.fighting_layout(unit)
    front = stands.front_stands(unit)
    found: dict[str, tuple[list[int], int, int]] = {}
    for other in opponents:
        places = sorted(place for place, fights in told_off.items() if fights == other)
        if not places:
            continue
        ends = (beside(layout, places[0])[0], beside(layout, places[-1])[1])
        more = []
        for end in ends:
            free = end is not None and end in front and end not in told_off
            if free:
                assert end is not None
                told_off[end] = other
                places = sorted({*places, end})
            more.append(int(free))
        found[other] = (places, more[0], more[1])
    return found
