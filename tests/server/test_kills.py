"""kill -9 under write load, the short version of `python -m tests.server.kills`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.kills import kills
from tests.server.postgres import Postgres, binaries

COUNT = 2


def test_sqlite_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    acknowledged, lost = kills(f"sqlite:///{tmp_path / 'battles.db'}", COUNT)
    assert acknowledged > 30
    assert lost == 0


@pytest.mark.skipif(binaries() is None, reason="no PostgreSQL on this machine")
def test_postgresql_loses_nothing_that_was_acknowledged() -> None:
    postgres = Postgres()

    def crash() -> None:
        postgres.crash()
        postgres.start()

    try:
        acknowledged, lost = kills(postgres.url, COUNT, crash)
    finally:
        postgres.close()
    assert acknowledged > 30
    assert lost == 0


@pytest.mark.skipif(binaries() is None, reason="no PostgreSQL on this machine")
def test_a_worker_that_is_killed_loses_nothing_either() -> None:
    postgres = Postgres()
    try:
        acknowledged, lost = kills(postgres.url, COUNT, workers=2)
    finally:
        postgres.close()
    assert acknowledged > 30
    assert lost == 0
