"""7.3b The Fog of War chit: Battlefield Chaos, a Wayward Move, or a general in danger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.kernel.system import Chance
from longroll.systems.blind_swords import (
    engagement,
    entering,
    generals,
    movement,
    opportunity_fire,
    stacking,
)
from longroll.systems.blind_swords.chit_events import (
    ChaosPlaced,
    FogRolled,
    NothingHappens,
    Strayed,
)
from longroll.systems.blind_swords.roster import ARTILLERY, UnitNumber
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.tables import FOG_OF_WAR
from longroll.systems.blind_swords.wording import name

_PASS = choice("pass")


class RollFog(Do, frozen=True):
    """The side that does not pull the chits rolls. The chit is then out, unless it lies on the map.

    [blind_swords:7.3b.1] [blind_swords:7.3b.2] [blind_swords:7.3b.3] [blind_swords:7.1.1]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        roller = state.game.enemy[state.puller or state.game.sides[0]]
        roll = umpire.roll(f"{roller.title()}: Fog of War")
        line = FOG_OF_WAR.die[roll.value]
        umpire.tell(
            FogRolled(
                rules=("blind_swords:7.3b.1", "blind_swords:7.3b.3"),
                rolls=(roll,),
                side=line.side,
                result=line.result,
                roller=roller,
            )
        )
        if line.result == "general_casualty":
            generals.casualty_roll(state, line.side, umpire)
            return
        decides = state.game.enemy[line.side]
        kind = Chaos if line.result == "battlefield_chaos" else Wayward
        step = kind(decides)
        if not step.is_possible(state):
            why = f"no {line.side.title()} unit can be affected"
            umpire.tell(NothingHappens(rules=(step.rule,), why=why))
        else:
            state.agenda.append(step)


class _Deciding(Ask, frozen=True):
    """The opponent of the affected side decides."""

    side: SideName

    def asks(self, state: State) -> str:
        return self.side

    def affected(self, state: State) -> str:
        return state.game.enemy[self.side]

    def is_possible(self, state: State) -> bool:
        """Whether there is anything to decide."""
        raise NotImplementedError


class Chaos(_Deciding, frozen=True):
    """Battlefield Chaos: the opponent marks a hex, whose units neither move nor begin combat.

    Nothing from the Fog of War may fall on units that are kept from events.
    [blind_swords:7.3b.4]
    """

    rule: ClassVar[str] = "blind_swords:7.3b.4"
    verbs: ClassVar[tuple[str, ...]] = ("chaos",)
    obvious: ClassVar[bool] = True

    def question(self, state: State) -> str:
        return f"Which {self.affected(state).title()} hex falls into Battlefield Chaos?"

    def choices(self, state: State) -> list[Choice]:
        return [
            choice("chaos", hex)
            for hex in sorted(state.stacks[self.affected(state)])
            if not [*self._bars_hex(state, hex)]
        ]

    def is_possible(self, state: State) -> bool:
        return bool(self.choices(state))

    def _bars_hex(self, state: State, hex: Hex) -> Iterator[Refusal]:
        stack = state.stack(hex, self.affected(state))
        if not stack:
            yield Refusal(self.rule, f"no {self.affected(state).title()} unit is in {hex}")
        for unit in stack:
            yield from state.game.rules.bars_event_on(state, self.side, unit)

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if len(choice.objects) != 1:
            yield Refusal(self.rule, "name one hex")
        else:
            yield from self._bars_hex(state, choice.object)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        state.chaos = choice.object
        umpire.tell(ChaosPlaced(rules=(self.rule, "blind_swords:7.3b.5"), hex=choice.object))


def bars_to_stray(state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
    """What keeps a unit from a Wayward Move to a hex.

    Not where it may not go or stay, and guns and skirmishers do not come into Engagement.
    [blind_swords:7.3b.7] [blind_swords:7.3b.8]
    """
    side, start = state.side_of(unit), state.hex_of(unit)
    title = state.piece(unit).title
    rule = "blind_swords:7.3b.7"
    if not start:
        yield Refusal(rule, f"{title} is not on the map")
        return
    yield from state.game.rules.bars_event_on(state, state.game.enemy[side], unit)
    # The ground is told by the rule that closes it.
    barred = [*movement.bars_to_enter(state, unit, start, hex)]
    yield from barred
    if barred:
        return
    yield from stacking.bars_to_stay(state, hex, side, (unit,))
    yield from movement.bars_to_stop(state, unit, hex)
    if engagement.enemies_beside(state, side, hex):
        is_gun = state.piece(unit).arm == ARTILLERY
        if is_gun and not engagement.is_engaged(state, unit):
            yield Refusal("blind_swords:7.3b.8", f"{title} is not Engaged and would be in {hex}")
        if state.units[unit].skirmish:
            yield Refusal("blind_swords:15.2.1", f"skirmishers would be Engaged in {hex}")


class Wayward(_Deciding, frozen=True):
    """A Wayward Move: the opponent may move one unit one hex. [blind_swords:7.3b.7]"""

    rule: ClassVar[str] = "blind_swords:7.3b.7"
    verbs: ClassVar[tuple[str, ...]] = ("wayward", "pass")

    def question(self, state: State) -> str:
        return f"Which {self.affected(state).title()} unit strays one hex, and where?"

    def _ways(self, state: State) -> list[tuple[int, Hex]]:
        """Every unit of the affected side with each hex next to it."""
        adjacent = state.game.grid.adjacent
        return [
            (unit, hex)
            for unit in state.game.roster.of_side[self.affected(state)]  # type: ignore[index]
            if state.hex_of(unit)
            for hex in adjacent[state.hex_of(unit)]
        ]

    def _open(self, state: State) -> Iterator[Choice]:
        for unit, hex in self._ways(state):
            if next(bars_to_stray(state, unit, hex), None) is None:
                yield choice("wayward", state.piece(unit).id, hex)

    def choices(self, state: State) -> list[Choice]:
        return [*self._open(state), _PASS]

    def is_possible(self, state: State) -> bool:
        return next(self._open(state), None) is not None

    def draw(self, state: State, chance: Chance) -> Choice:
        """Draws among all ways and to pass until it is one that is open."""
        ways = [*self._ways(state), None]
        while True:
            way = chance.choice(ways)
            if way is None:
                return _PASS
            if next(bars_to_stray(state, *way), None) is None:
                return choice("wayward", state.piece(way[0]).id, way[1])

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "pass":
            yield from bare(choice, self.rule)
            return
        unit = state.game.roster.number.get(choice.object)
        if len(choice.objects) != 2 or unit is None:
            yield Refusal(self.rule, "name a unit and a hex")
        elif state.side_of(unit) != self.affected(state):
            yield Refusal(self.rule, f"{state.piece(unit).title} is not of the affected side")
        else:
            yield from bars_to_stray(state, unit, choice.objects[1])

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "pass":
            umpire.tell(NothingHappens(rules=(self.rule,), why="the Wayward Move is not used"))
            return
        unit, hex = state.game.roster.number[choice.object], choice.objects[1]
        state.agenda.append(Stray(unit, state.hex_of(unit), hex))
        if engagement.is_engaged(state, unit):
            opportunity_fire.offer(state, (unit,), state.hex_of(unit), umpire)


class Stray(Do, frozen=True):
    """The unit goes, unless Opportunity Fire drove it off; into water it goes without a roll or a
    check. [blind_swords:7.3b.7]
    """

    unit: UnitNumber
    start: HexName
    hex: HexName

    def run(self, state: State, umpire: Umpire) -> None:
        if state.hex_of(self.unit) != self.start:
            return
        who = name(state, self.unit)
        rules = ("blind_swords:7.3b.7",)
        umpire.tell(Strayed(rules=rules, unit=who, start=self.start, to=self.hex))
        entering.enter(state, (self.unit,), self.hex, entering.WAYWARD, umpire)


STEPS: tuple[type[Any], ...] = (RollFog, Chaos, Wayward, Stray)
