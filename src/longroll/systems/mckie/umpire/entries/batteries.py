"""Guns: crews that leave and man them, and counter-battery fire."""

from __future__ import annotations

from longroll.miniatures.umpire.noting import Noted
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fire.events import PiecesLost
from longroll.systems.mckie.fire.guns import crews_of
from longroll.systems.mckie.fire.optional_guns import pieces_destroyed
from longroll.systems.mckie.retreat.events import GunsManned
from longroll.systems.mckie.umpire.entries import breaking
from longroll.systems.mckie.umpire.entries.hurting import take
from longroll.systems.mckie.umpire.entries.reading import Barred, Entry, Hand, Words, untimely
from longroll.systems.mckie.umpire.entries.shooting import able_to_fire
from longroll.systems.mckie.umpire.state import State


class Guns(Entry, frozen=True):
    unit: str
    fate: str


def read_guns(state: State, words: Words) -> Guns:
    """`guns u4 left`, as it evades a charge; `guns u4 manned` again; `guns u4 taken`.
    [mckie:resp.6] (MK-M39)"""
    unit = words.unit(state, "the battery")
    fate = words.one_of(("left", "manned", "taken"), "what becomes of its guns")
    words.end()
    one = state.units[unit]
    if fate == "left" and not one.is_battery:
        words.refuse(f"{one.title} has no guns to leave")
    if fate != "left" and unit not in state.guns:
        words.refuse(f"{one.title} has not left its guns")
    if fate == "manned" and one.standing != "steady":
        words.refuse(f"{one.title} is {one.standing}")
    return Guns((), unit, fate)


def settle_guns(state: State, entry: Guns, umpire: Hand) -> None:
    unit = state.units[entry.unit]
    if entry.fate == "left":
        breaking.abandon(state, entry.unit, umpire)
        return
    guns = state.guns[entry.unit]
    state.guns = {id: one for id, one in state.guns.items() if id != entry.unit}
    if entry.fate == "taken":
        umpire.tell(
            Noted(
                rules=("mckie:resp.6",),
                unit=entry.unit,
                title=unit.title,
                what="its guns are taken by the enemy",
            )
        )
        return
    crews = crews_of(unit.figures, guns.models)
    state.change(entry.unit, arm=guns.arm, formation="unlimbered", crews=crews, figures=sum(crews))
    umpire.tell(GunsManned(rules=("mckie:resp.6",), unit=entry.unit, title=unit.title))


class Counter(Entry, frozen=True):
    unit: str
    target: str
    guns: int


def read_counter(state: State, words: Words) -> Counter:
    """`counter u4 c4 die 9`: the die of a battery that fired at another. [mckie:opt.cb.1]"""
    if not state.options.counter_battery:
        words.refuse("counter-battery fire was not agreed on: the option counter_battery")
    if state.step != "firing":
        raise Barred(untimely("fire", "firing"))
    unit = words.unit(state, "the battery that fired", this_step=True)
    target = words.unit(state, "the battery it fired at")
    able = able_to_fire(state, unit)
    guns = words.number("the guns that fired at it", 1) if words else able
    words.end()
    one, other = state.units[unit], state.units[target]
    if not (one.has_guns and other.has_guns) or one.side == other.side:
        words.refuse("counter-battery fire is between batteries of opposing armies")
    if "fired" not in one.did:
        words.refuse(f"{one.title} has not fired in this period")
    if guns > able:
        words.refuse(f"{one.title} fires as {able} guns", "mckie:fire.guns8")
    return Counter(words.thrown("ten"), unit, target, guns)


def fire_counter(state: State, entry: Counter, umpire: Hand) -> None:
    """Models are lost with the crewmen who serve them, the last first. [mckie:opt.cb.2]"""
    roll = ten_sided(umpire, "counter-battery fire")
    pieces = pieces_destroyed(entry.guns, roll.value)
    unit = state.units[entry.target]
    umpire.tell(
        PiecesLost(
            rules=("mckie:opt.cb.1",),
            rolls=(roll,),
            unit=entry.target,
            title=unit.title,
            by=state.units[entry.unit].title,
            pieces=pieces,
        )
    )
    if unit.is_vessel:
        # Its pieces are real guns; without any it is out of the battle. [mckie:opt.gunboat.1]
        state.change(entry.target, guns=max(0, unit.guns - pieces))
        take(state, entry.target, unit.figures if pieces >= unit.guns else 0, umpire)
        return
    left = unit.crews[: max(0, len(unit.crews) - pieces)]
    take(state, entry.target, sum(unit.crews) - sum(left), umpire)
    if left:
        state.change(entry.target, crews=left)
