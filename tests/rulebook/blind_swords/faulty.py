"""A data file with something wrong in it, and what its reader must say."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources.abc import Traversable

import pytest

from longroll.board.datafile import DataError

Reader = Callable[[str, str], object]
#: A file, its reader, what stands in it, what is put there instead, and for each fault how its
#: line begins and what is said of it. A fault of the whole file is told at its first line.
Case = tuple[str, Reader, str, str, list[tuple[str, str]]]


def assert_refused(folder: Traversable, case: Case) -> None:
    """Every fault is told, in order, each with its file, its line and what would be right."""
    path, reader, good, bad, said = case
    name = path.rpartition("/")[2]
    text = folder.joinpath(*path.split("/")).read_text("utf-8")
    reader(text, name)
    assert good in text
    text = text.replace(good, bad)
    with pytest.raises(DataError) as error:
        reader(text, name)
    found = [(text.split("\n")[fault.line - 1], str(fault)) for fault in error.value.faults]
    assert len(found) == len(said), found
    for (line, fault), (begins, words) in zip(found, said, strict=True):
        assert fault.startswith(f"{name}:")
        assert line.startswith(begins), fault
        assert f" – {words}" in fault
