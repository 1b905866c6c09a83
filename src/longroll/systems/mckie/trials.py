"""How McKie's rules are tried: in short stretches, since a move on the table is slow."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from longroll.board.table import Footprint, is_clear, on_table
from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import LIMITS, horse_holders
from longroll.systems.mckie.deployment.setup import fresh_unit
from longroll.systems.mckie.scenarios.scenario import NAMES, scenario_named
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


#: The middle of a table where a brawl is fought is so wide and so high, in hundredths.
_ARENA = 1600
#: A brawl begins in this period or sooner.
_EARLY = 4


def brawl(chance: Chance) -> dict[str, Any]:
    """Both armies of any scenario thrown together in the middle of their table, early in the day:
    units that were hit or are tired, horsemen on foot, guns whose crews have just run."""
    scenario = scenario_named(chance.choice(NAMES))
    width, height = scenario.table.size
    left, top = (width - _ARENA) // 2, (height - _ARENA) // 2
    units: dict[str, dict[str, Any]] = {}
    guns: dict[str, list[Any]] = {}
    standing: list[Footprint] = []
    for troops in scenario.file.troops:
        unit = fresh_unit(troops)
        if unit.is_vessel:
            continue
        unit = replace(unit, place="table", arrives=0, **_drawn_up(unit, chance))
        for _ in range(50):
            x, y = left + chance.randrange(_ARENA), top + chance.randrange(_ARENA)
            placed = replace(unit, x=x, y=y, heading=10 * chance.randrange(360))
            ground = ground_of(placed)
            if on_table(ground, width, height) and all(
                is_clear(ground, other, 100) for other in standing
            ):
                break
        else:
            continue
        standing.append(ground)
        if unit.arm == "artillery_crew":
            guns[troops.id] = [
                troops.arm,
                unit.figures // LIMITS.crew_of_a_model,
                x,
                y,
                placed.heading,
            ]
        lost = chance.randrange(unit.figures // 2) if unit.arm == "infantry" else 0
        units[troops.id] = {
            "at": [x / 100, y / 100],
            "heading": placed.heading // 10,
            "place": "table",
            "arrives": 0,
            "arm": placed.arm,
            "formation": placed.formation,
            "crews": list(placed.crews),
            "holders": placed.holders,
            "figures": unit.figures - lost,
            "fatigued": chance.random() < 0.2,
            "ran_out": chance.choice((0, 0, 0, 1)),
        }
    generals = {
        one.id: {"at": [width / 200, height / 200], "place": "table", "arrives": 0}
        for one in scenario.file.commanders
    }
    return {
        "scenario": scenario.name,
        "units": units,
        "generals": generals,
        "more": {"guns": guns},
        "period": chance.randint(1, _EARLY),
        "step": "charges_first",
        "first": chance.choice(("union", "confederate")),
    }


def _drawn_up(unit: Unit, chance: Chance) -> dict[str, Any]:
    """A formation to fight in: guns in action, many horsemen on foot."""
    if unit.is_battery:
        has_run = chance.random() < 0.5
        crew = {"arm": "artillery_crew", "formation": "skirmish", "crews": ()}
        return crew if has_run else {"formation": "unlimbered"}
    if unit.arm == "cavalry" and chance.random() < 0.7:
        holders = horse_holders(unit.figures)
        return {"arm": "dismounted_cavalry", "formation": "line", "holders": holders}
    if unit.arm == "infantry":
        return {"formation": chance.choice(("line", "supported_line", "supported_line", "column"))}
    return {}


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
    brawl=brawl,
)
