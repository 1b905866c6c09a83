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

LONG = Path(__file__).parents[1] / "golden/corinth/historical/battle-3.txt"
#: Two seconds on a machine that does nothing else.
PICTURE = 4


def test_a_long_record_shows_its_beginning_at_once(visits: Visits) -> None:
    page = visits.start()
    chosen = page.get_by_label("open a saved record")
    expect(chosen).to_be_attached()
    begun = monotonic()
    chosen.set_input_files(LONG)
    expect(page.get_by_role("img", name="how the battle begins")).to_be_visible()
    shown = monotonic() - begun
    expect(page.get_by_role("status")).to_contain_text("decisions")
    replay = page.get_by_role("group", name="Replay")
    expect(replay).to_be_visible()
    print(f"\nThe first picture took {shown:.1f} s, the whole record {monotonic() - begun:.1f} s")
    assert shown < PICTURE
    last = int(re.findall(r"of (\d+)", replay.inner_text())[0])
    assert last > 10_000
    slider = replay.get_by_role("slider")
    slider.fill(str(last // 2))
    expect(page.get_by_role("region", name="The question")).to_contain_text(f"Moment {last // 2}")
