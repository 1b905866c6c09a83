"""What the administrator of a server can do with its battles, even while it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Engine, and_, func, select, text, true, update
from sqlalchemy.exc import SQLAlchemyError

from longroll.kernel.errors import LongrollError
from longroll.server import course as courses
from longroll.server import removing
from longroll.server.course import Course
from longroll.server.database import (
    StoreFault,
    file_of,
    new_engine,
    prepare,
    unusable,
    without_password,
)
from longroll.server.faults import Broken, NotFound
from longroll.server.game import Game
from longroll.server.seats import SPECTATOR
from longroll.server.storage import keep_snapshot, load
from longroll.server.stored import Loaded
from longroll.server.tables import battles, decisions, metadata, seats, snapshots, taken_back

#: How many battles are removed in one transaction, so that a server need not wait.
BATCH = 20

_HOURS = {"h": 1, "d": 24, "w": 24 * 7}


class NotBegun(LongrollError):
    """A battle that is still waiting for a player."""


class BadTime(LongrollError):
    """A length of time that cannot be read."""


class BattleFacts(msgspec.Struct, frozen=True):
    """A battle as it is listed."""

    id: str
    system: str
    scenario: str
    created: str
    changed: str
    decisions: int
    over: bool
    abandoned: str | None
    #: Who plays each side: `me` (the person who made it), `friend`, `computer`.
    seats: dict[str, str]
    #: Approximate size in the database, in bytes.
    size: int


def ago(length: str, now: datetime | None = None) -> datetime:
    """The moment this long ago: `36h`, `30d` or `8w`."""
    found = re.fullmatch(r"(\d{1,6})([hdw])", length.strip())
    if found is None:
        raise BadTime(f"{length!r} is not a length of time such as 36h, 30d or 8w")
    hours = int(found[1]) * _HOURS[found[2]]
    try:
        return (now or datetime.now(UTC)) - timedelta(hours=hours)
    except OverflowError:
        raise BadTime(f"{length!r} is longer ago than any battle") from None


@contextmanager
def opened(url: str) -> Iterator[Engine]:
    """The engine of an existing database, its tables brought up to date."""
    file = file_of(url)
    if file is not None and not file.is_file():
        raise StoreFault(f"the database {without_password(url)}: there is no such file")
    prepare(url)
    engine = new_engine(url)
    try:
        yield engine
    except SQLAlchemyError as error:
        raise unusable(url, error) from None
    finally:
        engine.dispose()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection whose queries may take as long as they need."""
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        yield connection


# Which battles there are


def chosen(
    over: bool | None = None, system: str | None = None, older: datetime | None = None
) -> ColumnElement[bool]:
    """The battles that are over, or are not; of a system; not changed since a moment."""
    which: list[ColumnElement[bool]] = [true()]
    if over is not None:
        which.append(battles.c.over == over)
    if system is not None:
        which.append(battles.c.system == system)
    if older is not None:
        which.append(removing.unchanged_since(older))
    return and_(*which)


def listing(engine: Engine, which: ColumnElement[bool]) -> list[BattleFacts]:
    """Battles, most recently changed first."""
    with reading(engine) as connection:
        rows = connection.execute(
            select(battles).where(which).order_by(battles.c.changed.desc(), battles.c.id)
        ).all()
        ids = select(battles.c.id).where(which)
        chairs: dict[str, dict[str, str]] = {}
        for seat in connection.execute(
            select(seats).where(seats.c.battle.in_(ids)).order_by(seats.c.side)
        ):
            if seat.side != SPECTATOR:
                chairs.setdefault(seat.battle, {})[seat.side] = seat.who
        counts = _sums(connection, ids)
    return [
        BattleFacts(
            id=row.id,
            system=row.system,
            scenario=row.scenario,
            created=row.created,
            changed=row.changed,
            decisions=counts.get(row.id, (0, 0))[0],
            over=row.over,
            abandoned=row.abandoned,
            seats=chairs.get(row.id, {}),
            size=counts.get(row.id, (0, 0))[1] + len(row.options) + len(row.position or ""),
        )
        for row in rows
    ]


def _sums(connection: Connection, ids: Any) -> dict[str, tuple[int, int]]:
    """How many decisions each battle has, and how many bytes it takes in all."""
    found: dict[str, tuple[int, int]] = {}
    for table, columns in (
        (decisions, ("choice", "faces", "digest", "reason", "links")),
        (taken_back, ("steps",)),
        (snapshots, ("state", "counts")),
    ):
        size = sum(
            (func.sum(func.length(table.c[column])) for column in columns[1:]),
            func.sum(func.length(table.c[columns[0]])),
        )
        query = select(table.c.battle, func.count(), size).where(table.c.battle.in_(ids))
        for id, count, length in connection.execute(query.group_by(table.c.battle)):
            before = found.get(id, (0, 0))
            found[id] = (count if table is decisions else before[0], before[1] + int(length))
    return found


def known(engine: Engine, ids: Sequence[str]) -> list[str]:
    """These battles, or all if none is named; NotFound if one does not exist."""
    with reading(engine) as connection:
        there = removing.find(connection, true())
    for id in ids:
        if id not in there:
            raise NotFound(f"battle {id}", "there is no such battle")
    return list(dict.fromkeys(ids)) or there


# Playing them again


def replayed(engine: Engine, id: str) -> tuple[Loaded, Course]:
    """A battle replayed from the start, with every die and digest compared.

    NotBegun if it waits for a player, Broken if the replay differs.
    """
    with reading(engine) as connection:
        loaded = load(connection, id, whole=True)
    if Game(loaded.battle).waits_to_begin():
        raise NotBegun(f"battle {id} has not begun")
    return loaded, courses.rebuild(loaded)


def export(engine: Engine, id: str) -> str:
    """The record of a battle."""
    loaded, course = replayed(engine, id)
    return course.battle.record(loaded.battle.abandoned)


def verify(engine: Engine, id: str) -> int:
    """Replay a battle and compare its snapshot; returns how many decisions it has.

    Broken says what is wrong, whatever it is.
    """
    try:
        _, course = replayed(engine, id)
        with reading(engine) as connection:
            loaded = load(connection, id, whole=False)
        if loaded.snapshot is not None and loaded.snapshot.version == course.battle.system.version:
            _compare(id, course, courses.resume(loaded))
    except NotBegun:
        return 0
    except (LongrollError, SQLAlchemyError):
        raise
    except Exception as error:  # rows may have been edited by hand
        raise Broken(f"battle {id}", f"it cannot be read: {error!r}") from None
    return course.number


def _compare(id: str, course: Course, resumed: Course | None) -> None:
    if (
        resumed is None
        or resumed.battle.hash() != course.battle.hash()
        or resumed.battle.dice.rolled != course.battle.dice.rolled
        or any(resumed.counters[side].now != one.now for side, one in course.counters.items())
    ):
        raise Broken(f"battle {id}", "its snapshot does not match; `admin snapshot` renews it")


def renew_snapshot(engine: Engine, id: str) -> int | None:
    """Make a snapshot of a battle as it is now; returns the decision, None for a short battle.

    It changes nothing, so servers need not be notified. A server that continues the battle at
    the same time makes its own.
    """
    loaded, course = replayed(engine, id)
    snapshot = course.snapshot()
    if snapshot is None:
        return None
    revision = loaded.battle.revision
    with engine.begin() as connection:
        still = (battles.c.id == id) & (battles.c.revision == revision)
        # Locks the row; a take-back at this moment would leave the snapshot in the future.
        if connection.execute(update(battles).where(still).values(revision=revision)).rowcount:
            keep_snapshot(connection, id, snapshot)
    return snapshot.number


# Removing them


def remove(engine: Engine, ids: Sequence[str], which: ColumnElement[bool] | None = None) -> int:
    """Remove battles for good, a few at a time; returns how many."""
    removed = 0
    for start in range(0, len(ids), BATCH):
        with engine.begin() as connection:
            removed += len(removing.remove(connection, ids[start : start + BATCH], which))
    return removed


def vacuum(engine: Engine) -> None:
    """Reclaim the space of removed battles."""
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SET statement_timeout = 0"))
            connection.execute(text(f"VACUUM ANALYZE {', '.join(metadata.tables)}"))
        else:
            connection.execute(text("VACUUM"))
            connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
