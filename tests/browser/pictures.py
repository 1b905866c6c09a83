"""Pictures for the documents: the start page, tables in mid-battle, a fire with its ledger, an
order for a division, and the pages around a battle at a desk and on a phone.

    python -m tests.browser.pictures [FOLDER]

Without a folder they go into docs.
"""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from playwright.sync_api import Page, expect

import longroll
from longroll.ai import new_player, think
from longroll.display import display_of
from longroll.kernel.battle import Battle
from longroll.systems.corinth.outer_works import FIRST_TURN
from longroll.systems.gbacw.state import State as Series
from longroll.systems.stockade_redan.state import State
from tests.browser import battles
from tests.browser.chromium import running
from tests.browser.seat import SeatPage
from tests.browser.sheet import SheetPage
from tests.browser.test_in_sight import DESK, PHONE, recorded
from tests.browser.test_miniatures import onward
from tests.browser.test_story import OVER
from tests.browser.visits import Visits
from tests.server.host import Host
from tests.server.tables import Player, Table, good

DOCS = Path(__file__).parents[2] / "docs"
UNION_FIRE = 9
SEVERAL = 3
SHORT = 7


def assault() -> str:
    """A battle between two computer players, up to where the Union may fire on several hexes."""
    battle = battles.new()
    players = {side: new_player("2", battle.system.slug, side) for side in battle.system.sides}
    while (decision := battle.decision) is not None:
        state = battle.state
        assert isinstance(state, State)
        targets = [choice for choice in decision.choices if choice.verb == "fire"]
        if state.phase == UNION_FIRE and len(targets) >= SEVERAL:
            return battle.record()
        battle.play(think(players[decision.side], battle).choice)
    raise AssertionError("they never came to blows")


def outer_works() -> str:
    """The same at Corinth, up to where the Confederates may fire on several hexes."""
    battle = longroll.new("corinth", "outer-works", seed=battles.SEED)
    players = {side: new_player("2", "corinth", side) for side in battle.system.sides}
    while (decision := battle.decision) is not None:
        state = battle.state
        assert isinstance(state, Series)
        targets = [choice for choice in decision.choices if choice.verb == "fire"]
        late = state.turn > FIRST_TURN and decision.side == "confederate"
        if late and len(targets) >= SEVERAL:
            return battle.record()
        battle.play(think(players[decision.side], battle).choice)
    raise AssertionError("they never came to blows")


def best_target(player: Player) -> str:
    """The one whose ledger has most to tell, as long as it leaves the map in sight."""
    hexes = [choice.split()[1] for choice in player.choices() if choice.startswith("fire")]
    lines = {
        hex: len(good(player.get("/odds", choice=f"fire {hex} all"))["working"]) for hex in hexes
    }
    return max(hexes, key=lambda hex: lines[hex] if lines[hex] <= SHORT else -lines[hex])


def draw(visits: Visits, client: httpx.Client, folder: Path) -> None:
    start = visits.start()
    expect(start.get_by_role("button", name="Play now").first).to_be_visible()
    start.wait_for_load_state("networkidle")
    start.screenshot(path=folder / "start.png")

    table = battles.opened(client, assault())
    seat = SeatPage(visits.page(), table.union, visits.link(table.union.token))
    seat.click(best_target(table.union))
    expect(seat.page.get_by_role("complementary").filter(has_text="%")).to_be_visible()
    seat.page.wait_for_load_state("networkidle")
    seat.page.screenshot(path=folder / "table.png")

    table = battles.opened(client, outer_works())
    page = visits.page(visits.context(viewport={"width": 1440, "height": 1040}))
    seat = SeatPage(page, table.confederate, visits.link(table.confederate.token), "corinth")
    fire_with_its_ledger(seat)
    seat.page.screenshot(path=folder / "corinth-fire.png")

    table = battles.opened(client, crossroads())
    page = visits.page()
    sheet = SheetPage(page, table.union, visits.link(table.union.token))
    x, y = sheet.middle("u1")
    sheet.drag((x, y), (x + 1, y - 4))
    expect(sheet.card).to_contain_text("From there")
    page.mouse.move(*sheet.at(44, 2))
    page.wait_for_load_state("networkidle")
    page.screenshot(path=folder / "miniatures.png")


def draw_pages(visits: Visits, client: httpx.Client, folder: Path) -> None:
    """An order for many, the report of a turn, and the pages around a battle."""
    over = battles.opened(client, OVER.read_text(encoding="utf-8"))
    text, _ = recorded("corinth/historical/battle-1", 3529, 3529)
    going = battles.opened(client, text)
    going.confederate.choose("done")
    for form, options in (("", DESK), ("-phone", PHONE)):
        page = visits.page(visits.context(**options))

        def photograph(name: str, page: Page = page, form: str = form) -> None:
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{name}{form}.png")

        page.goto(f"{visits.address}/#/briefing/corinth/outer-works")
        expect(page.get_by_role("region", name="Forces")).to_be_visible()
        photograph("briefing")
        page.goto(f"{visits.address}/#/rules/gbacw/gbacw:9.7.1")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        photograph("rules-reader")
        page.goto(visits.link(going.confederate.token))
        report = page.get_by_role("region", name="Report")
        if form:
            page.get_by_role("button", name="Log", exact=True).click()
        report.get_by_role("button").first.click()
        turns = report.get_by_label("Report of")
        for turn in range(turns.locator("option").count() - 1, 0, -1):
            turns.select_option(index=turn)
            if report.get_by_role("button", name="See").count() >= SEVERAL:
                break
        photograph("turn-report")
        page.goto(visits.link(over.union.token))
        page.get_by_role("link", name="Report and rematch").click()
        expect(page.get_by_role("table", name="Luck in points")).to_be_visible()
        photograph("after-action")
        order_a_division(visits, page, going, bool(form))
        photograph("brigade-order")


def order_a_division(visits: Visits, page: Page, table: Table, phone: bool) -> None:
    """Maury's division is told to go two hexes forward; nothing is decided."""
    page.goto(visits.link(table.confederate.token))
    if phone:
        page.get_by_role("button", name="Army", exact=True).click()
    army = page.get_by_role("region", name="Order of battle")
    army.get_by_role("button", name=re.compile("^Maury's Division")).first.click()
    anchor = page.locator("[data-anchor]")
    expect(anchor).to_be_attached()
    middle = anchor.get_attribute("data-anchor") or ""
    seat = SeatPage.__new__(SeatPage)
    seat.page = page
    seat._map = table.confederate.client.get("/api/systems/corinth/table").json()["map"]
    page.wait_for_load_state("networkidle")
    page.mouse.click(*seat.point(f"{middle[:2]}{int(middle[2:]) + 2:02}"))
    expect(page.get_by_role("region", name="Formation")).to_contain_text("If they march")


def crossroads() -> str:
    """Two armies that went straight at each other, up to where the Union's first brigade may move
    and then fire."""
    battle = longroll.new("mckie", "millers-crossroads", seed=battles.SEED)
    while (decision := battle.decision) is not None:
        choices = [str(choice) for choice in decision.choices]
        orders = partial(orders_of, battle, decision.side)
        moves = any(order.startswith("move u1 ahead") for order in orders("u1"))
        if decision.side == "union" and moves and near(battle):
            return battle.record()
        battle.play(onward(choices, orders))
    raise AssertionError("they never came near each other")


def orders_of(battle: Battle, side: str, unit: str) -> list[str]:
    """What a unit could be told now."""
    reach = display_of(battle.system).reach(battle.state, side, unit)
    return [order.text for order in reach.orders]


def near(battle: Battle) -> bool:
    """Whether the first brigade could fire at somebody."""
    reach = display_of(battle.system).reach(battle.state, "union", "u1")
    return any(shot.verb == "fire" for shot in reach.prospect.shots) if reach.prospect else False


def fire_with_its_ledger(seat: SeatPage) -> None:
    """The last fire opened in the log, the next one aimed."""
    fires = seat.log.get_by_role("listitem").filter(has_text=re.compile(r" fires? at "))
    # The card rises over the log, so its line is opened first.
    fires.last.get_by_role("button").first.click()
    seat.click(best_target(seat.player))
    expect(seat.page.get_by_role("complementary").filter(has_text="%")).to_be_visible()
    seat.page.wait_for_load_state("networkidle")


def main(folder: Path = DOCS) -> None:
    with TemporaryDirectory() as kept, running() as browser:
        host = Host("tests.server.host", f"sqlite:///{kept}/battles.db")
        try:
            visits = Visits(browser, host.address)
            with httpx.Client(base_url=host.address, trust_env=False, timeout=60) as client:
                draw(visits, client, folder)
                draw_pages(visits, client, folder)
            visits.close()
        finally:
            host.kill()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
