"""Melee: differentials, results and what they do, and what a side may choose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from longroll.kernel.agenda import Umpire
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.gbacw import melee, melee_results
from longroll.systems.gbacw.declaring import DeclarePhase
from longroll.systems.gbacw.events import Checked, Fought, Gone, LeaderFate, Losses, Retreated
from longroll.systems.gbacw.firing import FirePhase
from longroll.systems.gbacw.melee import Outcome
from longroll.systems.gbacw.meleeing import MeleePhase
from longroll.systems.gbacw.roster import (
    BATTERY,
    CAVALRY,
    CONFEDERATE,
    INFANTRY,
    LEADER,
    UNION,
    WAGON,
)
from longroll.systems.gbacw.state import (
    CAPTURED,
    COLUMN,
    DISMOUNTED,
    LIMBERED,
    LINE,
    MOUNTED,
    UNLIMBERED,
    Melee,
)
from longroll.systems.gbacw.tables import TABLES
from longroll.systems.gbacw.volley import OFFENSIVE
from tests.vectors.gbacw_ops.field import MIDDLE, NORTH, NORTHEAST, NORTHWEST, SOUTH, Field, away
from tests.vectors.gbacw_ops.shared import (
    CREWS,
    FLAG,
    NO,
    Asked,
    Steady,
    attempt,
    carry_on,
    only,
    operation,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, optional
from tests.vectors.runner import required as req

KIND = req(INFANTRY, CAVALRY, BATTERY)
#: Confederates attack from the north, where they come from; the Union's way home lies south.
ATTACKER, DEFENDER = CONFEDERATE, UNION
FROM = away(MIDDLE, NORTH)
_RESULTS = (
    "-",
    "K",
    "Eng",
    "Rpls",
    "R2",
    "R3",
    *(f"C{c}{r}" for c in "123" for r in ("", "R2", "R3")),
)


def _formation(one: Given) -> str:
    """The formation a vector gives a unit of a melee."""
    if one["type"] == CAVALRY:
        return MOUNTED if one.get("mounted") else DISMOUNTED
    if one["type"] == BATTERY:
        return LIMBERED if one.get("unlimbered") is False else UNLIMBERED
    return LINE


def _set(field: Field, hex: str, side: str, units: Iterable[Given], facing: int) -> list[int]:
    """The units of one side of a melee."""
    found = []
    for one in units:
        guns = one["type"] == BATTERY
        crew: dict[str, Any] = {"crew": CREWS[one.get("crew") or "full"]} if guns else {}
        strength = one.get("guns") if guns else one.get("strength")
        if strength is None and one["type"] in (INFANTRY, CAVALRY):
            raise VectorFault(f"{one['unit']} has no strength")
        found.append(
            field.unit(
                hex,
                side,
                one["type"],
                one["unit"],
                strength=4 if strength is None else strength,
                morale=one.get("morale", 3),
                facing=facing,
                formation=_formation(one),
                routed=one.get("routed", False),
                **crew,
            )
        )
    return found


# The differential

_CROSSINGS = {
    "stream": ("stream", False),
    "upcrest": ("crest", False),
    "outer_works": ("outer_works", True),
    "secondary_redan": ("redan_secondary", True),
    "primary_redan": ("redan_primary", True),
}


def _redan(field: Field, crossing: list[str]) -> None:
    """The target is a redan, stormed over its parapet or entered from behind."""
    field.terrain(MIDDLE, "redan")
    kind = "redan_secondary" if "secondary_redan" in crossing else "redan_primary"
    over = kind.removeprefix("redan_") + "_redan" in crossing
    front = (NORTHWEST, NORTH, NORTHEAST) if over else (2, SOUTH, 4)
    for direction in front:
        field.hexside(kind, MIDDLE, away(MIDDLE, direction))


@operation(
    "melee_differential",
    {
        "attackers": each(
            {
                "unit": req(str),
                "type": KIND,
                "strength": req(int),
                "morale": req(1, 2, 3, 4, 5),
                "mounted": NO,
                "charging": NO,
            }
        ),
        "defenders": each(
            {
                "unit": req(str),
                "type": KIND,
                "strength": optional(None, None, int),
                "morale": req(1, 2, 3, 4, 5),
                "mounted": NO,
                "routed": NO,
                "crew": optional(None, None, *CREWS),
                "unlimbered": optional(None, None, bool),
            }
        ),
        "attacker_leader": FLAG,
        "defender_leader": FLAG,
        "crossing": req(list),
        "target_hex": req("redan", "other"),
        "continuing_engagement": FLAG,
    },
)
def _melee_differential(given: Given, dice: Scripted) -> Answer:
    crossing, redan = given["crossing"], given["target_hex"] == "redan"
    unknown = sorted(set(crossing) - set(_CROSSINGS))
    if unknown:
        raise VectorFault(f"no hexside {unknown[0]!r}")
    field = Field(phase="F", phasing=ATTACKER)
    if redan:
        _redan(field, crossing)
    for name in crossing:
        kind, inward = _CROSSINGS[name]
        if name.endswith("redan"):
            if not redan:  # they sally from a redan over its parapet
                field.terrain(FROM, "redan")
                field.hexside(kind, FROM, MIDDLE)
        else:
            field.hexside(kind, *((MIDDLE, FROM) if inward else (FROM, MIDDLE)))
    here = MIDDLE if given["continuing_engagement"] else FROM
    attackers = _set(field, here, ATTACKER, given["attackers"], SOUTH)
    charging = [
        unit for unit, one in zip(attackers, given["attackers"], strict=True) if one["charging"]
    ]
    _set(field, MIDDLE, DEFENDER, given["defenders"], NORTH)
    if given["attacker_leader"]:
        attackers.append(field.leader(here, ATTACKER))
    if given["defender_leader"]:
        field.leader(MIDDLE, DEFENDER)
    if given["continuing_engagement"]:
        field.facts["engaged"] = frozenset((MIDDLE,))
    fought, _ = _fight(field.state(None, MeleePhase(ATTACKER)), attackers, charging, Steady(3))
    return {
        "attacker_total": sum(line.value for line in fought.attack),
        "defender_total": sum(line.value for line in fought.defence),
        "differential_modifier": sum(line.value for line in fought.adjustments),
        "differential": fought.differential,
        "column": TABLES.melee_column(fought.differential),
    }


def _fight(
    state: Any, attackers: Iterable[int], charging: Iterable[int], dice: Dice
) -> tuple[Fought, Umpire]:
    """A melee that was declared is fought, up to the first question it leads to."""
    state.melees = (Melee(MIDDLE, tuple(attackers), tuple(charging)),)
    umpire = Umpire(dice)
    if not attempt(state, f"fight {MIDDLE}", umpire):
        raise VectorFault("the engine does not fight this melee")
    return only(umpire, Fought), umpire


@operation("melee_crt", {"differential": req(int)})
def _melee_crt(given: Given, dice: Scripted) -> Answer:
    attacker, defender = TABLES.melee(given["differential"], dice.roll("melee").value)
    return {"attacker": attacker, "defender": defender}


# Results

_STEPS: dict[type[Any], str] = {
    Retreated: "retreat",
    LeaderFate: "leader_loss",
    Checked: "morale_check",
}


def _step_of(event: Any) -> str:
    """What a step of a melee's result is called."""
    if isinstance(event, (Losses, Gone)):
        captured = event.fate == CAPTURED if isinstance(event, Gone) else event.what == CAPTURED
        return "capture" if captured else "kill"
    return _STEPS.get(type(event), "")


def _taken(state: Any, units: Iterable[int]) -> list[str]:
    """Batteries that fell into enemy hands with guns and crew."""
    return [
        state.piece(unit).title
        for unit in units
        if state.piece(unit).kind == BATTERY and state.units[unit].fate == CAPTURED
    ]


def _left(state: Any, units: Iterable[int]) -> dict[str, int]:
    return {
        state.piece(unit).title: 0 if state.units[unit].fate else state.units[unit].strength
        for unit in units
    }


def _hexes_back(umpire: Umpire, state: Any, units: Iterable[int]) -> int:
    """How many hexes units fell back after a melee, a rout not counted."""
    ids = {state.piece(unit).id for unit in units}
    ids |= {f"{id}-crew" for id in ids}
    return max(
        (
            sum(
                any(name.id == id for name in one.units) and one.why in ("melee", "repulse")
                for one in told(umpire, Retreated)
            )
            for id in ids
        ),
        default=0,
    )


@operation(
    "melee_apply",
    {
        "result": req(*_RESULTS),
        "side": req("attacker", "defender"),
        "leader": FLAG,
        "units": each(
            {
                "unit": req(str),
                "type": req(INFANTRY, CAVALRY, BATTERY, WAGON),
                "strength": optional(None, None, int),
                "guns": optional(None, None, int),
                "crew": optional(None, None, *CREWS),
                "unlimbered": optional(None, None, bool),
            }
        ),
    },
)
def _melee_apply(given: Given, dice: Scripted) -> Answer:
    """The other side suffers nothing, and is there so that the hex is a melee's."""
    attacks = given["side"] == "attacker"
    mine, other = (ATTACKER, DEFENDER) if attacks else (DEFENDER, ATTACKER)
    field = Field(phase="F", phasing=ATTACKER)
    units = _set(field, MIDDLE, mine, given["units"], NORTH)
    if given["leader"]:
        units.append(field.leader(MIDDLE, mine))
    foes = (field.unit(MIDDLE, other, strength=9),)
    result, nothing = melee.outcome_of(given["result"]), Outcome()
    state = field.state()
    # Nobody fails a check and no leader falls: what is asked for is the order of the steps.
    umpire = Umpire(Asked(Steady(1), "morale", other=4))
    sides = (tuple(units), foes) if attacks else (foes, tuple(units))
    outcomes = (result, nothing) if attacks else (nothing, result)
    melee_results.push_results(state, ATTACKER, MIDDLE, sides, (), outcomes)
    carry_on(state, umpire)
    men = [unit for unit in units if state.piece(unit).kind in (INFANTRY, CAVALRY, BATTERY)]
    return {
        "captured": sum(state.units[u].captured for u in men if state.piece(u).kind != BATTERY),
        "left": _left(state, men),
        "retreat_hexes": _hexes_back(umpire, state, units),
        "order": list(dict.fromkeys(filter(None, map(_step_of, umpire.events)))),
        "captured_all": _taken(state, units),
    }


@operation(
    "melee",
    {
        "attackers": each(
            {
                "unit": req(str),
                "type": KIND,
                "strength": req(int),
                "morale": req(1, 2, 3, 4, 5),
            }
        ),
        "defenders": each(
            {
                "unit": req(str),
                "type": KIND,
                "strength": optional(None, None, int),
                "morale": req(1, 2, 3, 4, 5),
                "guns": optional(None, None, int),
                "crew": optional(None, None, *CREWS),
                "unlimbered": optional(None, None, bool),
            }
        ),
        "differential": req(int),
    },
)
def _melee(given: Given, dice: Scripted) -> Answer:
    field = Field(phase="F", phasing=ATTACKER)
    attackers = _set(field, FROM, ATTACKER, given["attackers"], SOUTH)
    defenders = _set(field, MIDDLE, DEFENDER, given["defenders"], NORTH)
    game = field.game()
    state = field.state(game, MeleePhase(ATTACKER))
    game.adjustment = given["differential"] - (
        melee.add_up(state, MIDDLE, attackers, ()).differential
    )
    fought, umpire = _fight(state, attackers, (), Asked(dice, "melee in"))
    engaged = MIDDLE in state.engaged
    carry_on(state, umpire, lambda ask: isinstance(ask, MeleePhase))
    assert fought.differential == given["differential"]
    return {
        "crt": {"attacker": fought.attacker, "defender": fought.defender},
        "left": _left(state, (*attackers, *defenders)),
        "captured_all": _taken(state, (*attackers, *defenders)),
        "outcome": "engaged" if engaged else "resolved",
        "retreat_hexes": {
            "attacker": _hexes_back(umpire, state, attackers),
            "defender": _hexes_back(umpire, state, defenders),
        },
    }


# Locked in a melee

#: Kinds of units, as vectors call them.
UNITS: dict[str, tuple[str, dict[str, Any]]] = {
    "infantry": (INFANTRY, {}),
    "infantry_line": (INFANTRY, {}),
    "infantry_column": (INFANTRY, {"formation": COLUMN}),
    "cavalry": (CAVALRY, {}),
    "cavalry_dismounted": (CAVALRY, {"formation": DISMOUNTED}),
    "cavalry_mounted": (CAVALRY, {"formation": MOUNTED}),
    "mounted_cavalry": (CAVALRY, {"formation": MOUNTED}),
    "dismounted_cavalry": (CAVALRY, {"formation": DISMOUNTED}),
    "battery": (BATTERY, {}),
    "artillery": (BATTERY, {}),
    "artillery_unlimbered": (BATTERY, {}),
    "unlimbered_artillery": (BATTERY, {}),
    "battery_unlimbered": (BATTERY, {}),
    "artillery_limbered": (BATTERY, {"formation": LIMBERED}),
    "limbered_artillery": (BATTERY, {"formation": LIMBERED}),
    "battery_limbered": (BATTERY, {"formation": LIMBERED}),
    "wagon": (WAGON, {}),
}


def add_kind(field: Field, kind: str, hex: str, side: str, **facts: Any) -> int:
    """A unit of a kind as vectors call it, or a leader."""
    if kind == LEADER:
        return field.leader(hex, side)
    if kind not in UNITS:
        raise VectorFault(f"no kind of unit {kind!r}")
    what, formation = UNITS[kind]
    return field.unit(hex, side, what, **{**formation, **facts})


@operation(
    "engaged_choice",
    {
        "retreat": req(list),
        "stay": req(list),
        "melee": FLAG,
        "bring_in": req(list),
        "fire": FLAG,
    },
)
def _engaged_choice(given: Given, dice: Scripted) -> Answer:
    """The Union, attacked before, has its Melee Phase; the choices are played one by one."""
    field = Field(phase="F", phasing=UNION, engaged=frozenset((MIDDLE,)))
    going = [add_kind(field, kind, MIDDLE, UNION, strength=1) for kind in given["retreat"]]
    for kind in given["stay"]:
        add_kind(field, kind, MIDDLE, UNION, strength=1)
    fresh = [
        add_kind(field, kind, away(MIDDLE, SOUTH), UNION, facing=NORTH, strength=1)
        for kind in given["bring_in"]
    ]
    field.unit(MIDDLE, CONFEDERATE, strength=4)
    leader = field.leader(away(MIDDLE, SOUTH), UNION)
    phases = [FirePhase(UNION, OFFENSIVE), DeclarePhase(UNION), MeleePhase(UNION)]
    state = field.state(None, *phases)
    umpire = Umpire(Asked(Steady(1), "melee in", other=1))
    ids = field.pieces
    words = [f"fire {MIDDLE}"] if given["fire"] else []
    words.append("done")
    if fresh:
        words.append(f"melee {MIDDLE}")
        words += [f"with {ids[unit].id}" for unit in fresh]
        # A leader goes along, so that no courage is asked for.
        words += [f"with {ids[leader].id}", "commit"]
    words.append("done")
    if not all(attempt(state, word, umpire) for word in words):
        return {"legal": False}
    words = [f"leave {MIDDLE}"] if going else []
    words += [f"with {ids[unit].id}" for unit in going]
    words += ["go"] if going else []
    if not all(attempt(state, word, umpire) for word in words):
        return {"legal": False}
    carry_on(state, umpire, lambda ask: isinstance(ask, MeleePhase))
    if given["melee"]:
        if not attempt(state, f"fight {MIDDLE}", umpire):
            return {"legal": False}
        carry_on(state, umpire, lambda ask: isinstance(ask, MeleePhase))
    return {"legal": attempt(state, "done", umpire)}
