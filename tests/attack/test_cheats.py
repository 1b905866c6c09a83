"""Players and hosts who cheat: each is stopped, caught, or gains nothing."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from litestar.testing import TestClient
from msgspec.structs import replace

import longroll
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Committed, Seeded, batch_key, bind, commitment_to, mixed_seed
from longroll.kernel.record import read_and_replay
from longroll.kernel.system import system_named
from longroll.server import changes
from longroll.server.logs import Json, Line
from longroll.server.seats import new_token
from longroll.server.stored import Bound
from tests.attack.guest import Cheated, Guest
from tests.server.tables import Chain, Client, Player, Table, app_at, chain, create, good, refused
from tests.support import play

#: Rolls that a host tries to better, and how far chance may be off: three times its deviation.
ROLLS = 300
FAIR = 3.5
BEYOND_CHANCE = 3 * (35 / 12 / ROLLS) ** 0.5


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with TestClient(app_at(tmp_path)) as client:
        yield client


# The creator of a battle


def test_a_creator_cannot_keep_the_seat_of_the_friend(client: Client) -> None:
    seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
    made = good(client.post("/api/battles", json={"system": "corinth", "seats": seats}))
    table = Table(client, made)
    code = table.invitations["confederate"]
    assert set(made["seats"]) == {"union"}
    refused(Player(client, code).get(), 404)
    guest = table.join("confederate")
    # Whatever he has kept, the seat is the guest's alone.
    refused(Player(client, code).get(), 404)
    theft = {"invitation": code, "token": new_token()}
    refused(client.post("/api/invitations", json=theft), 409)
    assert guest.moment()["seat"] == "confederate"


def test_a_creator_who_takes_the_seat_first_is_noticed(client: Client) -> None:
    seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
    made = good(client.post("/api/battles", json={"system": "corinth", "seats": seats}))
    table = Table(client, made)
    table.join("confederate")
    late = {"invitation": table.invitations["confederate"], "token": new_token()}
    error = refused(client.post("/api/invitations", json=late), 409)
    assert error["what"] == "this invitation has been used"


# A host who chooses the secret when he has seen what the players bring


def lucky_secret(seed_of: Any, tries: int = 20_000) -> str:
    """The secret whose first twelve dice are the lowest."""

    def total(secret: str) -> int:
        dice = Seeded(seed_of(secret))
        return sum(dice.face(number, 6, None) for number in range(12))

    return min((sha256(b"%d" % number).hexdigest() for number in range(tries)), key=total)


def test_a_host_who_chooses_the_secret_after_the_nonce_is_caught() -> None:
    """[dice] He gets his dice, and a record that verifies; but not past the one who kept."""
    guest = Guest("union", chain("union"))
    guest.is_told(commitment_to("the secret he showed first"))
    secret = lucky_secret(lambda secret: mixed_seed(secret, ["fife"]))
    system = system_named("stockade_redan")
    state = system.start("two-assaults", system.read_options({}))
    battle = Battle(system, state, Committed(secret, ["fife"]))
    dice = Committed(secret, ["fife"])
    assert mean(dice.face(number, 6, None) for number in range(12)) < 2
    play(battle, "historical", "historical", "plot 1420")
    text = battle.record("union")
    read_and_replay(text)
    assert guest.check(text) == ["the secret does not match the commitment"]
    with pytest.raises(Cheated):
        guest.is_told(commitment_to(secret))


def test_an_honest_host_is_not_accused() -> None:
    guest = Guest("union", chain("union"))
    guest.is_told(commitment_to("drum"))
    system = system_named("stockade_redan")
    state = system.start("two-assaults", system.read_options({}))
    battle = Battle(system, state, Committed("drum", ["fife"]))
    play(battle, "historical", "historical", "plot 1420")
    assert guest.check(battle.record("union")) == []


# Linked dice over a server, with a guest who checks


class Duel:
    """A battle over the server in which both players keep what they are shown."""

    def __init__(self, client: Client) -> None:
        seats = {"union": {"who": "me"}, "confederate": {"who": "friend"}}
        body = {"system": "stockade_redan", "seats": seats}
        self.table = Table(client, good(client.post("/api/battles", json=body)))
        self.table.join("confederate")
        self.guests = {side: Guest(side, chain(side)) for side in self.table.players}
        for side, guest in self.guests.items():
            guest.is_told(str(self.table.commitment))
            self.table.players[side].sit()
        self.link()

    def link(self) -> None:
        """Give the links that are wanted, as a browser does."""
        for side, guest in self.guests.items():
            player = self.table.players[side]
            dice = player.moment()["dice"]
            guest.is_told(dice["commitment"])
            guest.sees(dice["anchors"])
            if wanted := dice["wanted"]:
                link = guest.gives(wanted["batch"], wanted["bind"])
                good(player.post("link", {"batch": wanted["batch"], "link": link}))

    def choose(self, side: str, choice: str) -> None:
        player = self.table.players[side]
        at = player.moment()["number"]
        moment = good(player.post("choose", {"at": at, "choice": choice}))
        if moment["pending"]["links"]:
            self.link()

    def play(self) -> None:
        self.choose("confederate", "historical")
        self.choose("union", "historical")
        for hex in ("1420", "1421", "1519", "1318", "1320", "1222"):
            self.choose("union", f"plot {hex}")

    def record(self) -> str:
        good(self.table.confederate.post("abandon"))
        return str(self.table.confederate.get("/record").text)


def test_both_players_prove_the_dice_of_an_honest_host(client: Client) -> None:
    duel = Duel(client)
    duel.play()
    text = duel.record()
    assert len(duel.guests["union"].binds) >= 2
    assert [guest.check(text) for guest in duel.guests.values()] == [[], []]
    longroll.replay(text)


def test_a_host_who_chooses_the_secret_after_the_links_is_caught(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[dice] The record is sound in itself, with the commitment to the lucky secret."""
    honest = changes.Changes._roll

    async def roll(self: Any, game: Any, bound: Bound, links: tuple[str, ...]) -> None:
        if bound.batch == 0:
            secret = lucky_secret(lambda secret: batch_key(secret, 0, links))
            game.stored = replace(game.stored, dice=replace(game.stored.dice, secret=secret))
        await honest(self, game, bound, links)

    monkeypatch.setattr(changes.Changes, "_roll", roll)
    duel = Duel(client)
    duel.play()
    text = duel.record()
    longroll.replay(text)
    for guest in duel.guests.values():
        assert "the secret does not match the commitment" in guest.check(text)


def test_a_host_who_changes_a_decision_when_its_dice_are_known_is_caught(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel = Duel(client)
    honest = changes.Changes._roll

    async def roll(self: Any, game: Any, bound: Bound, links: tuple[str, ...]) -> None:
        if bound.said == "plot 1222":
            bound = Bound(bound.side, bound.number, "plot 1223", "plot 1223", bound.batch)
        await honest(self, game, bound, links)

    monkeypatch.setattr(changes.Changes, "_roll", roll)
    duel.play()
    text = duel.record()
    longroll.replay(text)  # the rules have nothing against it
    for guest in duel.guests.values():
        (fault,) = guest.check(text)
        assert fault.endswith("was bound to something else than plot 1223")


def test_a_host_who_drops_a_bound_decision_is_noticed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[dice] He saw bad dice, and pretends that nothing was asked: the next bind is another."""
    duel = Duel(client)

    async def roll(self: Any, game: Any, bound: Bound, links: tuple[str, ...]) -> None:
        game.bound = None

    with monkeypatch.context() as patched:
        patched.setattr(changes.Changes, "_roll", roll)
        duel.play()
    with pytest.raises(Cheated, match="asked twice for the same dice"):
        duel.choose("union", "plot 1223")
    (game,) = client.app.state.shared.games.living.values()
    game.bound = None
    text = duel.record()
    for guest in duel.guests.values():
        assert any("never came" in fault for fault in guest.check(text))


def test_a_host_who_asks_twice_for_the_same_dice_is_refused() -> None:
    guest = Guest("confederate", chain("confederate"))
    first, second = bind("drum", 3, 17, "fire 1420"), bind("drum", 3, 17, "fire 1519")
    link = guest.gives(3, first)
    assert guest.gives(3, first) == link  # the answer was lost
    with pytest.raises(Cheated, match="asked twice for the same dice"):
        guest.gives(3, second)


# A host who looks ahead


def looked_ahead(knows_the_links: bool) -> float:
    """The mean of 300 dice, each the best of six decisions as far as the host can tell.

    The decisions differ in which die of the batch matters. The host has the secret, the creator's
    whole chain, and every link of the guest so far; in the place of the one that he lacks he
    puts the best guess there is, which is no better than any other.
    """
    secret, creator = "drum", Chain(sha256(b"creator").hexdigest())
    guest = Guest("confederate", Chain(sha256(b"guest").hexdigest()))
    known = guest.chain.anchor
    faces = []
    for batch in range(ROLLS):
        mine = creator.link(batch)
        theirs = guest.chain.link(batch) if knows_the_links else known
        foreseen = Seeded(batch_key(secret, batch, (mine, theirs)))
        chosen = min(range(6), key=lambda die: foreseen.face(die, 6, None))
        # Now the decision is bound, and the guest gives the link.
        known = guest.gives(batch, bind(secret, batch, batch, f"decision {chosen}"))
        faces.append(Seeded(batch_key(secret, batch, (mine, known))).face(chosen, 6, None))
    return mean(faces)


def test_a_host_who_looks_ahead_gains_nothing() -> None:
    assert abs(looked_ahead(knows_the_links=False) - FAIR) < BEYOND_CHANCE


def test_he_would_gain_much_if_he_knew_the_links() -> None:
    """[dice] So the test before this one would find him out."""
    assert looked_ahead(knows_the_links=True) < 2


def test_committed_dice_can_be_foreseen_by_the_host() -> None:
    """[dice] Which is why two people do not play with them."""
    dice = Committed("drum", ["fife"])
    twin = Seeded(mixed_seed("drum", ["fife"]))
    assert [dice.roll("x").value for _ in range(9)] == [twin.face(n, 6, None) for n in range(9)]


def test_two_people_always_play_with_linked_dice(client: Client) -> None:
    table = create(client, confederate="friend")
    assert table.union.moment()["dice"]["kind"] == "linked"


# Players who want something back


def test_a_player_cannot_take_back_what_the_dice_showed(client: Client) -> None:
    """[server] Neither by undo, whatever the options say, nor alone; and the record keeps it."""
    table = create(client, confederate="friend", options={"undo": "free"})
    table.set_up()
    for hex in ("1420", "1421", "1519", "1318", "1320", "1222"):
        table.union.choose(f"plot {hex}")
    now = table.union.moment()["number"]
    refused(table.union.post("undo"), 409)
    good(table.union.post("take-back", {"to": 0}))
    refused(table.union.post("consent", {"to": 0, "agree": True}), 403)
    assert table.union.moment()["number"] == now


def test_consent_to_one_moment_is_not_consent_to_another(client: Client) -> None:
    table = create(client, confederate="friend")
    table.set_up()
    now = table.union.moment()["number"]
    good(table.union.post("take-back", {"to": now - 1}))
    seen = table.confederate.moment()["pending"]["take_back"]
    good(table.union.post("take-back", {"to": 0}))
    refused(table.confederate.post("consent", {"to": seen, "agree": True}), 409)
    assert table.union.moment()["number"] == now


def test_the_end_is_the_end(client: Client) -> None:
    table = create(client, confederate="friend")
    table.set_up()
    good(table.union.post("abandon"))
    assert table.union.moment()["dice"]["secret"]
    for player in (table.union, table.confederate):
        at = player.moment()["number"]
        refused(player.post("undo"), 409)
        refused(player.post("take-back", {"to": 0}), 409)
        refused(player.post("consent", {"to": 0, "agree": True}), 409)
        refused(player.post("choose", {"at": at, "choice": "plot 1420"}), 409)


def test_a_spectator_does_nothing(client: Client) -> None:
    table = create(client, confederate="friend")
    table.set_up()
    at = table.watch.moment()["number"]
    body = {"commitment": "0" * 64, "anchor": "0" * 64}
    for what, sent in (
        ("choose", {"at": at, "choice": "plot 1420"}),
        ("undo", None),
        ("take-back", {"to": 0}),
        ("consent", {"to": 0, "agree": True}),
        ("abandon", None),
        ("sit", body),
        ("link", {"batch": 0, "link": "0" * 64}),
    ):
        refused(table.watch.post(what, sent), 403)
    for what in ("why-not", "odds", "preview"):
        refused(table.watch.get(f"/{what}", choice="plot 1420"), 403)
    refused(table.watch.get("/record"), 403)


def test_the_count_of_a_seat_says_nothing_of_hidden_decisions(client: Client) -> None:
    """[server] One decision or twenty-one: the other side cannot tell how a set-up was made."""
    quick, slow = (create(client, confederate="friend") for _ in range(2))
    quick.confederate.choose("historical")
    for _ in range(40):
        if slow.union.choices():
            break
        slow.confederate.choose(slow.confederate.choices()[0])
    for player, other in ((quick.union, slow.union), (quick.watch, slow.watch)):
        assert player.moment()["number"] == other.moment()["number"]


# Tokens


def test_no_address_of_the_api_holds_a_token(client: Client) -> None:
    schema = client.get("/api/schema/openapi.json").json()
    for path, methods in schema["paths"].items():
        assert "token" not in path
        for facts in methods.values():
            for one in facts.get("parameters", ()):
                assert one["in"] == "header" or "token" not in one["name"].lower()
    table = create(client)
    token = table.union.token
    refused(client.get(f"/api/seats/{token}"), 404)
    refused(client.get("/api/seat", params={"token": token}), 400)
    for answer in (table.union.get(), client.get("/")):
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert token not in str(answer.headers)
        assert "set-cookie" not in answer.headers


def test_no_token_reaches_the_log(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = create(client)

    def broken(*_: object) -> None:
        raise RuntimeError(f"with {table.union.token} in it")

    monkeypatch.setattr("longroll.server.game.Game.moment", broken)
    with caplog.at_level(0):
        refused(table.union.get(), 500)
    assert caplog.records
    for record in caplog.records:
        for form in (Line(), Json()):
            assert table.union.token not in form.format(record)
