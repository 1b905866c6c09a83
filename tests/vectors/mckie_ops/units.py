"""Units: how many figures and stands they have, what losses do to them, what shelters them."""

from __future__ import annotations

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army import units
from longroll.systems.mckie.casualties.rules import read_tenths, table_value
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.table import field as measuring
from longroll.systems.mckie.terrain.cover import cover_effect
from longroll.systems.mckie.words import Arm, Formation
from tests.vectors.mckie_ops.guns import volleys
from tests.vectors.mckie_ops.shared import COUNT, COVERS, one_of, operation
from tests.vectors.mckie_ops.table import formed
from tests.vectors.runner import Answer, Given


@operation("unit_scaling", {"men": COUNT})
def _unit_scaling(given: Given, dice: object) -> Answer:
    figures = units.unit_scaling(given["men"])
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
    steps = units.loss_steps(given["original"], given["remaining"])
    return {"tens": steps.tens, "under_half": steps.under_half}


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
    worth = cover_effect(given["cover"])
    return {"fire": worth.fire, "melee": worth.melee, "morale": worth.morale}
