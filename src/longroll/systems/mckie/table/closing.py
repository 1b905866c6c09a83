"""The end of a period: what it leaves, and the end of the battle."""

from __future__ import annotations

from msgspec.structs import replace

from longroll.kernel.agenda import Umpire
from longroll.kernel.state import Result, Score
from longroll.systems.mckie.army.troops import Unit
from longroll.systems.mckie.army.units import DayOfBattle
from longroll.systems.mckie.casualties.after_battle import day_of, scores_of
from longroll.systems.mckie.fatigue import step as fatigue_step
from longroll.systems.mckie.fire import guns, supply
from longroll.systems.mckie.scenarios.goals import GOALS, army, formed
from longroll.systems.mckie.table.state import ENEMY, State
from longroll.systems.mckie.terrain import trenches
from longroll.systems.mckie.words import CONFEDERATE, SIDES, UNION, Side

_RULE = "mckie:victory.none"


def close(state: State, umpire: Umpire) -> None:
    """Rest, ammunition, guns and wagons that changed hands; markers of the period are removed.
    After the last period the result of the battle is worked out."""
    guns.settle(state, umpire)
    supply.capture(state, umpire)
    supply.replenish(state)
    fatigue_step.rest(state, umpire)
    trenches.settle(state, umpire)
    state.units = {id: rested(unit, state.period) for id, unit in state.units.items()}
    state.commanders = {id: replace(one, moved=False) for id, one in state.commanders.items()}
    state.charges = ()
    state.tallies = {}
    state.roused = state.asked = frozenset()
    if state.period >= state.battle.file.periods or is_decided(state):
        state.result = result(state)


def rested(unit: Unit, period: int) -> Unit:
    """A unit at the start of a new period: only a score of the last one still counts.
    [mckie:period.14n2] (MK-M44)"""
    return replace(
        unit,
        did=frozenset(),
        grounds=frozenset(),
        felt=frozenset(),
        done=False,
        formed=False,
        spent=0,
        digs=False,
        standing="steady" if unit.standing == "retiring" else unit.standing,
        last_score=unit.last_score if unit.scored_in == period else None,
    )


# Victory


def is_decided(state: State) -> bool:
    """Whether one army has left the field."""
    return any(not formed(state, side) for side in SIDES) and not any(
        unit.place == "reserve" for unit in state.units.values()
    )


def result(state: State) -> Result:
    """What the scenario says; if nothing, the only side near the objectives wins, or else the
    side with fewer figures lost. [mckie:victory.none] (MK-M59)"""
    lost = {side: GOALS.losses(state, side) for side in SIDES}
    scores = [Score(side, -lost[side], "figures lost", _RULE) for side in SIDES]
    for side in SIDES:
        scores += scores_of(side, _end_of_day(state, side))
    if state.battle.file.victory:
        return _by_scenario(state, scores)
    held: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for objective in state.battle.file.objectives:
        here = GOALS.holders(state, objective)
        for side in SIDES:
            if here == {side}:
                held[side] += 1
                scores.insert(0, Score(side, 1, f"alone at {objective.name}", _RULE))
    if held[UNION] != held[CONFEDERATE]:
        winner = max(SIDES, key=lambda side: held[side])
        return _won(winner, "it holds the ground at the end", scores)
    if lost[UNION] != lost[CONFEDERATE]:
        winner = min(SIDES, key=lambda side: lost[side])
        reason = f"it lost {lost[winner]} figures, the enemy {lost[ENEMY[winner]]}"
        return _won(winner, reason, scores)
    reason = "nobody holds the ground and losses are equal"
    return Result(None, "Draw", _RULE, reason, tuple(scores))


def _by_scenario(state: State, scores: list[Score]) -> Result:
    for victory in state.battle.file.victory:
        if all(GOALS.is_met(state, condition) for condition in victory.when):
            return _won(victory.winner, victory.reason, scores)
    return Result(None, "Draw", _RULE, "neither army did what it set out to do", tuple(scores))


def _won(winner: Side, reason: str, scores: list[Score]) -> Result:
    return Result(winner, f"{winner.title()} victory", _RULE, reason, tuple(scores))


def _end_of_day(state: State, side: Side) -> DayOfBattle:
    """What becomes of the figures lost. [mckie:loss.1] [mckie:loss.2] [mckie:loss.3] (MK-M61)"""
    lost = [(unit.original - left, unit.captured) for unit, left in army(state, side)]
    return day_of((figures, min(captured, figures)) for figures, captured in lost)
