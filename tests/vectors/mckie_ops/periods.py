"""What lasts from period to period: ammunition, fatigue, fallen generals."""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from longroll.kernel.decision import Refusal
from longroll.kernel.dice import Scripted
from longroll.systems.mckie.army.troops import General, Unit
from longroll.systems.mckie.fatigue.rules import Action
from longroll.systems.mckie.risk.events import GeneralAtRisk
from longroll.systems.mckie.risk.rules import Danger
from longroll.systems.mckie.sequence import EndPeriod
from longroll.systems.mckie.table.field import layout_of
from longroll.systems.mckie.table.state import Contact, State
from longroll.systems.mckie.words import Formation
from tests.rulebook.mckie.field import Fight
from tests.vectors.mckie_ops.inches import hundredths
from tests.vectors.mckie_ops.shared import (
    COUNT,
    GROUNDS,
    INCHES,
    Around,
    one_of,
    operation,
    spend,
)
from tests.vectors.mckie_ops.table import (
    STEADY,
    X,
    Y,
    area,
    battle,
    depth_of,
    formed,
    laid,
    may,
    onwards,
    play_out,
    told,
)
from tests.vectors.runner import Answer, Given, VectorFault, each, optional, required

#: A new period begins with two dice for initiative.
_NEXT = (10, 1)


def _unit(formation: Formation = "line", **facts: Any) -> Unit:
    unit = formed("infantry", formation, **facts)
    assert not isinstance(unit, Refusal)
    return unit


def _enemy(y: int, **facts: Any) -> Unit:
    """An enemy that looks south and has nothing to fire with, unless it is said."""
    return _unit(side="confederate", heading=1800, y=y, **{"weapon": "", **facts})


def _ended(state: State) -> State:
    """The state when the period is over and the next begins."""
    return onwards(state, EndPeriod(), dice=_NEXT).state


# Ammunition


@operation(
    "resupply",
    {"ran_out_in": COUNT, "wagon": each({"period": COUNT, "distance": INCHES})},
)
def _resupply(given: Given, dice: object) -> Answer:
    """Period by period: the wagon is where it is said to be when movement ends, and the unit
    tries to fire."""
    ran_out = given["ran_out_in"]
    near = {one["period"]: hundredths(one["distance"]) for one in given["wagon"]}
    unit = _unit(ran_out=ran_out)
    wagon = formed("wagon", "column")
    assert not isinstance(wagon, Refusal)
    off = fires = None
    with laid():
        units = {"c": _enemy(Y - 400), "u": unit, "w": wagon}
        state = battle(units, period=ran_out).state
        while fires is None and state.period <= max(near, default=0) + 1:
            gap = near.get(state.period)
            place = "reserve" if gap is None else "table"
            state.change("w", y=Y + depth_of(unit) + (gap or 0), place=place)
            fight = onwards(state, "supply", "firing")
            if fight.state.step == "firing" and may(fight, "fire u c"):
                fires = fight.state.period
            if fight.decision and fight.decision.rule == "mckie:period.8":
                fight.play("done")
            before = fight.state
            state = _ended(before)
            if before.units["u"].ran_out and not state.units["u"].ran_out:
                off = before.period
    return {"marker_off_after": off, "may_fire_from": fires}


# Fatigue

_DID = tuple(action for action in get_args(Action) if action != "retired")
#: What is ordered; the rest befalls a unit, or takes more than one to do.
_ORDERED = {"moved", "doubled", "fired"}
#: What a charge or a melee makes of it.
_FOUGHT = {"charged", "fought_melee", "attacked_in_flank_or_rear"}
_PERIOD = 3
_STRIP = 50


@operation(
    "fatigue",
    {"fatigued_before": required(bool), "did": required(list), "ground": optional([], list)},
)
def _fatigue(given: Given, dice: Scripted) -> Answer:
    """The unit moves over these grounds and fires, charges or fights, then fatigue is rolled for
    and the period ends. What befalls it otherwise is a mark on it from the start."""
    did, grounds = set(given["did"]), given["ground"]
    for words, known in ((given["did"], _DID), (grounds, GROUNDS)):
        unknown = [word for word in words if word not in known]
        if unknown:
            raise VectorFault(f"{unknown} is none of {', '.join(known)}")
    # Nobody charges through a town at an enemy beyond it.
    through = "charged" in did and "built_up" in grounds
    fought = _is_fought(did) and not given["fatigued_before"] and not through
    ordered = did if did <= _ORDERED else set()
    marks = set() if fought else did - ordered
    end = Y - _STRIP * (len(grounds) + 1)
    # Only its middle goes over the ground, so that its wings see past woods.
    strips = [
        area(ground, X - 10, Y - _STRIP * (place + 1), X + 10, Y - _STRIP * place)
        for place, ground in enumerate(grounds)
        if ground not in ("open", "road")
    ]
    unit = _unit(
        "extended",
        fatigued=given["fatigued_before"],
        did=frozenset(marks),
        grounds=frozenset(grounds if marks else ()),
    )
    with laid(*strips):
        if fought:
            fight = _fought(did, end)
        else:
            fight = _ordered(ordered, unit, end)
        used = Around((), dice.left, ())
        checked = onwards(fight.state, "fatigue", dice=used)
        spend(dice, checked)
        state = _ended(checked.state)
    return {"fatigued": state.units["u"].fatigued}


def _ordered(did: set[str], unit: Unit, end: int) -> Fight:
    """A unit moves to some place, and fires at an enemy beyond it."""
    fight = battle({"c": _enemy(end - 400), "u": unit}, "moves_first", "firing")
    if did & {"moved", "doubled"}:
        pace = "double " if "doubled" in did else ""
        fight.play(f"move u {pace}ahead {(Y - end) / 100:.2f}")
    fight.play("done")
    if fight.state.step == "firing" and may(fight, "done"):
        if "fired" in did:
            fight.play("fire u c")
        fight.play("done")
    return fight


def _is_fought(did: set[str]) -> bool:
    """Whether a charge or a melee brings about all of it."""
    return bool(did) and did <= _FOUGHT and not {"charged", "attacked_in_flank_or_rear"} <= did


def _fought(did: set[str], end: int) -> Fight:
    """A unit charges an enemy beyond some place, or has one upon it; he is tired already."""
    unit, enemy = _unit(quality="veteran"), _enemy(Y, fatigued=True)
    steps = ["melee"]
    if "charged" in did:
        steps = ["charges_first", "moves_first", *(["melee"] if "fought_melee" in did else [])]
        units = {"c": replace(enemy, y=end - 200), "u": unit}
        fight = battle(units, *steps, period=_PERIOD)
        fight.play("charge u c")
    elif "attacked_in_flank_or_rear" in did:
        beside = replace(enemy, heading=900, x=X + layout_of(unit).frame.left)
        contacts = (Contact("c", "u", "flank", _PERIOD),)
        fight = battle({"c": beside, "u": unit}, *steps, period=_PERIOD, contacts=contacts)
    else:
        contacts = (Contact("c", "u", "front", _PERIOD - 1),)
        fight = battle({"c": enemy, "u": unit}, *steps, period=_PERIOD, contacts=contacts)
    play_out(fight)
    return fight


# Generals


@operation("general_risk", {"generals": each({"with_unit": one_of(get_args(Danger))})})
def _general_risk(given: Given, dice: Scripted) -> Answer:
    """Each general is with a brigade of his own that is fired on, fights, or is left alone."""
    found = [_at_risk(one["with_unit"], dice) for one in given["generals"]]
    return {
        "results": [result for result, _ in found],
        "successor_waits": [waits for _, waits in found],
    }


def _at_risk(danger: Danger, dice: Scripted) -> tuple[str, int | None]:
    """What became of a general, and how many full periods his brigade is without one."""
    general = General(
        title="General", side="union", role="division", divisions=("1",), joined="u", x=X, y=Y
    )
    enemy = _enemy(Y if danger == "melee" else Y - 400)
    units = {"c": enemy, "u": _unit(division="1", weapon="")}
    if danger == "fired_on":
        units["c"] = replace(enemy, weapon="muzzle_loading_rifle")
    # Own dice: those of the volley, or two for each unit in melee.
    before = {"fired_on": (5,), "melee": (3, 5, 3, 5), "none": ()}[danger]
    used = Around(before, dice.left[:1], STEADY if dice.left else ())
    contacts = (Contact("u", "c", "front", 2),) if danger == "melee" else ()
    with laid():
        step = "melee" if danger == "melee" else "firing"
        fight = battle(units, step, dice=used, period=3, generals={"g": general}, contacts=contacts)
        if danger == "fired_on":
            fight.play("fire c u")
            fight.play("done")
        spend(dice, fight)
        rolled = told(fight, GeneralAtRisk)
        if not rolled:
            return "no_test", None
        state, fate = fight.state, rolled[0].fate
        if fate == "unharmed":
            return fate, None
        return fate, _periods_without(state)


def _periods_without(state: State) -> int:
    """The full periods after this one in which a brigade is not given orders."""
    state = _left_alone(state)
    for waits in range(10):
        state = _ended(state)
        if may(onwards(state, "moves_first"), "move u back 0.5"):
            return waits
    raise VectorFault("nobody takes over the command")


def _left_alone(state: State) -> State:
    """The state with the enemy gone: nothing but command keeps the brigade from moving."""
    twin: State = state.copy()
    twin.contacts = ()
    twin.change("c", y=Y - 3_000)
    return twin
