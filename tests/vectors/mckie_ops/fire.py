"""Fire: factors, volleys, a whole firing step, and who may fire at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.miniatures.measure import Distance
from longroll.systems.mckie.army import units
from longroll.systems.mckie.army.layouts import layout
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
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.words import GUNS
from tests.vectors.mckie_ops import ranges
from tests.vectors.mckie_ops.ranges import Aimed, Range
from tests.vectors.mckie_ops.shared import (
    ARMS,
    COVERS,
    FORMATIONS,
    INCHES,
    NO,
    QUALITIES,
    SIDES,
    WEAPONS,
    Around,
    maybe,
    one_of,
    operation,
    spend,
)
from tests.vectors.mckie_ops.table import STEADY
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
AIM: Keys = {"range": INCHES, "ahead": MAYBE_INCHES, "through_smoke": NO, "shot": SHOT}
GROUPS = each({**AIM, "target": required(str), "firing": optional(None, int, None)})


def hundredths(inches: float) -> Distance:
    """A distance of a vector, exact: 5.75 is 575 hundredths."""
    exact = Fraction(str(inches)) * INCH
    return exact.numerator if exact.denominator == 1 else exact


# Factors


@operation("weapon_factor", {"weapon": one_of(WEAPONS), "ranges": required(list)})
def _weapon_factor(given: Given, dice: object) -> Answer:
    """Somebody with that weapon fires at each range; his first line is the table's."""
    weapon = given["weapon"]
    guns = WEAPON_TABLE[weapon].is_artillery
    heavy = guns and not WEAPON_TABLE[weapon].moves_and_fires
    arm = ("siege_artillery" if heavy else "field_artillery") if guns else "infantry"
    firer = {"arm": arm, "formation": "unlimbered" if guns else "line", "weapon": weapon}
    return {"factors": [_first_line(firer, at) for at in given["ranges"]]}


def _first_line(firer: Mapping[str, Any], at: float) -> int | None:
    target = {"arm": "infantry", "formation": "line"}
    aim = Aimed("target", _whole(at))
    found = ranges.lay_out({"firer": firer, "target": target}, "firer", [aim])
    assert found is not None
    _, fired = ranges.fire(found, "firer", [aim], _own())
    return None if fired is None else fired.groups[0].lines[0].value


def _own() -> Scripted:
    return Around((), STEADY, ())


def _whole(inches: float) -> int:
    at = hundredths(inches)
    if not isinstance(at, int):
        raise VectorFault(f"{inches} inches is no distance in hundredths")
    return at


@operation(
    "fire_factor",
    {
        "firer": group({**FIRER, "charging": optional(None, "target", None)}),
        "target": group({**TARGET, "charging": optional(None, "firer", None)}),
        **AIM,
    },
)
def _fire_factor(given: Given, dice: object) -> Answer:
    facts = {"firer": given["firer"], "target": given["target"]}
    aim = _aimed({**given, "target": "target", "firing": None})
    found = _laid_out(facts, "firer", [aim])
    if found is not None:
        solid = given["shot"] == "solid_shot" and given["firer"]["arm"] in GUNS
        _, fired = ranges.fire(found, "firer", [aim], _own(), solid=solid)
        return {"factor": None if fired is None else fired.groups[0].factor}
    lines = fire_factor(_firer(given["firer"]), _target(given["target"]), _shot(given))
    if isinstance(lines, Refusal):
        return {"factor": None, "why": str(lines)}
    return {"factor": sum(line.value for line in lines)}


def _laid_out(facts: Mapping[str, Given], unit: str, aims: Sequence[Aimed]) -> Range | None:
    """A firer and its targets on the table. At no range at all nobody is ahead of another."""
    if any(aim.range == 0 for aim in aims):
        return None
    return ranges.lay_out(facts, unit, aims)


# Volleys


class Result(NamedTuple):
    """What the volley of one unit did."""

    groups: list[Answer]
    totals: dict[str, int]
    lost: dict[str, int]
    out_of_ammo: bool


@operation("fire", {"units": required(dict), "unit": required(str), "groups": GROUPS})
def _fire(given: Given, dice: Any) -> Answer:
    facts = _units(given["units"])
    fired = _fired(facts, given["unit"], given["groups"], dice)
    return fired._asdict()


@operation(
    "firing_step",
    {"units": required(dict), "volleys": each({"unit": required(str), "groups": GROUPS})},
)
def _firing_step(given: Given, dice: Any) -> Answer:
    """All fire in one step where two units fire at each other; else volley by volley, as none
    depends on another."""
    facts = _units(given["units"])
    volleys = [(one["unit"], one["groups"]) for one in given["volleys"]]
    fired = _exchanged(facts, volleys, dice) or [
        (unit, _fired(facts, unit, groups, dice)) for unit, groups in volleys
    ]
    lost: Counter[str] = Counter()
    for _, one in fired:
        lost.update(one.lost)
    return {
        "lost": dict(lost),
        "out_of_ammo": [unit for unit, one in fired if one.out_of_ammo],
    }


def _fired(facts: dict[str, Given], unit: str, groups: list[Given], dice: Any) -> Result:
    """The volley of one unit, played in a firing step of its own."""
    _check(facts, unit, groups)
    aims = [_aimed(one) for one in groups]
    found = _laid_out(facts, unit, aims)
    shots = {one["shot"] for one in groups}
    if found is None or (len(shots) > 1 and facts[unit]["arm"] in GUNS):
        return _by_rule(facts, unit, groups, dice)
    solid = shots == {"solid_shot"} and facts[unit]["arm"] in GUNS
    used = Around((), dice.left[:1], ())
    fight, fired = ranges.fire(found, unit, aims, used, solid=solid)
    spend(dice, fight)
    return _read(found, unit, aims, fight.state, fired)


def _read(found: Range, unit: str, aims: Sequence[Aimed], state: Any, fired: Any) -> Result:
    """What a volley did, from its event and from those who were hit."""
    shot = {} if fired is None else {one.target: one for one in fired.groups}
    groups = [
        {
            "target": aim.target,
            "firing": shot[aim.target].firing if aim.target in shot else aim.firing,
            "factor": shot[aim.target].factor if aim.target in shot else None,
            "tenths": shot[aim.target].tenths if aim.target in shot else 0,
        }
        for aim in aims
    ]
    lost = {}
    for aim in aims:
        before, after = found.units[aim.target].figures, state.units[aim.target].figures
        # A unit cannot lose more than it has, but the table may say so.
        said = 0 if fired is None else fired.lost.get(aim.target, 0)
        lost[aim.target] = said if not after else before - after
    totals = {} if fired is None else fired.totals
    return Result(
        groups,
        {aim.target: totals.get(aim.target, 0) for aim in aims},
        lost,
        bool(state.units[unit].ran_out),
    )


def _exchanged(
    facts: dict[str, Given], volleys: list[tuple[str, list[Given]]], dice: Any
) -> list[tuple[str, Result]] | None:
    """Two units that fire at each other from one range, in one step: their losses come after."""
    if len(volleys) != 2 or any(len(groups) != 1 for _, groups in volleys):
        return None
    (one, (first,)), (other, (second,)) = volleys
    if (first["target"], second["target"]) != (other, one) or first["range"] != second["range"]:
        return None
    for unit, groups in volleys:
        _check(facts, unit, groups)
    aims = {one: _aimed(first), other: _aimed(second)}
    used = Around((), dice.left[:2], ())
    played = ranges.exchange(facts, (one, other), aims, used)
    if played is None:
        return None
    found, fight, fired = played
    spend(dice, fight)
    return [
        (unit, _read(found, unit, [aims[unit]], fight.state, fired.get(unit)))
        for unit in (one, other)
    ]


def _check(facts: dict[str, Given], unit: str, groups: list[Given]) -> None:
    for id in (unit, *(one["target"] for one in groups)):
        if id not in facts:
            raise VectorFault(f"there is no unit {id!r}")
    missing = [key for key in ("side", "quality", "weapon") if facts[unit][key] is None]
    if missing:
        raise BadKeys(f"missing key units.{unit}.{missing[0]}")


def _aimed(given: Given) -> Aimed:
    return Aimed(
        given["target"],
        _whole(given["range"]),
        given["firing"],
        None if given["ahead"] is None else _whole(given["ahead"]),
        given["through_smoke"],
    )


# By rule alone


def _by_rule(facts: dict[str, Given], unit: str, groups: list[Given], dice: Any) -> Result:
    """A volley of units that cannot stand on a table like that."""
    fired = _volley(facts, unit, groups, dice)
    return Result(
        [
            {
                "target": one.target,
                "firing": one.firing,
                "factor": one.factor,
                "tenths": one.tenths,
            }
            for one in fired.groups
        ],
        fired.totals,
        fired.lost,
        fired.out_of_ammo,
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


def _counts(numbers: list[Any], name: str) -> list[int]:
    for number in numbers:
        if not isinstance(number, int) or isinstance(number, bool):
            raise BadKeys(f"{name} holds {number!r}, not int")
    return numbers
