"""Fire: lanes and dead ground, who may fire, small arms, artillery, fire at chargers."""

from __future__ import annotations

from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory import batteries, charge_fire, fire, words
from longroll.systems.honor_glory import fire_restrictions as restrictions
from longroll.systems.honor_glory.armies import TEAM_POINTS
from longroll.systems.honor_glory.batteries import BatteryGun
from longroll.systems.honor_glory.fire import Aim, Shot
from longroll.systems.honor_glory.fire_restrictions import Firing
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play.events import Fired
from longroll.systems.honor_glory.play.field import range_to
from longroll.systems.honor_glory.play.rulebook import layout_of
from longroll.systems.honor_glory.play.shooting import bars_to_shot
from longroll.systems.honor_glory.rally import routs_again
from longroll.systems.honor_glory.units import Troops
from tests.vectors.honor_glory_ops import battle, shots
from tests.vectors.honor_glory_ops.shared import (
    CENTIMETRES,
    MAYBE_CM,
    NO,
    UNIT,
    distance,
    in_cm,
    one_of,
    operation,
    ranks,
    troops,
    words_of,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, group, optional, required


@operation("fire_lane", {"arm": one_of(words.Arm), "formation": one_of(words.Formation)})
def _fire_lane(given: Given, dice: Scripted) -> Answer:
    return {"bases": restrictions.lane(given["arm"], given["formation"]), "arc": FIRE.arc}


@operation("dead_ground", {"to_feature": CENTIMETRES, "target_at": CENTIMETRES})
def _dead_ground(given: Given, dice: Scripted) -> Answer:
    _, found = restrictions.dead_ground(distance(given["to_feature"]), dice)
    return {
        "until": in_cm(found.until),
        "protected": found.protects(distance(given["target_at"])),
    }


_SITUATION = dict.fromkeys(("charging", "in_melee", "crossing_river", "reduced_this_turn"), NO)


@operation(
    "may_shoot",
    {
        "unit": group({**UNIT, **_SITUATION}),
        "why": required(*words_of(restrictions.Why)),
        "turn": required("A", "B"),
        "fired_in": required(list),
        "faces_target": NO,
        "percent_left": MAYBE_CM,
        "target": group({"in_melee": NO, "nearest_friend_of_firer": MAYBE_CM}, None),
    },
)
def _may_shoot(given: Given, dice: Scripted) -> Answer:
    target = given["target"] or {"in_melee": False, "nearest_friend_of_firer": None}
    near = target["nearest_friend_of_firer"]
    firing = Firing(
        unit=troops(given["unit"]),
        why=given["why"],
        turn=given["turn"],
        fired_in=given["fired_in"],
        left=given["percent_left"],
        faces_target=given["faces_target"],
        target_in_melee=target["in_melee"],
        **{name: given["unit"][name] for name in _SITUATION},
    )
    barred = any(restrictions.bars_to_fire(firing)) or (near is not None and _is_too_near(near))
    return {"allowed": not barred}


def _is_too_near(cm: float) -> bool:
    """Whether a friend of the firer this far behind the target keeps it from firing."""
    foot = Troops(arm="infantry", formation="line", mp=1, weapon="rifled_musket")
    state = battle.field(foot, foot, 40 * CM)
    depth = layout_of(state.units["c"]).frame.depth
    behind = state.units["c"].y - 2 * depth - distance(cm)
    friend = battle.body(foot, "union", battle.HERE[0], behind, 0)
    state.units = {**state.fresh().units, "friend": friend}
    return "honor_glory:55.8" in {bar.rule for bar in bars_to_shot(state, "u", "c", "activated")}


TEAM = {"team_mp": optional(TEAM_POINTS, int)}
#: Other than its name, each key of a shot.
SHOT = {
    "firer": group(UNIT),
    "target": group({**UNIT, **TEAM}),
    "range": CENTIMETRES,
    "enfiladed": NO,
}


def _aim(given: Given, *, by_artillery: bool) -> tuple[Troops, Troops, Aim]:
    firer, target = troops(given["firer"]), troops(given["target"])
    if (firer.arm == "artillery") != by_artillery:
        raise VectorFault(f"{firer.arm} does not fire so")
    aimed = fire.aim(firer, target, distance(given["range"]), enfiladed=given["enfiladed"])
    return firer, target, aimed


def _factor(given: Given, *, by_artillery: bool) -> Answer:
    """The ledger of a shot that is fired on the table, with any dice."""
    firer, target, aimed = _aim(given, by_artillery=by_artillery)
    far, enfiladed = distance(given["range"]), given["enfiladed"]
    known = {"range": aimed.range, "row": aimed.row, "effective": aimed.effective}
    if shots.can_be_fired(firer, target, far, enfiladed=enfiladed):
        shot = shots.fired(firer, target, far, battle.Lowest(), enfiladed=enfiladed)
        return {**known, "value": shot["value"], "factor": shot["factor"]}
    return {**known, "value": aimed.value, "factor": aimed.factor}


@operation("small_arms_factor", SHOT)
def _small_arms_factor(given: Given, dice: Scripted) -> Answer:
    return _factor(given, by_artillery=False)


@operation("artillery_factor", SHOT)
def _artillery_factor(given: Given, dice: Scripted) -> Answer:
    return _factor(given, by_artillery=True)


def _result(shot: Shot) -> Answer:
    return {
        "value": shot.aim.value,
        "factor": shot.aim.factor,
        "hit": shot.hit,
        "loss": shot.loss,
    }


def _fire(given: Given, dice: Scripted, *, by_artillery: bool) -> Answer:
    firer, target, aimed = _aim(given, by_artillery=by_artillery)
    far, enfiladed = distance(given["range"]), given["enfiladed"]
    if shots.can_be_fired(firer, target, far, enfiladed=enfiladed):
        drawn = target.arm == "artillery" and target.formation == "limbered"
        team = given["target"]["team_mp"] if drawn else 0
        return shots.fired(firer, target, far, dice, enfiladed=enfiladed, team=team)
    shot = fire.shoot(firer, target, aimed, dice, enfiladed=enfiladed)
    left = fire.hurt(target, shot)
    answer = {
        **_result(shot),
        "target_mp": left.mp,
        "killed": ranks(shot.risk.killed),
        "broken": left.morale == "broken",
    }
    if target.arm == "artillery" and target.formation == "limbered":
        team = Troops(arm="team", formation="line", mp=given["target"]["team_mp"])
        answer["team_mp"] = team.after_loss(shot.team_loss).mp
    return answer


@operation("small_arms_fire", SHOT)
def _small_arms_fire(given: Given, dice: Scripted) -> Answer:
    return _fire(given, dice, by_artillery=False)


@operation("artillery_fire", SHOT)
def _artillery_fire(given: Given, dice: Scripted) -> Answer:
    return _fire(given, dice, by_artillery=True)


def _on_the_table(first: Troops, second: Troops, given: Given) -> bool:
    """Whether an exchange of fire can be played as it is given.

    The reply is measured from the other front: both ranges must be in the same rows. The death of
    a commander-in-chief would roll a die more.
    """
    if any(leader.rank == "cinc" for one in (first, second) for leader in one.commanders):
        return False
    far = distance(given["range"])
    if given["enfiladed"] or far < 10 * CM or far != int(far) or not fire.can_fire(first):
        return False
    if not (battle.can_be_laid(first) and battle.can_be_laid(second)):
        return False
    state = battle.field(first, second, far)
    if battle.share_cover(state):
        return False
    if not fire.can_fire(second):
        return True
    back = range_to(state, "c", "u")
    return fire.aim(second, first, far).row == fire.aim(second, first, back).row


def _exchange_on_the_table(first: Troops, second: Troops, given: Given, dice: Scripted) -> Answer:
    """The first unit is activated and fires; the table says what follows."""
    far = distance(given["range"])
    state = battle.field(first, second, far, turned=1800 if given["second_faces_first"] else 0)
    played = battle.play(state, dice, "declare u 1 fire c", "done")
    fell = [shots.told(event) for event in battle.events(played, Fired)]
    return {
        "first": fell[0],
        "second_mp": played.state.units["c"].mp,
        "killed": shots.fallen(played, "c"),
        "reply": fell[1] if len(fell) > 1 else None,
        "first_mp": played.state.units["u"].mp,
    }


@operation(
    "fire_exchange",
    {
        "first": group(UNIT),
        "second": group(UNIT),
        "range": CENTIMETRES,
        "enfiladed": NO,
        "second_faces_first": required(bool),
    },
)
def _fire_exchange(given: Given, dice: Scripted) -> Answer:
    first, second = troops(given["first"]), troops(given["second"])
    if _on_the_table(first, second, given):
        return _exchange_on_the_table(first, second, given, dice)
    return _exchange_by_the_rules(first, second, given, dice)


def _exchange_by_the_rules(first: Troops, second: Troops, given: Given, dice: Scripted) -> Answer:
    """What no table can show: cover in parts, states of mind, enfilade at any range."""
    far, enfiladed = distance(given["range"]), given["enfiladed"]
    aimed = fire.aim(first, second, far, enfiladed=enfiladed)
    shot = fire.shoot(first, second, aimed, dice, enfiladed=enfiladed)
    left, faces = fire.hurt(second, shot), given["second_faces_first"]
    back = fire.aim(left, first, far) if fire.can_fire(left) else None
    # Whoever runs or is broken came to that in this turn, and may still fire. [honor_glory:61.1]
    reply = Firing(unit=second, why="return", turn="A", faces_target=faces, reduced_this_turn=True)
    holds = any(restrictions.bars_to_fire(reply)) or routs_again(second, lost=shot.loss)
    answer = {"first": _result(shot), "second_mp": left.mp, "killed": ranks(shot.risk.killed)}
    if holds or back is None or back.value is None:
        return {**answer, "reply": None, "first_mp": first.mp}
    returned = fire.shoot(left, first, back, dice)
    return {**answer, "reply": _result(returned), "first_mp": fire.hurt(first, returned).mp}


@operation(
    "grand_battery",
    {
        "in_base_contact": required(bool),
        "guns": each(
            {
                **UNIT,
                "range": optional(0, int, float),
                "moved": NO,
                "same_target": optional(True, bool),
            }
        ),
        "target": group(UNIT),
    },
)
def _grand_battery(given: Given, dice: Scripted) -> Answer:
    guns = [
        BatteryGun(troops(one), distance(one["range"]), one["moved"], one["same_target"])
        for one in given["guns"]
    ]
    target, fell = troops(given["target"]), []
    grand = not any(batteries.bars_to_grand_battery(guns, given["in_base_contact"]))
    if guns and shots.can_fire_together(guns, target):
        found = shots.fired_together(guns, target, dice, together=given["in_base_contact"])
        # The point is due whether the target has any left or not.
        taken = found.pop("taken")
        due = (
            taken
            if not found["broken"]
            else batteries.automatic_loss(guns, target, given["in_base_contact"])
        )
        return {"grand_battery": grand, **found, "automatic": due}
    # Guns with another target take no part; once the target is destroyed the others have missed.
    for one in guns:
        if one.same_target:
            aimed = fire.aim(one.unit, target, one.distance)
            standing = target.mp > 0
            shot = fire.shoot(one.unit, target, aimed, dice, risk=False) if standing else None
            target = fire.hurt(target, shot) if shot else target
            fell.append(shot)
    automatic = batteries.automatic_loss(guns, target, given["in_base_contact"])
    target = target.after_loss(automatic)
    return {
        "grand_battery": grand,
        "hits": [shot is not None and shot.hit for shot in fell],
        "loss_from_hits": sum(shot.loss for shot in fell if shot is not None),
        "automatic": automatic,
        "target_mp": target.mp,
        "broken": target.morale == "broken",
    }


@operation(
    "charge_fire",
    {
        "reason": required(*words_of(charge_fire.Reason)),
        "firer": group(UNIT),
        "target": group(UNIT),
        "came_within_effective": NO,
    },
)
def _charge_fire(given: Given, dice: Scripted) -> Answer:
    firer, target = troops(given["firer"]), troops(given["target"])
    if given["reason"] == "charged" and shots.can_be_fired_at_charger(firer, target):
        return shots.fired_at_charger(firer, target, dice)
    if given["reason"] != "charged" and shots.can_be_fired_out_of_turn(firer, target):
        effective = given["came_within_effective"]
        return shots.fired_out_of_turn(given["reason"], firer, target, dice, effective=effective)
    found = charge_fire.fire_out_of_sequence(
        given["reason"],
        firer,
        target,
        dice,
        came_within_effective=given["came_within_effective"],
    )
    shot = found.shot
    none = {"value": None, "factor": None, "hit": False, "loss": 0}
    return {
        "basic": found.basic.passed if found.basic else None,
        "range": found.range,
        **(_result(shot) if shot else none),
        "target_mp": fire.hurt(target, shot).mp if shot else target.mp,
        "firer_mp": found.firer.mp,
    }
