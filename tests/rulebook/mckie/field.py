"""A bare table for tests: units where a test wants them, terrain of its own, dice in a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from longroll.board.table import Piece, Table
from longroll.board.table.places import INCH
from longroll.kernel.agenda import Ask, Do, Umpire
from longroll.kernel.battle import Battle
from longroll.kernel.dice import Dice, Scripted
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.army.units import LIMITS, horse_holders
from longroll.systems.mckie.command.initiative import ChooseOrder
from longroll.systems.mckie.fatigue import step as fatigue_step
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.scenarios.scenario import Scenario, scenario_named
from longroll.systems.mckie.system import McKie
from longroll.systems.mckie.table import state as states
from longroll.systems.mckie.table.state import Options, State
from longroll.systems.mckie.words import Arm, Formation, Ground, Quality, Side

SYSTEM = McKie()
_SCENARIO = "millers-crossroads"


class Fight(Battle):
    """A battle whose state is known to be one of these rules."""

    __slots__ = ()
    state: State


def troops(
    side: Side,
    x: float,
    y: float,
    heading: float = 0,
    *,
    arm: Arm = "infantry",
    figures: int = 24,
    models: int = 0,
    formation: Formation = "line",
    quality: Quality = "experienced",
    weapon: str = "muzzle_loading_rifle",
    **more: Any,
) -> Unit:
    """A unit with the middle of its front so many inches from the west and the north edge."""
    crews = (LIMITS.crew_of_a_model,) * models
    strength = sum(crews) or figures
    facts: dict[str, Any] = {
        "title": f"{side} {arm}",
        "original": strength,
        "figures": strength,
        "crews": crews,
        "holders": horse_holders(strength) if arm == "dismounted_cavalry" else 0,
        **more,
    }
    return Unit(
        side=side,
        arm=arm,
        quality=quality,
        weapon=weapon,
        formation=formation,
        x=round(x * INCH),
        y=round(y * INCH),
        heading=round(heading * 10) % 3600,
        **facts,
    )


def battery(side: Side, x: float, y: float, heading: float = 0, **more: Any) -> Unit:
    """A battery in action."""
    facts: dict[str, Any] = {
        "arm": "field_artillery",
        "models": 1,
        "formation": "unlimbered",
        "weapon": "12lb_smoothbore_gun",
        **more,
    }
    return troops(side, x, y, heading, **facts)


def position(
    units: Mapping[str, Unit],
    *agenda: Ask | Do,
    options: Mapping[str, Any] | None = None,
    period: int = 3,
    first: Side = "union",
    generals: Mapping[str, General] | None = None,
    **more: Any,
) -> State:
    """A state with these units and nobody else.

    The steps come in the order given; after them the battle waits with another question.
    """
    chosen = SYSTEM.read_options(options or {})
    assert isinstance(chosen, Options)
    state = SYSTEM.start(_SCENARIO, chosen)
    state.units = {
        id: unit
        if unit.title != f"{unit.side} {unit.arm}"
        else msgspec.structs.replace(unit, title=id.upper())
        for id, unit in units.items()
    }
    state.commanders = dict(generals or {})
    state.period = period
    state.initiative = state.first = first
    state.agenda = [ChooseOrder(first), *reversed(agenda)]
    for name, value in more.items():
        setattr(state, name, value)
    return state


def is_fatigued_after(
    before: bool, did: Iterable[Action], grounds: Iterable[Ground], dice: Dice
) -> bool:
    """Whether a unit that did this in a period, over such ground, is fatigued when it ends."""
    unit = troops("union", 20, 20, fatigued=before, did=frozenset(did), grounds=frozenset(grounds))
    state, umpire = position({"u": unit}), Umpire(dice)
    fatigue_step.CheckFatigue().run(state, umpire)
    fatigue_step.rest(state, umpire)
    return state.units["u"].fatigued


def field(
    units: Mapping[str, Unit], *agenda: Ask | Do, dice: Sequence[int] = (), **more: Any
) -> Fight:
    """A battle that stands at the first question of these steps."""
    return Fight(SYSTEM, position(units, *agenda, **more), Scripted(dice))


def orders(battle: Battle, id: str = "") -> list[str]:
    """What one may be told now, or everybody who may be picked."""
    assert battle.decision is not None
    who = [id] if id else [one.object for one in battle.decision.choices if one.verb == "pick"]
    found: list[str] = []
    for one in who:
        trial = battle.copy()
        trial.play(f"pick {one}")
        assert trial.decision is not None
        found += [str(order) for order in trial.decision.choices if order.verb != "back"]
    return found


def lay(monkeypatch: pytest.MonkeyPatch, pieces: Iterable[Piece] = (), **file: Any) -> None:
    """Clear the table of the scenario, and lay other pieces on it; `file` changes its rules."""
    shipped = scenario_named(_SCENARIO)
    bare = Scenario(
        shipped.name,
        msgspec.structs.replace(shipped.file, **file),
        Table("bare table", 6000, 4800, tuple(pieces)),
    )
    monkeypatch.setattr(states, "scenario_named", lambda name: bare)
