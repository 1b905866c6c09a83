"""What load balancers and supervisors ask: alive, ready, and stopping without loss."""

from __future__ import annotations

import asyncio
import signal
import time
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest
from litestar.testing import TestClient

from longroll.server import health
from longroll.server.app import stop_soon
from longroll.server.faults import Busy
from longroll.server.handling import shared
from longroll.server.limits import Limits
from longroll.server.storage import Storage
from tests.server.host import Host
from tests.server.kills import kills, reach
from tests.server.tables import Client, app_at, create


def test_a_server_lives_and_is_ready(client: Client) -> None:
    for what in ("live", "ready"):
        answer = client.get(f"/health/{what}")
        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
        assert answer.headers["cache-control"] == "no-store"


def test_who_watches_over_the_server_is_never_too_fast(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path, Limits(requests=0.001, burst=1))) as client:
        assert client.get("/api/systems").status_code == 200
        assert client.get("/api/systems").status_code == 429
        for what in ("/health/live", "/health/ready", "/metrics"):
            assert client.get(what).status_code != 429, what


def test_a_server_whose_database_is_away_is_alive_but_not_ready(client: Client) -> None:
    async def busy(storage: Storage) -> bool:
        raise Busy("store", "the database does not answer")

    async def silent(storage: Storage) -> bool:
        await asyncio.sleep(60)
        return True

    with patch.object(health, "PATIENCE", 0.05), patch.object(Storage, "is_ready", silent):
        answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert "database" in answer.json()["status"]
    storage = shared(client.app.state).games.storage
    with patch.object(storage._reader, "run", busy):
        assert client.get("/health/ready").status_code == 503
        assert client.get("/health/live").status_code == 200
    assert client.get("/health/ready").status_code == 200


def test_a_server_that_is_about_to_stop_is_not_ready_but_still_serves(client: Client) -> None:
    table = create(client)
    stop_soon(client.app)
    answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (503, {"status": "stopping"})
    assert client.get("/health/live").status_code == 200
    table.set_up()


def test_a_server_that_stops_takes_on_nothing_new(client: Client) -> None:
    table = create(client)
    table.set_up()
    games = shared(client.app.state).games
    with client.portal() as portal:
        portal.call(games.changes.close)
    before = table.union.moment(after=10**6)["number"]
    answer = table.union.post("choose", {"at": before, "choice": "plot 1420"})
    assert answer.status_code == 503
    assert "stopping" in answer.json()["error"]["what"]
    assert table.union.moment(after=10**6)["number"] == before


def test_a_store_that_is_closed_answers_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'battles.db'}")
        await storage.open()
        await storage.close()
        with pytest.raises(Busy, match="stopping"):
            await asyncio.wait_for(storage.load("nothing"), 10)

    asyncio.run(work())


def test_sigterm_in_mid_play_loses_nothing_and_says_so_first(tmp_path: Path) -> None:
    """The server goes on for a while, not ready any more; then it stops with everything kept."""
    seen: list[int] = []

    def end(host: Host) -> None:
        host.process.send_signal(signal.SIGTERM)
        until = time.monotonic() + 20
        with reach(host.address) as client:
            while host.process.poll() is None and time.monotonic() < until:
                try:
                    seen.append(client.get("/health/ready").status_code)
                except httpx.TransportError:
                    break
                time.sleep(0.02)
        assert host.process.wait(20) in (0, -signal.SIGTERM)
        host.kill()  # closes its output

    url = f"sqlite:///{tmp_path / 'battles.db'}"
    kept, lost = kills(url, 1, end=end, drain=0.5, battles=2)
    assert kept > 0
    assert lost == 0
    assert 503 in seen
