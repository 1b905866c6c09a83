"""Battles are kept for as long as the server was told, and no longer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

from longroll.cli import main
from longroll.server import running, upkeep
from longroll.server.faults import Busy
from longroll.server.games import Games
from longroll.server.handling import shared
from longroll.server.upkeep import LOOK, ROUND, Upkeep, prune, tend
from tests.server.tables import Client, Table, create, good, refused


def in_days(days: float) -> datetime:
    return datetime.now(UTC) + timedelta(days=days)


def run(client: Client, work: Callable[[Games], Awaitable[Any]]) -> Any:
    """Do something in the server."""
    games = shared(client.app.state).games
    with client.portal() as portal:
        return portal.call(work, games)


def pruned(client: Client, settings: Upkeep, now: datetime) -> int:
    removed: int = run(client, lambda games: prune(games, settings, now))
    return removed


def over(client: Client) -> Table:
    table = create(client)
    good(table.union.post("abandon"))
    return table


def test_everything_is_kept_unless_told_otherwise(client: Client) -> None:
    tables = [create(client), over(client)]
    assert pruned(client, Upkeep(), in_days(100_000)) == 0
    for table in tables:
        good(table.union.get())


def test_battles_that_are_over_and_idle_ones_have_their_own_time(client: Client) -> None:
    going, ended = create(client), over(client)
    settings = Upkeep(keep_over=30, keep_idle=90)
    assert pruned(client, settings, in_days(29)) == 0
    assert pruned(client, settings, in_days(31)) == 1
    refused(ended.union.get(), 404)
    good(going.union.get())
    assert pruned(client, settings, in_days(91)) == 1
    refused(going.union.get(), 404)
    refused(going.watch.get("/record"), 404)
    assert pruned(client, settings, in_days(10_000)) == 0


def test_whoever_looks_on_is_let_go(client: Client) -> None:
    table = create(client)
    with table.union.live() as socket:
        socket.receive_json()
        assert pruned(client, Upkeep(keep_idle=1), in_days(2)) == 1
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_many_go_in_small_batches(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "BATCH", 2)
    for _ in range(5):
        create(client)
    sizes: list[int] = []
    storage = shared(client.app.state).games.storage
    truly = storage.prune

    async def counted(which: Any, most: int) -> list[str]:
        gone = await truly(which, most)
        sizes.append(len(gone))
        return gone

    monkeypatch.setattr(storage, "prune", counted)
    assert pruned(client, Upkeep(keep_idle=1), in_days(2)) == 5
    assert sizes == [2, 2, 1, 0]


def test_a_battle_that_goes_on_meanwhile_is_spared(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create(client)
    found = [table.id]
    monkeypatch.setattr("longroll.server.removing.find", lambda *_: found)
    assert run(client, lambda games: games.storage.prune(unchanged(in_days(-1)), 10)) == []
    good(table.union.get())
    assert run(client, lambda games: games.storage.prune(unchanged(in_days(1)), 10)) == found


def unchanged(since: datetime) -> Any:
    from longroll.server.removing import unchanged_since

    return unchanged_since(since)


def test_the_server_does_so_every_hour_and_goes_on_after_a_fault(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create(client)
    clock = {"seconds": 0.0, "faults": 0}
    begun = datetime.now(UTC)
    rounds: list[float] = []
    truly = upkeep.prune
    # When a battle was last changed is known to the second, and a second may go by before `begun`.
    keeping = Upkeep(keep_idle=(2 * 3600 + 60) / 86_400)

    def now() -> datetime:
        return begun + timedelta(seconds=clock["seconds"])

    async def sleep(seconds: float) -> None:
        assert seconds == LOOK
        clock["seconds"] += seconds
        if clock["seconds"] > 2.5 * 3600:
            raise asyncio.CancelledError
        await asyncio.sleep(0)

    async def counted(games: Games, settings: Upkeep, at: datetime) -> int:
        rounds.append(clock["seconds"])
        return await truly(games, settings, at)

    async def look(games: Games) -> None:
        if clock["seconds"] == LOOK:
            clock["faults"] += 1
            raise Busy("store", "the database does not answer")

    monkeypatch.setattr(upkeep, "prune", counted)
    monkeypatch.setattr(Games, "look_around", look)

    async def work(games: Games) -> None:
        with suppress(asyncio.CancelledError):
            await tend(games, keeping, now, sleep)

    run(client, work)
    assert LOOK * ROUND == 3600
    assert rounds == [0, 3600, 7200]
    assert clock["faults"] == 1
    good(table.union.get())  # two hours are not yet two hours and a minute
    assert pruned(client, keeping, begun + timedelta(hours=2, seconds=62)) == 1


def test_the_command_line_and_the_environment_say_how_long(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told: list[Upkeep] = []
    monkeypatch.setattr(running, "run", lambda *_, upkeep, **__: told.append(upkeep))
    assert main(["serve", "--port", "0", "--no-browser"]) == 0
    options = ["--keep-over", "30", "--keep-idle", "0.5", "--metrics", "--drain", "5"]
    assert main(["serve", "--port", "0", *options]) == 0
    monkeypatch.setenv("LONGROLL_KEEP_OVER", "7")
    monkeypatch.setenv("LONGROLL_KEEP_IDLE", "8")
    monkeypatch.setenv("LONGROLL_METRICS", "on")
    monkeypatch.setenv("LONGROLL_DRAIN", "2")
    assert main(["serve", "--port", "0"]) == 0
    assert told == [Upkeep(), Upkeep(30, 0.5, True, 5), Upkeep(7, 8, True, 2)]
    monkeypatch.setenv("LONGROLL_KEEP_OVER", "soon")
    assert main(["serve", "--port", "0"]) == 2
    assert "LONGROLL_KEEP_OVER" in capsys.readouterr().err
