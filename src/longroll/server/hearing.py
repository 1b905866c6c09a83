"""How the processes of one PostgreSQL learn of each other's changes."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import psycopg

from longroll.server.database import PATIENCE, postgres_url
from longroll.server.games import Games
from longroll.server.removing import CHANNEL
from longroll.server.storage import Storage

log = logging.getLogger("longroll.server")

#: How long to wait before listening again after the connection broke, in seconds.
AGAIN = 1.0


async def hear(storage: Storage, games: Games) -> None:
    """Listen until cancelled; a broken connection is opened again without missing anything."""
    while True:
        try:
            await _listen(storage, games)
        except (psycopg.Error, OSError) as error:
            log.warning("not hearing the other processes: %s", str(error).splitlines()[0])
        await asyncio.sleep(AGAIN)


async def _listen(storage: Storage, games: Games) -> None:
    url = postgres_url(storage.url)
    connection = await psycopg.AsyncConnection.connect(
        url, autocommit=True, connect_timeout=PATIENCE
    )
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await games.look_around()
        async for notice in connection.notifies():
            id, revision, name = notice.payload.split(" ", 2)
            if name != storage.name:
                # Each battle is read under its own lock, so a slow one does not delay the others.
                task = asyncio.create_task(games.heard(id, int(revision)))
                games.hearing.add(task)
                task.add_done_callback(games.hearing.discard)


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
