"""What a command gave back, and positions to give it."""

from __future__ import annotations

from typing import NamedTuple, Protocol

#: A moment with every sign of the map in it: the Union to fire, one stack seen, one not.
POSITION: dict[str, object] = {
    "system": "stockade_redan",
    "phase": "IX",
    "turn": 3,
    "morale": 4,
    "units": {
        "1419": "36ms-c 36ms-d",
        "1519": "36ms-a 36ms-b 36ms-o1",
        "1521": "116il-a 116il-o1 36ms-e",
        "1620": "13us-a 13us-b 13us-o1",
        "1720": "8mo-a 8mo-b 13us-c",
        "1820": "waterhouse",
    },
    "bridges": [
        {"hex": "1620", "up": "bridging"},
        {"hex": "1720", "carrier": "13us-c"},
        {"hex": "1721"},
    ],
    "carnage": ["1620", "1720", "1721"],
    "chaos": {"1720": "confederate"},
    "markers": [{"side": "union", "hex": "1318"}, {"side": "confederate", "hex": "1822"}],
    "union_held": ["1520"],
}


class Ran(NamedTuple):
    """The exit code, and what went to stdout and stderr."""

    code: int
    out: str
    err: str


class Longroll(Protocol):
    """Runs `longroll` with these arguments, typing `lines` into it."""

    def __call__(self, *arguments: object, lines: str = "") -> Ran: ...
