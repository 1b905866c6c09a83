"""The column shifts of a close combat."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Line
from longroll.systems.blind_swords import assault_shifts
from longroll.systems.blind_swords.assault_events import AssaultRolled
from longroll.systems.blind_swords.charts import ODDS
from longroll.systems.blind_swords.close_combat import RollAssault
from longroll.systems.blind_swords.combat import Assault
from longroll.systems.chickasaw_bayou.tables import CHARTS
from longroll.systems.chickasaw_bayou.terrain import GRID
from tests.vectors.blind_swords_ops.scene import (
    MIDDLE,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    TRENCH,
    Scene,
    away,
    rate,
)
from tests.vectors.blind_swords_ops.shared import (
    CONFEDERATE,
    INTEGER,
    NO,
    TERRAIN,
    UNION,
    Aside,
    only,
    operation,
)
from tests.vectors.runner import Answer, Given, group, optional
from tests.vectors.runner import required as req

NUMBER = req(int, float)
SOME = optional(0, int, float)
#: Rules of the lines of odds.
_ODDS = frozenset(CHARTS.close_combat[line].rule for line in ODDS)

SHIFTS = {
    "attack_sp": NUMBER,
    "defend_sp": NUMBER,
    "attack_cr": INTEGER,
    "defend_cr": INTEGER,
    "defend_artillery_sp": SOME,
    "attack_smoothbore_sp": SOME,
    "defend_smoothbore_sp": SOME,
    "higher": optional("none", "none", "slope", "steep"),
    "attacker": group(
        {"terrain": TERRAIN, "timber": NO}, default={"terrain": "clear", "timber": False}
    ),
    "defender_terrain": optional("clear", *TERRAIN.may_be),
    "trench": NO,
    "good_ground": NO,
    "creek_or_levee": NO,
    "flank_distances": optional([], list),
    "defender_mounted": NO,
    "attacker_charging": NO,
    "huzzah": NO,
}


@operation("close_shift", SHIFTS)
def close_shift(given: Given, dice: Scripted) -> Answer:
    """An assault southward out of the northern hex, with what joins it from around the target."""
    target = TRENCH if given["trench"] else MIDDLE
    start = away(target, NORTH)
    scene = _ground(given, start, target)
    flanks = _flanks(start, target, given["flank_distances"])
    parts = _parts(given, start, flanks or ())
    attackers = [
        scene.unit(hex, type=type, weapon=weapon, sp=sp) for hex, type, weapon, sp in parts
    ]
    defenders = _defenders(scene, target, given)
    assault = Assault(
        UNION,
        target,
        start,
        flanks=tuple(hex for hex, *_ in parts if hex != start),
        units=tuple(attackers),
        charging=tuple(attackers) if given["attacker_charging"] else (),
        events=("huzzah",) if given["huzzah"] else (),
    )
    system = scene.system()
    state = scene.state(system=system)
    for unit in attackers:
        rate(state, unit, given["attack_cr"], attacking=True)
    for unit in defenders:
        rate(state, unit, given["defend_cr"])
    if len(assault.flanks) == len(given["flank_distances"]):
        places = tuple([state.hex_of(unit) for unit in attackers])
        state.agenda.append(RollAssault(assault, places, fired=True))
        battle = Battle(system, state, Aside(dice, {"": 1}))
        return _answer(only(battle.log(), AssaultRolled).lines)
    # So many Flanking Hexes, or so little strength to share among them, no assault has: the facts
    # of one without them, and their distances besides.
    facts = assault_shifts.facts(state, assault)
    facts = replace(facts, flanks=tuple(given["flank_distances"]))
    played = [line for line in assault_shifts.shifts(state, assault) if _is_event(line)]
    return _answer([*assault_shifts.lines(CHARTS, facts), *played])


def _is_event(line: Line) -> bool:
    return line.rule == CHARTS.close_combat["huzzah"].rule


def _answer(lines: Iterable[Line]) -> Answer:
    found = list(lines)
    return {
        "odds_shift": sum(line.value for line in found if line.rule in _ODDS),
        "shift": sum(line.value for line in found),
    }


def _ground(given: Given, start: Hex, target: Hex) -> Scene:
    scene = Scene()
    scene.terrain(given["attacker"]["terrain"], start)
    scene.terrain(given["defender_terrain"], target)
    if given["attacker"]["timber"]:
        scene.facts["timber"] = {start: "half"}
    if given["good_ground"]:
        scene.facts["good_ground"] = frozenset((target,))
    if given["higher"] != "none":
        kind = "slope_up" if given["higher"] == "slope" else "steep_slope_up"
        scene.hexside(kind, start, target)
    if given["creek_or_levee"]:
        scene.hexside("creek", start, target)
    return scene


def _flanks(start: Hex, target: Hex, distances: list[int]) -> list[Hex] | None:
    """Hexes around the target as far from the start as is given; None where there are none."""
    around = (NORTHEAST, NORTHWEST, SOUTHEAST, SOUTHWEST, SOUTH)
    free = [away(target, direction) for direction in around]
    found: list[Hex] = []
    for distance in distances:
        hex = next((hex for hex in free if GRID.distance(start, hex) == distance), None)
        if hex is None or len(found) == 2:
            return None
        free.remove(hex)
        found.append(hex)
    return found


Part = tuple[Hex, str, str, Fraction]


def _parts(given: Given, start: Hex, flanks: Iterable[Hex]) -> list[Part]:
    """The attackers: those with rifles and those with smoothbores, a point of theirs in each
    Flanking Hex if there are so many."""
    type = "cavalry" if given["attacker_charging"] else "infantry"
    smooth = Fraction(given["attack_smoothbore_sp"])
    left = {"R": Fraction(given["attack_sp"]) - smooth, "S": smooth}
    parts: list[Part] = []
    for hex in flanks:
        weapon = max(left, key=lambda code: left[code])
        if sum(left.values()) <= 1 or left[weapon] < 1:
            return _parts(given, start, ())
        left[weapon] -= 1
        parts.append((hex, type, weapon, Fraction(1)))
    return [*[(start, type, code, sp) for code, sp in left.items() if sp > 0], *parts]


def _defenders(scene: Scene, target: Hex, given: Given) -> list[int]:
    guns, smooth = Fraction(given["defend_artillery_sp"]), Fraction(given["defend_smoothbore_sp"])
    foot = "cavalry" if given["defender_mounted"] else "infantry"
    rest = Fraction(given["defend_sp"]) - guns - smooth
    every = ((foot, "R", rest), (foot, "S", smooth), ("artillery", "R", guns))
    return [
        scene.unit(target, CONFEDERATE, type, weapon=weapon, sp=sp)
        for type, weapon, sp in every
        if sp > 0
    ]
