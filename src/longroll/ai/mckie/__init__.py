"""A player for McKie's big-battle rules."""

from longroll.ai.levels import graded
from longroll.ai.mckie.doctrine import PORTFOLIO
from longroll.ai.mckie.player import McKiePlayer, moment

__all__ = ["LEVELS", "McKiePlayer"]

# A whole battle takes seconds: some periods of it are tried.
LEVELS = graded(McKiePlayer, PORTFOLIO, moment, ahead=3)
