"""9.2 Range bands, and what a unit's points are worth in them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from longroll.board.hex import Hex
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import WEAPONS, Weapon


class Share(msgspec.Struct, frozen=True, gc=False):
    """What a unit brings to a fire: its modified points, and the band it fires in."""

    points: Fraction
    band: str
    artillery: bool = False


def weapon_of(state: State, unit: int) -> Weapon:
    """Unmarked units have rifles, as the order of battle says. [blind_swords:2.1.10]

    S is smoothbore, Mx a mixed battery, Cb a carbine. [blind_swords:2.1.11]
    """
    piece = state.piece(unit)
    return (WEAPONS.artillery if piece.arm == "artillery" else WEAPONS.small_arms)[piece.weapon]


def band_of(state: State, unit: int, hex: Hex) -> str | None:
    """The band a hex lies in for a unit; None beyond its reach.

    The hex of the unit does not count, so that a neighbour is at range 1. [blind_swords:1.4.1]
    Riders reach only their neighbours. [blind_swords:9.2.1] [blind_swords:9.1.9]
    """
    distance = state.game.grid.distance(state.hex_of(unit), hex)
    if state.is_mounted(unit) and distance > WEAPONS.mounted.range:
        return None
    return weapon_of(state, unit).band(distance)


def reach_of(state: State, unit: int) -> int:
    """How many hexes a unit's weapon reaches; riders reach only their neighbours.

    [blind_swords:9.2.1] [blind_swords:9.1.9]
    """
    most = weapon_of(state, unit).reach
    return min(most, WEAPONS.mounted.range) if state.is_mounted(unit) else most


def total(shares: Iterable[Share]) -> Fraction:
    """All points times what their bands make of them, nothing rounded yet.

    Canister gains its whole point once, on the guns of the fire together (CB-58).
    [blind_swords:1.3.1] [blind_swords:9.2.2] [blind_swords:9.2.3] [blind_swords:9.2.4]

    >>> total([Share(Fraction(5), "long"), Share(Fraction(1), "canister", True)])
    Fraction(9, 2)
    """
    found = Fraction(0)
    guns: dict[str, Fraction] = {}
    for share in shares:
        if share.artillery:
            guns[share.band] = guns.get(share.band, Fraction(0)) + share.points
        else:
            found += WEAPONS.strength(share.points, share.band)
    return found + sum([WEAPONS.strength(points, band) for band, points in guns.items()])
