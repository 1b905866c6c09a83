"""What a morale test makes a unit do: it charges, stands, halts, breaks, rallies or surrenders."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.systems.mckie.charge.events import ChargeDeclared, ChargeStopped
from longroll.systems.mckie.morale.results import MoraleResult, state_after
from longroll.systems.mckie.retreat.events import BrokeOff, GunsAbandoned, Surrendered
from longroll.systems.mckie.table.state import Charge, Guns
from longroll.systems.mckie.umpire.entries.reading import Hand
from longroll.systems.mckie.umpire.state import State

_FLEEING = ("retreating", "routing")


def begin_charge(state: State, charge: Charge, result: MoraleResult, umpire: Hand) -> None:
    state.mark(charge.unit, felt=("tried_charge",))
    if result.result != "obey":
        return
    state.charges = (*state.charges, charge)
    state.mark(charge.unit, did=("charged",))
    umpire.tell(
        ChargeDeclared(
            rules=("mckie:period.4", *result.rules),
            unit=charge.unit,
            title=state.units[charge.unit].title,
            target=charge.target,
            target_title=state.units[charge.target].title,
            struck=charge.struck,
        )
    )


def receive(state: State, id: str, result: MoraleResult, umpire: Hand) -> None:
    """A unit that stands has answered its charges; one that does not wait for them stops them.
    [mckie:period.10]"""
    stands = result.survives and result.result != "retire"
    state.received |= {id}
    state.charges = tuple(
        replace(one, response="stand") if one.target == id and not one.response else one
        for one in state.charges
    )
    if stands:
        return
    for one in state.chargers_of(id):
        lose_target(state, one, umpire)


def lose_target(state: State, charge: Charge, umpire: Hand) -> None:
    """A charge whose enemy does not wait goes on at another that it strikes, or halts. (MK-39)"""
    rest = tuple(one for one in state.charges if one != charge)
    if any(one.unit == charge.unit and not one.halted for one in rest):
        state.charges = rest
    else:
        halt(state, charge.unit, "the enemy does not wait for it", umpire)


def halt(state: State, id: str, why: str, umpire: Hand) -> None:
    """[mckie:morale.result.1b]"""
    state.charges = tuple(
        replace(one, halted=True) if one.unit == id else one for one in state.charges
    )
    title = state.units[id].title
    umpire.tell(ChargeStopped(rules=("mckie:morale.result.1b",), unit=id, title=title, why=why))


def put_into_effect(state: State, id: str, result: MoraleResult, umpire: Hand) -> None:
    """Break, rally or surrender. [mckie:morale.result.m3a] [mckie:morale.result.m7a] (MK-M43)"""
    unit = state.units[id]
    standing = state_after(result.result)
    if standing is None:
        state.change(id, figures=0, crews=(), captured=unit.captured + unit.figures)
        state.remove(id, "surrendered")
        umpire.tell(
            Surrendered(rules=result.rules, unit=id, title=unit.title, figures=unit.figures)
        )
        return
    flees, fled = standing in _FLEEING, unit.standing in _FLEEING
    state.change(
        id,
        standing=standing,
        lost_heart=result.result == "rout_off",
        broke=(unit.broke if fled else state.period) if flees else 0,
    )
    if flees:
        part(state, id)
    if flees or fled:
        umpire.tell(BrokeOff(rules=result.rules, unit=id, title=unit.title, standing=standing))
    if result.guns in ("may_not_limber", "abandoned"):
        abandon(state, id, umpire)


def part(state: State, id: str) -> None:
    """A unit is no longer in a melee, and its own charge is over."""
    state.contacts = tuple(one for one in state.contacts if id not in (one.attacker, one.defender))
    state.charges = tuple(
        replace(one, halted=True) if one.unit == id else one for one in state.charges
    )


def abandon(state: State, id: str, umpire: Hand) -> None:
    """The crews leave their guns and become infantry. [mckie:morale.result.m7d] (MK-M39)"""
    unit = state.units[id]
    if not unit.is_battery:
        return
    state.guns = {**state.guns, id: Guns(unit.arm, len(unit.crews), 0, 0, 0)}
    state.change(id, arm="artillery_crew", formation="skirmish", crews=())
    umpire.tell(GunsAbandoned(rules=("mckie:morale.result.m7d",), unit=id, title=unit.title))
