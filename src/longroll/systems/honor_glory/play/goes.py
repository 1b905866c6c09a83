"""Goes: each activated unit carries out what was declared, with all that follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, takewhile
from typing import ClassVar

from longroll.board.table import Pose, Straight, after, distance
from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.miniatures.amounts import UnitId
from longroll.miniatures.drill import NORMAL, Act, Drill
from longroll.miniatures.marching import March, march
from longroll.miniatures.ways import farthest, is_free, obstacles, whole_move
from longroll.systems.honor_glory import marching
from longroll.systems.honor_glory.going import bars_to_prone, limber_cost, turn_cost
from longroll.systems.honor_glory.play import (
    buildings,
    closing,
    destruction,
    field,
    firing,
    hits,
    leaderless,
    manoeuvres,
    melees,
    passing,
    ratings,
    recovery,
    rivers,
    shooting,
    taking,
    walls,
)
from longroll.systems.honor_glory.play.events import Moved, Refused
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.rulebook import (
    DRILL,
    FORCED,
    FORCED_ROAD,
    ROAD,
    RULEBOOK,
    layout_of,
)
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.play.victory import conclude
from longroll.systems.honor_glory.rates import COSTS, Mover, limbered, rate
from longroll.systems.honor_glory.words import FOOT


class Go(Do, frozen=True):
    """One unit's go, from its first action to the last test. [honor_glory:3.go]
    [honor_glory:9.p3]"""

    unit: UnitId

    apart: ClassVar[bool] = True

    def run(self, state: State, umpire: Umpire) -> None:
        id, unit = self.unit, state.units[self.unit]
        order = read_order(state.declared[id])
        assert isinstance(order, Order)
        if unit.place != "table":
            return
        state.agenda += [Ended(), closing.Forsaken()]
        held = state.opponent_of(id) is not None and order.deed != "withdraw"
        if unit.morale == "broken" or held:
            refuse(state, id, "honor_glory:9.p3", "it cannot act now", umpire)
            return
        # [honor_glory:13.move.6] [honor_glory:38.2]
        state.change(id, left=(order.counters, 1), wheeled=False)
        if order.drill is not None or order.deed not in ("hold", "rest"):
            field.place(state, id, umpire)
        if not _plays_on(state, id, order, umpire):
            return
        if order.deed != "rest" and recovery.is_rested(unit):
            recovery.rest(state, id, 1, umpire)
            unit = state.units[id]
        if order.deed == "rally":
            _rally(state, id, umpire)
        elif order.deed == "rest":
            recovery.rest(state, id, order.counters, umpire)
        elif unit.morale != "formed":
            refuse(state, id, "honor_glory:13.rout.2", "it is running", umpire)
        else:
            # One in melee can only leave it. [honor_glory:OP7.5]
            fights = state.opponent_of(id) is not None
            wish = None if fights else leaderless.wish(state, id, umpire)
            if wish is None and order.deed == "withdraw":
                _withdraw(state, id, umpire)
            else:
                _carry_out(state, id, order if wish is None else wish, umpire)


def _plays_on(state: State, id: str, order: Order, umpire: Umpire) -> bool:
    """Whether a unit whose position is hopeless fights on; its player may give it up.
    [honor_glory:20.3] [honor_glory:20.4] [honor_glory:20.5]"""
    if order.deed != "surrender":
        if state.units[id].morale != "formed" or not field.is_hopeless(state, id):
            return True
        ratings.try_out(state, id, umpire)
        test = marching.fights_on(field.facts(state, id), umpire)
        hits.told(state, id, test, umpire)
        if test.passed:
            return True
    hits.gone(state, id, "surrenders", umpire)
    return False


class Ended(Do, frozen=True):
    """After a go the enemy may have taken horses or a camp, and an army may have lost.
    [honor_glory:10.1]"""

    def run(self, state: State, umpire: Umpire) -> None:
        taking.look_round(state, umpire)
        conclude(state)


def refuse(state: State, id: str, rule: str, why: str, umpire: Umpire) -> None:
    """(HG-H38)"""
    title = state.units[id].title
    umpire.tell(Refused(rules=(rule,), unit=id, title=title, why=why))


def _carry_out(state: State, id: str, order: Order, umpire: Umpire) -> None:
    """The drill first, then the deed; enemies whose front it crosses may fire by OP11.
    [honor_glory:13.hold] [honor_glory:13.multi] [honor_glory:3.actunit.1] [honor_glory:28.1]"""
    start = state.units[id].pose
    steps: list[PassBy] = []
    if order.drill is not None:
        buildings.leave(state, id)
        pace = order.drill.pace
        if pace == FORCED and not _forced_march(state, id, order.counters, umpire):
            return
        if manoeuvres.keeps_to_road(state, id, order.drill):
            pace = FORCED_ROAD if pace == FORCED else ROAD
        for act in order.drill.acts[:-1]:
            if not act_out(state, id, act, umpire, pace=pace):
                break
        else:
            before = state.units[id].pose
            if move_out(state, id, order.drill.acts[-1], umpire, pace=pace):
                steps.append(PassBy(id, before))
    state.agenda += [EndDrill(id, order.deed, order.target, start, order.drill is not None)]
    state.agenda += steps


class PassBy(Do, frozen=True):
    """A unit has moved, maybe past friends that run. [honor_glory:42.4b]"""

    unit: UnitId
    start: Pose

    def run(self, state: State, umpire: Umpire) -> None:
        hits.passes_routers(state, self.unit, self.start, umpire)


class EndDrill(Do, frozen=True):
    """A unit has done its drill, if it had any; the deed of its order follows."""

    unit: UnitId
    deed: str
    target: str
    start: Pose
    drilled: bool

    def run(self, state: State, umpire: Umpire) -> None:
        if self.drilled:
            manoeuvres.take_cover(state, self.unit)
            if self.deed == "charge":
                _await_the_next_activation(state, self.unit)
        if self.deed:
            state.agenda.append(DoDeed(self.unit, self.deed, self.target))
        passing.watch(state, self.unit, self.start)


def _await_the_next_activation(state: State, id: str) -> None:
    """Infantry that has turned or wheeled charges with the activations that follow; if there is
    none it does not. [honor_glory:46.5a]"""
    unit = state.units[id]
    if unit.arm in FOOT:
        whole = max(0, unit.left[0] // unit.left[1])
        state.change(id, left=(whole, 1), wheeled=whole == 0)


def _forced_march(state: State, id: str, marches: int, umpire: Umpire) -> bool:
    """The tests of a forced march, all before the unit moves. [honor_glory:51.2]
    [honor_glory:51.3] [honor_glory:51.4]"""
    ratings.try_out(state, id, umpire)
    found = marching.forced_march(field.facts(state, id), marches, umpire)
    for test in found.tests:
        hits.told(state, id, test, umpire)
    hits.lose(state, id, state.units[id].mp - found.unit.mp)
    state.change(id, forced=True)
    return not hits.run_if_broken(state, id, umpire)


class DoDeed(Do, frozen=True):
    """What an order ends with, if the unit can still do it."""

    unit: str
    deed: str
    target: str

    def run(self, state: State, umpire: Umpire) -> None:
        id, target, unit = self.unit, self.target, state.units[self.unit]
        if unit.place != "table" or unit.morale != "formed" or unit.left[0] < 0:
            return
        if target in state.units and _is_destroyed(state.units[target], self.deed):
            # [honor_glory:54.10] [honor_glory:65.1b] [honor_glory:68.6]
            refuse(state, id, "honor_glory:54.10", "its target is gone", umpire)
            return
        if self.deed == "fire":
            walls.face_out(state, id, target)  # [honor_glory:60.1]
        barred = next(bars_to_deed(state, id, self.deed, target), None)
        if barred is not None:
            refuse(state, id, barred.rule, barred.why, umpire)
            return
        match self.deed:
            case "fire":
                state.agenda.append(firing.Fire(id, target))
            case "battery":
                state.agenda += [firing.Cannonade(id, target), firing.Fire(id, target)]
            case "charge":
                closing.charge(state, id, target, umpire)
            case "occupy":
                house = buildings.beside(state, id)
                assert house is not None
                buildings.occupy(state, id, house.name)
            case "team":
                _hitch(state, id, target)
            case "ford":
                rivers.ford(state, id, umpire)
            case "bridge":
                rivers.build(state, id, target, umpire)
            case "shell" | "breach" | "burn" | "quench":
                destruction.attack(state, id, self.deed, target, umpire)


def _is_destroyed(target: Unit, deed: str) -> bool:
    """Whether others have done away with a target before a unit has its go: one that is broken in
    this turn is not fired at any more. [honor_glory:54.10] [honor_glory:65.1b]
    [honor_glory:68.6] (HG-44)"""
    broken = target.morale == "broken" and target.ran
    return target.place != "table" or (broken and deed in ("fire", "battery"))


def bars_to_deed(state: State, id: str, deed: str, target: str) -> Iterator[Refusal]:
    """What keeps a unit from the deed of its order, now that its go has come. (HG-03)"""
    if deed in ("charge", "occupy", "ford", "bridge"):
        yield from bars_to_prone(state.units[id].prone)
    match deed:
        case "fire" | "battery":
            yield from shooting.bars_to_shot(state, id, target, "activated")
        case "charge":
            yield from closing.bars_to_charge_at(state, id, target, seen=True)
        case "occupy":
            yield from buildings.bars_to_occupy(state, id)
        case "team":
            yield from _bars_to_hitch(state, id, target)
        case "ford" | "bridge":
            yield from rivers.bars_at_the_bank(state, id, deed, target)
        case "shell" | "breach" | "burn" | "quench":
            yield from destruction.bars_to_attack(state, id, deed, target)


def _bars_to_hitch(state: State, id: str, other: str) -> Iterator[Refusal]:
    """A gun without a team may be given that of another gun; there are no others.
    [honor_glory:70.4] [honor_glory:70.5]"""
    gun, giver = state.units[id], state.units[other]
    if gun.arm != "artillery" or gun.team:
        yield Refusal("honor_glory:70.4", "only a gun without a team is given one")
    if giver.arm != "artillery" or giver.side != gun.side or not giver.team:
        yield Refusal("honor_glory:70.5", f"{giver.title} has no team to give")
    elif giver.form != "deployed":
        yield Refusal("honor_glory:70.5", f"{giver.title} needs its team")
    reach = rate(Mover("team", "limbered")) or 0
    if distance(gun.pose.point, giver.pose.point) > reach:
        yield Refusal("honor_glory:70.5", "that is more than one move of a team")


def _hitch(state: State, id: str, other: str) -> None:
    state.change(id, team=state.units[other].team, left=(0, 1))
    state.change(other, team=0)


# Movement


def act_out(
    state: State,
    id: str,
    act: Act,
    umpire: Umpire,
    *,
    exactly: bool = False,
    pace: str = NORMAL,
) -> bool:
    """One part of a drill; whether it was done and the unit goes on."""
    start = state.units[id].pose
    done = move_out(state, id, act, umpire, exactly=exactly, pace=pace)
    return done and hits.passes_routers(state, id, start, umpire)


def move_out(
    state: State,
    id: str,
    act: Act,
    umpire: Umpire,
    *,
    exactly: bool = False,
    pace: str = NORMAL,
) -> bool:
    """One part of a drill, whoever it leads past; whether it was done."""
    found, bar = attempt(state, id, act, exactly=exactly, pace=pace)
    if bar is not None:
        refuse(state, id, bar.rule, bar.why, umpire)
        return False
    _moved(state, id, found, act, umpire)
    return True


def attempt(
    state: State, id: str, act: Act, *, exactly: bool = False, pace: str = NORMAL
) -> tuple[March, Refusal | None]:
    """What one part of a drill comes to, and what bars it; a straight leg is cut down to what is
    possible unless it is to be done `exactly`. [honor_glory:13.move.1] [honor_glory:13.move.5]
    [honor_glory:38.1]"""
    legs: Iterator[Act] = iter((act,))
    if isinstance(act, Straight) and not exactly:
        whole = manoeuvres.rounded(state, id, act, pace)
        legs = chain((whole,), _shortened(state, id, whole, pace))
    first: tuple[March, Refusal] | None = None
    for leg in legs:
        found = march(state, id, Drill((leg,), pace))
        near = manoeuvres.bars_near_enemies(state, id, leg)
        hot = destruction.bars_near_fire(state, id, found.unit)
        bar = next(chain(found.bars, near, hot), None)
        if bar is None:
            return found, None
        first = first or (found, bar)
    assert first is not None
    return first


def _shortened(state: State, id: str, leg: Straight, pace: str) -> Iterator[Straight]:
    """A leg as far as its cost and what is in the way allow: through friends, or up to them, where
    there is room to end."""
    unit = state.units[id]
    allowance = Fraction(*unit.left) * whole_move(state, unit, pace)
    open = [one for one in state.present() if _may_pass(unit, state.units[one], leg)]
    quarter = whole_move(state, unit, pace) * Fraction(COSTS.pass_through, 100)
    left = (allowance - passed * quarter for passed in range(len(open) + 1))
    through = takewhile(lambda most: most > 0, left)
    tried: set[int] = set()
    for besides, allowances in ((open, through), ((), (allowance,))):
        among = obstacles(state, id, besides)
        for most in allowances:
            clip = farthest(state, unit, unit.pose, leg, most, among, pace=pace)
            length = getattr(clip.leg, "length", 0)
            if length > 1 and length not in tried:
                tried.add(length)
                # A hundredth less keeps clear of what is in the way.
                shorter = manoeuvres.rounded(state, id, Straight(length - 1, leg.angle), pace)
                if is_free(state, unit, after(layout_of(unit), unit.pose, shorter), (id,)):
                    yield shorter


def _may_pass(unit: Unit, other: Unit, leg: Straight) -> bool:
    """[honor_glory:42.0]"""
    others = RULEBOOK.others
    return others.berth(unit, other).passable and isinstance(others.passage(unit, other, leg), Line)


def _moved(state: State, id: str, found: March, act: Act, umpire: Umpire) -> None:
    before = state.units[id]
    left = found.left
    state.units = {**state.units, id: found.unit}
    state.change(id, left=(left.numerator, left.denominator))
    umpire.tell(
        Moved(
            rules=("honor_glory:41.0",),
            unit=id,
            title=before.title,
            start=hits.place_of(before.pose),
            to=hits.place_of(state.units[id].pose),
            lines=found.lines,
            did=DRILL.say(Drill((act,))),
            length=found.length,
        )
    )


def _withdraw(state: State, id: str, umpire: Umpire) -> None:
    """A unit withdraws of its own will: it turns about, or limbers, and goes home with what
    is left of its allowance, or straight away from the enemy that it fights. [honor_glory:13.wd.1]
    [honor_glory:13.wd.2] [honor_glory:48.1.1] [honor_glory:48.1.2] [honor_glory:48.1.3]"""
    unit = state.units[id]
    mover, cost = unit.mover, turn_cost(180)
    if unit.form == "deployed" and unit.team:  # [honor_glory:48.0c]
        mover, cost = limbered(mover), limber_cost(mover)
    if unit.prone:  # [honor_glory:53.2]
        cost += COSTS.prone
    left = Fraction(*unit.left) - Fraction(cost, 100)
    move = int(left * (rate(mover) or 0))
    if move <= 0:
        refuse(state, id, "honor_glory:48.1.3", "too little of its allowance is left", umpire)
        return
    enemy = state.opponent_of(id)
    for regiment in field.attached_to(state, id) if unit.arm == "artillery" else ():
        order = read_order(state.declared.get(regiment, ()))
        leaves = isinstance(order, Order) and order.deed == "withdraw"
        if state.opponent_of(regiment) is not None and not leaves:
            why = f"{state.units[regiment].title} must withdraw with it"
            refuse(state, id, "honor_glory:48.0b", why, umpire)
            return
    if unit.arm == "artillery" and not unit.team:  # [honor_glory:48.0d]
        hits.tire(state, id, umpire, manhandled_withdrawals=1)
    foes = state.opponents_of(id)
    helpers = [] if enemy is None else melees.supports(state, id, enemy)
    charged = (enemy, id) in state.melees
    hits.flee(state, id, "withdraw", umpire, move=move)
    for friend in helpers:  # [honor_glory:81.6]
        assert enemy is not None
        if melees.step_forward(state, friend, enemy, umpire, charged=charged):
            return
    closing.left_by(state, id, foes)


# Rally


def _rally(state: State, id: str, umpire: Umpire) -> None:
    """[honor_glory:101.5] [honor_glory:101.6a]"""
    unit = state.units[id]
    facts = field.facts(state, id)
    barred = next(recovery.bars_to_rally(state, id, facts), None)
    if barred is not None:
        refuse(state, id, barred.rule, barred.why, umpire)
    elif recovery.rally(state, id, facts, umpire):
        enemy = field.nearest_enemy(state, id)
        if enemy is not None:
            there = field.centre_of(state, enemy)
            state.change(id, heading=field.heading_to(unit.pose.point, there))


STEPS = (Go, PassBy, EndDrill, Ended, DoDeed)
