"""Clients that mean no good: raw connections from any address of 127.0.0.0/8."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from tests.server.lines import Answer, Raw

T = TypeVar("T")


class Refused(Exception):
    """An answer that is not what an honest client would get."""


class Enemy(Raw):
    """A connection that sends requests, well-formed ones too."""

    def __init__(self, port: int, source: str = "127.0.0.2") -> None:
        super().__init__(port, source)
        self.port, self.source = port, source

    def write(self, method: str, path: str, body: Any = None, token: str = "") -> None:
        """Send a request and do not wait. A body that is not bytes is sent as JSON."""
        data = body if isinstance(body, bytes) else b"" if body is None else encode(body)
        head = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        if body is not None or method == "POST":
            kind = "text/plain" if isinstance(body, bytes) else "application/json"
            head += [f"Content-Type: {kind}", f"Content-Length: {len(data)}"]
        if token:
            head.append(f"Authorization: Bearer {token}")
        self.send("\r\n".join([*head, "", ""]).encode("latin-1") + data)

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Answer:
        self.write(method, path, body, token)
        answer = self.answer()
        if answer is None:
            raise ConnectionError("the server has hung up")
        if answer.status >= 500 and answer.status != 503:
            raise Refused(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        return answer

    def good(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """The answer of a request that must be served."""
        answer = self.ask(method, path, body, token)
        if answer.status not in (200, 201):
            raise Refused(f"{method} {path}: {answer.status} {answer.body[:200]!r}")
        return msgspec.json.decode(answer.body)

    def live(self, token: str, query: str = "") -> Answer | None:
        """Open the WebSocket of a seat."""
        return self.upgrade(f"/api/live{query}", f"Sec-WebSocket-Protocol: longroll, seat.{token}")

    def moment(self) -> Any:
        """The next frame of a WebSocket that is not a ping."""
        while True:
            opcode, data = self.receive()
            if opcode == 1:
                return msgspec.json.decode(data)
            if opcode == 9:
                self.frame(data, 10)
            elif opcode in (8, -1):
                raise Refused(f"the server has closed the WebSocket: {data!r}")


encode = msgspec.json.Encoder().encode


def battle(enemy: Enemy, system: str = "stockade_redan", who: str = "me", **more: Any) -> Any:
    """A new battle with a seed, so that nobody has to sit down."""
    seats = {side: {"who": who} for side in ("union", "confederate")}
    return enemy.good("POST", "/api/battles", {"system": system, "seats": seats, "seed": 7, **more})


_fresh = itertools.count(256)


def addresses(count: int) -> list[str]:
    """So many addresses that nobody has used, with limits that nobody has touched."""
    numbers = itertools.islice(_fresh, count)
    return [f"127.1.{number // 256}.{number % 256}" for number in numbers]


def storm(port: int, sources: list[str], seconds: float, strike: Callable[[Enemy], object]) -> int:
    """One thread for each address strikes again and again: how often.

    Whoever is cut off connects again, and whoever is told to wait does so for a moment.
    """
    until = time.monotonic() + seconds
    counts: list[int] = []
    faults: list[BaseException] = []

    def fight(source: str) -> None:
        count = 0
        enemy: Enemy | None = None
        try:
            while time.monotonic() < until:
                try:
                    enemy = enemy or Enemy(port, source)
                    if getattr(strike(enemy), "status", 0) == 429:
                        time.sleep(0.02)
                    count += 1
                except (ConnectionError, TimeoutError):
                    if enemy is not None:
                        enemy.socket.close()
                    enemy = None
                    time.sleep(0.01)
        except BaseException as fault:
            faults.append(fault)
        finally:
            counts.append(count)
            if enemy is not None:
                enemy.socket.close()

    threads = [threading.Thread(target=fight, args=(source,)) for source in sources]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return sum(counts)


def at_once(work: Callable[[str], T], all: list[str]) -> Iterator[T]:
    """The same for many at the same time."""
    with ThreadPoolExecutor(min(32, len(all))) as pool:
        yield from pool.map(work, all)
