"""Sight and fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.blind_swords import fire, fire_shifts, sight
from longroll.systems.blind_swords.artillery_phase import ArtilleryStep
from longroll.systems.blind_swords.combat import DEFENSIVE, FIRE, Volley
from longroll.systems.blind_swords.fire import RollFire
from longroll.systems.blind_swords.fire_events import Fired
from longroll.systems.blind_swords.firing import FireStep
from longroll.systems.blind_swords.tables import COMBAT_RESULTS, WEAPONS
from longroll.systems.chickasaw_bayou.roster import ROSTER
from longroll.systems.chickasaw_bayou.tables import CHARTS
from longroll.systems.chickasaw_bayou.terrain import GRID
from tests.vectors.blind_swords_ops.scene import (
    MIDDLE,
    NORTH,
    NORTHEAST,
    OTHERS,
    SOUTH,
    SOUTHEAST,
    TRENCH,
    Scene,
    away,
    weapons_in,
)
from tests.vectors.blind_swords_ops.shared import (
    BAND,
    CONFEDERATE,
    FLAG,
    INTEGER,
    NO,
    POINTS,
    TERRAIN,
    TYPE,
    UNION,
    Aside,
    attempt,
    by_name,
    only,
    operation,
    refusals,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, fill_in, group, optional
from tests.vectors.runner import required as req

LABEL = req(*COMBAT_RESULTS.labels)
#: Rules about range, where a vector names the band outright.
_RANGE = ("blind_swords:9.2.1", "blind_swords:9.1.9")


# Sight

_PLACE = {
    "level": INTEGER,
    "terrain": TERRAIN,
    "timber": NO,
    "units": optional(None, "friend", "enemy", "pioneer", None),
    "levee": optional("none", "none", "end_adjacent", "free"),
}
SIGHT = {"firer_level": INTEGER, "target_level": INTEGER, "intervening": req(list)}


@operation("los", SIGHT)
def los(given: Given, dice: Scripted) -> Answer:
    """The line on a map where there is such a line, otherwise by its facts alone."""
    line = [
        [fill_in(_PLACE, one, f"intervening[{at}].") for one in places]
        for at, places in enumerate(
            one if isinstance(one, list) else [one] for one in given["intervening"]
        )
    ]
    if any(len(places) > 2 for places in line):
        raise VectorFault("a line runs between two hexes at most")
    found = _on_map(given, line) or _by_facts(given, line)
    return {"state": found.state}


def _on_map(given: Given, line: list[list[dict[str, Any]]]) -> sight.Sight | None:
    """What the engine sees along a line of hexes, or along hexsides and hexes by turns."""
    start, hexes = "3025", []
    along = [len(places) == 2 for places in line]
    if not any(along):
        hexes = [[away(start, NORTH, n + 1)] for n in range(len(line))]
        end = away(start, NORTH, len(line) + 1)
    elif along == [n % 2 == 0 for n in range(len(line))] and len(line) % 2:
        end = start = "2010"
        for pair in along:
            pair_hexes = [away(end, NORTHEAST), away(end, SOUTHEAST)]
            ahead = away(pair_hexes[0], SOUTHEAST)
            hexes.append(pair_hexes if pair else [end])
            end = ahead if pair else end
    else:
        return None
    scene = Scene()
    scene.level(given["firer_level"], start)
    scene.level(given["target_level"], end)
    for here, places in zip(hexes, line, strict=True):
        for hex, place in zip(here, places, strict=True):
            _set(scene, hex, place)
    for number, places in enumerate(line):
        for place in places:
            ends = start, end
            if place["levee"] != "none" and not _levee(scene, number, place, ends, hexes, line):
                return None
    return sight.look(scene.state(), start, end, UNION)


def _set(scene: Scene, hex: Hex, place: dict[str, Any]) -> None:
    scene.level(place["level"], hex)
    scene.terrain(place["terrain"], hex)
    if place["timber"]:
        scene.facts.setdefault("timber", {})[hex] = "full"
    if place["units"] == "pioneer":
        scene.facts.setdefault("pioneers", {})[hex] = "front"
    elif place["units"]:
        scene.unit(hex, UNION if place["units"] == "friend" else CONFEDERATE)


def _levee(
    scene: Scene,
    number: int,
    place: dict[str, Any],
    ends: tuple[Hex, Hex],
    hexes: list[list[Hex]],
    line: list[list[dict[str, Any]]],
) -> bool:
    """Put a Levee on a hexside that the line crosses, if there is a fitting one."""
    if any(len(places) == 2 for places in line):
        return False
    here = hexes[number][0]
    if place["levee"] == "end_adjacent":
        start, end = ends
        others = [end] * (number == len(line) - 1) + [start] * (number == 0)
    else:
        near = [n for n in (number - 1, number + 1) if 0 <= n < len(line)]
        others = [hexes[n][0] for n in near if line[n][0]["level"] == place["level"]]
    if others:
        scene.hexside("levee", here, others[0])
    return bool(others)


def _by_facts(given: Given, line: list[list[dict[str, Any]]]) -> sight.Sight:
    """No map has such a line: a Levee two hexes off each end of a line of one hex, say."""

    def place(one: dict[str, Any]) -> sight.Place:
        sights = [CHARTS.terrain[one["terrain"]].sight]
        if one["timber"]:
            sights.append(CHARTS.works["fallen_timber"].sight)
        units: Any = "" if one["units"] in (None, "pioneer") else one["units"]
        return sight.Place(one["level"], tuple(sights), units, one["levee"] == "free")

    places = [[place(one) for one in hexes] for hexes in line]
    if not places:
        return sight.NEAR
    return sight.trace(given["firer_level"], given["target_level"], places)


# Who may fire at what


@operation("fire_over", {"type": TYPE, "over": req("friend", "enemy"), "range_band": BAND})
def _fire_over(given: Given, dice: Scripted) -> Answer:
    """From one height to another, over units in the low ground between them."""
    guns = given["type"] == "artillery"
    near, _ = getattr(WEAPONS.artillery["R"], given["range_band"]) if guns else (2, 3)
    distance = max(near, 2)
    start, target = "3020", away("3020", NORTH, distance)
    scene = Scene(phase="B" if guns else "C")
    scene.level(3, start, target)
    scene.unit(start, type=given["type"])
    scene.unit(target, CONFEDERATE)
    between = away(target, SOUTH)
    if given["over"] == "friend":
        scene.unit(between, brigade=OTHERS[UNION])
    else:
        # In Skirmish Order, as a firer who is Engaged is under another rule.
        scene.unit(between, CONFEDERATE, skirmish=True)
    if guns:
        battle = scene.battle(dice, ArtilleryStep(UNION))
        battle.play(f"guns {start}")
    else:
        battle = scene.battle(dice, FireStep(UNION), active="decourcy attack")
    barred = refusals(battle, f"fire {target}")
    return {"legal": all(refusal.rule in _RANGE for refusal in barred)}


@operation("fire_group", {"units": each({"brigade": req(str), "hex": req(str)})})
def _fire_group(given: Given, dice: Scripted) -> Answer:
    """The units on open ground, with a target as near to all of them as can be."""
    scene = Scene()
    hexes = {one["hex"] for one in given["units"]}
    target = min(
        (hex for hex in GRID.hexes if hex not in hexes),
        key=lambda hex: (max(GRID.distance(hex, one) for one in hexes), hex),
    )
    ids, brigades = [], []
    for one in given["units"]:
        brigade = by_name(ROSTER.brigades, one["brigade"])
        side = ROSTER.brigades[brigade].side
        brigades.append(brigade)
        ids.append(scene.id(scene.unit(one["hex"], side, brigade=brigade)))
    side = ROSTER.brigades[brigades[0]].side
    scene.unit(target, CONFEDERATE if side == UNION else UNION)
    battle = scene.battle(dice, FireStep(side), active=f"{brigades[0]} attack")
    return {"legal": attempt(battle, f"fire {target}", *[f"add {id}" for id in ids])}


# Strength and the table


@operation(
    "strength",
    {
        "units": each({"type": req("infantry", "artillery"), "sp": POINTS}),
        "range_band": BAND,
        "chaos": FLAG,
    },
)
def _strength(given: Given, dice: Scripted) -> Answer:
    """A group that defends its hex, with weapons of the range band given."""
    scene, enemy = Scene(chaos=MIDDLE if given["chaos"] else ""), away(MIDDLE, SOUTH)
    units = tuple([scene.unit(MIDDLE, **one) for one in given["units"]])
    target = scene.unit(enemy, CONFEDERATE)
    volley = Volley(UNION, enemy, DEFENSIVE, units, (target,))
    with weapons_in(given["range_band"]):
        fired = _fired(scene, volley, Aside(dice, {"": 1}))
        total = int(fire.strength(scene.state(), volley))
    return {"total": total or "C", "column": fired.base}


def _fired(scene: Scene, volley: Volley, dice: Dice) -> Fired:
    """A fire that is declared and resolved."""
    return only(scene.battle(dice, RollFire(volley)).log(), Fired)


@operation("crt_column", {"sp": req(int, float)})
def _crt_column(given: Given, dice: Scripted) -> Answer:
    return {"column": COMBAT_RESULTS.labels[COMBAT_RESULTS.column(Fraction(given["sp"]))]}


@operation("crt", {"column": LABEL})
def _crt(given: Given, dice: Scripted) -> Answer:
    """A fire of just the strength of the column, with no shift."""
    least = COMBAT_RESULTS.labels.index(given["column"])
    strength = next(
        sp
        for sp in (Fraction(1, 2), *map(Fraction, range(1, 100)))
        if COMBAT_RESULTS.column(sp) == least
    )
    scene, enemy = Scene(), away(MIDDLE, SOUTH)
    firer, target = scene.unit(MIDDLE, sp=strength), scene.unit(enemy, CONFEDERATE)
    volley = Volley(UNION, enemy, FIRE, (firer,), (target,))
    quiet = dict.fromkeys(("Cohesion", "Break"), 1)
    return {"result": _fired(scene, volley, Aside(dice, quiet)).result}


@operation("column_shift", {"column": LABEL, "shift": INTEGER})
def _column_shift(given: Given, dice: Scripted) -> Answer:
    column = COMBAT_RESULTS.labels.index(given["column"])
    return {"column": COMBAT_RESULTS.labels[COMBAT_RESULTS.shifted(column, given["shift"])]}


# Shifts

SHIFTS = {
    "firer": group(
        {
            "terrain": TERRAIN,
            "timber": NO,
            "skirmish": NO,
            "low_ammo_markers": optional(0, int),
            "artillery": optional(None, dict, None),
            "range_band": optional(None, None, *BAND.may_be),
        }
    ),
    "target": group(
        {
            "terrain": TERRAIN,
            "timber": NO,
            "trench": NO,
            "epaulement": NO,
            "good_ground": NO,
            "levee": NO,
            "skirmish": NO,
            "mounted": NO,
        }
    ),
    "path": group(
        {
            "light_or_timber": optional(0, int),
            "over_units": NO,
            "over_pioneers_only": NO,
        },
        default={"light_or_timber": 0, "over_units": False, "over_pioneers_only": False},
    ),
    "flanking": NO,
}


@operation("fire_shift", SHIFTS)
def fire_shift(given: Given, dice: Scripted) -> Answer:
    """A fire northward from one height to another, over woods on the height and units below."""
    firer, target, path = given["firer"], given["target"], given["path"]
    end = TRENCH if target["trench"] else MIDDLE
    # Nobody fires through two hexes of cover; the line of the chart speaks of one.
    between = ["cover"] * bool(path["light_or_timber"]) + ["units"] * path["over_units"]
    start = away(end, SOUTH, len(between) + 1)
    scene = Scene()
    scene.level(2, start, end)
    for number, what in enumerate(between, start=1):
        hex = away(end, SOUTH, number)
        if what == "cover":
            scene.level(2, hex)
            scene.terrain("light_woods", hex)
        elif path["over_pioneers_only"]:
            scene.facts.setdefault("pioneers", {})[hex] = "front"
        else:
            scene.unit(hex, CONFEDERATE)
    volley = Volley(UNION, end, FIRE, _firers(scene, start, firer), (_target(scene, end, target),))
    apart = away(end, NORTH)
    if given["flanking"] and not between:
        scene.unit(apart)
    with weapons_in(firer["range_band"] or "effective"):
        if given["flanking"] and between:
            # On no map does a fire from afar flank: the facts of it, and that besides.
            facts = fire_shifts.facts(scene.state(), volley)
            return {"shift": _sum(fire_shifts.lines(CHARTS, replace(facts, flanking=True)))}
        return {"shift": _sum(_fired(scene, volley, Aside(dice, {"": 1})).shifts)}


def _sum(lines: Any) -> int:
    return sum(line.value for line in lines)


def _firers(scene: Scene, hex: Hex, firer: dict[str, Any]) -> tuple[int, ...]:
    """The firing group; the first of it bears all Low Ammo markers, as they add up."""
    scene.terrain(firer["terrain"], hex)
    if firer["timber"]:
        scene.facts.setdefault("timber", {})[hex] = "full"
    markers = {"low_ammo": firer["low_ammo_markers"], "skirmish": firer["skirmish"]}
    guns = {code: sp for code, sp in (firer["artillery"] or {}).items() if sp}
    if not guns:
        return (scene.unit(hex, **markers),)
    return tuple(
        scene.unit(hex, type="artillery", weapon=code, sp=sp, **({} if number else markers))
        for number, (code, sp) in enumerate(guns.items())
    )


def _target(scene: Scene, hex: Hex, target: dict[str, Any]) -> int:
    scene.terrain(target["terrain"], hex)
    if target["timber"]:
        scene.facts.setdefault("timber", {})[hex] = "full"
    if target["epaulement"]:
        scene.facts["epaulements"] = frozenset((hex,))
    if target["good_ground"]:
        scene.facts["good_ground"] = frozenset((hex,))
    if target["levee"]:
        scene.hexside("levee", away(hex, SOUTH), hex)
    type = "cavalry" if target["mounted"] else "infantry"
    return scene.unit(hex, CONFEDERATE, type, skirmish=target["skirmish"])
