"""7.4 Moves, fires and checks that an event brings, as the players conduct them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import (
    checks,
    cohesion,
    engagement,
    fire,
    firing,
    moving,
    overstack,
)
from longroll.systems.blind_swords.activation import forget
from longroll.systems.blind_swords.chit_events import UnitDaunted
from longroll.systems.blind_swords.combat import Volley
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import DISRUPTED, EventName, State
from longroll.systems.blind_swords.wording import name

_DONE = choice("done")


class EndEvent(Do, frozen=True):
    """What an event let units do is over: stacks are checked; nobody's activation is touched.

    [blind_swords:3.1.3]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        if state.active is None:
            forget(state)
        overstack.check(state, self.side, umpire)


# Movement


def bars_to_send(state: State, side: str, unit: int, event: str, gone: tuple[int, ...]) -> Any:
    """What keeps a unit from moving by an event: it is Engaged, Disrupted, or of the guns.

    Brigades and divisions do not matter. [blind_swords:7.4.5] [blind_swords:7.4.6]
    """
    title, rule = state.piece(unit).title, "blind_swords:7.4.6"
    told = list(moving.bars_to_move(state, side, unit, event))
    yield from told
    if told:
        return
    if unit in gone:
        yield Refusal(rule, f"{title} has moved")
    if state.arm(unit) == "artillery":
        yield Refusal(rule, f"{title} is artillery")
    if engagement.is_engaged(state, unit):
        yield Refusal(rule, f"{title} is Engaged")
    if state.units[unit].hits >= DISRUPTED:
        yield Refusal(rule, f"{title} is Disrupted")
    yield from state.game.rules.bars_event_on(state, side, unit)


def movers(state: State, side: str, event: str, gone: tuple[int, ...]) -> list[int]:
    """The units of a side that may move by an event."""
    return [
        unit
        for unit in state.game.roster.of_side[side]  # type: ignore[index]
        if next(bars_to_send(state, side, unit, event, gone), None) is None
    ]


def send(state: State, side: str, event: str) -> None:
    """Push the question who moves by an event."""
    state.agenda.append(EndEvent(side))
    state.agenda.append(SendUnits(side, event))


class SendUnits(Ask, frozen=True):
    """A few units move by an event, one after another. [blind_swords:7.4.6]"""

    side: SideName
    event: EventName
    gone: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "blind_swords:7.4.6"
    verbs: ClassVar[tuple[str, ...]] = ("move", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        event = state.game.chits.events[self.event]
        left = event.numbers["units"] - len(self.gone)
        return f"{event.title}: which unit moves? {left} {'unit' if left == 1 else 'units'} left."

    def choices(self, state: State) -> list[Choice]:
        if len(self.gone) >= state.game.chits.events[self.event].numbers["units"]:
            return [_DONE]
        found = movers(state, self.side, self.event, self.gone)
        return [*(state.game.moves[unit] for unit in found), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        unit = state.game.roster.number.get(choice.object)
        most = state.game.chits.events[self.event].numbers["units"]
        if unit is None or len(choice.objects) != 1:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a unit")
        elif len(self.gone) >= most:
            yield Refusal(self.rule, f"{most} units have moved")
        else:
            yield from bars_to_send(state, self.side, unit, self.event, self.gone)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "done":
            return
        unit = state.game.roster.number[choice.object]
        halves = 2 * state.game.chits.events[self.event].numbers["movement"]
        state.agenda.append(replace(self, gone=(*self.gone, unit)))
        state.agenda.append(moving.Moving(self.side, (unit,), 0, halves, self.event))


# Fire


def targets(state: State, unit: int, event: str) -> list[Hex]:
    """What a unit may fire at by an event."""
    return firing.targets(state, (unit,), event)


def bars_to_shoot(state: State, unit: int, event: str, rule: str) -> Iterator[Refusal]:
    """What keeps a unit from firing by an event."""
    told = list(fire.bars_to_fire(state, unit, event))
    yield from told
    if not told and not targets(state, unit, event):
        yield Refusal(rule, f"{state.piece(unit).title} has no target in sight")


class Shoot(Ask, frozen=True):
    """A unit fires once by an event, whatever it does in its activation. [blind_swords:7.4.8]"""

    side: SideName
    unit: UnitNumber
    event: EventName

    rule: ClassVar[str] = "blind_swords:7.4.8"
    verbs: ClassVar[tuple[str, ...]] = ("fire",)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"What does {state.piece(self.unit).title} fire at?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("fire", hex) for hex in targets(state, self.unit, self.event)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if len(choice.objects) != 1 or choice.object not in state.game.grid:
            yield Refusal(self.rule, "name one hex")
        else:
            yield from fire.bars_to_fire_at(state, self.unit, choice.object, self.event)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        there = fire.targets_of(state, self.side, choice.object)
        volley = Volley(self.side, choice.object, self.event, (self.unit,), there, (self.event,))
        fire.declare(state, volley, umpire)


# Fright


def frighten(state: State, unit: int, umpire: Umpire) -> None:
    """A unit takes a Cohesion Check; if it fails it also keeps away from Trenches.

    [blind_swords:7.4.16]
    """
    state.agenda.append(AfterFright(unit))
    cohesion.check(state, unit, "blind_swords:7.4.16", umpire, checks.DAUNTED)


class AfterFright(Do, frozen=True):
    """A unit that lost heart keeps away from Trenches, and out of an assault on one.

    [blind_swords:7.4.16]
    """

    unit: UnitNumber

    def run(self, state: State, umpire: Umpire) -> None:
        if self.unit in state.daunted:
            rules = ("blind_swords:7.4.16",)
            umpire.tell(UnitDaunted(rules=rules, unit=name(state, self.unit)))


STEPS: tuple[type[Any], ...] = (EndEvent, SendUnits, Shoot, AfterFright)
