"""A record of 20,000 decisions: its first picture comes at once, and it can be scrubbed.

    pytest -q -s tests/browser/test_long_record.py

prints how long the first picture took.
"""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic

from playwright.sync_api import expect

from tests.browser.visits import Visits
from tests.server.host import Host

LONG = Path(__file__).parents[1] / "golden/corinth/historical/battle-3.txt"
#: The most that the first picture may take, in seconds of CPU, of the server and of the page.
PICTURE = 2


def test_a_long_record_shows_its_beginning_at_once(visits: Visits, host: Host) -> None:
    page = visits.start()
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = browser.send("Performance.getMetrics")["metrics"]
        ours = next(one["value"] for one in metrics if one["name"] == "TaskDuration")
        return float(ours) + host.used()[0]

    chosen = page.get_by_label("open a saved record")
    expect(chosen).to_be_attached()
    page.wait_for_load_state("networkidle")
    begun, before = monotonic(), spent()
    chosen.set_input_files(LONG)
    expect(page.get_by_role("img", name="how the battle begins")).to_be_visible()
    shown, worked = monotonic() - begun, spent() - before
    expect(page.get_by_role("status")).to_contain_text("decisions")
    replay = page.get_by_role("group", name="Replay")
    expect(replay).to_be_visible()
    whole = monotonic() - begun
    print(f"\nThe first picture took {shown:.1f} s ({worked:.1f} of CPU), all of it {whole:.1f} s")
    assert worked < PICTURE
    last = int(re.findall(r"of (\d+)", replay.inner_text())[0])
    assert last > 10_000
    slider = replay.get_by_role("slider")
    slider.fill(str(last // 2))
    expect(page.get_by_role("region", name="The question")).to_contain_text(f"Moment {last // 2}")
