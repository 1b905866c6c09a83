"""The tables of the book that a player looks up."""

from __future__ import annotations

from longroll.display.facts import ChartFacts
from longroll.systems.honor_glory.rates import COSTS, MOVEMENT

_COSTS = {
    "Change formation": COSTS.change,
    "Turn, each 90° or part": COSTS.turn,
    "Cross a hedge, fence or low wall": COSTS.cross,
    "Lie down or stand up": COSTS.prone,
    "Mount or dismount": COSTS.mount,
    "Fire": COSTS.fire,
    "Limber or unlimber": COSTS.limber,
    "Pass through friends": COSTS.pass_through,
}


def charts() -> tuple[ChartFacts, ...]:
    return _rates(), _costs()


def _rates() -> ChartFacts:
    """[honor_glory:41.0]"""
    rows = tuple(
        (
            name.replace("_", " "),
            *(str(rates[at]) if at < len(rates) else "–" for at in (0, 1)),
        )
        for name, rates in MOVEMENT.rates.items()
    )
    head = ("", "across country, cm", "by road, cm")
    return ChartFacts("Movement allowance", "honor_glory:41.0", head, rows)


def _costs() -> ChartFacts:
    """[honor_glory:39.2]"""
    rows = tuple((what, f"{percent}%") for what, percent in _COSTS.items())
    return ChartFacts(
        "What actions take of the allowance", "honor_glory:39.2", ("", "of one activation"), rows
    )
