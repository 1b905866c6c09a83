"""A unit fires in its go: the shot, the reply, and what follows on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.standing import gap
from longroll.systems.honor_glory import fire, morale
from longroll.systems.honor_glory.fire import Shot
from longroll.systems.honor_glory.fire_restrictions import (
    Candidate,
    Firing,
    Why,
    bars_to_fire,
    must_be_fired_at,
)
from longroll.systems.honor_glory.morale import Reason
from longroll.systems.honor_glory.play import field, hits
from longroll.systems.honor_glory.play.events import Fired
from longroll.systems.honor_glory.play.rulebook import RULEBOOK
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.rates import COSTS, WHEEL_BAR


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
    """What keeps a unit from firing at another, whoever else is there. [honor_glory:54.7]
    [honor_glory:54.9] [honor_glory:55.5] [honor_glory:55.8] [honor_glory:59.1]"""
    unit = state.units[id]
    number, over = unit.left
    yield from bars_to_fire(
        Firing(
            unit=field.facts(state, id),
            why=why,
            turn="now",
            fired_in=("now",) if unit.fired else (),
            left=number * 100 // over,
            faces_target=field.faces(state, id, target),
            in_melee=state.opponent_of(id) is not None,
            reduced_this_turn=True,
            target_in_melee=state.opponent_of(target) is not None,
            target_near=field.nearest_friend(state, target, unit.side),
        )
    )
    if not field.faces(state, id, target):
        yield Refusal("honor_glory:54.9", "the target is not within 45 degrees of its front")
    if not field.lane_is_clear(state, id, target):
        yield Refusal("honor_glory:54.7", "there is no clear line of fire")
    if not field.is_forward_on_hill(state, id, target):
        yield Refusal("honor_glory:59.1", "it stands too far behind the edge of its hill")


def _first_targets(state: State, id: str) -> list[str]:
    """The enemies that a unit must choose from among those that it could fire at.
    [honor_glory:57.2] [honor_glory:57.3] (HG-08)"""
    unit = state.units[id]
    supported = [
        friend
        for friend in state.of_side(unit.side)
        if friend != id and field.touching(state, id, friend)
    ]
    candidates = [
        Candidate(
            enemy,
            other.kind,
            field.range_to(state, id, enemy),
            hurt_firer_last_move=enemy in unit.hurt_by,
            is_artillery_fire=other.arm == "artillery",
            near_supported_friend=any(
                gap(RULEBOOK, state.units[friend], other) <= WHEEL_BAR for friend in supported
            ),
        )
        for enemy, other in ((one, state.units[one]) for one in state.enemies_of(unit.side))
        if next(_bars_to_aim(state, id, enemy, "activated"), None) is None
        and _is_in_range(state, id, enemy)
    ]
    return [one.id for one in must_be_fired_at(unit.kind, candidates)]


def _is_in_range(state: State, id: str, target: str) -> bool:
    distance = field.range_to(state, id, target)
    return fire.aim(field.facts(state, id), field.facts(state, target), distance).value is not None


def fire_at(state: State, id: str, target: str, umpire: Umpire) -> None:
    """A shot, the return fire of a target that may, and the tests of both.
    [honor_glory:9.p3] [honor_glory:9.1.1a] [honor_glory:9.1.1c] [honor_glory:9.1.3]
    [honor_glory:13.fire.2] [honor_glory:54.2]"""
    state.spend(id, Fraction(COSTS.fire, 100))
    due = shoot(state, id, target, umpire)
    back: list[Reason] = []
    state.change(target, shot_at=True)
    if _can_reply(state, target, id):
        back = shoot(state, target, id, umpire, reply=True)
    for one, reasons in ((target, due), (id, back)):
        if reasons:
            hits.carry_out(state, one, hits.obey(state, one, reasons, umpire), umpire)


def _can_reply(state: State, id: str, target: str) -> bool:
    """Whether a unit that was fired at may fire back, and reaches the one that fired.
    [honor_glory:54.2] (HG-H22, HG-H48)"""
    if next(bars_to_shot(state, id, target, "return"), None) is not None:
        return False
    return _is_in_range(state, id, target)


def shoot(
    state: State, id: str, target: str, umpire: Umpire, *, reply: bool = False
) -> list[Reason]:
    """One shot at its measured range; the tests that it makes the target take."""
    distance = field.range_to(state, id, target)
    enfiladed = not reply and field.is_enfiladed(state, id, target)
    firer, other = field.facts(state, id), field.facts(state, target)
    aimed = fire.aim(firer, other, distance, enfiladed=enfiladed)
    shot = fire.shoot(firer, other, aimed, umpire, enfiladed=enfiladed)
    state.change(id, fired=True)
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
    hits.lose(state, target, shot.loss)
    hurt_by = state.units[target].hurt_by
    if shot.loss and id not in hurt_by:
        state.change(target, hurt_by=(*hurt_by, id))
    if shot.team_loss:
        team = max(0, state.units[target].team - shot.team_loss)
        state.change(target, team=team)
    hits.bury(state, target, shot.risk, umpire)
    by: morale.HitBy = "artillery" if shot.aim.by_artillery else "small_arms"
    return morale.due_after_hit(by, shot.risk.killed)
