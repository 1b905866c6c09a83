"""Every counter of the game, in a fixed order. A unit's number is its index here."""

from __future__ import annotations

from functools import cache
from string import ascii_lowercase
from typing import Annotated, Literal

import msgspec

from longroll.kernel.naming import name_of
from longroll.systems.stockade_redan.tables import TABLES, Factors, read_toml

#: The index of a counter in the roster.
UnitNumber = Annotated[int, name_of("unit")]

UNION = "union"
CONFEDERATE = "confederate"
SIDES = (UNION, CONFEDERATE)
ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}
INFANTRY, OFFICER, ARTILLERY = "infantry", "officer", "artillery"


class Regiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A regiment: its companies, its officers, and the assault it arrives for."""

    slug: str
    name: str
    title: str
    side: str
    infantry: int
    officers: int
    assault: int
    basis: str
    zouaves: bool = False
    bridging: bool = False


class Artillery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Guns. The five companies that choose between Option 1 and 2 are marked `company`."""

    slug: str
    title: str
    side: str
    assault: int
    basis: str
    count: int = 1
    company: bool = False


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bombardment: dict[str, int]
    chaos_of_war: dict[str, int]
    bridging: int
    turn: int
    morale: int


class Counters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schema: Literal[1]
    source: str
    regiment: tuple[Regiment, ...]
    artillery: tuple[Artillery, ...]
    markers: Markers


class Piece(msgspec.Struct, frozen=True):
    """What a counter is, whatever happens to it. [stockade_redan:2.4.1]"""

    id: str
    title: str
    side: str
    kind: str
    regiment: str
    factors: Factors
    assault: int
    company: bool
    zouave: bool


def _pieces(counters: Counters) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for regiment in counters.regiment:
        # [stockade_redan:MFC.1] [stockade_redan:MFC.2] [stockade_redan:MFC.3]
        chart = "zouaves" if regiment.zouaves else f"{regiment.side}_infantry"
        ids = [
            (f"{regiment.slug}-{letter}", f"Company {letter.upper()}, {regiment.title}", chart)
            for letter in ascii_lowercase[: regiment.infantry]
        ]
        ids += [
            (f"{regiment.slug}-o{n}", f"Officer {n}, {regiment.title}", f"{regiment.side}_officer")
            for n in range(1, regiment.officers + 1)
        ]
        pieces += [
            Piece(
                id=id,
                title=title,
                side=regiment.side,
                kind=OFFICER if factors.endswith("officer") else INFANTRY,
                regiment=regiment.name,
                factors=TABLES.factors[factors],
                assault=regiment.assault,
                company=False,
                zouave=regiment.zouaves,
            )
            for id, title, factors in ids
        ]
    for guns in counters.artillery:
        for n in range(1, guns.count + 1):
            # [stockade_redan:MFC.4] [stockade_redan:MFC.5] [stockade_redan:2.2.2]
            many = guns.count > 1
            pieces.append(
                Piece(
                    id=f"{guns.slug}-{n}" if many else guns.slug,
                    title=f"{guns.title} {n}" if many else guns.title,
                    side=guns.side,
                    kind=ARTILLERY,
                    regiment="",
                    factors=TABLES.factors[f"{guns.side}_artillery"],
                    assault=guns.assault,
                    company=guns.company,
                    zouave=False,
                )
            )
    return tuple(pieces)


COUNTERS = msgspec.convert(read_toml("counters.toml"), Counters)
REGIMENTS = {regiment.name: regiment for regiment in COUNTERS.regiment}
ROSTER = _pieces(COUNTERS)
NUMBER = {piece.id: number for number, piece in enumerate(ROSTER)}
OF_SIDE = {side: tuple(n for n, piece in enumerate(ROSTER) if piece.side == side) for side in SIDES}
OFFICERS, GUNS = (
    {side: frozenset(n for n in OF_SIDE[side] if ROSTER[n].kind == kind) for side in SIDES}
    for kind in (OFFICER, ARTILLERY)
)
#: The five companies that choose together between Option 1 and Option 2. [stockade_redan:3.1.3.2]
COMPANIES = tuple(n for n, piece in enumerate(ROSTER) if piece.company)
STOCKADE_GUNS = tuple(n for n in OF_SIDE[CONFEDERATE] if ROSTER[n].kind == ARTILLERY)
FIRST_OHIO = NUMBER["1oh"]


@cache
def of(regiment: str, kind: str) -> tuple[int, ...]:
    """The counters of one kind of one regiment."""
    return tuple(
        n for n, piece in enumerate(ROSTER) if piece.regiment == regiment and piece.kind == kind
    )


def names(units: tuple[int, ...] | list[int]) -> str:
    """Counters in words: "Company A, 13th US and Officer 1, 13th US"."""
    titles = [ROSTER[unit].title for unit in units]
    if len(titles) < 3:
        return " and ".join(titles)
    return f"{'; '.join(titles[:-1])} and {titles[-1]}"
