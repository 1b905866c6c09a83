"""Orders for many on a measured table: every unit of a formation is told the same.

`march c1 c2 c3 move ahead 4` stands for `move c1 ahead 4` and so on, and a group of the order of
battle for its units. Each goes by its own front as far as it may; those in front go first, so that
those behind find room, and those whose order rolls dice go last, because a gesture ends there.
Nobody is told anything that the rules bar.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from longroll.display import display_of
from longroll.display.facts import Body
from longroll.display.march import Leg, members
from longroll.display.preview import Preview
from longroll.kernel.battle import Battle, is_barrier
from longroll.kernel.decision import Choice, read_choice
from longroll.kernel.dice import Scripted
from longroll.kernel.errors import OutOfDice
from longroll.kernel.system import System
from longroll.miniatures import picking
from longroll.miniatures.measure import written
from longroll.miniatures.picking import OneAtATime

#: The word that such an order begins with.
MARCH = "march"


def legs_of(system: System[Any], state: Any, said: Choice) -> list[Leg] | None:
    """What comes of an order for many, in the order in which it is carried out; None if it is
    none. Nothing is taken from the state that the side which is asked does not know."""
    ask = state.agenda[-1] if state.agenda else None
    if not isinstance(ask, OneAtATime):
        return None
    verbs = [number for number, word in enumerate(said.objects) if word in ask.of_one]
    if not verbs or not verbs[0]:
        return None
    ids, (verb, *rest) = said.objects[: verbs[0]], said.objects[verbs[0] :]
    groups = members(system, state.scenario)
    units = dict.fromkeys(unit for id in ids for unit in groups.get(id, (id,)))
    side = ask.asks(state)
    orders = {unit: Choice(verb, (unit, *rest)) for unit in units}
    return _carried_out(_Trial(system, system.as_seen(state, side).copy(), side), orders)


class _Trial:
    """The table as the side knows it, while one after another is given the order."""

    def __init__(self, system: System[Any], state: Any, side: str) -> None:
        self.system, self.side = system, side
        self.battle = Battle.resumed(system, state, Scripted(()), 0)

    def shown(self, order: Choice) -> Preview:
        """What the order would come to now, as far as it may be carried out."""
        return display_of(self.system).preview(self.battle.state, self.side, order, True)

    def rank(self, unit: str) -> int:
        """Those in front come first, as each side of the compass sees it."""
        body = self.bodies.get(unit)
        if body is None:
            return 0
        north, east, south, west = body.y, -body.x, -body.y, body.x
        return (north, east, south, west)[(body.heading + 450) // 900 % 4]

    @property
    def bodies(self) -> dict[str, Body]:
        facts: Any = self.system.facts(self.battle.state, self.side)
        bodies: dict[str, Body] = facts.bodies
        return bodies

    def goes_on(self) -> bool:
        decision = self.battle.decision
        ask = self.battle.state.agenda[-1] if decision is not None else None
        return isinstance(ask, OneAtATime) and ask.asks(self.battle.state) == self.side

    def play(self, order: Choice) -> bool:
        """Whether the order is carried out and nothing happens that may change minds."""
        after = self.battle.copy()
        try:
            after.play(order)
        except OutOfDice:
            return False
        if is_barrier(after.past):
            return False
        self.battle = after
        return True


def _carried_out(trial: _Trial, orders: dict[str, Choice]) -> list[Leg]:
    legs: list[Leg] = []
    risky: list[Leg] = []
    waiting = sorted(orders, key=trial.rank)
    goes_on = True
    while waiting and goes_on:
        # Whoever is barred tries again once others have gone.
        goes_on, left = False, []
        for unit in waiting:
            shown = trial.shown(orders[unit]) if trial.goes_on() else None
            if shown is None or not shown.legal:
                left.append(unit)
                continue
            goes_on = True
            order = read_choice(shown.order)
            leg = _leg(trial, unit, order, shown)
            if trial.play(order):
                legs.append(leg)
            else:
                risky.append(replace(leg, risky=True))
        waiting = left
    return [*legs, *risky, *(_stays(trial, unit, orders[unit]) for unit in waiting)]


def _leg(trial: _Trial, unit: str, order: Choice, shown: Preview) -> Leg:
    steps, _ = picking.gesture(trial.battle.state, order) or ([order], [])
    short = shown.beyond[0] if shown.beyond else None
    last = shown.stages[-1].body if shown.stages else None
    start = _place(trial, unit)
    return Leg(
        units=(unit,),
        start=start,
        goal="",
        to=f"{written(last.x)},{written(last.y)}" if last else start,
        why=short.why if short else "",
        rule=short.rule if short else "",
        steps=tuple(map(str, steps)),
        bodies=tuple(stage.body for stage in shown.stages),
        words=shown.detail,
    )


def _stays(trial: _Trial, unit: str, order: Choice) -> Leg:
    refusals = trial.shown(order).refusals if trial.goes_on() else ()
    why = refusals[0] if refusals else None
    start = _place(trial, unit)
    return Leg(
        units=(unit,),
        start=start,
        goal="",
        to=start,
        why=why.why if why else "",
        rule=why.rule if why else "",
    )


def _place(trial: _Trial, unit: str) -> str:
    body = trial.bodies.get(unit)
    return f"{written(body.x)},{written(body.y)}" if body else ""
