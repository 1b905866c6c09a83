"""The lab over HTTP: a run begins, is watched, stopped, and read."""

from __future__ import annotations

import time
from typing import Any

import pytest

from longroll.server import laboratory
from longroll.server.laboratory import Laboratory
from longroll.server.wire import NewRun
from tests.lab.support import here
from tests.server.tables import Client, good, refused

SMALL = {"system": "skirmish", "players": {"union": 1, "confederate": 1}, "games": 2}


@pytest.fixture(autouse=True)
def no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles are played in a thread of this process."""
    monkeypatch.setattr(laboratory, "crew", lambda *given: here())


def until_over(client: Client, id: str) -> dict[str, Any]:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        found: dict[str, Any] = good(client.get(f"/api/lab/runs/{id}"))
        if found["state"] not in ("waiting", "playing"):
            return found
        time.sleep(0.05)
    raise AssertionError("the run does not end")


def test_a_run_is_played_and_reported(client: Client) -> None:
    begun = good(client.post("/api/lab/runs", json=SMALL))
    assert (begun["games"], begun["report"]) == (2, False)
    ended = until_over(client, begun["id"])
    assert ended["state"] == "done"
    assert ended["played"] == sum(ended["won"].values()) + ended["drawn"] == 2
    answer = client.get(f"/api/lab/runs/{begun['id']}/report")
    assert answer.status_code == 200
    assert "<h2>Who wins" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_a_run_can_be_stopped(client: Client) -> None:
    begun = good(client.post("/api/lab/runs", json={**SMALL, "games": 200}))
    good(client.post(f"/api/lab/runs/{begun['id']}/stop"))
    ended = until_over(client, begun["id"])
    assert ended["state"] == "stopped"
    assert ended["played"] < 200


def test_a_run_that_cannot_be_played_says_why(client: Client) -> None:
    fault = refused(client.post("/api/lab/runs", json={**SMALL, "system": "nowhere"}), 400)
    assert "no system 'nowhere'" in fault["what"]
    fault = refused(
        client.post("/api/lab/runs", json={**SMALL, "players": {"union": 9, "confederate": 1}}), 400
    )
    assert "no player '9'" in fault["what"]
    fault = refused(client.post("/api/lab/runs", json={**SMALL, "players": {"union": 1}}), 400)
    assert "nobody plays the confederate side" in fault["what"]
    refused(client.post("/api/lab/runs", json={**SMALL, "games": 201}), 400)
    refused(client.get("/api/lab/runs/none"), 404)
    refused(client.get("/api/lab/runs/none/report"), 404)


def test_the_lab_takes_only_so_much_at_once(client: Client) -> None:
    for _ in range(laboratory.WAITING):
        good(client.post("/api/lab/runs", json={**SMALL, "games": 200}))
    refused(client.post("/api/lab/runs", json=SMALL), 503)


def test_only_the_last_runs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "KEPT", 1)
    lab = Laboratory()
    runs = []
    for _ in range(3):
        runs.append(lab.begin(NewRun(system="skirmish", players=SMALL["players"], games=1)))  # type: ignore[arg-type]
        while not runs[-1].is_over:
            time.sleep(0.01)
    assert runs[0].id not in lab._runs
    assert lab.find(runs[2].id) is runs[2]
    lab.close()
