"""The course of the battle: `first`, `turn`, `camp`, `end`. [honor_glory:1.turns]"""

from __future__ import annotations

from longroll.kernel.agenda import Do, Umpire
from longroll.kernel.state import Result
from longroll.miniatures.amounts import MOST_PERIODS
from longroll.miniatures.umpire import ending
from longroll.miniatures.umpire.ending import End
from longroll.miniatures.umpire.noting import Noted
from longroll.systems.honor_glory.play import ratings, sequence
from longroll.systems.honor_glory.play.deploying import other
from longroll.systems.honor_glory.play.state import Camp
from longroll.systems.honor_glory.play.victory import conclude
from longroll.systems.honor_glory.umpire import pending
from longroll.systems.honor_glory.umpire.reading import Barred, Entry, Words
from longroll.systems.honor_glory.umpire.state import State
from longroll.systems.honor_glory.words import SIDES, Side


class Raise(Do, frozen=True):
    """The armies of a scenario are rated before anything is entered. [honor_glory:8.11]"""

    def run(self, state: State, umpire: Umpire) -> None:
        ratings.raise_armies(state, umpire)
        state.original = {id: unit.mp for id, unit in state.units.items()}


class First(Entry, frozen=True):
    side: Side


def read_first(state: State, words: Words) -> First:
    """`first union`: who opens the battle. [honor_glory:9.first]"""
    side = words.one_of(SIDES, "the side that opens the battle")
    words.end()
    if state.turn:
        words.refuse("the battle has begun", "honor_glory:9.first")
    return First((), side)


def open_battle(state: State, entry: First, umpire: Umpire) -> None:
    state.first = entry.side
    sequence.begin(state, entry.side)
    sequence.tell_of_turn(state, umpire)


class NextTurn(Entry, frozen=True):
    """The turn of a side is over."""


def read_turn(state: State, words: Words) -> NextTurn:
    """`turn`: the other side's turn begins. [honor_glory:9.p4] [honor_glory:9.p5]"""
    words.end()
    if state.turn >= MOST_PERIODS:
        words.refuse(f"a battle has at most {MOST_PERIODS} turns")
    refusals = list(pending.bars_to_end_go(state))
    if refusals:
        raise Barred(*refusals)
    for one, enemy in state.melees:
        if not state.units[one].fought and not state.units[enemy].fought:
            title = state.units[one].title
            words.refuse(f"the melee of {title} is still to be fought", "honor_glory:75.7")
    return NextTurn(())


def next_turn(state: State, entry: NextTurn, umpire: Umpire) -> None:
    """Whoever runs runs on, and an army may have lost. [honor_glory:50.3a] [honor_glory:10.1]"""
    state.answers = {}
    for id in state.present():
        unit = state.units[id]
        if unit.morale in ("routing", "broken") and not unit.ran:
            pending.runs(state, id, umpire)
    conclude(state)
    if state.result is None:
        sequence.begin(state, other(state.active))
        sequence.tell_of_turn(state, umpire)
    else:
        state.agenda = []


class Hold(Entry, frozen=True):
    """Who has a camp, by OP8."""

    camp: Side
    holder: Side


def read_camp(state: State, words: Words) -> Hold:
    """`camp union confederate`: the Confederates have the Union's camp. [honor_glory:OP8.2]"""
    camp = words.one_of(SIDES, "the army whose camp it is")
    holder = words.one_of(SIDES, "the army that has it now")
    words.end()
    if not state.options.lines_of_communication:
        words.refuse("the option lines_of_communication is off")
    if holder_of(state, camp) == holder:
        words.refuse(f"{holder.title()} has that camp")
    return Hold((), camp, holder)


def holder_of(state: State, camp: Side) -> Side:
    return state.camps[camp].holder if camp in state.camps else camp


def hold_camp(state: State, entry: Hold, umpire: Umpire) -> None:
    """An army without its camp adds no dice to its tests. [honor_glory:OP8.3]"""
    state.camps = {**state.camps, entry.camp: Camp(0, 0, entry.holder)}
    what, title = f"{entry.holder.title()} has it", f"The {entry.camp.title()} camp"
    umpire.tell(Noted(rules=("honor_glory:OP8.2",), unit="", title=title, what=what))


def read_end(state: State, words: Words) -> End:
    """`end union`, or `end draw`: the players agree."""
    return ending.read_end(words, SIDES)


def end(state: State, entry: End, umpire: Umpire) -> None:
    level = "victory" if entry.winner else "draw"
    state.result = Result(entry.winner, level, "honor_glory:10.1", "so the players say")
    state.agenda = []
