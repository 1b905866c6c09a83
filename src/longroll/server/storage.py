"""Where battles are kept: SQLite in a file, or PostgreSQL by its URL, through the same code.

Reads run in one worker thread and writes in another, one after another; writes that wait at the
same time share a transaction and its disk write. When a call returns, its change is on the disk.
Every change names the revision it was made from, so that nothing is written over what another
process has written since.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from longroll.kernel.system import is_own, slug_of
from longroll.server import metrics, removing
from longroll.server.database import is_postgres, migrate, new_engine
from longroll.server.faults import Busy, NotFound, TooLate
from longroll.server.seats import Seat
from longroll.server.stored import (
    Bound,
    Change,
    Loaded,
    Snapshot,
    StoredBack,
    StoredBattle,
    StoredDecision,
    StoredDice,
)
from longroll.server.tables import battles, decisions, seats, snapshots, taken_back

T = TypeVar("T")
Work = Callable[[Connection], Any]
log = logging.getLogger("longroll.server")

#: How many requests may wait for the store before more are turned away.
QUEUE = 5_000


class Storage:
    """The store of one server process; `name` distinguishes its changes from those of others."""

    def __init__(self, url: str, name: str = "") -> None:
        self.url = url
        self.name = name
        #: Whether other processes may use it too.
        self.is_shared = is_postgres(url)
        self._reader = _Worker("longroll-read", new_engine(url))
        self._writer = _Worker("longroll-write", new_engine(url))
        #: PostgreSQL lets only one transaction with a notification commit at a time: one that also
        #: waited for the disk would delay all others. So the notification comes afterwards.
        self._teller = _Worker("longroll-tell", new_engine(url, hurried=True))
        self._telling: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Bring the tables up to date."""
        await self._writer.run(migrate)

    async def close(self) -> None:
        await self._writer.close()
        await asyncio.gather(*self._telling, return_exceptions=True)
        await self._teller.close()
        await self._reader.close()

    async def is_ready(self) -> bool:
        """Whether the database answers."""
        try:
            await self._reader.run(lambda c: c.execute(select(battles.c.id).limit(1)).all())
        except Busy:
            return False
        return True

    # Reading

    async def find_seat(self, token_hash: str) -> tuple[str, str] | None:
        """The battle and the side of a token."""
        return await self._find(seats.c.token_hash == token_hash)

    async def find_invitation(self, invitation_hash: str) -> tuple[str, str] | None:
        """The battle and the side of an invitation, even if it was accepted."""
        return await self._find(seats.c.invitation_hash == invitation_hash)

    async def _find(self, which: Any) -> tuple[str, str] | None:
        def work(connection: Connection) -> tuple[str, str] | None:
            row = connection.execute(select(seats.c.battle, seats.c.side).where(which)).first()
            return None if row is None else (row.battle, row.side)

        return await self._reader.run(work)

    async def load(self, id: str, whole: bool = False) -> Loaded:
        """A battle from its snapshot on, or `whole`; NotFound if there is none."""
        return await self._reader.run(lambda connection: load(connection, id, whole))

    async def load_after(self, id: str, number: int) -> Loaded:
        """A battle with only the decisions after `number`."""
        return await self._reader.run(lambda connection: load_after(connection, id, number))

    async def revisions(self, ids: Sequence[str]) -> dict[str, int]:
        """The revisions of these battles; those that are gone are left out."""

        def work(connection: Connection) -> dict[str, int]:
            found: dict[str, int] = {}
            for start in range(0, len(ids), 1_000):  # databases limit the size of a query
                some = battles.c.id.in_(ids[start : start + 1_000])
                query = select(battles.c.id, battles.c.revision).where(some)
                found.update((row.id, row.revision) for row in connection.execute(query))
            return found

        return await self._reader.run(work)

    # Writing

    async def create(
        self,
        battle: StoredBattle,
        past: Sequence[StoredDecision] = (),
        backs: Sequence[StoredBack] = (),
        snapshot: Snapshot | None = None,
        over: bool = False,
    ) -> None:
        """Store a new battle, with what was already played in it."""

        def work(connection: Connection) -> None:
            created = now()
            connection.execute(
                insert(battles).values(
                    id=battle.id,
                    system=battle.system,
                    version=battle.version,
                    scenario=slug_of(battle.scenario),
                    own_scenario=battle.scenario if is_own(battle.scenario) else None,
                    options=_json(battle.options),
                    dice=_json(battle.dice),
                    commitment=battle.commitment,
                    position=None if battle.position is None else _json(battle.position),
                    open_book=battle.open_book,
                    created=created,
                    changed=created,
                    revision=0,
                    turned=0,
                    over=over,
                    abandoned=battle.abandoned,
                )
            )
            rows = [{"battle": battle.id, **msgspec.structs.asdict(seat)} for seat in battle.seats]
            connection.execute(insert(seats), rows)
            _append(connection, battle.id, past)
            for back in backs:
                _keep_back(connection, battle.id, back)
            keep_snapshot(connection, battle.id, snapshot)

        await self._writer.run(work)

    async def change(self, id: str, revision: int, change: Change) -> int:
        """Store a change made from a revision; returns the new one, TooLate if it was outdated."""

        def work(connection: Connection) -> int:
            fields: dict[str, Any] = {"revision": revision + 1, "changed": now()}
            if change.over:
                fields["over"] = True
            if change.forget_after is not None:
                fields["turned"] = battles.c.turned + 1
            if change.abandoned is not None:
                fields["abandoned"] = change.abandoned
            if change.dice is not None:
                fields["dice"] = _json(change.dice)
            if change.asked_back is not UNSET:
                to, by = change.asked_back or (None, None)
                fields |= {"asked_to": to, "asked_by": by}
            if change.bound is not UNSET:
                fields["bound"] = None if change.bound is None else _json(change.bound)
            which = (battles.c.id == id) & (battles.c.revision == revision)
            if connection.execute(update(battles).where(which).values(fields)).rowcount != 1:
                raise TooLate("battle", "it went on elsewhere: load it again")
            _change_rest(connection, id, change)
            return revision + 1

        try:
            changed = await self._writer.run(work)
        except IntegrityError:
            raise TooLate("battle", "it went on elsewhere: load it again") from None
        if self.is_shared:
            task = asyncio.create_task(self._tell(id, changed))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)
        return changed

    async def _tell(self, id: str, revision: int) -> None:
        """Notify the other processes; those that miss it will find out by looking around."""
        with suppress(Busy):
            await self._teller.run(lambda c: removing.tell(c, id, revision, self.name))

    async def prune(self, which: ColumnElement[bool], most: int) -> list[str]:
        """Remove some battles, at most `most` at a time; returns the ids of those removed."""

        def work(connection: Connection) -> list[str]:
            return removing.remove(connection, removing.find(connection, which, most), which)

        return await self._writer.run(work)

    # Who thinks for the computer, if several processes share a PostgreSQL

    async def claim(self, id: str) -> bool:
        """Whether this process may answer for the computers of a battle, until it releases it."""
        if not self.is_shared:
            return True
        query = text("SELECT pg_try_advisory_lock(:key)")
        return bool(await self._writer.run(lambda c: c.execute(query, {"key": _key(id)}).scalar()))

    async def release(self, id: str) -> None:
        if self.is_shared:
            query = text("SELECT pg_advisory_unlock(:key)")
            await self._writer.run(lambda c: c.execute(query, {"key": _key(id)}).scalar())


class _Worker:
    """A thread with a connection of its own; all work waiting for it shares one transaction."""

    def __init__(self, name: str, engine: Engine) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._engine = engine
        self._waiting: list[tuple[Work, asyncio.Future[Any]]] = []
        self._working: asyncio.Task[None] | None = None
        self._closed = False

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Do it; Busy if the database cannot be reached, or is locked."""
        if self._closed:
            raise Busy("store", "the server is stopping: try again")
        if len(self._waiting) >= QUEUE:
            raise Busy("store", "too many requests are waiting for the database: try again")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        with metrics.STORE.timed():
            return await done

    async def close(self) -> None:
        """Finish the waiting work, and accept nothing new."""
        self._closed = True
        while self._working is not None:
            await asyncio.wait({self._working})
        self._thread.shutdown()
        self._engine.dispose()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                works = [work for work, _ in batch]
                outcomes = await loop.run_in_executor(self._thread, self._commit, works)
                for (_, done), (result, error) in zip(batch, outcomes, strict=True):
                    if done.done():
                        continue
                    if error is None:
                        done.set_result(result)
                    else:
                        done.set_exception(error)
        finally:
            self._working = None

    def _commit(self, works: Sequence[Work]) -> list[tuple[Any, Exception | None]]:
        """Do all of it in one transaction; if that fails, each piece in its own."""
        try:
            with self._engine.begin() as connection:
                return [(work(connection), None) for work in works]
        except (OperationalError, InterfaceError, PoolTimeout) as error:
            # Nobody waits longer than one time limit, however long the queue is.
            log.error("the database: %s", str(error).splitlines()[0])
            busy = Busy("store", "the database does not answer: try again")
            return [(None, busy)] * len(works)
        except Exception as error:
            if len(works) == 1:
                return [(None, error)]
        return [outcome for work in works for outcome in self._commit([work])]


def load(connection: Connection, id: str, whole: bool) -> Loaded:
    """A battle as the tables have it."""
    snapshot = None if whole else _read_snapshot(connection, id)
    loaded = load_after(connection, id, 0 if snapshot is None else snapshot.number)
    gone = select(taken_back).where(taken_back.c.battle == id).order_by(taken_back.c.serial)
    backs = [
        StoredBack(
            one.to, one.side, msgspec.json.decode(one.steps, type=tuple[StoredDecision, ...])
        )
        for one in connection.execute(gone)
    ]
    return msgspec.structs.replace(loaded, snapshot=snapshot, backs=backs)


def load_after(connection: Connection, id: str, number: int) -> Loaded:
    """The row of a battle, its seats, and its decisions after a number."""
    row = connection.execute(select(battles).where(battles.c.id == id)).one_or_none()
    if row is None:
        raise NotFound("battle", "it is no longer stored")
    chairs = connection.execute(select(seats).where(seats.c.battle == id)).all()
    which = (decisions.c.battle == id) & (decisions.c.number > number)
    query = select(decisions).where(which).order_by(decisions.c.number)
    return Loaded(_battle(row, chairs), [_decision(one) for one in connection.execute(query)])


def _battle(row: Row[Any], chairs: Sequence[Row[Any]]) -> StoredBattle:
    return StoredBattle(
        id=row.id,
        system=row.system,
        version=row.version,
        scenario=row.own_scenario or row.scenario,
        options=msgspec.json.decode(row.options),
        dice=msgspec.json.decode(row.dice, type=StoredDice),
        commitment=row.commitment,
        seats=tuple(
            Seat(one.side, one.who, one.level, one.token_hash, one.nonce, one.invitation_hash)
            for one in chairs
        ),
        position=None if row.position is None else msgspec.json.decode(row.position),
        open_book=row.open_book,
        asked_back=None if row.asked_to is None else (row.asked_to, row.asked_by),
        bound=None if row.bound is None else msgspec.json.decode(row.bound, type=Bound),
        abandoned=row.abandoned,
        revision=row.revision,
        turned=row.turned,
        changed=row.changed,
    )


def _decision(row: Row[Any]) -> StoredDecision:
    return StoredDecision(
        row.number,
        row.gesture,
        row.side,
        row.choice,
        tuple(map(int, row.faces.split())),
        row.digest,
        row.reason,
        row.batch,
        tuple(row.links.split()),
    )


def _read_snapshot(connection: Connection, id: str) -> Snapshot | None:
    row = connection.execute(select(snapshots).where(snapshots.c.battle == id)).one_or_none()
    if row is None:
        return None
    return Snapshot(
        row.number,
        row.version,
        row.digest,
        row.rolled,
        row.batches,
        msgspec.json.decode(row.counts, type=dict[str, int]),
        row.state,
    )


def _change_rest(connection: Connection, id: str, change: Change) -> None:
    """Write the parts of a change besides the row of the battle."""
    if change.forget_after is not None:
        which = (decisions.c.battle == id) & (decisions.c.number > change.forget_after)
        connection.execute(delete(decisions).where(which))
        late = (snapshots.c.battle == id) & (snapshots.c.number > change.forget_after)
        connection.execute(delete(snapshots).where(late))
    if change.back is not None:
        _keep_back(connection, id, change.back)
    if change.seat is not None:
        fields = msgspec.structs.asdict(change.seat)
        which = (seats.c.battle == id) & (seats.c.side == change.seat.side)
        connection.execute(update(seats).where(which).values(fields))
    _append(connection, id, change.append)
    keep_snapshot(connection, id, change.snapshot)


def _append(connection: Connection, id: str, steps: Sequence[StoredDecision]) -> None:
    if steps:
        rows = [
            {
                "battle": id,
                **msgspec.structs.asdict(step),
                "faces": " ".join(map(str, step.faces)),
                "links": " ".join(step.links),
            }
            for step in steps
        ]
        connection.execute(insert(decisions), rows)


def _keep_back(connection: Connection, id: str, back: StoredBack) -> None:
    count = select(func.count()).select_from(taken_back).where(taken_back.c.battle == id)
    serial = (connection.execute(count).scalar() or 0) + 1
    connection.execute(
        insert(taken_back).values(
            battle=id, serial=serial, to=back.to, side=back.side, steps=_json(back.steps)
        )
    )


def keep_snapshot(connection: Connection, id: str, snapshot: Snapshot | None) -> None:
    """Replace the last snapshot by a new one."""
    if snapshot is not None:
        connection.execute(delete(snapshots).where(snapshots.c.battle == id))
        fields = msgspec.structs.asdict(snapshot)
        fields |= {"battle": id, "counts": _json(snapshot.counts)}
        connection.execute(insert(snapshots).values(fields))


def _key(id: str) -> int:
    """A battle as a number for PostgreSQL's advisory locks."""
    return zlib.crc32(id.encode())


def now() -> str:
    return removing.stamp(datetime.now(UTC))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
