"""9.0 Fire as the players carry it out: picking targets and firers, in a phase or as a reaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.gbacw import fire, fire_bars, fire_strength
from longroll.systems.gbacw.events import Reordered, name
from longroll.systems.gbacw.roster import BATTERY, UnitNumber
from longroll.systems.gbacw.state import State
from longroll.systems.gbacw.volley import DEFENSIVE, REACTIONS, Part

_DONE, _ALL, _RESOLVE, _HOLD = choice("done"), choice("all"), choice("resolve"), choice("hold")
_ALWAYS, _NEVER = choice("always"), choice("never")


def can_hit(state: State, unit: int, target: Hex) -> bool:
    return bool(fire_bars.in_reach(state, unit, 1 << state.game.grid.index(target)))


def targets(state: State, side: str, kind: str) -> list[Hex]:
    """Hexes that some unit may fire at, in order of their numbers. [gbacw:9.24]"""
    grid = state.game.grid
    unsettled = grid.mask(state.stacks[state.game.enemy[side]])
    found: list[Hex] = []
    for hex, stack in state.stacks[side].items():
        # Most stacks have no enemy near that the map does not hide; they need no closer look.
        if not fire_bars.near_enough(state, hex, stack, unsettled):
            continue
        for unit in stack:
            near = fire_bars.open_to_fire(state, unit, kind, unsettled)
            for target in grid.marked(near) if near else ():
                if not _is_open(state, side, target):
                    unsettled ^= grid.mask((target,))
                elif _may_fire_at(state, unit, target, kind):
                    unsettled ^= grid.mask((target,))
                    found.append(target)
    return sorted(found)


def _may_fire_at(state: State, unit: int, target: Hex, kind: str) -> bool:
    """Whether a unit that reaches a target may fire at it, and has points left."""
    barred = next(bars_in_phase(state, unit, target, kind), None)
    return barred is None and _most(state, unit, target, (), kind) > 0


def _is_open(state: State, side: str, target: Hex) -> bool:
    """Whether a hex may be fired at, and some unit in it has not been fired at yet."""
    return (
        bool(fire_bars.targets_of(state, side, target))
        and next(fire_bars.bars_to_target(state, side, target), None) is None
    )


def _may_add(state: State, unit: int, target: Hex, parts: tuple[Part, ...], kind: str) -> int:
    """The most points a unit may add to a fire at a hex: 0 if it may not fire there."""
    if not fire_bars.open_to_fire(state, unit, kind, 1 << state.game.grid.index(target)):
        return 0
    if next(bars_in_phase(state, unit, target, kind), None) is not None:
        return 0
    return _most(state, unit, target, parts, kind)


def _most(state: State, unit: int, target: Hex, parts: tuple[Part, ...], kind: str) -> int:
    """The most points a unit that may fire at a hex has left for it."""
    most = fire_bars.room(state, unit, target, parts, kind)
    while most and next(fire_bars.bars_to_split(state, Part(unit, most), target, kind), None):
        most -= 1
    return most


def bars_to_add(state: State, unit: int, target: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from joining a fire at a hex."""
    yield from fire_bars.bars_to_fire(state, unit, kind)
    if state.hex_of(unit):
        yield from fire_bars.bars_to_reach(state, unit, target)
        yield from bars_in_phase(state, unit, target, kind)


def bars_in_phase(state: State, unit: int, target: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing at a hex in a Fire Phase, though not as a reaction."""
    if kind in REACTIONS:
        return
    side = state.side_of(unit)
    if state.stack(target, state.game.enemy[side]) and not fire_bars.targets_of(
        state, side, target
    ):
        yield fire_bars.was_fired_at(state, side, target, fire_strength.arm_of(state, unit))
    yield from state.game.rules.bars_to_fire_at(state, unit, target, kind)


def why_nobody(state: State, side: str, target: Hex, kind: str) -> list[Refusal]:
    """What keeps the unit of a side that comes closest to it from firing at a hex."""
    found: list[tuple[bool, int, int, int, list[Refusal]]] = []
    for hex, stack in state.stacks[side].items():
        for unit in stack:
            bars = list(bars_to_add(state, unit, target, kind))
            lacking, far = len(bars), any(bar.rule == "gbacw:9.23.1" for bar in bars)
            if not bars:
                left = Part(unit, fire_bars.room(state, unit, target, (), kind))
                full = Refusal(
                    "gbacw:9.3", f"no more points may be fired through that hexside of {hex}"
                )
                bars = (
                    [*fire_bars.bars_to_split(state, left, target, kind)] if left.points else [full]
                )
            found.append((far, lacking, state.game.grid.distance(hex, target), unit, bars))
    return min(found)[4] if found else [Refusal("gbacw:9.0.4", "you have no unit on the map")]


class FirePhase(Ask, frozen=True):
    """C and D. A side fires at one hex after another, or not at all.

    [gbacw:4.0.11] [gbacw:4.0.12] [gbacw:4.0.13] [gbacw:9.0.3]
    """

    side: SideName
    kind: str

    rule: ClassVar[str] = "gbacw:9.0.4"
    verbs: ClassVar[tuple[str, ...]] = ("fire", "unfoul", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which hex is fired at?"

    def choices(self, state: State) -> list[Choice]:
        found = [choice("fire", hex) for hex in targets(state, self.side, self.kind)]
        found += [
            choice("unfoul", state.piece(unit).id)
            for unit in state.game.rules.fouled(state, self.side, self.kind)
        ]
        return [*found, _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
        elif choice.verb == "unfoul":
            unit = state.game.roster.number.get(choice.object, -1)
            if len(choice.objects) != 1 or unit < 0:
                yield Refusal(self.rule, f"{' '.join(choice.objects) or 'nobody'} is not a battery")
            else:
                yield from state.game.rules.bars_to_unfoul(state, self.side, self.kind, unit)
        elif len(choice.objects) != 1 or choice.object not in state.game.grid:
            yield Refusal(self.rule, f"{' '.join(choice.objects)!r} is not a hex of this map")
        else:
            yield from fire_bars.bars_to_target(state, self.side, choice.object)
            if choice.object not in targets(state, self.side, self.kind):
                yield from why_nobody(state, self.side, choice.object, self.kind)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        match choice.verb:
            case "done":
                state.agenda[-1] = EndFire(self.side, self.kind)
            case "unfoul":
                state.game.rules.unfoul(state, state.game.roster.number[choice.object], umpire)
            case _:
                enemy = state.game.enemy[self.side]
                targets = state.stack(choice.object, enemy)
                state.agenda.append(Attack(self.side, choice.object, self.kind, targets))


class Attack(Ask, frozen=True):
    """One fire being put together: who takes part, with how many points."""

    side: SideName
    hex: Hex
    kind: str
    #: The units fired at, top first.
    targets: tuple[UnitNumber, ...]
    parts: tuple[Part, ...] = ()
    #: In a reaction, the units that may fire at all.
    eligible: tuple[UnitNumber, ...] = ()

    last_word: ClassVar[bool] = True
    rule: ClassVar[str] = "gbacw:9.41.1"
    verbs: ClassVar[tuple[str, ...]] = (
        "add",
        "rapid",
        "all",
        "resolve",
        "hold",
        "always",
        "never",
    )

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        if self.kind in REACTIONS:
            who = state.piece(self.targets[0]).title
            more = f" and {len(self.targets) - 1} more" if len(self.targets) > 1 else ""
            return f"Who fires at {who}{more} in {self.hex}?"
        return f"Who fires at {self.hex}?"

    def candidates(self, state: State) -> dict[int, int]:
        """Units that may still join, each with the most points it may add, in roster order."""
        joined = {part.unit for part in self.parts}
        able: Iterable[int] = self.eligible
        if self.kind not in REACTIONS:
            end = 1 << state.game.grid.index(self.hex)
            able = sorted(
                [
                    unit
                    for hex, stack in state.stacks[self.side].items()
                    if fire_bars.near_enough(state, hex, stack, end)
                    for unit in stack
                ]
            )
        return {
            unit: most for unit in able if unit not in joined and (most := self.most(state, unit))
        }

    def most(self, state: State, unit: int) -> int:
        return _may_add(state, unit, self.hex, self.parts, self.kind)

    def choices(self, state: State) -> list[Choice]:
        found: list[Choice] = []
        candidates = self.candidates(state)
        for unit, most in candidates.items():
            id = state.piece(unit).id
            least = most if self.kind in REACTIONS else 1
            for points in range(most, least - 1, -1):
                part = Part(unit, points)
                if next(fire_bars.bars_to_split(state, part, self.hex, self.kind), None) is None:
                    found.append(choice("add", id, str(points)))
            if next(self._bars_to_rapid_fire(state, unit), None) is None:
                found.append(choice("rapid", id))
        if candidates:
            found.append(_ALL)
        if self.parts:
            found.append(_RESOLVE)
        elif self.kind in REACTIONS:
            found += [_HOLD, _ALWAYS, _NEVER]
        return found

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        verb = choice.verb
        if verb in ("all", "resolve", "hold", "always", "never"):
            yield from bare(choice, self.rule)
            if verb == "resolve" and not self.parts:
                yield Refusal(self.rule, "no unit has been told to fire")
            elif verb == "all" and not self.candidates(state):
                yield Refusal(self.rule, "no other unit can fire there")
            elif verb in ("hold", "always", "never"):
                if self.kind not in REACTIONS:
                    yield Refusal(
                        self.rule,
                        f"{verb!r} is for fire at a unit that moves, not for a Fire Phase",
                    )
                elif self.parts:
                    yield Refusal(self.rule, "a unit has already been told to fire")
            return
        unit = state.game.roster.number.get(choice.object, -1)
        if unit < 0 or not state.hex_of(unit) or state.side_of(unit) != self.side:
            yield Refusal(
                self.rule, f"{choice.object or 'nobody'} is not one of your units on the map"
            )
            return
        yield from self._bars_unit(state, unit)
        if verb == "rapid":
            if len(choice.objects) != 1:
                yield Refusal(self.rule, "'rapid' takes one battery")
            yield from self._bars_to_rapid_fire(state, unit)
            return
        points = choice.objects[1] if len(choice.objects) == 2 else ""
        most = self.most(state, unit)
        if not points.isdecimal() or not 1 <= int(points) <= most:
            rule = "gbacw:9.3" if state.piece(unit).kind != BATTERY else "gbacw:9.45.1"
            yield Refusal(rule, f"{choice.object} may add 1 to {most} points here")
        elif self.kind in REACTIONS and int(points) != most:
            yield Refusal("gbacw:10.1", "a unit must use all its points in a reaction")
        else:
            yield from fire_bars.bars_to_split(state, Part(unit, int(points)), self.hex, self.kind)

    def _bars_unit(self, state: State, unit: int) -> Iterator[Refusal]:
        if any(part.unit == unit for part in self.parts):
            yield Refusal(self.rule, f"{state.piece(unit).title} is already taking part")
        if self.kind in REACTIONS and unit not in self.eligible:
            yield Refusal("gbacw:10.19", f"{state.piece(unit).title} may not fire in this reaction")
        yield from bars_to_add(state, unit, self.hex, self.kind)

    def _bars_to_rapid_fire(self, state: State, unit: int) -> Iterator[Refusal]:
        rules = state.game.rules
        return rules.bars_to_rapid_fire(state, unit, self.hex, self.targets, self.kind)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        number = state.game.roster.number
        match choice.verb:
            case "hold":
                state.agenda.pop()
            case "never" | "always":
                state.standing = {**state.standing, self.side: choice.verb}
                state.agenda.pop()
                if choice.verb == "always":
                    answer_reaction(state, self, umpire)
            case "resolve":
                state.agenda.pop()
                fire.resolve(
                    state, self.side, self.hex, self.kind, self.parts, self.targets, umpire
                )
            case "all":
                state.agenda[-1] = with_everybody(state, self)
            case "rapid":
                unit = number[choice.object]
                part = Part(unit, fire_strength.fire_points(state, unit), True)
                state.agenda[-1] = self.joined_by(part)
            case _:
                part = Part(number[choice.object], int(choice.objects[1]))
                state.agenda[-1] = self.joined_by(part)

    def joined_by(self, part: Part) -> Attack:
        """The same fire with one unit more."""
        parts = tuple(sorted((*self.parts, part), key=lambda one: one.unit))
        return Attack(self.side, self.hex, self.kind, self.targets, parts, self.eligible)


def with_everybody(state: State, attack: Attack) -> Attack:
    """The attack with every unit that can still join it, each with all the points it may add."""
    for unit in attack.candidates(state):
        most = attack.most(state, unit)
        if most:
            attack = attack.joined_by(Part(unit, most))
    return attack


def answer_reaction(state: State, attack: Attack, umpire: Umpire) -> None:
    """Fire a reaction with every unit that may."""
    whole = with_everybody(state, attack)
    if whole.parts:
        fire.resolve(state, whole.side, whole.hex, whole.kind, whole.parts, whole.targets, umpire)


def react(state: State, attack: Attack, umpire: Umpire) -> None:
    """Offer a reaction to its side, unless its standing order answers it."""
    if not attack.candidates(state):
        return
    order = state.standing.get(attack.side)
    if order == "always":
        answer_reaction(state, attack, umpire)
    elif order != "never":
        state.agenda.append(attack)


class EndFire(Do, frozen=True):
    """The phase ends: stacks whose top unit ran out of ammunition may be rearranged.

    [gbacw:8.41.2] [gbacw:12.22.1]
    """

    side: SideName
    kind: str

    def run(self, state: State, umpire: Umpire) -> None:
        if self.kind != DEFENSIVE:
            state.offensive = {
                unit: tuple(hex for hex, _ in shots) for unit, shots in state.fired.items()
            }
        for hex in sorted(state.reorder, reverse=True):
            if len(state.stack(hex, self.side)) > 1:
                state.agenda.append(Reorder(self.side, hex))
        state.reorder = frozenset()


class Reorder(Ask, frozen=True):
    """The owner may bring another unit to the top of a stack. [gbacw:8.41.2]"""

    side: SideName
    hex: Hex

    rule: ClassVar[str] = "gbacw:8.41.2"
    verbs: ClassVar[tuple[str, ...]] = ("top", "keep")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Which unit goes to the top of the stack in {self.hex}?"

    def choices(self, state: State) -> list[Choice]:
        others = state.stack(self.hex, self.side)[1:]
        return [choice("keep"), *(choice("top", state.piece(unit).id) for unit in others)]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "keep":
            yield from bare(choice, self.rule)
        elif choice not in self.choices(state):
            yield Refusal(self.rule, f"{choice.object} is not below the top unit in {self.hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "top":
            unit = state.game.roster.number[choice.object]
            state.reorder_stack(self.hex, self.side, unit)
            umpire.tell(Reordered(rules=(self.rule,), hex=self.hex, top=name(state, unit)))
