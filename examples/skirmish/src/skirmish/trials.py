"""What the skirmish is tried with by `longroll.testing`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from skirmish.state import COMPANIES, CONFEDERATE, CROSSROADS, GRID, UNION


def crowded(chance: Chance) -> dict[str, Any]:
    """Everybody within two hexes of the crossroads, about to fire."""
    near = chance.sample(sorted(GRID.within(CROSSROADS, 2)), len(COMPANIES))
    fire = [{"type": "Fire", "side": side} for side in (CONFEDERATE, UNION)]
    return {
        "turn": chance.randint(1, 5),
        "units": {
            name: {"hex": hex, "strength": chance.randint(1, 3)}
            for name, hex in zip(COMPANIES, near, strict=True)
        },
        "agenda": [{"type": "EndTurn"}, *fire],
    }


TRIALS = Trials(
    battles=(*(Trial("crossroads", seed) for seed in range(4)), *(Trial(seed=s) for s in range(8))),
    crowded=crowded,
    golden=Path(__file__).parents[2] / "tests" / "golden",
)
