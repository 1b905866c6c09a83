"""Melee on the table: who takes part, a round, the tests, who gives way and who steps forward."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from longroll.board.table import Pose, point, spot, spot_at
from longroll.board.table.ground import pieces_at
from longroll.kernel.agenda import Umpire
from longroll.miniatures.ways import is_free
from longroll.systems.honor_glory import melee
from longroll.systems.honor_glory.charges import Move
from longroll.systems.honor_glory.dice import d6
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.melee import Blow, Meeting, Round
from longroll.systems.honor_glory.melee_tables import MELEE, PUSH_BACK
from longroll.systems.honor_glory.morale import Reason, due_after_hit, in_order, worst
from longroll.systems.honor_glory.play import (
    buildings,
    destruction,
    field,
    guns,
    hits,
    ratings,
    runs,
)
from longroll.systems.honor_glory.play.events import Struck as StruckEvent
from longroll.systems.honor_glory.play.events import Touched
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.units import cover_class
from longroll.systems.honor_glory.words import FOOT, REGIMENTS, Action, Struck


class Won(NamedTuple):
    """A unit that is left without its enemy: who that was, whether cover was fought for, the
    building if it was one, and who else had fought that enemy."""

    unit: str
    enemy: str
    over_cover: bool
    building: str = ""
    others: tuple[str, ...] = ()


def _told(state: State, id: str, other: str, blow: Blow, umpire: Umpire) -> None:
    umpire.tell(
        StruckEvent(
            rules=("honor_glory:81.3b",),
            rolls=(*((blow.roll,) if blow.roll else ()), *blow.risk.rolls),
            unit=id,
            title=state.units[id].title,
            target=other,
            target_title=state.units[other].title,
            lines=blow.strike.lines,
            loss=int(blow.hit),
        )
    )


# Who takes part


def supports(state: State, id: str, enemy: str) -> list[str]:
    """Friends that touch a forward unit and fight nobody themselves. Whoever was activated and
    fired does not fight as well; those who only answered fire do. Nobody supports an attack on a
    building or formal cover, nor on a narrow front. [honor_glory:28.4a] [honor_glory:28.4b]
    [honor_glory:76.2] [honor_glory:76.5] [honor_glory:96.1.1b]"""
    unit = state.units[id]
    assaults = (id, enemy) in state.melees and cover_class(field.facts(state, enemy)) == "formal"
    if assaults or _is_narrow(state, id):
        return []
    able = [
        friend
        for friend in state.of_side(unit.side)
        if not state.units[friend].fought
        and not (state.units[friend].fired and state.units[friend].side == state.active)
        and state.units[friend].morale == "formed"
        and state.units[friend].arm in REGIMENTS
    ]
    return melee.supporters(
        id,
        able,
        lambda friend: state.opponent_of(friend) is not None,
        lambda friend: field.touching(state, friend, id),
    )


def _is_narrow(state: State, id: str) -> bool:
    """Whether a unit fights on a bridge, between houses or in a gully. [honor_glory:76.5]"""
    under = pieces_at(state.table, spot(state.units[id].pose.point))
    kinds = {piece.kind for piece in under}
    walled = any(piece.barred or piece.kind == "built_up" for piece in under)
    return "railway_cut" in kinds or ("road" in kinds and walled)


# A round


def fight(
    state: State,
    id: str,
    other: str,
    umpire: Umpire,
    *,
    struck: Struck = "front",
    first: bool = False,
    joining: bool = False,
    defender_move: Move = "halted",
) -> Won | None:
    """A round of melee between two forward units and their supports, then the tests of both. A
    unit strikes back once in a turn, at the first enemy to touch it; one that runs does not, and
    runs on. [honor_glory:13.rout.3] [honor_glory:89.2]
    [honor_glory:75.4] [honor_glory:76.3] [honor_glory:81.1a] [honor_glory:81.1b]
    [honor_glory:81.5] [honor_glory:9.1.2a] [honor_glory:28.4b] [honor_glory:3.actunit.3]
    [honor_glory:3.actunit.4] (HG-H62)"""
    runs_away = state.units[other].morale != "formed"  # [honor_glory:89.2]
    defender, turned = field.facts(state, other), None
    if first and struck != "front" and not (joining or runs_away):
        runs.turn_to(state, other, id)
        turned = field.facts(state, other)
    holder = _holder(state, id, other)
    helped = {one: supports(state, one, enemy) for one, enemy in ((id, other), (other, id))}
    for friend in (*helped[id], *helped[other]):
        ratings.try_out(state, friend, umpire)
    own, foes, from_edge = field.heights(state, id)
    strikes_back = (
        state.opponent_of(other) == id and not state.units[other].fought and not runs_away
    )
    found = melee.fight(
        Meeting(
            attacker=field.facts(state, id),
            defender=defender,
            month=state.played.file.date,
            attacker_height=own,
            defender_height=foes,
            from_edge=from_edge,
            first_contact=first,
            joining=joining,
            strikes_back=strikes_back,
            defender_move=defender_move,
            struck=struck,
            turned=turned,
            panics=True,
            attacker_supports=tuple(field.facts(state, one) for one in helped[id]),
            defender_supports=tuple(field.facts(state, one) for one in helped[other]),
        ),
        umpire,
    )
    before = {one: state.units[one].mp for one in (id, other)}
    due = settle(state, id, other, found, helped, umpire, strikes_back=strikes_back)
    lost = {one: before[one] - state.units[one].mp for one in (id, other)}
    if first and holder == other and state.units[id].arm in FOOT:
        destruction.hit_cover_of(state, other, id, umpire)
    actions = {one: hits.obey(state, one, in_order(due[one]), umpire) for one in (other, id)}
    if runs_away:
        actions[other] = worst((actions[other], "rout"))
    return _part(state, id, other, actions, helped, lost, holder, umpire)


def settle(
    state: State,
    id: str,
    other: str,
    found: Round,
    helped: Mapping[str, Sequence[str]],
    umpire: Umpire,
    *,
    strikes_back: bool,
) -> dict[str, list[Reason]]:
    """What a round cost both units; the tests that each of them must take. [honor_glory:81.5]
    [honor_glory:82.0c]"""
    due: dict[str, list[Reason]] = {id: [], other: []}
    for one, contact in ((id, found.on_attacker), (other, found.on_defender)):
        if contact is not None:
            if contact.basic is not None:
                hits.told(state, one, contact.basic, umpire)
            if contact.lines:
                title = state.units[one].title
                umpire.tell(
                    Touched(
                        rules=("honor_glory:82.0a",), unit=one, title=title, lines=contact.lines
                    )
                )
            hits.lose(state, one, contact.loss)
            state.change(one, prone=False)
    for one, enemy, blow, more in (
        (id, other, found.attack, found.attack_supports),
        (other, id, found.defence, found.defence_supports),
    ):
        # Supports that came too late to strike are left out.
        for striker, struck_by in zip((one, *helped[one]), (blow, *more), strict=False):
            if struck_by is not None:
                due[enemy] += _land(state, striker, enemy, struck_by, umpire)
                state.change(striker, fought=True)
    for one in (id, other) if strikes_back else (id,):
        state.change(one, fought=True, rounds=state.units[one].rounds + 1)
    return due


def _land(state: State, id: str, victim: str, blow: Blow, umpire: Umpire) -> list[Reason]:
    _told(state, id, victim, blow, umpire)
    if not blow.hit:
        return []
    hits.lose(state, victim, MELEE.hit)
    return due_after_hit("melee", hits.bury(state, victim, blow.risk, umpire, panic=blow.panic))


# Giving way


def _part(
    state: State,
    id: str,
    other: str,
    actions: dict[str, Action],
    helped: dict[str, list[str]],
    lost: dict[str, int],
    holder: str | None,
    umpire: Umpire,
) -> Won | None:
    """What a round leads to: flight, a support that steps forward, cover that is given up."""
    fled = [one for one in (other, id) if actions[one] in ("withdraw", "rout", "broken")]
    for one, enemy in ((other, id), (id, other)):
        if melee.is_overrun(True, actions[one], actions[enemy]):
            guns.overrun_with(state, one, umpire)
    house = state.units[holder].inside if holder else ""
    began = (id, other) in state.melees
    foes = {one: state.opponents_of(one) for one in fled}
    for one in fled:
        hits.carry_out(state, one, actions[one], umpire, spared=helped[one])
        hits.end_melee(state, one)
    if len(fled) == 1:
        gone = fled[0]
        victor = id if gone == other else other
        charged = began == (gone == other)
        for friend in helped[gone]:
            if step_forward(state, friend, victor, umpire, charged=charged):
                return None
        others = tuple(one for one in foes[gone] if one != victor)
        return Won(victor, gone, holder == gone, house, others)
    if fled:
        return None
    if holder is not None:
        for one, enemy in ((id, other), (other, id)):
            if melee.verdict(lost[one], lost[enemy]) == "lost":
                return _pushed_back(state, one, enemy, holder, umpire)
    for one in (id, other):
        tire(state, one, actions[id if one == other else other], umpire)
    return None


def _holder(state: State, id: str, other: str) -> str | None:
    """The unit whose cover is fought for: the one that was charged, if it has any.
    [honor_glory:86.0]"""
    defends = other if (id, other) in state.melees else id
    return defends if cover_class(field.facts(state, defends)) != "none" else None


def _pushed_back(state: State, id: str, enemy: str, holder: str, umpire: Umpire) -> Won | None:
    """The loser of a round about cover is moved back 10 cm and faces the enemy; one that cannot
    leave its building surrenders. [honor_glory:86.1] [honor_glory:96.1.3] [honor_glory:96.1.4a]
    [honor_glory:96.1.4b] [honor_glory:96.1.5]"""
    unit = state.units[id]
    hits.end_melee(state, id)
    if unit.inside:
        to = next(buildings.ways_out(state, id, enemy, PUSH_BACK), None)
        if to is None:
            hits.gone(state, id, "surrenders", umpire)
            return None
        buildings.leave(state, id)
    else:
        backs = (spot_at(unit.pose, 0, far) for far in range(PUSH_BACK, -1, -CM))
        poses = (Pose(point(back), unit.heading) for back in backs)
        to = next((pose for pose in poses if is_free(state, unit, pose, (id,))), unit.pose)
    state.put(id, to)
    rule = "honor_glory:96.1.4a" if id == holder else "honor_glory:96.1.3"
    runs.tell(state, id, unit.pose, rule, "driven back", umpire)
    return Won(enemy, id, True, unit.inside) if id == holder else None


def _step_to(state: State, id: str, enemy: str) -> Pose | None:
    """Where a support stands that takes on an enemy: turned to him, or straight ahead; None if
    there is no room. [honor_glory:81.6] [honor_glory:75.5]"""
    start = state.units[id].pose
    towards = field.heading_to(start.point, field.centre_of(state, enemy))
    for heading in (towards, start.heading):
        twin: State = state.copy()
        twin.put(id, Pose(start.point, heading))
        pose = runs.aligned(twin, id, enemy, "front", start)
        twin.put(id, pose)
        if is_free(twin, twin.units[id], pose, (id,)) and field.touching(twin, id, enemy):
            return pose
    return None


def step_forward(state: State, id: str, enemy: str, umpire: Umpire, *, charged: bool) -> bool:
    """A support takes the place of the forward unit that has left, which was `charged` by the
    enemy or had charged it; whether it could. [honor_glory:81.6] [honor_glory:42.3]"""
    unit = state.units[id]
    if unit.morale != "formed" or unit.place != "table":
        return False
    to = _step_to(state, id, enemy)
    if to is None:
        return False
    state.put(id, to)
    state.melees = (*state.melees, (enemy, id) if charged else (id, enemy))
    runs.tell(state, id, unit.pose, "honor_glory:81.6", "stepping forward", umpire)
    return True


def tire(state: State, id: str, enemy: Action, umpire: Umpire) -> None:
    """Cavalry is blown after two rounds that decided nothing, by OP4. [honor_glory:OP4.1a]
    [honor_glory:OP4.3] (HG-H72)"""
    unit = state.units[id]
    tires = state.options.blown_cavalry and unit.arm == "cavalry" and not unit.blown
    if tires and melee.is_blown(unit.rounds, enemy):
        state.change(id, blown=True, rest=d6(umpire, "rest of blown cavalry").value)
