"""Reading a scenario file: its brigades are mustered, and everything wrong with it is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from longroll.board.datafile import Path, line_of
from longroll.board.faults import Fault
from longroll.miniatures.amounts import MOST_UNITS
from longroll.miniatures.scenarios import chain_faults, is_sayable
from longroll.systems.mckie.army.layouts import bar_to_adopt
from longroll.systems.mckie.army.muster import BadMuster, Brigade, muster
from longroll.systems.mckie.army.units import LIMITS, SCALES, STANDS
from longroll.systems.mckie.command import generals
from longroll.systems.mckie.datafile import DataError, read
from longroll.systems.mckie.fire.weapons import more_weapons, weapon_faults
from longroll.systems.mckie.scenarios.scenario_file import Levy, ScenarioFile, Troops
from longroll.systems.mckie.words import GUNS, SIDES

Complaint = tuple[Path, str, str]
"""Where, what, and what would be right."""
Lines = Sequence[tuple[Path, Troops]]
"""Every unit, and where it is in the file."""

#: The smallest base that can be seen, and the largest that anybody would use, in inches.
_SIZES = (0.25, 8)
_WORD = re.compile(r"[a-z0-9][a-z0-9_]*")
_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")
_WITH_GUNS = (*GUNS, "gunboat")
_CLOCK = re.compile(r"([01]?\d|2[0-3]):[0-5]\d")


def read_scenario(
    text: str,
    name: str,
    further: Callable[[ScenarioFile, Lines], Iterable[Complaint]] = lambda file, lines: (),
) -> ScenarioFile:
    """The scenario in a text, its brigades mustered into troops; DataError names every fault,
    including what `further` finds."""
    file = read(text, ScenarioFile, name)
    complaints = [*_own_faults(file), *_brigade_faults(file)]
    if not complaints:
        lines = [*_lines(file)]
        file = replace(file, troops=tuple(troops for _, troops in lines), brigades=())
        complaints = [*_faults(file, lines), *further(file, lines)]
    if complaints:
        raise DataError(
            Fault(name, line_of(text, path), what, right) for path, what, right in complaints
        )
    return file


# Brigades


def _lines(file: ScenarioFile) -> Iterator[tuple[Path, Troops]]:
    """Every unit, and where it is in the file."""
    for place, troops in enumerate(file.troops):
        yield ("troops", place), troops
    for place, levy in enumerate(file.brigades):
        for troops in troops_of(levy):
            yield ("brigades", place), troops


def troops_of(levy: Levy) -> list[Troops]:
    """The units that a brigade or a battery becomes; BadMuster says why it makes no unit.

    [mckie:unit.scaling] [mckie:unit.split] [mckie:unit.artillery]
    """
    brigade = Brigade(
        name=levy.title,
        arm=levy.arm,
        quality=levy.quality,
        weapon=levy.weapon,
        men=levy.men,
        pieces=levy.pieces,
        repeating=levy.repeating,
    )
    units = muster([brigade])
    strengths = levy.split or tuple(unit.figures or unit.models for unit in units)
    several = len(strengths) > 1
    return [
        Troops(
            id=f"{levy.id}{number}" if several else levy.id,
            title=f"{levy.title} {number}" if several else levy.title,
            side=levy.side,
            arm=levy.arm,
            quality=units[0].quality,
            formation=levy.formation,
            weapon=levy.weapon,
            repeating=levy.repeating,
            division=levy.division,
            at=levy.at[number - 1] if number <= len(levy.at) else None,
            base=levy.base,
            heading=levy.heading,
            arrives=levy.arrives,
            enters=levy.enters,
            figures=strength if levy.men else 0,
            models=0 if levy.men else strength,
        )
        for number, strength in enumerate(strengths, start=1)
    ]


def _brigade_faults(file: ScenarioFile) -> Iterator[Complaint]:
    for place, levy in enumerate(file.brigades):
        path: Path = ("brigades", place)
        try:
            units = troops_of(levy)
        except BadMuster as error:
            for fault in error.faults:
                what, _, right = fault.partition(" – ")
                yield path, what, right
            continue
        if levy.split:
            wanted = sum(one.figures or one.models for one in troops_of(replace(levy, split=())))
            if abs(sum(levy.split) - wanted) > 1:
                what = f"{levy.id}: split into {sum(levy.split)}"
                yield (*path, "split"), what, f"{wanted} in all, for {levy.men or levy.pieces}"
        if levy.at and len(levy.at) != len(units):
            what = f"{levy.id}: {len(levy.at)} places for {len(units)} units"
            yield (*path, "at"), what, "a place for each unit it becomes"


# Armies


def _faults(file: ScenarioFile, lines: Lines) -> Iterator[Complaint]:
    if not _CLOCK.fullmatch(file.begins):
        yield ("begins",), f"{file.begins!r} is not a time of day", "such as 9:40"
    if file.periods < 1:
        yield ("periods",), f"{file.periods} periods", "1 or more"
    for side in SIDES:
        if side not in file.deployment:
            yield ("deployment",), f"the {side} army has no edge", f"a table deployment.{side}"
    if len(lines) > MOST_UNITS:
        yield ("troops",), f"{len(lines)} units", f"at most {MOST_UNITS}"
    for side in SIDES:
        if not any(troops.side == side for _, troops in lines):
            yield (), f"the {side} army has no troops", "troops or brigades of both sides"
    yield from _name_faults(file)
    yield from chain_faults(file.commanders)  # [mckie:ord.chain]
    seen: set[str] = set()
    divisions = {division for one in file.commanders for division in one.divisions}
    for path, troops in lines:
        for what, right in (
            *troop_faults(troops, file),
            *_coming(troops.at, troops.arrives, file),
        ):
            yield path, f"{troops.id}: {what}", right
        if troops.division not in divisions:
            what = f"{troops.id}: nobody commands the division {troops.division!r}"
            yield path, what, f"one of {' '.join(sorted(divisions))}"
        if not _ID.fullmatch(troops.id):
            yield path, f"the id {troops.id!r}", "small letters, digits, - and _"
        if troops.id in seen:
            yield path, f"the id {troops.id!r} is already taken", "an id of its own"
        seen.add(troops.id)
    for place, one in enumerate(file.commanders):
        path = ("commanders", place)
        for what, right in _coming(one.at, one.arrives, file):
            yield path, f"{one.id}: {what}", right
        if not _ID.fullmatch(one.id):
            yield path, f"the id {one.id!r}", "small letters, digits, - and _"
        if one.id in seen:
            yield path, f"the id {one.id!r} is already taken", "an id of its own"
        seen.add(one.id)
        try:
            if one.ratings:
                generals.rated(one.title, one.ratings)
            else:
                generals.general(one.side, one.name or one.title)
        except (generals.BadRating, generals.UnknownGeneral) as error:
            yield path, str(error), 'a name on the list, or ratings such as "S/D"'


def _name_faults(file: ScenarioFile) -> Iterator[Complaint]:
    """Names that no order could say, and measures that mean nothing."""
    for at, objective in enumerate(file.objectives):
        if not is_sayable(objective.name):
            yield ("objectives", at), f"a place called {objective.name!r}", "plain words"
        if objective.within <= 0:
            yield ("objectives", at), f"within {objective.within:g} in", "more than 0"
    for side, zone in file.deployment.items():
        if zone.depth <= 0:
            yield ("deployment", side), f"a depth of {zone.depth:g} in", "more than 0"
    if file.sight <= 0:
        yield ("sight",), f"sight of {file.sight:g} in", "more than 0"


def _coming(
    at: tuple[float, float] | None, arrives: int, file: ScenarioFile
) -> Iterator[tuple[str, str]]:
    if at is None and not arrives:
        yield "it is nowhere", "a place, or the period in which it arrives"
    if not 0 <= arrives <= file.periods:
        yield f"it arrives in period {arrives}", f"a period from 1 to {file.periods}"


def troop_faults(troops: Troops, file: ScenarioFile) -> Iterator[tuple[str, str]]:
    """[mckie:unit.max] [mckie:unit.min.cav] [mckie:unit.artillery]"""
    weapons = more_weapons(file.weapons)
    barred = bar_to_adopt(troops.arm, troops.formation)
    if barred is not None:
        yield barred.why, "another formation"
    if troops.weapon and troops.weapon not in weapons:
        yield f"{troops.weapon!r} is not a weapon", f"one of {' '.join(weapons)}"
    elif troops.weapon and weapons[troops.weapon].is_artillery != (troops.arm in _WITH_GUNS):
        yield f"{_said(troops.arm)} with a {weapons[troops.weapon].name}", "a weapon of its arm"
    if troops.base is not None:
        yield from _size_faults(troops.base)
    if troops.arm != "gunboat" and (troops.guns or troops.ironclad):
        yield f"{_said(troops.arm)} with the guns of a gunboat", "guns and ironclad for gunboats"
    if troops.arm == "gunboat":
        yield from _vessel_faults(troops)
    elif troops.arm in GUNS:
        if not 1 <= troops.models <= LIMITS.most_models or troops.figures:
            right = f"1 to {LIMITS.most_models} models, of {SCALES.pieces_per_model} guns each"
            yield f"a battery of {troops.models} models", right
    elif troops.arm == "wagon":
        if troops.models < 1 or troops.figures:
            yield f"a train of {troops.models} wagons", "models, 1 or more"
    elif not 1 <= troops.figures <= LIMITS.most_figures or troops.models:
        yield f"a unit of {troops.figures} figures", f"1 to {LIMITS.most_figures} figures"
    elif "cavalry" in troops.arm and troops.figures < LIMITS.fewest_cavalry_figures:
        yield (
            f"a cavalry unit of {troops.figures} figures",
            f"at least {LIMITS.fewest_cavalry_figures}",
        )


def _vessel_faults(troops: Troops) -> Iterator[tuple[str, str]]:
    """[mckie:opt.gunboat.1]"""
    if troops.guns < 1:
        yield f"a gunboat of {troops.guns} guns", "the guns it really has, 1 or more"
    if not 1 <= troops.figures <= LIMITS.most_figures or troops.models:
        yield f"a gunboat of {troops.figures} figures", f"a crew of 1 to {LIMITS.most_figures}"
    if not troops.weapon:
        yield "a gunboat without a weapon", "artillery of the weapon table"
    if troops.arrives:
        yield (
            f"a gunboat that arrives in period {troops.arrives}",
            "one that is on the table from the start",
        )


# A scenario's own bases and weapons


def _own_faults(file: ScenarioFile) -> Iterator[Complaint]:
    """[mckie:base.optional] [mckie:wpn.extend]"""
    for kind, size in file.bases.items():
        if kind not in STANDS:
            yield ("bases", kind), f"there is no base of {kind!r}", f"one of {' '.join(STANDS)}"
        for what, right in _size_faults(size):
            yield ("bases", kind), f"{kind}: {what}", right
    for name, weapon in file.weapons.items():
        if not _WORD.fullmatch(name):
            yield ("weapons", name), f"a weapon called {name!r}", "small letters, digits and _"
        for what, right in weapon_faults(weapon):
            yield ("weapons", name), f"{name}: {what}", right


def _size_faults(size: tuple[float, float]) -> Iterator[tuple[str, str]]:
    low, high = _SIZES
    if not all(low <= part <= high for part in size):
        wide, deep = size
        yield f"a base of {wide:g} by {deep:g} in", f"frontage and depth from {low} to {high} in"
    elif any(round(part * 100) != round(part * 100, 6) for part in size):
        yield f"a base of {size[0]} by {size[1]} in", "inches with at most two decimals"


def _said(word: str) -> str:
    return word.replace("_", " ")
