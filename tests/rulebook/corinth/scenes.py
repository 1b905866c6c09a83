"""Whole scenarios of Corinth for the tests: their beginnings, and positions within them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from longroll import Battle
from longroll.kernel.dice import Scripted, Seeded
from longroll.systems.corinth import setup, system
from longroll.systems.corinth.state import State
from tests.support import offered


def begin(scenario: str, dice: Sequence[int] | int = 1, options: Any = None) -> Battle:
    """A scenario at its first question; dice are faces, or a seed."""
    start = system.start(scenario, system.read_options(options or {}))
    return Battle(system, start, Seeded(dice) if isinstance(dice, int) else Scripted(dice))


def scene(
    scenario: str,
    units: str,
    dice: Sequence[int] = (),
    turn: int = 3,
    phasing: str = "confederate",
    phase: str = "B",
    states: Mapping[str, Mapping[str, Any]] | None = None,
    options: Any = None,
    **more: Any,
) -> Battle:
    """A position within a scenario: "1808 2tx 9ar | 1810 7il"; other facts by their name."""
    stacks = dict(part.split(None, 1) for part in units.split("|")) if units.strip() else {}
    data: dict[str, Any] = {
        "scenario": scenario,
        "units": {hex: ids.strip() for hex, ids in stacks.items()},
        "turn": turn,
        "phasing": phasing,
        "phase": phase,
        "states": {id: dict(fields) for id, fields in (states or {}).items()},
        "more": more,
        "options": options or {},
    }
    return Battle(system, system.from_position(data), Scripted(dice))


def facts(battle: Battle) -> State:
    assert isinstance(battle.state, State)
    return battle.state


def number(id: str) -> int:
    return system.game.roster.number[id]


def numbers(ids: str) -> list[int]:
    return [number(id) for id in ids.split()]


def hex_of(battle: Battle, id: str) -> str:
    return facts(battle).hex_of(number(id))


def formation(battle: Battle, id: str) -> str:
    return facts(battle).units[number(id)].formation


def places(battle: Battle) -> set[str]:
    """The hexes that are offered to the counter in hand."""
    return {c.removeprefix("place ") for c in offered(battle) if c.startswith("place ")}


def in_hand(battle: Battle) -> str:
    """The counter that is to be set up next."""
    step = facts(battle).agenda[-1]
    assert isinstance(step, setup.SetUp)
    return system.game.roster.pieces[step.queue[0]].id


def set_up_until(battle: Battle, id: str) -> Battle:
    """Let the set-up file place everybody before a counter."""
    while in_hand(battle) != id:
        piece = in_hand(battle)
        twin = battle.copy()
        twin.play("rest")
        step = facts(twin).agenda[-1]
        queue = getattr(step, "queue", ())
        if number(id) in queue:
            battle.play("rest")
        else:
            # The counter is of this group: one after another.
            wanted = setup.usual_hexes(facts(battle), number(piece))
            legal = setup.places(facts(battle), number(piece))
            hex = next((h for h in wanted if h in legal), legal[0])
            battle.play(f"place {hex}")
    return battle


def done_until(battle: Battle, turn: int, side: str, phase: str) -> Battle:
    """Play on, doing as little as may be, up to a phase."""
    while True:
        now = facts(battle)
        if (now.turn, now.phasing, now.phase) == (turn, side, phase):
            return battle
        assert now.turn <= turn
        assert battle.result is None
        choices = offered(battle)
        quick = [c for c in choices if c in ("done", "hold", "stop", "stand", "always", "never")]
        wave = [c for c in choices if c.startswith("enter ")]
        battle.play((quick or wave or choices)[-1])
