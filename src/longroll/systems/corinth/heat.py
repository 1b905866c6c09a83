"""30.5 Heat, an optional rule: both sides may sit out a Game-Turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.systems.corinth.set_up_events import HeatRolled
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.sequence import PlayTurn, final_turn

#: The first Game-Turn with dice for the heat, for each day. [corinth:30.5.1] [corinth:30.5.3]
FIRST, SECOND_DAY = 8, 25
#: How many Game-Turns after a skipped one have no dice. [corinth:30.5.2]
FRESH = 2


def is_hot(state: State) -> bool:
    """Whether dice are rolled for the heat in this Game-Turn.

    [corinth:30.5.1] [corinth:30.5.2] [corinth:30.5.3] [corinth:30.5.4] (GB-D48)
    """
    turn = state.turn
    day_one = FIRST <= turn <= TABLES.turns.first_day[1]
    day_two = SECOND_DAY <= turn < final_turn(state)
    rested = bool(state.rested) and turn <= state.rested + FRESH
    return state.options.heat and (day_one or day_two) and not rested


class RollHeat(Do, frozen=True):
    """Equal dice skip the Player-Turns; the interphases still take place."""

    def run(self, state: State, umpire: Umpire) -> None:
        first, second = state.game.sides
        rolls = umpire.roll(f"heat, {first}"), umpire.roll(f"heat, {second}")
        skipped = rolls[0].value == rolls[1].value
        umpire.tell(
            HeatRolled(rules=("corinth:30.5.1",), rolls=rolls, turn=state.turn, skipped=skipped)
        )
        if skipped:
            state.rested = state.turn
            at = state.agenda.index(PlayTurn(0))
            state.agenda[at] = PlayTurn(len(state.game.sides))


def begin_turn(state: State) -> Iterator[Ask | Do]:
    if is_hot(state):
        yield RollHeat()


STEPS: tuple[type[Any], ...] = (RollHeat,)
RULES = Rules[State](begin_turn=begin_turn)
