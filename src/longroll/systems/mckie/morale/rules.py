"""Morale: when a unit tests, what counts, and what the score makes it do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.army import units
from longroll.systems.mckie.datafile import load
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.melee.results import Verdict
from longroll.systems.mckie.melee.rules import Leader
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import Cover, Formation, Quality, State, Struck

#: The circumstances in which a unit tests.
#: [mckie:morale.when.1] [mckie:morale.when.2] [mckie:morale.when.3] [mckie:morale.when.4]
#: [mckie:morale.when.5] [mckie:morale.when.6] [mckie:morale.when.7]
Reason = Literal[
    "before_charge",
    "receive_charge",
    "charger_hit",
    "melee_lost",
    "friends_routing",
    "rally",
    "losses",
    "alarm",
]
REASON_RULES: dict[Reason, str] = {
    "before_charge": "mckie:morale.when.1",
    "receive_charge": "mckie:morale.when.2",
    "charger_hit": "mckie:morale.when.3",
    "melee_lost": "mckie:morale.when.4",
    "friends_routing": "mckie:morale.when.5",
    "rally": "mckie:morale.when.6",
    "losses": "mckie:morale.when.7",
    # A house card calls for it. (MK-M60)
    "alarm": "mckie:cards.1",
}
#: The reasons that only a charging unit has.
CHARGING: tuple[Reason, ...] = ("before_charge", "charger_hit")


class _Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: int
    reason: str
    rule: str


class _Distances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    enemy: int
    friends: int


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the results table: from this score upwards."""

    result: Literal["obey", "no_charge", "no_advance", "retreat", "rout_off"]
    rule: str
    lowest: int | None = None


class _Surrounded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    width: int
    reach: int
    basis: str


class _MoraleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    factors: dict[str, _Factor]
    distances: _Distances
    results: tuple[Row, ...]
    surrounded: _Surrounded


MORALE_FILE = load("morale.toml", _MoraleFile)
#: How near friends in trouble must be to count. [mckie:morale.factor.friends] [mckie:morale.when.5]
FRIENDS_WITHIN = MORALE_FILE.distances.friends * INCH
#: How near an enemy in sight must be to count. [mckie:morale.factor.noenemy]
ENEMY_WITHIN = MORALE_FILE.distances.enemy * INCH


# The facts


class Unit(msgspec.Struct, frozen=True):
    """What morale needs to know of the unit. `original`, `remaining`: figures, or crew."""

    quality: Quality
    original: int
    remaining: int
    formation: Formation = "line"
    cover: Cover = "none"
    fatigued: bool = False
    state: State = "steady"
    general: Leader | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.remaining <= self.original or self.original == 0:
            raise ValueError(f"{self.remaining} of {self.original} figures cannot be left")


class Friend(msgspec.Struct, frozen=True):
    """A friendly unit as the tested one sees it."""

    state: State
    distance: int
    in_sight: bool = True

    @property
    def is_near(self) -> bool:
        return self.in_sight and self.distance <= FRIENDS_WITHIN


class Charge(msgspec.Struct, frozen=True):
    """A unit's own charge: where it strikes, and whether the target is fatigued."""

    struck: Struck = "front"
    target_fatigued: bool = False


class MoraleTest(msgspec.Struct, frozen=True):
    """A morale test: its reasons, the unit, and this period's events. (MK-M41, MK-M42)

    `nearest_enemy` is the nearest in sight, None if there is none. `charge` is None for a unit
    that does not charge; `hit_charging`, its charge lost figures to fire. `charged`: somebody is
    charging it.
    """

    reasons: tuple[Reason, ...]
    unit: Unit
    nearest_enemy: int | None
    charge: Charge | None = None
    hit_charging: bool = False
    charged: bool = False
    advancing: bool = False
    under_artillery_fire: bool = False
    passed_through: bool = False
    struck_from: Literal["flank", "rear"] | None = None
    melee: Verdict | None = None
    friends: tuple[Friend, ...] = ()

    def __post_init__(self) -> None:
        if "melee_lost" in self.reasons and self.melee not in (None, "lost"):
            raise ValueError(f"a test for a lost melee, but the melee was {self.melee}")

    @property
    def charges(self) -> bool:
        return self.charge is not None or any(reason in CHARGING for reason in self.reasons)

    @property
    def verdict(self) -> Verdict | None:
        return "lost" if "melee_lost" in self.reasons else self.melee

    @property
    def being_charged(self) -> bool:
        return self.charged or "receive_charge" in self.reasons


# The score


def lines(test: MoraleTest) -> list[Line]:
    """Every tactical factor that applies to any of the reasons, in the order of the book.

    [mckie:morale.test.1] [mckie:period.14n1] [mckie:form.ext.2] (MK-M30, MK-M40, MK-M41, MK-M42)
    """
    unit = test.unit
    charge = test.charge or Charge()
    lost = units.loss_steps(unit.original, unit.remaining)
    in_trouble = sum(
        friend.is_near and friend.state in ("retreating", "routing") for friend in test.friends
    )
    times = {
        "no_enemy": _no_enemy_near(test.nearest_enemy),
        "charging_flank": charge.struck != "front",
        "veteran": unit.quality == "veteran",
        "won_melee": test.verdict == "won",
        "charging_fatigued": charge.target_fatigued,
        "experienced": unit.quality == "experienced",
        "advancing": test.advancing or test.charges,
        "general": unit.general == "in_chain",
        "artillery": test.under_artillery_fire,
        "losses": lost.tens,
        "friends": in_trouble,
        "skirmishers_charged": test.being_charged and unit.formation == "skirmish",
        "hit_charging": test.hit_charging or "charger_hit" in test.reasons,
        "fatigued": unit.fatigued,
        "under_half": lost.under_half,
        "flanked": test.struck_from is not None,
        "retreating": unit.state == "retreating",
        "passed_through": test.passed_through,
        "lost_melee": test.verdict == "lost",
        "routing": unit.state == "routing",
    }
    found = []
    for name, factor in MORALE_FILE.factors.items():
        if times[name]:
            found.append(Line(factor.value * times[name], factor.reason, factor.rule))
    cover = cover_effect(unit.cover)
    if cover.morale:
        behind = f"in or behind {unit.cover.replace('_', ' ')}"
        found.append(Line(cover.morale, behind, "mckie:morale.factor.cover"))
    return found


def _no_enemy_near(nearest: int | None) -> bool:
    return nearest is None or nearest > ENEMY_WITHIN


def score(test: MoraleTest, die: int) -> list[Line]:
    """The ledger of the final score: average die, then the factors. [mckie:morale.test.1]"""
    return [Line(die, "average die", "mckie:morale.test.1"), *lines(test)]


# When tests fall due


def end_reasons(
    *,
    lost_melee: bool = False,
    lost_figures: bool = False,
    tested_when_hit_charging: bool = False,
    friends: Sequence[Friend] = (),
) -> tuple[Reason, ...]:
    """Why a unit tests in the last two steps of a period: one test serves all the reasons.

    Losses do not count again for one that tested as a charger that was hit. [mckie:morale.when.4]
    [mckie:morale.when.5] [mckie:morale.when.7] [mckie:period.13] [mckie:period.14]
    [mckie:period.14n1] [mckie:melee.res.1] [mckie:melee.res.5] [mckie:newper.3] (MK-M5, MK-M42)
    """
    reasons: list[Reason] = []
    if lost_melee:
        reasons.append("melee_lost")
    if any(friend.is_near and friend.state == "routing" for friend in friends):
        reasons.append("friends_routing")
    if lost_figures and not tested_when_hit_charging:
        reasons.append("losses")
    return tuple(reasons)


def bars_to_charge(last_score: int | None) -> list[Refusal]:
    """Why a unit may not declare a charge: its last score, until a new test is passed.

    `last_score` is that of the end of last period, or of a later test; None if there was none.
    [mckie:period.14n2] [mckie:morale.result.1a] (MK-M44)
    """
    if last_score is None or last_score >= CHARGES_FROM:
        return []
    why = f"its morale of {last_score} at the end of the last period does not let it charge"
    return [Refusal("mckie:period.14n2", why)]


_OBEYS = MORALE_FILE.results[0].lowest
assert _OBEYS is not None
#: The lowest score with which a unit charges, or charges home. [mckie:morale.result.4] (MK-M29)
CHARGES_FROM: int = _OBEYS
