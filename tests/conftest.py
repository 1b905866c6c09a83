"""A test may cite only rules that a rulebook has; no test fails because a machine is busy."""

from collections.abc import Generator

import pytest
from hypothesis import settings

from longroll.rulebooks import UnknownRule, duty

settings.register_profile("longroll", deadline=None)
settings.load_profile("longroll")


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
