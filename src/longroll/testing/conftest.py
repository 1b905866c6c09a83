"""Which systems and battles the tests of this folder are run with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from longroll.kernel.system import System, system_named, systems
from longroll.testing.golden import FOLDER
from longroll.testing.starts import Walk, battles_of, trials_of


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for each `system`, for each `scenario`, or for each trial that is `walked`."""
    tried = _tried(metafunc.config)
    if "scenario" in metafunc.fixturenames:
        scenarios = [(system, name) for system in tried for name in system.scenarios]
        ids = [f"{system.slug}-{name}" for system, name in scenarios]
        metafunc.parametrize("system, scenario", scenarios, ids=ids)
    elif "system" in metafunc.fixturenames:
        metafunc.parametrize("system", tried, ids=[system.slug for system in tried])
    if "walked" in metafunc.fixturenames:
        walks = [(system.slug, trial) for system in tried for trial in battles_of(system)]
        ids = [f"{slug}-{trial}" for slug, trial in walks]
        # With this scope pytest keeps the tests of a battle together, so it is played once.
        metafunc.parametrize("walked", walks, ids=ids, indirect=True, scope="session")


def _tried(config: pytest.Config) -> list[System[Any]]:
    # Without the plugin, as where it is not installed yet, there is no such option.
    return [system_named(slug) for slug in config.getoption("system", None) or systems()]


@pytest.fixture(scope="session")
def walked(request: pytest.FixtureRequest) -> Walk:
    """A battle that was played at random."""
    return Walk(*request.param)


@pytest.fixture
def golden(request: pytest.FixtureRequest, system: System[Any]) -> Path:
    """The folder of golden files, of which each system has one."""
    return trials_of(system).golden or request.config.rootpath / FOLDER / system.slug
