"""Battles for research: PettingZoo environments, actions as numbers, views as arrays, batches.

Needs the extra `research` (numpy, PettingZoo).
"""

from longroll.lab.research.batches import Batch
from longroll.lab.research.environment import BattleEnv, env
from longroll.lab.research.observing import Layout
from longroll.lab.research.vocabulary import Vocabulary

__all__ = ["Batch", "BattleEnv", "Layout", "Vocabulary", "env"]
