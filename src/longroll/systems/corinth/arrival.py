"""29.3 and 29.47 Arrival: divisions come on through Assault Areas, wave by wave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.systems.corinth.assault_areas import DIVISIONS, AssaultAreas
from longroll.systems.corinth.coming_on import bring_wave, come
from longroll.systems.corinth.entries import (
    ROW_FIRST,
    bars_to_come,
    comes_with,
    due,
    entries,
    has_wave,
    open_hex,
)
from longroll.systems.corinth.own import own
from longroll.systems.gbacw.roster import CONFEDERATE

if TYPE_CHECKING:
    from longroll.systems.corinth.state import State
    from longroll.systems.gbacw.state import State as SeriesState


class Arrival(AssaultAreas):
    """Confederates come on in their Movement Phase.

    The player brings them on one by one (`enter UNIT HEX`), or as many of a division as find
    room (`enter DIVISION`); whoever is on moves then like any other, less what the first hex
    cost. Nobody moves off before every hex of the row is taken, and the phase does not end while
    somebody waits who has room. [corinth:29.31.1] [corinth:29.31.2] [corinth:29.31.3]
    """

    def arrivals(self, state: SeriesState, side: str) -> list[Choice]:
        found = super().arrivals(state, side)
        if side == CONFEDERATE:
            found += entries(own(state))
        return found

    def bars_to_arrive(self, state: SeriesState, side: str, choice: Choice) -> Iterator[Refusal]:
        mine = own(state)
        if side != CONFEDERATE:
            yield from super().bars_to_arrive(state, side, choice)
            return
        if len(choice.objects) == 1 and choice.object in DIVISIONS:
            if choice.object not in due(mine):
                yield Refusal("corinth:29.2", f"{choice.object} is not due")
            elif not has_wave(mine, choice.object):
                yield Refusal("corinth:29.32", f"there is no room for {choice.object}")
            return
        unit = self.roster.number.get(choice.object, -1)
        if unit < 0 or comes_with(mine, unit) is None:
            yield from super().bars_to_arrive(state, side, choice)
        elif len(choice.objects) != 2:
            yield Refusal(ROW_FIRST, "enter takes a unit and a hex, or a division")
        else:
            yield from bars_to_come(mine, unit, choice.objects[1])

    def arrive(self, state: SeriesState, side: str, choice: Choice, umpire: Umpire) -> None:
        mine = own(state)
        if side == CONFEDERATE and len(choice.objects) == 1 and choice.object in DIVISIONS:
            bring_wave(mine, choice.object, umpire)
            return
        unit = self.roster.number.get(choice.object, -1)
        if side != CONFEDERATE or unit < 0 or comes_with(mine, unit) is None:
            super().arrive(state, side, choice, umpire)
        else:
            come(mine, unit, choice.objects[1], umpire)

    def bars_to_end_movement(self, state: SeriesState, side: str) -> Iterator[Refusal]:
        """Nobody who has room in the row stays away. [corinth:29.31.1] [corinth:29.32]

        What comes by road waits as long as it likes, lest it arrive behind the enemy's works.
        """
        others = super().bars_to_end_movement(state, side)
        return chain(others, _bars_to_wait(own(state))) if side == CONFEDERATE else others

    def bars_to_move(self, state: SeriesState, unit: int) -> Iterator[Refusal]:
        """A wave moves when it stands: every hex of the row has somebody. [corinth:29.31.1]"""
        others = super().bars_to_move(state, unit)
        mine = own(state)
        if unit not in mine.entry_costs or mine.side_of(unit) != CONFEDERATE:
            return others
        return chain(others, _bars_to_leave_row(mine, unit))

    def allowance(self, state: SeriesState, unit: int, mover: str) -> int:
        """What the first hex cost is gone. [corinth:29.31.2] [corinth:29.47.4]"""
        left = super().allowance(state, unit, mover)
        paid = own(state).entry_costs.get(unit)
        return max(0, left - paid) if paid else left

    def end_phase(self, state: SeriesState, side: str, phase: str) -> Sequence[Ask | Do]:
        steps = super().end_phase(state, side, phase)
        return (*steps, EndArrivals()) if phase == "B" else steps


class EndArrivals(Do, frozen=True):
    """A Movement Phase is over: what newcomers paid is forgotten."""

    def run(self, state: State, umpire: Umpire) -> None:
        state.entry_costs = {}
        state.full_rows = frozenset()


def _bars_to_leave_row(state: State, unit: int) -> Iterator[Refusal]:
    for division in due(state):
        area = state.plan[division][0]
        if area in state.full_rows or state.hex_of(unit) not in state.game.rows[area]:
            continue
        empty = open_hex(state, division)
        if empty:
            yield Refusal(ROW_FIRST, f"{empty} must be taken before anybody leaves the row")


def _bars_to_wait(state: State) -> Iterator[Refusal]:
    for division in due(state):
        if has_wave(state, division):
            title = state.game.roster.divisions[division].title
            yield Refusal(ROW_FIRST, f"{title} is not all there, and there is room for more")


STEPS: tuple[type[Any], ...] = (EndArrivals,)
