"""Orders as they are declared: counters, a drill, and then perhaps a deed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from longroll.kernel.decision import Refusal
from longroll.miniatures.drill import Drill
from longroll.systems.honor_glory.play.rulebook import DRILL

#: Deeds that name an enemy, a friend, a piece of terrain or a type of bridge.
Aimed = Literal["fire", "battery", "charge", "team", "shell", "bridge"]
#: Deeds that need no name.
Alone = Literal[
    "rally", "rest", "withdraw", "occupy", "ford", "hold", "surrender", "breach", "burn", "quench"
]
Deed = Literal[""] | Aimed | Alone

_AIMED: tuple[Aimed, ...] = get_args(Aimed)
_ALONE: tuple[Alone, ...] = get_args(Alone)


class Order(NamedTuple):
    """What a unit is to do in its go: a drill, and then perhaps a deed."""

    counters: int
    drill: Drill | None
    deed: Deed = ""
    target: str = ""


def read_order(words: Sequence[str]) -> Order | Refusal:
    """The words of a declaration after the unit: the counters, the drill, the deed."""
    return _read(tuple(words))


@lru_cache(maxsize=1024)
def _read(words: tuple[str, ...]) -> Order | Refusal:
    first, *rest = words or ("",)
    if not first.isdecimal() or not 1 <= int(first) <= 50:
        return Refusal("honor_glory:28.2", f"an order begins with its counters, not {first!r}")
    deed: Deed = ""
    target = ""
    if rest and rest[-1] in _ALONE:
        deed = rest.pop()  # type: ignore[assignment]
    elif len(rest) > 1 and rest[-2] in _AIMED:
        target = rest.pop()
        deed = rest.pop()  # type: ignore[assignment]
    drill = None
    if rest:
        found = DRILL.read(rest)
        if isinstance(found, Refusal):
            return found
        drill = found
    elif not deed:
        return Refusal("honor_glory:6.1", "the order says nothing that the unit is to do")
    return Order(int(first), drill, deed, target)
