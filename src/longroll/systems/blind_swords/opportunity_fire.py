"""10.7 Opportunity Fire at units that leave an Engaged hex of their own will."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import engagement, fire
from longroll.systems.blind_swords.combat import OPPORTUNITY, Volley
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import HexName, State

ALWAYS, NEVER = "always", "never"


def offer(state: State, movers: tuple[int, ...], hex: Hex, umpire: Umpire) -> None:
    """Before units leave a hex where they are Engaged, let the other side fire at them.

    One hex fires, infantry and artillery together, at the movers alone. Skirmishers draw no fire.
    Guns suffer it too. [blind_swords:10.7.1] [blind_swords:10.7.2] [blind_swords:10.7.3]
    [blind_swords:6.4.3]
    """
    under_fire = tuple([unit for unit in movers if engagement.is_engaged(state, unit)])
    if not under_fire:
        return
    side = state.game.enemy[state.side_of(under_fire[0])]
    ask = OpportunityFire(side, hex, under_fire)
    starts = ask.starts(state)
    order = state.standing.get(side)
    if starts and order == ALWAYS:
        ask.fire(state, _strongest(state, ask, starts), umpire)
    elif starts and order != NEVER:
        state.agenda.append(ask)


def _strongest(state: State, ask: OpportunityFire, starts: list[Hex]) -> Hex:
    """The hex that fires hardest, the first of those that are alike."""

    def strength(start: Hex) -> Fraction:
        return fire.strength(state, ask.volley(state, start))

    return max(starts, key=strength)


class OpportunityFire(Ask, frozen=True):
    """A side may fire from one hex at units that are about to leave. [blind_swords:10.7.2]"""

    side: SideName
    hex: HexName
    movers: tuple[UnitNumber, ...]

    rule: ClassVar[str] = "blind_swords:10.7.2"
    verbs: ClassVar[tuple[str, ...]] = ("from", "hold", ALWAYS, NEVER)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        who = state.piece(self.movers[0]).title
        more = f" and {len(self.movers) - 1} more" if len(self.movers) > 1 else ""
        return f"Do you fire at {who}{more} before it leaves {self.hex}?"

    def firers(self, state: State, start: Hex) -> tuple[int, ...]:
        """Everybody in a hex who may fire, of whatever arm."""
        return tuple(
            unit
            for unit in state.stack(start, self.side)
            if next(fire.bars_to_fire(state, unit, OPPORTUNITY), None) is None
        )

    def starts(self, state: State) -> list[Hex]:
        """The hexes that may fire, in order of their numbers."""
        near = sorted(state.game.grid.adjacent[self.hex])
        return [start for start in near if self.firers(state, start)]

    def volley(self, state: State, start: Hex) -> Volley:
        firers = self.firers(state, start)
        return Volley(self.side, self.hex, OPPORTUNITY, firers, self.movers)

    def choices(self, state: State) -> list[Choice]:
        found = [choice("from", start) for start in self.starts(state)]
        return [*found, choice("hold"), choice(ALWAYS), choice(NEVER)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb != "from":
            yield from bare(choice, self.rule)
            return
        start = " ".join(choice.objects)
        if start not in state.game.grid or state.game.grid.distance(start, self.hex) != 1:
            yield Refusal(self.rule, f"{start or 'nothing'} is not a hex next to {self.hex}")
        elif not state.stack(start, self.side):
            yield Refusal(self.rule, f"you have nobody in {start}")
        elif not self.firers(state, start):
            for unit in state.stack(start, self.side):
                yield from fire.bars_to_fire(state, unit, OPPORTUNITY)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "from":
            self.fire(state, choice.object, umpire)
        elif choice.verb != "hold":
            state.standing = {**state.standing, self.side: choice.verb}
            if choice.verb == ALWAYS:
                self.fire(state, _strongest(state, self, self.starts(state)), umpire)

    def fire(self, state: State, start: Hex, umpire: Umpire) -> None:
        fire.declare(state, self.volley(state, start), umpire)


STEPS: tuple[type[Any], ...] = (OpportunityFire,)
