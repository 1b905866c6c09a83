"""Charges on the table: how far they reach, and where they strike."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.board.table import (
    Move,
    Piece,
    Wheel,
    distance_between,
    footprint,
    is_flanked_from,
    length,
    overlaps,
    poses,
)
from longroll.board.table.measure import SLACK
from longroll.kernel.decision import Refusal
from longroll.miniatures import approach
from longroll.miniatures.approach import Course, Goal, Gone, Way, goal_of
from longroll.miniatures.rulebook import gait_of
from longroll.systems.mckie.army import stands
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge.rules import charge_reach
from longroll.systems.mckie.movement.rates import ground_rate
from longroll.systems.mckie.table.state import Charge, State
from longroll.systems.mckie.words import FOOT, Struck


def whole_reach(unit: Unit) -> int | Refusal:
    """How far a unit charges over open ground. (MK-M31)"""
    reach = charge_reach(unit.arm, unit.formation)
    return reach if isinstance(reach, Refusal) else int(reach)


def struck_where(charger: Unit, target: Unit) -> Struck:
    """Where a charge strikes, from where it starts: the flank if it starts on or behind the line of
    the target's front. (MK-M21)"""
    return "flank" if is_flanked_from(target.pose, stands.stands_of(charger).centre) else "front"


def _towns(state: State, unit: Unit, goal: Goal) -> Iterator[Piece]:
    """Built-up areas that the target is in and a unit may not go through as it is formed: foot
    attacks those who hold the edge. [mckie:bua.5] (MK-48)"""
    barred = isinstance(ground_rate(unit.arm, unit.formation, "built_up"), Refusal)
    if barred and unit.arm in FOOT:
        for piece in state.battle.table.pieces:
            if piece.kind == "built_up" and overlaps(piece.ground, goal.ground, SLACK):
                yield piece


def assaulted(state: State, id: str, target: str) -> list[str]:
    """The built-up areas whose edge a charge of one unit on another attacks. [mckie:bua.5]"""
    goal = goal_of(state, target)
    return [piece.name for piece in _towns(state, state.units[id], goal)]


def _course(state: State, id: str, goal: Goal) -> Course | Refusal:
    """How a charge goes: among houses as in extended order. [mckie:bua.3] (MK-48)"""
    unit = state.units[id]
    reach = whole_reach(unit)
    if isinstance(reach, Refusal):
        return reach
    towns = tuple(piece.name for piece in _towns(state, unit, goal))
    gait = gait_of(unit)._replace(formation="extended") if towns else None
    return Course(reach, gait, towns)


def way_to(state: State, id: str, goal: Goal, wheel: Wheel | None = None) -> Way | Refusal:
    """The way of a charge, or what is wrong with it; a `wheel` that is given is made first.

    [mckie:rate.foot] [mckie:rate.cav] [mckie:move.max] [mckie:pass.4] (MK-M31, MK-M48, MK-M49)
    """
    course, unit = _course(state, id, goal), state.units[id]
    if isinstance(course, Refusal):
        return course
    inside = next(_towns(state, unit, goal), None)
    if inside is not None and overlaps(stands.ground_of(unit), inside.ground, SLACK):
        return Refusal(
            "mckie:bua.6",
            f"to go further into {inside.name} it must form extended order or march column",
        )
    return approach.way_to(state, id, goal, course, wheel)


def advance(state: State, id: str, goal: Goal, declared: Move) -> Gone:
    """A charge goes as far as its reach and what is in the way allow."""
    course = _course(state, id, goal)
    assert not isinstance(course, Refusal), course
    return approach.advance(state, id, goal, course, declared)


def length_of(state: State, charge: Charge) -> int:
    """How long the way of a charge is up to contact, before it is made."""
    unit = state.units[charge.unit]
    layout = stands.layout_of(unit)
    end = poses(layout, unit.pose, charge.way)[-1]
    gap = distance_between(footprint(layout, end), goal_of(state, charge.target).ground)
    return sum(length(layout, leg) for leg in charge.way) + gap
