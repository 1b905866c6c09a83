"""29.5 The solitaire version: dice decide where and when the Confederates enter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.dice import Roll
from longroll.systems.corinth import plotting
from longroll.systems.corinth.assault_areas import DIVISIONS
from longroll.systems.corinth.coming_on import bring_wave
from longroll.systems.corinth.set_up_events import ArrivalRolled, Plotted
from longroll.systems.corinth.state import State
from longroll.systems.corinth.tables import TABLES
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import CONFEDERATE

NAME = "solitaire"
#: The Game-Turn on which every absent division enters. [corinth:29.54]
LATEST = max(TABLES.arrival)
#: Counters whose division, Maury's or Hebert's, is diced for. [corinth:29.55]
DICED = ("hoxton", "sengstak", "price", "van-dorn")


def begin_phase(state: State, side: str, phase: str) -> Iterator[Ask | Do]:
    """Dice before each Confederate Movement Phase. [corinth:29.5]"""
    if state.scenario == NAME and side == CONFEDERATE and phase == "B" and absent(state):
        yield RollArrivals()


def absent(state: State) -> list[str]:
    """Divisions that the dice have not brought on yet."""
    return [division for division in DIVISIONS if division not in state.plan]


class RollPlan(Do, frozen=True):
    """The first division, its area, and what comes with each division; then its first wave enters.

    [corinth:29.51.1] [corinth:29.51.2] [corinth:29.55]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        number, roster = state.game.roster.number, state.game.roster
        state.turn = 1
        roll = umpire.roll("first division")
        first = _diced(roll)
        attached = {}
        for id in DICED:
            die = umpire.roll(f"division of {roster.pieces[number[id]].title}")
            attached[number[id]] = _diced(die)
            umpire.tell(
                Plotted(
                    rules=("corinth:29.55",),
                    rolls=(die,),
                    subject=roster.pieces[number[id]].title,
                    goal=f"with {roster.divisions[_diced(die)].title}",
                    secret=False,
                )
            )
        attached[number["supply-reserve"]] = first
        for place, unit in enumerate(plotting.cavalry(state)):
            attached[unit] = DIVISIONS[place % len(DIVISIONS)]
        state.attached = attached
        _bring(state, first, (roll,), umpire)
        bring_wave(state, first, umpire)


class RollArrivals(Do, frozen=True):
    """A die for every division not yet there; on the last Game-Turn all enter.

    [corinth:29.53] [corinth:29.54] [corinth:29.56]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        for division in absent(state):
            if state.turn >= LATEST:
                _bring(state, division, (), umpire)
                continue
            roll = umpire.roll(
                f"arrival of {state.game.roster.divisions[division].title}",
                at_most=TABLES.arrival[state.turn][division],
            )
            if TABLES.arrives(division, state.turn, roll.value):
                _bring(state, division, (roll,), umpire)
            else:
                umpire.tell(
                    ArrivalRolled(
                        rules=("corinth:29.53",),
                        rolls=(roll,),
                        division=state.game.roster.divisions[division].title,
                        area="",
                    )
                )


def _diced(roll: Roll) -> str:
    """Maury or Hebert. [corinth:29.51.1] [corinth:29.55]"""
    return next(division for division, faces in TABLES.solitaire.items() if roll.value in faces)


def _bring(state: State, division: str, rolls: tuple[Roll, ...], umpire: Umpire) -> None:
    """Roll for the area.

    Two divisions of one Game-Turn never share it, so the die is rolled again (GB-D37).
    [corinth:29.57]
    """
    title = state.game.roster.divisions[division].title
    turn = min(state.turn, max(TABLES.area))
    while True:
        roll = umpire.roll(f"Assault Area of {title}")
        rolls += (roll,)
        area = TABLES.assault_area(turn, roll.value)
        if (area, state.turn) not in state.plan.values():
            break
    state.plan = {**state.plan, division: (area, state.turn)}
    plotting.settle(state)
    umpire.tell(ArrivalRolled(rules=("corinth:29.53",), rolls=rolls, division=title, area=area))


STEPS: tuple[type[Any], ...] = (RollArrivals, RollPlan)
RULES = Rules[State](begin_phase=begin_phase)
