"""A battle that anybody holds is one object, however many there are and however long they are."""

from __future__ import annotations

import gc
import sqlite3
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

import longroll
from longroll.ai import RandomPlayer, play_out
from longroll.kernel import branches
from longroll.kernel.odds import SAMPLES
from longroll.server import database
from longroll.server.course import SNAPSHOT_EVERY
from tests.server.tables import FREE, Client, Player, Table, app_at, create, good, refused


def games_of(client: Client) -> Any:
    return client.app.state.shared.games


def played(client: Client, turns: int = 2) -> Table:
    table = create(client)
    table.set_up()
    table.play(lambda view: view["facts"]["turn"] == turns)
    return table


def test_watched_battles_are_one_object_each_however_little_room_there_is(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path, msgspec.structs.replace(FREE, room=1))) as client:
        tables = [create(client) for _ in range(12)]
        with ExitStack() as stack:
            lines = [stack.enter_context(table.union.live()) for table in tables]
            for line in lines:
                line.receive_json(timeout=90)
            for table in tables:
                table.confederate.choose("historical")
            for line in lines:
                assert line.receive_json(timeout=90)["view"]["decision"] is not None
            assert len(games_of(client).living) == len(tables)


def test_battles_that_nobody_holds_are_let_go(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path, msgspec.structs.replace(FREE, room=1))) as client:
        for _ in range(5):
            create(client)
        gc.collect()
        assert len(games_of(client).living) <= 2


def test_memory_is_limited_by_size(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path, msgspec.structs.replace(FREE, room=250_000))) as client:
        played(client)
        for _ in range(4):
            create(client)
        games = games_of(client)
        assert sum(weight for _, weight in games._kept.values()) <= 250_000


def test_a_long_battle_opens_from_its_snapshot(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = played(client, 3)
        before = [player.moment() for player in (table.union, table.confederate, table.watch)]
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        now = again.union.moment(after=10**6)
        (game,) = games_of(client).living.values()
        assert game.course.number - game.course.base < 2 * SNAPSHOT_EVERY
        assert game.course.base > 0
        assert (now["number"], now["log"]) == (before[0]["number"], [])
        assert now["view"] == before[0]["view"]
        # The log before the snapshot comes when it is asked for.
        after = [player.moment() for player in (again.union, again.confederate, again.watch)]
        assert after == before
        assert game.course.base == 0


def test_playing_on_from_a_snapshot_keeps_everything(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = played(client, 2)
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        again.play(lambda view: view["facts"]["turn"] == 3, seed=2)
        number = again.union.moment(after=10**6)["number"]
    with TestClient(app_at(tmp_path)) as client:
        once_more = table.moved(client)
        text = once_more.union.get("/record").text
        assert longroll.replay(text).record() == text
        assert once_more.union.moment()["number"] == number


def test_a_snapshot_of_other_rules_is_not_used(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = played(client)
        before = table.union.moment()
    for change in ("version = 'of old'", "digest = '000000000000'", "state = x'00'"):
        with sqlite3.connect(tmp_path / "battles.db") as connection:
            connection.execute(f"UPDATE snapshots SET {change}")
        connection.close()
        with TestClient(app_at(tmp_path)) as client:
            assert table.moved(client).union.moment() == before


def test_one_battle_that_cannot_be_read_spoils_no_list(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        first, second = create(client), create(client)
        for table in (first, second):
            table.set_up()
    with sqlite3.connect(tmp_path / "battles.db") as connection:
        connection.execute(
            "UPDATE decisions SET digest = '000000000000' WHERE battle = ?", (first.id,)
        )
    connection.close()
    with TestClient(app_at(tmp_path)) as client:
        tokens = [first.union.token, second.union.token]
        mine = good(client.post("/api/mine", json={"tokens": tokens}))
        assert [one["token"] for one in mine] == tokens
        assert "the state differs" in mine[0]["fault"]
        assert mine[1]["fault"] == ""
        assert mine[1]["yours"] is True


def test_nobody_waits_long_for_a_database_that_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.2)
    with TestClient(app_at(tmp_path)) as client:
        table = create(client)
        locker = sqlite3.connect(tmp_path / "battles.db", isolation_level=None)
        locker.execute("BEGIN IMMEDIATE")
        error = refused(table.confederate.post("choose", {"at": 0, "choice": "historical"}), 503)
        assert error["where"] == "store"
        # Reading goes on meanwhile, also of what is not in memory.
        games_of(client)._found.clear()
        assert table.confederate.moment()["number"] == 0
        locker.execute("ROLLBACK")
        locker.close()
        table.confederate.choose("historical")


def test_odds_that_take_too_long_to_count_are_sampled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(branches, "MOST_RUNS", 1)
    with TestClient(app_at(tmp_path)) as client:
        table = create(client)
        table.set_up()
        table.play(lambda view: view["facts"]["phase"] == "III")
        call_off = next(one for one in table.union.choices() if one.startswith("call-off"))
        odds = good(table.union.get("/odds", choice=call_off))
    assert odds["sampled"] == SAMPLES
    assert {one["kind"] for one in odds["outcomes"]} == {"nothing", "other"}
    assert all(3 < one["error"] < 7 for one in odds["outcomes"])


def test_threads_that_read_positions_first_do_not_meet(tmp_path: Path) -> None:
    """[server] Every type is looked into before anything is served."""
    battle = longroll.position(
        "stockade_redan", {"phase": "VII", "units": {"1620": "13us-a", "1519": "36ms-a"}}
    )
    with TestClient(app_at(tmp_path)) as client:
        text = battle.record().encode()
        tables: list[Player] = []

        def bring() -> None:
            made = good(client.post("/api/records", content=text))
            tables.append(Player(client, made["seats"]["union"]))

        threads = [threading.Thread(target=bring) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(tables) == 4


def test_a_computer_waits_where_nobody_looks_on(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("longroll.server.game.WATCHED", -1)
    table = create(client, union="computer", confederate="computer")
    time.sleep(0.3)
    game = games_of(client).living[table.id]
    assert game.course.number == 0
    with table.watch.live() as line:
        first = line.receive_json(timeout=90)["number"]
        assert line.receive_json(timeout=90)["number"] > first


def test_a_finished_battle_opens_too(client: Client) -> None:
    battle = longroll.new("stockade_redan", seed=5)
    play_out(battle, {side: RandomPlayer(1) for side in battle.system.sides})
    made = good(client.post("/api/records", content=battle.record().encode()))
    games = games_of(client)
    games._kept.clear()
    gc.collect()
    player = Player(client, made["watch"])
    assert player.moment(after=10**6)["view"]["result"] is not None
    assert player.get("/record").text == battle.record()
