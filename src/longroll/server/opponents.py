"""The computer's players by level, and how they take their turns."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from time import monotonic

from longroll.ai import Player, RandomPlayer, Thought, new_player, think
from longroll.kernel.battle import Battle

#: The computer's decisions are kept and told together for so long, in seconds.
BATCH = 0.2
#: And no more than so many of them.
MOST = 50

log = logging.getLogger("longroll.server")


def player(battle: Battle, level: int) -> Player:
    """A player of that level, with chance of its own that nobody can foresee."""
    return new_player(str(level), battle.system.slug, secrets.token_hex(16))


def play_on(battle: Battle, players: Mapping[str, Player]) -> tuple[Battle, dict[int, str]]:
    """Answer for the sides that the computer plays, for a while; also why, by decision."""
    until = monotonic() + BATCH
    reasons: dict[int, str] = {}
    while (decision := battle.decision) is not None and decision.side in players:
        thought = _thought(players[decision.side], battle)
        battle.play(thought.choice)
        reasons[battle.past.number] = thought.reason
        if monotonic() > until or len(reasons) >= MOST:
            break
    return battle, reasons


def _thought(player: Player, battle: Battle) -> Thought:
    try:
        return think(player, battle)
    except Exception:
        # A player that fails must not end the battle: chance answers for it.
        log.exception("a computer player failed at decision %d", battle.past.number)
        return think(RandomPlayer(secrets.token_hex(8)), battle)
