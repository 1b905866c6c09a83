"""`morale c2 cover informal dice two 7 d20 12 two 9`, `rally u3`, `rest u3 2`, `control u1`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.amounts import UnitId
from longroll.miniatures.umpire.noting import note
from longroll.miniatures.umpire.roster import in_order
from longroll.systems.honor_glory import marching, morale
from longroll.systems.honor_glory.morale import Reason, Versus, is_shaken_by
from longroll.systems.honor_glory.play import hits, ratings, recovery
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
from longroll.systems.honor_glory.umpire.state import State

RULE = "honor_glory:98.1"
#: Reasons that the players may give; the others are known.
TOLD: tuple[Reason, ...] = ("friends_routing", "basic")
_REASONS: tuple[Reason, ...] = get_args(Reason)


class Test(Entry, frozen=True):
    """A test of a unit where the players see it."""

    unit: UnitId
    reason: Reason
    where: Where
    versus: Versus | None = None


def _read_where(state: State, words: Words) -> Where:
    where = Where()
    while words:
        if words.take_if("cover"):
            where = Where(read_cover(words), where.help)
        elif words.take_if("help"):
            where = Where(where.cover, read_help(state, words))
        else:
            words.unknown(("cover", "help"))
    return where


def read(state: State, words: Words) -> Test:
    """The next test that a unit must take, or one for a reason that only players see.
    [honor_glory:98.8] [honor_glory:99.1.1]"""
    unit = words.unit(state, "the unit that tests")
    due = state.tests.get(unit, ())
    reason = due[0] if due else None
    if words.next in _REASONS:
        reason = words.one_of(_REASONS, "the reason")
        if reason not in (*TOLD, *due[:1]):
            first = f"; its next test is for {due[0]}" if due else ""
            words.refuse(f"it has no test to take for {reason}{first}", "honor_glory:100.5a")
    if reason is None:
        words.refuse(f"{state.units[unit].title} has no test to take: say friends_routing or basic")
    where = _read_where(state, words)
    refusals = list(_bars(state, unit, reason, where))
    if refusals:
        raise Barred(*refusals)
    versus: Versus | None = None
    if reason == "receive_charge" and state.charge is not None:
        mounted = state.units[state.charge.charger].arm == "cavalry"
        versus = "cavalry" if mounted else "infantry"
    return Test(words.rolled(), unit, reason, where, versus)


def _bars(state: State, id: str, reason: Reason, where: Where) -> Iterator[Refusal]:
    if reason != "friends_routing" or reason in state.tests.get(id, ()):
        return
    facts = troops(state, id, where)
    friends = [state.units[one] for one in state.of_side(state.units[id].side) if one != id]
    running = [one for one in friends if one.morale in ("routing", "broken")]
    if not any(is_shaken_by(one.kind, facts, 0) for one in running):
        yield Refusal("honor_glory:23.1", "no friend runs whose flight it minds")


def carry_out(state: State, entry: Test, umpire: Umpire) -> None:
    """One test; after the last of all the worst result is enforced. [honor_glory:9.1.3]
    [honor_glory:100.5b]"""
    id = entry.unit
    state.answers = {}
    due = state.tests.get(id, ())
    if due and entry.reason == due[0]:
        rest = due[1:]
        others = {one: reasons for one, reasons in state.tests.items() if one != id}
        state.tests = in_order({**others, id: rest}) if rest else others
    ratings.try_out(state, id, umpire)
    found = morale.take(entry.reason, troops(state, id, entry.where), umpire, entry.versus)
    action: morale.Outcome = "stand"
    if found is not None:
        hits.told(state, id, found, umpire)
        hits.lose(state, id, found.loss)
        action = "broken" if state.units[id].mp == 0 else found.action
    if entry.reason == "receive_charge":
        pending.received(state, action, umpire)  # type: ignore[arg-type]
    else:
        pending.suffer(state, id, action)  # type: ignore[arg-type]
    pending.settle(state, umpire)


# Rally and rest


class Rally(Entry, frozen=True):
    unit: UnitId
    where: Where


def read_rally(state: State, words: Words) -> Rally:
    """`rally u3`: [honor_glory:101.1]"""
    unit = words.unit(state, "the unit that rallies")
    where = _read_where(state, words)
    refusals = [
        *pending.bars_to_go_on(state, unit),
        *recovery.bars_to_rally(state, unit, troops(state, unit, where)),
    ]
    if refusals:
        raise Barred(*refusals)
    return Rally(words.rolled(), unit, where)


def rally(state: State, entry: Rally, umpire: Umpire) -> None:
    """[honor_glory:101.5] [honor_glory:101.6b]"""
    facts = troops(state, entry.unit, entry.where)
    if recovery.rally(state, entry.unit, facts, umpire):
        rest = state.units[entry.unit].rest
        what = f"stops, faces the enemy and needs {rest} activations of rest"
        note(state, umpire, entry.unit, what, "honor_glory:101.6b")


class Rest(Entry, frozen=True):
    unit: UnitId
    activations: int


def read_rest(state: State, words: Words) -> Rest:
    """`rest u3 2`: it rests with two counters. [honor_glory:101.6b]"""
    unit = words.unit(state, "the unit that rests")
    activations = words.number("its counters", 1, 20) if words else 1
    words.end()
    refusals = list(pending.bars_to_go_on(state, unit))
    one = state.units[unit]
    if not one.rest and one.morale != "rallying" and not one.blown and one.stamina:
        refusals.append(Refusal("honor_glory:101.6b", f"{one.title} needs no rest"))
    if refusals:
        raise Barred(*refusals)
    return Rest(words.rolled(), unit, activations)


def rest(state: State, entry: Rest, umpire: Umpire) -> None:
    recovery.rest(state, entry.unit, entry.activations, umpire)
    left = state.units[entry.unit].rest
    back = state.units[entry.unit].morale == "formed" and not left
    what = "has rested and is back" if back else f"rests; {left} activations are left"
    note(state, umpire, entry.unit, what, "honor_glory:101.6c")


# Control


class Control(Entry, frozen=True):
    unit: UnitId
    where: Where


def read_control(state: State, words: Words) -> Control:
    """`control u1`: its enemy has left the melee. [honor_glory:92.0]"""
    unit = words.unit(state, "the unit that won")
    where = _read_where(state, words)
    if unit not in state.unchecked:
        words.refuse(f"{state.units[unit].title} has no enemy to pursue", "honor_glory:92.0")
    return Control(words.rolled(), unit, where)


def control(state: State, entry: Control, umpire: Umpire) -> None:
    """[honor_glory:92.2] [honor_glory:92.3]"""
    enemy = state.unchecked[entry.unit]
    state.unchecked = {id: one for id, one in state.unchecked.items() if id != entry.unit}
    found = marching.control(troops(state, entry.unit, entry.where), umpire)
    hits.told(state, entry.unit, found.test, umpire)
    what = "must pursue" if found.must_pursue else "may pursue or stay"
    rule = "honor_glory:92.3" if found.must_pursue else "honor_glory:92.2"
    note(state, umpire, entry.unit, f"{what}: {state.units[enemy].title} has left", rule)
    if found.must_pursue and state.units[enemy].place == "table":
        state.change(enemy, pursued=True)
