"""Charges and melee on the table: tests, the answer of the defender, contact, rounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.table import (
    Pose,
    point,
)
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.miniatures.approach import Course, advance, goal_of
from longroll.systems.honor_glory import charge_fire, charges, marching, melee
from longroll.systems.honor_glory.charges import Charge
from longroll.systems.honor_glory.fire import can_fire
from longroll.systems.honor_glory.melee import Blow, Meeting
from longroll.systems.honor_glory.morale import Reason, Versus, due_after_hit
from longroll.systems.honor_glory.play import field, hits, runs, shooting
from longroll.systems.honor_glory.play.events import Struck
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import CONTACT, rate
from longroll.systems.honor_glory.units import Troops
from longroll.systems.honor_glory.words import Action


def bars_to_charge_at(state: State, id: str, target: str) -> Iterator[Refusal]:
    """[honor_glory:77.1] [honor_glory:77.x4]"""
    unit = state.units[id]
    yield from charges.bars_to_charge(
        Charge(
            charger=field.facts(state, id),
            target=field.facts(state, target),
            seen=field.has_line(state, id, target),
            wheeled=unit.wheeled,
            target_in_melee=state.opponent_of(target) is not None,
            fought_or_fired=unit.fired or unit.fought,
        )
    )
    if state.opponent_of(id) is not None:
        yield Refusal("honor_glory:75.2", "it is in melee already")
    if state.units[target].arm == "artillery":
        for friend in field.attached_to(state, target):
            title = state.units[friend].title
            yield Refusal("honor_glory:90.3", f"the guns are attached to {title}: charge that")


def charge(state: State, id: str, target: str, umpire: Umpire) -> None:
    """A declared charge: the charger's test, then the defender's.
    [honor_glory:77.4] [honor_glory:77.5] [honor_glory:77.9] [honor_glory:85.0]
    [honor_glory:3.refuse.1]"""
    own = hits.check(state, id, "charge", umpire)
    if own is None or own.action != "charge":
        state.change(id, left=(0, 1))
        return
    unit, other = state.units[id], state.units[target]
    if other.morale == "rallying":  # [honor_glory:101.8b]
        state.change(target, morale="routing")
    if state.units[target].morale != "formed":
        run_at(state, id, target, umpire)
        return
    versus: Versus = "cavalry" if unit.arm == "cavalry" else "infantry"
    answer = hits.check(state, target, "receive_charge", umpire, versus)
    action: Action = "stand" if answer is None else answer.action  # type: ignore[assignment]
    if state.units[target].mp == 0:
        action = "broken"
    if action in ("withdraw", "rout", "broken"):
        vacated = field.centre_of(state, target)
        hits.carry_out(state, target, action, umpire)
        runs.go_towards(state, id, point(vacated), umpire)  # [honor_glory:77.9]
        return
    state.agenda.append(Respond(target, id, action == "countercharge_or_stand"))


class Respond(Ask, frozen=True):
    """A unit that receives a charge stands, fires or countercharges.
    [honor_glory:63.0a] [honor_glory:78.0] [honor_glory:85.1] [honor_glory:85.2]"""

    unit: str
    charger: str
    may_countercharge: bool

    rule: ClassVar[str] = "honor_glory:85.1"
    verbs: ClassVar[tuple[str, ...]] = ("stand", "fire", "countercharge")

    def asks(self, state: State) -> str:
        return state.units[self.unit].side

    def question(self, state: State) -> str:
        return f"How does {state.units[self.unit].title} receive the charge?"

    def choices(self, state: State) -> list[Choice]:
        return [
            Choice(verb)
            for verb in self.verbs
            if next(self.bars(state, Choice(verb)), None) is None
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        unit = state.units[self.unit]
        if choice.objects:
            yield Refusal(self.rule, f"'{choice.verb}' takes no arguments")
        if choice.verb == "fire":
            if not can_fire(field.facts(state, self.unit)):
                yield Refusal("honor_glory:55.2", "it has nothing to fire with")
            if unit.fired:
                yield Refusal("honor_glory:54.6", "it has fired in this turn")
            if field.struck_from(state, self.charger, self.unit) != "front":
                yield Refusal("honor_glory:95.1", "it is not struck in front")
        if choice.verb == "countercharge":
            if not self.may_countercharge:
                yield Refusal("honor_glory:78.1", "its test does not let it countercharge")
            facts = field.facts(state, self.unit)
            yield from charges.bars_to_countercharge(facts, state.units[self.charger].kind)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.agenda.append(Close(self.charger, self.unit, choice.verb))


class Close(Do, frozen=True):
    """The charge goes home, unless fire stops it. [honor_glory:21.1] [honor_glory:63.5]"""

    charger: str
    unit: str
    answer: str

    def run(self, state: State, umpire: Umpire) -> None:
        if self.answer == "fire" and not _fire_before_contact(state, self, umpire):
            return
        run_at(state, self.charger, self.unit, umpire, countercharge=self.answer == "countercharge")


def _fire_before_contact(state: State, close: Close, umpire: Umpire) -> bool:
    """Fire at the charger; whether it comes on. [honor_glory:63.2b] [honor_glory:63.3a]
    (HG-H30)"""
    firer, target = field.facts(state, close.unit), field.facts(state, close.charger)
    found = charge_fire.fire_out_of_sequence("charged", firer, target, umpire)
    if found.range_test is not None:
        hits.told(state, close.unit, found.range_test, umpire)
    assert found.shot is not None
    state.change(close.unit, fired=True)
    due = shooting.take(state, close.unit, close.charger, found.shot, umpire)
    action = hits.obey(state, close.charger, due, umpire)
    hits.carry_out(state, close.charger, action, umpire)
    return action not in ("withdraw", "rout", "broken")


# The run


def run_at(
    state: State, id: str, target: str, umpire: Umpire, *, countercharge: bool = False
) -> None:
    """The charger runs at its target; if it can touch it there is a melee.
    [honor_glory:77.6] [honor_glory:77.7] [honor_glory:77.8a] [honor_glory:79.1a]
    [honor_glory:78.2] (HG-H67)"""
    unit = state.units[id]
    struck = field.struck_from(state, id, target)
    reach = runs.reach_of(state, id, point(field.centre_of(state, target)), umpire)
    state.change(id, left=(0, 1), bonus_used=True)
    if countercharge:
        runs.meet(state, target, id, reach, umpire)
    centre = field.centre_of(state, target)
    state.put(id, Pose(unit.pose.point, field.heading_to(unit.pose.point, centre)))
    goal = goal_of(state, target)
    gone = advance(state, id, goal, Course(reach + CONTACT), ())
    if not gone.arrived:
        gone = advance(state, id, goal, Course(reach), ())
    state.put(id, gone.pose)
    if gone.arrived:
        state.put(id, runs.aligned(state, id, target, struck, unit.pose))
    rule = "honor_glory:77.7" if gone.arrived else "honor_glory:77.8a"
    runs.tell(state, id, unit.pose, rule, "charging home" if gone.arrived else "charging", umpire)
    if not gone.arrived or state.units[target].morale != "formed":
        return  # [honor_glory:92.6b] [honor_glory:84.1]
    if state.units[target].arm == "artillery":  # [honor_glory:90.1]
        hits.gone(state, target, "is overrun", umpire)
        return
    if struck != "front":
        runs.turn_to(state, target, id)
    state.melees = (*state.melees, (id, target))
    move = "countercharge" if countercharge else "halted"
    fight(state, id, target, umpire, struck=struck, first=True, defender_move=move)


# Melee


def _told(state: State, id: str, other: str, blow: Blow, umpire: Umpire) -> None:
    umpire.tell(
        Struck(
            rules=("honor_glory:81.3b",),
            rolls=(*((blow.roll,) if blow.roll else ()), *blow.risk.rolls),
            unit=id,
            title=state.units[id].title,
            target=other,
            target_title=state.units[other].title,
            lines=blow.strike.lines,
            loss=int(blow.hit),
        )
    )


def supports(state: State, id: str) -> list[str]:
    """Friends that touch a forward unit and fight nobody themselves. [honor_glory:76.2]"""
    unit = state.units[id]
    return [
        friend
        for friend in state.of_side(unit.side)
        if friend != id
        and state.opponent_of(friend) is None
        and not state.units[friend].fought
        and not state.units[friend].fired
        and state.units[friend].morale == "formed"
        and state.units[friend].arm != "artillery"
        and field.touching(state, friend, id)
    ]


def fight(
    state: State,
    id: str,
    other: str,
    umpire: Umpire,
    *,
    struck: str = "front",
    first: bool = False,
    defender_move: str = "halted",
) -> None:
    """A round of melee between two forward units and their supports, then the tests of both.
    [honor_glory:76.3] [honor_glory:81.1a] [honor_glory:81.1b] [honor_glory:81.5]
    [honor_glory:9.1.2a] (HG-H62)"""
    month = state.played.file.date
    found = melee.fight(
        Meeting(
            attacker=field.facts(state, id),
            defender=field.facts(state, other),
            month=month,
            attacker_height=field.level(state, id),
            defender_height=field.level(state, other),
            first_contact=first,
            defender_move=defender_move,  # type: ignore[arg-type]
            struck=struck,  # type: ignore[arg-type]
        ),
        umpire,
    )
    due: dict[str, list[Reason]] = {id: [], other: []}
    for one, contact in ((id, found.on_attacker), (other, found.on_defender)):
        if contact is not None:
            if contact.basic is not None:
                hits.told(state, one, contact.basic, umpire)
            hits.lose(state, one, contact.loss)
    for striker, victim, blow in ((id, other, found.attack), (other, id, found.defence)):
        if blow is not None:
            due[victim] += _land(state, striker, victim, blow, umpire)
    for one, enemy in ((id, other), (other, id)):
        for friend in supports(state, one):
            due[enemy] += _support(state, friend, enemy, umpire)
    for one in (id, other):
        state.change(one, fought=True)
    actions = {one: hits.obey(state, one, due[one], umpire) for one in (other, id)}
    fled = [one for one in (other, id) if actions[one] in ("withdraw", "rout", "broken")]
    for one, enemy in ((other, id), (id, other)):
        if one in fled and actions[enemy] not in ("rout", "broken"):
            _overrun_guns_of(state, one, umpire)
    for one in fled:
        hits.carry_out(state, one, actions[one], umpire)
    if len(fled) == 1:
        pursue(state, id if fled[0] == other else other, fled[0], umpire)


def _overrun_guns_of(state: State, id: str, umpire: Umpire) -> None:
    """Guns attached to a unit that is driven from a melee are lost. [honor_glory:90.5]
    [honor_glory:90.6]"""
    for gun in state.of_side(state.units[id].side):
        if state.units[gun].arm == "artillery" and id in field.attached_to(state, gun):
            hits.gone(state, gun, "is overrun", umpire)


def _land(state: State, id: str, victim: str, blow: Blow, umpire: Umpire) -> list[Reason]:
    _told(state, id, victim, blow, umpire)
    if not blow.hit:
        return []
    hits.lose(state, victim, 1)
    hits.bury(state, victim, blow.risk, umpire)
    return due_after_hit("melee", blow.risk.killed)


def _support(state: State, id: str, enemy: str, umpire: Umpire) -> list[Reason]:
    """A supporting unit strikes too. [honor_glory:76.2] [honor_glory:76.3]"""
    victim: Troops = field.facts(state, enemy)
    if victim.mp == 0:
        return []
    struck = melee.strike(field.facts(state, id), victim, "L", state.played.file.date)
    blow, _ = melee.land(struck, victim, umpire)
    state.change(id, fought=True)
    return _land(state, id, enemy, blow, umpire)


def pursue(state: State, id: str, enemy: str, umpire: Umpire) -> None:
    """The victor tests its control; if it fails it follows for one move.
    [honor_glory:92.0] [honor_glory:92.1] [honor_glory:92.3] [honor_glory:92.5]
    [honor_glory:13.pursuit.1]"""
    found = marching.control(field.facts(state, id), umpire)
    hits.told(state, id, found.test, umpire)
    if found.must_pursue and state.units[enemy].place == "table":
        there = point(field.centre_of(state, enemy))
        runs.go_towards(state, id, there, umpire, rate(state.units[id].mover) or 0)


STEPS = (Respond, Close)
