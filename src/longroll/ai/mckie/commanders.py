"""Generals: the orders they write, whom they activate, where they ride."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.ai.mckie.aims import Aim, counts
from longroll.ai.mckie.ground import Known, is_foot, middle
from longroll.ai.mckie.plans import Task
from longroll.ai.miniatures.going import beyond
from longroll.board.table import Point, bearing_to, distance
from longroll.board.table.places import INCH
from longroll.kernel.decision import Choice
from longroll.miniatures.measure import written
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.command import activating, radius
from longroll.systems.mckie.movement import move_orders
from longroll.systems.mckie.movement.rates import MOVEMENT
from longroll.systems.mckie.orders import giving, obeying, reviewing
from longroll.systems.mckie.table import field
from longroll.systems.mckie.words import Order

#: A general keeps this far from enemies who could ride him down.
_SAFE = 5 * INCH
#: In the last periods of an attack danger counts less, and those this near their goal most.
_LAST, _BRAVE, _ALMOST = 3, 0.3, 9 * INCH
#: A division this much smaller than it began gives ground if it may.
_BEATEN = 40
#: A radius of command in which two brigades hardly find room.
_SMALL = 6 * INCH
_ROLES = ("cinc", "corps", "division")


# Orders


def wanted_order(known: Known, aim: Aim, who: str) -> tuple[str, ...]:
    """The words of the order that a general should have now."""
    place = (written(aim.place.x), written(aim.place.y))
    word: Order = "ATTACK" if aim.stance == "attack" else "DEFEND"
    if word == "ATTACK" and known.generals[who].role == "division" and _is_spent(known, who):
        word = "DEFEND"
        mine = reviewing.units_of(known.state, who)
        here = middle(known.own[id].pose.point for id in mine if id in known.own)
        place = (written(max(0, here.x)), written(max(0, here.y)))
    return word, *place


def _is_spent(known: Known, who: str) -> bool:
    """Whether a division has lost so much that it can only hold its ground."""
    mine = [
        unit
        for unit in known.state.units.values()
        if unit.division in known.generals[who].divisions
        and unit.arm != "wagon"
        and not unit.parent
    ]
    began = sum(unit.original for unit in mine)
    left = sum(unit.figures for unit in mine if unit.place == "table")
    here = any(unit.place == "table" for unit in mine)
    return here and known.periods_left > 2 and 100 * left < _BEATEN * began


def command(known: Known, aim: Aim) -> Choice | None:
    """The next thing to do in the activation step: orders first, then the activation of whoever
    has them, corps before divisions."""
    for one in _commands(known, aim):
        if not any(activating.Activate(known.side).bars_to_order(known.state, one)):
            return one
    return None


def _commands(known: Known, aim: Aim) -> Iterator[Choice]:
    state = known.state
    by_rank = sorted(known.generals, key=lambda who: _ROLES.index(known.generals[who].role))
    for who in by_rank:
        general = known.generals[who]
        if general.role == "cinc":
            yield from _in_person(known, who)
            continue
        pile = giving.pile_of(state, who)
        wanted = wanted_order(known, aim, who)
        if pile.in_force is not None and pile.in_force.word == "RETREAT":
            yield Choice("halt", (who,))
        elif not pile.orders or (who not in state.tried and _is_stale(known, who, wanted)):
            yield Choice("order", (who, *wanted))
        yield Choice("activate", (who,))
    yield from _tasks(known, aim)


def _is_stale(known: Known, who: str, wanted: tuple[str, ...]) -> bool:
    """Whether an order should be changed: another word, or a place far from the one wanted."""
    order = giving.pile_of(known.state, who).orders[0]
    if order.word == "RETREAT":
        return False
    if order.word != wanted[0]:
        return True
    there = obeying.place_of(known.state, order)
    if there is None:
        return False
    x, y = (round(float(word) * INCH) for word in wanted[1:])
    return distance(there, Point(x, y)) > 10 * INCH


def _in_person(known: Known, chief: str) -> Iterator[Choice]:
    """A commander-in-chief takes the place of a junior who cannot be got to move, and hands the
    command back when that is done."""
    state = known.state
    mine = [who for who in known.generals if chief in giving.chain_above(state, who)]
    idle = [who for who in mine if who in state.tried and not giving.pile_of(state, who).active]
    if chief in state.personally:
        place = state.personally[chief]
        if place in state.commanders and giving.pile_of(state, place).active and idle:
            yield Choice("release", (chief,))
    elif len(idle) == 1 and all(
        giving.pile_of(state, who).active for who in mine if who not in idle
    ):
        yield Choice("override", (chief, idle[0]))


def _tasks(known: Known, aim: Aim) -> Iterator[Choice]:
    """A general who reaches hardly beyond a brigade sends those that attack on their own; else
    brigades that came back to their division are under its orders again."""
    for id, unit in known.own.items():
        who = known.commander(unit)
        if who not in known.generals or not is_foot(unit):
            continue
        reach = radius.radius_of(known.state, known.generals[who], unit)
        if aim.stance == "attack" and reach <= _SMALL:
            yield Choice("detach", (id,))
        elif id in known.state.detached:
            yield Choice("attach", (id,))


def send(known: Known, aim: Aim) -> Choice | None:
    """New orders without generalship, in person or by courier, for a general whose order is no
    longer what is wanted."""
    state = known.state
    ask = giving.SendOrders(known.side)
    riding = {one.receiver for one in state.couriers if one.side == known.side}
    for who, general in known.generals.items():
        if general.role == "cinc" or who in riding or not giving.pile_of(state, who).orders:
            continue
        wanted = wanted_order(known, aim, who)
        if not _is_stale(known, who, wanted):
            continue
        above = giving.superior_of(state, who)
        for one in (
            Choice("order", (who, *wanted)),
            Choice("courier", (above or "", who, *wanted)),
        ):
            if not any(ask.bars_to_order(state, one)):
                return one
    return None


# Riding


def ride(known: Known, aim: Aim, tasks: dict[str, Task], who: str) -> Choice | None:
    """Where a general rides; None if he is well placed."""
    general = known.generals[who]
    if general.moved:
        return None
    here = radius.where(known.state, general)
    if general.role == "division":
        mine = _men(known, general)
        spots = _spots_among(known, mine, tasks, here)

        def value(spot: Point) -> float:
            return _reached(known, aim, general, mine, tasks, spot)
    else:
        juniors = [one for id, one in known.generals.items() if one.superior == who]
        spots = _spots_behind(known, aim, juniors, here)

        def value(spot: Point) -> float:
            far = sum(distance(spot, radius.where(known.state, one)) for one in juniors)
            return -far / INCH / max(1, len(juniors)) - _danger(known, spot)

    least = value(here) + 0.2
    ranked = sorted(
        ((value(spot) - distance(here, spot) / 10_000, spot) for spot in spots),
        key=lambda pair: -pair[0],
    )
    for worth, spot in ranked:
        if worth <= least:
            return None
        order = Choice("ride", (who, written(spot.x), written(spot.y)))
        if not any(move_orders.bars_to_order(known.state, known.side, order)):
            return order
    return None


def _men(known: Known, general: General) -> dict[str, Unit]:
    return {
        id: unit
        for id, unit in known.of_divisions(general.divisions).items()
        if unit.arm != "wagon" and not unit.parent and not unit.is_vessel
    }


def _reached(
    known: Known,
    aim: Aim,
    general: General,
    mine: dict[str, Unit],
    tasks: dict[str, Task],
    spot: Point,
) -> float:
    """How many of his men a general would reach from a spot, those still to move counting most;
    near the end of an attack, those who are almost where they should be, whatever the danger."""
    score = 0.0
    last = aim.stance == "attack" and known.periods_left <= _LAST
    for id, unit in mine.items():
        reach = radius.radius_of(known.state, general, unit) - INCH // 4
        now = field.gap_to_point(spot, unit)
        weight = 0.6 if unit.done else 1.0
        if unit.formation == "unlimbered":
            weight *= 0.4
        if id in tasks and tasks[id].kind == "dash":
            weight *= 3
        elif last and id in tasks and not counts(known.state, aim.condition, unit):
            if distance(unit.pose.point, tasks[id].goal.point) <= _ALMOST:
                weight *= 3
        if now <= reach:
            score += 2 * weight
            task = tasks.get(id)
            if task is not None and not unit.done:
                far = distance(unit.pose.point, task.goal.point)
                step = min(far, 6 * INCH)
                if step:
                    heading = bearing_to(unit.pose.point, task.goal.point)
                    then = beyond(unit.pose.point, heading, step)
                    score += weight if distance(spot, then) <= reach + 2 * INCH else 0
                else:
                    score += weight
    return score - _danger(known, spot) * (_BRAVE if last else 1)


def _danger(known: Known, spot: Point) -> float:
    """How near a spot is to enemies who could ride a general down."""
    return sum(
        max(0, _SAFE - field.gap_to_point(spot, foe)) / INCH
        for foe in known.formed_foes.values()
        if distance(spot, foe.pose.point) < 2 * _SAFE
    )


def _spots_among(
    known: Known, mine: dict[str, Unit], tasks: dict[str, Task], here: Point
) -> Iterator[Point]:
    """Spots among the men of a division, and where they are going."""
    if not mine:
        return
    centre = middle(unit.pose.point for unit in mine.values())
    goals = [tasks[id].goal.point for id in mine if id in tasks]
    heading = known.forward
    if goals and distance(centre, middle(goals)) > INCH:
        heading = bearing_to(centre, middle(goals))
    for far in (-4, -2, 0, 2, 4, 6):
        for aside in (-6, -3, 0, 3, 6):
            yield from _on_the_table(known, here, beyond(centre, heading, far * INCH, aside * INCH))


def _spots_behind(known: Known, aim: Aim, juniors: list[General], here: Point) -> Iterator[Point]:
    """A corps commander rides behind his divisions, a commander-in-chief behind his army."""
    if not juniors:
        return
    centre = middle(radius.where(known.state, one) for one in juniors)
    for far in (-4, -2, 0):
        for aside in (-2, 0, 2):
            spot = beyond(centre, aim.heading, far * INCH, aside * INCH)
            yield from _on_the_table(known, here, spot)


def _on_the_table(known: Known, here: Point, spot: Point) -> Iterator[Point]:
    width, height = known.size
    if INCH < spot.x < width - INCH and INCH < spot.y < height - INCH:
        yield _within(here, spot, MOVEMENT.mounted_general - 2)


def _within(here: Point, there: Point, reach: int) -> Point:
    """The place itself, or as near to it as he gets."""
    far = distance(here, there)
    if far <= reach:
        return there
    return Point(
        here.x + (there.x - here.x) * reach // far, here.y + (there.y - here.y) * reach // far
    )
