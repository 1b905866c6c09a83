"""Short ways to set up the drill ground and to ask what happened there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.kernel.hooks import combined
from longroll.systems.gbacw.drill import DRILL, State
from longroll.systems.gbacw.hooks import Rules
from longroll.systems.gbacw.roster import Piece
from longroll.systems.gbacw.state import BrigadeState, Unit


def add_rules(monkeypatch: pytest.MonkeyPatch, rules: Rules[State]) -> None:
    """Give the drill ground exclusive rules for the length of a test."""
    monkeypatch.setattr(DRILL, "rules", combined(Rules, (rules, DRILL.rules)))


def field(
    units: str,
    dice: Sequence[int] = (),
    *,
    phase: str = "B",
    phasing: str = "union",
    turn: int = 1,
    states: Mapping[str, Mapping[str, Any]] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Battle:
    """A position on the drill ground: "0508 1us 2us miller | 0510 1cs", with scripted dice.

    The top unit comes first. Words after a comma change the unit before it, so that
    "0508 1us,column 2us,routed,S" needs no `states`: a direction is its facing, a formation its
    formation, a number its strength, and anything else (pinned, routed, depleted) is set. A "-"
    before such a word takes it away: "1us,-command". Without a facing the Union looks south and
    the Confederates north.
    """
    placed: dict[str, str] = {}
    changed: dict[str, dict[str, Any]] = {}
    for part in filter(None, map(str.strip, units.split("|"))):
        hex, *words = part.split()
        ids = []
        for word in words:
            id, *marks = word.split(",")
            ids.append(id)
            changed[id] = {"facing": _facing(id)}
            for mark in marks:
                changed[id] |= _mark(mark)
        placed[hex] = f"{placed[hex]} {' '.join(ids)}" if hex in placed else " ".join(ids)
    for id, given in (states or {}).items():
        changed[id] = {**changed.get(id, {}), **given}
    position = {
        "units": placed,
        "states": changed,
        "phase": phase,
        "phasing": phasing,
        "turn": turn,
        "more": dict(more or {}),
    }
    return longroll.position("gbacw", position, dice=dice)


_FORMATIONS = ("line", "column", "mounted", "dismounted", "limbered", "unlimbered")
_DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")


def _facing(id: str) -> str:
    roster = State.game.roster
    return "S" if id in roster.number and piece(id).side == "union" else "N"


def _mark(mark: str) -> dict[str, Any]:
    if mark in _FORMATIONS:
        return {"formation": mark}
    if mark in _DIRECTIONS:
        return {"facing": mark}
    if mark.isdigit():
        return {"strength": int(mark)}
    return {mark.removeprefix("-"): not mark.startswith("-")}


def brigades(**divisions: str) -> dict[str, BrigadeState]:
    """Every brigade unharmed, some under another division; "" is detached. For `more`."""
    return {
        id: BrigadeState(limit=one.first_day, division=divisions.get(id, one.division))
        for id, one in State.game.roster.brigades.items()
    }


def piece(id: str) -> Piece:
    """What the counter of that id says."""
    return State.game.roster.pieces[State.game.roster.number[id]]


def state_of(battle: Battle) -> State:
    """Everything that changes, as the series knows it."""
    assert isinstance(battle.state, State)
    return battle.state


def unit(battle: Battle, id: str) -> Unit:
    """How a counter stands now."""
    return state_of(battle).units[State.game.roster.number[id]]


def where(battle: Battle, id: str) -> str:
    """The hex of a counter, "" off the map."""
    return unit(battle, id).hex


def stack(battle: Battle, hex: str, side: str = "union") -> list[str]:
    """The combat units of a side in a hex, the top one first."""
    return [State.game.roster.pieces[n].id for n in state_of(battle).stack(hex, side)]


def verbs(battle: Battle) -> set[str]:
    """The verbs that are offered now; none when the battle is over."""
    decision = battle.decision
    return {choice.verb for choice in decision.choices} if decision else set()


def accept(battle: Battle) -> None:
    """From melees announced to the Melee Phase: whoever is attacked stands."""
    while "fight" not in verbs(battle):
        battle.play("stand" if "stand" in verbs(battle) else "done")
