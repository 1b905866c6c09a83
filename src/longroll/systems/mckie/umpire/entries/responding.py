"""What a charged unit does: `stand c2`, `turn c2 6.5`, `evade c2`. [mckie:resp.1] [mckie:resp.4]

The table game asks the same questions, and its rules answer them here.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import bar_to_mount
from longroll.systems.mckie.charge import rules as charges
from longroll.systems.mckie.charge.approach import whole_reach
from longroll.systems.mckie.charge.events import Responded
from longroll.systems.mckie.charge.responding import RULES, Response, is_busy
from longroll.systems.mckie.charge.rules import Evasion, charge_response
from longroll.systems.mckie.melee.rules import struck_as
from longroll.systems.mckie.movement.manoeuvres import Posture, manoeuvred
from longroll.systems.mckie.table.state import Charge
from longroll.systems.mckie.umpire import steps
from longroll.systems.mckie.umpire.entries import breaking
from longroll.systems.mckie.umpire.entries.reading import (
    BEHIND,
    Barred,
    Entry,
    Hand,
    Words,
    untimely,
)
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import Struck

#: The first and the last step in which a charge is answered.
_FIRST, _LAST = "charges_first", "firing"
#: The last step in which it is said that a charge strikes a second unit.
_TOUCHED = "receivers_test"


def coming(state: State, id: str) -> list[Charge]:
    """The charges on a unit that have not been given up."""
    return [one for one in state.chargers_of(id) if not one.halted]


class Answer(Entry, frozen=True):
    """A response to a charge."""

    unit: str
    charge: Charge
    response: Response
    mounts: bool = False
    caught: bool = False


def read_stand(state: State, words: Words) -> Answer:
    """`stand c2`: it waits for the charge; `stand c3 u1 flank`: the charge of u1 on another
    strikes it too. [mckie:resp.1] (MK-39)"""
    unit = words.unit(state, "the unit that is charged")
    charge = _touching(state, words, unit) if words else _first(state, words, unit)
    words.end()
    return _answer(state, Answer((), unit, charge, "stand"))


def _touching(state: State, words: Words, unit: str) -> Charge:
    """The charge of a unit that is named, on whomever it was declared. (MK-39)"""
    by = words.unit(state, "the unit that charges it")
    mine, theirs = state.units[unit], state.units[by]
    charges = [one for one in state.charges if one.unit == by and not one.halted]
    if mine.side == theirs.side or not charges:
        words.refuse(f"{theirs.title} does not charge {mine.title}")
    known = next((one for one in charges if one.target == unit), None)
    where: Struck = next((one for one in BEHIND if words.take_if(one)), "front")
    return known or Charge(by, unit, (), 0, where)


def read_turn(state: State, words: Words) -> Answer:
    """`turn c2`, `turn c2 6.5` with the inches that the charge needs, or `turn c2 u1 6.5` if
    several charge it. [mckie:resp.2]"""
    unit = words.unit(state, "the unit that is charged")
    if words.next in state.units:
        by = words.take("the unit that charges it")
        charge = next((one for one in coming(state, unit) if one.unit == by), None)
        if charge is None:
            words.refuse(f"{state.units[by].title} does not charge {state.units[unit].title}")
    else:
        charge = _first(state, words, unit)
    length = words.length("the inches that the charge needs") if words else None
    words.end()
    refusals = [] if length is None else list(_bars_to_turn_in(state, charge, length))
    return _answer(state, Answer((), unit, charge, "turn"), *refusals)


def read_evade(state: State, words: Words) -> Answer:
    """`evade c2`, `evade c2 mount` of dismounted cavalry, and `caught` if the charge reaches it.
    [mckie:resp.4] [mckie:resp.8] [mckie:form.skirm.8]"""
    unit = words.unit(state, "the unit that is charged")
    mounts = caught = False
    while words:
        if words.take_if("mount"):
            mounts = True
        elif words.take_if("caught"):
            caught = True
        else:
            words.unknown(("mount", "caught"))
    charge = _first(state, words, unit)
    return _answer(state, Answer((), unit, charge, "evade", mounts, caught))


def _first(state: State, words: Words, unit: str) -> Charge:
    """The charge that is answered: one that is still open, and on a flank before others."""
    found = sorted(coming(state, unit), key=lambda one: (one.response != "", one.struck == "front"))
    if not found:
        words.refuse(f"{state.units[unit].title} is not charged")
    return found[0]


# Judging


def _answer(state: State, entry: Answer, *more: Refusal) -> Answer:
    refusals = [*_bars_to_answer(state, entry), *more]
    if refusals:
        raise Barred(*refusals)
    return entry


def _bars_to_answer(state: State, entry: Answer) -> Iterator[Refusal]:
    here = steps.SLUGS.index(state.step)
    last = _LAST if entry.charge in state.charges else _TOUCHED
    if not steps.SLUGS.index(_FIRST) <= here <= steps.SLUGS.index(last):
        yield untimely("the response to a charge", _FIRST)
    unit = state.units[entry.unit]
    rule = RULES[entry.response]
    if "fired" in unit.did and entry.response != "stand":
        yield Refusal(rule, f"{unit.title} has already fired")
    if entry.charge.response:
        yield Refusal(rule, f"{unit.title} has already answered this charge")
    elif entry.response == "turn":
        yield from _bars_to_turn(state, entry.charge)
    elif entry.response == "evade":
        yield from _bars_to_evade(state, unit, entry)


def _bars_to_turn(state: State, charge: Charge) -> Iterator[Refusal]:
    """[mckie:resp.2] (MK-M32)"""
    target = state.units[charge.target]
    if is_busy(state, charge.target):
        yield Refusal("mckie:resp.2", f"{target.title} is not free to turn")
    elif charge.struck == "front":
        yield Refusal("mckie:resp.2", f"{target.title} already faces the charge")


def _bars_to_turn_in(state: State, charge: Charge, length: int) -> Iterator[Refusal]:
    """Whether a charge of this length leaves the time to turn. [mckie:resp.2] (MK-M32)"""
    reach = whole_reach(state.units[charge.unit])
    if isinstance(reach, Refusal):
        yield reach
    elif charge.struck != "front" and not charge_response(length, reach, charge.struck).may_turn:
        yield Refusal("mckie:resp.2", "the charge needs no more than a quarter of its reach")


def _bars_to_evade(state: State, unit: Unit, entry: Answer) -> Iterator[Refusal]:
    """[mckie:resp.4] [mckie:resp.8] [mckie:form.dism.3]"""
    evasion = charges.evade(unit.arm, unit.formation, remounts=entry.mounts)
    wandered = bar_to_mount(unit.figures, unit.holders) if entry.mounts else None
    if isinstance(evasion, Refusal):
        yield evasion
    elif wandered is not None:
        yield wandered
    elif is_busy(state, entry.unit):
        yield Refusal("mckie:resp.4", f"{unit.title} is not free to evade")


# Carrying out


def answer(state: State, entry: Answer, umpire: Hand) -> None:
    """A unit that turns is struck in front and does not fire; one that evades leaves the charge
    behind it, unless it is caught. [mckie:resp.3] [mckie:resp.5] [mckie:form.skirm.8]"""
    distance = 0
    if entry.charge not in state.charges:
        state.charges = (*state.charges, entry.charge)
    for charge in coming(state, entry.unit) if entry.response == "evade" else [entry.charge]:
        struck = struck_as(charge.struck, turned=entry.response == "turn", evading=entry.caught)
        answered = replace(charge, response=entry.response, struck=struck)
        state.charges = tuple(answered if one == charge else one for one in state.charges)
    if entry.response == "evade":
        distance = _make_off(state, entry, umpire)
    told = "remount" if entry.mounts else entry.response
    umpire.tell(
        Responded(
            rules=(RULES[told],),
            unit=entry.unit,
            title=state.units[entry.unit].title,
            charger=entry.charge.unit,
            response=told,
            distance=distance,
        )
    )
    if entry.response == "evade" and not entry.caught:
        for charge in coming(state, entry.unit):
            breaking.lose_target(state, charge, umpire)


def _make_off(state: State, entry: Answer, umpire: Hand) -> int:
    """[mckie:resp.5] [mckie:resp.6] [mckie:resp.7] [mckie:resp.8]"""
    unit = state.units[entry.unit]
    evasion = charges.evade(unit.arm, unit.formation, remounts=entry.mounts)
    assert isinstance(evasion, Evasion)
    if evasion.guns_abandoned:
        breaking.abandon(state, entry.unit, umpire)
    state.mark(entry.unit, did=("retired", "doubled"))
    if entry.mounts:
        done = manoeuvred(Posture(unit.arm, unit.formation), ("mount",))
        assert not isinstance(done, Refusal)
        arm, formation = done.posture.arm, done.posture.formation
        state.change(entry.unit, arm=arm, formation=formation, holders=0, formed=True)
    return evasion.distance
