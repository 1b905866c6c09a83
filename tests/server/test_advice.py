"""Advice from the computer, and what the log says of it."""

from __future__ import annotations

from longroll.server.changes import ADVISED
from tests.server.tables import Client, create, good, refused


def test_advice_can_be_played_and_the_log_says_so(client: Client) -> None:
    table = create(client)
    table.confederate.choose("historical")
    advice = good(table.union.post("advice"))
    assert advice["steps"][0]["label"]
    assert advice["steps"][0]["reason"]
    assert advice["odds"] is None
    moment = table.union.choose(advice["steps"][0]["text"])
    assert moment["log"][0]["reason"] == ADVISED
    # It is told once, and to everybody who may see what was done.
    seen = table.watch.moment()["log"]
    assert [entry["reason"] for entry in seen if entry["reason"]].count(ADVISED) >= 1
    following = table.union.choose(table.union.choices()[0])
    assert all(entry["reason"] != ADVISED for entry in following["log"])


def test_advice_is_for_the_seat_that_is_asked(client: Client) -> None:
    table = create(client)
    refused(table.union.post("advice"), 409)
    refused(table.watch.post("advice"), 403)


def test_a_desk_gives_no_advice(client: Client) -> None:
    table = create(client, system="mckie_umpire", scenario="the-angle")
    asked = table.asked()
    assert asked is not None
    assert "advice" in refused(asked.post("advice"), 422)["what"]
