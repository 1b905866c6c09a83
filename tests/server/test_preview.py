"""Orders looked at beforehand, and the ruler, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

import longroll
from tests.server.tables import Client, Player, Table, create, good

MCKIE: dict[str, Any] = {"system": "mckie", "scenario": "millers-crossroads"}


@pytest.fixture
def moving(client: Client) -> Table:
    """A battle at the moves of one army."""
    table = create(client, **MCKIE)
    while True:
        player = mover(table)
        choices = player.choices()
        if any(form["verb"] == "move" for form in player.moment()["view"]["decision"]["forms"]):
            return table
        player.choose("first" if "first" in choices else "done")


def mover(table: Table) -> Player:
    return table.players[table.watch.moment(after=10**6)["view"]["waiting_for"]]


def own(player: Player) -> str:
    return next(choice for choice in player.choices() if choice.startswith("pick")).split()[1]


def ask(player: Player, choice: str, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = player.get("/preview", choice=choice, **more).json()
    return answer


def test_a_move_is_shown_leg_by_leg(moving: Table) -> None:
    player = mover(moving)
    unit = own(player)
    shown = ask(player, f"move {unit} ahead 2 left 8")
    assert shown["legal"]
    assert [stage["text"].split()[0] for stage in shown["stages"]] == ["advance", "wheel"]
    assert shown["headline"].endswith("in left of 6")
    assert shown["prospect"]["bands"]
    moved = player.choose(f"move {unit} ahead 2 left 8")["view"]["facts"]["bodies"][unit]
    assert shown["stages"][-1]["body"] == moved


def test_nothing_is_changed_by_looking(moving: Table) -> None:
    player = mover(moving)
    before = player.moment()
    ask(player, f"move {own(player)} ahead 2")
    assert player.moment() == before


def test_a_march_too_far_is_refused_or_cut(moving: Table) -> None:
    player = mover(moving)
    far = f"move {own(player)} ahead 20"
    refused = ask(player, far)
    assert not refused["legal"]
    assert {"mckie:move.max"} <= {refusal["rule"] for refusal in refused["refusals"]}
    cut = ask(player, far, fit=True)
    assert cut["legal"]
    assert cut["order"] != far
    assert cut["beyond"]
    assert player.choose(cut["order"])


def test_an_order_of_another_step_says_so(moving: Table) -> None:
    shown = ask(mover(moving), "fire u1 c1")
    assert not shown["legal"]
    assert "another step" in shown["refusals"][0]["why"]


def test_only_whoever_is_asked_looks_ahead(moving: Table) -> None:
    asked = mover(moving)
    other = next(player for player in moving.players.values() if player is not asked)
    answer = other.get("/preview", choice="move u1 ahead 2")
    assert answer.status_code == 422
    assert moving.watch.get("/preview", choice="move u1 ahead 2").status_code == 403


def test_the_ruler_between_units_and_points(moving: Table) -> None:
    between = moving.union.get("/sight", **{"from": "u1", "to": "13,20"}).json()
    assert between["clear"]
    assert between["length"] == 1000
    across = moving.union.get("/sight", **{"from": "33,7", "to": "43.5,7"}).json()
    assert not across["clear"]
    assert "the open wood" in across["bars"][0]["why"]
    assert moving.union.get("/sight", **{"from": "nowhere", "to": "1,1"}).status_code == 422
    assert moving.union.get("/sight", **{"from": "99,1", "to": "1,1"}).status_code == 422


def test_reach_has_bands_and_shots_with_their_sums(moving: Table) -> None:
    prospect = moving.union.get("/reach", unit="u4").json()["prospect"]
    assert prospect["bands"][0]["label"].startswith("0–2 in")
    shot = prospect["shots"][0]
    assert int(shot["sums"][0]["value"]) == sum(line["value"] for line in shot["lines"])
    assert moving.union.get("/reach", unit="crocker").json()["prospect"]["radius"] == 1200
    assert moving.union.get("/reach", unit="nobody").status_code == 422


def test_the_orders_of_a_unit_are_listed_when_it_is_asked_about(moving: Table) -> None:
    """For the side that is asked, and for nobody else."""
    player = mover(moving)
    unit = own(player)
    orders = [one["text"] for one in player.get("/reach", unit=unit).json()["orders"]]
    assert f"hold {unit}" in orders
    assert any(order.startswith(f"move {unit} ahead") for order in orders)
    other = next(one for one in moving.players.values() if one is not player)
    assert other.get("/reach", unit=unit).json()["orders"] == []
    assert moving.watch.get("/reach", unit=unit).json()["orders"] == []
    player.choose(f"hold {unit}")
    assert player.get("/reach", unit=unit).json()["orders"] == []


def test_troops_out_of_sight_are_in_nobodys_reach(client: Client) -> None:
    """[mckie:hidden.umpire.1] What a side does not see, no answer tells."""
    table = create(client, **MCKIE, options={"hidden": "umpire"})
    seen = table.union.moment()["view"]["facts"]["bodies"]
    if "c1" not in seen:
        assert table.union.get("/reach", unit="c1").status_code == 422
        assert table.union.get("/sight", **{"from": "u1", "to": "c1"}).status_code == 422


def test_firepower_goes_from_a_few_firers_to_all_of_them(client: Client) -> None:
    record = longroll.position(
        "stockade_redan", {"phase": "IX", "units": {"1620": "13us-a 13us-b", "1519": "36ms-a"}}
    ).record()
    table = Table(client, good(client.post("/api/records", content=record.encode())))
    found = table.union.get("/firepower", choice="fire 1519").json()
    assert found["target"] == "1519"
    assert [len(rung["units"]) for rung in found["rungs"]] == [1, 2]
    assert [rung["strength"] for rung in found["rungs"]] == ["8", "16"]
    assert set(found["shares"]) == {"13us-a", "13us-b"}
    for rung in found["rungs"]:
        assert not table.union.get("/why-not", choice=rung["text"]).json()
    # Where nothing may be fired at there is nothing to count, and nobody else is told anything.
    assert table.union.get("/firepower", choice="fire 2020").json() is None
    assert table.confederate.get("/firepower", choice="fire 1519").status_code in (200, 409)
