"""3.0 Set-up: both sides place their units, before each assault.

A side's counters are placed one after another, in the order of the book; `historical` places
the rest of them in one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.stockade_redan import fog, stacking
from longroll.systems.stockade_redan.events import (
    BridgesGiven,
    BridgesPlaced,
    BridgesRemoved,
    OptionChosen,
    Placed,
    SetUpDone,
)
from longroll.systems.stockade_redan.morale import RollMorale
from longroll.systems.stockade_redan.placement import (
    REINFORCEMENTS,
    SECOND_DEFENDERS,
    UNION_REGIMENTS,
    barred_hexes,
    bars_to_set_up,
    infantry_hexes,
    legal_places,
    zone,
    zone_rule,
)
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
    UnitNumber,
    of,
)
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.state import Bridge, State
from longroll.systems.stockade_redan.terrain import (
    BATTERIES,
    HEXES,
    TERRAIN,
)

_BRIDGE = {hex: choice("bridge", hex) for hex in HEXES}
_HISTORICAL, _HOLD = choice("historical"), choice("hold")
_OPTIONS = (choice("option", "1"), choice("option", "2"))


# The questions


class SetUp(Ask, frozen=True):
    """The first counter of the queue is placed. [stockade_redan:3.1.0.1]"""

    side: SideName
    queue: tuple[UnitNumber, ...]

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
        elif len(choice.objects) != 1 or choice.object not in TERRAIN:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nothing'} is not a hex")
        else:
            yield from bars_to_set_up(state, self.queue[0], choice.object)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        left = self.queue[1:]
        if choice.verb == "historical":
            set_up_historically(state, self.side, self.queue, umpire)
            left = ()
        else:
            place(state, self.queue[0], choice.object, umpire)
        if left:
            state.agenda.append(SetUp(self.side, left))
        else:
            umpire.tell(SetUpDone(rules=(self.rule,), side=self.side))


def is_setting_up(state: State, side: str) -> bool:
    """Whether a side is in the middle of its set-up."""
    return any(isinstance(step, SetUp) and step.side == side for step in state.agenda)


def place(state: State, unit: int, hex: Hex, umpire: Umpire) -> None:
    """Set up a counter."""
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
    """Place every counter of the queue as in the scenario's own set-up."""
    for unit in queue:
        wanted, barred = _historical_hexes(state, unit), barred_hexes(state, unit)
        legal = zone(unit, state.assault, state.option)
        # One to a hex first, then again from the start; anywhere legal if they are all full.
        order = sorted(wanted, key=lambda hex: (len(_alike(state, unit, hex)), wanted.index(hex)))
        hexes = chain(order, legal)
        place(state, unit, next(h for h in hexes if h in legal and h not in barred), umpire)


def _alike(state: State, unit: int, hex: Hex) -> list[int]:
    """Counters of the same kind in a hex."""
    piece = ROSTER[unit]
    return [n for n in state.stack(hex, piece.side) if ROSTER[n].kind == piece.kind]


def _historical_hexes(state: State, unit: int) -> tuple[Hex, ...]:
    """The hexes of a counter's group; a regiment's officers may have hexes of their own."""
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
    """One option for all five companies (SR-18), chosen again before each assault.

    [stockade_redan:3.1.3.2] [stockade_redan:3.2.2.5]
    """

    rule: ClassVar[str] = "stockade_redan:3.1.3.2"
    verbs: ClassVar[tuple[str, ...]] = ("option", "historical")

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        return "What do the five batteries do: bombard from afar, or support up close?"

    def choices(self, state: State) -> list[Choice]:
        options = [option for option in _OPTIONS if not any(self.bars(state, option))]
        return [*options, _HISTORICAL]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "historical":
            yield from bare(choice, self.rule)
        elif choice not in _OPTIONS:
            yield Refusal(self.rule, "choose option 1 or 2")
        elif choice.object == "1" and not self._has_room(state):
            # Survivors of the first assault may be on the battery hexes.
            yield Refusal(
                "stockade_redan:3.1.3.4", "the battery hexes do not have room for them all"
            )

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        historical = choice.verb == "historical"
        plan = scenario(state.scenario).historical
        option = str(plan.option) if historical else choice.object
        state.option = 1 if option == "1" and self._has_room(state) else 2
        umpire.tell(OptionChosen(rules=(self.rule,), option=state.option))
        queue = union_queue(state)
        if historical:
            set_up_historically(state, UNION, queue, umpire)
        elif queue:
            state.agenda.append(SetUp(UNION, queue))

    @staticmethod
    def _has_room(state: State) -> bool:
        room = [
            hex
            for hex in BATTERIES
            if stacking.counted(state, hex, UNION) < stacking.limit(UNION, 0)
        ]
        return len(room) >= sum(not state.units[unit].lost for unit in COMPANIES)


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
        for number, unit in enumerate(carriers):
            state.set_bridge(number, Bridge(state.hex_of(unit), "carried", unit))
        umpire.tell(BridgesGiven(rules=("stockade_redan:3.1.3.19",), count=len(carriers)))


def set_up_second_assault(state: State, umpire: Umpire) -> None:
    """Reset the field and put the second set-up on the agenda. [stockade_redan:3.2.0.1]

    Carnage stays; every redan hex is Confederate again (SR-22).
    [stockade_redan:3.2.2.1] [stockade_redan:3.2.2.2] [stockade_redan:3.2.3.2]
    """
    state.assault = 2
    state.turn = 0
    state.phase = 0
    state.option = 0
    state.markers = ()
    for unit in range(len(ROSTER)):
        if state.hex_of(unit):
            state.take_off(unit, lost=False)
    state.bridges = [Bridge()] * len(state.bridges)
    state.index()
    state.union_held = frozenset()
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
            yield Refusal(self.rule, f"{choice.object or 'nothing'} is not a hex with {who}")

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
        state.set_bridge(number, Bridge(hex))
        umpire.tell(BridgesPlaced(rules=(self.rule,), hex=hex, count=1))
