"""How much and how fast a client may send."""

from __future__ import annotations

from time import monotonic

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Sizes in bytes, rates a second for one address, and how far a burst may go beyond."""

    body: int = 16_384
    record: int = 2_000_000
    frame: int = 4_096
    frames: float = 20
    requests: float = 50
    burst: int = 300
    battles: float = 0.5
    battles_burst: int = 30
    #: Live connections of one battle.
    listeners: int = 200
    #: Bytes that a live connection may have still to take.
    behind: int = 1_000_000
    #: Outcomes that are counted for exact odds, and the seconds that may take.
    outcomes: int = 2_000
    odds: float = 2
    #: Bytes of memory, about, for battles that nobody is looking at.
    room: int = 300_000_000


class Bucket:
    """A bucket that fills at `rate` up to `size`; each request takes one out."""

    __slots__ = ("_at", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._left, self._at = size, monotonic()

    def take(self) -> bool:
        """Whether there was one to take."""
        now = monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self) -> bool:
        return self._left + (monotonic() - self._at) * self.rate >= self.size


class Buckets:
    """One bucket for each address."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._buckets) > 10_000:
            full = (key for key, bucket in self._buckets.items() if bucket.is_full())
            for key in list(full):
                del self._buckets[key]
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.size)
        return bucket.take()
