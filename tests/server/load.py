"""Many battles at once on one server, two clients each.

    python -m tests.server.load [--battles 100] [--think 1.0] [--workers 1] [--friends] ...
    python -m tests.server.load --battles 20 --veterans 20 --seconds 120

Battles of all systems are begun and their clients connected in random order. Whoever is asked
thinks for a while (`--think`, give or take half of it) and chooses; the time runs from sending
the choice until each of the two clients has its new moment. At the end every client must be at
the very moment that the server tells it is at: nobody has missed a move. The same clients send
frames at the same pace to a server that only sends them back, and the two are compared: seconds
differ from machine to machine, the ratio much less.

With `--workers` the server has several processes and a PostgreSQL of its own; with `--friends`
the dice are linked, and the messages that this costs are counted. With `--veterans` as many more
battles of the largest scenario are played by veterans, who plan their turns meanwhile while
somebody watches; how long the others wait is what counts.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import socket
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

import httpx
import msgspec
import uvicorn
from litestar import Litestar, WebSocket, websocket
from websockets.asyncio.client import ClientConnection, connect

from longroll.ai import levels
from longroll.server.seats import new_token
from tests.server.host import Host
from tests.server.postgres import Postgres
from tests.server.tables import chain

#: What the measured time should stay below, in milliseconds: without veterans, and beside them.
GOAL, GOAL_BESIDE = 100, 200
#: No answer takes longer than this, in seconds, or the measure fails.
WAIT = 60

#: What is played, in turn.
MIX = (
    ("stockade_redan", "two-assaults"),
    ("corinth", "outer-works"),
    ("gbacw", "drill"),
    ("stockade_redan", "two-assaults"),
    ("mckie", "millers-crossroads"),
)
#: The largest battle, for veterans.
LARGEST = ("corinth", "historical")


class _Offer(msgspec.Struct):
    text: str


class _Decision(msgspec.Struct):
    choices: list[_Offer]


class _View(msgspec.Struct):
    decision: _Decision | None


class _Wanted(msgspec.Struct):
    batch: int


class _Dice(msgspec.Struct):
    wanted: _Wanted | None


class _Moment(msgspec.Struct):
    type: str
    number: int = -1
    seat: str = ""
    view: _View | None = None
    dice: _Dice | None = None


_read = msgspec.json.Decoder(_Moment).decode


class Client:
    """One seat: its connection, its last moment, and when that came."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.token = token
        self.moment = _Moment("")
        self.came = 0.0
        self.sent = self.heard = 0
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def open(self) -> None:
        there = self.address.replace("http", "ws", 1) + "/api/live"
        protocols: Any = ["longroll", f"seat.{self.token}"]
        self.line = await connect(there, subprotocols=protocols, max_size=None, open_timeout=WAIT)
        self._take(await asyncio.wait_for(self.line.recv(), WAIT))
        self._reading = asyncio.create_task(self._read())

    async def close(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
        await self.line.close()

    async def say(self, frame: dict[str, Any]) -> None:
        self.sent += 1
        await self.line.send(msgspec.json.encode(frame).decode())

    async def beyond(self, number: int) -> float:
        """When the moment after a number came."""
        while self.moment.number <= number:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), WAIT)
        return self.came

    async def _read(self) -> None:
        await self._roll()
        async for frame in self.line:
            self._take(frame)
            await self._roll()

    async def _roll(self) -> None:
        """Give the link that the dice wait for."""
        wanted = self.moment.dice.wanted if self.moment.dice is not None else None
        if wanted is not None:
            link = chain(self.moment.seat).link(wanted.batch)
            await self.say({"type": "link", "batch": wanted.batch, "link": link})

    def _take(self, frame: str | bytes) -> None:
        moment = _read(frame)
        if moment.type != "moment":
            raise RuntimeError(f"the server refused a choice it had offered: {frame!r}")
        if moment.number != self.moment.number or moment.view != self.moment.view:
            self.came = time.perf_counter()
        self.moment = moment
        self.heard += 1
        self._news.set()

    @property
    def choices(self) -> list[str]:
        view = self.moment.view
        if view is None or view.decision is None:
            return []
        return [choice.text for choice in view.decision.choices]


class Pair:
    """The two clients of a battle."""

    def __init__(self, system: str, clients: list[Client], seed: int) -> None:
        self.system = system
        self.clients = clients
        self.chance = Random(seed)
        self.choices = 0
        #: How long it took each client to have its new moment.
        self.times: list[float] = []

    async def play(self, until: float, think: float) -> None:
        """Choose until then."""
        await asyncio.sleep(self.chance.uniform(0, think))
        while time.perf_counter() < until:
            asked = next((one for one in self.clients if one.choices), None)
            if asked is None:
                break
            other = next(one for one in self.clients if one is not asked)
            # Phases are cut short, so that the armies do more than march.
            done = "done" in asked.choices and self.chance.random() < 0.1
            choice = "done" if done else self.chance.choice(asked.choices)
            start = time.perf_counter()
            at = asked.moment.number
            await asked.say({"type": "choose", "at": at, "choice": choice})
            self.times.append(await asked.beyond(at) - start)
            self.choices += 1
            await asyncio.sleep(self.chance.uniform(0.5, 1.5) * think)
            if other.came > start:  # else it was nothing the other may know
                self.times.append(other.came - start)


class Echo:
    """Two connections to a server that only sends frames back."""

    def __init__(self, address: str, seed: int) -> None:
        self.address = address.replace("http", "ws", 1) + "/echo"
        self.chance = Random(seed)
        self.ends: list[ClientConnection] = []

    async def open(self) -> None:
        self.ends = [await connect(self.address, open_timeout=WAIT) for _ in range(2)]

    async def close(self) -> None:
        for end in self.ends:
            await end.close()

    async def play(self, until: float, think: float) -> list[float]:
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


class Table:
    """Makes battles on a server."""

    def __init__(self, address: str, friends: bool) -> None:
        self.address = address
        self.friends = friends
        self.http = httpx.AsyncClient(base_url=address, timeout=WAIT, verify=False, trust_env=False)

    async def post(self, path: str, body: Any, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = await self.http.post(path, json=body, headers=headers)
        return answer.raise_for_status().json()

    async def pair(self, number: int) -> Pair:
        system, scenario = MIX[number % len(MIX)]
        others = {"who": "friend"} if self.friends else {"who": "me"}
        body: dict[str, Any] = {"system": system, "scenario": scenario}
        body["seats"] = {"union": {"who": "me"}, "confederate": others}
        if not self.friends:
            body["seed"] = number
        made = await self.post("/api/battles", body)
        seats: dict[str, str] = made["seats"]
        for side, invitation in made["invitations"].items():
            seats[side] = new_token()
            await self.post("/api/invitations", {"invitation": invitation, "token": seats[side]})
        if self.friends:
            for side, token in seats.items():
                brought = {"commitment": made["commitment"], "anchor": chain(side).anchor}
                await self.post("/api/seat/sit", brought, token)
        clients = [Client(self.address, token) for token in seats.values()]
        return Pair(system, clients, number)

    async def veterans(self, number: int) -> Client:
        """Somebody who watches two veterans."""
        system, scenario = LARGEST
        seat = {"who": "computer", "level": len(levels(system))}
        seats = {"union": seat, "confederate": seat}
        body = {"system": system, "scenario": scenario, "seats": seats, "seed": number}
        return Client(self.address, (await self.post("/api/battles", body))["watch"])

    async def number(self, client: Client) -> int:
        headers = {"Authorization": f"Bearer {client.token}"}
        answer = await self.http.get("/api/seat", headers=headers)
        return int(answer.raise_for_status().json()["number"])


async def measured(
    address: str, battles: int, seconds: float, think: float, friends: bool, veterans: int
) -> tuple[list[Pair], list[Client], int]:
    """The battles, those who watch veterans, and how many clients were not where the server is at
    the end."""
    table = Table(address, friends)
    async with table.http:
        watchers = [await table.veterans(number) for number in range(veterans)]
        for watcher in watchers:
            await watcher.open()
        pairs = [await table.pair(number) for number in range(battles)]
        clients = [client for pair in pairs for client in pair.clients]
        shuffled = clients.copy()
        Random(1).shuffle(shuffled)
        for few in range(0, len(shuffled), 50):
            await asyncio.gather(*(client.open() for client in shuffled[few : few + 50]))
        until = time.perf_counter() + seconds
        await asyncio.gather(*(pair.play(until, think) for pair in pairs))
        await asyncio.sleep(2)
        behind = sum([await table.number(one) != one.moment.number for one in clients])
        for client in (*clients, *watchers):
            await client.close()
        return pairs, watchers, behind


async def echoed(address: str, battles: int, seconds: float, think: float) -> list[float]:
    pairs = [Echo(address, seed) for seed in range(battles)]
    for pair in pairs:
        await pair.open()
    until = time.perf_counter() + seconds
    times = await asyncio.gather(*(pair.play(until, think) for pair in pairs))
    for pair in pairs:
        await pair.close()
    return [one for several in times for one in several]


def told(name: str, times: list[float], seconds: float) -> str:
    p50, p95, p99 = (1000 * percentile(times, percent) for percent in (50, 95, 99))
    return (
        f"  {name:<15}{len(times):>7} heard {len(times) / seconds:>6.0f}/s   p50 {p50:6.1f}   "
        f"p95 {p95:6.1f}   p99 {p99:6.1f}   max {1000 * max(times):6.1f} ms"
    )


def percentile(times: list[float], percent: int) -> float:
    return quantiles(times, n=100)[percent - 1]


def load(given: argparse.Namespace) -> tuple[list[str], float]:
    """The lines of a report, and the p99 in milliseconds."""
    battles, seconds, think = given.battles, given.seconds, given.think
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="longroll-load-"))
        url = f"sqlite:///{Path(folder) / 'battles.db'}"
        if given.workers > 1:
            postgres = Postgres()
            stack.callback(postgres.close)
            url = postgres.url
        host = Host("tests.server.host", url, "0", str(given.workers))
        stack.callback(host.kill)
        played = measured(host.address, battles, seconds, think, given.friends, given.veterans)
        pairs, watchers, behind = asyncio.run(played)
        cpu, memory = host.used()
    times = [one for pair in pairs for one in pair.times]
    host = Host("tests.server.load", "--echo")
    try:
        echo = asyncio.run(echoed(host.address, battles, seconds, think))
    finally:
        host.kill()
    choices = sum(pair.choices for pair in pairs)
    sent = sum(client.sent for pair in pairs for client in pair.clients)
    p99 = percentile(times, 99)
    return [
        f"{battles} battles, two clients each, {seconds:g} s, {think:g} s to think, "
        f"{given.workers} worker(s), {'linked' if given.friends else 'seeded'} dice",
        told("all", times, seconds),
        *(
            told(system, [t for p in pairs if p.system == system for t in p.times], seconds)
            for system in sorted({pair.system for pair in pairs})
        ),
        told("echo", echo, seconds),
        *(
            [
                f"  in {len(watchers)} battles of veterans "
                f"{sum(one.moment.number for one in watchers)} choices were made meanwhile, "
                f"the fewest {min(one.moment.number for one in watchers)}"
            ]
            if watchers
            else []
        ),
        f"  p99 of the table is {p99 / percentile(echo, 99):.1f} times that of the echo",
        f"  {choices} choices, {sent / max(1, choices):.2f} messages each from the clients; "
        f"{behind} clients missed a move",
        f"  the server used {1000 * cpu / max(1, choices):.1f} ms of CPU a choice with all that "
        f"went before, and {memory / 2**20:.0f} MiB at its largest",
    ], 1000 * p99


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
    parser.add_argument("--workers", type=int, default=1, help="processes, with a PostgreSQL")
    parser.add_argument("--friends", action="store_true", help="battles with linked dice")
    parser.add_argument("--veterans", type=int, default=0, help="battles against veterans beside")
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(list(arguments))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if given.echo:
        echo_server()
        return 0
    lines, p99 = load(given)
    goal = GOAL_BESIDE if given.veterans else GOAL
    print("\n".join(lines))
    print(f"  the goal is a p99 of at most {goal} ms: {'met' if p99 <= goal else 'NOT met'}")
    return int(p99 > goal)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
