"""What an order would come to before it is given: leg by leg, with what is left of the move."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from msgspec.structs import replace

from longroll.board.table import Point, distance, poses
from longroll.display.preview import Preview, Prospect, Shot, Stage
from longroll.kernel.decision import Choice, Refusal
from longroll.miniatures import previewing
from longroll.miniatures.approach import goal_of
from longroll.miniatures.drill import Drill
from longroll.miniatures.marching import March, march
from longroll.systems.mckie.army import layouts
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.charge import approach
from longroll.systems.mckie.command import riding
from longroll.systems.mckie.deployment import deploying
from longroll.systems.mckie.fire import facts as fire_facts
from longroll.systems.mckie.fire import firing
from longroll.systems.mckie.fire.shooting import Sights
from longroll.systems.mckie.hidden import blind_moves, blinds
from longroll.systems.mckie.measure import INCHES, in_inches
from longroll.systems.mckie.movement import moving
from longroll.systems.mckie.movement.drill import DRILL
from longroll.systems.mckie.movement.rates import normal_rate
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.table import field, forms, view
from longroll.systems.mckie.table.prospects import prospect, shot_of
from longroll.systems.mckie.table.state import ENEMY, State


def preview(state: State, side: str, choice: Choice, fit: bool = False) -> Preview:
    """What an order of a side would come to, in the state as it knows it; ValueError if it is not
    asked for orders now. With `fit`, a march that may not be made is cut to what may."""
    return previewing.preview(state, side, choice, _SHOWN, fitted if fit else None)


def fitted(state: State, side: str, choice: Choice) -> previewing.Cut | None:
    """A move whose last leg is as long as it may be; None if it is not a move, may be made as it
    is, or may not begin."""
    order = DRILL.read(choice.objects[1:]) if choice.verb == "move" else None
    if not isinstance(order, Drill) or _own(state, side, choice) is None:
        return None
    found = previewing.fitted(order, lambda one: march(state, choice.object, one).bars)
    if found is None:
        return None
    shorter, size, beyond = found
    return Choice("move", (choice.object, *DRILL.write(shorter))), size, beyond


# A move


def _move(state: State, side: str, choice: Choice) -> Preview | None:
    unit = _own(state, side, choice)
    found = DRILL.read(choice.objects[1:])
    if unit is None or isinstance(found, Refusal):
        return None
    done = march(state, choice.object, found)
    return replace(
        previewing.marched(state, found, done, view.body_of),
        acts=forms.acts_of(done.unit),
        prospect=_from_there(state, choice.object, found, done),
    )


def _from_there(state: State, id: str, order: Drill, done: March) -> Prospect:
    """What the unit would have in front of it after the move."""
    then: State = state.copy()
    moving.place_after(then, id, order, done)
    return prospect(then, id)


# Others


def _ride(state: State, side: str, choice: Choice) -> Preview | None:
    read = riding.read_ride if choice.verb == "ride" else riding.read_join
    ride = read(choice.objects)
    if isinstance(ride, Refusal):
        return None
    general = state.commanders.get(ride.general)
    if general is None or general.side != side or general.place != "table":
        return None
    if ride.joins and ride.joins not in state.units:
        return None
    points = riding.way(state, ride)
    there = replace(general, x=points[-1].x, y=points[-1].y, joined=ride.joins)
    then: State = state.copy()
    then.commanders = {**state.commanders, ride.general: there}
    gone = sum(distance(one, other) for one, other in pairwise(points))
    allowed = riding.allowance(general, ride)
    left = None if isinstance(allowed, Refusal) else int(allowed) - gone
    return Preview(
        order="",
        legal=True,
        stages=(
            Stage(view.body_of_general(there, state.battle.stands), f"ride {in_inches(gone)}"),
        ),
        headline="" if left is None else previewing.headline(left, left + gone, INCHES),
        detail=f"ride {in_inches(gone)}",
        left=left,
        prospect=prospect(then, ride.general),
    )


def _charge(state: State, side: str, choice: Choice) -> Preview | None:
    unit = _own(state, side, choice)
    if unit is None or len(choice.objects) < 2 or choice.objects[1] not in _enemies(state, unit):
        return None
    way = approach.way_to(state, choice.object, goal_of(state, choice.objects[1]))
    if isinstance(way, Refusal):
        return None
    there = poses(field.layout_of(unit), unit.pose, way.legs)
    bodies = [
        view.body_of(replace(unit, x=pose.point.x, y=pose.point.y, heading=pose.heading))
        for pose in there
    ]
    return Preview(
        order="",
        legal=True,
        stages=tuple(Stage(body, "charge") for body in bodies),
        headline=f"{in_inches(way.cost)} of {in_inches(way.reach)} to contact",
        detail=f"strikes the {approach.struck_where(unit, state.units[choice.objects[1]])}",
    )


def _fire(state: State, side: str, choice: Choice) -> Preview | None:
    unit = _own(state, side, choice)
    if unit is None or any(fire_facts.bars_to_fire(state, choice.object)):
        return None
    solid = choice.objects[-1] == firing.SOLID
    targets = [
        one
        for one in choice.objects[1:]
        if one in _enemies(state, unit) and fire_facts.bar_to_hit(state, one, choice.object) is None
    ]
    groups = Sights(state).shots(choice.object, targets, solid)
    shots = tuple(shot_of(unit, choice.object, group) for group in groups)
    return Preview(order="", legal=True, prospect=_aimed(state, choice.object, shots))


def _aimed(state: State, id: str, shots: Iterable[Shot]) -> Prospect:
    return replace(prospect(state, id), shots=tuple(shots))


def _detach(state: State, side: str, choice: Choice) -> Preview | None:
    sending = screens.read_sending(choice.objects)
    if isinstance(sending, Refusal) or _own(state, side, choice) is None:
        return None
    if any(screens.bars_to_detach(state, sending)):
        return None
    then: State = state.copy()
    screen = screens.detach(then, sending)
    found = prospect(then, screen)
    return Preview(order="", legal=True, stages=(Stage(found.body, "detach"),), prospect=found)


def _deploy(state: State, side: str, choice: Choice) -> Preview | None:
    where = deploying.read_where(choice.objects)
    if isinstance(where, Refusal):
        return None
    then: State = state.copy()
    if (unit := _own(state, side, choice)) is not None:
        placed = deploying.placed(unit, where)
        if isinstance(
            layouts.layout(placed.arm, placed.formation, field.strength(placed)), Refusal
        ):
            return None
        then.units = {**state.units, where.who: placed}
        found = prospect(then, where.who)
        return Preview(order="", legal=True, stages=(Stage(found.body, ""),), prospect=found)
    general, blind = state.commanders.get(where.who), state.blinds.get(where.who)
    if general is not None and general.side == side:
        moved = replace(general, x=where.x, y=where.y, joined="")
        then.commanders = {**state.commanders, where.who: moved}
        found = prospect(then, where.who)
        return Preview(order="", legal=True, stages=(Stage(found.body, ""),), prospect=found)
    if blind is not None and blind.side == side:
        heading = blind.heading if where.heading is None else where.heading
        there = replace(blind, x=where.x, y=where.y, heading=heading)
        return Preview(order="", legal=True, stages=(Stage(view.body_of_blind(there), ""),))
    return None


def _blind(state: State, side: str, choice: Choice) -> Preview | None:
    way = blind_moves.read_way(choice.objects)
    if isinstance(way, Refusal):
        return None
    blind = state.blinds.get(way.blind)
    if blind is None or blind.side != side:
        return None
    points = [Point(blind.x, blind.y), *way.points]
    gone = sum(distance(one, other) for one, other in pairwise(points))
    rate = normal_rate(blinds.arm_of(state, blind), way.formation)
    there = replace(blinds.at(blind, points[-1], points[-1]), formation=way.formation)
    left = None if rate is None else rate - gone
    return Preview(
        order="",
        legal=True,
        stages=(Stage(view.body_of_blind(there), f"march {in_inches(gone)}"),),
        headline="" if left is None else previewing.headline(left, left + gone, INCHES),
        detail=f"march {in_inches(gone)}",
        left=left,
    )


def _own(state: State, side: str, choice: Choice) -> Unit | None:
    unit = state.units.get(choice.object)
    return unit if unit is not None and unit.side == side and unit.place == "table" else None


def _enemies(state: State, unit: Unit) -> list[str]:
    return state.of_side(ENEMY[unit.side])


_SHOWN: dict[str, previewing.Shown] = {
    "move": _move,
    "ride": _ride,
    "join": _ride,
    "charge": _charge,
    "fire": _fire,
    "detach": _detach,
    "deploy": _deploy,
    "blind": _blind,
}
