"""What each unit could be told, and what it is worth to its side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from longroll.board.table import Point, bearing_to, distance, point
from longroll.kernel.decision import Choice
from longroll.miniatures.measure import degrees, written
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory import fire
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.morale import Versus
from longroll.systems.honor_glory.play import closing, field, shooting
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import rate
from longroll.systems.honor_glory.table.chances import chances
from longroll.systems.honor_glory.words import REGIMENTS

#: A march straight to the front or aslant up to this many tenths of a degree; else it turns first.
_ASLANT = 450
#: Nobody fires for less than this chance, nor charges with less than this of going in.
_LEAST_HIT, _LEAST_CHARGE = 0.15, 0.6
#: What a charge may be short of its mark, in hundredths: the dice make up for it.
_BY_DICE = {"infantry": 2 * CM, "dismounted_cavalry": 2 * CM, "cavalry": 5 * CM}
_FAR = 25 * CM


class Idea(NamedTuple):
    """An order, its worth, and why it is given."""

    worth: float
    order: Choice
    why: str


def ideas(state: State, side: str) -> Iterator[Idea]:
    """Everything that is worth a counter now."""
    for id in state.of_side(side):
        if id in state.declared or state.opponent_of(id) is not None:
            continue
        unit = state.units[id]
        if unit.morale == "routing":
            worth = 4.0 + unit.mp / 10
            yield Idea(worth, _declare(id, "rally"), "it must not leave the field")
        elif unit.morale == "rallying":
            yield Idea(3.0, _declare(id, "rest"), "it will fight again")
        elif unit.morale == "formed":
            yield from _shots(state, id)
            yield from _charges(state, id)
            yield from _marches(state, id)
    yield from _rides(state, side)


def _declare(id: str, *words: str, counters: int = 1) -> Choice:
    return Choice("declare", (id, str(counters), *words))


def goal_of(state: State) -> Point:
    """The place that decides the battle."""
    x, y = state.played.file.objective.at
    return Point(round(x * CM), round(y * CM))


# Fire and charges


def _shots(state: State, id: str) -> Iterator[Idea]:
    """The best shot, as far as the eye can judge the range."""
    fresh = state.fresh(id)
    best: tuple[float, str] = (0.0, "")
    for target in state.enemies_of(state.units[id].side):
        if next(shooting.bars_to_shot(fresh, id, target, "activated"), None) is not None:
            continue
        enfiladed = field.is_enfiladed(state, id, target)
        aimed = fire.aim(
            field.facts(state, id),
            field.facts(state, target),
            field.range_to(state, id, target),
            enfiladed=enfiladed,
        )
        if aimed.value is None:
            continue
        chance = 1.0 if aimed.factor is None else min(20, max(0, aimed.factor)) / 20
        if state.units[target].morale != "formed":
            chance /= 3
        best = max(best, (chance, target))
    if best[0] >= _LEAST_HIT:
        yield Idea(2.5 + 2 * best[0], _declare(id, "fire", best[1]), "a good shot")


def _charges(state: State, id: str) -> Iterator[Idea]:
    """A charge that will probably go home, with support, against somebody who will probably not
    wait for it."""
    unit = state.units[id]
    if unit.arm not in REGIMENTS or unit.mp < 3:
        return
    reach = (rate(unit.mover) or 0) + _BY_DICE[unit.arm]
    facts = field.facts(state, id)
    for target in state.enemies_of(unit.side):
        other = state.units[target]
        if gap(RULEBOOK, unit, other) > reach:
            continue
        if next(closing.bars_to_charge_at(state.fresh(id), id, target), None) is not None:
            continue
        goes = float(chances("charge", facts).get("charge", Fraction(0)))
        versus: Versus = "cavalry" if unit.arm == "cavalry" else "infantry"
        answer = chances("receive_charge", field.facts(state, target), versus)
        flees = float(sum(answer.get(one, Fraction(0)) for one in ("rout", "withdraw")))
        if goes < _LEAST_CHARGE:
            continue
        friends = sum(field.touching(state, id, one) for one in state.of_side(unit.side)) - 1
        weak = 0.6 if field.struck_from(state, id, target) != "front" else 0.0
        guns = 1.0 if other.arm == "artillery" else 0.0
        worth = 1.2 + goes * (flees + 0.3 * min(2, friends) + weak + guns) * 2
        yield Idea(worth, _declare(id, "charge", target), "they will not stand")


# Marches


def _marches(state: State, id: str) -> Iterator[Idea]:
    """To the place that decides the battle, those who are nearest first; a unit that is there
    faces the enemy."""
    unit, goal = state.units[id], goal_of(state)
    if unit.arm not in REGIMENTS:
        return
    if unit.prone:
        yield Idea(1.0, _declare(id, "stand_up"), "on their feet")
        return
    within = round(state.played.file.objective.within * CM)
    far = distance(unit.pose.point, goal)
    if far <= within // 2:
        yield from _facing(state, id)
        return
    there = sum(
        distance(state.units[one].pose.point, goal) <= within for one in state.of_side(unit.side)
    )
    whole = rate(unit.mover) or 0
    counters = 2 if far > 2 * whole and state.unplaced > 2 else 1
    order = _towards(state, id, goal, min(far, counters * whole), counters)
    if order is not None:
        worth = 3.6 - there - far / (100 * CM)
        yield Idea(worth, order, "to the place that matters")


def _towards(state: State, id: str, there: Point, far: int, counters: int) -> Choice | None:
    unit = state.units[id]
    if far < CM or unit.pose.point == there:
        return None
    off = (bearing_to(unit.pose.point, there) - unit.heading + 1800) % 3600 - 1800
    if abs(off) < 20:
        return _declare(id, "ahead", written(far), counters=counters)
    if abs(off) <= _ASLANT:
        return _declare(id, "oblique", written(far), degrees(off), counters=counters)
    return _declare(id, "turn", degrees(off), "ahead", written(far), counters=counters)


def _facing(state: State, id: str) -> Iterator[Idea]:
    unit, enemy = state.units[id], field.nearest_enemy(state, id)
    if enemy is None or gap(RULEBOOK, unit, state.units[enemy]) > _FAR:
        return
    centre = point(field.centre_of(state, enemy))
    off = (bearing_to(unit.pose.point, centre) - unit.heading + 1800) % 3600 - 1800
    if abs(off) > _ASLANT:
        yield Idea(2.2, _declare(id, "turn", degrees(off)), "to face them")


def _rides(state: State, side: str) -> Iterator[Idea]:
    """Commanders belong with the unit that is nearest to the place that matters."""
    goal = goal_of(state)
    formed = [id for id in state.of_side(side) if state.units[id].arm in REGIMENTS]
    if not formed:
        return
    best = min(formed, key=lambda id: (distance(state.units[id].pose.point, goal), id))
    for who, one in state.commanders.items():
        if one.side == side and one.place == "table" and one.rank != "cinc" and not one.moved:
            if one.joined != best and not state.with_unit(best):
                yield Idea(1.5, Choice("ride", (who, best)), "where he is needed")
