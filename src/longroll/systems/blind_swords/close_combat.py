"""11.3 and 11.4: how an assault is resolved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import cohesion, fire, morale, overstack
from longroll.systems.blind_swords.assault_events import (
    Advanced,
    AssaultDeclared,
    AssaultFailed,
    AssaultRolled,
    Repulsed,
)
from longroll.systems.blind_swords.assault_shifts import attack_strength
from longroll.systems.blind_swords.assault_shifts import shifts as shifts
from longroll.systems.blind_swords.combat import DEFENSIVE, Assault, Volley
from longroll.systems.blind_swords.entering import enter
from longroll.systems.blind_swords.fire_events import TestDue
from longroll.systems.blind_swords.movement import bars_to_enter, bars_to_stop
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.stacking import bars_to_stay, candidates
from longroll.systems.blind_swords.state import HexName, State
from longroll.systems.blind_swords.tables import (
    COMBAT_RESULTS,
    NO_EFFECT,
    ORDERS,
    Severity,
    reading,
)
from longroll.systems.blind_swords.wording import amount, name, names

#: The event after which a repulse costs nothing. [blind_swords:7.4.21]
CONFIDENT = "confident"


def declare(state: State, assault: Assault, umpire: Umpire) -> None:
    """Push an assault: the moments for events, Defensive Fire, the roll, and what comes of it.

    Nobody resists in a hex without units. [blind_swords:11.2.1] [blind_swords:11.4.6]
    """
    state.mark("assaulted", assault.units)
    state.attacked |= {assault.hex}
    umpire.tell(
        AssaultDeclared(
            rules=("blind_swords:11.2.1",),
            units=names(state, assault.units),
            hex=assault.hex,
            start=assault.start,
            flanks=assault.flanks,
            charging=names(state, assault.charging),
        )
    )
    enemy = state.game.enemy[assault.side]
    places = tuple([state.hex_of(unit) for unit in assault.units])
    state.played = frozenset((assault.side,) if assault.events else ())
    state.agenda.append(EndAssault())
    if not state.stack(assault.hex, enemy):
        state.agenda.append(AfterAssault(assault, places))
        state.game.rules.overrun(state, assault, umpire)
        return
    windows = state.game.rules.windows(state, "assault_declared", enemy, assault.side)
    state.agenda += (RollAssault(assault, places), *windows[::-1])


# Defensive Fire


def defenders_to_fire(state: State, assault: Assault) -> tuple[int, ...]:
    """Who may fire at the Assaulting Hex: infantry and guns together, but nobody Disrupted.

    [blind_swords:11.3a.3] [blind_swords:11.3a.4]
    """
    enemy = state.game.enemy[assault.side]
    return tuple(
        [
            unit
            for unit in state.stack(assault.hex, enemy)
            if not any(fire.bars_to_fire(state, unit, DEFENSIVE))
            and not any(fire.bars_to_fire_at(state, unit, assault.start, DEFENSIVE))
        ]
    )


class DefensiveFire(Ask, frozen=True):
    """The defenders' one chance to fire. [blind_swords:11.3a.1]

    Chaos and horses halve their strength. [blind_swords:11.3a.2] [blind_swords:11.3a.4]
    """

    side: SideName
    assault: Assault
    #: The hexes from which its units attack.
    places: tuple[HexName, ...] = ()

    rule: ClassVar[str] = "blind_swords:11.3a.1"
    verbs: ClassVar[tuple[str, ...]] = ("resolve", "hold")

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        assault = self.assault
        return f"Do the defenders of {assault.hex} fire at {assault.start}?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("resolve"), choice("hold")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        yield from bare(choice, self.rule)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda[-1] = RollAssault(self.assault, self.places, fired=True)
        if choice.verb == "hold":
            return
        start = self.assault.start
        units = defenders_to_fire(state, self.assault)
        targets = state.stack(start, self.assault.side)
        fire.declare(state, Volley(self.side, start, DEFENSIVE, units, targets), umpire)


# The roll


class RollAssault(Do, frozen=True):
    """The assault itself, when Defensive Fire has been offered. Only the attacker rolls.

    `places` are the hexes from which its units attack. [blind_swords:11.3b.2]
    """

    assault: Assault
    places: tuple[HexName, ...] = ()
    fired: bool = False

    def run(self, state: State, umpire: Umpire) -> None:
        assault = self.assault
        left = standing(state, assault, self.places)
        units = tuple([unit for unit, _ in left])
        hexes = tuple([hex for _, hex in left])
        if assault.start not in hexes:
            if self.fired:
                umpire.tell(AssaultFailed(rules=("blind_swords:11.3a.3",), hex=assault.hex))
            else:
                rules = ("blind_swords:7.4.16",)
                umpire.tell(AssaultFailed(rules=rules, hex=assault.hex, by="fright"))
            blow(state, assault, umpire)
            return
        if not self.fired:
            if defenders_to_fire(state, assault):
                enemy = state.game.enemy[assault.side]
                state.agenda.append(DefensiveFire(enemy, assault, self.places))
            else:
                state.agenda.append(replace(self, fired=True))
            return
        flanks = tuple([hex for hex in assault.flanks if hex in hexes])
        charging = tuple([unit for unit in assault.charging if unit in units])
        now = replace(assault, units=units, flanks=flanks)
        state.agenda.append(AfterAssault(now, hexes))
        self._roll(state, replace(now, charging=charging), umpire)

    def _roll(self, state: State, assault: Assault, umpire: Umpire) -> None:
        strength = attack_strength(state, assault)
        lines = tuple(shifts(state, assault))
        base = COMBAT_RESULTS.column(strength)
        column = COMBAT_RESULTS.shifted(base, sum([line.value for line in lines]))
        rolls, cell = umpire.look_up(
            f"assault on {assault.hex}",
            lambda tens, ones: COMBAT_RESULTS.result(column, reading(tens, ones)),
            dice=2,
        )
        umpire.tell(
            AssaultRolled(
                rules=(
                    "blind_swords:11.3b.1" if cell == NO_EFFECT else "blind_swords:11.4.1",
                    *dict.fromkeys([line.rule for line in lines]),
                ),
                rolls=rolls,
                units=names(state, assault.units),
                hex=assault.hex,
                hexes=assault.hexes,
                strength=amount(strength),
                base=COMBAT_RESULTS.labels[base],
                lines=lines,
                column=COMBAT_RESULTS.labels[column],
                reading=reading(rolls[0].value, rolls[1].value),
                cell=cell,
            )
        )
        if cell != NO_EFFECT:
            self._hit(state, assault, cell, umpire)  # type: ignore[arg-type]

    def _hit(self, state: State, assault: Assault, cell: Severity, umpire: Umpire) -> None:
        """The defending Lead Unit tests its cohesion. [blind_swords:11.4.1]"""
        enemy = state.game.enemy[assault.side]
        leads = tuple(candidates(state, state.stack(assault.hex, enemy)))
        causers = (assault.start,)
        if len(leads) > 1:
            due = TestDue(rules=("blind_swords:11.4.1",), hex=assault.hex, severity=cell)
            umpire.tell(due)
            state.agenda.append(
                fire.ChooseLead(enemy, assault.hex, leads, cell, causers, close=True)
            )
        else:
            cohesion.test(state, leads[0], cell, causers, umpire, close=True)


def standing(state: State, assault: Assault, places: Sequence[Hex]) -> list[tuple[int, Hex]]:
    """The attackers that are still where they attack from; the rest have dropped out.

    [blind_swords:11.3a.3]
    """
    is_trench = "trench" in state.game.rules.works(state, assault.hex)
    return [
        (unit, hex)
        for unit, hex in zip(assault.units, places, strict=True)
        if state.hex_of(unit) == hex and not (is_trench and unit in state.daunted)
    ]


# What comes of it


def blow(state: State, assault: Assault, umpire: Umpire) -> None:
    """Push the Morale Hits of the horses that charged, win or lose. [blind_swords:10.10.3]"""
    state.agenda += [BlownHorses(unit) for unit in reversed(assault.charging)]


class BlownHorses(Do, frozen=True):
    unit: UnitNumber

    def run(self, state: State, umpire: Umpire) -> None:
        morale.hit(state, self.unit, umpire, "blind_swords:10.10.3")


class AfterAssault(Do, frozen=True):
    """The hex is held, and each attacking hex checks; or it is empty, and somebody advances.

    [blind_swords:11.4.3] [blind_swords:11.4.5]
    """

    assault: Assault
    places: tuple[HexName, ...] = ()

    def run(self, state: State, umpire: Umpire) -> None:
        assault = self.assault
        blow(state, assault, umpire)
        enemy = state.game.enemy[assault.side]
        if not state.stack(assault.hex, enemy):
            state.agenda.append(Advancing(assault, self.places))
            return
        umpire.tell(Repulsed(rules=("blind_swords:11.4.3",), hex=assault.hex))
        if CONFIDENT in assault.events:
            return
        left = standing(state, assault, self.places)
        for hex in reversed(assault.hexes):
            leads = tuple(candidates(state, [unit for unit, place in left if place == hex]))
            if len(leads) > 1:
                state.agenda.append(RepulsedLead(assault.side, hex, leads, assault.hex))
            elif leads:
                _repulse(state, leads[0], assault.hex, umpire)


def _repulse(state: State, unit: int, target: Hex, umpire: Umpire) -> None:
    """A Lead Unit that was repulsed checks, without help from works it attacked out of (CB-63).

    [blind_swords:11.4.3]
    """
    rule, causers = "blind_swords:11.4.3", (target,)
    cohesion.check(state, unit, rule, umpire, causers=causers, attacking=True)


class RepulsedLead(fire.LeadOf, frozen=True):
    """Who leads an attacking stack that was repulsed. [blind_swords:3.2.2] [blind_swords:11.4.3]"""

    target: HexName

    def led(self, state: State, unit: int, umpire: Umpire) -> None:
        _repulse(state, unit, self.target, umpire)


class Advancing(Do, frozen=True):
    """Whether anybody may still advance."""

    assault: Assault
    places: tuple[HexName, ...]
    advanced: tuple[UnitNumber, ...] = ()

    def run(self, state: State, umpire: Umpire) -> None:
        ask = Advance(self.assault.side, self.assault, self.places, self.advanced)
        if ask.able(state):
            state.agenda.append(ask)
            return
        overstack.check(state, self.assault.side, umpire)
        if self.advanced:
            windows = state.game.rules.windows(state, "assault_won", self.assault.side)
            state.agenda += (AssaultWon(self.assault, self.advanced), *windows[::-1])


class Advance(Ask, frozen=True):
    """One unit of the Assaulting Hex must go into the empty hex; others of the attack may.

    [blind_swords:11.4.5]
    """

    side: SideName
    assault: Assault
    places: tuple[HexName, ...]
    advanced: tuple[UnitNumber, ...] = ()

    rule: ClassVar[str] = "blind_swords:11.4.5"
    verbs: ClassVar[tuple[str, ...]] = ("advance", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Who advances into {self.assault.hex}?"

    def able(self, state: State) -> list[int]:
        """Who may advance now."""
        return [unit for unit in self.assault.units if not any(self._bars(state, unit))]

    def _bars(self, state: State, unit: int) -> Iterator[Refusal]:
        hex, title = self.assault.hex, state.piece(unit).title
        here = state.hex_of(unit)
        if unit in self.advanced or (unit, here) not in standing(state, self.assault, self.places):
            yield Refusal(self.rule, f"{title} is not of those who attacked and stand")
            return
        if here != self.assault.start and self._first(state):
            yield Refusal(self.rule, "first somebody advances from the Assaulting Hex")
        yield from self._bars_by_ground(state, unit, hex)

    def _bars_by_ground(self, state: State, unit: int, hex: Hex) -> Iterator[Refusal]:
        """Where a unit may not stay, as horses on a bridge, it does not go either."""
        yield from bars_to_enter(state, unit, state.hex_of(unit), hex)
        yield from bars_to_stop(state, unit, hex)
        yield from bars_to_stay(state, hex, self.side, (unit,))

    def _first(self, state: State) -> bool:
        """Whether somebody of the Assaulting Hex still has to go, and can."""
        return not self.advanced and any(
            place == self.assault.start
            and not any(self._bars_by_ground(state, unit, self.assault.hex))
            for unit, place in standing(state, self.assault, self.places)
        )

    def choices(self, state: State) -> list[Choice]:
        found = [choice("advance", state.piece(unit).id) for unit in self.able(state)]
        return found if self._first(state) else [*found, choice("done")]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            if self._first(state):
                yield Refusal(self.rule, "a unit of the Assaulting Hex must advance")
            return
        unit = state.game.roster.number.get(choice.object)
        if unit is None or len(choice.objects) != 1 or unit not in self.assault.units:
            yield Refusal(self.rule, f"{choice.object or 'nobody'} did not attack")
        else:
            yield from self._bars(state, unit)

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        if choice.verb == "done":
            # Nobody else: the hex is as full as it gets.
            last = replace(self.assault, units=())
            state.agenda.append(Advancing(last, (), self.advanced))
            return
        unit, hex = state.game.roster.number[choice.object], self.assault.hex
        start = state.hex_of(unit)
        state.agenda.append(Advancing(self.assault, self.places, (*self.advanced, unit)))
        umpire.tell(Advanced(rules=(self.rule,), unit=name(state, unit), start=start, to=hex))
        enter(state, (unit,), hex, "advance", umpire)


class AssaultWon(Do, frozen=True):
    """The moment after an assault that emptied the hex; these units advanced into it."""

    assault: Assault
    advanced: tuple[UnitNumber, ...]

    def run(self, state: State, umpire: Umpire) -> None:
        """Only events have to do with it. [blind_swords:7.4.21]"""


class EndAssault(Do, frozen=True):
    """The close combat is over, and events may be played on others. [blind_swords:7.3f.3]

    Inside an Attack the side that attacks may play one at once (CB-84). [blind_swords:7.4.19]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        state.played = None
        active = state.active
        if active is not None and ORDERS.orders[active.order].close_combat:
            side = state.game.roster.brigades[active.brigade].side
            windows = state.game.rules.windows(state, "attack_activation", side)
            state.agenda.extend(reversed(windows))


STEPS: tuple[type[Any], ...] = (
    EndAssault,
    DefensiveFire,
    RollAssault,
    BlownHorses,
    AfterAssault,
    RepulsedLead,
    Advancing,
    Advance,
    AssaultWon,
)
