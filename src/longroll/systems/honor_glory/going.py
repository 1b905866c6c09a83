"""The allowance of a go: what each action costs, and what may not be done.

An activation gives 100 per cent. Every action is paid as it happens, at the rate of the formation
that the unit is in then. [honor_glory:39.1] [honor_glory:39.2] [honor_glory:39.3]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.systems.honor_glory.measure import Distance
from longroll.systems.honor_glory.options import MOST_ACTIVATIONS
from longroll.systems.honor_glory.rates import (
    CHANGE_BAR,
    COSTS,
    Mover,
    has_road_rate,
    rate,
    share_of,
)
from longroll.systems.honor_glory.words import FOOT, REGIMENTS, Arm, Formation

Obstacle = Literal["hedge", "fence", "low_stone_wall", "ditch", "barricade"]
#: Who is passed through. [honor_glory:42.0]
Passed = Literal["friendly_infantry", "friendly_cavalry", "routing_enemy", "artillery"]
#: On the road for the whole go, for part of it, or not at all. [honor_glory:44.3]
Road = Literal["whole", "part", "none"]


class Go(msgspec.Struct, frozen=True):
    """A unit in its go: how much of its allowance is left, in per cent of one activation.

    `enemy` is the distance of the nearest formed enemy. [honor_glory:3.go] [honor_glory:39.1]
    """

    mover: Mover
    left: Fraction
    road: Road = "none"
    enemy: Distance | None = None
    prone: bool = False
    fired: bool = False
    in_melee: bool = False
    wheeled: bool = False

    @property
    def rate(self) -> int | None:
        """Its rate now: by road only if the whole go is on the road.
        [honor_glory:44.3] [honor_glory:44.4] (HG-H46)"""
        return rate(self.mover, road=self.road == "whole")

    @property
    def distance_left(self) -> Fraction:
        """What is left of the allowance, as a distance. [honor_glory:41.1.1]"""
        return share_of(self.rate or 0, self.left)


def bars_to_activate(activations: int, *, two_at_most: bool = False) -> Iterator[Refusal]:
    """[honor_glory:3.ac.2] [honor_glory:28.3] [honor_glory:OP15.1] [honor_glory:OP15.2]"""
    if two_at_most and activations > MOST_ACTIVATIONS:
        most = MOST_ACTIVATIONS
        yield Refusal("honor_glory:OP15.1", f"a unit is activated {most} times in a go at most")


def begin(mover: Mover, activations: int, **facts: object) -> Go:
    """A go with so many activations: each gives a whole allowance, for this unit and this go only.
    [honor_glory:39.1] [honor_glory:38.2] [honor_glory:13.move.6] [honor_glory:13.move.7]
    [honor_glory:38.5]"""
    go = Go(mover, Fraction(100 * activations))
    return msgspec.structs.replace(go, **facts)


def _formations(arm: Arm) -> tuple[Formation, ...]:
    """The formations that an arm may change to. [honor_glory:13.form] [honor_glory:18.unused]"""
    if arm in FOOT:
        return ("line", "skirmish", "column")
    return ("line", "column") if arm == "cavalry" else ()


# What is barred


def _bars_to_pay(go: Go, cost: Distance, rule: str = "honor_glory:13.move.5") -> Iterator[Refusal]:
    """[honor_glory:13.move.5] [honor_glory:38.5]"""
    if cost > go.left:
        yield Refusal(rule, f"it costs {_written(cost)}% and {_written(go.left)}% is left")


def _written(percent: Distance) -> str:
    return str(percent) if percent == int(percent) else f"{float(percent):.1f}"


def _bars_to_prone(go: Go) -> Iterator[Refusal]:
    if go.prone:
        yield Refusal("honor_glory:53.1a", "it is lying down and must stand up first")  # (HG-03)


def move_cost(go: Go, distance: Distance) -> Fraction | None:
    """The share of an allowance that a distance takes; None if the unit cannot move."""
    return Fraction(distance) * 100 / go.rate if go.rate else None


def bars_to_move(go: Go, cost: Distance | None) -> Iterator[Refusal]:
    """[honor_glory:13.move.1] [honor_glory:13.move.5] [honor_glory:38.1] [honor_glory:44.1]
    [honor_glory:44.2]"""
    yield from _bars_to_prone(go)
    if go.road == "whole" and not has_road_rate(go.mover):
        yield Refusal("honor_glory:44.1", "only a column of march moves along a road")
    if cost is None or go.rate is None:
        yield Refusal("honor_glory:41.mlong", "a long gun cannot be manhandled")
    else:
        yield from _bars_to_pay(go, cost)


def bars_to_change(go: Go, to: Formation) -> Iterator[Refusal]:
    """[honor_glory:45.1] [honor_glory:45.2] [honor_glory:45.3] [honor_glory:45.4]
    [honor_glory:13.rout.2]"""
    yield from _bars_to_prone(go)
    if to == go.mover.formation or to not in _formations(go.mover.arm):
        yield Refusal("honor_glory:13.form", f"it cannot change to {to}")
    if go.enemy is not None and go.enemy <= CHANGE_BAR:
        yield Refusal("honor_glory:45.3", "formed enemies are within 10 cm")
    if go.in_melee:
        yield Refusal("honor_glory:45.4", "it is in melee")
    yield from _bars_to_pay(go, COSTS.change, "honor_glory:45.2")


def turn_cost(degrees: int) -> int:
    """A quarter of an allowance for every 90 degrees or part of them.
    [honor_glory:39.25b] [honor_glory:46.1a] (HG-H40)

    >>> turn_cost(45), turn_cost(90), turn_cost(180)
    (25, 25, 50)
    """
    return -(-abs(degrees) // 90) * COSTS.turn


def bars_to_turn(go: Go, degrees: int) -> Iterator[Refusal]:
    yield from _bars_to_prone(go)
    yield from _bars_to_pay(go, turn_cost(degrees), "honor_glory:46.1a")


def cross_cost(what: Obstacle) -> int:
    """[honor_glory:39.25c] [honor_glory:39.25d] [honor_glory:47.4] [honor_glory:47.5] (HG-H19)"""
    return COSTS.barricade if what == "barricade" else COSTS.cross


def bars_to_cross(go: Go, what: Obstacle) -> Iterator[Refusal]:
    yield from _bars_to_prone(go)
    yield from _bars_to_pay(go, cross_cost(what), "honor_glory:47.4")


def bars_to_fire_in_a_go(go: Go) -> Iterator[Refusal]:
    """[honor_glory:55.1] [honor_glory:55.2] [honor_glory:64.1] [honor_glory:65.0a]
    [honor_glory:72.0a] [honor_glory:54.6]"""
    arm, formation = go.mover.arm, go.mover.formation
    if arm not in (*FOOT, "artillery") or formation == "limbered":
        yield Refusal("honor_glory:55.2", f"{formation} {arm.replace('_', ' ')} cannot fire")
    if go.fired:
        yield Refusal("honor_glory:54.6", "it has fired in this turn")
    yield from _bars_to_pay(go, COSTS.fire, "honor_glory:55.1")


def bars_to_lie_down(go: Go) -> Iterator[Refusal]:
    """[honor_glory:53.1a] [honor_glory:53.1b] [honor_glory:53.2] [honor_glory:13.move.9]"""
    yield from _bars_to_prone(go)
    if go.mover.arm not in (*FOOT, "artillery"):
        yield Refusal("honor_glory:53.1b", "only infantry and artillery lie down")
    yield from _bars_to_pay(go, COSTS.prone, "honor_glory:53.2")


def bars_to_stand_up(go: Go) -> Iterator[Refusal]:
    """[honor_glory:53.1a] [honor_glory:53.2]"""
    if not go.prone:
        yield Refusal("honor_glory:53.1a", "it is not lying down")
    yield from _bars_to_pay(go, COSTS.prone, "honor_glory:53.2")


def bars_to_mount(go: Go, *, mounting: bool) -> Iterator[Refusal]:
    """[honor_glory:43.1] [honor_glory:43.2] [honor_glory:43.3] (HG-07)"""
    yield from _bars_to_prone(go)
    if go.mover.arm != ("dismounted_cavalry" if mounting else "cavalry"):
        word = "dismounted" if mounting else "mounted"
        yield Refusal("honor_glory:43.1", f"only {word} cavalry can do that")
    elif mounting and go.mover.formation == "skirmish":
        yield Refusal("honor_glory:18.cavline", "cavalry does not ride in skirmish order")
    yield from _bars_to_pay(go, COSTS.mount, "honor_glory:43.3")


def limber_cost(mover: Mover) -> int:
    """[honor_glory:39.25h] [honor_glory:39.50] [honor_glory:64.2] [honor_glory:64.3]"""
    long = mover.gun is not None and mover.gun.reach == "long"
    return COSTS.limber_long if long else COSTS.limber


def bars_to_limber(go: Go, *, limbering: bool) -> Iterator[Refusal]:
    """[honor_glory:17.limbered] [honor_glory:17.deployed] [honor_glory:65.0b] [honor_glory:70.4]"""
    yield from _bars_to_prone(go)
    if go.mover.arm != "artillery":
        yield Refusal("honor_glory:17.limbered", "only guns are limbered")
    elif (go.mover.formation == "limbered") == limbering:
        yield Refusal("honor_glory:17.limbered", f"the gun is {go.mover.formation} already")
    elif limbering and not go.mover.team:
        yield Refusal("honor_glory:70.4", "the gun has no team")
    yield from _bars_to_pay(go, limber_cost(go.mover), "honor_glory:64.2")


def pass_cost(mover: Mover, what: Passed) -> int:
    """[honor_glory:39.25i] [honor_glory:39.25j] [honor_glory:42.2] [honor_glory:42.4a]
    [honor_glory:42.5]"""
    free = what == "artillery" or mover.arm == "commander"
    return 0 if free else COSTS.pass_through


def bars_to_pass_through(go: Go, what: Passed) -> Iterator[Refusal]:
    """Who may be passed through; formed enemies never. [honor_glory:42.0] [honor_glory:42.1]
    [honor_glory:42.2] [honor_glory:42.4a] [honor_glory:42.5] (HG-04)"""
    yield from _bars_to_prone(go)
    if what != "artillery" and go.mover.arm not in (*REGIMENTS, "commander"):
        yield Refusal("honor_glory:42.4a", "only infantry and cavalry pass through regiments")
    yield from _bars_to_pay(go, pass_cost(go.mover, what), "honor_glory:42.4a")


# What is done


def _paid(go: Go, cost: Distance, **changes: object) -> Go:
    mover = {name: changes.pop(name) for name in ("arm", "formation") if name in changes}
    return msgspec.structs.replace(
        go,
        left=go.left - cost,
        mover=msgspec.structs.replace(go.mover, **mover),
        **changes,
    )


def moved(go: Go, cost: Distance) -> Go:
    return _paid(go, cost)


def changed(go: Go, to: Formation) -> Go:
    """[honor_glory:39.25a] [honor_glory:45.1]"""
    return _paid(go, COSTS.change, formation=to)


def turned(go: Go, degrees: int) -> Go:
    """A line that turns by 90 degrees stands in column of march, and a column in line, for the
    cost of the turn alone. [honor_glory:46.1a] [honor_glory:46.1b]"""
    flips = go.mover.arm in REGIMENTS and abs(degrees) % 180 == 90
    other: dict[Formation, Formation] = {"line": "column", "column": "line"}
    formation = other.get(go.mover.formation, go.mover.formation) if flips else go.mover.formation
    return _paid(go, turn_cost(degrees), formation=formation, wheeled=True)


def crossed(go: Go, what: Obstacle) -> Go:
    return _paid(go, cross_cost(what))


def fired(go: Go) -> Go:
    return _paid(go, COSTS.fire, fired=True)


def lay_down(go: Go) -> Go:
    """[honor_glory:53.3]"""
    return _paid(go, COSTS.prone, prone=True)


def stood_up(go: Go) -> Go:
    return _paid(go, COSTS.prone, prone=False)


def mounted(go: Go) -> Go:
    return _paid(go, COSTS.mount, arm="cavalry")


def dismounted(go: Go) -> Go:
    """[honor_glory:43.5]"""
    return _paid(go, COSTS.mount, arm="dismounted_cavalry")


def limbered_up(go: Go) -> Go:
    return _paid(go, limber_cost(go.mover), formation="limbered")


def unlimbered(go: Go) -> Go:
    return _paid(go, limber_cost(go.mover), formation="deployed")


def passed_through(go: Go, what: Passed) -> Go:
    return _paid(go, pass_cost(go.mover, what))


def took_cover(go: Go) -> Go:
    """Infantry that comes into contact with cover stands in line, free, even with nothing left and
    enemies near. [honor_glory:34.4] [honor_glory:45.3n] [honor_glory:96.2]"""
    return _paid(go, 0, formation="line") if go.mover.arm in FOOT else go
