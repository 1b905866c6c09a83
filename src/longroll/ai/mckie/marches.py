"""The order for one unit: of all that it might do, what serves its task best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from longroll.ai.mckie import dashes
from longroll.ai.mckie.aims import Aim, counts
from longroll.ai.mckie.ground import (
    ARC,
    BATTLE,
    COLUMNS,
    Known,
    is_behind_front,
    is_foot,
    off_front,
    rate,
)
from longroll.ai.mckie.plans import Task
from longroll.ai.miniatures.going import Gait, beyond, gone, ways_to
from longroll.ai.miniatures.lines import aside, in_front
from longroll.board.table import Point, Pose, Straight, ahead, bearing_to, distance, normal, turning
from longroll.board.table.places import INCH
from longroll.kernel.decision import Choice
from longroll.miniatures.drill import Act, Change, Drill
from longroll.miniatures.marching import March, march
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.command import radius
from longroll.systems.mckie.fire.weapons import FIRE
from longroll.systems.mckie.movement import move_orders
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.rules import Pace
from longroll.systems.mckie.table import field
from longroll.systems.mckie.words import Formation

#: Enemies nearer than this are faced, and no column is safe from them.
_NEAR = 12 * INCH
#: Nearer than this to the enemy everybody is in line.
_FORMED = 10 * INCH
#: From here a charge of foot in line reaches.
_CHARGE = 7 * INCH
#: Long ways are worth a change into column.
_LONG = 14 * INCH
_FORM_LINE = Change("form_line")
#: What it costs to have guns in action where others are still to come on.
_IN_THE_WAY = 6.0
#: A leg shorter than this is not worth ordering, in hundredths.
_LEAST = 20
#: A gain that is not worth the march, if another way round may be better.
_LITTLE = 2.0
_GOING = ("attack", "support", "wagon", "dash")
_ADVANCES = ("attack", "support")
#: What a period of a dash counts, in inches.
_PERIOD = 6.0


class Step(NamedTuple):
    """A drill, the unit after it, and what that is worth."""

    worth: float
    drill: Drill
    unit: Unit


def order(known: Known, aim: Aim, id: str, task: Task) -> Choice:
    """The best order that the rules allow; to hold if none is better."""
    unit = known.own[id]
    stay = worth(known, aim, task, unit) + (0.4 if task.kind != "guns" else 0.2)
    steps = _steps(known, aim, id, task, _drills(known, task, unit), stay)
    if task.kind in _GOING and max((one.worth for one in steps), default=stay) < stay + _LITTLE:
        steps += _steps(known, aim, id, task, _round(known, task, unit), stay)
    steps.sort(key=lambda step: -step.worth)
    for step in steps:
        made = Choice("move", (id, *DRILL.write(step.drill)))
        if not any(move_orders.bars_to_order(known.state, known.side, made)):
            return made
    return Choice("hold", (id,))


def _steps(
    known: Known, aim: Aim, id: str, task: Task, drills: Iterable[Drill], stay: float
) -> list[Step]:
    """The drills that can be made and are better than to stay."""
    unit, steps = known.own[id], []
    for wanted in dict.fromkeys(drills):
        drill, done = _affordable(known, id, wanted)
        if done.bars:
            continue
        value = worth(known, aim, task, done.unit) - _price(known, task, unit, drill, done.unit)
        if value > stay:
            steps.append(Step(value, drill, done.unit))
    return steps


def _affordable(known: Known, id: str, drill: Drill) -> tuple[Drill, March]:
    """A drill and what it comes to; if it is too long, its last leg is cut to what can be paid."""
    done = march(known.state, id, drill)
    if done.left >= 0 or len(done.stages) != len(drill.acts):
        return drill, done
    for place in reversed(range(len(drill.acts))):
        leg, stage = drill.acts[place], done.stages[place]
        if isinstance(leg, Straight) and stage.share:
            paid = (stage.share + done.left) / stage.share
            length = int(leg.length * paid) - 2
            if length < _LEAST:
                break
            acts = (*drill.acts[:place], Straight(length, leg.angle), *drill.acts[place + 1 :])
            shorter = Drill(acts, drill.pace)
            return shorter, march(known.state, id, shorter)
    return drill, done


def _price(known: Known, task: Task, unit: Unit, drill: Drill, after: Unit) -> float:
    """What a move costs beside its inches: tired men, and fire given up by moving."""
    price = 0.0
    if drill.pace == "double" and task.kind == "dash":
        tight = dashes.periods(known, unit, (task.goal.point,)) > known.periods_left - 1
        price += (3.0 if tight else 8.0) if unit.fatigued else (1.0 if tight else 4.0)
    elif drill.pace == "double":
        hurry = known.far(unit, task.goal.point) > 6 * INCH * known.periods_left
        price += 8.0 if unit.fatigued else 2.0 if hurry and known.periods_left <= 4 else 6.0
    return price


# Drills that may serve


def _drills(known: Known, task: Task, unit: Unit) -> Iterator[Drill]:
    if unit.is_vessel:
        return
    if unit.is_battery:
        yield from _of_guns(known, task, unit)
        return
    goal = _waypoint(known, task, unit)
    yield from _going(unit, goal, 100)
    yield from _facing_foe(known, unit)
    if unit.arm in ("infantry", "cavalry", "dismounted_cavalry") and not unit.parent:
        yield from _reformed(known, task, unit, goal)
    fast = rate(unit, "double")
    if fast > rate(unit):
        layout = field.layout_of(unit)
        for legs in ways_to(layout, unit.pose, goal, Gait(fast)):
            yield Drill(tuple(legs), "double")


def _round(known: Known, task: Task, unit: Unit) -> Iterator[Drill]:
    """Ways to either side of the straight one, for troops with somebody before them."""
    here, place = unit.pose.point, task.goal.point
    if distance(here, place) < 2 * INCH:
        return
    heading = bearing_to(here, place)
    for turn in (150, -150, 350, -350, 700, -700):
        there = beyond(here, heading + turn, rate(unit))
        yield from _going(unit, Pose(there, normal(heading)), 100)


def _waypoint(known: Known, task: Task, unit: Unit) -> Pose:
    """The goal, or the next place on a way round."""
    if task.kind == "dash":
        place = dashes.waypoint(known, unit, task.goal.point)
    else:
        place = known.towards(unit, task.goal.point, max(8 * INCH, rate(unit)))
    if place == task.goal.point:
        return task.goal
    heading = unit.heading
    if place != unit.pose.point:
        heading = bearing_to(unit.pose.point, place)
    return Pose(place, heading)


def _going(
    unit: Unit,
    goal: Pose,
    share: int,
    first: tuple[Act, ...] = (),
    formation: Formation | None = None,
    last: tuple[Act, ...] = (),
    pace: Pace = "normal",
) -> Iterator[Drill]:
    """Ways to a goal with a share of the move, after and before some changes."""
    layout = field.layout_of(unit)
    whole = rate(unit, pace, formation)
    if not whole or share <= 0:
        return
    gait = Gait(whole * share // 100, 25 * 100 // share)
    for legs in ways_to(layout, unit.pose, goal, gait):
        yield Drill((*first, *legs, *last), pace)


def _facing_foe(known: Known, unit: Unit) -> Iterator[Drill]:
    found = known.nearest_foe(unit)
    if found is None or found[0] > 20 * INCH:
        return
    place = found[1].pose.point
    if place == unit.pose.point:
        return
    heading = bearing_to(unit.pose.point, place)
    gap = max(0, found[0] - 5 * INCH)
    goals = [Pose(unit.pose.point, heading)]
    if gap:
        far = min(gap, rate(unit))
        towards = gone(field.layout_of(unit), Pose(unit.pose.point, heading), (ahead(far),))
        goals.append(towards)
    for goal in goals:
        yield from _going(unit, goal, 100)


def _reformed(known: Known, task: Task, unit: Unit, goal: Pose) -> Iterator[Drill]:
    """Changes between line and column, with what is left of the move after them."""
    near = known.gap(unit)
    if unit.formation in COLUMNS:
        yield Drill((_FORM_LINE,))
        yield from _going(unit, goal, 50, last=(_FORM_LINE,))
        heading = task.goal.heading
        found = known.nearest_foe(unit)
        if found is not None and found[1].pose.point != unit.pose.point:
            heading = bearing_to(unit.pose.point, found[1].pose.point)
        for one in (heading, task.goal.heading):
            turn = turning(unit.heading, one)
            if abs(turn) > 20:
                yield from (
                    Drill((*legs, _FORM_LINE))
                    for legs in ways_to(
                        field.layout_of(unit), unit.pose, Pose(unit.pose.point, one), Gait(1)
                    )
                )
        yield from _between_columns(unit, goal)
    elif task.kind == "dash" or (near > _LONG and known.gains_by_road(unit, task.goal.point)):
        column = Change("form_road_march")
        turned = _turn_to(unit, goal.point)
        yield Drill((column,))
        for legs in turned:
            yield Drill((*legs, column))
            share = 25 if legs else 50
            far = rate(unit, formation="road_march") * share // 100
            yield Drill((*legs, column, ahead(max(20, far - 5))))
            yield Drill((*legs, column, ahead(max(20, far * 3 // 4))))
    if unit.formation in ("extended", "skirmish", "supported_line") and unit.arm == "infantry":
        yield Drill((_FORM_LINE,))
        yield from _going(unit, goal, 50, first=(_FORM_LINE,), formation="line")


def _between_columns(unit: Unit, goal: Pose) -> Iterator[Drill]:
    """Columns change their width at no cost."""
    for formation in ("attack_column", "road_march"):
        if formation != unit.formation:
            change = Change(
                "form_attack_column" if formation == "attack_column" else "form_road_march"
            )
            yield from _going(unit, goal, 100, first=(change,), formation=formation)


def _turn_to(unit: Unit, place: Point) -> list[tuple[Act, ...]]:
    found: list[tuple[Act, ...]] = [()]
    if place != unit.pose.point:
        layout = field.layout_of(unit)
        goal = Pose(unit.pose.point, bearing_to(unit.pose.point, place))
        found += [legs for legs in ways_to(layout, unit.pose, goal, Gait(1)) if legs]
    return found


def _of_guns(known: Known, task: Task, unit: Unit) -> Iterator[Drill]:
    limber, unlimber = Change("limber"), Change("unlimber")
    goal = _waypoint(known, task, unit)
    if unit.formation == "unlimbered":
        turn = turning(unit.heading, task.goal.heading)
        layout = field.layout_of(unit)
        facing = Pose(unit.pose.point, task.goal.heading)
        if abs(turn) > ARC // 2:
            for legs in ways_to(layout, unit.pose, facing, Gait(1)):
                yield Drill(tuple(legs))
                yield Drill((limber, *legs))
        yield Drill((limber,))
        yield from _going(unit, goal, 50, first=(limber,), formation="limbered")
        return
    yield Drill((unlimber,))
    yield from _going(unit, goal, 100)
    yield from _going(unit, goal, 50, last=(unlimber,))
    facing = Pose(unit.pose.point, task.goal.heading)
    for legs in ways_to(field.layout_of(unit), unit.pose, facing, Gait(1)):
        yield Drill((*legs, unlimber))


# What a place is worth


def worth(known: Known, aim: Aim, task: Task, unit: Unit) -> float:
    """What it is worth to have a unit as it is there, in inches of movement."""
    if task.kind == "guns":
        return _worth_of_guns(known, task, unit)
    if task.kind == "dash":
        return _worth_of_dash(known, aim, task, unit)
    far = known.far(unit, task.goal.point) / INCH
    straight = distance(unit.pose.point, task.goal.point) / INCH
    far = max(straight, far - 1)
    found = known.nearest_foe(unit)
    gap = found[0] if found is not None else 100 * INCH
    score = -far
    if is_foot(unit):
        # Few ways keep to a road, where a march column is faster; near an enemy nobody marches.
        pace = min(8 * INCH, max(1, rate(unit))) / (6 * INCH)
        marched = min(far, max(0, gap - _FORMED) / INCH)
        score += marched * (1 - 1 / pace)
    if task.kind in ("wagon", "crew"):
        return score - max(0, 8 * INCH - gap) / INCH * 2
    ready = unit.formation in BATTLE
    if not ready:
        score -= 3
    if far < 5:
        score -= 2.5 * abs(turning(unit.heading, task.goal.heading)) / 900
    if found is not None:
        score += _against(known, task, unit, found[1], gap)
    if task.kind != "rally":
        late = known.periods_left <= 3
        weight = 20 if known.periods_left == 1 else 10 if late else 4
        score += weight * counts(known.state, aim.condition, unit)
    if field.cover_of(known.state, unit) not in ("none", "rail_fence") and ready:
        score += 2 if task.kind in ("hold", "rally") else 0.7
    if radius.needs_command(known.state, unit):
        score -= _off_its_rein(known, unit)
    return score


def _worth_of_dash(known: Known, aim: Aim, task: Task, unit: Unit) -> float:
    """The time that is left to go, and whether the unit is there."""
    score = -_PERIOD * dashes.periods(known, unit, (task.goal.point,))
    ahead = dashes.waypoint(known, unit, task.goal.point)
    score -= off_front(unit, ahead) / 900
    score += (20 if known.periods_left == 1 else 10) * counts(known.state, aim.condition, unit)
    if radius.needs_command(known.state, unit):
        score -= _off_its_rein(known, unit)
    return score


def _against(known: Known, task: Task, unit: Unit, foe: Unit, gap: int) -> float:
    """Facing the nearest enemy in line, at a range that suits the task, not outflanked. The less
    time there is, the less this matters."""
    score = 0.0
    hurry = known.urgency(unit, task.goal.point) if task.kind in _ADVANCES else 0.0
    care = min(1.0, max(0.1, 1.3 - 1.5 * hurry))
    if task.kind == "attack" and not task.target and known.is_at(unit, task.goal.point):
        care = 0.1
    away = off_front(unit, foe.pose.point)
    if gap <= _NEAR:
        if unit.formation in COLUMNS and away <= 600:
            score -= max(4.0, 8 - 5 * hurry)
        score += 2 * care if away <= ARC else -3 * care * away / 900
    if gap <= _NEAR and unit.formation in ("road_march", "column"):
        score -= 1 if task.kind == "attack" else 0
    if task.kind == "attack":
        score -= max(0, 2 * INCH - gap) / INCH
        if gap <= _CHARGE and away <= 450:
            score += 2
    elif task.kind == "support":
        score -= max(0, 5 * INCH - gap) / INCH / 2
    elif task.kind in ("hold", "screen"):
        score -= max(0, 4 * INCH - gap) / INCH / 2
    for other in known.formed_foes.values():
        if distance(unit.pose.point, other.pose.point) > 14 * INCH:
            continue
        if field.gap(unit, other) <= 10 * INCH and is_behind_front(unit, other.pose.point):
            score -= 4 * care
        elif task.kind == "attack" and is_behind_front(other, unit.pose.point):
            score += 1.5 if other.formation in BATTLE else 0
    return score


def _off_its_rein(known: Known, unit: Unit) -> float:
    """How far a unit strays from its commander, who follows his men."""
    who = known.commander(unit)
    if who is None:
        return 0
    general = known.state.commanders[who]
    reach = radius.radius_of(known.state, general, unit)
    far = field.gap_to_point(radius.where(known.state, general), unit)
    return max(0, far - reach) / INCH * 0.5


def _worth_of_guns(known: Known, task: Task, unit: Unit) -> float:
    """Guns in action are worth what they can hit; on the move, how near they are to their place."""
    far = distance(unit.pose.point, task.goal.point) / INCH
    score = -far / 4 - 2 * _blocks(known, unit)
    if unit.formation != "unlimbered":
        near = known.gap(unit)
        return score - max(0, 6 * INCH - near) / INCH
    score += max(
        (_shot(known, unit, foe) for foe in known.foes.values()),
        default=0.0,
    )
    if not known.formed_foes and far > 4:
        score -= 3
    if any(distance(unit.pose.point, entry) < _NEAR for entry in known.entries):
        score -= _IN_THE_WAY
    return score


def _blocks(known: Known, guns: Unit) -> int:
    """How many brigades of the army have guns right before them."""
    return sum(
        0 < in_front(one.pose.point, one.heading, guns.pose.point) < 12 * INCH
        and abs(aside(one.pose.point, one.heading, guns.pose.point))
        < field.layout_of(one).frame.width // 2 + INCH
        for one in known.own.values()
        if is_foot(one)
    )


def _shot(known: Known, unit: Unit, foe: Unit) -> float:
    """What a battery's fire at an enemy is worth: its factor there, if it bears."""
    gap = field.gap(unit, foe)
    weapon = known.state.battle.weapons.get(unit.weapon)
    if weapon is None or off_front(unit, foe.pose.point) > ARC:
        return 0
    for band, factor in zip(FIRE.bands, weapon.factors, strict=True):
        if gap <= band:
            return 1.2 * max(0, factor)
    return 0
