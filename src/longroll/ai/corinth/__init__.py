"""A player for the Battle of Corinth."""

from longroll.ai.corinth.doctrine import PORTFOLIO
from longroll.ai.corinth.player import CorinthPlayer
from longroll.ai.gbacw.player import moment
from longroll.ai.levels import graded
from longroll.systems.corinth.plotting import Plotting

__all__ = ["LEVELS", "CorinthPlayer"]

# A whole battle takes too long to be tried: some two Game-Turns of it.
LEVELS = graded(CorinthPlayer, PORTFOLIO, moment, slips=0.12, deliberate=(Plotting,), depth=800)
