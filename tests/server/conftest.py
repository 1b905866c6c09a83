"""A server with an empty store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from tests.server.tables import Client, app_at


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(app_at(tmp_path)) as client:
        yield client
