"""12.8 Retreat before melee: defenders may give way, and their attackers follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import losses, reaction, stacking
from longroll.systems.gbacw.events import Advanced, Stood, names
from longroll.systems.gbacw.meleeing import enter
from longroll.systems.gbacw.retreat import Retreat, turn_away
from longroll.systems.gbacw.retreat_path import BEFORE, CAVALRY, parties, ways
from longroll.systems.gbacw.roster import BATTERY, LEADER, WAGON, UnitNumber
from longroll.systems.gbacw.state import UNLIMBERED, Melee, State

_STAND, _GO, _DONE = choice("stand"), choice("go"), choice("done")


def declared_on(state: State, hex: Hex) -> Melee | None:
    return next((one for one in state.melees if one.hex == hex), None)


def gives_way_freely(state: State, unit: int, attack: Melee) -> bool:
    """Whether mounted cavalry gives way without a morale check and without being fired at.

    It does if all attackers are on foot; against mounted attackers, or dismounted, it follows the
    rules for infantry (GB-F30). [gbacw:12.84] [gbacw:16.1.1] [gbacw:16.1.3] [gbacw:16.26.2]
    """
    return (
        state.is_mounted(unit)
        and not state.units[unit].routed
        and not any(state.is_mounted(foe) for foe in attack.attackers)
    )


def bars_to_give_way(state: State, unit: int, attack: Melee) -> Iterator[Refusal]:
    """What keeps a unit from retreating before a melee.

    Being out of command does not. [gbacw:12.86] [gbacw:12.87] [gbacw:12.89] [gbacw:16.26.1]
    [gbacw:9.84.2] [gbacw:11.17]
    """
    own, piece = state.units[unit], state.piece(unit)
    if own.hex in state.engaged:
        yield Refusal("gbacw:12.94.7", f"{piece.title} is engaged")
    if piece.kind == BATTERY and own.formation == UNLIMBERED:
        yield Refusal("gbacw:12.86", f"{piece.title} is unlimbered")
    if piece.kind in (BATTERY, WAGON) and not own.crew:
        yield Refusal("gbacw:12.86", f"{piece.title} has no crew")
    if own.pinned:
        yield Refusal("gbacw:12.87", f"{piece.title} is pinned")
    if own.routed:
        yield Refusal("gbacw:12.87", f"{piece.title} is routed")
    if attack.charging and not state.is_mounted(unit):
        yield Refusal("gbacw:16.26.1", f"{piece.title} is being charged by cavalry")
    cause = CAVALRY if gives_way_freely(state, unit, attack) else BEFORE
    if own.hex and not has_way(state, (unit,), cause):
        yield Refusal("gbacw:12.82", f"{piece.title} has nowhere to retreat to")


def has_way(state: State, group: Sequence[int], cause: str) -> bool:
    """Whether a group could give way by at least one hex. [gbacw:12.81] [gbacw:12.82]"""
    return bool(ways(state, group, (state.hex_of(group[0]),), 1, cause))


class GiveWay(Ask, frozen=True):
    """The defender says which units retreat before a melee; the rest stay and fight.

    [gbacw:4.0.15] [gbacw:12.8.1] [gbacw:12.81]
    """

    side: SideName
    hex: Hex
    going: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "gbacw:12.8.1"
    verbs: ClassVar[tuple[str, ...]] = ("retreat", "go", "stand")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who gives way before the melee in {self.hex}?"

    def able(self, state: State) -> list[int]:
        attack = declared_on(state, self.hex)
        if attack is None:
            return []
        return [
            unit
            for unit in state.stack(self.hex, self.side)
            if unit not in self.going and next(bars_to_give_way(state, unit, attack), None) is None
        ]

    def choices(self, state: State) -> list[Choice]:
        found = [choice("retreat", state.piece(unit).id) for unit in self.able(state)]
        return [*found, _GO if self.going else _STAND]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "retreat":
            one = len(choice.objects) == 1
            unit = state.game.roster.number.get(choice.object, -1) if one else -1
            attack = declared_on(state, self.hex)
            if unit < 0 or unit not in state.stack(self.hex, self.side) or attack is None:
                yield Refusal(self.rule, f"{choice.object or 'nobody'} is not being attacked there")
            elif unit in self.going:
                yield Refusal(self.rule, f"{choice.object} is already giving way")
            else:
                yield from bars_to_give_way(state, unit, attack)
            return
        yield from bare(choice, self.rule)
        if (choice.verb == "go") != bool(self.going):
            yield Refusal(self.rule, "first say which units give way, or stand")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "retreat":
            unit = state.game.roster.number[choice.object]
            state.agenda[-1] = GiveWay(self.side, self.hex, (*self.going, unit))
            return
        state.agenda.pop()
        if choice.verb == "go":
            give_way(state, self.side, self.hex, self.going, umpire)


def give_way(
    state: State,
    side: str,
    hex: Hex,
    going: tuple[int, ...],
    umpire: Umpire,
    leaders: tuple[int, ...] = (),
) -> None:
    """Units leave, under fire unless they may leave freely; if none stays, leaders go with them.

    [gbacw:12.83] [gbacw:12.84] [gbacw:4.0.16]
    """
    attack = declared_on(state, hex)
    assert attack is not None
    riders = tuple(unit for unit in going if gives_way_freely(state, unit, attack))
    others = tuple(unit for unit in going if unit not in riders)
    give = "gives way" if len(going) == 1 else "give way"
    umpire.tell(Stood(rules=("gbacw:12.81",), units=names(state, going), hex=hex, what=give))
    if set(going) >= set(state.stack(hex, side)):
        leaders = tuple(one for one in state.leaders_in(hex, side) if not state.units[one].pinned)
    if riders:
        group = riders if others else (*riders, *leaders)
        _send_off(state, group, hex, CAVALRY, attack)
    if others:
        state.agenda.append(SetOut(side, hex, (*others, *leaders)))
        turn_away(state, Retreat(side, others, 2, (hex,), BEFORE))
        reaction.withdrawal_fire(state, hex, side, others, umpire)


def _send_off(state: State, group: tuple[int, ...], hex: Hex, cause: str, attack: Melee) -> None:
    """A group stays together if it can, or splits up; a unit with no way out stays."""
    side = state.side_of(group[0])
    for part in reversed(parties(state, group, (hex,), 1, cause)):
        if has_way(state, part, cause):
            state.agenda.append(Retreat(side, part, 2, (hex,), cause, attack.attackers))


class SetOut(Do, frozen=True):
    """Units not pinned or routed by the fire fall back; wagons need their crew. [gbacw:12.88]"""

    side: SideName
    hex: Hex
    units: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        attack = declared_on(state, self.hex)
        going = tuple(
            unit
            for unit in self.units
            if state.hex_of(unit) == self.hex
            and state.is_manned(unit)
            and not state.units[unit].pinned
            and not state.units[unit].routed
        )
        if attack is not None and any(state.piece(unit).kind != LEADER for unit in going):
            _send_off(state, going, self.hex, BEFORE, attack)


class Advance(Ask, frozen=True):
    """Attackers may enter a hex that all defenders have left. [gbacw:4.0.17] [gbacw:12.85.1]"""

    side: SideName
    hex: Hex

    rule: ClassVar[str] = "gbacw:12.85.1"
    verbs: ClassVar[tuple[str, ...]] = ("advance", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who advances into {self.hex}?"

    def able(self, state: State) -> list[int]:
        attack = declared_on(state, self.hex)
        if attack is None or state.stack(self.hex, state.game.enemy[self.side]):
            return []
        return [
            unit
            for unit in attack.attackers
            if state.hex_of(unit)
            and state.hex_of(unit) != self.hex
            and not state.units[unit].pinned
            and not state.units[unit].routed
            and (
                state.piece(unit).kind == LEADER
                or next(stacking.bars_to_stay(state, self.hex, self.side, (unit,)), None) is None
            )
        ]

    def choices(self, state: State) -> list[Choice]:
        return [
            *(choice("advance", state.piece(unit).id) for unit in self.able(state)),
            _DONE,
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif choice not in self.choices(state):
            yield Refusal(self.rule, f"{choice.object or 'nobody'} cannot advance there")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        """A unit that advances may not attack in this Game-Turn. [gbacw:12.85.2]"""
        if choice.verb == "done":
            state.agenda.pop()
            if not state.stack(self.hex, state.game.enemy[self.side]):
                state.melees = tuple(one for one in state.melees if one.hex != self.hex)
            return
        unit = state.game.roster.number[choice.object]
        origin = state.hex_of(unit)
        enter(state, self.hex, (unit,))
        state.advanced |= {unit}
        umpire.tell(
            Advanced(
                rules=("gbacw:12.85.1",),
                units=names(state, (unit,)),
                origin=origin,
                to=self.hex,
            )
        )
        enemy = state.game.enemy[self.side]
        losses.catch_leaders(state, (self.hex,), enemy, umpire, "gbacw:17.75")
        state.game.rules.entered(state, (unit,), self.hex, umpire)


def standard_steps(state: State, side: str) -> list[Ask | Do]:
    """The standard procedure: the defender responds to every attack, then the attackers follow.

    [gbacw:12.8.1]
    """
    enemy = state.game.enemy[side]
    steps: list[Ask | Do] = [
        GiveWay(enemy, one.hex) for one in state.melees if one.hex not in state.engaged
    ]
    steps += [Advance(side, one.hex) for one in state.melees if one.hex not in state.engaged]
    return steps
