"""Every way to ask wrongly, and the clear error it gets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from longroll.server.limits import Limits
from tests.server.tables import FREE, Client, Player, Table, app_at, create, good, refused

GOOD: dict[str, Any] = {"system": "stockade_redan", "seats": {"union": {"who": "me"}}}


@pytest.mark.parametrize(
    "body, status, where, what",
    [
        (b"", 400, "body", "missing"),
        (b"{", 400, "request", "truncated"),
        (b"[]", 400, "data", "Expected `object`"),
        (b"\xff", 400, "request", "malformed"),
        (b'{"seats": {}}', 400, "data", "missing required field `system`"),
        (b'{"system": 7}', 400, "system", "Expected `str`"),
        (b'{"system": "stockade_redan", "colour": 1}', 400, "data", "unknown field `colour`"),
        (b'{"system": "gettysburg"}', 422, "body", "no system 'gettysburg'"),
        (b'{"system": "stockade_redan", "scenario": "x"}', 422, "body", "no scenario 'x'"),
        (b'{"system": "stockade_redan", "options": {"x": 1}}', 422, "body", "unknown field `x`"),
        (b'{"system": "stockade_redan", "options": {"undo": "x"}}', 422, "body", "enum value 'x'"),
        (b'{"system": "stockade_redan", "seats": {"blue": {"who": "me"}}}', 422, "seats", "'blue'"),
        (b'{"system": "stockade_redan", "seats": {"union": {"who": "god"}}}', 400, "", "'god'"),
        (
            b'{"system": "stockade_redan", "seats": {"union": {"who": "computer", "level": 10}}}',
            400,
            "",
            "<= 9",
        ),
        (
            b'{"system": "stockade_redan", "seats": {"union": {"who": "computer", "level": 4}}}',
            422,
            "seats.union.level",
            "stockade_redan has levels 1 to 3",
        ),
        (b'{"system": "stockade_redan", "nonce": "x"}', 400, "data", "unknown field `nonce`"),
        (b'{"system": "' + b"x" * 20_000 + b'"}', 413, "request", "16384 bytes"),
    ],
)
def test_battles_that_cannot_be(
    client: Client, body: bytes, status: int, where: str, what: str
) -> None:
    answer = client.post("/api/battles", content=body, headers={"content-type": "application/json"})
    error = refused(answer, status)
    assert what in error["what"]
    if where:
        assert error["where"] == where


@pytest.mark.parametrize(
    "address",
    [
        "/api/nothing",
        "/api/systems/gettysburg/table",
        "/api/rules/stockade_redan%3A99",
        "/api/rules/gettysburg:1",
        "/api/seats/nobody",
        "/api/seat/dice",
        "/missing.js",
        "/assets/../../app.py",
        "/..%2f..%2fapp.py",
    ],
)
def test_addresses_that_lead_nowhere(client: Client, address: str) -> None:
    refused(client.get(address), 404)


def test_tokens_of_any_shape_are_refused(client: Client) -> None:
    refused(client.get("/api/seat"), 400)
    refused(Player(client, "nobody").get(), 404)
    refused(Player(client, "nobody").get("/record"), 404)
    for token in ("x" * 100, "", "a b", "../x"):
        refused(Player(client, token).get(), 400)
    refused(client.get("/api/seat", headers={"Authorization": "Basic nobody"}), 400)


@pytest.mark.parametrize("method", ["delete", "put", "patch"])
def test_methods_nobody_offers(client: Client, method: str) -> None:
    refused(getattr(client, method)("/api/battles"), 405)


def test_a_choice_at_another_moment(client: Client) -> None:
    table = create(client)
    error = refused(table.confederate.post("choose", {"at": 3, "choice": "historical"}), 409)
    assert error["where"] == "at"
    error = refused(table.union.post("choose", {"at": 0, "choice": "historical"}), 409)
    assert error["what"] == "the Confederate player is asked, not you"
    error = refused(table.watch.post("choose", {"at": 0, "choice": "historical"}), 403)
    assert error["what"] == "spectators cannot give orders"


def test_an_illegal_choice_names_its_rule_and_changes_nothing(client: Client) -> None:
    table = create(client)
    before = table.confederate.moment()
    error = refused(table.confederate.post("choose", {"at": 0, "choice": "place 4510"}), 422)
    assert error["rule"].split(":")[1].startswith("3.1")
    assert error["where"] == "choice"
    assert table.confederate.moment() == before


@pytest.mark.parametrize(
    "query, status",
    [
        ({"at": 99}, 404),
        ({"at": -1}, 400),
        ({"at": "x"}, 400),
        ({"after": -2}, 400),
    ],
)
def test_moments_that_never_were(client: Client, query: dict[str, Any], status: int) -> None:
    refused(create(client).union.get(**query), status)


def test_questions_that_make_no_sense(client: Client) -> None:
    table = create(client)
    table.set_up()
    refused(table.union.get("/sight", **{"from": "9999", "to": "1519"}), 422)
    refused(table.union.get("/sight", to="1519"), 400)
    refused(table.union.get("/reach", unit="nobody"), 422)
    refused(table.union.get("/reach"), 400)
    refused(table.union.get("/odds", choice="dance"), 422)
    refused(table.union.get("/odds", choice="x" * 2_100), 400)
    refused(client.post("/api/mine", json={"tokens": ["x" * 4000]}), 400)
    refused(client.post("/api/mine", json={"tokens": ["x"] * 51}), 400)
    assert good(client.post("/api/mine", json={"tokens": []})) == []


def test_a_battle_that_waits_answers_nothing_yet(client: Client) -> None:
    seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
    body = {"system": "stockade_redan", "seats": seats}
    table = Table(client, good(client.post("/api/battles", json=body)))
    table.union.sit()
    error = refused(table.union.post("choose", {"at": 0, "choice": "historical"}), 409)
    assert error["what"] == "it begins when the Confederate player sits down"
    refused(table.union.get("/sight", **{"from": "1519", "to": "1520"}), 409)
    refused(table.union.get("/record"), 409)
    refused(table.union.post("undo"), 409)


def test_requests_that_come_too_fast(tmp_path: Path) -> None:
    limits: Limits = msgspec.structs.replace(FREE, requests=0.001, burst=3)
    with TestClient(app_at(tmp_path, limits)) as client:
        for _ in range(3):
            good(client.get("/api/systems"))
        error = refused(client.get("/api/systems"), 429)
        assert "wait" in error["what"]


def test_battles_that_come_too_fast(tmp_path: Path) -> None:
    limits: Limits = msgspec.structs.replace(FREE, battles=0.001, battles_burst=1)
    with TestClient(app_at(tmp_path, limits)) as client:
        good(client.post("/api/battles", json=GOOD))
        refused(client.post("/api/battles", json=GOOD), 429)
        refused(client.post("/api/records", content=b"x"), 429)


def test_every_answer_keeps_to_itself(client: Client) -> None:
    for address in ("/", "/api/systems", "/api/nothing", "/api/schema", "/missing.js"):
        headers = client.get(address).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'self'; script-src 'self'; style-src 'self';")
        assert "frame-ancestors 'none'" in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    assert client.get("/api/systems").headers["cache-control"] == "no-store"


def test_the_front_page_is_there_for_every_address_of_the_client(client: Client) -> None:
    for address in ("/", "/battle/abc"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")


def test_a_mistake_of_the_server_is_no_traceback(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("inside")

    monkeypatch.setattr("longroll.server.api.duty", fail)
    error = refused(client.get("/api/rules/stockade_redan:9.2.7"), 500)
    assert "inside" not in error["what"]
