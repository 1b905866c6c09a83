"""How the data files of the rules are read: all faults at once, or a typed value."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

from longroll.board.datafile import DataError as DataError
from longroll.board.datafile import faults_of_type, syntax_fault

T = TypeVar("T")


def read(text: str, type: type[T], name: str) -> T:
    """The TOML text as `type`; DataError when it does not fit."""
    broken = syntax_fault(text, name)
    # TOML keys are text; reading loosely turns the tables' numbers back into numbers.
    faults = [broken] if broken else faults_of_type(text, type, name, strict=False)
    if faults:
        raise DataError(faults)
    return msgspec.convert(tomllib.loads(text), type, strict=False)


def load(name: str, type: type[T]) -> T:
    """A data file that ships with the rules."""
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    return read(text, type, name)
