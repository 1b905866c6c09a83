"""The WebSocket: moments out, choices in, and back again after a break."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from longroll.server.limits import Limits
from tests.server.tables import FREE, Client, Player, app_at, create


def closing_code(socket: WebSocketTestSession) -> int:
    """The code the server closes with, after whatever it still has to say."""
    try:
        for _ in range(100):
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code
    raise AssertionError("the server goes on")


def test_both_seats_and_the_spectator_see_a_choice_at_once(client: Client) -> None:
    table = create(client)
    with (
        table.union.live() as union,
        table.confederate.live() as confederate,
        table.watch.live() as watch,
    ):
        for socket in (union, confederate, watch):
            first = socket.receive_json()
            assert (first["type"], first["number"], first["log"]) == ("moment", 0, [])
        confederate.send_json({"type": "choose", "at": 0, "choice": "historical"})
        seen = {
            name: s.receive_json()
            for name, s in (("union", union), ("confederate", confederate), ("spectator", watch))
        }
    for seat, moment in seen.items():
        assert moment["seat"] == seat
        assert (moment["number"], moment["after"]) == (1, 0)
    choices = seen["union"]["view"]["decision"]["choices"]
    assert [choice["text"] for choice in choices] == ["option 1", "option 2", "historical"]
    assert seen["confederate"]["view"]["decision"] is None
    assert seen["spectator"]["view"]["decision"] is None
    assert len(seen["confederate"]["log"]) > len(seen["union"]["log"])


def test_a_lost_connection_comes_back_with_what_it_missed(client: Client) -> None:
    table = create(client)
    with table.union.live() as socket:
        had = socket.receive_json()["number"]
    table.set_up()
    with table.union.live(f"?after={had}") as socket:
        moment = socket.receive_json()
        assert moment["after"] == had
        assert {entry["number"] for entry in moment["log"]} == {1, 2}
        assert moment["view"] == table.union.moment()["view"]
    with table.union.live("?after=-1") as socket:
        assert socket.receive_json()["log"] == table.union.moment()["log"]


def test_undo_over_the_wire_cuts_the_log_back(client: Client) -> None:
    table = create(client)
    with table.confederate.live() as socket:
        socket.receive_json()
        socket.send_json({"type": "choose", "at": 0, "choice": "place 1519"})
        assert socket.receive_json()["number"] == 1
        socket.send_json({"type": "undo"})
        moment = socket.receive_json()
        assert (moment["number"], moment["after"], moment["log"]) == (0, 0, [])
        socket.send_json({"type": "choose", "at": 0, "choice": "place 1420"})
        moment = socket.receive_json()
        assert (moment["number"], moment["after"]) == (1, 0)
        assert [entry["number"] for entry in moment["log"]] == [1]


@pytest.mark.parametrize(
    "frame, what",
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("[]", "Expected `object`"),
        ('{"type":' + "[" * 2_000, "recursion"),
        ("{}", "missing required field `type`"),
        ('{"type": "dance"}', "dance"),
        ('{"type": "choose"}', "missing required field `at`"),
        ('{"type": "choose", "at": "0", "choice": "done"}', "Expected `int`"),
        ('{"type": "choose", "at": -1, "choice": "done"}', ">= 0"),
        ('{"type": "choose", "at": 0, "choice": 7}', "Expected `str`"),
        ('{"type": "choose", "at": 0, "choice": "' + "x" * 2_100 + '"}', "<= 2000"),
        ('{"type": "undo", "now": true}', "unknown field `now`"),
        ('{"type": "choose", "at": 5, "choice": "historical"}', "this is moment 0, not 5"),
        ('{"type": "choose", "at": 0, "choice": "surrender"}', "not part of set-up"),
        ('{"type": "undo"}', "not yours"),
    ],
)
def test_bad_frames_get_a_clear_error_and_the_line_stays_open(
    client: Client, frame: str, what: str
) -> None:
    table = create(client)
    with table.confederate.live() as socket:
        socket.receive_json()
        socket.send_text(frame)
        error = socket.receive_json()
        assert error["type"] == "error"
        assert what in error["error"]["what"]
        socket.send_json({"type": "choose", "at": 0, "choice": "historical"})
        assert socket.receive_json()["number"] == 1


def test_the_spectator_only_looks_on(client: Client) -> None:
    table = create(client)
    with table.watch.live() as socket:
        socket.receive_json()
        socket.send_json({"type": "choose", "at": 0, "choice": "historical"})
        assert "cannot give orders" in socket.receive_json()["error"]["what"]


@pytest.mark.parametrize("query", ["?after=x", "?after=--"])
def test_bad_queries_are_told_and_closed(client: Client, query: str) -> None:
    table = create(client)
    with table.union.live(query) as socket:
        assert socket.receive_json()["type"] == "error"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_an_unknown_token_is_told_and_closed(client: Client) -> None:
    with Player(client, "nobody").live() as socket:
        assert socket.receive_json()["error"]["what"] == "no seat has this token"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4404


def test_large_frames_end_the_connection(client: Client) -> None:
    table = create(client)
    with table.union.live() as socket:
        socket.receive_json()
        socket.send_text("x" * 5000)
        assert closing_code(socket) == 1009


def test_a_flood_of_frames_ends_the_connection(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path, msgspec.structs.replace(FREE, frames=5))) as client:
        table = create(client)
        with table.union.live() as socket:
            socket.receive_json()
            for _ in range(30):
                socket.send_json({"type": "undo"})
            assert closing_code(socket) == 4429


def test_a_battle_has_room_for_so_many(tmp_path: Path) -> None:
    limits: Limits = msgspec.structs.replace(FREE, listeners=1)
    with TestClient(app_at(tmp_path, limits)) as client:
        table = create(client)
        with table.union.live() as first:
            first.receive_json()
            with table.union.live() as second:
                assert "too many" in second.receive_json()["error"]["what"]
