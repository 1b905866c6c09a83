"""Every scenario is played as its golden files say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from longroll.kernel.system import System
from longroll.testing.golden import check


def test_a_scenario_is_played_as_its_golden_files_say(
    system: System[Any], scenario: str, golden: Path
) -> None:
    if not golden.is_dir():
        pytest.skip(f"{golden} does not exist: `python -m longroll.testing.golden` writes it")
    check(system, scenario, golden)
