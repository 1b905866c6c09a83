"""Units: how many figures and stands they have, what losses do to them, what shelters them."""

from __future__ import annotations

from typing import cast

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army import units
from longroll.systems.mckie.army.muster import Brigade, muster
from longroll.systems.mckie.casualties.rules import read_tenths, table_value
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.table import field as measuring
from longroll.systems.mckie.words import Arm, Formation
from tests.vectors.mckie_ops import nerves
from tests.vectors.mckie_ops.guns import volleys
from tests.vectors.mckie_ops.shared import COUNT, COVERS, OPERATIONS, Scores, one_of, operation
from tests.vectors.mckie_ops.table import formed
from tests.vectors.runner import Answer, Given


@operation("unit_scaling", {"men": COUNT})
def _unit_scaling(given: Given, dice: object) -> Answer:
    """A brigade of that many men is mustered."""
    brigade = Brigade("brigade", "infantry", "raw", "muzzle_loading_rifle", men=given["men"])
    figures = [unit.figures for unit in muster([brigade])]
    return {"units": len(figures), "figures": figures}


#: Troops with so many figures on a stand.
_STANDS: dict[int, tuple[Arm, Formation]] = {
    4: ("infantry", "line"),
    2: ("cavalry", "line"),
    1: ("infantry", "skirmish"),
}


@operation("remove_figures", {"original": COUNT, "stand_figures": COUNT, "lost": COUNT})
def _remove_figures(given: Given, dice: object) -> Answer:
    """Guns fire at such a unit, enough of them to cost it just that many."""
    original, each = given["original"], given["stand_figures"]
    if each in _STANDS and original > 0:
        arm, formation = _STANDS[each]
        unit = formed(arm, formation, original, side="confederate", weapon="")
        assert not isinstance(unit, Refusal)
        for far in (150, 400, 1_000):
            for fight, fired in volleys(unit, far):
                if fired.lost["t"] == given["lost"]:
                    after = fight.state.units["t"]
                    stands = len(measuring.stands_of(after).bases) if after.figures else 0
                    return {
                        "figures": after.figures,
                        "stands": stands,
                        "marker": stands * each - after.figures,
                    }
    left = max(0, original - given["lost"])
    stands = units.stands_for(left, each)
    return {"figures": left, "stands": stands, "marker": stands * each - left}


@operation("loss_steps", {"original": COUNT, "remaining": COUNT})
def _loss_steps(given: Given, dice: object) -> Answer:
    """A unit with those losses tests its morale."""
    unit = morale.Unit("raw", given["original"], given["remaining"])
    tested = nerves.test(morale.MoraleTest(("losses",), unit, 500), Scores((3,)))
    if tested is None:
        steps = units.loss_steps(given["original"], given["remaining"])
        return {"tens": steps.tens, "under_half": steps.under_half}
    lines = {line.rule: line.value for line in tested.event.lines}
    return {
        "tens": -lines.get("mckie:morale.factor.tenpercent", 0),
        "under_half": "mckie:morale.factor.half" in lines,
    }


@operation("casualties", {"factor": COUNT, "firing": COUNT})
def _casualties(given: Given, dice: object) -> Answer:
    found = read_tenths(table_value(given["factor"], given["firing"]))
    return {
        "tenths": found.tenths,
        "definite": found.definite,
        "chance": found.chance,
        "lost": found.lost(ten_sided(dice, "casualties").value),  # type: ignore[arg-type]
    }


@operation("cover_effect", {"cover": one_of(COVERS)})
def _cover_effect(given: Given, dice: object) -> Answer:
    """What fire at a unit, blows at it and its morale come to there, and in the open."""
    there, open = ([ask(cover) for ask in _WORTH] for cover in (given["cover"], "none"))
    fire, melee, steady = (one - other for one, other in zip(there, open, strict=True))
    return {"fire": fire, "melee": melee, "morale": steady}


_FOOT = {"arm": "infantry", "quality": "experienced"}
_LINE = {"arm": "infantry", "formation": "line"}


def _asked(situation: Given, dice: tuple[int, ...] = ()) -> Answer:
    return OPERATIONS.run({"situation": situation, "dice": list(dice)})


def _fired_at(cover: str) -> int:
    firer = {**_LINE, "side": "union", "quality": "experienced", "weapon": "muzzle_loading_rifle"}
    target = {**_LINE, "cover": cover}
    answer = _asked({"op": "fire_factor", "firer": firer, "target": target, "range": 4})
    return cast(int, answer["factor"])


def _struck(cover: str) -> int:
    fighter, opponent = {**_FOOT, "attack": "charge"}, {**_FOOT, "cover": cover}
    answer = _asked({"op": "melee_factor", "fighter": fighter, "opponent": opponent})
    return cast(int, answer["factor"])


def _tested(cover: str) -> int:
    unit = {"quality": "raw", "original": 20, "remaining": 20, "cover": cover}
    answer = _asked({"op": "morale", "test": "losses", "unit": unit, "nearest_enemy": 5}, (3,))
    return cast(int, answer["score"])


_WORTH = (_fired_at, _struck, _tested)
