"""Fire on the table: the firers face north, and each of their targets has a lane of its own.

Bases may be of any size in these rules: a group that fires alone has narrow ones, so that all its
stands have the same range; groups at several targets have wide ones, so that each sees only its
own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, NamedTuple

from msgspec.structs import replace

from longroll.board.table import Piece
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import guns_of_a_model
from longroll.systems.mckie.fire.events import Fired
from longroll.systems.mckie.fire.weapons import band
from longroll.systems.mckie.table import field as measuring
from longroll.systems.mckie.table.state import Charge, Smoke
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import GUNS
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.table import Y, based, battle, formed, laid, may, shelter, told

PERIOD = 3
_NARROW, _WIDE = 10, 4_000
#: The ranks of a column of which nothing is said: not over two deep.
_SHALLOW = {"column": (2, 2), "road_march": (1, 1), "limbered": (1,)}
#: Every weapon reaches so far; a charge that is said to be farther off is asked of the rule.
_HALTS = 600
#: Enemies are at least so far apart, or in melee.
_APART = 100
_ENEMY = {"union": "confederate", "confederate": "union"}


class Aimed(NamedTuple):
    """A group that is to fire: at whom, from how far, with how many, and how it is placed.

    `firing` None is everybody who is able; `ahead` is as in the vectors, in hundredths.
    """

    target: str
    range: int
    firing: int | None = None
    ahead: int | None = None
    smoke: bool = False


class Range(NamedTuple):
    """A firing range, laid out."""

    units: dict[str, Unit]
    pieces: list[Piece]
    smoke: list[Smoke]
    charges: list[Charge]
    permanent_works: bool


Facts = Mapping[str, Any]


def unit_of(facts: Facts, **more: Any) -> Unit | Refusal:
    """A unit as its facts describe it, in the middle of the table and facing north."""
    strength = {key: facts.get(key) for key in ("figures", "crews")}
    if facts["arm"] in GUNS and facts.get("ranks") and not strength["crews"]:
        strength["crews"] = None
    given = {
        "side": facts.get("side") or "union",
        "quality": facts.get("quality") or "experienced",
        "weapon": facts.get("weapon") or "",
        "repeating": facts.get("repeating", False),
        "fatigued": facts.get("fatigued", False),
        "did": frozenset(("moved",)) if facts.get("moved") else frozenset(),
        **more,
    }
    return formed(
        facts["arm"], facts["formation"], ranks=tuple(facts.get("ranks") or ()), **strength, **given
    )


# Laying it out


def lay_out(facts: Mapping[str, Facts], firer: str, groups: Sequence[Aimed]) -> Range | None:
    """The firer and its targets; None if they cannot stand like that.

    Guns and horsemen rest nothing on a wall on the table. Works are permanent or not for all who
    are in them. Only one who charges, and the one it charges, fire at each other, and they are not
    far apart.
    """
    mine = facts[firer]
    rests = cover_effect(mine.get("cover", "none")).rest
    works = mine.get("permanent_fortification", False)
    if (rests and (mine["arm"] in GUNS or mine["arm"] == "cavalry")) or (
        works and mine.get("cover") != "prepared"
    ):
        return None
    if len({one.target for one in groups}) < len(groups):
        return None
    covers = {facts[id].get("cover", "none") for id in (firer, *(one.target for one in groups))}
    if covers != {"none"} and any(one.range < _APART for one in groups):
        return None  # what one is behind, the other would be too
    charging = {mine.get("charging"), *(facts[one.target].get("charging") for one in groups)}
    if charging != {None} and (len(groups) > 1 or groups[0].range > _HALTS):
        return None
    unit = _firer(mine, [one.firing for one in groups])
    if unit is None:
        return None
    unit = based(unit, _NARROW if len(groups) == 1 else _WIDE)
    unit = replace(unit, title=firer)
    laid_out = Range({firer: unit}, shelter(unit, mine.get("cover", "none")), [], [], works)
    spans = _spans(unit, [one.firing for one in groups])
    if spans is None:
        return None
    for one, span in zip(groups, spans, strict=True):
        target = _target(facts[one.target], one, span, unit)
        if target is None:
            return None
        laid_out.units[one.target] = replace(target, title=one.target)
        laid_out.pieces.extend(shelter(target, facts[one.target].get("cover", "none")))
        if one.smoke:
            wide = span[1] - span[0] + 50
            laid_out.smoke.append(Smoke(sum(span) // 2, Y, 0, wide, PERIOD - 1))
        for who, whom in ((firer, one.target), (one.target, firer)):
            if facts[who].get("charging") == whom:
                laid_out.charges.append(Charge(who, whom, (), one.range, "front"))
            elif facts[who].get("charging") is not None:
                return None
    return laid_out


def _firer(facts: Facts, firing: Sequence[int | None]) -> Unit | None:
    """The firer, with just as many in its front rank as fire."""
    asked = [one for one in firing if one is not None]
    whole = unit_of(facts)
    if len(asked) < len(firing):
        return None if isinstance(whole, Refusal) else whole
    total = sum(asked)
    if total < 1:
        return None
    if facts["arm"] in GUNS:
        crews = crews_for(total)
        found = None if crews is None else unit_of({**facts, "crews": crews, "ranks": None})
    else:
        found = _with_front(facts, whole, total)
    return None if isinstance(found, Refusal) else found


def crews_for(guns: int) -> tuple[int, ...] | None:
    """The crews of models that count as so many guns together, if there are any."""
    full = guns_of_a_model(4)
    rest = {guns_of_a_model(crew): crew for crew in (3, 2, 1)}
    models = guns // full
    if guns % full == 0:
        return (4,) * models
    return (*((4,) * models), rest[guns % full]) if guns % full in rest else None


def _with_front(facts: Facts, whole: Unit | Refusal, total: int) -> Unit | None:
    if not isinstance(whole, Refusal) and front_figures(whole) == total:
        return whole
    for strength in range(total, 4 * total + 1):
        found = unit_of({**facts, "figures": strength, "ranks": None})
        if not isinstance(found, Refusal) and front_figures(found) == total:
            return found
    return None


def front_figures(unit: Unit) -> int:
    """The figures, or for guns the crewmen, in its front rank."""
    return sum(measuring.figures_by_stand(unit)[place] for place in measuring.front_stands(unit))


def _spans(unit: Unit, firing: Sequence[int | None]) -> list[tuple[int, int]] | None:
    """From where to where each group stands, by the middles of its stands."""
    front = measuring.front_stands(unit)
    bases, figures = measuring.fighting_layout(unit).bases, measuring.figures_by_stand(unit)
    middles = [unit.x + bases[stand].dx + bases[stand].width // 2 for stand in front]
    if len(firing) == 1:
        return [(middles[0], middles[-1])]
    counts = [guns_of_a_model(n) if unit.is_battery else n for n in figures[: len(front)]]
    found, at = [], 0
    for number in firing:
        start, told_off = at, 0
        while at < len(front) and (number is None or told_off < number):
            told_off += counts[at]
            at += 1
        if at == start or (number is not None and told_off != number):
            return None
        found.append((middles[start], middles[at - 1]))
    return found if at == len(front) else None


def _target(facts: Facts, aim: Aimed, span: tuple[int, int], firer: Unit) -> Unit | None:
    """A target before its lane, or with its flank or rear to it."""
    known = facts.get("ranks") or facts.get("figures") or facts.get("crews")
    shallow = {} if known else {"ranks": _SHALLOW.get(facts["formation"])}
    found = unit_of({**facts, **shallow, "side": _ENEMY[firer.side]}, weapon="")
    if isinstance(found, Refusal) or (not known and facts["formation"] == "attack_column"):
        return None  # an attack column is never shallow
    front = len(measuring.front_stands(found))
    wide = span[1] - span[0] + 2 * _NARROW
    several = firer.bases[0][1] == _WIDE
    if several and facts.get("cover") in ("wall", "hasty_trench"):
        return None  # a wall is measured by the middle of those who fire
    if measuring.fighting_layout(found).frame.width < wide:
        found = based(found, -(-wide // front))
    middle = sum(span) // 2
    faces = replace(found, x=middle, y=Y - aim.range, heading=1800)
    if aim.ahead is None or 2 * aim.ahead > aim.range or (aim.ahead > 0 and span[0] < span[1]):
        return faces
    if facts.get("cover") in ("wall", "hasty_trench"):
        # It shelters only from fire that crosses it.
        return None if aim.ahead <= 0 else faces
    frame = measuring.fighting_layout(found).frame
    beside = aim.ahead if aim.ahead > 0 else max(0, -aim.ahead - frame.depth)
    if wide > 100 or 2 * beside > aim.range:
        ranks = measuring.plan_of(found).ranks
        if several and ranks[-1] < ranks[0]:
            return None  # its rear does not reach across the lane
        away = replace(found, x=middle, y=Y - aim.range - frame.depth, heading=0)
        return away if aim.ahead <= 0 else None
    # The farthest stand of a group is no farther off than it is said to be, and the nearest in
    # the same band of range.
    half = (span[1] - span[0]) // 2
    far = isqrt(aim.range**2 - min(aim.range, beside + half) ** 2)
    if band(isqrt(far**2 + max(0, beside - half) ** 2)) != band(aim.range):
        return None
    # It looks east, and the line of its front runs north.
    return replace(found, x=middle - aim.ahead, y=Y - far - frame.width // 2, heading=900)


# Firing


def fire(
    found: Range, firer: str, groups: Sequence[Aimed], dice: Scripted, *, solid: bool = False
) -> tuple[Fight, Fired | None]:
    """Step 8 is played: the unit fires at all it may hit; what it did, None if it may not fire."""
    with laid(*found.pieces, permanent_works=found.permanent_works):
        fight = battle(
            found.units,
            "firing",
            dice=dice,
            period=PERIOD,
            first=found.units[firer].side,
            smoke=tuple(found.smoke),
            charges=tuple(found.charges),
        )
        targets = [
            one.target
            for one in groups
            if fight.state.step == "firing" and may(fight, f"fire {firer} {one.target}")
        ]
        if not targets:
            return fight, None
        fight.play(" ".join(["fire", firer, *targets, *(["solid"] if solid else [])]))
        fight.play("done")
    [fired] = told(fight, Fired, firer)
    return fight, fired


def _as_wide(one: Unit, other: Unit) -> tuple[Unit, Unit]:
    """Two units with fronts of one width, so that every stand has the enemy straight before it."""
    wide = [measuring.fighting_layout(unit).frame.width for unit in (one, other)]
    bases = [unit.bases[0][1] for unit in (one, other)]
    return based(one, wide[1] * bases[0] // _NARROW), based(other, wide[0] * bases[1] // _NARROW)


def exchange(
    facts: Mapping[str, Facts], pair: tuple[str, str], aims: Mapping[str, Aimed], dice: Scripted
) -> tuple[Range, Fight, dict[str, Fired]] | None:
    """Two units fire at each other in one step; None if they cannot stand like that."""
    one, other = pair
    sides = {facts[id].get("charging") for id in pair}
    if sides != {None} or any(aims[id].ahead is not None or aims[id].smoke for id in pair):
        return None
    found = lay_out(facts, one, [aims[one]])
    back = lay_out(facts, other, [aims[other]])
    if found is None or back is None or found.permanent_works or back.permanent_works:
        return None
    near, far = _as_wide(found.units[one], back.units[other])
    units = {one: near, other: replace(far, y=Y - aims[one].range, heading=1800)}
    pieces = [piece for id in pair for piece in shelter(units[id], facts[id].get("cover", "none"))]
    whole = found._replace(units=units, pieces=pieces)
    with laid(*pieces):
        fight = battle(units, "firing", dice=dice, period=PERIOD, first=units[one].side)
        for id, enemy in (pair, pair[::-1]):
            if may(fight, f"fire {id} {enemy}"):
                fight.play(f"fire {id} {enemy}")
                fight.play("done")
    return whole, fight, {fired.unit: fired for fired in told(fight, Fired)}
