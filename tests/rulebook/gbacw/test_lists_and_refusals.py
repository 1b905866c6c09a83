"""Whatever the series lists is allowed and whatever it does not list is refused, over every hex,
unit and brigade of the map, in whole random battles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import longroll
from longroll import Battle
from longroll.kernel.decision import Choice, choice
from longroll.systems.corinth.assault_areas import DIVISIONS, entrances
from longroll.systems.gbacw.command_phase import CommandPhase
from longroll.systems.gbacw.firing import Attack, FirePhase
from longroll.systems.gbacw.moving import MovementPhase, Moving

BATTLES = [
    ("gbacw", "drill", 400),
    ("corinth", "outer-works", 300),
    ("corinth", "historical", 400),
    ("corinth", "free", 300),
]
#: Seldom chosen, so that much happens in each phase.
_SELDOM = ("done", "stop", "face", "keep")


def everything(state: Any) -> Iterator[Choice]:
    """Every choice of the kinds that are listed by whole sets, sensible or not."""
    game, ask = state.game, state.agenda[-1]
    ids = [piece.id for piece in game.roster.pieces]
    match ask:
        case Moving():
            yield from (choice("to", hex) for hex in game.grid.hexes)
        case MovementPhase():
            yield from (choice("move", id) for id in ids)
            yield from entering(state)
        case FirePhase():
            yield from (choice("fire", hex) for hex in game.grid.hexes)
        case Attack():
            yield from (choice("add", id, str(n)) for id in ids for n in (1, 2, 5))
        case CommandPhase():
            yield from (
                choice("extend", ids[leader], brigade)
                for leader in game.roster.leaders
                for brigade in game.roster.brigades
            )


def entering(state: Any) -> Iterator[Choice]:
    """Every counter off the map in every hex where anybody could come on, and whole divisions."""
    if not hasattr(state, "plan"):
        return
    off = [state.piece(unit).id for unit, own in enumerate(state.units) if not own.hex]
    for area, row in entrances(state.game.ground).items():
        if any(plan[0] == area for plan in state.plan.values()):
            yield from (choice("enter", id, hex) for id in off for hex in sorted(row))
    yield from (choice("enter", division) for division in DIVISIONS)


def pick(battle: Battle, chance: random.Random) -> Choice:
    assert battle.decision is not None
    choices = battle.decision.choices
    quick = [one for one in choices if one.verb in ("historical", "default")]
    busy = [one for one in choices if one.verb not in _SELDOM]
    return chance.choice(quick or (busy if busy and chance.random() < 0.8 else choices))


@pytest.mark.rule("gbacw:4.0.1")
@pytest.mark.parametrize("system, scenario, length", BATTLES)
def test_list_and_refusal_are_one(system: str, scenario: str, length: int) -> None:
    chance = random.Random(f"{system} {scenario}")
    battle = longroll.new(system, scenario, seed=7)
    seen: dict[str, int] = {}
    for _ in range(length):
        if battle.decision is None:
            break
        ask = battle.state.agenda[-1]
        kind = type(ask).__name__
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] % 6 == 1:  # of each kind of question every sixth
            offered = {*battle.decision.choices}
            for one in everything(battle.state):
                allowed = next(ask.bars(battle.state, one), None) is None
                assert allowed == (one in offered), (battle.decision.question, str(one))
        battle.play(pick(battle, chance))
    assert {"MovementPhase", "Moving"} <= seen.keys()
