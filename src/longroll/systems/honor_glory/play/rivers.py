"""Rivers: units ford them, and engineers bridge them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from longroll.board.table import (
    Piece,
    Point,
    Pose,
    after,
    ahead,
    distance,
    distance_between,
    footprint,
    lies_within,
    overlaps,
    piece,
    point,
    spot,
    spot_at,
)
from longroll.board.table.measure import SLACK, nearest_on_segment
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.standing import ground_of
from longroll.miniatures.ways import is_free
from longroll.systems.honor_glory import crossing
from longroll.systems.honor_glory.layouts import base_size
from longroll.systems.honor_glory.measure import CM
from longroll.systems.honor_glory.play import hits
from longroll.systems.honor_glory.play.events import AtRiver
from longroll.systems.honor_glory.play.rulebook import BRIDGES, RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import Bridge, State, Usable
from longroll.systems.honor_glory.rates import CONTACT, RIVERS
from longroll.systems.honor_glory.words import REGIMENTS


def river_before(state: State, id: str) -> Piece | None:
    """The river whose bank the middle of a unit's front touches."""
    here = spot(state.units[id].pose.point)
    for one in state.table.pieces:
        if one.kind == "river" and lies_within(here, one.ground, CONTACT):
            return one
    return None


def stretch_of(river: Piece, here: Point) -> str:
    """The stretch of 5 cm of a river that a place is at. [honor_glory:49.f1]"""
    best, gone = (-1, 0), 0
    for start, end in pairwise(river.points):
        at = point(nearest_on_segment(spot(here), spot(start), spot(end)))
        off = distance(here, at)
        if best[0] < 0 or off < best[0]:
            best = (off, gone + distance(start, at))
        gone += distance(start, end)
    return f"{river.name} {best[1] // (RIVERS.ford_width * CM)}"


def bars_at_the_bank(state: State, id: str, deed: str, type: str) -> Iterator[Refusal]:
    """What keeps a unit from fording or bridging the river before it. [honor_glory:8.3]
    [honor_glory:49.0a] [honor_glory:49.0b] [honor_glory:49.f1n] [honor_glory:104.2.a]"""
    unit, river = state.units[id], river_before(state, id)
    if river is None:
        yield Refusal("honor_glory:49.c1", "its front does not touch the bank of a river")
        return
    here = stretch_of(river, unit.pose.point)
    if deed == "bridge":
        if type not in BRIDGES:
            yield Refusal("honor_glory:104.3.a", f"a bridge is of type {', '.join(BRIDGES)}")
        if not unit.engineers:
            yield Refusal("honor_glory:104.2.a", "only engineers build bridges")
        if here in state.bridges and state.bridges[here].done:
            yield Refusal("honor_glory:104.1.e", "the bridge is built")
        return
    if not crossing.is_fordable(river.width):
        yield Refusal("honor_glory:49.0b", f"{river.name} is too wide to be forded")
    agreed = _agreed(state, river)
    if agreed and here not in agreed:
        yield Refusal("honor_glory:49.0a", f"{river.name} cannot be forded here")
    known = agreed.get(here, state.fords.get(here))
    if known == "no":
        yield Refusal("honor_glory:49.f1n", "there is no ford here")
    elif known == "foot" and unit.arm not in REGIMENTS:
        yield Refusal("honor_glory:49.f2", "guns and wheels cannot use this ford")


def _agreed(state: State, river: Piece) -> dict[str, Usable]:
    """The fords that were agreed on before the battle. [honor_glory:8.3] [honor_glory:49.0a]"""
    return {
        stretch_of(river, Point(round(ford.at[0] * CM), round(ford.at[1] * CM))): ford.troops
        for ford in state.played.file.fords
        if ford.river == river.name
    }


def ford(state: State, id: str, umpire: Umpire) -> None:
    """A unit looks for a ford if none is known, and tries to cross: its go is over then.
    [honor_glory:49.f1] [honor_glory:49.f2] [honor_glory:49.c1] [honor_glory:49.c2]
    [honor_glory:49.c3]"""
    unit, river = state.units[id], river_before(state, id)
    assert river is not None
    here = stretch_of(river, unit.pose.point)
    known: Usable | None = _agreed(state, river).get(here, state.fords.get(here))
    if known is None:
        found = crossing.look_for_ford(umpire)
        known = "no" if not found.found else "all" if found.wheels else "foot"
        state.fords = {**state.fords, here: known}
    tries = max(1, unit.left[0] // unit.left[1])
    state.change(id, left=(0, 1))
    usable = known == "all" or (known == "foot" and unit.arm in REGIMENTS)
    if not usable:
        _tell(state, id, "finds no ford here", "honor_glory:49.f1", umpire)
    elif crossing.attempts(river.width, tries, umpire)[-1] == "across":
        to = _far_bank(state, id, river)
        state.change(id, river="")
        if to is not None:
            state.put(id, to)
        _tell(state, id, "crosses the river", "honor_glory:49.c2", umpire)
    else:
        state.change(id, river=here)
        _tell(state, id, "is held up in the river", "honor_glory:49.c3", umpire)


def _far_bank(state: State, id: str, river: Piece) -> Pose | None:
    """The nearest free place straight ahead where all of a unit is beyond a river."""
    unit, layout = state.units[id], layout_of(state.units[id])
    first = river.width + layout.frame.depth
    for far in range(first, first + 20 * CM, CM // 4):
        to = after(layout, unit.pose, ahead(far))
        dry = not overlaps(footprint(layout, to), river.ground, SLACK)
        if dry and is_free(state, unit, to, (id,)):
            return to
    return None


def _tell(state: State, id: str, what: str, rule: str, umpire: Umpire) -> None:
    umpire.tell(AtRiver(rules=(rule,), unit=id, title=state.units[id].title, what=what))


# Bridges


def build(state: State, id: str, type: str, umpire: Umpire) -> None:
    """Engineers begin a bridge where they stand, or go on with it; each activation may bring it
    down. Weak engineers need twice as long. [honor_glory:104.1.e] [honor_glory:104.1.f]
    [honor_glory:104.2.d] [honor_glory:104.3.a] [honor_glory:104.3.c] [honor_glory:104.4.a]
    [honor_glory:104.5.a] [honor_glory:104.5.e] [honor_glory:104.5.f]"""
    unit, river = state.units[id], river_before(state, id)
    assert river is not None
    here = stretch_of(river, unit.pose.point)
    bridge = state.bridges.get(here)
    if bridge is None:
        tidal = river.name in state.played.file.fast
        needed = crossing.building_time(type, river.width, tidal, umpire)  # type: ignore[arg-type]
        bridge = Bridge(type, 2 * needed, _laid(state, unit.pose, river, type))  # type: ignore[arg-type]
    work = unit.left[0] // unit.left[1]
    state.change(id, left=(0, 1))
    for _ in range(work):
        if crossing.collapses(umpire):
            state.bridges = {at: one for at, one in state.bridges.items() if at != here}
            _tell(state, id, "sees its bridge collapse", "honor_glory:104.5.e", umpire)
            fall_with(state, bridge.piece, umpire)
            return
        left = bridge.left - crossing.halves_built(state.units[id].mp)
        bridge = Bridge(bridge.type, max(0, left), bridge.piece)
        state.bridges = {**state.bridges, here: bridge}
        if bridge.done:
            state.laid = (*state.laid, bridge.piece)
            _tell(state, id, "has finished its bridge", "honor_glory:104.1.e", umpire)
            return
    _tell(state, id, "works on a bridge", "honor_glory:104.2.d", umpire)


def _laid(state: State, pose: Pose, river: Piece, type: str) -> Piece:
    """A bridge from bank to bank, as wide as a column; its level is its type."""
    ends = (spot_at(pose, 0, CM), spot_at(pose, 0, -river.width - 2 * CONTACT - CM))
    name = f"bridge {len(state.bridges) + 1} over {river.name}"
    wide = base_size("infantry")[0] + CM
    points = [tuple(point(end)) for end in ends]
    return piece("road", name, *points, width=wide, level=BRIDGES.index(type) + 1)  # type: ignore[arg-type]


def fall_with(state: State, bridge: Piece, umpire: Umpire) -> None:
    """Whoever is on a bridge that collapses or touches it is lost. [honor_glory:104.5.b]"""
    for id in state.present():
        ground = ground_of(RULEBOOK, state.units[id])
        if distance_between(ground, bridge.ground) <= CONTACT:
            hits.gone(state, id, "is lost with the bridge", umpire, killed=True)
