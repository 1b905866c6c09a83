"""5.0 Sequence of play: two assaults of eight game turns, each of twelve phases.

Every action belongs to one phase, and no phase is repeated. [stockade_redan:5.0.1]
[stockade_redan:5.0.2]
"""

from __future__ import annotations

from longroll.kernel.agenda import Do, Phase, Umpire
from longroll.systems.stockade_redan import bombardment, stacking, victory
from longroll.systems.stockade_redan.bombardment import (
    CallOff,
    PlotBombardment,
    ResolveBombardments,
    ScatterBombardments,
)
from longroll.systems.stockade_redan.chaos_of_war import RetrieveChaos, RollChaos
from longroll.systems.stockade_redan.events import AssaultBegan, PhaseBegan, TurnBegan
from longroll.systems.stockade_redan.fire import FirePhase
from longroll.systems.stockade_redan.hand_to_hand import HandToHandPhase
from longroll.systems.stockade_redan.movement import BeginMovement
from longroll.systems.stockade_redan.roster import CONFEDERATE, UNION
from longroll.systems.stockade_redan.setup import set_up_second_assault
from longroll.systems.stockade_redan.state import State

#: The twelve phases, I to XII. [stockade_redan:5.1.1]
PHASES: tuple[Phase[[State]], ...] = (
    Phase(
        "Union Bombardment Plot Phase",
        "stockade_redan:5.1.I.1",
        lambda state: [PlotBombardment(UNION, bombardment.union_markers(state))],
        bombardment.union_bombards,  # [stockade_redan:5.1.I.2]
    ),
    Phase(
        "Confederate Bombardment Plot Phase",
        "stockade_redan:5.1.II.1",
        lambda state: [PlotBombardment(CONFEDERATE, bombardment.confederate_markers(state))],
        bombardment.confederates_bombard,  # [stockade_redan:5.1.II.2]
    ),
    Phase(
        "Union Bombardment Resolution Phase",
        "stockade_redan:5.1.III.1",
        lambda state: [ScatterBombardments(UNION), CallOff(), ResolveBombardments(UNION)],
        bombardment.union_bombards,  # [stockade_redan:5.1.III.2]
    ),
    Phase(
        "Confederate Bombardment Resolution Phase",
        "stockade_redan:5.1.IV.1",
        lambda state: [ScatterBombardments(CONFEDERATE), ResolveBombardments(CONFEDERATE)],
        bombardment.confederates_bombard,  # [stockade_redan:5.1.IV.2]
    ),
    Phase(
        "Union Chaos of War Phase",
        "stockade_redan:5.1.V",
        lambda state: [RollChaos(UNION)],
    ),
    Phase(
        "Confederate Chaos of War Phase",
        "stockade_redan:5.1.VI",
        lambda state: [RollChaos(CONFEDERATE)],
    ),
    Phase(
        "Union Movement Phase",
        "stockade_redan:5.1.VII",
        lambda state: [BeginMovement(UNION)],
    ),
    Phase(
        "Confederate Fire Phase",
        "stockade_redan:5.1.VIII",
        lambda state: [FirePhase(CONFEDERATE)],
    ),
    Phase(
        "Union Fire Phase",
        "stockade_redan:5.1.IX",
        lambda state: [FirePhase(UNION)],
    ),
    Phase(
        "Confederate Movement Phase",
        "stockade_redan:5.1.X",
        lambda state: [BeginMovement(CONFEDERATE)],
    ),
    Phase(
        "Mutual C.O.W. Marker Retrieval Phase",
        "stockade_redan:5.1.XI",
        lambda state: [RetrieveChaos()],
    ),
    Phase(
        "Hand-to-Hand Combat Phase",
        "stockade_redan:5.1.XII",
        lambda state: [HandToHandPhase()],
    ),
)


class BeginAssault(Do, frozen=True):
    """Set-up is done: the turn marker goes on 1, the phase pointer before phase I.

    The second assault is played like the first. [stockade_redan:3.2.5.1]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        umpire.tell(AssaultBegan(rules=("stockade_redan:1.0.1",), assault=state.assault))
        state.agenda.append(BeginTurn(1))


class BeginTurn(Do, frozen=True):
    """[stockade_redan:3.0.3]"""

    turn: int

    def run(self, state: State, umpire: Umpire) -> None:
        state.turn = self.turn
        state.phase = 0
        umpire.tell(TurnBegan(rules=("stockade_redan:5.1.1",), turn=self.turn))
        state.agenda.append(BeginPhase(1))


class BeginPhase(Do, frozen=True):
    """Put the steps of a phase on the agenda, or skip it if it is not played."""

    number: int

    def run(self, state: State, umpire: Umpire) -> None:
        phase = PHASES[self.number - 1]
        state.phase = self.number
        state.refresh()
        runs = phase.runs(state)
        umpire.tell(
            PhaseBegan(rules=(phase.rule,), phase=self.number, title=phase.title, skipped=not runs)
        )
        state.agenda.append(EndPhase(self.number))
        if runs:
            state.agenda.extend(reversed(phase.steps(state)))


class EndPhase(Do, frozen=True):
    """Units over the stacking limit are lost, then the pointer moves on. [stockade_redan:6.0.1]"""

    number: int

    def run(self, state: State, umpire: Umpire) -> None:
        state.agenda.append(NextPhase(self.number + 1))
        state.agenda.extend(reversed(stacking.overstacked(state)))


class NextPhase(Do, frozen=True):
    """After phase XII the turn ends. [stockade_redan:5.1.1]"""

    number: int

    def run(self, state: State, umpire: Umpire) -> None:
        if self.number <= len(PHASES):
            state.agenda.append(BeginPhase(self.number))
        else:
            state.agenda.append(EndTurn())


class EndTurn(Do, frozen=True):
    """Check for victory; begin the next turn, or the second assault. [stockade_redan:5.1.2]

    [stockade_redan:3.2.0.1]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        verdict = victory.end_turn(state, umpire)
        if verdict == "continue":
            state.agenda.append(BeginTurn(state.turn + 1))
        elif verdict == "second_assault":
            state.agenda.append(BeginAssault())
            set_up_second_assault(state, umpire)
