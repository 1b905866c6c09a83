"""3.3 Overstacking: who is displaced from a hex that holds too much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import (
    broken_track,
    entering,
    movement,
    moving,
    priorities,
    stacking,
    steps,
)
from longroll.systems.blind_swords.moving_events import Went
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.tables import NUMBERS
from longroll.systems.blind_swords.wording import name

_REBUILT, _OTHERWISE = "blind_swords:3.3.1", "blind_swords:3.3.2"


def check(state: State, side: str, umpire: Umpire, rebuild: bool = False) -> None:
    """See to every overstacked hex of a side, now that an activation, an artillery step, a retreat
    or a Rebuild is over. [blind_swords:3.1.3] [blind_swords:3.3.1] [blind_swords:3.3.2]
    """
    hexes = overfull(state, side)
    state.agenda.extend(MakeRoom(side, hex, rebuild) for hex in reversed(hexes))
    if not hexes:
        state.arrived = ()


def overfull(state: State, side: str) -> list[Hex]:
    """The overstacked hexes of a side, but for those that its movers can still leave."""
    moves = any(isinstance(step, moving.MoveStep) and step.side == side for step in state.agenda)
    return sorted(
        hex
        for hex in state.stacks[side]
        if stacking.is_overstacked(state, hex, side)
        and not (moves and steps.may_empty(state, hex, side))
    )


class MakeRoom(Do, frozen=True):
    """A hex that may hold too much: somebody is displaced, or Broken if there is no way.

    [blind_swords:3.3.2]
    """

    side: SideName
    hex: HexName
    rebuild: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        crowded = overfull(state, self.side)
        if self.hex not in crowded:
            if not crowded:
                state.arrived = ()
            return
        state.agenda.append(self)
        units = leaving(state, self.hex, self.side, self.rebuild)
        if any(ways(state, unit, self.hex, self.rebuild) for unit in units):
            state.agenda.append(Displace(self.side, self.hex, self.rebuild))
        else:
            box = str(NUMBERS["overstack_box"])
            broken_track.break_unit(state, units[-1], box, umpire, _OTHERWISE)


class Displace(Ask, frozen=True):
    """The owner of an overstacked hex displaces a unit to a neighbour, without any penalty.

    After a Rebuild any unit may go, to any legal hex but never where a table is rolled on;
    otherwise the last that came goes, by the priorities of retreats. [blind_swords:3.3.1]
    [blind_swords:3.3.2]
    """

    side: SideName
    hex: HexName
    rebuild: bool = False

    rule: ClassVar[str] = _OTHERWISE
    verbs: ClassVar[tuple[str, ...]] = ("displace",)
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        most = NUMBERS["stacking_points"]
        return f"{self.hex} holds more than {most} points, or skirmishers. Who is displaced?"

    def choices(self, state: State) -> list[Choice]:
        return [
            choice("displace", state.piece(unit).id, hex)
            for unit in leaving(state, self.hex, self.side, self.rebuild)
            for hex in ways(state, unit, self.hex, self.rebuild)
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        rule = _REBUILT if self.rebuild else _OTHERWISE
        units = leaving(state, self.hex, self.side, self.rebuild)
        unit = state.game.roster.number.get(choice.object)
        if len(choice.objects) != 2 or unit not in units:
            who = " or ".join(state.piece(one).title for one in units)
            yield Refusal(rule, f"{who} is displaced, to one hex")
            return
        hex = choice.objects[1]
        found = ways(state, unit, self.hex, self.rebuild)
        if hex not in found:
            yield from _bars_to_go(state, unit, self.hex, hex, self.rebuild)
            yield Refusal(rule, f"{state.piece(unit).title} goes to {' or '.join(found)}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        unit, hex = state.game.roster.number[choice.object], choice.objects[1]
        state.agenda.pop()
        umpire.tell(
            Went(
                rules=(_REBUILT if self.rebuild else _OTHERWISE,),
                unit=name(state, unit),
                start=self.hex,
                to=hex,
                how=entering.DISPLACEMENT,
            )
        )
        entering.enter(state, (unit,), hex, entering.DISPLACEMENT, umpire)


def leaving(state: State, hex: Hex, side: str, rebuild: bool) -> list[int]:
    """Who may have to leave an overstacked hex: the last that came, after a Rebuild anybody."""
    stack = state.stack(hex, side)
    came = [unit for unit in state.arrived if unit in stack]
    return list(stack) if rebuild or not came else came[-1:]


def ways(state: State, unit: int, start: Hex, rebuild: bool) -> list[Hex]:
    """Where a unit may be displaced to; by the priorities of retreats unless a Rebuild did it.

    A hex that is not overstacked by it comes before all others: else nothing would be gained.
    [blind_swords:3.3.2] [blind_swords:12.3.2]
    """
    found = [
        hex
        for hex in state.game.grid.adjacent[start]
        if next(_bars_to_go(state, unit, start, hex, rebuild), None) is None
    ]
    return sorted(found if rebuild else priorities.best(state, unit, found, start))


def _bars_to_go(state: State, unit: int, start: Hex, hex: Hex, rebuild: bool) -> Iterator[Refusal]:
    yield from movement.bars_to_enter(state, unit, start, hex)
    if hex not in state.game.grid:
        return
    yield from stacking.bars_to_stay(state, hex, state.side_of(unit), (unit,))
    yield from movement.bars_to_stop(state, unit, hex)
    if rebuild and state.game.field.ground[hex].table:
        title = state.game.field.ground[hex].title
        yield Refusal(_REBUILT, f"nobody is displaced into {title} in {hex}")


STEPS: tuple[type[Any], ...] = (MakeRoom, Displace)
