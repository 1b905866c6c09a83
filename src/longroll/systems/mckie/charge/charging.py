"""Steps 4 and 5: who charges whom; and the charge moves that open steps 6 and 7.

[mckie:period.4] [mckie:period.5] [mckie:period.6] [mckie:period.7] (MK-M29)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from longroll.board.table import Wheel, is_within, poses
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.memo import finding, finding_from
from longroll.miniatures import ways
from longroll.miniatures.approach import Goal, Way, goal_of
from longroll.miniatures.bodies import is_present
from longroll.miniatures.drill import Drill
from longroll.miniatures.picking import OneAtATime
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import approach, responding
from longroll.systems.mckie.charge.events import ChargeDeclared, ChargeMoved
from longroll.systems.mckie.charge.rules import charge_reach
from longroll.systems.mckie.command import radius, riding
from longroll.systems.mckie.command import rules as command
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.fire import guns
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.measure import INCH
from longroll.systems.mckie.melee.rules import struck_as
from longroll.systems.mckie.morale import rules as morale
from longroll.systems.mckie.morale import testing
from longroll.systems.mckie.movement import move_orders, moving
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.orders import obedience, obeying
from longroll.systems.mckie.orders import rules as orders
from longroll.systems.mckie.orders.obedience import Intent
from longroll.systems.mckie.retreat.retreating import carry_out
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import ENEMY, Charge, State
from longroll.systems.mckie.words import Side

_RULE = "mckie:period.4"


def declarations(side: Side) -> list[Ask | Do]:
    """The step of one army. [mckie:period.4] [mckie:period.5]"""
    return [OfferCharges(side)]


class OfferCharges(Do, frozen=True):
    """Ask for a charge while one can be made."""

    side: Side

    def run(self, state: State, umpire: Umpire) -> None:
        seen = fog.known_table(state, self.side)
        if any(candidates(seen, id) for id in seen.of_side(self.side)):
            state.agenda.append(DeclareCharges(self.side))


class DeclareCharges(OneAtATime[Side], frozen=True):
    """Which unit charges, and whom: `charge u1 c2`, or `charge u1 c2 left 15` to wheel on the
    left corner by 15 degrees first; `rouse u1` for one out of command. [mckie:period.4]
    [mckie:period.5] [mckie:morale.when.1] [mckie:cmd.5]"""

    rule: ClassVar[str] = _RULE
    of_one: ClassVar[tuple[str, ...]] = ("charge", "rouse")

    def question(self, state: State) -> str:
        return (
            f"Whom does {state.title_of(self.unit)} charge?" if self.unit else "Which unit charges?"
        )

    def who(self, state: State) -> list[str]:
        seen = fog.known_table(state, self.side)
        return [id for id in seen.of_side(self.side) if candidates(seen, id)]

    def orders(self, state: State, id: str) -> tuple[Choice, ...]:
        return candidates(fog.known_table(state, self.side), id)

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        if id not in state.of_side(self.side):
            yield Refusal(_RULE, f"you have no unit {id} on the table")
        else:
            yield from bars_to_charge_at_all(state, id)

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        if order.verb == "done":
            yield from bare(order, _RULE)
        elif order.verb == "rouse":
            yield from _bars_to_rouse(state, self.side, order)
        else:
            read = _read(order)
            if isinstance(read, Refusal):
                yield read
            else:
                yield from bars_to_charge(fog.known_table(state, self.side), self.side, *read)

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if order.verb == "done":
            return
        state.agenda.append(OfferCharges(self.side))
        if order.verb == "rouse":
            moving.rouse(state, order.object, umpire)
            return
        read = _read(order)
        assert not isinstance(read, Refusal)
        id, target, wheel = read
        known = fog.known_table(state, self.side)
        way = approach.way_to(known, id, goal_of(known, target), wheel)
        assert isinstance(way, Way)
        declare(state, id, target, way, umpire)


def _bars_to_rouse(state: State, side: Side, choice: Choice) -> Iterator[Refusal]:
    if len(choice.objects) != 1 or choice.object not in state.of_side(side):
        yield Refusal("mckie:cmd.5", "rouse takes one of your units on the table")
        return
    yield from bars_to_charge_at_all(state, choice.object)
    yield from move_orders.bars_to_rouse(state, choice.object)


def _read(choice: Choice) -> tuple[str, str, Wheel | None] | Refusal:
    """The charger, the target and the wheel that an order names."""
    words = choice.objects
    if len(words) == 2:
        return words[0], words[1], None
    if len(words) == 4:
        found = DRILL.read(words[2:])
        if isinstance(found, Drill) and isinstance(found.acts[0], Wheel):
            return words[0], words[1], found.acts[0]
    return Refusal(_RULE, "write a charge as charge u1 c2, or charge u1 c2 left 15")


def candidates(state: State, id: str) -> tuple[Choice, ...]:
    """Every charge that a unit may declare; if it is out of command and could otherwise charge,
    rousing it."""
    if any(bars_to_charge_at_all(state, id)) or not _within_reach(state, id):
        return ()
    if id in state.asked and any(_bars_to_charge_unled(state, id)):
        return ()
    # With generalship orders count too, wherever they come from.
    find = _targets if state.options.generalship else _targets_near
    targets = find(state, id)
    if targets and any(_bars_to_charge_unled(state, id)):
        return (choice("rouse", id),)
    return tuple(choice("charge", id, target) for target in targets)


@finding("units")
def _within_reach(state: State, id: str) -> list[str]:
    """The enemies that are near enough for a charge of a unit."""
    unit = state.units[id]
    reach = approach.whole_reach(unit)
    assert isinstance(reach, int)
    return [
        target
        for target in state.of_side(ENEMY[unit.side])
        if field.are_within(unit, state.units[target], reach + INCH)
    ]


def _near(state: State, id: str) -> list[str]:
    """The others that a unit could reach by a charge, or meet on its way."""
    unit = state.units[id]
    reach = approach.whole_reach(unit)
    assert isinstance(reach, int)
    frame = field.layout_of(unit).frame
    return ways.standing_near(state, id, reach + 2 * INCH + frame.depth + frame.width)


def _basis(state: State, id: str) -> tuple[object, ...]:
    """Everything that the targets of a unit depend on."""
    return state.units[id], *(state.units[other] for other in _near(state, id))


@finding_from(_basis)
def _targets_near(state: State, id: str) -> tuple[str, ...]:
    return _targets(state, id)


def _targets(state: State, id: str) -> tuple[str, ...]:
    """The enemies that a unit could charge if it is led."""
    return tuple(
        target
        for target in _within_reach(state, id)
        if not any(_bars_to_charge_target(state, id, target, None))
    )


# What bars a charge


def bars_to_charge(
    state: State, side: Side, id: str, target: str, wheel: Wheel | None
) -> Iterator[Refusal]:
    """Every rule that bars a charge of one unit on another."""
    if id not in state.units or state.units[id].side != side or not is_present(state.units[id]):
        yield Refusal(_RULE, f"you have no unit {id} on the table")
        return
    if target not in state.of_side(ENEMY[side]):
        yield Refusal(_RULE, f"there is no enemy {target} on the table")
        return
    barred = [*bars_to_charge_at_all(state, id), *_bars_to_charge_unled(state, id)]
    yield from barred
    if not barred:
        yield from _bars_to_charge_target(state, id, target, wheel)


def _bars_to_charge_target(
    state: State, id: str, target: str, wheel: Wheel | None
) -> Iterator[Refusal]:
    """Every rule that keeps a unit from charging that enemy."""
    if state.units[target].is_vessel:
        yield Refusal("mckie:opt.gunboat.1", f"{state.units[target].title} is on the water")
        return
    if not field.sees(state, id, target):
        yield Refusal("mckie:vis.dense.1", f"{state.units[target].title} is out of sight")
    way = approach.way_to(state, id, goal_of(state, target), wheel)
    if isinstance(way, Refusal):
        yield way
    else:
        yield from bars_to_charge_by_order(state, id, target, way)


def bars_to_charge_at_all(state: State, id: str) -> Iterator[Refusal]:
    """Every rule that keeps a unit from charging at all.

    [mckie:fat.nocharge] [mckie:period.14n2] [mckie:period.5n] [mckie:rate.skirm]
    [mckie:rate.fart] [mckie:rate.siege] [mckie:rate.wagon] [mckie:morale.result.m3b]
    [mckie:melee.noform] (MK-M44)
    """
    unit = state.units[id]
    if state.charge_of(id) is not None or "tried_charge" in unit.felt:
        yield Refusal(
            "mckie:morale.when.1", f"{unit.title} has already tested to charge in this period"
        )
    if unit.standing != "steady":
        yield Refusal("mckie:morale.result.m3b", f"{unit.title} is {unit.standing}")
    if unit.done:
        yield Refusal(_RULE, f"{unit.title} may not move in this period")
    if state.opponents(id):
        yield Refusal("mckie:melee.noform", f"{unit.title} is in a melee")
    if state.chargers_of(id):
        yield Refusal(
            "mckie:period.5n", f"{unit.title} is being charged and may not counter-charge"
        )
    reach = charge_reach(unit.arm, unit.formation)
    if isinstance(reach, Refusal):
        yield reach
    yield from fatigue.bars_to_charge(unit.fatigued)
    yield from morale.bars_to_charge(unit.last_score)


def _bars_to_charge_unled(state: State, id: str) -> list[Refusal]:
    """[mckie:cmd.5] [mckie:gen.bde.3]"""
    if radius.is_led(state, id):
        return []
    return radius.bars_to_act_unroused(state, id, "move")


def bars_to_charge_by_order(state: State, id: str, target: str, way: Way) -> Iterator[Refusal]:
    """Every rule of generalship that bars a charge. [mckie:gen.bde.1] [mckie:ord.attack]
    [mckie:ord.defend] [mckie:ord.advance] [mckie:ord.withdraw.1] [mckie:ord.retreat.1]"""
    if not state.options.generalship:
        return
    intent = Intent(
        "charge", arm=state.units[id].arm, regains_ground=_is_lost_ground(state, id, target)
    )
    if obeying.is_bound(state, id):
        yield from obedience.bars_to_act(radius.order_of(state, id), intent)
    yield from command.bars_to_leave_command(
        in_command_now=radius.is_in_command(state, id),
        in_command_then=radius.is_in_command(state, id, _after(state, id, way)),
        detached=id in state.detached,
        generalship=True,
    )


def _after(state: State, id: str, way: Way) -> Unit:
    unit = state.units[id]
    pose = poses(field.layout_of(unit), unit.pose, way.legs)[-1]
    return replace(unit, x=pose.point.x, y=pose.point.y, heading=pose.heading)


def _is_lost_ground(state: State, id: str, target: str) -> bool:
    """Whether an enemy is on ground that the division was to hold: where the radius of its
    commander reaches. [mckie:ord.defend]"""
    unit, enemy = state.units[id], state.units[target]
    who = radius.commander_of(state, unit)
    if who is None:
        return False
    general = state.commanders[who]
    reach = radius.radius_of(state, general, unit)
    return is_within(radius.base_of(state, general), field.stands_of(enemy), reach)


# The test


def declare(state: State, id: str, target: str, way: Way, umpire: Umpire) -> None:
    """The unit tests; if it passes, the enemy says how he responds to the charge.

    [mckie:morale.when.1] [mckie:morale.result.4] [mckie:morale.result.1a]
    [mckie:ord.auto.defend] (MK-M29, MK-M30)
    """
    unit, aimed = state.units[id], state.units[target]
    struck = approach.struck_where(unit, aimed)
    charge = Charge(id, target, way.legs, way.cost, struck)
    state.charges = (*state.charges, charge)
    state.mark(id, felt=("tried_charge",))
    result = testing.test(state, id, ("before_charge",), umpire)
    if result.result != "obey":
        state.charges = tuple(one for one in state.charges if one != charge)
        carry_out(state, id, result, umpire)
        return
    umpire.tell(
        ChargeDeclared(
            rules=(_RULE, *result.rules),
            unit=id,
            title=unit.title,
            target=target,
            target_title=aimed.title,
            struck=struck,
            length=way.cost,
        )
    )
    if not fog.is_open(state):
        # The charged unit sees the charger. [mckie:hidden.umpire.1]
        state.spotted |= {id}
    _alarm(state, aimed)
    responding.respond(state, charge, umpire)


def _alarm(state: State, charged: Unit) -> None:
    """A division on its way defends itself. [mckie:ord.auto.defend]"""
    if not state.options.generalship:
        return
    state.orders = {
        who: orders.unit_charged(pile)
        if charged.division in state.commanders[who].divisions
        else pile
        for who, pile in state.orders.items()
    }


# The move


class MoveCharges(Do, frozen=True):
    """The chargers of an army go in, before any other unit of it moves.
    [mckie:period.6] [mckie:period.7] [mckie:morale.result.4] (MK-M29)"""

    side: Side

    def run(self, state: State, umpire: Umpire) -> None:
        for charge in state.charges:
            if state.units[charge.unit].side == self.side and charge in state.charges:
                go_in(state, charge, umpire)
        guns.settle(state, umpire)


def go_in(state: State, charge: Charge, umpire: Umpire) -> None:
    """A charge goes to 1 in from its target, or as far as its reach. A target that evaded and is
    caught counts as struck from behind. [mckie:form.skirm.8] (MK-M31, MK-M33)"""
    unit, target = state.units[charge.unit], state.units[charge.target]
    if unit.standing != "steady":
        drop(state, charge)
        return
    left_behind = state.guns.get(charge.target) if charge.response == "evade" else None
    if left_behind is not None:
        goal = Goal("the guns", guns.ground_of_guns(left_behind), gap=0)
    else:
        goal = goal_of(state, charge.target)
    struck = approach.struck_where(unit, target)
    gone = approach.advance(state, charge.unit, goal, charge.way)
    state.put(charge.unit, gone.pose)
    state.change(charge.unit, grounds=unit.grounds | gone.grounds, done=True, spent=100)
    riding.take_along(state, charge.unit)
    state.mark(charge.unit, did=("charged",), felt=("advanced",))
    arrived = gone.arrived and left_behind is None
    if arrived:
        turned, evading = charge.response == "turn", charge.response == "evade"
        replaced = replace(charge, struck=struck_as(struck, turned=turned, evading=evading))
        state.charges = tuple(replaced if one == charge else one for one in state.charges)
    else:
        drop(state, charge)
    umpire.tell(
        ChargeMoved(
            rules=("mckie:period.6",),
            unit=charge.unit,
            title=unit.title,
            target_title=target.title,
            arrived=gone.arrived,
        )
    )


def drop(state: State, charge: Charge) -> None:
    """The charge is over."""
    state.charges = tuple(one for one in state.charges if one != charge)


STEPS = (OfferCharges, DeclareCharges, MoveCharges)
