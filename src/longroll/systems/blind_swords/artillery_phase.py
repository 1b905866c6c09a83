"""6.0 The Artillery Phase: the sides take turns, one hex of guns at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import (
    fire,
    firing,
    moving,
    overstack,
    rally,
    reinforcements,
)
from longroll.systems.blind_swords.combat import ARTILLERY
from longroll.systems.blind_swords.fire_events import GunsPassed
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.sides import Side
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.steps import BY_PHASE
from longroll.systems.blind_swords.wording import hexes

#: The side that takes the first step. [blind_swords:6.2.2]
_FIRST: Side = "union"
_DONE, _PASS = choice("done"), choice("pass")

#: What guns may do instead of moving or firing: who may not, and what it does.
#: [blind_swords:6.2.4] [blind_swords:13.4.1]
RALLIES: dict[
    str,
    tuple[Callable[[State, int], Iterator[Refusal]], Callable[[State, int, Umpire], object]],
] = {
    "recover": (rally.bars_to_recover, rally.recover),
    "rebuild": (rally.bars_to_rebuild, rally.rebuild),
    "resupply": (rally.bars_to_resupply, rally.resupply),
}


def begin(state: State) -> list[Ask | Do]:
    """The steps of the phase in playing order."""
    return [NextGuns(state.game.enemy[_FIRST])]


def unused(state: State, side: str) -> list[int]:
    """The guns of a side on the map that have not acted in this phase. [blind_swords:6.2.5]"""
    acted = state.fired | state.moved | state.rallied | state.stood
    guns = state.game.roster.guns_of[side]  # type: ignore[index]
    return [unit for unit in guns if state.units[unit].hex and unit not in acted]


def bars_to_act(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps guns from doing anything of their own. [blind_swords:6.1.1]"""
    title = state.piece(unit).title
    if state.arm(unit) != "artillery":
        yield Refusal("blind_swords:6.1.1", f"{title} is not artillery")
    if not state.hex_of(unit):
        yield Refusal("blind_swords:6.1.1", f"{title} is not on the map")
    elif unit not in unused(state, state.side_of(unit)):
        yield Refusal("blind_swords:6.2.5", f"{title} has acted in this Artillery Phase")


def bars_to_move(state: State, unit: int) -> Iterator[Refusal]:
    """What keeps guns from moving in this phase. [blind_swords:6.2.3]"""
    yield from bars_to_act(state, unit)
    if state.hex_of(unit) and state.hex_of(unit) == state.chaos:
        title = state.piece(unit).title
        yield Refusal("blind_swords:7.3b.4", f"{title} is caught in Battlefield Chaos")
    yield from state.game.rules.bars_to_move(state, unit)


def bars_to_rally(state: State, unit: int, verb: str) -> Iterator[Refusal]:
    """What keeps guns from a rally of some kind in this phase. [blind_swords:13.4.1]"""
    yield from bars_to_act(state, unit)
    yield from RALLIES[verb][0](state, unit)


def is_able(state: State, unit: int) -> bool:
    """Whether guns can do anything at all."""
    return (
        next(bars_to_move(state, unit), None) is None
        or bool(firing.targets(state, (unit,), ARTILLERY))
        or any(next(bars_to_rally(state, unit, verb), None) is None for verb in RALLIES)
    )


class NextGuns(Do, frozen=True):
    """The other side takes the next step, or the same one if the other is done.

    [blind_swords:6.2.1] [blind_swords:6.2.6]
    """

    after: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        enemy = state.game.enemy[self.after]
        for side in (enemy, self.after):
            if side not in state.passed and (
                unused(state, side) or reinforcements.entries(state, side)
            ):
                state.agenda.append(ArtilleryStep(side))
                return
        state.stood = frozenset()


class ArtilleryStep(Ask, frozen=True):
    """A side acts with the guns of one hex, brings some on, or passes for good.

    [blind_swords:6.2.1] [blind_swords:6.2.6]
    """

    side: SideName

    rule: ClassVar[str] = "blind_swords:6.2.1"
    verbs: ClassVar[tuple[str, ...]] = ("guns", "enter", "pass")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which hex of artillery acts?"

    def choices(self, state: State) -> list[Choice]:
        able = [unit for unit in unused(state, self.side) if is_able(state, unit)]
        found = [choice("guns", hex) for hex in sorted(hexes(state, able))]
        return [*found, *reinforcements.entries(state, self.side), _PASS]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "pass":
            yield from bare(choice, "blind_swords:6.2.6")
        elif choice.verb == "enter":
            unit = state.game.roster.number.get(choice.object, -1)
            if unit < 0 or len(choice.objects) != 2:
                yield Refusal("blind_swords:10.11.1", "name the guns that come on, and the hex")
            else:
                yield from reinforcements.bars_to_arrive(state, self.side, unit, choice.objects[1])
        else:
            yield from self._bars_to_choose(state, " ".join(choice.objects))

    def _bars_to_choose(self, state: State, hex: Hex) -> Iterator[Refusal]:
        guns = [u for u in state.stack(hex, self.side) if state.arm(u) == "artillery"]
        if not guns:
            yield Refusal(self.rule, f"you have no artillery in {hex or 'no hex'}")
        elif all(next(bars_to_act(state, unit), None) for unit in guns):
            yield from bars_to_act(state, guns[0])
        elif not any(is_able(state, unit) for unit in guns):
            yield from bars_to_move(state, guns[0])
            yield from fire.bars_to_fire(state, guns[0], ARTILLERY)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "pass":
            state.passed = state.passed | {self.side}
            state.agenda[-1] = NextGuns(self.side)
            umpire.tell(GunsPassed(rules=("blind_swords:6.2.6",), side=self.side))
        elif choice.verb == "enter":
            unit = state.game.roster.number[choice.object]
            state.agenda[-1] = EndStep(self.side)
            moving.come_on(state, unit, choice.objects[1], "artillery", umpire)
        else:
            here = tuple(u for u in unused(state, self.side) if state.hex_of(u) == choice.object)
            state.agenda[-1] = EndStep(self.side)
            state.agenda.append(Guns(self.side, choice.object, here))


class Guns(Ask, frozen=True):
    """The guns of a hex move, fire or rally, each as its owner likes. [blind_swords:6.2.3]

    Those that do nothing have had their step (CB-60).
    """

    side: SideName
    hex: HexName
    units: tuple[UnitNumber, ...]

    rule: ClassVar[str] = "blind_swords:6.2.3"
    verbs: ClassVar[tuple[str, ...]] = ("fire", "move", *RALLIES, "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"What do the guns in {self.hex} do?"

    def ready(self, state: State) -> list[int]:
        """Those of the hex that have not acted."""
        return [unit for unit in unused(state, self.side) if unit in self.units]

    def choices(self, state: State) -> list[Choice]:
        ready = self.ready(state)
        found = [choice("fire", hex) for hex in firing.targets(state, ready, ARTILLERY)]
        for unit in ready:
            id = state.piece(unit).id
            if next(bars_to_move(state, unit), None) is None:
                found.append(choice("move", id))
            found += [
                choice(verb, id)
                for verb in RALLIES
                if next(bars_to_rally(state, unit, verb), None) is None
            ]
        return [*found, _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        if choice.verb == "fire":
            ready = self.ready(state) or self.units
            yield from firing.bars_to_aim(state, ready, " ".join(choice.objects), ARTILLERY)
            return
        unit = state.game.roster.number.get(" ".join(choice.objects), -1)
        if unit not in self.units:
            who = " ".join(choice.objects) or "nobody"
            yield Refusal("blind_swords:6.2.1", f"{who} is not among the guns in {self.hex}")
        elif choice.verb == "move":
            yield from bars_to_move(state, unit)
        else:
            yield from bars_to_rally(state, unit, choice.verb)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.stood = state.stood | frozenset(self.ready(state))
            state.agenda.pop()
        elif choice.verb == "fire":
            firing.begin(state, self.side, choice.object, ARTILLERY, self.ready(state))
        else:
            unit = state.game.roster.number[choice.object]
            if choice.verb == "move":
                state.agenda.append(moving.Moving(self.side, (unit,), right=BY_PHASE))
            else:
                state.mark("rallied", (unit,))
                RALLIES[choice.verb][1](state, unit, umpire)


class EndStep(Do, frozen=True):
    """An artillery step is over: hexes must hold who is in them. [blind_swords:3.1.3]"""

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        state.agenda.append(NextGuns(self.side))
        overstack.check(state, self.side, umpire)


STEPS: tuple[type[Any], ...] = (NextGuns, ArtilleryStep, Guns, EndStep)
