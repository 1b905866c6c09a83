"""What the players see: the roster, what is due, and the words that entries are made of."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from longroll.kernel import table
from longroll.kernel.table import (
    GroupFacts,
    Note,
    PhaseFacts,
    PieceFacts,
    Standing,
    Steps,
    SystemTable,
)
from longroll.systems.mckie.layouts import bar_to_adopt
from longroll.systems.mckie.play import table_facts
from longroll.systems.mckie.play.scenario import scenario_named
from longroll.systems.mckie.play.state import General, Unit
from longroll.systems.mckie.umpire import due, period, steps
from longroll.systems.mckie.umpire.chips import Band, Chip, bands, chips
from longroll.systems.mckie.umpire.shooting import FORMATIONS, able_to_fire
from longroll.systems.mckie.umpire.state import FREE, State
from longroll.systems.mckie.words import SIDES


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the roster; `able` are the figures or guns that could fire now."""

    id: str
    title: str
    side: str
    arm: str
    quality: str
    weapon: str
    figures: int
    original: int
    able: int
    formation: str
    formations: tuple[str, ...]
    place: str
    standing: str
    states: tuple[str, ...]
    general: str
    charges: str
    melee: tuple[str, ...]
    did: tuple[str, ...]
    #: The unit whose screen it is.
    parent: str = ""
    bands: tuple[Band, ...]


class GeneralRow(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    side: str
    role: str
    joined: str
    place: str


class DueRow(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is due, and the number of its step."""

    unit: str
    verb: str
    step: str
    number: str
    rule: str
    reasons: tuple[str, ...]


class Facts(table.Facts, frozen=True, kw_only=True):
    """The roster as everybody sees it: on a real table nothing is hidden from the umpire."""

    scenario: str
    step: str
    clock: str
    first: str
    initiative: str
    roster: tuple[Row, ...]
    generals: tuple[GeneralRow, ...]
    due: tuple[DueRow, ...]
    chips: dict[str, tuple[Chip, ...]]


def facts(state: State) -> Facts:
    return Facts(
        when=f"Period {state.period}, {period.clock(state)}",
        turn=state.period,
        turns=turns(state.scenario, state.period),
        phase=steps.number(state.step),
        scenario=state.scenario,
        step=state.step,
        clock=period.clock(state),
        first=state.first,
        initiative=state.initiative,
        units={id: _standing(state, id) for id in state.present()},
        notes=tuple(
            Note(f"{side.title()} figures lost", str(period.lost(state, side))) for side in SIDES
        ),
        lost=tuple(id for id, unit in state.units.items() if unit.place == "gone"),
        roster=tuple(_row(state, id, unit) for id, unit in state.units.items()),
        generals=tuple(_general(id, one) for id, one in state.generals.items()),
        due=tuple(
            DueRow(
                unit=one.unit,
                verb=one.verb,
                step=one.step,
                number=steps.number(one.step),
                rule=one.rule,
                reasons=one.reasons,
            )
            for one in due.all_due(state)
        ),
        chips=chips(),
    )


def turns(scenario: str, at_least: int = 1) -> int:
    """How many periods there are; as many as the players like where nobody says."""
    planned = 0 if scenario == FREE else scenario_named(scenario).file.periods
    return max(planned, at_least)


def _row(state: State, id: str, unit: Unit) -> Row:
    charge = state.charge_of(id)
    here = state.has_acted_with(id)
    weapon = state.armoury.get(unit.weapon)
    return Row(
        id=id,
        title=unit.title,
        side=unit.side,
        arm=unit.arm,
        quality=unit.quality,
        weapon=weapon.name if weapon is not None else "",
        figures=unit.figures,
        original=unit.original,
        able=able_to_fire(state, id) if here and unit.weapon else 0,
        formation=unit.formation,
        formations=tuple(one for one in FORMATIONS if bar_to_adopt(unit.arm, one) is None),
        place=unit.place,
        standing=unit.standing,
        states=tuple(_states(state, id)),
        general=next((one.title for one in state.generals.values() if one.joined == id), ""),
        charges=charge.target if charge is not None and not charge.halted else "",
        melee=tuple(state.opponents(id)),
        did=tuple(sorted(unit.did)),
        parent=unit.parent,
        bands=bands(weapon),
    )


def _general(id: str, one: General) -> GeneralRow:
    return GeneralRow(
        id=id, title=one.title, side=one.side, role=one.role, joined=one.joined, place=one.place
    )


def _states(state: State, id: str) -> Iterator[str]:
    unit = state.units[id]
    if unit.standing != "steady":
        yield unit.standing
    if unit.fatigued:
        yield "fatigued"
    if unit.ran_out:
        yield "out of ammunition"
    if state.charge_of(id) is not None:
        yield "charging"
    if state.opponents(id):
        yield "in melee"
    if "fired" in unit.did:
        yield "fired"


def _standing(state: State, id: str) -> Standing:
    unit = state.units[id]
    return Standing(
        strength=str(unit.figures),
        steps=Steps(unit.figures, unit.original),
        formation=unit.formation.replace("_", " "),
        states=tuple(_states(state, id)),
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
        charts=table_facts.charts(),
    )


# In a terminal


def draw(facts: Facts) -> str:
    """The roster in characters."""
    lines = []
    for side in facts_sides(facts):
        lines.append(side.title())
        lines += [_line(row) for row in facts.roster if row.side == side]
    return "\n".join(lines) or "No units yet: add u1 union infantry ..."


def facts_sides(facts: Facts) -> list[str]:
    return [side for side in SIDES if any(row.side == side for row in facts.roster)]


def _line(row: Row) -> str:
    gone = {"gone": "gone", "reserve": "still to come"}.get(row.place, "")
    states = ", ".join((*row.states, *([gone] if gone else [])))
    return (
        f"  {row.id:<5}{row.title:<32}{row.quality:<12}{row.figures:>3}/{row.original:<3} "
        f"{row.formation.replace('_', ' '):<15}{states}"
    ).rstrip()


def headline(facts: Facts) -> str:
    title = steps.BY_SLUG[facts.step].title
    return f"Period {facts.turn}, {facts.clock}. Step {facts.phase}: {title}"


def describe(facts: Facts, word: str) -> list[str]:
    row = next((one for one in facts.roster if one.id == word), None)
    if row is None:
        return [
            f"{one.title} ({one.id}): {one.role}, {'with ' + one.joined if one.joined else 'alone'}"
            for one in facts.generals
            if one.id == word
        ]
    weapon = f", {row.weapon}" if row.weapon else ""
    return [
        f"{row.title} ({row.id}): {row.quality} {row.arm.replace('_', ' ')}{weapon}",
        f"{row.figures} of {row.original} figures in {row.formation.replace('_', ' ')}"
        + (f", {', '.join(row.states)}" if row.states else ""),
    ]


def gloss(facts: Facts, word: str) -> str:
    titles = {row.id: row.title for row in facts.roster}
    titles |= {one.id: one.title for one in facts.generals}
    return titles.get(word, "")
