"""Step 1: who has the initiative, and who moves first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.systems.mckie.command import generals
from longroll.systems.mckie.command.radius import bars_to_command, rated
from longroll.systems.mckie.command.rules import Contender, initiative_lines, initiative_winner
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.orders.giving import runs_himself
from longroll.systems.mckie.table.events import InitiativeRolled, OrderChosen
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.words import SIDES, Side

_FIRST, _SECOND = choice("first"), choice("second")


def commanding(state: State, side: Side) -> generals.General:
    """The ratings of the highest general of a side on the field; none if nobody is left."""
    who = _chief(state, side)
    return generals.General("nobody") if who is None else rated(state.commanders[who])


def _chief(state: State, side: Side) -> str | None:
    order = ("cinc", "corps", "division")
    here = [
        who for who, one in state.commanders.items() if one.side == side and one.place == "table"
    ]
    return min(here, key=lambda who: order.index(state.commanders[who].role), default=None)


def contender(state: State, side: Side) -> Contender:
    """The commanding general, who may be running troops himself, or not command yet.
    [mckie:gen.override.2] [mckie:risk.4]"""
    who = _chief(state, side)
    personally = runs_himself(state, who) if who is not None else None
    waits = who is not None and any(bars_to_command(state, who))
    return Contender(side, commanding(state, side), personally, waits)


class RollInitiative(Do, frozen=True):
    """Each commanding general rolls; a tie is rolled again.

    [mckie:period.1] [mckie:init.1] [mckie:init.2] [mckie:gen.init.1] [mckie:gen.init.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        generalship = state.options.generalship
        contenders = [contender(state, side) for side in SIDES]
        rolls = [ten_sided(umpire, f"initiative of the {side} army") for side in SIDES]
        lines = [
            initiative_lines(who, roll.value, generalship=generalship)
            for who, roll in zip(contenders, rolls, strict=True)
        ]
        totals = [sum(line.value for line in one) for one in lines]
        winner = initiative_winner(contenders, totals, generalship=generalship)
        if winner is None:
            state.agenda.append(self)
            return
        state.initiative = winner
        umpire.tell(
            InitiativeRolled(
                rules=("mckie:gen.init.1" if generalship else "mckie:init.1",),
                rolls=tuple(rolls),
                winner=winner,
                totals=dict(zip(SIDES, totals, strict=True)),
                lines=tuple(line for one in lines for line in one),
            )
        )
        state.agenda.append(ChooseOrder(winner))


class ChooseOrder(Ask, frozen=True):
    """The general with the initiative moves first or second. [mckie:init.3] [mckie:gen.init.3]"""

    side: Side

    rule: ClassVar[str] = "mckie:init.3"
    verbs: ClassVar[tuple[str, ...]] = ("first", "second")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "You have the initiative. Does your army move first or second?"

    def choices(self, state: State) -> list[Choice]:
        return [_FIRST, _SECOND]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        return bare(choice, self.rule)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.first = self.side if choice.verb == "first" else ENEMY[self.side]
        umpire.tell(OrderChosen(rules=("mckie:init.3",), first=state.first))


STEPS = (RollInitiative, ChooseOrder)
