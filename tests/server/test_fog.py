"""Nothing that the rules hide from a side is in any body or frame it gets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from litestar.testing import WebSocketTestSession

import longroll
from longroll.systems.stockade_redan import fog
from longroll.systems.stockade_redan.roster import CONFEDERATE, ROSTER
from longroll.systems.stockade_redan.state import State
from tests.server.tables import Client, Player, Table, create, good, refused


def words(text: str) -> list[str]:
    return text.split()


#: The historical set-up: twenty companies, four officers, four guns.
ONE = words(
    "1519 1419 1520 1318 1421 1218 1422 1322 1117 1323 1224 1017 1225 1420 1320 1125 1126 1027 "
    "1519 1419 1519 1318 1421 1322 1420 1319 1321 1222"
)
#: The same places taken by others, and other numbers of them.
OTHER = words(
    "1421 1218 1422 1322 1117 1323 1224 1017 1225 1420 1320 1125 1126 1027 1318 1520 1419 1519 "
    "1320 1319 1419 1520 1218 1117 1320 1420 1321 1222"
)


def heard(socket: WebSocketTestSession, number: int) -> Iterator[dict[str, Any]]:
    """What is sent up to the moment of that number.

    A client that is slow to listen gets several moments in one frame, so each is waited for.
    """
    while (frame := socket.receive_json(timeout=60)).get("number", -1) < number:
        yield frame
    yield frame


def connected(
    stack: ExitStack, players: Iterable[Player]
) -> tuple[dict[Player, WebSocketTestSession], list[Any]]:
    """Live connections, each with its first frame: a choice that is made before the server has
    sent it would be told in that frame, or in one of its own, as the processors please."""
    sockets = {player: stack.enter_context(player.live()) for player in players}
    return sockets, [socket.receive_json(timeout=60) for socket in sockets.values()]


def frames(sockets: dict[Player, WebSocketTestSession]) -> list[Any]:
    """What each player hears up to the present moment."""
    return [list(heard(socket, who.moment()["number"])) for who, socket in sockets.items()]


def the_rest(socket: WebSocketTestSession) -> Iterator[dict[str, Any]]:
    """All that was sent so far: the answer to a frame that makes no sense comes last."""
    socket.send_text("enough")
    while (frame := socket.receive_json(timeout=60))["type"] != "error":
        yield frame


def what_the_union_gets(client: Client, setting_up: list[str], asks: bool = True) -> list[Any]:
    """Everything the Union and a spectator receive while the Confederates set up and wait.

    While they set up it `asks` after each choice.
    """
    table = create(client, confederate="friend")
    with ExitStack() as stack:
        sockets, got = connected(stack, (table.union, table.watch))
        for choice in setting_up:
            table.confederate.choose(choice)
            if asks:
                got.append(answers(table))
        got += frames(sockets)
        for who, choice in PLAYED:
            table.players[who].choose(choice)
            got.append(answers(table))
            got += frames(sockets)
        got += [list(the_rest(socket)) for socket in sockets.values()]
    return [without_names(one) for one in got]


#: The Union batteries fire blindly; nobody moves.
PLAYED = [
    ("union", "historical"),
    *[("union", f"plot {hex}") for hex in words("1420 1421 1519 1318 1320 1222")],
]


def answers(table: Table) -> list[Any]:
    """What the Union may ask for at any time."""
    asked: list[Any] = []
    for player in (table.union, table.watch):
        asked.append(player.moment())
        for address, query in (
            ("/sight", {"from": "1319", "to": "1321"}),
            ("/sight", {"from": "1419", "to": "1421"}),
            ("/reach", {"unit": "36ms-a"}),
            ("/reach", {"unit": "gun-1"}),
            ("/odds", {"choice": "plot 1420"}),
            ("/why-not", {"choice": "plot 1420"}),
            ("/record", {}),
        ):
            asked.append(player.get(address, **query).json())
    return asked


def without_names(value: Any) -> Any:
    """The same without what differs from battle to battle anyway."""
    if isinstance(value, dict):
        return {
            key: without_names(one)
            for key, one in value.items()
            # A bind is salted with the secret: it tells nothing, and differs with every choice.
            if key not in ("battle", "commitment", "bind")
        }
    return [without_names(one) for one in value] if isinstance(value, list) else value


@pytest.mark.rule("stockade_redan:6.4.1")
def test_two_set_ups_the_union_cannot_tell_apart_look_the_same(client: Client) -> None:
    assert sorted(set(ONE)) == sorted(set(OTHER))
    one, other = ([f"place {hex}" for hex in places] for places in (ONE, OTHER))
    assert what_the_union_gets(client, one) == what_the_union_gets(client, other)


@pytest.mark.rule("stockade_redan:6.4.1")
def test_no_number_tells_how_a_hidden_set_up_was_made(client: Client) -> None:
    """One decision or twenty-eight: the other side cannot count them."""
    singly = [f"place {hex}" for hex in ONE]
    at_once = what_the_union_gets(client, ["historical"], asks=False)
    assert at_once == what_the_union_gets(client, singly, asks=False)


def what_is_told_before_a_draw(client: Client, keys: list[str]) -> list[Any]:
    """Everything the Union and a spectator of Chickasaw Bayou receive while the Confederates choose
    these Key Chits, and until the cup is ready and Wofford's guns have fired."""
    table = create(
        client,
        confederate="friend",
        system="chickasaw_bayou",
        scenario="securing-the-landing-zone",
    )
    watchers = (table.union, table.watch)
    with ExitStack() as stack:
        sockets, got = connected(stack, watchers)
        chosen = [("union", "key rally"), *(("confederate", f"key {key}") for key in keys)]
        guns = [("union", "pass"), ("confederate", "guns 3204"), ("confederate", "fire 3902")]
        for who, choice in (*chosen, *guns):
            table.players[who].choose(choice)
            got.append([player.moment() for player in watchers])
            for player in watchers:
                got += [
                    player.get(address, **query).json()
                    for address, query in (
                        ("/odds", {"choice": "draw"}),
                        ("/why-not", {"choice": "play good-ground 3305"}),
                        ("/why-not", {"choice": "key rally"}),
                        ("/reach", {"unit": "wofford"}),
                        ("/sight", {"from": "3902", "to": "3204"}),
                        ("/record", {}),
                    )
                ]
            got += frames(sockets)
        got += [list(the_rest(socket)) for socket in sockets.values()]
    return [without_names(one) for one in got]


@pytest.mark.rule("blind_swords:5.1.1", "blind_swords:5.1.3")
def test_no_frame_tells_which_events_the_other_side_put_into_the_cup(client: Client) -> None:
    one = what_is_told_before_a_draw(client, ["good-ground", "sharpshooters"])
    assert one == what_is_told_before_a_draw(client, ["rally", "superior-artillery"])


@pytest.mark.rule("stockade_redan:6.4.1")
def test_hidden_units_are_never_named_in_a_view(client: Client) -> None:
    table = create(client)
    battle = longroll.new("stockade_redan", seed=1863)
    hidden_once = 0

    def look(player: Player) -> None:
        nonlocal hidden_once
        facts = player.moment(after=10**6)["view"]["facts"]
        named = {unit for stack in facts["stacks"] for unit in stack["units"] or ()}
        state = battle.state
        assert isinstance(state, State)
        hidden = {
            ROSTER[unit].id
            for hex in fog.hidden_stacks(state, "union")
            for unit in state.stack(hex, CONFEDERATE)
        }
        hidden_once += bool(hidden)
        assert not hidden & named
        assert not hidden & set(facts["spent"])

    for choice in ("historical", "historical"):
        battle.play(choice)
    table.set_up()
    look(table.union)

    def follow(view: dict[str, Any]) -> bool:
        look(table.union)
        look(table.watch)
        return bool(view["facts"]["turn"] == 2)

    chance = Random(5)
    while not follow(table.watch.moment(after=10**6)["view"]):
        decision = battle.decision
        assert decision is not None
        choices = [str(choice) for choice in decision.choices]
        choice = "done" if "done" in choices and chance.random() < 0.2 else chance.choice(choices)
        table.players[decision.side].choose(choice, battle.past.number)
        battle.play(choice)
    assert hidden_once > 10


def test_the_reach_of_a_hidden_unit_is_not_told(client: Client) -> None:
    table = create(client)
    table.set_up()
    for player in (table.union, table.watch):
        assert "is not in sight" in refused(player.get("/reach", unit="36ms-a"), 422)["what"]
    assert good(table.confederate.get("/reach", unit="36ms-a"))["fire"]


def test_nobody_asks_questions_for_the_other_side(client: Client) -> None:
    table = create(client)
    for player in (table.union, table.watch):
        for address in ("/why-not", "/odds"):
            status = 409 if player is table.union else 403
            refused(player.get(address, choice="place 1519"), status)
        assert player.moment()["view"]["decision"] is None


def test_a_spectator_sees_what_both_sides_see(client: Client) -> None:
    table = create(client)
    table.set_up()
    watched, union = table.watch.moment(), table.union.moment()
    assert watched["view"]["facts"] == union["view"]["facts"]
    assert watched["log"] == union["log"]
    assert watched["view"]["facts"] != table.confederate.moment()["view"]["facts"]


def test_the_seed_stays_hidden_until_the_end(client: Client) -> None:
    table = create(client, confederate="friend", seed=None)
    for player in (table.union, table.confederate, table.watch):
        dice = player.moment()["dice"]
        assert len(dice["commitment"]) == 64
        assert dice["revealed"] is None
        assert dice["secret"] is None
    refused(table.union.get("/record"), 403)
    refused(table.confederate.get("/record"), 403)
    refused(table.watch.get("/record"), 403)
