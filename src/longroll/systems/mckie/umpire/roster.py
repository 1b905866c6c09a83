"""The roster by hand: what units did, what they are, corrections, generals, armies on the spot."""

from __future__ import annotations

import re
from typing import Literal, get_args

from longroll.kernel.decision import Refusal
from longroll.systems.mckie import fatigue
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fatigue import Action
from longroll.systems.mckie.generals import BadRating, Role, rated
from longroll.systems.mckie.layouts import layout, may_adopt
from longroll.systems.mckie.melee_results import Tally, follow_up_bars
from longroll.systems.mckie.muster import BadMuster, Brigade, muster
from longroll.systems.mckie.play.risks import roll_for_generals
from longroll.systems.mckie.play.state import Contact, General, Unit
from longroll.systems.mckie.play.tiring import Tired
from longroll.systems.mckie.umpire import due, testing
from longroll.systems.mckie.umpire.events import Noted
from longroll.systems.mckie.umpire.reading import Barred, Entry, Hand, Words
from longroll.systems.mckie.umpire.shooting import FORMATIONS, is_charging, take
from longroll.systems.mckie.umpire.state import State, in_order
from longroll.systems.mckie.units import LIMITS, horse_holders, lose_crew
from longroll.systems.mckie.weapons import WEAPONS
from longroll.systems.mckie.words import (
    GUNS,
    SIDES,
    Arm,
    Formation,
    Ground,
    Quality,
    Side,
)
from longroll.systems.mckie.words import State as Standing

ACTIONS: tuple[Action, ...] = get_args(Action)
GROUNDS: tuple[Ground, ...] = get_args(Ground)
STANDINGS: tuple[Standing, ...] = get_args(Standing)
QUALITIES: tuple[Quality, ...] = get_args(Quality)
ROLES: tuple[Role, ...] = get_args(Role)
ARMS: tuple[Arm, ...] = (
    "infantry", "cavalry", "dismounted_cavalry", "field_artillery", "siege_artillery", "wagon",
)  # fmt: skip
_ID = re.compile(r"[a-z][a-z0-9-]{0,15}")
_USUAL: dict[Arm, Formation] = {
    "field_artillery": "unlimbered",
    "siege_artillery": "unlimbered",
    "wagon": "column",
}


def _note(state: State, umpire: Hand, id: str, what: str, *rules: str) -> None:
    umpire.tell(Noted(rules=rules, unit=id, title=state.units[id].title, what=what))


def _words(word: str) -> str:
    return word.replace("_", " ")


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
    _note(state, umpire, entry.unit, ", ".join(map(_words, told)), "mckie:fat.when")


class Form(Entry, frozen=True):
    unit: str
    formation: Formation
    front: int


def read_form(state: State, words: Words) -> Form:
    """`form u1 column`, `form u2 supported_line 5` with so many stands in its front rank."""
    unit = words.unit(state, "the unit")
    formation = words.one_of(FORMATIONS, "the formation")
    front = words.number("the stands of its front rank", 1) if words else 0
    words.end()
    one = state.units[unit]
    if front and formation != "supported_line":
        words.refuse("only the front rank of a supported line is counted", "mckie:form.supported.1")
    barred = may_adopt(one.arm, formation)
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
    _note(state, umpire, entry.unit, f"in {_words(entry.formation)}", "mckie:fire.factor.moved")


# Fatigue


class Fatigue(Entry, frozen=True):
    units: tuple[str, ...]


def read_fatigue(state: State, words: Words) -> Fatigue:
    """`fatigue u1 die 2`, or `fatigue all`, where the program rolls. [mckie:period.12]"""
    if state.step != "fatigue":
        words.refuse("fatigue belongs to step 12: say `step fatigue` first", "mckie:period.12")
    if words.take_if("all"):
        units = tuple(id for id in state.present() if due.tiring(state, id) is not None)
        words.end()
        if not units:
            words.refuse("nobody is to be checked")
        return Fatigue(words.thrown(), units)
    unit = words.unit(state, "the unit")
    words.end()
    title = state.units[unit].title
    if state.units[unit].fatigued:
        words.refuse(f"{title} is fatigued already")
    row = due.tiring(state, unit)
    if row is None:
        words.refuse(f"{title} was checked, or did nothing that tires: say `did {unit} ...`")
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
        _note(state, umpire, entry.unit, entry.to, "mckie:fat.marker")
        return
    flees = entry.to in ("retreating", "routing")
    state.change(
        entry.unit, standing=entry.to, broke=state.period if flees else 0, lost_heart=False
    )
    if flees:
        testing.part(state, entry.unit)
    rule = "mckie:morale.result.m3b" if flees else "mckie:morale.result.4"
    _note(state, umpire, entry.unit, entry.to, rule)


def read_ammo(state: State, words: Words) -> Set:
    """`ammo u1 out`, `ammo u1 wagon` (near enough now), `ammo u1 back`. [mckie:ammo.3]"""
    unit = words.unit(state, "the unit")
    to = words.one_of(("out", "wagon", "back"), "how its ammunition is")
    words.end()
    one = state.units[unit]
    if to != "out" and not one.ran_out:
        words.refuse(f"{one.title} has ammunition", "mckie:ammo.2")
    if to == "wagon" and one.ran_out >= state.period:
        words.refuse(f"{one.title} ran out in this period: the wagon serves it in the next")
    return Set((), unit, to)


def set_ammo(state: State, entry: Set, umpire: Hand) -> None:
    if entry.to == "out":
        state.change(entry.unit, ran_out=state.period, supplied=False)
        _note(state, umpire, entry.unit, "out of ammunition", "mckie:ammo.2")
    elif entry.to == "wagon":
        state.change(entry.unit, supplied=True)
        what = "draws from its wagon and fires again from the next period"
        _note(state, umpire, entry.unit, what, "mckie:ammo.3", "mckie:ammo.4")
    else:
        state.change(entry.unit, ran_out=0, supplied=False)
        _note(state, umpire, entry.unit, "has ammunition", "mckie:ammo.4")


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
    _note(state, umpire, entry.unit, f"loses {entry.figures}", "mckie:rem.strength")
    take(state, entry.unit, entry.figures, umpire)


def read_figures(state: State, words: Words) -> Count:
    """`figures u1 18`: a correction, which nobody's nerves feel."""
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
    _note(state, umpire, entry.unit, f"has {entry.figures} figures", "mckie:rem.strength")


class Away(Entry, frozen=True):
    unit: str


def read_unit_only(state: State, words: Words) -> Away:
    unit = words.unit(state, "the unit")
    words.end()
    return Away((), unit)


def remove(state: State, entry: Away, umpire: Hand) -> None:
    """A unit leaves the table for good: off the edge, or taken."""
    _note(state, umpire, entry.unit, "leaves the field", "mckie:morale.result.m7a")
    state.remove(entry.unit, "left the field")
    state.at_risk = {id: why for id, why in state.at_risk.items() if id != entry.unit}


# Melees that go on


def read_part(state: State, words: Words) -> Away:
    entry = read_unit_only(state, words)
    if not state.opponents(entry.unit) and not is_charging(state, entry.unit):
        words.refuse(f"{state.units[entry.unit].title} is in no melee and no charge")
    return entry


def part(state: State, entry: Away, umpire: Hand) -> None:
    testing.part(state, entry.unit)
    _note(state, umpire, entry.unit, "is in contact no longer", "mckie:melee.res.6")


class Follow(Entry, frozen=True):
    unit: str
    enemy: str


def read_follow(state: State, words: Words) -> Follow:
    """`follow u1 c2`: a winner that attacked goes after the enemy. [mckie:melee.res.3]"""
    unit = words.unit(state, "the unit that follows up")
    enemy = words.unit(state, "the enemy")
    words.end()
    one = state.units[unit]
    if one.side == state.units[enemy].side:
        words.refuse(f"{state.units[enemy].title} is a friend")
    if unit not in state.tallies or enemy not in state.tallies:
        words.refuse("they have not fought in this period")
    if state.step not in ("melee_results", "other_morale"):
        words.refuse("following up belongs to step 13", "mckie:period.13")
    attack: Literal["charge", "none"] = "charge" if "charged" in one.did else "none"
    followed = any(c.attacker == unit and c.followed_up for c in state.contacts)
    bars = follow_up_bars(Tally(*state.tallies[unit], "follow_up" if followed else attack))
    if bars:
        raise Barred(*bars)
    return Follow((), unit, enemy)


def follow(state: State, entry: Follow, umpire: Hand) -> None:
    state.contacts = (
        *state.contacts,
        Contact(entry.unit, entry.enemy, "front", state.period, followed_up=True),
    )
    enemy = state.units[entry.enemy].title
    _note(state, umpire, entry.unit, f"follows up {enemy}", "mckie:melee.res.3")


# Generals


class Join(Entry, frozen=True):
    general: str
    unit: str


def _general(state: State, words: Words) -> str:
    id = words.take("the general")
    if id not in state.generals or state.generals[id].place != "table":
        known = ", ".join(i for i, one in state.generals.items() if one.place == "table")
        words.refuse(f"there is no general {id!r} on the table: {known or 'nobody'}")
    return id


def read_general(state: State, words: Words) -> Join:
    """`general crocker u1`, or `general crocker alone`. [mckie:risk.1]"""
    who = _general(state, words)
    if words.take_if("alone"):
        words.end()
        return Join((), who, "")
    unit = words.unit(state, "the unit he joins")
    words.end()
    if state.units[unit].side != state.generals[who].side:
        words.refuse(f"{state.units[unit].title} is the enemy's")
    return Join((), who, unit)


def join(state: State, entry: Join, umpire: Hand) -> None:
    state.change_general(entry.general, joined=entry.unit)
    what = f"joins {state.units[entry.unit].title}" if entry.unit else "rides alone"
    title = state.generals[entry.general].title
    umpire.tell(Noted(rules=("mckie:risk.1",), unit=entry.general, title=title, what=what))


class Risk(Entry, frozen=True):
    unit: str


def read_risk(state: State, words: Words) -> Risk:
    """`risk u1 die 4`: a die for each general with a unit that was shot at or fought."""
    unit = words.unit(state, "the unit he is with", this_step=True)
    words.end()
    if unit not in state.at_risk:
        words.refuse(f"no general with {state.units[unit].title} has to roll")
    return Risk(words.thrown(*["ten"] * len(_with(state, unit))), unit)


def _with(state: State, unit: str) -> list[str]:
    return [id for id, one in state.generals.items() if one.joined == unit]


def roll_risk(state: State, entry: Risk, umpire: Hand) -> None:
    """[mckie:risk.1] [mckie:risk.2] [mckie:risk.3] [mckie:risk.4]"""
    danger = state.at_risk[entry.unit]
    state.at_risk = {id: why for id, why in state.at_risk.items() if id != entry.unit}
    roll_for_generals(state, (entry.unit,), danger, umpire)


# Armies built on the spot


class Add(Entry, frozen=True):
    units: tuple[tuple[str, Unit], ...]


def read_add(state: State, words: Words) -> Add:
    """`add u1 union infantry veteran muzzle_loading_rifle 24 1st_Brigade`; `960 men` and
    `2 models` or `6 pieces` count as the book does. [mckie:unit.scaling] [mckie:unit.artillery]"""
    id = words.take("its short name")
    if not _ID.fullmatch(id) or id in ("and", "all", "die", "dice"):
        words.refuse(f"a short name is small letters and digits, such as u1, not {id!r}")
    side = words.one_of(SIDES, "the army")
    arm = words.one_of(ARMS, "the arm")
    quality = words.one_of(QUALITIES, "the quality")
    weapon = "" if arm == "wagon" else words.one_of(tuple(WEAPONS), "the weapon")
    if weapon and WEAPONS[weapon].is_artillery != (arm in GUNS):
        words.refuse(f"{_words(arm)} has no {WEAPONS[weapon].name}", "mckie:wpn.list")
    number = words.number("its strength", 1)
    scale = words.take("") if words.next in ("men", "pieces", "models") else ""
    title = words.take("its name").replace("_", " ")
    repeating = words.take_if("repeating")
    division = words.take("its division") if words.take_if("division") else ""
    words.end()
    parts = _strengths(
        words, Brigade(title, arm, quality, weapon, repeating=repeating), number, scale
    )
    ids = [id] if len(parts) == 1 else [f"{id}{place}" for place in range(1, len(parts) + 1)]
    for one in ids:
        if one in state.units or one in state.generals:
            words.refuse(f"there is a {one} already")
    made = [
        (one, _fresh(side, arm, quality, weapon, repeating, division, name, strength))
        for one, (name, strength) in zip(ids, parts, strict=True)
    ]
    return Add((), tuple(made))


def _strengths(words: Words, brigade: Brigade, number: int, scale: str) -> list[tuple[str, int]]:
    """Name and figures, or models, of each unit that the entry makes."""
    guns = brigade.arm in (*GUNS, "wagon")
    if scale in ("men", "pieces"):
        counted = {"men": number} if scale == "men" else {"pieces": number}
        try:
            units = muster([_counted(brigade, **counted)])
        except BadMuster as fault:
            words.refuse(str(fault), "mckie:unit.scaling")
        return [(unit.name, unit.figures or unit.models) for unit in units]
    if guns != (scale == "models"):
        words.refuse(
            "guns and wagons are counted in models or pieces, troops in figures or men",
            "mckie:unit.artillery" if guns else "mckie:unit.scaling",
        )
    most = LIMITS.most_models if guns else LIMITS.most_figures
    if number > most:
        words.refuse(f"a unit has at most {most}, not {number}", "mckie:unit.max")
    return [(brigade.name, number)]


def _counted(brigade: Brigade, men: int = 0, pieces: int = 0) -> Brigade:
    return Brigade(
        brigade.name, brigade.arm, brigade.quality, brigade.weapon, men, pieces, brigade.repeating
    )


def _fresh(
    side: Side,
    arm: Arm,
    quality: Quality,
    weapon: str,
    repeating: bool,
    division: str,
    title: str,
    strength: int,
) -> Unit:
    crews = (LIMITS.crew_of_a_model,) * strength if arm in GUNS else ()
    figures = sum(crews) or strength
    return Unit(
        title=title,
        side=side,
        arm=arm,
        quality=quality,
        weapon=weapon,
        repeating=repeating,
        division=division,
        original=figures,
        figures=figures,
        crews=crews,
        formation=_USUAL.get(arm, "line"),
        holders=horse_holders(figures) if arm == "dismounted_cavalry" else 0,
    )


def add(state: State, entry: Add, umpire: Hand) -> None:
    for id, unit in entry.units:
        state.units = in_order({**state.units, id: unit})
        what = f"{unit.quality} {_words(unit.arm)}, {unit.figures} figures"
        _note(state, umpire, id, what, "mckie:unit.scaling")


class Commander(Entry, frozen=True):
    id: str
    general: General


def read_commander(state: State, words: Words) -> Commander:
    """`commander crocker union division Crocker rating U/D divisions crocker`."""
    id = words.take("his short name")
    if not _ID.fullmatch(id) or id in state.units or id in state.generals:
        words.refuse(f"a short name is new, in small letters and digits, not {id!r}")
    side = words.one_of(SIDES, "the army")
    role = words.one_of(ROLES, "his post")
    title = words.take("his name").replace("_", " ")
    ratings, divisions = "-/-", []
    if words.take_if("rating"):
        ratings = words.take("his rating")
        try:
            rated(title, ratings)
        except BadRating as fault:
            words.refuse(str(fault), "mckie:gen.rate.2")
    if words.take_if("divisions"):
        while words:
            divisions.append(words.take("a division"))
    words.end()
    general = General(
        title=title, side=side, role=role, ratings=ratings, divisions=tuple(divisions)
    )
    return Commander((), id, general)


def add_commander(state: State, entry: Commander, umpire: Hand) -> None:
    state.generals = in_order({**state.generals, entry.id: entry.general})
    title, role = entry.general.title, entry.general.role
    umpire.tell(
        Noted(rules=("mckie:gen.rate.1",), unit=entry.id, title=title, what=f"commands, {role}")
    )
