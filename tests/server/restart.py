"""A server that starts with many battles in its store, all of whose players come back at once.

    python -m tests.server.restart [--live 300] [--stored 10000] [--decisions 400]

It prints how long it took, from the moment the server listens, until the last client had its
first moment.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

from sqlalchemy import Connection, text

import longroll
from longroll.server.database import new_engine, prepare
from longroll.server.games import Games
from longroll.server.seats import hash_of, new_token
from longroll.server.storage import Storage
from longroll.server.thinkers import Thinkers
from tests.server.host import Host
from tests.server.load import MIX, Client


def record(system: str, scenario: str, decisions: int) -> str:
    """A battle of random decisions, phases cut short."""
    battle = longroll.new(system, scenario, seed=1863)
    chance = Random(1)
    while (decision := battle.decision) is not None and battle.past.number < decisions:
        choices = [str(choice) for choice in decision.choices]
        done = "done" in choices and chance.random() < 0.1
        battle.play("done" if done else chance.choice(choices))
    return battle.record()


async def prototypes(url: str, decisions: int) -> list[str]:
    """One battle of each kind in the store: their ids."""
    storage = Storage(url)
    await storage.open()
    games = Games(storage, Thinkers(0), 10**9)
    made = [
        (await games.upload(record(system, scenario, decisions))).battle
        for system, scenario in sorted(set(MIX))
    ]
    await games.close()
    await storage.close()
    return made


def copy(connection: Connection, old: str, new: str) -> list[str]:
    """A copy of a battle with tokens of its own."""
    for table in ("battles", "decisions", "snapshots"):
        key = "id" if table == "battles" else "battle"
        query = text(f"SELECT * FROM {table} WHERE {key} = :old")
        rows = [{**row, key: new} for row in connection.execute(query, {"old": old}).mappings()]
        if rows:
            into = ", ".join(f'"{name}"' for name in rows[0])
            values = ", ".join(f":{name}" for name in rows[0])
            connection.execute(text(f"INSERT INTO {table} ({into}) VALUES ({values})"), rows)
    tokens: list[str] = []
    query = text("SELECT * FROM seats WHERE battle = :old")
    for row in list(connection.execute(query, {"old": old}).mappings()):
        token = new_token()
        if row["who"] == "me":
            tokens.append(token)
        connection.execute(
            text(
                "INSERT INTO seats (battle, side, who, level, token_hash) "
                "VALUES (:battle, :side, :who, :level, :token_hash)"
            ),
            {
                "battle": new,
                "side": row["side"],
                "who": row["who"],
                "level": row["level"],
                "token_hash": hash_of(token),
            },
        )
    return tokens


def fill(url: str, live: int, stored: int, decisions: int) -> list[str]:
    """A store with so many battles: the tokens of those that are live."""
    found = asyncio.run(prototypes(url, decisions))
    engine = new_engine(url)
    with engine.begin() as connection:
        tokens = [
            token
            for number in range(live + stored)
            for token in copy(connection, found[number % len(found)], f"copy-{number}")
            if number < live
        ]
    engine.dispose()
    return tokens


async def come_back(address: str, tokens: list[str]) -> list[float]:
    """Everybody connects at once: when each had its first moment."""
    start = time.perf_counter()

    async def one(token: str) -> float:
        client = Client(address, token)
        await client.open()
        came = time.perf_counter() - start
        await client.close()
        return came

    return sorted(await asyncio.gather(*map(one, tokens)))


def main(arguments: Iterable[str]) -> int:
    parser = argparse.ArgumentParser(description="Restart a server that has many battles.")
    parser.add_argument("--live", type=int, default=300)
    parser.add_argument("--stored", type=int, default=10_000)
    parser.add_argument("--decisions", type=int, default=400)
    given = parser.parse_args(list(arguments))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="longroll-restart-") as folder:
        url = f"sqlite:///{Path(folder) / 'battles.db'}"
        prepare(url)
        tokens = fill(url, given.live, given.stored, given.decisions)
        begun = time.perf_counter()
        host = Host("tests.server.host", url)
        started = time.perf_counter() - begun
        try:
            came = asyncio.run(come_back(host.address, tokens))
        finally:
            host.kill()
    print(
        f"{given.live} live battles of {given.decisions} decisions and {given.stored} more: up in "
        f"{started:.1f} s; first moments of {len(came)} clients: the first after {came[0]:.2f} s, "
        f"half after {came[len(came) // 2]:.2f} s, the last after {came[-1]:.2f} s"
    )
    return int(came[-1] > 5)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
