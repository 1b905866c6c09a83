"""An invitation is for one use, and gives a token that only the guest has."""

from __future__ import annotations

from typing import Any

from longroll.server.seats import new_token
from tests.server.tables import Client, Player, Table, create, good, refused


def invited(client: Client, **seats: str) -> Table:
    body = {"system": "stockade_redan", "seats": {side: {"who": w} for side, w in seats.items()}}
    return Table(client, good(client.post("/api/battles", json=body)))


def accept(client: Client, invitation: str, token: str) -> Any:
    return client.post("/api/invitations", json={"invitation": invitation, "token": token})


def test_the_creator_gets_no_token_of_the_friends_seat(client: Client) -> None:
    table = invited(client, union="me", confederate="friend")
    assert list(table.players) == ["union"]
    assert list(table.invitations) == ["confederate"]
    # The invitation itself opens nothing.
    refused(Player(client, table.invitations["confederate"]).get(), 404)


def test_an_invitation_is_exchanged_once(client: Client) -> None:
    table = invited(client, union="me", confederate="friend")
    code, token = table.invitations["confederate"], new_token()
    joined = good(accept(client, code, token))
    assert joined == {
        "battle": table.id,
        "side": "confederate",
        "commitment": table.commitment,
    }
    assert Player(client, token).moment()["seat"] == "confederate"
    # Whoever did not hear the answer may ask again; nobody else gets the seat.
    assert good(accept(client, code, token)) == joined
    error = refused(accept(client, code, new_token()), 409)
    assert error["what"] == "this invitation has been used"


def test_invitations_and_tokens_of_another_shape(client: Client) -> None:
    refused(accept(client, new_token(), new_token()), 404)
    refused(accept(client, "x", new_token()), 400)
    table = invited(client, union="me", confederate="friend")
    refused(accept(client, table.invitations["confederate"], "guess"), 400)


def test_two_guests_and_nobody_at_home(client: Client) -> None:
    table = invited(client, union="friend", confederate="friend")
    assert table.players == {}
    table.join("union")
    table.join("confederate")
    table.sit()
    table.confederate.choose("historical")
    assert table.union.moment()["view"]["decision"]


def test_nobody_takes_a_token_that_another_seat_has(client: Client) -> None:
    first, second = create(client), invited(client, union="me", confederate="friend")
    code = second.invitations["confederate"]
    refused(accept(client, code, first.union.token), 409)
    assert first.union.moment()["seat"] == "union"
