"""The computer's hand at The Assault on Stockade Redan."""

from longroll.ai.levels import graded
from longroll.ai.stockade.player import StockadePlayer

__all__ = ["LEVELS", "StockadePlayer"]

LEVELS = graded(StockadePlayer)
