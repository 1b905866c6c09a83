"""A player for the battle of Chickasaw Bayou."""

from longroll.ai.blind_swords.doctrine import DOCTRINES
from longroll.ai.blind_swords.player import moment
from longroll.ai.chickasaw_bayou.player import ChickasawBayouPlayer
from longroll.ai.levels import graded

__all__ = ["LEVELS", "ChickasawBayouPlayer"]

LEVELS = graded(ChickasawBayouPlayer, DOCTRINES, moment)
