"""Seats and their tokens. Whoever has the token sits there; the store keeps only its hash."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Literal

import msgspec

SPECTATOR = "spectator"
Who = Literal["me", "friend", "computer", "watch"]

NONCE = re.compile(r"[0-9A-Za-z_-]{1,64}")


class Seat(msgspec.Struct, frozen=True):
    """A side of a battle and who plays it; `watch` is the spectators' place."""

    side: str
    who: Who
    level: int = 1
    token_hash: str | None = None
    nonce: str | None = None

    @property
    def is_human(self) -> bool:
        return self.who in ("me", "friend")

    @property
    def is_awaited(self) -> bool:
        """Whether the battle waits for its nonce."""
        return self.is_human and self.nonce is None


def new_token() -> str:
    """128 bits nobody can guess, as 22 letters, digits, - and _."""
    return secrets.token_urlsafe(16)


def new_nonce() -> str:
    """A nonce for a seat that brought none."""
    return secrets.token_hex(16)


def new_secret() -> str:
    """What the server brings to the dice of a battle."""
    return secrets.token_hex(32)


def hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()
