"""Where battles are kept: SQLite in a file, or PostgreSQL by its URL, through the same code.

All calls run one after another in one worker thread, and those that wait at the same time share
a transaction and its trip to the disk. What a call has returned from is on the disk.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from alembic import command
from alembic.config import Config
from alembic.util.exc import CommandError
from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from longroll.kernel.errors import LongrollError
from longroll.server.faults import TooLate
from longroll.server.seats import Seat
from longroll.server.tables import battles, decisions, seats

T = TypeVar("T")
Work = Callable[[Connection], Any]


class StoreFault(LongrollError):
    """A database that cannot be used."""


class StoredDice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the dice of a battle are made from; just one of the three is set."""

    seed: int | str | None = None
    faces: tuple[int, ...] | None = None
    secret: str | None = None
    #: The nonces of a battle that came from a record, where no seat brought them.
    nonces: tuple[str, ...] | None = None


class StoredBattle(msgspec.Struct, frozen=True):
    """A battle before its first decision, and what was asked about it since."""

    id: str
    system: str
    version: str
    scenario: str
    options: dict[str, Any]
    dice: StoredDice
    commitment: str | None
    seats: tuple[Seat, ...] = ()
    #: Where it began, if not at the beginning of the scenario.
    position: dict[str, Any] | None = None
    #: Whether the computer's reasons are told at once.
    open_book: bool = False
    #: A take-back that waits for consent: to which decision, and who asks.
    asked_back: tuple[int, str] | None = None


class StoredDecision(msgspec.Struct, frozen=True):
    """One small step. A digest is kept after the last step of a gesture."""

    number: int
    gesture: int
    side: str
    choice: str
    faces: tuple[int, ...]
    digest: str
    #: What the computer thought, to be told when the battle is over.
    reason: str = ""


def default_url() -> str:
    """LONGROLL_DATABASE_URL, or a SQLite file in the user's data folder."""
    if url := os.environ.get("LONGROLL_DATABASE_URL"):
        return url
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return f"sqlite:///{folder / 'longroll' / 'battles.db'}"


def _engine(url: str) -> Engine:
    for old in ("postgres://", "postgresql://"):
        if url.startswith(old):
            url = f"postgresql+psycopg://{url.removeprefix(old)}"
    if not url.startswith("sqlite"):
        return create_engine(url, pool_size=1, max_overflow=0, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": 30})
    if (file := engine.url.database) and file != ":memory:":
        Path(file).expanduser().parent.mkdir(parents=True, exist_ok=True)

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        # FULL makes every commit wait for the disk, so that a power cut loses nothing either.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def prepare(url: str) -> None:
    """Make the database ready, so that a fault shows before anything is served."""
    try:
        engine = _engine(url)
        try:
            with engine.begin() as connection:
                _migrate(connection)
        finally:
            engine.dispose()
    except (SQLAlchemyError, CommandError, OSError, ImportError) as error:
        why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise StoreFault(f"the database {_without_password(url)}: {why}") from None


def _without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return repr(url)


class Storage:
    """The store of one server."""

    def __init__(self, url: str) -> None:
        self._engine = _engine(url)
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="longroll-store")
        self._waiting: list[tuple[Work, asyncio.Future[Any]]] = []
        self._working: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the tables up to date."""
        await self._run(_migrate)

    async def close(self) -> None:
        await self._run(lambda connection: None)
        self._worker.shutdown()
        self._engine.dispose()

    async def create(self, battle: StoredBattle, past: Sequence[StoredDecision] = ()) -> None:
        """Keep a new battle, with what was already played in it."""

        def work(connection: Connection) -> None:
            connection.execute(
                insert(battles).values(
                    id=battle.id,
                    system=battle.system,
                    version=battle.version,
                    scenario=battle.scenario,
                    options=_json(battle.options),
                    dice=_json(battle.dice),
                    commitment=battle.commitment,
                    position=None if battle.position is None else _json(battle.position),
                    open_book=battle.open_book,
                    created=datetime.now(UTC).isoformat(timespec="seconds"),
                )
            )
            rows = [{"battle": battle.id, **msgspec.structs.asdict(seat)} for seat in battle.seats]
            connection.execute(insert(seats), rows)
            _append(connection, battle.id, past)

        await self._run(work)

    async def find_seat(self, token_hash: str) -> tuple[str, str] | None:
        """The battle and the side of a token."""

        def work(connection: Connection) -> tuple[str, str] | None:
            query = select(seats.c.battle, seats.c.side).where(seats.c.token_hash == token_hash)
            row = connection.execute(query).one_or_none()
            return None if row is None else (row.battle, row.side)

        return await self._run(work)

    async def load(self, id: str) -> tuple[StoredBattle, list[StoredDecision]]:
        """A battle that is there, and all its decisions."""

        def work(connection: Connection) -> tuple[StoredBattle, list[StoredDecision]]:
            row = connection.execute(select(battles).where(battles.c.id == id)).one()
            chairs = connection.execute(select(seats).where(seats.c.battle == id)).all()
            query = select(decisions).where(decisions.c.battle == id).order_by(decisions.c.number)
            past = connection.execute(query).all()
            stored = StoredBattle(
                id=row.id,
                system=row.system,
                version=row.version,
                scenario=row.scenario,
                options=msgspec.json.decode(row.options),
                dice=msgspec.json.decode(row.dice, type=StoredDice),
                commitment=row.commitment,
                seats=tuple(
                    Seat(chair.side, chair.who, chair.level, chair.token_hash, chair.nonce)
                    for chair in chairs
                ),
                position=None if row.position is None else msgspec.json.decode(row.position),
                open_book=row.open_book,
                asked_back=None if row.asked_to is None else (row.asked_to, row.asked_by),
            )
            return stored, [
                StoredDecision(
                    one.number,
                    one.gesture,
                    one.side,
                    one.choice,
                    tuple(map(int, one.faces.split())),
                    one.digest,
                    one.reason,
                )
                for one in past
            ]

        return await self._run(work)

    async def sit(self, id: str, side: str, nonce: str) -> None:
        """Keep the nonce a seat brought."""

        def work(connection: Connection) -> None:
            which = (seats.c.battle == id) & (seats.c.side == side)
            connection.execute(update(seats).where(which).values(nonce=nonce))

        await self._run(work)

    async def ask_back(self, id: str, request: tuple[int, str] | None) -> None:
        """Keep a take-back that waits for consent; None when it does so no longer."""
        await self._run(lambda connection: _ask_back(connection, id, request))

    async def append(self, id: str, steps: Sequence[StoredDecision], settles: bool = False) -> None:
        """Keep decisions, all of them or none; TooLate where their numbers are taken.

        Where it `settles`, a take-back that waited for consent is forgotten.
        """

        def work(connection: Connection) -> None:
            _append(connection, id, steps)
            if settles:
                _ask_back(connection, id, None)

        try:
            await self._run(work)
        except IntegrityError:
            raise TooLate("battle", "it went on elsewhere: look again") from None

    async def truncate(self, id: str, to: int, settles: bool = False) -> None:
        """Forget every decision after `to`; `settles` as in `append`."""

        def work(connection: Connection) -> None:
            which = (decisions.c.battle == id) & (decisions.c.number > to)
            connection.execute(delete(decisions).where(which))
            if settles:
                _ask_back(connection, id, None)

        await self._run(work)

    async def _run(self, work: Callable[[Connection], T]) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._working is None:
            self._working = asyncio.create_task(self._work())
        return await done

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                works = [work for work, _ in batch]
                outcomes = await loop.run_in_executor(self._worker, self._commit, works)
                for (_, done), (result, error) in zip(batch, outcomes, strict=True):
                    if done.cancelled():
                        continue
                    if error is None:
                        done.set_result(result)
                    else:
                        done.set_exception(error)
        finally:
            self._working = None

    def _commit(self, works: Sequence[Work]) -> list[tuple[Any, Exception | None]]:
        """Do all of it in one transaction; where that fails, each piece in its own."""
        try:
            with self._engine.begin() as connection:
                return [(work(connection), None) for work in works]
        except Exception as error:
            if len(works) == 1:
                return [(None, error)]
        return [outcome for work in works for outcome in self._commit([work])]


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _append(connection: Connection, id: str, steps: Sequence[StoredDecision]) -> None:
    if steps:
        rows = [
            {
                "battle": id,
                **msgspec.structs.asdict(step),
                "faces": " ".join(map(str, step.faces)),
            }
            for step in steps
        ]
        connection.execute(insert(decisions), rows)


def _ask_back(connection: Connection, id: str, request: tuple[int, str] | None) -> None:
    to, by = request or (None, None)
    connection.execute(update(battles).where(battles.c.id == id).values(asked_to=to, asked_by=by))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
