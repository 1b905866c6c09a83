"""29.2 What the Union does not know: the Confederate plan, except what it was told or saw."""

from __future__ import annotations

from collections.abc import Iterator

from longroll.kernel.system import Chance
from longroll.systems.corinth import plotting
from longroll.systems.corinth.assault_areas import DIVISIONS, OPENS
from longroll.systems.corinth.state import State
from longroll.systems.gbacw.roster import CAVALRY, CONFEDERATE

FREE = "free"
Plan = dict[str, tuple[str, int]]


def is_hidden(state: State, viewer: str) -> bool:
    """Whether something of the plan is still a secret to a side."""
    return state.scenario == FREE and viewer != CONFEDERATE and bool(_unseen(state))


def _unseen(state: State) -> list[str]:
    """Divisions that have not appeared yet."""
    return [division for division in DIVISIONS if division not in state.areas]


def plans(state: State) -> Iterator[Plan]:
    """Every plan consistent with what the Union knows, in a fixed order."""
    known: Plan = {d: state.plan[d] for d in DIVISIONS if d in state.areas}
    yield from _complete(state, known, list(DIVISIONS))


def _complete(state: State, known: Plan, order: list[str]) -> Iterator[Plan]:
    """Fill in the divisions one after another, each line as the rules allow it."""

    def fill(plan: Plan, rest: list[str]) -> Iterator[Plan]:
        if not rest:
            if state.revealed in {area for area, turn in plan.values() if turn == 1}:
                yield plan
            return
        division = rest[0]
        lines = [known[division]] if division in known else _lines(state)
        trial = state.copy()
        trial.plan = plan
        for area, turn in lines:
            if next(plotting.bars_to_plot(trial, division, area, turn), None) is None:
                yield from fill({**plan, division: (area, turn)}, rest[1:])

    yield from fill({}, order)


def _lines(state: State) -> list[tuple[str, int]]:
    """Areas and Game-Turns in which an unseen division may still enter."""
    return [(area, turn) for turn in range(_earliest(state), plotting.LATEST + 1) for area in OPENS]


def _earliest(state: State) -> int:
    """The first Game-Turn in which an unseen division could still enter."""
    over = state.phasing and (state.phasing != CONFEDERATE or state.phase > "B")
    return max(1, state.turn + bool(over))


def as_seen(state: State, viewer: str) -> State:
    """The state with a possible plan, the same one whatever the real plan is."""
    if not is_hidden(state, viewer):
        return state
    return _with_plan(state, next(plans(state), None), None)


def reshuffle(state: State, viewer: str, chance: Chance) -> State:
    """The state with a random plan consistent with what the Union knows."""
    if not is_hidden(state, viewer):
        return state
    found = list(plans(state))
    return _with_plan(state, chance.choice(found) if found else None, chance)


def _with_plan(state: State, plan: Plan | None, chance: Chance | None) -> State:
    """The state with another plan, and the unseen counters dealt again over its divisions."""
    twin: State = state.copy()
    if not state.revealed:
        # While it is being made, nothing of it is known.
        twin.plan, twin.attached = {}, {}
        return twin
    if plan is not None:
        twin.plan = plan
    attached = dict(state.attached)
    for unit in sorted(attached):
        own, piece = state.units[unit], state.piece(unit)
        if own.hex or own.fate or unit in state.returning:
            continue
        open_to = [d for d in DIVISIONS if state.waiting.get(d) or d not in state.areas]
        if piece.kind != CAVALRY:
            allowed = plotting.allowed(state, piece.id)
            open_to = [d for d in open_to if d in allowed]
        if open_to:
            attached[unit] = chance.choice(open_to) if chance else open_to[0]
    twin.attached = attached
    plotting.settle(twin)
    return twin
