"""The facts of this battle that change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from longroll.board.hex import Hex
from longroll.kernel.state import Options as BaseOptions
from longroll.kernel.state import State as BaseState
from longroll.systems.stockade_redan.roster import (
    COMPANIES,
    CONFEDERATE,
    COUNTERS,
    INFANTRY,
    OFFICERS,
    ROSTER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.terrain import REDAN

NOWHERE: Hex = ""


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Optional rules; docs/rulings.md explains what each decides."""

    #: Guns inside the redan fire over the parapet (SR-43).
    guns_over_parapet: bool = False
    #: A Chaos of War marker sent to a hidden stack that cannot take it is used up.
    barred_chaos_is_spent: bool = False


class Unit(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Where a counter is. The roster has what it is, under the same number."""

    hex: Hex = NOWHERE
    lost: bool = False
    #: Whether it has moved, fired or supported in this phase.
    spent: bool = False


class Bridge(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A bridging marker. [stockade_redan:2.7.1]

    `carrier` carries it; `carried_by` carried it this game turn; `began` is the hex where it was
    when the Union Movement Phase began.
    """

    hex: Hex = NOWHERE
    up: Literal["carried", "bridging"] = "carried"
    carrier: int = -1
    carried_by: int = -1
    began: Hex = NOWHERE


class Marker(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A bombardment marker on the map; `tried` once an attempt to call it off has failed."""

    side: str
    hex: Hex
    tried: bool = False


class State(BaseState, kw_only=True, dict=True):
    """Everything that changes; nothing that can be derived.

    Containers are replaced, never changed in place (except the agenda), so that copies share them
    and cost almost nothing.
    """

    options: Options
    assault: int = 1
    #: The game turn, 0 before the first of an assault. [stockade_redan:3.0.3]
    turn: int = 0
    #: The phase pointer, 0 (before phase I) to 12. [stockade_redan:3.0.2]
    phase: int = 0
    #: Confederate morale and fire strength, 0 before it is rolled. [stockade_redan:3.1.1.6]
    morale: int = 0
    #: What the five Union companies do in this assault: 1 bombardment, 2 close support.
    option: int = 0
    units: list[Unit]
    bridges: list[Bridge]
    markers: tuple[Marker, ...] = ()
    #: Hexes with carnage; one marker means as much as ten. [stockade_redan:2.5.5]
    carnage: frozenset[Hex] = frozenset()
    #: Chaos of War markers, and the side that placed each.
    chaos: dict[Hex, str] = {}
    #: Redan hexes that the Union was the last to hold alone. [stockade_redan:4.2.3]
    union_held: frozenset[Hex] = frozenset()
    #: Hexes fired into in this phase, and Confederate hexes fired from.
    fired_into: frozenset[Hex] = frozenset()
    fired_from: frozenset[Hex] = frozenset()

    def index(self) -> None:
        """Derive the stacks, who carries what, and where the markers are that nobody carries."""
        stacks: dict[str, dict[Hex, tuple[int, ...]]] = {side: {} for side in SIDES}
        for number, unit in enumerate(self.units):
            if unit.hex:
                stack = stacks[ROSTER[number].side]
                stack[unit.hex] = (*stack.get(unit.hex, ()), number)
        self.stacks = stacks
        self.carried = {
            bridge.carrier: number
            for number, bridge in enumerate(self.bridges)
            if bridge.carrier >= 0
        }
        self.loose = frozenset(
            bridge.hex for bridge in self.bridges if bridge.hex and bridge.carrier < 0
        )

    def copy(self) -> State:
        twin: State = self.__copy__()  # type: ignore[attr-defined]
        twin.agenda = self.agenda.copy()
        twin.stacks = self.stacks
        twin.carried = self.carried
        twin.loose = self.loose
        return twin

    # Questions

    @property
    def is_fighting(self) -> bool:
        """Whether set-up is over and the turns have begun."""
        return self.turn > 0

    @property
    def spent(self) -> frozenset[int]:
        """Units that have moved, fired or supported in this phase."""
        return frozenset(number for number, unit in enumerate(self.units) if unit.spent)

    def hex_of(self, unit: int) -> Hex:
        return self.units[unit].hex

    def stack(self, hex: Hex, side: str) -> tuple[int, ...]:
        """The counters of a side in a hex, in roster order."""
        return self.stacks[side].get(hex, ())

    def has_officer(self, hex: Hex, side: str) -> bool:
        return not OFFICERS[side].isdisjoint(self.stacks[side].get(hex, ()))

    def bridges_in(self, hex: Hex) -> list[int]:
        return [number for number, bridge in enumerate(self.bridges) if bridge.hex == hex]

    def is_bridged(self, ditch: Hex) -> bool:
        """Whether there is a marker in the ditch hex with its bridging side up."""
        return any(bridge.hex == ditch and bridge.up == "bridging" for bridge in self.bridges)

    def companies(self) -> list[int]:
        """The surviving companies of the five that chose an option."""
        return [unit for unit in COMPANIES if self.units[unit].hex]

    def on_map(self, side: str) -> int:
        """How many units and officers a side has on the map."""
        return sum(map(len, self.stacks[side].values()))

    def is_mixed(self, hex: Hex, side: str) -> bool:
        """Whether infantry of different regiments shares the hex (SR-37)."""
        regiments = {
            ROSTER[unit].regiment for unit in self.stack(hex, side) if ROSTER[unit].kind == INFANTRY
        }
        return len(regiments) > 1

    # Changes

    def put(self, unit: int, hex: Hex) -> None:
        """Put a unit in a hex, from wherever it was, with the bridging marker it carries.

        [stockade_redan:2.2.1] [stockade_redan:3.1.3.20]
        """
        old = self.units[unit]
        stack = self._set_unit(unit, Unit(hex, False, old.spent))
        there = stack.get(hex)
        # Stacks keep roster order, so that equal states list equal choices.
        stack[hex] = (unit,) if there is None else tuple(sorted((*there, unit)))
        carried = self.carried.get(unit)
        if carried is not None:
            bridge = self.bridges[carried]
            self.set_bridge(carried, Bridge(hex, bridge.up, unit, unit, bridge.began))
        if hex in REDAN:
            self.settle_hold(hex)

    def take_off(self, unit: int, lost: bool) -> None:
        """Take a unit off the map; a marker it carried stays in the hex."""
        hex = self.units[unit].hex
        self._set_unit(unit, Unit(NOWHERE, lost))
        carried = self.carried.get(unit)
        if carried is not None:
            bridge = self.bridges[carried]
            self.set_bridge(
                carried, Bridge(bridge.hex, bridge.up, -1, bridge.carried_by, bridge.began)
            )
        if hex in REDAN:
            self.settle_hold(hex)

    def settle_hold(self, hex: Hex) -> None:
        """The side that is alone in a redan hex holds it (SR-48). [stockade_redan:4.2.3]"""
        union = hex in self.stacks[UNION]
        confederate = hex in self.stacks[CONFEDERATE]
        if union and not confederate:
            self.union_held |= {hex}
        elif confederate and not union:
            self.union_held -= {hex}

    def spend(self, units: Iterable[int]) -> None:
        """Note that units have done what they may do in this phase."""
        changed = self.units.copy()
        for unit in units:
            old = changed[unit]
            changed[unit] = Unit(old.hex, old.lost, True)
        self.units = changed

    def refresh(self) -> None:
        """A new phase: no unit has done anything in it yet."""
        self.units = [Unit(unit.hex, unit.lost) if unit.spent else unit for unit in self.units]
        self.fired_into = self.fired_from = frozenset()

    def set_bridge(self, number: int, bridge: Bridge) -> None:
        """Change a bridging marker and who carries it."""
        before = self.bridges[number]
        self.bridges = self.bridges.copy()
        self.bridges[number] = bridge
        if bridge.carrier < 0 or before.carrier < 0:
            self.loose = frozenset(
                bridge.hex for bridge in self.bridges if bridge.hex and bridge.carrier < 0
            )
        if bridge.carrier != before.carrier:
            self.carried = {
                carrier: carried for carrier, carried in self.carried.items() if carried != number
            }
            if bridge.carrier >= 0:
                self.carried[bridge.carrier] = number

    def _set_unit(self, number: int, unit: Unit) -> dict[Hex, tuple[int, ...]]:
        """Replace a unit and take it out of its stack; returns a copy of the stacks."""
        side, hex = ROSTER[number].side, self.units[number].hex
        stack = self.stacks[side].copy()
        if hex and len(stack[hex]) == 1:
            del stack[hex]
        elif hex:
            stack[hex] = tuple(other for other in stack[hex] if other != number)
        self.stacks = {**self.stacks, side: stack}
        self.units = self.units.copy()
        self.units[number] = unit
        return stack


def fresh_state(scenario: str, options: Options) -> State:
    """Nothing on the map, nothing on the agenda."""
    state = State(
        scenario=scenario,
        options=options,
        units=[Unit()] * len(ROSTER),
        bridges=[Bridge()] * COUNTERS.markers.bridging,
    )
    state.index()
    return state
