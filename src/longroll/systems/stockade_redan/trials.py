"""The battles that test Stockade Redan."""

from __future__ import annotations

from typing import Any

from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from longroll.systems.stockade_redan.roster import ARTILLERY, CONFEDERATE, INFANTRY, ROSTER
from longroll.systems.stockade_redan.terrain import DITCH, GRID, INSIDE, REDAN, TERRAIN


def crowded(chance: Chance) -> dict[str, Any]:
    """Both assaults of a day thrown together before the redan."""
    near = [hex for hex, far in GRID.within("1519", 5).items() if far]
    outside = [hex for hex in near if hex not in REDAN and hex not in INSIDE]
    assault, option = chance.choice((1, 2)), 2
    units: dict[str, list[str]] = {}
    carriers: list[tuple[str, str]] = []
    for piece in ROSTER:
        if piece.assault > assault or chance.random() < 0.3:
            continue
        ground = [*REDAN, *INSIDE] if piece.side == CONFEDERATE else outside
        if chance.random() < 0.08:
            ground = near
        fit = [h for h in sorted(ground) if piece.kind != ARTILLERY or not TERRAIN[h].no_artillery]
        hex = chance.choice(fit)
        units.setdefault(hex, []).append(piece.id)
        if piece.kind == INFANTRY and piece.side != CONFEDERATE and chance.random() < 0.3:
            carriers.append((hex, piece.id))
    return {
        "units": {hex: " ".join(ids) for hex, ids in units.items()},
        "assault": assault,
        "turn": chance.randint(5, 8),
        "phase": chance.choice(("I", "II", "V", "VII", "VIII", "X")),
        "morale": chance.choice((2, 3, 4)),
        "option": option,
        "bridges": [{"hex": hex, "carrier": id} for hex, id in carriers[:30]]
        + [{"hex": hex, "up": "bridging"} for hex in sorted(DITCH) if chance.random() < 0.4],
        "carnage": chance.sample(near, 6),
    }


TRIALS = Trials(
    battles=(
        *(Trial("two-assaults", seed, hides=True) for seed in range(2)),
        *(Trial(seed=seed, hides=True) for seed in range(5)),
    ),
    crowded=crowded,
)
