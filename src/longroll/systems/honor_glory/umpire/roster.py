"""The roster by hand: formations, commanders, corrections, units that leave."""

from __future__ import annotations

from typing import Literal, get_args

from longroll.kernel.agenda import Umpire
from longroll.miniatures.amounts import UnitId
from longroll.miniatures.umpire import leaders
from longroll.miniatures.umpire.leaders import Join
from longroll.miniatures.umpire.leaders import join as join
from longroll.miniatures.umpire.noting import note, said
from longroll.systems.honor_glory.command import Risk, dies_if_reached
from longroll.systems.honor_glory.play import hits
from longroll.systems.honor_glory.table.faults import FORMATIONS
from longroll.systems.honor_glory.umpire.reading import Entry, Words
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.units import Leader
from longroll.systems.honor_glory.words import FOOT, Formation, Morale

MORALES: tuple[Morale, ...] = get_args(Morale)
_MOST_POINTS = 30


class Form(Entry, frozen=True):
    unit: UnitId
    formation: Formation


def read_form(state: State, words: Words) -> Form:
    """`form u1 column`. [honor_glory:18.infline]"""
    unit = words.unit(state, "the unit")
    known = FORMATIONS[state.units[unit].arm]
    formation = words.one_of(known, "the formation")
    words.end()
    return Form((), unit, formation)


def form(state: State, entry: Form, umpire: Umpire) -> None:
    state.change(entry.unit, formation=entry.formation)
    note(state, umpire, entry.unit, f"in {said(entry.formation)}", "honor_glory:18.infline")


Posture = Literal["prone", "up", "mounted", "dismounted"]
POSTURES: tuple[Posture, ...] = get_args(Posture)


class Take(Entry, frozen=True):
    unit: UnitId
    posture: Posture


def read_posture(state: State, words: Words) -> Take:
    """`posture u1 prone`, `posture u5 dismounted`. [honor_glory:53.1a] [honor_glory:43.5]"""
    unit = words.unit(state, "the unit")
    posture = words.one_of(POSTURES, "what it does")
    words.end()
    arm = state.units[unit].arm
    if posture in ("prone", "up") and arm not in FOOT:
        words.refuse("only troops on foot lie down", "honor_glory:53.1a")
    if posture == "dismounted" and arm != "cavalry":
        words.refuse("only cavalry dismounts", "honor_glory:43.5")
    if posture == "mounted" and arm != "dismounted_cavalry":
        words.refuse("only dismounted cavalry mounts", "honor_glory:43.5")
    return Take((), unit, posture)


def take(state: State, entry: Take, umpire: Umpire) -> None:
    if entry.posture in ("prone", "up"):
        state.change(entry.unit, prone=entry.posture == "prone")
        what, rule = "lies down" if entry.posture == "prone" else "stands up", "honor_glory:53.1a"
    else:
        arm = "cavalry" if entry.posture == "mounted" else "dismounted_cavalry"
        state.change(entry.unit, arm=arm, formation="line", prone=False)
        what, rule = entry.posture, "honor_glory:43.5"
    note(state, umpire, entry.unit, what, rule)


# Commanders


def read_join(state: State, words: Words) -> Join:
    """`join uc u1`, or `join uc alone`. [honor_glory:32.1] [honor_glory:102.4]"""
    return leaders.read_join(state, words, "commander")


class Killed(Entry, frozen=True):
    commander: str


def read_killed(state: State, words: Words) -> Killed:
    """`killed ub1`: a commander without a unit was hit or touched. [honor_glory:29.10]"""
    who = leaders.take_commander(state, words, "commander")
    words.end()
    one = state.commanders[who]
    if not dies_if_reached(Leader(one.rank, one.mp, in_contact=bool(one.joined))):
        words.refuse("he is with a unit: only a hit on that puts him at risk", "honor_glory:29.2")
    return Killed((), who)


def killed(state: State, entry: Killed, umpire: Umpire) -> None:
    one = state.commanders[entry.commander]
    # He falls as if with a unit, one that has no other commander of his rank.
    mine = [id for id, unit in state.units.items() if unit.side == one.side]
    free = (
        id for id in mine if all(other.rank != one.rank for other in state.with_unit(id).values())
    )
    near = next(free, mine[0])
    state.change_commander(entry.commander, joined=near)
    risk = Risk((), (Leader(one.rank, one.mp),))
    hits.bury(state, near, risk, umpire)


# Corrections


class Change(Entry, frozen=True):
    unit: UnitId
    value: str


def read_state(state: State, words: Words) -> Change:
    """`state u1 routing`. [honor_glory:3.formed]"""
    unit = words.unit(state, "the unit")
    value = words.one_of(MORALES, "its state")
    words.end()
    return Change((), unit, value)


def set_state(state: State, entry: Change, umpire: Umpire) -> None:
    state.change(entry.unit, morale=entry.value)
    note(state, umpire, entry.unit, entry.value, "honor_glory:3.formed")


class Amount(Entry, frozen=True):
    unit: UnitId
    points: int


def read_lose(state: State, words: Words) -> Amount:
    """`lose u1 2`. [honor_glory:3.mp]"""
    return _read_amount(state, words, 1)


def read_points(state: State, words: Words) -> Amount:
    """`points u1 5`. [honor_glory:3.mp]"""
    return _read_amount(state, words, 0)


def _read_amount(state: State, words: Words, least: int) -> Amount:
    unit = words.unit(state, "the unit")
    points = words.number("morale points", least, _MOST_POINTS)
    words.end()
    return Amount((), unit, points)


def lose(state: State, entry: Amount, umpire: Umpire) -> None:
    hits.lose(state, entry.unit, entry.points)
    note(state, umpire, entry.unit, f"loses {entry.points}", "honor_glory:3.mp")


def set_points(state: State, entry: Amount, umpire: Umpire) -> None:
    broken = state.units[entry.unit].morale == "broken" and entry.points > 0
    state.change(entry.unit, mp=entry.points)
    if broken:
        state.change(entry.unit, morale="formed")
    if not entry.points:
        hits.lose(state, entry.unit, 0)
    note(state, umpire, entry.unit, f"has {entry.points} morale points", "honor_glory:3.mp")


class Leave(Entry, frozen=True):
    unit: UnitId


def read_unit_only(state: State, words: Words) -> Leave:
    """`remove u1`: it has left the table, was overrun or surrenders. [honor_glory:10.b1]"""
    unit = words.unit(state, "the unit")
    words.end()
    return Leave((), unit)


def remove(state: State, entry: Leave, umpire: Umpire) -> None:
    hits.gone(state, entry.unit, "leaves the field", umpire)
    _forget(state, entry.unit)


def _forget(state: State, id: str) -> None:
    """Nothing is pending any more for a unit that is gone."""
    state.tests = {one: due for one, due in state.tests.items() if one != id}
    state.suffered = {one: due for one, due in state.suffered.items() if one != id}
    state.answers = {
        one: answer for one, answer in state.answers.items() if id not in (one, answer.enemy)
    }
    state.unchecked = {one: enemy for one, enemy in state.unchecked.items() if one != id}
    if state.charge is not None and id in (state.charge.charger, state.charge.target):
        state.charge = None


def part(state: State, entry: Leave, umpire: Umpire) -> None:
    """`part u1`: it is no longer in contact."""
    hits.end_melee(state, entry.unit)
    if state.charge is not None and entry.unit in (state.charge.charger, state.charge.target):
        state.charge = None
    note(state, umpire, entry.unit, "is no longer in contact", "honor_glory:75.2")
