"""How far units move and what actions cost; read from data/movement.toml."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from longroll.board.datafile import Complaint
from longroll.systems.honor_glory.datafile import load
from longroll.systems.honor_glory.measure import CM, Distance
from longroll.systems.honor_glory.weapons import Gun, move_type
from longroll.systems.honor_glory.words import FOOT, Arm, Formation, MoveType

BridgeType = Literal["A", "B", "C", "D"]
_Rate = tuple[int, ...]
_Three = tuple[int, int, int]


class Costs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Per cent of the allowance of one activation. [honor_glory:39.2]"""

    change: int
    turn: int
    cross: int
    barricade: int
    prone: int
    mount: int
    fire: int
    limber: int
    limber_long: int
    pass_through: int


class _Multiples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    withdrawal: int
    forced_march: int
    difficult: int


class _Distances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    contact: int
    change_bar: int
    wheel_bar: int
    straight_run: int
    deploy_depth: int
    deploy_margin: int


class _Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    share: int


class _Reckoner(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    rename={"three_quarters": "75", "half": "50", "quarter": "25"},
):
    rates: tuple[int, ...]
    three_quarters: tuple[int, ...]
    half: tuple[int, ...]
    quarter: tuple[int, ...]


class Rivers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fording. [honor_glory:49.c1]"""

    cross: tuple[tuple[int, int], ...]
    ford_found: int
    ford_width: int
    wheels_from: int


class Pontoon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bridges. [honor_glory:104.3.b]"""

    widths: tuple[int, int]
    weak: int
    collapses: tuple[int, int]
    A: tuple[_Three, _Three, _Three]
    B: tuple[_Three, _Three, _Three]
    C: tuple[_Three, _Three, _Three]
    D: tuple[_Three, _Three, _Three]


class MovementFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """data/movement.toml as it is written."""

    schema: Literal[1]
    source: str
    rates: dict[str, _Rate]
    costs: Costs
    multiples: _Multiples
    distances: _Distances
    figures: dict[str, _Figures]
    reckoner: _Reckoner
    rivers: Rivers
    pontoon: Pontoon


def complaints(file: MovementFile) -> Iterator[Complaint]:
    """What the types do not say."""
    for name, rate in file.rates.items():
        if len(rate) > 2:
            yield ("rates", name), f"{len(rate)} rates", "cross country, and road if it has one"
    for name in ("three_quarters", "half", "quarter"):
        if len(getattr(file.reckoner, name)) != len(file.reckoner.rates):
            yield ("reckoner",), f"{name}: not as long as the rates", "one entry for each rate"


MOVEMENT = load("movement.toml", MovementFile, complaints)
COSTS = MOVEMENT.costs
RIVERS = MOVEMENT.rivers
PONTOON = MOVEMENT.pontoon
#: How near counts as touching. [honor_glory:3.contact]
CONTACT = MOVEMENT.distances.contact * CM
#: [honor_glory:45.3]
CHANGE_BAR = MOVEMENT.distances.change_bar * CM
#: [honor_glory:46.4b]
WHEEL_BAR = MOVEMENT.distances.wheel_bar * CM
#: [honor_glory:77.3]
STRAIGHT_RUN = MOVEMENT.distances.straight_run * CM
#: Within this of the own edge, and so far from either end. [honor_glory:8.10]
DEPLOY_DEPTH = MOVEMENT.distances.deploy_depth * CM
DEPLOY_MARGIN = MOVEMENT.distances.deploy_margin * CM


class Mover(msgspec.Struct, frozen=True):
    """What decides how fast a unit is. `team` matters to guns: without one they are pushed."""

    arm: Arm
    formation: Formation
    gun: Gun | None = None
    drawn: MoveType | None = None
    team: bool = True


def rate(mover: Mover, *, road: bool = False) -> int | None:
    """The distance of a whole allowance; None if it cannot move at all, and its cross country rate
    if its formation has none for roads. Distances are the same for every size of figure.

    [honor_glory:41.0] [honor_glory:41.infline] [honor_glory:41.skirm] [honor_glory:41.infcol]
    [honor_glory:41.cavline] [honor_glory:41.cavcol] [honor_glory:41.mlong] [honor_glory:1.scale]

    >>> rate(Mover("infantry", "line")), rate(Mover("cavalry", "column"), road=True)
    (1000, 5000)
    """
    return _rate(row_of(mover), road)


def _rate(row: str, road: bool) -> int | None:
    rates = MOVEMENT.rates[row]
    if not rates:
        return None
    return rates[-1 if road else 0] * CM


def row_of(mover: Mover) -> str:
    """The row of the movement table; a gun without a team is pushed, though it was limbered.
    [honor_glory:70.4]"""
    if mover.arm == "artillery":
        if mover.formation == "limbered" and mover.team:
            return f"limbered_{move_type(mover.gun, mover.drawn)}"
        assert mover.gun is not None, "the rate of a gun that is pushed is that of its type"
        return f"manhandled_{mover.gun.reach}"
    if mover.arm in ("team", "wagon", "commander"):
        return mover.arm
    return f"{'infantry' if mover.arm in FOOT else 'cavalry'}_{mover.formation}"


# Flight


def limbered(mover: Mover) -> Mover:
    """A gun that has been hitched to its team; without one it stays as it is."""
    if mover.arm == "artillery" and mover.team:
        return msgspec.structs.replace(mover, formation="limbered")
    return mover


def withdrawal(mover: Mover) -> int | None:
    """How far a result of morale drives a unit back: twice its rate as it is formed, without
    cost; guns limber free, and those without a team are pushed. None if it cannot move.
    [honor_glory:48.0c] [honor_glory:48.2.1] [honor_glory:48.2.2] (HG-H44)

    >>> withdrawal(Mover("cavalry", "line"))
    6000
    """
    found = rate(limbered(mover))
    return None if found is None else found * MOVEMENT.multiples.withdrawal


def rout(mover: Mover) -> int | None:
    """How far a routing or broken unit runs, in every turn of either side; None for a gun that has
    no team: it is destroyed.
    [honor_glory:13.rout.1] [honor_glory:22.6] [honor_glory:50.2] [honor_glory:50.3a]
    [honor_glory:50.inf] [honor_glory:50.art] [honor_glory:50.wagon] [honor_glory:50.cmd]"""
    if mover.arm == "artillery":
        return rate(limbered(mover)) if mover.team else None
    if mover.arm in FOOT:
        return _rate("infantry_routing", False)
    if mover.arm == "cavalry":
        return _rate("cavalry_routing", False)
    return rate(mover)


# Difficult ground


def may_enter(arm: Arm, ground: str, *, road: bool = False) -> bool:
    """Whether a unit may enter difficult ground: in marsh and woods cavalry, guns and wheels keep
    to the roads. [honor_glory:52.0b] [honor_glory:52.2]"""
    return road or ground not in ("marsh", "woods") or arm in (*FOOT, "commander")


def through_difficult(left: Distance, width: Distance) -> tuple[Distance, Distance]:
    """How far into difficult ground the rest of an allowance goes, and what of it is left beyond.

    Half of the rest, rounded down to whole centimetres, is all there is inside.
    [honor_glory:52.4] [honor_glory:52.5] (HG-H42)

    >>> through_difficult(1100, 600), through_difficult(2000, 100)
    ((500, 0), (100, 1800))
    """
    twice = MOVEMENT.multiples.difficult
    inside = left // (twice * CM) * CM
    if inside >= width:
        return width, left - twice * width
    return inside, 0


# Forced march


def forced_march_rate(arm: Arm, *, road: bool = False) -> int:
    """How far one activation of forced march goes. [honor_glory:51.0a] [honor_glory:13.move.8]"""
    column = rate(Mover(arm, "column"), road=road)
    assert column is not None
    return column * MOVEMENT.multiples.forced_march
