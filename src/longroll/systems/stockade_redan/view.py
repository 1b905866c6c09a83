"""What a side may know of the battle. [stockade_redan:6.4.1]"""

from __future__ import annotations

import msgspec

from longroll.board.hex import Hex
from longroll.systems.stockade_redan import fog
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.roster import CONFEDERATE, ROSTER, SIDES, UNION
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.setup import is_setting_up
from longroll.systems.stockade_redan.state import State


class StackFacts(msgspec.Struct, frozen=True):
    """The counters of a side in a hex; None where the viewer may not look into the stack."""

    hex: Hex
    side: str
    units: tuple[str, ...] | None


class BridgeFacts(msgspec.Struct, frozen=True):
    hex: Hex
    up: str
    carrier: str | None


class MarkerFacts(msgspec.Struct, frozen=True):
    side: str
    hex: Hex
    tried: bool


class Facts(msgspec.Struct, frozen=True):
    """The table as one player sees it, always in the same order."""

    assault: int
    turn: int
    turns: int
    phase: str
    morale: int
    option: int
    stacks: tuple[StackFacts, ...]
    bridges: tuple[BridgeFacts, ...]
    markers: tuple[MarkerFacts, ...]
    carnage: tuple[Hex, ...]
    chaos: dict[Hex, str]
    union_held: tuple[Hex, ...]
    lost: tuple[str, ...]
    spent: tuple[str, ...]
    fired_into: tuple[Hex, ...]


def facts(state: State, viewer: str) -> Facts:
    """Everything the viewer may know; the Confederate player may know everything.

    While the Confederates set up nobody else sees their side of the table: the order in which
    stacks appear would tell what they are.

    [stockade_redan:6.4.4]
    """
    hidden = set(fog.hidden_stacks(state, viewer))
    sides: tuple[str, ...] = SIDES
    if viewer != CONFEDERATE and is_setting_up(state, CONFEDERATE):
        sides = (UNION,)
    stacks = tuple(
        StackFacts(
            hex,
            side,
            None
            if side == CONFEDERATE and hex in hidden
            else tuple(ROSTER[unit].id for unit in stack),
        )
        for side in sides
        for hex, stack in sorted(state.stacks[side].items())
    )
    return Facts(
        assault=state.assault,
        turn=state.turn,
        turns=scenario(state.scenario).turns,
        phase=ROMAN[state.phase],
        morale=state.morale,
        option=state.option,
        stacks=stacks,
        bridges=tuple(
            BridgeFacts(
                bridge.hex,
                bridge.up,
                ROSTER[bridge.carrier].id if bridge.carrier >= 0 else None,
            )
            for bridge in state.bridges
            if bridge.hex
        ),
        markers=tuple(MarkerFacts(m.side, m.hex, m.tried) for m in state.markers),
        carnage=tuple(sorted(state.carnage)),
        chaos=dict(sorted(state.chaos.items())),
        union_held=tuple(sorted(state.union_held)),
        lost=tuple(ROSTER[n].id for n, unit in enumerate(state.units) if unit.lost),
        spent=tuple(
            ROSTER[unit].id
            for unit in sorted(state.spent)
            if not (ROSTER[unit].side == CONFEDERATE and state.hex_of(unit) in hidden)
        ),
        fired_into=tuple(sorted(state.fired_into)),
    )
