"""How much and how fast a client may send."""

from __future__ import annotations

from ipaddress import IPv6Address
from time import monotonic

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """Sizes in bytes, rates per second for one address, and how large a burst may be."""

    body: int = 16_384
    record: int = 2_000_000
    scenario: int = 300_000
    #: Records and scenarios that are received or read at the same time, in all and from one
    #: address.
    records: int = 8
    records_each: int = 2
    frame: int = 4_096
    frames: float = 20
    requests: float = 50
    burst: int = 300
    battles: float = 0.5
    battles_burst: int = 30
    #: Live connections of one battle.
    listeners: int = 200
    #: Bytes that may be waiting to be sent on a live connection.
    behind: int = 1_000_000
    #: Approximate bytes of memory for battles that nobody is looking at.
    room: int = 300_000_000
    #: WebSockets opened, and open at once, by one address.
    sockets: float = 2
    sockets_burst: int = 60
    sockets_each: int = 100
    #: Open connections of a server process in all, and from one address that is not a proxy.
    connections: int = 4_000
    connections_each: int = 200
    #: Seconds in which the head of a request has to arrive, then its body, and a message that was
    #: begun on a WebSocket; and after which a client that reads nothing is cut off.
    head_seconds: float = 10
    body_seconds: float = 20
    message_seconds: float = 20
    stalled_seconds: float = 20


class Bucket:
    """A bucket that fills at `rate` up to `size`; each request takes one out."""

    __slots__ = ("_at", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._left, self._at = size, monotonic()

    def take(self) -> bool:
        """Whether there was one left to take."""
        now = monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def is_full(self) -> bool:
        return self._left + (monotonic() - self._at) * self.rate >= self.size


def network(address: str) -> str:
    """Whom an address stands for: in IPv6 one customer has 2**64 of them.

    >>> network("192.0.2.7"), network("2001:db8::1:2:3:4"), network("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    if ":" not in address:
        return address
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"


class Buckets:
    """One bucket for each address."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._buckets: dict[str, Bucket] = {}
        self._tidy_at = 10_000

    def take(self, address: str) -> bool:
        if len(self._buckets) > self._tidy_at:
            full = (key for key, bucket in self._buckets.items() if bucket.is_full())
            for key in list(full):
                del self._buckets[key]
            # Tidying visits every bucket, so it must stay rare however many addresses there are.
            self._tidy_at = max(10_000, 2 * len(self._buckets))
        key = network(address)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.size)
        return bucket.take()
