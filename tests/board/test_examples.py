"""The examples in the docstrings run."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "module",
    ["faults", "hex.grid", "hex.mapfile", "hex.numbering", "hex.paths", "hex.trace"],
)
def test_examples_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"longroll.board.{module}"))
    assert tried
    assert not failed
