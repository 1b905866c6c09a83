"""The file that a run grows in: one line for each battle, written when it has ended.

A run that is killed leaves at most half a line, which is cut off when the run goes on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from longroll.kernel.errors import LongrollError
from longroll.lab.battles import Fought

#: What reading a damaged file raises.
FAULTY = (msgspec.DecodeError, UnicodeDecodeError)

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Fought)


class BadRun(LongrollError):
    """A folder that is not a run, or one that somebody else is writing to."""


def read(path: Path) -> Iterator[Fought]:
    """Every battle of a journal; the half of a line at its end is left out."""
    if not path.exists():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.endswith(b"\n"):
                return
            try:
                yield _decoder.decode(line)
            except FAULTY as error:
                raise BadRun(f"{path}:{number}: not a battle: {error}") from None


class Journal:
    """A journal that is open for writing."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, fought: Fought) -> None:
        """Keep a battle: once this returns, it outlives the process."""
        self._file.write(_encoder.encode(fought) + b"\n")
        self._file.flush()


@contextmanager
def writing(path: Path) -> Iterator[Journal]:
    """Open a journal to add to it, alone; BadRun if another process writes to it."""
    with path.open("a+b") as file:
        _claim(file, path)
        file.seek(0)
        whole = 0
        for line in file:
            whole += len(line) if line.endswith(b"\n") else 0
        file.truncate(whole)
        yield Journal(file)
        file.flush()
        os.fsync(file.fileno())


def _claim(file: BinaryIO, path: Path) -> None:
    try:
        import fcntl
    except ImportError:  # a system without such locks
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadRun(f"{path.parent}: another process is playing this run") from None
