"""The end of a day, and of the battle: `day`, `end`. [mckie:loss.1] [mckie:victory.none]"""

from __future__ import annotations

from longroll.kernel.state import Result, Score
from longroll.miniatures.amounts import MOST_PERIODS
from longroll.miniatures.umpire import ending
from longroll.miniatures.umpire.ending import End
from longroll.systems.mckie.army.units import LIMITS, lose_crew
from longroll.systems.mckie.casualties.after_battle import day_of, scores_of
from longroll.systems.mckie.umpire import due
from longroll.systems.mckie.umpire.entries.period import NextPeriod, begin_period
from longroll.systems.mckie.umpire.entries.reading import Barred, Entry, Hand, Words, untimely
from longroll.systems.mckie.umpire.events import DayEnded
from longroll.systems.mckie.umpire.state import State
from longroll.systems.mckie.words import SIDES, Side

# The end of the battle


def read_end(state: State, words: Words) -> End:
    """`end union`, or `end draw`: the players decide. [mckie:victory.none]"""
    return ending.read_end(words, SIDES)


def end(state: State, entry: End, umpire: Hand) -> None:
    rule = "mckie:victory.none"
    scores = [Score(side, -lost(state, side), "figures lost", rule) for side in SIDES]
    for side in SIDES:
        day = day_of(losses_of(state, id) for id in _army(state, side))
        scores += scores_of(side, day)
    level = f"{entry.winner.title()} victory" if entry.winner else "Draw"
    state.result = Result(entry.winner, level, rule, "so the players say", tuple(scores))
    state.agenda = []


def lost(state: State, side: Side) -> int:
    """Figures of an army that are gone, today and before."""
    army = _army(state, side)
    return sum(losses_of(state, id)[0] + state.fallen.get(id, (0, 0))[0] for id in army)


def _army(state: State, side: Side) -> list[str]:
    """The units of an army; a screen is part of its unit."""
    return [id for id, unit in state.units.items() if unit.side == side and not unit.parent]


def losses_of(state: State, id: str) -> tuple[int, int]:
    """The figures that a unit and its screens lost today, and how many of those were captured."""
    unit = state.units[id]
    whole = [unit, *(one for one in state.units.values() if one.parent == id)]
    before, taken_before = state.fallen.get(id, (0, 0))
    gone = max(0, unit.original - sum(one.figures for one in whole) - before)
    taken = max(0, sum(one.captured for one in whole) - taken_before)
    return gone, min(gone, taken)


# The end of a day


class EndOfDay(Entry, frozen=True):
    """The battle goes on tomorrow."""


def read_day(state: State, words: Words) -> EndOfDay:
    """`day`: the lightly hurt come back, and the battle goes on the next morning. [mckie:loss.2]"""
    words.end()
    if state.step != due.LAST:
        raise Barred(untimely("the end of the day", due.LAST))
    if state.period >= MOST_PERIODS:
        words.refuse(f"a battle has at most {MOST_PERIODS} periods")
    return EndOfDay(())


def end_day(state: State, entry: EndOfDay, umpire: Hand) -> None:
    """Half of those who fell and were not captured are back with their units in the morning, which
    are rested, steady and supplied. A unit that has left the field stays away. [mckie:loss.1]
    [mckie:loss.2] [mckie:loss.3] (MK-M61, MK-44)"""
    for side in SIDES:
        here = [id for id in _army(state, side) if state.units[id].place == "table"]
        days = {id: day_of([losses_of(state, id)]) for id in here}
        umpire.tell(
            DayEnded(
                rules=("mckie:loss.1", "mckie:loss.2", "mckie:loss.3"),
                side=side,
                day=day_of(losses_of(state, id) for id in _army(state, side)),
                returning={id: day.returning for id, day in days.items() if day.returning},
                titles={id: state.units[id].title for id in here},
            )
        )
        for id in _army(state, side):
            gone, taken = losses_of(state, id)
            back = days[id].returning if id in days else 0
            before, taken_before = state.fallen.get(id, (0, 0))
            state.fallen = {**state.fallen, id: (before + gone - back, taken_before + taken)}
            if id in days:
                _next_morning(state, id, back)
    begin_period(state, NextPeriod(()), umpire)


def _next_morning(state: State, id: str, returning: int) -> None:
    unit = state.units[id]
    figures = unit.figures + returning
    full = (LIMITS.crew_of_a_model,) * len(unit.crews)
    state.change(
        id,
        figures=min(figures, sum(full)) if full else figures,
        crews=lose_crew(full, max(0, sum(full) - figures)) if full else (),
        standing="steady",
        lost_heart=False,
        broke=0,
        fatigued=False,
        ran_out=0,
        supplied=False,
    )
