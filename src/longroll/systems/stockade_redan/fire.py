"""11.0 Fire combat: which units may fire at what, how strongly, and what they hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.stockade_redan import carnage, fog, line_of_fire
from longroll.systems.stockade_redan.chaos_of_war import bars_affected
from longroll.systems.stockade_redan.combat import (
    defence_lines,
    ratio_lines,
    roll_targets,
    shift_lines,
    strength_at,
    strength_lines,
    targets_in,
    unit_strength,
)
from longroll.systems.stockade_redan.events import Fired
from longroll.systems.stockade_redan.roster import (
    CONFEDERATE,
    ENEMY,
    INFANTRY,
    NUMBER,
    OFFICER,
    ROSTER,
    UnitNumber,
)
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.tables import TABLES
from longroll.systems.stockade_redan.terrain import GRID, HEXES

_FIRE = {hex: choice("fire", hex) for hex in HEXES}
_ADD = tuple(choice("add", piece.id) for piece in ROSTER)
_SUPPORT = tuple(choice("support", piece.id) for piece in ROSTER)
_ALL, _RESOLVE, _DONE = choice("all"), choice("resolve"), choice("done")

#: No gun of either side fires farther.
_FARTHEST = max(factors.range for factors in TABLES.factors.values())


# Who may fire


def bars_to_fire(state: State, side: str, unit: int) -> Iterator[Refusal]:
    """What keeps a unit from firing at all in this phase.

    Having moved does not. [stockade_redan:11.0.1] [stockade_redan:3.1.3.12]
    """
    piece = ROSTER[unit]
    hex = state.hex_of(unit)
    if piece.side != side or not hex:
        yield Refusal("stockade_redan:11.0.1", f"{piece.title} is not one of your units on the map")
        return
    if piece.kind == OFFICER:
        yield Refusal("stockade_redan:7.0.1", f"{piece.title} has no fire strength")
    if state.units[unit].spent:
        yield Refusal("stockade_redan:11.0.4", f"{piece.title} has already fired in this phase")
    if hex in state.stacks[ENEMY[side]]:
        yield Refusal("stockade_redan:12.1.2", f"{piece.title} is fighting hand to hand in {hex}")
    if piece.company and state.option == 1:
        yield Refusal("stockade_redan:3.1.3.7", f"{piece.title} has the bombardment role")
    yield from bars_affected(state, unit)


def bars_to_reach(state: State, unit: int, target: Hex) -> Iterator[Refusal]:
    """What keeps a unit that may fire from firing at this hex. [stockade_redan:11.2.1]"""
    piece = ROSTER[unit]
    hex = state.hex_of(unit)
    range = GRID.distance(hex, target)
    if range > piece.factors.range:
        yield Refusal(
            "stockade_redan:11.5.1",
            f"{target} is {range} hexes from {hex}; {piece.title} has range {piece.factors.range}",
        )
    yield from line_of_fire.bars(state, hex, target, unit)


def bars_to_target(state: State, side: str, target: Hex) -> Iterator[Refusal]:
    """What keeps a hex from being fired into by any unit.

    [stockade_redan:11.1.4] [stockade_redan:11.1.6] [stockade_redan:11.4.1]
    [stockade_redan:10.5.7]
    """
    if target not in state.stacks[ENEMY[side]]:
        yield Refusal("stockade_redan:11.1.4", f"{target} holds no enemy unit")
    if target in state.stacks[side]:
        yield Refusal("stockade_redan:11.1.4", f"{target} holds units of your own")
    if target in state.fired_into:
        yield Refusal("stockade_redan:11.4.1", f"{target} was already fired into in this phase")


def ready(state: State, side: str, hexes: Iterable[Hex]) -> list[int]:
    """Units in these hexes that may fire in this phase, in roster order."""
    return sorted(
        unit
        for hex in hexes
        for unit in state.stack(hex, side)
        if not any(bars_to_fire(state, side, unit))
    )


def _hexes_near(state: State, side: str, target: Hex) -> set[Hex]:
    """Hexes with units of a side from which the farthest gun reaches a target."""
    return GRID.within(target, _FARTHEST).keys() & state.stacks[side].keys()


def targets(state: State, side: str) -> list[Hex]:
    """Hexes that some unit may fire at with some strength, in order of their numbers."""
    own = state.stacks[side]
    return [
        target
        for target in sorted(state.stacks[ENEMY[side]])
        if target not in state.fired_into
        and target not in own
        and any(
            _is_under_fire(state, side, hex, target) for hex in _hexes_near(state, side, target)
        )
    ]


def _is_under_fire(state: State, side: str, hex: Hex, target: Hex) -> bool:
    """Whether a unit in one hex may fire at a target with some strength."""
    range = GRID.distance(hex, target)
    in_range = [unit for unit in state.stack(hex, side) if range <= ROSTER[unit].factors.range]
    if not in_range:
        return False
    mixed = state.is_mixed(hex, side)
    return any(
        strength_at(unit, state.morale, range, mixed)
        and not any(bars_to_fire(state, side, unit))
        and not any(line_of_fire.bars(state, hex, target, unit))
        for unit in in_range
    )


def firers(state: State, side: str, target: Hex) -> list[int]:
    """Every unit that may fire at the hex, in roster order. [stockade_redan:11.3.1]"""
    return [
        unit
        for unit in ready(state, side, _hexes_near(state, side, target))
        if not any(bars_to_reach(state, unit, target))
    ]


def bars_to_support(
    state: State, side: str, officer: int, attackers: Iterable[int]
) -> Iterator[Refusal]:
    """What keeps an officer from supporting an attack (SR-39).

    [stockade_redan:2.4.2] [stockade_redan:6.0.4] [stockade_redan:7.0.3] [stockade_redan:7.0.4]
    """
    piece = ROSTER[officer]
    hex = state.hex_of(officer)
    if piece.side != side or piece.kind != OFFICER or not hex:
        yield Refusal(
            "stockade_redan:7.0.3", f"{piece.title} is not one of your officers on the map"
        )
        return
    if state.units[officer].spent:
        yield Refusal("stockade_redan:7.0.3", f"{piece.title} has supported another attack")
    if not any(
        ROSTER[unit].kind == INFANTRY
        and ROSTER[unit].regiment == piece.regiment
        and state.hex_of(unit) == hex
        for unit in attackers
    ):
        yield Refusal(
            "stockade_redan:7.0.3",
            f"no infantry of the {piece.regiment} fires from {hex} beside {piece.title}",
        )


# Resolution


def resolve(
    state: State, side: str, target: Hex, attackers: Sequence[int], officer: int, umpire: Umpire
) -> None:
    """Resolve one attack on one hex, losses at once (SR-41). [stockade_redan:11.1.3]

    [stockade_redan:11.1.5] [stockade_redan:11.7.1] [stockade_redan:11.9.1]
    """
    strength = strength_lines(state, attackers, target)
    defence = defence_lines(target, target in state.chaos)
    shifts = shift_lines(officer >= 0, state.has_officer(target, ENEMY[side]))
    ratio = ratio_lines(strength, defence, shifts)
    hidden = fog.is_hidden(state, ENEMY[side], target)
    pieces, rolls = roll_targets(targets_in(state, target, ENEMY[side]), ratio, umpire)
    hit_number = TABLES.hit_number(sum(line.value for line in ratio))
    state.spend(attackers if officer < 0 else (*attackers, officer))
    state.fired_into |= {target}
    if side == CONFEDERATE:
        # A stack that fires is revealed. [stockade_redan:6.4.2]
        state.fired_from |= {state.hex_of(unit) for unit in attackers}
    umpire.tell(
        Fired(
            rules=tuple(
                dict.fromkeys(
                    [line.rule for line in (*strength, *defence, *ratio)]
                    + ["stockade_redan:11.7.2"]
                )
            ),
            rolls=rolls,
            side=side,
            hex=target,
            firers=tuple(attackers),
            starts=tuple(dict.fromkeys(state.hex_of(unit) for unit in attackers)),
            officer=officer,
            strength=strength,
            defence=defence,
            ratio=ratio,
            hit_number=hit_number,
            targets=pieces,
            hidden=hidden,
        )
    )
    for piece in pieces:
        if piece.hit:
            carnage.eliminate(state, piece.unit)


# The phase


class FirePhase(Ask, frozen=True):
    """A side fires into one hex after another, in any order, or not at all.

    [stockade_redan:11.1.1] [stockade_redan:11.1.3]
    """

    side: SideName

    rule: ClassVar[str] = "stockade_redan:11.2.1"
    verbs: ClassVar[tuple[str, ...]] = ("fire", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which hex is fired at?"

    def choices(self, state: State) -> list[Choice]:
        return [*(_FIRE[hex] for hex in targets(state, self.side)), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif _FIRE.get(choice.object) != choice:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nothing'} is not a hex")
        else:
            yield from bars_to_attack(state, self.side, choice.object)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
        else:
            state.agenda.append(Attack(self.side, choice.object))


def bars_to_attack(state: State, side: str, target: Hex) -> Iterator[Refusal]:
    """What keeps a side from firing into a hex at all.

    A group with a strength of zero may not fire (SR-36).
    """
    barred = False
    for refusal in bars_to_target(state, side, target):
        barred = True
        yield refusal
    if barred:
        return
    units = ready(state, side, state.stacks[side])
    in_range = [unit for unit in units if unit_strength(state, unit, target)]
    if not units:
        yield Refusal("stockade_redan:11.0.4", "none of your units may still fire")
    elif not in_range:
        yield Refusal("stockade_redan:11.5.1", f"no unit that may fire reaches {target}")
    else:
        lines = [list(line_of_fire.bars(state, state.hex_of(u), target, u)) for u in in_range]
        if all(lines):
            yield from dict.fromkeys(refusal for line in lines for refusal in line)


class Attack(Ask, frozen=True):
    """Who fires into the hex: unit by unit, or all. [stockade_redan:11.1.2]"""

    side: SideName
    target: Hex
    attackers: tuple[UnitNumber, ...] = ()
    officer: int = -1

    last_word: ClassVar[bool] = True
    rule: ClassVar[str] = "stockade_redan:11.2.1"
    verbs: ClassVar[tuple[str, ...]] = ("add", "all", "support", "resolve")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who fires at {self.target}?"

    def strength(self, state: State) -> int:
        return sum(unit_strength(state, unit, self.target) for unit in self.attackers)

    def choices(self, state: State) -> list[Choice]:
        able = firers(state, self.side, self.target)
        choices = [_ADD[unit] for unit in able if unit not in self.attackers]
        if choices:
            choices.append(_ALL)
        if self.officer < 0 and self.attackers:
            choices += [
                _SUPPORT[officer]
                for officer in self._officers(state)
                if next(bars_to_support(state, self.side, officer, self.attackers), None) is None
            ]
        if self.strength(state):
            choices.append(_RESOLVE)
        return choices

    def _officers(self, state: State) -> list[int]:
        """Officers in the firing hexes, in roster order."""
        return sorted(
            unit
            for hex in {state.hex_of(unit) for unit in self.attackers}
            for unit in state.stack(hex, self.side)
            if ROSTER[unit].kind == OFFICER
        )

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb in ("all", "resolve"):
            yield from bare(choice, self.rule)
            if choice.verb == "resolve" and not self.strength(state):
                yield Refusal("stockade_redan:11.2.2", "the firing units have no strength")
            if choice.verb == "all" and set(firers(state, self.side, self.target)) <= set(
                self.attackers
            ):
                yield Refusal(self.rule, "no other unit may fire at it")
            return
        unit = NUMBER.get(choice.object)
        if unit is None or len(choice.objects) != 1:
            yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a unit")
        elif choice.verb == "support":
            if self.officer >= 0:
                yield Refusal("stockade_redan:11.2.5", "an officer already supports the attack")
            yield from bars_to_support(state, self.side, unit, self.attackers)
        else:
            if unit in self.attackers:
                yield Refusal(self.rule, f"{ROSTER[unit].title} is already firing")
            barred = False
            for refusal in bars_to_fire(state, self.side, unit):
                barred = True
                yield refusal
            if not barred:
                yield from bars_to_reach(state, unit, self.target)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        match choice.verb:
            case "resolve":
                resolve(state, self.side, self.target, self.attackers, self.officer, umpire)
            case "support":
                self._again(state, self.attackers, NUMBER[choice.object])
            case "all":
                self._again(state, tuple(firers(state, self.side, self.target)), self.officer)
            case _:
                added = tuple(sorted((*self.attackers, NUMBER[choice.object])))
                self._again(state, added, self.officer)

    def _again(self, state: State, attackers: tuple[int, ...], officer: int) -> None:
        state.agenda.append(Attack(self.side, self.target, attackers, officer))
