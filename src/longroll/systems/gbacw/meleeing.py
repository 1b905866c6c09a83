"""12.0 Melee as it is fought: declaring, entering, the result, and what becomes of both sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from longroll.board.hex import DIRECTIONS, Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.dice import Roll
from longroll.systems.gbacw import fire, losses, melee, morale, reaction, retreat
from longroll.systems.gbacw.events import (
    Abandoned,
    Faced,
    Fought,
    MeleeDeclared,
    Stood,
    name,
    names,
)
from longroll.systems.gbacw.facing import facing_in
from longroll.systems.gbacw.losses import C_MELEE, K_MELEE
from longroll.systems.gbacw.melee import Outcome
from longroll.systems.gbacw.retreat import LEAVING, MELEE, REPULSE, Retreat
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, CREW, INFANTRY, LEADER, WAGON
from longroll.systems.gbacw.state import UNLIMBERED, Melee, State
from longroll.systems.gbacw.tables import TABLES

_DONE, _COMMIT, _KEEP, _GO = choice("done"), choice("commit"), choice("keep"), choice("go")


# E. Declaring


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
    """E. The phasing side announces every melee of the coming Melee Phase.

    [gbacw:4.0.14] [gbacw:12.8.1] [gbacw:12.23]
    """

    side: str

    rule: ClassVar[str] = "gbacw:12.8.1"
    verbs: ClassVar[tuple[str, ...]] = ("melee", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return "Which hex is attacked in melee?"

    def hexes(self, state: State) -> list[Hex]:
        game = state.game
        declared = {one.hex for one in state.melees}
        near = {
            hex
            for own in state.stacks[self.side]
            for hex in game.grid.adjacent[own]
            if hex in state.stacks[game.enemy[self.side]] and hex not in declared
        }
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
            yield Refusal(self.rule, "melee takes one hex")
        elif choice.object not in self.hexes(state):
            yield from self._bars_hex(state, choice.object)

    def _bars_hex(self, state: State, hex: Hex) -> Iterator[Refusal]:
        if hex not in state.game.grid:
            yield Refusal(self.rule, f"{hex!r} is no hex of this map")
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
            yield Refusal(self.rule, f"the melee in {hex} is declared")
        for unit in attackers_on(state, self.side, hex):
            yield from melee.bars_together(state, hex, (unit,), self.side)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "done":
            state.agenda.pop()
            state.agenda.extend(reversed(state.game.before_melee(state, self.side)))
        else:
            state.agenda.append(Declaring(self.side, choice.object))


class Declaring(Ask, frozen=True):
    """Who attacks a hex: units from around it, leaders with them, cavalry perhaps at a charge.

    [gbacw:12.75] [gbacw:12.26] [gbacw:16.2]
    """

    side: str
    hex: Hex
    attackers: tuple[int, ...] = ()
    charging: tuple[int, ...] = ()

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
        """Leaders stacked with an attacker who may go along, and go nowhere else."""
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
                yield Refusal(self.rule, "nobody attacks yet")
            if choice.verb == "all" and not self.candidates(state):
                yield Refusal(self.rule, "nobody else can join")
            return
        unit = state.game.roster.number.get(choice.object, -1) if len(choice.objects) == 1 else -1
        if unit < 0 or not state.hex_of(unit) or state.side_of(unit) != self.side:
            yield Refusal(self.rule, f"{choice.object or 'nobody'} is no unit of yours on the map")
            return
        if unit in self.attackers:
            yield Refusal(self.rule, f"{state.piece(unit).title} attacks already")
        elif state.piece(unit).kind == LEADER:
            if choice.verb == "charge" or unit not in self.leaders(state):
                yield Refusal("gbacw:12.4.1", "a leader goes along with units in his hex")
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


# F. Fighting


class MeleePhase(Ask, frozen=True):
    """F. The declared melees are fought, and those locked in one go on with it or leave.

    [gbacw:4.0.18] [gbacw:4.0.19] [gbacw:12.0.1] [gbacw:12.94.1] [gbacw:12.94.2] [gbacw:12.94.3]
    [gbacw:12.96]
    """

    side: str
    #: Engaged hexes already dealt with in this phase.
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
        """Engaged hexes this side has yet to deal with."""
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
        if state.game.melees_bind and self.declared(state):
            yield Refusal("corinth:22.0.3", "a melee that was declared has to be fought")

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        hex = choice.object
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            yield from self._bars_to_end(state)
        elif len(choice.objects) != 1:
            yield Refusal(self.rule, "name one hex")
        elif choice.verb == "fight":
            if hex not in self.declared(state) and hex not in self.locked(state):
                yield Refusal(self.rule, f"no melee of yours waits in {hex or 'there'}")
        elif hex not in self.locked(state):
            yield Refusal("gbacw:12.94.3", f"you are not engaged in {hex or 'there'}")
        elif not leavers(state, hex, self.side):
            yield Refusal("gbacw:12.94.5", f"nobody in {hex} can leave")

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


def leavers(state: State, hex: Hex, side: str) -> list[int]:
    """Who may leave a melee: not guns in position. [gbacw:12.94.5]"""
    return [
        unit
        for unit in state.stack(hex, side)
        if state.piece(unit).kind in (INFANTRY, CAVALRY, CREW)
        or (state.piece(unit).kind == BATTERY and state.units[unit].formation != UNLIMBERED)
    ]


class LeaveMelee(Ask, frozen=True):
    """Some or all of a side's engaged units fall back two hexes. [gbacw:12.94.3] [gbacw:12.94.6]

    [corinth:22.31]
    """

    side: str
    hex: Hex
    going: tuple[int, ...] = ()

    rule: ClassVar[str] = "gbacw:12.94.3"
    verbs: ClassVar[tuple[str, ...]] = ("with", "go")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who leaves the melee in {self.hex}?"

    def choices(self, state: State) -> list[Choice]:
        left = [unit for unit in leavers(state, self.hex, self.side) if unit not in self.going]
        found = [choice("with", state.piece(unit).id) for unit in left]
        return [*found, _GO] if self.going else found

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal(self.rule, f"{choice} names nobody who can leave {self.hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        if choice.verb == "with":
            unit = state.game.roster.number[choice.object]
            state.agenda[-1] = LeaveMelee(self.side, self.hex, (*self.going, unit))
            return
        state.agenda.pop()
        leave(state, self.hex, self.side, self.going, umpire)


def leave(state: State, hex: Hex, side: str, going: tuple[int, ...], umpire: Umpire) -> None:
    """Units fall back from a melee; those they fought do not fire. [gbacw:12.94.4] (GB-C21)"""
    foes = state.stack(hex, state.game.enemy[side])
    group = going
    if set(going) >= set(state.stack(hex, side)):
        group = (*going, *state.leaders_in(hex, side))
    state.agenda.append(Settle(hex))
    state.agenda.append(BeginRetreat(Retreat(side, group, 2, (hex,), LEAVING, foes)))
    reaction.withdrawal_fire(state, hex, side, going, umpire, besides=foes)


class BeginRetreat(Do, frozen=True):
    """The units still there set out."""

    retreat: Retreat

    def run(self, state: State, umpire: Umpire) -> None:
        step = self.retreat
        there = tuple(unit for unit in step.units if state.hex_of(unit) == step.path[0])
        if any(state.piece(unit).kind != LEADER for unit in there):
            state.agenda.append(
                Retreat(step.side, there, step.length, step.path, step.cause, step.causers)
            )


def fight(state: State, side: str, declared: Melee, umpire: Umpire) -> None:
    """Attackers enter the hex; the table decides. [gbacw:12.0.1] [gbacw:12.0.2]"""
    hex, enemy = declared.hex, state.game.enemy[side]
    near = (hex, *state.game.grid.adjacent[hex])  # a retreat may have taken some away since
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
        note = " (nobody would be left: engaged)"
    enter(state, hex, attackers)
    umpire.tell(_told(state, hex, fighters, defenders, total, results, note, die))
    state.game.attacked(state, defenders, umpire)
    push_results(state, side, hex, (attackers, defenders), charging, outcomes)


def _told(
    state: State,
    hex: Hex,
    attackers: Sequence[int],
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
    """Attackers go into the hex they attack and face the same way there. [gbacw:8.42]"""
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


def push_results(
    state: State,
    side: str,
    hex: Hex,
    units: tuple[tuple[int, ...], tuple[int, ...]],
    charging: tuple[int, ...],
    outcomes: tuple[Outcome, Outcome],
) -> None:
    """What follows a melee, in the order it happens: losses, leaders, retreats, morale, the rest.

    [gbacw:12.91.1] [gbacw:12.92.1] [gbacw:12.93.1] [gbacw:12.94.7] [gbacw:12.95.1] [gbacw:12.95.2]
    """
    enemy = state.game.enemy[side]
    if outcomes[0].engaged:
        state.engaged |= {hex}
    steps: list[Ask | Do] = []
    for one, fighters, result in ((side, units[0], outcomes[0]), (enemy, units[1], outcomes[1])):
        steps += loss_steps(one, hex, fighters, result)
    for one, fighters, result in ((enemy, units[1], outcomes[1]), (side, units[0], outcomes[0])):
        foes = units[0] if one == enemy else units[1]
        steps += retreat_steps(one, hex, fighters, result, foes, phasing=one == side)
    steps.append(AfterMelee(side, hex, units[0], units[1], charging))
    state.agenda.extend(reversed(steps))


def loss_steps(side: str, hex: Hex, units: tuple[int, ...], result: Outcome) -> list[Ask | Do]:
    """Losses of one side, then its leaders. [gbacw:12.91.1] [gbacw:12.93.1] [gbacw:17.72.1]"""
    if result.killed:
        return [
            MeleeLosses(side, hex, units, result.killed, False),
            RiskLeaders(side, hex, K_MELEE),
        ]
    if result.captured:
        return [
            TakeGuns(side, hex, units),
            MeleeLosses(side, hex, units, result.captured, True),
            RiskLeaders(side, hex, C_MELEE),
        ]
    return []


def retreat_steps(
    side: str,
    hex: Hex,
    units: tuple[int, ...],
    result: Outcome,
    foes: tuple[int, ...],
    *,
    phasing: bool,
) -> list[Ask | Do]:
    """The retreat of one side. [gbacw:12.92.1] [gbacw:12.95.1] [gbacw:12.95.2]"""
    if result.retreat:
        return [
            TakeGuns(side, hex, units),
            FallBack(side, hex, units, result.retreat, MELEE, foes),
        ]
    if result.repulsed and phasing:
        return [FallBack(side, hex, units, 2, REPULSE, foes)]
    if result.repulsed:
        return [RiskLeaders(side, hex, losses.RPLS_MELEE), Shaken(side, hex, units, foes)]
    return []


class MeleeLosses(Ask, frozen=True):
    """The owner says who takes a loss. [gbacw:12.74.1] [gbacw:12.74.2]"""

    side: str
    hex: Hex
    units: tuple[int, ...]
    points: int
    captured: bool

    rule: ClassVar[str] = "gbacw:12.74.2"
    verbs: ClassVar[tuple[str, ...]] = ("lose", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        what = "is captured" if self.captured else "is killed"
        return f"Whose Strength Point {what} in {self.hex}?"

    def choices(self, state: State) -> list[Choice]:
        able = melee.eligible_losses(state, self.units)
        return [choice("lose", state.piece(unit).id) for unit in able] or [_DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal("gbacw:12.74.1", f"{choice.object or 'nobody'} cannot take the loss now")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "done":
            return
        unit = state.game.roster.number[choice.object]
        state.hurt |= {unit}
        if state.piece(unit).kind in (INFANTRY, CAVALRY):
            rule = "gbacw:12.93.1" if self.captured else "gbacw:12.91.1"
            losses.lose_points(state, unit, 1, umpire, captured=self.captured, rule=rule)
        elif self.captured:
            losses.capture(state, unit, umpire, "taken in melee", "gbacw:12.93.3")
        else:
            losses.lose_crew(state, unit, 1, umpire, "gbacw:12.91.2")
        if self.points > 1:
            state.agenda.append(
                MeleeLosses(self.side, self.hex, self.units, self.points - 1, self.captured)
            )


class RiskLeaders(Do, frozen=True):
    """Leaders where somebody fell in melee. [gbacw:17.72.1] [gbacw:17.76]"""

    side: str
    hex: Hex
    cause: str

    def run(self, state: State, umpire: Umpire) -> None:
        losses.risk_leaders(state, self.hex, self.side, self.cause, umpire)


class TakeGuns(Do, frozen=True):
    """Guns in position fall with their crews; a wagon is left to the enemy.

    [gbacw:12.92.2] [gbacw:12.93.3] [gbacw:11.17] [gbacw:11.19.2]
    """

    side: str
    hex: Hex
    units: tuple[int, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        for unit in self.units:
            own, piece = state.units[unit], state.piece(unit)
            if own.hex != self.hex:
                continue
            if piece.kind == BATTERY and own.formation == UNLIMBERED:
                losses.capture(state, unit, umpire, "guns in position", "gbacw:12.92.2")


class FallBack(Do, frozen=True):
    """A beaten side sets out from the melee hex."""

    side: str
    hex: Hex
    units: tuple[int, ...]
    length: int
    cause: str
    foes: tuple[int, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        there = [
            unit
            for unit in (*state.stack(self.hex, self.side), *state.leaders_in(self.hex, self.side))
            if unit in self.units or state.piece(unit).kind == LEADER
        ]
        going = []
        for unit in there:
            runner = retreat.leave_guns(state, unit, umpire)
            if state.is_manned(runner):
                going.append(runner)
        if any(state.piece(unit).kind != LEADER for unit in going):
            state.change_all([u for u in going if state.units[u].pinned], pinned=False)
            state.agenda.append(
                Retreat(self.side, tuple(going), self.length, (self.hex,), self.cause, self.foes)
            )


class Shaken(Do, frozen=True):
    """Those who threw an attack back still check their morale. [gbacw:12.95.2]"""

    side: str
    hex: Hex
    units: tuple[int, ...]
    foes: tuple[int, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        routed = [
            unit
            for unit in self.units
            if state.hex_of(unit) == self.hex
            and not state.units[unit].routed
            and state.is_manned(unit)
            and morale.check(state, unit, "rout", "repulse", umpire) == morale.ROUTED
        ]
        for unit in reversed(routed):
            retreat.rout(state, unit, umpire, self.foes)


class AfterMelee(Do, frozen=True):
    """Columns form line, chargers are spent, the routed leave, the victor takes what is left.

    [gbacw:12.24] [gbacw:12.51.3] [gbacw:16.25] [gbacw:16.27] [gbacw:7.32.2]
    """

    side: str
    hex: Hex
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    charging: tuple[int, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        enemy = state.game.enemy[self.side]
        fire.into_line(state, (*self.attackers, *self.defenders), umpire)
        for side in (self.side, enemy):
            if state.stack(self.hex, side) and state.stack(self.hex, state.game.enemy[side]):
                continue
            if state.stack(self.hex, side):
                state.agenda.append(Reface(side, self.hex))
        state.agenda.append(Settle(self.hex))
        state.agenda.append(Seize(self.hex))
        if self.hex in state.engaged:
            for side in (enemy, self.side):
                routed = tuple(
                    unit
                    for unit in state.stack(self.hex, side)
                    if state.units[unit].routed and unit not in self.charging
                )
                if routed:
                    leave(state, self.hex, side, routed, umpire)
        spent = [u for u in self.charging if state.hex_of(u) and not state.units[u].routed]
        for unit in reversed(spent):
            umpire.tell(
                Stood(
                    rules=("gbacw:16.25",),
                    units=(name(state, unit),),
                    hex=state.hex_of(unit),
                    what="is spent after its charge",
                )
            )
            retreat.rout(state, unit, umpire)


class Settle(Do, frozen=True):
    """A melee is over where only one side is left. [gbacw:12.94.7]"""

    hex: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        if self.hex in state.engaged and not all(
            stacks.get(self.hex) for stacks in state.stacks.values()
        ):
            state.engaged -= {self.hex}
            for side in state.game.sides:
                if state.stack(self.hex, side):
                    state.game.entered(state, state.stack(self.hex, side), self.hex, umpire)


class Seize(Do, frozen=True):
    """Whoever holds the field takes guns, wagons and leaders left behind."""

    hex: Hex

    def run(self, state: State, umpire: Umpire) -> None:
        for side in state.game.sides:
            if any(state.is_manned(unit) for unit in state.stack(self.hex, side)):
                seize(state, self.hex, side, umpire)


def seize(state: State, hex: Hex, side: str, umpire: Umpire) -> None:
    """Take what the enemy left unmanned in a hex, and leaders left alone.

    A wagon changes hands; its old crew is out of the battle wherever it is.
    [gbacw:11.19.1] [gbacw:11.19.2] [gbacw:17.73.2] [gbacw:17.54]
    """
    enemy = state.game.enemy[side]
    left = state.stack(hex, enemy)
    if any(state.is_manned(unit) for unit in left):
        return
    for unit in left:
        if state.piece(unit).kind == WAGON:
            capture_wagon(state, unit, umpire)
        else:
            losses.capture(state, unit, umpire, "left behind", "gbacw:12.93.2")
    losses.catch_leaders(state, (hex,), enemy, umpire, "gbacw:17.73.2")
    state.game.entered(state, state.stack(hex, side), hex, umpire)


def capture_wagon(state: State, wagon: int, umpire: Umpire) -> None:
    """A wagon serves its captors, once they crew it. [gbacw:11.19.1] [gbacw:11.19.2]"""
    hex = state.hex_of(wagon)
    crew = state.game.roster.crew_of[wagon]
    if state.hex_of(crew):
        state.take_off(crew)
    state.take_off(wagon)
    state.change(wagon, turned=not state.units[wagon].turned, crew=0)
    state.put(wagon, hex)
    umpire.tell(Abandoned(rules=("gbacw:11.19.1",), unit=name(state, wagon), hex=hex))


class Reface(Ask, frozen=True):
    """Units that fought may be turned. [gbacw:7.32.2] [gbacw:7.32.1] [gbacw:7.13]"""

    side: str
    hex: Hex

    rule: ClassVar[str] = "gbacw:7.32.2"
    verbs: ClassVar[tuple[str, ...]] = ("face", "keep")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Which way do the units in {self.hex} face?"

    def _turning(self, state: State) -> list[int]:
        return [u for u in state.stack(self.hex, self.side) if state.units[u].formation]

    def choices(self, state: State) -> list[Choice]:
        turning = self._turning(state)
        if not turning:
            return [_KEEP]
        facing = state.units[turning[0]].facing
        return [
            _KEEP,
            *(choice("face", one) for n, one in enumerate(DIRECTIONS) if n != facing),
        ]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            yield Refusal("gbacw:7.0.6", f"units face {' '.join(DIRECTIONS)}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        turning = self._turning(state)
        if not turning:
            return
        facing = state.units[turning[0]].facing
        if choice.verb == "face":
            facing = DIRECTIONS.index(choice.object)
            umpire.tell(
                Faced(rules=(self.rule,), units=names(state, turning), hex=self.hex, facing=facing)
            )
            state.game.turned(state, self.hex, self.side, facing, umpire)
        state.change_all(turning, facing=facing)
