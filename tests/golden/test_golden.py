"""Every scenario is played as its golden files say, and the files are kept in step."""

from __future__ import annotations

from pathlib import Path

import pytest

from longroll.kernel.system import systems
from longroll.testing.golden import check

GOLDEN = Path(__file__).parent
SCENARIOS = [(slug, name) for slug, system in systems().items() for name in system.scenarios]


@pytest.mark.parametrize("slug, scenario", SCENARIOS)
def test_a_scenario_is_played_as_its_golden_files_say(slug: str, scenario: str) -> None:
    check(systems()[slug], scenario, GOLDEN)


def test_every_golden_file_belongs_to_a_scenario() -> None:
    found = {path.parent.relative_to(GOLDEN).parts for path in GOLDEN.rglob("*.txt")}
    assert found == set(SCENARIOS)
