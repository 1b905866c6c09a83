"""`fire u1 c2 12 cover informal dice d20 4 d6 2`: a shot, the answer to it, and what both cost.

[honor_glory:9.1.1a] [honor_glory:54.2]
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from longroll.kernel.agenda import Umpire
from longroll.kernel.decision import Refusal
from longroll.miniatures.amounts import UnitId
from longroll.systems.honor_glory import charge_fire, fire
from longroll.systems.honor_glory.batteries import bars_to_fire_exhausted
from longroll.systems.honor_glory.charge_fire import Reason as Occasion
from longroll.systems.honor_glory.fire import Aim
from longroll.systems.honor_glory.fire_restrictions import (
    Candidate,
    Firing,
    Why,
    bars_to_fire,
    must_be_fired_at,
)
from longroll.systems.honor_glory.fire_tables import FIRE
from longroll.systems.honor_glory.play import hits, ratings, shooting
from longroll.systems.honor_glory.play.events import Battered
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
from longroll.systems.honor_glory.umpire.state import Answer, State

RULE = "honor_glory:54.1"
_WORDS = ("cover", "behind", "help", "enfiladed", "free")


class Fire(Entry, frozen=True):
    """A shot as the rules need it."""

    unit: UnitId
    target: UnitId
    distance: int
    enfiladed: bool
    own: Where
    other: Where
    reply: bool = False


# Reading


def read(state: State, words: Words) -> Fire:
    """`fire u1 c2 12 enfiladed cover formal behind informal help 2`. [honor_glory:54.1]"""
    unit = words.unit(state, "the unit that fires")
    target = words.unit(state, "the target")
    distance = words.length("the range")
    flags, own, other = set(), Where(), Where()
    while words:
        if words.next in ("enfiladed", "free"):
            flags.add(words.take("a word"))
        elif words.take_if("cover"):
            other = Where(read_cover(words))
        elif words.take_if("behind"):
            own = Where(read_cover(words), own.help)
        elif words.take_if("help"):
            own = Where(own.cover, read_help(state, words))
        else:
            words.unknown(_WORDS)
    entry = Fire(words.rolled(), unit, target, distance, "enfiladed" in flags, own, other)
    refusals = list(_bars(state, entry, free="free" in flags))
    if refusals:
        raise Barred(*refusals)
    return entry


def _bars(state: State, entry: Fire, *, free: bool) -> Iterator[Refusal]:
    yield from pending.bars_to_go_on(state, entry.unit)
    yield from _bars_to_shot(state, entry, "activated")
    first = must_be_fired_at(state.units[entry.unit].kind, list(_candidates(state, entry)))
    if first and not free and entry.target not in [one.id for one in first]:
        named = " or ".join(state.units[one.id].title for one in first)
        why = f"it must fire at {named} first; say `free` if it cannot"
        yield Refusal("honor_glory:57.2", why)


def _candidates(state: State, entry: Fire) -> Iterator[Candidate]:
    """The target, and those whose fire hurt the unit. [honor_glory:57.2]"""
    unit = state.units[entry.unit]
    for enemy in (entry.target, *unit.hurt_by):
        other = state.units[enemy]
        if other.place == "table" and other.side != unit.side:
            yield Candidate(
                enemy,
                other.kind,
                0,
                hurt_firer_last_move=enemy in unit.hurt_by,
                is_artillery_fire=other.arm == "artillery",
            )


def _bars_to_shot(state: State, entry: Fire, why: Why) -> Iterator[Refusal]:
    unit, target = state.units[entry.unit], state.units[entry.target]
    if unit.side == target.side:
        yield Refusal("honor_glory:54.1", f"{target.title} is a friend")
        return
    yield from bars_to_fire(
        Firing(
            unit=troops(state, entry.unit, entry.own),
            why=why,
            turn="now",
            fired_in=("now",) if unit.fired else (),
            in_melee=state.opponent_of(entry.unit) is not None,
            reduced_this_turn=True,
            target_in_melee=state.opponent_of(entry.target) is not None,
        )
    )
    if unit.arm == "artillery" and state.options.exhausted_crews:
        yield from bars_to_fire_exhausted(unit.stamina)
    if fire.can_fire(troops(state, entry.unit, entry.own)) and aim_of(state, entry).value is None:
        yield Refusal("honor_glory:65.2", f"{target.title} is out of range")


def aim_of(state: State, entry: Fire) -> Aim:
    return fire.aim(
        troops(state, entry.unit, entry.own),
        troops(state, entry.target, entry.other),
        entry.distance,
        enfiladed=entry.enfiladed,
    )


# Carrying out


def carry_out(state: State, entry: Fire, umpire: Umpire) -> None:
    """The shot; who was hit may still answer before both sides test. [honor_glory:9.1.1c]
    [honor_glory:9.1.3]"""
    state.answers = {}
    for one in (entry.unit, entry.target):
        ratings.try_out(state, one, umpire)
    before = state.units[entry.target].morale
    _shoot(state, entry, umpire)
    state.change(entry.target, shot_at=True)
    answer = Answer(entry.unit, entry.distance, entry.other.cover, entry.own.cover)
    formed = before == "formed" or state.units[entry.target].morale == "rallying"
    if formed and not any(_bars_to_shot(state, _reply(entry.target, answer, ()), "return")):
        state.answers = {entry.target: answer}
    else:
        pending.settle(state, umpire)


def _shoot(state: State, entry: Fire, umpire: Umpire) -> None:
    firer, target = (
        troops(state, entry.unit, entry.own),
        troops(state, entry.target, entry.other),
    )
    stood = pending.standing(state)
    shot = fire.shoot(firer, target, aim_of(state, entry), umpire, enfiladed=entry.enfiladed)
    shooting.has_fired(state, entry.unit, umpire)
    due = shooting.take(state, entry.unit, entry.target, shot, umpire, reply=entry.reply)
    pending.note_broken(state, stood)
    pending.add_tests(state, entry.target, due)


def _reply(unit: str, answer: Answer, thrown: tuple[int, ...]) -> Fire:
    return Fire(
        thrown,
        unit,
        answer.enemy,
        answer.distance,
        False,
        Where(answer.cover),
        Where(answer.enemy_cover),
        reply=True,
    )


def read_reply(state: State, words: Words) -> Fire:
    """`reply c2 dice d20 4`: a unit that was fired at fires back. [honor_glory:54.2]"""
    unit = words.unit(state, "the unit that fires back")
    words.end()
    answer = state.answers.get(unit)
    if answer is None:
        words.refuse(f"{state.units[unit].title} has nobody to fire back at")
    return _reply(unit, answer, words.rolled())


def carry_out_reply(state: State, entry: Fire, umpire: Umpire) -> None:
    state.answers = {}
    _shoot(state, entry, umpire)
    pending.settle(state, umpire)


class Hold(Entry, frozen=True):
    unit: UnitId


def read_hold(state: State, words: Words) -> Hold:
    """`hold c2`: it does not fire back. [honor_glory:54.2]"""
    unit = words.unit(state, "the unit that holds its fire")
    words.end()
    if unit not in state.answers:
        words.refuse(f"{state.units[unit].title} has nobody to fire back at")
    return Hold((), unit)


def hold(state: State, entry: Hold, umpire: Umpire) -> None:
    state.answers = {}
    pending.settle(state, umpire)


# Out of sequence


class Aside(Entry, frozen=True):
    """Fire out of a unit's turn, by OP11 or OP12."""

    unit: UnitId
    target: UnitId
    occasion: Occasion
    near: bool
    own: Where
    other: Where


def read_aside(state: State, words: Words) -> Aside:
    """`aside support c3 u1 far cover informal`: by OP12, or `opportune` by OP11; `far` if the
    target is beyond effective range. [honor_glory:OP11.1] [honor_glory:OP12.0]"""
    occasion: Occasion = words.one_of(("opportune", "support"), "the reason")
    option = "opportune_fire" if occasion == "opportune" else "supporting_fire"
    rule = "honor_glory:OP11.0" if occasion == "opportune" else "honor_glory:OP12.0"
    if not getattr(state.options, option):
        words.refuse(f"the option {option} is off", rule)
    unit = words.unit(state, "the unit that fires")
    target = words.unit(state, "the target")
    near, own, other = True, Where(), Where()
    while words:
        if words.take_if("far"):
            near = False
        elif words.take_if("cover"):
            other = Where(read_cover(words))
        elif words.take_if("behind"):
            own = Where(read_cover(words))
        else:
            words.unknown(("far", "cover", "behind"))
    entry = Fire((), unit, target, 0, False, own, other)
    refusals = list(_bars_to_shot(state, entry, "return"))
    if state.units[unit].morale != "formed":
        refusals.append(Refusal(rule, f"{state.units[unit].title} is not formed"))
    if refusals:
        raise Barred(*refusals)
    return Aside(words.rolled(), unit, target, occasion, near, own, other)


def carry_out_aside(state: State, entry: Aside, umpire: Umpire) -> None:
    """A BASIC test, a test of the range, and the shot. [honor_glory:OP11.2] [honor_glory:OP12.2]"""
    out_of_sequence(state, entry.occasion, entry.unit, entry.target, entry, umpire)
    pending.settle(state, umpire)


class _Places(msgspec.Struct, frozen=True):
    own: Where
    other: Where
    near: bool = True


def out_of_sequence(
    state: State,
    occasion: Occasion,
    unit: str,
    target: str,
    places: Aside | _Places,
    umpire: Umpire,
) -> None:
    stood = pending.standing(state)
    for one in (unit, target):
        ratings.try_out(state, one, umpire)
    found = charge_fire.fire_out_of_sequence(
        occasion,
        troops(state, unit, places.own),
        troops(state, target, places.other),
        umpire,
        came_within_effective=places.near,
    )
    for test in (found.basic, found.range_test):
        if test is not None:
            hits.told(state, unit, test, umpire)
    if found.shot is None:
        hits.lose(state, unit, charge_fire.FAILED_BASIC)
        pending.note_broken(state, stood)
        return
    shooting.has_fired(state, unit, umpire)
    due = shooting.take(state, unit, target, found.shot, umpire)
    pending.note_broken(state, stood)
    pending.add_tests(state, target, due)


def fire_at_charger(state: State, unit: str, charger: str, own: Where, umpire: Umpire) -> None:
    """[honor_glory:63.2b]"""
    out_of_sequence(state, "charged", unit, charger, _Places(own, Where()), umpire)


# Grand batteries


class Cannonade(Entry, frozen=True):
    target: UnitId


def read_cannonade(state: State, words: Words) -> Cannonade:
    """`cannonade c2`: the guns of a grand battery have all fired at it. [honor_glory:68.1]"""
    target = words.unit(state, "the target of the grand battery")
    words.end()
    guns = [
        id
        for id in state.enemies_of(state.units[target].side)
        if state.units[id].arm == "artillery" and state.units[id].fired
    ]
    needed = FIRE.hits.grand_battery_guns
    if len(guns) < needed:
        words.refuse(f"only {len(guns)} batteries have fired in this turn, not {needed}")
    return Cannonade((), target)


def cannonade(state: State, entry: Cannonade, umpire: Umpire) -> None:
    """A point more, hit or not. [honor_glory:68.2] [honor_glory:68.5]"""
    loss = FIRE.hits.grand_battery
    shooting.wear_down(state, entry.target, loss)
    title = state.units[entry.target].title
    umpire.tell(Battered(rules=("honor_glory:68.2",), unit=entry.target, title=title, loss=loss))
    pending.add_tests(state, entry.target, ("hit_by_artillery",))
    pending.settle(state, umpire)
