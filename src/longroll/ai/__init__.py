"""Players for any system, and battles played out between them.

A system names its own players; those of our own systems are in packages here, which nothing else
imports. A player is given a `Seat`: its side's view, its choices, and a way to sample what is
hidden. It answers with a `Thought`: one of the choices, or an order written as a person might, and
the reason in one line.
"""

from longroll.ai.advice import Advice, advise
from longroll.ai.flat_player import FlatPlayer
from longroll.ai.levels import Level, UnknownPlayer, graded, levels, usual_level
from longroll.ai.playing import new_player, play_out, player_name, player_names, player_title, think
from longroll.ai.random_player import RandomPlayer
from longroll.ai.recruit import Recruit
from longroll.ai.seat import Player, Seat, Thought
from longroll.ai.veteran import Veteran

__all__ = [
    "Advice",
    "FlatPlayer",
    "Level",
    "Player",
    "RandomPlayer",
    "Recruit",
    "Seat",
    "Thought",
    "UnknownPlayer",
    "Veteran",
    "advise",
    "graded",
    "levels",
    "new_player",
    "play_out",
    "player_name",
    "player_names",
    "player_title",
    "think",
    "usual_level",
]
