"""`charge u1 c2 flank`: the tests of both, the answer, the run; contact is a melee.

[honor_glory:77.4] [honor_glory:85.0]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.amounts import UnitId
from longroll.miniatures.umpire.noting import note
from longroll.systems.honor_glory import charges
from longroll.systems.honor_glory.charges import Charge
from longroll.systems.honor_glory.dice import total
from longroll.systems.honor_glory.fire import can_fire
from longroll.systems.honor_glory.morale import take
from longroll.systems.honor_glory.play import hits, ratings, shooting
from longroll.systems.honor_glory.umpire import pending
from longroll.systems.honor_glory.umpire.reading import (
    Barred,
    Entry,
    Where,
    Words,
    read_cover,
    read_help,
    troops,
)
from longroll.systems.honor_glory.umpire.shooting import fire_at_charger
from longroll.systems.honor_glory.umpire.state import Charging, State
from longroll.systems.honor_glory.words import Struck

RULE = "honor_glory:77.4"
_FLAGS = ("flank", "rear", "wheeled", "unseen", "marched", "blocked")
Response = Literal["stand", "volley", "countercharge"]


class Declared(Entry, frozen=True):
    """A charge, and what its test counts."""

    unit: UnitId
    target: UnitId
    struck: Struck
    own: Where
    flags: frozenset[str]
    #: The cover of the target.
    cover: Where


def read(state: State, words: Words) -> Declared:
    """[honor_glory:77.1]"""
    unit = words.unit(state, "the unit that charges")
    target = words.unit(state, "the target of the charge")
    flags: set[str] = set()
    own, cover = Where(), Where()
    while words:
        if words.next in _FLAGS:
            flags.add(words.take("a word"))
        elif words.take_if("cover"):
            cover = Where(read_cover(words))
        elif words.take_if("help"):
            own = Where(help=read_help(state, words))
        else:
            words.unknown((*_FLAGS, "cover", "help"))
    struck: Struck = "rear" if "rear" in flags else "flank" if "flank" in flags else "front"
    entry = Declared(words.rolled(), unit, target, struck, own, frozenset(flags), cover)
    refusals = list(_bars(state, entry))
    if refusals:
        raise Barred(*refusals)
    return entry


def _bars(state: State, entry: Declared) -> Iterator[Refusal]:
    unit, target = state.units[entry.unit], state.units[entry.target]
    yield from pending.bars_to_go_on(state, entry.unit)
    if unit.side == target.side:
        yield Refusal("honor_glory:77.1", f"{target.title} is a friend")
    if state.opponent_of(entry.unit) is not None:
        yield Refusal("honor_glory:75.2", "it is in melee already")
    yield from charges.bars_to_charge(
        Charge(
            charger=troops(state, entry.unit, entry.own),
            target=troops(state, entry.target, entry.cover),
            seen="unseen" not in entry.flags,
            wheeled="wheeled" in entry.flags,
            target_in_melee=state.opponent_of(entry.target) is not None,
            force_marched="marched" in entry.flags,
            fought_or_fired=unit.fired or unit.fought,
            has_room="blocked" not in entry.flags,
        )
    )


def declare(state: State, entry: Declared, umpire: Umpire) -> None:
    """The charger's test; a unit that refuses has lost its activation. [honor_glory:77.5]
    [honor_glory:3.refuse.1]"""
    for one in (entry.unit, entry.target):
        ratings.try_out(state, one, umpire)
    found = take("charge", troops(state, entry.unit, entry.own), umpire)
    assert found is not None
    hits.told(state, entry.unit, found, umpire)
    hits.lose(state, entry.unit, found.loss)
    if found.action != "charge" or state.units[entry.unit].mp == 0:
        if state.units[entry.unit].mp == 0:
            pending.enforce(state, entry.unit, "broken", umpire)
        return
    target = state.units[entry.target]
    if target.morale == "rallying":  # [honor_glory:101.8b]
        state.change(entry.target, morale="routing")
    joining = state.opponent_of(entry.target) is not None
    formed = state.units[entry.target].morale == "formed"
    state.charge = Charging(
        entry.unit,
        entry.target,
        entry.struck,
        "test" if formed else "contact",
        joining=joining,
    )
    what = f"is charged by {state.units[entry.unit].title}"
    note(state, umpire, entry.target, what, "honor_glory:77.4")
    if formed:
        state.tests = {entry.target: ("receive_charge",)}


# The answer


class Answered(Entry, frozen=True):
    unit: UnitId
    response: Response
    own: Where


def read_stand(state: State, words: Words) -> Answered:
    """`stand c2`: it waits for the charge. [honor_glory:85.1]"""
    return _read_answer(state, words, "stand")


def read_volley(state: State, words: Words) -> Answered:
    """`volley c2 behind informal`: it fires at the charger. [honor_glory:63.0a]"""
    return _read_answer(state, words, "volley")


def read_countercharge(state: State, words: Words) -> Answered:
    """`countercharge c2`. [honor_glory:78.0]"""
    return _read_answer(state, words, "countercharge")


def _read_answer(state: State, words: Words, response: Response) -> Answered:
    unit = words.unit(state, "the unit that is charged")
    own = Where()
    if words.take_if("behind"):
        own = Where(read_cover(words))
    words.end()
    refusals = list(bars_to_answer(state, unit, response, own))
    if refusals:
        raise Barred(*refusals)
    return Answered(words.rolled(), unit, response, own)


def bars_to_answer(state: State, id: str, response: Response, own: Where) -> Iterator[Refusal]:
    """[honor_glory:55.4] [honor_glory:95.1] [honor_glory:78.1] [honor_glory:63.0a]"""
    charge, unit = state.charge, state.units[id]
    if charge is None or charge.target != id or charge.stage != "answer":
        yield Refusal("honor_glory:85.1", f"{unit.title} has no charge to answer")
        return
    if response != "stand" and state.opponent_of(id) is not None:
        yield Refusal("honor_glory:55.4", "it is in melee")
    if response != "stand" and charge.struck != "front":
        yield Refusal("honor_glory:95.1", "it is not struck in front")
    if response == "volley":
        if not can_fire(troops(state, id, own)):
            yield Refusal("honor_glory:55.2", "it has nothing to fire with")
        if unit.fired:
            yield Refusal("honor_glory:54.6", "it has fired in this turn")
        yield from shooting.bars_by_crew(state, id)
    if response == "countercharge":
        if not charge.may_countercharge:
            yield Refusal("honor_glory:78.1", "its test does not let it countercharge")
        if unit.prone:  # (HG-03)
            yield Refusal("honor_glory:53.1a", "it is lying down and must stand up first")
        arm = state.units[charge.charger].kind
        yield from charges.bars_to_countercharge(troops(state, id, own), arm)


def answer(state: State, entry: Answered, umpire: Umpire) -> None:
    """[honor_glory:85.2] [honor_glory:63.5]"""
    charge = state.charge
    assert charge is not None
    counter = entry.response == "countercharge"
    state.charge = replace(charge, stage="contact", countercharges=counter)
    if entry.response == "volley":
        fire_at_charger(state, entry.unit, charge.charger, entry.own, umpire)
        pending.settle(state, umpire)
        return
    what = "meets the charge with one of its own" if counter else "stands to receive the charge"
    rule = "honor_glory:78.0" if counter else "honor_glory:85.1"
    note(state, umpire, entry.unit, what, rule)


# The run


class Bonus(Entry, frozen=True):
    difficult: bool


def read_bonus(state: State, words: Words) -> Bonus:
    """`bonus dice d6 4`: what the charge adds to its move; `difficult` ground adds nothing.
    [honor_glory:79.1a] [honor_glory:79.1b]"""
    difficult = words.take_if("difficult")
    words.end()
    charge = state.charge
    if charge is None or charge.bonus:
        words.refuse("no charge is under way that has not had its bonus", "honor_glory:79.1a")
    if charge.stage != "contact" or state.tests:
        words.refuse("the charge is not yet on its way", "honor_glory:79.1a")
    return Bonus(words.rolled(), difficult)


def roll_bonus(state: State, entry: Bonus, umpire: Umpire) -> None:
    charge = state.charge
    assert charge is not None
    unit = state.units[charge.charger]
    rolls = charges.charge_bonus(
        unit.kind,
        "charge",
        umpire,
        difficult_ground=entry.difficult,
        used_this_turn=unit.bonus_used,
    )
    state.charge = replace(charge, bonus=True)
    state.change(charge.charger, bonus_used=True)
    note(state, umpire, charge.charger, f"adds {total(rolls)} cm to its charge", "honor_glory:79.2")


class Short(Entry, frozen=True):
    """The charge does not reach its target."""


def read_short(state: State, words: Words) -> Short:
    """`short`: the charger stops before it touches. [honor_glory:77.8a]"""
    words.end()
    if state.charge is None or state.charge.stage != "contact":
        words.refuse("no charge is on its way", "honor_glory:77.8a")
    return Short(())


def fall_short(state: State, entry: Short, umpire: Umpire) -> None:
    assert state.charge is not None
    charger = state.charge.charger
    state.charge = None
    note(state, umpire, charger, "does not reach its target", "honor_glory:77.8a")
