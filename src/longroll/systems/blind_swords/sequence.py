"""4.1 The sequence of play: four phases a turn, until the last turn of the scenario has ended."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.systems.blind_swords import artillery_phase, chit_draw, command_decision
from longroll.systems.blind_swords.activation import forget
from longroll.systems.blind_swords.chit_events import PhaseBegan, TurnBegan
from longroll.systems.blind_swords.end_of_turn import EndTurn, note_control
from longroll.systems.blind_swords.state import (
    ARTILLERY_PHASE,
    CHIT_DRAW,
    COMMAND_DECISION,
    END_OF_TURN,
    State,
    Turn,
)

#: The phases of a turn in their order. [blind_swords:4.1.1]
PHASES: dict[str, str] = {
    COMMAND_DECISION: "Command Decision Phase",
    ARTILLERY_PHASE: "Artillery Phase",
    CHIT_DRAW: "Chit Draw Phase",
    END_OF_TURN: "End of Turn Phase",
}


def last_turn(state: State) -> int:
    """The turn after which the battle is judged. [blind_swords:4.1.4]"""
    return state.game.rules.last_turn(state) or state.setting.turns


def set_up(state: State) -> None:
    """Counters, reinforcements and control as the scenario has them; then the first turn.

    Every hex that counts is Confederate unless the battle says otherwise. [blind_swords:14.3.1]
    """
    setting, number = state.setting, state.game.roster.number
    for hexes in setting.setup.values():
        for unit, hex in hexes.items():
            state.put(number[unit], hex)
    for unit in setting.skirmish:
        state.change(number[unit], skirmish=True)
    state.due = {
        number[unit]: (setting.turn(coming.turn), coming.hex)
        for coming in setting.reinforcement
        for unit in coming.units
    }
    state.casualties = frozenset(setting.casualties)
    state.control = dict.fromkeys(state.game.rules.objectives(state), "confederate")
    state.game.rules.set_up(state)
    state.agenda = [BeginTurn(1), *reversed([*state.game.rules.begin_battle(state)])]


def steps_from(state: State, phase: str, under_way: bool = False) -> list[Ask | Do]:
    """The steps from the beginning of a phase to the end of the turn, and what follows it.

    `under_way` leaves out what only the beginning of a phase has.
    """
    letters = list(PHASES)
    later = letters[letters.index(phase) + 1 :]
    return [*_steps(state, phase, under_way), *(BeginPhase(one) for one in later), NextTurn()]


def _steps(state: State, phase: str, under_way: bool = False) -> list[Ask | Do]:
    if phase == COMMAND_DECISION:
        return command_decision.steps(state)
    if phase == ARTILLERY_PHASE:
        return [*state.game.rules.begin_artillery(state), *artillery_phase.begin(state)]
    if phase == CHIT_DRAW:
        return chit_draw.steps(under_way)
    return [EndTurn()]


class BeginTurn(Do, frozen=True):
    """A Game Turn begins. [blind_swords:4.1.1]"""

    turn: Turn

    def run(self, state: State, umpire: Umpire) -> None:
        state.turn, state.phase = self.turn, ""
        clock = state.setting.clock(self.turn)
        umpire.tell(TurnBegan(rules=("blind_swords:4.1.1",), turn=self.turn, clock=clock))
        state.agenda.append(NextTurn())
        state.agenda.extend(BeginPhase(letter) for letter in reversed(PHASES))
        state.agenda.extend(reversed([*state.game.rules.begin_turn(state)]))


class BeginPhase(Do, frozen=True):
    """The phase before it is over, this one begins. [blind_swords:4.1.1]"""

    phase: str

    def run(self, state: State, umpire: Umpire) -> None:
        forget(state)
        state.passed = frozenset()
        state.phase = self.phase
        title = PHASES[self.phase]
        umpire.tell(PhaseBegan(rules=("blind_swords:4.1.1",), turn=state.turn, title=title))
        state.agenda.extend(reversed(_steps(state, self.phase)))


class NextTurn(Do, frozen=True):
    """Control is noted; after the last turn victory is judged, otherwise the marker advances.

    [blind_swords:14.3.1] [blind_swords:4.1.4]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        note_control(state)
        if state.turn < last_turn(state) or not state.game.rules.finish(state, umpire):
            state.agenda.append(BeginTurn(state.turn + 1))


STEPS: tuple[type[Any], ...] = (BeginTurn, BeginPhase, NextTurn)
