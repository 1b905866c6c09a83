"""What the server counts, as Prometheus reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from longroll.server import computers, health, metrics
from longroll.server.app import create_app
from longroll.server.faults import NotFound
from longroll.server.handling import shared
from longroll.server.metrics import Counter, Histogram
from longroll.server.upkeep import Upkeep
from tests.server.tables import FREE, Client, create, good, refused
from tests.server.test_thinkers import wait_until

_SAMPLE = re.compile(r'([a-z_]+(?:\{(?:[a-z]+="[^"]*",?)+\})?) (-?[\d.e+-]+)')


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    app = create_app(f"sqlite:///{tmp_path / 'b.db'}", FREE, 0, Upkeep(metrics=True))
    with TestClient(app) as client:
        yield client


def scraped(client: Client) -> dict[str, float]:
    """Every sample; each metric says first what it is."""
    answer = client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert answer.text.endswith("\n")
    found: dict[str, float] = {}
    known: set[str] = set()
    for line in answer.text.splitlines():
        if line.startswith("# TYPE "):
            known.add(line.split()[2])
        elif not line.startswith("#"):
            sample = _SAMPLE.fullmatch(line)
            assert sample is not None, line
            name = sample[1].partition("{")[0]
            assert name in known or re.sub(r"_(bucket|sum|count)$", "", name) in known
            assert sample[1] not in found
            found[sample[1]] = float(sample[2])
    return found


def test_play_is_counted(client: Client) -> None:
    before = scraped(client)
    table = create(client)
    with table.union.live() as socket:
        socket.receive_json()
        table.set_up()
        after = scraped(client)
    refused(table.union.post("choose", {"at": 99, "choice": "done"}), 409)
    last = scraped(client)

    def grown(name: str) -> float:
        return last[name] - before.get(name, 0)

    assert grown("longroll_battles_created_total") == 1
    assert grown('longroll_decisions_total{who="human"}') == 2
    assert grown('longroll_decisions_total{who="computer"}') == 0
    assert grown('longroll_faults_total{status="409"}') == 1
    assert grown("longroll_choice_seconds_count") == 3
    assert grown('longroll_choice_seconds_bucket{le="+Inf"}') == 3
    assert grown("longroll_store_seconds_count") >= 3
    assert after["longroll_sockets"] == 1
    assert last["longroll_sockets"] == 0
    assert last["longroll_battles_living"] >= 1
    assert last["longroll_computers_busy"] == 0
    assert {name for name in last if "pool_waiting" in name} == {
        f'longroll_pool_waiting{{pool="{pool}"}}'
        for pool in ("play", "ask", "count", "open", "replay", "upload")
    }
    if Path("/proc/self/fd").exists():
        assert last["longroll_memory_bytes"] > 10_000_000
        assert last["longroll_open_files"] > 3


def test_the_computer_is_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    name = 'longroll_decisions_total{who="computer"}'
    before = scraped(client)
    table = create(client, confederate="computer")
    assert wait_until(lambda: scraped(client)[name] > before[name])

    def broken(*_: object) -> None:
        raise RuntimeError("no idea")

    monkeypatch.setattr(computers, "_follow", broken)
    table = create(client, confederate="computer")
    failures = "longroll_computer_failures_total"
    assert wait_until(lambda: scraped(client)[failures] > before[failures])
    good(table.union.get())


def test_a_client_that_falls_behind_is_counted(client: Client) -> None:
    before = scraped(client)["longroll_slow_clients_total"]
    table = create(client)
    with table.union.live() as socket:
        socket.receive_json()
        [listener] = shared(client.app.state).games.living[table.id].listeners

        def flood() -> None:
            listener.send(b"x" * listener.limit)
            listener.send(b"x")

        with client.portal() as portal:
            portal.call(flood)
    assert scraped(client)["longroll_slow_clients_total"] == before + 1


def test_metrics_are_for_this_machine_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(address: str, upkeep: Upkeep | None = None) -> int:
        app = create_app(f"sqlite:///{tmp_path / 'b.db'}", FREE, 0, upkeep)
        with TestClient(app) as client:
            monkeypatch.setattr(health, "address", lambda request: address)
            return client.get("/metrics").status_code

    assert asked("127.0.0.1") == asked("::1") == 200
    assert asked("192.0.2.7") == asked("nonsense") == 404
    assert asked("192.0.2.7", Upkeep(metrics=True)) == 200


def test_the_text_format() -> None:
    counter = Counter("a_total", "What it is.", "who", ("you",))
    counter.add("me", 2)
    assert list(counter.lines()) == [
        "# HELP a_total What it is.",
        "# TYPE a_total counter",
        'a_total{who="me"} 2',
        'a_total{who="you"} 0',
    ]
    histogram = Histogram("b_seconds", "How long.", (0.1, 1))
    for seconds in (0.05, 0.1, 0.5, 3):
        histogram.observe(seconds)
    with pytest.raises(NotFound), histogram.timed():
        raise NotFound("x", "what fails counts too")
    assert list(histogram.lines())[2:] == [
        'b_seconds_bucket{le="0.1"} 3',
        'b_seconds_bucket{le="1"} 4',
        'b_seconds_bucket{le="+Inf"} 5',
        next(line for line in histogram.lines() if line.startswith("b_seconds_sum 3.65")),
        "b_seconds_count 5",
    ]


def test_workers_tell_themselves_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "_WORKER", {"worker": "7"})
    counter = Counter("a_total", "What it is.")
    assert list(counter.lines())[-1] == 'a_total{worker="7"} 0'
