"""Flight, rally, marches and difficult ground on a table."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from longroll.board.table import Point, Pose, Table, ahead, piece
from longroll.kernel.dice import Scripted
from longroll.miniatures.drill import NORMAL
from longroll.miniatures.measure import written
from longroll.systems.honor_glory import command
from longroll.systems.honor_glory.dice import d6
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.morale import due_after_hit
from longroll.systems.honor_glory.play import closing, goes, hits, recovery
from longroll.systems.honor_glory.play.events import Tested
from longroll.systems.honor_glory.play.field import facts
from longroll.systems.honor_glory.play.rulebook import FORCED, FORCED_ROAD, RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import Camp
from longroll.systems.honor_glory.rates import Mover
from longroll.systems.honor_glory.units import Leader, Troops
from longroll.systems.honor_glory.words import Arm
from tests.vectors.honor_glory_ops import battle
from tests.vectors.honor_glory_ops.battle import HERE, SIZE, Laid
from tests.vectors.runner import Answer, Given

#: An enemy so far away that it matters to nobody.
_ENEMY = Troops(arm="cavalry", formation="line", mp=9)
_FAR = 700 * CM


def _somebody(mover: Mover, gun: str) -> Troops:
    weapon: Any = None if mover.arm in ("artillery", "wagon", "cavalry") else "rifled_musket"
    return Troops(arm=mover.arm, formation=mover.formation, mp=9, weapon=weapon, gun=gun)


def is_body(arm: Arm, gun: str) -> bool:
    """Whether such a unit stands on the table; teams and commanders go with others."""
    return arm in ("infantry", "dismounted_cavalry", "cavalry") or (
        arm == "artillery" and bool(gun)
    )


# Difficult ground


#: What is laid for a ground of the vectors. Marsh bars the same arms as woods and costs as much.
_PIECES = {
    "marsh": "open_woods",
    "woods": "open_woods",
    "ploughed": "crops",
    "scrub": "rough",
    "broken": "rough",
}


def into_difficult(
    mover: Mover, gun: str, ground: str, to_patch: int, patch: int, activations: int, dice: Scripted
) -> Answer:
    """A unit goes straight at a patch of ground: through it, or as far as it comes."""

    def ready() -> Laid:
        state = battle.field(_somebody(mover, gun), _ENEMY, _FAR)
        edge = HERE[1] - to_patch
        corners = ((0, edge), (SIZE, edge), (SIZE, edge - patch), (0, edge - patch))
        patched = (piece(_PIECES[ground], "the patch", *corners),) if patch else ()
        state.board = Table("field", SIZE, SIZE, patched)
        drawn = mover.drawn or "field"
        state.change("u", left=(activations, 1), drawn=drawn, team=4 if mover.team else 0)
        return state

    _, bar = goes.attempt(ready(), "u", ahead(to_patch + 2), exactly=True)
    if bar is not None and bar.rule == "honor_glory:52.0b":
        return {"allowed": False, "in_patch": None, "left": None}
    state, umpire = ready(), battle.umpire(dice)
    if to_patch + patch:
        goes.act_out(state, "u", ahead(to_patch + patch), umpire)
    inside = HERE[1] - state.units["u"].y - to_patch
    if inside < patch:
        return {"allowed": True, "in_patch": Fraction(max(0, inside), CM), "left": Fraction(0)}
    unit = state.units["u"]
    whole = RULEBOOK.moves.rate(RULEBOOK.moves.gait(unit, NORMAL, False))
    left = Fraction(*unit.left) * getattr(whole, "value", 0)
    return {"allowed": True, "in_patch": Fraction(patch, CM), "left": left / CM}


# Flight


def fled(mover: Mover, gun: str, cause: Any, from_edge: Distance | None, moves: int) -> Answer:
    """A unit is driven back, or runs, from the middle of the table; then from its place so often
    as is said."""
    far = _run(mover, gun, cause, SIZE // 2, 1)
    one = next(far, None)
    removed = one == "gone"
    start = SIZE // 2
    answer: Answer = {
        "cm": None if removed or one is None else Fraction(start - int(one), CM),
        "removed": removed,
    }
    if from_edge is not None:
        there = list(_run(mover, gun, cause, int(from_edge), moves))
        places = [Fraction(int(at), CM) for at in there if at != "gone"]
        answer["positions"] = None if answer["cm"] is None else places
        answer["off_table"] = None if answer["cm"] is None else 0 in places
    return answer


def _run(mover: Mover, gun: str, cause: Any, edge: int, moves: int) -> Iterator[int | str]:
    """How far from its own edge a unit is after each move, or that it is gone."""
    state = battle.field(_somebody(mover, gun), _ENEMY, _FAR)
    team = 4 if mover.team else 0
    state.change("u", drawn=mover.drawn or "field", team=team)
    unit = state.units["u"]
    if unit.arm == "artillery" and team:
        unit = replace(unit, formation="limbered")
    # It turns about on the spot: its front is then where its rear was.
    depth = layout_of(unit).frame.depth
    state.put("u", Pose(Point(HERE[0], SIZE - edge - depth), 0))
    state.put("c", Pose(Point(HERE[0], 20 * CM), 1800))
    umpire = battle.umpire(battle.Lowest())
    for _ in range(moves):
        hits.flee(state, "u", cause, umpire)
        unit = state.units["u"]
        if unit.place == "table":
            if unit.heading == 0:
                return  # It did not move.
            yield SIZE - unit.y
        elif unit.fate.startswith("is abandoned"):
            yield "gone"
            return
        else:
            yield 0


def shaken(router: Arm, unit: Troops, far: int) -> bool:
    """Whether a friend beside the way of a unit that runs is tested as that passes."""
    runner = Troops(
        arm=router,
        formation="deployed" if router == "artillery" else "line",
        mp=9,
        gun="medium_rifled" if router == "artillery" else "",
    )
    state = battle.field(runner, _ENEMY, _FAR)
    limbered = replace(state.units["u"], formation="limbered")
    wide = layout_of(state.units["u"] if router != "artillery" else limbered).frame.right
    friend = battle.body(unit, "union", 0, HERE[1] + 10 * CM, 0)
    frame = layout_of(friend).frame
    friend = replace(friend, x=HERE[0] + wide + far - frame.left, morale=unit.morale)
    state.units = {**state.units, "friend": friend}
    cover = list(battle.cover_before(friend, unit.cover))
    state.board = replace(state.board, pieces=(*state.board.pieces, *cover))
    agreed = {one.name: unit.cover for one in cover}
    assert state.file is not None
    state.file = replace(state.file, cover={**state.file.cover, **agreed})
    umpire = battle.umpire(battle.Lowest())
    hits.flee(state, "u", "rout", umpire)
    tests = [event for event in umpire.events if isinstance(event, Tested)]
    return [event.unit for event in tests] == ["friend"]


# Commanders


def _led_by(leaders: tuple[Leader, ...]) -> Troops:
    """A unit with the commanders that are in contact with it, its own first."""
    there = sorted((one for one in leaders if one.in_contact), key=lambda one: one.rank != "unit")
    return Troops(arm="infantry", formation="line", mp=9, commanders=tuple(there))


def can_be_at_risk(leaders: tuple[Leader, ...]) -> bool:
    """Whether commanders can stand with a unit on the table."""
    return battle.can_be_laid(_led_by(leaders))


def at_risk(leaders: tuple[Leader, ...], army: list[int] | None, dice: Scripted) -> Answer:
    """The commanders of a unit that was hit, one after the other; the other units of their army
    stand far off."""
    state, umpire = battle.field(_led_by(leaders), _ENEMY, _FAR), battle.umpire(dice)
    for number, points in enumerate(army or ()):
        foot = Troops(arm="infantry", formation="line", mp=points)
        other = battle.body(foot, "union", (number + 1) * 50 * CM, HERE[1], 0)
        state.units = {**state.units, f"a{number}": other}
    before = state.counters["union"]
    killed: list[Leader] = []
    for one in leaders:
        unit = replace(facts(state, "u"), commanders=(one,))
        killed += hits.bury(state, "u", command.commanders_at_risk(unit, umpire), umpire)
    answer: Answer = {
        "killed": [one.rank for one in killed],
        "counters_lost": before - state.counters["union"],
        "broken_added": state.lost_commanders.get("union", 0),
        "morale_tests": due_after_hit("melee", killed).count("commander_killed"),
    }
    if army is not None:
        answer["army_mp"] = [state.units[f"a{number}"].mp for number in range(len(army))]
    return answer


# Rally


def can_be_rallied(unit: Troops) -> bool:
    """Whether a unit can stand on the table as it is given, with commanders above it."""
    there = [leader.rank for leader in unit.commanders]
    steady = replace(unit, morale="formed", mp=max(1, unit.mp), commanders=())
    return battle.can_be_laid(steady) and "unit" not in there and len(set(there)) == len(there)


def rallied(unit: Troops, given: Given, dice: Scripted) -> Answer:
    """The test of a unit that runs, if nothing on the table keeps it from it."""
    state = battle.field(replace(unit, morale="formed"), _ENEMY, _FAR)
    state.change("u", morale=unit.morale, mp=unit.mp)
    state.change("u", rally_tested=given["tested_this_turn"], pursued=given["pursued"])
    state.change("u", shot_at=given["fired_on_last_turn"])
    for leader in unit.commanders:
        if not leader.in_contact:
            state.change_commander(f"union-{leader.rank}", joined="")
    if given["in_melee"]:
        state.melees = (("c", "u"),)
    state.active = "union" if given["own_turn"] else "confederate"
    umpire = battle.umpire(dice)
    goes_on = not any(recovery.bars_to_rally(state, "u", facts(state, "u")))
    if goes_on:
        recovery.rally(state, "u", facts(state, "u"), umpire)
    tests = [event for event in umpire.events if isinstance(event, Tested)]
    test = tests[0] if tests else None
    after = state.units["u"]
    stopped = after.morale == "rallying" and unit.morale == "routing"
    return {
        "allowed": goes_on,
        "factor": test and sum(line.value for line in test.lines),
        "passed": test and test.passed,
        "column": test and battle.column_of(test, dice=2),
        "state": "resting" if stopped else after.morale,
        "unit_mp": after.mp,
        "commander_mp": [state.commanders[f"union-{one.rank}"].mp for one in unit.commanders],
        "rest": after.rest if stopped else None,
    }


#: Who rests for each cause, and how it is marked.
_RESTS: dict[str, tuple[Arm, dict[str, Any]]] = {
    "rally": ("infantry", {"morale": "rallying"}),
    "gun_crew": ("artillery", {"stamina": 0}),
    "blown": ("cavalry", {"blown": True}),
}


def rested(cause: str, turns: list[int], dice: Scripted) -> Answer:
    """A unit that is activated so often in each turn to rest, until it is back."""
    arm, marks = _RESTS[cause]
    gun = "medium_rifled" if arm == "artillery" else ""
    formation: Any = "deployed" if gun else "line"
    unit = Troops(arm=arm, formation=formation, mp=9, gun=gun, weapon=None)
    state, umpire = battle.field(unit, _ENEMY, _FAR), battle.umpire(dice)
    needed = d6(umpire, "rest").value
    state.change("u", rest=needed, **marks)
    left, back = [], False
    for activations in turns:
        if activations and not back:
            recovery.rest(state, "u", activations, umpire)
        after = state.units["u"]
        back = after.morale == "formed" and not after.blown and after.stamina > 0
        left.append(after.rest)
    answer: Answer = {"rest": needed, "left": left, "back_in_action": back}
    return {**answer, "stamina": state.units["u"].stamina} if gun else answer


# Forced march


def forced(unit: Troops, marches: int, dice: Scripted, *, road: bool) -> Answer:
    """A unit is told to go as far as a forced march leads. Columns of march have no cover, and the
    way is clear."""
    state = battle.field(replace(unit, cover="none"), _ENEMY, _FAR)
    state.put("u", Pose(Point(HERE[0], SIZE - 100 * CM), 0))
    state.put("c", Pose(Point(HERE[0], 5 * CM), 1800))
    if road:
        ends = ((HERE[0], 0), (HERE[0], SIZE))
        way = piece("road", "the road", *ends, width=SIZE)
        state.board = Table("field", SIZE, SIZE, (way,))
    umpire, start = battle.umpire(dice), state.units["u"].y
    if marches:
        far = _farthest(state, marches, FORCED_ROAD if road else FORCED)
        state.declared = {"u": (str(marches), "forced", "ahead", written(far))}
        goes.Go("u").run(state, umpire)
    tests = [event for event in umpire.events if isinstance(event, Tested)]
    return {
        "factors": [sum(line.value for line in test.lines) for test in tests],
        "passed": [test.passed for test in tests],
        "mp": state.units["u"].mp,
        "max_cm": Fraction(start - state.units["u"].y, CM),
        "may_charge": not any(closing.bars_to_charge_at(state, "u", "c")),
    }


def _farthest(state: Laid, activations: int, pace: str) -> int:
    """How far straight ahead a unit may go at a pace."""
    ready = state.fresh()
    ready.change("u", left=(activations, 1))
    low, high = 0, state.units["u"].y
    while high - low > 1:
        middle = (low + high) // 2
        _, bar = goes.attempt(ready, "u", ahead(middle), exactly=True, pace=pace)
        low, high = (middle, high) if bar is None else (low, middle)
    return low


# Tests of morale


def tested(unit: Troops, given: Given, dice: Scripted) -> Answer | None:
    """A test of a unit where it stands; None if there is no such test."""
    state = battle.field(replace(unit, morale="formed"), _ENEMY, _FAR)
    state.change("u", morale=unit.morale)
    if given["camp_lost"]:
        state.camps = {"union": Camp(x=HERE[0], y=HERE[1], holder="confederate")}
    umpire = battle.umpire(dice)
    hits.check(state, "u", given["test"], umpire, given["versus"])
    tests = [event for event in umpire.events if isinstance(event, Tested)]
    if not tests:
        return None
    [test] = tests
    return {
        "factor": sum(line.value for line in test.lines),
        "passed": test.passed,
        "column": battle.column_of(test, dice=0 if given["camp_lost"] else 2),
        "action": test.action,
        "loss": test.loss,
        "mp": state.units["u"].mp,
        "broken": state.units["u"].morale == "broken",
    }
