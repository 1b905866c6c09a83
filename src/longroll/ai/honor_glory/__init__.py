"""A player for Honor & Glory."""

from longroll.ai.honor_glory.doctrine import PORTFOLIO
from longroll.ai.honor_glory.player import HonorGloryPlayer, moment
from longroll.ai.levels import graded

__all__ = ["LEVELS", "HonorGloryPlayer"]

# Few turns of a battle are quickly played and well judged, so many are tried and less is doubted.
LEVELS = graded(HonorGloryPlayer, PORTFOLIO, moment, ahead=4, tries=24, doubt=0.25)
