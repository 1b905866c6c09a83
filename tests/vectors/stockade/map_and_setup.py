"""The map, set-up and the sequence of play."""

from __future__ import annotations

from longroll.kernel.dice import Scripted
from longroll.systems.stockade_redan import bombardment, line_of_fire, stacking
from longroll.systems.stockade_redan.events import MoraleRolled, PhaseBegan
from longroll.systems.stockade_redan.morale import RollMorale
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    CONFEDERATE,
    INFANTRY,
    OFFICER,
    ROSTER,
    UNION,
    of,
)
from longroll.systems.stockade_redan.sequence import BeginPhase, EndPhase
from longroll.systems.stockade_redan.setup import SetUp
from longroll.systems.stockade_redan.terrain import ADJACENT, APEX, GRID, MAP
from tests.vectors.runner import Answer, Given, optional
from tests.vectors.runner import required as req
from tests.vectors.stockade.field import FAR, MIDDLE, Field, kind_and_regiment, run_step, side_of
from tests.vectors.stockade.shared import NUMBER_OF, PHASES, SIDE, only, operation, with_companies

# Map


@operation("hex", {"hex": req(str)})
def _hex(given: Given, dice: Scripted) -> Answer:
    hex = GRID.require(given["hex"])
    return {"terrain": MAP.terrain[hex], "apex": hex == APEX}


@operation("neighbor", {"hex": req(str)})
def _neighbor(given: Given, dice: Scripted) -> Answer:
    return {"hex": bombardment.scatter(given["hex"], dice)[0]}


@operation("distance", {"a": req(str), "b": req(str)})
def _distance(given: Given, dice: Scripted) -> Answer:
    return {"range": GRID.distance(given["a"], given["b"])}


@operation("line_of_fire", {"from": req(str), "to": req(str), "units": NUMBER_OF})
def _line_of_fire(given: Given, dice: Scripted) -> Answer:
    field = Field()
    for hex, kind in given["units"].items():
        # Union units: a Confederate stack might be hidden, and what it is unknown.
        field.put(hex, UNION, kind)
    return {"clear": not any(line_of_fire.bars(field.state(), given["from"], given["to"]))}


# Set-up and sequence


@operation(
    "setup", {"side": SIDE, "piece": req(str), "assault": optional(1, 1, 2), "hex": req(str)}
)
def _setup(given: Given, dice: Scripted) -> Answer:
    field = Field(assault=given["assault"], turn=0, phase="")
    if given["piece"] == "stockade artillery":
        queue = tuple(field.take(CONFEDERATE, ARTILLERY))
    else:
        kind, regiment = kind_and_regiment(given["piece"])
        side_of(regiment)
        queue = of(regiment, kind)
    if ROSTER[queue[0]].side != given["side"]:
        return {"legal": False}
    battle = field.battle(dice, SetUp(given["side"], queue))
    return {"legal": not battle.why_not(f"place {given['hex']}")}


@operation("morale")
def _morale(given: Given, dice: Scripted) -> Answer:
    return {"morale": only(run_step(Field().state(), RollMorale(), dice), MoraleRolled).morale}


@operation(
    "phase_runs",
    {
        "assault": req(1, 2),
        "turn": req(*range(1, 9)),
        "phase": req(*PHASES),
        "option": req(1, 2),
        "surviving_companies": req(*range(6)),
    },
)
def _phase_runs(given: Given, dice: Scripted) -> Answer:
    state = with_companies(
        given["surviving_companies"],
        assault=given["assault"],
        turn=given["turn"],
        option=given["option"],
    )
    began = run_step(state, BeginPhase(PHASES.index(given["phase"]) + 1), dice)
    return {"runs": not only(began, PhaseBegan).skipped}


@operation(
    "inspect",
    {
        "viewer": SIDE,
        "stack_side": SIDE,
        "fired_from_hex": req(bool),
        "union_unit_adjacent": req(bool),
    },
)
def _inspect(given: Given, dice: Scripted) -> Answer:
    field = Field(fired_from=[MIDDLE] if given["fired_from_hex"] else [])
    field.put(MIDDLE, given["stack_side"], INFANTRY)
    field.put(ADJACENT[MIDDLE][0] if given["union_unit_adjacent"] else FAR, UNION, INFANTRY)
    seen = field.battle(dice).view(given["viewer"]).facts.stacks
    stack = next(s for s in seen if (s.hex, s.side) == (MIDDLE, given["stack_side"]))
    return {"visible": stack.units is not None}


@operation(
    "stacking",
    {
        "side": SIDE,
        "morale": req(2, 3, 4),
        **dict.fromkeys(("infantry", "artillery", "officers", "bridging"), req(int)),
    },
)
def _stacking(given: Given, dice: Scripted) -> Answer:
    side = given["side"]
    field = Field(phase="I", morale=given["morale"])
    for kind, key in ((INFANTRY, "infantry"), (ARTILLERY, "artillery"), (OFFICER, "officers")):
        field.put(MIDDLE, side, kind, count=given[key])
    for _ in range(given["bridging"]):
        field.put_bridge(MIDDLE)
    # Losing these units must not end the battle.
    field.put(FAR, UNION, INFANTRY)
    counted = stacking.counted(field.state(), MIDDLE, side)
    battle = field.battle(dice, EndPhase(1))
    lost = 0
    while isinstance(battle.state.agenda[-1], stacking.Overstacked):
        assert battle.decision is not None
        battle.play(battle.decision.choices[0])
        lost += 1
    return {"limit": stacking.limit(side, given["morale"]), "counted": counted, "excess": lost}
