"""When an army has lost, and the counters it activates its units with: Appendix F."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from longroll.kernel.event import Line
from longroll.systems.honor_glory.armies import ARMY, Four, Month, Three, band
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.words import Arm, Class, Side


class ReckonerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/reckoner.toml as it is written: Appendix F. [honor_glory:F.1]"""

    schema: Literal[1]
    source: str
    columns: Three
    counters_percent: int
    rows: dict[int, Four]
    too_high: dict[int, int]


RECKONER = load("reckoner.toml", ReckonerFile)


def percent_of(side: Side, month: Month) -> int:
    """How much of itself an army can lose. [honor_glory:10.5]"""
    shares = ARMY.breakpoint.union if side == "union" else ARMY.breakpoint.confederate
    return shares[band(month)]


def breakpoint_of(side: Side, month: Month, units: int) -> int:
    """The broken units an army can bear, rounded down; commanders do not count as units.

    The printed table is a guide: six of its figures are too high, and armies beyond it use the
    same percentages. [honor_glory:10.3] [honor_glory:10.4] [honor_glory:F.2] [honor_glory:F.3]
    (HG-H4)

    >>> breakpoint_of("confederate", "1862-09", 19)
    7
    """
    return units * percent_of(side, month) // 100


def has_lost(count: int, most: int, counters_left: int | None = None) -> bool:
    """Whether an army has lost: more units are broken than it can bear, or no counter is left.
    [honor_glory:10.1] [honor_glory:10.2] [honor_glory:29.9]"""
    return count > most or counters_left == 0


def base_counters(units: int) -> int:
    """[honor_glory:11.1] [honor_glory:F.1]

    >>> base_counters(17)
    11
    """
    return units * RECKONER.counters_percent // 100


def counter_lines(side: Side, month: Month, units: int, cinc: Class) -> tuple[Line, ...]:
    """The counters of an army before the limits; all amendments add up.
    [honor_glory:11.2] [honor_glory:33.1] [honor_glory:33.2] [honor_glory:33.3]
    [honor_glory:33.4] [honor_glory:33.7] (HG-H14)"""
    years = ARMY.counters.union if side == "union" else ARMY.counters.confederate
    rule = "honor_glory:33.1" if side == "union" else "honor_glory:33.2"
    return (
        Line(base_counters(units), f"{units} units", "honor_glory:11.1"),
        Line(years[band(month)], "the year", rule),
        Line(ARMY.counters.cinc[cinc], f"class {cinc} in command", "honor_glory:33.3"),
    )


def limited_counters(units: int, amended: int) -> int:
    """The limits: an army with as many counters as units, or more, has two fewer than units; then
    none has fewer than three. [honor_glory:33.5] [honor_glory:33.6] (HG-H37)

    >>> limited_counters(12, 16), limited_counters(12, 11), limited_counters(20, 1)
    (10, 11, 3)
    """
    if amended >= units:
        amended = units - ARMY.counters.under_units
    return max(amended, ARMY.counters.fewest)


def counters_of(side: Side, month: Month, units: int, cinc: Class) -> int:
    """The activation counters of an army. [honor_glory:8.12]"""
    lines = counter_lines(side, month, units, cinc)
    return limited_counters(units, sum(line.value for line in lines))


#: What counts towards the breakpoint. [honor_glory:10.3]
COUNTED: Mapping[Arm, bool] = {
    "infantry": True,
    "cavalry": True,
    "dismounted_cavalry": True,
    "artillery": True,
    "team": False,
    "wagon": False,
    "commander": False,
}
