"""How the data files of the series are read: all faults at once, or a typed value."""

from longroll.board.datafile import Complaint, DataError, read

<<<<<<< HEAD
__all__ = ["Complaint", "DataError", "read"]
=======
import tomllib
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import msgspec

from longroll.board.datafile import Path, faults_of_type, line_of, syntax_fault
from longroll.board.faults import Fault

T = TypeVar("T")
Complaint = tuple[Path, str, str]
"""Where in the file, what is wrong there, and what would be right."""


class DataError(ValueError):
    """A data file that cannot be used; `faults` lists everything wrong with it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, self.faults)))


def read(text: str, type: type[T], name: str, complaints: Callable[[T], Iterator[Complaint]]) -> T:
    """The TOML text as `type`; DataError if it does not fit or `complaints` yields any."""
    broken = syntax_fault(text, name)
    if broken is not None:
        raise DataError([broken])
    # TOML keys are text; strict=False turns the charts' numbers into numbers again.
    faults = faults_of_type(text, type, name, strict=False)
    if faults:
        raise DataError(faults)
    data = msgspec.convert(tomllib.loads(text), type, strict=False)
    faults = [
        Fault(name, line_of(text, path), what, right) for path, what, right in complaints(data)
    ]
    if faults:
        raise DataError(sorted(faults, key=lambda fault: fault.line))
    return data
>>>>>>> enggb
