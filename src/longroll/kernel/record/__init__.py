"""A whole battle as text: header, decisions, dice, and a digest after every decision.

    longroll record 2
    system    stockade_redan 1
    scenario  two-assaults
    options   undo=unrevealed
    dice      seed 1863

    0 start [5] 3f2a90c4d1e7
    1 confederate: place 1420 90aa17b2c3d4
    back 0 confederate
    1 confederate: place 1421 8d51c0aa3f20
    2 confederate: done [3 6] 1c0ffee12345
    result    confederate: ...
    end       2 4f0c...

Lines that begin with a semicolon are comments. docs/record.md has the whole format.
"""

from __future__ import annotations

from longroll.kernel.record.form import Back, Line, Record, end_line
from longroll.kernel.record.reading import read
from longroll.kernel.record.replaying import Watcher, read_and_replay, replay
from longroll.kernel.record.writing import begin_again, write

__all__ = [
    "Back",
    "Line",
    "Record",
    "Watcher",
    "begin_again",
    "end_line",
    "read",
    "read_and_replay",
    "replay",
    "write",
]
