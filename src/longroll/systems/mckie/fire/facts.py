"""The facts that the fire rules need about a unit that fires or is fired at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import guns_of_a_model
from longroll.systems.mckie.charge import charge_fire
from longroll.systems.mckie.fire.optional_guns import bar_to_harm_ironclad, vessel_guns
from longroll.systems.mckie.fire.restrictions import bar_to_shoot, bars_to_hit, bars_to_load
from longroll.systems.mckie.fire.rules import Firer, Target
from longroll.systems.mckie.fire.weapons import Weapon, longest_range, weapon_named
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State

#: What counts as having moved.
_MOVED = frozenset(("moved", "doubled", "charged", "retired", "retreated", "routed"))


def has_moved(unit: Unit) -> bool:
    """Whether a unit is somewhere else than it was. [mckie:fire.factor.movedtarget]"""
    return bool(unit.did & _MOVED)


def _has_stirred(unit: Unit) -> bool:
    """Whether a unit has moved or changed its formation."""
    return has_moved(unit) or unit.formed


def firer_facts(state: State, id: str) -> Firer:
    """A unit that fires."""
    unit = state.units[id]
    return Firer(
        side=unit.side,
        arm=unit.arm,
        quality=unit.quality,
        weapon=unit.weapon,
        formation=unit.formation,
        repeating=unit.repeating,
        cover="rail_fence" if field.rests(state, unit) else "none",
        moved=_has_stirred(unit),
        charging=charge_fire.is_charging(state, id),
        fatigued=unit.fatigued,
    )


def target_facts(state: State, id: str) -> Target:
    """A unit that is fired at. Weapons that can harm an ironclad count as if it were behind
    prepared defences. [mckie:opt.gunboat.3]"""
    unit = state.units[id]
    return Target(
        arm=unit.arm,
        formation=unit.formation,
        ranks=field.plan_of(unit).ranks,
        cover="prepared" if unit.ironclad else field.cover_of(state, unit),
        moved=has_moved(unit),
        charging=charge_fire.is_charging(state, id),
    )


def weapon_of(state: State, id: str) -> Weapon:
    """The weapon of a unit, of the book or of the scenario. [mckie:wpn.extend]"""
    return weapon_named(state.units[id].weapon, state.battle.weapons)


def bars_to_fire(state: State, id: str) -> Iterator[Refusal]:
    """Why a unit may not fire in this period."""
    unit = state.units[id]
    if not unit.weapon:
        yield Refusal("mckie:wpn.list", f"{unit.title} has no weapon to fire")
        return
    if unit.arm == "artillery_crew":
        yield Refusal("mckie:resp.6", f"{unit.title} has left its guns")
    empty = bool(unit.empty) and not any(field.armed_by_stand(unit))
    yield from bars_to_load(unit.title, out_of_ammo=bool(unit.ran_out) or empty)
    if unit.standing in ("retreating", "routing"):
        yield Refusal("mckie:morale.result.m3b", f"{unit.title} is {unit.standing}")
    if state.opponents(id):
        yield Refusal("mckie:fire.melee", f"{unit.title} is fighting in melee")
    if unit.digs and not charge_fire.fires_first_at(state, id):
        yield Refusal("mckie:dig.2", f"{unit.title} is digging")
    yield from charge_fire.bars_to_fire(state, id)
    weapon = weapon_of(state, id)
    moved = _has_stirred(unit) or charge_fire.is_charging(state, id)
    barred = bar_to_shoot(unit.arm, unit.formation, weapon, moved, longest_range(weapon))
    if barred is not None:
        yield barred


def bar_to_hit(state: State, target: str, by: str) -> Refusal | None:
    """Why a unit may not fire at another, wherever the two are. [mckie:opt.gunboat.3]"""
    unit = state.units[target]
    if unit.ironclad and state.units[by].weapon:
        barred = bar_to_harm_ironclad(weapon_of(state, by))
        if barred is not None:
            return barred
    if unit.arm == "wagon":
        return Refusal("mckie:cas.read", f"{unit.title} has no figures to lose")
    return next(bars_to_hit(unit.title, in_melee=bool(state.opponents(target))), None)


def firing(unit: Unit, stands: Sequence[int]) -> int:
    """The figures or guns on some stands, without those that are out of ammunition.
    [mckie:fire.proc.2] [mckie:fire.guns8] [mckie:ammo.6]"""
    figures = field.armed_by_stand(unit)
    if unit.is_vessel:
        return vessel_guns(unit.guns, unit.figures, of=unit.original)
    if unit.is_battery:
        return sum(guns_of_a_model(figures[stand]) for stand in stands)
    return sum(figures[stand] for stand in stands)
