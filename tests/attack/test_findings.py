"""What once stopped the server, each in a form that fails at once if it comes back."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from longroll.kernel.battle import Battle
from longroll.kernel.errors import TooManyOutcomes
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


def test_odds_are_called_off_when_the_asker_hangs_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(battle: Battle, said: str, may_go_on: Callable[[int], bool]) -> None:
        while may_go_on(0):
            time.sleep(0.01)
        raise TooManyOutcomes("called off")

    monkeypatch.setattr("longroll.server.api._odds", endless)
    limits = msgspec.structs.replace(FREE, odds=PATIENCE)
    app = app_at(tmp_path, limits)
    with serving(app, limits) as site:
        with Enemy(site.port) as enemy:
            token = battle(enemy)["seats"]["confederate"]
        pool = app.state.shared.games.pools.counting
        with Enemy(site.port) as hasty:
            hasty.write("GET", "/api/seat/odds?choice=historical", None, token)
            assert soon(lambda: pool.waiting == 1)
        began = time.monotonic()
        assert soon(lambda: pool.waiting == 0)
        assert time.monotonic() - began < PATIENCE / 2


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
    listeners = [Listener(seat, 0, "", 10**6) for _ in range(2)]
    for listener in listeners:
        listener.tell(told)
    assert listeners[0].frames[0] is listeners[1].frames[0]
    assert msgspec.json.decode(told.frame) == {"type": "moment", **msgspec.json.decode(told.body)}
