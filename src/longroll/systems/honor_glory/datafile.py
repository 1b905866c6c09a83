"""The data files of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any, TypeVar

from longroll.board.datafile import Complaint, read

T = TypeVar("T")


def nothing_more(data: Any) -> Iterator[Complaint]:
    """For a file whose types say everything about it."""
    return iter(())


def load(
    name: str, type: type[T], complaints: Callable[[T], Iterator[Complaint]] = nothing_more
) -> T:
    """A data file of this package as `type`; DataError lists everything wrong with it."""
    text = (files(__package__) / "data" / name).read_text(encoding="utf-8")
    return read(text, type, name, complaints)
