"""Luck in points, once a battle is over."""

from __future__ import annotations

from pathlib import Path

from tests.server.tables import Client, Table, create, good, refused

OVER = Path(__file__).parents[1] / "golden/corinth/outer-works/battle-1.txt"


def test_luck_is_told_at_the_end_and_adds_up_to_the_losses(client: Client) -> None:
    table = Table(client, good(client.post("/api/records", content=OVER.read_bytes())))
    luck = good(table.union.get("/luck"))
    after = good(table.union.get("/aftermath"))
    rolled = {row["number"] for row in after["log"] if row["dice"]}
    lost = sum(
        loss["number"]
        for entry in after["log"]
        if entry["number"] in rolled
        for loss in entry["scene"].get("losses", ())
    )
    assert lost > 0
    assert sum(row["lost"] for row in luck) == lost
    # What the dice were about is said in words, not by the names of events.
    assert {"fire", "morale"} <= {row["what"] for row in luck}
    assert {row["loser"] for row in luck} <= {"union", "confederate"}
    assert all(row["due"] >= 0 and row["error"] >= 0 for row in luck)


def test_luck_is_secret_before_the_end(client: Client) -> None:
    table = create(client)
    table.set_up()
    refused(table.union.get("/luck"), 403)
