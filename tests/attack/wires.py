"""Attacks on connections: those that begin and do not end, do not read, or come in crowds."""

from __future__ import annotations

import itertools
import time
from contextlib import suppress

from tests.attack.enemy import Enemy, Refused, addresses, at_once, battle, encode, storm
from tests.attack.ground import Ground


def half_sent(ground: Ground, size: float) -> str:
    """Requests whose head never ends: more than the server lets one address have open."""
    sources, each = addresses(max(2, int(8 * size))), 250
    lines = [line for some in at_once(lambda s: _begun(ground, s, each), sources) for line in some]
    time.sleep(0.3 + 11 * size)
    for line in lines:
        line.socket.close()
    return f"{len(lines)} requests that never end"


def _begun(ground: Ground, source: str, count: int) -> list[Enemy]:
    lines = []
    for _ in range(count):
        line = Enemy(ground.port, source)
        line.send(b"GET /api/systems HTTP/1.1\r\nHost: loc")
        lines.append(line)
    return lines


def slow_bodies(ground: Ground, size: float) -> str:
    """Bodies and handshakes that come byte by byte."""
    lines, sources = [], addresses(8)
    for number in range(int(300 * size) + 20):
        line = Enemy(ground.port, sources[number % 8])
        kind = number % 3
        if kind == 0:
            line.send(
                b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1999999\r\n\r\n"
            )
        elif kind == 1:
            line.send(b"GET /api/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n")
        else:
            line.send(
                b"POST /api/battles HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
        lines.append((line, b"1\r\n{\r\n" if kind == 2 else b"x"))
    until = time.monotonic() + 0.3 + 9 * size
    while time.monotonic() < until:
        for line, drop in lines:
            line.send(drop)
        time.sleep(0.2)
    for line, _ in lines:
        line.socket.close()
    return f"{len(lines)} connections, a byte at a time"


def swollen(ground: Ground, size: float) -> str:
    """Bodies of 2 MB that are never finished, with a length and without one."""
    lines, sources = [], addresses(int(3 * size) + 1)
    for number in range(int(300 * size) + 30):
        line = Enemy(ground.port, sources[number % len(sources)])
        line.socket.settimeout(0.5)
        if number % 2:
            line.send(
                b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1999999\r\n\r\n"
            )
        else:
            line.send(
                b"POST /api/battles HTTP/1.1\r\nHost: localhost\r\n"
                b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1e0000\r\n"
            )
        with suppress(TimeoutError):
            line.send(b" " * 1_960_000)
        lines.append(line)
    time.sleep(0.3 + 4 * size)
    for line in lines:
        line.socket.close()
    return f"{len(lines)} bodies"


def deaf(ground: Ground, size: float) -> str:
    """WebSockets that never read, while the battle they look on goes on quickly."""
    count = int(140 * size) + 10
    home = Enemy(ground.port, addresses(1)[0])
    made = battle(home, "corinth")
    sides = made["seats"]
    lines, sources = [], addresses(3)
    for number in range(count):
        line = Enemy(ground.port, sources[number % 3])
        token = [made["watch"], *sides.values()][number % 3]
        line.live(token, "?after=-1")
        lines.append(line)
    played, until = 0, time.monotonic() + 0.3 + 14 * size
    moments = {side: home.good("GET", "/api/seat", None, token) for side, token in sides.items()}
    while time.monotonic() < until:
        side = next(side for side, one in moments.items() if one["view"]["decision"])
        choices = moments[side]["view"]["decision"]["choices"]
        body = {"at": moments[side]["number"], "choice": choices[played % len(choices)]["text"]}
        if home.ask("POST", "/api/seat/choose", body, sides[side]).status == 200:
            played += 1
        time.sleep(0.05)  # one address may ask 50 times a second
        moments = {s: home.good("GET", "/api/seat", None, token) for s, token in sides.items()}
    for line in (home, *lines):
        line.socket.close()
    return f"{count} sockets that never read, {played} decisions"


def connects(ground: Ground, size: float) -> str:
    """WebSockets opened and dropped as fast as can be, with tokens nobody knows."""
    refused = []

    def strike(enemy: Enemy) -> None:
        with Enemy(enemy.port, enemy.source) as line:
            answer = line.live("x" * 22)
            if answer is not None and answer.status == 429:
                refused.append(1)

    count = storm(ground.port, addresses(8), 0.3 + 7 * size, strike)
    return f"{count} WebSockets, {len(refused)} told to wait"


def large_heads(ground: Ground, size: float) -> str:
    """Heads of every size that is too large, requests in one breath, and nonsense."""
    heads = [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 300_000,
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: b\r\n" * 5_000 + b"\r\n",
        b"GET /api/systems HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300,
        b"GET /api/systems/corinth/table HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100,
        b"\x00" * 100_000,
    ]

    def strike(enemy: Enemy) -> None:
        with Enemy(enemy.port, enemy.source) as line:
            line.send(heads[hash(id(line)) // 16 % len(heads)])
            line.socket.settimeout(1)
            line.answer()

    count = storm(ground.port, addresses(8), 0.3 + 7 * size, strike)
    return f"{count} heads"


def watched(ground: Ground, size: float) -> str:
    """More watched battles than were ever kept at once: every client must hear every move."""
    sources = addresses(max(2, round(18 * size)))
    each = 30 if size == 1 else 8
    fields = [one for some in at_once(lambda s: _watched(ground, s, each), sources) for one in some]
    for seats, home, _ in fields:
        body = {"at": 0, "choice": "historical"}
        answer = home.ask("POST", "/api/seat/choose", body, seats["confederate"])
        while answer.status == 429:
            time.sleep(0.1)
            answer = home.ask("POST", "/api/seat/choose", body, seats["confederate"])
        if answer.status != 200:
            raise Refused(answer.body.decode())
    heard = sum(line.moment()["view"]["decision"] is not None for _, _, line in fields)
    for _, home, line in fields:
        home.socket.close()
        line.socket.close()
    if heard != len(fields):
        raise Refused(f"only {heard} of {len(fields)} heard the move")
    return f"{len(fields)} battles, all heard"


def _watched(ground: Ground, source: str, count: int) -> list[tuple[dict[str, str], Enemy, Enemy]]:
    fields = []
    home = Enemy(ground.port, source)
    for _ in range(count):
        made = battle(home)
        line = Enemy(ground.port, source)
        line.live(made["seats"]["union"])
        line.moment()
        fields.append((made["seats"], home, line))
    return fields


def frames(ground: Ground, size: float) -> str:
    """As many frames as each socket may send, on battles whose choices and views take longest."""
    sources, each = addresses(int(3 * size) + 1), int(35 * size) + 5
    until = time.monotonic() + 0.3 + 9 * size
    counts = at_once(lambda source: _frames(ground, source, each, until), sources)
    return f"{sum(counts)} frames on {len(sources) * each} sockets"


def _frames(ground: Ground, source: str, count: int, until: float) -> int:
    home, lines, sent = Enemy(ground.port, source), [], 0
    for number in range(count):
        if number % 5 == 0:
            made = battle(home, ("mckie", "corinth")[number // 5 % 2])
        token = [*made["seats"].values()][number % 2]
        line = Enemy(ground.port, source)
        line.live(token)
        decision = line.moment()["view"]["decision"]
        choices = [one["text"] for one in decision["choices"]] if decision else ["done"]
        line.socket.setblocking(False)
        lines.append((line, choices))
    while time.monotonic() < until:
        for line, choices in lines:
            said = choices[sent % len(choices)]
            frame = {"type": "choose", "at": 0, "choice": said} if sent % 3 else {"type": "undo"}
            with suppress(BlockingIOError, ConnectionError):
                line.socket.recv(1 << 20)
            with suppress(BlockingIOError):
                line.frame(encode(frame))
            sent += 1
        time.sleep(0.06)  # 20 a second are allowed
    for line in (home, *(line for line, _ in lines)):
        line.socket.close()
    return sent


def pages(ground: Ground, size: float) -> str:
    """What anybody may see, also what is not limited, twenty at a time."""
    paths = (
        "/health/ready",
        "/health/live",
        "/metrics",
        "/",
        "/api/systems",
        "/api/schema/openapi.json",
        "/api/systems/corinth/table?scenario=historical",
    )
    turns = itertools.count()

    def strike(enemy: Enemy) -> None:
        path = paths[next(turns) % len(paths)]
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n"
        enemy.send(head.encode() * 20)
        for _ in range(20):
            if enemy.answer() is None:
                raise ConnectionError

    count = storm(ground.port, addresses(int(6 * size) + 2), 0.3 + 7 * size, strike)
    return f"{20 * count} pages"
