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
#: The most of the browser's time that picking a stack may take, in milliseconds.
PICK = 100
STACKS = ("0106", "0206", "0401", "0702", "0901")
#: Each formation goes two hexes forward.
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
        """One click; dragging the map there counts as another."""
        self.inputs += 1 if self.is_free(hex) else 2
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
        self.others()
        self.rests()
        after = places(self.view())
        return sum(before[unit] != hex for unit, hex in after.items() if unit in before)

    def end(self) -> None:
        """The phase ends, although some could still do something."""
        number = self.moment()["number"]
        self.key("d")
        self.page.wait_for_timeout(60)  # the page asks again at once, or not at all
        if self.sure.count():
            self.key("d")
        self.gone_on(number)

    def rests(self) -> None:
        """Waits until an order that goes on by itself has been carried out."""
        before = -1
        while (now := self.moment()["number"]) != before:
            before = now
            self.page.wait_for_timeout(250)
            self.others()

    def others(self) -> None:
        """The other side is quick, as long as the turn is this side's."""
        while (view := self.table.watch.moment(after=10**6)["view"])["waiting_for"] != self.side:
            if view["facts"]["phasing"] not in (None, self.side):
                return
            player = self.table.players[view["waiting_for"]]
            player.choose(quick(player.choices()))
        expect(self.asked).not_to_contain_text("…")


def picking(seat: SeatPage) -> int:
    """What it takes from a click on a stack to its lit destinations, in milliseconds of the page's
    own thread: the least of several stacks, because a busy machine only adds to it."""
    page = seat.page
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = browser.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)  # the log of a long battle comes after its first picture
    found = []
    for hex in STACKS:
        page.mouse.move(*seat.bring(hex))
        page.wait_for_timeout(200)
        before = spent()
        page.mouse.down()
        page.mouse.up()
        expect(seat.asked).to_have_text("Where do they go?")
        page.wait_for_timeout(200)
        found.append(round(1000 * (spent() - before)))
        page.keyboard.press("Escape")
        expect(seat.asked).to_have_text("Which unit moves?")
    return min(found)


def quick(choices: list[str]) -> str:
    return "hold" if "hold" in choices else idle(choices)


def places(view: dict[str, Any]) -> dict[str, str]:
    return {
        unit: stack["hex"] for stack in view["facts"]["stacks"] for unit in stack["units"] or ()
    }


def test_a_corinth_player_turn(visits: Visits, client: httpx.Client) -> None:
    """Game-Turn 7: three divisions advance into the enemy's fire, and fire at all they see."""
    text, _ = recorded("corinth/historical/battle-1", 3529, 3529)
    seat = Counted(visits, opened(client, text), "confederate", "corinth")
    seat.end()  # no Command Points are lent
    spent = picking(seat)
    print(f"\nPicking a stack: {spent} ms of the browser's time")
    assert spent <= PICK
    moved = [seat.march(name, (0, FORWARD)) for name in DIVISIONS]
    assert min(moved) >= 18, moved
    seat.end()
    fired = 0
    for _ in range(12):
        seat.others()
        view = seat.view()
        if view["facts"]["phasing"] != "confederate":
            break
        targets = [offer for offer in view["decision"]["choices"] if offer.get("sweeps")]
        if targets:
            fired += len(targets)
            number = seat.moment()["number"]
            seat.key("v")
            seat.key("Enter")
            seat.gone_on(number)
            seat.rests()
        else:
            seat.end()
    else:
        raise AssertionError("the turn did not end")
    print(f"\nCorinth player-turn: {seat.inputs} inputs, {sum(moved)} units, {fired} targets")
    assert fired >= 3
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
    expect(seat.asked).to_contain_text("called off")
    seat.end()  # none is called off
    seat.others()
    seat.end()  # no Chaos of War
    seat.others()
    names = ("116th Illinois", "13th US", "8th Missouri")
    moved = [seat.march(name, (-1, FORWARD)) for name in names]
    assert sum(moved) >= 30, moved
    if seat.view()["facts"]["turn"] == 1:  # else nobody was left
        seat.end()
    print(f"\nFirst assault turn: {seat.inputs} inputs, {sum(moved)} units moved")
    assert seat.inputs <= REDAN
