"""Many battles at once on one server process, two clients each.

    python -m tests.server.load [--battles 100] [--seconds 20] [--think 1.0]

Every client keeps a WebSocket open. The one who is asked thinks for a while and chooses; the
time runs from sending the choice until both clients have the new moment. Then the same clients
send the same frames, at the same pace, to a server that only sends them back, and the two are
compared: seconds differ from machine to machine, the ratio much less.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import httpx
import msgspec
import uvicorn
from litestar import Litestar, WebSocket, websocket
from websockets.asyncio.client import ClientConnection, connect

from tests.server.host import Host

#: What the measured time should stay below, in milliseconds.
GOAL = 150


class _Decision(msgspec.Struct):
    choices: list[str]


class _View(msgspec.Struct):
    decision: _Decision | None


class _Moment(msgspec.Struct):
    type: str
    number: int = -1
    view: _View | None = None


_read = msgspec.json.Decoder(_Moment).decode


class Pair:
    """The two clients of a battle."""

    def __init__(self, tokens: list[str], address: str, seed: int) -> None:
        self.tokens = tokens
        self.address = address.replace("http", "ws", 1)
        self.chance = Random(seed)
        self.times: list[float] = []

    async def play(self, until: float, think: float) -> None:
        one, other = [
            await connect(f"{self.address}/api/seats/{token}/live", max_size=None)
            for token in self.tokens
        ]
        try:
            moments = [_read(await one.recv()), _read(await other.recv())]
            await asyncio.sleep(self.chance.uniform(0, think))
            while time.perf_counter() < until:
                asked = next((n for n in (0, 1) if _choices(moments[n])), None)
                if asked is None:
                    return
                choices = _choices(moments[asked])
                # Phases are cut short, so that the armies do more than march.
                done = "done" in choices and self.chance.random() < 0.1
                choice = "done" if done else self.chance.choice(choices)
                frame = {"type": "choose", "at": moments[asked].number, "choice": choice}
                start = time.perf_counter()
                await (one, other)[asked].send(msgspec.json.encode(frame).decode())
                moments = list(await asyncio.gather(_next(one), _next(other)))
                self.times.append(time.perf_counter() - start)
                await asyncio.sleep(self.chance.uniform(0.5, 1.5) * think)
        finally:
            await one.close()
            await other.close()

    async def echo(self, until: float, think: float) -> None:
        one, other = [await connect(f"{self.address}/echo") for _ in self.tokens]
        frame = '{"type":"choose","at":1000,"choice":"move 13us-a"}'
        try:
            await asyncio.sleep(self.chance.uniform(0, think))
            while time.perf_counter() < until:
                start = time.perf_counter()
                await asyncio.gather(one.send(frame), other.send(frame))
                await asyncio.gather(one.recv(), other.recv())
                self.times.append(time.perf_counter() - start)
                await asyncio.sleep(self.chance.uniform(0.5, 1.5) * think)
        finally:
            await one.close()
            await other.close()


def _choices(moment: _Moment) -> list[str]:
    return moment.view.decision.choices if moment.view and moment.view.decision else []


async def _next(connection: ClientConnection) -> _Moment:
    moment = _read(await connection.recv())
    if moment.type != "moment":
        raise RuntimeError("the server refused a choice it had offered")
    return moment


def _battles(address: str, count: int) -> list[list[str]]:
    body = {
        "system": "stockade_redan",
        "seats": {"union": {"who": "me"}, "confederate": {"who": "me"}},
    }
    made: list[list[str]] = []
    with httpx.Client(base_url=address, timeout=60, verify=False, trust_env=False) as client:
        for _ in range(count):
            seats = client.post("/api/battles", json=body).raise_for_status().json()["seats"]
            # The set-up is no part of the measure.
            for number, side in enumerate(("confederate", "union")):
                client.post(
                    f"/api/seats/{seats[side]}/choose",
                    json={"at": number, "choice": "historical"},
                ).raise_for_status()
            made.append(list(seats.values()))
    return made


async def _run(pairs: list[Pair], what: str, seconds: float, think: float) -> list[float]:
    until = time.perf_counter() + seconds
    await asyncio.gather(*(getattr(pair, what)(until, think) for pair in pairs))
    return [one for pair in pairs for one in pair.times]


def _told(name: str, times: list[float], seconds: float) -> tuple[str, float]:
    cuts = quantiles(times, n=100)
    p50, p99 = 1000 * cuts[49], 1000 * cuts[98]
    pace = len(times) / seconds
    text = f"{name:<10} {len(times):>7} {pace:>8.0f}/s   p50 {p50:>7.1f} ms   p99 {p99:>7.1f} ms"
    return text, p99


def load(battles: int, seconds: float, think: float) -> tuple[list[str], float, float]:
    """The lines of a report, the p99 of the table in milliseconds, and its ratio to an echo."""
    with tempfile.TemporaryDirectory(prefix="longroll-load-") as folder:
        host = Host("tests.server.host", f"sqlite:///{Path(folder) / 'battles.db'}")
        try:
            tokens = _battles(host.address, battles)
            pairs = [Pair(one, host.address, seed) for seed, one in enumerate(tokens)]
            played = asyncio.run(_run(pairs, "play", seconds, think))
        finally:
            host.kill()
    host = Host("tests.server.load", "--echo")
    try:
        pairs = [Pair(["", ""], host.address, seed) for seed in range(battles)]
        echoed = asyncio.run(_run(pairs, "echo", seconds, think))
    finally:
        host.kill()
    table, p99 = _told("table", played, seconds)
    echo, echo_p99 = _told("echo", echoed, seconds)
    ratio = p99 / echo_p99
    head = f"{battles} battles, two clients each, {seconds:g} s, {think:g} s to think"
    return (
        [head, table, echo, f"p99 of the table is {ratio:.1f} times that of the echo"],
        p99,
        ratio,
    )


@websocket("/echo")
async def _echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    async for frame in _frames(socket):
        await socket.send_data(frame, mode="text")


async def _frames(socket: WebSocket[Any, Any, Any]) -> Any:
    while True:
        try:
            yield await socket.receive_text()
        except Exception:  # the client has gone
            return


def echo_server() -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    app = Litestar([_echo], openapi_config=None, logging_config=None)
    config = uvicorn.Config(app, access_log=False, log_level="error", ws="websockets-sansio")
    uvicorn.Server(config).run(sockets=[listening])


def main(arguments: Iterable[str]) -> int:
    parser = argparse.ArgumentParser(description="Load a server and measure it.")
    parser.add_argument("--battles", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(list(arguments))
    if given.echo:
        echo_server()
        return 0
    lines, p99, _ = load(given.battles, given.seconds, given.think)
    print("\n".join(lines))
    print(f"The goal is a p99 below {GOAL} ms: {'met' if p99 < GOAL else 'NOT met'}.")
    return int(p99 >= GOAL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
