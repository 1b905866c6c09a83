"""The computer players by level, and how they take their turns.

This runs in processes of its own, so nothing here may import the rest of the server.
"""

from __future__ import annotations

import secrets
import traceback
from collections.abc import Mapping
from time import monotonic
from typing import NamedTuple

from longroll.ai import Advice, Player, Seat, Thought, Veteran, advise, new_player, think
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Seeded
from longroll.kernel.system import system_named

#: The computer's decisions are stored and announced together for this long, in seconds.
BATCH = 0.2
#: And at most this many of them.
MOST = 50


#: How long a veteran may think about a plan, in seconds.
PLANNING = 20.0
#: The level of a seat whose player failed and which was handed to chance.
CHANCE = 0


class Turn(NamedTuple):
    """What the players chose one after another, and the players with what they remember.

    Where one of them failed, `failure` says how and `trace` where. Only the first is for the
    opponent: the trace may name what is hidden.
    """

    thoughts: list[Thought]
    players: dict[str, Player]
    failure: str = ""
    trace: str = ""


def player(system: str, level: int) -> Player:
    """A player of that level, with chance of its own that nobody can foresee."""
    name = "random" if level == CHANCE else str(level)
    found = new_player(name, system, secrets.token_hex(16))
    if isinstance(found, Veteran):
        found.seconds = PLANNING
    return found


def advice(system: str, frozen: bytes) -> Advice:
    """What a regular would do in the place of the side that is asked."""
    rules = system_named(system)
    return advise(Battle(rules, rules.thaw(frozen), Seeded(secrets.token_hex(16))))


def take_turn(system: str, frozen: bytes, players: Mapping[str, Player]) -> Turn:
    """Answer for the sides that the computer plays, for a while.

    The battle's own dice are not sent here: the first die that would be rolled ends the turn, and
    the server rolls it. A veteran who has not finished his plan goes on with it in the next turn,
    so that others get theirs, and nobody thinks for long about a battle that has gone on.
    """
    rules = system_named(system)
    battle = Battle(rules, rules.thaw(frozen), Seeded(secrets.token_hex(16)))
    until = monotonic() + BATCH
    thoughts: list[Thought] = []
    while (decision := battle.decision) is not None and decision.side in players:
        player = players[decision.side]
        try:
            if isinstance(player, Veteran) and player.ponder(Seat(battle), until):
                break
            thought = think(player, battle)
            battle.play(thought.choice)
        except Exception as error:
            return Turn(thoughts, dict(players), type(error).__name__, traceback.format_exc())
        thoughts.append(thought)
        if battle.past.faces or monotonic() > until or len(thoughts) >= MOST:
            break
    return Turn(thoughts, dict(players))
