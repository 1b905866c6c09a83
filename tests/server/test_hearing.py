"""Several processes on one PostgreSQL: each hears what the others change."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from litestar.testing import TestClient
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from longroll.server import database
from longroll.server.app import create_app
from longroll.server.database import StoreFault, check_workers, new_engine
from tests.server.postgres import Postgres, binaries
from tests.server.tables import FREE, Client, Player, create, good

pytestmark = pytest.mark.skipif(binaries() is None, reason="no PostgreSQL on this machine")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    postgres = Postgres()
    yield postgres.url
    postgres.close()


@pytest.fixture
def servers(url: str) -> Iterator[tuple[Client, Client]]:
    with ExitStack() as stack:
        apps = [create_app(url, FREE, thinkers=0) for _ in range(2)]
        one, other = (stack.enter_context(TestClient(app)) for app in apps)
        yield one, other


def agree(one: Player, other: Player) -> None:
    """Waits until both processes tell a seat the same."""
    until = time.monotonic() + 30
    while one.moment() != other.moment():
        assert time.monotonic() < until


def test_a_choice_in_one_process_is_heard_in_the_other(servers: tuple[Client, Client]) -> None:
    table = create(servers[0])
    elsewhere = table.moved(servers[1])
    with elsewhere.union.live() as line:
        assert line.receive_json(timeout=90)["view"]["decision"] is None
        table.confederate.choose("historical")
        assert line.receive_json(timeout=90)["view"]["decision"] is not None
        # And the other way round, from what was heard.
        elsewhere.union.choose("historical")
    agree(table.union, elsewhere.union)


def test_undo_and_take_back_are_heard(servers: tuple[Client, Client]) -> None:
    table = create(servers[0])
    elsewhere = table.moved(servers[1])
    with elsewhere.confederate.live() as line:
        line.receive_json(timeout=90)
        table.confederate.choose("place 1519")
        assert line.receive_json(timeout=90)["number"] == 1
        good(table.confederate.post("undo"))
        assert line.receive_json(timeout=90)["number"] == 0


def test_an_undo_on_a_process_that_has_not_heard_takes_nothing_away(
    servers: tuple[Client, Client],
) -> None:
    """[server] It once deleted six decisions of the other, and broke the battle for good."""
    table = create(servers[0])
    elsewhere = table.moved(servers[1])
    table.confederate.choose("place 1519")
    good(elsewhere.confederate.get())
    deaf = servers[1].app.state.shared.games

    async def hears_nothing(id: str, revision: int) -> None:
        return None

    deaf.heard = hears_nothing
    for hex in ("1419", "1520", "1318"):
        table.confederate.choose(f"place {hex}")
    # It reads what it has not heard before it changes anything, and takes back the last only.
    good(elsewhere.confederate.post("undo"))
    assert elsewhere.confederate.moment()["number"] == 3
    agree(table.confederate, elsewhere.confederate)


def test_whoever_saw_it_in_one_process_may_answer_in_the_other(
    servers: tuple[Client, Client],
) -> None:
    table = create(servers[0])
    elsewhere = table.moved(servers[1])
    good(elsewhere.union.get())

    async def hears_nothing(id: str, revision: int) -> None:
        return None

    servers[1].app.state.shared.games.heard = hears_nothing
    table.confederate.choose("historical")
    at = table.union.moment()["number"]
    good(elsewhere.union.post("choose", {"at": at, "choice": "historical"}))


def test_what_one_process_acknowledged_is_in_the_record_of_the_other(
    servers: tuple[Client, Client],
) -> None:
    """[server] Killed workers seemed to lose decisions that the others had only not heard of."""
    table = create(servers[0])
    elsewhere = table.moved(servers[1])
    good(elsewhere.union.get())

    async def hears_nothing(id: str, revision: int) -> None:
        return None

    servers[1].app.state.shared.games.heard = hears_nothing
    table.confederate.choose("place 1519")
    assert "place 1519" in elsewhere.union.get("/record").raise_for_status().text
    table.confederate.choose("place 1419")
    assert elsewhere.confederate.moment()["number"] == 2
    table.confederate.choose("place 1520")
    with elsewhere.confederate.live() as line:
        assert line.receive_json(timeout=90)["number"] == 3


def test_one_process_at_a_time_thinks_for_the_computer(servers: tuple[Client, Client]) -> None:
    table = create(servers[0], confederate="computer")
    elsewhere = Player(servers[1], table.union.token)
    with table.union.live() as one, elsewhere.live() as other:
        until = time.monotonic() + 60
        while not (elsewhere.choices() and table.union.choices()):
            assert time.monotonic() < until
        for line in (one, other):
            while line.receive_json(timeout=90)["view"]["decision"] is None:
                pass
    agree(table.union, elsewhere)


def test_a_file_has_one_server() -> None:
    with pytest.raises(StoreFault, match="several workers need PostgreSQL"):
        check_workers("sqlite:///battles.db", 2)
    check_workers("sqlite:///battles.db", 1)
    check_workers("postgresql://here/there", 4)


def test_no_statement_runs_or_waits_for_ever(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 1)
    engines = [new_engine(url) for _ in range(2)]
    with engines[0].connect() as first, engines[1].connect() as second:
        with pytest.raises(OperationalError, match="statement timeout"):
            first.execute(text("SELECT pg_sleep(60)"))
        first.rollback()
        first.execute(text("SELECT pg_advisory_xact_lock(1863)"))
        with pytest.raises(OperationalError, match=r"(lock|statement) timeout"):
            second.execute(text("SELECT pg_advisory_xact_lock(1863)"))
    for engine in engines:
        engine.dispose()
