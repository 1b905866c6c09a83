"""22.1, 22.2 and 22.4 Attacking, or retreating before melee: the two checks, and who needs none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Umpire
from longroll.kernel.event import Detail, Effect, Event, Line, Scene
from longroll.systems.corinth.cavalry import must_give_way
from longroll.systems.corinth.state import State
from longroll.systems.corinth.works import crosses_works
from longroll.systems.gbacw import command, effectiveness, morale
from longroll.systems.gbacw.events import Name, name
from longroll.systems.gbacw.facing import is_in_rear
from longroll.systems.gbacw.roster import (
    BATTERY,
    CONFEDERATE,
    CREW,
    INFANTRY,
    LEADER,
    UNION,
    WAGON,
)
from longroll.systems.gbacw.state import Melee

#: The last Game-Turn of the Confederate impetus. [corinth:22.1.4] [corinth:22.2.2] [corinth:22.2.5]
IMPETUS = 8


class Dared(Event, frozen=True, kw_only=True):
    """A check before retreating from a melee, or before beginning one."""

    topic: ClassVar[str] = "going into melee"

    unit: Name
    hex: Hex
    attack: bool
    rating: int
    lines: tuple[Line, ...]
    total: int
    passed: bool

    def text(self) -> str:
        if self.attack:
            what = "attacks" if self.passed else "does not attack"
        else:
            what = "gets away from" if self.passed else "must stand in"
        return f"{self.unit} {what} {self.hex} ({self.total} against {self.rating})."

    def details(self) -> list[Detail]:
        against = Detail(str(self.total), f"against {self.rating}")
        return [*super().details(), *map(Line.detail, self.lines), against]

    def effect(self) -> Effect | None:
        if self.passed:
            return Effect("other", f"{self.unit} passes")
        return Effect("nothing", f"{self.unit} fails")

    def ledger(self) -> tuple[Line, ...]:
        return self.lines

    def scene(self) -> Scene:
        return Scene(where=(self.hex,))


# The modifiers of the checks


def fighters(state: State, attack: Melee) -> list[int]:
    return [unit for unit in attack.attackers if state.piece(unit).kind != LEADER]


def is_out_of_ammunition(state: State, unit: int) -> bool:
    own = state.units[unit]
    return own.depleted or (state.piece(unit).kind == BATTERY and not own.rounds)


def retreat_lines(state: State, unit: int, attack: Melee) -> list[Line]:
    """The modifiers to a check to retreat; there are no others (GB-D25).

    A unit is enfiladed if it has an attacker in its rear, not if it has no front (GB-F31).
    [corinth:22.1.1] [corinth:22.1.2] [corinth:22.1.3] [corinth:22.1.4] [corinth:22.1.5]
    [corinth:22.1.6] [corinth:22.1.7]
    """
    attackers, hex = fighters(state, attack), attack.hex
    lines = []
    if any(is_in_rear(state, unit, state.hex_of(foe)) for foe in attackers):
        lines.append(Line(1, "enfiladed", "corinth:22.1.1"))
    if not command.has_command(state, unit, {}):
        lines.append(Line(1, "out of command", "corinth:22.1.2"))
    if effectiveness.is_broken(state, unit):
        lines.append(Line(1, "its brigade has lost effectiveness", "corinth:22.1.3"))
    if state.side_of(unit) == UNION and state.turn <= IMPETUS:
        lines.append(Line(1, "the Confederate impetus", "corinth:22.1.4"))
    if all(is_out_of_ammunition(state, foe) for foe in attackers):
        lines.append(Line(-1, "all attackers are out of ammunition", "corinth:22.1.5"))
    if all(crosses_works(state.game.ground, state.hex_of(foe), hex) for foe in attackers):
        lines.append(Line(-1, "all attackers come over works", "corinth:22.1.6"))
    return lines


def initiation_lines(state: State, unit: int, attack: Melee) -> list[Line]:
    """The modifiers to a check to attack.

    [corinth:22.2.1] [corinth:22.2.2] [corinth:22.2.3] [corinth:22.2.4] [corinth:22.2.5]
    [corinth:22.2.6]
    """
    side = state.side_of(unit)
    defenders = state.stack(attack.hex, state.game.enemy[side])
    lines = []
    if is_out_of_ammunition(state, unit):
        lines.append(Line(1, "out of ammunition", "corinth:22.2.1"))
    if side == UNION and state.turn <= IMPETUS:
        lines.append(Line(1, "the Confederate impetus", "corinth:22.2.2"))
    if all(is_out_of_ammunition(state, foe) for foe in defenders):
        lines.append(Line(-1, "all defenders are out of ammunition", "corinth:22.2.3"))
    if is_in_rear(state, defenders[0], state.hex_of(unit)):
        lines.append(Line(-1, "in the defender's rear", "corinth:22.2.4"))
    if side == CONFEDERATE and state.turn <= IMPETUS:
        lines.append(Line(-1, "the Confederate impetus", "corinth:22.2.5"))
    return lines


def dares(state: State, unit: int, attack: Melee, umpire: Umpire, *, attacks: bool) -> bool:
    """Roll one of the two checks: the unit's morale or less passes it.

    [corinth:22.0.6] [corinth:22.0.9]
    """
    needed = morale.see_elephant(state, unit, umpire)
    lines = (initiation_lines if attacks else retreat_lines)(state, unit, attack)
    added = sum(line.value for line in lines)
    what = "attack" if attacks else "retreat"
    roll = umpire.roll(f"will {state.piece(unit).title} {what}", at_most=needed - added)
    passed = roll.value + added <= needed
    umpire.tell(
        Dared(
            rules=("corinth:22.0.9" if attacks else "corinth:22.0.6",),
            rolls=(roll,),
            unit=name(state, unit),
            hex=attack.hex,
            attack=attacks,
            rating=needed,
            lines=tuple(lines),
            total=roll.value + added,
            passed=passed,
        )
    )
    return passed


# Units that need no check


def is_led(state: State, unit: int, leaders: Sequence[int]) -> bool:
    """Whether one of these leaders, in the unit's hex, saves it the check.

    [corinth:22.0.1] [corinth:22.4.1] (GB-D34)
    """
    return any(
        state.hex_of(leader) == state.hex_of(unit) and state.game.rules.aids(state, leader, unit)
        for leader in leaders
    )


def slips_away(state: State, unit: int, attack: Melee, leaders: Sequence[int]) -> bool:
    """Whether a unit retreats without a check.

    Units that a leader takes with him do, mounted cavalry before infantry, and dismounted cavalry
    that has to; mounted cavalry that is charged always checks. [corinth:22.0.5] [corinth:22.32.2]
    [corinth:21.42.1]
    """
    if must_give_way(state, unit, attack):
        return True
    if attack.charging:
        return False
    on_foot = all(state.piece(foe).kind == INFANTRY for foe in fighters(state, attack))
    return is_led(state, unit, leaders) or (state.is_mounted(unit) and on_foot)


def is_easy_prey(state: State, unit: int) -> bool:
    """Whether attacking a defender takes no courage. [corinth:22.4.2]"""
    own, kind = state.units[unit], state.piece(unit).kind
    unmanned = kind in (BATTERY, WAGON) and not own.crew
    return own.routed or own.pinned or unmanned or kind == CREW


def needs_courage(state: State, unit: int, attack: Melee) -> bool:
    """Whether an attacker has to check. [corinth:22.4.1] [corinth:22.4.2] [corinth:22.4.3]"""
    leaders = [one for one in attack.attackers if state.piece(one).kind == LEADER]
    defenders = state.stack(attack.hex, state.game.enemy[state.side_of(unit)])
    return not (
        state.hex_of(unit) == attack.hex  # already engaged
        or unit in attack.charging
        or is_led(state, unit, leaders)
        or all(is_easy_prey(state, foe) for foe in defenders)
    )
