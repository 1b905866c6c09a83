"""The form of a battle between armies of the players' own. [honor_glory:4.inf] [honor_glory:8.1]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.display.desk import Field, Option
from longroll.display.facts import Note
from longroll.display.generator import (
    Answers,
    Generator,
    GeneratorForm,
    Made,
    MadeFile,
    Rows,
    read_answers,
)
from longroll.kernel.dice import Seeded
from longroll.kernel.errors import BadScenario
from longroll.miniatures.scenarios import parts_of
from longroll.systems.honor_glory.armies import CLASSES, SCALES, batteries_for, units_for
from longroll.systems.honor_glory.counters import breakpoint_of, counters_of
from longroll.systems.honor_glory.levies import Brigade, Guns, Levy, counted, raised
from longroll.systems.honor_glory.pickup import GUNS, battle_between, chief_of
from longroll.systems.honor_glory.points import ListName, bars_to_army, points_of
from longroll.systems.honor_glory.words import SIDES, Side

_YEARS = range(1861, 1866)
_MONTHS = [f"{year}-{month:02d}" for year in _YEARS for month in range(1, 13)][3:52]
_USUAL = "1863-07"
#: The most regiments of a side that find room on the table.
_MOST_REGIMENTS = 32
_MEN = 4 * SCALES.men


def _choice(name: str, label: str, words: dict[str, str]) -> Field:
    options = tuple(Option(word=word, label=told) for word, told in words.items())
    return Field(name=name, label=label, kind="choice", options=options)


_CLASSES = {"C": "C, regular", "A": "A, the best", "B": "B, good", "D": "D, poor"}
assert set(_CLASSES) == set(CLASSES)
_BRIGADE = (
    Field(name="title", label="Name", kind="words"),
    _choice("arm", "Arm", {"infantry": "infantry", "cavalry": "cavalry"}),
    Field(name="men", label="Men", kind="number", least=100, most=5_000, usual=_MEN, told=True),
    _choice("class", "Class", _CLASSES),
)
FORM = GeneratorForm(
    title="Armies of your own, on a table set out by dice",
    about=(
        "Enter each brigade with its men: 500 make a regiment, six guns a battery, and the"
        " commanders follow from that. The seed sets out the terrain."
    ),
    fields=(
        _choice(
            "date",
            "Month",
            {month: month for month in sorted(_MONTHS, key=lambda one: one != _USUAL)},
        ),
        _choice(
            "defender",
            "Who defends",
            {"": "neither side"} | {side: side.title() for side in SIDES},
        ),
        _choice(
            "points",
            "Points",
            {
                "": "not agreed",
                "100": "100, a brigade",
                "200": "200, a division",
            },
        ),
        _choice(
            "points_list",
            "List of points",
            {"second": "the second printing", "appendix_e": "Appendix E"},
        ),
        Field(
            name="seed", label="Seed of the terrain", kind="number", least=1, most=999_999,
            usual=1, told=True,
        ),
        *(
            field
            for side in SIDES
            for field in (
                _choice(f"{side}_class", f"{side.title()} commander, class", _CLASSES),
                Field(
                    name=f"{side}_guns", label=f"{side.title()} guns", kind="number", least=0,
                    most=60, usual=SCALES.guns, told=True,
                ),
                _choice(f"{side}_gun", f"{side.title()} guns are", {gun: gun for gun in GUNS}),
            )
        ),
    ),
    lists=tuple(
        Rows(
            name=side,
            label=f"{side.title()} brigades",
            row="brigade",
            fields=_BRIGADE,
            usual=(
                {"title": "1st Brigade", "arm": "infantry", "men": _MEN, "class": "C"},
                {"title": "2nd Brigade", "arm": "infantry", "men": _MEN, "class": "C"},
            ),
        )
        for side in SIDES
    ),
)  # fmt: skip


def make(answers: Answers) -> Made:
    """The scenario that the answers ask for. [honor_glory:4.oob.1] [honor_glory:8.2]
    [honor_glory:E.1]"""
    read = read_answers(FORM, answers)
    dice = Seeded(read["seed"])
    levies = {side: _levy(side, read, dice) for side in SIDES}
    faults = [
        fault
        for side, levy in levies.items()
        for fault in (*_too_many(side, levy), *_beyond_its_points(levy, read["points_list"]))
    ]
    if faults:
        raise BadScenario(*faults)
    text = battle_between(levies, dice, read["date"], read["defender"] or None)
    scenario, table = parts_of(text)
    files = (MadeFile("pickup.toml", scenario), MadeFile("pickup.table.toml", table or ""))
    title = f"A pick-up battle, {read['date']}"
    notes = tuple(note for side in SIDES for note in _notes(levies[side], read["date"]))
    return Made(title=title, files=files, notes=notes)


def _levy(side: Side, read: dict[str, Any], dice: Seeded) -> Levy:
    class_ = read[f"{side}_class"]
    brigades = tuple(
        Brigade(row["title"] or f"Brigade {at}", row["men"], row["class"], row["arm"])
        for at, row in enumerate(read[side], start=1)
    )
    number = read[f"{side}_guns"]
    guns = (Guns("Battery", number, read[f"{side}_gun"], class_),) if number else ()
    points = int(read["points"] or 0)
    return Levy(side, chief_of(side, class_, dice), class_, brigades, guns, points)


def _too_many(side: Side, levy: Levy) -> Iterator[str]:
    regiments = sum(units_for(one.men) for one in levy.brigades)
    if regiments > _MOST_REGIMENTS:
        yield f"{side}: {regiments} regiments do not fit on the table; at most {_MOST_REGIMENTS}"


def _beyond_its_points(levy: Levy, by: ListName) -> Iterator[str]:
    """What bars an army from the points that were agreed. [honor_glory:E.1]"""
    if levy.points:
        for one in bars_to_army(counted(raised(levy, "south")), levy.points, by):
            yield f"{levy.side}: {one.why} [{one.rule}]"


def _notes(levy: Levy, month: str) -> Iterator[Note]:
    """An army in a few lines. [honor_glory:10.4] [honor_glory:8.12] [honor_glory:E.1]"""
    army = raised(levy, "south" if levy.side == "union" else "north")
    side = levy.side.title()
    batteries = sum(batteries_for(one.guns) for one in levy.guns)
    regiments = len(army.units) - batteries
    yield Note(
        f"{side} army",
        f"{regiments} regiments and {batteries} {'battery' if batteries == 1 else 'batteries'}"
        f" under {levy.chief}, class {levy.class_}",
    )
    agreed = f" of {levy.points}" if levy.points else ""
    yield Note(f"{side} points", f"{points_of(counted(army))}{agreed}")
    for brigade in levy.brigades:
        number = units_for(brigade.men)
        units = "regiment" if number == 1 else "regiments"
        yield Note(
            f"{side}, {brigade.title}", f"{number} {units} of {brigade.arm}, class {brigade.class_}"
        )
    counters = counters_of(levy.side, month, len(army.units), levy.class_)
    most = breakpoint_of(levy.side, month, len(army.units))
    yield Note(f"{side} counters", f"{counters}; the army has lost beyond {most} broken units")


GENERATOR = Generator(FORM, make)
