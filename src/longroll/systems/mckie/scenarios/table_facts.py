"""The facts of a scenario that a drawn table needs and that never change."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.display.facts import (
    GroupFacts,
    Note,
    PhaseFacts,
    PieceFacts,
    SystemTable,
)
from longroll.miniatures.sheets import sheet_facts
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.measure import INCHES
from longroll.systems.mckie.scenarios.chart_facts import charts
from longroll.systems.mckie.scenarios.scenario import Scenario
from longroll.systems.mckie.scenarios.scenario_file import Commander, Troops
from longroll.systems.mckie.sequence import PERIOD, numbers
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import SIDES

#: Arms that have another name on every table.
_KINDS = {
    "field_artillery": "artillery",
    "siege_artillery": "artillery",
    "artillery_crew": "artillery",
    "dismounted_cavalry": "cavalry",
    "gunboat": "artillery",
}
#: A shorter id is its own name.
SHORT = 4
_GROUND = {
    "open_woods": "foot at three quarters, others at half; sight 4 in; cover",
    "dense_woods": "foot only, at half; sight 2 in; cover",
    "rough": "foot only, at half",
    "built_up": "march column by road, or extended foot at half; sight 2 in; cover",
    "hill": "1 in for each contour, up or down",
    "road": "road march at its own rate",
    "railway_cut": "march column only; cover",
    "wall": "cover from fire across it, and something to rest a weapon on",
    "fence": "something to rest a weapon on, no cover",
    "crops": "open ground",
}


def table_facts(scenario: Scenario, slug: str, title: str) -> SystemTable:
    file = scenario.file
    return SystemTable(
        slug=slug,
        title=title,
        sides=SIDES,
        sheet=sheet_facts(scenario.table, INCHES.sign, turn="period"),
        pieces=(
            *(_troops(one) for one in file.troops),
            *(_commander(one) for one in file.commanders),
        ),
        groups=tuple(_groups(scenario)),
        phases=tuple(PhaseFacts(numbers()[step.slug], step.title, None) for step in PERIOD),
        turns=file.periods,
        ground=_GROUND,
        charts=charts(scenario.weapons),
    )


def label_of(id: str, arm: str = "") -> str:
    """The short name on a plate.

    >>> label_of("u1"), label_of("gamble2"), label_of("bufordwagon")
    ('U1', 'Gamble 2', 'Wagon')
    """
    if id.endswith("wagon"):
        return "Wagon"
    if len(id) < SHORT:
        return f"{id.upper()} wagon" if arm == "wagon" else id.upper()
    name = id.rstrip("0123456789")
    return f"{name.title()} {id[len(name) :]}".rstrip()


def noun(state: State, id: str) -> str | None:
    """Units and markers by the names on their plates, generals by their titles."""
    if id in state.commanders:
        return state.commanders[id].title
    if id in state.units:
        return label_of(id, state.units[id].arm)
    return id.upper() if id in state.blinds else None


def kind_of(arm: str) -> str:
    """The kind of counter that represents an arm."""
    return _KINDS.get(arm, arm)


def _troops(one: Troops) -> PieceFacts:
    strength = str(one.figures or one.models)
    return PieceFacts(
        id=one.id,
        title=one.title,
        label=label_of(one.id, one.arm),
        tag=label_of(one.id),
        side=one.side,
        kind=kind_of(one.arm),
        group=one.division,
        strength=strength,
        right=one.quality[:3],
        values=(
            Note("quality", one.quality),
            *((Note("weapon", one.weapon.replace("_", " ")),) if one.weapon else ()),
        ),
    )


def screen(id: str, unit: Unit) -> PieceFacts:
    """Skirmishers that were sent out."""
    return PieceFacts(
        id=id,
        title=unit.title,
        label=label_of(id),
        tag=label_of(id),
        side=unit.side,
        kind=kind_of(unit.arm),
        group=unit.division,
        right=unit.quality[:3],
        values=(Note("quality", unit.quality), Note("weapon", unit.weapon.replace("_", " "))),
    )


def marker(id: str, side: str) -> PieceFacts:
    """A blind marker; it tells nothing of what is under it."""
    return PieceFacts(
        id=id, title=f"Marker {id.upper()}", label=id.upper(), side=side, kind="marker"
    )


def _commander(one: Commander) -> PieceFacts:
    return PieceFacts(
        id=one.id,
        title=one.title,
        label=one.title,
        tag=one.title,
        side=one.side,
        kind="officer",
        group=one.divisions[0] if len(one.divisions) == 1 else "",
        values=(Note("post", one.role), *((Note("rating", one.ratings),) if one.ratings else ())),
    )


def _groups(scenario: Scenario) -> Iterator[GroupFacts]:
    file = scenario.file
    divisions = dict.fromkeys((one.side, one.division) for one in file.troops if one.division)
    for side, division in divisions:
        chief = next((c for c in file.commanders if division in c.divisions), None)
        members = [one.id for one in file.troops if one.division == division and one.side == side]
        if chief is not None and chief.role == "division":
            members.append(chief.id)
        name = f"{chief.title}'s Division" if chief is not None else division
        yield GroupFacts(division, name, "division", side, "", tuple(members))
