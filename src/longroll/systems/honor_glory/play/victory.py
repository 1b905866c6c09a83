"""When a battle is over. [honor_glory:10.1] [honor_glory:10.2]"""

from __future__ import annotations

from math import sqrt

from longroll.kernel.leads import likely
from longroll.kernel.state import Result
from longroll.miniatures.goals import Goals
from longroll.systems.honor_glory import counters
from longroll.systems.honor_glory.play.state import State
from longroll.systems.honor_glory.words import REGIMENTS, SIDES, Side

#: The points of a fresh regiment; what is lost with the commander-in-chief, what it is worth to be
#: the winner if time were up, and the lead that wins three times in four, as shares of an army.
#: Fitted on 150 battles at Hedge Lane.
_FRESH = 8
_CHIEF, _AHEAD, _LEAD = 0.8, 0.3, 0.2


def broken(state: State, side: Side) -> int:
    """The broken units of a side as the rule counts them. [honor_glory:10.b1]
    [honor_glory:10.b2] [honor_glory:10.b3]"""
    gone = [
        unit
        for unit in state.units.values()
        if (unit.place == "gone" or unit.morale == "broken")
        and unit.side == side
        and counters.COUNTED[unit.kind]
    ]
    return len(gone) + state.lost_commanders.get(side, 0)


def breakpoint_of(state: State, side: Side) -> int:
    """[honor_glory:10.3] [honor_glory:10.4]"""
    units = [one for one in state.units.values() if one.side == side and counters.COUNTED[one.kind]]
    return counters.breakpoint_of(side, state.played.file.date, len(units))


def has_lost(state: State, side: Side) -> bool:
    gone = broken(state, side)
    # An army that has lost nobody can bear that.
    most = breakpoint_of(state, side) if gone else 0
    return counters.has_lost(gone, most, state.counters.get(side))


def conclude(state: State) -> None:
    """End the battle if an army has lost; if both have, nobody wins."""
    if state.result is not None:
        return
    beaten = [side for side in SIDES if has_lost(state, side)]
    if not beaten:
        return
    winner = next((side for side in SIDES if side not in beaten), None)
    why = "the enemy army has reached its breakpoint"
    state.result = Result(winner, "victory" if winner else "draw", "honor_glory:10.1", why)
    state.phase = "over"


def formed(state: State, side: str) -> list[str]:
    """The units of a side that hold ground."""
    return [id for id in state.of_side(side) if state.units[id].morale == "formed"]


def strengths(state: State, side: str) -> list[tuple[int, int]]:
    """What a side can bear, and how much of that is left to it."""
    most = breakpoint_of(state, side)  # type: ignore[arg-type]
    return [(most, most - broken(state, side))]  # type: ignore[arg-type]


GOALS = Goals[State](
    formed=formed,
    strengths=strengths,
    enemy={"union": "confederate", "confederate": "union"},
)


def worth(state: State, side: str) -> float:
    """How well a side is doing: by what its regiments can still bear, of which the last points
    are the dearest, by its commander-in-chief, and near the end by who would win now."""
    hopes: dict[str, float] = {each: _hope(state, each) for each in SIDES}
    now = state.result or at_the_end(state)
    if now.winner is not None:
        hopes[now.winner] += _AHEAD * min(1.0, state.full_turn / state.played.file.turns) ** 4
    return likely(hopes[side] - hopes[GOALS.enemy[side]], _LEAD)


def _hope(state: State, side: Side) -> float:
    """What is left of a side, 1 for fresh regiments under their commander-in-chief."""
    own = [one for one in state.units.values() if one.side == side and one.arm in REGIMENTS]
    fit = sum(sqrt(one.mp) for one in own if one.place == "table" and one.morale != "broken")
    chiefs = [one for one in state.commanders.values() if one.side == side and one.rank == "cinc"]
    fallen = sum(one.place != "table" for one in chiefs)
    return fit / (sqrt(_FRESH) * max(1, len(own))) - _CHIEF * fallen


def out_of_time(state: State) -> None:
    """The last turn is over."""
    state.result, state.phase = at_the_end(state), "over"


def at_the_end(state: State) -> Result:
    """How it ends if time is up: the only side with formed units at the objective wins; if there
    is none, the one that lost the smaller share of what it can bear. (HG-09)"""
    objective = state.played.file.objective
    holders = [side for side in SIDES if side in GOALS.holders(state, objective)]
    if len(holders) == 1:
        why = f"time is up, and it holds {objective.name}"
        return Result(holders[0], "victory", "honor_glory:10.1", why)
    shares = {side: broken(state, side) * breakpoint_of(state, _other(side)) for side in SIDES}
    winner = next((side for side in SIDES if shares[side] < max(shares.values())), None)
    return Result(winner, "victory" if winner else "draw", "honor_glory:10.1", "time is up")


def _other(side: Side) -> Side:
    return "union" if side == "confederate" else "confederate"
