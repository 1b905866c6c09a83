"""Seats, their tokens and invitations. The store keeps only hashes of both."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Literal

import msgspec

SPECTATOR = "spectator"
Who = Literal["me", "friend", "computer", "watch"]


class Seat(msgspec.Struct, frozen=True):
    """A side of a battle and who plays it; `watch` is the spectators' seat."""

    side: str
    who: Who
    level: int = 1
    token_hash: str | None = None
    #: What the player gave for the dice: a nonce, or the anchor of a chain of links.
    nonce: str | None = None
    #: An invitation that nobody has accepted yet can be exchanged for a token once.
    invitation_hash: str | None = None

    @property
    def is_human(self) -> bool:
        return self.who in ("me", "friend")


def new_token() -> str:
    """128 bits nobody can guess, as 22 letters, digits, - and _."""
    return secrets.token_urlsafe(16)


def new_secret() -> str:
    """The server's part of the dice of a battle."""
    return secrets.token_hex(32)


def hash_of(token: str) -> str:
    return sha256(token.encode()).hexdigest()
