"""29.47 and 30.13 Union reinforcements: columns that march in by road."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import TYPE_CHECKING

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.systems.corinth.arrival import Arrival
from longroll.systems.corinth.assault_areas import TOO_NEAR
from longroll.systems.corinth.coming_on import put_on
from longroll.systems.corinth.deployment import (
    HISTORICAL,
    OPENING,
    Reinforcement,
    deployment,
    selected,
)
from longroll.systems.corinth.own import own
from longroll.systems.gbacw import command, movement
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import CAVALRY, INFANTRY, LEADER, UNION, Roster
from longroll.systems.gbacw.state import COLUMN, MOUNTED

if TYPE_CHECKING:
    from longroll.systems.corinth.state import State
    from longroll.systems.gbacw.state import State as SeriesState

#: The formation each kind comes on in; Ford's troopers ride.
_ARRIVING = {INFANTRY: COLUMN, CAVALRY: MOUNTED}
#: Where Oliver's brigade comes on, one unit after another. [corinth:30.13.3]
CHEWALLA_ROAD = "0104"


class Reinforcements(Arrival):
    """Who comes to the Union later, and how it marches."""

    def arrivals(self, state: SeriesState, side: str) -> list[Choice]:
        found = super().arrivals(state, side)
        if side == UNION:
            mine = own(state)
            found += [choice("enter", mine.piece(unit).id, one.hex) for unit, one in ready(mine)]
        return found

    def bars_to_arrive(self, state: SeriesState, side: str, choice: Choice) -> Iterator[Refusal]:
        mine = own(state)
        coming = {mine.piece(unit).id: (unit, one) for unit, one in expected(mine)}
        if side != UNION or choice.object not in coming:
            yield from super().bars_to_arrive(state, side, choice)
            return
        unit, one = coming[choice.object]
        if choice.objects[1:] != (one.hex,):
            yield Refusal(one.rule, f"{mine.piece(unit).title} comes on in {one.hex}")
        else:
            yield from _bars_to_come(mine, unit, one)

    def arrive(self, state: SeriesState, side: str, choice: Choice, umpire: Umpire) -> None:
        mine = own(state)
        coming = {mine.piece(unit).id: (unit, one) for unit, one in expected(mine)}
        if side != UNION or choice.object not in coming:
            super().arrive(state, side, choice, umpire)
        else:
            _come(mine, *coming[choice.object], umpire)

    def bars_to_end_movement(self, state: SeriesState, side: str) -> Iterator[Refusal]:
        """Who is expected comes, and Oliver's units go on. [corinth:29.47.1] [corinth:30.13.5]"""
        others = super().bars_to_end_movement(state, side)
        return chain(others, self._bars_to_rest(own(state))) if side == UNION else others

    def _bars_to_rest(self, state: State) -> Iterator[Refusal]:
        for unit, one in ready(state):
            yield Refusal(one.rule, f"{state.piece(unit).title} has yet to come")
            return
        for unit in sorted(state.hastening):
            if state.hex_of(unit) in self.too_near and not state.units[unit].done:
                yield from self._bars_to_halt(state, unit)

    def _bars_to_halt(self, state: State, unit: int) -> Sequence[Refusal]:
        """What keeps one of Oliver's units moving at the end of the phase.

        Looked at again only when something has changed near it: whether a unit can step is
        settled within two hexes, and by what it shares with the rest of the army.
        """
        near = self.grid.within(state.hex_of(unit), 2)
        stacks = [
            stack for places in state.stacks.values() for stack in map(places.get, near) if stack
        ]
        moment = (
            state.turn,
            state.engaged,
            state.entry_costs,
            state.marching,
            state.reserve,
            state.park,
            state.reversed_redans,
            stacks,
            [state.units[other] for stack in stacks for other in stack],
        )
        known = state.memory.halts.get(unit)
        if known is None or known[0] != moment:
            found: Sequence[Refusal] = ()
            if next(movement.bars_to_move(state, UNION, unit), None) is None:
                ahead = partial(movement.steps, state, (unit,), 0)
                found = tuple(self.bars_to_stop(state, unit, ahead))
            known = state.memory.halts[unit] = moment, found
        return known[1]

    # On the march

    def bars_to_stop(
        self, state: SeriesState, unit: int, ahead: Callable[[], Iterable[Choice]]
    ) -> Iterator[Refusal]:
        """Oliver's units keep moving while they are near the Assault Areas.

        A step that leads nearer again is not asked of them. [corinth:30.13.5]
        """
        others = super().bars_to_stop(state, unit, ahead)
        mine = own(state)
        if unit not in mine.hastening or mine.hex_of(unit) not in self.too_near:
            return others
        hex, far = mine.hex_of(unit), self.from_areas
        if not any(far[step.object] >= far[hex] for step in ahead()):
            return others
        why = f"within {TOO_NEAR} hexes of an Assault Area and has to move on"
        return chain(others, (Refusal("corinth:30.13.5", f"{mine.piece(unit).title} is {why}"),))

    def moves_out_of_command(self, state: SeriesState, unit: int) -> bool:
        """A column marches to its brigade without being led. [corinth:29.47.2]"""
        if unit in own(state).marching and state.units[unit].formation == COLUMN:
            return True
        return super().moves_out_of_command(state, unit)

    def bars_to_form(self, state: SeriesState, unit: int, formation: str) -> Iterator[Refusal]:
        """It stays in column until it has come to its brigade. [corinth:29.47.2]"""
        others = super().bars_to_form(state, unit, formation)
        if unit not in own(state).marching:
            return others
        why = "stays in column until it comes within its commander's radius or is attacked"
        return chain(others, (Refusal("corinth:29.47.2", f"{state.piece(unit).title} {why}"),))

    def entered(self, state: SeriesState, units: Sequence[int], hex: Hex, umpire: Umpire) -> None:
        """The march ends within the commander's radius, the haste away from the enemy."""
        super().entered(state, units, hex, umpire)
        mine = own(state)
        if not mine.marching.isdisjoint(units):
            mine.marching -= {
                unit
                for unit in units
                if unit in mine.marching
                and command.is_in_radius(mine, mine.piece(unit).brigade, hex)
            }
        if hex not in self.too_near and not mine.hastening.isdisjoint(units):
            mine.hastening -= set(units)

    def attacked(self, state: SeriesState, units: Sequence[int], umpire: Umpire) -> None:
        """Who is attacked reacts like any column; it is out of command then if it is far from
        its commander. [corinth:29.47.2] [corinth:29.47.3]"""
        super().attacked(state, units, umpire)
        mine = own(state)
        mine.marching -= set(units)

    def kept_back(self, state: SeriesState, side: str) -> Collection[int]:
        """In the opening half of the historical scenario only newcomers act. [corinth:30.0.1]"""
        others = super().kept_back(state, side)
        mine = own(state)
        if not is_opening(mine):
            return others
        return {*others, *(u for u in self.roster.of_side[side] if u not in mine.entry_costs)}

    def bars_to_take_up(self, state: SeriesState, unit: int) -> Iterator[Refusal]:
        others = super().bars_to_take_up(state, unit)
        mine = own(state)
        if not is_opening(mine) or unit in mine.entry_costs:
            return others
        why = "now the Union only brings on its reinforcements"
        return chain(others, (Refusal("corinth:30.0.1", why),))


def is_opening(state: State) -> bool:
    """Whether the Union half of Game-Turn 2 opens the historical scenario."""
    return state.turn == OPENING and state.scenario == HISTORICAL


def expected(state: State) -> Sequence[tuple[int, Reinforcement]]:
    """Counters whose Game-Turn has come and who are not there yet. [corinth:29.47.1]"""
    waiting = state.waiting.get(UNION)
    return _expected(state.game.roster, state.scenario, state.turn, waiting) if waiting else ()


@lru_cache(maxsize=256)
def _expected(
    roster: Roster, scenario: str, turn: int, waiting: tuple[int, ...]
) -> tuple[tuple[int, Reinforcement], ...]:
    return tuple(
        (unit, one)
        for one in deployment(scenario).reinforcement
        if one.turn <= turn
        for unit in selected(roster, one.units)
        if unit in waiting
    )


def ready(state: State) -> Iterator[tuple[int, Reinforcement]]:
    """Those of them who can come on now."""
    for unit, one in expected(state):
        if next(_bars_to_come(state, unit, one), None) is None:
            yield unit, one


def _bars_to_come(state: State, unit: int, one: Reinforcement) -> Iterator[Refusal]:
    """What keeps a reinforcement from coming on."""
    piece, hex = state.piece(unit), one.hex
    if hex in state.stacks[state.game.enemy[UNION]] or hex in state.engaged:
        yield Refusal("gbacw:5.12", f"{hex} is held by the enemy")
        return
    if piece.kind != LEADER and state.stack(hex, UNION):
        # One after another, as a column stands alone. [corinth:30.13.3] [gbacw:8.16]
        yield Refusal(one.rule, f"{hex} has to be clear before {piece.title} can come")
    cost = _cost(state, unit, hex)
    if cost < 0 or cost > state.game.charts.allowance[mover_of(state, unit)]:
        yield Refusal(one.rule, f"{piece.title} cannot come so far")


def _cost(state: State, unit: int, hex: Hex) -> int:
    """Halves for the first hex; each unit of Oliver's pays for the length of the column.

    [corinth:29.47.4] [corinth:30.13.3]
    """
    if hex != CHEWALLA_ROAD or state.piece(unit).kind == LEADER:
        return state.game.entry_cost(state, unit, hex)
    ahead = [
        other
        for other in state.entry_costs
        if state.piece(other).kind != LEADER and other not in state.marching
    ]
    return len(ahead) + 1


def _come(state: State, unit: int, one: Reinforcement, umpire: Umpire) -> None:
    kind = state.piece(unit).kind
    state.change(unit, formation=_ARRIVING.get(kind, ""))
    cost = _cost(state, unit, one.hex)
    state.waiting = {
        **state.waiting,
        UNION: tuple(other for other in state.waiting[UNION] if other != unit),
    }
    if one.hex == CHEWALLA_ROAD:
        if kind != LEADER:
            state.hastening |= {unit}
    else:
        state.marching |= {unit}
    put_on(state, unit, one.hex, cost, umpire, "", one.rule)
