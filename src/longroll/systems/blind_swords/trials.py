"""Fields on which battles of the series are tried."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from longroll.kernel.system import Chance
from longroll.systems.blind_swords.game import Game
from longroll.systems.blind_swords.roster import ARTILLERY
from longroll.systems.blind_swords.tables import NUMBERS, ORDER_NAMES


def crowd(
    game: Game, centre: str, scenario: str, turn: int, **more: Any
) -> Callable[[Chance], dict[str, Any]]:
    """Both sides thrown together round a hex, a brigade about to act, some turns before the end."""
    near = [
        hex
        for hex in sorted(game.grid.within(centre, 4))
        if game.field.ground[hex].infantry != "no"
    ]

    def position(chance: Chance) -> dict[str, Any]:
        held: dict[str, str] = {}
        points: dict[str, int] = {}
        units: dict[str, list[str]] = {}
        states: dict[str, dict[str, Any]] = {}
        crowd = [piece for piece in game.roster.pieces if piece.strength]
        placed = []
        for piece in chance.sample(crowd, min(26, len(crowd))):
            ground = game.field.ground
            free = [
                hex
                for hex in near
                if held.get(hex, piece.side) == piece.side
                and points.get(hex, 0) + piece.strength <= NUMBERS["stacking_points"]
                and not isinstance(getattr(ground[hex], piece.arm), str)
                and not (ground[hex].table and piece.arm != "infantry")
            ]
            if not free:
                continue
            hex = chance.choice(free)
            held[hex] = piece.side
            points[hex] = points.get(hex, 0) + piece.strength
            units.setdefault(hex, []).append(piece.id)
            placed.append(piece)
            state: dict[str, Any] = {"worn": chance.random() < 0.3}
            state["hits"] = chance.choice((0, 0, 1, 2))
            if piece.arm == ARTILLERY:
                state["low_ammo"] = chance.choice((0, 0, 1, 2))
            if piece.arm == "cavalry":
                state["dismounted"] = chance.random() < 0.4
            states[piece.id] = {name: value for name, value in state.items() if value}
        brigades = sorted({piece.brigade for piece in placed if piece.brigade})
        phase = {"phase": chance.choice("BC")}
        if brigades and chance.random() < 0.7:
            order = chance.choice((*ORDER_NAMES, "attack", "attack", "limited"))
            phase = {"phase": "C", "active": f"{chance.choice(brigades)} {order}"}
        return {
            "units": {hex: " ".join(ids) for hex, ids in units.items()},
            "states": states,
            "scenario": scenario,
            "turn": turn,
            **phase,
            **more,
        }

    return position
