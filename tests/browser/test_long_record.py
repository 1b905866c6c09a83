"""A record of 20,000 decisions: its first picture comes at once, and it can be scrubbed.

    pytest -q -s tests/browser/test_long_record.py

prints how long the first picture took.
"""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic

from playwright.sync_api import Locator, expect

from tests.browser.test_access import AXE
from tests.browser.test_access import faults_of as axe_faults
from tests.browser.visits import PATIENCE, Visits
from tests.server.host import Host

LONG = Path(__file__).parents[1] / "golden/corinth/historical/battle-3.txt"
#: The most that the first picture may take, in seconds of CPU, of the server and of the page.
PICTURE = 2
#: How fast the record comes back while it is scrubbed, in bytes a second: a test that has to wait
#: for the processor must not find it read already.
SLOWLY = 100_000


def has_read(bar: Locator, lines: int) -> None:
    """Waits until so many lines of the record are read."""
    end = monotonic() + PATIENCE / 1000
    while int(bar.get_attribute("value") or 0) <= lines:
        assert monotonic() < end, f"{lines} lines are not read yet"
        bar.page.wait_for_timeout(50)


def test_a_long_record_shows_its_beginning_at_once(visits: Visits, host: Host) -> None:
    page = visits.start()
    browser = page.context.new_cdp_session(page)
    browser.send("Performance.enable", {"timeDomain": "threadTicks"})

    def comes(throughput: int) -> None:
        wanted = {"downloadThroughput": throughput, "uploadThroughput": -1}
        browser.send("Network.emulateNetworkConditions", {"offline": False, "latency": 0} | wanted)

    def spent() -> float:
        metrics = browser.send("Performance.getMetrics")["metrics"]
        ours = next(one["value"] for one in metrics if one["name"] == "TaskDuration")
        return float(ours) + host.used()[0]

    chosen = page.get_by_label("open a saved record")
    expect(chosen).to_be_attached()
    page.wait_for_load_state("networkidle")
    comes(SLOWLY)
    begun, before = monotonic(), spent()
    chosen.set_input_files(LONG)
    opening = page.get_by_role("region", name="Opening the record")
    picture = opening.get_by_role("img", name=re.compile("^the battle, "))
    expect(picture).to_be_visible()
    shown, worked = monotonic() - begun, spent() - before
    assert worked < PICTURE
    expect(page.get_by_role("status")).to_contain_text(
        re.compile(r"Read [\d,]+ of [\d,]+ decisions")
    )
    # What has been read so far can be scrubbed: back to the beginning, and as far as it is.
    slider = opening.get_by_role("slider", name="moment of the battle")
    bar = opening.get_by_role("progressbar")
    many = int(bar.get_attribute("max") or 0)
    expect(slider).to_have_attribute("max", str(many))
    has_read(bar, 400)
    slider.fill("400")
    scrubbed = monotonic() - begun
    assert 0 < int(slider.input_value()) <= 400
    early = slider.get_attribute("aria-valuetext") or ""
    has_read(bar, 2000)
    slider.fill(str(many))  # further than it is: the newest
    assert 400 < int(slider.input_value()) < many
    assert slider.get_attribute("aria-valuetext") != early
    slider.fill("400")
    assert slider.get_attribute("aria-valuetext") == early
    if AXE.is_file():
        assert not axe_faults(page)
    comes(-1)
    at = int(early.split()[-1])
    replay = page.get_by_role("group", name="Replay")
    # Once all of it is read, the battle opens at the moment that was looked at.
    expect(page.get_by_role("region", name="The question")).to_contain_text(
        f"Moment {at} of", timeout=5 * PATIENCE
    )
    whole = monotonic() - begun
    print(
        f"\nThe first picture took {shown:.1f} s ({worked:.1f} of CPU), the first scrubbing "
        f"{scrubbed:.1f} s, all of it {whole:.1f} s"
    )
    last = int(re.findall(r"of (\d+)", replay.inner_text())[0])
    assert last > 10_000
    slider = replay.get_by_role("slider")
    slider.fill(str(last // 2))
    expect(page.get_by_role("region", name="The question")).to_contain_text(f"Moment {last // 2}")
