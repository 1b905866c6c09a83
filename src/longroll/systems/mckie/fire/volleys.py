"""All the fire of a period at once: dice, losses, smoke, ammunition, generals. (MK-M16)"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from longroll.kernel.agenda import Do, Umpire
from longroll.systems.mckie.army.troops import Felt
from longroll.systems.mckie.casualties import hurt
from longroll.systems.mckie.fire import smoke
from longroll.systems.mckie.fire.canister import split_casualties
from longroll.systems.mckie.fire.events import Fired, FiredGroup, PiecesLost
from longroll.systems.mckie.fire.optional_guns import counter_battery
from longroll.systems.mckie.fire.rules import Volley, volley
from longroll.systems.mckie.fire.shooting import Aimed, sights_of
from longroll.systems.mckie.risk.step import roll_for_generals
from longroll.systems.mckie.table import field
from longroll.systems.mckie.table.state import State


class Salvo(msgspec.Struct, frozen=True):
    """What one unit fired: its groups, their volley, and the figures it cost by unit."""

    unit: str
    groups: tuple[Aimed, ...]
    volley: Volley
    lost: dict[str, int]
    friends: tuple[str, ...]


class ResolveFire(Do, frozen=True):
    """Firers are counted before any losses are taken; every firing unit is a separate source.
    [mckie:period.8] [mckie:cas.sources] (MK-M16, MK-M17)"""

    def run(self, state: State, umpire: Umpire) -> None:
        sights = sights_of(state)
        ordered = {order.unit: order for order in state.fires}
        salvos = []
        for id in state.present():
            order = ordered.get(id)
            groups = sights.shots(id, order.targets, order.solid_shot) if order else []
            if groups:
                salvos.append(_salvo(state, id, groups, umpire))
        state.fires = ()
        smoke.rise(state, [salvo.unit for salvo in salvos])
        for salvo in salvos:
            _note(state, salvo)
            umpire.tell(_told(state, salvo))
        pieces = _pieces_lost(state, salvos, umpire) if state.options.counter_battery else {}
        hit = {id for salvo in salvos for id in salvo.lost}
        roll_for_generals(state, hit, "fired_on", umpire)
        _take_losses(state, salvos, pieces, umpire)


def in_permanent_works(state: State, id: str) -> bool:
    """Whether a unit is in works that are permanent fortifications. [mckie:ammo.5]"""
    permanent = state.battle.file.permanent_works
    return permanent and field.cover_of(state, state.units[id]) == "prepared"


def _salvo(state: State, id: str, groups: Sequence[Aimed], umpire: Umpire) -> Salvo:
    """The die of one unit, and its losses shared with friends in the danger zone.
    [mckie:fire.onedie] [mckie:fire.canister.2] (MK-M24)"""
    fired = volley(
        id,
        [one.group for one in groups],
        umpire,
        permanent_fortification=in_permanent_works(state, id),
        long_siege=state.battle.file.long_siege,
    )
    lost: dict[str, int] = {}
    spoiled: list[str] = []
    for target, figures in fired.lost.items():
        friends = list(
            dict.fromkeys(
                friend for one in groups if one.target == target for friend in one.friends
            )
        )
        spoiled += friends
        for who, share in split_casualties(target, friends, figures).items():
            lost[who] = lost.get(who, 0) + share
    return Salvo(id, tuple(groups), fired, lost, tuple(dict.fromkeys(spoiled)))


def _note(state: State, salvo: Salvo) -> None:
    """What firing means to the firer and to those it fired at, whether they lost anybody or not.
    [mckie:ammo.2] [mckie:morale.factor.artillery] [mckie:morale.factor.flanked]"""
    state.mark(salvo.unit, did=("fired",))
    if salvo.volley.out_of_ammo:
        state.change(salvo.unit, ran_out=state.period, supplied=False)
    for group in salvo.groups:
        felt: list[Felt] = []
        if state.units[salvo.unit].has_guns:
            felt.append("under_artillery_fire")
        if group.flanked:
            felt.append("struck_flank")
        state.mark(group.target, felt=felt)


def _told(state: State, salvo: Salvo) -> Fired:
    unit, fired = state.units[salvo.unit], salvo.volley
    return Fired(
        rules=tuple(
            dict.fromkeys(
                (
                    "mckie:fire.proc.5",
                    *(["mckie:fire.canister.2"] if salvo.friends else []),
                    *(["mckie:ammo.2"] if fired.out_of_ammo else []),
                )
            )
        ),
        rolls=(fired.roll,) if fired.roll else (),
        unit=salvo.unit,
        title=unit.title,
        side=unit.side,
        groups=tuple(
            FiredGroup(
                target=one.target,
                title=state.units[one.target].title,
                firing=one.firing,
                guns=unit.has_guns,
                nearest=one.nearest,
                farthest=one.farthest,
                factor=one.factor,
                tenths=one.tenths,
                lines=one.lines,
            )
            for one in salvo.groups
        ),
        totals=fired.totals,
        lost=salvo.lost,
        titles={id: state.units[id].title for id in salvo.lost},
        friends=salvo.friends,
        out_of_ammo=fired.out_of_ammo,
    )


# Losses


def _take_losses(
    state: State, salvos: Sequence[Salvo], pieces: dict[str, int], umpire: Umpire
) -> None:
    """Take off everything that was lost, in the order of the roster.
    [mckie:fire.proc.5]"""
    lost: dict[str, int] = {}
    for salvo in salvos:
        for id, figures in salvo.lost.items():
            lost[id] = lost.get(id, 0) + figures
    for id in state.present():
        if id in pieces:
            _lose_pieces(state, id, pieces[id], umpire)
        if state.units[id].place == "table":
            hurt.lose(state, id, lost.get(id, 0), umpire)


# Counter-battery fire


def _pieces_lost(state: State, salvos: Sequence[Salvo], umpire: Umpire) -> dict[str, int]:
    """A die for every battery that fired at another: the models it destroyed.
    [mckie:opt.cb.1] [mckie:opt.cb.2] [mckie:opt.cb.3]"""
    lost: dict[str, int] = {}
    for id in state.present():
        if not state.units[id].has_guns:
            continue
        guns = {
            salvo.unit: _guns_at(salvo.groups, id)
            for salvo in salvos
            if state.units[salvo.unit].has_guns and _guns_at(salvo.groups, id)
        }
        results = counter_battery(list(guns.values()), umpire)
        for by, (roll, pieces) in zip(guns, results, strict=True):
            lost[id] = lost.get(id, 0) + pieces
            umpire.tell(
                PiecesLost(
                    rules=("mckie:opt.cb.1",),
                    rolls=(roll,),
                    unit=id,
                    title=state.units[id].title,
                    by=state.units[by].title,
                    pieces=pieces,
                )
            )
    return lost


def _guns_at(groups: Collection[Aimed], target: str) -> int:
    return sum(one.firing for one in groups if one.target == target)


def _lose_pieces(state: State, id: str, pieces: int, umpire: Umpire) -> None:
    """Take models off a battery, the last first, with the crewmen who serve them; a vessel loses
    real guns, and without any it is out of the battle. [mckie:opt.gunboat.1]"""
    unit = state.units[id]
    if unit.is_vessel:
        state.change(id, guns=max(0, unit.guns - pieces))
        if pieces >= unit.guns:
            hurt.lose(state, id, unit.figures, umpire)
        return
    crews = unit.crews
    left = crews[: max(0, len(crews) - pieces)]
    gone = sum(crews) - sum(left)
    hurt.lose(state, id, gone, umpire)
    if left:
        state.change(id, crews=left)
