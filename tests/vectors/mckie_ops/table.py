"""The table on which vectors are played: a wide bare field, terrain where a situation wants it,
and the steps of the period as the sequence of play has them.

North is up: a unit at heading 0 looks to smaller y. Everything is counted in hundredths of an
inch, as the engine does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from longroll.board.table import Piece, Table, piece, place
from longroll.kernel.agenda import Ask, Do
from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.kernel.event import Event
from longroll.systems.mckie.army import layouts
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import (
    LIMITS,
    STANDS,
    figures_on_a_stand,
    horse_holders,
    stand_kind,
)
from longroll.systems.mckie.dice import AVERAGE
from longroll.systems.mckie.scenarios.scenario import Scenario, scenario_named
from longroll.systems.mckie.sequence import BeginStep
from longroll.systems.mckie.table import field as measuring
from longroll.systems.mckie.table import state as states
from longroll.systems.mckie.table.state import State
from longroll.systems.mckie.words import GUNS, Arm, Formation
from tests.rulebook.mckie.field import SYSTEM, Fight, position
from tests.vectors.mckie_ops.shared import Scores

#: The middle of the table, in hundredths.
X = Y = 20_000
_SIZE = 40_000
_SCENARIO = "millers-crossroads"
#: Dice of the adapter's own, for rolls that a vector does not ask about: nobody is shaken.
STEADY = (max(AVERAGE),) * 40

_BARRIERS = {"wall": "wall", "rail_fence": "fence", "hasty_trench": "trench", "prepared": "works"}
_AREAS = {"woods": "open_woods", "built_up_edge": "built_up"}
#: A barrier counts for those close before or behind it; put here, for no other.
_BEHIND = 30

E = TypeVar("E", bound=Event)


@contextmanager
def laid(*pieces: Piece, **file: Any) -> Iterator[None]:
    """A table with this terrain and nothing else; `file` changes what the scenario says."""
    shipped = scenario_named(_SCENARIO)
    facts = {"sight": 300, "periods": 200, "objectives": (), "victory": (), **file}
    bare = Scenario(
        shipped.name, replace(shipped.file, **facts), Table("field", _SIZE, _SIZE, pieces)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(states, "scenario_named", lambda name: bare)
        yield


def area(kind: str, west: int, north: int, east: int, south: int, *, level: int = 0) -> Piece:
    """A rectangle of some terrain."""
    corners = ((west, north), (east, north), (east, south), (west, south))
    return piece(kind, f"{kind} {west} {north}", *corners, level=level)


def shelter(unit: Unit, cover: str) -> list[Piece]:
    """The woods, the houses or the wall of a unit, wherever it stands."""
    frame = measuring.fighting_layout(unit).frame
    left, right, name = frame.left, frame.left + frame.width, f"{cover} of {unit.x} {unit.y}"
    if cover in _BARRIERS:
        ends = (place(unit.pose, side, _BEHIND) for side in (left, right))
        return [piece(_BARRIERS[cover], name, *ends, width=10)]
    if cover in _AREAS:
        corners = ((left, 5), (right, 5), (right, frame.depth + 5), (left, frame.depth + 5))
        return [piece(_AREAS[cover], name, *(place(unit.pose, *one) for one in corners))]
    return []


# Units


def formed(
    arm: Arm,
    formation: Formation,
    figures: int | None = None,
    *,
    ranks: Sequence[int] = (),
    crews: Sequence[int] | None = None,
    **facts: Any,
) -> Unit | Refusal:
    """A unit that is arranged like this, in the middle of the table and facing north, or why
    there is none.

    Without figures it has enough for three full ranks; `ranks` asks for just those stands.
    """
    if arm in GUNS:
        crews = tuple(crews or _crews(figures, ranks))
        strength = sum(crews)
        whole = LIMITS.crew_of_a_model * len(crews)
    else:
        whole = strength = _strength(arm, formation, figures, ranks)
        crews = ()
    front = ranks[0] if formation == "supported_line" and ranks else None
    plan = layouts.layout(arm, formation, whole, front=front)
    if isinstance(plan, Refusal):
        return plan
    if ranks and plan.ranks != tuple(ranks):
        return Refusal("mckie:form.line", f"{arm} in {formation} has no ranks of {list(ranks)}")
    given = {
        "title": f"{arm} in {formation}",
        "side": "union",
        "quality": "experienced",
        "weapon": _WEAPONS.get(arm, ""),
        "original": strength,
        "holders": horse_holders(strength) if arm == "dismounted_cavalry" else 0,
        "x": X,
        "y": Y,
        **facts,
    }
    return Unit(
        arm=arm, formation=formation, figures=strength, crews=crews, front=front or 0, **given
    )


_WEAPONS = {
    "infantry": "muzzle_loading_rifle",
    "cavalry": "breech_loading_carbine",
    "dismounted_cavalry": "breech_loading_carbine",
    "field_artillery": "12lb_smoothbore_gun",
    "siege_artillery": "siege_gun",
}


def _crews(figures: int | None, ranks: Sequence[int]) -> list[int]:
    full = LIMITS.crew_of_a_model
    if figures is None:
        return [full] * (sum(ranks) or 1)
    return [full] * (figures // full) + ([figures % full] if figures % full else [])


def _strength(arm: Arm, formation: Formation, figures: int | None, ranks: Sequence[int]) -> int:
    if figures is not None:
        return figures
    if arm == "wagon":
        return sum(ranks) or 1
    each = figures_on_a_stand(arm, formation)
    stands = sum(ranks) or (9 if formation == "attack_column" else 6)
    fighting = each * stands
    if arm != "dismounted_cavalry":
        return fighting
    # Those who hold the horses come on top.
    return next(n for n in range(fighting, 2 * fighting) if n - horse_holders(n) == fighting)


def based(unit: Unit, frontage: int, depth: int | None = None) -> Unit:
    """The unit on bases of another size."""
    kind = stand_kind(unit.arm, unit.formation)
    deep = STANDS[kind].depth if depth is None else depth
    return replace(unit, bases=((kind, frontage, deep),))


def depth_of(unit: Unit) -> int:
    """From its front to the back of all it has."""
    return measuring.layout_of(unit).frame.depth


# Battles


def battle(
    units: Mapping[str, Unit],
    *steps: str | Ask | Do,
    dice: Sequence[int] | Scripted = STEADY,
    **more: Any,
) -> Fight:
    """A battle with these units that stands at the first question of these steps.

    A step is named as the sequence of play names it. `dice` are scores, in the order of the rolls.
    """
    agenda = [BeginStep(step) if isinstance(step, str) else step for step in steps]
    state = position(units, *agenda, **more)
    return Fight(SYSTEM, state, dice if isinstance(dice, Scripted) else Scores(dice))


def onwards(state: State, *steps: str | Ask | Do, dice: Sequence[int] | Scripted = STEADY) -> Fight:
    """The battle goes on from a state with other steps."""
    agenda = [BeginStep(step) if isinstance(step, str) else step for step in steps]
    twin: State = state.copy()
    twin.agenda = [twin.agenda[0], *reversed(agenda)]
    return Fight(SYSTEM, twin, dice if isinstance(dice, Scripted) else Scores(dice))


def told(fight: Fight, kind: type[E], unit: str | None = None) -> list[E]:
    """What happened, of one kind, to one unit or to any."""
    return [
        one
        for one in happened(fight)
        if isinstance(one, kind) and unit in (None, getattr(one, "unit", None))
    ]


def happened(fight: Fight) -> Iterable[Event]:
    """All that was told since the battle began, also before its first question."""
    return fight.log()


def may(fight: Fight, order: str) -> bool:
    """Whether a choice is allowed now."""
    return not fight.why_not(order)


def farthest(fight: Fight, order: Callable[[int], str], most: int = 6_000) -> int:
    """The most hundredths for which an order is allowed, 0 if it is never."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if may(fight, order(middle)) else (low, middle)
    return low


def is_over(fight: Fight) -> bool:
    """Whether the steps have been played: the question that waits behind them is asked."""
    return fight.decision is None or fight.decision.rule == "mckie:init.3"


def play_out(fight: Fight) -> None:
    """Answer every question that is left with `done`, `stay` or `stand`."""
    while not is_over(fight):
        assert fight.decision is not None
        words = {choice.verb for choice in fight.decision.choices}
        fight.play(next(word for word in ("done", "stay", "stand") if word in words))
