"""kill -9 under write load: nothing that was acknowledged may be lost.

    python -m tests.server.kills 50 [sqlite postgres workers]

Some battles are played at once by random players. The server is killed at a random moment, the
database too every other time where it is a server of its own, and both are started again. With
`workers` a server of two processes on one PostgreSQL loses one of them, and now and then both.
Then every acknowledged decision has to be there, and every battle has to replay.
"""

from __future__ import annotations

import itertools
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import httpx

import longroll
from tests.server.host import Host
from tests.server.postgres import Postgres, binaries
from tests.server.tables import Player

BATTLES = 6


#: The kill comes at a random moment after at least so many decisions of a round.
AT_LEAST = 20


def reach(address: str) -> httpx.Client:
    # No certificates to load: that would take longer than the battle.
    return httpx.Client(base_url=address, timeout=30, verify=False, trust_env=False)


class Battlefield:
    """One battle with both seats, and what the server said it has kept of it."""

    def __init__(self, client: httpx.Client, seed: int) -> None:
        body = {
            "system": "stockade_redan",
            "seats": {"union": {"who": "me"}, "confederate": {"who": "me"}},
        }
        made = client.post("/api/battles", json=body).raise_for_status().json()
        self.seats: dict[str, str] = made["seats"]
        first = Player(client, next(iter(self.seats.values())))
        first.sit()
        self.chance = Random(seed)
        self.is_over = False
        #: Every choice that was acknowledged, in order.
        self.kept: list[tuple[str, str]] = []

    def play(self, address: str, stop: threading.Event) -> None:
        """Choose until told to stop or the server is gone."""
        try:
            with reach(address) as client:
                side, at, choices = self._look(client)
                self.is_over = not choices
                while not stop.is_set() and choices:
                    choice = self.chance.choice(choices)
                    player = Player(client, self.seats[side])
                    answer = player.post("choose", {"at": at, "choice": choice})
                    if answer.status_code == 503:  # it stops
                        return
                    answer.raise_for_status()
                    self.kept.append((side, choice))
                    moment = answer.json()
                    at = moment["number"]
                    decision = moment["view"]["decision"]
                    if decision is None:
                        side, at, choices = self._look(client)
                    else:
                        choices = [choice["text"] for choice in decision["choices"]]
        except (httpx.TransportError, httpx.RemoteProtocolError):
            return

    def _look(self, client: httpx.Client) -> tuple[str, int, list[str]]:
        for side, token in self.seats.items():
            moment = Player(client, token).get().raise_for_status().json()
            if decision := moment["view"]["decision"]:
                choices = [choice["text"] for choice in decision["choices"]]
                return side, moment["number"], choices
        return "", 0, []

    def lost(self, client: httpx.Client) -> int:
        """How many acknowledged decisions are not there; also replays the whole battle.

        A choice whose answer the kill cut off may be there or not.
        """
        token = next(iter(self.seats.values()))
        text = Player(client, token).get("/record").raise_for_status().text
        battle = longroll.replay(text)
        there = iter([(played.side, str(played.choice)) for played in battle.history()[1:]])
        return sum(one not in there for one in self.kept)


class Field:
    """The battles that are played, and those that are over."""

    def __init__(self, client: httpx.Client, seed: int, battles: int) -> None:
        self._seeds = itertools.count(seed)
        self.battles = [Battlefield(client, next(self._seeds)) for _ in range(battles)]
        self.over = 0

    def acknowledged(self) -> int:
        """How many decisions the server said it has kept."""
        return self.over + sum(len(battle.kept) for battle in self.battles)

    def play(self, address: str, stop: threading.Event) -> list[threading.Thread]:
        threads = [
            threading.Thread(target=battle.play, args=(address, stop)) for battle in self.battles
        ]
        for thread in threads:
            thread.start()
        return threads

    def lost(self, client: httpx.Client) -> int:
        """What is missing now; a new battle takes the place of one that is over."""
        lost = sum(battle.lost(client) for battle in self.battles)
        for place, battle in enumerate(self.battles):
            if battle.is_over:
                self.over += len(battle.kept)
                self.battles[place] = Battlefield(client, next(self._seeds))
        return lost


def kills(
    url: str,
    count: int,
    crash: Callable[[], None] | None = None,
    seed: int = 1863,
    say: Callable[[str], None] = lambda line: None,
    workers: int = 1,
    end: Callable[[Host], None] = Host.kill,
    drain: float = 0,
    battles: int = BATTLES,
) -> tuple[int, int]:
    """Kill a server so many times: the decisions acknowledged, and those lost."""
    chance = Random(seed)
    arguments = (url, "0", str(workers), str(drain))
    host = Host.warm(*arguments)
    lost = 0
    try:
        with reach(host.address) as client:
            field = Field(client, seed, battles)
        for number in range(count):
            stop = threading.Event()
            threads = field.play(host.address, stop)
            before, until = field.acknowledged(), time.monotonic() + 20
            while field.acknowledged() < before + AT_LEAST and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.5))
            one_of_several = workers > 1 and chance.random() < 0.8
            if one_of_several:
                host.kill_worker(chance)
            else:
                end(host)
            stop.set()
            for thread in threads:
                thread.join()
            if not one_of_several:
                if crash is not None and number % 2:
                    crash()
                host = Host.warm(*arguments)
            with reach(host.address) as client:
                lost += again(lambda: field.lost(client))
            kept = field.acknowledged()
            say(f"kill {number + 1}: {kept} acknowledged, {lost} lost, every battle replays")
    finally:
        host.kill()
    return field.acknowledged(), lost


def again(work: Callable[[], int]) -> int:
    """Work that may meet a connection which the killed process had accepted."""
    for _ in range(20):
        try:
            return work()
        except httpx.TransportError:
            time.sleep(0.1)
    return work()


def main(count: int, on: Sequence[str]) -> int:
    total = 0
    if "sqlite" in on:
        with tempfile.TemporaryDirectory(prefix="longroll-kills-") as folder:
            url = f"sqlite:///{Path(folder) / 'battles.db'}"
            kept, lost = kills(url, count, say=print)
            print(f"SQLite: {count} kills, {kept} decisions acknowledged, {lost} lost", flush=True)
            total += lost
    if binaries() is None:
        print("PostgreSQL: no binaries on this machine")
        return int(total > 0)
    for name, workers in (("postgres", 1), ("workers", 2)):
        if name not in on:
            continue
        postgres = Postgres()

        def crash(postgres: Postgres = postgres) -> None:
            postgres.crash()
            postgres.start()

        try:
            kept, lost = kills(postgres.url, count, crash, say=print, workers=workers)
        finally:
            postgres.close()
        what = f"PostgreSQL, {workers} process(es)"
        print(f"{what}: {count} kills, {kept} decisions acknowledged, {lost} lost", flush=True)
        total += lost
    return int(total > 0)


if __name__ == "__main__":
    wanted = sys.argv[2:] or ["sqlite", "postgres", "workers"]
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50, wanted))
