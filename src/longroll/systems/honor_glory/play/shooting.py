"""Shots: what keeps a unit from firing at another, and what a shot does."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from longroll.board.table import Piece, Spot, in_arc, level_at, spot
from longroll.kernel.agenda import Umpire, chance_node
from longroll.kernel.decision import Refusal
from longroll.systems.honor_glory import fire, morale, rally
from longroll.systems.honor_glory.batteries import bars_to_fire_exhausted
from longroll.systems.honor_glory.cover import COVER
from longroll.systems.honor_glory.fire import Shot
from longroll.systems.honor_glory.fire_restrictions import (
    DEEPEST,
    Candidate,
    DeadGround,
    Firing,
    Why,
    bars_to_fire,
    dead_ground,
    must_be_fired_at,
)
from longroll.systems.honor_glory.fire_tables import FIRE, NEAR_FRIENDS
from longroll.systems.honor_glory.morale import Reason
from longroll.systems.honor_glory.play import field, hits, walls
from longroll.systems.honor_glory.play.events import Concealed, Fired
from longroll.systems.honor_glory.play.state import Hollow, State
from longroll.systems.honor_glory.rates import CONTACT, WHEEL_BAR
from longroll.systems.honor_glory.words import Morale


def bars_to_shot(state: State, id: str, target: str, why: Why) -> Iterator[Refusal]:
    """Everything that keeps a unit from firing at another. [honor_glory:54.1]
    [honor_glory:57.2] [honor_glory:57.3] [honor_glory:57.4]"""
    yield from _bars_to_aim(state, id, target, why)
    if why == "activated":
        first = _first_targets(state, id)
        if first and target not in first:
            named = " or ".join(state.units[one].title for one in first)
            yield Refusal("honor_glory:57.2", f"it must fire at {named} first")


def _bars_to_aim(state: State, id: str, target: str, why: Why) -> Iterator[Refusal]:
    """What keeps a unit from firing at another, whoever else is there; one that has struck in
    melee, if only in support, is not activated to fire. [honor_glory:28.4a] [honor_glory:54.7]
    [honor_glory:54.9] [honor_glory:55.5] [honor_glory:55.8] [honor_glory:59.1]"""
    state = walls.attacked(walls.attacked(state, target, id), id, target)  # [honor_glory:60.1]
    faces = field.faces(state, id, target)
    yield from _bars_to_lay(
        state, id, why, faces=faces, melee=state.opponent_of(target) is not None
    )
    if any(field.friends_within(state, id, target, NEAR_FRIENDS)):
        yield Refusal("honor_glory:55.8", "friends are within 5 cm of the target")
    if not field.is_forward_on_hill(state, id, target):
        yield Refusal("honor_glory:59.1", "it stands too far behind the edge of its hill")
    if not field.lane_is_clear(state, id, target):
        yield Refusal("honor_glory:54.7", "there is no clear line of fire")
    hidden = state.dead_ground.get(_pair(id, target))
    if hidden is not None and hidden.protects and _stay_put(state, hidden, id, target):
        yield Refusal("honor_glory:37.5", "the target lies in dead ground")


def bars_to_shell(
    state: State, id: str, cover: Piece, there: Spot, among: Collection[str]
) -> Iterator[Refusal]:
    """What keeps a gun from firing at a place of some cover, whoever stands `among` it.
    [honor_glory:OP10.1.3] [honor_glory:54.7]"""
    unit = state.units[id]
    faces = in_arc(spot(unit.point), unit.heading, FIRE.arc * 10, there)
    yield from _bars_to_lay(state, id, "activated", faces=faces)
    around = tuple(one for one in state.table.pieces if one != cover)
    bare = replace(state.table, pieces=around)
    slope = field.level(state, id) != level_at(bare, there)
    if not field.is_lane(state, id, there, bare, slope=slope, among=among):
        yield Refusal("honor_glory:54.7", "there is no clear line of fire")


def _bars_to_lay(
    state: State, id: str, why: Why, *, faces: bool, melee: bool = False
) -> Iterator[Refusal]:
    """What keeps a unit from firing at all, and at what it does not face, or at a `melee`.
    [honor_glory:28.4a] [honor_glory:54.9] [honor_glory:55.5]"""
    unit = state.units[id]
    number, over = unit.left
    if not faces:
        yield Refusal("honor_glory:54.9", "the target is not within 45 degrees of its front")
    yield from bars_to_fire(
        Firing(
            unit=field.troops_of(state, id),
            why=why,
            turn="now",
            fired_in=("now",) if unit.fired else (),
            left=number * 100 // over,
            faces_target=faces,
            in_melee=state.opponent_of(id) is not None,
            crossing_river=bool(unit.river),
            reduced_this_turn=True,
            target_in_melee=melee,
        )
    )
    if why == "activated" and unit.fought:
        yield Refusal("honor_glory:28.4a", "it has fought in this turn")
    yield from bars_by_crew(state, id)


def bars_by_crew(state: State, id: str) -> Iterator[Refusal]:
    """A crew that is exhausted by OP3 fires at nobody. [honor_glory:OP3.2a]"""
    if state.options.exhausted_crews and state.units[id].arm == "artillery":
        yield from bars_to_fire_exhausted(state.units[id].stamina)


def _first_targets(state: State, id: str) -> list[str]:
    """The enemies that a unit must choose from among those that it could fire at; none if it may
    choose freely. [honor_glory:57.2] [honor_glory:57.3] [honor_glory:57.4] (HG-08)"""
    unit = state.units[id]
    supported = field.near(state, id, CONTACT, unit.side)
    candidates = [
        Candidate(
            enemy,
            state.units[enemy].kind,
            field.range_to(state, id, enemy),
            hurt_firer_last_move=enemy in unit.hurt_by,
            is_artillery_fire=state.units[enemy].arm == "artillery",
            near_supported_friend=any(
                field.are_near(state, friend, enemy, WHEEL_BAR) for friend in supported
            ),
        )
        for enemy in (state.enemies_of(unit.side) if supported else unit.hurt_by)
        if state.units[enemy].place == "table" and not state.units[enemy].hidden
    ]
    first = must_be_fired_at(
        unit.kind,
        [
            one
            for one in candidates
            if (one.hurt_firer_last_move or one.near_supported_friend)
            and next(_bars_to_aim(state, id, one.id, "activated"), None) is None
            and is_in_range(state, id, one.id)
        ],
    )
    return [one.id for one in first]


def is_in_range(state: State, id: str, target: str) -> bool:
    """Whether a shot reaches its target at all."""
    distance = field.range_to(state, id, target)
    return fire.aim(field.facts(state, id), field.facts(state, target), distance).value is not None


def can_reply(state: State, id: str, target: str, *, before: Morale = "formed") -> bool:
    """Whether a unit that was fired at may fire back, and reaches the one that fired. `before` is
    its morale before that shot: one that ran already does not reply, nor one that rallied and now
    runs again. [honor_glory:54.2] [honor_glory:55.6a] [honor_glory:61.2] [honor_glory:101.8b]
    (HG-H22, HG-H48)"""
    if before != "formed" and state.units[id].morale != "rallying":
        return False
    if next(bars_to_shot(state, id, target, "return"), None) is not None:
        return False
    return is_in_range(state, id, target)


@chance_node()
def shoot(
    state: State, id: str, target: str, umpire: Umpire, *, reply: bool = False
) -> list[Reason]:
    """One shot at its measured range; the tests that it makes the target take."""
    distance = field.range_to(state, id, target)
    enfiladed = not reply and field.is_enfiladed(state, id, target)
    firer, other = field.facts(state, id), field.facts(state, target)
    aimed = fire.aim(firer, other, distance, enfiladed=enfiladed)
    shot = fire.shoot(firer, other, aimed, umpire, enfiladed=enfiladed)
    has_fired(state, id, umpire)
    return take(state, id, target, shot, umpire, reply=reply)


def take(
    state: State, id: str, target: str, shot: Shot, umpire: Umpire, *, reply: bool = False
) -> list[Reason]:
    """What a shot does to its target: points, its team, its commanders; the tests it must take.
    [honor_glory:65.8] [honor_glory:72.7] [honor_glory:70.2]"""
    rule = "honor_glory:65.5a" if shot.aim.by_artillery else "honor_glory:72.4b"
    umpire.tell(
        Fired(
            rules=(rule,),
            rolls=shot.rolls,
            unit=id,
            title=state.units[id].title,
            target=target,
            target_title=state.units[target].title,
            lines=shot.aim.lines,
            hit=shot.hit,
            loss=shot.loss,
            reply=reply,
        )
    )
    if not shot.hit:
        return []
    wear_down(state, target, shot.loss)
    hurt_by = state.units[target].hurt_by
    if shot.loss and id not in hurt_by:
        state.change(target, hurt_by=(*hurt_by, id))
    if shot.team_loss:
        team = max(0, state.units[target].team - shot.team_loss)
        state.change(target, team=team)
    by: morale.HitBy = "artillery" if shot.aim.by_artillery else "small_arms"
    return morale.due_after_hit(by, hits.bury(state, target, shot.risk, umpire))


def wear_down(state: State, id: str, points: int) -> None:
    """Take the points that fire costs a unit; one that had rallied routs again.
    [honor_glory:101.8b]"""
    if rally.routs_again(field.facts(state, id), lost=points):
        state.change(id, morale="routing", rest=0)
    hits.lose(state, id, points)


def has_fired(state: State, id: str, umpire: Umpire) -> None:
    """A unit has fired in this turn; the crew of a gun tires by OP3, and then needs rest.
    [honor_glory:54.6] [honor_glory:OP3.1a] [honor_glory:OP3.1b] [honor_glory:54.11]"""
    state.change(id, fired=True)
    if state.units[id].arm == "artillery":
        hits.tire(state, id, umpire, shots=1)


def helpers(state: State, id: str, enemy: str, *, charged: bool = False) -> list[str]:
    """The neighbours that may fire in support of a unit: uncommitted foot and guns that touch its
    left or right, and guns attached to it; nobody who was fired on in this turn. A charge comes
    into their range. [honor_glory:OP12.0] [honor_glory:OP12.3a] [honor_glory:63.0b]"""
    found = []
    for friend in state.of_side(state.units[id].side):
        if state.units[friend].shot_at and state.units[friend].side != state.active:
            continue
        beside = friend != id and field.touching(state, friend, id)
        guns = state.units[friend].arm == "artillery"
        if beside and (guns or not field.is_behind(state, friend, id)):
            barred = any(bars_to_shot(state, friend, enemy, "return"))
            reaches = charged or is_in_range(state, friend, enemy)
            if reaches and not barred and state.units[friend].morale == "formed":
                found.append(friend)
    return found


# Dead ground


def _pair(id: str, target: str) -> str:
    return f"{id} {target}"


def _stay_put(state: State, hidden: Hollow, id: str, target: str) -> bool:
    """[honor_glory:37.5]"""
    return hidden.poses == (state.units[id].pose, state.units[target].pose)


def _is_behind(state: State, id: str, target: str, hollow: DeadGround) -> bool:
    """Whether three quarters of a target's front are in dead ground. [honor_glory:37.2]"""
    inside = sum(hollow.protects(far) for far in field.front_distances(state, id, target))
    return inside * 100 >= COVER.frontage * field.SAMPLES


def is_hidden_by_ground(state: State, id: str, target: str, umpire: Umpire) -> bool:
    """Whether a shot is wasted on a target in dead ground behind the last contour between them; a
    die says how deep that is, if the target is near enough to the contour for it to matter, once
    while both stay where they are. [honor_glory:37.1]
    [honor_glory:37.2] [honor_glory:37.3] [honor_glory:37.4] [honor_glory:37.5] (HG-H49)"""
    edge = field.last_contour(state, id, target)
    if edge is None or not _is_behind(state, id, target, DeadGround(edge, edge + DEEPEST)):
        return False
    poses = (state.units[id].pose, state.units[target].pose)
    known = state.dead_ground.get(_pair(id, target))
    if known is None or known.poses != poses:
        roll, found = dead_ground(edge, umpire)
        known = Hollow(poses, _is_behind(state, id, target, found))
        state.dead_ground = {**state.dead_ground, _pair(id, target): known}
        event = Concealed(
            rules=("honor_glory:37.1",),
            rolls=(roll,),
            unit=target,
            title=state.units[target].title,
            hidden=known.protects,
        )
        umpire.tell(event)
    return known.protects
