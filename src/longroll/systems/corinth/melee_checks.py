"""22.0 Melee initiation: which units attack, and which get away, in seven steps.

1. Melees are declared, and stay declared. 2. The defender says which units try to retreat. 3. Those
that need no check retreat. 4. The others check. 5. Attackers with a leader must fight. 6. The
others check. 7. The melees are fought by the standard rules. [corinth:22.0.2] [corinth:22.0.11]

Units that leave a hex where they are engaged need no check. [corinth:22.31]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.corinth.cavalry import must_give_way
from longroll.systems.corinth.daring import dares, fighters, needs_courage, slips_away
from longroll.systems.corinth.state import State
from longroll.systems.gbacw import stacking
from longroll.systems.gbacw.before_melee import (
    Advance,
    bars_to_give_way,
    declared_on,
    give_way,
)
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import LEADER, UnitNumber
from longroll.systems.gbacw.state import Melee

_STAND, _GO = choice("stand"), choice("go")


def bars_to_end_melees(state: State, hexes: Sequence[Hex]) -> Iterator[Refusal]:
    """A declaration cannot be taken back. [corinth:22.0.3]"""
    if hexes:
        yield Refusal("corinth:22.0.3", "a declared melee must be fought")


def bars_melee_together(
    state: State, hex: Hex, attackers: Sequence[int], side: str
) -> Iterator[Refusal]:
    """Attackers must have room in the hex they would win. [corinth:22.35]"""
    for refusal in stacking.bars_to_stay(state, hex, side, attackers):
        yield Refusal("corinth:22.35", refusal.why)


def before_melee(state: State, side: str) -> Sequence[Ask | Do]:
    """Steps 2 to 6; they are over for units engaged in a hex. [corinth:22.0.3]"""
    hexes = tuple(one.hex for one in state.melees if one.hex not in state.engaged)
    steps: list[Ask | Do] = [Announce(state.game.enemy[side], hexes)] if hexes else []
    steps += [Advance(side, hex) for hex in hexes]  # without a check [corinth:22.34]
    return [*steps, Initiate(side)] if state.melees else steps


class Announce(Ask, frozen=True):
    """Step 2. The defender says, hex by hex, which units and leaders will try to retreat.

    A leader he names goes with them and saves them the check; if no unit stays, all leaders
    go. [corinth:22.0.4] [corinth:22.33] [corinth:22.32.1] [corinth:22.0.7]
    """

    side: SideName
    hexes: tuple[Hex, ...]
    going: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "corinth:22.0.4"
    verbs: ClassVar[tuple[str, ...]] = ("retreat", "go", "stand")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who tries to retreat before the melee in {self.hexes[0]}?"

    def _going(self, state: State) -> list[int]:
        """The units that leave the hex in question: those named, and cavalry that has to."""
        hex = self.hexes[0]
        attack = declared_on(state, hex)
        assert attack is not None
        return [
            unit
            for unit in (*state.stack(hex, self.side), *state.leaders_in(hex, self.side))
            if unit in self.going or self._must(state, unit, attack)
        ]

    def _must(self, state: State, unit: int, attack: Melee) -> bool:
        """Dismounted cavalry must go, if it has a way out (GB-D21). [corinth:21.42.1]"""
        return (
            must_give_way(state, unit, attack)
            and next(bars_to_give_way(state, unit, attack), None) is None
        )

    def _bars_unit(self, state: State, unit: int) -> Iterator[Refusal]:
        hex, title = self.hexes[0], state.piece(unit).title
        attack = declared_on(state, hex)
        assert attack is not None
        going = self._going(state)
        if state.hex_of(unit) != hex or state.side_of(unit) != self.side:
            yield Refusal(self.rule, f"{title} is not being attacked in {hex}")
        elif unit in going:
            yield Refusal(self.rule, f"{title} is already retreating")
        elif state.piece(unit).kind != LEADER:
            yield from bars_to_give_way(state, unit, attack)
        elif state.units[unit].pinned:
            yield Refusal("gbacw:9.86.2", f"{title} is pinned")
        elif not going:
            yield Refusal("corinth:22.33", f"{title} cannot go without units")

    def choices(self, state: State) -> list[Choice]:
        hex = self.hexes[0]
        found = [
            choice("retreat", state.piece(unit).id)
            for unit in (*state.stack(hex, self.side), *state.leaders_in(hex, self.side))
            if next(self._bars_unit(state, unit), None) is None
        ]
        return [*found, _GO if self._going(state) else _STAND]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "retreat":
            unit = state.game.roster.number.get(choice.object)
            if unit is None or len(choice.objects) != 1:
                yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a unit")
            else:
                yield from self._bars_unit(state, unit)
            return
        yield from bare(choice, self.rule)
        going = self._going(state)
        if choice.verb == "go" and not going:
            yield Refusal(self.rule, "first say which units retreat, or stand")
        elif choice.verb == "stand" and going:
            forced = [unit for unit in going if unit not in self.going]
            rule = "corinth:21.42.1" if forced else self.rule
            yield Refusal(rule, f"{state.piece(going[0]).title} has to retreat")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "retreat":
            unit = state.game.roster.number[choice.object]
            state.agenda[-1] = Announce(self.side, self.hexes, (*self.going, unit))
            return
        going = (*self.going, *(u for u in self._going(state) if u not in self.going))
        if len(self.hexes) > 1:
            state.agenda[-1] = Announce(self.side, self.hexes[1:], going)
            return
        state.agenda.pop()
        hexes = [one.hex for one in state.melees if one.hex not in state.engaged]
        parts = [(hex, tuple(u for u in going if state.hex_of(u) == hex)) for hex in hexes]
        parts = [(hex, units) for hex, units in parts if units]
        state.agenda.extend(CheckRetreat(self.side, hex, units) for hex, units in reversed(parts))
        state.agenda.extend(SlipAway(self.side, hex, units) for hex, units in reversed(parts))


def _split(
    state: State, side: str, hex: Hex, going: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The units of a hex that still want to go, and the leaders who go along."""
    men = tuple(
        unit
        for unit in state.stack(hex, side)
        if unit in going and not state.units[unit].pinned and not state.units[unit].routed
    )
    everybody = set(men) >= set(state.stack(hex, side))
    leaders = tuple(
        one
        for one in state.leaders_in(hex, side)
        if (one in going or everybody) and not state.units[one].pinned
    )
    return men, leaders


class SlipAway(Do, frozen=True):
    """Step 3. Units that need no check retreat, with their leader. [corinth:22.0.5]"""

    side: SideName
    hex: Hex
    going: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        attack = declared_on(state, self.hex)
        assert attack is not None
        men, leaders = _split(state, self.side, self.hex, self.going)
        free = tuple(unit for unit in men if slips_away(state, unit, attack, leaders))
        if free:
            give_way(state, self.side, self.hex, free, umpire, leaders)


class CheckRetreat(Do, frozen=True):
    """Step 4. The top unit of the others rolls for all: they retreat, or must stand.

    [corinth:22.0.6] [corinth:22.0.7] (GB-D24)
    """

    side: SideName
    hex: Hex
    going: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        attack = declared_on(state, self.hex)
        assert attack is not None
        men, leaders = _split(state, self.side, self.hex, self.going)
        if men and dares(state, men[0], attack, umpire, attacks=False):
            give_way(state, self.side, self.hex, men, umpire, leaders)


class Initiate(Do, frozen=True):
    """Steps 5 and 6. Attackers with a leader must fight; each other stack checks with its top unit.

    Units that fail do not attack. [corinth:22.0.8] [corinth:22.0.9] [corinth:22.0.10]
    """

    side: SideName

    def run(self, state: State, umpire: Umpire) -> None:
        left = []
        for attack in state.melees:
            if not state.stack(attack.hex, state.game.enemy[self.side]):
                continue
            failed: set[int] = set()
            timid = [unit for unit in fighters(state, attack) if needs_courage(state, unit, attack)]
            for hex in dict.fromkeys(state.hex_of(unit) for unit in timid):
                stack = [unit for unit in state.stack(hex, self.side) if unit in timid]
                if stack and not dares(state, stack[0], attack, umpire, attacks=True):
                    failed.update(stack)
            brave = [unit for unit in fighters(state, attack) if unit not in failed]
            origins = {state.hex_of(unit) for unit in brave}
            # A leader stays behind with the units that fail.
            attackers = tuple(unit for unit in attack.attackers if state.hex_of(unit) in origins)
            attackers = tuple(unit for unit in attackers if unit not in failed)
            if origins - {attack.hex}:
                left.append(Melee(attack.hex, attackers, attack.charging))
        state.melees = tuple(left)


STEPS: tuple[type[Any], ...] = (Announce, CheckRetreat, Initiate, SlipAway)
RULES = Rules[State](
    bars_to_end_melees=bars_to_end_melees,
    bars_melee_together=bars_melee_together,
    before_melee=before_melee,
)
