"""How McKie's rules are tried: in short stretches, since a move on the table is slow."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from longroll.board.table import Footprint, is_clear
from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from longroll.systems.mckie.deployment.setup import fresh_unit
from longroll.systems.mckie.scenarios.scenario import scenario_named
from longroll.systems.mckie.sequence import PERIOD
from longroll.systems.mckie.table.field import ground_of


def crowded(chance: Chance) -> dict[str, Any]:
    """Both armies of the teaching scenario thrown together round the crossroads, in its last
    periods, some of them shaken, tired or out of ammunition."""
    scenario = scenario_named("millers-crossroads")
    units: dict[str, dict[str, Any]] = {}
    standing: list[Footprint] = []
    for troops in scenario.file.troops:
        unit = fresh_unit(troops)
        for _ in range(50):
            heading = chance.choice((0, 0, 180, chance.randrange(360)))
            at = (chance.randint(1500, 3300), chance.randint(900, 2700))
            placed = replace(unit, x=at[0], y=at[1], heading=heading * 10)
            ground = ground_of(placed)
            if all(is_clear(ground, other, 100) for other in standing):
                break
        else:
            continue
        standing.append(ground)
        lost = chance.randrange(unit.figures // 2) if unit.arm == "infantry" else 0
        units[troops.id] = {
            "at": [at[0] / 100, at[1] / 100],
            "heading": heading,
            "figures": unit.figures - lost,
            "fatigued": chance.random() < 0.2,
            "ran_out": chance.choice((0, 0, 0, 5)),
        }
    steps = [step.slug for step in PERIOD]
    return {
        "scenario": scenario.name,
        "units": units,
        "generals": {"crocker": {"at": [24, 28]}, "cleburne": {"at": [24, 8]}},
        "period": scenario.file.periods - 1,
        "step": chance.choice(steps[steps.index("charges_first") : steps.index("firing") + 1]),
        "first": chance.choice(("union", "confederate")),
    }


_UMPIRE = {"hidden": "umpire", "cards": True}
_ORDERS = {"generalship": True, "cards": True}

TRIALS = Trials(
    battles=(
        Trial("millers-crossroads"),
        Trial("millers-crossroads", 1, _UMPIRE, 40, hides=True),
        Trial("mcphersons-ridge", 2, {**_UMPIRE, **_ORDERS}, 40, hides=True),
        Trial("mcphersons-ridge", 3, _UMPIRE, 40, hides=True),
        Trial("mcphersons-ridge", 4, {"hidden": "blinds"}, 40, hides=True),
        Trial("millers-crossroads", 4, _ORDERS, 40, hides=True),
        Trial("the-angle", 5, decisions=40),
        Trial("the-angle", 6, {"charged_may_move": True, "counter_battery": True}, 40),
        *(Trial(seed=seed) for seed in range(3)),
    ),
    crowded=crowded,
)
