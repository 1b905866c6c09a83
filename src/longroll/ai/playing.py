"""Players by name and level, and battles played out between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from longroll.ai.corinth import CorinthPlayer
from longroll.ai.flat_player import FlatPlayer
from longroll.ai.gbacw import GbacwPlayer
from longroll.ai.mckie import McKiePlayer
from longroll.ai.random_player import RandomPlayer
from longroll.ai.seat import Player, Seat, Thought
from longroll.ai.stockade import StockadePlayer
from longroll.kernel.battle import Battle
from longroll.kernel.errors import LongrollError

LEVELS = (1, 2, 3)
Maker = Callable[[int | str], Player]


class UnknownPlayer(LongrollError):
    """A name nobody answers to."""


#: Players for any system, and those of one system alone.
_ANYWHERE: dict[str, Maker] = {"random": RandomPlayer, "flat": FlatPlayer}
_AT_HOME: dict[str, dict[str, Maker]] = {
    "stockade": {"stockade_redan": StockadePlayer},
    "brigades": {"corinth": CorinthPlayer, "gbacw": GbacwPlayer},
    "figures": {"mckie": McKiePlayer},
}

#: The levels of a system that has a player of its own, and of every other.
_LEVELS: dict[str, dict[int, Maker]] = {
    "stockade_redan": {
        1: lambda seed: StockadePlayer(seed, 1),
        2: lambda seed: StockadePlayer(seed, 2),
        3: lambda seed: StockadePlayer(seed, 3),
    },
    "corinth": {
        1: lambda seed: CorinthPlayer(seed, 1),
        2: lambda seed: CorinthPlayer(seed, 2),
        3: lambda seed: CorinthPlayer(seed, 3),
    },
    "gbacw": {
        1: lambda seed: GbacwPlayer(seed, 1),
        2: lambda seed: GbacwPlayer(seed, 2),
        3: lambda seed: GbacwPlayer(seed, 3),
    },
    "mckie": {
        1: lambda seed: McKiePlayer(seed, 1),
        2: lambda seed: McKiePlayer(seed, 2),
        3: lambda seed: McKiePlayer(seed, 3),
    },
}
_ANY_LEVELS: dict[int, Maker] = {
    1: RandomPlayer,
    2: lambda seed: FlatPlayer(seed, playouts=24, seconds=0.5),
    3: lambda seed: FlatPlayer(seed, playouts=96, candidates=16, seconds=1.0),
}


def player_names(system: str) -> tuple[str, ...]:
    """Every name `new_player` knows for a system: the players, then the levels.

    >>> player_names("stockade_redan")
    ('random', 'flat', 'stockade', '1', '2', '3')
    """
    at_home = tuple(name for name, makers in _AT_HOME.items() if system in makers)
    return (*_ANYWHERE, *at_home, *map(str, LEVELS))


def new_player(name: str, system: str, seed: int | str) -> Player:
    """The player of that name or level for a system; UnknownPlayer where there is none."""
    if name not in player_names(system):
        raise UnknownPlayer(f"no player {name!r}: there is {', '.join(player_names(system))}")
    if name.isdecimal():
        return _LEVELS.get(system, _ANY_LEVELS)[int(name)](seed)
    if name in _ANYWHERE:
        return _ANYWHERE[name](seed)
    return _AT_HOME[name][system](seed)


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
