"""9.0 Chaos of War (C.O.W.): markers that freeze the enemy's companies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Closed, Refusal, bare, choice
from longroll.kernel.dice import Dice, Roll
from longroll.kernel.event import Line
from longroll.kernel.naming import SideName
from longroll.systems.stockade_redan import fog
from longroll.systems.stockade_redan.events import (
    ChaosBarred,
    ChaosPlaced,
    ChaosRetrieved,
    ChaosRolled,
    ChaosTaken,
)
from longroll.systems.stockade_redan.roster import ENEMY, GUNS, OFFICER, OFFICERS, ROSTER, UNION
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import HEXES

_CHAOS = {hex: choice("chaos", hex) for hex in HEXES}
_DONE = choice("done")


def roll_count(side: str, morale: int, dice: Dice | Umpire) -> tuple[int, tuple[Line, ...], Roll]:
    """How many markers a side may place: one die, changed by Confederate morale, 0 to 6.

    [stockade_redan:9.0.1] [stockade_redan:9.0.2] [stockade_redan:9.0.3] [stockade_redan:9.0.4]
    [stockade_redan:9.0.5] [stockade_redan:9.0.6]
    """
    table = TABLES.chaos_of_war
    modifier = (table.union_by_morale if side == UNION else table.confederate_by_morale)[morale]
    roll = dice.roll("Chaos of War markers")
    rule = {2: "stockade_redan:9.0.2", 3: "stockade_redan:9.0.3", 4: "stockade_redan:9.0.4"}[morale]
    lines = (
        Line(roll.value, "die", "stockade_redan:9.0.1"),
        Line(modifier, f"Confederate morale {morale}", rule),
    )
    return max(0, min(table.most, roll.value + modifier)), lines, roll


class RollChaos(Do, frozen=True):
    """Phases V and VI begin with a die. [stockade_redan:9.0.1]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        count, lines, roll = roll_count(self.side, state.morale, umpire)
        umpire.tell(
            ChaosRolled(
                rules=("stockade_redan:9.0.1", lines[1].rule),
                rolls=(roll,),
                side=self.side,
                modifiers=lines,
                count=count,
            )
        )
        if count:
            state.agenda.append(PlaceChaos(self.side, count))


def closed_hexes(state: State, side: str) -> Iterator[Closed[Hex]]:
    """What closes enemy hexes to the markers of a side, as far as the side can see.

    A hidden stack may always be named; whether it can take the marker is found out by trying.
    """
    yield Closed(
        state.stacks[side].keys(), "stockade_redan:9.1.2", "{place} holds units of your own"
    )
    yield Closed(state.chaos.keys(), "stockade_redan:9.1.4", "{place} is already marked")
    hidden = set(fog.hidden_stacks(state, side))
    for closed in untouchable_hexes(state, ENEMY[side]):
        yield closed._replace(places=set(closed.places) - hidden)


def untouchable_hexes(state: State, owner: str) -> Iterator[Closed[Hex]]:
    """Stacks that can take no marker: those with an officer, and guns alone.

    A stack of the 8th Missouri can be marked, but is not affected (SR-30).
    """
    officers = {hex for unit in OFFICERS[owner] if (hex := state.hex_of(unit))}
    yield Closed(officers, "stockade_redan:9.1.5", "there is an officer in {place}")
    guns = {hex for unit in GUNS[owner] if (hex := state.hex_of(unit))}
    alone = {hex for hex in guns if all(unit in GUNS[owner] for unit in state.stack(hex, owner))}
    yield Closed(alone, "stockade_redan:9.1.3", "{place} holds only artillery")


def bars_to_mark(state: State, side: str, hex: Hex) -> Iterator[Refusal]:
    """What keeps a side from marking a hex. [stockade_redan:9.1.2]"""
    if hex not in state.stacks[ENEMY[side]]:
        yield Refusal("stockade_redan:9.1.2", f"{hex} holds no enemy unit")
    for closed in closed_hexes(state, side):
        yield from closed.bars(hex)


class PlaceChaos(Ask, frozen=True):
    """As many markers as the side likes, up to the number rolled. [stockade_redan:9.1.1]"""

    side: SideName
    left: int
    #: Hidden stacks that turned out not to take a marker.
    tried: tuple[Hex, ...] = ()

    rule: ClassVar[str] = "stockade_redan:9.1.1"
    verbs: ClassVar[tuple[str, ...]] = ("chaos", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Where does Chaos of War strike? Up to {self.left}."

    def choices(self, state: State) -> list[Choice]:
        barred = {hex for closed in closed_hexes(state, self.side) for hex in closed.places}
        barred.update(self.tried)
        choices = [
            _CHAOS[hex] for hex in sorted(state.stacks[ENEMY[self.side]]) if hex not in barred
        ]
        choices.append(_DONE)
        return choices

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif _CHAOS.get(choice.object) != choice:
            yield Refusal(
                "stockade_redan:9.1.2", f"{' '.join(choice.objects) or 'nothing'} is not a hex"
            )
        else:
            if choice.object in self.tried:
                yield Refusal("stockade_redan:9.1.5", f"{choice.object} cannot be marked now")
            yield from bars_to_mark(state, self.side, choice.object)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "done":
            return
        hex = choice.object
        left, tried = self.left, self.tried
        bars = [
            closed for closed in untouchable_hexes(state, ENEMY[self.side]) if hex in closed.places
        ]
        if bars:
            spent = state.options.barred_chaos_is_spent
            umpire.tell(ChaosBarred(rules=(bars[0].rule,), hex=hex, spent=spent))
            tried = (*tried, hex)
            left -= spent
        else:
            state.chaos = {**state.chaos, hex: self.side}
            placed = ChaosTaken if hex in fog.hidden_stacks(state, self.side) else ChaosPlaced
            umpire.tell(
                placed(
                    rules=("stockade_redan:9.1.1", "stockade_redan:9.2.1"), side=self.side, hex=hex
                )
            )
            left -= 1
        if left:
            state.agenda.append(PlaceChaos(self.side, left, tried))


def is_immune(unit: int) -> bool:
    """Officers and the 8th Missouri. [stockade_redan:9.2.2] [stockade_redan:9.2.3]"""
    piece = ROSTER[unit]
    return piece.kind == OFFICER or piece.zouave


def struck_hexes(state: State, side: str) -> set[Hex]:
    """Marked hexes where no officer of a side frees its units; he does so while he stays (SR-31).

    A unit that ends its move in a marked hex is affected like all others.
    [stockade_redan:7.0.10] [stockade_redan:9.2.1] [stockade_redan:9.2.3] [stockade_redan:9.2.10]
    [stockade_redan:9.2.11]
    """
    return {hex for hex in state.chaos if not state.has_officer(hex, side)}


def is_affected(state: State, unit: int) -> bool:
    """Whether a unit is affected by the marker in its hex: it can neither move nor fire."""
    hex, side = state.hex_of(unit), ROSTER[unit].side
    return hex in state.chaos and not is_immune(unit) and hex in struck_hexes(state, side)


def bars_affected(state: State, unit: int) -> Iterator[Refusal]:
    """[stockade_redan:9.2.4]"""
    if is_affected(state, unit):
        yield Refusal(
            "stockade_redan:9.2.4",
            f"{ROSTER[unit].title} is affected by Chaos of War in {state.hex_of(unit)}",
        )


def must_check(group: tuple[int, ...]) -> tuple[int, ...]:
    """The units of a group entering a marked hex that have to roll: none with an officer.

    [stockade_redan:9.2.7] [stockade_redan:9.2.12]
    """
    if any(ROSTER[unit].kind == OFFICER for unit in group):
        return ()
    return tuple(unit for unit in group if not is_immune(unit))


def roll_entry(dice: Dice | Umpire) -> tuple[bool, Roll]:
    """Whether the entering units must stop: one die for all of them.

    [stockade_redan:9.2.8] [stockade_redan:9.2.9]
    """
    affected_on = TABLES.chaos_of_war.affected_on
    roll = dice.roll("Chaos of War entry", at_most=affected_on)
    return roll.value <= affected_on, roll


class RetrieveChaos(Do, frozen=True):
    """Phase XI: every marker of both sides is removed. [stockade_redan:9.3.1]"""

    def run(self, state: State, umpire: Umpire) -> None:
        if state.chaos:
            umpire.tell(ChaosRetrieved(rules=("stockade_redan:9.3.1",), count=len(state.chaos)))
            state.chaos = {}
