"""Fires carried out to the end, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any
from unittest.mock import patch

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice, Scripted
from longroll.kernel.errors import OutOfDice
from longroll.systems.gbacw import fire, stacking
from longroll.systems.gbacw.events import Depleted, Fired, LeaderFate
from longroll.systems.gbacw.firing import FirePhase
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.roster import BATTERY, CONFEDERATE, INFANTRY, UNION
from longroll.systems.gbacw.tables import WEAPONS
from longroll.systems.gbacw.volley import OFFENSIVE
from tests.vectors.gbacw_ops.field import MIDDLE, NORTH, SOUTH, Field, away, post
from tests.vectors.gbacw_ops.fire import KIND, SHIFTS, given_shifts
from tests.vectors.gbacw_ops.shared import (
    CREWS,
    FLAG,
    NUMBER,
    ROW,
    Asked,
    Steady,
    attempt,
    operation,
    told,
    weapons,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, group, optional
from tests.vectors.runner import required as req

#: The range of the longest guns.
LONGEST = max(weapon.range for weapon in WEAPONS.values())

_STACK = each(
    {
        "unit": req(str),
        "type": KIND,
        "morale": req(1, 2, 3, 4, 5),
        "initial": req(int),
        "current": req(int),
    }
)


def set_target(field: Field, stack: Iterable[Given], facing: int) -> list[int]:
    """The stack under fire, in fighting order, top first."""
    return [
        field.unit(
            MIDDLE,
            CONFEDERATE,
            one["type"],
            one["unit"],
            strength=one["current"],
            initial=one["initial"],
            morale=one["morale"],
            on_foot=one["morale"],
            facing=facing,
        )
        for one in stack
    ]


def strength_left(state: Any, unit: int) -> int:
    own = state.units[unit]
    return 0 if own.fate else int(own.strength)


def standing(state: Any, unit: int) -> str:
    """Holds, pinned or routed; guns whose crew has run are routed."""
    crew = state.game.roster.crew_of.get(unit, unit)
    if state.units[unit].fate:
        return "eliminated"
    if state.units[unit].routed or state.units[crew].routed:
        return "routed"
    return "pinned" if state.units[unit].pinned else "holds"


def _after(state: Any, units: Iterable[int]) -> Answer:
    pieces = state.game.roster.pieces
    return {
        "current": {pieces[unit].title: strength_left(state, unit) for unit in units},
        "state": {pieces[unit].title: standing(state, unit) for unit in units},
    }


def _fire(
    state: Any, firers: Sequence[int], total: float, umpire: Umpire, row: str | None = None
) -> None:
    """Fire with a given total, which the first firer brings, as far as nobody is asked."""
    made = [
        (
            f"given {number}",
            "N" if state.piece(unit).kind == BATTERY else "R",
            dict.fromkeys(range(1, LONGEST + 1), 0 if number else total),
        )
        for number, unit in enumerate(firers)
    ]
    words = [f"fire {MIDDLE}", *(f"add {state.piece(unit).id} 1" for unit in firers), "resolve"]
    with weapons(made):
        for word in words:
            if not attempt(state, word, umpire):
                raise VectorFault(f"the engine refuses {word!r}")
    if row is not None and told(umpire, Fired)[0].row != row:
        raise VectorFault(f"this fire does not use the row {row!r}")


@operation(
    "fire_attack",
    {
        "row": ROW,
        "total": NUMBER,
        "shifts": SHIFTS,
        "firers": each({"unit": req(str), "small_arms": FLAG, "sharpshooter": FLAG}),
        "target": group(
            {
                "stack": _STACK,
                "leaders": req(list),
                "enfiladed": FLAG,
                "behind_outer_works": FLAG,
            }
        ),
    },
)
def _fire_attack(given: Given, dice: Scripted) -> Answer:
    aim = given["target"]
    field = Field()
    here = away(MIDDLE, NORTH, 2)
    if aim["behind_outer_works"]:
        field.hexside("outer_works", MIDDLE, away(MIDDLE, NORTH))
    # Guns never fire together with small arms: where both are named these are the fire.
    rifles = any(one["small_arms"] for one in given["firers"])
    firers = [
        field.unit(
            # Four go through a hexside; whoever is behind them sees over their heads.
            away(here, NORTH, number // 4 if rifles else 0),
            kind=INFANTRY if rifles else BATTERY,
            name=one["unit"],
            strength=1,
            weapon=f"given {number}",
            sharpshooter=one["sharpshooter"],
            facing=SOUTH,
        )
        for number, one in enumerate(
            one for one in given["firers"] if one["small_arms"] or not rifles
        )
    ]
    targets = set_target(field, aim["stack"], SOUTH if aim["enfiladed"] else NORTH)
    for leader in aim["leaders"]:
        field.leader(MIDDLE, CONFEDERATE, leader)
    game = field.game()
    game.shifts = given_shifts(given["shifts"], "density", "enfilade")
    state = field.state(game, FirePhase(UNION, OFFENSIVE))
    umpire = Umpire(dice)
    _fire(state, firers, given["total"], umpire, given["row"])
    fired = told(umpire, Fired)[0]
    return {
        "natural": fired.rolls[0].value,
        "modified": fired.die,
        "column": fired.column,
        "result": fired.result,
        "ammo_depleted": [unit.title for one in told(umpire, Depleted) for unit in one.units],
        "leader": {one.leader.title: one.fate for one in told(umpire, LeaderFate) if one.rolls},
        **_after(state, targets),
    }


@operation(
    "long_range_battery",
    {
        "range": req(int),
        "row": ROW,
        "total": NUMBER,
        "shifts": SHIFTS,
        "target": group({"stack": _STACK, "leaders": req(list)}),
    },
)
def _long_range_battery(given: Given, dice: Scripted) -> Answer:
    aim = given["target"]
    field = Field()
    here = post(given["range"])
    battery = field.unit(here, kind=BATTERY, strength=1, weapon="given 0", facing=SOUTH)
    targets = set_target(field, aim["stack"], NORTH)
    for leader in aim["leaders"]:
        field.leader(MIDDLE, CONFEDERATE, leader)
    game = field.game()
    game.shifts = given_shifts(given["shifts"], "density", "enfilade")
    state = field.state(game, FirePhase(UNION, OFFENSIVE))
    points = stacking.density(state, MIDDLE, CONFEDERATE)
    rounds = state.units[battery].rounds
    umpire = Umpire(dice)
    goes_on = True
    try:
        _fire(state, [battery], given["total"], umpire, given["row"])
    except OutOfDice:
        # A vector may end with the fire dice.
        if len(told(umpire, Fired)) != len(dice.faces):
            raise
        goes_on = False
    fired = told(umpire, Fired)
    return {
        "density_points": points,
        "column": fired[0].column,
        "results": {
            field.pieces[unit].title: one.result for unit, one in zip(targets, fired, strict=False)
        },
        "rounds_used": rounds - state.units[battery].rounds,
        **(_after(state, targets) if goes_on else {}),
    }


@operation("battery_fire_dice", {"range": req(int), "stack_size": req(int)})
def _battery_fire_dice(given: Given, dice: Scripted) -> Answer:
    field = Field()
    battery = field.unit(
        post(given["range"]),
        kind=BATTERY,
        strength=1,
        weapon="given 0",
        facing=SOUTH,
    )
    for _ in range(given["stack_size"]):
        field.unit(MIDDLE, CONFEDERATE)
    umpire = Umpire(Steady(1))
    _fire(field.state(None, FirePhase(UNION, OFFENSIVE)), [battery], 1, umpire)
    return {"fire_dice": len(told(umpire, Fired))}


# Losses


@operation(
    "losses",
    {
        "stack": each(
            {
                "unit": req(str),
                "type": KIND,
                "current": optional(None, None, int),
                "guns": optional(None, None, int),
                "crew": optional("full", *CREWS),
            }
        ),
        "points": req(int),
        "by": req(SMALL_ARMS, ARTILLERY),
    },
)
def _losses(given: Given, dice: Scripted) -> Answer:
    field = Field()
    units = [
        field.unit(
            MIDDLE,
            CONFEDERATE,
            kind=one["type"],
            name=one["unit"],
            strength=(one["guns"] if one["type"] == BATTERY else one["current"]) or 1,
            crew=CREWS[one["crew"]] if one["type"] == BATTERY else 0,
        )
        for one in given["stack"]
    ]
    state = _hit(field, given["points"], given["by"], Asked(Steady(6), "caisson"))
    pieces = field.pieces
    answer: Answer = {
        "left": {
            pieces[unit].title: state.units[unit].strength
            for unit in units
            if pieces[unit].kind != BATTERY
        }
    }
    for unit in (unit for unit in units if pieces[unit].kind == BATTERY):
        own = state.units[unit]
        answer |= {
            "battery": {"guns": own.strength, "crew": crew_name(own.crew)},
            "battery_removed": not own.hex,
            # Guns the enemy's shot away or took; those left without a crew are not lost to him.
            "guns_counted_lost_for_vp": own.killed + own.captured,
        }
    return answer


def _hit(field: Field, points: int, arm: str, dice: Dice) -> Any:
    """The field after a fire from two hexes off whose result is a number."""
    firer = field.unit(
        away(MIDDLE, NORTH, 2),
        kind=BATTERY if arm == ARTILLERY else INFANTRY,
        strength=1,
        weapon="given 0",
        facing=SOUTH,
    )
    state = field.state(None, FirePhase(UNION, OFFENSIVE))
    with patch.object(fire, "result_of", lambda *_: str(points)):
        _fire(state, [firer], 1, Umpire(dice))
    return state


def crew_name(steps: int) -> str:
    return next(name for name, number in CREWS.items() if number == steps)


@operation(
    "counter_battery",
    {
        "guns_hit": req(int),
        "battery": group({"guns": req(int), "rounds": req(int), "crew": req("full", "half")}),
    },
)
def _counter_battery(given: Given, dice: Scripted) -> Answer:
    field, before = Field(), given["battery"]
    unit = field.unit(
        MIDDLE,
        CONFEDERATE,
        kind=BATTERY,
        strength=before["guns"],
        rounds=before["rounds"],
        crew=CREWS[before["crew"]],
    )
    state = _hit(field, given["guns_hit"], ARTILLERY, Asked(dice, "caisson", "rounds lost"))
    own = state.units[unit]
    return {
        "guns_left": own.strength,
        "rounds_left": own.rounds,
        "crew": crew_name(own.crew),
    }
