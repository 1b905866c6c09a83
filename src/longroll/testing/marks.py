"""The mark `rule` of a test, as a plugin of pytest: it may cite only rules that there are.

In `pyproject.toml`, under `[tool.pytest.ini_options]`:
`addopts = ["-p", "longroll.testing.marks"]`.
"""

from __future__ import annotations

from collections.abc import Generator

import pytest

from longroll.rulebooks import UnknownRule, duty


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "rule(*ids): the duties of a rulebook this test would catch if broken, "
        "e.g. rule('gbacw:9.81.1')",
    )


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fails the collection of tests whose rule mark names an id that no rulebook has."""
    report = yield
    faults: list[str] = []
    for item in report.result or ():
        if isinstance(item, pytest.Item):
            for id in (id for mark in item.iter_markers("rule") for id in mark.args):
                try:
                    duty(id)
                except UnknownRule as unknown:
                    faults.append(f"{item.nodeid} – {unknown}")
    if faults:
        report.outcome = "failed"
        report.longrepr = "\n".join(faults)
    return report
