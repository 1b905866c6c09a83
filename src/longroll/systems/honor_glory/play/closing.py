"""Charges on the table: the tests, the answer of the defender, and contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from longroll.board.table import (
    Point,
    Pose,
    after,
    ahead,
    bearing_to,
    distance,
    footprint,
    is_within,
    point,
    swept,
)
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.miniatures.amounts import Hundredths, UnitId
from longroll.miniatures.standing import ground_of
from longroll.systems.honor_glory import charge_fire, charges, marching
from longroll.systems.honor_glory.charges import Charge
from longroll.systems.honor_glory.fire import can_fire
from longroll.systems.honor_glory.melee_tables import FRESH_ENEMY
from longroll.systems.honor_glory.morale import Reason, Versus
from longroll.systems.honor_glory.play import (
    buildings,
    charging,
    field,
    guns,
    hits,
    melees,
    passing,
    ratings,
    runs,
    shooting,
    walls,
)
from longroll.systems.honor_glory.play.asking import Word
from longroll.systems.honor_glory.play.firing import Aftermath, Assist, Obey
from longroll.systems.honor_glory.play.melees import Won
from longroll.systems.honor_glory.play.rulebook import RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import Caught, State
from longroll.systems.honor_glory.rates import rate
from longroll.systems.honor_glory.words import FOOT, Action, Struck

_FLIGHT: tuple[Action, ...] = ("withdraw", "rout", "broken")


def bars_to_charge_at(
    state: State, id: str, target: str, *, seen: bool | None = None, pursuing: bool = False
) -> Iterator[Refusal]:
    """Everything that keeps a unit from charging another; `seen` is whether it saw that when its
    turn began. [honor_glory:77.1] [honor_glory:77.x4] [honor_glory:46.5a]"""
    unit = state.units[id]
    yield from charges.bars_to_charge(
        Charge(
            charger=field.facts(state, id, charging=True),
            target=field.facts(state, target),
            seen=guns.is_seen_to_charge(state, id, target) if seen is None else seen,
            wheeled=unit.wheeled,
            target_in_melee=state.opponent_of(target) is not None,
            force_marched=unit.forced,
            fought_or_fired=unit.fired or unit.fought,
        )
    )
    if state.opponent_of(id) is not None:
        yield Refusal("honor_glory:75.2", "it is in melee already")
    if unit.arm in FOOT and not pursuing and not field.faces(state, id, target):
        yield Refusal("honor_glory:46.5a", "infantry charges straight ahead")
    if state.units[target].arm == "artillery":
        for friend in field.attached_to(state, target):
            title = state.units[friend].title
            yield Refusal("honor_glory:90.3", f"the guns are attached to {title}: charge that")


def charge(state: State, id: str, target: str, umpire: Umpire, *, pursuing: bool = False) -> bool:
    """A declared charge: the charger's test, then the defender's; whether the charger goes at all.
    [honor_glory:77.4] [honor_glory:77.5] [honor_glory:77.9] [honor_glory:85.0]
    [honor_glory:13.charge.2] [honor_glory:85.4] [honor_glory:3.refuse.1]
    [honor_glory:3.refuse.2]"""
    for one in (id, target):
        ratings.try_out(state, one, umpire)
    if not _will_charge(state, id, umpire):
        return False
    buildings.leave(state, id)
    unit, other = state.units[id], state.units[target]
    if other.morale == "rallying":  # [honor_glory:101.8b]
        state.change(target, morale="routing")
    if state.units[target].morale != "formed":
        state.agenda.append(RunAt(id, target, pursuing=pursuing))
        return True
    versus: Versus = "cavalry" if unit.arm == "cavalry" else "infantry"
    answer = hits.check(state, target, "receive_charge", umpire, versus)
    action: Action = "stand" if answer is None else answer  # type: ignore[assignment]
    if state.units[target].mp == 0:
        action = "broken"
    if action in _FLIGHT:
        state.agenda.append(GiveWay(target, id, action, pursuing))
        return True
    walls.face_out(state, target, id)
    state.agenda.append(Respond(target, id, action == "countercharge_or_stand", pursuing))
    return True


def _will_charge(state: State, id: str, umpire: Umpire) -> bool:
    """A unit that refuses has lost this activation, and is tested again in the next one of the
    same go. [honor_glory:3.refuse.1] [honor_glory:3.refuse.2] [honor_glory:77.5] (HG-12)"""
    while state.units[id].left[0] > 0:
        if hits.check(state, id, "charge", umpire) == "charge":
            return True
        left = max(Fraction(0), Fraction(*state.units[id].left) - 1)
        state.change(id, left=(left.numerator, left.denominator))
    return False


class GiveWay(Do, frozen=True):
    """A unit that does not receive the charge runs. [honor_glory:78.3]"""

    unit: UnitId
    charger: UnitId
    action: Action
    pursuing: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        vacated, foes = point(field.centre_of(state, self.unit)), state.opponents_of(self.unit)
        hits.carry_out(state, self.unit, self.action, umpire)
        left_by(state, self.unit, foes)
        state.agenda.append(ComeOn(self.charger, vacated.x, vacated.y, self.pursuing))


class ComeOn(Do, frozen=True):
    """A charger goes on to where its target was. [honor_glory:78.3]"""

    unit: UnitId
    x: Hundredths
    y: Hundredths
    pursuing: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        vacated, start = Point(self.x, self.y), state.units[self.unit].pose
        reach = runs.reach_of(state, self.unit, vacated, umpire, pursuing=self.pursuing)
        runs.go_towards(state, self.unit, vacated, umpire, reach)
        if not self.pursuing:
            passing.watch(state, self.unit, start)


class Respond(Word, frozen=True):
    """A unit that receives a charge stands, fires or countercharges.
    [honor_glory:63.0a] [honor_glory:78.0] [honor_glory:78.1] [honor_glory:85.1]
    [honor_glory:85.2] [honor_glory:92.n4] (HG-28, HG-31)"""

    charger: UnitId
    may_countercharge: bool
    pursuing: bool = False

    rule: ClassVar[str] = "honor_glory:85.1"
    verbs: ClassVar[tuple[str, ...]] = ("stand", "fire", "countercharge")
    asked: ClassVar[str] = "How does {} receive the charge?"

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from Word.bars(self, state, choice)
        unit = state.units[self.unit]
        if choice.verb != "stand" and state.opponent_of(self.unit) is not None:
            yield Refusal("honor_glory:55.4", "it is in melee")
        if choice.verb != "stand":
            if field.charged_from(state, self.charger, self.unit) != "front":
                yield Refusal("honor_glory:95.1", "it is not struck in front")
        if choice.verb == "fire":
            if not can_fire(field.facts(state, self.unit)):
                yield Refusal("honor_glory:55.2", "it has nothing to fire with")
            if unit.river:
                yield Refusal("honor_glory:49.c4", "it is in the river")
            if unit.fired:
                yield Refusal("honor_glory:54.6", "it has fired in this turn")
            yield from shooting.bars_by_crew(state, self.unit)
        if choice.verb == "countercharge":
            if not self.may_countercharge:
                yield Refusal("honor_glory:78.1", "its test does not let it countercharge")
            if unit.inside or unit.river:
                yield Refusal("honor_glory:78.0", "it cannot leave its place to meet the enemy")
            if unit.prone:  # (HG-03)
                yield Refusal("honor_glory:53.1a", "it is lying down and must stand up first")
            facts = field.facts(state, self.unit)
            yield from charges.bars_to_countercharge(facts, state.units[self.charger].kind)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.agenda.append(Close(self.charger, self.unit, choice.verb, self.pursuing))
        if state.options.supporting_fire:  # [honor_glory:OP12.0]
            helpers = shooting.helpers(state, self.unit, self.charger, charged=True)
            state.agenda.append(Aftermath(charging=True))
            way = field.on_the_way(
                point(field.centre_of(state, self.charger)), state.units[self.unit].pose.point
            )
            for one in helpers:
                far = min(distance(state.units[one].pose.point, place) for place in way)
                near = charge_fire.is_effective_at(field.facts(state, one), far)
                state.agenda.append(Assist(one, self.charger, "support", near, charged=True))


class Close(Do, frozen=True):
    """The charge goes home, unless fire stops it; whoever countercharges does not fire.
    [honor_glory:21.1] [honor_glory:61.4] [honor_glory:63.5] [honor_glory:63.7]
    [honor_glory:77.8b] [honor_glory:78.n3]"""

    charger: UnitId
    unit: UnitId
    answer: str
    pursuing: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        charger = state.units[self.charger]
        if charger.left[0] <= 0 or charger.place != "table" or charger.morale != "formed":
            return
        stands = state.units[self.unit].morale == "formed"  # Friends that ran may have shaken it.
        if stands and self.answer == "fire":
            state.agenda.append(Volley(self.charger, self.unit, self.pursuing))
            return
        countercharge = stands and self.answer == "countercharge"
        state.agenda.append(RunAt(self.charger, self.unit, countercharge, self.pursuing))


class Volley(Do, frozen=True):
    """Fire at a charger; if that does not make it run it comes on. [honor_glory:63.2b]
    [honor_glory:63.3a] [honor_glory:92.n5] (HG-H30)"""

    charger: UnitId
    unit: UnitId
    pursuing: bool

    def run(self, state: State, umpire: Umpire) -> None:
        firer = field.facts(state, self.unit)
        target = field.facts(state, self.charger, charging=True)
        found = charge_fire.fire_out_of_sequence("charged", firer, target, umpire)
        if found.range_test is not None:
            hits.told(state, self.unit, found.range_test, umpire)
        assert found.shot is not None
        shooting.has_fired(state, self.unit, umpire)
        due = shooting.take(state, self.unit, self.charger, found.shot, umpire)
        state.agenda.append(Withstand(self.charger, self.unit, tuple(due), self.pursuing))


class Withstand(Do, frozen=True):
    """The tests that a charger under fire still has to take. [honor_glory:63.7]"""

    charger: UnitId
    unit: UnitId
    due: tuple[Reason, ...]
    pursuing: bool
    action: Action = "none"

    def run(self, state: State, umpire: Umpire) -> None:
        if self.due:
            first, *rest = self.due
            action = hits.test(state, self.charger, first, self.action, umpire, charging=True)
            state.agenda.append(replace(self, due=tuple(rest), action=action))
            return
        if self.action not in _FLIGHT:
            state.agenda.append(RunAt(self.charger, self.unit, False, self.pursuing))
        state.agenda.append(Obey(self.charger, self.action))


# The run


class RunAt(Do, frozen=True):
    """A charger is about to run at its target: how far it can get. [honor_glory:79.1a]"""

    charger: UnitId
    unit: UnitId
    countercharge: bool = False
    pursuing: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        there = point(field.centre_of(state, self.unit))
        reach = runs.reach_of(state, self.charger, there, umpire, pursuing=self.pursuing)
        state.agenda.append(
            GoHome(self.charger, self.unit, reach, self.countercharge, self.pursuing)
        )


class GoHome(Do, frozen=True):
    """The charger runs straight at the centre of its target; if it can touch it there is a melee,
    in the next turn if it was `pursuing` somebody else.
    [honor_glory:63.6] [honor_glory:77.3] [honor_glory:77.6] [honor_glory:77.7] [honor_glory:77.8a]
    [honor_glory:78.2] [honor_glory:6.4b] [honor_glory:92.n2] (HG-H67, HG-30)"""

    charger: UnitId
    unit: UnitId
    reach: Hundredths
    countercharge: bool
    pursuing: bool

    def run(self, state: State, umpire: Umpire) -> None:
        id, target, unit = self.charger, self.unit, state.units[self.charger]
        struck = field.charged_from(state, id, target)
        state.change(id, left=(0, 1), bonus_used=True)
        if self.countercharge:
            runs.meet(state, target, id, self.reach, umpire)
        centre = field.centre_of(state, target)
        state.put(id, Pose(unit.pose.point, field.heading_to(unit.pose.point, centre)))
        gone = charging.run(state, id, target, self.reach, struck, unit.pose)
        state.put(id, gone.pose)
        rule = "honor_glory:77.7" if gone.arrived else "honor_glory:77.8a"
        how = "charging home" if gone.arrived else "charging"
        runs.tell(state, id, unit.pose, rule, how, umpire)
        if not hits.passes_routers(state, id, unit.pose, umpire):  # [honor_glory:42.4b]
            return
        if gone.arrived:
            state.agenda.append(
                Arrive(id, target, gone.pose, struck, self.countercharge, self.pursuing)
            )
        if not self.pursuing:
            passing.watch(state, id, unit.pose, charged=target)


class Arrive(Do, frozen=True):
    """A charger has come up to its target, unless fire on its way has driven it off. Guns are
    overrun; with others there is a melee. [honor_glory:77.7] [honor_glory:OP11.0] (HG-42)"""

    charger: UnitId
    unit: UnitId
    at: Pose
    struck: Struck
    countercharge: bool
    pursuing: bool

    def run(self, state: State, umpire: Umpire) -> None:
        id, target, struck, unit = self.charger, self.unit, self.struck, state.units[self.charger]
        if unit.place != "table" or unit.morale != "formed" or unit.pose != self.at:
            return
        flees = state.units[target].morale != "formed"
        if flees and self.pursuing:
            return  # [honor_glory:92.6b] [honor_glory:84.1]
        if state.units[target].arm == "artillery":  # [honor_glory:90.1]
            hits.gone(state, target, "is overrun", umpire, killed=True)
            return
        joining = state.opponent_of(target) is not None
        state.melees = (*state.melees, (id, target))
        if self.pursuing:
            state.caught = {**state.caught, id: Caught(struck, state.turn)}
            return
        state.agenda.append(Clash(id, target, struck, joining, self.countercharge))


class Clash(Do, frozen=True):
    """The first round of a charge that has come home. [honor_glory:77.7]"""

    charger: UnitId
    unit: UnitId
    struck: Struck
    joining: bool
    countercharge: bool

    def run(self, state: State, umpire: Umpire) -> None:
        won = melees.fight(
            state,
            self.charger,
            self.unit,
            umpire,
            struck=self.struck,
            first=True,
            joining=self.joining,
            defender_move="countercharge" if self.countercharge else "halted",
        )
        follow_up(state, won, umpire)


def follow_up(state: State, won: Won | None, umpire: Umpire) -> None:
    """Whoever is left without an enemy may pursue, or takes the cover that was fought for.
    [honor_glory:96.1.6a]"""
    if won is None or state.units[won.unit].morale != "formed":
        return
    if won.over_cover:
        left = won.building and not buildings.holders(state, won.building)
        if left and state.units[won.unit].arm in FOOT:  # [honor_glory:96.1.6b]
            state.agenda.append(Possess(won.unit, won.building))
    else:
        left_by(state, won.enemy, (*won.others, won.unit))


def left_by(state: State, enemy: str, foes: Iterable[str]) -> None:
    """Everybody who fought an enemy that has left the melee is tested, unless it surrendered.
    [honor_glory:20.6] [honor_glory:92.0]"""
    if state.units[enemy].place != "gone":
        for one in foes:
            if state.units[one].morale == "formed" and state.opponent_of(one) is None:
                state.agenda.append(Control(one, enemy))


class Possess(Word, frozen=True):
    """The winner of a building may take possession of it. [honor_glory:96.1.6a]
    [honor_glory:96.1.6b]"""

    building: str

    rule: ClassVar[str] = "honor_glory:96.1.6a"
    verbs: ClassVar[tuple[str, ...]] = ("occupy", "stay")
    asked: ClassVar[str] = "Does {} take possession of the building?"

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "occupy":
            buildings.occupy(state, self.unit, self.building)


# Pursuit


class Forsaken(Do, frozen=True):
    """Whoever lost its enemy in melee because friends of that ran, or its commander-in-chief fell,
    is tested like any other. [honor_glory:92.0]"""

    def run(self, state: State, umpire: Umpire) -> None:
        left, state.forsaken = state.forsaken, ()
        for one, enemy in left:
            left_by(state, enemy, (one,))


class Control(Do, frozen=True):
    """The test of a unit whose enemy has left the melee: if it fails it must pursue, if it passes
    it may. [honor_glory:92.0] [honor_glory:92.1] [honor_glory:92.2] [honor_glory:92.3]
    [honor_glory:13.pursuit.1]"""

    unit: str
    enemy: str

    def run(self, state: State, umpire: Umpire) -> None:
        found = marching.control(field.facts(state, self.unit), umpire)
        hits.told(state, self.unit, found.test, umpire)
        if state.units[self.enemy].place != "table":
            return
        if found.must_pursue:
            pursue(state, self.unit, self.enemy, umpire)
        else:
            state.agenda.append(Follow(self.unit, self.enemy))


class Follow(Word, frozen=True):
    """A unit in hand stays or pursues, as its player likes. [honor_glory:92.2]"""

    enemy: str

    rule: ClassVar[str] = "honor_glory:92.2"
    verbs: ClassVar[tuple[str, ...]] = ("stay", "pursue")
    asked: ClassVar[str] = "Does {} pursue the enemy?"

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "pursue":
            pursue(state, self.unit, self.enemy, umpire)


class Swerve(Word, frozen=True):
    """A pursuer that passes a fresh enemy may try to attack it instead. [honor_glory:92.n0]"""

    enemy: str
    fresh: str

    rule: ClassVar[str] = "honor_glory:92.n0"
    verbs: ClassVar[tuple[str, ...]] = ("attack", "follow")
    asked: ClassVar[str] = "Does {} turn on the fresh enemy that it passes?"

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        """[honor_glory:92.n1] [honor_glory:92.n3]"""
        state.agenda.pop()
        state.change(self.unit, left=(1, 1))
        attacks = choice.verb == "attack"
        if not (attacks and charge(state, self.unit, self.fresh, umpire, pursuing=True)):
            _chase(state, self.unit, self.enemy, umpire)


def pursue(state: State, id: str, enemy: str, umpire: Umpire) -> None:
    """A whole move straight after the enemy, unless a fresh one is met. [honor_glory:92.4]
    [honor_glory:92.5] [honor_glory:92.n0]"""
    state.change(enemy, pursued=True)
    fresh = _met(state, id, enemy)
    if fresh is None:
        _chase(state, id, enemy, umpire)
    else:
        state.agenda.append(Swerve(id, enemy, fresh))


def _met(state: State, id: str, enemy: str) -> str | None:
    """The first formed enemy that a pursuit passes within 5 cm. [honor_glory:92.n0]"""
    unit = state.units[id]
    there = point(field.centre_of(state, enemy))
    start = Pose(unit.pose.point, bearing_to(unit.pose.point, there))
    far = min(rate(unit.mover) or 0, distance(start.point, there))
    to = after(layout_of(unit), start, ahead(far))
    way = swept(*(footprint(layout_of(unit), pose) for pose in (start, to)))
    met = [
        (distance(start.point, other.pose.point), one)
        for one, other in ((one, state.units[one]) for one in state.enemies_of(unit.side))
        if one != enemy
        and other.morale == "formed"
        and is_within(way, ground_of(RULEBOOK, other), FRESH_ENEMY)
        and not any(bars_to_charge_at(_rested(state, id), id, one, seen=True, pursuing=True))
    ]
    return min(met)[1] if met else None


def _rested(state: State, id: str) -> State:
    """The table as if a unit had neither fired nor fought: pursuit is part of its melee."""
    twin: State = state.copy()
    twin.change(id, fired=False, fought=False, wheeled=False)
    return twin


def _chase(state: State, id: str, enemy: str, umpire: Umpire) -> None:
    """Whoever catches up with an enemy that withdraws fights it in the next turn.
    [honor_glory:92.6a] [honor_glory:92.6b]"""
    if state.units[id].morale != "formed":
        return
    there = point(field.centre_of(state, enemy))
    struck = field.charged_from(state, id, enemy)
    runs.go_towards(state, id, there, umpire, rate(state.units[id].mover) or 0, at=enemy)
    caught = state.units[enemy].morale == "formed" and field.touching(state, id, enemy)
    if caught and state.opponent_of(enemy) is None:
        state.melees = (*state.melees, (id, enemy))
        state.caught = {**state.caught, id: Caught(struck, state.turn, joining=True)}


STEPS = (
    GiveWay,
    ComeOn,
    Respond,
    Close,
    Volley,
    Withstand,
    RunAt,
    GoHome,
    Arrive,
    Clash,
    Possess,
    Forsaken,
    Control,
    Follow,
    Swerve,
)
