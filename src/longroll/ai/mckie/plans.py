"""A task for every unit: where it goes, which way it faces there, and what for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from longroll.ai.mckie.aims import Aim, counts, spots, wall
from longroll.ai.mckie.dashes import dashes
from longroll.ai.mckie.ground import ARC, BATTLE, Known, is_fit, is_foot, middle, off_front, rate
from longroll.ai.miniatures.going import beyond
from longroll.ai.miniatures.lines import abreast, aside, from_left, in_front, two_lines
from longroll.board.table import Point, Pose, bearing_to, distance, normal
from longroll.board.table.places import INCH
from longroll.miniatures.victory import AloneAt, FormedBeyond, HoldsWall
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.table import field

Kind = Literal["attack", "support", "hold", "guns", "wagon", "rally", "screen", "crew", "dash"]
#: Between two units of a line, and between two lines, in hundredths.
_GAP = INCH // 2
_BEHIND = 3 * INCH
#: How many units are side by side in the first line of a division.
_ABREAST = 3
#: Where guns open fire, and where a wagon waits.
_GUN_RANGE = 14 * INCH
_REAR = 7 * INCH
#: A division in column forms line when an enemy is this near, and keeps this far from him.
_FORM_UP = 22 * INCH
_OUT_OF_REACH = 13 * INCH
_NO_TIME = 0.5
#: Enemies in the way are gone for from this near, by so many, who form up so far from them.
_ASSAULT_FROM = 16 * INCH
_TOGETHER = 3
_STAND_OFF = 9 * INCH // 2
_IN_REACH = 6 * INCH
#: A gap is gone through if it is not farther to one side than this.
_GAP_ASIDE = 6 * INCH
#: An enemy in the way is worth this much of a detour.
_FIGHT = 6 * INCH
#: How far from its middle the stretch of a wall goes that an army attacks.
_SECTOR = 8 * INCH
#: An enemy this near keeps tired troops from going on.
_TIRED_GAP = 14 * INCH
#: Tired troops this near the enemy cannot charge him; with less time than this others go on.
_BEFORE_CHARGE = 8 * INCH
_HURRY = 0.7
#: With so many periods left, nobody with a free way stops to rest.
_LAST_DASH = 4
#: A unit this near the place it holds is in position.
_IN_POSITION = 8 * INCH


class Task(NamedTuple):
    """What a unit is to do, and where."""

    kind: Kind
    goal: Pose
    #: The enemy in its way, whom it is to drive off.
    target: str = ""


def tasks(known: Known, aim: Aim) -> dict[str, Task]:
    """A task for each unit of the army on the table."""
    found = attack(known, aim) if aim.stance == "attack" else hold(known, aim)
    if not isinstance(aim.condition, AloneAt):
        found |= _assaults(known, found)
    foot = {id: unit for id, unit in known.own.items() if is_foot(unit)}
    for id, lane in dashes(known, aim, foot).items():
        found[id] = Task("dash", Pose(lane.goal, aim.heading))
    for id, unit in known.own.items():
        if unit.parent and unit.parent in known.own:
            found[id] = _screen(known, unit)
        elif unit.is_battery:
            found[id] = _guns(known, aim, unit)
        elif unit.arm == "artillery_crew":
            found[id] = _crew(known, id, unit)
        elif unit.arm == "wagon":
            found[id] = _wagon(known, aim, unit)
        elif id in found and found[id].kind == "dash":
            continue
        elif id not in found or _is_to_stay(known, aim, unit):
            found[id] = Task("hold", unit.pose)
        elif _should_rally(known, aim, unit, found[id]):
            found[id] = _rally(known, unit)
    return found


# Attacking


def attack(known: Known, aim: Aim) -> dict[str, Task]:
    """Every division in one or two lines on the ground that is to be won; along a wall or beyond a
    line, every unit where it gets there best."""
    foot = {id: unit for id, unit in known.own.items() if is_foot(unit)}
    places = spots(known, aim)
    if places and isinstance(aim.condition, HoldsWall):
        return _spread(known, foot, places, aim.place)
    by_division: dict[str, list[str]] = {}
    for id, unit in foot.items():
        by_division.setdefault(unit.division, []).append(id)
    if places:
        return _across(known, foot, by_division, places)
    middles = {name: middle_of(foot, ids) for name, ids in by_division.items()}
    order = sorted(middles, key=lambda name: (aside(aim.place, aim.heading, middles[name]), name))
    wide = [_front(foot, by_division[name]) for name in order]
    centres = abreast(aim.place, aim.heading, wide, 2 * _GAP)
    found: dict[str, Task] = {}
    for name, centre in zip(order, centres, strict=True):
        ids = by_division[name]
        found |= _in_lines(known, foot, ids, _forming_up(known, foot, ids, centre))
    return found


def _across(
    known: Known,
    foot: Mapping[str, Unit],
    by_division: Mapping[str, list[str]],
    places: Sequence[Pose],
) -> dict[str, Task]:
    """Each division in lines beyond a line that is to be crossed, straight ahead of where it is:
    nobody crosses the way of others, nor changes his mind as the enemy does his."""
    found: dict[str, Task] = {}
    middles = {name: middle_of(foot, ids) for name, ids in by_division.items()}
    heading, last = places[0].heading, -(10**9)
    first = places[0].point
    for name in from_left(middles, first, heading):
        ids = by_division[name]
        half, wanted = _front(foot, ids) // 2, aside(first, heading, middles[name])
        wanted = max(wanted, last + half)
        goal = min(places, key=lambda one: abs(aside(first, heading, one.point) - wanted))
        last = aside(first, heading, goal.point)
        deep = _BEHIND if len(ids) > _ABREAST else 0
        there = Pose(beyond(goal.point, heading, deep), heading)
        found |= _in_lines(known, foot, ids, _forming_up(known, foot, ids, there))
    return found | _gaps(known, foot, places)


def _gaps(known: Known, foot: Mapping[str, Unit], places: Sequence[Pose]) -> dict[str, Task]:
    """Whoever is near the enemy and has a gap before him goes through it, if there is time."""
    found: dict[str, Task] = {}
    for id in sorted(foot, key=lambda id: (known.gap(foot[id]), id)):
        unit = foot[id]
        if known.gap(unit) > _ASSAULT_FROM:
            break
        half = _width(unit) // 2 + INCH
        here, heading = unit.pose.point, places[0].heading
        in_time = rate(unit, formation="line") * known.periods_left + 2 * INCH
        free = [
            (far, one)
            for one in places
            if abs(aside(here, heading, one.point)) <= _GAP_ASIDE
            and (far := known.over(unit, one.point)) <= in_time
            and all(distance(one.point, task.goal.point) > 4 * INCH for task in found.values())
            and not known.in_the_way(unit, one.point, half)
        ]
        if free:
            found[id] = Task("attack", min(free, key=lambda pair: pair[0])[1])
    return found


def _forming_up(known: Known, foot: Mapping[str, Unit], ids: Sequence[str], centre: Pose) -> Pose:
    """Where a division lines up: on the ground it is to take, or, while the enemy is near and most
    of it is still in column, out of his reach."""
    marching = [id for id in ids if foot[id].formation in ("road_march", "column")]
    gap = min((known.gap(foot[id]) for id in ids), default=100 * INCH)
    late = any(known.urgency(foot[id], centre.point) > _NO_TIME for id in ids)
    if 2 * len(marching) < len(ids) or gap > _FORM_UP or late:
        return centre
    lead = max(in_front(centre.point, centre.heading, foot[id].pose.point) for id in ids)
    lead = min(0, lead + max(0, gap - _OUT_OF_REACH))
    return Pose(beyond(centre.point, centre.heading, lead), centre.heading)


def middle_of(foot: Mapping[str, Unit], ids: Sequence[str]) -> Point:
    return middle(foot[id].pose.point for id in ids)


def _spread(
    known: Known, foot: Mapping[str, Unit], places: Sequence[Pose], sector: Point
) -> dict[str, Task]:
    """A place for each unit along the stretch of a wall that the army goes for: near, little held,
    and not another's. Those nearest to it choose first, others follow behind."""
    near = [one for one in places if distance(one.point, sector) <= _SECTOR] or list(places)
    taken: list[tuple[Point, int]] = []
    found: dict[str, Task] = {}
    nearness = {
        id: min(distance(unit.pose.point, one.point) for one in near) + _gone(unit)
        for id, unit in foot.items()
    }
    for id in sorted(foot, key=lambda id: (nearness[id] // (4 * INCH), id)):
        unit = foot[id]
        half = _width(unit) // 2
        free = [
            one
            for one in near
            if all(distance(one.point, there) >= half + other for there, other in taken)
        ]
        toil = {one: _toil(known, unit, one, half) for one in free or near}
        goal = min(toil, key=lambda one: toil[one])
        if not free:
            back = beyond(goal.point, goal.heading, -_BEHIND)
            found[id] = Task("support", _inside(known, Pose(back, goal.heading)))
            continue
        taken.append((goal.point, half))
        found[id] = Task("attack", goal)
    return found


def _gone(unit: Unit) -> int:
    """About how far a unit has come in this period: whoever moves first does not change places
    with those who are still to move."""
    return rate(unit) if "moved" in unit.did else 0


def _toil(known: Known, unit: Unit, goal: Pose, reach: int) -> int:
    """What it takes a unit in line to get to a place, and to fight those in its way."""
    enemies = known.in_the_way(unit, goal.point, reach)
    return known.over(unit, goal.point) + _FIGHT * len(enemies)


def _front(foot: Mapping[str, Unit], ids: Sequence[str]) -> int:
    widths = sorted((_width(foot[id]) for id in ids), reverse=True)[:_ABREAST]
    return sum(widths) + _GAP * (len(widths) - 1)


def _width(unit: Unit) -> int:
    """The front of a unit in line of battle."""
    if unit.formation in ("line", "supported_line", "extended"):
        return field.layout_of(unit).frame.width
    return max(INCH, unit.figures * INCH // 4)


def _in_lines(
    known: Known, foot: Mapping[str, Unit], ids: Sequence[str], centre: Pose
) -> dict[str, Task]:
    places = {id: beyond(foot[id].pose.point, centre.heading, -_gone(foot[id])) for id in ids}
    first, second = two_lines(ids, places, centre.point, centre.heading, _ABREAST)
    found: dict[str, Task] = {}
    kinds: tuple[tuple[Kind, list[str], int], ...] = (("attack", first, 0), ("support", second, 1))
    for kind, line, rank in kinds:
        back = beyond(centre.point, centre.heading, -rank * _BEHIND)
        widths = [_width(foot[id]) for id in line]
        for id, goal in zip(line, abreast(back, centre.heading, widths, _GAP), strict=True):
            found[id] = Task(kind, _inside(known, goal))
    return found


def _inside(known: Known, goal: Pose) -> Pose:
    """The same place, but not too near the edge of the table."""
    width, height = known.size
    x = min(max(2 * INCH, goal.point.x), width - 2 * INCH)
    y = min(max(2 * INCH, goal.point.y), height - 2 * INCH)
    return Pose(Point(x, y), goal.heading)


def _assaults(known: Known, found: Mapping[str, Task]) -> dict[str, Task]:
    """Those with an enemy in their way go for him, a few together, and form up before him."""
    by_target: dict[str, list[str]] = {}
    going = {
        id: known.gap(known.own[id])
        for id, task in found.items()
        if task.kind in ("attack", "support") and is_fit(known.own[id])
    }
    for id in sorted(going, key=lambda id: (going[id], id)):
        unit = known.own[id]
        if going[id] > _ASSAULT_FROM:
            break
        for foe in known.in_the_way(unit, found[id].goal.point, _width(unit) // 2 + INCH):
            near = field.gap(unit, known.foes[foe]) <= _ASSAULT_FROM
            if near and len(by_target.setdefault(foe, [])) < _TOGETHER:
                by_target[foe].append(id)
                break
    assaults: dict[str, Task] = {}
    for target, ids in by_target.items():
        assaults |= _assault(known, target, ids)
    return assaults


def _assault(known: Known, target: str, ids: Sequence[str]) -> dict[str, Task]:
    """Places side by side from which an enemy can be charged; whoever is in position stays."""
    foe = known.foes[target].pose.point
    ready = [id for id in ids if _is_ready(known, known.own[id], known.foes[target])]
    found = {id: Task("attack", known.own[id].pose, target) for id in ready}
    ids = [id for id in ids if id not in found]
    if not ids:
        return found
    ours = {id: known.own[id].pose.point for id in ids}
    here = middle(ours.values())
    heading = bearing_to(here, foe) if here != foe else known.forward
    centre = beyond(foe, heading, -_STAND_OFF)
    line = from_left(ours, centre, heading)
    widths = [_width(known.own[id]) for id in line]
    goals = abreast(centre, heading, widths, _GAP)
    return found | {
        id: Task("attack", _inside(known, Pose(goal.point, bearing_to(goal.point, foe))), target)
        for id, goal in zip(line, goals, strict=True)
    }


def _is_ready(known: Known, unit: Unit, foe: Unit) -> bool:
    """Whether a unit stands where it can fire at an enemy and charge him."""
    return (
        unit.formation in BATTLE
        and field.gap(unit, foe) <= _IN_REACH
        and off_front(unit, foe.pose.point) <= ARC
        and not any(_is_before(unit, other, foe) for other in known.own.values())
    )


def _is_before(unit: Unit, other: Unit, foe: Unit) -> bool:
    """Whether another unit stands between one and an enemy."""
    here, there = unit.pose.point, other.pose.point
    if not is_foot(other) or here in (there, foe.pose.point):
        return False
    heading = bearing_to(here, foe.pose.point)
    ahead = in_front(here, heading, there)
    close = (_width(unit) + _width(other)) // 2 - INCH
    return 0 < ahead < distance(here, foe.pose.point) and abs(aside(here, heading, there)) < close


# Holding


def hold(known: Known, aim: Aim) -> dict[str, Task]:
    """Those in position stay; others go where they are needed, or at enemies who have got in."""
    foot = {id: unit for id, unit in known.own.items() if is_foot(unit)}
    found: dict[str, Task] = {}
    away: list[str] = []
    for id, unit in foot.items():
        if is_in_position(known, aim, unit):
            found[id] = Task("hold", Pose(unit.pose.point, _facing(known, unit)))
        else:
            away.append(id)
    if isinstance(aim.condition, HoldsWall):
        found |= _to_gaps(known, aim, away, aim.condition)
    elif away:
        found |= {
            id: Task("hold", task.goal)
            for id, task in _in_lines(known, foot, away, Pose(aim.place, aim.heading)).items()
        }
    found |= _against_intruders(known, aim, foot)
    if aim.post is not None and foot:
        post = aim.post
        id = min(foot, key=lambda id: (distance(foot[id].pose.point, post), id))
        found[id] = Task("hold", Pose(post, aim.heading))
    return found


def is_in_position(known: Known, aim: Aim, unit: Unit) -> bool:
    """Whether a unit stands where it can hold the ground."""
    if isinstance(aim.condition, HoldsWall):
        return counts(known.state, aim.condition, unit) > 0
    if isinstance(aim.condition, FormedBeyond):
        ahead = in_front(aim.place, aim.heading, unit.pose.point)
        return ahead >= -INCH and unit.formation not in ("road_march", "column")
    return field.gap_to_point(aim.place, unit) <= _IN_POSITION


def _facing(known: Known, unit: Unit) -> int:
    """Towards the nearest enemy, if he is near enough to matter."""
    found = known.nearest_foe(unit)
    if found is None or found[0] > 16 * INCH or unit.pose.point == found[1].pose.point:
        return unit.heading
    return bearing_to(unit.pose.point, found[1].pose.point)


def _to_gaps(known: Known, aim: Aim, away: Sequence[str], condition: HoldsWall) -> dict[str, Task]:
    """Reserves go to that part of a wall which nobody holds and the enemy is nearest to."""
    places = wall(known.state.battle.table, condition.piece)
    held = [unit.pose.point for id, unit in known.own.items() if id not in away]
    foes = known.foe_places()
    found: dict[str, Task] = {}
    for id in away:
        unit = known.own[id]
        open_ = [one for one in places if all(distance(one, other) > 4 * INCH for other in held)]
        if not open_:
            break
        threat = foes or [aim.place]
        place = min(
            open_,
            key=lambda one: (
                min(distance(one, foe) for foe in threat) + distance(unit.pose.point, one) // 2
            ),
        )
        held.append(place)
        found[id] = Task("hold", Pose(place, aim.heading))
    return found


def _against_intruders(known: Known, aim: Aim, foot: Mapping[str, Unit]) -> dict[str, Task]:
    """Enemies on the ground that they need are driven off by those who are near and fit."""
    found: dict[str, Task] = {}
    for foe in known.formed_foes.values():
        if not counts(known.state, aim.condition, foe):
            continue
        near = [
            (field.gap(unit, foe), id)
            for id, unit in foot.items()
            if is_fit(unit) and id not in found
        ]
        for far, id in sorted(near)[:2]:
            if far <= 18 * INCH:
                here = foot[id].pose.point
                heading = bearing_to(here, foe.pose.point) if here != foe.pose.point else 0
                found[id] = Task("attack", Pose(foe.pose.point, heading))
    return found


# Others


def _is_to_stay(known: Known, aim: Aim, unit: Unit) -> bool:
    """Whether a unit stands on ground that must be held at the end, which is near."""
    return known.periods_left <= 2 and counts(known.state, aim.condition, unit) > 0


def _should_rally(known: Known, aim: Aim, unit: Unit, task: Task) -> bool:
    """Whether a unit is too tired or too weak to go on. Somebody right before the enemy must rest
    before he can charge; others rest if there is time."""
    if known.periods_left <= 1 or counts(known.state, aim.condition, unit):
        return False
    late = aim.stance == "attack" and not task.target and known.periods_left <= _LAST_DASH
    if late and not known.in_the_way(unit, task.goal.point, _width(unit) // 2):
        return False
    gap = known.gap(unit)
    if unit.fatigued and aim.stance == "attack" and gap <= _BEFORE_CHARGE:
        return True
    worn = unit.fatigued or 5 * unit.figures <= 2 * unit.original
    hurry = aim.stance == "attack" and known.urgency(unit, aim.place) > _HURRY
    return worn and not hurry and known.periods_left > 2 and gap <= _TIRED_GAP


def _rally(known: Known, unit: Unit) -> Task:
    """Where it is, facing the enemy: troops get their breath back if they neither move nor fire."""
    return Task("rally", Pose(unit.pose.point, _facing(known, unit)))


def _screen(known: Known, screen: Unit) -> Task:
    parent = known.own[screen.parent]
    there = beyond(parent.pose.point, parent.heading, 3 * INCH)
    return Task("screen", _inside(known, Pose(there, parent.heading)))


def _guns(known: Known, aim: Aim, unit: Unit) -> Task:
    """Guns stand beside the line, where they can see the ground that is fought for."""
    target = aim.place
    found = known.nearest_foe(unit)
    if found is not None and found[0] <= 2 * _GUN_RANGE and found[1].pose.point != unit.pose.point:
        target = found[1].pose.point
    heading = aim.heading
    if distance(unit.pose.point, target) > INCH:
        heading = bearing_to(unit.pose.point, target)
    if aim.stance == "hold" and unit.formation == "unlimbered":
        return Task("guns", Pose(unit.pose.point, heading))
    side = 1 if aside(aim.place, aim.heading, unit.pose.point) >= 0 else -1
    wide = sum(_width(one) for one in known.own.values() if is_foot(one))
    reach = min(9 * INCH, wide // 2 + INCH) * side
    back = INCH if aim.stance == "hold" else _GUN_RANGE
    there = beyond(aim.place, aim.heading, -back, reach)
    return Task("guns", _inside(known, Pose(there, heading)))


def _crew(known: Known, id: str, unit: Unit) -> Task:
    """A crew that ran goes back to its guns."""
    guns = known.state.guns.get(id)
    if guns is None:
        return Task("crew", unit.pose)
    return Task("crew", Pose(Point(guns.x, guns.y), normal(guns.heading)))


def _wagon(known: Known, aim: Aim, wagon: Unit) -> Task:
    """Behind the division, or behind those who are out of ammunition."""
    mine = [
        unit
        for unit in known.own.values()
        if unit.division == wagon.division and unit.arm != "wagon" and not unit.parent
    ]
    if not mine:
        return Task("wagon", wagon.pose)
    empty = [unit for unit in mine if unit.ran_out and not unit.supplied]
    front = empty[0].pose.point if empty else middle(unit.pose.point for unit in mine)
    there = beyond(front, aim.heading, -(_REAR - INCH) if empty else -_REAR)
    return Task("wagon", _inside(known, Pose(there, aim.heading)))
