"""9.0 Fire: who may fire at what, how strongly, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.decision import Choice, Refusal, choice
from longroll.kernel.event import Detail, Line
from longroll.kernel.naming import SideName
from longroll.systems.blind_swords import cohesion, engagement, low_ammo, morale, sight, stacking
from longroll.systems.blind_swords.chits import Event
from longroll.systems.blind_swords.combat import ARTILLERY, DEFENSIVE, FIRE, OPPORTUNITY, Volley
from longroll.systems.blind_swords.fire_events import Fired, LedStack, TestDue
from longroll.systems.blind_swords.fire_shifts import facts, lines
from longroll.systems.blind_swords.ranges import Share, band_of, reach_of, total
from longroll.systems.blind_swords.roster import UnitNumber
from longroll.systems.blind_swords.state import DISRUPTED, HexName, State
from longroll.systems.blind_swords.tables import (
    COMBAT_RESULTS,
    LIMITED,
    NO_EFFECT,
    NUMBERS,
    ORDERS,
    WEAPONS,
    Severity,
    reading,
)
from longroll.systems.blind_swords.wording import amount, hexes, name, names

GUNS = "artillery"
#: Kinds of fire that are a unit's own and come once in a phase. [blind_swords:9.1.2]
_OWN_FIRE = (FIRE, ARTILLERY)


# Who may fire


def bars_to_fire(state: State, unit: int, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from a kind of fire, whatever the target.

    `kind` is one of `combat`, or the name of an event that grants a fire.
    """
    title = state.piece(unit).title
    if not state.hex_of(unit):
        yield Refusal("blind_swords:9.1.5", f"{title} is not on the map")
        return
    yield from _bars_by_kind(state, unit, kind, title)
    if state.hex_of(unit) == state.chaos and kind != DEFENSIVE:
        # Those in Battlefield Chaos do nothing but defend themselves (CB-59).
        yield Refusal("blind_swords:7.3b.4", f"{title} is caught in Battlefield Chaos")
    yield from state.game.rules.bars_to_fire(state, unit)


def _bars_by_kind(state: State, unit: int, kind: str, title: str) -> Iterator[Refusal]:
    is_gun = state.arm(unit) == GUNS
    if kind == ARTILLERY:
        if not is_gun:
            yield Refusal("blind_swords:6.1.1", f"{title} is not artillery")
        elif unit in state.fired | state.moved | state.rallied:
            yield Refusal("blind_swords:6.2.5", f"{title} has acted in this Artillery Phase")
    elif kind == FIRE:
        if is_gun:
            # Guns fire in their own phase, and defensively. [blind_swords:6.1.2]
            yield Refusal("blind_swords:6.1.1", f"{title} fires in the Artillery Phase")
        else:
            yield from _bars_by_order(state, unit, title)
        if unit in state.fired:
            yield Refusal("blind_swords:9.1.2", f"{title} has fired")
    elif kind == DEFENSIVE:
        if state.units[unit].hits >= DISRUPTED:
            yield Refusal("blind_swords:11.3a.4", f"{title} is Disrupted")
    elif kind != OPPORTUNITY and state.arm(unit) != "infantry":
        yield Refusal(state.game.chits.events[kind].rule, f"{title} is not infantry")


def _bars_by_order(state: State, unit: int, title: str) -> Iterator[Refusal]:
    active = state.active
    if active is None or state.piece(unit).brigade != active.brigade:
        # The other side does not fire back. [blind_swords:9.1.4]
        yield Refusal("blind_swords:9.1.3", f"{title} is not of the brigade that acts")
    elif not active.order or ORDERS.orders[active.order].fire == "no":
        rule = {"maneuver": "blind_swords:8.4.2", "regroup": "blind_swords:8.5.2"}
        why = f"nobody fires under {active.order.title() or 'no'} orders"
        yield Refusal(rule.get(active.order, "blind_swords:8.1.2"), why)


def bars_to_fire_at(state: State, unit: int, hex: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a unit that may fire from firing at a hex. [blind_swords:9.1.5]"""
    yield from bars_to_target(state, state.side_of(unit), hex, kind)
    yield from bars_to_reach(state, unit, hex, kind)


def reach(state: State, unit: int, kind: str) -> int:
    """How many hexes a unit's fire reaches at the most."""
    grant = granted(state, kind)
    return reach_of(state, unit) if grant is None else grant.numbers["range"]


def bars_to_reach(state: State, unit: int, hex: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a unit's fire from a hex, whoever is there: range, and the way to it."""
    distance = state.game.grid.distance(state.hex_of(unit), hex)
    most = reach(state, unit, kind)
    if distance > most:
        grant = granted(state, kind)
        if grant is not None:
            yield Refusal(grant.rule, f"{hex} is more than {most} hexes away")
        else:
            rule = "blind_swords:9.1.9" if state.is_mounted(unit) else "blind_swords:9.2.1"
            yield Refusal(rule, f"{hex} is out of range of {state.piece(unit).title}")
    if distance > 1:
        yield from _bars_farther(state, unit, hex, kind)


def _bars_farther(state: State, unit: int, hex: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a unit from firing at a hex that is not next to it."""
    title = state.piece(unit).title
    is_gun = state.arm(unit) == GUNS
    if kind == FIRE and state.active is not None and state.active.order == LIMITED:
        yield Refusal("blind_swords:8.6.1", "only neighbours are fired at in a Limited Activation")
    if engagement.is_engaged(state, unit):
        rule = "blind_swords:6.3.3" if is_gun else "blind_swords:9.1.7"
        yield Refusal(rule, f"{title} is Engaged and fires only at its neighbours")
    look = sight.look(state, state.hex_of(unit), hex, state.side_of(unit))
    if look.state == "blocked":
        yield Refusal(look.rule, look.why)
    elif look.over_friends and not is_gun:
        rule = "blind_swords:9.1.8" if state.is_mounted(unit) else "blind_swords:9.1.6"
        yield Refusal(rule, f"{title} does not fire over its own side")
    elif look.over_friends and band_of(state, unit, hex) == "canister":
        yield Refusal("blind_swords:6.3.2", "canister is not fired over one's own side")


def bars_to_target(state: State, side: str, hex: Hex, kind: str) -> Iterator[Refusal]:
    """What keeps a side from firing at a hex, whoever fires."""
    enemy = state.game.enemy[side]
    bare = state.game.rules.bare_targets(state, side, kind)
    if not state.stack(hex, enemy) and hex not in bare:
        yield Refusal("blind_swords:9.1.5", f"no enemy is in {hex}")
    yield from state.game.rules.bars_to_fire_at(state, side, hex)


def bars_to_group(state: State, units: Sequence[int], kind: str) -> Iterator[Refusal]:
    """What keeps units from firing together. [blind_swords:9.1.3] [blind_swords:6.3.1]"""
    starts = hexes(state, units)
    if kind == FIRE:
        if len({state.piece(unit).brigade for unit in units}) > 1:
            yield Refusal("blind_swords:9.1.3", "one brigade fires together")
        most = NUMBERS["fire_group_hexes"]
        if len(starts) > most or any(
            state.game.grid.distance(start, other) > 1 for start in starts for other in starts
        ):
            yield Refusal(
                "blind_swords:9.1.3", "a group fires from one hex, or from two neighbours"
            )
    elif len(starts) > 1:
        rule = "blind_swords:6.3.1" if kind == ARTILLERY else "blind_swords:10.7.2"
        yield Refusal(rule, "only those of one hex fire together")
    if kind in _OWN_FIRE and len({state.arm(unit) == GUNS for unit in units}) > 1:
        yield Refusal("blind_swords:9.1.7", "infantry and artillery do not fire together")


def granted(state: State, kind: str) -> Event | None:
    """The event that grants a kind of fire; None if the rules do. [blind_swords:6.1.2]"""
    return None if kind in (*_OWN_FIRE, DEFENSIVE, OPPORTUNITY) else state.game.chits.events[kind]


def targets_of(state: State, side: str, hex: Hex) -> tuple[int, ...]:
    """The whole hex is the target. [blind_swords:9.1.5]"""
    return state.stack(hex, state.game.enemy[side])


# How strongly


def points(state: State, unit: int, kind: str) -> tuple[Fraction, list[Detail]]:
    """The modified points of a unit in a fire, and how they come about. [blind_swords:2.1.12]"""
    found = morale.strength(state, unit)
    title = state.piece(unit).title
    told = [Detail(amount(found), title, "blind_swords:9.3.1")]
    halves = []
    if state.is_mounted(unit):
        halves.append((Fraction(WEAPONS.mounted.multiplier), "mounted", "blind_swords:9.1.9"))
    if state.hex_of(unit) == state.chaos:
        halves.append((NUMBERS.fraction("chaos_strength"), "in Chaos", "blind_swords:11.3a.2"))
    if kind == OPPORTUNITY:
        share = NUMBERS.fraction("opportunity_fire_strength")
        halves.append((share, "Opportunity Fire", "blind_swords:10.7.2"))
    for share, why, rule in halves:
        found *= share
        told.append(Detail(f"×{amount(share)}", f"{title}, {why}", rule))
    return found, told


def shares(state: State, volley: Volley) -> list[Share]:
    """What each unit brings to a fire."""
    return [
        Share(
            points(state, unit, volley.kind)[0],
            band_of(state, unit, volley.hex) or "effective",
            state.arm(unit) == GUNS,
        )
        for unit in volley.units
    ]


def strength(state: State, volley: Volley) -> Fraction:
    """The points of a fire times its range bands; it is rounded down once, on the table.

    [blind_swords:1.3.1] [blind_swords:9.3.1]
    """
    return total(shares(state, volley))


def strength_details(state: State, volley: Volley) -> Iterator[Detail]:
    """The strength of a fire, line by line."""
    by_band: dict[str, int] = {}
    for unit, share in zip(volley.units, shares(state, volley), strict=True):
        yield from points(state, unit, volley.kind)[1]
        by_band[share.band] = 1
    for band in by_band:
        line = WEAPONS.bands[band]
        if line.multiplier != 1:
            rule = "blind_swords:9.2.3" if band == "extreme" else "blind_swords:9.2.2"
            yield Detail(f"×{amount(Fraction(line.multiplier))}", f"{band} range", rule)


def shifts(state: State, volley: Volley) -> Iterator[Line]:
    """The column shifts of a fire, with those of events played on it.

    [blind_swords:9.3.2]
    """
    yield from lines(state.game.charts, facts(state, volley))
    for played in volley.events:
        event = state.game.chits.events[played]
        if "columns" in event.numbers:
            yield Line(event.numbers["columns"], event.title, event.rule)


def columns(state: State, volley: Volley, shifted: Iterable[Line]) -> tuple[int, int]:
    """The column of a fire before and after its shifts; the ends of the table hold.

    An event may fix the one and bound the other. [blind_swords:9.3.9]
    """
    shift = sum([line.value for line in shifted])
    grant = granted(state, volley.kind)
    if grant is None:
        base = COMBAT_RESULTS.column(strength(state, volley))
        return base, COMBAT_RESULTS.shifted(base, shift)
    base, least, most = (
        COMBAT_RESULTS.column(grant.numbers[key])
        for key in ("column", "least_column", "most_column")
    )
    return base, min(max(COMBAT_RESULTS.shifted(base, shift), least), most)


# What comes of it


def declare(state: State, volley: Volley, umpire: Umpire) -> None:
    """Push a fire, and above it the moments for events: the target's side first.

    [blind_swords:9.1.1]
    """
    enemy = state.game.enemy[volley.side]
    windows = [*state.game.rules.windows(state, "fire_declared", enemy)]
    if any(state.arm(unit) == GUNS for unit in volley.units):
        windows += state.game.rules.windows(state, "artillery_fires", volley.side)
    state.agenda.append(RollFire(volley))
    state.agenda += windows[::-1]


class RollFire(Do, frozen=True):
    """Roll for a fire on the Combat Results Table. [blind_swords:9.4.1] [blind_swords:1.1.2]"""

    volley: Volley

    def run(self, state: State, umpire: Umpire) -> None:
        volley = self.volley
        shifted = tuple(shifts(state, volley))
        base, column = columns(state, volley, shifted)
        guns = tuple([unit for unit in volley.units if state.arm(unit) == GUNS])
        low = NUMBERS["low_ammo_reading"]

        def read(tens: int, ones: int) -> tuple[str, bool]:
            """The first die is the tens. [blind_swords:1.1.3]"""
            roll = reading(tens, ones)
            return COMBAT_RESULTS.result(column, roll), bool(guns) and roll == low

        rolls, (cell, is_short) = umpire.look_up(f"fire at {volley.hex}", read, dice=2)
        umpire.tell(
            Fired(
                rules=tuple(
                    dict.fromkeys(["blind_swords:9.4.1", *(line.rule for line in shifted)])
                ),
                rolls=rolls,
                side=volley.side,
                kind=volley.kind,
                hex=volley.hex,
                firers=names(state, volley.units),
                starts=hexes(state, volley.units),
                targets=names(state, volley.targets),
                strength=tuple(strength_details(state, volley)),
                total=amount(strength(state, volley)),
                base=COMBAT_RESULTS.labels[base],
                shifts=shifted,
                column=COMBAT_RESULTS.labels[column],
                result=cell,
            )
        )
        if volley.kind in _OWN_FIRE:
            state.mark("fired", volley.units)
        self._ammunition(state, guns, is_short)
        state.game.rules.fired(state, volley, cell, umpire)
        if cell != NO_EFFECT and volley.targets:
            _hit(state, volley, cell, umpire)  # type: ignore[arg-type]

    def _ammunition(self, state: State, guns: tuple[int, ...], is_short: bool) -> None:
        """Afterwards, and so pushed first: what the fire does to the ammunition."""
        events = [state.game.chits.events[name] for name in self.volley.events]
        if any(event.numbers.get("low_ammo") for event in events):
            state.agenda.append(low_ammo.Resupplied(self.volley.side, guns))
        if is_short:
            state.agenda.append(low_ammo.RunsShort(self.volley.side, guns))


def _hit(state: State, volley: Volley, severity: Severity, umpire: Umpire) -> None:
    """The Lead Unit of the target takes a Cohesion Test. [blind_swords:9.4.2]"""
    able = [unit for unit in volley.targets if state.hex_of(unit) == volley.hex]
    leads = tuple(stacking.candidates(state, able))
    causers = hexes(state, volley.units)
    if len(leads) > 1:
        owner = state.side_of(leads[0])
        mates = tuple(able)
        due = TestDue(rules=("blind_swords:9.4.2",), hex=volley.hex, severity=severity)
        umpire.tell(due)
        state.agenda.append(ChooseLead(owner, volley.hex, leads, severity, causers, mates=mates))
    elif leads:
        cohesion.test(state, leads[0], severity, causers, umpire, mates=tuple(able))


class LeadOf(Ask, frozen=True):
    """The owner says which of several like units leads a stack. [blind_swords:3.2.2]"""

    side: SideName
    hex: HexName
    units: tuple[UnitNumber, ...]

    rule: ClassVar[str] = "blind_swords:3.2.2"
    verbs: ClassVar[tuple[str, ...]] = ("lead",)
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return self.side

    def question(self, state: State) -> str:
        return f"Which unit leads the stack in {self.hex}?"

    def choices(self, state: State) -> list[Choice]:
        return [choice("lead", state.piece(unit).id) for unit in self.units]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice not in self.choices(state):
            who = " ".join(choice.objects) or "nobody"
            yield Refusal(self.rule, f"{who} cannot lead the stack in {self.hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        state.agenda.pop()
        unit = state.game.roster.number[choice.object]
        umpire.tell(LedStack(rules=(self.rule,), unit=name(state, unit), hex=self.hex))
        self.led(state, unit, umpire)

    def led(self, state: State, unit: int, umpire: Umpire) -> None:
        raise NotImplementedError


class ChooseLead(LeadOf, frozen=True):
    """Who leads a stack that was hit, and tests its cohesion. [blind_swords:3.2.2]"""

    severity: Severity
    causers: tuple[HexName, ...] = ()
    close: bool = False
    #: Who may have to go along with it; all others of the hex unless told.
    mates: tuple[UnitNumber, ...] | None = None

    def led(self, state: State, unit: int, umpire: Umpire) -> None:
        cohesion.test(state, unit, self.severity, self.causers, umpire, self.close, self.mates)


STEPS: tuple[type[Any], ...] = (RollFire, ChooseLead, *low_ammo.STEPS)
