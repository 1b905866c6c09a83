"""The counters of the battle."""

from __future__ import annotations

from longroll.systems.blind_swords.roster import read_roster
from longroll.systems.chickasaw_bayou.tables import read_text

ROSTER = read_roster(read_text("order_of_battle.toml"))
#: A unit's id by the name on its counter.
ID = {piece.name: piece.id for piece in ROSTER.pieces}
