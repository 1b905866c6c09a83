"""Goes: each activated unit carries out what was declared, with all that follows from it."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain

from longroll.board.table import Straight
from longroll.kernel.agenda import Do, Umpire
from longroll.miniatures.drill import NORMAL, Act, Drill
from longroll.miniatures.marching import March, march
from longroll.miniatures.ways import farthest, obstacles, whole_move
from longroll.systems.honor_glory import rally
from longroll.systems.honor_glory.going import limber_cost, turn_cost
from longroll.systems.honor_glory.play import closing, field, hits, manoeuvres, shooting
from longroll.systems.honor_glory.play.events import Moved, Refused
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.rulebook import ROAD
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.victory import conclude
from longroll.systems.honor_glory.rally import Rest
from longroll.systems.honor_glory.rates import limbered, rate


class Go(Do, frozen=True):
    """One unit's go, from its first action to the last test. [honor_glory:3.go]
    [honor_glory:9.p3]"""

    unit: str

    def run(self, state: State, umpire: Umpire) -> None:
        unit = state.units[self.unit]
        order = read_order(state.declared[self.unit])
        assert isinstance(order, Order)
        if unit.place != "table":
            return
        state.agenda.append(Ended())
        held = state.opponent_of(self.unit) is not None and order.deed != "withdraw"
        if unit.morale == "broken" or held:
            _refuse(state, self.unit, "honor_glory:9.p3", "it cannot act now", umpire)
            return
        state.change(self.unit, left=(order.counters, 1), wheeled=False)
        if order.deed == "rally":
            _rally(state, self.unit, umpire)
        elif order.deed == "rest":
            _rest(state, self.unit, order.counters)
        elif unit.morale != "formed":
            _refuse(state, self.unit, "honor_glory:13.rout.2", "it is running", umpire)
        elif order.deed == "withdraw":
            _withdraw(state, self.unit, umpire)
        else:
            _carry_out(state, self.unit, order, umpire)


class Ended(Do, frozen=True):
    """After a go an army may have lost. [honor_glory:10.1]"""

    def run(self, state: State, umpire: Umpire) -> None:
        conclude(state)


def _refuse(state: State, id: str, rule: str, why: str, umpire: Umpire) -> None:
    """(HG-H38)"""
    title = state.units[id].title
    umpire.tell(Refused(rules=(rule,), unit=id, title=title, why=why))


def _carry_out(state: State, id: str, order: Order, umpire: Umpire) -> None:
    """[honor_glory:13.multi]"""
    if order.drill is not None:
        pace = ROAD if manoeuvres.keeps_to_road(state, id, order.drill) else NORMAL
        for act in order.drill.acts:
            if not act_out(state, id, act, umpire, pace=pace):
                break
    if order.target and state.units[order.target].place != "table":
        # [honor_glory:54.10] [honor_glory:65.1b]
        _refuse(state, id, "honor_glory:54.10", "its target is gone", umpire)
    elif order.deed == "fire":
        barred = next(shooting.bars_to_shot(state, id, order.target, "activated"), None)
        if barred is not None:
            _refuse(state, id, barred.rule, barred.why, umpire)
        else:
            shooting.fire_at(state, id, order.target, umpire)
    elif order.deed == "charge":
        barred = next(closing.bars_to_charge_at(state, id, order.target), None)
        if barred is not None:
            _refuse(state, id, barred.rule, barred.why, umpire)
        else:
            closing.charge(state, id, order.target, umpire)


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
    """One part of a drill; a straight leg is cut down to what is possible unless it is to be done
    `exactly`. Whether it was done. [honor_glory:13.move.5] [honor_glory:38.1]"""
    found = march(state, id, Drill((act,), pace))
    if found.bars and isinstance(act, Straight) and not exactly:
        shorter = _shortened(state, id, act, pace)
        if shorter is not None:
            found = march(state, id, Drill((shorter,), pace))
    bar = next(chain(found.bars, manoeuvres.bars_near_enemies(state, id, act)), None)
    if bar is not None:
        _refuse(state, id, bar.rule, bar.why, umpire)
        return False
    _moved(state, id, found, umpire)
    return True


def _shortened(state: State, id: str, leg: Straight, pace: str) -> Straight | None:
    unit = state.units[id]
    allowance = Fraction(*unit.left) * whole_move(state, unit, pace)
    clip = farthest(state, unit, unit.pose, leg, allowance, obstacles(state, id), pace=pace)
    length = getattr(clip.leg, "length", 0)
    # A hundredth less keeps clear of what is in the way.
    return Straight(length - 1, leg.angle) if length > 1 else None


def _moved(state: State, id: str, found: March, umpire: Umpire) -> None:
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
    left = Fraction(*unit.left) - Fraction(cost, 100)
    move = int(left * (rate(mover) or 0))
    if move <= 0:
        _refuse(state, id, "honor_glory:48.1.3", "too little of its allowance is left", umpire)
        return
    enemy = state.opponent_of(id)
    hits.flee(state, id, "withdraw", umpire, move=move)
    if enemy is not None:  # [honor_glory:92.0]
        closing.pursue(state, enemy, id, umpire)


# Rally and rest


def _rally(state: State, id: str, umpire: Umpire) -> None:
    """[honor_glory:101.5] [honor_glory:101.6a] [honor_glory:101.7]"""
    unit = state.units[id]
    facts = field.facts(state, id)
    barred = next(
        rally.bars_to_rally(
            facts,
            own_turn=unit.side == state.active,
            tested_this_turn=unit.rally_tested,
            in_melee=state.opponent_of(id) is not None,
            pursued=unit.pursued,
            fired_on_last_turn=unit.shot_at,
        ),
        None,
    )
    if barred is not None:
        _refuse(state, id, barred.rule, barred.why, umpire)
        return
    found = rally.rally(facts, umpire)
    hits.told(state, id, found.test, umpire)
    state.change(id, mp=found.unit.mp, morale=found.unit.morale, rally_tested=True)
    if found.rest is not None:
        enemy = field.nearest_enemy(state, id)
        heading = unit.heading
        if enemy is not None:
            heading = field.heading_to(unit.pose.point, field.centre_of(state, enemy))
        state.change(id, rest=found.rest.value, heading=heading)
    elif found.test.loss:
        for who, one in state.with_unit(id).items():
            state.change_commander(who, mp=max(0, one.mp - found.test.loss))


def _rest(state: State, id: str, activations: int) -> None:
    """[honor_glory:101.6b] [honor_glory:101.6c]"""
    after = rally.rested(Rest(state.units[id].rest), activations)
    state.change(id, rest=after.left, morale="formed" if after.back else "rallying")


STEPS = (Go, Ended)
