"""A player for the Battle of Corinth."""

from longroll.ai.corinth.player import CorinthPlayer
from longroll.ai.levels import graded

__all__ = ["LEVELS", "CorinthPlayer"]

LEVELS = graded(CorinthPlayer)
