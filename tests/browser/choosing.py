"""From a choice to the screen: what a click in a battle of Corinth costs the page.

    python -m tests.browser.choosing

Whole stacks of a Corinth in full swing march a hex or two. Three figures of each, in milliseconds:
the work of the page's own thread from the click on the stack to its lit destinations; its work from
the click on a destination until the page lies still again, with all that is drawn, previewed and
told; and how long the wall's clock says it was until the new moment had been painted. Only the last
depends on what else the machine does.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

import httpx
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as PatienceLost

from tests.browser.battles import opened
from tests.browser.chromium import running
from tests.browser.test_in_sight import recorded
from tests.browser.test_inputs import STACKS, Counted
from tests.browser.visits import Visits
from tests.server.host import Host

#: A Confederate movement phase, and whose stacks march.
RECORD, DECISION = "corinth/historical/battle-1", 3529

#: How long the page has to lie still, in milliseconds.
STILL = 400

Meter = Callable[[], float]


def meter(page: Page) -> Meter:
    """The seconds that the page's own thread has worked so far."""
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = browser.send("Performance.getMetrics")["metrics"]
        return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))

    return spent


def painted(page: Page) -> None:
    """Wait until the page has drawn what it has."""
    page.evaluate("() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def ahead(hex: str) -> tuple[str, ...]:
    """Where a stack may go: the hexes south of it and beside it."""
    column, row = int(hex[:2]), int(hex[2:])
    return f"{column:02}{row + 1:02}", f"{column:02}{row + 2:02}", f"{column + 1:02}{row + 1:02}"


def chosen(seat: Counted, hex: str, spent: Meter) -> tuple[float, float, float] | None:
    """March a stack with two clicks: the work until it is lit, the work until it has marched, and
    the time until that is painted, in milliseconds; None if it goes nowhere."""
    page, at = seat.page, seat.moment()["number"]
    before = spent()
    page.mouse.click(*seat.bring(hex))
    page.wait_for_timeout(STILL)
    lit = spent() - before
    for there in ahead(hex):
        x, y = seat.bring(there)
        page.mouse.move(x, y)
        page.wait_for_timeout(STILL)
        before, start = spent(), time.perf_counter()
        page.mouse.click(x, y)
        try:
            seat.replay.filter(has_not_text=f"{at} of {at}").wait_for(timeout=3000)
        except PatienceLost:
            continue
        painted(page)
        wall = time.perf_counter() - start
        page.wait_for_timeout(2 * STILL)
        return 1000 * lit, 1000 * (spent() - before), 1000 * wall
    page.keyboard.press("Escape")
    return None


def finished(seat: Counted) -> None:
    """Whoever could still go on stands."""
    seat.others()
    while not seat.asked.inner_text().startswith("Which unit"):
        if "stop" in seat.choices():
            seat.player.choose("stop")
        else:
            seat.page.keyboard.press("Escape")
        seat.page.wait_for_timeout(STILL)
        seat.others()


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="longroll-") as folder:
        host = Host("tests.server.host", f"sqlite:///{folder}/battles.db")
        try:
            with (
                running() as browser,
                httpx.Client(base_url=host.address, trust_env=False, timeout=90) as client,
            ):
                visits = Visits(browser, host.address)
                text, _ = recorded(RECORD, DECISION, DECISION)
                seat = Counted(visits, opened(client, text), "confederate", "corinth")
                seat.end()  # no Command Points are lent
                spent = meter(seat.page)
                seat.page.wait_for_load_state("networkidle")
                found = []
                for hex in STACKS:
                    if one := chosen(seat, hex, spent):
                        found.append(one)
                        print("{}: lit {:.0f}, marched {:.0f}, painted {:.0f} ms".format(hex, *one))
                    finished(seat)
                lit, marched, wall = (median(each) for each in zip(*found, strict=True))
        finally:
            host.kill()
    print(
        f"{len(found)} marches: {lit:.0f} ms of the page to light where a stack may go, "
        f"{marched:.0f} ms from choice to screen; {wall:.0f} ms by the clock"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
