"""What a side may know of the battle. [stockade_redan:6.4.1]"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from longroll.board.hex import Hex
from longroll.display import facts as display
from longroll.display.facts import MarkFacts, Note, StackFacts, Standing
from longroll.systems.stockade_redan import fog
from longroll.systems.stockade_redan.events import ROMAN
from longroll.systems.stockade_redan.movement import (
    MovementPhase,
    Moving,
    allowance,
    bars_to_move,
)
from longroll.systems.stockade_redan.roster import CONFEDERATE, NUMBER, ROSTER, SIDES, UNION
from longroll.systems.stockade_redan.scenario import scenario
from longroll.systems.stockade_redan.sequence import PHASES
from longroll.systems.stockade_redan.setup import is_setting_up
from longroll.systems.stockade_redan.state import State


class BridgeFacts(msgspec.Struct, frozen=True):
    hex: Hex
    up: str
    carrier: str | None


class MarkerFacts(msgspec.Struct, frozen=True):
    side: str
    hex: Hex
    tried: bool


class Facts(display.Facts, frozen=True, kw_only=True):
    """The table as one player sees it, with what only this battle has."""

    assault: int
    morale: int
    option: int
    bridges: tuple[BridgeFacts, ...]
    markers: tuple[MarkerFacts, ...]
    carnage: tuple[Hex, ...]
    chaos: dict[Hex, str]
    union_held: tuple[Hex, ...]
    spent: tuple[str, ...]
    fired_into: tuple[Hex, ...]


def facts(state: State, viewer: str) -> Facts:
    """Everything the viewer may know; the Confederate player may know everything.

    While the Confederates set up nobody else sees their side of the table: the order in which
    stacks appear would reveal what they are.

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
    bridges = tuple(
        BridgeFacts(
            bridge.hex,
            bridge.up,
            ROSTER[bridge.carrier].id if bridge.carrier >= 0 else None,
        )
        for bridge in state.bridges
        if bridge.hex
    )
    spent = tuple(
        ROSTER[unit].id
        for unit in sorted(state.spent)
        if not (ROSTER[unit].side == CONFEDERATE and state.hex_of(unit) in hidden)
    )
    return Facts(
        when=_when(state),
        assault=state.assault,
        turn=state.turn,
        turns=scenario(state.scenario).turns,
        phase=ROMAN[state.phase],
        phasing=None,
        morale=state.morale,
        option=state.option,
        stacks=stacks,
        units=_standings(state, stacks, bridges, frozenset(spent)),
        marks=tuple(_marks(state, bridges)),
        notes=(Note("Confederate morale", str(state.morale or "not rolled")),),
        bridges=bridges,
        markers=tuple(MarkerFacts(m.side, m.hex, m.tried) for m in state.markers),
        carnage=tuple(sorted(state.carnage)),
        chaos=dict(sorted(state.chaos.items())),
        union_held=tuple(sorted(state.union_held)),
        lost=tuple(ROSTER[n].id for n, unit in enumerate(state.units) if unit.lost),
        spent=spent,
        fired_into=tuple(sorted(state.fired_into)),
    )


def _when(state: State) -> str:
    assault = ("First", "Second")[state.assault - 1] if state.assault in (1, 2) else ""
    if not state.turn:
        return "Set-up"
    return f"{assault} assault, turn {state.turn} of {scenario(state.scenario).turns}"


def _standings(
    state: State,
    stacks: tuple[StackFacts, ...],
    bridges: tuple[BridgeFacts, ...],
    spent: frozenset[str],
) -> dict[str, Standing]:
    """The condition of the counters in sight, if there is something to say."""
    fires = bool(state.phase) and "Fire" in PHASES[state.phase - 1].title
    carriers = {bridge.carrier for bridge in bridges}
    found: dict[str, Standing] = {}
    for id in (id for stack in stacks for id in stack.units or ()):
        strength = str(state.morale) if ROSTER[NUMBER[id]].factors.fire == "morale" else None
        states = ("bridge",) * (id in carriers) + ("fired",) * (fires and id in spent)
        standing = Standing(
            strength=strength,
            states=states,
            values=tuple(_movement_left(state, NUMBER[id])),
            done=not fires and id in spent,
        )
        if standing != Standing():
            found[id] = standing
    return found


def _movement_left(state: State, unit: int) -> Iterator[Note]:
    """What a unit that may be moved now has left to move with. [stockade_redan:10.0.2]"""
    ask = state.agenda[-1] if state.agenda else None
    if isinstance(ask, Moving) and unit in ask.group:
        yield Note("movement left", str(allowance(ask.group) - ask.spent))
    elif isinstance(ask, (MovementPhase, Moving)) and not any(bars_to_move(state, ask.side, unit)):
        yield Note("movement left", str(allowance((unit,))))


def _marks(state: State, bridges: tuple[BridgeFacts, ...]) -> Iterator[MarkFacts]:
    """What is on the table besides counters; what covers them comes last."""
    yield from (MarkFacts("carnage", hex) for hex in sorted(state.carnage))
    for bridge in bridges:
        if bridge.carrier is None:
            laid = bridge.up == "bridging"
            yield MarkFacts("bridge laid" if laid else "bridge dropped", bridge.hex)
    for marker in state.markers:
        name = "bombardment tried" if marker.tried else "bombardment"
        yield MarkFacts(name, marker.hex, marker.side)
    yield from (MarkFacts("chaos", hex, side) for hex, side in sorted(state.chaos.items()))
    yield from (MarkFacts("held", hex, UNION) for hex in sorted(state.union_held))
