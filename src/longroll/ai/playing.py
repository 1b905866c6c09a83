"""Players by name and level, and battles played out between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from longroll.ai.flat_player import FlatPlayer
from longroll.ai.levels import Maker, UnknownPlayer, levels
from longroll.ai.passive import Passive
from longroll.ai.random_player import RandomPlayer
from longroll.ai.seat import Player, Seat, Thought
from longroll.kernel.battle import Battle

#: Players for any system.
_ANYWHERE: dict[str, Maker] = {
    "random": RandomPlayer,
    "flat": FlatPlayer,
    "idle": Passive,
    "guard": partial(Passive, fires=True),
}


def player_names(system: str) -> tuple[str, ...]:
    """Every name `new_player` knows for a system: players for any, and its levels by number.

    >>> player_names("stockade_redan")
    ('random', 'flat', 'idle', 'guard', '1', '2', '3')
    """
    return (*_ANYWHERE, *(str(number) for number, _ in enumerate(levels(system), 1)))


def player_name(text: str, system: str) -> str:
    """The name of a player from a text, which may be the title of a level; UnknownPlayer if there
    is none.

    >>> player_name("regular", "stockade_redan"), player_name("flat", "stockade_redan")
    ('2', 'flat')
    """
    titles = {level.title: str(number) for number, level in enumerate(levels(system), 1)}
    name = titles.get(text, text)
    if name not in player_names(system):
        known = [*_ANYWHERE, *(f"{number} ({title})" for title, number in titles.items())]
        raise UnknownPlayer(f"no player {text!r}: choose from {', '.join(known)}")
    return name


def player_title(name: str, system: str) -> str:
    """What a player is called: the title of a level, or else the name.

    >>> player_title("2", "stockade_redan"), player_title("random", "stockade_redan")
    ('regular', 'random')
    """
    return levels(system)[int(name) - 1].title if name.isdecimal() else name


def new_player(text: str, system: str, seed: int | str) -> Player:
    """The player of that name or level for a system; UnknownPlayer if there is none."""
    name = player_name(text, system)
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
    """Let the players of each side answer until the battle is over; returns the battle.

    `listen` is called with every side's thoughts as they come.

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
