"""Copies of a SQLite database: made while the server runs, restored while it does not."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import URL, make_url

from longroll.server.database import (
    StoreFault,
    file_of,
    held,
    is_known,
    is_postgres,
    keep_private,
    postgres_url,
    prepare,
    without_password,
)


def back_up(url: str, copy: Path) -> None:
    """Copy a database into a new file that only its owner can read, even while a server writes."""
    if is_postgres(url):
        raise StoreFault(
            "PostgreSQL makes its own backups: "
            f"pg_dump --format=custom --no-owner --file={copy} {_open_url(url)}"
        )
    file = _file(url)
    if not file.is_file():
        raise StoreFault(f"the database {without_password(url)}: there is no such file")
    if copy.exists():
        raise StoreFault(f"{copy}: it exists already, and a backup never replaces a file")
    with _unfinished(copy) as part:
        _copy(file, part)
        _check(part)
        os.rename(part, copy)


def restore(url: str, copy: Path) -> None:
    """Replace the database, which no server may be using, with a copy.

    The copy is checked and brought up to date before anything is replaced.
    """
    if is_postgres(url):
        raise StoreFault(
            "PostgreSQL restores its own backups: stop the servers, then "
            f"pg_restore --clean --if-exists --no-owner --dbname={_open_url(url)} {copy}"
        )
    file = _file(url)
    if not copy.is_file():
        raise StoreFault(f"{copy}: there is no such file")
    with held(url), _unfinished(file) as part:
        _check(copy)
        _copy(copy, part)
        prepare(f"sqlite:///{part}")
        # SQLite replaces everything in one transaction: all of it, or nothing.
        _copy(part, file)
        prepare(url)


def _file(url: str) -> Path:
    file = file_of(url)
    if file is None:
        raise StoreFault(f"the database {without_password(url)}: it has no file")
    return file


def _open_url(url: str) -> str:
    """The URL without its password, as PostgreSQL's programs take it."""
    whole = make_url(postgres_url(url)).difference_update_query(["password"])
    bare = URL.create(
        whole.drivername, whole.username, None, whole.host, whole.port, whole.database, whole.query
    )
    return bare.render_as_string()


@contextmanager
def _unfinished(file: Path) -> Iterator[Path]:
    """A temporary place beside a file for its new content; nothing is left there."""
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        keep_private(part)
        yield part
    except OSError as error:
        raise StoreFault(f"{error.filename or file}: {error.strerror or error}") from None
    finally:
        for left in (part, *file.parent.glob(f"{part.name}-*")):
            left.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(_opened(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            # A single file; a server changes that when it opens it.
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise StoreFault(f"{source}: {error}") from None


def _opened(file: Path) -> sqlite3.Connection:
    """A connection that does not create a missing file."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True, timeout=5)


def _check(file: Path) -> None:
    """StoreFault if a file is not an intact database of battles that can be brought up to date."""
    try:
        with closing(_opened(file)) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            if not {"alembic_version", "battles", "decisions"} <= names:
                raise StoreFault(f"{file}: it is not a database of longroll battles")
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            health = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreFault(f"{file}: {error}") from None
    version = found[0] if found else ""
    if not is_known(version):
        raise StoreFault(f"{file}: its tables ({version!r}) are from a newer longroll")
    if health != "ok":
        raise StoreFault(f"{file}: it is damaged: {health}")
