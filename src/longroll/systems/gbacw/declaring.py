"""12.2 Who attacks whom: the melees of the coming phase are declared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import melee
from longroll.systems.gbacw.before_melee import standard_steps
from longroll.systems.gbacw.events import MeleeDeclared, names
from longroll.systems.gbacw.roster import LEADER, UnitNumber
from longroll.systems.gbacw.state import Melee, State

_DONE, _COMMIT = choice("done"), choice("commit")


def attackers_on(state: State, side: str, hex: Hex) -> list[int]:
    """Units that may attack a hex and are not committed elsewhere."""
    taken = {unit for one in state.melees for unit in one.attackers}
    return sorted(
        unit
        for near in state.game.grid.adjacent[hex]
        for unit in state.stack(near, side)
        if unit not in taken and next(melee.bars_to_attack(state, unit, hex), None) is None
    )


class DeclarePhase(Ask, frozen=True):
    """E. The phasing side declares every melee of the coming Melee Phase.

    [gbacw:4.0.14] [gbacw:12.8.1] [gbacw:12.23]
    """

    side: SideName

    rule: ClassVar[str] = "gbacw:12.8.1"
    verbs: ClassVar[tuple[str, ...]] = ("melee", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which hex is attacked in melee?"

    def hexes(self, state: State) -> list[Hex]:
        adjacent, mine = state.game.grid.adjacent, state.stacks[self.side].keys()
        declared = {one.hex for one in state.melees}
        near = [
            hex
            for hex in state.stacks[state.game.enemy[self.side]]
            if not mine.isdisjoint(adjacent[hex]) and hex not in declared
        ]
        return [
            hex
            for hex in sorted(near)
            if any(
                next(melee.bars_together(state, hex, (unit,), self.side), None) is None
                for unit in attackers_on(state, self.side, hex)
            )
        ]

    def choices(self, state: State) -> list[Choice]:
        return [*(choice("melee", hex) for hex in self.hexes(state)), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif len(choice.objects) != 1:
            yield Refusal(self.rule, "'melee' takes one hex")
        elif choice.object not in self.hexes(state):
            yield from self._bars_hex(state, choice.object)

    def _bars_hex(self, state: State, hex: Hex) -> Iterator[Refusal]:
        if hex not in state.game.grid:
            yield Refusal(self.rule, f"{hex!r} is not a hex of this map")
            return
        near = [
            unit
            for other in state.game.grid.adjacent[hex]
            for unit in state.stack(other, self.side)
        ]
        if not near:
            yield Refusal("gbacw:12.21", f"none of your units is next to {hex}")
        for unit in near:
            yield from melee.bars_to_attack(state, unit, hex)
        if any(one.hex == hex for one in state.melees):
            yield Refusal(self.rule, f"the melee in {hex} is already declared")
        for unit in attackers_on(state, self.side, hex):
            yield from melee.bars_together(state, hex, (unit,), self.side)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            exclusive = state.game.rules.before_melee(state, self.side)
            steps = standard_steps(state, self.side) if exclusive is None else exclusive
            state.agenda.extend(reversed(steps))
        else:
            state.agenda.append(Declaring(self.side, choice.object))


class Declaring(Ask, frozen=True):
    """Who attacks a hex: units from around it, leaders with them, and cavalry that may charge.

    [gbacw:12.75] [gbacw:12.26] [gbacw:16.2]
    """

    side: SideName
    hex: Hex
    attackers: tuple[UnitNumber, ...] = ()
    charging: tuple[UnitNumber, ...] = ()

    last_word: ClassVar[bool] = True
    rule: ClassVar[str] = "gbacw:12.21"
    verbs: ClassVar[tuple[str, ...]] = ("with", "charge", "all", "commit")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who attacks {self.hex}?"

    def candidates(self, state: State) -> list[int]:
        return [
            unit
            for unit in attackers_on(state, self.side, self.hex)
            if unit not in self.attackers and self._fits(state, unit)
        ]

    def _fits(self, state: State, unit: int) -> bool:
        group = (*self.attackers, unit)
        return next(melee.bars_together(state, self.hex, group, self.side), None) is None

    def leaders(self, state: State) -> list[int]:
        """Leaders stacked with an attacker who may go along and are not going elsewhere."""
        taken = {unit for one in state.melees for unit in one.attackers}
        return [
            leader
            for hex in sorted({state.hex_of(unit) for unit in self.attackers})
            for leader in state.leaders_in(hex, self.side)
            if leader not in self.attackers
            and leader not in taken
            and not state.units[leader].pinned
        ]

    def choices(self, state: State) -> list[Choice]:
        found: list[Choice] = []
        candidates = self.candidates(state)
        for unit in candidates:
            id = state.piece(unit).id
            found.append(choice("with", id))
            if next(melee.bars_to_charge(state, unit, self.hex), None) is None:
                found.append(choice("charge", id))
        found += [choice("with", state.piece(leader).id) for leader in self.leaders(state)]
        if candidates:
            found.append(choice("all"))
        if self.attackers:
            found.append(_COMMIT)
        return found

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb in ("all", "commit"):
            yield from bare(choice, self.rule)
            if choice.verb == "commit" and not self.attackers:
                yield Refusal(self.rule, "no unit is attacking yet")
            if choice.verb == "all" and not self.candidates(state):
                yield Refusal(self.rule, "no other unit can join")
            return
        unit = state.game.roster.number.get(choice.object, -1) if len(choice.objects) == 1 else -1
        if unit < 0 or not state.hex_of(unit) or state.side_of(unit) != self.side:
            yield Refusal(
                self.rule, f"{choice.object or 'nobody'} is not one of your units on the map"
            )
            return
        if unit in self.attackers:
            yield Refusal(self.rule, f"{state.piece(unit).title} is already attacking")
        elif state.piece(unit).kind == LEADER:
            if choice.verb == "charge" or unit not in self.leaders(state):
                yield Refusal("gbacw:12.4.1", "a leader can only go along with units in his hex")
        else:
            yield from melee.bars_to_attack(state, unit, self.hex)
            if any(unit in one.attackers for one in state.melees):
                yield Refusal("gbacw:12.26", f"{state.piece(unit).title} attacks another hex")
            yield from melee.bars_together(state, self.hex, (*self.attackers, unit), self.side)
            if choice.verb == "charge":
                yield from melee.bars_to_charge(state, unit, self.hex)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        match choice.verb:
            case "commit":
                self._commit(state, umpire)
            case "all":
                ask = self
                for unit in self.candidates(state):
                    if ask._fits(state, unit):
                        ask = Declaring(self.side, self.hex, (*ask.attackers, unit), self.charging)
                state.agenda[-1] = ask
            case verb:
                unit = state.game.roster.number[choice.object]
                charging = (*self.charging, unit) if verb == "charge" else self.charging
                state.agenda[-1] = Declaring(self.side, self.hex, (*self.attackers, unit), charging)

    def _commit(self, state: State, umpire: Umpire) -> None:
        state.agenda.pop()
        engaged = tuple(
            unit for unit in state.stack(self.hex, self.side) if unit not in self.attackers
        )
        declared = Melee(self.hex, (*engaged, *self.attackers), self.charging)
        state.melees = (*state.melees, declared)
        umpire.tell(
            MeleeDeclared(
                rules=(self.rule,),
                hex=self.hex,
                attackers=names(state, self.attackers),
                charging=bool(self.charging),
            )
        )
