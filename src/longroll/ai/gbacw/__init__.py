"""A player for the battles of the series Great Battles of the American Civil War."""

from longroll.ai.gbacw.player import GbacwPlayer

__all__ = ["GbacwPlayer"]
