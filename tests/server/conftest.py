"""A server with an empty store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from longroll.server.app import create_app
from tests.server.tables import FREE, Client


@pytest.fixture(scope="session")
def app() -> Litestar:
    """The application, whose routes are built once; each time it starts it opens a store anew."""
    return create_app(limits=FREE, thinkers=0)


@pytest.fixture
def client(app: Litestar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setenv("LONGROLL_DATABASE_URL", f"sqlite:///{tmp_path / 'battles.db'}")
    with TestClient(app) as client:
        yield client
