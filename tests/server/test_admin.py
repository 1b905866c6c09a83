"""`longroll admin`: battles looked after from outside, while a server plays them."""

from __future__ import annotations

import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import longroll as engine
from longroll.cli import main
from longroll.server.administration import BadTime, ago
from longroll.server.app import create_app
from longroll.server.course import SNAPSHOT_EVERY
from longroll.server.database import held, prepare
from longroll.server.handling import shared
from tests.server.postgres import Postgres, binaries
from tests.server.tables import FREE, Client, Table, create, good, refused
from tests.server.test_live import closing_code
from tests.server.test_thinkers import wait_until


class Admin:
    """The command, on one database."""

    def __init__(self, url: str, capsys: pytest.CaptureFixture[str]) -> None:
        self.url = url
        self._capsys = capsys

    def __call__(self, command: str, *arguments: object, code: int = 0) -> str:
        """What it printed, faults too; an id may begin with a dash, so words come last."""
        options = [str(one) for one in arguments if str(one).startswith("--")]
        words = [str(one) for one in arguments if not str(one).startswith("--")]
        self._capsys.readouterr()
        asked = ["admin", command, "--database", self.url, *options, "--", *words]
        assert main(asked) == code, self._capsys.readouterr()
        out, err = self._capsys.readouterr()
        return out + err

    def listed(self, *arguments: object) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self("list", "--json", *arguments))
        return found


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "battles.db"


@pytest.fixture
def admin(database: Path, capsys: pytest.CaptureFixture[str]) -> Admin:
    return Admin(f"sqlite:///{database}", capsys)


@pytest.fixture
def client(admin: Admin) -> Iterator[Client]:
    with TestClient(create_app(admin.url, FREE, 0)) as client:
        yield client


def change(database: Path, *statements: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def look_around(client: Client) -> None:
    with client.portal() as portal:
        portal.call(shared(client.app.state).games.look_around)


def played(client: Client, decisions: int) -> Table:
    """A battle of at least so many decisions."""
    table = create(client)
    table.set_up()
    table.play(lambda view: table.watch.moment(after=10**6)["number"] >= decisions)
    return table


# Looking


def test_battles_are_listed(client: Client, admin: Admin, database: Path) -> None:
    table, other = create(client, confederate="friend", seed=None), create(client)
    other.set_up()
    good(other.union.post("abandon"))
    change(database, f"UPDATE battles SET changed = '2020' WHERE id = '{table.id}'")
    first, last = admin.listed()
    assert (first["id"], last["id"]) == (other.id, table.id)
    assert first["decisions"] == 2
    assert first["size"] > 20
    assert (first["over"], first["abandoned"]) == (True, "union")
    assert (last["over"], last["abandoned"]) == (False, None)
    assert last["seats"] == {"union": "me", "confederate": "friend"}
    assert admin.listed("--over") == [first]
    assert admin.listed("--going") == [last]
    assert admin.listed("--older-than=30d") == [last]
    assert admin.listed("--system=corinth") == []
    [_, above, below] = admin("list").splitlines()
    assert above.split()[0] == other.id
    assert "abandoned" in above
    assert {table.id, "going", "me", "friend"} <= set(below.replace(",", "").split())


@pytest.mark.parametrize("length", ["", "30", "d", "-3d", "3 months", "9999999w", "999999w"])
def test_a_time_that_cannot_be_read(length: str) -> None:
    with pytest.raises(BadTime):
        ago(length)


def test_a_database_that_is_not_there(admin: Admin, database: Path) -> None:
    assert "there is no such file" in admin("list", code=2)
    assert not database.exists()


def test_a_record_is_exported(client: Client, admin: Admin, tmp_path: Path) -> None:
    table = played(client, 5)
    good(table.confederate.post("take-back", {"to": 4}))
    file = tmp_path / "battle.txt"
    text = admin("export", table.id)
    assert text == table.union.get("/record").text
    assert engine.replay(text).hash()
    admin("export", table.id, file)
    assert file.read_text() == text
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "there is no such battle" in admin("export", "nothing", code=2)


def test_a_battle_that_waits_for_a_friend_has_no_record(client: Client, admin: Admin) -> None:
    seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
    body = {"system": "stockade_redan", "seats": seats}
    waiting = good(client.post("/api/battles", json=body))["battle"]
    assert "has not begun" in admin("export", waiting, code=2)
    assert admin("verify") == "1 battles replay, 0 do not\n"
    assert admin("snapshot") == "0 snapshots made\n"


# Checking


def test_battles_are_replayed(client: Client, admin: Admin, database: Path) -> None:
    table, other = played(client, SNAPSHOT_EVERY + 1), create(client)
    other.set_up()
    assert admin("verify") == "2 battles replay, 0 do not\n"
    change(
        database, f"UPDATE decisions SET digest = '0' WHERE battle = '{other.id}' AND number = 2"
    )
    told = admin("verify", code=1)
    assert f"battle {other.id}, decision 2: the state differs" in told
    assert "1 battles replay, 1 do not" in told
    assert admin("verify", table.id) == "1 battles replay, 0 do not\n"
    change(
        database,
        f"UPDATE seats SET nonce = 'x', side = 'y' WHERE battle = '{other.id}' AND side = 'union'",
        f"UPDATE battles SET dice = '[' WHERE id = '{other.id}'",
    )
    assert "cannot be read" in admin("verify", other.id, code=1)


@pytest.mark.parametrize(
    "damage",
    ["digest = '000000000000'", "state = x'00'", "rolled = rolled + 1", "counts = '{}'"],
)
def test_a_snapshot_that_does_not_fit_is_told_and_made_anew(
    client: Client, admin: Admin, database: Path, damage: str
) -> None:
    played(client, SNAPSHOT_EVERY + 1)
    change(database, f"UPDATE snapshots SET {damage}")
    told = admin("verify", code=1)
    assert "snapshot" in told or "cannot be read" in told or "differ" in told
    assert admin("snapshot") == "1 snapshots made\n"
    assert admin("verify") == "1 battles replay, 0 do not\n"


def test_a_snapshot_changes_nothing_for_who_plays(
    client: Client, admin: Admin, database: Path
) -> None:
    table = played(client, SNAPSHOT_EVERY + 5)
    change(database, "DELETE FROM snapshots")
    before = table.union.moment()
    assert admin("snapshot", table.id) == "1 snapshots made\n"
    assert table.union.moment() == before
    asked = table.asked()
    assert asked is not None
    asked.choose(asked.choices()[0])
    with closing(sqlite3.connect(database)) as connection:
        [number] = connection.execute("SELECT number FROM snapshots").fetchone()
    assert number >= SNAPSHOT_EVERY + 5


def test_a_snapshot_of_a_battle_that_went_back_meanwhile_is_not_kept(
    client: Client, admin: Admin, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(client, SNAPSHOT_EVERY + 5)
    change(database, "DELETE FROM snapshots")
    from longroll.server import administration

    truly = administration.replayed

    def slowly(*arguments: Any) -> Any:
        found = truly(*arguments)
        good(table.union.post("take-back", {"to": 1}))
        return found

    monkeypatch.setattr(administration, "replayed", slowly)
    admin("snapshot")
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT * FROM snapshots").fetchall() == []


# Removing


def test_a_battle_is_removed_while_it_is_played(
    client: Client, admin: Admin, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = create(client), create(client)
    monkeypatch.setattr("typer.confirm", lambda question: False)
    assert "nothing was changed" in admin("remove", table.id, code=2)
    assert "there is no such battle" in admin("remove", table.id, "nothing", "--yes", code=2)
    assert len(admin.listed()) == 2
    with table.union.live() as socket:
        socket.receive_json()
        monkeypatch.setattr("typer.confirm", lambda question: "1 battles" in question)
        assert admin("remove", table.id) == "1 battles removed\n"
        answer = table.confederate.post("choose", {"at": 0, "choice": "historical"})
        assert "no longer stored" in refused(answer, 404)["what"]
        assert table.id not in shared(client.app.state).games.living
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    refused(table.union.get(), 404)
    refused(table.watch.get(), 404)
    other.set_up()
    assert [one["id"] for one in admin.listed()] == [other.id]


def test_a_server_that_looks_around_lets_go_of_what_was_removed(
    client: Client, admin: Admin
) -> None:
    table, other = create(client), create(client)
    with table.watch.live() as socket:
        socket.receive_json()
        admin("remove", table.id, "--yes")
        look_around(client)
        assert table.id not in shared(client.app.state).games.living
        assert closing_code(socket) == 4408
    refused(table.watch.get(), 404)
    good(other.union.get())


def test_a_computer_stops_thinking_in_a_battle_that_was_removed(
    client: Client, admin: Admin, caplog: pytest.LogCaptureFixture
) -> None:
    table = create(client, confederate="computer", union="computer")
    with table.watch.live() as socket:
        socket.receive_json()
        admin("remove", table.id, "--yes")
        assert closing_code(socket) == 4408
    games = shared(client.app.state).games
    assert wait_until(lambda: games.computers.busy == 0)
    assert "gave up" not in caplog.text


def test_old_battles_are_pruned(client: Client, admin: Admin, database: Path) -> None:
    old, ended, new = create(client), create(client), create(client)
    good(ended.union.post("abandon"))
    change(database, f"UPDATE battles SET changed = '2020' WHERE id <> '{new.id}'")
    assert "is not a length of time" in admin("prune", "--older-than=soon", code=2)
    assert "older-than" in admin("prune", code=2)
    over_only = ("--older-than=90d", "--over-only")
    assert admin("prune", *over_only, "--dry-run") == "1 battles would be removed\n"
    assert len(admin.listed()) == 3
    assert admin("prune", *over_only) == "1 battles removed\n"
    assert {one["id"] for one in admin.listed()} == {old.id, new.id}
    assert admin("prune", "--older-than=90d") == "1 battles removed\n"
    assert [one["id"] for one in admin.listed()] == [new.id]
    admin("vacuum")
    new.set_up()


# Backups


def test_a_backup_of_a_server_that_plays_on(client: Client, admin: Admin, tmp_path: Path) -> None:
    table = played(client, 4)
    copy = tmp_path / "copies" / "battles.backup"
    assert "kB" in admin("backup", copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [file.name for file in copy.parent.iterdir()] == [copy.name]
    assert "it exists already" in admin("backup", copy, code=2)
    table.play(lambda view: table.watch.moment(after=10**6)["number"] >= 6)
    assert admin.listed()[0]["decisions"] >= 6
    other = Admin(f"sqlite:///{copy}", admin._capsys)
    assert other.listed()[0]["decisions"] == 4
    assert other("verify") == "1 battles replay, 0 do not\n"


def test_a_backup_is_restored(admin: Admin, tmp_path: Path, database: Path) -> None:
    copy = tmp_path / "copy.db"
    with TestClient(create_app(admin.url, FREE, 0)) as client:
        table = create(client)
        table.set_up()
        admin("backup", copy)
        later = create(client)
        with held(admin.url):
            assert "another server is using it" in admin("restore", copy, "--yes", code=2)
        good(later.union.get())
    change(copy, "DROP TABLE snapshots", "DROP TABLE taken_back", "DROP INDEX seats_invitation")
    older = {
        "battles": "asked_to asked_by position open_book "
        "revision turned changed over abandoned bound own_scenario",
        "seats": "invitation_hash",
        "decisions": "batch links",
    }
    for name, columns in older.items():
        change(copy, *(f"ALTER TABLE {name} DROP COLUMN {one}" for one in columns.split()))
    change(copy, "UPDATE alembic_version SET version_num = '0001'")
    before = copy.read_bytes()
    assert admin("restore", copy, "--yes") == "restored\n"
    assert copy.read_bytes() == before
    assert [one["id"] for one in admin.listed()] == [table.id]
    assert stat.S_IMODE(database.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part*"))
    with TestClient(create_app(admin.url, FREE, 0)) as client:
        again = table.moved(client)
        assert again.union.moment()["number"] == 2
        again.union.choose("plot 1420")


@pytest.mark.parametrize(
    "what, why",
    [
        (None, "there is no such file"),
        (b"not a database at all, but long enough to be taken for one" * 100, "not a database"),
        ("CREATE TABLE battles (id)", "not a database of longroll battles"),
        ("UPDATE alembic_version SET version_num = '9999'", "newer longroll"),
        (b"", "not a database of longroll battles"),
    ],
)
def test_what_is_no_backup_is_refused_and_nothing_replaced(
    admin: Admin, tmp_path: Path, what: str | bytes | None, why: str
) -> None:
    with TestClient(create_app(admin.url, FREE, 0)) as client:
        table = create(client)
    copy = tmp_path / "copy.db"
    if isinstance(what, bytes):
        copy.write_bytes(what)
    elif what is not None:
        if "UPDATE" in what:
            prepare(f"sqlite:///{copy}")
        change(copy, what)
    assert why in admin("restore", copy, "--yes", code=2)
    assert [one["id"] for one in admin.listed()] == [table.id]


def test_postgresql_is_backed_up_by_its_own_programs(capsys: pytest.CaptureFixture[str]) -> None:
    admin = Admin("postgresql+psycopg://drum:secret@db.example:5433/table?password=secret", capsys)
    told = admin("backup", "b.dump", code=2)
    assert "pg_dump --format=custom --no-owner --file=b.dump" in told
    assert "postgresql://drum@db.example:5433/table" in told
    told += admin("restore", "b.dump", "--yes", code=2)
    assert "pg_restore --clean --if-exists --no-owner" in told
    assert "secret" not in told


@pytest.mark.skipif(binaries() is None, reason="no PostgreSQL on this machine")
def test_all_of_it_on_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    postgres = Postgres()
    try:
        admin = Admin(postgres.url, capsys)
        with TestClient(create_app(admin.url, FREE, 0)) as client:
            table, other = played(client, SNAPSHOT_EVERY + 1), create(client)
            good(other.union.post("abandon"))
            assert {one["id"] for one in admin.listed()} == {table.id, other.id}
            assert admin.listed("--going")[0]["size"] > 1_000
            assert admin("verify") == "2 battles replay, 0 do not\n"
            assert admin("snapshot") == "1 snapshots made\n"
            assert admin("export", table.id) == table.union.get("/record").text
            with table.union.live() as socket:
                socket.receive_json()
                admin("remove", table.id, "--yes")
                with pytest.raises(WebSocketDisconnect):  # told at once, by PostgreSQL
                    socket.receive_json()
            refused(table.union.get(), 404)
            assert admin("prune", "--older-than=0h", "--over-only") in (
                "0 battles removed\n",  # of this very second
                "1 battles removed\n",
            )
            admin("vacuum")
    finally:
        postgres.close()
