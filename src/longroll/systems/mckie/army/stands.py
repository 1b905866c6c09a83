"""The stands of a unit on the table: where they are, who is on them, how far from others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from longroll.board.table import (
    Footprint,
    Layout,
    Pose,
    Table,
    Turn,
    after,
    centre,
    distance_between,
    distance_from,
    footprint,
    ground_at,
    is_within,
    ranks,
    with_behind,
)
from longroll.board.table.angles import HALF_TURN
from longroll.board.table.bases import closed_up
from longroll.board.table.places import Point, spot
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army import layouts
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import LIMITS, Stand, StandKind, based, figures_on_a_stand
from longroll.systems.mckie.words import Arm, Formation

_WATERS = ("water", "river")


# Bases


@lru_cache(maxsize=4096)
def plan_of(unit: Unit) -> layouts.Layout:
    """The ranks of a unit as it is."""
    return _plan(unit.arm, unit.formation, strength(unit), unit.front, unit.bases)


def strength(unit: Unit) -> int:
    """Figures for the layout: a battery keeps its models while it has them."""
    if unit.is_battery:
        return LIMITS.crew_of_a_model * len(unit.crews)
    return max(1, unit.figures)


Sizes: TypeAlias = tuple[tuple[StandKind, int, int], ...]


@lru_cache(maxsize=64)
def _sized(bases: Sizes) -> Mapping[StandKind, Stand]:
    """The stands of a unit whose bases are not all the book's. [mckie:base.optional]"""
    return based({kind: (frontage, depth) for kind, frontage, depth in bases})


@lru_cache(maxsize=4096)
def _plan(arm: Arm, formation: Formation, figures: int, front: int, bases: Sizes) -> layouts.Layout:
    # Losses may leave too few for a second rank, or a third: the ranks close up, and what is left
    # never takes more room than the whole did.
    stands = _sized(bases)
    narrower: Formation = "column" if formation == "attack_column" else "line"
    for plan in (
        layouts.layout(arm, formation, figures, front=front or None, stands=stands),
        layouts.layout(arm, formation, figures, stands=stands),
        layouts.layout(arm, narrower, figures, stands=stands),
    ):
        if not isinstance(plan, Refusal):
            return plan
    raise ValueError(f"{figures} figures of {arm} have no layout in {formation}")


@lru_cache(maxsize=4096)
def _drawn(plan: layouts.Layout, whole: bool, bases: Sizes, gaps: bool = False) -> Layout:
    stand = plan.stand
    drawn = ranks(plan.ranks, stand.frontage, stand.depth, plan.gap_across, plan.gap_between_ranks)
    if plan.gap_across and not gaps:
        drawn = closed_up(drawn, plan.gap_across)
    if plan.behind is None or not whole:
        return drawn
    kind = _sized(bases)[plan.behind.kind]
    return with_behind(drawn, plan.behind.number, kind.frontage, kind.depth, plan.behind.gap)


@lru_cache(maxsize=4096)
def layout_of(unit: Unit) -> Layout:
    """All the bases of a unit, including limbers and horse holders. In extended order a stand has
    twice its front: nothing passes between two of them. [mckie:form.ext.1] (MK-45)"""
    return _drawn(plan_of(unit), True, unit.bases)


def layout_in(arm: Arm, formation: Formation, figures: int, bases: Sizes = ()) -> Layout:
    """All the bases of so many troops in a formation."""
    return _drawn(_plan(arm, formation, figures, 0, bases), True, bases)


def shown_layout(unit: Unit) -> Layout:
    """The same bases as they are shown, with gaps between those in extended order."""
    return _drawn(plan_of(unit), True, unit.bases, gaps=True)


@lru_cache(maxsize=64)
def single(stand: Stand) -> Layout:
    """A stand by itself."""
    return ranks([1], stand.frontage, stand.depth)


@lru_cache(maxsize=4096)
def fighting_layout(unit: Unit) -> Layout:
    """The bases that fire, fight and are shot at."""
    return _drawn(plan_of(unit), False, unit.bases)


@lru_cache(maxsize=4096)
def ground_of(unit: Unit) -> Footprint:
    """Everything a unit covers, with bases that are edge to edge joined into one."""
    return footprint(layout_of(unit).solid, unit.pose)


@lru_cache(maxsize=4096)
def stands_of(unit: Unit) -> Footprint:
    """What others shoot at and run into."""
    return footprint(fighting_layout(unit), unit.pose)


def armed_by_stand(unit: Unit) -> tuple[int, ...]:
    """Figures on each fighting stand that have ammunition: the last ones are without.
    [mckie:ammo.6]"""
    counts = figures_by_stand(unit)
    if not unit.empty:
        return counts
    left = sum(counts) - unit.empty
    return tuple(max(0, min(count, left - sum(counts[:at]))) for at, count in enumerate(counts))


def figures_by_stand(unit: Unit) -> tuple[int, ...]:
    """Figures on each fighting stand, front rank first: the rearmost take the losses.
    [mckie:rem.stand]"""
    if unit.is_battery:
        return unit.crews
    if unit.is_vessel:
        return (unit.figures,)
    each = figures_on_a_stand(unit.arm, unit.formation)
    count = sum(plan_of(unit).ranks)
    left = unit.figures - unit.holders
    return tuple(max(0, min(each, left - each * place)) for place in range(count))


def front_stands(unit: Unit) -> range:
    """The places of the stands of the front rank."""
    return range(plan_of(unit).ranks[0])


# Distances


def gap(one: Unit, other: Unit) -> int:
    """Hundredths between the nearest stands of two units."""
    return distance_between(stands_of(one), stands_of(other))


def are_within(one: Unit, other: Unit, limit: int) -> bool:
    return is_within(stands_of(one), stands_of(other), limit)


def gap_to_point(point: Point, unit: Unit) -> int:
    return distance_from(spot(point), stands_of(unit))


def is_afloat(table: Table, unit: Unit) -> bool:
    """Whether a vessel is wholly on water, by the corners and the middle of its base.
    [mckie:opt.gunboat.1]"""
    base = stands_of(unit).bases[0]
    grounds = (ground_at(table, place) for place in (*base, centre(base)))
    return all(piece is not None and piece.kind in _WATERS for piece in grounds)


def facing_away(unit: Unit) -> Pose:
    """The pose of a unit that has turned about on the spot."""
    return after(layout_of(unit), unit.pose, Turn(HALF_TURN))
