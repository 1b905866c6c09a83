"""The player of the series at Corinth: its aims, its secret plan, its steps before melee."""

from __future__ import annotations

from typing import ClassVar

from longroll.ai.corinth import plans
from longroll.ai.corinth.aims import AIMS
from longroll.ai.gbacw.doctrine import USUAL, Doctrine
from longroll.ai.gbacw.player import Answers, GbacwPlayer
from longroll.ai.seat import Seat, Thought
from longroll.kernel.decision import choice
from longroll.systems.corinth import fog
from longroll.systems.corinth.barrage import RANGE, OfferBarrage
from longroll.systems.corinth.melee_checks import Announce
from longroll.systems.corinth.plotting import Plotting
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.roster import BATTERY

#: How many batteries must bear for a barrage.
GUNS = 3


class CorinthPlayer(GbacwPlayer):
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, doctrine: Doctrine = USUAL) -> None:
        super().__init__(seed, doctrine, AIMS)

    def _plot(self, seat: Seat, state: State, ask: Plotting) -> Thought:
        if not fog.is_hidden(state, state.game.enemy[seat.side]):
            return self.blind(seat, state, ask)
        line = plans.line(state, seat.choices, self.chance)
        return Thought(line, "a plan they have not seen before")

    def _barrage(self, seat: Seat, state: State, ask: OfferBarrage) -> Thought:
        """If our guns have more to fire at than the enemy's would."""
        grid = state.game.grid
        foes = state.stacks[state.game.enemy[seat.side]]
        bearing = sum(
            state.piece(unit).kind == BATTERY
            and bool(state.units[unit].crew)
            and any(grid.distance(hex, foe) <= RANGE for foe in foes)
            for hex, stack in state.stacks[seat.side].items()
            for unit in stack
        )
        if bearing < GUNS:
            return Thought(choice("done"), "too few guns bear on them")
        return Thought(choice("barrage"), f"{bearing} batteries bear on them")

    def _announce(self, seat: Seat, state: State, ask: Announce) -> Thought:
        return self.stand_or_go(seat, state, ask.hexes[0])

    answers: ClassVar[Answers] = {
        **GbacwPlayer.answers,
        Announce: _announce,
        OfferBarrage: _barrage,
        Plotting: _plot,
    }
