"""Restarts: everybody comes back at the same moment."""

from __future__ import annotations

import time

from longroll.testing.starts import crowded_field
from tests.attack.enemy import Enemy, Refused, addresses, at_once, battle
from tests.attack.ground import Ground

#: All first moments must be there after so many seconds.
SOON = 5.0


def come_back(ground: Ground, size: float) -> str:
    """A crowd comes back at once after a restart, each to a battle of its own."""
    sources = addresses(max(2, round(6 * size)))
    each = 25 if size == 1 else 10
    tokens = [
        pair for some in at_once(lambda s: _battles(ground, s, each), sources) for pair in some
    ]
    ground.restart()
    began = time.monotonic()
    waits = list(at_once(lambda s: _back(ground, s, tokens), sources))
    took = time.monotonic() - began
    if took > SOON:
        raise Refused(f"the last came back after {took:.1f} s")
    return f"{sum(waits)} clients came back in {took:.1f} s"


def _battles(ground: Ground, source: str, count: int) -> list[tuple[str, str]]:
    with Enemy(ground.port, source) as enemy:
        return [
            (source, battle(enemy, ("stockade_redan", "corinth")[number % 2])["watch"])
            for number in range(count)
        ]


def _back(ground: Ground, source: str, tokens: list[tuple[str, str]]) -> int:
    lines = []
    for home, token in tokens:
        if home == source:
            line = Enemy(ground.port, source)
            line.live(token, "?after=-1")
            lines.append(line)
    for line in lines:
        line.moment()
        line.socket.close()
    return len(lines)


def positions(ground: Ground, size: float) -> str:
    """Sixteen clients come back at once to battles that began from positions, time and again."""
    times = 25 if size == 1 else 1
    records = [crowded_field(slug, 1).record().encode() for slug in ("stockade_redan", "corinth")]
    with Enemy(ground.port) as enemy:
        tokens = [
            enemy.good("POST", "/api/records", records[number % 2])["watch"] for number in range(16)
        ]

    def look(token: str) -> int:
        with Enemy(ground.port) as enemy:
            return enemy.ask("GET", "/api/seat?after=-1", None, token).status

    for number in range(times):
        ground.restart(kill=True)
        codes = list(at_once(look, tokens))
        if codes != [200] * 16:
            raise Refused(f"after restart {number + 1}: {codes}")
    return f"{times} restarts, 16 clients each"
