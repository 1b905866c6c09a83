"""29.4 and 30.1 Union deployment: counters are placed one after another.

`place HEX` sets up the next counter, `face DIRECTION` turns it first, `rest` puts the rest of
its group where the set-up file has them, and `historical` (`default` in the free set-up) the
rest of the army.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from longroll.board.hex import DIRECTIONS, Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.systems.corinth import free_set_up, historical, reserves
from longroll.systems.corinth.deployment import (
    HISTORICAL,
    Zone,
    deployment,
    group_of,
    hexes,
    selected,
)
from longroll.systems.corinth.set_up_events import SetUpDone, SetUpPlaced
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.events import name
from longroll.systems.gbacw.movers import mover_of
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, INFANTRY, LEADER, UNION, UnitNumber
from longroll.systems.gbacw.state import LINE, MOUNTED, UNLIMBERED

#: The formation in which each kind of Union unit is set up. [corinth:29.4] [corinth:30.1]
FORMATION = {INFANTRY: LINE, BATTERY: UNLIMBERED, CAVALRY: MOUNTED}
_REST = choice("rest")


def _all(state: State) -> str:
    """The verb that sets up everything that is left."""
    return "historical" if state.scenario == HISTORICAL else "default"


class SetUp(Ask, frozen=True):
    """Where the first counter of the queue sets up. [corinth:29.0.2]"""

    queue: tuple[UnitNumber, ...]
    #: The direction it will face; -1 for that of its group.
    facing: int = -1

    rule: ClassVar[str] = "corinth:29.4"
    verbs: ClassVar[tuple[str, ...]] = ("place", "face", "rest", "historical", "default")

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return f"Where does {state.piece(self.queue[0]).title} set up?"

    def choices(self, state: State) -> list[Choice]:
        unit = self.queue[0]
        found = [choice("place", hex) for hex in places(state, unit)]
        if unit_faces(state, unit):
            now = self._direction(state)
            found += [choice("face", d) for n, d in enumerate(DIRECTIONS) if n != now]
        return [*found, _REST, choice(_all(state))]

    def _direction(self, state: State) -> int:
        return self.facing if self.facing >= 0 else group_of(state, self.queue[0]).direction

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        unit = self.queue[0]
        rule = group_of(state, unit).rule
        if choice.verb in ("rest", _all(state)):
            yield from bare(choice, rule)
        elif choice.verb in ("historical", "default"):
            yield Refusal(rule, f"use {_all(state)!r} in this scenario")
        elif len(choice.objects) != 1:
            yield Refusal(rule, f"{choice.verb!r} takes one argument")
        elif choice.verb == "face":
            if choice.object not in DIRECTIONS or not unit_faces(state, unit):
                yield Refusal("gbacw:7.0.6", f"units face {' '.join(DIRECTIONS)}")
            elif DIRECTIONS.index(choice.object) == self._direction(state):
                yield Refusal("gbacw:7.12.1", f"it already faces {choice.object}")
        elif choice.object not in state.game.grid:
            yield Refusal(rule, f"{choice.object} is not on the map")
        else:
            refusals = list(bars_to_place(state, unit, choice.object))
            # Other places are open only to a counter that has none of its own.
            if refusals and choice.object not in places(state, unit):
                yield from refusals

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        unit, left = self.queue[0], self.queue[1:]
        if choice.verb == "face":
            state.agenda[-1] = SetUp(self.queue, DIRECTIONS.index(choice.object))
            return
        if choice.verb == "place":
            place(state, unit, choice.object, self._direction(state), umpire)
        else:
            group = group_of(state, unit)
            size = len(self.queue)
            if choice.verb == "rest":
                size = next(
                    (n for n, u in enumerate(self.queue) if group_of(state, u) is not group), size
                )
            for one in self.queue[:size]:
                place_as_usual(state, one, umpire)
            left = self.queue[size:]
        state.agenda.pop()
        if left:
            # A direction, once given, applies to the rest of the group.
            alike = self.facing if group_of(state, left[0]) is group_of(state, unit) else -1
            state.agenda.append(SetUp(left, alike))


class BeginSetUp(Do, frozen=True):
    """Counters that have one hex of their own go there; the player is asked for the rest."""

    def run(self, state: State, umpire: Umpire) -> None:
        book = deployment(state.scenario)
        number = state.game.roster.number
        for id, hex in book.fixed.items():
            place(state, number[id], hex, group_of(state, number[id]).direction, umpire)
        coming = [selected(state.game.roster, one.units) for one in book.reinforcement]
        late = tuple(unit for units in coming for unit in units)
        if late:
            state.waiting = {**state.waiting, UNION: late}
        queue = tuple(
            unit
            for group in book.group
            for unit in selected(state.game.roster, group.units)
            if not state.hex_of(unit) and unit not in late
        )
        if queue:
            state.agenda.append(SetUp(queue))


class EndSetUp(Do, frozen=True):
    """The Union is set up. Its positions decide what is in reserve."""

    def run(self, state: State, umpire: Umpire) -> None:
        reserves.form(state)
        umpire.tell(SetUpDone(rules=("corinth:29.0.2",), side=UNION))


# Where a counter may be placed


def unit_faces(state: State, unit: int) -> bool:
    return state.piece(unit).kind in FORMATION


def zones(state: State, unit: int) -> list[Zone]:
    """The scenario's limits on where a counter sets up."""
    if state.scenario == HISTORICAL:
        return list(historical.zones(state, unit))
    return list(free_set_up.zones(state, unit))


def places(state: State, unit: int) -> list[Hex]:
    """Every hex in which a counter may be set up.

    If its own hexes are all full, it goes as near to them as it can.
    """
    some = zones(state, unit)
    open_to = frozenset[Hex].intersection(*(zone.hexes for zone in some))
    found = [hex for hex in sorted(open_to) if _has_room(state, unit, hex)]
    if found:
        return found
    grid = state.game.grid
    goal = open_to or some[-1].hexes
    rest = [hex for hex in grid.hexes if hex not in goal and _has_room(state, unit, hex)]
    far = {hex: min(grid.distance(hex, other) for other in goal) for hex in rest}
    nearest = min(far.values())
    return [hex for hex in rest if far[hex] == nearest]


def _has_room(state: State, unit: int, hex: Hex) -> bool:
    return next(bars_to_stand(state, unit, hex), None) is None


def bars_to_place(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Every rule that keeps a counter from being set up in a hex."""
    for zone in zones(state, unit):
        if hex not in zone.hexes:
            yield Refusal(zone.rule, f"{hex} {zone.why}")
    yield from bars_to_stand(state, unit, hex)


def bars_to_stand(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Closed ground, enemies, and too little room."""
    game, piece = state.game, state.piece(unit)
    if hex in state.stacks[game.enemy[piece.side]]:
        yield Refusal("gbacw:5.12", f"there are enemy units in {hex}")
    if piece.kind == LEADER:
        return
    if not piece.siege and game.ground.entry(mover_of(state, unit), hex, night=False) < 0:
        yield Refusal("gbacw:5.15.1", f"{hex} is closed to {piece.title}")
    yield from stacking.bars_to_stay(state, hex, piece.side, (unit,))


# Placing


def place(state: State, unit: int, hex: Hex, facing: int, umpire: Umpire) -> None:
    """Set up a counter; it faces like those already there, and outward in a redan.

    [gbacw:8.42] [corinth:29.4]
    """
    piece = state.piece(unit)
    there = state.stack(hex, piece.side)
    facing = next((state.units[u].facing for u in there if state.units[u].formation), facing)
    facing = outward(state, hex, facing)
    state.put(unit, hex)
    if unit_faces(state, unit):
        state.change(unit, formation=FORMATION[piece.kind], facing=facing)
    else:
        state.change(unit, formation="")
    umpire.tell(
        SetUpPlaced(
            rules=(group_of(state, unit).rule,),
            unit=name(state, unit),
            hex=hex,
            facing=facing if unit_faces(state, unit) else -1,
        )
    )


def outward(state: State, hex: Hex, facing: int) -> int:
    """The direction of a redan's front; elsewhere the one given."""
    game = state.game
    if not game.ground.has(hex, "redan"):
        return facing
    walls = {
        game.grid.direction(hex, near)
        for near in game.grid.adjacent[hex]
        if any(kind.startswith("redan") for kind in game.ground.crosses(hex, near))
    }
    return next((d for d in range(6) if {(d - 1) % 6, d, (d + 1) % 6} == walls), facing)


def place_as_usual(state: State, unit: int, umpire: Umpire) -> None:
    """Put a counter where the set-up file has it, or as near as it may be."""
    some, wanted = zones(state, unit), usual_hexes(state, unit)
    own = [hex for hex in wanted if all(hex in zone.hexes for zone in some)]
    legal = [hex for hex in own if _has_room(state, unit, hex)] or places(state, unit)
    usual = [hex for hex in wanted if hex in legal]
    if usual:
        best = min(usual, key=lambda hex: _alike(state, unit, hex))
    else:
        grid = state.game.grid
        near = wanted or [hex for zone in some for hex in sorted(zone.hexes)][:1]
        best = min(legal, key=lambda hex: (min(grid.distance(hex, w) for w in near), hex))
    place(state, unit, best, group_of(state, unit).direction, umpire)


def _alike(state: State, unit: int, hex: Hex) -> int:
    """Counters of the same kind in a hex: each of the usual hexes gets one first."""
    kind = state.piece(unit).kind
    return sum(state.piece(n).kind == kind for n in state.stack(hex, UNION))


def usual_hexes(state: State, unit: int) -> Sequence[Hex]:
    """The hexes that the set-up file gives a counter: its own, or those of its brigade.

    A brigade commander takes the middle hex of his brigade's.
    """
    usual = deployment(state.scenario).usual
    piece = state.piece(unit)
    if piece.kind == LEADER and piece.brigade:
        line = list(hexes(usual.get(piece.brigade, "")))
        return line[len(line) // 2 :] + line[: len(line) // 2]
    words = usual.get(piece.id) or usual.get(piece.brigade, "")
    return list(hexes(words))


STEPS: tuple[type[Any], ...] = (BeginSetUp, EndSetUp, SetUp)
