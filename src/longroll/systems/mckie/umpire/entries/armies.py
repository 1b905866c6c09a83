"""Armies that are built on the spot, in figures or in men and guns."""

from __future__ import annotations

import re
from typing import Literal, get_args

from msgspec.structs import replace

from longroll.miniatures.amounts import MOST_UNITS
from longroll.miniatures.umpire.noting import Noted, note, said
from longroll.miniatures.umpire.roster import in_order
from longroll.systems.mckie.amounts import MOST_PIECES
from longroll.systems.mckie.army.muster import BadMuster, Brigade, muster
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.army.units import LIMITS, horse_holders
from longroll.systems.mckie.command.generals import BadRating, Role, rated
from longroll.systems.mckie.fire.weapons import NO_SHOT, Weapon, weapon_faults
from longroll.systems.mckie.umpire.entries.reading import Entry, Hand, Words
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import (
    GUNS,
    SIDES,
    Arm,
    Formation,
    Quality,
    Side,
)

QUALITIES: tuple[Quality, ...] = get_args(Quality)
ROLES: tuple[Role, ...] = get_args(Role)
ARMS: tuple[Arm, ...] = (
    "infantry", "cavalry", "dismounted_cavalry", "field_artillery", "siege_artillery", "wagon",
    "gunboat",
)  # fmt: skip
_KINDS: tuple[Literal["small_arms", "artillery"], ...] = ("small_arms", "artillery")
_WEAPON = re.compile(r"[a-z0-9][a-z0-9_]{0,30}")
_ID = re.compile(r"[a-z][a-z0-9-]{0,15}")
_USUAL: dict[Arm, Formation] = {
    "field_artillery": "unlimbered",
    "siege_artillery": "unlimbered",
    "wagon": "column",
}


class Add(Entry, frozen=True):
    units: tuple[tuple[str, Unit], ...]


def read_add(state: State, words: Words) -> Add:
    """`add u1 union infantry veteran muzzle_loading_rifle 24 1st_Brigade`; `960 men` and
    `2 models` or `6 pieces` are converted by the book; `guns 7` and `ironclad` are for a gunboat. A
    unit without a name is known by its short one.
    [mckie:unit.scaling] [mckie:unit.artillery] [mckie:opt.gunboat.1]"""
    id = words.take("its short name")
    if not _ID.fullmatch(id) or id in ("and", "all", "die", "dice"):
        words.refuse(f"a short name must be small letters and digits, such as u1, not {id!r}")
    side = words.one_of(SIDES, "the army")
    arm = words.one_of(ARMS, "the arm")
    quality = words.one_of(QUALITIES, "the quality")
    weapon = "" if arm == "wagon" else words.one_of(tuple(state.armoury), "the weapon")
    if weapon and state.armoury[weapon].is_artillery != (arm in (*GUNS, "gunboat")):
        words.refuse(f"{said(arm)} has no {state.armoury[weapon].name}", "mckie:wpn.list")
    number = words.number("its strength", 1)
    scale = words.take("") if words.next in ("men", "pieces", "models") else ""
    title = words.take("its name").replace("_", " ") if words else id.upper()
    guns = words.number("its guns", 1, MOST_PIECES) if arm == "gunboat" and _guns(words) else 0
    ironclad = arm == "gunboat" and words.take_if("ironclad")
    repeating = words.take_if("repeating")
    division = words.take("its division") if words.take_if("division") else ""
    words.end()
    parts = _strengths(
        words, Brigade(title, arm, quality, weapon, repeating=repeating), number, scale
    )
    ids = [id] if len(parts) == 1 else [f"{id}{place}" for place in range(1, len(parts) + 1)]
    _require_room(words, len(state.units) + len(ids), "units")
    for one in ids:
        if one in state.units or one in state.commanders:
            words.refuse(f"there is already a {one}")
    made = [
        (
            one,
            replace(
                _fresh(side, arm, quality, weapon, repeating, division, name, strength),
                guns=guns,
                ironclad=ironclad,
            ),
        )
        for one, (name, strength) in zip(ids, parts, strict=True)
    ]
    return Add((), tuple(made))


def _require_room(words: Words, number: int, what: str) -> None:
    if number > MOST_UNITS:
        words.refuse(f"a battle has at most {MOST_UNITS} {what}, not {number}", "mckie:unit.max")


def _guns(words: Words) -> bool:
    if not words.take_if("guns"):
        words.refuse("say how many guns the vessel has: guns 7", "mckie:opt.gunboat.1")
    return True


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
        what = f"{unit.quality} {said(unit.arm)}, {unit.figures} figures"
        note(state, umpire, id, what, "mckie:unit.scaling")


class Armed(Entry, frozen=True):
    name: str
    weapon: Weapon


def read_weapon(state: State, words: Words) -> Armed:
    """`weapon whitworth small_arms Whitworth_rifle 9 6 4 3 - -`: a factor for each range band,
    then `mounted`, `no_move` or `harms_ironclads` if that is true. [mckie:wpn.extend]"""
    name = words.take("its short name")
    if not _WEAPON.fullmatch(name):
        words.refuse(f"a short name must be small letters, digits and _, not {name!r}")
    _require_room(words, len(state.weapons) + 1, "weapons of its own")
    kind = words.one_of(_KINDS, "its kind")
    title = words.take("its name").replace("_", " ")
    a, b, c, d, e, f = (_factor(words) for _ in range(6))
    flags = set()
    while words:
        flags.add(words.one_of(("mounted", "no_move", "harms_ironclads"), "what is true of it"))
    weapon = Weapon(
        name=title,
        kind=kind,
        factors=(a, b, c, d, e, f),
        mounted="mounted" in flags,
        moves_and_fires="no_move" not in flags,
        harms_ironclads="harms_ironclads" in flags,
    )
    for what, right in weapon_faults(weapon):
        words.refuse(f"{what}: {right}")
    return Armed((), name, weapon)


def _factor(words: Words) -> int:
    return NO_SHOT if words.take_if("-") else words.number("a factor, or - for no shot")


def add_weapon(state: State, entry: Armed, umpire: Hand) -> None:
    state.weapons = {**state.weapons, entry.name: entry.weapon}
    umpire.tell(
        Noted(
            rules=("mckie:wpn.extend",),
            unit=entry.name,
            title=entry.weapon.name,
            what="is a weapon of this battle",
        )
    )


class Commander(Entry, frozen=True):
    id: str
    general: General


def read_commander(state: State, words: Words) -> Commander:
    """`commander crocker union division Crocker rating U/D divisions crocker`."""
    id = words.take("his short name")
    if not _ID.fullmatch(id) or id in state.units or id in state.commanders:
        words.refuse(f"a short name must be new, in small letters and digits, not {id!r}")
    _require_room(words, len(state.commanders) + 1, "commanders")
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
        _require_room(words, len(divisions), "divisions")
    words.end()
    general = General(
        title=title, side=side, role=role, ratings=ratings, divisions=tuple(divisions)
    )
    return Commander((), id, general)


def add_commander(state: State, entry: Commander, umpire: Hand) -> None:
    state.commanders = in_order({**state.commanders, entry.id: entry.general})
    title, role = entry.general.title, entry.general.role
    umpire.tell(
        Noted(rules=("mckie:gen.rate.1",), unit=entry.id, title=title, what=f"commands, {role}")
    )
