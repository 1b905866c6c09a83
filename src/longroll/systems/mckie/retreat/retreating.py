"""Step 3: units that retreat or rout move away before anything else happens.

The effects that break a unit or send it back a few inches are carried out here too, whatever the
step they happen in.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures import running
from longroll.miniatures.amounts import UnitId
from longroll.miniatures.bodies import is_present
from longroll.miniatures.running import Run
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.casualties import hurt
from longroll.systems.mckie.command import riding
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.fire import guns
from longroll.systems.mckie.morale.results import MoraleResult, state_after
from longroll.systems.mckie.movement.ground import grounds_of
from longroll.systems.mckie.movement.manoeuvres import Manoeuvre
from longroll.systems.mckie.movement.rates import disorders_in_flight
from longroll.systems.mckie.movement.rules import Move, reach
from longroll.systems.mckie.retreat import ring
from longroll.systems.mckie.retreat.events import BrokeOff, Fled, Surrendered
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

_FLEEING = ("retreating", "routing")


def compulsory(state: State) -> list[Ask | Do]:
    """The step: everybody in flight, in the order of the roster. [mckie:period.3]"""
    return [Flee(id) for id in state.present() if state.units[id].standing in _FLEEING]


def anybody_flees(state: State) -> bool:
    return bool(compulsory(state))


class Flee(Do, frozen=True):
    """A unit in flight makes its compulsory move. [mckie:period.3]"""

    unit: UnitId

    def run(self, state: State, umpire: Umpire) -> None:
        if is_present(state.units[self.unit]):
            flee(state, self.unit, umpire)


# Breaking and rallying


def carry_out(
    state: State, id: str, result: MoraleResult, umpire: Umpire, *, at_once: bool = False
) -> None:
    """Put a result of a morale test into effect: break, rally or surrender.

    A unit that routs in a melee or before a charge runs `at_once`; any other goes in the
    compulsory moves of the next period. [mckie:morale.result.m3a] [mckie:morale.result.m3b]
    [mckie:morale.result.m3e] [mckie:morale.result.m7a] [mckie:morale.result.m7d] (MK-M43)
    """
    unit = state.units[id]
    if result.result == "surrender":
        surrender(state, id, umpire, result.rules)
        return
    standing = state_after(result.result)
    assert standing is not None
    flees, fled = standing in _FLEEING, unit.standing in _FLEEING
    state.change(
        id,
        standing=standing,
        lost_heart=result.result == "rout_off",
        broke=(unit.broke if fled else state.period) if flees else 0,
    )
    if flees or fled:
        umpire.tell(BrokeOff(rules=result.rules, unit=id, title=unit.title, standing=standing))
    if result.guns in ("may_not_limber", "abandoned"):
        guns.abandon(state, id, umpire)
    if flees and at_once:
        flee(state, id, umpire)


def surrender(state: State, id: str, umpire: Umpire, rules: tuple[str, ...]) -> None:
    """A unit that cannot get away is captured, every figure of it. (MK-M45)"""
    unit = state.units[id]
    state.change(id, figures=0, crews=(), captured=unit.captured + unit.figures)
    hurt.mark_losses(state, id)
    state.remove(id, "surrendered")
    umpire.tell(Surrendered(rules=rules, unit=id, title=unit.title, figures=unit.figures))


# Flight


def flee(state: State, id: str, umpire: Umpire) -> None:
    """A unit in flight runs at the column double rate, whatever the ground; routers may run off
    the table. [mckie:morale.result.m3b] [mckie:morale.result.m7a] [mckie:terr.flight]
    [mckie:man.faceaway] [mckie:morale.result.m3d] [mckie:morale.result.m7c] (MK-M46)
    """
    unit = state.units[id]
    routs = unit.standing == "routing"
    if ring.is_surrounded(state, id):
        surrender(
            state, id, umpire, ("mckie:morale.result.m7c" if routs else "mckie:morale.result.m3d",)
        )
        return
    runner, distance = in_flight(unit)
    found = running.flight(state, id, runner, distance, may_leave=routs, straight=unit.lost_heart)
    state.contacts = tuple(one for one in state.contacts if id not in (one.attacker, one.defender))
    limbers = runner.formation != unit.formation
    length = 0
    did: Action = "routed" if routs else "retreated"
    state.mark(id, did=(did,))
    if found is not None:
        state.change(id, formation=runner.formation)
        length = found.length
        _ran(state, id, found, did)
    passed = found.passed if found is not None else ()
    off_table = found is not None and found.off_table
    umpire.tell(
        Fled(
            rules=(
                "mckie:morale.result.m7a" if routs else "mckie:morale.result.m3b",
                "mckie:man.faceaway",
            ),
            unit=id,
            title=unit.title,
            standing=unit.standing,
            distance=length,
            passed=tuple(state.units[other].title for other in passed),
            limbered=limbers and found is not None,
            off_table=off_table,
        )
    )
    if off_table:
        riding.leave_behind(state, id)
        state.remove(id, "routed off the field")


def in_flight(unit: Unit) -> tuple[Unit, int]:
    """A unit as it runs, and its distance: guns are limbered first, at their cost.
    [mckie:morale.result.m3e] [mckie:man.limber] [mckie:man.siege]"""
    before: tuple[Manoeuvre, ...] = ("limber",) if unit.formation == "unlimbered" else ()
    reached = reach(
        Move(
            arm=unit.arm,
            formation=unit.formation,
            manoeuvres=("turn", *before),
            state=unit.standing,
        )
    )
    assert not isinstance(reached, Refusal), reached
    return replace(unit, formation=reached.posture.formation), int(reached.distance)


def _ran(state: State, id: str, found: Run, did: Action) -> None:
    """Put a unit where it ran to, and mark what that did to it and to friends in its way.
    [mckie:morale.factor.passed] [mckie:bua.4]"""
    state.put(id, found.pose)
    unit = state.units[id]
    grounds = grounds_of(found.over)
    disordered = any(map(disorders_in_flight, grounds))
    state.change(id, grounds=unit.grounds | grounds, fatigued=unit.fatigued or disordered)
    state.mark(id, did=(did,))
    if did != "retired":
        for other in found.passed:
            state.mark(other, felt=("passed_through",))


# Giving ground


def fall_back(
    state: State,
    id: str,
    distance: int,
    *,
    facing_enemy: bool,
    enemies: Sequence[str] = (),
) -> int:
    """A unit retires this far, or as far as it can: straight back, or away from some enemies.

    `facing_enemy` keeps its front to them; else it turns away at no cost. Returns how far it went.
    [mckie:melee.res.2] [mckie:melee.res.7] [mckie:man.faceaway] [mckie:terr.flight]
    """
    unit = state.units[id]
    straight = field.facing_away(unit).heading
    away = running.away_from(state.rulebook, unit, [state.units[other] for other in enemies])
    found = running.run(
        state, id, unit, straight if away is None else away, distance, facing=facing_enemy
    )
    if found is None:
        return 0
    _ran(state, id, found, "retired")
    return found.length


STEPS = (Flee,)
