"""9.3 The column shifts of a fire: the facts of it, and the lines of the chart they call for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from longroll.kernel.event import Line
from longroll.systems.blind_swords import morale, sight, stacking
from longroll.systems.blind_swords.charts import Charts
from longroll.systems.blind_swords.combat import Volley
from longroll.systems.blind_swords.ranges import band_of
from longroll.systems.blind_swords.state import State
from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.blind_swords.wording import hexes
from longroll.systems.blind_swords.works import works_in

MIXED, SMOOTHBORE = "Mx", "S"


class Stand(msgspec.Struct, frozen=True, gc=False):
    """Where somebody fires or is fired at: the kind of terrain, and the works in the hex."""

    terrain: str
    works: tuple[str, ...] = ()


class Gun(msgspec.Struct, frozen=True, gc=False):
    weapon: str
    band: str
    points: Fraction


class Facts(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything about a fire that shifts its column.

    What is true of one firing hex is true of the whole group (CB-56).
    """

    firers: tuple[Stand, ...]
    target: Stand
    #: The kinds of hexsides over which the fire comes into the target's hex.
    hexsides: tuple[str, ...] = ()
    guns: tuple[Gun, ...] = ()
    through_cover: bool = False
    over_units: bool = False
    firer_skirmish: bool = False
    target_skirmish: bool = False
    target_mounted: bool = False
    flanking: bool = False
    low_ammo: int = 0


def lines(charts: Charts, facts: Facts) -> Iterator[Line]:
    """Every line of the chart that applies, each once; all of them add up.

    [blind_swords:9.3.2] [blind_swords:9.3.8]
    """
    for name in dict.fromkeys(_names(charts, facts)):
        if name:
            shift = charts.fire[name]
            yield Line(shift.columns, shift.words, shift.rule)
    if facts.low_ammo:  # [blind_swords:6.6.1]
        shift = charts.fire["low_ammo"]
        yield Line(facts.low_ammo * shift.columns, shift.words, shift.rule)


def _names(charts: Charts, facts: Facts) -> Iterator[str]:
    # Cover of the target. [blind_swords:9.3.3]
    yield charts.terrain[facts.target.terrain].fire_at
    yield from (charts.works[name].fire_at for name in facts.target.works)
    yield from (charts.hexsides[name].fire for name in facts.hexsides)
    # What the line meets. [blind_swords:9.3.4]
    if facts.through_cover:
        yield "through_cover"
    if facts.over_units:
        yield "over_units"
    # The firers, and skirmishers on either side. [blind_swords:9.3.5]
    for stand in facts.firers:
        yield charts.terrain[stand.terrain].fire_from
        yield from (charts.works[name].fire_from for name in stand.works)
    if facts.firer_skirmish:
        yield "firer_skirmish"
    if facts.target_skirmish:
        yield "target_skirmish"
    # The guns. [blind_swords:9.3.6]
    if _is_half(facts.guns, MIXED, ("long", "extreme")):
        yield "mx_long_extreme"
    if _is_half(facts.guns, SMOOTHBORE, ("canister",)):
        yield "s_canister"
    # [blind_swords:9.3c.1] [blind_swords:9.3.7]
    if facts.flanking:
        yield "flanking_fire"
    if facts.target_mounted:
        yield "target_cavalry"


def _is_half(guns: tuple[Gun, ...], weapon: str, bands: tuple[str, ...]) -> bool:
    """Whether at least half of the points of the guns are of a kind, in some bands (CB-22)."""
    points = sum([gun.points for gun in guns if gun.weapon == weapon and gun.band in bands])
    return bool(points) and 2 * points >= sum([gun.points for gun in guns])


def facts(state: State, volley: Volley) -> Facts:
    """What shifts the column of a fire now, but for events."""
    game = state.game
    starts = hexes(state, volley.units)
    looks = [sight.look(state, start, volley.hex, volley.side) for start in starts]
    sides = [side for start in starts for side in sight.crossed(game.field, start, volley.hex)]
    units = [state.units[unit] for unit in volley.units]
    leads = stacking.candidates(state, volley.targets)
    return Facts(
        firers=tuple([_stand(state, start) for start in starts]),
        target=_stand(state, volley.hex),
        hexsides=tuple([kind for side in sides for kind in game.field.crosses(*side)]),
        guns=tuple(_guns(state, volley)),
        through_cover=any(look.through_cover for look in looks),
        over_units=any(look.over_units for look in looks),
        firer_skirmish=any(unit.skirmish for unit in units),
        target_skirmish=any(state.units[unit].skirmish for unit in volley.targets),
        # The whole hex is the target, but its Lead Unit bears it (CB-57).
        target_mounted=bool(leads) and state.is_mounted(leads[0]),
        flanking=is_flanking(state, volley),
        low_ammo=sum(unit.low_ammo for unit in units),
    )


def _stand(state: State, hex: str) -> Stand:
    return Stand(state.game.map.terrain[hex], tuple(works_in(state, hex)))


def _guns(state: State, volley: Volley) -> Iterator[Gun]:
    for unit in volley.units:
        if state.arm(unit) == "artillery":
            band = band_of(state, unit, volley.hex)
            yield Gun(state.piece(unit).weapon, band or "", morale.strength(state, unit))


def is_flanking(state: State, volley: Volley) -> bool:
    """Whether a firer and a steady friend beside the target are two hexes or more apart.

    [blind_swords:9.3c.2]
    """
    grid, own = state.game.grid, state.stacks[volley.side]
    beside = grid.adjacent[volley.hex]
    starts = [hex for hex in hexes(state, volley.units) if hex in beside]
    steady = [
        hex
        for hex in beside
        if any(not (state.units[u].hits or state.units[u].skirmish) for u in own.get(hex, ()))
    ]
    apart = NUMBERS["flanking_fire_distance"]
    return any(grid.distance(start, other) >= apart for start in starts for other in steady)
