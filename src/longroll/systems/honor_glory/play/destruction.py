"""Cover that is battered down, burnt and saved: OP10."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from longroll.board.table import (
    Piece,
    Spot,
    distance,
    distance_between,
    lies_within,
    piece,
    point,
    spot,
)
from longroll.board.table.measure import nearest_on_segment
from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.standing import ground_of
from longroll.systems.honor_glory import options
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.dice import d20
from longroll.systems.honor_glory.fire_tables import AUTO, artillery_value, row_at
from longroll.systems.honor_glory.measure import CM, whole_cm
from longroll.systems.honor_glory.options import OPTIONS, Attacker
from longroll.systems.honor_glory.play import buildings, field, hits, rivers, shooting
from longroll.systems.honor_glory.play.events import CoverHit
from longroll.systems.honor_glory.play.orders import Order, read_order
from longroll.systems.honor_glory.play.rulebook import RULEBOOK, layout_of
from longroll.systems.honor_glory.play.state import Burning, State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.rates import CONTACT
from longroll.systems.honor_glory.units import rating
from longroll.systems.honor_glory.weapons import gun_named
from longroll.systems.honor_glory.words import FOOT, REGIMENTS

_WEIGHTS: dict[str, Attacker] = {"short": "light", "medium": "medium", "long": "heavy"}


def called(state: State, word: str) -> Piece | None:
    """A piece of terrain by its name, written with hyphens."""
    return next((one for one in state.table.pieces if one.name.replace(" ", "-") == word), None)


def value_of(state: State, one: Piece) -> int:
    """The defence value that a piece has left. [honor_glory:OP10.0a]"""
    kind = field.cover_kind(state, one)
    bridge = one.kind == "road" and one.level
    whole = COVER.bridges["pontoon"] if bridge else COVER.kinds.get(kind, 0)
    return max(0, whole - state.damage.get(one.name, 0))


def touched_by(state: State, id: str) -> list[Piece]:
    """The cover and the bridges that a unit touches, the strongest first."""
    ground = ground_of(RULEBOOK, state.units[id])
    near = [
        one
        for one in state.table.pieces
        if value_of(state, one) and distance_between(ground, one.ground) <= CONTACT
    ]
    return sorted(near, key=lambda one: value_of(state, one), reverse=True)


def _aimed_at(state: State, id: str, deed: str, target: str) -> Piece | None:
    """The cover that a deed is about: what guns were told to shell, what burns, else the strongest
    that a unit touches."""
    if deed == "shell":
        one = called(state, target)
        return one if one is not None and value_of(state, one) else None
    burns = [one for one in touched_by(state, id) if one.name in state.fires]
    near = burns if deed == "quench" and burns else touched_by(state, id)
    return next(iter(near), None)


def defenders(state: State, one: Piece) -> list[str]:
    """The formed units that use a piece as cover."""
    return [
        id
        for id in state.present()
        if state.units[id].morale == "formed"
        and (state.units[id].inside == one.name or _uses(state, id, one))
    ]


def _uses(state: State, id: str, one: Piece) -> bool:
    unit = state.units[id]
    front = field.front_of(unit.pose, layout_of(unit).frame.width)
    near = sum(lies_within(place, one.ground, CONTACT) for place in front)
    return near * 100 >= COVER.frontage * len(front)


def bars_to_attack(state: State, id: str, deed: str, target: str) -> Iterator[Refusal]:
    """What keeps a unit from attacking cover, or from fighting a fire. [honor_glory:35.1]
    [honor_glory:OP10.0c] [honor_glory:OP10.1.1] [honor_glory:OP10.1.2a] [honor_glory:OP10.3.0]"""
    unit = state.units[id]
    if not state.options.destruction_of_cover:
        yield Refusal("honor_glory:35.1", "cover is not destroyed in this battle")
        return
    one = _aimed_at(state, id, deed, target)
    if one is None:
        yield Refusal("honor_glory:OP10.0c", "there is no such cover")
        return
    if deed != "quench":
        held = [who for who in defenders(state, one) if state.units[who].side != unit.side]
        if any(not state.units[who].hidden for who in held):
            yield Refusal("honor_glory:OP10.1.2a", "the enemy holds it: fire at the unit")
    if deed == "shell":
        if unit.arm != "artillery":
            yield Refusal("honor_glory:OP10.1.1", "only guns do that")
        there = _middle_of(state, id, one)
        yield from shooting.bars_to_shell(state, id, one, there, defenders(state, one))
    elif deed == "quench":
        if unit.arm not in REGIMENTS or one.name not in state.fires:
            yield Refusal("honor_glory:OP10.3.0", "it has no fire to fight")
        elif state.fires[one.name].lost:
            yield Refusal("honor_glory:OP10.3.1", "the fire is out of control")
    elif unit.arm not in FOOT:
        yield Refusal("honor_glory:OP10.1.1", "only infantry does that by hand")


def attack(state: State, id: str, deed: str, target: str, umpire: Umpire) -> None:
    """Guns shell undefended cover, infantry pulls it down or sets it on fire, or puts it out.
    [honor_glory:OP10.1.1] [honor_glory:OP10.1.3] [honor_glory:OP10.2.0]"""
    unit = state.units[id]
    one = _aimed_at(state, id, deed, target)
    assert one is not None
    state.change(id, left=(0, 1))
    if deed == "shell":
        shooting.has_fired(state, id, umpire)
        cm = whole_cm(distance(unit.pose.point, point(_middle_of(state, id, one))))
        row = row_at(gun_named(unit.gun), cm)
        value = None if row is None else artillery_value(row, "cover")
        if value is None:
            return
        need = None if value == AUTO else int(value) + rating(field.facts(state, id))
        if need is None or d20(umpire, "fire at cover", at_most=need).value <= need:
            reduce(state, one, id, umpire)
    elif deed == "breach":
        reduce(state, one, id, umpire)
    elif deed == "burn":
        _set_on_fire(state, one, id, umpire)
    else:
        _fight_fire(state, one, id, umpire)


def _middle_of(state: State, id: str, one: Piece) -> Spot:
    """Where a gun aims at cover: the middle of a building, the nearest part of whatever is long.
    [honor_glory:6.5]"""
    if buildings.is_building(one):
        return one.ground.centre
    here = spot(state.units[id].point)
    ends = pairwise(spot(place) for place in one.points)
    return min((nearest_on_segment(here, *pair) for pair in ends), key=partial(_far_from, here))


def _far_from(here: Spot, there: Spot) -> int:
    return distance(point(here), point(there))


def weight_of(state: State, id: str) -> Attacker:
    unit = state.units[id]
    return _WEIGHTS[gun_named(unit.gun).reach] if unit.arm == "artillery" else "infantry"


def reduce(state: State, one: Piece, id: str, umpire: Umpire) -> None:
    """An attack takes away defence value; guns may start a fire too. [honor_glory:OP10.1.4]
    [honor_glory:OP10.2.0]"""
    by = weight_of(state, id)
    _spoil(state, one, options.damage(by, umpire), "honor_glory:OP10.1.4", umpire)
    if by != "infantry" and buildings.is_building(one) and value_of(state, one):
        _set_on_fire(state, one, id, umpire)


def hit_cover_of(state: State, id: str, attacker: str, umpire: Umpire) -> None:
    """Fire of guns at troops behind cover, and a charge of infantry on them, reduce the cover,
    whether or not they cost the troops points. [honor_glory:OP10.1.1] [honor_glory:OP10.1.2b]
    (HG-29)"""
    if not state.options.destruction_of_cover:
        return
    whole = (one for one in state.table.pieces if value_of(state, one))
    one = next((one for one in whole if id in defenders(state, one)), None)
    if one is not None:
        reduce(state, one, attacker, umpire)


def _spoil(state: State, one: Piece, loss: int, rule: str, umpire: Umpire) -> None:
    """Cover without any value is gone; a building leaves difficult ground. [honor_glory:OP10.0a]
    [honor_glory:OP10.0b] [honor_glory:104.5.b] [honor_glory:104.5.c] [honor_glory:104.5.d]"""
    state.damage = {**state.damage, one.name: state.damage.get(one.name, 0) + loss}
    left = value_of(state, one)
    umpire.tell(CoverHit(rules=(rule,), piece=one.name, loss=loss, left=left))
    if left:
        return
    state.fires = {name: fire for name, fire in state.fires.items() if name != one.name}
    for id in buildings.holders(state, one.name):
        buildings.leave(state, id)
    state.removed = (*state.removed, one.name)
    if buildings.is_building(one):
        ruin = piece("rough", f"the ruins of {one.name}", *map(tuple, one.points))  # type: ignore[arg-type]
        state.laid = (*state.laid, ruin)
    if one.kind == "road":
        state.laid = tuple(other for other in state.laid if other.name != one.name)
        state.bridges = {at: bridge for at, bridge in state.bridges.items() if bridge.piece != one}
        rivers.fall_with(state, one, umpire)


# Fire


def _set_on_fire(state: State, one: Piece, id: str, umpire: Umpire) -> None:
    """A fire that catches does its first damage at the end of the enemy's turn.
    [honor_glory:OP10.2.1] [honor_glory:OP10.2.2] (HG-H71)"""
    side = state.units[id].of
    held = any(state.units[who].side != side for who in defenders(state, one))
    if one.name in state.fires or not options.fire_starts(held, umpire):
        return
    first = options.damage(weight_of(state, id), umpire)
    state.fires = {**state.fires, one.name: Burning(side, first)}
    left = value_of(state, one)
    umpire.tell(
        CoverHit(
            rules=("honor_glory:OP10.2.2",), piece=one.name, loss=0, left=left, fire="it catches"
        )
    )


def burn_on(state: State, side: str, umpire: Umpire) -> None:
    """At the end of a turn the fires that the other side started do their damage, which doubles
    from turn to turn. [honor_glory:OP10.2.3] [honor_glory:OP10.2.4] (HG-H71)"""
    for name, fire in state.fires.items():
        one = next((one for one in state.table.pieces if one.name == name), None)
        if fire.side == side or one is None:
            continue
        state.fires = {**state.fires, name: Burning(fire.side, 2 * fire.loss, fire.lost)}
        taken = min(fire.loss, value_of(state, one))
        _spoil(state, one, taken, "honor_glory:OP10.2.3", umpire)


def _fight_fire(state: State, one: Piece, id: str, umpire: Umpire) -> None:
    """[honor_glory:OP10.3.1] [honor_glory:OP10.3.2] [honor_glory:OP10.3.3]
    [honor_glory:OP10.3.4]"""
    rolls, found = options.fire_fought(umpire)
    fire = state.fires[one.name]
    told = CoverHit(
        rules=("honor_glory:OP10.3.0",),
        rolls=rolls,
        piece=one.name,
        loss=0,
        left=value_of(state, one),
        fire=found,
    )
    umpire.tell(told)
    if found == "out":
        state.fires = {name: one for name, one in state.fires.items() if name != told.piece}
    elif found != "still_burning":
        if found == "out_of_control":
            state.fires = {**state.fires, one.name: Burning(fire.side, fire.loss, lost=True)}
        hits.lose(state, id, 1)
        if not hits.run_if_broken(state, id, umpire):
            hits.flee(state, id, "withdraw", umpire)


def bars_near_fire(state: State, id: str, moved: Unit) -> Iterator[Refusal]:
    """A unit keeps 5 cm from a burning building, or at least goes no nearer to it, unless it is to
    fight the fire. [honor_glory:OP10.2.5]"""
    order = read_order(state.declared.get(id, ()))
    if isinstance(order, Order) and order.deed == "quench":
        return
    before, now = (ground_of(RULEBOOK, unit) for unit in (state.units[id], moved))
    for one in state.table.pieces:
        if one.name in state.fires:
            gap = distance_between(now, one.ground)
            if gap < min(OPTIONS.limits.burning * CM, distance_between(before, one.ground)):
                yield Refusal("honor_glory:OP10.2.5", f"{one.name} is on fire")
