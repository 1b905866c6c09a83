"""snyders_bluff."""
from __future__ import annotations
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.chickasaw_bayou.state import State
RULES = Rules[State]()
