"""Other engines that play at random beside ours, where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from random import Random
from time import process_time

#: Plays random games for some seconds, from a seed; the moves per second.
Peer = Callable[[float, int], float]


def chess_moves() -> Peer | None:
    """python-chess; None if it is not installed."""
    try:
        import chess
    except ImportError:
        return None

    def play(seconds: float, seed: int) -> float:
        chance, moves, board = Random(seed), 0, chess.Board()
        start = process_time()
        while process_time() - start < seconds:
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material() or board.halfmove_clock >= 100:
                board = chess.Board()
                continue
            board.push(chance.choice(legal))
            moves += 1
        return moves / (process_time() - start)

    return play


def open_spiel_chess() -> Peer | None:
    """The chess of OpenSpiel, written in C++; None if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("chess")

    def play(seconds: float, seed: int) -> float:
        chance, moves, state = Random(seed), 0, game.new_initial_state()
        start = process_time()
        while process_time() - start < seconds:
            if state.is_terminal():
                state = game.new_initial_state()
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
        return moves / (process_time() - start)

    return play


#: Each peer by the name of its package.
PEERS: dict[str, Callable[[], Peer | None]] = {
    "chess": chess_moves,
    "open_spiel": open_spiel_chess,
}


def version_of(package: str) -> str:
    """The version of an installed package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
