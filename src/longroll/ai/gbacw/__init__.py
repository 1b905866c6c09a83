"""A player for the battles of the series Great Battles of the American Civil War."""

from longroll.ai.gbacw.doctrine import PORTFOLIO
from longroll.ai.gbacw.player import GbacwPlayer, moment
from longroll.ai.levels import graded

__all__ = ["LEVELS", "GbacwPlayer"]

LEVELS = graded(GbacwPlayer, PORTFOLIO, moment, slips=0.65)
