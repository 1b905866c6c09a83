"""Fire: its strength, hexsides, density and columns."""

from __future__ import annotations

from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.systems.gbacw import fire_shifts, fire_strength, stacking
from longroll.systems.gbacw.facing import leaves_through
from longroll.systems.gbacw.firing import Attack, FirePhase
from longroll.systems.gbacw.losses import ARTILLERY, SMALL_ARMS
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CONFEDERATE, INFANTRY, UNION, WAGON
from longroll.systems.gbacw.state import (
    COLUMN,
    DISMOUNTED,
    HALF_CREW,
    LIMBERED,
    LINE,
    MOUNTED,
    UNLIMBERED,
    State,
)
from longroll.systems.gbacw.tables import TABLES, WEAPONS
from longroll.systems.gbacw.volley import OFFENSIVE, Part, Volley
from tests.vectors.gbacw_ops.field import MIDDLE, NORTH, SOUTH, Field, away, post
from tests.vectors.gbacw_ops.shared import (
    NO,
    NUMBER,
    ROW,
    WEAPON,
    Steady,
    attempt,
    in_halves,
    operation,
    weapons,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, group, optional
from tests.vectors.runner import required as req

TERRAINS = ("clear", "woods", "felled_timber", "swamp", "town", "redan")
KIND = req(INFANTRY, CAVALRY, BATTERY)
FORMATION = req(LINE, COLUMN, MOUNTED, DISMOUNTED, LIMBERED, UNLIMBERED)
SHIFTS = req(dict)
NAMED_SHIFTS = (
    "density",
    "enfilade",
    "woods",
    "town",
    "redan",
    "crest",
    "firer_bce_lost",
    "terrain_total",
)


def given_shifts(given: dict[str, int], *without: str) -> tuple[Line, ...]:
    """The shifts a vector names."""
    unknown = sorted(set(given) - set(NAMED_SHIFTS))
    if unknown:
        raise VectorFault(f"no shift {unknown[0]!r}")
    return tuple(Line(value, name, "") for name, value in given.items() if name not in without)


# Strength


@operation(
    "fire_strength",
    {
        "firers": each(
            {
                "unit": req(str),
                "weapon": WEAPON,
                "allocated": req(int),
                "range": req(int),
                "multiplier": optional(None, None, int, float),
                "half_crew": NO,
            }
        )
    },
)
def _fire_strength(given: Given, dice: Scripted) -> Answer:
    field, made = Field(), []
    firers = []
    for number, one in enumerate(given["firers"]):
        code = f"given {number}"
        multiplier = {} if one["multiplier"] is None else {one["range"]: one["multiplier"]}
        made.append((code, one["weapon"], multiplier or {1: WEAPONS[one["weapon"]].at(1) / 2}))
        artillery = WEAPONS[one["weapon"]].arm == ARTILLERY
        firers.append(
            field.unit(
                post(one["range"]),
                kind=BATTERY if artillery else INFANTRY,
                strength=one["allocated"],
                weapon=code,
                crew=HALF_CREW if one["half_crew"] else 2,
            )
        )
    target = field.unit(MIDDLE, CONFEDERATE)
    state = field.state()
    parts = tuple(Part(unit, fire_strength.fire_points(state, unit)) for unit in firers)
    with weapons(made):
        lines = fire_shifts.strength_lines(
            state, Volley(UNION, OFFENSIVE, SMALL_ARMS, MIDDLE, parts, target)
        )
    total = sum(line.value for line in lines)
    return {
        "by_unit": [line.value / 2 for line in lines],
        "total": total / 2,
        "lookup_total": total // 2,
    }


@operation(
    "split_fire",
    {"current": req(int), "parts": each({"allocated": req(int), "multiplier": NUMBER})},
)
def _split_fire(given: Given, dice: Scripted) -> Answer:
    """Targets in a row, each with the multiplier of its part at its range; guns need no room."""
    field, parts = Field(), given["parts"]
    field.unit(MIDDLE, kind=BATTERY, strength=given["current"], weapon="given", facing=NORTH)
    id = field.pieces[-2].id
    targets = [away(MIDDLE, NORTH, number) for number in range(1, len(parts) + 1)]
    for hex in targets:
        field.unit(hex, CONFEDERATE)
    state = field.state(None, FirePhase(UNION, OFFENSIVE))
    umpire = Umpire(Steady(1))
    reach = {number: part["multiplier"] for number, part in enumerate(parts, start=1)}
    with weapons([("given", "N", reach)]):
        legal = all(
            attempt(state, f"fire {hex}", umpire)
            and attempt(state, f"add {id} {part['allocated']}", umpire)
            and _fire_now(state, umpire)
            for hex, part in zip(targets, parts, strict=True)
        )
    return {"legal": legal}


def _fire_now(state: Any, umpire: Umpire) -> bool:
    """Resolve a fire whose results nobody asks about, and go back to the phase."""
    done = attempt(state, "resolve", umpire)
    while not isinstance(state.agenda[-1], FirePhase):
        state.agenda.pop()
    return done


@operation(
    "hexside_fire",
    {
        "terrain": req(*TERRAINS),
        "infantry": req(list),
        "batteries": req(list),
        "frontal_hexsides": req(0, 1, 2, 3, 4, 5, 6),
    },
)
def _hexside_fire(given: Given, dice: Scripted) -> Answer:
    """An enemy beyond every frontal hexside, fired at one after the other by all who can."""
    field = Field()
    field.terrain(MIDDLE, given["terrain"])
    for strength in given["infantry"]:
        field.unit(MIDDLE, strength=strength)
    for guns in given["batteries"]:
        field.unit(MIDDLE, kind=BATTERY, strength=guns)
    sides = range(given["frontal_hexsides"])
    for side in sides:
        field.unit(away(MIDDLE, side), CONFEDERATE)
    game = field.game()
    game.frontal = tuple(sides)
    state = field.state(game, FirePhase(UNION, OFFENSIVE))
    umpire = Umpire(Steady(2))
    guns = 0
    for side in sides:
        if attempt(state, f"fire {away(MIDDLE, side)}", umpire):
            attempt(state, "all", umpire)
            attack = state.agenda[-1]
            assert isinstance(attack, Attack)
            guns = max(
                guns,
                sum(
                    p.points
                    for p in attack.parts
                    if fire_strength.arm_of(state, p.unit) == ARTILLERY
                ),
            )
            _fire_now(state, umpire)
    through = [state.through.get(f"{MIDDLE} {side}", 0) for side in sides]
    return {
        "max_points_one_hexside": max(through, default=0),
        "points_by_hexside": through,
        "guns_same_hexside": guns,
    }


@operation(
    "density",
    {
        "contents": each(
            {
                "type": req(INFANTRY, CAVALRY, BATTERY, WAGON, "leader"),
                "strength": optional(None, None, int),
                "guns": optional(None, None, int),
            }
        )
    },
)
def _density(given: Given, dice: Scripted) -> Answer:
    field = Field()
    for one in given["contents"]:
        if one["type"] == "leader":
            field.leader(MIDDLE)
        else:
            strength = one["guns"] if one["type"] == BATTERY else one["strength"]
            field.unit(MIDDLE, kind=one["type"], strength=1 if strength is None else strength)
    points = stacking.density(field.state(), MIDDLE, UNION)
    return {"points": points, "shift": TABLES.density(points)}


# Columns


def _firer_hex(state: State, target: int, through: str) -> Hex:
    """A hex two off whose line meets a target that faces north as a vector says."""
    if through != "boundary":
        return away(MIDDLE, NORTH if through == "front" else SOUTH, 2)
    # Beside the front: one hexside to the right for riders, two for a line.
    edge = {0, 1} if state.units[target].formation == MOUNTED else {1, 2}
    ring = (hex for hex, far in state.game.grid.within(MIDDLE, 2).items() if far == 2)
    return next(hex for hex in ring if set(leaves_through(state, MIDDLE, hex)) == edge)


@operation(
    "fire_column",
    {
        "row": ROW,
        "total": NUMBER,
        "shifts": SHIFTS,
        "target": group(
            {
                "type": KIND,
                "formation": FORMATION,
                "fired_through": req("front", "rear", "boundary"),
            },
            None,
        ),
    },
)
def _fire_column(given: Given, dice: Scripted) -> Answer:
    shifts, aim = given_shifts(given["shifts"]), given["target"]
    if aim is None:
        lines = fire_shifts.capped([line for line in shifts if line.value])
    else:
        field = Field()
        # Three or four points in the hex: its density shifts nothing.
        guns = aim["type"] == BATTERY
        target = field.unit(
            MIDDLE, CONFEDERATE, aim["type"], formation=aim["formation"], facing=NORTH
        )
        for _ in range(2 if guns else 0):
            field.unit(MIDDLE, CONFEDERATE, BATTERY, formation=aim["formation"], facing=NORTH)
        game = field.game()
        game.shifts = shifts
        state = field.state(game)
        firer = state.game.roster.number["27oh"]
        state.put(firer, _firer_hex(state, target, aim["fired_through"]))
        volley = Volley(UNION, OFFENSIVE, SMALL_ARMS, MIDDLE, (Part(firer, 1),), target)
        lines = fire_shifts.shift_lines(state, volley)
    base, column = fire_shifts.column_for(given["row"], in_halves(given["total"]), lines)
    return {
        "base_column": base,
        "net_shift": sum(line.value for line in lines),
        "column": column,
    }


@operation("fire_crt", {"column": req(*range(1, 12))})
def _fire_crt(given: Given, dice: Scripted) -> Answer:
    return {"result": fire_shifts.result_of(given["column"], dice.roll("fire").value)}
