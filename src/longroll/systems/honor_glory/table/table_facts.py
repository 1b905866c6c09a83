"""The facts of a scenario that a drawn table needs and that never change."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.display.facts import GroupFacts, Note, PhaseFacts, PieceFacts, SystemTable
from longroll.miniatures.sheets import sheet_facts
from longroll.systems.honor_glory.measure import CENTIMETRES
from longroll.systems.honor_glory.play.scenario import CommanderEntry, Scenario, UnitEntry
from longroll.systems.honor_glory.table.charts import charts
from longroll.systems.honor_glory.table.view import PHASES
from longroll.systems.honor_glory.words import SIDES, Side

_GROUND = {
    "open_woods": "each centimetre counts twice; cover",
    "dense_woods": "each centimetre counts twice; cover",
    "rough": "each centimetre counts twice",
    "crops": "each centimetre counts twice",
    "stream": "each centimetre counts twice",
    "built_up": "each centimetre counts twice; formal cover",
    "hill": "flat on top; its edge blocks sight",
    "road": "a higher rate for a whole go in column or limbered",
    "hedge": "a quarter of the allowance to cross; cover",
    "fence": "a quarter of the allowance to cross; cover",
    "wall": "a quarter of the allowance to cross; cover",
    "trench": "formal cover",
    "works": "formal cover",
}


def table_facts(scenario: Scenario, slug: str, title: str) -> SystemTable:
    return SystemTable(
        slug=slug,
        title=title,
        sides=SIDES,
        sheet=sheet_facts(scenario.table, CENTIMETRES.sign, "morale points"),
        pieces=tuple(_pieces(scenario)),
        groups=tuple(_groups(scenario)),
        phases=tuple(PhaseFacts(number, name, None) for number, name in PHASES.values()),
        turns=scenario.file.turns,
        ground=_GROUND,
        charts=charts(),
    )


def _pieces(scenario: Scenario) -> Iterator[PieceFacts]:
    for side, army in scenario.file.armies.items():
        yield from (_troops(one, side) for one in army.units)
        yield from (_commander(one, side) for one in army.commanders)


def _troops(one: UnitEntry, side: Side) -> PieceFacts:
    arms = one.weapon or one.gun
    return PieceFacts(
        id=one.id,
        title=one.title,
        label=label_of(one.id),
        tag=label_of(one.id),
        side=side,
        kind="cavalry" if one.arm == "dismounted_cavalry" else one.arm,
        group=side,
        values=(Note("arms", arms.replace("_", " ")),) if arms else (),
    )


def _commander(one: CommanderEntry, side: Side) -> PieceFacts:
    title = one.title[:1].upper() + one.title[1:]
    return PieceFacts(
        id=one.id,
        title=title,
        label=title,
        tag=label_of(one.id),
        side=side,
        kind="officer",
        group=side,
        values=(Note("post", "commander-in-chief" if one.rank == "cinc" else one.rank),),
    )


def label_of(id: str) -> str:
    """The short name on a plate.

    >>> label_of("u1")
    'U1'
    """
    return id.upper()


def _groups(scenario: Scenario) -> Iterator[GroupFacts]:
    for side, army in scenario.file.armies.items():
        members = (*(one.id for one in army.units), *(one.id for one in army.commanders))
        yield GroupFacts(side, f"{side.title()} army", "army", side, "", members)
