"""A player for Honor & Glory."""

from longroll.ai.honor_glory.doctrine import PORTFOLIO
from longroll.ai.honor_glory.player import HonorGloryPlayer, moment
from longroll.ai.levels import graded

__all__ = ["LEVELS", "HonorGloryPlayer"]

LEVELS = graded(HonorGloryPlayer, PORTFOLIO, moment)
