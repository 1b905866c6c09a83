"""Rivers: fords, and the pontoon bridges that engineers build."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.systems.honor_glory.dice import d6, total, two_d6
from longroll.systems.honor_glory.measure import CM, Distance, whole_cm
from longroll.systems.honor_glory.rates import PONTOON, RIVERS, BridgeType
from longroll.systems.honor_glory.words import FOOT, Arm, Reach

Crossing = Literal["in_river", "across"]


# Fords


def is_fordable(width: Distance) -> bool:
    """[honor_glory:49.0b]

    >>> is_fordable(600), is_fordable(601)
    (True, False)
    """
    return width <= RIVERS.cross[-1][0] * CM


def score_to_cross(width: Distance) -> int:
    """The least that a D6 must show. [honor_glory:49.c1]"""
    return next(score for most, score in RIVERS.cross if width <= most * CM)


def attempt_to_cross(width: Distance, dice: Rolls) -> tuple[Roll, Crossing]:
    """One attempt of a unit at the bank or in the river. Across, its turn is over; otherwise it
    may try again when it is next activated.
    [honor_glory:49.c1] [honor_glory:49.c2] [honor_glory:49.c3]"""
    roll = d6(dice, "crossing the river")
    return roll, "across" if roll.value >= score_to_cross(width) else "in_river"


def attempts(width: Distance, activations: int, dice: Rolls) -> list[Crossing]:
    """Every attempt of a go, up to the one that succeeds."""
    results: list[Crossing] = []
    while len(results) < activations and "across" not in results:
        results.append(attempt_to_cross(width, dice)[1])
    return results


class Ford(msgspec.Struct, frozen=True):
    """What looking for a ford found: whether there is one, and whether wheels may use it."""

    found: bool
    wheels: bool


def look_for_ford(dice: Rolls, *, troops_agreed: bool = False) -> Ford:
    """A stretch of 5 cm is tested once and for all.
    [honor_glory:49.f1] [honor_glory:49.f1n] [honor_glory:49.f2]"""
    if d6(dice, "looking for a ford").value < RIVERS.ford_found:
        return Ford(False, False)
    return Ford(True, troops_agreed or d6(dice, "who may use it").value >= RIVERS.wheels_from)


# Pontoon bridges


def bars_to_bridge(type: BridgeType, arm: Arm, reach: Reach | None = None) -> Iterator[Refusal]:
    """Who may use a bridge of a type; light, medium and heavy guns are short, medium and long.
    [honor_glory:104.1.a] [honor_glory:104.1.b] [honor_glory:104.1.c] [honor_glory:104.1.d]
    (HG-H10)"""
    if arm in FOOT or arm == "commander" or type == "D":
        return
    if type == "A":
        yield Refusal("honor_glory:104.1.a", "a bridge of type A carries infantry only")
    elif arm == "artillery" and reach != "short" and (type == "B" or reach == "long"):
        rule = "honor_glory:104.1.b" if type == "B" else "honor_glory:104.1.c"
        yield Refusal(rule, f"a bridge of type {type} does not carry a {reach} gun")
    elif arm == "wagon":
        yield Refusal("honor_glory:104.1.d", "only a bridge of type D carries wagons")


def building_time(type: BridgeType, width: Distance, tidal: bool, dice: Rolls) -> int:
    """The activations that a bridge takes; a fast or tidal river adds a D6.
    [honor_glory:104.3.a] [honor_glory:104.3.b] [honor_glory:104.4.a]"""
    column = sum(whole_cm(width) > most for most in PONTOON.widths)
    table: dict[BridgeType, tuple[tuple[int, int, int], ...]] = {
        "A": PONTOON.A,
        "B": PONTOON.B,
        "C": PONTOON.C,
        "D": PONTOON.D,
    }
    needed = table[type][(d6(dice, "building a bridge").value - 1) // 2][column]
    return needed + (d6(dice, "a fast or tidal river").value if tidal else 0)


def halves_built(engineers: int) -> int:
    """What an activation of engineers adds to a bridge, in halves: weak ones need twice as long
    for what is outstanding. [honor_glory:104.3.c]"""
    return 1 if engineers <= PONTOON.weak else 2


def collapses(dice: Rolls) -> bool:
    """Whether an unfinished bridge collapses; tested whenever its engineers are activated.
    [honor_glory:104.5.e] [honor_glory:104.5.f]"""
    return total(two_d6(dice, "the bridge holds")) in PONTOON.collapses
