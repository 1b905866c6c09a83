"""What the players see: the roster, what is due, and the words that entries are made of."""

from __future__ import annotations

import msgspec

from longroll.display import facts as display
from longroll.display.facts import (
    GroupFacts,
    Note,
    PhaseFacts,
    PieceFacts,
    Standing,
    Steps,
    SystemTable,
)
from longroll.kernel.system import slug_of
from longroll.miniatures.umpire import roster
from longroll.miniatures.umpire.roster import FREE
from longroll.systems.mckie.army.troops import General
from longroll.systems.mckie.scenarios import table_facts
from longroll.systems.mckie.scenarios.chart_facts import charts
from longroll.systems.mckie.scenarios.scenario import scenario_named
from longroll.systems.mckie.umpire import desk, steps
from longroll.systems.mckie.umpire.entries import days, period
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import SIDES


class GeneralRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    side: str
    role: str
    joined: str
    place: str


class Facts(display.Facts, frozen=True, kw_only=True):
    """The roster as everybody sees it: on a real table nothing is hidden from the umpire."""

    scenario: str
    step: str
    clock: str
    first: str
    initiative: str
    generals: tuple[GeneralRow, ...]


def facts(state: State) -> Facts:
    return Facts(
        when=f"Period {state.period}, {period.clock(state)}",
        turn=state.period,
        turns=turns(state.scenario, state.period),
        phase=steps.number(state.step),
        scenario=slug_of(state.scenario),
        step=state.step,
        clock=period.clock(state),
        first=state.first,
        initiative=state.initiative,
        units={id: _standing(state, id) for id in state.present()},
        notes=tuple(
            Note(f"{side.title()} figures lost", str(days.lost(state, side))) for side in SIDES
        ),
        lost=tuple(id for id, unit in state.units.items() if unit.place == "gone"),
        generals=tuple(_general(id, one) for id, one in state.commanders.items()),
        desk=desk.desk(state),
    )


def turns(scenario: str, at_least: int = 1) -> int:
    """How many periods there are; as many as the players like if the scenario does not say."""
    planned = 0 if scenario == FREE else scenario_named(scenario).file.periods
    return max(planned, at_least)


def _general(id: str, one: General) -> GeneralRow:
    return GeneralRow(
        id=id, title=one.title, side=one.side, role=one.role, joined=one.joined, place=one.place
    )


def _standing(state: State, id: str) -> Standing:
    unit = state.units[id]
    return Standing(
        strength=str(unit.figures),
        steps=Steps(unit.figures, unit.original),
        formation=unit.formation.replace("_", " "),
        states=tuple(desk.states(state, id)),
        values=(Note("figures", f"{unit.figures} of {unit.original}"),),
    )


# What never changes


def table_of(scenario: str, slug: str, title: str) -> SystemTable:
    """Neither map nor sheet: the table is the players' own."""
    pieces: tuple[PieceFacts, ...] = ()
    groups: tuple[GroupFacts, ...] = ()
    known = None
    if scenario != FREE:
        known = table_facts.table_facts(scenario_named(scenario), slug, title)
        pieces, groups = known.pieces, known.groups
    return SystemTable(
        slug=slug,
        title=title,
        sides=SIDES,
        pieces=pieces,
        groups=groups,
        phases=tuple(PhaseFacts(steps.number(step.slug), step.title, None) for step in steps.STEPS),
        turns=turns(scenario),
        ground={},
        charts=charts(),
    )


# In a terminal


def headline(facts: Facts) -> str:
    title = steps.BY_SLUG[facts.step].title
    return f"Period {facts.turn}, {facts.clock}. Step {facts.phase}: {title}"


def describe(facts: Facts, word: str) -> list[str]:
    return roster.describe(facts, word) or [
        f"{one.title} ({one.id}): {one.role}, {'with ' + one.joined if one.joined else 'alone'}"
        for one in facts.generals
        if one.id == word
    ]


def gloss(facts: Facts, word: str) -> str:
    titles = {row.id: row.title for row in roster.roster(facts)}
    titles |= {one.id: one.title for one in facts.generals}
    return titles.get(word, "")
