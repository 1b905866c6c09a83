"""What the Battle of Corinth is about."""

from __future__ import annotations

from longroll.ai.gbacw.aims import Aims, Tally, Worth
from longroll.board.hex import Hex
from longroll.systems.corinth import outer_works, victory
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.roster import CONFEDERATE

#: The last row of the small scenario that its attackers aim for: nobody gets further in time.
DEEP = 8


def _worth(state: State) -> Worth:
    if not _is_small(state):
        return victory.worth(state.game.ground)
    return {
        hex: 2 * outer_works.A_HEX
        for hex in state.game.map.of_zone("inside_works")
        if int(hex[:2]) in outer_works.COLUMNS and int(hex[2:]) <= DEEP
    }


def _is_small(state: State) -> bool:
    return state.scenario == outer_works.NAME


def _taken(state: State) -> frozenset[Hex]:
    return state.confederate_held


def _tally(state: State) -> Tally | None:
    if _is_small(state):
        return None
    total = sum(line.value for line in state.game.rules.victory_lines(state))
    return Tally(total, TABLES.turns.first_day[1], 2 * TABLES.victory.first_day_union)


AIMS = Aims(_worth, CONFEDERATE, taken=_taken, is_spread=_is_small, tally=_tally)
