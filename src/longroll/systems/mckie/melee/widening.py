"""Widening a front in melee, to match the enemy's. [mckie:melee.noform]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.event import Effect
from longroll.miniatures import ways
from longroll.miniatures.amounts import UnitId
from longroll.miniatures.contact import touched
from longroll.miniatures.scenes import UnitEvent
from longroll.systems.mckie.army import layouts
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.hidden import spotting
from longroll.systems.mckie.melee.results import bars_to_manoeuvre
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

_WIDEN, _STAY = choice("widen"), choice("stay")
_RULE = "mckie:melee.noform"


class Widened(UnitEvent, frozen=True, kw_only=True):
    """A unit in melee widened its front."""

    front: int

    def text(self) -> str:
        return f"{self.title} widens its front to {self.front} stands."

    def effect(self) -> Effect | None:
        return Effect("other", self.text())


class OfferWidening(Do, frozen=True):
    """Ask those who fight on whether they widen their front, in the order of the roster."""

    def run(self, state: State, umpire: Umpire) -> None:
        asked: list[Ask | Do] = [
            WidenFront(id) for id in state.present() if widened(state, id) is not None
        ]
        state.agenda += reversed(asked)


class WidenFront(Ask, frozen=True):
    """A unit that fights on may widen its front up to the enemy's. [mckie:melee.noform]"""

    unit: UnitId

    rule: ClassVar[str] = _RULE
    verbs: ClassVar[tuple[str, ...]] = ("widen", "stay")

    def asks(self, state: State) -> str:
        return state.units[self.unit].side

    def question(self, state: State) -> str:
        return f"{state.units[self.unit].title} fights on. Does it widen its front?"

    def choices(self, state: State) -> list[Choice]:
        return [one for one in (_WIDEN, _STAY) if not any(self.bars(state, one))]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, _RULE)
        if choice.verb == "widen" and widened(state, self.unit) is None:
            yield Refusal(_RULE, "its front cannot be widened to match the enemy's")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        after = widened(state, self.unit)
        if choice.verb == "stay" or after is None:
            return
        state.change(self.unit, formation=after.formation, front=after.front)
        front = field.plan_of(after).ranks[0]
        umpire.tell(Widened(rules=(_RULE,), unit=self.unit, title=after.title, front=front))
        spotting.has_gone(state, after.side, umpire)


def widened(state: State, id: str) -> Unit | None:
    """A unit with its front as wide as it may be: wider than now, and no wider than the fronts of
    those it fights; None if that is impossible, or there is no room for it."""
    unit = state.units[id]
    older = [one for one in state.contacts if id in (one.attacker, one.defender)]
    if not any(one.since < state.period for one in older) or unit.is_battery:
        return None
    enemy = sum(len(field.front_stands(state.units[other])) for other in touched(state, id))
    now = len(field.front_stands(unit))
    for front in range(enemy, now, -1):
        after = _with_front(unit, front)
        if after is None or bars_to_manoeuvre("expand", front, enemy):
            continue
        if ways.is_free(_without(state, id, after), after, after.pose):
            return after
    return None


def _with_front(unit: Unit, front: int) -> Unit | None:
    """A unit with this many stands in front: in line, or in a supported line."""
    line = replace(unit, formation="line", front=0)
    if unit.formation in ("skirmish", "extended") or (unit.formation == "line" and not unit.front):
        return None
    if isinstance(layouts.layout(unit.arm, "line", unit.figures), layouts.Layout):
        if field.plan_of(line).ranks == (front,):
            return line
    plan = layouts.layout(unit.arm, "supported_line", unit.figures, front=front)
    if isinstance(plan, Refusal) or plan.ranks[0] != front or len(plan.ranks) != 2:
        return None
    return replace(unit, formation="supported_line", front=front)


def _without(state: State, id: str, after: Unit) -> State:
    """The state with a unit as it would be."""
    other: State = state.copy()
    other.units = {**state.units, id: after}
    return other


STEPS = (OfferWidening, WidenFront)
