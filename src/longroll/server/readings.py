"""Records that are shown while they are read: a long battle takes a while to replay."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from threading import Event

from longroll.kernel.battle import Battle
from longroll.kernel.record import Record
from longroll.kernel.system import slug_of
from longroll.server.faults import Fault
from longroll.server.games import Games
from longroll.server.seats import SPECTATOR
from longroll.server.wire import Glimpse, Reading, Trouble, encode

#: The first moment that is shown: by then the armies are set up.
BEGINNING = 40
#: About this many moments of a record are shown, however long it is.
MOMENTS = 250


class _NobodyListens(Fault):
    """Whoever sent the record has gone, so the rest of it is not read."""


async def read(games: Games, text: str) -> AsyncGenerator[bytes, None]:
    """Continue a battle from its record; a line of JSON for each `Reading`.

    What is wrong with the text as such is raised at the first line; later faults are told in the
    last one.
    """
    lines: asyncio.Queue[Reading | None] = asyncio.Queue()
    loop, gone = asyncio.get_running_loop(), Event()
    watch = _Watch(lines, loop, gone)
    upload = asyncio.create_task(games.upload(text, watch))
    upload.add_done_callback(lambda _: lines.put_nowait(None))
    try:
        begun = False
        while (line := await lines.get()) is not None:
            begun = True
            yield _line(line)
        try:
            yield _line(Reading(created=await upload))
        except Fault as fault:
            if not begun:
                raise
            yield _line(Reading(error=Trouble(fault.where, fault.what, fault.rule)))
    finally:
        gone.set()
        with suppress(Fault):
            await upload


class _Watch:
    """Tells of a record as it is replayed, from the thread in which that is done."""

    def __init__(
        self, lines: asyncio.Queue[Reading | None], loop: asyncio.AbstractEventLoop, gone: Event
    ) -> None:
        self._lines, self._loop, self._gone = lines, loop, gone
        self._read, self._many = 0, 0

    def __call__(self, record: Record, battle: Battle) -> None:
        if self._gone.is_set():
            raise _NobodyListens("request", "nobody waits for it")
        # Counting them takes a look at each, so they are counted once.
        self._many = self._many or len(record.lines)
        self._read += 1
        every = max(1, self._many // MOMENTS)
        first = min(BEGINNING, self._many)
        if self._read == first:
            self._tell(Reading(battle.system.slug, slug_of(record.scenario), self._many))
        if self._read == first or (self._read > first and self._read % every == 0):
            self._tell(Reading(glimpse=_glimpse(battle), read=self._read))

    def _tell(self, line: Reading) -> None:
        self._loop.call_soon_threadsafe(self._lines.put_nowait, line)


def _glimpse(battle: Battle) -> Glimpse:
    facts = battle.view(SPECTATOR).facts
    return Glimpse(battle.past.number, facts.turn, facts.when, facts.stacks, facts.bodies)


def _line(reading: Reading) -> bytes:
    return encode(reading) + b"\n"
