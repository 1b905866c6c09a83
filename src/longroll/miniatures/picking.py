"""Two questions instead of one long list: who gets an order, and which one.

`pick u1`, then `move u1 ahead 4`; or the order at once, which is a gesture for both. What a unit
may do is worked out only when somebody has picked it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from msgspec.structs import replace

from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.system import Chance
from longroll.miniatures.amounts import PickedId

PICK, BACK = "pick", "back"
_BACK = choice(BACK)

#: How a rulebook names its sides.
SideT = TypeVar("SideT", bound=str)


class OneAtATime(Ask, Generic[SideT], frozen=True, omit_defaults=True):
    """A side picks somebody and gives him an order, again and again, until it says that it is done.

    The first word of an order is its verb, the second is whoever gets it.
    """

    side: SideT
    #: Who has been picked; "" while that is asked.
    unit: PickedId = ""

    open: ClassVar[bool] = True
    #: The verbs of orders to one, and of those that nobody needs to be picked for.
    of_one: ClassVar[tuple[str, ...]] = ()
    of_all: ClassVar[tuple[str, ...]] = ("done",)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.verbs = (PICK, BACK, *cls.of_one, *cls.of_all)

    # What a step of the sequence says

    def who(self, state: Any) -> Sequence[str]:
        """Everybody who still has something to do, in the order of the roster."""
        raise NotImplementedError

    def bars_to_pick(self, state: Any, id: str) -> Iterator[Refusal]:
        """Every rule that keeps somebody from getting any order in this step."""
        raise NotImplementedError

    def orders(self, state: Any, id: str) -> Sequence[Choice]:
        """Sensible orders for one, each of them legal."""
        raise NotImplementedError

    def draw_order(self, state: Any, id: str, chance: Chance) -> Choice:
        """Any of the orders for one, each equally likely; not all of them need be worked out."""
        return chance.choice(self.orders(state, id) or (_BACK,))

    def bars_to_order(self, state: Any, order: Choice) -> Iterator[Refusal]:
        """Every rule that bars an order, whoever has been picked."""
        raise NotImplementedError

    def carry_out(self, state: Any, order: Choice, umpire: Umpire) -> None:
        """Carry out an allowed order; nobody is picked any more."""
        raise NotImplementedError

    # What follows is the same for all of them

    def asks(self, state: Any) -> str:
        return self.side

    def choices(self, state: Any) -> list[Choice]:
        if self.unit:
            return [*self.orders(state, self.unit), _BACK]
        return [*(choice(PICK, id) for id in self.who(state)), *map(choice, self.of_all)]

    def sensible(self, state: Any, choices: Sequence[Choice]) -> Choice | None:
        """Whoever has been picked may be told more than is listed."""
        return None if self.unit else super().sensible(state, choices)

    def draw(self, state: Any, chance: Chance) -> Choice:
        """Whoever has been picked gets an order: `back` is never drawn."""
        listed = [] if self.unit else self.choices(state)
        return chance.choice(listed) if listed else self.draw_order(state, self.unit, chance)

    def bars(self, state: Any, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == BACK:
            yield from bare(choice, self.rule)
            if not self.unit:
                yield Refusal(self.rule, "nobody has been picked")
        elif choice.verb == PICK:
            yield from self._bars_to_pick(state, choice)
        elif choice.verb in self.of_one and choice.object != self.unit:
            yield Refusal(self.rule, f"pick {choice.object or 'somebody'} first")
        elif choice.verb in self.of_all and self.unit:
            yield Refusal(self.rule, f"{self.unit} has been picked: say what it does, or go back")
        else:
            yield from self.bars_to_order(state, choice)

    def bars_at_once(self, state: Any, said: Choice) -> Iterator[Refusal]:
        """Every rule that bars something that is said at once, whoever has been picked."""
        if said.verb in self.of_one:
            return self.bars_to_order(state, said)
        return (self if said.verb == BACK else replace(self, unit="")).bars(state, said)

    def _bars_to_pick(self, state: Any, choice: Choice) -> Iterator[Refusal]:
        if len(choice.objects) != 1:
            yield Refusal(self.rule, "pick takes one unit or commander")
        elif self.unit:
            yield Refusal(self.rule, f"{self.unit} has been picked already")
        else:
            yield from self.bars_to_pick(state, choice.object)

    def answer(self, state: Any, choice: Choice, umpire: Umpire) -> None:
        picked = choice.object if choice.verb == PICK else ""
        if picked != self.unit:
            state.agenda[-1] = replace(self, unit=picked)
        if choice.verb not in (PICK, BACK):
            self.carry_out(state, choice, umpire)


def drawn(
    orders: list[Choice], chance: Chance, bars: Callable[[Choice], Iterator[Refusal]]
) -> Choice:
    """One of some orders that nothing bars, each equally likely; only those that are drawn are
    checked."""
    while orders:
        order = orders.pop(chance.randrange(len(orders)))
        if next(bars(order), None) is None:
            return order
    return _BACK


def gesture(state: Any, said: Choice) -> tuple[list[Choice], list[Refusal]] | None:
    """A whole order as the small choices it stands for, or what bars it; None if it is none.

    - `move u1 ahead 4`, and every other order to one: pick him, then give it
    - `pick u2` or `done`, with somebody else picked: go back first
    """
    ask = state.agenda[-1]
    if not isinstance(ask, OneAtATime) or said.verb == BACK or said.verb not in ask.verbs:
        return None
    refused = list(ask.bars_at_once(state, said))
    if refused:
        return [], refused
    first = [_BACK] if ask.unit else []
    picked = [choice(PICK, said.object)] if said.verb in ask.of_one else []
    return [*first, *picked, said], []


def is_order(ask: Any, said: Choice) -> bool:
    """Whether a choice orders a unit or a commander, rather than picking one or ending a step."""
    return isinstance(ask, OneAtATime) and said.verb in ask.of_one


def orders_of(state: Any, side: str, id: str) -> Sequence[Choice]:
    """What a unit could be told if the side that is asked picked it now; nothing if it may not."""
    ask = state.agenda[-1] if state.agenda else None
    if not isinstance(ask, OneAtATime) or ask.side != side or any(ask.bars_to_pick(state, id)):
        return ()
    return ask.orders(state, id)


def put_back(agenda: list[Any], viewer: str) -> list[Any]:
    """The agenda as others know it: whom a side has picked is its own affair."""
    ask = agenda[-1] if agenda else None
    if isinstance(ask, OneAtATime) and ask.unit and ask.side != viewer:
        return [*agenda[:-1], replace(ask, unit="")]
    return agenda
