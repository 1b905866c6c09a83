"""4.0 Sequence of play: Game-Turns of two Player-Turns, each of nine phases, A to J without I."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from longroll.kernel.agenda import Do, Phase, Umpire
from longroll.kernel.naming import SideName, name_of
from longroll.systems.gbacw import command_phase
from longroll.systems.gbacw.ammunition import ResupplyPhase
from longroll.systems.gbacw.command_phase import CommandPhase, MarkCommand
from longroll.systems.gbacw.declaring import DeclarePhase
from longroll.systems.gbacw.events import PhaseBegan, TurnBegan
from longroll.systems.gbacw.firing import FirePhase
from longroll.systems.gbacw.meleeing import MeleePhase
from longroll.systems.gbacw.moving import MovementPhase
from longroll.systems.gbacw.overstacked import EndCombat
from longroll.systems.gbacw.promotion import FillPosts, RecrewPhase
from longroll.systems.gbacw.rally import RallyFree, RallyPhase, Unpin
from longroll.systems.gbacw.state import MOUNTED, State
from longroll.systems.gbacw.volley import DEFENSIVE, OFFENSIVE


class BeginCommand(Do, frozen=True):
    """A. A new Player-Turn: no unit has moved, and every commander has his points."""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        fresh = [
            unit
            for unit in state.serving(self.side)
            if state.units[unit].moved or state.units[unit].done
        ]
        if fresh:
            state.change_all(fresh, moved=False, done=False)
        state.augmented, state.augmented_by = {}, {}
        state.command_points = command_phase.fresh_points(state, self.side)
        state.offensive, state.advanced, state.melees = {}, frozenset(), ()


class BeginMovement(Do, frozen=True):
    """B. Where mounted cavalry is now decides what it may charge. [gbacw:16.23]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        state.began = {
            unit: own.hex
            for unit in state.serving(self.side)
            if (own := state.units[unit]).formation == MOUNTED and own.hex
        }


#: The phases by letter; there is no I (GB-C2).
PHASES: dict[str, Phase[[State, str]]] = {
    "A": Phase(
        "Initial Command Phase",
        "gbacw:4.0.4",
        lambda state, side: [BeginCommand(side), CommandPhase(side), MarkCommand(side)],
    ),
    "B": Phase(
        "Movement Phase",
        "gbacw:4.0.8",
        lambda state, side: [BeginMovement(side), MovementPhase(side)],
    ),
    "C": Phase(
        "Defensive Fire Phase",
        "gbacw:4.0.11",
        lambda state, side: [FirePhase(state.game.enemy[side], DEFENSIVE), EndCombat()],
    ),
    "D": Phase(
        "Offensive Fire Phase",
        "gbacw:4.0.13",
        lambda state, side: [FirePhase(side, OFFENSIVE), EndCombat()],
    ),
    "E": Phase(
        "Retreat Before Melee Phase",
        "gbacw:4.0.14",
        lambda state, side: [DeclarePhase(side)],
    ),
    "F": Phase("Melee Phase", "gbacw:4.0.18", lambda state, side: [MeleePhase(side), EndCombat()]),
    "G": Phase(
        "Ammunition Resupply Phase",
        "gbacw:4.0.20",
        lambda state, side: [ResupplyPhase(side)],
    ),
    "H": Phase(
        "Rally Phase",
        "gbacw:4.0.21",
        lambda state, side: [Unpin(side), RallyFree(side), RallyPhase(side)],
    ),
    "J": Phase(
        "Final Command Phase",
        "gbacw:4.0.24",
        lambda state, side: [RecrewPhase(side), FillPosts(side)],
    ),
}


def letters(state: State) -> str:
    """The letters of the phases that each side plays in this Game-Turn. [gbacw:4.0.26]"""
    return state.game.rules.phases(state) or "".join(PHASES)


def final_turn(state: State) -> int:
    """The Game-Turn after which the battle is scored. [gbacw:4.0.3]"""
    return state.game.rules.final_turn(state) or state.game.last_turn


class BeginTurn(Do, frozen=True):
    """[gbacw:4.0.1]"""

    turn: int

    def run(self, state: State, umpire: Umpire) -> None:
        state.turn, state.phase, state.phasing = self.turn, "", ""
        state.gunners = state.fresh_wagons = frozenset()
        umpire.tell(
            TurnBegan(rules=("gbacw:4.0.1",), turn=self.turn, night=state.game.is_night(self.turn))
        )
        state.agenda.append(PlayTurn(0))
        state.agenda.extend(reversed([*state.game.rules.begin_turn(state)]))


class PlayTurn(Do, frozen=True):
    """The Player-Turns, then the interphase. [gbacw:4.0.1] [gbacw:4.0.27] [gbacw:4.0.28]"""

    player: Annotated[int, Meta(ge=0, le=2)]

    def run(self, state: State, umpire: Umpire) -> None:
        if self.player == len(state.game.sides):
            state.agenda.append(EndTurn())
            state.agenda.extend(reversed([*state.game.rules.end_turn(state)]))
            return
        state.agenda.append(PlayTurn(self.player + 1))
        side = state.game.sides[self.player]
        state.agenda.extend(BeginPhase(side, letter) for letter in reversed(letters(state)))


class BeginPhase(Do, frozen=True):
    """Put the steps of a phase on the agenda. [gbacw:4.0.2]"""

    side: SideName
    phase: Annotated[str, name_of("phase")]

    def run(self, state: State, umpire: Umpire) -> None:
        begin_phase(state, self.side, self.phase)
        phase = state.game.phases[self.phase]
        umpire.tell(
            PhaseBegan(rules=(phase.rule,), side=self.side, phase=self.phase, title=phase.title)
        )
        steps = [
            *state.game.rules.begin_phase(state, self.side, self.phase),
            *phase.steps(state, self.side),
            *state.game.rules.end_phase(state, self.side, self.phase),
        ]
        state.agenda.extend(reversed(steps))


def begin_phase(state: State, side: str, phase: str) -> None:
    """A new phase: no unit has fired or rallied, and no side has given a standing order."""
    state.phasing, state.phase = side, phase
    state.fired, state.through, state.shot_at = {}, {}, {}
    state.standing, state.rally_spent = {}, {}
    state.rally_tried = state.hurt = frozenset()


class EndTurn(Do, frozen=True):
    """The next Game-Turn, or the final scoring. [gbacw:4.0.28] [gbacw:4.0.3]"""

    def run(self, state: State, umpire: Umpire) -> None:
        if state.turn >= final_turn(state):
            state.game.rules.finish(state, umpire)
        else:
            state.agenda.append(BeginTurn(state.turn + 1))
