"""What units and commanders begin with: their ratings, by chance where OP1 and OP13 say so."""

from __future__ import annotations

from longroll.kernel.agenda import Umpire
from longroll.systems.honor_glory import armies, counters
from longroll.systems.honor_glory.play.events import Rated
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.weapons import weapon_rolled
from longroll.systems.honor_glory.words import REGIMENTS, Class, Side, Weapon


def raise_armies(state: State, umpire: Umpire) -> None:
    """Units and commanders are rated, and the counters of both sides counted. [honor_glory:8.11]
    [honor_glory:8.12] [honor_glory:27.1]"""
    file = state.played.file
    for side, army in file.armies.items():
        rate_units(state, side, umpire)
        chief = rate_commanders(state, side, umpire)
        counted = sum(counters.COUNTED[one.arm] for one in army.units)  # [honor_glory:10.3]
        given = counters.counters_of(side, file.date, counted, chief)
        state.counters = {**state.counters, side: given}


def rate_units(state: State, side: Side, umpire: Umpire) -> None:
    """Arms and classes that chance decides before the battle; without it those that are known
    hold. [honor_glory:24.2] [honor_glory:OP1.1]
    [honor_glory:OP1.3] [honor_glory:OP13.1] [honor_glory:OP13.2] [honor_glory:OP13.3]"""
    file = state.played.file
    for entry in file.armies[side].units:
        unit = state.units[entry.id]
        if state.options.random_weapons and unit.arm in REGIMENTS and entry.weapon is None:
            _, weapon = weapon_rolled(unit.kind, side, armies.band(file.date), umpire)
            _rate(state, entry.id, unit.class_, weapon)
        if state.options.random_class == "start":
            _, class_ = armies.class_rolled(umpire, unit.title)
            _rate(state, entry.id, class_, state.units[entry.id].weapon)
        elif state.options.random_class == "when_needed":
            state.change(entry.id, untried=True)


def _rate(state: State, id: str, class_: Class, weapon: Weapon | None) -> None:
    entry = state.entry(id)
    unit = state.units[id]
    rated = armies.unit_rating(
        unit.of,
        state.played.file.date,
        unit.kind,
        class_,
        name=unit.title,
        men=entry.men,
        weapon=weapon,
        by_class=state.options.size_by_class,
    )
    points = armies.ENGINEER_POINTS if unit.engineers else rated.points
    state.change(id, class_=class_, weapon=rated.weapon, mp=points)


def try_out(state: State, id: str, umpire: Umpire) -> None:
    """The class of a unit is rolled the first time that it matters: it fires, is fired at,
    charges, is charged, strikes in support or takes a test. [honor_glory:OP1.2]"""
    unit = state.units[id]
    if not unit.untried:
        return
    before = unit.mp
    roll, class_ = armies.class_rolled(umpire, unit.title)
    whole = armies.unit_rating(
        unit.of,
        state.played.file.date,
        unit.kind,
        unit.class_,
        name=unit.title,
        men=state.entry(id).men,
        weapon=unit.weapon,
        by_class=state.options.size_by_class,
    ).points
    state.change(id, untried=False)
    _rate(state, id, class_, unit.weapon)
    state.change(id, mp=max(1, state.units[id].mp - max(0, whole - before)))
    rated = Rated(
        rules=("honor_glory:OP1.2",), rolls=(roll,), unit=id, title=unit.title, class_=class_
    )
    umpire.tell(rated)


def rate_commanders(state: State, side: Side, umpire: Umpire) -> Class:
    """The points of a side's commanders; the class of its commander-in-chief. [honor_glory:27.1]
    [honor_glory:27.3] [honor_glory:OP1.1]"""
    file = state.played.file
    chief: Class = "C"
    for one in file.armies[side].commanders:
        class_ = one.class_
        if state.options.random_class != "no":
            _, class_ = armies.class_rolled(umpire, one.title)
        found = armies.commander_rating(one.rank, side, file.date, class_, umpire)
        state.change_commander(one.id, mp=found.points)
        chief = class_ if one.rank == "cinc" else chief
    return chief
