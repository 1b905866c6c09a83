"""Facts that change, and their digest. Each system has its own State."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Literal, TypeVar

import msgspec

_encoder = msgspec.msgpack.Encoder(order="deterministic")


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the players agreed on. Systems add their optional rules."""

    undo: Literal["unrevealed", "free"] = "unrevealed"


class Score(msgspec.Struct, frozen=True):
    """One line of the reckoning of a battle."""

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

    Attributes outside the declared fields are indexes a system derives from them; they are
    neither compared nor saved.
    """

    scenario: str
    options: Options
    agenda: list[Any] = []
    result: Result | None = None

    def copy(self: S) -> S:
        """An independent state. Values inside are frozen, so only the containers are copied."""
        raise NotImplementedError

    def index(self) -> None:
        """Derive the indexes anew, after the fields were set from outside."""


S = TypeVar("S", bound=State)


def freeze(state: State) -> bytes:
    """The state as bytes: equal states give equal bytes, on every machine."""
    try:
        return _encoder.encode(state)
    except TypeError:
        # The encoder puts only words in order; keys that are numbers are written as words.
        plain = msgspec.to_builtins(state, str_keys=True, order="deterministic")
        return _encoder.encode(plain)


def digest(state: State) -> str:
    """Twelve hexadecimal digits that stand for the state."""
    return blake2b(freeze(state), digest_size=6).hexdigest()
