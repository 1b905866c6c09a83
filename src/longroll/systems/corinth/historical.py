"""30.1 The historical deployment of the Union, and the opening of that scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from longroll.board.hex import Hex
from longroll.kernel.agenda import Do, Umpire
from longroll.systems.corinth.deployment import OPENING, Zone, group_of
from longroll.systems.corinth.free_set_up import artillery_zone, in_radius, park_hexes, redans
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.events import TurnBegan
from longroll.systems.gbacw.roster import BATTERY, CAVALRY, UNION
from longroll.systems.gbacw.sequence import BeginPhase, BeginTurn

#: Where and when the Confederates enter. [corinth:30.2.1]
PLAN = {"hebert": ("C", 3), "maury": ("D", 3), "lovell": ("E", 3)}
#: Redans that may each have one of Stanley's batteries. [corinth:30.14]
_STANLEYS = ("D", "E")


class OpenHistorical(Do, frozen=True):
    """The Union brings on its reinforcements of Game-Turn 2, then Game-Turn 3 begins.

    [corinth:30.0.1] [corinth:30.0.2]
    """

    def run(self, state: State, umpire: Umpire) -> None:
        state.turn = OPENING
        umpire.tell(TurnBegan(rules=("corinth:30.0.1",), turn=OPENING))
        state.agenda += [BeginTurn(OPENING + 1), BeginPhase(UNION, "B")]


def zones(state: State, unit: int) -> Iterator[Zone]:
    """Every limit on where a counter is set up. [corinth:30.1]"""
    piece = state.piece(unit)
    if piece.kind == BATTERY and not piece.brigade:
        yield artillery_zone(state, _with_brigades(state))
    elif piece.kind == BATTERY and piece.division == "stanley":
        # [corinth:30.14]: one battery each.
        hexes, rule, why = group_of(state, unit).zone()
        yield Zone(hexes | _free_redans(state), rule, why)
        yield in_radius(state, unit)
    elif piece.id in ("mckean", "supply-mckean"):
        rule = "corinth:30.13.6"
        yield Zone(_places_of(state, "mcarthur", "crocker"), rule, "holds none of his men")
    elif piece.id == "mizner":
        yield Zone(_places_of(state, "mizner"), "corinth:30.15", "holds none of his men")
    else:
        yield group_of(state, unit).zone()
        if piece.kind == BATTERY:
            yield in_radius(state, unit)


def _places_of(state: State, *brigades: str) -> frozenset[Hex]:
    return frozenset(
        state.hex_of(unit)
        for brigade in brigades
        for unit in state.game.roster.of_brigade[brigade]
        if state.hex_of(unit)
    )


def _free_redans(state: State) -> frozenset[Hex]:
    """Redans D and E while there is no battery in them."""
    named = redans(state)
    return frozenset(named[name] for name in _STANLEYS if not state.stack(named[name], UNION))


def _with_brigades(state: State) -> frozenset[Hex]:
    """Where batteries go if Stanley's guns have taken their redans: with any brigade.

    [corinth:30.18.2]
    """
    named, roster = redans(state), state.game.roster
    taken = sum(
        bool(state.piece(unit).brigade)
        for name in _STANLEYS
        for unit in state.stack(named[name], UNION)
    )
    mine = [u for u in roster.of_side[UNION] if state.piece(u).kind == BATTERY]
    standing = frozenset(
        state.hex_of(unit)
        for brigade in roster.brigades.values()
        if brigade.side == UNION
        for unit in roster.of_brigade[brigade.id]
        if state.hex_of(unit) and state.piece(unit).kind != CAVALRY
    )
    standing -= frozenset(named.values()) | park_hexes(state)
    sent = sum(not state.piece(unit).brigade and state.hex_of(unit) in standing for unit in mine)
    return standing if sent < taken else frozenset()


STEPS: tuple[type[Any], ...] = (OpenHistorical,)
