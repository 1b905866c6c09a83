"""Two browsers: nothing that the rules hide from the Union reaches the Union's page."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from longroll.systems.stockade_redan import fog
from longroll.systems.stockade_redan.roster import CONFEDERATE, ROSTER
from longroll.systems.stockade_redan.state import State
from tests.browser import battles
from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.browser.wire import Wire
from tests.server.tables import create
from tests.server.test_fog import ONE, OTHER, without_names

HIDDEN = [unit for unit in ROSTER if unit.side == CONFEDERATE]

#: Where shells hit nobody: a company that is hit is known, and every unit under fire rolls a die.
NOWHERE = ("4403", "4405", "4407", "4409", "4411", "4413")


def what_the_union_gets(visits: Visits, client: httpx.Client, places: list[str]) -> list[str]:
    """Set-up and first turn: the Confederate in one browser, the Union in another, by link."""
    table = create(client)
    twin = battles.new()
    grey = SeatPage(visits.page(), table.confederate, visits.link(table.confederate.token))
    page = visits.page()
    wire = Wire(page)
    blue = SeatPage(page, table.union, visits.link(table.union.token))

    def say(seat: SeatPage, choice: str) -> None:
        seat.write(choice)
        twin.play(choice)
        for each in (grey, blue):
            each.moment()
        assert all_is_hidden(twin.state)

    for seat in (grey, blue):
        seat.tool("text board").click()
    for hex in places:
        say(grey, f"place {hex}")
    say(blue, "historical")
    for hex in NOWHERE:
        say(blue, f"plot {hex}")
    while (decision := twin.decision) is not None:
        state = twin.state
        assert isinstance(state, State)
        if state.turn == 2:
            break
        say(grey if decision.side == CONFEDERATE else blue, "done")
    assert len(wire.frames) >= blue.moment()["number"]
    return [text.replace(table.union.token, "the token") for text in wire.told()]


def all_is_hidden(state: Any) -> bool:
    """Whether the Union may look into no Confederate stack."""
    assert isinstance(state, State)
    return set(fog.hidden_stacks(state, "union")) == set(state.stacks[CONFEDERATE])


def plain(told: list[str]) -> list[Any]:
    return [without_names(json.loads(text)) for text in told]


@pytest.mark.rule("stockade_redan:6.4.1")
def test_no_hidden_fact_arrives(visits: Visits, client: httpx.Client) -> None:
    one = what_the_union_gets(visits, client, ONE)
    for text in one:
        for unit in HIDDEN:
            assert unit.id not in text, text[:300]
            assert unit.title not in text, text[:300]
    # Nor anything by which another set-up in the same hexes could be told from this one.
    assert plain(one) == plain(what_the_union_gets(visits, client, OTHER))
