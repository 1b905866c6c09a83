"""Removing battles from the store for good, even while servers play them.

A server that has such a battle in memory finds out: on PostgreSQL it is notified, otherwise when it
next looks around or changes the battle.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, delete, select, text, update

from longroll.server.tables import battles, decisions, seats, snapshots, taken_back

#: The channel on which the processes of one PostgreSQL announce changes.
CHANNEL = "longroll"


def stamp(moment: datetime) -> str:
    """A moment as the store writes it; such texts sort by time."""
    return moment.isoformat(timespec="seconds")


def unchanged_since(moment: datetime, over: bool | None = None) -> ColumnElement[bool]:
    """Battles not changed since a moment: all, only those that are over, or only the rest."""
    which: list[ColumnElement[bool]] = [battles.c.changed < stamp(moment)]
    if over is not None:
        which.append(battles.c.over == over)
    return and_(*which)


def find(connection: Connection, which: ColumnElement[bool], most: int | None = None) -> list[str]:
    """The ids of some battles, those unchanged the longest first."""
    query = select(battles.c.id).where(which).order_by(battles.c.changed, battles.c.id).limit(most)
    return list(connection.execute(query).scalars())


def remove(
    connection: Connection, ids: Sequence[str], which: ColumnElement[bool] | None = None
) -> list[str]:
    """Remove battles if they still meet the condition; returns the ids of those removed."""
    return [id for id in sorted(ids) if _remove(connection, id, which)]


def _remove(connection: Connection, id: str, which: ColumnElement[bool] | None) -> bool:
    # The row is changed first: that locks it, so that anything played now is refused.
    query = update(battles).where(battles.c.id == id).values(revision=battles.c.revision + 1)
    if which is not None:
        query = query.where(which)
    revision = connection.execute(query.returning(battles.c.revision)).scalar()
    if revision is None:
        return False
    for table in (snapshots, taken_back, decisions, seats):
        connection.execute(delete(table).where(table.c.battle == id))
    connection.execute(delete(battles).where(battles.c.id == id))
    tell(connection, id, revision, "")
    return True


def tell(connection: Connection, id: str, revision: int, by: str) -> None:
    """Notify the servers of one PostgreSQL of a change, when it is committed."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_notify(:channel, :told)"),
            {"channel": CHANNEL, "told": f"{id} {revision} {by}"},
        )
