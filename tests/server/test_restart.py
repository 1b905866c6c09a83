"""A server that stops in the middle and starts again has lost nothing."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest
from litestar.testing import TestClient

from longroll.server.database import StoreFault, held, prepare
from longroll.server.faults import TooLate
from longroll.server.storage import Storage
from longroll.server.stored import Change, StoredDecision
from tests.server.tables import Client, Table, app_at, create, good, refused


def invited(client: Client) -> Table:
    """A battle to which a friend is invited, before anybody has sat down."""
    seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
    body = {"system": "stockade_redan", "seats": seats}
    return Table(client, good(client.post("/api/battles", json=body)))


def test_a_restart_in_mid_phase(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client)
        table.set_up()
        table.play(lambda view: view["facts"]["phase"] == "VII")
        unit = next(one for one in table.union.choices() if one.startswith("move"))
        before = table.union.choose(unit)
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        after = again.union.moment(after=before["after"])
        assert after == before
        assert after["undo"] is True
        undone = good(again.union.post("undo"))
        assert undone["number"] == before["number"] - 1
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        assert again.union.moment(after=undone["after"]) == undone
        again.union.choose(unit)


def test_undo_after_a_restart_still_takes_the_whole_gesture(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client)
        table.set_up()
        table.play(lambda view: view["facts"]["phase"] == "VII")
        before = table.union.moment(after=10**6)["number"]
        unit = next(one for one in table.union.choices() if one.startswith("move 13us"))
        reach = good(table.union.get("/reach", unit=unit.split()[1]))["move"]
        far = next(hex for hex, cost in reach.items() if cost == 4)
        table.union.choose(f"{unit} {far}")
    with TestClient(app_at(tmp_path)) as client:
        assert good(table.moved(client).union.post("undo"))["number"] == before


def test_a_battle_that_waits_for_a_friend_goes_on_waiting(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = invited(client)
        table.union.sit()
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        assert again.union.moment()["pending"]["seats"] == ["confederate"]
        again.join("confederate")
        again.sit()
        begun = again.confederate.moment()
    with TestClient(app_at(tmp_path)) as client:
        once_more = again.moved(client).confederate.moment()
        assert once_more == begun
        assert once_more["dice"]["commitment"] == table.commitment


@pytest.mark.parametrize("agree", [True, False])
def test_a_take_back_goes_on_waiting_for_consent(tmp_path: Path, agree: bool) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client, confederate="friend", seed=None)
        table.set_up()
        before = table.union.moment()["number"]
        good(table.union.post("take-back", {"to": before - 1}))
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        pending = again.confederate.moment()["pending"]
        assert pending["by"] == "union"
        answer = {"to": pending["take_back"], "agree": agree}
        assert good(again.confederate.post("consent", answer))["pending"]["take_back"] is None
        assert again.union.moment()["number"] == (before - 1 if agree else before)
    with TestClient(app_at(tmp_path)) as client:
        assert table.moved(client).union.moment()["pending"]["take_back"] is None


def test_a_take_back_that_play_has_overtaken_stays_forgotten(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client, confederate="friend", seed=None)
        table.set_up()
        for gone_on in (
            lambda: table.union.choose("plot 1420"),
            lambda: good(table.union.post("undo")),
        ):
            good(table.confederate.post("take-back", {"to": 0}))
            gone_on()
            with TestClient(app_at(tmp_path)) as other:
                assert table.moved(other).union.moment()["pending"]["take_back"] is None


def test_a_store_of_the_first_days_is_brought_up_to_date(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client)
        table.set_up()
    with sqlite3.connect(tmp_path / "battles.db") as connection:
        connection.execute("DROP TABLE snapshots")
        connection.execute("DROP TABLE taken_back")
        connection.execute("DROP INDEX seats_invitation")
        for name, columns in {
            "battles": "asked_to asked_by position open_book "
            "revision turned changed over abandoned bound own_scenario",
            "seats": "invitation_hash",
            "decisions": "batch links",
        }.items():
            for column in columns.split():
                connection.execute(f"ALTER TABLE {name} DROP COLUMN {column}")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.close()
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        assert again.union.moment()["view"]["waiting_for"] == "union"
        again.union.choose("plot 1420")


def test_the_store_holds_no_token(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client)
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("battles.db*"))
    assert table.id.encode() in kept
    for player in (table.union, table.confederate, table.watch):
        assert player.token.encode() not in kept


def test_a_store_that_was_tampered_with_is_told(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client)
        table.set_up()
    with sqlite3.connect(tmp_path / "battles.db") as connection:
        connection.execute("UPDATE decisions SET digest = '000000000000' WHERE number = 2")
    connection.close()
    with TestClient(app_at(tmp_path)) as client:
        error = refused(table.moved(client).union.get(), 500)
        assert error["where"] == f"battle {table.id}, decision 2"
        assert "the state differs" in error["what"]
        good(client.get("/api/systems"))


def test_two_servers_on_one_store_lose_nothing(tmp_path: Path) -> None:
    with (
        TestClient(app_at(tmp_path)) as client,
        TestClient(app_at(tmp_path)) as other,
    ):
        table = create(client)
        elsewhere = table.moved(other)
        assert elsewhere.confederate.moment()["number"] == 0
        table.confederate.choose("place 1519", 0)
        table.confederate.choose("place 1420", 1)
        # One that knows only the start can neither choose nor take back what it has not seen.
        late = elsewhere.confederate.post("choose", {"at": 0, "choice": "place 1420"})
        assert "elsewhere" in refused(late, 409)["what"]
        assert elsewhere.confederate.moment() == table.confederate.moment()
        table.confederate.choose("place 1520", 2)
        assert "elsewhere" in refused(elsewhere.confederate.post("undo"), 409)["what"]
        assert elsewhere.confederate.moment() == table.confederate.moment()
        elsewhere.confederate.choose("place 1420", 3)


def test_a_second_server_on_one_file_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    with held(url), pytest.raises(StoreFault, match="another server is using it"), held(url):
        pass
    with held(url):
        pass


def test_the_store_is_for_its_owner_alone(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        create(client)
        files = list(tmp_path.glob("battles.db*"))
        assert files
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_decisions_are_kept_all_or_none(tmp_path: Path) -> None:
    step = StoredDecision(1, 1, "union", "done", (), "")

    async def work() -> None:
        storage = Storage(f"sqlite:///{tmp_path / 'battles.db'}")
        await storage.open()
        with TestClient(app_at(tmp_path)) as client:
            table = create(client)
        twice = [step, StoredDecision(2, 2, "union", "done", (), ""), step]
        with pytest.raises(TooLate):
            await storage.change(table.id, 0, Change(append=twice))
        loaded = await storage.load(table.id)
        assert loaded.past == []
        assert loaded.battle.revision == 0
        await storage.close()

    asyncio.run(work())


@pytest.mark.parametrize(
    "url", ["nonsense", "sqlite:////proc/nowhere/x.db", "postgresql://127.0.0.1:1/x"]
)
def test_a_store_that_cannot_be_used_is_told_in_one_line(url: str) -> None:
    with pytest.raises(StoreFault) as fault:
        prepare(url)
    assert "\n" not in str(fault.value)
