"""The allowance of a go: what each action on the spot costs, and what may not be done.

An activation gives 100 per cent. Every action is paid as it happens, at the rate of the formation
that the unit is in then. [honor_glory:39.1] [honor_glory:39.2] [honor_glory:39.3]
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.systems.honor_glory.measure import Distance
from longroll.systems.honor_glory.options import MOST_ACTIVATIONS
from longroll.systems.honor_glory.rates import COSTS, Mover
from longroll.systems.honor_glory.words import FOOT, REGIMENTS, Arm, Formation


class Go(msgspec.Struct, frozen=True):
    """A unit in its go: how much of its allowance is left, in per cent of one activation.
    [honor_glory:3.go] [honor_glory:39.1]"""

    mover: Mover
    left: Fraction
    prone: bool = False


def bars_to_activate(activations: int, *, two_at_most: bool = False) -> Iterator[Refusal]:
    """[honor_glory:3.ac.2] [honor_glory:28.3] [honor_glory:OP15.1] [honor_glory:OP15.2]"""
    if two_at_most and activations > MOST_ACTIVATIONS:
        most = MOST_ACTIVATIONS
        yield Refusal("honor_glory:OP15.1", f"a unit is activated {most} times in a go at most")


def _formations(arm: Arm) -> tuple[Formation, ...]:
    """The formations that an arm may change to. [honor_glory:13.form] [honor_glory:18.unused]"""
    if arm in FOOT:
        return ("line", "skirmish", "column")
    return ("line", "column") if arm == "cavalry" else ()


def bars_to_prone(prone: bool) -> Iterator[Refusal]:
    """(HG-03)"""
    if prone:
        yield Refusal("honor_glory:53.1a", "it is lying down and must stand up first")


def _bars_to_pay(go: Go, cost: int, rule: str) -> Iterator[Refusal]:
    """[honor_glory:13.move.5] [honor_glory:38.5]"""
    if cost > go.left:
        yield Refusal(rule, f"it costs {cost}% and {_written(go.left)}% is left")


def _written(percent: Distance) -> str:
    return str(percent) if percent == int(percent) else f"{float(percent):.1f}"


# Manoeuvres: a formation to change to, or a word


def cost_of(mover: Mover, manoeuvre: str) -> int:
    """The share of an allowance that a manoeuvre takes. [honor_glory:39.25a] [honor_glory:39.25e]
    [honor_glory:39.25f] [honor_glory:43.3] [honor_glory:45.1] [honor_glory:53.2]
    [honor_glory:13.move.9]"""
    match manoeuvre:
        case "limber" | "unlimber":
            return limber_cost(mover)
        case "lie_down" | "stand_up":
            return COSTS.prone
        case "mount" | "dismount":
            return COSTS.mount
    return COSTS.change


def limber_cost(mover: Mover) -> int:
    """[honor_glory:39.25h] [honor_glory:39.50] [honor_glory:64.2] [honor_glory:64.3]"""
    long = mover.gun is not None and mover.gun.reach == "long"
    return COSTS.limber_long if long else COSTS.limber


def bars_to_manoeuvre(go: Go, manoeuvre: str) -> Iterator[Refusal]:
    """Everything that keeps a unit from a manoeuvre, wherever its enemies are."""
    rule = "honor_glory:45.2"
    match manoeuvre:
        case "limber" | "unlimber":
            rule = "honor_glory:64.2"
            yield from bars_to_prone(go.prone)
            yield from _bars_to_limber(go.mover, limbering=manoeuvre == "limber")
        case "lie_down":
            rule = "honor_glory:53.2"
            yield from bars_to_prone(go.prone)
            if go.mover.arm not in (*FOOT, "artillery"):
                yield Refusal("honor_glory:53.1b", "only infantry and artillery lie down")
        case "stand_up":
            rule = "honor_glory:53.2"
            if not go.prone:
                yield Refusal("honor_glory:53.1a", "it is not lying down")
        case "mount" | "dismount":
            rule = "honor_glory:43.3"
            yield from bars_to_prone(go.prone)
            yield from _bars_to_mount(go.mover, mounting=manoeuvre == "mount")
        case _:
            yield from bars_to_prone(go.prone)
            if manoeuvre == go.mover.formation or manoeuvre not in _formations(go.mover.arm):
                yield Refusal("honor_glory:13.form", f"it cannot change to {manoeuvre}")
    yield from _bars_to_pay(go, cost_of(go.mover, manoeuvre), rule)


def _bars_to_limber(mover: Mover, *, limbering: bool) -> Iterator[Refusal]:
    """[honor_glory:17.limbered] [honor_glory:17.deployed] [honor_glory:65.0b] [honor_glory:70.4]"""
    if mover.arm != "artillery":
        yield Refusal("honor_glory:17.limbered", "only guns are limbered")
    elif (mover.formation == "limbered") == limbering:
        yield Refusal("honor_glory:17.limbered", f"the gun is {mover.formation} already")
    elif limbering and not mover.team:
        yield Refusal("honor_glory:70.4", "the gun has no team")


def _bars_to_mount(mover: Mover, *, mounting: bool) -> Iterator[Refusal]:
    """[honor_glory:43.1] [honor_glory:43.2] (HG-07)"""
    if mover.arm != ("dismounted_cavalry" if mounting else "cavalry"):
        word = "dismounted" if mounting else "mounted"
        yield Refusal("honor_glory:43.1", f"only {word} cavalry can do that")
    elif mounting and mover.formation == "skirmish":
        yield Refusal("honor_glory:18.cavline", "cavalry does not ride in skirmish order")


def manoeuvred(go: Go, manoeuvre: str) -> Go:
    """A unit after a manoeuvre. [honor_glory:39.25a] [honor_glory:43.5] [honor_glory:45.1]
    [honor_glory:53.3]"""
    left = go.left - cost_of(go.mover, manoeuvre)
    if manoeuvre in ("lie_down", "stand_up"):
        return replace(go, left=left, prone=manoeuvre == "lie_down")
    arms: dict[str, Arm] = {"mount": "cavalry", "dismount": "dismounted_cavalry"}
    if manoeuvre in arms:
        return replace(go, left=left, mover=replace(go.mover, arm=arms[manoeuvre]))
    form = {"limber": "limbered", "unlimber": "deployed"}.get(manoeuvre, manoeuvre)
    return replace(go, left=left, mover=replace(go.mover, formation=form))


# Turns


def turn_cost(degrees: int) -> int:
    """A quarter of an allowance for every 90 degrees or part of them.
    [honor_glory:39.25b] [honor_glory:46.1a] (HG-H40)

    >>> turn_cost(45), turn_cost(90), turn_cost(180)
    (25, 25, 50)
    """
    return -(-abs(degrees) // 90) * COSTS.turn


def bars_to_turn(go: Go, degrees: int) -> Iterator[Refusal]:
    yield from bars_to_prone(go.prone)
    yield from _bars_to_pay(go, turn_cost(degrees), "honor_glory:46.1a")


def turned(go: Go, degrees: int) -> Go:
    """A line that turns by 90 degrees stands in column of march, and a column in line, for the
    cost of the turn alone. [honor_glory:46.1a] [honor_glory:46.1b]"""
    flips = go.mover.arm in REGIMENTS and abs(degrees) % 180 == 90
    other: dict[Formation, Formation] = {"line": "column", "column": "line"}
    formation = other.get(go.mover.formation, go.mover.formation) if flips else go.mover.formation
    mover = replace(go.mover, formation=formation)
    return replace(go, mover=mover, left=go.left - turn_cost(degrees))
