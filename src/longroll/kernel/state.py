"""Facts that change, and their digest. Each system has its own State."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, ClassVar, Literal, TypeVar, get_args, get_origin

import msgspec

from longroll.kernel.memo import Memo

_encoder = msgspec.msgpack.Encoder(order="deterministic")


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agreed on. Systems add their optional rules."""

    undo: Literal["unrevealed", "free"] = "unrevealed"


class Score(msgspec.Struct, frozen=True):
    """One line of the final score of a battle."""

    side: str
    points: int
    reason: str
    rule: str


class Result(msgspec.Struct, frozen=True):
    """How a battle ended: the winner (None for a draw), the level, and the rule that says so."""

    winner: str | None
    level: str
    rule: str
    reason: str
    scores: tuple[Score, ...] = ()


class State(msgspec.Struct, kw_only=True, dict=True):
    """Base of every state: plain data that one battle owns and changes.

    Attributes other than the declared fields are indexes that a system derives from them; they are
    neither compared nor saved.
    """

    #: How many times as long a rule takes as those of a battle on hexes, about: counting odds is
    #: given up so much earlier.
    heft: ClassVar[int] = 1

    scenario: str
    options: Options
    agenda: list[Any] = []
    result: Result | None = None

    def copy(self: S) -> S:
        """An independent state. Values inside are frozen, so only the containers are copied."""
        raise NotImplementedError

    def index(self) -> None:
        """Derive the indexes again, after the fields were set from outside."""
        #: What was worked out about the battle so far; copies share it.
        self.memo = Memo()


S = TypeVar("S", bound=State)


def freeze(state: State) -> bytes:
    """The state as bytes: equal states give equal bytes, on every machine.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan")
    >>> battle.system.thaw(freeze(battle.state)) == battle.state
    True
    """
    numbered = _numbered(type(state))
    if not numbered:
        return _encoder.encode(state)
    # The encoder sorts only keys that are strings, so numbers are written as strings.
    plain = {field: getattr(state, field) for field in state.__struct_fields__}
    for field in numbered:
        plain[field] = {str(key): value for key, value in plain[field].items()}
    return _encoder.encode(plain)


@cache
def _numbered(kind: type[State]) -> tuple[str, ...]:
    """The fields of a state whose keys are numbers."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if get_origin(field.type) is dict and _bare(get_args(field.type)[0]) is int
    )


def _bare(kind: Any) -> Any:
    """A type without its marks and bounds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def digest(state: State) -> str:
    """Twelve hexadecimal digits that identify the state.

    >>> import longroll
    >>> battle = longroll.new("stockade_redan")
    >>> digest(battle.state) == battle.hash()
    True
    """
    return blake2b(freeze(state), digest_size=6).hexdigest()
