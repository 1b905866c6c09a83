"""A player for the Battle of Corinth."""

from longroll.ai.corinth.player import CorinthPlayer

__all__ = ["CorinthPlayer"]
