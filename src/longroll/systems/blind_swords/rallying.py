"""13.1 Rally as the players conduct it, the last step of an activation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords.cohesion_events import Returned
from longroll.systems.blind_swords.entering import enter
from longroll.systems.blind_swords.rally import (
    bars_to_rebuild,
    bars_to_recover,
    places,
    rebuild,
    recover,
)
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.wording import name

_DONE = choice("done")
_BARS = {"recover": bars_to_recover, "rebuild": bars_to_rebuild}


def try_to_rebuild(state: State, unit: int, umpire: Umpire) -> None:
    """Roll to Rebuild; a unit that comes back from the Broken Track is placed by its owner."""
    placed = bool(state.hex_of(unit))
    if rebuild(state, unit, umpire) and not placed:
        state.agenda.append(Place(state.side_of(unit), unit))


class RallyStep(Ask, frozen=True):
    """Units of the brigade try to rally one by one, each once. [blind_swords:13.1.1]"""

    side: SideName

    rule: ClassVar[str] = "blind_swords:13.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("recover", "rebuild", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which unit tries to rally?"

    def choices(self, state: State) -> list[Choice]:
        active = state.active
        found = []
        for unit in state.game.roster.of_brigade[active.brigade] if active else ():
            for verb, bars in _BARS.items():
                if next(bars(state, unit), None) is None:
                    found.append(choice(verb, state.piece(unit).id))
        return [*found, _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        unit = state.game.roster.number.get(choice.object)
        if unit is None or len(choice.objects) != 1 or state.side_of(unit) != self.side:
            yield Refusal(self.rule, f"{choice.object or 'nobody'} is not one of your units")
        else:
            yield from _BARS[choice.verb](state, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            return
        unit = state.game.roster.number[choice.object]
        if choice.verb == "recover":
            recover(state, unit, umpire)
        else:
            try_to_rebuild(state, unit, umpire)


class Place(Ask, frozen=True):
    """A rebuilt unit comes back, Battleworn, and does nothing more in this activation.

    [blind_swords:13.2.7]
    """

    side: SideName
    unit: UnitNumber

    rule: ClassVar[str] = "blind_swords:13.2.7"
    verbs: ClassVar[tuple[str, ...]] = ("place",)
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Where does {state.piece(self.unit).title} return to?"

    def choices(self, state: State) -> list[Choice]:
        id = state.piece(self.unit).id
        return [choice("place", id, hex) for hex in places(state, self.unit)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            words = " ".join(choice.objects)
            yield Refusal(self.rule, f"{words or 'that'} is not beside its brigade and safe")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        unit, hex = self.unit, choice.objects[1]
        state.change(unit, worn=True, box="")
        state.rebuilt |= {unit}
        umpire.tell(Returned(rules=(self.rule,), unit=name(state, unit), to=hex))
        enter(state, (unit,), hex, "rebuild", umpire)


STEPS: tuple[type[Any], ...] = (RallyStep, Place)
