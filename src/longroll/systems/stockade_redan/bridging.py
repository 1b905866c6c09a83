"""10.5 Bridging: markers carried to the ditch, laid in it, dropped, destroyed.

Only the Union has them. [stockade_redan:10.5.1]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from longroll.board.hex import Hex
from longroll.kernel.agenda import Ask, Umpire
from longroll.kernel.decision import Choice, Refusal, bare, choice
from longroll.systems.stockade_redan.chaos_of_war import bars_affected
from longroll.systems.stockade_redan.events import (
    BridgeDestroyed,
    BridgeDropped,
    BridgeLaid,
    BridgeTaken,
)
from longroll.systems.stockade_redan.roster import CONFEDERATE, INFANTRY, ROSTER, UNION
from longroll.systems.stockade_redan.state import Bridge, State
from longroll.systems.stockade_redan.terrain import DITCH

_TAKE = tuple(choice("take", piece.id) for piece in ROSTER)
_LAY = tuple(choice("lay", piece.id) for piece in ROSTER)
_DROP = tuple(choice("drop", piece.id) for piece in ROSTER)
_DONE = choice("done")


def begin_union_movement(state: State) -> None:
    """Note where every marker is; nobody has carried one in this turn yet.

    [stockade_redan:10.5.3] [stockade_redan:10.5.4]
    """
    state.bridges = [
        Bridge(bridge.hex, bridge.up, bridge.carrier, -1, bridge.hex) for bridge in state.bridges
    ]


def free_marker(state: State, unit: int) -> int | None:
    """A marker that the unit may take up in its hex: one that has been there all along."""
    hex = state.hex_of(unit)
    for number, bridge in enumerate(state.bridges):
        if (
            bridge.hex == hex
            and bridge.began == hex
            and bridge.up == "carried"
            and bridge.carrier < 0
            and bridge.carried_by in (-1, unit)
        ):
            return number
    return None


def marker_to_lay(state: State, unit: int) -> int | None:
    """A marker that was in the unit's hex when the phase began: its own, a loose one, any."""
    hex = state.hex_of(unit)
    there = [
        number
        for number, bridge in enumerate(state.bridges)
        if bridge.hex == hex and bridge.began == hex and bridge.up == "carried"
    ]
    order = {state.carried.get(unit): 0}
    return min(
        there,
        key=lambda number: (order.get(number, 1), state.bridges[number].carrier >= 0, number),
        default=None,
    )


def bars_to_take(state: State, unit: int, spent: int) -> Iterator[Refusal]:
    """[stockade_redan:7.0.11] [stockade_redan:10.5.2] [stockade_redan:10.5.3]

    [stockade_redan:10.5.4] [stockade_redan:10.5.5] [stockade_redan:10.5.12]
    [stockade_redan:10.5.14]
    """
    title, hex = ROSTER[unit].title, state.hex_of(unit)
    if ROSTER[unit].kind != INFANTRY:
        yield Refusal("stockade_redan:10.5.2", f"{title} cannot carry a bridging marker")
    if unit in state.carried:
        yield Refusal("stockade_redan:10.5.2", f"{title} already carries a bridging marker")
    if spent:
        yield Refusal("stockade_redan:10.5.3", f"{title} did not begin the phase in {hex}")
    if free_marker(state, unit) is None:
        yield _why_no_marker(state, hex, unit)


def _why_no_marker(state: State, hex: Hex, unit: int) -> Refusal:
    there = [state.bridges[number] for number in state.bridges_in(hex)]
    if not there:
        return Refusal("stockade_redan:10.5.3", f"there is no bridging marker in {hex}")
    if all(bridge.up == "bridging" for bridge in there):
        return Refusal("stockade_redan:10.5.12", f"the bridge in {hex} cannot be carried again")
    if any(bridge.up == "carried" and bridge.carried_by not in (-1, unit) for bridge in there):
        return Refusal(
            "stockade_redan:10.5.4", f"another unit carried the marker in {hex} this turn"
        )
    if any(bridge.carrier not in (-1, unit) for bridge in there):
        # A marker that a unit carries cannot be taken from it; see docs/rulings.md.
        return Refusal("stockade_redan:3.1.3.20", f"another unit carries the marker in {hex}")
    return Refusal("stockade_redan:10.5.3", f"there was no marker in {hex} when the phase began")


def bars_to_lay(state: State, unit: int, spent: int) -> Iterator[Refusal]:
    """Laying comes first in a unit's move and costs nothing (SR-53, SR-33).

    [stockade_redan:7.0.11] [stockade_redan:10.5.11]
    """
    title, hex = ROSTER[unit].title, state.hex_of(unit)
    if ROSTER[unit].kind != INFANTRY:
        yield Refusal("stockade_redan:7.0.11", f"{title} cannot lay a bridge")
    if hex not in DITCH:
        yield Refusal("stockade_redan:10.5.11", f"{hex} is not a ditch hex")
    if spent:
        yield Refusal("stockade_redan:10.5.11", f"{title} did not begin the phase in {hex}")
    if marker_to_lay(state, unit) is None:
        yield Refusal(
            "stockade_redan:10.5.11", f"there was no carried marker in {hex} when the phase began"
        )
    yield from bars_affected(state, unit)


def bars_to_drop(state: State, unit: int) -> Iterator[Refusal]:
    """At any point of the carrier's move. [stockade_redan:10.5.5]"""
    if unit not in state.carried:
        yield Refusal(
            "stockade_redan:10.5.5", f"{ROSTER[unit].title} is not carrying a bridging marker"
        )


def bars(state: State, verb: str, unit: int, spent: int) -> Iterator[Refusal]:
    """What keeps a moving unit from doing this with a bridging marker."""
    if ROSTER[unit].side != UNION:
        yield Refusal("stockade_redan:10.5.1", "only the Union has bridging markers")
    match verb:
        case "take":
            yield from bars_to_take(state, unit, spent)
        case "lay":
            yield from bars_to_lay(state, unit, spent)
        case _:
            yield from bars_to_drop(state, unit)


def choices(state: State, group: tuple[int, ...], spent: int, hex: Hex) -> list[Choice]:
    """What the units of a group moving in `hex` may do with bridging markers, in roster order."""
    found: list[Choice] = []
    if not spent and (hex in state.loose or hex in DITCH):
        found += [
            words[unit]
            for unit in group
            for words, verb in ((_TAKE, "take"), (_LAY, "lay"))
            if next(bars(state, verb, unit, spent), None) is None
        ]
    for unit in group:
        if unit in state.carried:
            found.append(_DROP[unit])
    return found


def carry_out(state: State, verb: str, unit: int, umpire: Umpire) -> None:
    """Take up, lay or drop a marker."""
    hex = state.hex_of(unit)
    if verb == "take":
        number = free_marker(state, unit)
        assert number is not None
        state.set_bridge(number, Bridge(hex, "carried", unit, unit, hex))
        umpire.tell(BridgeTaken(rules=("stockade_redan:10.5.3",), unit=unit, hex=hex))
    elif verb == "lay":
        number = marker_to_lay(state, unit)
        assert number is not None
        state.set_bridge(number, Bridge(hex, "bridging", began=hex))
        umpire.tell(BridgeLaid(rules=("stockade_redan:10.5.11",), unit=unit, hex=hex))
    else:
        number = state.carried[unit]
        began = state.bridges[number].began
        state.set_bridge(number, Bridge(hex, "carried", -1, unit, began))
        umpire.tell(BridgeDropped(rules=("stockade_redan:10.5.5",), unit=unit, hex=hex))


class DestroyBridges(Ask, frozen=True):
    """Confederates that share a hex with a marker when their Movement Phase begins.

    They may do so even if Union units share the hex too (SR-53). [stockade_redan:10.5.9]
    """

    rule: ClassVar[str] = "stockade_redan:10.5.9"
    verbs: ClassVar[tuple[str, ...]] = ("destroy", "done")
    obvious: ClassVar[bool] = True

    def asks(self, state: State) -> str:
        return CONFEDERATE

    def question(self, state: State) -> str:
        return "Which bridging marker is destroyed?"

    def choices(self, state: State) -> list[Choice]:
        hexes = sorted({bridge.hex for bridge in state.bridges} & state.stacks[CONFEDERATE].keys())
        return [*(choice("destroy", hex) for hex in hexes), _DONE]

    def bars(self, state: State, choice: Choice) -> Iterator[Refusal]:
        if choice.verb == "done":
            yield from bare(choice, self.rule)
            return
        hex = choice.object
        if len(choice.objects) != 1 or not hex or not state.bridges_in(hex):
            yield Refusal(self.rule, f"there is no bridging marker in {hex or 'no hex'}")
        elif hex not in state.stacks[CONFEDERATE]:
            yield Refusal(self.rule, f"there is no Confederate unit in {hex}")

    def answer(self, state: State, choice: Choice, umpire: Umpire) -> None:
        """[stockade_redan:10.5.10]: it is out for the rest of the assault."""
        if choice.verb == "done":
            state.agenda.pop()
            return
        # A laid bridge is destroyed before the others.
        number = min(
            state.bridges_in(choice.object),
            key=lambda number: (state.bridges[number].up != "bridging", number),
        )
        state.set_bridge(number, Bridge())
        umpire.tell(BridgeDestroyed(rules=(self.rule,), hex=choice.object))
