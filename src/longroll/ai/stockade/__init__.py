"""The computer player for The Assault on Stockade Redan."""

from longroll.ai.levels import graded
from longroll.ai.stockade.doctrine import PORTFOLIO, RECRUIT
from longroll.ai.stockade.player import StockadePlayer, moment
from longroll.systems.stockade_redan.setup import SetUp

__all__ = ["LEVELS", "StockadePlayer"]

# A phase has so many moves that few slips are enough to be weak.
LEVELS = graded(
    StockadePlayer,
    PORTFOLIO,
    moment,
    slips=0.015,
    deliberate=(SetUp,),
    ahead=2,
    beginner=RECRUIT,
)
