"""Players by name and level, and battles played out between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from longroll.ai.flat_player import FlatPlayer
from longroll.ai.levels import Maker, UnknownPlayer, levels
from longroll.ai.random_player import RandomPlayer
from longroll.ai.seat import Player, Seat, Thought
from longroll.kernel.battle import Battle

#: Players for any system.
_ANYWHERE: dict[str, Maker] = {"random": RandomPlayer, "flat": FlatPlayer}


def player_names(system: str) -> tuple[str, ...]:
    """Every name `new_player` knows for a system: players for any, and its levels by number.

    >>> player_names("stockade_redan")
    ('random', 'flat', '1', '2', '3')
    """
    return (*_ANYWHERE, *(str(number) for number, _ in enumerate(levels(system), 1)))


def new_player(name: str, system: str, seed: int | str) -> Player:
    """The player of that name or level for a system; UnknownPlayer where there is none."""
    if name not in player_names(system):
        raise UnknownPlayer(f"no player {name!r}: there is {', '.join(player_names(system))}")
    if name in _ANYWHERE:
        return _ANYWHERE[name](seed)
    return levels(system)[int(name) - 1].player(seed)


def think(player: Player, battle: Battle) -> Thought:
    """What a player chooses at the decision that is pending, and why."""
    return player.choose(Seat(battle))


def play_out(
    battle: Battle,
    players: Mapping[str, Player],
    listen: Callable[[str, Thought], None] | None = None,
) -> Battle:
    """Let the players of each side answer until the battle is over; the battle itself.

    `listen` is told every side's thoughts as they come.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan", seed=1)
    >>> players = {side: RandomPlayer(1) for side in battle.system.sides}
    >>> play_out(battle, players).result is not None
    True
    """
    while (decision := battle.decision) is not None:
        side = decision.side
        thought = think(players[side], battle)
        if listen is not None:
            listen(side, thought)
        battle.play(thought.choice)
    return battle
