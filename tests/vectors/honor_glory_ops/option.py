"""The optional rules."""

from __future__ import annotations

from longroll.kernel.dice import Scripted
from longroll.systems.honor_glory import armies, options, weapons, words
from tests.vectors.honor_glory_ops.shared import (
    CENTIMETRES,
    NO,
    distance,
    in_cm,
    maybe,
    one_of,
    operation,
)
from tests.vectors.runner import Answer, Given, VectorFault, optional, required


@operation("flank_march", {"point": CENTIMETRES, "edge": CENTIMETRES})
def _flank_march(given: Given, dice: Scripted) -> Answer:
    found = options.flank_march(distance(given["point"]), distance(given["edge"]), dice)
    arrives = found.arrival != "not_yet"
    return {
        "arrives": arrives,
        "shift": in_cm(found.shift) if arrives else None,
        "side": found.arrival if found.arrival in ("left", "right") else None,
        "at": in_cm(found.at),
    }


@operation(
    "cover_damage",
    {
        "cause": required("attack", "fire"),
        "by": one_of(options.Attacker),
        "value": required(int),
        "defended": NO,
        "turns": optional(0, int),
    },
)
def _cover_damage(given: Given, dice: Scripted) -> Answer:
    value = given["value"]
    taken: tuple[int, ...] = ()
    started = None
    if given["cause"] == "attack":
        taken, value = options.burnt(value, options.damage(given["by"], dice), 1)
    else:
        started = options.fire_starts(given["defended"], dice)
        if started:
            first = options.damage(given["by"], dice)
            taken, value = options.burnt(value, first, given["turns"])
    return {"started": started, "damage": taken, "value": value, "destroyed": value == 0}


@operation(
    "option_roll",
    {
        "option": required("OP1", "OP7", "OP9", "OP10.3", "OP13"),
        "arm": maybe(words.Arm),
        "side": maybe(words.Side),
        "date": optional(None, None, str),
    },
)
def _option_roll(given: Given, dice: Scripted) -> Answer:
    match given["option"]:
        case "OP1":
            return {"result": armies.class_rolled(dice, "a unit")[1]}
        case "OP7":
            return {"result": options.wish_without_commander(dice)[1]}
        case "OP9":
            return {"result": options.changes_allowed(dice).value}
        case "OP10.3":
            return {"result": options.fire_fought(dice)[1]}
    if given["arm"] is None or given["side"] is None or given["date"] is None:
        raise VectorFault("OP13 needs an arm, a side and a date")
    band = armies.band(given["date"])
    return {"result": weapons.weapon_rolled(given["arm"], given["side"], band, dice)[1]}
