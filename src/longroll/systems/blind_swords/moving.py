"""10.0 Movement as the players conduct it, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.kernel.wording import halved
from longroll.systems.blind_swords import (
    broken_track,
    cohesion,
    entering,
    forms,
    morale,
    opportunity_fire,
    reinforcements,
    steps,
)
from longroll.systems.blind_swords.movement import ARTILLERY, bars_to_stop
from longroll.systems.blind_swords.moving_events import Formed, Moved, Stopped
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.steps import BY_ORDER, BY_PHASE, Group, Paid
from longroll.systems.blind_swords.tables import ORDERS
from longroll.systems.blind_swords.wording import name, names

_DONE, _STOP = choice("done"), choice("stop")


def bars_to_move(state: State, side: str, unit: int, right: str = BY_ORDER) -> Iterator[Refusal]:
    """What keeps a unit from moving at all.

    [blind_swords:10.1.1] [blind_swords:7.3b.4] [blind_swords:6.1.1]
    """
    piece, own = state.piece(unit), state.units[unit]
    if piece.side != side or not own.hex:
        yield Refusal("blind_swords:10.1.1", f"{piece.title} is not yours on the map")
        return
    if right == BY_ORDER:
        brigade = state.active.brigade if state.active else ""
        if piece.brigade != brigade:
            title = state.game.roster.brigades[brigade].title if brigade else "the brigade"
            yield Refusal("blind_swords:10.1.1", f"{piece.title} does not belong to {title}")
        elif not ORDERS.orders[state.active.order].full:  # type: ignore[union-attr]
            yield Refusal("blind_swords:8.6.1", "nobody moves in a Limited Activation")
        if unit in state.moved:
            yield Refusal("blind_swords:10.1.1", f"{piece.title} has moved")
    elif right == BY_PHASE and piece.arm != ARTILLERY:
        yield Refusal("blind_swords:6.1.1", f"{piece.title} is not artillery")
    if own.hex == state.chaos:
        yield Refusal("blind_swords:7.3b.4", f"Battlefield Chaos keeps everybody in {own.hex}")
    yield from state.game.rules.bars_to_move(state, unit)


class MoveStep(Ask, frozen=True):
    """The units of the active brigade move, one unit or stack after another, and those that are
    due come on. [blind_swords:10.1.1] [blind_swords:10.11.2]
    """

    side: SideName

    rule: ClassVar[str] = "blind_swords:10.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("move", "enter", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which unit moves?"

    def choices(self, state: State) -> list[Choice]:
        assert state.active is not None
        own = state.brigade_units(state.active.brigade)
        found = [
            state.game.moves[unit]
            for unit in own
            if next(bars_to_move(state, self.side, unit), None) is None
        ]
        return [*found, *reinforcements.entries(state, self.side), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        unit = state.game.roster.number.get(choice.object)
        wanted = 2 if choice.verb == "enter" else 1
        if unit is None or len(choice.objects) != wanted:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a unit")
        elif choice.verb == "enter":
            hex = choice.objects[1]
            yield from reinforcements.bars_to_arrive(state, self.side, unit, hex)
        else:
            yield from bars_to_move(state, self.side, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        unit = state.game.roster.number[choice.object]
        if choice.verb == "move":
            state.agenda.append(Moving(self.side, (unit,)))
        else:
            come_on(state, unit, choice.objects[1], BY_ORDER, umpire)


def come_on(state: State, unit: int, hex: Hex, right: str, umpire: Umpire) -> None:
    """Bring a unit on, which then goes on with the points it has left. [blind_swords:10.11.2]"""
    side, place = state.side_of(unit), len(state.agenda)
    spent = reinforcements.arrive(state, unit, hex, umpire)
    if state.active is None or ORDERS.orders[state.active.order].full:
        state.agenda.insert(place, GoOn(Moving(side, (unit,), spent, right=right), hex))


class Moving(Ask, frozen=True):
    """A unit or stack on the move: it steps, changes its form, or stops.

    `allowance` is what an event gives; `right` is "order", "artillery" or the event.
    [blind_swords:10.1.1]
    """

    side: SideName
    units: tuple[UnitNumber, ...]
    spent: int = 0
    allowance: int = 0
    right: str = BY_ORDER

    rule: ClassVar[str] = "blind_swords:10.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("with", "to", "column", "form", "stop")
    obvious: ClassVar[bool] = True

    @property
    def group(self) -> Group:
        return Group(self.units, self.spent, self.allowance, self.right)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        who = state.piece(self.units[0]).title
        go = f"does {who} go"
        if len(self.units) > 1:
            go = f"do {who} and {len(self.units) - 1} more go"
        ahead = steps.left(state, self.group)
        if steps.hexes_given(state, self.group):
            return f"Where {go}? {ahead} {'hex' if ahead == 1 else 'hexes'} left."
        return f"Where {go}? {halved(ahead)} {'point' if halved(ahead) == '1' else 'points'} left."

    def choices(self, state: State) -> list[Choice]:
        start, game, group = state.hex_of(self.units[0]), state.game, self.group
        ahead = [game.steps[hex] for hex in steps.open_steps(state, group, start)]
        ahead += [
            choice("column", hex)
            for hex in game.grid.adjacent[start]
            if (start, hex) in game.field.links
            and next(steps.bars(state, group, start, hex, column=True), None) is None
        ]
        found = ahead.copy()
        found += [
            choice("with", state.piece(unit).id)
            for unit in state.stack(start, self.side)
            if next(self._bars_to_join(state, unit), None) is None
        ]
        found += [
            choice("form", form)
            for form in forms.FORMS
            if next(forms.bars(state, group, form), None) is None
        ]
        if not ahead or next(steps.bars_to_end(state, group, start), None) is None:
            found.append(_STOP)
        return found

    def _bars_to_join(self, state: State, unit: int) -> Iterator[Refusal]:
        """A stack moves together from where it starts. [blind_swords:10.1.1]"""
        start, title = state.hex_of(self.units[0]), state.piece(unit).title
        if unit in self.units:
            yield Refusal(self.rule, f"{title} is moving already")
        elif state.hex_of(unit) != start:
            yield Refusal(self.rule, f"{title} is not in {start}")
        if self.spent or self.right not in (BY_ORDER, BY_PHASE):
            yield Refusal(self.rule, "a stack moves together from the start")
        if self.right == BY_PHASE and not has_not_acted(state, unit):
            yield Refusal("blind_swords:6.2.5", f"{title} has acted")
        yield from bars_to_move(state, self.side, unit, self.right)

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        verb, given = choice.verb, choice.object
        start = state.hex_of(self.units[0])
        if verb == "stop":
            yield from bare(choice, self.rule)
            told = list(steps.bars_to_end(state, self.group, start))
            if told and any(one.verb in ("to", "column") for one in self.choices(state)):
                yield from told
        elif len(choice.objects) != 1:
            yield Refusal(self.rule, f"{verb!r} takes one argument")
        elif verb in ("to", "column"):
            yield from steps.bars(state, self.group, start, given, column=verb == "column")
        elif verb == "form":
            yield from forms.bars(state, self.group, given)
        else:
            unit = state.game.roster.number.get(given)
            if unit is None:
                yield Refusal(self.rule, f"{given!r} is not a unit")
            else:
                yield from self._bars_to_join(state, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        match choice.verb:
            case "stop":
                state.agenda.pop()
                finish(state, self.units, umpire)
            case "with":
                unit = state.game.roster.number[choice.object]
                state.agenda[-1] = replace(self, units=(*self.units, unit))
            case "form":
                self._form(state, choice.object, umpire)
            case _:
                self._step(state, choice.object, choice.verb == "column")

    def _form(self, state: State, form: str, umpire: Umpire) -> None:
        unit = self.units[0]
        cost = forms.cost(state, self.group, form)
        state.change(unit, **forms.CHANGES[form])
        spent = self.spent + cost
        rule = forms.RULES[form]
        hex = state.hex_of(unit)
        umpire.tell(Formed(rules=(rule,), unit=name(state, unit), hex=hex, form=form, cost=cost))
        state.agenda[-1] = replace(self, spent=spent)

    def _step(self, state: State, hex: Hex, column: bool) -> None:
        start = state.hex_of(self.units[0])
        state.agenda[-1] = Step(self, start, hex, column)
        if self.group.is_event:
            return
        before = state.game.rules.before_entering
        for unit in reversed(self.units):
            state.agenda.extend(reversed(list(before(state, unit, start, hex))))


class Step(Do, frozen=True):
    """Units take a step, unless a roll has turned them back; whoever leaves an Engaged hex may be
    fired at first. [blind_swords:10.7.3] [blind_swords:6.5.1]

    `check` is the rule of a Cohesion Check on entry, and `offered` says that the fire is over.
    """

    moving: Moving
    start: HexName
    to: HexName
    column: bool = False
    turned_back: bool = False
    check: str = ""
    offered: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        moving = self.moving
        going = tuple([unit for unit in moving.units if state.hex_of(unit) == self.start])
        if not going:
            state.mark("moved", moving.units)
            return
        group = moving.group._replace(units=going)
        paid = steps.pay(state, group, self.start, self.to, self.column)
        assert isinstance(paid, Paid)
        if not self.turned_back and not self.offered and steps.are_engaged(state, going):
            state.agenda.append(replace(self, offered=True))
            opportunity_fire.offer(state, going, self.start, umpire)
            return
        after = replace(moving, units=going, spent=moving.spent + paid.halves)
        state.mark("moved", set(moving.units) - set(going))
        if self.turned_back:
            state.agenda.append(GoOn(after, self.start))
            return
        state.agenda.append(GoOn(after, self.to))
        self._enter(state, after, paid, umpire)

    def _enter(self, state: State, after: Moving, paid: Paid, umpire: Umpire) -> None:
        going = after.units
        state.paths = {
            **state.paths,
            **{unit: (*state.paths.get(unit, (self.start,)), self.to) for unit in going},
        }
        by_hexes = steps.hexes_given(state, after.group)
        umpire.tell(
            Moved(
                rules=("blind_swords:10.1.1",),
                units=names(state, going),
                start=self.start,
                to=self.to,
                cost=0 if by_hexes else paid.halves,
                spent=0 if by_hexes else after.spent,
                lines=paid.details,
            )
        )
        how = entering.EVENT if after.group.is_event else entering.MOVE
        entering.enter(state, going, self.to, how, umpire)
        if self.check:
            cohesion.check(state, going[0], self.check, umpire)
        for unit in paid.hits:
            morale.hit(state, unit, umpire, "blind_swords:6.5.1")


def turn_back(state: State) -> None:
    """The step that comes next is paid for, but not taken."""
    state.agenda[-1] = replace(state.agenda[-1], turned_back=True)


def check_on_entry(state: State, rule: str) -> None:
    """Whoever takes the step that comes next makes a Cohesion Check by a rule."""
    state.agenda[-1] = replace(state.agenda[-1], check=rule)


class GoOn(Do, frozen=True):
    """Those who are still where the step led go on, unless they are Engaged or in Chaos there.

    [blind_swords:10.6.3] [blind_swords:7.3b.4]
    """

    moving: Moving
    hex: HexName

    def run(self, state: State, umpire: Umpire) -> None:
        units = self.moving.units
        there = tuple([unit for unit in units if state.hex_of(unit) == self.hex])
        state.mark("moved", set(units) - set(there))
        if not there:
            return
        group = self.moving.group._replace(units=there)
        if steps.must_stop(state, group, self.hex) and self._has_moved(state, there):
            chaos = self.hex == state.chaos
            rules = ("blind_swords:7.3b.4" if chaos else "blind_swords:10.6.3",)
            who = names(state, there)
            umpire.tell(Stopped(rules=rules, units=who, hex=self.hex, chaos=chaos))
            finish(state, there, umpire)
        else:
            state.agenda.append(replace(self.moving, units=there))

    def _has_moved(self, state: State, units: tuple[int, ...]) -> bool:
        """Not where a roll has turned back units that were Engaged all the time."""
        return any(len(state.paths.get(unit, ())) > 1 for unit in units)


def finish(state: State, units: tuple[int, ...], umpire: Umpire) -> None:
    """The move of some units is over; whoever may not stay where it is and has no way is lost.

    [blind_swords:12.3.5]
    """
    state.mark("moved", units)
    for unit in units:
        why = next(bars_to_stop(state, unit, state.hex_of(unit)), None)
        if why is not None:
            broken_track.eliminate(state, unit, umpire, why.rule)


def has_not_acted(state: State, unit: int) -> bool:
    """Whether guns have done nothing yet in the Artillery Phase. [blind_swords:6.2.5]"""
    return unit not in (state.fired | state.moved | state.rallied | state.stood)


STEPS: tuple[type[Any], ...] = (MoveStep, Moving, Step, GoOn)
