"""The computer players by level, and how they take their turns.

This runs in processes of its own, so nothing here may import the rest of the server.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from time import monotonic
from typing import NamedTuple

from longroll.ai import Player, RandomPlayer, Thought, new_player, think
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.system import system_named

#: The computer's decisions are stored and announced together for this long, in seconds.
BATCH = 0.2
#: And at most this many of them.
MOST = 50

log = logging.getLogger("longroll.server")


class Turn(NamedTuple):
    """What the players chose one after another, and the players with what they remember."""

    thoughts: list[Thought]
    players: dict[str, Player]


def player(system: str, level: int) -> Player:
    """A player of that level, with randomness of its own that nobody can foresee."""
    return new_player(str(level), system, secrets.token_hex(16))


def take_turn(system: str, frozen: bytes, players: Mapping[str, Player]) -> Turn:
    """Answer for the sides that the computer plays, for a while.

    The battle's own dice are not sent here: the first die that would be rolled ends the turn, and
    the server rolls it.
    """
    rules = system_named(system)
    battle = Battle(rules, rules.thaw(frozen), Seeded(secrets.token_hex(16)))
    until = monotonic() + BATCH
    thoughts: list[Thought] = []
    while (decision := battle.decision) is not None and decision.side in players:
        thoughts.append(_thought(players[decision.side], battle))
        if monotonic() > until or len(thoughts) >= MOST:
            break
        battle.play(thoughts[-1].choice)
        if battle.past.faces:
            break
    return Turn(thoughts, dict(players))


def _thought(player: Player, battle: Battle) -> Thought:
    try:
        return think(player, battle)
    except Exception:
        # A player that fails must not end the battle: a random choice is made instead.
        log.exception("a computer player failed")
        return think(RandomPlayer(secrets.token_hex(8)), battle)
