"""11.0 Ammunition: running out, wagons, and drawing more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from longroll.board.hex import Hex, cheapest
from longroll.kernel.agenda import Ask, Umpire, chance_node
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import zones
from longroll.systems.gbacw.events import Depleted, Resupplied, name, names
from longroll.systems.gbacw.movers import unit_allowance
from longroll.systems.gbacw.roster import BATTERY, WAGON
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.tables import TABLES

_DONE = choice("done")


@chance_node(aside=True)
def check_depletion(state: State, firers: Iterable[int], umpire: Umpire) -> None:
    """After a natural 1 each small-arms firer may run out.

    [gbacw:11.2] [gbacw:11.21.1] [gbacw:11.21.2] [gbacw:11.0.2] [corinth:21.3.3] [corinth:23.1.6]
    """
    out: list[int] = []
    left: list[int] = []
    rolls = []
    for unit in firers:
        roll = umpire.roll(f"ammunition of {state.piece(unit).title}", at_most=2)
        rolls.append(roll)
        (out if TABLES.depletes(roll.value) else left).append(unit)
    if out:
        state.change_all(out, depleted=True)
        tops = {
            hex
            for unit in out
            if state.stack(hex := state.hex_of(unit), state.side_of(unit))[:1] == (unit,)
        }
        state.reorder |= tops  # [gbacw:8.41.2]
    umpire.tell(
        Depleted(
            rules=("gbacw:11.21.1",),
            rolls=tuple(rolls),
            units=names(state, out),
            spared=names(state, left),
        )
    )


def check_fouling(state: State, battery: int, umpire: Umpire) -> None:
    """What rapid fire does to the guns, according to the exclusive rules. [corinth:24.1.3]"""
    if state.hex_of(battery):
        state.game.rules.check_fouling(state, battery, umpire)


# Drawing from wagons


def supply_lines(state: State, unit: int, goal: Hex | None = None) -> dict[Hex, int]:
    """Every hex to which a unit can trace a line of supply, within the march of a column.

    With a goal, only those that are no farther away.

    [gbacw:11.23.1] [gbacw:11.23.2] [gbacw:11.23.3] [gbacw:10.3]
    """
    game, side = state.game, state.side_of(unit)
    night = game.is_night(state.turn)

    steps = game.ground.steps("infantry_column", night=night)
    barred = zones.barred_lines(state, side, state.stacks[game.enemy[side]])

    def step(here: Hex, there: Hex, spent: int) -> int | None:
        return None if there in barred else steps[here].get(there)

    limit = unit_allowance(state, unit, "infantry_column")
    reach = cheapest(game.grid, state.hex_of(unit), goal, step, limit)
    return {hex: arrival.cost for hex, arrival in reach.items()}


def bars_to_draw(state: State, unit: int, wagon: int) -> Iterator[Refusal]:
    """What keeps a unit from drawing ammunition from a wagon (GB-C29, GB-C30).

    [gbacw:11.24] [gbacw:11.25] [gbacw:11.32] [gbacw:11.1.3] [gbacw:11.12.2]
    """
    own, source = state.units[unit], state.units[wagon]
    title, from_ = state.piece(unit).title, state.piece(wagon).title
    battery = state.piece(unit).kind == BATTERY
    if battery and own.rounds >= state.piece(unit).rounds:
        yield Refusal("gbacw:11.32", f"{title} already has all its rounds")
    if not battery and not own.depleted:
        yield Refusal("gbacw:11.23.1", f"{title} is not out of ammunition")
    if own.moved or source.moved:
        yield Refusal("gbacw:11.25", f"{title if own.moved else from_} has moved")
    for one, who in ((own, title), (source, from_)):
        if one.pinned or one.routed or one.hex in state.engaged:
            yield Refusal("gbacw:11.12.2", f"{who} is pinned, routed or engaged")
    if not source.crew:
        yield Refusal("gbacw:11.1.3", f"{from_} has no crew")
    if wagon in state.fresh_wagons:
        yield Refusal("gbacw:11.19.1", f"{from_} serves its captors only from the next Game-Turn")
    if not (source.rounds if battery else source.boxes):
        yield Refusal("gbacw:11.24", f"{from_} has no ammunition of that kind left")


def sources(state: State, unit: int) -> list[int]:
    """Wagons that a unit may draw from, nearest first."""
    game, side, here = state.game, state.side_of(unit), state.hex_of(unit)
    # No step costs less than half a point, so wagons farther away need not be examined.
    farthest = unit_allowance(state, unit, "infantry_column")
    wagons = [
        wagon
        for wagon in game.wagons
        if state.hex_of(wagon)
        and game.grid.distance(here, state.hex_of(wagon)) <= farthest
        and state.side_of(wagon) == side
        and next(bars_to_draw(state, unit, wagon), None) is None
    ]
    if not wagons:
        return []
    lines = supply_lines(state, unit, state.hex_of(wagons[0]) if len(wagons) == 1 else None)
    reached = [wagon for wagon in wagons if state.hex_of(wagon) in lines]
    return sorted(reached, key=lambda wagon: (lines[state.hex_of(wagon)], wagon))


def bars_to_share(state: State, giver: int, taker: int) -> Iterator[Refusal]:
    """What keeps a battery from giving rounds to another. [gbacw:11.33.1] [gbacw:11.33.2]"""
    pieces = state.piece(giver), state.piece(taker)
    if pieces[0].weapon != pieces[1].weapon:
        yield Refusal("gbacw:11.33.1", "only guns of the same kind may share rounds")
    for unit, piece in ((giver, pieces[0]), (taker, pieces[1])):
        if unit in state.gunners:
            yield Refusal("gbacw:11.33.1", f"{piece.title} has fired in this Game-Turn")
        if state.units[unit].moved:
            yield Refusal("gbacw:11.33.1", f"{piece.title} has moved in this Game-Turn")
        if not state.units[unit].crew or state.units[unit].routed or state.units[unit].pinned:
            yield Refusal("gbacw:11.33.1", f"{piece.title} has no crew, or is pinned or routed")
    if state.game.grid.distance(state.hex_of(giver), state.hex_of(taker)) > 1:
        yield Refusal("gbacw:11.33.1", "they are not in the same hex or next to each other")
    if not state.units[giver].rounds:
        yield Refusal("gbacw:11.33.1", f"{pieces[0].title} has no rounds left")
    if state.units[taker].rounds >= pieces[1].rounds:
        yield Refusal("gbacw:11.33.1", f"{pieces[1].title} already has all its rounds")


class ResupplyPhase(Ask, frozen=True):
    """G. Units draw ammunition from wagons; batteries of the same kind share rounds.

    [gbacw:4.0.20] [gbacw:11.0.2]
    """

    side: SideName

    rule: ClassVar[str] = "gbacw:11.23.1"
    verbs: ClassVar[tuple[str, ...]] = ("draw", "share", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Who draws ammunition?"

    def choices(self, state: State) -> list[Choice]:
        pieces = state.game.roster.pieces
        found: list[Choice] = []
        batteries: list[int] = []
        for stack in state.stacks[self.side].values():
            for unit in stack:
                own = state.units[unit]
                if pieces[unit].kind == BATTERY:
                    batteries.append(unit)
                    wants = own.rounds < pieces[unit].rounds
                else:
                    wants = own.depleted
                if wants and not own.moved:
                    found += [
                        choice("draw", pieces[unit].id, pieces[wagon].id)
                        for wagon in sources(state, unit)
                    ]
        short = [b for b in batteries if state.units[b].rounds < pieces[b].rounds]
        found += [
            choice("share", pieces[giver].id, pieces[taker].id)
            for taker in short
            for giver in batteries
            if giver != taker
            and state.units[giver].rounds > state.units[taker].rounds + 1
            and next(bars_to_share(state, giver, taker), None) is None
        ]
        return [*sorted(found, key=str), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        number = state.game.roster.number
        units = [number.get(word, -1) for word in choice.objects]
        if len(units) != 2 or -1 in units or any(not state.hex_of(u) for u in units):
            yield Refusal(self.rule, f"{choice.verb!r} takes two units on the map")
            return
        first, second = units
        if any(state.side_of(unit) != self.side for unit in units):
            yield Refusal(self.rule, "they are not both yours")
        elif choice.verb == "share":
            if any(state.piece(unit).kind != BATTERY for unit in units) or first == second:
                yield Refusal("gbacw:11.33.1", "only batteries may share rounds")
                return
            yield from bars_to_share(state, first, second)
            if state.units[first].rounds <= state.units[second].rounds + 1:
                yield Refusal("gbacw:11.33.1", "they already have about the same number")
        elif state.piece(second).kind != WAGON:
            yield Refusal("gbacw:11.23.1", f"{choice.objects[1]} is not a supply wagon")
        else:
            yield from bars_to_draw(state, first, second)
            if state.hex_of(second) not in supply_lines(state, first):
                yield Refusal("gbacw:11.23.3", "there is no line of supply to the wagon")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        first, second = (state.game.roster.number[word] for word in choice.objects)
        if choice.verb == "share":
            rounds = (state.units[first].rounds - state.units[second].rounds) // 2
            most = state.piece(second).rounds - state.units[second].rounds
            give(state, first, second, min(rounds, most), umpire)
        elif state.piece(first).kind == BATTERY:
            most = state.piece(first).rounds - state.units[first].rounds
            give(state, second, first, min(most, state.units[second].rounds), umpire)
        else:
            self._draw(state, first, second, umpire)

    def _draw(self, state: State, unit: int, wagon: int, umpire: Umpire) -> None:
        """Each unit uses one box. [gbacw:11.24] [corinth:roster.4]"""
        state.change(unit, depleted=False)
        state.change(wagon, boxes=state.units[wagon].boxes - 1)
        umpire.tell(
            Resupplied(rules=("gbacw:11.24",), unit=name(state, unit), source=name(state, wagon))
        )


def give(state: State, giver: int, taker: int, rounds: int, umpire: Umpire) -> None:
    """Hand over rounds, one box for one round (GB-C29). [gbacw:11.32]"""
    state.change(giver, rounds=state.units[giver].rounds - rounds)
    state.change(taker, rounds=state.units[taker].rounds + rounds)
    umpire.tell(
        Resupplied(
            rules=("gbacw:11.32",),
            unit=name(state, taker),
            source=name(state, giver),
            rounds=rounds,
        )
    )
