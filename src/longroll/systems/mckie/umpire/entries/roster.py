"""The roster by hand: what units did, what they are, corrections, generals, armies on the spot."""

from __future__ import annotations

from typing import Literal, get_args

from longroll.kernel.decision import Refusal
from longroll.miniatures.umpire.noting import note, said
from longroll.systems.mckie.amounts import MOST_FIGURES
from longroll.systems.mckie.army.layouts import bar_to_adopt, layout
from longroll.systems.mckie.army.units import LIMITS, lose_crew
from longroll.systems.mckie.charge.charge_tests import mark_struck
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fatigue import rules as fatigue
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.fatigue.step import Tired
from longroll.systems.mckie.melee.results import Tally, bars_to_follow_up
from longroll.systems.mckie.table.state import Contact
from longroll.systems.mckie.umpire import due
from longroll.systems.mckie.umpire.entries import breaking
from longroll.systems.mckie.umpire.entries.hurting import take
from longroll.systems.mckie.umpire.entries.reading import (
    BEHIND,
    Barred,
    Entry,
    Hand,
    Words,
    untimely,
)
from longroll.systems.mckie.umpire.entries.shooting import FORMATIONS, is_charging
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import Formation, Ground, Struck
from longroll.systems.mckie.words import State as Standing

ACTIONS: tuple[Action, ...] = get_args(Action)
GROUNDS: tuple[Ground, ...] = get_args(Ground)
STANDINGS: tuple[Standing, ...] = get_args(Standing)


# What a unit does


class Did(Entry, frozen=True):
    unit: str
    actions: tuple[Action, ...]
    grounds: tuple[Ground, ...]
    advanced: bool


def read_did(state: State, words: Words) -> Did:
    """`did u1 moved doubled rough`, `did u2 advanced`: for fire, fatigue and morale."""
    unit = words.unit(state, "the unit")
    actions: list[Action] = []
    grounds: list[Ground] = []
    advanced = False
    while words:
        if words.next in ACTIONS:
            actions.append(words.one_of(ACTIONS, "what it did"))
        elif words.next in GROUNDS:
            grounds.append(words.one_of(GROUNDS, "the ground"))
        elif words.take_if("advanced"):
            advanced = True
        else:
            words.unknown((*ACTIONS, "advanced", *GROUNDS))
    if not (actions or grounds or advanced):
        words.refuse("say what it did: did u1 moved")
    return Did((), unit, tuple(actions), tuple(grounds), advanced)


def did(state: State, entry: Did, umpire: Hand) -> None:
    moves = bool(entry.grounds) or entry.advanced
    actions = tuple(dict.fromkeys((*(("moved",) if moves else ()), *entry.actions)))
    unit = state.units[entry.unit]
    state.change(entry.unit, grounds=unit.grounds | set(entry.grounds))
    state.mark(entry.unit, did=actions, felt=("advanced",) if entry.advanced else ())
    told = (*actions, *(("advanced",) if entry.advanced else ()), *entry.grounds)
    note(state, umpire, entry.unit, ", ".join(map(said, told)), "mckie:fat.when")


class Form(Entry, frozen=True):
    unit: str
    formation: Formation
    front: int


def read_form(state: State, words: Words) -> Form:
    """`form u1 column`, `form u2 supported_line 5` with this many stands in its front rank."""
    unit = words.unit(state, "the unit")
    formation = words.one_of(FORMATIONS, "the formation")
    front = words.number("the stands of its front rank", 1, MOST_FIGURES) if words else 0
    words.end()
    one = state.units[unit]
    if front and formation != "supported_line":
        words.refuse("only a supported line takes a number of stands", "mckie:form.supported.1")
    barred = bar_to_adopt(one.arm, formation)
    if barred is None and not one.is_battery:
        plan = layout(one.arm, formation, max(1, one.figures), front=front or None)
        barred = plan if isinstance(plan, Refusal) else None
    if barred is not None:
        raise Barred(barred)
    return Form((), unit, formation, front)


def form(state: State, entry: Form, umpire: Hand) -> None:
    """Once the moves have begun, a change of formation counts as one. [mckie:fire.factor.moved]"""
    moving = state.step.startswith("moves")
    formed = state.units[entry.unit].formed or moving
    state.change(entry.unit, formation=entry.formation, front=entry.front, formed=formed)
    note(state, umpire, entry.unit, f"in {said(entry.formation)}", "mckie:fire.factor.moved")


# Fatigue


class Fatigue(Entry, frozen=True):
    units: tuple[str, ...]


def read_fatigue(state: State, words: Words) -> Fatigue:
    """`fatigue u1 die 2`, or `fatigue all`, for which the program rolls. [mckie:period.12]"""
    if state.step != "fatigue":
        raise Barred(untimely("fatigue", "fatigue"))
    if words.take_if("all"):
        units = tuple(id for id in state.present() if due.tiring(state, id) is not None)
        words.end()
        if not units:
            words.refuse("no unit has to be checked")
        return Fatigue(words.thrown(), units)
    unit = words.unit(state, "the unit")
    words.end()
    title = state.units[unit].title
    if state.units[unit].fatigued:
        words.refuse(f"{title} is already fatigued")
    row = due.tiring(state, unit)
    if row is None:
        words.refuse(f"{title} was already checked, or did nothing tiring: say `did {unit} ...`")
    return Fatigue(words.thrown(*(("ten",) if fatigue.calls_for_die(row) else ())), (unit,))


def check_fatigue(state: State, entry: Fatigue, umpire: Hand) -> None:
    """[mckie:fat.when] [mckie:fat.1] [mckie:fat.2] [mckie:fat.3]"""
    for id in entry.units:
        row = due.tiring(state, id)
        assert row is not None
        title = state.units[id].title
        rolls = (ten_sided(umpire, f"fatigue of {title}"),) if fatigue.calls_for_die(row) else ()
        tired = fatigue.becomes_fatigued(row, rolls[0].value if rolls else None)
        state.change(id, fatigued=tired)
        state.checked |= {id}
        umpire.tell(Tired(rules=(row.rule,), rolls=rolls, unit=id, title=title, fatigued=tired))


# Corrections


class Set(Entry, frozen=True):
    """A fact of a unit that the players set."""

    unit: str
    to: str


def read_state(state: State, words: Words) -> Set:
    unit = words.unit(state, "the unit")
    to = words.one_of((*STANDINGS, "fatigued", "fresh"), "how it stands")
    words.end()
    return Set((), unit, to)


def set_state(state: State, entry: Set, umpire: Hand) -> None:
    if entry.to in ("fatigued", "fresh"):
        state.change(entry.unit, fatigued=entry.to == "fatigued")
        note(state, umpire, entry.unit, entry.to, "mckie:fat.marker")
        return
    flees = entry.to in ("retreating", "routing")
    state.change(
        entry.unit, standing=entry.to, broke=state.period if flees else 0, lost_heart=False
    )
    if flees:
        breaking.part(state, entry.unit)
    rule = "mckie:morale.result.m3b" if flees else "mckie:morale.result.4"
    note(state, umpire, entry.unit, entry.to, rule)


def read_ammo(state: State, words: Words) -> Set:
    """`ammo u1 out`, `ammo u1 wagon` (near enough now), `ammo u1 back`. [mckie:ammo.3]"""
    unit = words.unit(state, "the unit")
    to = words.one_of(("out", "wagon", "back"), "how its ammunition is")
    words.end()
    one = state.units[unit]
    if to != "out" and not one.ran_out:
        words.refuse(f"{one.title} has ammunition", "mckie:ammo.2")
    if to == "wagon" and one.ran_out >= state.period:
        words.refuse(f"{one.title} ran out in this period; the wagon can supply it in the next")
    return Set((), unit, to)


def set_ammo(state: State, entry: Set, umpire: Hand) -> None:
    if entry.to == "out":
        state.change(entry.unit, ran_out=state.period, supplied=False)
        note(state, umpire, entry.unit, "out of ammunition", "mckie:ammo.2")
    elif entry.to == "wagon":
        state.change(entry.unit, supplied=True)
        what = "draws from its wagon and fires again from the next period"
        note(state, umpire, entry.unit, what, "mckie:ammo.3", "mckie:ammo.4")
    else:
        state.change(entry.unit, ran_out=0, supplied=False)
        note(state, umpire, entry.unit, "has ammunition", "mckie:ammo.4")


class Count(Entry, frozen=True):
    unit: str
    figures: int


def read_lose(state: State, words: Words) -> Count:
    unit = words.unit(state, "the unit")
    figures = words.number("the figures lost", 1)
    words.end()
    one = state.units[unit]
    if figures > one.figures:
        words.refuse(f"{one.title} has {one.figures} figures to lose")
    return Count((), unit, figures)


def lose(state: State, entry: Count, umpire: Hand) -> None:
    note(state, umpire, entry.unit, f"loses {entry.figures}", "mckie:rem.strength")
    take(state, entry.unit, entry.figures, umpire)


def read_figures(state: State, words: Words) -> Count:
    """`figures u1 18`: a correction, which does not affect morale."""
    unit = words.unit(state, "the unit")
    figures = words.number("the figures it has", 1)
    words.end()
    one = state.units[unit]
    if figures > one.original:
        words.refuse(f"{one.title} began with {one.original} figures")
    return Count((), unit, figures)


def set_figures(state: State, entry: Count, umpire: Hand) -> None:
    unit = state.units[entry.unit]
    full = (LIMITS.crew_of_a_model,) * len(unit.crews)
    state.change(
        entry.unit,
        figures=entry.figures,
        crews=lose_crew(full, sum(full) - entry.figures) if full else (),
        captured=min(unit.captured, unit.original - entry.figures),
    )
    note(state, umpire, entry.unit, f"has {entry.figures} figures", "mckie:rem.strength")


class Away(Entry, frozen=True):
    unit: str


def read_unit_only(state: State, words: Words) -> Away:
    unit = words.unit(state, "the unit")
    words.end()
    return Away((), unit)


def remove(state: State, entry: Away, umpire: Hand) -> None:
    """A unit leaves the table for good: off the edge, or captured."""
    note(state, umpire, entry.unit, "leaves the field", "mckie:morale.result.m7a")
    state.remove(entry.unit, "left the field")
    state.at_risk = {id: why for id, why in state.at_risk.items() if id != entry.unit}


# Melees that go on


def read_part(state: State, words: Words) -> Away:
    entry = read_unit_only(state, words)
    if not state.opponents(entry.unit) and not is_charging(state, entry.unit):
        words.refuse(f"{state.units[entry.unit].title} is in neither a melee nor a charge")
    return entry


def part(state: State, entry: Away, umpire: Hand) -> None:
    breaking.part(state, entry.unit)
    note(state, umpire, entry.unit, "is no longer in contact", "mckie:melee.res.6")


class Follow(Entry, frozen=True):
    unit: str
    enemy: str
    struck: Struck = "front"


def read_follow(state: State, words: Words) -> Follow:
    """`follow u1 c2`: a winner that attacked goes after the enemy; `follow u1 c3 flank`: it comes
    upon another there. [mckie:melee.res.3] (MK-38)"""
    unit = words.unit(state, "the unit that follows up")
    enemy = words.unit(state, "the enemy")
    struck: Struck = next((one for one in BEHIND if words.take_if(one)), "front")
    words.end()
    one = state.units[unit]
    if one.side == state.units[enemy].side:
        words.refuse(f"{state.units[enemy].title} is a friend")
    goes = any(c.attacker == unit and c.followed_up for c in state.contacts)
    if unit not in state.tallies or (enemy not in state.tallies and not goes):
        words.refuse("they have not fought in this period")
    if enemy in state.tallies and struck != "front":
        words.refuse(f"{state.units[enemy].title} has fought it in this period")
    if state.step not in ("melee_results", "other_morale"):
        words.refuse("following up belongs to step 13", "mckie:period.13")
    attack: Literal["charge", "none"] = "charge" if "charged" in one.did else "none"
    bars = bars_to_follow_up(Tally(*state.tallies[unit], "follow_up" if goes else attack))
    if bars:
        raise Barred(*bars)
    return Follow((), unit, enemy, struck)


def follow(state: State, entry: Follow, umpire: Hand) -> None:
    """A melee with somebody new is first fought in the next period. (MK-38)"""
    new = entry.enemy not in state.tallies
    since = state.period + 1 if new else state.period
    if new:
        mark_struck(state, entry.enemy, entry.struck)
    state.contacts = (
        *state.contacts,
        Contact(entry.unit, entry.enemy, entry.struck, since, followed_up=True),
    )
    enemy = state.units[entry.enemy].title
    note(state, umpire, entry.unit, f"follows up {enemy}", "mckie:melee.res.3")
