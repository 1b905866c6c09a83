"""The battles that test Corinth. Random players need twenty thousand decisions for both days."""

from __future__ import annotations

from longroll.kernel.trials import Trial, Trials
from longroll.systems.corinth.game import CORINTH
from longroll.systems.gbacw.trials import crowd

TRIALS = Trials(
    battles=(
        *(Trial("outer-works", seed) for seed in range(3)),
        Trial("historical", 1, decisions=3_000),
        Trial("free", 1, decisions=1_500, hides=True),
        Trial("solitaire", 1, decisions=1_500),
        *(Trial(seed=seed) for seed in (0, 1, 2, 4)),
    ),
    crowded=crowd(CORINTH, "2333", scenario="historical"),
)
