"""What each unit could be told, and what it is worth to its side."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from longroll.ai.honor_glory.doctrine import USUAL, Doctrine
from longroll.board.table import Point, Turn, bearing_to, distance, point
from longroll.kernel.decision import Choice, Refusal
from longroll.miniatures.measure import degrees, written
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory import fire
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.morale import Versus
from longroll.systems.honor_glory.play import closing, field, shooting
from longroll.systems.honor_glory.play.goes import attempt
from longroll.systems.honor_glory.play.rulebook import DRILL, RULEBOOK
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import rate
from longroll.systems.honor_glory.table.chances import chances
from longroll.systems.honor_glory.words import REGIMENTS

#: A march straight to the front or aslant up to this many tenths of a degree; else it turns first.
_ASLANT = 450
#: Nobody fires for less than this chance, nor charges with less than this of going in.
_LEAST_HIT, _LEAST_CHARGE = 0.1, 0.5
#: What a charge may be short of its mark, in hundredths: the dice make up for it.
_BY_DICE = {"infantry": 2 * CM, "dismounted_cavalry": 2 * CM, "cavalry": 5 * CM}
_FAR = 25 * CM
#: With fewer turns left than this the place that decides the battle is worth more than its price.
_LATE = 4
#: A unit with so few points is spared.
_WEAK = 2
#: Where regiments stand about the place that decides the battle: to the side, and to the rear.
_PLACES = ((0, 0), (-17 * CM, 0), (17 * CM, 0), (0, 12 * CM), (-34 * CM, 0), (34 * CM, 0))
#: A commander-in-chief this near the enemy goes where he is so much farther.
_DANGER, _SAFER = 40 * CM, 8 * CM
#: The hits to expect next turn from a regiment that is so near.
_MUSKETRY = ((35 * CM, 0.8), (45 * CM, 0.5), (55 * CM, 0.2))
#: What a regiment is held back for, if the commander-in-chief is with it, counts as so many hits;
#: and the hits from which it is worth it that he rides elsewhere.
_IN_THE_WAY, _WORTH_A_RIDE = 0.5, 0.15
#: How far beside the straight way a unit looks for one that is open, in tenths of a degree.
_ASIDE = (0, 200, -200, 450, -450, 800, -800)


class Idea(NamedTuple):
    """An order, its worth, and why it is given."""

    worth: float
    order: Choice
    why: str


def ideas(state: State, side: str, doctrine: Doctrine = USUAL) -> Iterator[Idea]:
    """Everything that is worth a counter now."""
    places = _places(state, side)
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
            if not (doctrine.guard and _has_chief(state, id)):
                yield from _marches(state, id, places.get(id, goal_of(state)))
    yield from _rides(state, side, doctrine)


def _declare(id: str, *words: str, counters: int = 1) -> Choice:
    return Choice("declare", (id, str(counters), *words))


def goal_of(state: State) -> Point:
    """The place that decides the battle."""
    x, y = state.played.file.objective.at
    return Point(round(x * CM), round(y * CM))


# Fire and charges


def _shots(state: State, id: str) -> Iterator[Idea]:
    """The best shot, as far as the eye can judge the range."""
    fresh = state.fresh()
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
        elif _is_weak(state, id) and field.faces(state, target, id):
            chance /= 4  # The reply would break it.
        if _is_at_stake(state, target):
            chance *= 1.3
        best = max(best, (chance, target))
    if best[0] >= _LEAST_HIT:
        yield Idea(2.5 + 2 * best[0], _declare(id, "fire", best[1]), "a good shot")


def _is_weak(state: State, id: str) -> bool:
    """Whether one more hit may break a unit."""
    return state.units[id].mp <= _WEAK and state.units[id].arm in REGIMENTS


def _has_chief(state: State, id: str) -> bool:
    """Whether a commander-in-chief is with a unit: his fall costs every unit of his."""
    return any(one.rank == "cinc" for one in state.with_unit(id).values())


def _is_at_stake(state: State, id: str) -> bool:
    """Whether a unit stands where the battle is decided."""
    within = round(state.played.file.objective.within * CM)
    return distance(state.units[id].pose.point, goal_of(state)) <= within + 8 * CM


def _turns_left(state: State) -> int:
    return state.played.file.turns - state.turn // 2


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
        if next(closing.bars_to_charge_at(state.fresh(), id, target), None) is not None:
            continue
        goes = float(chances("charge", facts).get("charge", Fraction(0)))
        versus: Versus = "cavalry" if unit.arm == "cavalry" else "infantry"
        answer = chances("receive_charge", field.facts(state, target), versus)
        flees = float(sum(answer.get(one, Fraction(0)) for one in ("rout", "withdraw")))
        stake = _is_at_stake(state, target)
        late = stake and _turns_left(state) < _LATE
        if goes < (_LEAST_CHARGE / 2 if late else _LEAST_CHARGE):
            continue
        friends = sum(field.touching(state, id, one) for one in state.of_side(unit.side)) - 1
        weak = 0.6 if field.struck_from(state, id, target) != "front" else 0.0
        guns = 1.0 if other.arm == "artillery" else 0.0
        worth = (
            1.2
            + goes * (flees + 0.3 * min(2, friends) + weak + guns) * 2
            + 0.5 * stake
            + 1.5 * late
        )
        yield Idea(worth, _declare(id, "charge", target), "they will not stand")


# Marches


def _places(state: State, side: str) -> dict[str, Point]:
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
    for aside, behind in _PLACES:
        place = Point(goal.x + aside, goal.y + back * behind)
        fit = [id for id in free if not _is_weak(state, id)] or free
        if not fit:
            break
        best = min(fit, key=lambda id: (distance(state.units[id].pose.point, place), id))
        free.remove(best)
        found[best] = place
    return found


def _marches(state: State, id: str, goal: Point) -> Iterator[Idea]:
    """To its place about the one that decides the battle, those who are nearest first; a unit that
    is there faces the enemy."""
    unit = state.units[id]
    if unit.arm not in REGIMENTS:
        return
    if unit.prone:
        yield Idea(1.0, _declare(id, "stand_up"), "on their feet")
        return
    far = distance(unit.pose.point, goal)
    if far <= 4 * CM:
        yield from _facing(state, id)
        return
    middle = goal == goal_of(state)
    whole = rate(unit.mover) or 0
    counters = 2 if far > 2 * whole and state.unplaced > 2 else 1
    order = _towards(state, id, goal, min(far, counters * whole), counters)
    if order is None:
        yield from _facing(state, id)
        return
    worth = (3.8 if middle else 2.4) - far / (100 * CM)
    if middle and _turns_left(state) < _LATE:
        worth += 2
    elif _is_weak(state, id):
        worth -= 2
    yield Idea(worth, order, "to the place that matters")


def _towards(state: State, id: str, there: Point, far: int, counters: int) -> Choice | None:
    """The order that brings a unit nearest to a place, as far as the eye can judge: straight
    there, or past whatever is in the way."""
    unit = state.units[id]
    if far < CM or unit.pose.point == there:
        return None
    fresh = state.fresh()
    fresh.change(id, left=(counters, 1))
    off = (bearing_to(unit.pose.point, there) - unit.heading + 1800) % 3600 - 1800
    best: tuple[int, Choice] | None = None
    for aside in _ASIDE:
        words = _march(off + aside, far)
        end = _end_of(fresh, id, words)
        left = distance(end, there)
        if best is None or left < best[0]:
            best = left, _declare(id, *words, counters=counters)
        if not aside and left <= distance(unit.pose.point, there) - far // 2:
            break
    return best[1] if best and best[0] < distance(unit.pose.point, there) - CM else None


def _march(off: int, far: int) -> tuple[str, ...]:
    """The words of a march so far to one side."""
    if abs(off) < 20:
        return "ahead", written(far)
    if abs(off) <= _ASLANT:
        return "oblique", written(far), degrees(off)
    return "turn", degrees((off + 1800) % 3600 - 1800 or 1800), "ahead", written(far)


def _end_of(fresh: State, id: str, words: tuple[str, ...]) -> Point:
    """Where a drill leads: it ends with the first of its parts that is barred."""
    drill = DRILL.read(words)
    assert not isinstance(drill, Refusal)
    then: State = fresh.copy()
    for act in drill.acts:
        found, bar = attempt(then, id, act)
        if bar is not None:
            break
        number, over = found.left.as_integer_ratio()
        then.units = {**then.units, id: replace(found.unit, left=(number, over))}
    return then.units[id].pose.point


def _facing(state: State, id: str) -> Iterator[Idea]:
    unit, enemy = state.units[id], field.nearest_enemy(state, id)
    if enemy is None or gap(RULEBOOK, unit, state.units[enemy]) > _FAR:
        return
    centre = point(field.centre_of(state, enemy))
    off = (bearing_to(unit.pose.point, centre) - unit.heading + 1800) % 3600 - 1800
    turn = ("turn", degrees(off or 1800))
    if abs(off) > _ASLANT and attempt(state.fresh(), id, Turn(off))[1] is None:
        yield Idea(2.2, _declare(id, *turn), "to face them")


def _away(state: State, id: str) -> int:
    """How far a unit is from the nearest enemy."""
    enemy = field.nearest_enemy(state, id)
    return 10**6 if enemy is None else gap(RULEBOOK, state.units[id], state.units[enemy])


def _exposure(state: State, id: str) -> float:
    """How many hits a unit may expect in the enemy's next turn, roughly."""
    here = point(field.centre_of(state, id))
    found = 0.0
    for enemy in state.enemies_of(state.units[id].side):
        other = state.units[enemy]
        if other.morale != "formed":
            continue
        far = distance(other.pose.point, here)
        if other.arm != "artillery":
            found += next((chance for reach, chance in _MUSKETRY if far <= reach), 0.0)
        elif not any(shooting.bars_to_shot(state.fresh(), enemy, id, "activated")):
            aimed = fire.aim(field.facts(state, enemy), field.facts(state, id), far)
            if aimed.value is not None:
                found += 1.0 if aimed.factor is None else min(20, max(0, aimed.factor)) / 20
    return found


def _to_safety(state: State, who: str, formed: list[str]) -> Iterator[Idea]:
    """A commander-in-chief goes where he is least exposed, best of all to the guns."""
    joined = state.commanders[who].joined
    risks = {
        id: _exposure(state, id) + _IN_THE_WAY * (state.units[id].arm in REGIMENTS) for id in formed
    }
    safest = min(formed, key=lambda id: (risks[id], -_away(state, id), id), default="")
    if not safest or joined not in state.units:
        return
    gain = risks.get(joined, 1.0) - risks[safest]
    if gain > _WORTH_A_RIDE:
        yield Idea(2.5 + 3 * gain, Choice("ride", (who, safest)), "out of danger")


def _rides(state: State, side: str, doctrine: Doctrine) -> Iterator[Idea]:
    """Commanders belong with the unit that is nearest to the place that matters, but the
    commander-in-chief with the one that is farthest from the enemy: his fall costs every unit."""
    goal = goal_of(state)
    formed = [id for id in state.of_side(side) if state.units[id].morale == "formed"]
    regiments = [id for id in formed if state.units[id].arm in REGIMENTS]
    for who, one in state.commanders.items():
        if one.side != side or one.place != "table" or one.moved:
            continue
        if one.rank == "cinc" and doctrine.guard:
            yield from _to_safety(state, who, formed)
        elif one.rank == "cinc":
            safest = max(formed, key=lambda id: (_away(state, id), id), default="")
            now = _away(state, one.joined) if one.joined in state.units else 0
            if safest and now < _DANGER and _away(state, safest) > now + _SAFER:
                yield Idea(2.6, Choice("ride", (who, safest)), "out of danger")
        elif regiments:
            best = min(regiments, key=lambda id: (distance(state.units[id].pose.point, goal), id))
            if one.joined != best and not state.with_unit(best):
                yield Idea(1.5, Choice("ride", (who, best)), "where he is needed")
