"""The course of the period: `initiative`, `first`, `step`, `next`, `period`."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.kernel.dice import Roll
from longroll.miniatures.amounts import MOST_PERIODS
from longroll.miniatures.umpire.noting import Noted
from longroll.miniatures.umpire.roster import FREE
from longroll.systems.mckie.command.initiative import contender
from longroll.systems.mckie.command.rules import initiative_lines, initiative_winner
from longroll.systems.mckie.dice import ten_sided
from longroll.systems.mckie.fatigue import step as fatigue_step
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.scenarios.scenario import scenario_named
from longroll.systems.mckie.sequence import clock_at
from longroll.systems.mckie.table.closing import rested
from longroll.systems.mckie.table.events import (
    InitiativeRolled,
    OrderChosen,
    PeriodBegan,
    StepBegan,
)
from longroll.systems.mckie.umpire import due, steps
from longroll.systems.mckie.umpire.entries.reading import Entry, Hand, Words
from longroll.systems.mckie.umpire.events import DeadHeat, StillDue
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import SIDES, Side

#: What a unit in flight does in the compulsory moves. [mckie:period.3]
_FLIGHT: dict[str, Action] = {"retreating": "retreated", "routing": "routed"}


# Initiative


class Initiative(Entry, frozen=True):
    """The dice of both armies, in the order of SIDES."""


def read_initiative(state: State, words: Words) -> Initiative:
    """`initiative union 7 confederate 4`, or without dice. [mckie:init.1]"""
    if state.step != "initiative":
        words.refuse("the initiative is rolled for in step 1", "mckie:period.1")
    if state.initiative:
        words.refuse("the initiative of this period is already settled", "mckie:init.1")
    if not words:
        return Initiative(words.thrown("ten", "ten"))
    told: dict[Side, str] = {}
    while words:
        army = words.one_of(SIDES, "the army")
        told[army] = words.take("its die")
    if set(told) != set(SIDES):
        words.refuse("give a die for each army: initiative union 7 confederate 4")
    words.dice = tuple(told[side] for side in SIDES)
    return Initiative(words.thrown("ten", "ten"))


def roll_initiative(state: State, entry: Initiative, umpire: Hand) -> None:
    """[mckie:init.1] [mckie:init.2] [mckie:gen.init.1]"""
    generalship = state.options.generalship
    contenders = [contender(state, side) for side in SIDES]
    rolls: list[Roll] = [ten_sided(umpire, f"initiative of the {side} army") for side in SIDES]
    lines = [
        initiative_lines(who, roll.value, generalship=generalship)
        for who, roll in zip(contenders, rolls, strict=True)
    ]
    totals = [sum(line.value for line in one) for one in lines]
    winner = initiative_winner(contenders, totals, generalship=generalship)
    if winner is None:
        umpire.tell(DeadHeat(rules=("mckie:init.2",), rolls=tuple(rolls), total=totals[0]))
        return
    state.initiative = winner
    umpire.tell(
        InitiativeRolled(
            rules=("mckie:gen.init.1" if generalship else "mckie:init.1",),
            rolls=tuple(rolls),
            winner=winner,
            totals=dict(zip(SIDES, totals, strict=True)),
            lines=tuple(line for one in lines for line in one),
        )
    )


class First(Entry, frozen=True):
    side: Side


def read_first(state: State, words: Words) -> First:
    """`first union`: the army with the initiative has chosen. [mckie:init.3]"""
    if state.step not in ("initiative", "cards", "compulsory"):
        words.refuse("who moves first is decided before the charges", "mckie:init.3")
    if not state.initiative:
        words.refuse("first somebody has to win the initiative", "mckie:init.3")
    side = words.one_of(SIDES, "the army that moves first")
    words.end()
    return First((), side)


def set_first(state: State, entry: First, umpire: Hand) -> None:
    state.first = entry.side
    umpire.tell(OrderChosen(rules=("mckie:init.3",), first=entry.side))


# Steps


class ToStep(Entry, frozen=True):
    slug: str


def read_step(state: State, words: Words) -> ToStep:
    slug = words.one_of(steps.SLUGS, "the step")
    words.end()
    if steps.SLUGS.index(slug) <= steps.SLUGS.index(state.step):
        words.refuse(f"step {steps.number(slug)} is over; use undo to go back")
    return ToStep((), slug)


def read_next(state: State, words: Words) -> ToStep:
    words.end()
    slug = steps.after(state.step)
    if slug is None:
        words.refuse("that was the last step: say `period`")
    return ToStep((), slug)


def begin_step(state: State, entry: ToStep, umpire: Hand) -> None:
    """The steps between are over too; what was due in them is reported, and what is due now."""
    here = steps.SLUGS.index(entry.slug)
    passed = steps.SLUGS[: here + 1]
    _remind(
        state, umpire, [one for one in due.all_due(state) if one.step in passed[:-1]], "Not done"
    )
    if "compulsory" in passed and steps.SLUGS.index(state.step) < steps.SLUGS.index("compulsory"):
        _flee(state, umpire)
    state.before = {}
    state.step = entry.slug
    step = steps.BY_SLUG[entry.slug]
    umpire.tell(StepBegan(rules=(step.rule,), step=step.slug, title=step.title))
    _remind(state, umpire, [one for one in due.all_due(state) if one.step == entry.slug], "Due now")


def _flee(state: State, umpire: Hand) -> None:
    """[mckie:period.3]"""
    for id in state.present():
        unit = state.units[id]
        if unit.standing in _FLIGHT:
            state.mark(id, did=(_FLIGHT[unit.standing],))
            umpire.tell(
                Noted(
                    rules=("mckie:period.3",),
                    unit=id,
                    title=unit.title,
                    what=f"{unit.standing}, makes its compulsory move",
                )
            )


_WHAT = {"morale": "morale", "fatigue": "fatigue", "risk": "risk to its general"}


def _remind(state: State, umpire: Hand, found: list[due.Due], when: str) -> None:
    if not found:
        return
    told = ", ".join(f"{state.units[one.unit].title} ({_WHAT[one.verb]})" for one in found)
    umpire.tell(
        StillDue(
            rules=tuple(dict.fromkeys(one.rule for one in found)),
            units=tuple(one.unit for one in found),
            what=f"{when}: {told}",
        )
    )


# The end of a period


class NextPeriod(Entry, frozen=True):
    """The period is over."""


def read_period(state: State, words: Words) -> NextPeriod:
    if state.period >= MOST_PERIODS:
        words.refuse(f"a battle has at most {MOST_PERIODS} periods")
    words.end()
    return NextPeriod(())


def begin_period(state: State, entry: NextPeriod, umpire: Hand) -> None:
    """Rest and ammunition; markers are removed. [mckie:fat.recover.2] [mckie:ammo.4]"""
    _remind(state, umpire, due.all_due(state), "Not done")
    fatigue_step.rest(state, umpire)
    for id in state.present():
        if state.units[id].supplied:
            state.change(id, ran_out=0, supplied=False)
    state.units = {id: rested(unit, state.period) for id, unit in state.units.items()}
    state.charges = ()
    state.tallies = {}
    state.before = {}
    state.checked = state.received = frozenset()
    state.at_risk = {}
    # Whoever was struck in flank turns; a follow-up on somebody new strikes him now. (MK-38)
    state.contacts = tuple(
        one if one.since > state.period else replace(one, struck="front") for one in state.contacts
    )
    state.initiative = state.first = ""
    state.period += 1
    state.step = steps.SLUGS[0]
    umpire.tell(PeriodBegan(rules=("mckie:scale.time",), period=state.period, clock=clock(state)))
    for id, unit in state.units.items():
        if unit.place == "reserve" and unit.arrives <= state.period:
            state.change(id, place="table")
            umpire.tell(Noted(rules=("mckie:deploy.1",), unit=id, title=unit.title, what="arrives"))
    for id, one in state.commanders.items():
        if one.place == "reserve" and one.arrives <= state.period:
            state.change_commander(id, place="table")


def clock(state: State) -> str:
    begins = "9:00" if state.scenario == FREE else scenario_named(state.scenario).file.begins
    return clock_at(begins, state.period)
