"""5.0 The Command Decision Phase: Key Chits, random chits, and what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import cup
from longroll.systems.blind_swords.chit_events import CupLoaded, KeyChosen
from longroll.systems.blind_swords.state import State


def steps(state: State) -> list[Ask | Do]:
    """Each side chooses its Key Chits in secret, then the cup is filled. [blind_swords:5.1.1]"""
    asked = [side for side in state.game.sides if state.setting.chits[side].key]
    return [*(ChooseKey(side) for side in asked), LoadCup()]


class ChooseKey(Ask, frozen=True):
    """A side takes its Key Chits one by one from the events it may use. [blind_swords:5.1.1]"""

    side: SideName

    rule: ClassVar[str] = "blind_swords:5.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("key",)
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        number = len(state.keys.get(self.side, ())) + 1
        of = state.setting.chits[self.side].key  # type: ignore[index]
        return f"Which event is Key Chit {number} of {of}?"

    def _left(self, state: State) -> list[str]:
        return cup.without(cup.pool(state, self.side), state.keys.get(self.side, ()))

    def choices(self, state: State) -> list[Choice]:
        return [choice("key", event) for event in dict.fromkeys(self._left(state))]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if len(choice.objects) != 1 or choice.object not in cup.pool(state, self.side):
            yield Refusal(self.rule, "name one of your events of this scenario")
        elif choice.object not in self._left(state):
            title = state.game.chits.events[choice.object].title
            yield Refusal(self.rule, f"{title} is chosen already")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        keys = (*state.keys.get(self.side, ()), choice.object)
        state.keys = {**state.keys, self.side: keys}
        title = state.game.chits.events[choice.object].title
        umpire.tell(KeyChosen(rules=(self.rule,), side=self.side, title=title))
        if len(keys) == state.setting.chits[self.side].key:  # type: ignore[index]
            state.agenda.pop()


class LoadCup(Do, frozen=True):
    """Random events are drawn blind, the rest are left out unseen, and the cup is filled.

    Whatever a scenario says of the rest, its numbers of Key and random chits hold.
    [blind_swords:5.1.2] [blind_swords:5.1.3] [blind_swords:5.1.4] [blind_swords:5.1.8]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        randoms: dict[str, tuple[str, ...]] = {}
        excluded: dict[str, tuple[str, ...]] = {}
        for side in state.game.sides:
            left = cup.without(cup.pool(state, side), state.keys.get(side, ()))
            drawn = []
            for _ in range(state.setting.chits[side].random):
                place = umpire.roll("a random event", sides=len(left)).value - 1
                drawn.append(left.pop(place))
            randoms[side], excluded[side] = tuple(sorted(drawn)), tuple(sorted(left))
        state.randoms, state.excluded = randoms, excluded
        cup.load(state)
        umpire.tell(
            CupLoaded(
                rules=("blind_swords:5.1.4",),
                chits=len(state.cup),
                excluded={side: len(left) for side, left in excluded.items()},
            )
        )


STEPS: tuple[type[Any], ...] = (ChooseKey, LoadCup)
