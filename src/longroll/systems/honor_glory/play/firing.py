"""A unit fires in its go: the shot, who answers it, and the tests of both sides."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Choice
from longroll.miniatures.amounts import UnitId
from longroll.systems.honor_glory import charge_fire
from longroll.systems.honor_glory.batteries import BatteryGun, automatic_loss
from longroll.systems.honor_glory.charge_fire import Reason as Occasion
from longroll.systems.honor_glory.morale import Reason, in_order
from longroll.systems.honor_glory.play import (
    destruction,
    field,
    hits,
    ratings,
    shooting,
    walls,
)
from longroll.systems.honor_glory.play.asking import Word
from longroll.systems.honor_glory.play.events import Battered
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import COSTS
from longroll.systems.honor_glory.words import Action, Morale

#: Units that were hit, each with the tests that it must take.
Due = tuple[tuple[UnitId, tuple[Reason, ...]], ...]


def fire_at(state: State, id: str, target: str, umpire: Umpire) -> None:
    """A shot; then the target may return fire, its neighbours may help it by OP12, and both sides
    take their tests; none is needed to fire. [honor_glory:72.0b] [honor_glory:9.p3]
    [honor_glory:9.1.1a] [honor_glory:9.1.3] [honor_glory:64.1]"""
    state.spend(id, Fraction(COSTS.fire, 100))
    for one in (id, target):
        ratings.try_out(state, one, umpire)
    state.agenda += _once_all_have_fired(state, target)
    if shooting.is_hidden_by_ground(state, id, target, umpire):
        shooting.has_fired(state, id, umpire)  # [honor_glory:37.3]
        return
    walls.face_out(state, target, id)
    before = state.units[target].morale
    reaches = shooting.is_in_range(state, id, target)
    add_due(state, target, shooting.shoot(state, id, target, umpire))
    if reaches and state.units[id].arm == "artillery":
        destruction.hit_cover_of(state, target, id, umpire)
    state.change(target, shot_at=True)
    state.agenda.append(Answer(target, id, before))


class Fire(Do, frozen=True):
    """A unit that may fire does. [honor_glory:13.fire.1]"""

    unit: UnitId
    target: UnitId

    def run(self, state: State, umpire: Umpire) -> None:
        fire_at(state, self.unit, self.target, umpire)


class Answer(Do, frozen=True):
    """Who may answer a shot: the target, `before` is its morale before it, and by OP12 its
    neighbours. [honor_glory:54.2] [honor_glory:OP12.0]"""

    unit: UnitId
    firer: UnitId
    before: Morale

    def run(self, state: State, umpire: Umpire) -> None:
        if state.options.supporting_fire:
            for one in shooting.helpers(state, self.unit, self.firer):
                near = charge_fire.is_effective_at(
                    field.facts(state, one), field.range_to(state, one, self.firer)
                )
                state.agenda.append(Assist(one, self.firer, "support", near))
        if shooting.can_reply(state, self.unit, self.firer, before=self.before):
            state.agenda.append(Reply(self.unit, self.firer))


class Aftermath(Do, frozen=True):
    """The tests of everybody who was hit, once all have fired, perhaps at a unit that charges.
    [honor_glory:9.1.3] [honor_glory:97.1.1] [honor_glory:97.1.3]"""

    due: Due = ()
    charging: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        due = reversed(self.due)
        state.agenda += [Undergo(id, reasons, charging=self.charging) for id, reasons in due]


class Undergo(Do, frozen=True):
    """The tests that a unit still has to take, and what those before demand."""

    unit: UnitId
    reasons: tuple[Reason, ...]
    action: Action = "none"
    charging: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        if state.units[self.unit].place == "table":
            first, *rest = self.reasons
            action = hits.test(state, self.unit, first, self.action, umpire, charging=self.charging)
            more = replace(self, reasons=tuple(rest), action=action)
            state.agenda.append(more if rest else Obey(self.unit, action))


class Obey(Do, frozen=True):
    """What its tests make a unit do. [honor_glory:9.1.4]"""

    unit: UnitId
    action: Action

    def run(self, state: State, umpire: Umpire) -> None:
        hits.carry_out(state, self.unit, self.action, umpire)


def _once_all_have_fired(state: State, target: str, due: Due = ()) -> list[Do]:
    """The tests of who was hit, and the flight of a target that had rallied."""
    rallied = state.units[target].morale == "rallying"
    return [*([RunAgain(target)] if rallied else []), Aftermath(due)]


class RunAgain(Do, frozen=True):
    """A unit that had rallied runs at once if it has lost points, whatever its tests say.
    [honor_glory:101.8b] [honor_glory:50.1] (HG-H22)"""

    unit: UnitId

    def run(self, state: State, umpire: Umpire) -> None:
        unit = state.units[self.unit]
        if unit.place == "table" and unit.morale == "routing":
            hits.carry_out(state, self.unit, "rout", umpire)


def add_due(state: State, id: str, reasons: list[Reason]) -> None:
    """Add tests to those that wait for the end of an exchange of fire, in the order of the table.
    [honor_glory:100.5a]"""
    if not reasons:
        return
    at = max(i for i, step in enumerate(state.agenda) if isinstance(step, Aftermath))
    before = dict(state.agenda[at].due)
    due = {**before, id: in_order((*before.get(id, ()), *reasons))}
    state.agenda[at] = replace(state.agenda[at], due=tuple(due.items()))


class _Chance(Word, frozen=True):
    """A unit that is not activated may fire now or not at all."""

    target: str

    verbs: ClassVar[tuple[str, ...]] = ("reply", "hold")

    def question(self, state: State) -> str:
        one, other = (state.units[id].title for id in (self.unit, self.target))
        return self.asked.format(one, other)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "reply":
            self.fire(state, umpire)

    def fire(self, state: State, umpire: Umpire) -> None:
        raise NotImplementedError


class Reply(_Chance, frozen=True):
    """A unit that was fired at may fire back, at one of those who fire at it in a turn.
    [honor_glory:9.1.1c] [honor_glory:13.fire.2] [honor_glory:13.fire.3] [honor_glory:54.3]
    [honor_glory:54.4] [honor_glory:60.2]"""

    rule: ClassVar[str] = "honor_glory:54.2"

    asked: ClassVar[str] = "Does {} return the fire of {}?"

    def fire(self, state: State, umpire: Umpire) -> None:
        if shooting.is_hidden_by_ground(state, self.unit, self.target, umpire):
            shooting.has_fired(state, self.unit, umpire)  # [honor_glory:37.3]
            return
        due = shooting.shoot(state, self.unit, self.target, umpire, reply=True)
        add_due(state, self.target, due)


class Assist(_Chance, frozen=True):
    """A unit fires out of its turn, by OP11 at an enemy that crosses its front or by OP12 for a
    neighbour, if it passes a BASIC test. [honor_glory:OP11.1] [honor_glory:OP12.0]
    [honor_glory:OP12.1a]"""

    occasion: Occasion
    #: The target came within effective range.
    effective: bool = True
    #: The target charges.
    charged: bool = False

    rule: ClassVar[str] = "honor_glory:OP12.0"

    asked: ClassVar[str] = "Does {} fire at {} out of its turn?"

    def fire(self, state: State, umpire: Umpire) -> None:
        """[honor_glory:OP11.2] [honor_glory:OP12.2] [honor_glory:OP12.3a]"""
        for one in (self.unit, self.target):
            ratings.try_out(state, one, umpire)
        found = charge_fire.fire_out_of_sequence(
            self.occasion,
            field.facts(state, self.unit),
            field.facts(state, self.target, charging=self.charged),
            umpire,
            came_within_effective=self.effective,
        )
        for test in (found.basic, found.range_test):
            if test is not None:
                hits.told(state, self.unit, test, umpire)
        if found.shot is None:
            hits.lose(state, self.unit, charge_fire.FAILED_BASIC)
            hits.run_if_broken(state, self.unit, umpire)
            return
        shooting.has_fired(state, self.unit, umpire)
        add_due(
            state, self.target, shooting.take(state, self.unit, self.target, found.shot, umpire)
        )


# Grand batteries


def battery_of(state: State, target: str) -> list[str]:
    """The guns that were declared a grand battery against a target. [honor_glory:68.3]"""
    orders = {id: read_order(words) for id, words in state.declared.items()}
    return [
        id
        for id, order in orders.items()
        if isinstance(order, Order) and (order.deed, order.target) == ("battery", target)
    ]


class Cannonade(Do, frozen=True):
    """When the last gun of a grand battery has fired its target loses a point, hit or not.
    [honor_glory:68.1] [honor_glory:68.2] [honor_glory:68.4] [honor_glory:68.5] (HG-H56, HG-06)"""

    gun: str
    target: str

    def run(self, state: State, umpire: Umpire) -> None:
        guns, target = battery_of(state, self.target), state.units[self.target]
        if guns[-1] != self.gun or target.place != "table" or target.mp == 0:
            return
        together = [
            BatteryGun(
                field.facts(state, gun),
                field.range_to(state, gun, self.target),
                moved=len(state.declared[gun]) > 3,
                same_target=state.units[gun].fired,
            )
            for gun in guns
        ]
        facts = field.facts(state, self.target)
        loss = automatic_loss(together, facts, _is_joined(state, guns))
        if not loss:
            return
        tests: Due = ((self.target, ("hit_by_artillery",)),)
        state.agenda += _once_all_have_fired(state, self.target, tests)
        shooting.wear_down(state, self.target, loss)
        umpire.tell(
            Battered(rules=("honor_glory:68.2",), unit=self.target, title=target.title, loss=loss)
        )


def _is_joined(state: State, guns: list[str]) -> bool:
    """Whether guns stand in base contact, each with some other of them. [honor_glory:68.1]"""
    joined = guns[:1]
    for gun in joined:
        joined += [one for one in guns if one not in joined and field.touching(state, gun, one)]
    return len(joined) == len(guns)


STEPS = (Fire, Answer, RunAgain, Aftermath, Undergo, Obey, Reply, Assist, Cannonade)
