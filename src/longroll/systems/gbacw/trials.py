"""The battles that test the series and the drill ground."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from longroll.kernel.system import Chance
from longroll.kernel.trials import Trial, Trials
from longroll.systems.gbacw.drill import DRILL
from longroll.systems.gbacw.game import Game
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, LEADER


def crowd(game: Game, centre: str, **more: Any) -> Callable[[Chance], dict[str, Any]]:
    """Both sides of a battle of the series thrown together around a hex, in the last turn."""

    def position(chance: Chance) -> dict[str, Any]:
        near = sorted(game.grid.within(centre, 5))
        held: dict[str, str] = {}
        units: dict[str, list[str]] = {}
        states: dict[str, dict[str, Any]] = {}
        crowd = [
            piece for piece in game.roster.pieces if piece.kind != CREW and not piece.anonymous
        ]
        for piece in chance.sample(crowd, min(40, len(crowd))):
            free = [
                hex
                for hex in near
                if held.get(hex, piece.side) == piece.side
                and (piece.kind == LEADER or hex not in units)
            ]
            hex = chance.choice(free)
            held[hex] = piece.side
            units.setdefault(hex, []).append(piece.id)
            facing: dict[str, Any] = {}
            if len(units[hex]) == 1:
                facing["facing"] = chance.randrange(6)
            if piece.kind == BATTERY and chance.random() < 0.4:
                facing["formation"] = "limbered"
            if piece.kind == CAVALRY and chance.random() < 0.6:
                facing["formation"] = "mounted"
            if facing and piece.kind != LEADER:
                states[piece.id] = facing
        return {
            "units": {hex: " ".join(ids) for hex, ids in units.items()},
            "states": states,
            "turn": game.last_turn,
            "phasing": chance.choice(game.sides),
            "phase": chance.choice("ABCDE"),
            **more,
        }

    return position


TRIALS = Trials(
    battles=(
        *(Trial("drill", seed) for seed in range(2)),
        *(Trial(seed=seed) for seed in range(6)),
    ),
    crowded=crowd(DRILL, "1008"),
)
