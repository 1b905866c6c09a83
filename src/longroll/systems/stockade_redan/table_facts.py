"""What a drawn table needs to know and no battle changes."""

from __future__ import annotations

from functools import cache

from longroll.board.hex import map_facts
from longroll.display.facts import (
    GroupFacts,
    Note,
    PhaseFacts,
    PieceFacts,
    SystemTable,
)
from longroll.systems.stockade_redan.chart_facts import charts
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.roster import (
    CONFEDERATE,
    INFANTRY,
    REGIMENTS,
    ROSTER,
    SIDES,
    UNION,
    Piece,
)
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.sequence import PHASES
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import MAP


def _side_of(title: str) -> str | None:
    for side in (UNION, CONFEDERATE):
        if title.startswith(side.title()):
            return side
    return None


def _group_of(piece: Piece) -> str:
    """The regiment of a counter; guns belong to none, and are listed together."""
    return piece.regiment or f"{piece.side}-guns"


def _label(piece: Piece) -> str:
    if not piece.regiment:
        return piece.title.split()[0]
    letter = f" {piece.id[-1].upper()}" if piece.kind == INFANTRY else ""
    return piece.regiment + letter


def _piece(piece: Piece) -> PieceFacts:
    factors = piece.factors
    values = [Note("movement", str(factors.movement)), Note("fire", str(factors.fire))]
    if factors.range:
        values.append(Note("range", str(factors.range)))
    return PieceFacts(
        id=piece.id,
        title=piece.title,
        label=_label(piece),
        tag=piece.regiment.split()[0] if piece.regiment else "",
        side=piece.side,
        kind=piece.kind,
        group=_group_of(piece),
        strength="" if factors.fire == "morale" else str(factors.fire),
        right=str(factors.movement),
        values=tuple(values),
    )


def _groups() -> tuple[GroupFacts, ...]:
    named = [(name, one.title, "regiment", one.side) for name, one in REGIMENTS.items()]
    named += [(f"{side}-guns", "Guns", "guns", side) for side in SIDES]
    return tuple(
        GroupFacts(id, title, kind, side, "", tuple(p.id for p in ROSTER if _group_of(p) == id))
        for side in SIDES
        for id, title, kind, own in named
        if own == side
    )


@cache
def table_facts(slug: str, title: str) -> SystemTable:
    """The facts of the table, the same for every battle."""
    return SystemTable(
        slug=slug,
        title=title,
        sides=SIDES,
        map=map_facts(MAP),
        pieces=tuple(map(_piece, ROSTER)),
        groups=_groups(),
        phases=tuple(
            PhaseFacts(ROMAN[number], phase.title.removesuffix(" Phase"), _side_of(phase.title))
            for number, phase in enumerate(PHASES, 1)
        ),
        turns=scenario("two-assaults").turns,
        charts=charts(),
        ground={name: f"defence {terrain.defence}" for name, terrain in TABLES.terrain.items()},
    )
