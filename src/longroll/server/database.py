"""Where the database is, how it is opened, and who may use it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import SQLAlchemyError

from longroll.kernel.errors import LongrollError

#: How long a statement waits for a lock, and how long it may run, in seconds.
PATIENCE = 5


class StoreFault(LongrollError):
    """A database that cannot be used."""


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


def is_postgres(url: str) -> bool:
    return url.startswith(("postgres://", "postgresql:", "postgresql+"))


def postgres_url(url: str) -> str:
    """The URL as libpq reads it, without the name of a driver."""
    scheme, _, rest = url.partition("://")
    return f"postgresql://{rest}" if scheme.startswith("postgres") else url


def new_engine(url: str, hurried: bool = False) -> Engine:
    """The engine of a URL, with one connection; a `hurried` one does not wait for the disk."""
    if is_postgres(url):
        settings = f"-c statement_timeout={PATIENCE}s -c lock_timeout={PATIENCE}s"
        if hurried:
            settings += " -c synchronous_commit=off"
        return create_engine(
            postgres_url(url).replace("postgresql://", "postgresql+psycopg://", 1),
            pool_size=1,
            max_overflow=0,
            pool_pre_ping=True,
            pool_timeout=PATIENCE,
            connect_args={"connect_timeout": PATIENCE, "options": settings},
        )
    engine = create_engine(url, connect_args={"check_same_thread": False, "timeout": PATIENCE})
    if file := file_of(url):
        keep_private(file)

    @event.listens_for(engine, "connect")
    def durable(connection: Any, _: Any) -> None:
        # FULL makes every commit wait for the disk, so that even a power cut loses nothing.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def file_of(url: str) -> Path | None:
    """The file of a SQLite database that has one."""
    with told(url):
        file = None if is_postgres(url) else make_url(url).database
    return Path(file).expanduser() if file and file != ":memory:" else None


def keep_private(file: Path) -> None:
    """Restrict the file, and the logs SQLite keeps beside it with the same rights, to its owner."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    for one in (file, *file.parent.glob(f"{file.name}-*")):
        one.chmod(0o600)


def prepare(url: str) -> None:
    """Prepare the database, so that a fault appears before anything is served."""
    with told(url):
        engine = new_engine(url)
        try:
            with engine.begin() as connection:
                migrate(connection)
        finally:
            engine.dispose()


@contextmanager
def told(url: str) -> Iterator[None]:
    """Turns whatever makes a database unusable into one line."""
    try:
        yield
    except (SQLAlchemyError, CommandError, OSError, ImportError) as error:
        raise unusable(url, error) from None


def unusable(url: str, error: Exception) -> StoreFault:
    """Why a database cannot be used, in one line."""
    why = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
    return StoreFault(f"the database {without_password(url)}: {why}")


def migrate(connection: Connection) -> None:
    """Bring the tables up to date."""
    config = _migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def is_known(version: str) -> bool:
    """Whether tables of this version can be brought up to date: not those of a later one."""
    known = ScriptDirectory.from_config(_migrations()).walk_revisions()
    return version in {one.revision for one in known}


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def without_password(url: str) -> str:
    try:
        return make_url(url).render_as_string(hide_password=True)
    except SQLAlchemyError:
        return repr(url)


def check_workers(url: str, workers: int) -> None:
    """StoreFault if this many processes cannot share the database."""
    if workers > 1 and not is_postgres(url):
        raise StoreFault("several workers need PostgreSQL: only one process can use a SQLite file")


@contextmanager
def held(url: str) -> Iterator[None]:
    """Lock a SQLite file for one server, since two servers could not notify each other.

    The servers of one PostgreSQL notify each other, so it may have many.
    """
    with told(url):
        file = file_of(url)
        if file is not None:
            keep_private(file)
        lock = None if file is None else open(file.with_name(f"{file.name}.lock"), "w")  # noqa: SIM115
    if lock is None:
        yield
        return
    with lock:
        if not _is_locked_by_us(lock):
            raise StoreFault(
                f"the database {without_password(url)}: another server is using it; stop that one, "
                "or use PostgreSQL, which several may share"
            )
        yield


def _is_locked_by_us(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
