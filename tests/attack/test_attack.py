"""Every attack of `make attack`, smaller, and two thousand damaged inputs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator

import pytest

from tests.attack import fuzz
from tests.attack.__main__ import ATTACKS, SHORT
from tests.attack.ground import WORST_IN_A_CROWD, Attack, Ground, under

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and all of 127.0.0.0/8")


@pytest.fixture(scope="module")
def ground() -> Iterator[Ground]:
    ground = Ground()
    yield ground
    ground.close()


@linux
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_stops_nobody(ground: Ground, attack: Attack) -> None:
    report = under(attack, ground, SHORT, WORST_IN_A_CROWD)
    assert not report.faults, report


def test_damaged_input_is_accepted_or_refused(caplog: pytest.LogCaptureFixture) -> None:
    tallies = asyncio.run(fuzz.fuzz(2_000, seed=1863))
    assert [fault for tally in tallies for fault in tally.faults] == []
    assert all(tally.refused for tally in tallies)
    assert sum(tally.accepted for tally in tallies) > 50
    assert not caplog.records
