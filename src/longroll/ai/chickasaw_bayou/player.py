"""The player of the series at Chickasaw Bayou: its aims, the bayou, pioneers and bridges."""

from __future__ import annotations

from typing import ClassVar

from longroll.ai.blind_swords.doctrine import USUAL, Doctrine
from longroll.ai.blind_swords.ground import gap
from longroll.ai.blind_swords.player import Answers, BlindSwordsPlayer
from longroll.ai.chickasaw_bayou.aims import AIMS
from longroll.ai.seat import Seat, Thought
from longroll.kernel.decision import choice
from longroll.systems.blind_swords import cohesion
from longroll.systems.chickasaw_bayou.bayou import BayouChoice
from longroll.systems.chickasaw_bayou.bombardment import Shell
from longroll.systems.chickasaw_bayou.pioneers import PlacePioneers
from longroll.systems.chickasaw_bayou.pontoons import LayBridge, MoveBridge, Repair
from longroll.systems.chickasaw_bayou.state import State

#: The rating from which a unit risks the bayou.
_STEADY = 3


class ChickasawBayouPlayer(BlindSwordsPlayer):
    """Answers from what its side sees; the same seed gives the same answers."""

    def __init__(self, seed: int | str, doctrine: Doctrine = USUAL) -> None:
        super().__init__(seed, doctrine, AIMS)

    def _bayou(self, seat: Seat, state: State, ask: BayouChoice) -> Thought:
        steady = cohesion.rating(state, ask.unit) >= _STEADY
        if steady:
            return Thought(choice("go-in"), "it will not break for a ducking")
        return Thought(choice("stay-out"), "it would lose its order")

    def _pioneers(self, seat: Seat, state: State, ask: PlacePioneers) -> Thought:
        """Axes for the timber on the way."""
        plan = self.plan(state, seat.side)
        places = [one for one in seat.choices if one.verb == "pioneer"]
        if not places:
            return Thought(choice("done"), "nothing to clear")
        best = min(places, key=lambda one: (plan.way(one.objects[1]), one.objects))
        return Thought(best, "the way must be cleared")

    def _bridge(self, seat: Seat, state: State, ask: LayBridge | MoveBridge) -> Thought:
        plan = self.plan(state, seat.side)
        places = [one for one in seat.choices if one.verb == "bridge"]
        if not places:
            return self.blind(seat, state, ask)
        if isinstance(ask, MoveBridge):
            worst = max(places, key=lambda one: (gap(state, one.object, "union"), one.object))
            return Thought(worst, "as far from them as can be")
        best = min(places, key=lambda one: (plan.way(one.object), one.object))
        return Thought(best, "the shortest way over")

    def _repair(self, seat: Seat, state: State, ask: Repair) -> Thought:
        for one in seat.choices:
            if one.verb == "repair":
                return Thought(one, "the bridge is worth a try")
        return self.blind(seat, state, ask)

    def _shell(self, seat: Seat, state: State, ask: Shell) -> Thought:
        """The strongest batteries nearest to us run short first."""
        number = state.game.roster.number
        guns = [one for one in seat.choices if one.verb == "shell"]
        if not guns:
            return self.blind(seat, state, ask)
        best = max(
            guns,
            key=lambda one: (
                state.printed_strength(number[one.object])
                - 0.2 * gap(state, state.hex_of(number[one.object]), "union"),
                one.object,
            ),
        )
        return Thought(best, "those guns bear on us")

    answers: ClassVar[Answers] = {
        **BlindSwordsPlayer.answers,
        BayouChoice: _bayou,
        LayBridge: _bridge,
        MoveBridge: _bridge,
        PlacePioneers: _pioneers,
        Repair: _repair,
        Shell: _shell,
    }
