"""What the battle is tried with: every scenario, its variants, and crowded fields."""

from __future__ import annotations

from longroll.kernel.trials import Trial, Trials
from longroll.systems.blind_swords.trials import crowd
from longroll.systems.chickasaw_bayou.game import GAME

_VARIANTS = {"race_course": True, "yazoo_river": True, "missouri": True, "levee": True}

TRIALS = Trials(
    battles=(
        *(Trial("securing-the-landing-zone", seed, hides=True) for seed in range(2)),
        Trial("aggressive-plan", 1, {"sixth_turn": True}, hides=True),
        Trial("blakes-levee", 1, hides=True),
        Trial("missed-opportunity", 1, decisions=500, hides=True),
        Trial("prelude", 1, decisions=500, hides=True),
        Trial("grand-assault", 1, decisions=500, hides=True),
        Trial("grand-assault", 2, _VARIANTS, decisions=300, hides=True),
        *(Trial(seed=seed) for seed in range(6)),
    ),
    crowded=crowd(GAME, "3318", "grand-assault", 12),
)
