"""Many battles at once on one server process, two clients each.

    python -m tests.server.load [--battles 100] [--seconds 20] [--think 1.0] [--computers 0]

Every client keeps a WebSocket open. The one who is asked thinks for a while (a second, give or
take half of it, which is quicker than people are) and chooses; the time runs from sending the
choice until both clients have the new moment. Then all of them choose without thinking at all,
which shows how much the server can take. The same clients send frames at the same pace to a
server that only sends them back, and the two are compared: seconds differ from machine to
machine, the ratio much less.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
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
#: No answer takes longer than this, in seconds, or the measure fails.
WAIT = 60

#: Seconds to measure, and seconds to think.
Run = tuple[float, float]


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

    def __init__(self, addresses: list[str], seed: int) -> None:
        self.addresses = addresses
        self.chance = Random(seed)
        self.ends: list[ClientConnection] = []
        self.moments: list[_Moment] = []

    async def open(self) -> None:
        self.ends = [await connect(address, max_size=None) for address in self.addresses]

    async def close(self) -> None:
        for end in self.ends:
            await end.close()

    async def sit_down(self) -> None:
        """The first frame of a battle."""
        self.moments = [_read(await asyncio.wait_for(end.recv(), WAIT)) for end in self.ends]

    async def play(self, until: float, think: float) -> list[float]:
        """Choose until then: how long it took each time until both had the new moment."""
        times: list[float] = []
        await asyncio.sleep(self.chance.uniform(0, think))
        while time.perf_counter() < until:
            asked = next((n for n in (0, 1) if _choices(self.moments[n])), None)
            if asked is None:
                break
            choices = _choices(self.moments[asked])
            # Phases are cut short, so that the armies do more than march.
            done = "done" in choices and self.chance.random() < 0.1
            choice = "done" if done else self.chance.choice(choices)
            frame = {"type": "choose", "at": self.moments[asked].number, "choice": choice}
            start = time.perf_counter()
            await self.ends[asked].send(msgspec.json.encode(frame).decode())
            self.moments = list(await asyncio.gather(*map(_next, self.ends)))
            times.append(time.perf_counter() - start)
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * think)
        return times

    async def echo(self, until: float, think: float) -> list[float]:
        """The same with a server that only sends the frame back to both."""
        times: list[float] = []
        frame = '{"type":"choose","at":1000,"choice":"move 13us-a"}'
        await asyncio.sleep(self.chance.uniform(0, think))
        while time.perf_counter() < until:
            start = time.perf_counter()
            await asyncio.gather(*(end.send(frame) for end in self.ends))
            await asyncio.gather(*(asyncio.wait_for(end.recv(), WAIT) for end in self.ends))
            times.append(time.perf_counter() - start)
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * think)
        return times


def _choices(moment: _Moment) -> list[str]:
    return moment.view.decision.choices if moment.view and moment.view.decision else []


async def _next(connection: ClientConnection) -> _Moment:
    moment = _read(await asyncio.wait_for(connection.recv(), WAIT))
    if moment.type != "moment":
        raise RuntimeError("the server refused a choice it had offered")
    return moment


def _reach(address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=address, timeout=WAIT, verify=False, trust_env=False)


async def _battle(client: httpx.AsyncClient, who: str) -> dict[str, Any]:
    seats = {side: {"who": who, "level": 3} for side in ("union", "confederate")}
    body = {"system": "stockade_redan", "seats": seats}
    made: dict[str, Any] = (await client.post("/api/battles", json=body)).raise_for_status().json()
    if who == "me":
        # The set-up is no part of the measure.
        for number, side in enumerate(("confederate", "union")):
            address = f"/api/seats/{made['seats'][side]}/choose"
            choice = {"at": number, "choice": "historical"}
            (await client.post(address, json=choice)).raise_for_status()
    return made


async def _busy(address: str, count: int) -> None:
    """Keep so many battles going in which the computer plays both sides."""
    async with _reach(address) as client:
        tokens: list[str] = []
        while True:
            while len(tokens) < count:
                tokens.append((await _battle(client, "computer"))["watch"])
            await asyncio.sleep(0.5)
            answer = await client.get("/api/mine", params={"tokens": ",".join(tokens)})
            tokens = [one["token"] for one in answer.raise_for_status().json() if not one["over"]]


async def _measure(pairs: list[Pair], what: str, runs: Sequence[Run]) -> list[list[float]]:
    found: list[list[float]] = []
    for seconds, think in runs:
        until = time.perf_counter() + seconds
        times = await asyncio.gather(*(getattr(pair, what)(until, think) for pair in pairs))
        found.append([one for several in times for one in several])
    return found


async def _table(
    address: str, battles: int, computers: int, runs: Sequence[Run]
) -> list[list[float]]:
    async with _reach(address) as client:
        made = [await _battle(client, "me") for _ in range(battles)]
    live = address.replace("http", "ws", 1) + "/api/seats/{}/live"
    pairs = [
        Pair([live.format(token) for token in one["seats"].values()], seed)
        for seed, one in enumerate(made)
    ]
    busy = asyncio.create_task(_busy(address, computers)) if computers else None
    try:
        for pair in pairs:
            await pair.open()
            await pair.sit_down()
        if busy is not None:
            await asyncio.sleep(3)
        found = await _measure(pairs, "play", runs)
        if busy is not None and busy.done():
            busy.result()
        return found
    finally:
        if busy is not None:
            busy.cancel()
        for pair in pairs:
            await pair.close()


async def _echoes(address: str, battles: int, runs: Sequence[Run]) -> list[list[float]]:
    there = address.replace("http", "ws", 1) + "/echo"
    pairs = [Pair([there, there], seed) for seed in range(battles)]
    try:
        for pair in pairs:
            await pair.open()
        return await _measure(pairs, "echo", runs)
    finally:
        for pair in pairs:
            await pair.close()


def _told(name: str, times: list[float], seconds: float) -> str:
    p50, p95, p99 = (1000 * _percentile(times, percent) for percent in (50, 95, 99))
    return (
        f"  {name:<6}{len(times):>6} choices {len(times) / seconds:>6.0f}/s   p50 {p50:6.1f}   "
        f"p95 {p95:6.1f}   p99 {p99:6.1f}   max {1000 * max(times):6.1f} ms"
    )


def _percentile(times: list[float], percent: int) -> float:
    return quantiles(times, n=100)[percent - 1]


def load(
    battles: int, runs: Sequence[Run], computers: int = 0
) -> Iterator[tuple[list[str], float, float]]:
    """For each run the lines of a report, the p99 in milliseconds, and its ratio to an echo."""
    with tempfile.TemporaryDirectory(prefix="longroll-load-") as folder:
        host = Host("tests.server.host", f"sqlite:///{Path(folder) / 'battles.db'}")
        try:
            played = asyncio.run(_table(host.address, battles, computers, runs))
        finally:
            host.kill()
    host = Host("tests.server.load", "--echo")
    try:
        echoed = asyncio.run(_echoes(host.address, battles, runs))
    finally:
        host.kill()
    for (seconds, think), table, echo in zip(runs, played, echoed, strict=True):
        p99 = _percentile(table, 99)
        ratio = p99 / _percentile(echo, 99)
        pace = f"{think:g} s to think" if think else "answers at once (a stress test)"
        lines = [
            f"{battles} battles, two clients each, {seconds:g} s, {pace}",
            _told("table", table, seconds),
            _told("echo", echo, seconds),
            f"  p99 of the table is {ratio:.1f} times that of the echo",
        ]
        yield lines, 1000 * p99, ratio


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
    parser.add_argument("--think", type=float, default=1.0, help="seconds between choices")
    parser.add_argument("--stress", type=float, default=10, help="seconds without thinking")
    parser.add_argument("--computers", type=int, default=0, help="battles between computers beside")
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(list(arguments))
    if given.echo:
        echo_server()
        return 0
    runs = [(given.seconds, given.think)]
    if given.stress:
        runs.append((given.stress, 0.0))
    if given.computers:
        print(f"Beside them {given.computers} battles between computers.")
    (lines, p99, _), *stress = load(given.battles, runs, given.computers)
    print("\n".join(lines))
    print(f"  the goal is a p99 below {GOAL} ms: {'met' if p99 < GOAL else 'NOT met'}")
    for lines, _, _ in stress:
        print("\n".join(lines))
    return int(p99 >= GOAL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
