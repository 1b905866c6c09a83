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
    COUNTERS,
    INFANTRY,
    OFFICER,
    ROSTER,
    SIDES,
    UNION,
)
from longroll.systems.stockade_redan.terrain import REDAN

NOWHERE: Hex = ""


class Options(BaseOptions, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Optional rules; docs/rulings.md says what each settles."""

    #: Guns inside the redan fire over the parapet (SR-43).
    guns_over_parapet: bool = False
    #: A Chaos of War marker sent to a hidden stack that cannot take it is used up.
    barred_chaos_is_spent: bool = False


class Unit(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Where a counter is. What it is stands in the roster under the same number."""

    hex: Hex = NOWHERE
    lost: bool = False


class Bridge(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A bridging marker. [stockade_redan:2.7.1]

    `carrier` has it in hand; `carried_by` had it in hand this game turn; `began` is the hex
    where it lay when the Union Movement Phase began.
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
    """Everything that changes; nothing that can be derived."""

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
    markers: list[Marker] = []
    #: Hexes with carnage; one marker tells as much as ten. [stockade_redan:2.5.5]
    carnage: set[Hex] = set()
    #: Chaos of War markers, and the side that placed each.
    chaos: dict[Hex, str] = {}
    #: Redan hexes that the Union was the last to hold alone. [stockade_redan:4.2.3]
    union_held: set[Hex] = set()
    #: Units that have moved, fired or supported in this phase.
    spent: set[int] = set()
    #: Hexes fired into in this phase, and Confederate hexes fired from.
    fired_into: set[Hex] = set()
    fired_from: set[Hex] = set()

    def index(self) -> None:
        """Derive who stands where and who carries what."""
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

    def copy(self) -> State:
        twin = State(
            scenario=self.scenario,
            options=self.options,
            agenda=self.agenda.copy(),
            result=self.result,
            assault=self.assault,
            turn=self.turn,
            phase=self.phase,
            morale=self.morale,
            option=self.option,
            units=self.units.copy(),
            bridges=self.bridges.copy(),
            markers=self.markers.copy(),
            carnage=self.carnage.copy(),
            chaos=self.chaos.copy(),
            union_held=self.union_held.copy(),
            spent=self.spent.copy(),
            fired_into=self.fired_into.copy(),
            fired_from=self.fired_from.copy(),
        )
        twin.stacks = {side: stack.copy() for side, stack in self.stacks.items()}
        twin.carried = self.carried.copy()
        return twin

    # Questions

    @property
    def is_fighting(self) -> bool:
        """Whether set-up is over and the turns run."""
        return self.turn > 0

    def hex_of(self, unit: int) -> Hex:
        return self.units[unit].hex

    def stack(self, hex: Hex, side: str) -> tuple[int, ...]:
        """The counters of a side in a hex, in roster order."""
        return self.stacks[side].get(hex, ())

    def has_officer(self, hex: Hex, side: str) -> bool:
        return any(ROSTER[unit].kind == OFFICER for unit in self.stack(hex, side))

    def bridges_in(self, hex: Hex) -> list[int]:
        return [number for number, bridge in enumerate(self.bridges) if bridge.hex == hex]

    def is_bridged(self, ditch: Hex) -> bool:
        """Whether a marker lies in the ditch hex with its bridging side up."""
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
        """Set a unit in a hex, from wherever it was, with the bridging marker it carries.

        [stockade_redan:2.2.1] [stockade_redan:3.1.3.20]
        """
        self._leave(unit)
        self.units[unit] = Unit(hex)
        stack = self.stacks[ROSTER[unit].side]
        there = stack.get(hex)
        # Stacks keep roster order, so that equal states list equal choices.
        stack[hex] = (unit,) if there is None else tuple(sorted((*there, unit)))
        carried = self.carried.get(unit)
        if carried is not None:
            bridge = self.bridges[carried]
            self.bridges[carried] = Bridge(hex, bridge.up, unit, unit, bridge.began)
        if hex in REDAN:
            self.settle_hold(hex)

    def take_off(self, unit: int, lost: bool) -> None:
        """Take a unit off the map; a marker it carried stays in the hex."""
        hex = self.units[unit].hex
        self._leave(unit)
        self.units[unit] = Unit(NOWHERE, lost)
        carried = self.carried.pop(unit, None)
        if carried is not None:
            bridge = self.bridges[carried]
            self.bridges[carried] = Bridge(
                bridge.hex, bridge.up, -1, bridge.carried_by, bridge.began
            )
        if hex in REDAN:
            self.settle_hold(hex)

    def settle_hold(self, hex: Hex) -> None:
        """Whoever stands alone in a redan hex holds it (SR-48). [stockade_redan:4.2.3]"""
        union = hex in self.stacks[UNION]
        confederate = hex in self.stacks["confederate"]
        if union and not confederate:
            self.union_held.add(hex)
        elif confederate and not union:
            self.union_held.discard(hex)

    def set_bridges(self, changed: Iterable[tuple[int, Bridge]]) -> None:
        """Change bridging markers and who carries them."""
        for number, bridge in changed:
            old = self.bridges[number].carrier
            if old >= 0:
                self.carried.pop(old, None)
            self.bridges[number] = bridge
            if bridge.carrier >= 0:
                self.carried[bridge.carrier] = number

    def _leave(self, unit: int) -> None:
        hex = self.units[unit].hex
        if not hex:
            return
        stack = self.stacks[ROSTER[unit].side]
        left = tuple(other for other in stack[hex] if other != unit)
        if left:
            stack[hex] = left
        else:
            del stack[hex]


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
