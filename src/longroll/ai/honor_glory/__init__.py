"""A player for Honor & Glory."""

from longroll.ai.honor_glory.doctrine import PORTFOLIO, RECRUIT
from longroll.ai.honor_glory.player import HonorGloryPlayer, moment
from longroll.ai.levels import graded

__all__ = ["LEVELS", "HonorGloryPlayer"]

# A turn and its answer are quickly played; what is proven gives way only to much more.
LEVELS = graded(HonorGloryPlayer, PORTFOLIO, moment, beginner=RECRUIT, ahead=2, tries=16, doubt=1.0)
