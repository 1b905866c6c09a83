"""What a side may know at Corinth: the open table, and for the Confederates their own plan.

[corinth:29.2]
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from longroll.display.facts import Facts, GroupStanding, MarkFacts, Note, Standing
from longroll.systems.corinth import fog, reserves
from longroll.systems.corinth.assault_areas import DIVISIONS
from longroll.systems.corinth.state import State
from longroll.systems.corinth.victory import controlled, points, worth
from longroll.systems.gbacw import view
from longroll.systems.gbacw.roster import CONFEDERATE, UNION

_TOWN = "corinth"


def facts(state: State, viewer: str) -> Facts:
    """The table as one side sees it. [corinth:31.1.1] [corinth:30.31]"""
    told = view.facts(state)
    return msgspec.structs.replace(
        told,
        units=_units(state, told),
        marks=(*told.marks, *_objectives(state)),
        notes=(*_score(state), *told.notes, *_reserve(state), *_plan(state, viewer)),
        groups={**told.groups, **dict(_groups(state, told))},
    )


def _score(state: State) -> Iterator[Note]:
    total = sum(line.value for line in state.game.rules.victory_lines(state))
    yield Note("Confederate points", points(total).split()[0].replace("-", "−"))


def _objectives(state: State) -> Iterator[MarkFacts]:
    """Who holds the redans and other places that score; of the town, only what was taken.

    [corinth:31.1.1] [corinth:31.1.2]
    """
    held = controlled(state)
    town = state.game.map.zones[_TOWN]
    for hex in sorted(worth(state.game.ground)):
        if hex not in town or hex in state.game.map.zones["objective"]:
            yield MarkFacts("objective", hex, CONFEDERATE if hex in held else UNION)
        elif hex in held:
            yield MarkFacts("held", hex, CONFEDERATE)


def _reserve(state: State) -> Iterator[Note]:
    """[corinth:30.31] [corinth:29.44.5]"""
    if state.reserve:
        titles = (reserves.title_of(state, formation) for formation in reserves.held_back(state))
        yield Note("In reserve", ", ".join(titles))
    if state.park:
        yield Note("Artillery park", f"{len(state.park)} batteries")


def _groups(state: State, told: Facts) -> Iterator[tuple[str, GroupStanding]]:
    for formation in reserves.held_back(state):
        known = told.groups.get(formation, GroupStanding("in reserve"))
        yield formation, msgspec.structs.replace(known, states=(*known.states, "reserve"))


def _units(state: State, told: Facts) -> dict[str, Standing]:
    """Units in reserve and in the park are marked. [corinth:30.32] [corinth:29.44.5]"""
    held = {unit for units in state.reserve.values() for unit in units} | state.park
    ids = {state.piece(unit).id for unit in held}
    return {
        id: msgspec.structs.replace(standing, states=(*standing.states, "reserve"))
        if id in ids
        else standing
        for id, standing in told.units.items()
    }


def _plan(state: State, viewer: str) -> Iterator[Note]:
    """What is still to come, for those who know it; for the others, what they were told.

    [corinth:29.2] [corinth:29.23] [corinth:29.27.1]
    """
    if state.revealed and state.revealed not in state.areas.values():
        yield Note("Announced", f"Assault Area {state.revealed}")
    if viewer != CONFEDERATE and fog.is_hidden(state, viewer):
        return
    roster = state.game.roster
    for division in DIVISIONS:
        if division in state.plan and division not in state.areas:
            area, turn = state.plan[division]
            yield Note(roster.divisions[division].title, f"area {area}, Game-Turn {turn}")
    if viewer == CONFEDERATE:
        for area, units in sorted(state.withheld.items()):
            titles = ", ".join(roster.pieces[unit].title for unit in units)
            if titles:
                yield Note(f"Held off area {area}", titles)
