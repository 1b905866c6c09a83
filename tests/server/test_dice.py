"""Dice that no host and no player can choose or foresee."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

import longroll
from longroll.kernel.dice import Linked, batch_key, bind, commitment_to
from longroll.kernel.errors import BadRecord, NeedLinks
from tests.server.tables import Client, Player, Table, app_at, chain, create, good, refused


def begun(client: Client, confederate: str = "friend") -> Table:
    """A battle whose players have not yet sat down."""
    seats = {"union": {"who": "me"}, "confederate": {"who": confederate}}
    body = {"system": "stockade_redan", "seats": seats}
    table = Table(client, good(client.post("/api/battles", json=body)))
    for side in table.invitations:
        table.join(side)
    return table


# The commitment comes first


@pytest.mark.parametrize("confederate", ["me", "computer"])
def test_the_nonce_comes_after_the_commitment_and_is_bound_to_it(
    client: Client, confederate: str
) -> None:
    table = begun(client, confederate)
    waiting = table.union.moment()
    assert waiting["dice"]["commitment"] == table.commitment
    assert "union" in waiting["pending"]["seats"]
    assert waiting["log"] == []
    other = {"commitment": commitment_to("another"), "nonce": "fife"}
    assert refused(table.union.post("sit", other), 400)["where"] == "commitment"
    refused(table.union.post("sit", {"commitment": table.commitment}), 400)
    begins = good(table.union.post("sit", {"commitment": table.commitment, "nonce": "fife"}))
    assert begins["pending"]["seats"] == []
    assert begins["dice"]["nonces"] == {"union": "fife"}
    assert begins["log"][0]["kind"] == "MoraleRolled"
    # The same again changes nothing; another nonce comes too late.
    good(table.union.post("sit", {"commitment": table.commitment, "nonce": "fife"}))
    late = {"commitment": table.commitment, "nonce": "flute"}
    refused(table.union.post("sit", late), 409)


def test_a_nonce_is_never_part_of_the_request_that_shows_the_commitment(client: Client) -> None:
    body = {"system": "stockade_redan", "nonce": "fife"}
    refused(client.post("/api/battles", json=body), 400)


def test_dice_that_need_nobody(client: Client) -> None:
    table = create(client, seed=7)
    body = {"commitment": commitment_to("x"), "nonce": "fife"}
    assert "need nothing" in refused(table.union.post("sit", body), 422)["what"]


# Links


def test_both_players_roll_every_die(client: Client) -> None:
    table = begun(client)
    table.union.sit()
    waiting = table.confederate.sit()
    assert waiting["pending"]["seats"] == []
    # The dice before the first decision fall when both have given their first link.
    assert waiting["pending"]["links"] == ["union", "confederate"]
    assert waiting["dice"]["wanted"]["batch"] == 0
    assert waiting["log"] == []
    table.union.link()
    assert table.confederate.moment()["pending"]["links"] == ["confederate"]
    begins = table.confederate.link()
    assert begins["log"][0]["dice"]
    assert begins["pending"]["links"] == []


def test_a_choice_that_rolls_is_bound_first(client: Client) -> None:
    table = create(client, confederate="friend")
    table.set_up()
    for hex in ("1420", "1421", "1519", "1318", "1320"):
        table.union.choose(f"plot {hex}")
    at = table.union.moment()["number"]
    bound = good(table.union.post("choose", {"at": at, "choice": "plot 1222"}))
    assert bound["number"] == at
    assert bound["view"]["decision"] is None
    wanted = bound["dice"]["wanted"]
    assert table.confederate.moment()["dice"]["wanted"] == wanted
    assert table.watch.moment()["dice"]["wanted"] is None
    # Nobody can change it any more.
    for what, body in (
        ("choose", {"at": at, "choice": "plot 1223"}),
        ("undo", None),
        ("take-back", {"to": 0}),
    ):
        assert "dice" in refused(table.union.post(what, body), 409)["what"]
    table.union.link()
    table.confederate.link()
    rolled = table.union.moment(after=at)
    assert rolled["number"] > at
    assert any(entry["dice"] for entry in rolled["log"])
    good(table.union.post("abandon"))
    secret = table.union.moment()["dice"]["secret"]
    record = table.union.get("/record").text
    battle = longroll.replay(record)
    last = battle.past
    assert wanted["bind"] == bind(secret, wanted["batch"], last.number, str(last.choice))
    assert isinstance(battle.dice, Linked)
    links = tuple(chain(side).link(wanted["batch"]) for side in ("union", "confederate"))
    assert battle.dice.links[wanted["batch"]] == links
    assert len(batch_key(secret, wanted["batch"], links)) == 64


def test_links_that_do_not_belong(client: Client) -> None:
    table = begun(client)
    table.union.sit()
    table.confederate.sit()
    own, other = chain("union"), chain("confederate")
    error = refused(table.union.post("link", {"batch": 0, "link": other.link(0)}), 400)
    assert "does not belong to the chain" in error["what"]
    refused(table.union.post("link", {"batch": 0, "link": own.link(1)}), 400)
    refused(table.union.post("link", {"batch": 1, "link": own.link(1)}), 409)
    refused(table.watch.post("link", {"batch": 0, "link": own.link(0)}), 403)
    refused(table.union.post("link", {"batch": 0, "link": "x"}), 400)
    table.union.link()
    # Said twice, whether the dice have fallen since or not.
    good(table.union.post("link", {"batch": 0, "link": own.link(0)}))
    table.confederate.link()
    good(table.union.post("link", {"batch": 0, "link": own.link(0)}))


def test_a_bound_decision_outlives_the_server(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client, confederate="friend")
        table.set_up()
        for hex in ("1420", "1421", "1519", "1318", "1320"):
            table.union.choose(f"plot {hex}")
        at = table.union.moment()["number"]
        wanted = good(table.union.post("choose", {"at": at, "choice": "plot 1222"}))["dice"]
        table.union.link()
    for side in ("union", "confederate"):
        with TestClient(app_at(tmp_path)) as client:
            again = Player(client, table.players[side].token)
            asked = again.moment()["dice"]["wanted"]
            assert asked == (wanted["wanted"] if side == "confederate" else None)
            again.link()
    with TestClient(app_at(tmp_path)) as client:
        assert Player(client, table.union.token).moment()["number"] > at


def test_no_die_falls_after_the_end(client: Client) -> None:
    """[server] The secret is out: whoever knows it could choose."""
    table = create(client, confederate="friend")
    table.set_up()
    for hex in ("1420", "1421", "1519", "1318", "1320"):
        table.union.choose(f"plot {hex}")
    at = table.union.moment()["number"]
    wanted = good(table.union.post("choose", {"at": at, "choice": "plot 1222"}))["dice"]["wanted"]
    table.union.link()
    good(table.union.post("abandon"))
    link = {"batch": wanted["batch"], "link": chain("confederate").link(wanted["batch"])}
    assert refused(table.confederate.post("link", link), 409)["what"] == "the battle is over"
    assert table.union.moment()["number"] == at


def test_a_server_that_is_killed_before_the_first_dice_asks_for_them_again(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = begun(client)
        table.union.sit()
        table.confederate.sit()
    with sqlite3.connect(tmp_path / "battles.db") as connection:
        connection.execute("UPDATE battles SET bound = NULL")  # that was not yet written
    connection.close()
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        assert again.union.moment()["pending"]["links"] == ["union", "confederate"]
        again.union.link()
        assert again.confederate.link()["log"]


def test_a_linked_battle_opens_again_from_its_snapshot(tmp_path: Path) -> None:
    with TestClient(app_at(tmp_path)) as client:
        table = create(client, confederate="friend")
        table.set_up()
        table.play(lambda view: view["facts"]["turn"] == 2)
        now = table.union.moment()
    with TestClient(app_at(tmp_path)) as client:
        again = table.moved(client)
        assert again.union.moment(after=10**6)["number"] == now["number"]
        again.play(lambda view: view["facts"]["turn"] == 3, seed=2)
        good(again.union.post("abandon"))
        text = again.union.get("/record").text
    assert longroll.replay(text).record("union") == text


# A host who cheats


def test_a_host_who_tries_secrets_after_the_nonces_is_caught(client: Client) -> None:
    """He may try as many secrets as he likes: only one fits the commitment the guest kept."""
    table = create(client, confederate="friend")
    kept = table.confederate.moment()["dice"]["commitment"]
    table.set_up()
    good(table.confederate.post("abandon"))
    record = table.confederate.get("/record").text
    secret = table.confederate.moment()["dice"]["secret"]
    lucky = next(s for s in _secrets() if s != secret)
    forged = record.replace(secret, lucky)
    with pytest.raises(BadRecord, match="does not match the commitment"):
        longroll.replay(forged)
    # He publishes another commitment with it: the guest compares it with the one he kept.
    both = forged.replace(kept, commitment_to(lucky))
    assert kept not in both
    with pytest.raises(BadRecord):
        longroll.replay(both)  # the links of both players give other dice with another secret


def _secrets() -> Iterator[str]:
    return (f"{number:064x}" for number in count())


def test_a_host_who_looks_ahead_sees_nothing(client: Client) -> None:
    """The key of a batch needs links that nobody has given before the decision is bound."""
    table = create(client, confederate="friend")
    table.set_up()
    games = _games(client)
    (game,) = games.living.values()
    battle = game.battle
    assert battle is not None
    # With all that the host knows, no decision that rolls can be tried out.
    for hex in ("1420", "1421", "1519", "1318", "1320"):
        battle.play(f"plot {hex}")
    assert isinstance(battle.dice, Linked)
    assert len(battle.dice.links) == battle.dice.batches
    with pytest.raises(NeedLinks):
        battle.copy().play("plot 1222")
    # One player who tells him all his links does not help.
    batch = battle.dice.batches
    battle.dice.links += ((chain("union").link(batch),),)
    alone = battle.copy()
    alone.play("plot 1222")
    battle.dice.links = (
        *battle.dice.links[:batch],
        (chain("union").link(batch), chain("confederate").link(batch)),
    )
    battle.play("plot 1222")
    assert alone.past.faces != battle.past.faces


def _games(client: Client) -> Any:
    return client.app.state.shared.games
