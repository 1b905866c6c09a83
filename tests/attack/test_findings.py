"""What once stopped the server, each in a form that fails at once if it comes back."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from longroll.kernel.battle import Battle
from longroll.server import changes
from longroll.server.computers import AT_ONCE
from longroll.server.game import Listener
from longroll.server.opponents import Turn
from longroll.server.thinkers import Thinkers
from tests.attack.bombs import there_and_back
from tests.attack.enemy import Enemy, battle
from tests.server.raw import PATIENCE, serving
from tests.server.tables import FREE, Client, app_at, create, good, refused


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(app_at(tmp_path)) as client:
        yield client


@contextmanager
def all_busy(client: Client, *names: str) -> Iterator[None]:
    """Every thread of some pools has something else to do."""
    gate, began = threading.Event(), time.monotonic()
    pools = client.app.state.shared.games.pools
    for name in names:
        threads = getattr(pools, name)._threads
        for _ in range(threads._max_workers):
            threads.submit(gate.wait, PATIENCE)
    try:
        yield
        assert time.monotonic() - began < PATIENCE
    finally:
        gate.set()


def test_uploads_odds_and_whole_battles_keep_no_player_waiting(client: Client) -> None:
    """[server] While all of those threads are busy, a battle goes on, back, and is looked at."""
    table = create(client, confederate="friend")
    with all_busy(client, "uploading", "counting", "replaying"):
        table.set_up()
        for hex in ("1420", "1421", "1519", "1318", "1320", "1222"):
            table.union.choose(f"plot {hex}")  # the last one rolls, with links
        now = table.union.moment()["number"]
        table.union.moment(at=now - 1)
        good(table.union.post("take-back", {"to": now - 1}))
        to = table.confederate.moment()["pending"]["take_back"]
        good(table.confederate.post("consent", {"to": to, "agree": True}))
        assert table.union.moment()["number"] == now - 1


def test_questions_keep_no_choice_waiting(client: Client) -> None:
    table = create(client)
    with all_busy(client, "asking", "uploading", "counting", "replaying"):
        table.set_up()
        assert table.union.moment()["number"] > 0


def test_rules_never_run_in_the_event_loop(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """[server] Some choices take most of a second."""
    table = create(client)
    names: list[str] = []
    honest = changes.played

    def played(battle: Battle, text: str) -> Battle:
        names.append(threading.current_thread().name)
        return honest(battle, text)

    monkeypatch.setattr(changes, "played", played)
    table.set_up()
    assert names
    assert all(name.startswith("longroll-play") for name in names)


def test_odds_are_not_begun_when_the_asker_has_hung_up(tmp_path: Path) -> None:
    app = app_at(tmp_path)
    with serving(app, FREE) as site:
        with Enemy(site.port) as enemy:
            token = battle(enemy)["seats"]["confederate"]
        pool, gate = app.state.shared.games.pools.counting, threading.Event()
        pool._threads.submit(gate.wait, PATIENCE)
        try:
            for _ in range(2):  # the first is begun, and waits for the thread
                with Enemy(site.port) as hasty:
                    hasty.write("GET", "/api/seat/odds?choice=historical", None, token)
                    assert soon(lambda: pool.waiting == 1)
                assert soon(lambda: pool.waiting == 0)
            assert not gate.is_set()
        finally:
            gate.set()


def soon(what: Callable[[], bool]) -> bool:
    until = time.monotonic() + 2 * PATIENCE
    while not what() and time.monotonic() < until:
        time.sleep(0.01)
    return what()


def test_one_address_has_few_computers_thinking_at_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = most = 0

    async def think(self: Thinkers, battle: Battle, players: Any) -> Turn:
        nonlocal thinking, most
        thinking += 1
        most = max(most, thinking)
        await asyncio.sleep(0.05)
        thinking -= 1
        return Turn([], dict(players))

    monkeypatch.setattr(Thinkers, "think", think)
    for _ in range(6):
        create(client, union="computer", confederate="computer")
    time.sleep(0.3)
    assert most == AT_ONCE


def test_a_record_with_thousands_of_decisions_taken_back_is_refused(client: Client) -> None:
    """[server] 2 MB of a battle that goes back to its start again and again took minutes."""
    answer = client.post("/api/records", content=there_and_back("stockade_redan", 400_000))
    assert "were taken back" in refused(answer, 422)["what"]


def test_listeners_share_what_they_are_sent(client: Client) -> None:
    """[server] A hundred who do not read must not cost a hundred times as much."""
    create(client)
    (game,) = client.app.state.shared.games.living.values()
    seat = game.seats["union"]
    told = game.moment(seat, None)
    listeners = [Listener(seat, 0, 10**6) for _ in range(2)]
    for listener in listeners:
        listener.tell(told)
    assert listeners[0].frames[0] is listeners[1].frames[0]
    assert msgspec.json.decode(told.frame) == {"type": "moment", **msgspec.json.decode(told.body)}


def test_few_records_are_read_at_once(tmp_path: Path) -> None:
    """[server] Bodies of 2 MB that are never finished would fill the memory."""
    begun = (
        b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1999999\r\n\r\n" + b"x"
    )
    with serving(app_at(tmp_path), FREE) as site, ExitStack() as stack:
        lines = [stack.enter_context(Enemy(site.port)) for _ in range(FREE.records_each + 1)]
        for line in lines:
            line.send(begun)
        last = next(line for line in lines if is_answered(line))
        answer = last.answer()
        assert answer is not None
        assert answer.status == 503
        assert "too many records" in answer.what
        for line in lines:
            line.socket.close()
        assert soon(lambda: site.get("/api/systems").status == 200)
        with Enemy(site.port) as other:
            assert other.ask("POST", "/api/records", b"nothing").status == 422


def is_answered(line: Enemy) -> bool:
    line.socket.settimeout(0.3)
    try:
        return bool(line.socket.recv(1, socket.MSG_PEEK))
    except TimeoutError:
        return False
    finally:
        line.socket.settimeout(PATIENCE)


def test_a_body_without_a_length_is_read_no_further_than_its_limit(tmp_path: Path) -> None:
    head = b"POST /api/battles HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
    with serving(app_at(tmp_path), FREE) as site, Enemy(site.port) as enemy:
        enemy.send(head + b"Content-Type: application/json\r\n\r\n100000\r\n" + b" " * 20_000)
        answer = enemy.answer()  # though the body goes on
    assert answer is not None
    assert answer.status == 413
    assert "16384 bytes" in answer.what
