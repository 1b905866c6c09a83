"""Charges, and how those who are charged respond to them."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.board.table import Piece
from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import rules as charges
from longroll.systems.mckie.charge.events import Responded
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.melee.events import Blows
from longroll.systems.mckie.words import FOOT, GUNS
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.inches import hundredths
from tests.vectors.mckie_ops.shared import (
    ARMS,
    FORMATIONS,
    GROUNDS,
    INCHES,
    maybe,
    one_of,
    operation,
)
from tests.vectors.mckie_ops.table import (
    X,
    Y,
    area,
    based,
    battle,
    depth_of,
    formed,
    is_over,
    laid,
    may,
    play_out,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, group, optional, required

_TO_CONTACT = (
    "charges_first",
    "moves_first",
    "firing",
    "chargers_test",
    "receivers_test",
    "melee",
)


def _is_asked(fight: Fight, rule: str) -> bool:
    return fight.decision is not None and fight.decision.rule == rule


@operation(
    "charge_response",
    {
        "charger": group({"arm": one_of(ARMS), "formation": one_of(FORMATIONS)}),
        "distance": INCHES,
        "contours": optional(0, int),
        "struck": required("flank", "rear"),
    },
)
def _charge_response(given: Given, dice: object) -> Answer:
    """The charge is declared, the unit turns to face it if it may, and then both go on to fire
    and to fight."""
    charger = given["charger"]
    unit = formed(charger["arm"], charger["formation"], quality="veteran")
    reach = charges.charge_reach(charger["arm"], charger["formation"], contours=given["contours"])
    if isinstance(reach, Refusal):
        raise VectorFault(f"the charger cannot charge: {reach}")
    far = hundredths(given["distance"])
    # The field has no road for a road march to charge on.
    if isinstance(unit, Refusal) or far > reach or charger["formation"] == "road_march":
        found = charges.charge_response(far, reach, given["struck"])
        return {
            "may_turn": found.may_turn,
            "may_fire": found.may_fire,
            "fights_first_period": found.fights_first_period,
        }
    hills = [
        replace(
            area("hill", X - 2_000, Y - 9_000, X + 2_000, Y - 1, level=number + 1),
            name=f"contour {number}",
        )
        for number in range(given["contours"])
    ]
    with laid(*hills):
        fight = battle({"u": unit, "t": _struck(far, given["struck"])}, *_TO_CONTACT)
        fight.play("charge u t")
        turns = _is_asked(fight, "mckie:resp.1") and may(fight, "turn")
        if turns:
            fight.play("turn")
        fires = False
        while not is_over(fight):
            assert fight.decision is not None
            if fight.state.step == "firing" and fight.decision.side == "confederate":
                fires = may(fight, "fire t u")
            verb = "stand" if _is_asked(fight, "mckie:resp.1") else "done"
            fight.play("stay" if fight.state.step == "melee" else verb)
    return {
        "may_turn": turns,
        "may_fire": fires,
        "fights_first_period": bool(told(fight, Blows, "t")),
    }


def _struck(far: int, struck: str) -> Unit:
    """A unit that looks east or away, its nearest edge so far to the north; on narrow bases, as
    one that turns on the spot must not turn away from the charge."""
    made = formed("infantry", "line", side="confederate", quality="veteran")
    assert not isinstance(made, Refusal)
    made = based(made, 10)
    if struck == "rear":
        return replace(made, y=Y - far - depth_of(made))
    return replace(made, x=X + depth_of(made) // 2, y=Y - far - 30, heading=900)


#: They are no targets of a charge on the table.
NOBODY_CHARGES = ("wagon", "gunboat", "general", "courier")


@operation(
    "evade", {"arm": one_of(ARMS), "formation": one_of(FORMATIONS), "ground": maybe(GROUNDS)}
)
def _evade(given: Given, dice: object) -> Answer:
    """The unit is charged, and evades if that is offered."""
    arm, ground = given["arm"], given["ground"] or "open"
    if arm in NOBODY_CHARGES:
        return _evade_by_rule(given)
    unit = formed(arm, given["formation"])
    # Gunners leave their guns and run; whoever rides finds a way round what bars horses.
    barred = arm not in FOOT and arm not in GUNS and ground in ("dense_woods", "rough")
    if isinstance(unit, Refusal) or barred:
        return _evade_by_rule(given)
    enemy = formed("infantry", "line", side="confederate", quality="veteran", y=Y - 500)
    assert not isinstance(enemy, Refusal)
    pieces = [] if ground in ("open", "road") else [_under(ground)]
    with laid(*pieces):
        fight = battle(
            {"c": replace(enemy, heading=1800), "u": unit}, "charges_first", first="confederate"
        )
        fight.play("charge c u")
        if not _is_asked(fight, "mckie:resp.1") or not may(fight, "evade"):
            return {"may_evade": False, "inches": None, "guns_abandoned": False}
        fight.play("evade")
        play_out(fight)
    [responded] = told(fight, Responded, "u")
    return {
        "may_evade": True,
        "inches": responded.distance / INCH,
        "guns_abandoned": "u" in fight.state.guns,
    }


def _under(ground: str) -> Piece:
    """The ground a unit stands in, from just behind its front."""
    return area(ground, X - 3_000, Y + 5, X + 3_000, Y + 6_000)


def _evade_by_rule(given: Given) -> Answer:
    found = charges.evade(given["arm"], given["formation"])
    if isinstance(found, Refusal):
        return {"may_evade": False, "inches": None, "guns_abandoned": False, "why": str(found)}
    return {
        "may_evade": True,
        "inches": found.distance / INCH,
        "guns_abandoned": found.guns_abandoned,
    }
