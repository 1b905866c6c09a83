"""Step 8: both armies order their fire, then all of it is worked out at once.

[mckie:period.8] [mckie:period.8n1] (MK-M16)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.miniatures.picking import OneAtATime
from longroll.systems.mckie.charge import charge_fire
from longroll.systems.mckie.fire import facts as fire_facts
from longroll.systems.mckie.fire import unhit
from longroll.systems.mckie.fire.events import FireOrdered, FireOrdersDone
from longroll.systems.mckie.fire.restrictions import bar_to_choose
from longroll.systems.mckie.fire.shooting import Sights, sights_of
from longroll.systems.mckie.fire.volleys import ResolveFire
from longroll.systems.mckie.hidden import fog
from longroll.systems.mckie.table.state import ENEMY, Fire, State
from longroll.systems.mckie.words import SIDES, Side

#: The word after the targets for solid shot instead of canister. [mckie:fire.canister.3]
SOLID = "solid"


def fire(state: State) -> list[Ask | Do]:
    """The step: the army that moved first orders its fire, then the other; an army that can hit
    nobody is not asked, unless that would give away troops nobody has seen. [mckie:period.8]"""
    sights = sights_of(state)
    armies = sorted(SIDES, key=lambda side: side != state.first)
    asks = [
        OrderFire(side)
        for side in armies
        if not fog.is_open(state) or any(sights.has_target(id) for id in state.of_side(side))
    ]
    return [*asks, ResolveFire()]


# What a unit may fire at


def orders(sights: Sights, id: str) -> Iterator[Fire]:
    """The sensible ways in which a unit may fire: nearest first with no stand idle, then each
    target alone; also with solid shot if canister would hit friends. A unit that is charged
    fires at its charger first. [mckie:fire.prio.1] [mckie:fire.prio.2] [mckie:fire.canister.3]"""
    near = list(sights.in_reach(id))
    charging = [one for one in charge_fire.fires_first_at(sights.state, id) if one in near]
    ordered = [*charging, *(one for one in near if one not in charging)]
    lists = [sights.used(id, ordered)] if ordered else []
    lists += [(target,) for target in charging or near]
    for targets in dict.fromkeys(lists):
        yield Fire(id, targets)
        if sights.endangers_friends(id, targets):
            yield Fire(id, targets, solid_shot=True)


def nearest(sights: Sights, id: str) -> Fire | None:
    """Fire at the nearest that may be hit, sparing friends; None if there is nobody."""
    found = list(islice(orders(sights, id), 2))
    if not found:
        return None
    spares = len(found) > 1 and found[1].targets == found[0].targets and found[1].solid_shot
    return found[1] if spares else found[0]


def _written(order: Fire) -> Choice:
    if not order.targets:
        return choice("hold", order.unit)
    return choice("fire", order.unit, *order.targets, *([SOLID] if order.solid_shot else []))


def _read(given: Choice) -> Fire:
    """The order that a player wrote."""
    unit, *rest = given.objects
    if given.verb == "hold":
        return Fire(unit, ())
    solid = bool(rest) and rest[-1] == SOLID
    return Fire(unit, tuple(rest[:-1] if solid else rest), solid)


class OrderFire(OneAtATime[Side], frozen=True):
    """An army says who fires at whom; the other does not see it. [mckie:fire.split] (MK-M16)"""

    last_word: ClassVar[bool] = True
    rule: ClassVar[str] = "mckie:period.8"
    of_one: ClassVar[tuple[str, ...]] = ("fire", "hold")
    of_all: ClassVar[tuple[str, ...]] = ("all", "done")

    def question(self, state: State) -> str:
        if self.unit:
            return f"At whom does {state.title_of(self.unit)} fire?"
        return "Which unit fires? All fire is worked out at once when both armies are ready."

    def who(self, state: State) -> list[str]:
        """Those that have no orders yet and can hit somebody."""
        state = fog.known_table(state, self.side)
        sights = sights_of(state)
        return [id for id in _unordered(state, self.side) if sights.has_target(id)]

    def choices(self, state: State) -> list[Choice]:
        found = super().choices(state)
        return [one for one in found if one.verb != "all"] if len(found) == 2 else found

    def orders(self, state: State, id: str) -> list[Choice]:
        ways = orders(sights_of(fog.known_table(state, self.side)), id)
        return [*map(_written, ways), choice("hold", id)]

    def bars_to_pick(self, state: State, id: str) -> Iterator[Refusal]:
        if id not in state.of_side(self.side):
            yield Refusal(self.rule, f"you have no unit {id!r} on the table")

    def bars_to_order(self, state: State, order: Choice) -> Iterator[Refusal]:
        if order.verb in self.of_all:
            yield from bare(order, self.rule)
            return
        if not order.objects:
            yield Refusal(self.rule, f"{order.verb} which unit?")
            return
        refused = list(self.bars_to_pick(state, order.object))
        yield from refused
        if refused:
            return
        if order.verb == "fire":
            yield from _bars_to_fire(fog.known_table(state, self.side), _read(order))
        elif len(order.objects) > 1:
            yield Refusal(self.rule, "hold takes one unit")

    def carry_out(self, state: State, order: Choice, umpire: Umpire) -> None:
        if order.verb == "done":
            state.agenda.pop()
            umpire.tell(FireOrdersDone(rules=(self.rule,), side=self.side))
        elif order.verb == "all":
            sights = sights_of(fog.known_table(state, self.side))
            for id in _unordered(state, self.side):
                found = nearest(sights, id)
                if found is not None:
                    _give(state, found, umpire)
        else:
            _give(state, _read(order), umpire)


def _unordered(state: State, side: Side) -> list[str]:
    given = {order.unit for order in state.fires}
    return [id for id in state.of_side(side) if id not in given]


def _give(state: State, order: Fire, umpire: Umpire) -> None:
    """Note an order; a later one to the same unit takes its place."""
    others = tuple(one for one in state.fires if one.unit != order.unit)
    state.fires = (*others, order)
    unit = state.units[order.unit]
    umpire.tell(
        FireOrdered(
            rules=("mckie:period.8",),
            side=unit.side,
            unit=order.unit,
            title=unit.title,
            targets=tuple(state.units[target].title for target in order.targets),
            solid_shot=order.solid_shot,
        )
    )


# What bars an order


def _bars_to_fire(state: State, order: Fire) -> Iterator[Refusal]:
    """Every rule that bars a unit's fire as it is ordered."""
    refused = list(fire_facts.bars_to_fire(state, order.unit))
    if refused:
        yield from refused
        return
    if not order.targets:
        yield Refusal("mckie:fire.prio.2", "fire at whom?")
        return
    if len(set(order.targets)) < len(order.targets):
        yield Refusal("mckie:fire.split", "a target is named twice")
    if order.solid_shot and not state.units[order.unit].has_guns:
        yield Refusal("mckie:fire.canister.3", "only guns fire solid shot")
    sights = sights_of(state)
    reached: list[str] = []
    for target in order.targets:
        refusal = _bar_to_target(sights, order.unit, target)
        if refusal is not None:
            yield refusal
        else:
            reached.append(target)
    yield from _bars_to_choose(sights, order.unit, reached)


def _bar_to_target(sights: Sights, id: str, target: str) -> Refusal | None:
    state = sights.state
    aimed = state.units.get(target)
    enemy = ENEMY[state.units[id].side]
    if aimed is None or aimed.side != enemy or aimed.place != "table":
        return Refusal("mckie:fire.prio.2", f"there is no enemy {target!r} on the table")
    return fire_facts.bar_to_hit(state, target, id) or unhit.bar_to_aim(sights, id, target)


def _bars_to_choose(sights: Sights, id: str, targets: Sequence[str]) -> Iterator[Refusal]:
    """Chargers come before all others. [mckie:fire.prio.1]"""
    waiting = [one for one in charge_fire.fires_first_at(sights.state, id) if sights.aims(id, one)]
    for target in targets:
        refusal = bar_to_choose(target, (*targets, *waiting), waiting)
        if refusal is not None:
            yield refusal
            return
        waiting = [one for one in waiting if one != target]


STEPS = (OrderFire, ResolveFire)
