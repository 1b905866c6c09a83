"""What a server does by itself from time to time: remove old battles, look around."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import msgspec

from longroll.server.faults import Fault
from longroll.server.games import Games
from longroll.server.removing import unchanged_since

log = logging.getLogger("longroll.server")

#: Seconds between two checks for battles that were changed or removed by somebody else.
LOOK = 15
#: Checks between two rounds of removing: an hour.
ROUND = 240
#: How many battles are removed in one transaction, so that nobody waits long.
BATCH = 20


class Upkeep(msgspec.Struct, frozen=True):
    """How a server looks after itself."""

    #: Days after which battles that are over, and those that were left unfinished, are removed.
    keep_over: float | None = None
    keep_idle: float | None = None
    #: Whether other machines may read /metrics.
    metrics: bool = False
    #: Seconds for which a server that is stopping still serves, while it says it is not ready.
    drain: float = 0


async def tend(
    games: Games,
    upkeep: Upkeep,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Run until cancelled; what fails is tried again the next time."""
    looks = 0
    while True:
        try:
            await games.look_around()
            if looks % ROUND == 0:
                await prune(games, upkeep, now())
        except Fault as fault:
            log.warning("upkeep: %s", fault)
        except Exception:
            log.exception("upkeep")
        looks += 1
        await sleep(LOOK)


async def prune(games: Games, upkeep: Upkeep, now: datetime) -> int:
    """Remove what need not be kept any longer; returns how many battles."""
    removed = 0
    for days, over in ((upkeep.keep_over, True), (upkeep.keep_idle, False)):
        if days is None:
            continue
        which = unchanged_since(now - timedelta(days=days), over)
        while gone := await games.storage.prune(which, BATCH):
            for id in gone:
                games.forget(id)
            removed += len(gone)
    if removed:
        log.warning("upkeep: removed %d old battles", removed)
    return removed
