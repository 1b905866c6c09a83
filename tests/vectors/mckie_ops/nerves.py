"""Morale tests on the table: the unit looks north at its enemy, its friends are behind it, and
those it cannot see are to its right, beyond a crest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from msgspec.structs import replace

from longroll.board.table import Piece
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.charge.events import MoraleTested
from longroll.systems.mckie.dice import AVERAGE
from longroll.systems.mckie.morale.rules import MoraleTest
from longroll.systems.mckie.table import field as measuring
from longroll.systems.mckie.table.state import Charge, Contact, State
from longroll.systems.mckie.words import Arm, Formation, Struck
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.shared import Around, spend
from tests.vectors.mckie_ops.table import (
    STEADY,
    X,
    Y,
    area,
    based,
    battle,
    formed,
    laid,
    may,
    shelter,
    told,
)

PERIOD = 3
_VERDICTS = {"won": "won_melee", "lost": "lost_melee", "drawn": "drew_melee"}
#: The least distance from which a charge is declared here: nearer, and it has begun already.
_AWAY = 100


class Tested(NamedTuple):
    """What a test on the table came to."""

    event: MoraleTested
    state: State
    charges: bool


def test(facts: MoraleTest, dice: Scripted) -> Tested | None:
    """The test is made in the step of the period that calls for it; None if no unit can be like
    that when it is called for."""
    [reason] = facts.reasons
    unit = _tested(facts)
    if unit is None or any(not one.in_sight and not one.distance for one in facts.friends):
        return None
    steady = facts.unit.state == "steady"
    if reason == "before_charge":
        return _before_charge(facts, unit, dice) if steady else None
    if reason == "charger_hit":
        return _of_charge(facts, unit, dice, "chargers_test") if steady else None
    if reason == "receive_charge":
        return _of_charge(facts, unit, dice, "receivers_test") if steady else None
    if reason == "melee_lost":
        at_hand = facts.nearest_enemy == 0
        return _lost_melee(facts, unit, dice) if steady and at_hand else None
    if reason == "rally" and steady:
        return None
    return _other(facts, unit, dice)


# The unit and those around it


def _tested(facts: MoraleTest) -> Unit | None:
    unit, felt = facts.unit, set()
    formation = unit.formation
    if not unit.remaining or formation in ("mounted", "dismounted"):
        return None
    arm: Arm = "field_artillery" if formation in ("limbered", "unlimbered") else "infantry"
    marks = {
        "lost_figures": True,
        "under_artillery_fire": facts.under_artillery_fire,
        "passed_through": facts.passed_through,
        "struck_flank": facts.struck_from == "flank",
        "struck_rear": facts.struck_from == "rear",
        "advanced": facts.advancing,
        **{mark: facts.melee == verdict for verdict, mark in _VERDICTS.items()},
    }
    felt = {mark for mark, is_so in marks.items() if is_so}
    made = formed(
        arm,
        formation,
        unit.remaining,
        original=unit.original,
        quality=unit.quality,
        fatigued=unit.fatigued,
        standing=unit.state,
        broke=PERIOD - 1 if unit.state != "steady" else 0,
        division="1",
        felt=frozenset(felt),
    )
    return None if isinstance(made, Refusal) else made


def around(unit: Unit, friends: Sequence[Any]) -> tuple[dict[str, Unit], list[Piece]]:
    """Friends behind a unit, or beyond a crest on its right if they are out of its sight."""
    frame = measuring.fighting_layout(unit).frame
    right = unit.x + frame.left + frame.width
    found: dict[str, Unit] = {}
    for number, friend in enumerate(friends):
        made = formed("infantry", "line", 4, standing=friend.state, weapon="", broke=PERIOD)
        assert not isinstance(made, Refusal)
        far = int(friend.distance)
        if friend.in_sight:
            # Close behind its middle: it may lose a stand before it tests.
            at = 12 * (number // 2 + 1) * (1 if number % 2 else -1)
            placed = replace(based(made, 10), x=unit.x + at, y=unit.y + frame.depth + far)
        else:
            placed = replace(made, x=right + far + 50, y=unit.y + 100 * number)
        found[f"f{number}"] = placed
    near = min((int(one.distance) for one in friends if not one.in_sight), default=0)
    if not near:
        return found, []
    crest = (right + near // 4, Y - 4_000, right + near // 4 + max(1, near // 2), Y + 4_000)
    return found, [area("hill", *crest, level=1)]


def _generals(facts: MoraleTest) -> dict[str, General]:
    if facts.unit.general is None:
        return {}
    divisions = ("1",) if facts.unit.general == "in_chain" else ("2",)
    general = General(title="g", side="union", role="division", divisions=divisions, joined="u")
    return {"g": general}


def enemy(far: int, **facts: Any) -> Unit:
    made = formed("infantry", "line", side="confederate", **{"weapon": "", **facts})
    assert not isinstance(made, Refusal)
    return replace(made, y=Y - far, heading=facts.get("heading", 1800))


def _fight(
    facts: MoraleTest,
    units: Mapping[str, Unit],
    step: str,
    dice: Scripted,
    *,
    tested: Unit | None = None,
    **more: Any,
) -> Fight:
    """The step is played, the unit first in the roster; friends are at their distance from it as
    it is when it is `tested`."""
    friends, _ = around(tested or units["u"], facts.friends)
    used = Around((), dice.left[:1], STEADY)
    return battle(
        {"u": units["u"], **{id: one for id, one in units.items() if id != "u"}, **friends},
        step,
        dice=used,
        period=PERIOD,
        generals=_generals(facts),
        **more,
    )


def _ground(facts: MoraleTest, unit: Unit) -> list[Piece]:
    return [*shelter(unit, facts.unit.cover), *around(unit, facts.friends)[1]]


def _read(fight: Fight, dice: Scripted) -> Tested:
    spend(dice, fight)
    event = told(fight, MoraleTested, "u")[0]
    charge = fight.state.charge_of("u")
    return Tested(event, fight.state, charge is not None and not charge.halted)


# The steps that call for tests


def _before_charge(facts: MoraleTest, unit: Unit, dice: Scripted) -> Tested | None:
    """The unit declares its charge."""
    far, charge = facts.nearest_enemy, facts.charge
    if far is None or far < _AWAY or facts.struck_from is not None:
        return None
    struck = "front" if charge is None else charge.struck
    heading = {"front": 1800, "flank": 900, "rear": 0}[struck]
    target = enemy(0, heading=heading, fatigued=charge is not None and charge.target_fatigued)
    # Its nearest edge is at that distance, whichever way it looks.
    frame = measuring.fighting_layout(target).frame
    off = {"front": 0, "flank": frame.width // 2, "rear": frame.depth}[struck]
    units = {"u": unit, "c": replace(target, x=X + off // 4, y=Y - int(far) - off)}
    with laid(*_ground(facts, unit)):
        fight = _fight(facts, units, "charges_first", dice)
        if fight.state.step != "charges_first" or not may(fight, "charge u c"):
            return None
        fight.play("charge u c")
        return _read(fight, dice)


def _of_charge(facts: MoraleTest, unit: Unit, dice: Scripted, step: str) -> Tested | None:
    """A charge is under way, of the unit or against it."""
    if facts.nearest_enemy is None:
        return None
    charge = facts.charge
    fatigued = charge is not None and charge.target_fatigued
    units = {"u": unit, "c": enemy(int(facts.nearest_enemy), fatigued=fatigued)}
    if step == "chargers_test":
        struck: Struck = "front" if charge is None else charge.struck
        under_way = Charge("u", "c", (), 400, struck)
    else:
        under_way = Charge("c", "u", (), 400, facts.struck_from or "front")
    with laid(*_ground(facts, unit)):
        fight = _fight(facts, units, step, dice, charges=(under_way,))
        return _read(fight, dice)


def _lost_melee(facts: MoraleTest, unit: Unit, dice: Scripted) -> Tested:
    """The melee is counted; a prisoner is taken before the test."""
    felt = unit.felt - set(_VERDICTS.values())
    units = {"u": replace(unit, figures=unit.figures + 1, felt=felt), "c": enemy(0)}
    if unit.crews:
        *full, last = unit.crews
        units["u"] = replace(units["u"], crews=(*full, last + 1) if last < 4 else (*full, last, 1))
    with laid(*_ground(facts, units["u"])):
        fight = _fight(
            facts,
            units,
            "melee_results",
            dice,
            tested=unit,
            contacts=(Contact("c", "u", "front", PERIOD - 1),),
            tallies={"u": (2, 1), "c": (1, 2)},
        )
        return _read(fight, dice)


def _other(facts: MoraleTest, unit: Unit, dice: Scripted) -> Tested:
    """Step 14: for its losses, for friends that rout, or to rally."""
    units = {"u": unit}
    if facts.nearest_enemy is not None:
        units["c"] = enemy(int(facts.nearest_enemy))
    with laid(*_ground(facts, unit)):
        fight = _fight(facts, units, "other_morale", dice)
        return _read(fight, dice)


# A score that is given


class Situation(NamedTuple):
    """What a unit is in when it scores, besides its score."""

    arm: Arm
    formation: Formation
    being_charged: bool
    in_melee: bool
    surrounded: bool


#: The strength from which tenths are lost, and what else shifts a score.
_STRENGTH = 40
_SHIFTS: tuple[tuple[str, int], ...] = (
    ("experienced", 1),
    ("veteran", 2),
    ("under_artillery_fire", -1),
    ("fatigued", -1),
    ("struck_flank", -2),
    ("passed_through", -2),
)


def with_score(score: int, given: Situation) -> Tested | None:
    """A unit that scores just that much in this situation; None if there is no such unit."""
    shaken = given.being_charged and given.formation == "skirmish"
    for die, tens, shifts in product(sorted(set(AVERAGE)), range(10), _subsets()):
        halved = 2 * tens > 10
        total = die - tens - halved - shaken + sum(worth for _, worth in shifts)
        if total == score:
            return _scored(given, die, tens, {name for name, _ in shifts})
    return None


def _subsets() -> list[tuple[tuple[str, int], ...]]:
    found = [some for size in range(len(_SHIFTS) + 1) for some in combinations(_SHIFTS, size)]
    return [some for some in found if not {"experienced", "veteran"} <= {name for name, _ in some}]


def _scored(given: Situation, die: int, tens: int, shifts: set[str]) -> Tested | None:
    quality = next((one for one in ("veteran", "experienced") if one in shifts), "raw")
    felt = {"lost_figures", *(shifts & {"under_artillery_fire", "struck_flank", "passed_through"})}
    left = _STRENGTH - _STRENGTH * tens // 10
    unit = formed(
        given.arm,
        given.formation,
        left,
        original=_STRENGTH,
        quality=quality,
        fatigued="fatigued" in shifts,
        felt=frozenset(felt | ({"drew_melee"} if given.in_melee else set())),
    )
    if isinstance(unit, Refusal):
        return None
    unit = based(unit, 10, 10)
    units = {"u": unit, **_enemies(unit, ring=given.surrounded)}
    charges = (Charge("c0", "u", (), 400, "front"),) if given.being_charged else ()
    step = "receivers_test" if given.being_charged else "other_morale"
    with laid():
        fight = battle(units, step, dice=(die, *STEADY), period=PERIOD, charges=charges)
    [event] = told(fight, MoraleTested, "u")
    return Tested(event, fight.state, False)


def _enemies(unit: Unit, *, ring: bool) -> dict[str, Unit]:
    """An enemy before the unit, or enemies on every side of it."""
    frame = measuring.fighting_layout(unit).frame
    west, east = X + frame.left - 250, X + frame.left + frame.width + 250
    north, south = Y - 250, Y + frame.depth + 250
    middle = (Y + (Y + frame.depth)) // 2
    places = [(X, north, 1800), (X, south, 0), (west, middle, 900), (east, middle, 2700)]
    made = [based(enemy(0), 300) for _ in places]
    found = {
        f"c{number}": replace(one, x=x, y=y, heading=heading)
        for number, (one, (x, y, heading)) in enumerate(zip(made, places, strict=True))
    }
    return found if ring else {"c0": found["c0"]}
