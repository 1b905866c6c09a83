"""12.0 Melee as it is fought: attackers enter the hex, and the chart decides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.dice import Roll
from longroll.kernel.event import Move
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import melee, morale
from longroll.systems.gbacw.events import Advanced, Fought, hexes, moves_into, names
from longroll.systems.gbacw.facing import facing_in
from longroll.systems.gbacw.leaving_melee import LeaveMelee, leavers
from longroll.systems.gbacw.melee import Outcome
from longroll.systems.gbacw.melee_results import push_results, seize
from longroll.systems.gbacw.roster import LEADER
from longroll.systems.gbacw.state import Melee, State
from longroll.systems.gbacw.tables import TABLES

_DONE = choice("done")


class MeleePhase(Ask, frozen=True):
    """F. The declared melees are fought, and engaged units fight on or leave.

    [gbacw:4.0.18] [gbacw:4.0.19] [gbacw:12.0.1] [gbacw:12.94.1] [gbacw:12.94.2] [gbacw:12.94.3]
    [gbacw:12.96]
    """

    side: SideName
    #: Engaged hexes already handled in this phase.
    settled: tuple[Hex, ...] = ()

    rule: ClassVar[str] = "gbacw:12.0.1"
    verbs: ClassVar[tuple[str, ...]] = ("fight", "leave", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which melee is fought?"

    def declared(self, state: State) -> list[Hex]:
        enemy = state.game.enemy[self.side]
        return [one.hex for one in state.melees if state.stack(one.hex, enemy)]

    def locked(self, state: State) -> list[Hex]:
        """Engaged hexes that this side has not handled yet."""
        declared = self.declared(state)
        return sorted(
            hex
            for hex in state.engaged
            if hex not in self.settled and hex not in declared and state.stack(hex, self.side)
        )

    def choices(self, state: State) -> list[Choice]:
        found = [choice("fight", hex) for hex in (*self.declared(state), *self.locked(state))]
        found += [
            choice("leave", hex) for hex in self.locked(state) if leavers(state, hex, self.side)
        ]
        if next(self._bars_to_end(state), None) is None:
            found.append(_DONE)
        return found

    def _bars_to_end(self, state: State) -> Iterator[Refusal]:
        return state.game.rules.bars_to_end_melees(state, self.declared(state))

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        hex = choice.object
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            yield from self._bars_to_end(state)
        elif len(choice.objects) != 1:
            yield Refusal(self.rule, "name one hex")
        elif choice.verb == "fight":
            if hex not in self.declared(state) and hex not in self.locked(state):
                yield Refusal(self.rule, f"you have no melee to fight in {hex or 'that hex'}")
        elif hex not in self.locked(state):
            yield Refusal("gbacw:12.94.3", f"you are not engaged in {hex or 'that hex'}")
        elif not leavers(state, hex, self.side):
            yield Refusal("gbacw:12.94.5", f"no unit in {hex} can leave")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        hex = choice.object
        if choice.verb == "done":
            state.agenda.pop()
            state.melees = ()
            return
        state.agenda[-1] = MeleePhase(self.side, (*self.settled, hex))
        if choice.verb == "leave":
            state.agenda.append(LeaveMelee(self.side, hex))
            return
        found = next((one for one in state.melees if one.hex == hex), None)
        state.melees = tuple(one for one in state.melees if one.hex != hex)
        if found is None:
            found = Melee(hex, (*state.stack(hex, self.side), *state.leaders_in(hex, self.side)))
        fight(state, self.side, found, umpire)


def fight(state: State, side: str, declared: Melee, umpire: Umpire) -> None:
    """Attackers enter the hex, and the chart decides. [gbacw:12.0.1] [gbacw:12.0.2]"""
    hex, enemy = declared.hex, state.game.enemy[side]
    near = (hex, *state.game.grid.adjacent[hex])  # some may have retreated since
    attackers = tuple(
        unit
        for unit in declared.attackers
        if state.hex_of(unit) in near and not state.units[unit].routed
    )
    fighters = tuple(unit for unit in attackers if state.piece(unit).kind != LEADER)
    defenders = state.stack(hex, enemy)
    if not fighters or not defenders:
        return
    if not any(state.is_manned(unit) for unit in defenders):
        for start in hexes(state, attackers):
            group = [unit for unit in attackers if state.hex_of(unit) == start != hex]
            if group:
                umpire.tell(
                    Advanced(
                        rules=("gbacw:12.0.1",), units=names(state, group), origin=start, to=hex
                    )
                )
        enter(state, hex, attackers)
        seize(state, hex, side, umpire)
        return
    for unit in (*fighters, *defenders):
        morale.see_elephant(state, unit, umpire)
    meleed = (*defenders, *state.leaders_in(hex, enemy))  # [gbacw:9.85.2]
    state.change_all([unit for unit in meleed if state.units[unit].pinned], pinned=False)
    charging = tuple(unit for unit in declared.charging if unit in fighters)
    total = melee.add_up(state, hex, attackers, charging)
    die = umpire.roll(f"melee in {hex}")
    results = TABLES.melee(total.differential, die.value)
    outcomes = melee.outcome_of(results[0]), melee.outcome_of(results[1])
    note = ""
    if melee.would_destroy_both(state, fighters, defenders, outcomes):
        outcomes = Outcome(engaged=True), Outcome(engaged=True)
        note = " (no unit would be left: engaged)"
    moves = moves_into(state, attackers, hex)
    enter(state, hex, attackers)
    umpire.tell(_told(state, hex, fighters, moves, defenders, total, results, note, die))
    state.game.rules.attacked(state, defenders, umpire)
    push_results(state, side, hex, (attackers, defenders), charging, outcomes)


def _told(
    state: State,
    hex: Hex,
    attackers: Sequence[int],
    moves: tuple[Move, ...],
    defenders: Sequence[int],
    total: melee.Sum,
    results: tuple[str, str],
    note: str,
    die: Roll,
) -> Fought:
    lines = (*total.attack, *total.defence, *total.adjustments)
    return Fought(
        rules=tuple(dict.fromkeys(["gbacw:12.98", *(line.rule for line in lines)])),
        rolls=(die,),
        hex=hex,
        attackers=names(state, attackers),
        moves=moves,
        defenders=names(state, defenders),
        attack=total.attack,
        defence=total.defence,
        adjustments=total.adjustments,
        differential=total.differential,
        attacker=results[0],
        defender=results[1],
        note=note,
    )


def enter(state: State, hex: Hex, attackers: Sequence[int]) -> None:
    """Attackers enter the hex they attack and all face the same way there. [gbacw:8.42]"""
    for unit in attackers:
        origin = state.hex_of(unit)
        if origin == hex:
            continue
        facing = facing_in(state, hex, state.side_of(unit))
        if facing is None:
            facing = state.game.grid.direction(origin, hex)
        state.put(unit, hex)
        if state.units[unit].formation:
            state.change(unit, facing=facing)
