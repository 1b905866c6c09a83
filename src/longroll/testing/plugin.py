"""The option of pytest that says which systems the suite of `longroll.testing` tries."""

from __future__ import annotations

import pytest

from longroll.kernel.errors import UnknownSystem
from longroll.kernel.system import system_named


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("longroll").addoption(
        "--system",
        action="append",
        metavar="SLUG",
        help="a system that longroll.testing tries; all that are installed, if none is named",
    )


def pytest_configure(config: pytest.Config) -> None:
    """UsageError where a system is not installed."""
    for slug in config.getoption("system") or ():
        try:
            system_named(slug)
        except UnknownSystem as error:
            raise pytest.UsageError(str(error)) from None
