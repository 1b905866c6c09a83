"""Short ways to set a field at Corinth, and to ask what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from longroll import Battle
from longroll.kernel.dice import Scripted
from longroll.systems.corinth.game import CORINTH
from longroll.systems.corinth.state import Options, State
from longroll.systems.corinth.system import CorinthSystem
from longroll.systems.gbacw.movement import bars_to_enter
from longroll.systems.gbacw.state import Unit

SYSTEM = CorinthSystem()


def field(
    units: str,
    dice: Sequence[int] = (),
    turn: int = 3,
    phasing: str = "confederate",
    phase: str = "D",
    states: Mapping[str, Mapping[str, Any]] | None = None,
    more: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    broken: str = "",
    scenario: str = "free",
) -> Battle:
    """A position at Corinth: "1808 2tx 9ar green | 1810 7il 50il", with scripted dice.

    The top unit of a hex comes first. `states` and `more` are those of the position format
    (docs/positions.md); brigades named in `broken` have lost their effectiveness. No scenario
    has a rule for a free set-up that nobody planned, so the field stands in that one.
    """
    stacks = dict(part.split(None, 1) for part in units.split("|")) if units.strip() else {}
    data: dict[str, Any] = {
        "units": {hex: ids.strip() for hex, ids in stacks.items()},
        "scenario": scenario,
        "turn": turn,
        "phasing": phasing,
        "phase": phase,
        "states": {id: dict(fields) for id, fields in (states or {}).items()},
        "more": dict(more or {}),
        "options": dict(options or {}),
    }
    if broken:
        data["more"]["brigades"] = _brigades(broken.split())
    return Battle(SYSTEM, SYSTEM.from_position(data), Scripted(dice))


def _brigades(broken: Sequence[str]) -> dict[str, Any]:
    fresh = SYSTEM.fresh(next(iter(SYSTEM.scenarios)), Options())
    for brigade in broken:
        fresh.set_brigade(brigade, broken=True, boxes=fresh.brigades[brigade].limit)
    return {id: msgspec.to_builtins(brigade) for id, brigade in fresh.brigades.items()}


def state(battle: Battle) -> State:
    """The facts of the battle."""
    assert isinstance(battle.state, State)
    return battle.state


def number(id: str) -> int:
    return CORINTH.roster.number[id]


def unit(battle: Battle, id: str) -> Unit:
    """What changes about a counter, as it is now."""
    return state(battle).units[number(id)]


def where(battle: Battle, id: str) -> str:
    return unit(battle, id).hex


def closes(battle: Battle, id: str, to: str) -> list[str]:
    """Every rule that bars a unit's step into a neighbouring hex, no way round allowed."""
    now = state(battle)
    origin = now.hex_of(number(id))
    return [bar.rule for bar in bars_to_enter(now, (number(id),), 0, origin, to)]
