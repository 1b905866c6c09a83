"""A player for the battle of Chickasaw Bayou."""

from longroll.ai.blind_swords.player import moment
from longroll.ai.chickasaw_bayou.doctrine import PORTFOLIO
from longroll.ai.chickasaw_bayou.player import ChickasawBayouPlayer
from longroll.ai.levels import graded

__all__ = ["LEVELS", "ChickasawBayouPlayer"]

# A brigade is activated dozens of times in a battle, so each is judged soon.
LEVELS = graded(ChickasawBayouPlayer, PORTFOLIO, moment, ahead=1)
