"""Armies that are built on the spot: `add`, `appoint`, `month`. [honor_glory:24.1]"""

from __future__ import annotations

import re
from typing import get_args

from longroll.display.desk import Field, Option, Recruits, choice_field
from longroll.kernel.agenda import Umpire
from longroll.miniatures.amounts import MOST_UNITS
from longroll.miniatures.umpire.noting import Noted, note, said
from longroll.miniatures.umpire.roster import army_fields, in_order
from longroll.systems.honor_glory import counters
from longroll.systems.honor_glory.armies import CLASSES, SCALES, band, commander_rating
from longroll.systems.honor_glory.options import Options as TableOptions
from longroll.systems.honor_glory.play.scenario import UnitEntry
from longroll.systems.honor_glory.play.setup import unit_of
from longroll.systems.honor_glory.play.state import Commander
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.table.faults import FORMATIONS
from longroll.systems.honor_glory.umpire.reading import Entry, Words
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.weapons import GUN_CLASSES, WEAPONS
from longroll.systems.honor_glory.words import REGIMENTS, SIDES, Arm, Class, Rank, Side, Weapon

ARMS: tuple[Arm, ...] = ("infantry", "cavalry", "artillery", "wagon")
_WEAPONS: tuple[Weapon, ...] = get_args(Weapon)
RANKS: tuple[Rank, ...] = ("cinc", "corps", "division", "brigade")
_ID = re.compile(r"[a-z][a-z0-9-]{0,15}")
_MONTH = re.compile(r"186[0-9]-(0[1-9]|1[0-2])")
_MOST_MEN = 2_000


class Add(Entry, frozen=True):
    id: str
    unit: Unit


def read_add(state: State, words: Words) -> Add:
    """`add u1 union infantry B 500 rifled_musket 20th_Maine`, `add g1 union artillery C
    medium_rifled Battery`. [honor_glory:24.1] [honor_glory:25.1] [honor_glory:26.1]"""
    id = _new_name(state, words)
    side = words.one_of(SIDES, "the army")
    arm = words.one_of(ARMS, "the arm")
    class_ = words.one_of(CLASSES, "the class")
    men = words.number("its men", 1, _MOST_MEN) if arm in REGIMENTS else None
    weapon = words.one_of(_WEAPONS, "the weapon") if arm in REGIMENTS else None
    gun = words.one_of(tuple(GUN_CLASSES), "the gun") if arm == "artillery" else ""
    title = words.take("its name").replace("_", " ") if words else id.upper()
    words.end()
    if len(state.units) >= MOST_UNITS:
        words.refuse(f"a battle has at most {MOST_UNITS} units")
    entry = UnitEntry(id, title, arm, FORMATIONS[arm][0], class_, (0, 0, 0), men, weapon, gun)
    size = TableOptions(size_by_class=state.options.size_by_class)
    return Add((), id, unit_of(entry, side, state.played.file.date, size))


def _new_name(state: State, words: Words) -> str:
    id = words.take("its short name")
    if not _ID.fullmatch(id) or id in ("die", "dice", "alone"):
        words.refuse(f"a short name must be small letters and digits, such as u1, not {id!r}")
    if id in state.units or id in state.commanders:
        words.refuse(f"there is already a {id}")
    return id


def add(state: State, entry: Add, umpire: Umpire) -> None:
    state.units = in_order({**state.units, entry.id: entry.unit})
    state.original = {**state.original, entry.id: entry.unit.mp}
    what = f"class {entry.unit.class_} {said(entry.unit.arm)}, {entry.unit.mp} morale points"
    note(state, umpire, entry.id, what, "honor_glory:24.1")
    _count(state, entry.unit.of)


def _count(state: State, side: Side, chief: Class = "C") -> None:
    """The counters of an army, until the battle has begun. [honor_glory:8.12]"""
    if state.turn:
        return
    army = [one for one in state.units.values() if one.side == side and counters.COUNTED[one.kind]]
    given = counters.counters_of(side, state.played.file.date, len(army), chief)
    state.counters = {**state.counters, side: given}


def recruits(state: State) -> Recruits:
    """What a desk asks about a unit that is added."""
    guns, regiments = ("artillery",), tuple(arm for arm in ARMS if arm in REGIMENTS)
    sizes = (SCALES.men, *(men for men in range(100, _MOST_MEN, 100) if men != SCALES.men))
    men = [Option(word=str(number), label=f"{number} men", when=regiments) for number in sizes]
    arms = [
        Option(word=word, label=said(word), when=regiments)
        for word in sorted(_WEAPONS, key=lambda one: one != WEAPONS.default)
    ]
    pieces = [Option(word=word, label=said(word), when=guns) for word in GUN_CLASSES]
    return Recruits(
        label="Add {id}",
        text="add {id} {side} {arm} {class} {men} {weapon} {gun} {name}",
        fields=(
            *army_fields(state.units, SIDES),
            choice_field("arm", "Arm", (Option(word=one, label=said(one)) for one in ARMS)),
            choice_field(
                "class", "Class", (Option(word=one, label=one) for one in reversed(CLASSES[:3]))
            ),
            choice_field("men", "Strength", men),
            choice_field("weapon", "Weapon", arms),
            choice_field("gun", "Guns", pieces),
            Field(name="name", label="Name", kind="words"),
        ),
    )


class Lead(Entry, frozen=True):
    id: str
    side: Side
    rank: Rank
    class_: Class
    title: str
    unit: str


def read_leader(state: State, words: Words) -> Lead:
    """`appoint uc union cinc B Meade u1`. [honor_glory:27.1] [honor_glory:31.2]"""
    id = _new_name(state, words)
    side = words.one_of(SIDES, "the army")
    rank = words.one_of(RANKS, "his rank")
    class_ = words.one_of(CLASSES, "his class")
    title = words.take("his name").replace("_", " ")
    unit = words.unit(state, "the unit he is with") if words else ""
    words.end()
    if unit and state.units[unit].side != side:
        words.refuse(f"{state.units[unit].title} is the enemy's")
    if len(state.commanders) >= MOST_UNITS:
        words.refuse(f"a battle has at most {MOST_UNITS} commanders")
    return Lead(words.rolled(), id, side, rank, class_, title, unit)


def add_leader(state: State, entry: Lead, umpire: Umpire) -> None:
    """[honor_glory:27.3]"""
    month = state.played.file.date
    rated = commander_rating(entry.rank, entry.side, month, entry.class_, umpire)
    leader = Commander(
        title=entry.title, side=entry.side, rank=entry.rank, mp=rated.points, joined=entry.unit
    )
    state.commanders = in_order({**state.commanders, entry.id: leader})
    what = f"commands, {entry.rank}, command bonus {rated.points}"
    rolls = (rated.roll,) if rated.roll else ()
    umpire.tell(
        Noted(rules=("honor_glory:27.1",), rolls=rolls, unit=entry.id, title=entry.title, what=what)
    )
    if entry.rank == "cinc":
        _count(state, entry.side, entry.class_)


class Dated(Entry, frozen=True):
    month: str


def read_month(state: State, words: Words) -> Dated:
    """`month 1862-09`, before units are added. [honor_glory:10.5]"""
    month = words.take("the month")
    words.end()
    if state.units:
        words.refuse("say the month before any unit is added: ratings depend on it")
    if not _MONTH.fullmatch(month):
        words.refuse(f"a month is written 1863-07, not {month!r}")
    try:
        band(month)
    except ValueError as error:
        words.refuse(str(error))
    return Dated((), month)


def set_month(state: State, entry: Dated, umpire: Umpire) -> None:
    state.month = entry.month
    umpire.tell(
        Noted(rules=("honor_glory:10.5",), unit="", title="The battle", what=f"is of {entry.month}")
    )
