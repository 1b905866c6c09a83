"""Long Roll: American Civil War wargames that know their own rules.

>>> import longroll
>>> battle = longroll.new("stockade_redan", seed=1863)
>>> battle.decision.side
'confederate'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec

from longroll.kernel.agenda import Decision
from longroll.kernel.battle import Battle, View, begin_position
from longroll.kernel.decision import Choice, Refusal
from longroll.kernel.dice import Dice, Scripted, Seeded
from longroll.kernel.errors import (
    BadPosition,
    BadRecord,
    BadScenario,
    IllegalChoice,
    LongrollError,
    UndoRefused,
    UnknownSystem,
)
from longroll.kernel.event import Event
from longroll.kernel.record import replay
from longroll.kernel.state import Result
from longroll.kernel.system import System, system_named
from longroll.kernel.system import systems as installed_systems

__version__ = "0.1.0"

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadScenario",
    "Battle",
    "Choice",
    "Decision",
    "Event",
    "IllegalChoice",
    "LongrollError",
    "Refusal",
    "Result",
    "UndoRefused",
    "UnknownSystem",
    "View",
    "installed_systems",
    "new",
    "position",
    "replay",
]


def new(
    system: str,
    scenario: str | Path | None = None,
    *,
    seed: int | str | None = None,
    dice: Sequence[int] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Battle:
    """Begin a battle. `seed` (default 0) decides all chance; `dice` scripts the faces instead.

    A scenario is named by its slug, or is a player's own: its file, or the text that
    `System.read_scenario` makes of it.

    >>> import longroll
    >>> longroll.new("stockade_redan", "two-assaults", seed=1863).decision.question
    'Where is Company A, 36th Mississippi set up?'
    """
    rules = system_named(system)
    scenario = next(iter(rules.scenarios)) if scenario is None else scenario
    if isinstance(scenario, Path):
        scenario = scenario_in(rules, scenario)
    else:
        scenario = rules.require_scenario(scenario)
    wanted = {**rules.usual_options(scenario), **(options or {})}
    state = rules.start(scenario, rules.read_options(wanted))
    return Battle(rules, state, _dice(seed, dice))


def scenario_in(rules: System[Any], path: Path) -> str:
    """The scenario in a file, with the files beside it that it names."""

    def beside(name: str) -> str | None:
        other = path.with_name(name) if name and Path(name).name == name else None
        return _read(other) if other is not None and other.is_file() else None

    return rules.read_scenario(path.name, _read(path), beside)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadScenario(f"{path.name}: not text in UTF-8 (byte {error.start})") from None


def position(
    system: str,
    situation: Mapping[str, Any] | str | Path,
    *,
    seed: int | str | None = None,
    dice: Sequence[int] | None = None,
) -> Battle:
    """Any legal situation, from a dict, JSON text or a JSON file. See docs/positions.md.

    >>> import longroll
    >>> battle = longroll.position("stockade_redan", {"phase": "VII", "units": {"1719": "13us-a"}})
    >>> battle.decision.side
    'union'
    """
    if isinstance(situation, Path):
        try:
            situation = situation.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise BadPosition(f"not text: {error}") from None
    if isinstance(situation, str):
        try:
            situation = msgspec.json.decode(situation, type=dict[str, Any])
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError) as error:
            raise BadPosition(f"not a JSON object: {error}") from None
    rules = system_named(system)
    data = dict(situation)
    if data.get("system", system) != system:
        raise BadPosition(f"it belongs to {data['system']!r}, not {system!r}")
    state = rules.from_position(data)
    return begin_position(rules, deepcopy(data), state, _dice(seed, dice))


def _dice(seed: int | str | None, faces: Sequence[int] | None) -> Dice:
    if faces is not None:
        if seed is not None:
            raise ValueError("give seed or dice, not both")
        return Scripted(faces)
    return Seeded(0 if seed is None else seed)
