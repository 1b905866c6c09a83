"""How a charged unit responds to the charge: it stands, turns to face it, or evades.

[mckie:resp.1] [mckie:resp.2] [mckie:resp.4] (MK-M32, MK-M33)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from longroll.board.table import Pose, Turn, after, bearing, footprint, is_clear, turning
from longroll.board.table.places import spot
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.miniatures import running, ways
from longroll.miniatures.amounts import UnitId
from longroll.miniatures.approach import goal_of
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import bar_to_mount
from longroll.systems.mckie.charge import approach
from longroll.systems.mckie.charge import rules as charges
from longroll.systems.mckie.charge.events import Responded
from longroll.systems.mckie.charge.rules import Evasion, charge_response
from longroll.systems.mckie.fire import guns
from longroll.systems.mckie.hidden import fog, meeting, spotting
from longroll.systems.mckie.movement.ground import grounds_of
from longroll.systems.mckie.movement.manoeuvres import Posture, manoeuvred
from longroll.systems.mckie.screens import screens
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import Charge, State

Response = Literal["stand", "turn", "evade"]
_CHOICES = tuple(map(choice, ("stand", "turn", "evade", "remount")))
RULES = {
    "stand": "mckie:resp.1",
    "turn": "mckie:resp.2",
    "evade": "mckie:resp.4",
    "remount": "mckie:resp.8",
    "rejoin": "mckie:form.skirm.6",
}


def respond(state: State, charge: Charge, umpire: Umpire) -> None:
    """Ask the charged army; a unit that can only stand is not asked."""
    known = _as_known(state, charge)
    evaded = any(one.response == "evade" for one in state.chargers_of(charge.target))
    if evaded:
        note(state, charge, "evade")
    elif any(bars_to_turn(known, charge)) and any(bars_to_evade(known, charge)):
        note(state, charge, "stand")
    else:
        state.agenda.append(Respond(charge.unit, charge.target))


class Respond(Ask, frozen=True):
    """A unit is charged: what does it do? `stand`, `turn`, `evade`, or of dismounted cavalry
    `remount`: evade less far, and mount. [mckie:resp.1] [mckie:resp.2] [mckie:resp.4]
    [mckie:resp.8] [mckie:form.skirm.6] [mckie:form.skirm.7] (MK-M33)"""

    charger: UnitId
    target: UnitId

    rule: ClassVar[str] = "mckie:resp.1"
    verbs: ClassVar[tuple[str, ...]] = ("stand", "turn", "evade", "remount")

    def asks(self, state: State) -> str:
        return state.units[self.target].side

    def question(self, state: State) -> str:
        charger, target = state.units[self.charger].title, state.units[self.target].title
        return f"{charger} charges {target}. Does it stand, turn to face or evade?"

    def choices(self, state: State) -> list[Choice]:
        return [one for one in _CHOICES if not any(self.bars(state, one))]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)
        charge = self._charge(state)
        known = _as_known(state, charge)
        if choice.verb == "turn":
            yield from bars_to_turn(known, charge)
        elif choice.verb in ("evade", "remount"):
            yield from bars_to_evade(known, charge, remounts=choice.verb == "remount")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        charge = self._charge(state)
        if choice.verb == "turn":
            turn(state, charge, umpire)
        elif choice.verb in ("evade", "remount"):
            evade(state, charge, umpire, remounts=choice.verb == "remount")
        else:
            note(state, charge, "stand")
            _tell(state, charge, "stand", umpire)
            return
        spotting.has_gone(state, state.units[self.target].side, umpire)

    def _charge(self, state: State) -> Charge:
        charge = state.charge_of(self.charger)
        assert charge is not None
        return charge


def _as_known(state: State, charge: Charge) -> State:
    """The table as the charged army knows it: what it has not seen does not restrict it."""
    seen = fog.known_table(state, state.units[charge.target].side)
    return seen if seen is state else _with_charger(seen, charge, state)


def _with_charger(seen: State, charge: Charge, state: State) -> State:
    """The table as it is known, with the charging unit on it."""
    seen.units = {**seen.units, charge.unit: state.units[charge.unit]}
    return seen


def note(state: State, charge: Charge, response: Response) -> None:
    """Keep the response with the charge."""
    replaced = replace(charge, response=response)
    state.charges = tuple(replaced if one == charge else one for one in state.charges)


def _tell(state: State, charge: Charge, response: str, umpire: Umpire, distance: int = 0) -> None:
    umpire.tell(
        Responded(
            rules=(RULES[response],),
            unit=charge.target,
            title=state.units[charge.target].title,
            charger=charge.unit,
            response=response,
            distance=distance,
        )
    )


# Turning to face


def bars_to_turn(state: State, charge: Charge) -> Iterator[Refusal]:
    """Why a unit may not turn to face a charge. [mckie:resp.2] (MK-M32)"""
    target, charger = state.units[charge.target], state.units[charge.unit]
    if is_busy(state, charge.target):
        yield Refusal("mckie:resp.2", f"{target.title} is not free to turn")
    elif charge.struck == "front":
        yield Refusal("mckie:resp.2", f"{target.title} already faces the charge")
    else:
        reach = approach.whole_reach(charger)
        assert isinstance(reach, int)
        long = approach.length_of(state, charge)
        # What terrain adds to the cost of the way it takes off the reach. (MK-M31)
        reach -= charge.length - long
        if not charge_response(long, reach, charge.struck).may_turn:
            yield Refusal("mckie:resp.2", "the charge needs no more than a quarter of its reach")
        elif faced(state, target, charger) is None:
            yield Refusal("mckie:resp.2", f"{target.title} has no room to turn")


def is_busy(state: State, id: str) -> bool:
    """Whether a unit flees, fights, charges, or has already turned to face another charge."""
    return (
        state.units[id].standing not in ("steady", "retiring")
        or bool(state.opponents(id))
        or state.charge_of(id) is not None
        or state.units[id].arm == "wagon"
        or any(one.response == "turn" for one in state.chargers_of(id))
    )


def faced(state: State, unit: Unit, enemy: Unit) -> Pose | None:
    """The pose of a unit turned on the spot to an enemy; None if others are in the way."""
    layout, there = field.layout_of(unit), spot(enemy.pose.point)
    here = field.ground_of(unit).centre
    to = bearing(there.x - here.x, there.y - here.y)
    pose = after(layout, unit.pose, Turn(turning(unit.heading, to)))
    return pose if ways.is_free(state, unit, pose) else None


def turn(state: State, charge: Charge, umpire: Umpire) -> None:
    """The unit turns; it will not fire, but it fights. One that comes upon an enemy it had not
    seen has no room, and stands. [mckie:resp.2] [mckie:resp.3]"""
    unit = state.units[charge.target]
    pose = faced(state, unit, state.units[charge.unit])
    if pose is None:
        found = fog.met(
            state,
            unit.side,
            lambda known: bars_to_turn(_with_charger(known, charge, state), charge),
        )
        meeting.come_upon(state, charge.target, found, umpire)
        note(state, charge, "stand")
        _tell(state, charge, "stand", umpire)
        return
    state.put(charge.target, pose)
    note(state, charge, "turn")
    _tell(state, charge, "turn", umpire)


# Evading


def bars_to_evade(state: State, charge: Charge, *, remounts: bool = False) -> Iterator[Refusal]:
    """Why a unit may not evade a charge, or not mount while doing so. [mckie:resp.4] [mckie:resp.8]
    [mckie:form.dism.3]"""
    target = state.units[charge.target]
    evasion = charges.evade(target.arm, target.formation, remounts=remounts)
    wandered = bar_to_mount(target.figures, target.holders) if remounts else None
    if isinstance(evasion, Refusal):
        yield evasion
    elif wandered is not None:
        yield wandered
    elif is_busy(state, charge.target):
        yield Refusal("mckie:resp.4", f"{target.title} is not free to evade")


def evade(state: State, charge: Charge, umpire: Umpire, *, remounts: bool = False) -> None:
    """The unit retires from the charge at once; it does not fire.

    A screen forms up with its parent unit, a gun crew leaves its guns. [mckie:resp.4]
    [mckie:resp.5] [mckie:resp.6] [mckie:resp.7] [mckie:resp.8] [mckie:form.skirm.6]
    [mckie:form.skirm.7] [mckie:terr.flight] (MK-M33)
    """
    if not remounts and rejoin(state, charge.target):
        _tell(state, charge, "rejoin", umpire)
        _passes_on(state, charge, umpire)
        return
    note(state, charge, "evade")
    distance = make_off(state, charge.target, charge.unit, umpire, remounts=remounts)
    mounted = remounts and _mount(state, charge.target)
    _tell(state, charge, "remount" if mounted else "evade", umpire, distance)


def _mount(state: State, id: str) -> bool:
    """Cavalry that has run back to its horses mounts, if there is room for them.
    [mckie:resp.8] [mckie:man.mount]"""
    unit = state.units[id]
    done = manoeuvred(Posture(unit.arm, unit.formation), ("mount",))
    assert not isinstance(done, Refusal), done
    mounted = replace(
        unit, arm=done.posture.arm, formation=done.posture.formation, holders=0, formed=True
    )
    ground = footprint(field.layout_of(mounted), mounted.pose)
    off = all(is_clear(ground, one.ground, 0) for one in ways.barred_ground(state, mounted))
    if not off or not ways.is_free(state, mounted, mounted.pose, besides=(id,)):
        return False
    state.units = {**state.units, id: mounted}
    return True


def make_off(state: State, id: str, enemy: str, umpire: Umpire, *, remounts: bool = False) -> int:
    """A unit retires before an enemy at the double, as evaders do; return how far it went.
    [mckie:resp.5] [mckie:fat.3]"""
    unit = state.units[id]
    evasion = charges.evade(unit.arm, unit.formation, remounts=remounts)
    assert isinstance(evasion, Evasion), evasion
    if evasion.guns_abandoned:
        guns.abandon(state, id, umpire, "mckie:resp.6")
        unit = state.units[id]
    away = running.away_from(state.rulebook, unit, [state.units[enemy]])
    if away is None:
        away = field.facing_away(unit).heading
    found = running.run(state, id, unit, away, evasion.distance)
    state.mark(id, did=("retired", "doubled"))
    if found is None:
        return 0
    state.put(id, found.pose)
    state.change(id, grounds=unit.grounds | grounds_of(found.over), done=True)
    return found.length


# Screens


def rejoin(state: State, id: str) -> bool:
    """A screen forms the rear rank of its parent, if that is near enough and has room for it.
    [mckie:form.skirm.6]"""
    screen = state.units[id]
    if not screen.parent or any(screens.bars_to_recall(state, id, behind=True)):
        return False
    evasion = charges.evade(screen.arm, screen.formation)
    parent = state.units[screen.parent]
    if isinstance(evasion, Refusal) or not field.are_within(screen, parent, evasion.distance):
        return False
    charges_now = state.charges
    screens.recall(state, id, behind=True)
    # The charge outlives its target: it goes on to the parent.
    state.charges = charges_now
    return True


def _passes_on(state: State, charge: Charge, umpire: Umpire) -> None:
    """A charge whose target is gone continues to the unit behind it, if it can reach that;
    other charges on the screen come to nothing."""
    parent = state.units[charge.target].parent
    state.charges = tuple(one for one in state.charges if one.target != charge.target)
    way = approach.way_to(state, charge.unit, goal_of(state, parent))
    if isinstance(way, Refusal):
        return
    struck = approach.struck_where(state.units[charge.unit], state.units[parent])
    onwards = Charge(charge.unit, parent, way.legs, way.cost, struck)
    state.charges = (*state.charges, onwards)
    respond(state, onwards, umpire)


STEPS = (Respond,)
