"""4.1 and 8.0 A brigade is activated: its order, and the steps the order allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import overstack
from longroll.systems.blind_swords.assaulting import AssaultStep
from longroll.systems.blind_swords.chit_events import ActivationEnded, OrderGiven
from longroll.systems.blind_swords.firing import FireStep
from longroll.systems.blind_swords.moving import MoveStep
from longroll.systems.blind_swords.rallying import RallyStep
from longroll.systems.blind_swords.state import Activation, State
from longroll.systems.blind_swords.tables import LIMITED, ORDER_NAMES, ORDERS

ORDERS_AND_LIMITED: tuple[str, ...] = (*ORDER_NAMES, LIMITED)
#: The steps of an activation in their order; fire always comes before movement.
#: [blind_swords:4.1.2] [blind_swords:4.1.3]
STEP_NAMES = ("fire", "move", "assault", "rally")


def steps(state: State, step: str = STEP_NAMES[0]) -> list[Ask | Do]:
    """What an activation has left to do from a step on, as its order allows.

    [blind_swords:4.1.2] [blind_swords:8.1.2] [blind_swords:8.1.4] [blind_swords:8.6.1]
    """
    assert state.active is not None
    side = state.game.roster.brigades[state.active.brigade].side
    order = ORDERS.orders[state.active.order]
    ahead: dict[str, list[Ask | Do]] = {
        "fire": [FireStep(side)] if order.fire != "no" else [],
        "move": [MoveStep(side)] if order.full or _is_expected(state, side) else [],
        "assault": (
            [OpenWindows("attack_activation", side), AssaultStep(side)]
            if order.close_combat
            else []
        ),
        "rally": [RallyStep(side)] if order.recover or order.rebuild else [],
    }
    first = STEP_NAMES.index(step)
    return [*(one for name in STEP_NAMES[first:] for one in ahead[name]), EndActivation(side)]


def _is_expected(state: State, side: str) -> bool:
    """Whether a unit of the brigade can come on, one of which may in a Limited Activation.

    [blind_swords:10.11.3]
    """
    assert state.active is not None
    own = state.game.roster.of_brigade[state.active.brigade]
    return any(unit in state.due and state.due[unit][0] <= state.turn for unit in own)


def begin(state: State, active: Activation, umpire: Umpire) -> None:
    """A brigade is activated: its enemy may confuse it, then it begins."""
    side = state.game.roster.brigades[active.brigade].side
    forget(state)
    state.active = active
    state.activated = state.activated | {active.brigade}
    state.agenda.append(StartActivation(side))
    if active.order != LIMITED:
        state.agenda.append(OpenWindows("activation_gained", state.game.enemy[side]))


def forget(state: State) -> None:
    """Nobody has acted yet, in a new activation or a new phase."""
    state.active = None
    state.fired = state.moved = state.assaulted = state.rallied = frozenset()
    state.attacked, state.daunted = frozenset(), frozenset()
    state.paths, state.standing = {}, {}


class OpenWindows(Do, frozen=True):
    """A moment at which a side may play an event. [blind_swords:7.3f.2]"""

    timing: str
    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        state.agenda.extend(reversed(state.game.rules.windows(state, self.timing, self.side)))


class BeginActivation(Do, frozen=True):
    """An activation that comes after another."""

    active: Activation

    def run(self, state: State, umpire: Umpire) -> None:
        begin(state, self.active, umpire)


class StartActivation(Do, frozen=True):
    """The brigade acts: a Full Activation begins with its order. [blind_swords:8.1.1]

    What a battle adds at the start of a Full Activation is left out of a Limited one.
    [blind_swords:8.6.2]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        assert state.active is not None
        enemy = state.game.enemy[self.side]
        if state.active.order == LIMITED:
            ahead = steps(state)
        else:
            ahead = [*state.game.rules.begin_activation(state), GiveOrder(self.side)]
        state.agenda.extend(reversed([OpenWindows("activation_begins", enemy), *ahead]))


class GiveOrder(Ask, frozen=True):
    """One of four orders for the whole brigade, whatever it was ordered before.

    [blind_swords:8.1.1] [blind_swords:8.1.3]
    """

    side: SideName

    rule: ClassVar[str] = "blind_swords:8.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("order",)

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        assert state.active is not None
        return f"What are the orders of {state.game.roster.brigades[state.active.brigade].title}?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("order", order) for order in ORDER_NAMES]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if len(choice.objects) != 1 or choice.object not in ORDER_NAMES:
            yield Refusal(self.rule, f"an order is one of {', '.join(ORDER_NAMES)}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        assert state.active is not None
        state.active = replace(state.active, order=choice.object)
        title = state.game.roster.brigades[state.active.brigade].title
        umpire.tell(OrderGiven(rules=(self.rule,), brigade=title, order=choice.object))
        state.agenda.extend(reversed(steps(state)))


class EndActivation(Do, frozen=True):
    """All has been done: stacks are checked, and a side may play an event. [blind_swords:3.1.3]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        state.agenda.append(CloseActivation())
        state.agenda.append(OpenWindows("activation_ended", self.side))
        overstack.check(state, self.side, umpire)


class CloseActivation(Do, frozen=True):
    """The brigade is done; nothing of its order binds it later. [blind_swords:8.1.3]"""

    def run(self, state: State, umpire: Umpire) -> None:
        assert state.active is not None
        title = state.game.roster.brigades[state.active.brigade].title
        umpire.tell(ActivationEnded(rules=("blind_swords:4.1.2",), brigade=title))
        forget(state)


STEPS: tuple[type[Any], ...] = (
    OpenWindows,
    BeginActivation,
    StartActivation,
    GiveOrder,
    EndActivation,
    CloseActivation,
)
