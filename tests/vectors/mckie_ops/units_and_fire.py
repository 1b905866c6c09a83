"""Units, casualties, fire, ammunition and cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army import units
from longroll.systems.mckie.army.layouts import layout
from longroll.systems.mckie.casualties.rules import read_tenths, table_value
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fire import canister, optional_guns
from longroll.systems.mckie.fire.restrictions import FireQuestion, FriendsBetween, bar_to_fire
from longroll.systems.mckie.fire.rules import (
    Firer,
    Group,
    Shot,
    Target,
    Volley,
    figures_firing,
    fire_factor,
    guns_able_to_fire,
    volley,
)
from longroll.systems.mckie.fire.weapons import WEAPONS as WEAPON_TABLE
from longroll.systems.mckie.fire.weapons import weapon_factor
from longroll.systems.mckie.measure import INCH, Distance
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import GUNS
from tests.vectors.mckie_ops.shared import (
    ARMS,
    COUNT,
    COVERS,
    FORMATIONS,
    INCHES,
    NO,
    QUALITIES,
    SIDES,
    WEAPONS,
    maybe,
    one_of,
    operation,
)
from tests.vectors.runner import (
    Answer,
    BadKeys,
    Given,
    Keys,
    VectorFault,
    each,
    fill_in,
    group,
    optional,
    required,
)

MAYBE_INCHES = optional(None, int, float, None)
SHOT = optional("canister", "canister", "solid_shot")

#: The facts of a target that fire asks for.
TARGET: Keys = {
    "arm": one_of(ARMS),
    "formation": one_of(FORMATIONS),
    "ranks": optional(None, list, None),
    "cover": maybe(COVERS, "none"),
    "moved": NO,
    "charging": optional(None, str, None),
}
#: The facts of any unit in a firing step.
UNIT: Keys = {
    **TARGET,
    "side": maybe(SIDES),
    "quality": maybe(QUALITIES),
    "weapon": maybe(WEAPONS),
    "repeating": NO,
    "fatigued": NO,
    "permanent_fortification": NO,
    "figures": optional(None, int, None),
    "crews": optional(None, list, None),
}
FIRER: Keys = {**UNIT, "side": one_of(SIDES), "quality": one_of(QUALITIES)} | {
    "weapon": one_of(WEAPONS)
}
FRIENDS: Keys = {
    "guns_height": optional(0, int),
    "friends_height": optional(0, int),
    "from_guns": optional(0, int, float),
    "from_target": optional(0, int, float),
}
AIM: Keys = {"range": INCHES, "ahead": MAYBE_INCHES, "through_smoke": NO, "shot": SHOT}
GROUPS = each({**AIM, "target": required(str), "firing": optional(None, int, None)})


def hundredths(inches: float) -> Distance:
    """A distance of a vector, exact: 5.75 is 575 hundredths."""
    exact = Fraction(str(inches)) * INCH
    return exact.numerator if exact.denominator == 1 else exact


# Units


@operation("unit_scaling", {"men": COUNT})
def _unit_scaling(given: Given, dice: object) -> Answer:
    figures = units.unit_scaling(given["men"])
    return {"units": len(figures), "figures": figures}


@operation("remove_figures", {"original": COUNT, "stand_figures": COUNT, "lost": COUNT})
def _remove_figures(given: Given, dice: object) -> Answer:
    left = max(0, given["original"] - given["lost"])
    stands = units.stands_for(left, given["stand_figures"])
    return {
        "figures": left,
        "stands": stands,
        "marker": stands * given["stand_figures"] - left,
    }


@operation(
    "guns_firing",
    {"crews": optional(None, list, None), "vessel_guns": optional(None, int, None)},
)
def _guns_firing(given: Given, dice: object) -> Answer:
    crews, vessel = given["crews"], given["vessel_guns"]
    if (crews is None) == (vessel is None):
        raise BadKeys("one of crews and vessel_guns is given")
    guns = (
        units.guns_firing(_counts(crews, "crews"))
        if vessel is None
        else (optional_guns.vessel_guns(vessel),)
    )
    return {"guns": sum(guns), "by_model": guns}


@operation("loss_steps", {"original": COUNT, "remaining": COUNT})
def _loss_steps(given: Given, dice: object) -> Answer:
    steps = units.loss_steps(given["original"], given["remaining"])
    return {"tens": steps.tens, "under_half": steps.under_half}


# Fire


@operation("weapon_factor", {"weapon": one_of(WEAPONS), "ranges": required(list)})
def _weapon_factor(given: Given, dice: object) -> Answer:
    weapon = WEAPON_TABLE[given["weapon"]]
    return {"factors": [weapon_factor(weapon, hundredths(at)) for at in given["ranges"]]}


@operation(
    "fire_factor",
    {
        "firer": group({**FIRER, "charging": optional(None, "target", None)}),
        "target": group({**TARGET, "charging": optional(None, "firer", None)}),
        **AIM,
    },
)
def _fire_factor(given: Given, dice: object) -> Answer:
    lines = fire_factor(_firer(given["firer"]), _target(given["target"]), _shot(given))
    if isinstance(lines, Refusal):
        return {"factor": None, "why": str(lines)}
    return {"factor": sum(line.value for line in lines)}


@operation("casualties", {"factor": COUNT, "firing": COUNT})
def _casualties(given: Given, dice: Any) -> Answer:
    found = read_tenths(table_value(given["factor"], given["firing"]))
    return {
        "tenths": found.tenths,
        "definite": found.definite,
        "chance": found.chance,
        "lost": found.lost(ten_sided(dice, "casualties").value),
    }


@operation("fire", {"units": required(dict), "unit": required(str), "groups": GROUPS})
def _fire(given: Given, dice: Any) -> Answer:
    facts = _units(given["units"])
    fired = _volley(facts, given["unit"], given["groups"], dice)
    return {
        "groups": [
            {
                "target": one.target,
                "firing": one.firing,
                "factor": one.factor,
                "tenths": one.tenths,
            }
            for one in fired.groups
        ],
        "totals": fired.totals,
        "lost": fired.lost,
        "out_of_ammo": fired.out_of_ammo,
    }


@operation(
    "firing_step",
    {"units": required(dict), "volleys": each({"unit": required(str), "groups": GROUPS})},
)
def _firing_step(given: Given, dice: Any) -> Answer:
    facts = _units(given["units"])
    fired = [_volley(facts, one["unit"], one["groups"], dice) for one in given["volleys"]]
    lost: Counter[str] = Counter()
    for one in fired:
        lost.update(one.lost)
    return {
        "lost": dict(lost),
        "out_of_ammo": [one.unit for one in fired if one.out_of_ammo],
    }


@operation(
    "may_fire",
    {
        "firer": group(
            {"arm": one_of(ARMS), "weapon": one_of(WEAPONS), "moved": NO, "out_of_ammo": NO}
        ),
        "target": group({"in_melee": NO}, {"in_melee": False}),
        "range": INCHES,
        "angle": required(int, float),
        "friends_between": optional(None, dict, None),
    },
)
def _may_fire(given: Given, dice: object) -> Answer:
    firer = given["firer"]
    question = FireQuestion(
        arm=firer["arm"],
        weapon=firer["weapon"],
        moved=firer["moved"],
        out_of_ammo=firer["out_of_ammo"],
        target_in_melee=given["target"]["in_melee"],
        distance=hundredths(given["range"]),
        angle=Fraction(str(given["angle"])) * 10,
        friends_between=_friends(given["friends_between"]),
    )
    barred = bar_to_fire(question)
    return {"allowed": barred is None} | ({"why": str(barred)} if barred else {})


@operation(
    "canister_split",
    {
        "shot": required("canister", "solid_shot"),
        "range": INCHES,
        "target": required(str),
        "friends_in_zone": required(list),
        "casualties": COUNT,
    },
)
def _canister_split(given: Given, dice: object) -> Answer:
    # Any gun will do: what they have in common is the reach of canister.
    gun = WEAPON_TABLE["12lb_smoothbore_gun"]
    solid, distance = given["shot"] == "solid_shot", hundredths(given["range"])
    lost = canister.split_casualties(
        given["target"],
        given["friends_in_zone"],
        given["casualties"],
        canister=canister.fires_canister(gun, distance, solid_shot=solid),
    )
    return {"lost": lost}


@operation("counter_battery", {"firing_units": required(list)})
def _counter_battery(given: Given, dice: Any) -> Answer:
    fired = optional_guns.counter_battery(_counts(given["firing_units"], "firing_units"), dice)
    return {"pieces_lost": [pieces for _, pieces in fired]}


@operation("cover_effect", {"cover": one_of(COVERS)})
def _cover_effect(given: Given, dice: object) -> Answer:
    worth = cover_effect(given["cover"])
    return {"fire": worth.fire, "melee": worth.melee, "morale": worth.morale}


# Facts


def _counts(numbers: list[Any], name: str) -> list[int]:
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool):
            raise BadKeys(f"{name} holds {number!r}, not int")
    return numbers


def _friends(given: Mapping[str, Any] | None) -> FriendsBetween | None:
    if given is None:
        return None
    friends = fill_in(FRIENDS, given, "friends_between.")
    return FriendsBetween(
        guns_height=friends["guns_height"],
        friends_height=friends["friends_height"],
        from_guns=hundredths(friends["from_guns"]),
        from_target=hundredths(friends["from_target"]),
    )


def _firer(facts: Given) -> Firer:
    return Firer(
        side=facts["side"],
        arm=facts["arm"],
        quality=facts["quality"],
        weapon=facts["weapon"],
        formation=facts["formation"],
        repeating=facts["repeating"],
        cover=facts["cover"],
        moved=facts["moved"],
        charging=facts["charging"] is not None,
        fatigued=facts["fatigued"],
    )


def _target(facts: Given) -> Target:
    return Target(
        arm=facts["arm"],
        formation=facts["formation"],
        ranks=_ranks(facts),
        cover=facts["cover"],
        moved=facts["moved"],
        charging=facts["charging"] is not None,
    )


def _ranks(facts: Given) -> tuple[int, ...]:
    """The stands of a unit, as they are given or as its figures stand in its formation."""
    if facts["ranks"] is not None:
        return tuple(_counts(facts["ranks"], "ranks"))
    if not facts.get("figures"):
        return ()
    found = layout(facts["arm"], facts["formation"], facts["figures"])
    return () if isinstance(found, Refusal) else found.ranks


def _shot(given: Given) -> Shot:
    return Shot(
        distance=hundredths(given["range"]),
        ahead=None if given["ahead"] is None else hundredths(given["ahead"]),
        through_smoke=given["through_smoke"],
        solid_shot=given["shot"] == "solid_shot",
    )


def _units(given: Mapping[str, Any]) -> dict[str, Given]:
    facts = {id: fill_in(UNIT, one, f"units.{id}.") for id, one in given.items()}
    for id, one in facts.items():
        if one["charging"] is not None and one["charging"] not in facts:
            raise VectorFault(f"units.{id}.charging: there is no unit {one['charging']!r}")
    return facts


def _able(facts: Given) -> int:
    ranks = _counts(facts["ranks"] or [], "ranks")
    if facts["arm"] not in GUNS:
        figures = facts["figures"]
        return figures_firing(facts["arm"], facts["formation"], ranks=ranks, figures=figures)
    return guns_able_to_fire(_crews(facts, ranks))


def _crews(facts: Given, ranks: list[int]) -> Sequence[int]:
    if facts["crews"] is not None:
        return _counts(facts["crews"], "crews")
    crew = units.LIMITS.crew_of_a_model
    if facts["figures"] is None:
        return [crew] * sum(ranks[:1])
    models = -(-facts["figures"] // crew)
    return units.lose_crew([crew] * models, models * crew - facts["figures"])


def _volley(facts: dict[str, Given], unit: str, groups: list[Given], dice: Any) -> Volley:
    for id in (unit, *(one["target"] for one in groups)):
        if id not in facts:
            raise VectorFault(f"there is no unit {id!r}")
    missing = [key for key in ("side", "quality", "weapon") if facts[unit][key] is None]
    if missing:
        raise BadKeys(f"missing key units.{unit}.{missing[0]}")
    firer = _firer(facts[unit])
    fired = []
    # Stands that are told off to another target are not among those still able to fire.
    told_off = sum(one["firing"] or 0 for one in groups)
    for one in groups:
        lines = fire_factor(firer, _target(facts[one["target"]]), _shot(one))
        firing = one["firing"]
        if firing is None:
            firing = max(0, _able(facts[unit]) - told_off)
        fired.append(Group(one["target"], firing, () if isinstance(lines, Refusal) else lines))
    fort = facts[unit]["permanent_fortification"]
    return volley(unit, fired, dice, permanent_fortification=fort)
