"""A computer player that fails: the battle waits, its players are told, and there is a way on."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from longroll.ai import Player, RandomPlayer
from longroll.server import metrics, opponents
from tests.server.players import Failing
from tests.server.tables import Client, Table, app_at, create, good, refused
from tests.server.tables import Player as Person
from tests.server.test_thinkers import wait_until

TOLD = "The computer player of the Confederate side failed (RuntimeError); the battle waits."


@pytest.fixture(autouse=True)
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level fails; only chance can play."""

    def player(system: str, level: int) -> Player:
        return RandomPlayer(1) if level == opponents.CHANCE else Failing(after=2)

    monkeypatch.setattr(opponents, "player", player)


def stuck(client: Client, union: str = "me") -> Table:
    """A battle that waits because its computer has failed."""
    table = create(client, union=union, confederate="computer")
    assert wait_until(lambda: failure(table.watch) is not None)
    return table


def failure(player: Person) -> Any:
    return player.moment()["pending"]["failure"]


def failures() -> int:
    """How many were counted so far."""
    return int(list(metrics.FAILURES.lines())[-1].split()[-1])


def test_the_battle_waits_and_says_why(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    before = failures()
    with caplog.at_level(logging.ERROR, "longroll.server"):
        table = stuck(client)
    moment = table.union.moment()
    assert moment["pending"]["failure"] == TOLD
    assert "no idea" not in str(moment)
    assert "no idea" in caplog.text  # the trace, for whoever keeps the server
    assert failures() == before + 1
    assert table.watch.moment()["pending"]["failure"] == TOLD
    assert table.union.moment()["number"] == moment["number"]


def test_it_may_try_again(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = stuck(client)
    assert good(table.union.post("computer", {"how": "again"})) == {
        "side": "confederate",
        "token": None,
    }
    assert wait_until(lambda: failure(table.union) is not None)  # it fails two choices later
    monkeypatch.setattr(opponents, "player", lambda system, level: RandomPlayer(1))
    good(table.union.post("computer", {"how": "again"}))
    assert wait_until(lambda: table.union.moment()["view"]["waiting_for"] == "union")
    assert failure(table.union) is None


def test_it_may_be_left_to_chance_for_good(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = stuck(client)
        good(table.union.post("computer", {"how": "chance"}))
        assert wait_until(lambda: table.union.moment()["view"]["waiting_for"] == "union")
        token = table.union.token
    with TestClient(app_at(tmp_path)) as client:
        player = Person(client, token)
        assert player.moment()["names"]["confederate"] == "computer"
        assert failure(player) is None


def test_its_side_may_be_taken_over(client: Client) -> None:
    table = stuck(client)
    taken = good(table.union.post("computer", {"how": "me"}))
    assert taken["side"] == "confederate"
    mine = Person(client, taken["token"])
    moment = mine.moment()
    assert moment["names"] == {"union": "me", "confederate": "me"}
    assert moment["pending"]["failure"] is None
    mine.choose(mine.choices()[0])
    assert mine.moment()["number"] == moment["number"] + 1


def test_who_may_do_what(client: Client) -> None:
    sound = create(client, union="me", confederate="me")
    refused(sound.union.post("computer", {"how": "again"}), 409)
    table = stuck(client)
    refused(table.watch.post("computer", {"how": "again"}), 403)
    refused(table.union.post("computer", {"how": "pray"}), 400)
    assert failure(table.union) == TOLD


def test_spectators_of_computers_may_let_them_go_on(client: Client) -> None:
    table = stuck(client, union="computer")
    refused(table.watch.post("computer", {"how": "me"}), 403)
    good(table.watch.post("computer", {"how": "chance"}))
    assert wait_until(lambda: "Union" in (failure(table.watch) or ""))
