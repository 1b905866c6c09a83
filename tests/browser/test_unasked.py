"""Questions with only one sensible answer are not asked, unless somebody wants to be."""

from __future__ import annotations

import httpx
from playwright.sync_api import expect

from tests.browser.seat import SeatPage
from tests.browser.visits import Visits
from tests.server.tables import create


def test_a_question_with_one_sensible_answer_is_not_asked(
    visits: Visits, client: httpx.Client
) -> None:
    """At the outer works no Command Point would help anybody: the battle begins with a move."""
    table = create(client, system="corinth", scenario="outer-works", seed=1863)
    player = table.players["confederate"]
    page = visits.page(visits.context(asks_all=False))
    seat = SeatPage(page, player, visits.link(player.token), "corinth")
    expect(seat.asked).to_have_text("Which unit moves?")
    assert player.moment()["number"] == 1
    # Whoever wants to be asked everything says so once.
    page.get_by_label("Ask me everything").check()
    other = create(client, system="corinth", scenario="outer-works", seed=1863)
    player = other.players["confederate"]
    page.goto(visits.link(player.token))
    expect(seat.asked).to_contain_text("Command Points")
