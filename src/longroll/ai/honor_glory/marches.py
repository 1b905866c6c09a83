"""Marches: where each regiment belongs, and how it gets there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from longroll.ai.honor_glory.doctrine import Doctrine
from longroll.ai.honor_glory.drills import ASLANT, after, drill_of, with_counters
from longroll.ai.honor_glory.shots import LEAST_HIT, best_shot
from longroll.ai.honor_glory.thinking import Idea, declare, goal_of, is_late, is_weak, off_front
from longroll.board.table import Point, Turn, distance, point
from longroll.miniatures.measure import degrees, written
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import field
from longroll.systems.honor_glory.play.goes import attempt
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import rate
from longroll.systems.honor_glory.words import REGIMENTS

#: Enemies this near are faced.
_FAR = 25 * CM
#: A regiment this near its place is there; in cover it has to be nearer.
_IN_PLACE, _IN_COVER = 4 * CM, 3 * CM // 2
#: How far about its place a regiment looks for cover.
_SEARCH = 8 * CM
#: The part of a counter that is left for a march if the regiment is to fire as well.
_THREE_QUARTERS = 3, 4
#: Where regiments stand about the place that decides the battle: to the side, and to the rear.
_PLACES = ((0, 0), (-17 * CM, 0), (17 * CM, 0), (0, 12 * CM), (-34 * CM, 0), (34 * CM, 0))
#: How far beside the straight way a unit looks for one that is open, in tenths of a degree.
_ASIDE = (0, 200, -200, 450, -450, 800, -800)


def places_of(state: State, side: str, doctrine: Doctrine) -> dict[str, Point]:
    """A place for each regiment about the one that decides the battle, so that all can fire; the
    nearest takes the middle."""
    goal = goal_of(state)
    back = 1 if state.home(side) else -1
    free = [
        id
        for id in state.of_side(side)
        if state.units[id].arm in REGIMENTS and state.units[id].morale == "formed"
    ]
    found: dict[str, Point] = {}
    for aside, behind in _PLACES[: doctrine.front]:
        place = Point(goal.x + aside, goal.y + back * behind)
        fit = [id for id in free if not is_weak(state, id, doctrine)] or free
        if not fit:
            break
        best = min(fit, key=lambda id: (distance(state.units[id].pose.point, place), id))
        free.remove(best)
        found[best] = place
    return found


def marches(state: State, id: str, place: Point | None, doctrine: Doctrine) -> Iterator[Idea]:
    """To its place about the one that decides the battle, those who are nearest first; a unit that
    is there faces the enemy, and so does one that waits."""
    unit = state.units[id]
    if unit.arm not in REGIMENTS:
        return
    if unit.prone:
        yield Idea(1.0, declare(id, "stand_up"), "on their feet")
        return
    goal = goal_of(state) if place is None else place
    if doctrine.cover:
        goal = covered(state, unit, goal)
    far = distance(unit.pose.point, goal)
    late = is_late(state)
    waits = state.full_turn <= doctrine.wait or (place is None and not late and doctrine.front < 6)
    if far <= (_IN_COVER if doctrine.cover else _IN_PLACE) or waits:
        yield from _facing(state, id)
        return
    middle = place is None or place == goal_of(state)
    if doctrine.rest and is_weak(state, id, doctrine) and not (middle and late):
        yield from _facing(state, id)
        return
    whole = rate(unit.mover) or 0
    counters = 2 if far > 2 * whole and state.unplaced > 2 else 1
    words = _towards(state, id, goal, min(far, counters * whole), counters)
    if words is None:
        yield from _facing(state, id)
        return
    worth = (3.8 if middle else 2.4) - far / (100 * CM)
    if middle and late:
        worth += 2
    elif is_weak(state, id, doctrine):
        worth -= 2
    yield Idea(worth, declare(id, *words, counters=counters), "to the place that matters")
    if doctrine.advance:
        yield from _advances(state, id, goal, worth, doctrine)


def covered(state: State, unit: Unit, goal: Point) -> Point:
    """The nearest place about a goal where the front of a unit is in cover, facing the enemy's edge
    of the table; the goal itself if there is none."""
    heading = (state.home(unit.side) + 1800) % 3600
    places = [
        Point(goal.x + aside, goal.y + behind)
        for aside in range(-_SEARCH, _SEARCH + 1, 2 * CM)
        for behind in range(-_SEARCH, _SEARCH + 1, 2 * CM)
    ]
    found = [
        place
        for place in places
        if field.cover_of(state, replace(unit, x=place.x, y=place.y, heading=heading))[0] != "none"
    ]
    here = unit.pose.point
    return min(found, key=lambda place: (distance(place, here), place), default=goal)


def _advances(
    state: State, id: str, goal: Point, worth: float, doctrine: Doctrine
) -> Iterator[Idea]:
    """A march that leaves time for a volley at its end."""
    number, over = _THREE_QUARTERS
    far = min(distance(state.units[id].pose.point, goal), rate(state.units[id].mover) or 0)
    words = _towards(state, id, goal, far * number // over, 1)
    if words is None:
        return
    there = after(with_counters(state, id, 1), id, drill_of(words))
    chance, target = best_shot(state, there, id, doctrine)
    if chance >= LEAST_HIT:
        order = declare(id, *words, "fire", target)
        yield Idea(worth + 0.5 + 2 * chance, order, "up to them, and a volley")


def _towards(
    state: State, id: str, there: Point, far: int, counters: int
) -> tuple[str, ...] | None:
    """The words that bring a unit nearest to a place, as far as the eye can judge: straight
    there, or past whatever is in the way."""
    unit = state.units[id]
    if far < CM or unit.pose.point == there:
        return None
    fresh = with_counters(state, id, counters)
    off = off_front(state, id, there)
    best: tuple[int, tuple[str, ...]] | None = None
    for aside in _ASIDE:
        words = _march(off + aside, far)
        left = distance(after(fresh, id, drill_of(words)).units[id].pose.point, there)
        if best is None or left < best[0]:
            best = left, words
        if not aside and left <= distance(unit.pose.point, there) - far // 2:
            break
    return best[1] if best and best[0] < distance(unit.pose.point, there) - CM else None


def _march(off: int, far: int) -> tuple[str, ...]:
    """The words of a march so far to one side."""
    if abs(off) < 20:
        return "ahead", written(far)
    if abs(off) <= ASLANT:
        return "oblique", written(far), degrees(off)
    return "turn", degrees((off + 1800) % 3600 - 1800 or 1800), "ahead", written(far)


def _facing(state: State, id: str) -> Iterator[Idea]:
    unit, enemy = state.units[id], field.nearest_enemy(state, id)
    if enemy is None or gap(RULEBOOK, unit, state.units[enemy]) > _FAR:
        return
    centre = point(field.centre_of(state, enemy))
    off = off_front(state, id, centre)
    turn = ("turn", degrees(off or 1800))
    if abs(off) > ASLANT and attempt(state.fresh(), id, Turn(off))[1] is None:
        yield Idea(2.2, declare(id, *turn), "to face them")
