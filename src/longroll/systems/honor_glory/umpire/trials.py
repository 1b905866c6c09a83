"""How the umpire's desk is tried."""

from __future__ import annotations

from typing import Any

from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from longroll.systems.honor_glory.umpire.system import system

_ALL: dict[str, Any] = {
    name: True
    for name in system.options.__struct_fields__
    if getattr(system.options(), name) is False
}


def crowded(chance: Chance) -> dict[str, Any]:
    """A roster in the middle of a turn, some of its units weakened or running."""
    state = system.start("hedge-lane", system.read_options({}))
    state.original = {id: unit.mp for id, unit in state.units.items()}
    for id, unit in state.units.items():
        state.change(
            id,
            mp=chance.randint(1, unit.mp),
            morale=chance.choice((*["formed"] * 5, "routing")),
        )
    state.turn = 3
    state.counters = {"union": 4, "confederate": 4}
    state.active = chance.choice(("union", "confederate"))
    return system.to_position(state)


TRIALS = Trials(
    battles=(
        *(Trial(scenario) for scenario in system.scenarios),
        *(Trial(seed=seed) for seed in range(2)),
        Trial(seed=2, options=_ALL),
    ),
    crowded=crowded,
)
