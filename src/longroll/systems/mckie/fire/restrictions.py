"""Restrictions on firing and target priorities: who may fire, at whom, over whom."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from longroll.kernel.decision import Refusal
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.fire.weapons import FIRE, WEAPONS, Weapon, weapon_factor, weapon_named
from longroll.systems.mckie.measure import in_inches
from longroll.systems.mckie.words import Arm, Formation

_FIRING_ARMS: tuple[Arm, ...] = (
    "infantry",
    "cavalry",
    "dismounted_cavalry",
    "field_artillery",
    "siege_artillery",
    "gunboat",
)


class FriendsBetween(msgspec.Struct, frozen=True, kw_only=True):
    """Friends in the line of fire: contour levels, and how far they are from guns and target."""

    guns_height: int
    friends_height: int
    from_guns: Distance
    from_target: Distance


class FireQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """Whether this unit may fire at that one. `angle` is in tenths of a degree off straight ahead,
    to either side."""

    arm: Arm
    weapon: str
    distance: Distance
    angle: Distance
    formation: Formation = "line"
    moved: bool = False
    out_of_ammo: bool = False
    target_in_melee: bool = False
    friends_between: FriendsBetween | None = None


def bar_to_fire(
    question: FireQuestion, *, weapons: Mapping[str, Weapon] = WEAPONS
) -> Refusal | None:
    """The first rule that bars this fire, or None if it is allowed."""
    return next(_bars_to_fire(question, weapon_named(question.weapon, weapons)), None)


def bar_to_shoot(
    arm: Arm, formation: Formation, weapon: Weapon, moved: bool, distance: Distance
) -> Refusal | None:
    """Why troops with this weapon have no shot at this range, wherever their target is."""
    return next(_bars_to_shoot(arm, formation, weapon, moved, distance), None)


def _bars_to_fire(question: FireQuestion, weapon: Weapon) -> Iterator[Refusal]:
    yield from bars_to_load("the unit", out_of_ammo=question.out_of_ammo)
    yield from bars_to_hit("the target", in_melee=question.target_in_melee)
    if not in_arc(question.angle):
        yield Refusal(
            "mckie:fire.arc", "the target is more than 30 degrees off the front of the firer"
        )
    yield from _bars_to_shoot(
        question.arm, question.formation, weapon, question.moved, question.distance
    )
    if question.friends_between is not None:
        yield from _bars_to_fire_over(weapon, question.friends_between)


def bars_to_load(who: str, *, out_of_ammo: bool) -> Iterator[Refusal]:
    """Why a unit has nothing to fire. [mckie:ammo.6]"""
    if out_of_ammo:
        yield Refusal("mckie:ammo.6", f"{who} is out of ammunition")


def bars_to_hit(who: str, *, in_melee: bool) -> Iterator[Refusal]:
    """Why a unit may never be fired on. [mckie:fire.melee]"""
    if in_melee:
        yield Refusal("mckie:fire.melee", f"{who} is fighting in melee")


def bar_to_fire_over(weapon: Weapon, friends: FriendsBetween) -> Refusal | None:
    """Why this weapon may not fire over friends in that place.
    [mckie:fire.over.1] [mckie:fire.over.2] [mckie:fire.over.3] (MK-M26)"""
    return next(_bars_to_fire_over(weapon, friends), None)


def _bars_to_shoot(
    arm: Arm, formation: Formation, weapon: Weapon, moved: bool, distance: Distance
) -> Iterator[Refusal]:
    if arm not in _FIRING_ARMS:
        yield Refusal("mckie:wpn.list", f"{arm.replace('_', ' ')} has no weapon to fire")
    if arm == "cavalry" and not weapon.mounted:
        yield Refusal("mckie:fire.mounted", f"a {weapon.name} cannot be fired from the saddle")
    if formation == "limbered":
        yield Refusal("mckie:man.limber", "the guns are limbered")
    if moved and (arm == "siege_artillery" or not weapon.moves_and_fires):
        yield Refusal(
            "mckie:fire.siege.nomove", f"a {weapon.name} cannot fire in a period in which it moves"
        )
    if weapon_factor(weapon, distance) is None:
        yield Refusal(weapon.rule, f"a {weapon.name} has no shot at {in_inches(distance)}")


def _bars_to_fire_over(weapon: Weapon, friends: FriendsBetween) -> Iterator[Refusal]:
    """Fire cannot pass through units; guns may fire over friends higher or lower. (MK-M26)"""
    if not weapon.is_artillery:
        yield Refusal("mckie:fire.over.1", "only artillery may fire over friends")
    if friends.guns_height == friends.friends_height:
        yield Refusal("mckie:fire.over.1", "guns and friends are on the same level")
    clear = FIRE.overhead_clearance
    if friends.from_guns <= clear:
        yield Refusal(
            "mckie:fire.over.2", f"friends are {in_inches(friends.from_guns)} from the guns"
        )
    if friends.from_target <= clear:
        yield Refusal(
            "mckie:fire.over.3", f"friends are {in_inches(friends.from_target)} from the target"
        )


def in_arc(angle: Distance) -> bool:
    """Whether a bearing, in tenths of a degree off straight ahead, is in the arc of fire.
    [mckie:fire.arc]

    >>> in_arc(300), in_arc(-300), in_arc(301)
    (True, True, False)
    """
    return -FIRE.arc <= angle <= FIRE.arc


# Charges


def bar_to_exchange_fire_with_charger(
    *, is_its_target: bool, straight_ahead: bool, stands_beyond: int = 0
) -> Refusal | None:
    """Why a stand may not fire at a charging unit, or be fired on by it.

    `stands_beyond`, for a stand that is neither, counts stands along the line from the nearest
    one that is: 1 is next to it, 0 means that there is none. [mckie:fire.charge.1] (MK-M25)
    """
    if is_its_target or straight_ahead or 1 <= stands_beyond <= FIRE.charge_overlap:
        return None
    return Refusal(
        "mckie:fire.charge.1",
        "a charging unit exchanges fire only with its target, troops straight ahead of it and "
        "one stand on either flank",
    )


def bar_to_choose(
    target: str, in_reach: Collection[str], charging_it: Sequence[str]
) -> Refusal | None:
    """Why a unit may not fire at this target: an enemy that charges it comes first.

    `in_reach` are the enemies it could fire at, `charging_it` those that charge it.
    [mckie:fire.prio.1] [mckie:fire.prio.2]
    """
    if target not in in_reach:
        return Refusal("mckie:fire.prio.2", f"{target} is not within range")
    first = [charger for charger in charging_it if charger in in_reach]
    if first and target not in first:
        return Refusal("mckie:fire.prio.1", f"chargers come first: {' and '.join(first)}")
    return None
