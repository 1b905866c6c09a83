"""What every scenario of the series has: its clock, its chits, its set-up, its reinforcements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint, Path
from longroll.board.hex import Grid, Hex
from longroll.systems.blind_swords.chits import Chits
from longroll.systems.blind_swords.roster import Roster
from longroll.systems.blind_swords.sides import SIDES, Side
from longroll.systems.blind_swords.tables import NUMBERS, one_of

#: A turn is known by the time it begins, on a clock of 24 hours: "7:00", "15:30".
Clock = str
_CLOCK = re.compile(r"(\d{1,2}):(00|30)")
_MINUTES_A_TURN = 30


def clock(minutes: int) -> Clock:
    """Minutes after midnight as a clock shows them.

    >>> clock(450)
    '7:30'
    """
    return f"{minutes // 60}:{minutes % 60:02}"


def minutes(clock: Clock) -> int:
    """What the clock shows as minutes after midnight."""
    hours, rest = clock.split(":")
    return 60 * int(hours) + int(rest)


class SideChits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side has for the cup. [blind_swords:5.1.1] [blind_swords:5.1.2]

    `key` events are chosen and `random` ones drawn; the rest are left out, whatever the book
    prints. The CiC is in the cup from the turn `cic_from` on, from the first where that is "".
    [blind_swords:5.1.8]
    """

    divisions: tuple[str, ...]
    events: tuple[str, ...]
    key: int
    random: int
    cic: str = ""
    cic_from: Clock = ""

    @property
    def left_out(self) -> int:
        return len(self.events) - self.key - self.random


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that are due on a turn, at one hex. [blind_swords:10.11.1]"""

    turn: Clock
    hex: Hex
    units: tuple[str, ...]
    rule: str


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A scenario file without what only one battle has.

    `columns` are the first and the last in play. `casualties` are leaders whose casualty chits
    are in force from the start, `clarity` those who may declare Command Clarity once, `command`
    the brigades that another division leads than their own.
    """

    schema: Literal[1]
    source: str
    number: str
    title: str
    date: str
    first_turn: Clock
    turns: int
    columns: tuple[int, int]
    chits: dict[Side, SideChits]
    setup: dict[Side, dict[str, Hex]]
    casualties: tuple[str, ...] = ()
    clarity: tuple[str, ...] = ()
    command: dict[str, str] = {}
    skirmish: tuple[str, ...] = ()
    reinforcement: tuple[Reinforcement, ...] = ()

    def clock(self, turn: int) -> Clock:
        """When a Game Turn begins; the first is 1."""
        return clock(minutes(self.first_turn) + _MINUTES_A_TURN * (turn - 1))

    def turn(self, clock: Clock) -> int:
        """The Game Turn that begins at a time."""
        return (minutes(clock) - minutes(self.first_turn)) // _MINUTES_A_TURN + 1

    def clocks(self, turns: int) -> tuple[Clock, ...]:
        """When each of so many turns begins; none where the first has no time."""
        if not _CLOCK.fullmatch(self.first_turn):
            return ()
        return tuple(self.clock(turn) for turn in range(1, turns + 1))

    def hex_of(self, unit: str) -> Hex | None:
        """Where a unit sets up, None where it does not."""
        return next((hexes[unit] for hexes in self.setup.values() if unit in hexes), None)

    def leader_of(self, roster: Roster, brigade: str) -> str:
        """The division a brigade is activated with."""
        return self.command.get(brigade, roster.brigades[brigade].division)


def complaints(
    file: Scenario, roster: Roster, chits: Chits, grid: Grid, turns: int
) -> Iterator[Complaint]:
    """Units, leaders, events, hexes and times that do not exist, and hexes that are overfull."""
    yield from _clocks(file, turns)
    yield from _set_up(file, roster, grid)
    for side in SIDES:
        yield from _chits(("chits", side), file.chits.get(side), side, chits, roster)
    for leader in file.casualties:
        yield from one_of(("casualties",), leader, chits.leaders)
    for leader in file.clarity:
        yield from one_of(("clarity",), leader, roster.divisions)
    for brigade, division in file.command.items():
        yield from one_of(("command", brigade), brigade, roster.brigades)
        yield from one_of(("command", brigade), division, roster.divisions)
    for place, coming in enumerate(file.reinforcement):
        path: Path = ("reinforcement", place)
        yield from one_of((*path, "hex"), coming.hex, grid.hexes, "a hex of the map")
        for unit in coming.units:
            yield from one_of((*path, "units"), unit, roster.number, "an id of the order of battle")


def _clocks(file: Scenario, turns: int) -> Iterator[Complaint]:
    if turns < 1:
        yield ("turns",), f"{turns} turns", "1 or more"
    if not _CLOCK.fullmatch(file.first_turn):
        yield ("first_turn",), f"{file.first_turn!r} is not a time", 'one such as "7:30"'
        return
    known = file.clocks(turns)
    for side, chits in file.chits.items():
        if chits.cic_from:
            yield from one_of(("chits", side, "cic_from"), chits.cic_from, known)
    for place, coming in enumerate(file.reinforcement):
        yield from one_of(("reinforcement", place, "turn"), coming.turn, known)


def _set_up(file: Scenario, roster: Roster, grid: Grid) -> Iterator[Complaint]:
    first, last = file.columns
    if first not in grid.columns or last not in grid.columns or last < first:
        right = f"the first and the last, {grid.columns[0]} to {grid.columns[-1]}"
        yield ("columns",), f"columns {first} to {last}", right
    points: dict[Hex, int] = {}
    placed: dict[str, Hex] = {}
    for side in SIDES:
        if side not in file.setup:
            yield ("setup",), f"no {side}", f"a table [setup.{side}]"
        for unit, hex in file.setup.get(side, {}).items():
            path: Path = ("setup", side, unit)
            if unit not in roster.number or roster[unit].side != side:
                yield path, f"unknown {unit!r}", f"a {side} id of the order of battle"
                continue
            if hex not in grid or not first <= int(hex[:2]) <= last:
                yield path, f"{hex} is not in play", f"a hex of columns {first} to {last}"
            points[hex] = points.get(hex, 0) + roster[unit].strength
            placed[unit] = hex
            if points[hex] > NUMBERS["stacking_points"]:
                yield (
                    path,
                    f"{points[hex]} points in {hex}",
                    f"{NUMBERS['stacking_points']} at most",
                )
    for unit in file.skirmish:
        yield from one_of(("skirmish",), unit, placed, "a unit that sets up")


def _chits(
    path: Path, file: SideChits | None, side: Side, chits: Chits, roster: Roster
) -> Iterator[Complaint]:
    if file is None:
        yield ("chits",), f"no {side}", f"a table [chits.{side}]"
        return
    for division in file.divisions:
        own = [id for id, one in roster.divisions.items() if one.side == side]
        yield from one_of((*path, "divisions"), division, own)
    if file.cic:
        leaders = [id for id, one in chits.leaders.items() if one.side == side and not one.division]
        yield from one_of((*path, "cic"), file.cic, leaders)
    for event in dict.fromkeys(file.events):
        count = chits.events[event].chits.get(side, 0) if event in chits.events else 0
        if file.events.count(event) > count:
            what = f"{file.events.count(event)} of {event!r}"
            yield (*path, "events"), what, f"the {count} that side has"
    if file.key < 0 or file.random < 0 or file.left_out < 0:
        what = f"{file.key} and {file.random} of {len(file.events)} events"
        yield (*path, "key"), what, "no more than there are"
