"""17.6f The Union bombardment before the Grand Assault: Low Ammo markers on enemy guns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.systems.blind_swords import low_ammo
from longroll.systems.blind_swords.hooks import Rules
from longroll.systems.chickasaw_bayou.game import setting
from longroll.systems.chickasaw_bayou.scenario import Bombardment
from longroll.systems.chickasaw_bayou.state import State

UNION, CONFEDERATE = "union", "confederate"


def begin_battle(state: State) -> Iterator[Ask | Do]:
    """[chickasaw_bayou:17.6f.1]"""
    shelling = setting(state.scenario, state.options).special.bombardment
    if shelling is not None:
        yield Shell(shelling.markers)


def bars_to_shell(state: State, unit: int, shelling: Bombardment) -> Iterator[Refusal]:
    """What keeps a Low Ammo marker off a unit: it must be Confederate artillery on the map.

    [chickasaw_bayou:17.6f.1] [chickasaw_bayou:17.6f.2]
    """
    title = state.piece(unit).title
    if state.side_of(unit) != CONFEDERATE or state.arm(unit) != "artillery":
        yield Refusal("chickasaw_bayou:17.6f.1", f"{title} is not Confederate artillery")
    elif not state.hex_of(unit):
        yield Refusal("chickasaw_bayou:17.6f.1", f"{title} is not on the map")
    elif state.units[unit].low_ammo >= shelling.most_a_unit:
        yield Refusal("chickasaw_bayou:17.6f.1", f"{title} has {shelling.most_a_unit} markers")


class Shell(Ask, frozen=True):
    """The Union puts its markers on one battery after another. [chickasaw_bayou:17.6f.1]"""

    left: Annotated[int, Meta(ge=0, le=100)]

    rule: ClassVar[str] = "chickasaw_bayou:17.6f.1"
    verbs: ClassVar[tuple[str, ...]] = ("shell", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return UNION

    def question(self, state: State) -> str:
        left = f"{self.left} marker{'s are' if self.left > 1 else ' is'} left"
        return f"Which battery is shelled? {left}."

    def choices(self, state: State) -> list[Choice]:
        shelling = setting(state.scenario, state.options).special.bombardment
        assert shelling is not None
        found = [
            choice("shell", state.piece(unit).id)
            for unit in state.game.roster.of_side["confederate"]
            if next(bars_to_shell(state, unit, shelling), None) is None
        ]
        return found or [choice("done")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        shelling = setting(state.scenario, state.options).special.bombardment
        assert shelling is not None
        if choice.verb == "done":
            if choice not in self.choices(state):
                yield Refusal(self.rule, f"{self.left} markers are left to be placed")
            return
        unit = state.game.roster.number.get(" ".join(choice.objects), -1)
        if unit < 0:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a unit")
        else:
            yield from bars_to_shell(state, unit, shelling)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "shell":
            low_ammo.mark(state, state.game.roster.number[choice.object], self.rule, umpire)
            if self.left > 1:
                state.agenda.append(Shell(self.left - 1))


RULES = Rules[State](begin_battle=begin_battle)

STEPS: tuple[type[Any], ...] = (Shell,)
