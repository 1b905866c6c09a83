"""The sequence of play: the sides take turns, each declares, plays its goes, and melees go on.

[honor_glory:1.turns] [honor_glory:9.first] [honor_glory:9.p1] [honor_glory:9.p4]
[honor_glory:9.p5]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal
from longroll.systems.honor_glory.play import (
    closing,
    deploying,
    destruction,
    flanking,
    guns,
    hits,
    landscape,
    melees,
    ratings,
)
from longroll.systems.honor_glory.play.declaring import Declare
from longroll.systems.honor_glory.play.deploying import Deploy, RollOff, other
from longroll.systems.honor_glory.play.events import TurnBegan
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.play.troops import Unit
from longroll.systems.honor_glory.play.victory import conclude, out_of_time
from longroll.systems.honor_glory.words import SIDES, Side


class Muster(Do, frozen=True):
    """Commanders are rated and counters counted; what follows is agreed before the first turn.
    [honor_glory:8.11] [honor_glory:8.12] [honor_glory:27.1] [honor_glory:9.first]"""

    def run(self, state: State, umpire: Umpire) -> None:
        file = state.played.file
        ratings.raise_armies(state, umpire)
        steps: list[Ask | Do] = []
        if not file.historical:
            steps.append(RollOff("edge"))
            if state.options.changing_terrain:  # [honor_glory:36.2]
                steps.append(landscape.RollChanges())
        if deploying.unplaced(state, "union") or deploying.unplaced(state, "confederate"):
            steps.append(Deploy(file.defender) if file.defender else RollOff("layout"))
        if not file.historical:
            steps += [deploying.Allocate(side) for side in SIDES]
        if state.options.flank_marches:
            steps += [flanking.Plan(side) for side in SIDES]
        if state.options.lines_of_communication:
            steps += [deploying.PlaceCamp(side) for side in SIDES]
        if state.options.players > 2:
            steps += [deploying.Share(side) for side in SIDES]
        state.agenda += reversed([*steps, RollOff("open"), Begin()])


class Begin(Do, frozen=True):
    """The first turn. [honor_glory:9.first]"""

    def run(self, state: State, umpire: Umpire) -> None:
        for who in state.commanders:
            state.change_commander(who, moved=False)
        state.agenda.append(BeginTurn(state.first))


class BeginTurn(Do, frozen=True):
    """A side's turn begins with all its counters. [honor_glory:3.turn.1] [honor_glory:28.5]"""

    side: Side

    def run(self, state: State, umpire: Umpire) -> None:
        parts = state.options.players if state.shares else 1
        if state.turn >= 2 * parts * state.played.file.turns:
            out_of_time(state)
            return
        begin(state, self.side)
        state.phase = "declaring"
        state.declared, state.goes = {}, ()
        hits.come_back(state, self.side, umpire)
        flanking.test_again(state, self.side, umpire)
        tell_of_turn(state, umpire)
        state.agenda += [EndTurn(self.side), Declare(self.side)]
        if flanking.waiting(state, self.side):
            state.agenda.append(flanking.CallIn(self.side))


def begin(state: State, side: Side) -> None:
    """A turn of a side: its counters, and what units did in the last one is forgotten.
    [honor_glory:3.turn.1] [honor_glory:12.4]"""
    state.turn += 1
    state.active = side
    state.unplaced = state.counters.get(side, 0)
    if state.shares:
        state.unplaced = min(state.unplaced, state.shares[side][state.player])
    units = {id: _anew(unit, side) for id, unit in state.units.items()}
    if any(unit is not state.units[id] for id, unit in units.items()):
        state.units = units
    for who in state.commanders:
        state.change_commander(who, moved=False)


#: What a unit did in its turn; and what its enemies did to it in theirs.
_FORGOTTEN = {
    "left": (0, 1),
    "fired": False,
    "fought": False,
    "bonus_used": False,
    "wheeled": False,
    "rally_tested": False,
    "ran": False,
    "forced": False,
}
_FORGIVEN = {"shot_at": False, "hurt_by": (), "pursued": False}


def _anew(unit: Unit, side: Side) -> Unit:
    """A unit at the beginning of a turn of a side."""
    if unit.place != "table":
        return unit
    forgotten = {**_FORGOTTEN, **({} if unit.side == side else _FORGIVEN)}
    past = {what: none for what, none in forgotten.items() if getattr(unit, what) != none}
    return replace(unit, **past) if past else unit


def tell_of_turn(state: State, umpire: Umpire) -> None:
    umpire.tell(
        TurnBegan(
            rules=("honor_glory:9.p1",),
            side=state.active,
            turn=state.full_turn,
            counters=state.unplaced,
        )
    )


class EndTurn(Do, frozen=True):
    """After the goes: melees that go on are fought once, then whoever runs runs on.
    [honor_glory:75.7] [honor_glory:9.p4] (HG-H62)"""

    side: Side

    def run(self, state: State, umpire: Umpire) -> None:
        state.agenda += [TurnOver(self.side), closing.Forsaken()]
        rounds = [
            Round(*(pair if state.units[pair[0]].side == self.side else pair[::-1]))
            for pair in state.melees
        ]
        state.agenda += reversed(rounds)
        fighting = [id for pair in state.melees for id in pair]
        for id in state.present():
            if state.units[id].inside and fighting.count(id) > 1:
                state.agenda.append(Engage(id))


class Engage(Ask, frozen=True):
    """A unit that several attack in its building says which of them it fights.
    [honor_glory:96.1.2]"""

    unit: str

    rule: ClassVar[str] = "honor_glory:96.1.2"
    verbs: ClassVar[tuple[str, ...]] = ("engage",)

    def asks(self, state: State) -> str:
        return state.units[self.unit].side

    def question(self, state: State) -> str:
        return f"Which of its attackers does {state.units[self.unit].title} fight?"

    def choices(self, state: State) -> list[Choice]:
        pairs = [pair for pair in state.melees if self.unit in pair]
        return [Choice("engage", (next(id for id in pair if id != self.unit),)) for pair in pairs]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal(self.rule, "engage takes one of the units that attack it")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        pair = {self.unit, choice.objects[0]}
        # The first melee of a unit is the one it fights. [honor_glory:75.4]
        state.melees = tuple(sorted(state.melees, key=lambda one: set(one) != pair))


class Round(Do, frozen=True):
    """A melee that goes on, or one that a pursuit led to in the turn before. Of several who
    attack a unit each strikes in either side's turn. [honor_glory:75.7] [honor_glory:81.1b]
    [honor_glory:92.6a] [honor_glory:92.n2]"""

    unit: str
    enemy: str

    def run(self, state: State, umpire: Umpire) -> None:
        pair = next((one for one in state.melees if set(one) == {self.unit, self.enemy}), None)
        unit, enemy = self.unit, self.enemy
        if state.units[unit].fought:
            unit, enemy = enemy, unit
        if pair is None or state.units[unit].fought:
            return
        caught = state.caught.get(pair[0])
        if caught is None:
            won = melees.fight(state, unit, enemy, umpire)
        elif caught.turn == state.turn:
            return
        else:
            state.caught = {id: one for id, one in state.caught.items() if id != pair[0]}
            won = melees.fight(
                state, *pair, umpire, struck=caught.struck, first=True, joining=caught.joining
            )
        closing.follow_up(state, won, umpire)


class TurnOver(Do, frozen=True):
    """Routing units run in both sides' turns, fires burn on, and the other side has its turn.
    [honor_glory:50.3a] [honor_glory:97.3]"""

    side: Side

    def run(self, state: State, umpire: Umpire) -> None:
        for id in state.present():
            unit = state.units[id]
            if unit.place == "table" and unit.morale in ("routing", "broken") and not unit.ran:
                hits.flee(state, id, "rout", umpire)
        for id in state.present():
            if state.units[id].morale == "rallying":
                hits.keep_away(state, id, umpire)
        guns.overrun_touched(state, umpire)
        destruction.burn_on(state, self.side, umpire)
        conclude(state)
        if state.result is None:
            if state.shares and self.side != state.first:  # [honor_glory:12.2]
                state.player = (state.player + 1) % state.options.players
            state.agenda += [BeginTurn(other(self.side)), closing.Forsaken()]


STEPS = (Muster, Begin, BeginTurn, EndTurn, Engage, Round, TurnOver)
