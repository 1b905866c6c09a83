"""kill -9 under write load: nothing that was acknowledged may be lost.

    python -m tests.server.kills 50

Some battles are played at once by random players. The server is killed at a random moment, the
database too every other time where it is a server of its own, and both are started again. Then
every acknowledged decision has to be there, and every battle has to replay.
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Callable
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
        #: Every choice that was acknowledged, in order.
        self.kept: list[tuple[str, str]] = []

    def play(self, address: str, stop: threading.Event) -> None:
        """Choose until told to stop or the server is gone."""
        try:
            with reach(address) as client:
                side, at, choices = self._look(client)
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
                        choices = decision["choices"]
        except (httpx.TransportError, httpx.RemoteProtocolError):
            return

    def _look(self, client: httpx.Client) -> tuple[str, int, list[str]]:
        for side, token in self.seats.items():
            moment = Player(client, token).get().raise_for_status().json()
            if decision := moment["view"]["decision"]:
                return side, moment["number"], decision["choices"]
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


def acknowledged(fields: list[Battlefield]) -> int:
    """How many decisions the server said it has kept."""
    return sum(len(field.kept) for field in fields)


def kills(
    url: str,
    count: int,
    crash: Callable[[], None] | None = None,
    seed: int = 1863,
    say: Callable[[str], None] = lambda line: None,
    end: Callable[[Host], None] = Host.kill,
    drain: float = 0,
    battles: int = BATTLES,
) -> tuple[int, int]:
    """Kill a server so many times: the decisions acknowledged, and those lost."""
    chance = Random(seed)
    host = Host("tests.server.host", url, "0", str(drain))
    lost = 0
    fields: list[Battlefield] = []
    try:
        with reach(host.address) as client:
            fields = [Battlefield(client, seed + number) for number in range(battles)]
        for number in range(count):
            stop = threading.Event()
            threads = [
                threading.Thread(target=field.play, args=(host.address, stop)) for field in fields
            ]
            for thread in threads:
                thread.start()
            before, until = acknowledged(fields), time.monotonic() + 20
            while acknowledged(fields) < before + AT_LEAST and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.5))
            end(host)
            stop.set()
            for thread in threads:
                thread.join()
            if crash is not None and number % 2:
                crash()
            host = Host("tests.server.host", url, "0", str(drain))
            with reach(host.address) as client:
                lost += sum(field.lost(client) for field in fields)
            kept = acknowledged(fields)
            say(f"kill {number + 1}: {kept} acknowledged, {lost} lost, every battle replays")
    finally:
        host.kill()
    return acknowledged(fields), lost


def main(count: int) -> int:
    with tempfile.TemporaryDirectory(prefix="longroll-kills-") as folder:
        url = f"sqlite:///{Path(folder) / 'battles.db'}"
        kept, lost = kills(url, count, say=print)
        print(f"SQLite: {count} kills, {kept} decisions acknowledged, {lost} lost")
    if binaries() is None:
        print("PostgreSQL: no binaries on this machine")
        return int(lost > 0)
    postgres = Postgres()

    def crash() -> None:
        postgres.crash()
        postgres.start()

    try:
        kept, more = kills(postgres.url, count, crash, say=print)
    finally:
        postgres.close()
    print(f"PostgreSQL: {count} kills, {kept} decisions acknowledged, {more} lost")
    return int(lost + more > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50))
