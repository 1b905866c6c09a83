"""Players for any system, and battles played out between them.

A player is handed a `Seat`: its side's view, its choices, and a way to sample what is hidden.
It answers with a `Thought`: one of the choices, and the reason in one line.
"""

from longroll.ai.corinth import CorinthPlayer
from longroll.ai.flat_player import FlatPlayer
from longroll.ai.gbacw import GbacwPlayer
from longroll.ai.mckie import McKiePlayer
from longroll.ai.playing import LEVELS, UnknownPlayer, new_player, play_out, player_names, think
from longroll.ai.random_player import RandomPlayer
from longroll.ai.seat import Player, Seat, Thought
from longroll.ai.stockade import StockadePlayer

__all__ = [
    "LEVELS",
    "CorinthPlayer",
    "FlatPlayer",
    "GbacwPlayer",
    "McKiePlayer",
    "Player",
    "RandomPlayer",
    "Seat",
    "StockadePlayer",
    "Thought",
    "UnknownPlayer",
    "new_player",
    "play_out",
    "player_names",
    "think",
]
