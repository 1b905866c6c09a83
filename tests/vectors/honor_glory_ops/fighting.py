"""Charges, contact and melee."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from longroll.board.table import Table, piece, point
from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory import charges, melee, words
from longroll.systems.honor_glory.dice import total
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.melee import Blow, Meeting
from longroll.systems.honor_glory.melee_tables import MELEE
from longroll.systems.honor_glory.play import runs
from longroll.systems.honor_glory.play.field import centre_of
from longroll.systems.honor_glory.rates import Mover, rate
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.words import REGIMENTS
from tests.vectors.honor_glory_ops import battle, roles, rounds
from tests.vectors.honor_glory_ops.shared import (
    CENTIMETRES,
    DATE,
    NO,
    UNIT,
    distance,
    maybe,
    one_of,
    operation,
    ranks,
    troops,
)
from tests.vectors.runner import Answer, Given, VectorFault, group, optional, required


def _bonus_on_the_table(arm: words.Arm, given: Given, dice: Scripted) -> Fraction:
    """A charge at a far enemy: how much farther the charger comes than its rate."""
    charger = Troops(arm=arm, formation="line", mp=9)
    target = Troops(arm="cavalry" if arm == "cavalry" else "infantry", formation="line", mp=9)
    state = battle.field(charger, target, 100 * CM)
    state.change("u", bonus_used=given["used_this_turn"])
    if given["difficult_ground"]:
        # Ground that is difficult lies before the enemy, beyond what the charger reaches.
        left, right = battle.HERE[0] - 50 * CM, battle.HERE[0] + 50 * CM
        near, far = battle.HERE[1] - 75 * CM, battle.HERE[1] - 85 * CM
        corners = ((left, far), (right, far), (right, near), (left, near))
        rough = piece("rough", "the rough", *corners)
        state.board = Table("field", battle.SIZE, battle.SIZE, (rough,))
    played = battle.play(state, dice, "declare u 1 charge c", "done", "stand")
    gone = battle.HERE[1] - played.state.units["u"].y
    whole = rate(Mover(arm, "line"))
    assert whole is not None
    return Fraction(gone - whole, CM)


def _pursued(arm: words.Arm, given: Given, dice: Scripted) -> Fraction:
    """A pursuer's reach towards an enemy, with nothing but the bonus in its favour."""
    pursuer = Troops(arm=arm, formation="line", mp=9)
    state = battle.field(pursuer, replace(pursuer, arm="cavalry"), 100 * CM)
    state.change("u", left=(1, 1), bonus_used=given["used_this_turn"])
    there = point(centre_of(state, "c"))
    reach = runs.reach_of(state, "u", there, battle.umpire(dice), pursuing=True)
    whole = rate(Mover(arm, "line"))
    assert whole is not None
    return Fraction(reach - whole, CM)


@operation(
    "charge_bonus",
    {
        "arm": one_of(words.Arm),
        "move": required("charge", "countercharge", "pursuit"),
        "difficult_ground": NO,
        "very_steep_descent": NO,
        "used_this_turn": NO,
    },
)
def _charge_bonus(given: Given, dice: Scripted) -> Answer:
    arm, move = given.pop("arm"), given.pop("move")
    if move == "charge" and arm in REGIMENTS and not given["very_steep_descent"]:
        return {"bonus": _bonus_on_the_table(arm, given, dice)}
    if move == "pursuit" and arm in REGIMENTS:
        return {"bonus": _pursued(arm, given, dice)}
    return {"bonus": total(charges.charge_bonus(arm, move, dice, **given))}


@operation(
    "contact_penalty",
    {
        "attacker": group(
            {
                **UNIT,
                "mp": optional(1, int),
                "role": one_of(charges.Role),
                "move": required("charge", "countercharge", "halted"),
            }
        ),
        "defender": group(UNIT),
        "struck": one_of(words.Struck),
    },
)
def _contact_penalty(given: Given, dice: Scripted) -> Answer:
    attacker, defender = given["attacker"], troops(given["defender"])
    charger = replace(troops(attacker), side="union", mp=9)
    facts = {"first_contact": True, "defender_move": "halted", "date": "1863-01"}
    facts |= {"struck": given["struck"]}
    enemy = replace(defender, side="confederate")
    declared = attacker["role"] == "forward" and attacker["move"] == "charge"
    if declared and rounds.can_be_fought(charger, enemy, facts):
        return rounds.touched(charger, enemy, facts, dice)
    found = charges.contact(
        troops(attacker),
        defender,
        given["struck"],
        dice,
        role=attacker["role"],
        move=attacker["move"],
    )
    return {
        "basic_passed": found.basic.passed if found.basic else None,
        "loss": found.loss,
        "mp": found.unit.mp,
        "broken": found.unit.morale == "broken",
    }


@operation(
    "attack_zone",
    {
        "defender": group({"width": CENTIMETRES, "depth": CENTIMETRES}),
        "attacker_front": required(list),
    },
)
def _attack_zone(given: Given, dice: Scripted) -> Answer:
    def signed(cm: float) -> Distance:
        return -distance(-cm) if cm < 0 else distance(cm)

    ends = [(signed(x), signed(y)) for x, y in given["attacker_front"]]
    if len(ends) != 2:
        raise VectorFault("a front edge has two ends")
    width, depth = distance(given["defender"]["width"]), distance(given["defender"]["depth"])
    return {"zone": charges.attack_zone((ends[0], ends[1]), width, depth)}


@operation(
    "melee_roles",
    {
        "sides": group({"A": required(list), "B": required(list)}),
        "contacts": required(list),
        "touching_friend": required(dict),
        "narrow_front": NO,
        "assaulting_formal_cover": optional(None, None, "A", "B"),
    },
)
def _melee_roles(given: Given, dice: Scripted) -> Answer:
    if roles.can_be_laid_out(given):
        return roles.on_the_table(given)
    sides, touching = given["sides"], given["touching_friend"]
    opponent: dict[str, str] = {}
    for one, other in given["contacts"]:
        opponent.setdefault(one, other)
        opponent.setdefault(other, one)
    attacks = [
        {
            "unit": unit,
            "target": opponent[unit],
            "supports": []
            if given["narrow_front"] or name == given["assaulting_formal_cover"]
            else melee.supporters(
                unit,
                side,
                opponent.__contains__,
                lambda friend, unit=unit: touching.get(friend) == unit,  # type: ignore[misc]
            ),
        }
        for name, side in sides.items()
        for unit in side
        if unit in opponent
    ]
    busy = {*opponent, *(friend for attack in attacks for friend in attack["supports"])}
    return {
        "forward": [attack["unit"] for attack in attacks],
        "attacks": attacks,
        "out": [unit for side in sides.values() for unit in side if unit not in busy],
    }


_HEIGHTS = {
    "attacker_height": optional(0, int),
    "defender_height": optional(0, int),
    "from_edge": optional(0, int, float),
}
_FIGHTER = {**UNIT, "side": one_of(words.Side)}


@operation(
    "melee_factor",
    {"date": DATE, "attacker": group(_FIGHTER), "defender": group(_FIGHTER), **_HEIGHTS},
)
def _melee_factor(given: Given, dice: Scripted) -> Answer:
    edge = distance(given["from_edge"])
    way = melee.slope(given["attacker_height"], given["defender_height"], edge)
    attacker, defender = troops(given["attacker"]), troops(given["defender"])
    facts = {**given, "first_contact": False, "defender_move": "halted", "struck": "front"}
    if edge == int(edge) and rounds.can_be_fought(attacker, defender, facts):
        return {"slope": way, **rounds.struck_with(attacker, defender, facts)}
    found = melee.strike(attacker, defender, way, given["date"])
    return {
        "slope": way,
        "value": found.value,
        "factor": found.factor,
        "automatic": found.automatic,
    }


def _blow(blow: Blow | None) -> Answer:
    if blow is None:
        return {"value": None, "factor": None, "hit": False}
    return {"value": blow.strike.value, "factor": blow.strike.factor, "hit": blow.hit}


@operation(
    "melee_round",
    {
        "date": DATE,
        "attacker": group(_FIGHTER),
        "defender": group(_FIGHTER),
        **_HEIGHTS,
        "first_contact": required(bool),
        "defender_move": required("halted", "countercharge"),
        "struck": maybe(words.Struck, "front"),
    },
)
def _melee_round(given: Given, dice: Scripted) -> Answer:
    attacker, defender = troops(given["attacker"]), troops(given["defender"])
    if rounds.can_be_fought(attacker, defender, given):
        return rounds.fought(attacker, defender, given, dice)
    return _round_by_the_rules(attacker, defender, given, dice)


def _round_by_the_rules(attacker: Troops, defender: Troops, given: Given, dice: Scripted) -> Answer:
    """What no battle comes to: charges that are not allowed, cover in parts, states of mind."""
    found = melee.fight(
        Meeting(
            attacker=attacker,
            defender=defender,
            month=given["date"],
            attacker_height=given["attacker_height"],
            defender_height=given["defender_height"],
            from_edge=distance(given["from_edge"]),
            first_contact=given["first_contact"],
            defender_move=given["defender_move"],
            struck=given["struck"],
        ),
        dice,
    )
    return {
        "contact_loss": {
            "attacker": found.on_attacker.loss if found.on_attacker else 0,
            "defender": found.on_defender.loss if found.on_defender else 0,
        },
        "attacker": _blow(found.attack),
        "defender": _blow(found.defence),
        "mp": {"attacker": found.attacker.mp, "defender": found.defender.mp},
        "killed": {
            "attacker": ranks(found.defence.risk.killed) if found.defence else [],
            "defender": ranks(found.attack.risk.killed) if found.attack else [],
        },
    }


_RESULT = optional("none", "none", "withdraw", "rout", "broken")


@operation(
    "overrun",
    {
        "attached": required(bool),
        "unit_result": _RESULT,
        "attacker_result": _RESULT,
        "limber_distance": CENTIMETRES,
    },
)
def _overrun(given: Given, dice: Scripted) -> Answer:
    gone = melee.is_overrun(given["attached"], given["unit_result"], given["attacker_result"])
    near = distance(given["limber_distance"]) <= MELEE.limber * CM
    return {"gun_removed": gone, "limber_removed": gone and near}
