"""`fire u3 c3 5.25 smoke and c4 6 firing 4 die 4`: one unit, its groups, one die.

[mckie:period.8]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import msgspec
from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.event import Line
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.troops import Felt, Unit
from longroll.systems.mckie.casualties.rules import cell, columns_of
from longroll.systems.mckie.charge import charge_fire
from longroll.systems.mckie.fire.canister import fires_canister, split_casualties
from longroll.systems.mckie.fire.events import Fired, FiredGroup, in_figures
from longroll.systems.mckie.fire.facts import has_moved
from longroll.systems.mckie.fire.optional_guns import bar_to_harm_ironclad, vessel_guns
from longroll.systems.mckie.fire.restrictions import FireQuestion, bar_to_choose, bar_to_fire
from longroll.systems.mckie.fire.rules import (
    Firer,
    Group,
    Shot,
    Target,
    Volley,
    figures_firing,
    fire_factor,
    fire_range,
    guns_able_to_fire,
    volley,
)
from longroll.systems.mckie.table import field
from longroll.systems.mckie.umpire.entries.hurting import endanger, take
from longroll.systems.mckie.umpire.entries.reading import Barred, Entry, Hand, Words, untimely
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import Cover, Formation

RULE = "mckie:fire.proc.1"
COVERS: tuple[Cover, ...] = get_args(Cover)
FORMATIONS: tuple[Formation, ...] = get_args(Formation)
_TENTHS = 10
#: The words of a group, and those of the whole unit.
_OF_GROUP = (
    "firing", "as", "cover", "angle", "friend", "smoke", "flank", "rear", "solid", "target_moved",
)  # fmt: skip
_OF_UNIT = ("moved", "rest", "fort", "siege", "free")


class Aim(msgspec.Struct, frozen=True):
    """A group of a unit: what the players said, and the resulting factor."""

    target: str
    target_unit: Unit
    distance: int
    shot: Shot
    cover: Cover
    firing: int
    friends: tuple[str, ...]
    angle: int
    flanked: str
    lines: tuple[Line, ...] = ()

    @property
    def group(self) -> Group:
        return Group(self.target, self.firing, self.lines)


class Fire(Entry, frozen=True):
    """All the fire of a unit in this period."""

    unit: str
    aims: tuple[Aim, ...]
    moved: bool
    fort: bool
    siege: bool


# Reading


def read(state: State, words: Words) -> Fire:
    """The entry, checked against every rule of fire that needs no ruler."""
    unit = words.unit(state, "the unit that fires", this_step=True)
    able = able_to_fire(state, unit)
    flags: set[str] = set()
    aims = [_read_group(state, words, unit, flags)]
    while words.take_if("and"):
        aims.append(_read_group(state, words, unit, flags))
    words.end()
    told = state.units[unit]
    moved = "moved" in flags or has_moved(told) or told.formed
    refusals = list(_bars_to_fire(state, unit, [aim.target for aim in aims], flags))
    if not refusals:
        aims = list(_with_numbers(words, aims, able, told))
        firer = firer_of(state, unit, moved=moved, rest="rest" in flags)
        judged = [_judge(state, firer, aim, empty=bool(told.ran_out)) for aim in aims]
        refusals = [one for one in judged if isinstance(one, Refusal)]
        aims = [one for one in judged if isinstance(one, Aim)]
    if refusals:
        raise Barred(*refusals)
    return Fire(words.thrown("ten"), unit, tuple(aims), moved, "fort" in flags, "siege" in flags)


def able_to_fire(state: State, id: str) -> int:
    """Figures of the front rank, or guns, with what the unit had when the step began. (MK-M16)"""
    had = state.strength(id)
    if had.figures < 1:
        return 0
    unit = replace(state.units[id], figures=had.figures, crews=had.crews)
    if unit.is_vessel:
        return vessel_guns(unit.guns, had.figures, of=unit.original)
    if unit.is_battery:
        return guns_able_to_fire(had.crews)
    ranks = field.plan_of(unit).ranks
    return figures_firing(unit.arm, unit.formation, ranks=ranks, figures=had.figures)


class _Told(msgspec.Struct):
    """What the words of a group say."""

    firing: int = 0
    formation: Formation | None = None
    cover: Cover = "none"
    angle: int = 0
    friends: list[str] = []
    flags: set[str] = set()


def _read_group(state: State, words: Words, unit: str, flags: set[str]) -> Aim:
    target = words.unit(state, "the target", this_step=True)
    if state.units[target].side == state.units[unit].side:
        words.refuse(f"{state.units[target].title} is a friend", "mckie:fire.prio.2")
    distance = words.length("the range")
    told = _Told()
    while words and words.next != "and":
        if words.next in _OF_UNIT:
            flags.add(words.take("a word"))
        elif words.next not in _OF_GROUP:
            words.unknown((*_OF_GROUP, *_OF_UNIT))
        elif words.take_if("firing"):
            told.firing = words.number("the number that fires", 1)
        elif words.take_if("as"):
            told.formation = words.one_of(FORMATIONS, "the formation of the target")
        elif words.take_if("cover"):
            told.cover = words.one_of(COVERS, "the cover of the target")
        elif words.take_if("angle"):
            told.angle = words.number("the angle off the front, in degrees")
        elif words.take_if("friend"):
            told.friends.append(_friend(state, words, unit, told.friends))
        else:
            told.flags.add(words.take("a word"))
    known = state.units[target]
    if told.formation is not None:
        barred = bar_to_adopt(known.arm, told.formation)
        if barred is not None:
            raise Barred(barred)
        known = replace(known, formation=told.formation)
    if "target_moved" in told.flags:
        known = replace(known, did=known.did | {"moved"})
    flanked = next((where for where in ("rear", "flank") if where in told.flags), "")
    return Aim(
        target=target,
        target_unit=known,
        distance=distance,
        shot=Shot(
            distance=distance,
            ahead=0 if flanked else None,
            through_smoke="smoke" in told.flags,
            solid_shot="solid" in told.flags,
        ),
        cover=told.cover,
        firing=told.firing,
        friends=tuple(told.friends),
        angle=_TENTHS * told.angle,
        flanked=flanked,
    )


def _friend(state: State, words: Words, unit: str, friends: list[str]) -> str:
    """A friend in the danger zone of canister. [mckie:fire.canister.1]"""
    friend = words.unit(state, "the friend in the danger zone", this_step=True)
    if state.units[friend].side != state.units[unit].side or friend in (unit, *friends):
        words.refuse(f"{state.units[friend].title} is not another friend", "mckie:fire.canister.1")
    return friend


def _with_numbers(words: Words, aims: list[Aim], able: int, unit: Unit) -> Iterator[Aim]:
    """Everybody fires unless the groups have numbers, and nobody fires twice. [mckie:fire.split]"""
    what = "guns" if unit.has_guns else "figures"
    if len(aims) > 1 and not all(aim.firing for aim in aims):
        words.refuse(f"say how many {what} of each group fire: firing 4", "mckie:fire.split")
    named = sum(aim.firing for aim in aims)
    if named > able:
        words.refuse(
            f"{named} {what} are to fire, but {able} are able to",
            "mckie:fire.guns8" if unit.has_guns else "mckie:fire.front",
        )
    for aim in aims:
        yield aim if aim.firing else replace(aim, firing=able)


# Judging


def firer_of(state: State, id: str, *, moved: bool, rest: bool) -> Firer:
    unit = state.units[id]
    return Firer(
        side=unit.side,
        arm=unit.arm,
        quality=unit.quality,
        weapon=unit.weapon,
        formation=unit.formation,
        repeating=unit.repeating,
        cover="rail_fence" if rest else "none",
        moved=moved,
        charging=is_charging(state, id),
        fatigued=unit.fatigued,
    )


def is_charging(state: State, id: str) -> bool:
    charge = state.charge_of(id)
    return charge is not None and not charge.halted


def _bars_to_fire(state: State, id: str, targets: list[str], flags: set[str]) -> Iterator[Refusal]:
    unit = state.units[id]
    if state.step != "firing":
        yield untimely("fire", "firing")
    if "fired" in unit.did:
        yield Refusal("mckie:fire.onedie", f"{unit.title} has already fired in this period")
    if not unit.weapon:
        yield Refusal("mckie:wpn.list", f"{unit.title} has no weapon to fire")
    if unit.standing in ("retreating", "routing"):
        yield Refusal("mckie:morale.result.m3b", f"{unit.title} is {unit.standing}")
    if state.opponents(id):
        yield Refusal("mckie:fire.melee", f"{unit.title} is fighting in melee")
    yield from charge_fire.bars_to_fire(state, id)
    chargers = charge_fire.fires_first_at(state, id)
    for target in targets:
        if state.units[target].arm == "wagon":
            title = state.units[target].title
            yield Refusal("mckie:cas.read", f"{title} has no figures to lose")
        if state.units[target].ironclad and unit.weapon:
            harmless = bar_to_harm_ironclad(state.armoury[unit.weapon])
            if harmless is not None:
                yield harmless
        charge = next((one for one in state.chargers_of(id) if one.unit == target), None)
        if charge is not None and not charge_fire.is_met_with_fire(charge):
            why = f"{unit.title} is charged in {charge.struck} by {state.units[target].title}"
            yield Refusal("mckie:resp.1", f"{why}, and cannot fire at it")
    if "free" not in flags:
        yield from _bars_to_choose(targets, chargers)


def _bars_to_choose(targets: list[str], chargers: list[str]) -> Iterator[Refusal]:
    """Chargers come first; others may be fired at with what is left of the unit.
    [mckie:fire.prio.1] [mckie:fire.prio.2]"""
    unmet = [charger for charger in chargers if charger not in targets]
    for target in targets:
        first = bar_to_choose(target, {target, *unmet}, unmet) if target not in chargers else None
        if first is not None:
            yield Refusal(first.rule, f"{first.why}; say `free` if it is out of the arc")


def _judge(state: State, firer: Firer, aim: Aim, *, empty: bool) -> Aim | Refusal:
    target = target_of(state, aim)
    distance = fire_range(firer, target, aim.shot)
    barred = bar_to_fire(
        FireQuestion(
            arm=firer.arm,
            weapon=firer.weapon,
            distance=distance,
            angle=aim.angle,
            formation=firer.formation,
            moved=firer.moved or firer.charging,
            out_of_ammo=empty,
            target_in_melee=bool(state.opponents(aim.target)),
        ),
        weapons=state.armoury,
    )
    if barred is not None:
        return barred
    if aim.friends and not fires_canister(
        state.armoury[firer.weapon], distance, solid_shot=aim.shot.solid_shot
    ):
        return Refusal("mckie:fire.canister.1", "only canister endangers friends")
    lines = fire_factor(firer, target, aim.shot, weapons=state.armoury)
    return lines if isinstance(lines, Refusal) else replace(aim, lines=lines)


def target_of(state: State, aim: Aim) -> Target:
    unit = aim.target_unit
    ranks = field.plan_of(unit).ranks if unit.figures > 0 else ()
    return Target(
        arm=unit.arm,
        formation=unit.formation,
        ranks=ranks,
        cover="prepared" if unit.ironclad else aim.cover,
        moved=has_moved(unit),
        charging=is_charging(state, aim.target),
    )


# Carrying out


def carry_out(state: State, fire: Fire, umpire: Hand) -> None:
    """The die, the losses, the ammunition; what affects morale is marked.
    [mckie:fire.onedie] [mckie:cas.sources] [mckie:ammo.2] [mckie:risk.1] (MK-M16)"""
    fired = volley(
        fire.unit,
        [aim.group for aim in fire.aims],
        umpire,
        permanent_fortification=fire.fort,
        long_siege=fire.siege,
    )
    state.mark(fire.unit, did=("fired", "moved") if fire.moved else ("fired",))
    if fired.out_of_ammo:
        state.change(fire.unit, ran_out=state.period, supplied=False)
    lost: dict[str, int] = {}
    for target, figures in fired.lost.items():
        friends = list(
            dict.fromkeys(one for aim in fire.aims if aim.target == target for one in aim.friends)
        )
        for id, share in split_casualties(target, friends, figures).items():
            lost[id] = lost.get(id, 0) + share
    for aim in fire.aims:
        told = aim.target_unit
        state.change(aim.target, formation=told.formation, did=told.did)
        state.mark(aim.target, felt=_felt(state.units[fire.unit], aim))
    spoiled = tuple(dict.fromkeys(one for aim in fire.aims for one in aim.friends))
    umpire.tell(_told(state, fire, fired, lost, spoiled))
    for id, figures in lost.items():
        endanger(state, id, "fired_on")
        take(state, id, figures, umpire)


def _felt(firer: Unit, aim: Aim) -> list[Felt]:
    felt: list[Felt] = ["under_artillery_fire"] if firer.has_guns else []
    if aim.flanked:
        felt.append("struck_rear" if aim.flanked == "rear" else "struck_flank")
    return felt


def _told(
    state: State, fire: Fire, fired: Volley, lost: dict[str, int], friends: tuple[str, ...]
) -> Fired:
    unit = state.units[fire.unit]
    return Fired(
        rules=(
            "mckie:fire.proc.5",
            *(["mckie:fire.canister.2"] if friends else []),
            *(["mckie:ammo.2"] if fired.out_of_ammo else []),
        ),
        rolls=(fired.roll,) if fired.roll else (),
        unit=fire.unit,
        title=unit.title,
        side=unit.side,
        groups=tuple(
            FiredGroup(
                target=aim.target,
                title=state.units[aim.target].title,
                firing=aim.firing,
                guns=unit.has_guns,
                nearest=aim.distance,
                farthest=aim.distance,
                factor=aim.group.factor or 0,
                tenths=aim.group.tenths,
                lines=aim.lines,
            )
            for aim in fire.aims
        ),
        totals=fired.totals,
        lost=lost,
        titles={id: state.units[id].title for id in lost},
        friends=friends,
        out_of_ammo=fired.out_of_ammo,
    )


# Before the die


def sums(fire: Fire) -> Iterator[tuple[str, str]]:
    """The arithmetic of each group in words, and what the table gives it."""
    for aim in fire.aims:
        group = aim.group
        factor = group.factor or 0
        parts = [in_figures(cell(factor, column) or 0) for column in columns_of(aim.firing)]
        yield f"Factor {factor}, {aim.firing} firing: {' + '.join(parts)}", in_figures(group.tenths)
