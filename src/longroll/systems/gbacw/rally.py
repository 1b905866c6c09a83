"""13.5 Rally: pins are removed, and routed units rally."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.event import Line
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import command, crews, morale
from longroll.systems.gbacw.events import Rallied, Unpinned, name, names
from longroll.systems.gbacw.roster import BATTERY, CREW
from longroll.systems.gbacw.state import State

_DONE = choice("done")


class Unpin(Do, frozen=True):
    """H. First the pins of the phasing side are removed. [gbacw:4.0.21] [gbacw:9.85.1]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        units = [
            unit
            for unit in state.serving(self.side)
            if state.units[unit].pinned and state.hex_of(unit)
        ]
        if units:
            state.change_all(units, pinned=False)
            umpire.tell(Unpinned(rules=("gbacw:9.85.1",), units=names(state, units)))


class RallyFree(Do, frozen=True):
    """Units with a leader rally; those that need none roll a die.

    [gbacw:4.0.22] [gbacw:4.0.23] [gbacw:13.52.1] [gbacw:13.54.1] [gbacw:13.54.2] [gbacw:17.13.2]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        for unit in state.serving(self.side):
            own = state.units[unit]
            if not own.routed or not own.hex or own.hex in state.engaged:
                continue
            if not helpers(state, unit) and rallies_alone(state, unit):
                roll_rally(state, unit, umpire, "on its own", "gbacw:13.54.1")
            elif helpers(state, unit):
                rally_with_leader(state, unit, umpire)


def rallies_alone(state: State, unit: int) -> bool:
    """Crews, batteries, wagons and independent units rally by a die. [gbacw:13.54.1]"""
    alone = state.piece(unit).kind in (BATTERY, CREW) or command.is_independent(state, unit)
    return alone and not state.game.rules.needs_leader_to_rally(state, unit)


def helpers(state: State, unit: int) -> list[int]:
    """Leaders stacked with a unit who may rally it.

    [gbacw:13.52.1] [gbacw:12.94.8] [gbacw:17.3]
    """
    hex, side = state.hex_of(unit), state.side_of(unit)
    if hex in state.engaged:
        return []
    return [
        leader
        for leader in state.leaders_in(hex, side)
        if state.game.rules.aids(state, leader, unit)
    ]


def rally_with_leader(state: State, unit: int, umpire: Umpire) -> None:
    """A leader in its hex rallies a unit, unless an exclusive rule calls for a die roll."""
    rules = state.game.rules
    by_die = rules.rally_by_die(state, unit)
    if by_die and not rules.rallies_at_once(state, unit):
        state.rally_tried |= {unit}
        roll_rally(state, unit, umpire, "with a leader", by_die)
    else:
        rule = "gbacw:13.54.2" if rallies_alone(state, unit) else "gbacw:13.52.1"
        rally(state, unit, umpire, "with a leader", rule)


def rally(state: State, unit: int, umpire: Umpire, how: str, rule: str) -> None:
    """A unit is no longer routed. [gbacw:13.51]"""
    state.change(unit, routed=False)
    umpire.tell(Rallied(rules=(rule,), unit=name(state, unit), hex=state.hex_of(unit), how=how))
    crews.back_to_guns(state, (unit,), umpire)


def rally_lines(state: State, unit: int) -> list[Line]:
    """The modifiers to a rally die."""
    rule = state.game.rules.rally_aid(state, unit)
    return [Line(-1, "stacked with a commander", rule)] if rule and helpers(state, unit) else []


def roll_rally(state: State, unit: int, umpire: Umpire, how: str, rule: str) -> bool:
    """Roll for a unit: it rallies on its morale or less. [gbacw:13.54.1]"""
    needed = morale.see_elephant(state, unit, umpire)
    lines = rally_lines(state, unit)
    added = sum(line.value for line in lines)
    roll = umpire.roll(f"rally of {state.piece(unit).title}", at_most=needed - added)
    rallied = roll.value + added <= needed
    if rallied:
        state.change(unit, routed=False)
    umpire.tell(
        Rallied(
            rules=(rule,),
            rolls=(roll,),
            unit=name(state, unit),
            hex=state.hex_of(unit),
            how=how,
            rallied=rallied,
            lines=tuple(lines),
        )
    )
    if rallied:
        crews.back_to_guns(state, (unit,), umpire)
    return rallied


def bars_to_rally(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps a brigade commander from spending a Rally Point on a unit.

    [gbacw:2.0.12] [gbacw:13.52.2] [gbacw:17.13.1]
    """
    own, piece = state.units[unit], state.piece(unit)
    if not own.routed or not own.hex:
        yield Refusal("gbacw:13.51", f"{piece.title} is not routed")
        return
    if rallies_alone(state, unit):
        yield Refusal("gbacw:13.54.2", f"{piece.title} can only rally on its own or with a leader")
        return
    if own.hex in state.engaged:
        yield Refusal("gbacw:12.94.7", f"{piece.title} is engaged")
    leader = command.commander(state, piece.brigade)
    if leader is None:
        yield Refusal("gbacw:13.52.2", f"{piece.title} has no brigade commander on the map")
        return
    if not command.is_in_radius(state, piece.brigade, own.hex):
        yield Refusal("gbacw:13.52.2", f"{piece.title} is outside its commander's radius")
    if state.rally_spent.get(leader, 0) >= command.rally_rating(state, leader):
        yield Refusal("gbacw:17.13.1", f"{state.piece(leader).title} has no Rally Point left")
    yield from state.game.rules.bars_to_rally(state, unit)


class RallyPhase(Ask, frozen=True):
    """H. Brigade commanders spend Rally Points. [gbacw:4.0.22] [gbacw:13.52.2] [gbacw:17.13.1]"""

    side: SideName

    rule: ClassVar[str] = "gbacw:13.52.2"
    verbs: ClassVar[tuple[str, ...]] = ("rally", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which unit is rallied?"

    def choices(self, state: State) -> list[Choice]:
        found = [
            choice("rally", state.piece(unit).id)
            for unit in state.serving(self.side)
            if state.units[unit].routed and next(bars_to_rally(state, unit), None) is None
        ]
        return [*found, _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        unit = state.game.roster.number.get(choice.object, -1)
        if len(choice.objects) != 1 or unit < 0 or state.side_of(unit) != self.side:
            yield Refusal(self.rule, f"{choice.object or 'nobody'} is not one of your units")
        else:
            yield from bars_to_rally(state, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        unit = state.game.roster.number[choice.object]
        leader = command.commander(state, state.piece(unit).brigade)
        assert leader is not None
        state.rally_spent = {**state.rally_spent, leader: state.rally_spent.get(leader, 0) + 1}
        state.rally_tried |= {unit}
        rule = state.game.rules.rally_by_die(state, unit)
        if rule:
            roll_rally(state, unit, umpire, "by a Rally Point", rule)
        else:
            rally(state, unit, umpire, "by a Rally Point", "gbacw:13.52.2")
