"""Undo of what was not revealed, and taking back by consent."""

from __future__ import annotations

from tests.server.tables import Client, Table, create, good, refused


def between_friends(client: Client) -> Table:
    return create(client, union="me", confederate="friend")


def test_undo_takes_back_a_whole_gesture(client: Client) -> None:
    table = create(client)
    table.set_up()
    table.play(lambda view: view["facts"]["phase"] == "VII")
    before = table.union.moment()
    unit = next(choice for choice in table.union.choices() if choice.startswith("move 13us"))
    reach = good(table.union.get("/reach", unit=unit.split()[1]))["move"]
    far = next(hex for hex, cost in reach.items() if cost == 4)
    after = table.union.choose(f"{unit} {far}")
    assert after["number"] > before["number"] + 2
    assert after["undo"] is True
    undone = good(table.union.post("undo"))
    assert undone["number"] == before["number"]
    assert undone["view"] == before["view"]


def test_undo_stops_at_a_die(client: Client) -> None:
    table = create(client)
    table.set_up()
    assert table.union.moment()["undo"] is False
    error = refused(table.union.post("undo"), 409)
    assert "a die was rolled" in error["what"]


def test_only_the_side_that_chose_may_undo(client: Client) -> None:
    table = create(client)
    table.confederate.choose("place 1519")
    assert table.union.moment()["undo"] is False
    refused(table.union.post("undo"), 409)
    assert table.confederate.moment()["undo"] is True
    assert good(table.confederate.post("undo"))["number"] == 0
    refused(table.confederate.post("undo"), 409)


def test_take_back_waits_for_consent(client: Client) -> None:
    table = between_friends(client)
    table.set_up()
    now = table.union.moment()["number"]
    asked = good(table.union.post("take-back", {"to": now - 1}))
    assert asked["number"] == now
    assert asked["pending"]["take_back"] == now - 1
    assert asked["pending"]["by"] == "union"
    to = table.confederate.moment()["pending"]["take_back"]
    refused(table.union.post("consent", {"to": now - 1, "agree": True}), 403)
    back = good(table.confederate.post("consent", {"to": to, "agree": True}))
    assert back["number"] == to
    assert back["pending"]["take_back"] is None
    assert table.union.choices()[0] == "option 1"


def test_consent_names_what_it_is_to(client: Client) -> None:
    """[server] Whoever agrees to one take-back has not agreed to the next."""
    table = between_friends(client)
    table.set_up()
    now = table.union.moment()["number"]
    good(table.union.post("take-back", {"to": now - 1}))
    seen = table.confederate.moment()["pending"]["take_back"]
    good(table.union.post("take-back", {"to": 0}))
    error = refused(table.confederate.post("consent", {"to": seen, "agree": True}), 409)
    assert "different" in error["what"]
    assert table.union.moment()["number"] == now


def test_consent_may_be_refused_or_the_request_withdrawn(client: Client) -> None:
    table = between_friends(client)
    table.set_up()
    now = table.union.moment()["number"]
    for who in (table.confederate, table.union):
        good(table.union.post("take-back", {"to": 0}))
        answer = good(who.post("consent", {"to": 0, "agree": False}))
        assert answer["pending"]["take_back"] is None
        assert table.union.moment()["number"] == now
    refused(table.confederate.post("consent", {"to": 0, "agree": True}), 409)


def test_playing_on_drops_the_request(client: Client) -> None:
    table = between_friends(client)
    table.set_up()
    good(table.confederate.post("take-back", {"to": 0}))
    table.union.choose("plot 1420")
    assert table.union.moment()["pending"]["take_back"] is None


def test_the_owner_of_both_seats_needs_no_consent(client: Client) -> None:
    table = create(client)
    table.set_up()
    table.play(lambda view: view["facts"]["phase"] == "VII")
    there = table.union.moment(at=6, after=10**6)["view"]
    back = good(table.union.post("take-back", {"to": 6}))
    assert back["number"] == 6
    assert back["view"] == there


def test_there_is_nothing_ahead_to_take_back_to(client: Client) -> None:
    table = create(client)
    refused(table.union.post("take-back", {"to": 0}), 409)
    refused(table.watch.post("take-back", {"to": 0}), 403)
    refused(table.watch.post("consent", {"to": 0, "agree": True}), 403)


def test_the_same_dice_fall_again(client: Client) -> None:
    table = create(client)
    table.set_up()
    said = table.play(lambda view: view["facts"]["phase"] == "VII")
    first = table.union.moment()
    good(table.union.post("take-back", {"to": 2}))
    for side, choice in said:
        table.players[side].choose(choice)
    again = table.union.moment()
    assert (again["log"], again["view"]) == (first["log"], first["view"])
