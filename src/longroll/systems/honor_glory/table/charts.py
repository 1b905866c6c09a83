"""The tables of the book that a player looks up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.display.facts import ChartFacts
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.melee_tables import MELEE
from longroll.systems.honor_glory.morale import COLUMNS, MORALE, Cell
from longroll.systems.honor_glory.rates import COSTS, MOVEMENT
from longroll.systems.honor_glory.visibility import VISIBILITY

#: Blank cells of the printed table. (HG-H5)
_RECOVERED = "partly reconstructed"
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
    return (
        _rates(),
        _costs(),
        _bands(),
        _small_arms(),
        _reach_of_guns(),
        _artillery(),
        _contact(),
        _melee(),
        _morale(),
        _cover(),
        _sight(),
    )


def _words(name: str) -> str:
    return name.replace("_", " ")


def _figures(row: Sequence[int], automatic: int | None = None) -> Iterator[str]:
    for one in row:
        yield "hit" if one == automatic else str(one) if one else "–"


def _bands() -> ChartFacts:
    """[honor_glory:74.1] [honor_glory:74.2]"""
    small = FIRE.small_arms
    rows = tuple(
        (name, *_figures(bands))
        for name, bands in (("carbine", small.carbine), ("other", small.other))
    )
    head = ("Ends of the bands, cm", "first", "second", "third", "fourth")
    return ChartFacts("Reach of small arms", "honor_glory:74.1", head, rows, _RECOVERED)


def _small_arms() -> ChartFacts:
    """[honor_glory:74.3] [honor_glory:74.4]"""
    firsts = {
        row: ", ".join(who for who, first in FIRE.small_arms.first_row.items() if first == row)
        for row in FIRE.small_arms.rows
    }
    rows = tuple(
        (f"{row}{f': first band of {firsts[row]}' if firsts[row] else ''}", *_figures(cells))
        for row, cells in FIRE.small_arms.rows.items()
    )
    head = ("Row", *map(_words, FIRE.targets.columns[:8]))
    return ChartFacts("Small arms", "honor_glory:74.4", head, rows)


def _reach_of_guns() -> ChartFacts:
    """[honor_glory:67.1]"""
    rows = tuple((_words(gun), *_figures(ends)) for gun, ends in FIRE.artillery.ranges.items())
    head = ("Ends of the rows, cm", *map(str, FIRE.artillery.rows))
    return ChartFacts("Reach of guns", "honor_glory:67.1", head, rows)


def _artillery() -> ChartFacts:
    """[honor_glory:67.4]"""
    rows = tuple(
        (str(row), *_figures(cells, FIRE.artillery.auto))
        for row, cells in FIRE.artillery.rows.items()
    )
    head = ("Row", *map(_words, FIRE.targets.columns))
    return ChartFacts("Artillery", "honor_glory:67.4", head, rows)


def _contact() -> ChartFacts:
    """[honor_glory:82.infline]"""
    rows = tuple((_words(who), *_figures(cells)) for who, cells in MELEE.contact.items())
    by = ("infantry line", "skirmishers", "infantry column", "cavalry line", "cavalry column")
    head = ("Points lost, contacted by", *by)
    return ChartFacts("Initial contact", "honor_glory:82.infline", head, rows, "reconstructed")


def _melee() -> ChartFacts:
    """[honor_glory:83.1]"""
    where = [
        f"{cover}, {slope}"
        for cover in ("open", "informal", "formal")
        for slope in ("level", "up", "down")
    ]
    rows = tuple(
        (_words(who), *(str(one) for one in cells), *("–",) * (len(where) - len(cells)))
        for who, cells in MELEE.rows.items()
    )
    return ChartFacts("Melee", "honor_glory:83.1", ("Attacker", *where), rows)


def _morale() -> ChartFacts:
    """[honor_glory:100.4]"""

    def told(cell: Cell) -> str:
        return _words(cell.action) + (f", −{cell.loss}" if cell.loss else "")

    rows = tuple(
        (_words(name), *map(told, (row.passed, row.low, row.middle, row.high)))
        for name, row in MORALE.rows.items()
    )
    head = ("Test", "passed", *(f"failed, {column}" for column in COLUMNS))
    return ChartFacts("Results of morale", "honor_glory:100.4", head, rows)


def _cover() -> ChartFacts:
    """[honor_glory:34.11]"""
    rows = tuple(
        (_words(kind), f"{value}{' (reconstructed)' if kind in COVER.ours.kinds else ''}")
        for kind, value in COVER.kinds.items()
    )
    return ChartFacts("Cover", "honor_glory:34.11", ("Kind", "defence value"), rows)


def _sight() -> ChartFacts:
    """[honor_glory:14.2b] [honor_glory:14.2c]"""
    rows = (
        ("in the open", str(VISIBILITY.usual)),
        ("from higher ground", str(VISIBILITY.from_higher)),
        *((_words(kind), str(one.outside)) for kind, one in VISIBILITY.hiding.items()),
    )
    return ChartFacts("How far troops are seen", "honor_glory:14.2b", ("Where", "cm"), rows)


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
