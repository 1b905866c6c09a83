"""A player for the battles of the series Great Battles of the American Civil War."""

from longroll.ai.gbacw.player import GbacwPlayer
from longroll.ai.levels import graded

__all__ = ["LEVELS", "GbacwPlayer"]

LEVELS = graded(GbacwPlayer)
