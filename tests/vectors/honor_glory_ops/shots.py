"""Shots that are fired on a table: the first unit is activated and fires, and there is no reply."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from longroll.kernel.dice import Scripted
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory.batteries import BatteryGun
from longroll.systems.honor_glory.charge_fire import Reason, firing_range
from longroll.systems.honor_glory.charges import Charge, bars_to_charge
from longroll.systems.honor_glory.fire import aim, can_fire
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.play.events import Battered, CommanderFell, Fired, Tested
from longroll.systems.honor_glory.play.field import is_enfiladed, range_to
from longroll.systems.honor_glory.play.firing import Aftermath, Assist
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.rates import CONTACT
from longroll.systems.honor_glory.units import Troops
from tests.vectors.honor_glory_ops import battle
from tests.vectors.honor_glory_ops.battle import Fight, Laid
from tests.vectors.runner import Answer

#: A charger begins so far from its target that it cannot touch it.
_TOO_FAR = 150 * CM
#: One that is fired at out of turn is so far off that neither stands in the cover of the other.
_ASIDE = 40 * CM


def told(event: Fired) -> Answer:
    """A shot as its event tells it."""
    value = event.lines[0].value if event.lines else "AUTO" if event.hit else None
    factor = sum(line.value for line in event.lines) if event.lines else None
    return {"value": value, "factor": factor, "hit": event.hit, "loss": event.loss}


def _field(firer: Troops, target: Troops, far: Distance, *, enfiladed: bool) -> Laid:
    """The target looks at the firer, or to one side."""
    return battle.field(firer, _armed(target), far, turned=900 if enfiladed else 1800)


def _armed(unit: Troops) -> Troops:
    """A unit with something to fire with: it is asked whether it replies."""
    if unit.arm == "artillery":
        return replace(unit, gun=unit.gun or "medium_rifled")
    return unit if unit.arm == "cavalry" else replace(unit, weapon=unit.weapon or "rifled_musket")


def can_be_fired(firer: Troops, target: Troops, far: Distance, *, enfiladed: bool) -> bool:
    """Whether a shot can be fired on a table as it is given: at a distance in hundredths, by
    somebody who may fire. The death of a commander-in-chief would roll a die more."""
    if far != int(far) or not can_fire(firer):
        return False
    if any(leader.rank == "cinc" for leader in target.commanders):
        return False
    if not (battle.can_be_laid(firer) and battle.can_be_laid(target)):
        return False
    state = _field(firer, target, far, enfiladed=enfiladed)
    if gap(RULEBOOK, state.units["u"], state.units["c"]) <= CONTACT or far > 250 * CM:
        return False
    at_range = range_to(state, "u", "c") == far and not battle.share_cover(state)
    return at_range and is_enfiladed(state, "u", "c") is enfiladed


def fired(
    firer: Troops,
    target: Troops,
    far: Distance,
    dice: Scripted,
    *,
    enfiladed: bool,
    team: int = 0,
) -> Answer:
    """A shot on the table, and what it leaves of its target."""
    state = _field(firer, target, far, enfiladed=enfiladed)
    if team:
        state.change("c", team=team)
    played = battle.play(state, dice, "declare u 1 fire c", "done", replies=False)
    [shot] = battle.events(played, Fired)
    after = played.state.units["c"]
    answer = {
        **told(shot),
        "target_mp": after.mp,
        "killed": fallen(played, "c"),
        "broken": after.mp == 0,
    }
    return {**answer, "team_mp": after.team} if team else answer


def fallen(played: Fight, id: str) -> list[str]:
    """The ranks of the commanders with a unit who fell."""
    events = battle.events(played, CommanderFell)
    return [battle.rank_of(event) for event in events if event.unit == id]


# At chargers


def can_be_fired_at_charger(firer: Troops, charger: Troops) -> bool:
    """Whether a charge at that unit is allowed, and may be answered with fire."""
    return (
        battle.can_be_laid(firer)
        and battle.can_be_laid(charger)
        and charger.cover == "none"
        and can_fire(firer)
        and not any(leader.rank == "cinc" for leader in charger.commanders)
        and not any(bars_to_charge(Charge(charger=charger, target=firer)))
    )


def fired_at_charger(firer: Troops, charger: Troops, dice: Scripted) -> Answer:
    """A charge is declared, and its target fires at it; it ends too far off for a melee."""
    state = battle.field(charger, firer, _TOO_FAR)
    calm = ("morale: charge", "morale: receive", "morale: hit", "morale: commander", "charge bonus")
    played = battle.play(
        state, dice, "declare u 1 charge c", "done", "fire", calm=calm, replies=False
    )
    [shot] = battle.events(played, Fired)
    [test] = [one for one in battle.events(played, Tested) if one.reason == "firing_range"]
    return {
        "basic": None,
        "range": test.action,
        **told(shot),
        "target_mp": played.state.units["u"].mp,
        "firer_mp": played.state.units["c"].mp,
    }


# Grand batteries


def can_fire_together(guns: Sequence[BatteryGun], target: Troops) -> bool:
    """Whether guns can stand side by side at their ranges from one target, none of which has
    moved: at those they have there the rows of the table must be the same. It tests no
    commander."""
    all_fire = all(gun.same_target and not gun.moved for gun in guns)
    laid = all(battle.can_be_laid(gun.unit) and gun.unit.cover == "none" for gun in guns)
    if not (all_fire and laid and battle.can_be_laid(target) and not target.leaders):
        return False
    if not all(gun.unit.formation == "deployed" and gun.distance >= _NEAREST for gun in guns):
        return False
    state = _battery(guns, target, together=True)
    return all(
        aim(gun.unit, target, gun.distance).row
        == aim(gun.unit, target, range_to(state, id, "c")).row
        for id, gun in zip(_GUNS, guns, strict=False)
    )


def fired_together(
    guns: Sequence[BatteryGun], target: Troops, dice: Scripted, *, together: bool
) -> Answer:
    """Guns are declared a grand battery and fire one after the other."""
    state = _battery(guns, target, together=together)
    ids = _GUNS[: len(guns)]
    orders = [f"declare {id} 1 battery c" for id in ids]
    played = battle.play(state, dice, *orders, "done", calm=("morale",))
    fell = {event.unit: event for event in battle.events(played, Fired)}
    took = [event.loss for event in battle.events(played, Battered)]
    after = played.state.units["c"]
    return {
        "hits": [id in fell and fell[id].hit for id in ids],
        "loss_from_hits": sum(event.loss for event in fell.values()),
        "taken": sum(took),
        "target_mp": after.mp,
        "broken": after.mp == 0,
    }


#: Guns by their names, the first in the middle.
_GUNS = ("u", "g1", "g2", "g3", "g4", "g5", "g6", "g7")
_NEAREST = 15 * CM


def _battery(guns: Sequence[BatteryGun], target: Troops, *, together: bool) -> Laid:
    """Guns beside each other, or a little apart; their target looks away and does not reply."""
    first, *others = guns
    state = battle.field(first.unit, target, first.distance, turned=0)
    apart = 4 * CM if together else 7 * CM
    for number, gun in enumerate(others):
        aside = apart * (number // 2 + 1) * (1 if number % 2 else -1)
        x, y = battle.HERE
        more = battle.body(gun.unit, "union", x + aside, y, 0)
        state.units = {**state.units, _GUNS[number + 1]: more}
    return state


# Out of turn


def can_be_fired_out_of_turn(firer: Troops, target: Troops) -> bool:
    """Whether a unit and another that it fires at by OP11 or OP12 can stand on the table."""
    return (
        battle.can_be_laid(firer)
        and battle.can_be_laid(target)
        and can_fire(firer)
        and not any(leader.rank == "cinc" for leader in target.commanders)
    )


def fired_out_of_turn(
    occasion: Reason, firer: Troops, target: Troops, dice: Scripted, *, effective: bool
) -> Answer:
    """A unit that is asked for opportune or supporting fire gives it."""
    state, umpire = _field(firer, target, _ASIDE, enfiladed=False), battle.umpire(dice)
    state.agenda.append(Aftermath())
    Assist("u", "c", occasion, effective).fire(state, umpire)
    tests = {one.reason: one for one in umpire.events if isinstance(one, Tested)}
    fell = [one for one in umpire.events if isinstance(one, Fired)]
    none = {"value": None, "factor": None, "hit": False, "loss": 0}
    return {
        "basic": tests["basic"].passed,
        "range": firing_range(tests["firing_range"].action, firer, effective) if fell else None,
        **(told(fell[0]) if fell else none),
        "target_mp": state.units["c"].mp,
        "firer_mp": state.units["u"].mp,
    }
