"""Checks Corinth's own data files: set-ups, Assault Areas, charts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from longroll.board.datafile import Path
from longroll.board.hex import DIRECTIONS
from longroll.systems.corinth.assault_areas import DIVISIONS, AreaFile, rows
from longroll.systems.corinth.deployment import Deployment, selected
from longroll.systems.corinth.free_set_up import ELSEWHERE, FORWARD_DUTY, RESERVE
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.tables import Tables
from longroll.systems.gbacw import datafiles
from longroll.systems.gbacw.datafile import Complaint, read
from longroll.systems.gbacw.datafiles import Kind, has

_ROSTER = CORINTH.roster
_ROWS = rows(CORINTH.ground)
_GROUPS: Mapping[str, Iterable[str]] = {
    "brigade": _ROSTER.brigades,
    "division": _ROSTER.divisions,
}
_TURNS = f"a Game-Turn, 1 to {CORINTH.last_turn}"
_DUTIES = (RESERVE, FORWARD_DUTY, ELSEWHERE)
_RULE = re.compile(r"(gbacw|corinth):\d[\d.]*")
_HEXES = re.compile(r"\d{4}(-\d{4})?")
_A_HEX = "hexes of the map, such as 0310, or a run down a hexrow, such as 0819-0822"
_FATES = ("captured", "killed", "wounded")


def read_deployment(text: str, name: str) -> Deployment:
    """The set-up in the text of a file; DataError with every fault if it cannot be used."""
    return read(text, Deployment, name, _deployment)


def read_areas(text: str, name: str) -> AreaFile:
    """The Assault Areas in the text of a file; DataError with every fault."""
    return read(text, AreaFile, name, _areas)


def read_tables(text: str, name: str) -> Tables:
    """The charts in the text of a file; DataError with every fault."""
    return read(text, Tables, name, _tables)


KINDS = (
    Kind(has("group", "usual", "fixed", "reinforcement", "duties"), read_deployment),
    Kind(has("opens", "by_road"), read_areas),
    Kind(has("scale", "objectives", "victory", "levels", "reserve", "arrival"), read_tables),
    *datafiles.KINDS,
)


def _deployment(file: Deployment) -> Iterator[Complaint]:
    """Counters, hexes, directions and rules that do not exist."""
    for place, group in enumerate(file.group):
        path = ("group", place)
        yield from _units((*path, "units"), group.units)
        yield from _hexes((*path, "hexes"), group.hexes.split())
        yield from _one_of((*path, "facing"), group.facing, DIRECTIONS)
        yield from _rule((*path, "rule"), group.rule)
    for unit, hex in file.fixed.items():
        yield from _one_of(("fixed", unit), unit, _ROSTER.number, "an id of the order of battle")
        yield from _hexes(("fixed", unit), [hex])
    for name, hexes in file.usual.items():
        if name not in _ROSTER.number and name not in _ROSTER.brigades:
            yield ("usual", name), f"unknown {name!r}", "an id or a brigade of the order of battle"
        yield from _hexes(("usual", name), hexes.split())
    for place, reinforcement in enumerate(file.reinforcement):
        path = ("reinforcement", place)
        yield from _units((*path, "units"), reinforcement.units)
        yield from _hexes((*path, "hex"), [reinforcement.hex])
        yield from _turn((*path, "turn"), reinforcement.turn)
        yield from _rule((*path, "rule"), reinforcement.rule)
    for brigade, duty in file.duties.items():
        yield from _one_of(("duties", brigade), brigade, _ROSTER.brigades)
        yield from _one_of(("duties", brigade), duty, _DUTIES)


def _areas(file: AreaFile) -> Iterator[Complaint]:
    """Areas that are not on the map, and roads with a gap."""
    for area in _ROWS:
        if area not in file.opens:
            yield ("opens",), f"no {area}", f"a Game-Turn for each of {' '.join(_ROWS)}"
    for area, turn in file.opens.items():
        yield from _one_of(("opens", area), area, _ROWS)
        yield from _turn(("opens", area), turn)
    for area, road in file.by_road.items():
        path = ("by_road", area)
        yield from _one_of(path, area, _ROWS)
        hexes = road.split()
        off = list(_hexes(path, hexes))
        yield from off
        for a, b in pairwise(hexes if not off else ()):
            if b not in CORINTH.grid.adjacent[a]:
                yield path, f"{a} and {b} are not neighbours", "a road from hex to hex"


def _tables(file: Tables) -> Iterator[Complaint]:
    """Impossible spans, levels and dice."""
    for part in ("first_day", "night", "second_day"):
        first, last = getattr(file.turns, part)
        if not 1 <= first <= last <= CORINTH.last_turn:
            yield ("turns", part), f"{first} to {last}", f"the first and the last, each {_TURNS}"
    for name in ("primary_redan", "secondary_redan", "corinth", *CORINTH.map.of_zone("objective")):
        if name not in file.objectives:
            yield ("objectives",), f"no {name}", f"a line that begins with {name} ="
    for leader, points in file.leaders.items():
        for fate in _FATES:
            if fate not in points:
                yield ("leaders", leader), f"no {fate}", f"points for {' '.join(_FATES)}"
    for version in ("free", "solitaire", "historical"):
        bounds: tuple[float, ...] = getattr(file.levels, version)
        wanted = len(file.levels.names) - 1
        if len(bounds) != wanted or list(bounds) != sorted(set(bounds)):
            right = f"{wanted} totals, one less than names, each above the one before it"
            yield ("levels", version), "does not divide the levels", right
    yield from _dice(("rapid_fire", "fouls_on"), file.rapid_fire.fouls_on)
    yield from _dice(("rapid_fire", "unfouls_on"), file.rapid_fire.unfouls_on)
    for formation, dice in file.reserve.commits_on.items():
        path: Path = ("reserve", "commits_on")
        known = (*_ROSTER.divisions, *_ROSTER.brigades)
        yield from _one_of(path, formation, known, "a division or a brigade")
        yield from _dice(path, dice)
    for division, dice in file.solitaire.items():
        yield from _one_of(("solitaire", division), division, DIVISIONS)
        yield from _dice(("solitaire", division), dice)
    for turn, highest in file.arrival.items():
        path = ("arrival", str(turn))
        for division in DIVISIONS:
            if division not in highest:
                yield path, f"no {division}", f"a die for each of {' '.join(DIVISIONS)}"
    for turn, areas in file.area.items():
        path = ("area", str(turn))
        if len(areas) != 6:
            yield path, f"{len(areas)} areas", "6, one for each face of the die"
        for area in areas:
            yield from _one_of(path, area, _ROWS)


def _units(path: Path, words: str) -> Iterator[Complaint]:
    faults = list(_unknown(path, words))
    yield from faults
    for place, word in enumerate(words.split() if not faults else ()):
        before = selected(_ROSTER, " ".join(words.split()[:place]))
        if word.startswith("-") and _ROSTER.number[word[1:]] not in before:
            yield path, f"{word[1:]!r} is not among them", "-ID of a counter named before it"
            return


def _unknown(path: Path, words: str) -> Iterator[Complaint]:
    for word in words.split():
        kind, _, slug = word.partition(":")
        if not slug:
            right = "an id of the order of battle, brigade:NAME, division:NAME, or -ID"
            yield from _one_of(path, word.removeprefix("-"), _ROSTER.number, right)
        elif kind in _GROUPS:
            yield from _one_of(path, slug, _GROUPS[kind])
        else:
            yield path, f"unknown {kind!r}", "brigade:NAME or division:NAME"


def _hexes(path: Path, words: Iterable[str]) -> Iterator[Complaint]:
    for word in words:
        ends = word.split("-")
        if not _HEXES.fullmatch(word) or any(end not in CORINTH.grid for end in ends):
            yield path, f"{word!r} is not on the map", _A_HEX
        elif ends[0][:2] != ends[-1][:2] or ends[0] > ends[-1]:
            yield path, f"{word!r} is not a run", _A_HEX


def _one_of(path: Path, word: str, known: Iterable[str], right: str = "") -> Iterator[Complaint]:
    names = tuple(known)
    if word not in names:
        yield path, f"unknown {word!r}", right or f"one of {' '.join(names)}"


def _turn(path: Path, turn: int) -> Iterator[Complaint]:
    if not 1 <= turn <= CORINTH.last_turn:
        yield path, f"Game-Turn {turn}", _TURNS


def _rule(path: Path, rule: str) -> Iterator[Complaint]:
    if not _RULE.fullmatch(rule):
        yield path, f"{rule!r} is not a rule", "one such as corinth:30.12.1"


def _dice(path: Path, faces: tuple[int, ...]) -> Iterator[Complaint]:
    for face in faces:
        if not 1 <= face <= 6:
            yield path, f"{face} is not on a die", "faces of a die, 1 to 6"
