"""How many clicks and keys a turn takes: a whole Corinth player-turn, a first assault turn.

    pytest -q -s tests/browser/test_inputs.py

prints the figures. Whatever the other side does is played past the page and not counted.
"""

from __future__ import annotations

import re
from typing import Any

import httpx
from playwright.sync_api import expect

from tests.browser.battles import idle, new, opened
from tests.browser.seat import SeatPage
from tests.browser.test_in_sight import recorded
from tests.browser.visits import Visits
from tests.server.tables import Table

#: The most clicks and keys that a turn may take.
CORINTH, REDAN = 30, 20
#: Where the middle of each division goes: two hexes forward.
FORWARD = 2
DIVISIONS = ("Hebert's Division", "Maury's Division", "1st Division (Lovell)")


class Counted(SeatPage):
    """A seat that counts what its player does."""

    def __init__(self, visits: Visits, table: Table, side: str, system: str) -> None:
        player = table.players[side]
        super().__init__(visits.page(), player, visits.link(player.token), system)
        self.table, self.side = table, side
        self.inputs = 0

    def key(self, key: str) -> None:
        self.inputs += 1
        self.page.keyboard.press(key)

    def touch(self, hex: str) -> None:
        self.inputs += 1
        self.page.mouse.click(*self.bring(hex))

    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.moment()["view"]
        return view

    def gone_on(self, number: int) -> None:
        expect(self.replay).not_to_contain_text(f"{number} of {number}", timeout=15_000)

    def march(self, name: str, by: tuple[int, int]) -> int:
        """A formation goes so many columns and rows; how many of its units stand elsewhere."""
        before = places(self.view())
        number = self.moment()["number"]
        self.inputs += 1
        army = self.page.get_by_role("region", name="Order of battle")
        army.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()
        formation = self.page.get_by_role("region", name="Formation")
        expect(formation).to_be_visible()
        middle = self.map.locator("[data-anchor]").get_attribute("data-anchor") or ""
        self.touch(f"{int(middle[:2]) + by[0]:02}{int(middle[2:]) + by[1]:02}")
        expect(formation).to_contain_text("If they march")
        self.key("Enter")
        self.gone_on(number)
        expect(formation).to_be_hidden()
        after = places(self.view())
        return sum(before[unit] != hex for unit, hex in after.items() if unit in before)

    def end(self) -> None:
        """The phase ends, although some could still do something."""
        number = self.moment()["number"]
        self.key("d")
        asked = self.question.get_by_role("heading").first
        self.page.wait_for_timeout(60)
        if "can still act" in asked.inner_text():
            self.key("d")
        self.gone_on(number)

    def others(self) -> None:
        """The other side is quick."""
        while (view := self.table.watch.moment(after=10**6)["view"])["waiting_for"] != self.side:
            player = self.table.players[view["waiting_for"]]
            player.choose(idle(player.choices()))
        expect(self.asked).not_to_contain_text("…")


def places(view: dict[str, Any]) -> dict[str, str]:
    return {
        unit: stack["hex"] for stack in view["facts"]["stacks"] for unit in stack["units"] or ()
    }


def test_a_corinth_player_turn(visits: Visits, client: httpx.Client) -> None:
    """Game-Turn 4: three divisions advance, all who can fire fire, and the turn ends."""
    text, _ = recorded("corinth/historical/battle-3", 840, 840)
    seat = Counted(visits, opened(client, text), "confederate", "corinth")
    seat.end()  # no Command Points are lent
    moved = [seat.march(name, (0, FORWARD)) for name in DIVISIONS]
    assert min(moved) >= 15, moved
    seat.end()
    for _ in range(30):
        seat.others()
        view = seat.view()
        if view["facts"]["phasing"] != "confederate":
            break
        offers = view["decision"]["choices"]
        number = seat.moment()["number"]
        targets = [offer["hexes"][0] for offer in offers if offer.get("whole")]
        if targets and "fire" in offers[0]["verb"]:
            seat.touch(targets[0])
            expect(seat.button(f"Fire at {targets[0]}")).to_be_visible()
            seat.key("Enter")
            seat.gone_on(number)
        else:
            seat.end()
    else:
        raise AssertionError("the turn did not end")
    print(f"\nCorinth player-turn: {seat.inputs} inputs, {sum(moved)} units moved")
    assert seat.inputs <= CORINTH


def test_a_first_assault_turn(visits: Visits, client: httpx.Client) -> None:
    """Turn 1 at the redan: the bombardment is plotted, three regiments go forward."""
    battle = new()
    battle.play("historical")
    battle.play("historical")
    seat = Counted(visits, opened(client, battle.record()), "union", "stockade_redan")
    for left in range(6, 0, -1):
        expect(seat.asked).to_contain_text(f"{left} to plot")
        seat.touch(f"15{17 + left:02}")
    seat.others()
    seat.end()  # no Chaos of War
    seat.others()
    names = ("116th Illinois", "13th US", "8th Missouri")
    moved = [seat.march(name, (-1, FORWARD)) for name in names]
    assert sum(moved) >= 30, moved
    seat.end()
    print(f"\nFirst assault turn: {seat.inputs} inputs, {sum(moved)} units moved")
    assert seat.inputs <= REDAN
