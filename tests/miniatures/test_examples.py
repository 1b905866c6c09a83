"""The examples in the docstrings run."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["cost", "drill", "measure"])
def test_examples_run(module: str) -> None:
    failed, tried = doctest.testmod(import_module(f"longroll.miniatures.{module}"))
    assert tried
    assert not failed
