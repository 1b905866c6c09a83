"""14.0 The end of a turn: what comes off the map, and what stays."""

from __future__ import annotations

from typing import Any

from longroll.kernel.agenda import Do, Umpire
from longroll.systems.blind_swords import broken_track
from longroll.systems.blind_swords.state import NOWHERE, State


def note_control(state: State) -> None:
    """Whoever stands in a hex that counts controls it; elsewhere who was there last.

    [blind_swords:14.3.1]
    """
    control = dict(state.control)
    objectives = {*state.game.rules.objectives(state)}
    for side, stacks in state.stacks.items():
        control.update(dict.fromkeys(sorted(objectives & stacks.keys()), side))
    if control != state.control:
        state.control = control


class EndTurn(Do, frozen=True):
    """Markers of the turn come off, brigades may act anew, chits go back to their owners; units
    on the Broken Track come nearer. [blind_swords:14.1.1] [blind_swords:14.2.1]

    Held events return too. [blind_swords:7.3f.4] Epaulements, Low Ammo, Morale Hits, Skirmish
    Order, used Clarity and Casualty chits stay. [blind_swords:14.1.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        state.chaos, state.good_ground = NOWHERE, frozenset()
        state.activated = frozenset()
        state.cup, state.fortunes = (), False
        state.keys, state.randoms, state.excluded = {}, {}, {}
        state.held, state.seen, state.let_pass = {}, {}, {}
        state.agenda.extend(reversed([*state.game.rules.end_turn(state)]))
        broken_track.advance(state, umpire)


STEPS: tuple[type[Any], ...] = (EndTurn,)
