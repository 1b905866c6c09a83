"""Commanders: what they add at a distance, how they die, and what their death costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from longroll.kernel.dice import Roll, Rolls
from longroll.systems.honor_glory.dice import d6, d10_at_most, total, two_d6
from longroll.systems.honor_glory.measure import Distance
from longroll.systems.honor_glory.options import OPTIONS, Wound
from longroll.systems.honor_glory.units import Leader, Troops
from longroll.systems.honor_glory.words import Rank

#: A commander is killed by a D10 of 0 or 1. [honor_glory:29.5]
KILLED_BY = 1
#: Ranks whose loss costs an activation counter. Section 22 leaves brigades out; the rule on risk
#: itself counts them. [honor_glory:22.5] [honor_glory:29.8] (HG-H20)
COSTLY: tuple[Rank, ...] = ("brigade", "division", "corps", "cinc")
#: Ranks whose loss counts as a broken unit. [honor_glory:10.b2] [honor_glory:10.b3]
IRREPLACEABLE: tuple[Rank, ...] = ("corps", "cinc")


# The bonus at a distance


def bonus_at_distance(leader: Leader) -> int:
    """Half of what he adds, rounded down, if he is with a unit himself; a unit commander has no
    radius. [honor_glory:OP14.0a] [honor_glory:OP14.0c] [honor_glory:OP14.1.1]
    [honor_glory:OP14.2]"""
    return leader.bonus // 2 if leader.in_contact and leader.rank in OPTIONS.radius else 0


def extended_bonus(leader: Leader, distances: Sequence[Distance]) -> tuple[int, ...]:
    """What each unit named for it receives, by the distance from the commander's centre to its own.

    Those beyond his radius get nothing, nor do those beyond the number he can help.
    [honor_glory:OP14.0b] [honor_glory:OP14.0d] [honor_glory:OP14.1.2] [honor_glory:OP14.1.3]
    [honor_glory:OP14.1.4] [honor_glory:OP14.1.5] [honor_glory:OP14.3]

    >>> extended_bonus(Leader("brigade", 4), [1500, 1500, 2500])
    (2, 0, 0)
    """
    bonus = bonus_at_distance(leader)
    reach = OPTIONS.radius.get(leader.rank)
    given: list[int] = []
    helped = 0
    for distance in distances:
        gets = reach is not None and distance <= reach.distance and helped < reach.units
        helped += gets
        given.append(bonus if gets else 0)
    return tuple(given)


# Risk


class Risk(msgspec.Struct, frozen=True):
    """What a hit did to the commanders with a unit: who fell, and by OP5 who was hit and lives,
    each with the points that he has left."""

    rolls: tuple[Roll, ...]
    killed: tuple[Leader, ...]
    wounded: tuple[tuple[Leader, int], ...] = ()

    def after(self, unit: Troops) -> Troops:
        """The unit with the commanders that are left to it. [honor_glory:9.1.1b]
        [honor_glory:OP5.0]"""
        commanders = list(unit.without(self.killed).commanders)
        for leader, left in self.wounded:
            commanders[commanders.index(leader)] = msgspec.structs.replace(leader, mp=left)
        return msgspec.structs.replace(unit, commanders=tuple(commanders))


def commanders_at_risk(unit: Troops, dice: Rolls) -> Risk:
    """Each commander with a unit that was hit is tested once, however many points it lost; by OP5
    a die says how badly he is hurt, before anything else is rolled.
    [honor_glory:29.3] [honor_glory:29.4] [honor_glory:29.5] [honor_glory:9.1.1b]
    [honor_glory:OP5.0] [honor_glory:OP5.2] (HG-H70, HG-43)"""
    rolls = []
    hit = []
    for leader in unit.leaders:
        roll, falls = d10_at_most(dice, KILLED_BY, f"{leader.rank} commander at risk")
        rolls.append(roll)
        if falls:
            hit.append(leader)
    if not unit.may_be_wounded:
        return Risk(tuple(rolls), tuple(hit))
    left = [(leader, wounded(leader.mp, 1, dice).mp) for leader in hit]
    killed = tuple(leader for leader, mp in left if not mp)
    return Risk(tuple(rolls), killed, tuple(one for one in left if one[1]))


def dies_if_reached(leader: Leader) -> bool:
    """Whether a commander who is hit as a target or touched by the enemy dies: only one without a
    unit can be. [honor_glory:29.2] [honor_glory:29.10] (HG-H69)"""
    return not leader.in_contact


def counters_lost(killed: Iterable[Leader]) -> int:
    """[honor_glory:29.8] [honor_glory:OP5.3]"""
    return sum(leader.rank in COSTLY for leader in killed)


def broken_by_loss(killed: Iterable[Leader]) -> int:
    """[honor_glory:10.b2] [honor_glory:10.b3]"""
    return sum(leader.rank in IRREPLACEABLE for leader in killed)


def tests_for_killed(killed: Iterable[Leader]) -> int:
    """COMMANDER KILLED tests of their unit: the commander-in-chief causes none.
    [honor_glory:29.6] [honor_glory:29.7]"""
    return sum(leader.rank != "cinc" and leader.in_contact for leader in killed)


def panic(dice: Rolls) -> Roll:
    """The points that every unit of an army loses when its commander-in-chief dies.
    [honor_glory:29.7]"""
    return d6(dice, "death of the commander-in-chief")


# Wounds


class Wounds(msgspec.Struct, frozen=True):
    """What became of a commander who was hit. [honor_glory:OP5.0]"""

    results: tuple[Wound, ...]
    mp: int

    @property
    def dead(self) -> bool:
        """[honor_glory:OP5.2]"""
        return self.mp == 0


def wounded(mp: int, hits: int, dice: Rolls) -> Wounds:
    """Hits on a commander, until he is dead. [honor_glory:30.1] [honor_glory:OP5.0]
    [honor_glory:OP5.1a] [honor_glory:OP5.1b] [honor_glory:OP5.1c] [honor_glory:OP5.2]"""
    results: list[Wound] = []
    for _ in range(hits):
        if mp == 0:
            break
        wound = OPTIONS.wounds[total(two_d6(dice, "wound"))]
        results.append(wound)
        left = {"killed": 0, "badly_wounded": mp // 2, "lightly_wounded": mp - 1, "unharmed": mp}
        mp = left[wound]
    return Wounds(tuple(results), mp)
