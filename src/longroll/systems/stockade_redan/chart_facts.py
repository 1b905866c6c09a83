"""The charts of the book that a player looks up, and where a value was reconstructed."""

from __future__ import annotations

from longroll.display.facts import ChartFacts
from longroll.systems.stockade_redan.tables import TABLES


def charts() -> tuple[ChartFacts, ...]:
    return _fire(), _range(), _terrain(), _factors(), _morale(), _chaos(), _gettysburg()


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _fire() -> ChartFacts:
    """[stockade_redan:11.7.2.1]"""
    last = max(TABLES.fire)
    rows = tuple(
        (f"{ratio} to 1{' or more' if ratio == last else ''}", f"{die} or less")
        for ratio, die in TABLES.fire.items()
    )
    head = ("Strength to defence", "a die that hits")
    return ChartFacts("Fire", "stockade_redan:11.7.2.1", head, rows)


def _range() -> ChartFacts:
    """[stockade_redan:11.5.4] [stockade_redan:11.5.7] [stockade_redan:11.5.8]"""
    rows = tuple((f"{hexes}", f"×{effect}") for hexes, effect in TABLES.range.items())
    head = ("Hexes", "strength of infantry")
    return ChartFacts("Range", "stockade_redan:11.5.4", head, rows)


def _terrain() -> ChartFacts:
    """[stockade_redan:TEC.1] [stockade_redan:TEC.2]"""
    rows = tuple(
        (
            _words(name),
            str(one.movement),
            str(one.defence),
            "yes" if one.blocks_fire else "no",
            "no" if one.no_artillery else "yes",
            one.basis,
        )
        for name, one in TABLES.terrain.items()
    )
    head = ("Terrain", "movement", "defence", "blocks fire", "artillery may enter", "known from")
    return ChartFacts(
        "Terrain Effects",
        "stockade_redan:TEC.2",
        head,
        rows,
        file="stockade_redan/data/tables.toml",
    )


def _factors() -> ChartFacts:
    """[stockade_redan:MFC.1] [stockade_redan:MFC.5]"""
    rows = tuple(
        (_words(name), str(one.movement), str(one.fire or "–"), str(one.range or "–"), one.basis)
        for name, one in TABLES.factors.items()
    )
    head = ("Unit", "movement", "fire", "range", "known from")
    return ChartFacts(
        "Movement and Fire",
        "stockade_redan:MFC.1",
        head,
        rows,
        file="stockade_redan/data/tables.toml",
    )


def _morale() -> ChartFacts:
    """[stockade_redan:3.1.1.2] [stockade_redan:3.1.1.4]"""
    rows = tuple((str(die), str(morale)) for die, morale in TABLES.morale.items())
    head = ("Die", "Confederate morale")
    return ChartFacts("Confederate morale", "stockade_redan:3.1.1.2", head, rows)


def _chaos() -> ChartFacts:
    """[stockade_redan:9.0.2]"""
    chaos = TABLES.chaos_of_war
    rows = tuple(
        (str(morale), f"{chaos.union_by_morale[morale]:+d}", f"{added:+d}")
        for morale, added in chaos.confederate_by_morale.items()
    )
    head = ("Confederate morale", "Union markers", "Confederate markers")
    return ChartFacts("Chaos of War", "stockade_redan:9.0.2", head, rows)


def _gettysburg() -> ChartFacts:
    """[stockade_redan:4.4.1] [stockade_redan:4.4.6]"""
    rows = tuple((f"turn {turn}", f"{die} or less") for turn, die in TABLES.gettysburg.items())
    head = ("The redan is taken on", "a die, modified, that wins")
    return ChartFacts("Gettysburg Matrix", "stockade_redan:4.4.1", head, rows)
