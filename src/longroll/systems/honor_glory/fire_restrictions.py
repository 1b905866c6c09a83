"""Who may fire, at whom, and over whose heads."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Roll, Rolls
from longroll.systems.honor_glory.dice import d10
from longroll.systems.honor_glory.fire import can_fire
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.rates import COSTS
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import Arm, Formation

#: Why a unit fires: its player activated it, or it was fired on. [honor_glory:54.1]
Why = Literal["activated", "return"]


class Firing(msgspec.Struct, frozen=True, kw_only=True):
    """The situation of a unit that would fire. `fired_in` are the turns it has fired in; `left`
    is its allowance, None if it needs none. [honor_glory:3.turn.2]"""

    unit: Troops
    why: Why
    turn: str
    fired_in: Container[str] = ()
    left: Distance | None = None
    faces_target: bool = True
    charging: bool = False
    in_melee: bool = False
    crossing_river: bool = False
    reduced_this_turn: bool = False
    target_in_melee: bool = False


def bars_to_fire(firing: Firing) -> Iterator[Refusal]:
    """Everything that keeps a unit from firing.

    A unit fires once in a turn for any reason, and the turns of the two sides are separate. Return
    fire needs no activation and no allowance, only that the unit faces its attacker.
    [honor_glory:3.actunit.2] [honor_glory:3.turn.2] [honor_glory:13.fire.1]
    [honor_glory:13.fire.4] [honor_glory:28.4a] [honor_glory:54.1] [honor_glory:54.2]
    [honor_glory:54.4] [honor_glory:54.6] [honor_glory:73.1] (HG-H27, HG-H48)
    """
    unit = firing.unit
    if not can_fire(unit):
        what = f"{unit.formation} {unit.arm.replace('_', ' ')}"
        yield Refusal("honor_glory:55.2", f"{what} cannot fire")
    if firing.turn in firing.fired_in:
        yield Refusal("honor_glory:54.6", "it has fired in this turn")
    if firing.why == "activated" and firing.left is not None and firing.left < COSTS.fire:
        yield Refusal("honor_glory:55.1", f"{COSTS.fire}% of its allowance is needed")
    if firing.charging:
        yield Refusal("honor_glory:55.3", "it is charging")
    if firing.in_melee:
        yield Refusal("honor_glory:55.4", "it is in melee")
    if firing.crossing_river:
        yield Refusal("honor_glory:55.7", "it is crossing a river")
    yield from _bars_by_morale(firing)
    if firing.why == "return" and not firing.faces_target:
        yield Refusal("honor_glory:54.2", "it does not face the unit that fired at it")
    if firing.target_in_melee:
        yield Refusal("honor_glory:55.5", "the target is in melee")


def _bars_by_morale(firing: Firing) -> Iterator[Refusal]:
    """Routing and broken units fire only in reply, in the turn that reduced them; a rallying unit
    only in reply. [honor_glory:13.rally.4] [honor_glory:13.rout.3] [honor_glory:55.6a]
    [honor_glory:55.6b] [honor_glory:61.1] [honor_glory:61.2] [honor_glory:61.3]"""
    replies = firing.why == "return"
    match firing.unit.morale:
        case "routing" | "broken" if not (replies and firing.reduced_this_turn):
            yield Refusal("honor_glory:55.6a", f"a {firing.unit.morale} unit cannot fire")
        case "rallying" if not replies:
            yield Refusal("honor_glory:13.rally.4", "a rallying unit fires only in reply")


# The line of fire


def frontage(arm: Arm, formation: Formation) -> int:
    """The bases side by side in the front of a unit. [honor_glory:3.frontage]
    [honor_glory:18.infline] [honor_glory:18.skirm] [honor_glory:18.infcol]
    [honor_glory:18.cavline] [honor_glory:18.cavcol] [honor_glory:3.unit.2]"""
    return 4 if formation in ("line", "skirmish") else 1


def lane(arm: Arm, formation: Formation) -> int:
    """The bases of clear width that a firer needs: one, or half its front if that is more.
    [honor_glory:54.7] [honor_glory:54.8] (HG-H50)

    >>> lane("infantry", "line"), lane("infantry", "column"), lane("artillery", "deployed")
    (2, 1, 1)
    """
    return max(1, frontage(arm, formation) // 2)


def overhead(arm: Arm, gun: str, *, slope: bool) -> int | None:
    """How far others must be from a firer that fires over them, on the level or up or down a
    slope; None if it never may. [honor_glory:58.1] [honor_glory:58.2] [honor_glory:58.3]
    [honor_glory:59.2] [honor_glory:59.3] [honor_glory:59.4]

    >>> overhead("infantry", "", slope=False), overhead("infantry", "", slope=True)
    (None, 1000)
    """
    over = FIRE.overhead
    if arm != "artillery":
        return over.small_arms_slope * CM if slope else None
    if gun_named(gun).bore == "smoothbore":
        return over.smoothbore_slope * CM if slope else None
    return (over.rifled_slope if slope else over.rifled_level) * CM


def may_fire_from_hill(*, flat_topped: bool, before_crest: bool, to_contour: Distance) -> bool:
    """Whether a unit on a hill stands far enough forward. [honor_glory:59.1]"""
    return to_contour <= FIRE.contour * CM if flat_topped else before_crest


# Dead ground


class DeadGround(msgspec.Struct, frozen=True):
    """Ground behind a feature that a firer cannot see: from its edge as far as `until`."""

    edge: Distance
    until: Distance

    def protects(self, at: Distance) -> bool:
        """Whether three quarters of a front at this distance are inside.
        [honor_glory:37.2] [honor_glory:37.3]"""
        return self.edge <= at <= self.until


#: The most that dead ground can be.
DEEPEST = 9 * CM


def dead_ground(to_feature: Distance, dice: Rolls) -> tuple[Roll, DeadGround]:
    """How deep the dead ground behind a feature is: a D10 of centimetres. It stays so while firer
    and target stay where they are. [honor_glory:37.1] [honor_glory:37.5] (HG-H49)"""
    roll = d10(dice, "dead ground")
    return roll, DeadGround(to_feature, to_feature + roll.value * CM)


# Target priority


class Candidate(msgspec.Struct, frozen=True):
    """An enemy that could be fired at, as target priority sees it."""

    id: str
    arm: Arm
    distance: Distance
    charges_firer: bool = False
    hurt_firer_last_move: bool = False
    is_artillery_fire: bool = False
    near_supported_friend: bool = False


def must_be_fired_at(firer: Arm, candidates: list[Candidate]) -> list[Candidate]:
    """The targets that a unit must choose from: chargers, the nearest and cavalry first; then
    enemies whose fire hurt it last move, which guns may ignore if it was other guns; then enemies
    near a friend that it supports; nobody if it may choose freely.
    [honor_glory:57.1] [honor_glory:57.2] [honor_glory:57.3] [honor_glory:57.4]"""
    chargers = [one for one in candidates if one.charges_firer]
    if chargers:
        mounted = [one for one in chargers if one.arm == "cavalry"] or chargers
        nearest = min(one.distance for one in mounted)
        return [one for one in mounted if one.distance == nearest]
    for wanted in (
        [
            one
            for one in candidates
            if one.hurt_firer_last_move and not (firer == "artillery" and one.is_artillery_fire)
        ],
        [one for one in candidates if one.near_supported_friend],
    ):
        if wanted:
            return wanted
    return []
