"""3.0 Set-up: both sides place their units, before each assault.

A side's counters are placed one after another, in the order of the book; `historical` places
the rest of them in one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations
from typing import ClassVar, Literal

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.systems.stockade_redan import fog, stacking
from longroll.systems.stockade_redan.events import (
    BridgesPlaced,
    BridgesRemoved,
    OptionChosen,
    Placed,
)
from longroll.systems.stockade_redan.morale import RollMorale
from longroll.systems.stockade_redan.roster import (
    ARTILLERY,
    COMPANIES,
    CONFEDERATE,
    FIRST_OHIO,
    INFANTRY,
    OFFICER,
    REGIMENTS,
    ROSTER,
    STOCKADE_GUNS,
    UNION,
    of,
)
from longroll.systems.stockade_redan.state import Bridge, State
from longroll.systems.stockade_redan.tables import TABLES, read_toml
from longroll.systems.stockade_redan.terrain import (
    ADJACENT,
    BATTERIES,
    HEXES,
    INSIDE,
    MISSOURI_ENTRY,
    REDAN,
    UNION_AREA,
    regiment_area,
)

_PLACE = {hex: choice("place", hex) for hex in HEXES}
_BRIDGE = {hex: choice("bridge", hex) for hex in HEXES}
_HISTORICAL, _HOLD = choice("historical"), choice("hold")
_OPTIONS = (choice("option", "1"), choice("option", "2"))

UNION_REGIMENTS = tuple(name for name, regiment in REGIMENTS.items() if regiment.side == UNION)
REINFORCEMENTS = "30 OH"
SECOND_DEFENDERS = "1 MO"


class Historical(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The one-step set-up of a scenario: each group's hexes in the order they are filled."""

    option: int
    hexes: dict[str, tuple[Hex, ...]]


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    title: str
    turns: int
    historical: Historical


@cache
def scenario(name: str) -> Scenario:
    return msgspec.convert(read_toml(f"{name}.toml"), Scenario)


# Where a counter may start


@cache
def zone(unit: int, assault: int, option: int) -> dict[Hex, None]:
    """The hexes where a counter may be set up, in order of their numbers: an ordered set.

    [stockade_redan:3.1.2.2] [stockade_redan:3.1.2.3] [stockade_redan:3.1.2.5]
    [stockade_redan:3.1.3.4] [stockade_redan:3.1.3.8] [stockade_redan:3.1.3.13]
    [stockade_redan:3.2.2.3] [stockade_redan:3.2.2.6] [stockade_redan:3.2.3.1]
    [stockade_redan:3.2.3.3] [stockade_redan:3.2.4.1] [stockade_redan:3.2.4.2]
    """
    piece = ROSTER[unit]
    if piece.assault > assault:
        hexes: frozenset[Hex] = frozenset()
    elif unit in STOCKADE_GUNS:
        hexes = INSIDE
    elif piece.regiment == SECOND_DEFENDERS:
        hexes = MISSOURI_ENTRY
    elif piece.side == CONFEDERATE:
        hexes = INSIDE | REDAN
    elif piece.company and option == 1:
        hexes = BATTERIES
    elif piece.kind == ARTILLERY or piece.assault < assault:
        hexes = UNION_AREA
    else:
        hexes = regiment_area(piece.regiment)
    return dict.fromkeys(sorted(hexes))


_ZONE_RULES = {
    (CONFEDERATE, ARTILLERY): "stockade_redan:3.1.2.5",
    (CONFEDERATE, INFANTRY): "stockade_redan:3.1.2.2",
    (CONFEDERATE, OFFICER): "stockade_redan:3.1.2.8",
    (UNION, INFANTRY): "stockade_redan:3.1.3.13",
    (UNION, OFFICER): "stockade_redan:3.1.3.17",
    (UNION, ARTILLERY): "stockade_redan:3.1.3.8",
}


def zone_rule(unit: int, state: State) -> str:
    """The rule that sets a counter's zone."""
    piece = ROSTER[unit]
    if piece.regiment == SECOND_DEFENDERS:
        return "stockade_redan:3.2.3.3"
    if piece.regiment == REINFORCEMENTS:
        return "stockade_redan:3.2.4.2"
    if unit == FIRST_OHIO:
        return "stockade_redan:3.2.4.1"
    if piece.company and state.option == 1:
        return "stockade_redan:3.1.3.4"
    if state.assault == 2 and piece.side == UNION and piece.kind != ARTILLERY:
        return "stockade_redan:3.2.2.3"
    return _ZONE_RULES[piece.side, piece.kind]


def bars_to_set_up(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps a counter from being set up in a hex."""
    if hex not in zone(unit, state.assault, state.option):
        yield Refusal(zone_rule(unit, state), f"{ROSTER[unit].title} may not be set up in {hex}")
        return
    yield from _bars_by_stacking(state, unit, hex)
    if ROSTER[unit].side == UNION:
        yield from _bars_to_union(state, unit, hex)
    elif state.assault == 2 and ROSTER[unit].regiment != SECOND_DEFENDERS:
        yield from _bars_by_missouri(state, unit, hex)


def legal_places(state: State, unit: int) -> list[Choice]:
    """Every hex where the counter may be set up now: first the empty open ground, then the rest."""
    piece = ROSTER[unit]
    stacks = state.stacks[piece.side]
    if piece.kind == OFFICER and piece.side == UNION and (near := hosts(state, unit)):
        return [_PLACE[hex] for hex in near if not any(bars_to_set_up(state, unit, hex))]
    ground = _open_ground(unit, state.assault, state.option)
    spared = _spared_ground(piece.kind, *_on_reinforcements_ground(state))
    free = [place for hex, place in ground.items() if hex not in stacks]
    others = [
        hex for hex in zone(unit, state.assault, state.option) if hex in stacks or hex not in ground
    ]
    return free + [
        _PLACE[hex]
        for hex in others
        if (hex in spared and hex not in stacks and piece.assault < state.assault)
        or not any(bars_to_set_up(state, unit, hex))
    ]


@cache
def _open_ground(unit: int, assault: int, option: int) -> dict[Hex, Choice]:
    """Hexes of its zone that are legal for a counter as long as nobody stands there."""
    piece = ROSTER[unit]
    hexes: Iterable[Hex] = ()
    if piece.side == CONFEDERATE and piece.regiment != SECOND_DEFENDERS:
        hexes = zone(unit, assault, option).keys() - MISSOURI_ENTRY
    elif piece.kind != OFFICER and (piece.kind == ARTILLERY or piece.assault < assault):
        hexes = zone(unit, assault, option).keys() - _reinforcements_ground().keys()
    return {hex: _PLACE[hex] for hex in sorted(hexes)}


def _bars_by_stacking(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """[stockade_redan:3.1.0.2] [stockade_redan:3.1.2.4] [stockade_redan:3.1.3.14]

    [stockade_redan:3.2.3.4]
    """
    side = ROSTER[unit].side
    if not stacking.counts(unit):
        return
    if stacking.counted(state, hex, side) >= stacking.limit(side, state.morale):
        yield Refusal("stockade_redan:3.1.0.2", f"{hex} is full")


def _bars_by_missouri(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """The 36th may not take the room that the 1st Missouri will need. [stockade_redan:3.2.3.4]"""
    if hex not in MISSOURI_ENTRY or not stacking.counts(unit):
        return
    limit = stacking.limit(CONFEDERATE, state.morale)
    room = sum(limit - stacking.counted(state, hex, CONFEDERATE) for hex in MISSOURI_ENTRY)
    if room <= REGIMENTS[SECOND_DEFENDERS].infantry:
        yield Refusal("stockade_redan:3.2.3.4", "the 1st Missouri needs the room in 1018-1024")


def _bars_to_union(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    piece = ROSTER[unit]
    stack = state.stack(hex, UNION)
    if piece.kind == ARTILLERY:
        if piece.company and state.option == 1:
            if any(ROSTER[other].kind == ARTILLERY for other in stack):
                yield Refusal("stockade_redan:3.1.3.4", f"a battery stands in {hex} already")
        elif stack:
            yield Refusal("stockade_redan:3.1.3.9", f"{hex} is occupied: a battery starts alone")
    elif any(
        ROSTER[other].kind == ARTILLERY and not (ROSTER[other].company and state.option == 1)
        for other in stack
    ):
        yield Refusal("stockade_redan:3.1.3.9", f"a battery stands alone in {hex}")
    if piece.kind == OFFICER:
        yield from _bars_to_officer(state, unit, hex)
    elif piece.kind == INFANTRY and piece.assault == state.assault:
        yield from _bars_by_neighbours(state, unit, hex)
    if piece.assault < state.assault or piece.kind == ARTILLERY:
        yield from _bars_by_reinforcements(state, unit, hex)


def hosts(state: State, officer: int) -> list[Hex]:
    """Hexes of his regiment's infantry, or of any Union infantry where there is none."""
    regiment = ROSTER[officer].regiment
    return infantry_hexes(state, (regiment,)) or infantry_hexes(state, UNION_REGIMENTS)


def _bars_to_officer(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """With a unit of his regiment, and at the first set-up of a regiment one to a hex.

    A survivor whose regiment has no infantry left goes with any; see docs/rulings.md.
    [stockade_redan:3.1.3.17] [stockade_redan:3.1.3.18] [stockade_redan:3.2.2.4]
    """
    piece = ROSTER[unit]
    companions = hosts(state, unit)
    if companions and hex not in companions:
        rule = "3.1.3.17" if piece.assault == state.assault else "3.2.2.4"
        yield Refusal(f"stockade_redan:{rule}", f"no company of his regiment stands in {hex}")
    if piece.assault == state.assault and state.has_officer(hex, UNION):
        yield Refusal("stockade_redan:3.1.3.18", f"an officer stands in {hex} already")


def _bars_by_neighbours(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Next to its own regiment, not next to another; sharing a hex is not enough (SR-17).

    The first companies stand alone until others come, so what is barred is a hex that those
    still to come could no longer put right. [stockade_redan:3.1.3.15] [stockade_redan:3.1.3.16]
    """
    regiment = ROSTER[unit].regiment
    union = state.stacks[UNION]
    if any(
        ROSTER[other].kind == INFANTRY and ROSTER[other].regiment != regiment
        for place in (hex, *ADJACENT[hex])
        if place in union
        for other in union[place]
    ):
        yield Refusal("stockade_redan:3.1.3.16", f"{hex} is next to another regiment")
    companies = [state.units[other] for other in of(regiment, INFANTRY)]
    held = {company.hex for company in companies if company.hex}
    left = sum(not (company.hex or company.lost) for company in companies) - 1
    if len(held) < left:
        return  # even if all of them stood alone, there are enough to come
    after = held | {hex}
    lonely = [place for place in after if after.isdisjoint(ADJACENT[place])]
    if len(lonely) > left and not _can_join(lonely, tuple(zone(unit, state.assault, 0)), left):
        yield Refusal(
            "stockade_redan:3.1.3.15",
            f"{hex} would leave a company with none of its regiment next to it",
        )


def _can_join(lonely: list[Hex], area: tuple[Hex, ...], left: int) -> bool:
    """Whether so many companies, well placed, give every lonely hex a neighbour."""
    helpful = [hex for hex in area if any(hex in ADJACENT[place] for place in lonely)]
    return any(
        all(not set(ADJACENT[place]).isdisjoint(chosen) for place in lonely)
        for count in range(left + 1)
        for chosen in combinations(helpful, count)
    )


@cache
def _reinforcements_ground() -> dict[Hex, frozenset[Hex]]:
    """The area of the 30th Ohio and every hex next to it: what infantry there closes to it."""
    area = regiment_area(REINFORCEMENTS)
    ground = area.union(*(ADJACENT[hex] for hex in area))
    return {hex: area & {hex, *ADJACENT[hex]} for hex in ground}


def _bars_by_reinforcements(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """Nobody may crowd the 30th Ohio out of its area. [stockade_redan:3.2.4.2]"""
    if state.assault == 1 or hex not in _reinforcements_ground():
        return
    if hex not in _spared_ground(ROSTER[unit].kind, *_on_reinforcements_ground(state)):
        yield Refusal("stockade_redan:3.2.4.2", "the 30th Ohio needs the room of its area")


def _on_reinforcements_ground(state: State) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes of infantry, and of guns, on or next to the area of the 30th Ohio."""
    infantry: set[Hex] = set()
    guns: set[Hex] = set()
    if state.assault == 2:
        for hex in _reinforcements_ground().keys() & state.stacks[UNION].keys():
            kinds = {ROSTER[unit].kind for unit in state.stacks[UNION][hex]}
            if INFANTRY in kinds:
                infantry.add(hex)
            if ARTILLERY in kinds:
                guns.add(hex)
    return frozenset(infantry), frozenset(guns)


@lru_cache(maxsize=4096)
def _spared_ground(kind: str, infantry: frozenset[Hex], guns: frozenset[Hex]) -> frozenset[Hex]:
    """Where on its ground one more unit of a kind leaves the 30th Ohio room enough."""
    ground = _reinforcements_ground()
    left = regiment_area(REINFORCEMENTS) - guns
    for hex in infantry:
        left -= ground[hex]
    spared: set[Hex] = set()
    for hex in ground:
        closes = ground[hex] if kind == INFANTRY else {hex} if kind == ARTILLERY else set()
        open_hexes = left - closes
        useful = [place for place in open_hexes if not open_hexes.isdisjoint(ADJACENT[place])]
        enough = len(useful) * TABLES.stacking.union >= REGIMENTS[REINFORCEMENTS].infantry
        if enough or open_hexes == left:
            spared.add(hex)
    return frozenset(spared)


# The questions


class SetUp(Ask, frozen=True):
    """The first counter of the queue is placed. [stockade_redan:3.1.0.1]"""

    side: str
    queue: tuple[int, ...]

    rule: ClassVar[str] = "stockade_redan:3.1.0.1"
    verbs: ClassVar[tuple[str, ...]] = ("place", "historical")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Where is {ROSTER[self.queue[0]].title} set up?"

    def choices(self, state: State) -> list[Choice]:
        return [*legal_places(state, self.queue[0]), _HISTORICAL]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "historical":
            yield from bare(choice, self.rule)
        elif _PLACE.get(choice.object) != choice:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nothing'} is no hex")
        else:
            yield from bars_to_set_up(state, self.queue[0], choice.object)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "historical":
            set_up_historically(state, self.side, self.queue, umpire)
            return
        place(state, self.queue[0], choice.object, umpire)
        if len(self.queue) > 1:
            state.agenda.append(SetUp(self.side, self.queue[1:]))


def place(state: State, unit: int, hex: Hex, umpire: Umpire) -> None:
    """Set a counter up."""
    state.put(unit, hex)
    side = ROSTER[unit].side
    umpire.tell(
        Placed(
            rules=(zone_rule(unit, state),),
            side=side,
            units=(unit,),
            hex=hex,
            hidden=fog.is_hidden(state, side, hex),
        )
    )


def set_up_historically(state: State, side: str, queue: tuple[int, ...], umpire: Umpire) -> None:
    """Place every counter of the queue where the scenario's own set-up has it."""
    for unit in queue:
        wanted = _historical_hexes(state, unit)
        # One to a hex first, then again from the start; anywhere legal where they are all full.
        order = sorted(wanted, key=lambda hex: (len(_alike(state, unit, hex)), wanted.index(hex)))
        for hex in (*order, *zone(unit, state.assault, state.option)):
            if next(bars_to_set_up(state, unit, hex), None) is None:
                place(state, unit, hex, umpire)
                break


def _alike(state: State, unit: int, hex: Hex) -> list[int]:
    """Counters of the same kind in a hex."""
    piece = ROSTER[unit]
    return [n for n in state.stack(hex, piece.side) if ROSTER[n].kind == piece.kind]


def _historical_hexes(state: State, unit: int) -> tuple[Hex, ...]:
    """The hexes of a counter's group, which may be set for a regiment's officers alone."""
    hexes = scenario(state.scenario).historical.hexes
    piece = ROSTER[unit]
    if unit in STOCKADE_GUNS:
        return hexes["stockade guns"]
    if piece.kind == ARTILLERY:
        return hexes["batteries" if piece.company and state.option == 1 else "close support"]
    if piece.kind == OFFICER and f"{piece.regiment} officers" in hexes:
        return hexes[f"{piece.regiment} officers"]
    return hexes[piece.regiment]


class ChooseOption(Ask, frozen=True):
    """One option for all five companies (SR-18), anew before each assault.

    [stockade_redan:3.1.3.2] [stockade_redan:3.2.2.5]
    """

    rule: ClassVar[str] = "stockade_redan:3.1.3.2"
    verbs: ClassVar[tuple[str, ...]] = ("option", "historical")

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return "What do the five batteries do: 1, bombardment, or 2, close support?"

    def choices(self, state: State) -> list[Choice]:
        return [*_OPTIONS, _HISTORICAL]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "historical":
            yield from bare(choice, self.rule)
        elif choice not in _OPTIONS:
            yield Refusal(self.rule, "the options are 1 and 2")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        historical = choice.verb == "historical"
        plan = scenario(state.scenario).historical
        state.option = plan.option if historical else int(choice.object)
        umpire.tell(OptionChosen(rules=(self.rule,), option=state.option))
        queue = union_queue(state)
        if historical:
            set_up_historically(state, UNION, queue, umpire)
        elif queue:
            state.agenda.append(SetUp(UNION, queue))


# The order of set-up


def confederate_queue(state: State) -> tuple[int, ...]:
    """The 36th Mississippi with its officers, the guns, then the 1st Missouri.

    [stockade_redan:3.1.2.1] [stockade_redan:3.1.2.8] [stockade_redan:3.2.3.3]
    """
    queue = (*of("36 MS", INFANTRY), *of("36 MS", OFFICER), *STOCKADE_GUNS)
    if state.assault == 2:
        queue += (*of(SECOND_DEFENDERS, INFANTRY), *of(SECOND_DEFENDERS, OFFICER))
    return tuple(unit for unit in queue if not state.units[unit].lost)


def union_queue(state: State) -> tuple[int, ...]:
    """First assault: batteries under Option 1, infantry, officers, batteries under Option 2.

    In the second assault the surviving infantry and officers are placed before the option is
    chosen, so only the batteries are left. [stockade_redan:3.1.3.1] [stockade_redan:3.1.3.8]
    """
    companies = tuple(unit for unit in COMPANIES if not state.units[unit].lost)
    if state.assault == 2:
        return companies
    troops = tuple(unit for kind in (INFANTRY, OFFICER) for unit in union_troops(kind, assault=1))
    return (*companies, *troops) if state.option == 1 else (*troops, *companies)


def union_troops(kind: str, assault: int) -> tuple[int, ...]:
    """Counters of one kind of the Union regiments that arrive for an assault."""
    return tuple(
        unit
        for name in UNION_REGIMENTS
        if REGIMENTS[name].assault == assault
        for unit in of(name, kind)
    )


def first_assault() -> list[Ask | Do]:
    """Set-up steps of the first assault, in order. [stockade_redan:3.1.0.1]"""
    return [RollMorale(), ConfederateSetUp(), ChooseOption(), GiveBridges()]


class ConfederateSetUp(Do, frozen=True):
    """The Confederate player places his counters. [stockade_redan:3.1.2.1]"""

    def run(self, state: State, umpire: Umpire) -> None:
        queue = confederate_queue(state)
        if queue:
            state.agenda.append(SetUp(CONFEDERATE, queue))


class GiveBridges(Do, frozen=True):
    """One marker, carried side up, for each company of the 116th Illinois and the 13th US.

    [stockade_redan:3.1.3.19] [stockade_redan:3.1.3.21]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        carriers = [
            unit
            for name in UNION_REGIMENTS
            if REGIMENTS[name].bridging
            for unit in of(name, INFANTRY)
        ]
        state.set_bridges(
            (number, Bridge(state.hex_of(unit), "carried", unit))
            for number, unit in enumerate(carriers)
        )


def set_up_second_assault(state: State, umpire: Umpire) -> None:
    """Reset the field and put the second set-up on the agenda. [stockade_redan:3.2.0.1]

    Carnage stays; every redan hex is Confederate again (SR-22).
    [stockade_redan:3.2.2.1] [stockade_redan:3.2.2.2] [stockade_redan:3.2.3.2]
    """
    state.assault = 2
    state.turn = 0
    state.phase = 0
    state.option = 0
    state.markers = []
    for unit in range(len(ROSTER)):
        if state.hex_of(unit):
            state.take_off(unit, lost=False)
    state.bridges = [Bridge()] * len(state.bridges)
    state.carried = {}
    state.union_held = set()
    umpire.tell(BridgesRemoved(rules=("stockade_redan:3.2.2.1",)))
    steps = [
        RollMorale(),
        SurvivorsSetUp(),
        ChooseOption(),
        SurvivorsTakeBridges(),
        ConfederateSetUp(),
        ReinforcementsSetUp(),
        ReinforcementsTakeBridges(),
    ]
    state.agenda.extend(reversed(steps))


class SurvivorsSetUp(Do, frozen=True):
    """Surviving Union infantry, then officers, anywhere behind the start line.

    [stockade_redan:3.2.2.3] [stockade_redan:3.2.2.4]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        queue = tuple(
            unit
            for kind in (INFANTRY, OFFICER)
            for unit in union_troops(kind, assault=1)
            if not state.units[unit].lost
        )
        if queue:
            state.agenda.append(SetUp(UNION, queue))


class ReinforcementsSetUp(Do, frozen=True):
    """The 1st Ohio battery, then the 30th Ohio. [stockade_redan:3.2.4.1]

    [stockade_redan:3.2.4.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        troops = tuple(
            unit for kind in (INFANTRY, OFFICER) for unit in union_troops(kind, assault=2)
        )
        state.agenda.append(SetUp(UNION, (FIRST_OHIO, *troops)))


def infantry_hexes(state: State, regiments: tuple[str, ...]) -> list[Hex]:
    """Hexes that hold infantry of these regiments, in order of their numbers."""
    return sorted(
        {hex for name in regiments for unit in of(name, INFANTRY) if (hex := state.hex_of(unit))}
    )


class SurvivorsTakeBridges(Do, frozen=True):
    """All markers are back; some may be held for the 30th Ohio, not yet on the map."""

    def run(self, state: State, umpire: Umpire) -> None:
        if infantry_hexes(state, UNION_REGIMENTS):
            state.agenda.append(PlaceBridges(len(state.bridges), may_hold=True))


class ReinforcementsTakeBridges(Do, frozen=True):
    """What was held goes to the 30th Ohio."""

    def run(self, state: State, umpire: Umpire) -> None:
        left = sum(not bridge.hex for bridge in state.bridges)
        if left:
            state.agenda.append(PlaceBridges(left, may_hold=False))


class PlaceBridges(Ask, frozen=True):
    """Every marker goes to a hex with Union infantry, any number to one hex (SR-21).

    [stockade_redan:3.2.2.7] [stockade_redan:3.2.2.8] [stockade_redan:10.5.10]
    """

    left: int
    may_hold: bool

    rule: ClassVar[str] = "stockade_redan:3.2.2.7"
    verbs: ClassVar[tuple[str, ...]] = ("bridge", "hold", "historical")

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return f"Which hex takes a bridging marker? {self.left} to place."

    def _hosts(self, state: State) -> list[Hex]:
        return infantry_hexes(state, UNION_REGIMENTS if self.may_hold else (REINFORCEMENTS,))

    def choices(self, state: State) -> list[Choice]:
        return [
            *(_BRIDGE[hex] for hex in self._hosts(state)),
            *((_HOLD,) if self.may_hold else ()),
            _HISTORICAL,
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "hold":
            yield from bare(choice, self.rule)
            if not self.may_hold:
                yield Refusal(self.rule, "every marker must be placed now")
        elif choice.verb == "historical":
            yield from bare(choice, self.rule)
        elif len(choice.objects) != 1 or choice.object not in self._hosts(state):
            who = "Union infantry" if self.may_hold else "infantry of the 30th Ohio"
            yield Refusal(self.rule, f"{choice.object or 'nothing'} is no hex with {who}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "hold":
            return
        hosts = self._hosts(state)
        if choice.verb == "historical":
            # Spread them evenly.
            for index in range(self.left):
                self._place(state, hosts[index % len(hosts)], umpire)
            return
        self._place(state, choice.object, umpire)
        if self.left > 1:
            state.agenda.append(PlaceBridges(self.left - 1, self.may_hold))

    def _place(self, state: State, hex: Hex, umpire: Umpire) -> None:
        number = next(n for n, bridge in enumerate(state.bridges) if not bridge.hex)
        state.set_bridges([(number, Bridge(hex))])
        umpire.tell(BridgesPlaced(rules=(self.rule,), hex=hex, count=1))
