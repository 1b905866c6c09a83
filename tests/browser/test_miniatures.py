"""The table of miniatures: a whole period by mouse, its ruler, its arithmetic, keys and touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.battles import opened
from tests.browser.sheet import SheetPage
from tests.browser.test_access import AXE, is_accessible
from tests.browser.test_in_sight import recorded
from tests.browser.visits import Visits
from tests.server.tables import Player, Table, create

#: More questions than this a period never has.
MANY = 60
MCKIE: dict[str, Any] = {"system": "mckie", "scenario": "millers-crossroads"}


def sit_down(visits: Visits, table: Table, side: str, **context: Any) -> SheetPage:
    player = table.players[side]
    page = visits.page(visits.context(**context)) if context else visits.page()
    return SheetPage(page, player, visits.link(player.token))


def advance(table: Table, until: str) -> None:
    """Both armies go straight at each other until an order for a unit of the Union begins so."""
    unit = until.split()[1]
    for _ in range(MANY * 10):
        side = table.watch.moment(after=10**6)["view"]["waiting_for"]
        player = table.players[side]
        if side == "union" and any(one.startswith(until) for one in orders_of(player, unit)):
            return
        player.choose(onward(player.choices(), partial(orders_of, player)))
    raise AssertionError(f"the Union was never asked for {until!r}")


def orders_of(player: Player, unit: str) -> list[str]:
    """What a unit could be told now."""
    return [order["text"] for order in player.get("/reach", unit=unit).json()["orders"]]


def onward(choices: list[str], orders: Callable[[str], list[str]]) -> str:
    """First, straight ahead with their commanders, and nothing else."""
    if "first" in choices:
        return "first"
    for choice in choices:
        verb, *units = choice.split()
        for order in orders(units[0]) if verb == "pick" else ():
            if re.match(r"move \S+ ahead|ride", order):
                return order
    return "done" if "done" in choices else choices[0]


# A period


def test_a_period_is_played_by_mouse(visits: Visits, client: httpx.Client) -> None:
    """Against the computer, from the deployment to the second period."""
    table = create(client, confederate="computer", **MCKIE)
    seat = sit_down(visits, table, "union")
    second = seat.page.get_by_role("heading", name="Period 2 of")
    done: set[str] = set()
    for _ in range(MANY):
        if second.count():
            break
        choices = seat.waits_for_me()
        answer(seat, choices, done)
    expect(second).to_be_visible()
    assert {"deployed", "moved", "rode"} <= done


def answer(seat: SheetPage, choices: list[str], done: set[str]) -> None:
    """Whatever is asked, answered by hand."""
    verbs = {choice.split()[0] for choice in choices}
    verbs |= {form["verb"] for form in seat.moment()["view"]["decision"]["forms"]}
    if "deploy" in verbs and "deployed" not in done:
        deploy(seat)
        done.add("deployed")
    elif "move" in verbs and "moved" not in done:
        move(seat)
        done.add("moved")
    elif "ride" in verbs and "rode" not in done:
        ride(seat)
        done.add("rode")
    elif "all" in verbs:
        seat.give("All fire")
    elif "done" in verbs:
        seat.give("Done")
    else:
        seat.give(seat.moment()["view"]["decision"]["choices"][0]["label"])


def deploy(seat: SheetPage) -> None:
    """The 1st Brigade stands two inches farther to the right."""
    x = seat.bodies()["u1"]["x"]
    seat.drag_unit("u1", 2, 0)
    seat.give("Stand here")
    assert abs(seat.bodies()["u1"]["x"] - x - 200) < 20


def move(seat: SheetPage) -> None:
    """It goes ahead and wheels, and no farther than its six inches."""
    before = seat.bodies()["u1"]
    seat.drag_unit("u1", 1, -9)
    expect(seat.left).to_contain_text(re.compile(r"^0(\.\d+)? in left of 6"))
    expect(seat.left).to_contain_text("wheel")
    expect(seat.asked).to_have_text("1st Brigade (U1): where to?")
    seat.give("Move here")
    after = seat.bodies()["u1"]
    assert after["heading"] != before["heading"]
    assert 300 < before["y"] - after["y"] < 600
    expect(seat.log).to_contain_text("1st Brigade moves")


def ride(seat: SheetPage) -> None:
    """Crocker follows, by a click on him and on the ground."""
    x, y = seat.middle("crocker")
    seat.click_unit("crocker")
    expect(seat.asked).to_have_text("Crocker: where to?")
    seat.click_at(x + 0.5, y - 6)
    expect(seat.left).to_contain_text("left of 24")
    seat.give("Ride here")
    expect(seat.log).to_contain_text("Crocker")


# Its tools


def test_a_move_goes_as_far_as_it_may(visits: Visits, client: httpx.Client) -> None:
    """Dragged off the table it stops at the edge, and says by which rule."""
    table = create(client, **MCKIE)
    advance(table, "move u1")
    seat = sit_down(visits, table, "union")
    seat.drag_unit("u3", 0, 5.5)
    farther = seat.page.get_by_role("region", name="Why not farther")
    expect(farther).to_contain_text("It would leave the table")
    expect(farther).to_contain_text("move.max")
    seat.give("Move here")
    assert max(y for base in seat.bodies()["u3"]["bases"] for _, y in base) == 3600


def test_an_order_that_breaks_a_rule_is_not_given(visits: Visits, client: httpx.Client) -> None:
    table = create(client, **MCKIE)
    advance(table, "move u1")
    seat = sit_down(visits, table, "union")
    seat.click_unit("u2")
    for formation in ("form column", "form line", "form column"):
        seat.question.get_by_role("combobox").select_option(formation)
        expect(seat.left).to_contain_text(formation)
    expect(seat.card).to_contain_text("Why not?")
    expect(seat.card).to_contain_text("50% of a period")
    expect(seat.button("Move here")).to_be_disabled()
    seat.page.keyboard.press("Escape")
    expect(seat.button("Move here")).to_have_count(0)


def test_fire_shows_its_arithmetic_first(visits: Visits, client: httpx.Client) -> None:
    table = create(client, **MCKIE)
    advance(table, "fire u1")
    seat = sit_down(visits, table, "union")
    orders = orders_of(table.union, "u1")
    order = next(one for one in orders if re.fullmatch(r"fire u1 \S+", one))
    target = order.split()[2]
    seat.click_unit("u1")
    seat.click_unit(target)
    expect(seat.card).to_contain_text(f"U1 fires at {target.upper()}")
    expect(seat.card).to_contain_text("Factor")
    ledger = table.union.get("/preview", choice=order).json()["prospect"]["shots"][0]
    for line in ledger["lines"]:
        expect(seat.card).to_contain_text(line["reason"])
    seat.give(f"U1 fires at {target.upper()}")
    expect(seat.log.get_by_role("listitem").last).to_contain_text("1st Brigade")


def test_the_ruler_measures_as_the_rules_do(visits: Visits, client: httpx.Client) -> None:
    table = create(client, **MCKIE)
    seat = sit_down(visits, table, "union")
    seat.tool("ruler").click()
    seat.drag(seat.middle("u1"), seat.middle("c1"))
    length = table.union.get("/sight", **{"from": "u1", "to": "c1"}).json()["length"] / 100
    expect(seat.card).to_contain_text("U1 to C1")
    expect(seat.card).to_contain_text(f"{length:g} in")
    seat.drag((33, 7), (43.5, 7))
    expect(seat.card).to_contain_text("out of sight")
    expect(seat.card).to_contain_text("The open wood")


def test_a_small_map_shows_where_one_looks(visits: Visits, client: httpx.Client) -> None:
    """Only while a part of the table is out of sight; a press on it turns the table there."""
    seat = sit_down(visits, create(client, **MCKIE), "union")
    small = seat.page.locator(".mini")
    expect(small).to_have_count(0)
    for _ in range(3):
        seat.tool("zoom in").click()
    expect(small).to_be_visible()
    box = small.bounding_box()
    assert box is not None
    before = seat.at(0, 0)
    seat.page.mouse.click(box["x"] + 12, box["y"] + 12)
    after = seat.at(0, 0)
    assert after[0] > before[0]
    assert after[1] > before[1]
    seat.tool("whole map").click()
    expect(small).to_have_count(0)


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: make web")
def test_the_table_is_accessible(visits: Visits, client: httpx.Client) -> None:
    table = create(client, **MCKIE)
    advance(table, "move u1")
    seat = sit_down(visits, table, "union")
    is_accessible(seat.page)
    seat.drag_unit("u1", 1, -4)
    expect(seat.left).to_be_visible()
    is_accessible(seat.page)


def test_a_move_by_keys_alone(visits: Visits, client: httpx.Client) -> None:
    table = create(client, **MCKIE)
    advance(table, "move u1")
    seat = sit_down(visits, table, "union")
    seat.map.focus()
    seat.page.keyboard.press("Tab")
    expect(seat.asked).to_contain_text("1st Brigade")
    for _ in range(4):
        seat.page.keyboard.press("ArrowUp")
    seat.page.keyboard.press("ArrowLeft")
    expect(seat.left).to_contain_text("advance 2, wheel")
    expect(seat.button("Move here")).to_be_enabled()
    seat.page.keyboard.press("Enter")
    expect(seat.log).to_contain_text("ahead 2 in, wheel 5° left")


def test_the_text_board_tells_every_unit(visits: Visits, client: httpx.Client) -> None:
    seat = sit_down(visits, create(client, **MCKIE), "union")
    seat.tool("text board").click()
    rows = seat.rows()
    assert any(
        "1st Brigade, 24 of 24 figures in line at 13, 30 facing north" in row for row in rows
    )
    assert len(rows) == len(seat.bodies()) + 1


def test_a_move_by_touch(visits: Visits, client: httpx.Client) -> None:
    """On a phone: touch the unit, touch where it goes, then say so."""
    table = create(client, **MCKIE)
    advance(table, "move u1")
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    seat = sit_down(visits, table, "union", **phone)
    expect(seat.asked).to_be_in_viewport(ratio=1)
    x, y = seat.middle("u1")
    seat.page.touchscreen.tap(*seat.at(x, y))
    expect(seat.asked).to_contain_text("1st Brigade")
    seat.page.touchscreen.tap(*seat.at(x + 2.5, y - 4))
    expect(seat.left).to_contain_text("left of 6")
    seat.give("Move here")
    expect(seat.left).to_have_count(0)


# Orders for many


def test_a_division_marches_as_one(visits: Visits, client: httpx.Client) -> None:
    """By its name, by a box and unit by unit; each time one order, with what it would come to."""
    text, _ = recorded("mckie/the-angle/battle-1", 32, 32)
    table = opened(client, text)
    seat = sit_down(visits, table, "confederate")
    keys = seat.page.keyboard
    formation = seat.page.get_by_role("region", name="Formation")
    first = {unit: seat.middle(unit) for unit in ("garnett1", "kemper2", "armistead1")}

    # Two units by hand, then a third; Escape lets all of them go.
    seat.click_unit("garnett1")
    keys.down("Shift")
    seat.click_unit("garnett2")
    seat.click_unit("kemper1")
    keys.up("Shift")
    expect(formation).to_contain_text("3 units")
    keys.press("Escape")
    expect(formation).to_have_count(0)
    # A box round the lines of Garnett and Kemper.
    keys.down("Shift")
    seat.drag((8.5, 6), (11, 31))
    keys.up("Shift")
    expect(formation).to_contain_text("4 units")
    keys.press("b")
    expect(formation).to_contain_text("Pickett's Division")
    keys.press("Escape")

    # The whole division, by its name in the roster.
    before = seat.moment()["number"]
    seat.page.get_by_role("button", name=re.compile("^Pickett's Division")).click()
    for _ in range(12):
        keys.press("ArrowUp")
    expect(formation).to_contain_text("If they march: 7 of 7 units")
    expect(formation).to_contain_text("advance 6")
    keys.press("Shift+Enter")
    expect(seat.replay).not_to_contain_text(f"{before} of {before}")
    for unit, (x, y) in first.items():
        assert seat.middle(unit) == (x + 6, y)
    standing = seat.page.get_by_role("region", name="Standing orders")
    expect(standing).to_contain_text("Pickett's Division: advance 6")
    standing.get_by_role("button", name="Cancel").click()
    expect(standing).to_have_count(0)
