"""kill -9 under write load, the short version of `python -m tests.server.kills`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.kills import kills
from tests.server.postgres import Postgres, binaries

COUNT = 2


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A database server for the tests of this file."""
    if binaries() is None:
        pytest.skip("no PostgreSQL on this machine")
    postgres = Postgres()
    yield postgres
    postgres.close()


def test_sqlite_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged, lost = kills(f"sqlite:///{tmp_path / 'battles.db'}", COUNT)
    assert acknowledged > 30
    assert lost == 0


def test_postgresql_loses_nothing_that_was_acknowledged(postgres: Postgres) -> None:
    def crash() -> None:
        postgres.crash()
        postgres.start()

    acknowledged, lost = kills(postgres.url, COUNT, crash)
    assert acknowledged > 30
    assert lost == 0


def test_a_worker_that_is_killed_loses_nothing_either(postgres: Postgres) -> None:
    acknowledged, lost = kills(postgres.url, COUNT, workers=2)
    assert acknowledged > 30
    assert lost == 0
