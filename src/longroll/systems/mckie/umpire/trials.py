"""How the umpire's desk is tried."""

from __future__ import annotations

from typing import Any

from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from longroll.systems.mckie.umpire.system import system


def crowded(chance: Chance) -> dict[str, Any]:
    """A roster in the middle of a period, some of its units shaken, tired or out of ammunition."""
    state = system.start("millers-crossroads", system.read_options({}))
    for id in state.units:
        state.change(
            id,
            standing=chance.choice(("steady", "steady", "retreating", "routing")),
            fatigued=chance.random() < 0.2,
            ran_out=chance.choice((0, 0, 0, 1)),
        )
    state.period = 2
    state.step = chance.choice(("charges_first", "firing", "melee"))
    return system.to_position(state)


TRIALS = Trials(
    battles=(
        *(Trial(scenario) for scenario in system.scenarios),
        *(Trial(seed=seed) for seed in range(3)),
    ),
    crowded=crowded,
)
