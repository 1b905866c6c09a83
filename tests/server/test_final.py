"""A battle that has ended is final, and what is taken back is never forgotten."""

from __future__ import annotations

import longroll
from longroll.ai import RandomPlayer, play_out
from tests.server.tables import Client, Table, create, good, refused


def ended(client: Client) -> Table:
    battle = longroll.new("stockade_redan", seed=5)
    play_out(battle, {side: RandomPlayer(1) for side in battle.system.sides})
    return Table(client, good(client.post("/api/records", content=battle.record().encode())))


def test_nothing_is_undone_or_taken_back_after_the_end(client: Client) -> None:
    table = ended(client)
    for player in table.players.values():
        now = player.moment()["number"]
        assert player.moment()["undo"] is False
        refused(player.post("undo"), 409)
        error = refused(player.post("take-back", {"to": now - 1}), 409)
        assert error["what"] == "the battle is over"
        refused(player.post("abandon"), 409)
        assert player.moment()["number"] == now


def test_an_umpires_end_is_an_end(client: Client) -> None:
    """[server] `end` reveals the secret and the record: it cannot be taken back."""
    table = create(client, system="mckie_umpire", scenario=None, seed=None)
    player = table.confederate
    moment = player.choose("end draw")
    assert moment["view"]["result"] is not None
    assert moment["dice"]["secret"] is not None
    assert moment["undo"] is False
    refused(player.post("undo"), 409)


def test_free_undo_between_people_needs_consent(client: Client) -> None:
    table = create(client, confederate="friend", options={"undo": "free"})
    table.set_up()
    for hex in ["1420", "1421", "1519", "1318", "1320"]:
        table.union.choose(f"plot {hex}")
    shot = table.union.choose("plot 1222")
    assert any(entry["dice"] for entry in shot["log"])
    assert shot["undo"] is False
    refused(table.union.post("undo"), 409)


def test_free_undo_alone_is_kept_in_the_record(client: Client) -> None:
    table = create(client, options={"undo": "free"})
    table.set_up()
    for hex in ["1420", "1421", "1519", "1318", "1320", "1222"]:
        table.union.choose(f"plot {hex}")
    good(table.union.post("undo"))
    text = table.union.get("/record").text
    assert "\nback " in text
    assert longroll.replay(text).record() == text


def test_what_was_taken_back_by_consent_is_in_the_record(client: Client) -> None:
    table = create(client, confederate="friend")
    table.set_up()
    for hex in ["1420", "1421", "1519", "1318", "1320", "1222"]:
        table.union.choose(f"plot {hex}")
    now = table.union.moment()["number"]
    asked = good(table.union.post("take-back", {"to": now - 2}))
    to = table.confederate.moment()["pending"]["take_back"]
    good(table.confederate.post("consent", {"to": to, "agree": True}))
    assert table.union.moment()["number"] == asked["number"] - 2
    table.union.choose("plot 1321")
    good(table.confederate.post("abandon"))
    text = table.union.get("/record").text
    assert "\nback " in text
    assert "plot 1222" in text
    battle = longroll.replay(text)
    assert battle.taken_back[0].side == "union"
    assert battle.record("confederate") == text


def test_an_abandoned_battle_is_revealed_to_both_and_final(client: Client) -> None:
    table = create(client, confederate="friend")
    table.set_up()
    refused(table.watch.post("abandon"), 403)
    refused(table.union.get("/record"), 403)
    ended = good(table.confederate.post("abandon"))
    assert ended["abandoned"] == "confederate"
    for player in (table.union, table.confederate, table.watch):
        moment = player.moment()
        assert moment["abandoned"] == "confederate"
        assert moment["dice"]["secret"] is not None
        assert moment["view"]["decision"] is None
        assert player.get("/record").status_code == 200
    at = table.union.moment()["number"]
    error = refused(table.union.post("choose", {"at": at, "choice": "plot 1420"}), 409)
    assert error["what"] == "the Confederate player has ended the battle"
    refused(table.union.post("abandon"), 409)
