"""What a drawn table needs to know and no battle changes."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from longroll.board.hex import Hex
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.roster import (
    CONFEDERATE,
    REGIMENTS,
    ROSTER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.sequence import PHASES
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import GRID, MAP


class MapFacts(msgspec.Struct, frozen=True):
    """The map sheet; hexes are four digits, column and row."""

    title: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    high: str
    terrain: dict[Hex, str]
    level: dict[Hex, int]
    roads: dict[str, tuple[Hex, ...]]
    hexsides: dict[str, tuple[tuple[Hex, Hex], ...]]
    zones: dict[str, tuple[Hex, ...]]
    labels: dict[Hex, str]


class PieceFacts(msgspec.Struct, frozen=True):
    """A counter as it is printed."""

    id: str
    title: str
    side: str
    kind: str
    regiment: str
    movement: int
    fire: int | Literal["morale"]
    range: int


class RegimentFacts(msgspec.Struct, frozen=True):
    name: str
    title: str
    side: str


class PhaseFacts(msgspec.Struct, frozen=True):
    """A phase; `side` is None where both sides act in it."""

    number: str
    title: str
    side: str | None


class TableFacts(msgspec.Struct, frozen=True):
    """Everything a client draws from."""

    slug: str
    title: str
    sides: tuple[str, ...]
    map: MapFacts
    pieces: tuple[PieceFacts, ...]
    regiments: tuple[RegimentFacts, ...]
    phases: tuple[PhaseFacts, ...]
    turns: int
    defence: dict[str, int]


def _side_of(title: str) -> str | None:
    for side in (UNION, CONFEDERATE):
        if title.startswith(side.title()):
            return side
    return None


@cache
def table_facts(slug: str, title: str) -> TableFacts:
    """The facts of the table, the same for every battle."""
    return TableFacts(
        slug=slug,
        title=title,
        sides=SIDES,
        map=MapFacts(
            title=MAP.title,
            columns=(GRID.columns[0], GRID.columns[-1]),
            rows=(GRID.rows[0], GRID.rows[-1]),
            high=GRID.high,
            terrain=MAP.terrain,
            level=MAP.level,
            roads=MAP.roads,
            hexsides=MAP.hexsides,
            zones={zone: MAP.of_zone(zone) for zone in MAP.zones},
            labels=MAP.labels,
        ),
        pieces=tuple(
            PieceFacts(
                id=piece.id,
                title=piece.title,
                side=piece.side,
                kind=piece.kind,
                regiment=piece.regiment,
                movement=piece.factors.movement,
                fire=piece.factors.fire,
                range=piece.factors.range,
            )
            for piece in ROSTER
        ),
        regiments=tuple(
            RegimentFacts(name, regiment.title, regiment.side)
            for name, regiment in REGIMENTS.items()
        ),
        phases=tuple(
            PhaseFacts(ROMAN[number], phase.title, _side_of(phase.title))
            for number, phase in enumerate(PHASES, 1)
        ),
        turns=scenario("two-assaults").turns,
        defence={name: terrain.defence for name, terrain in TABLES.terrain.items()},
    )
