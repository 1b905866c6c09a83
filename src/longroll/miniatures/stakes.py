"""Where victory stands on a measured table: objectives, and the conditions of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from longroll.display.stakes import Level, Stake
from longroll.miniatures.goals import Goals
from longroll.miniatures.measure import WHOLE, Measure, written
from longroll.miniatures.state import State
from longroll.miniatures.victory import (
    AloneAt,
    Condition,
    FewerLost,
    FiguresLeft,
    FormedBeyond,
    HoldsWall,
    Objective,
    Victory,
)

S = TypeVar("S", bound=State[Any, Any])


def objectives(
    state: S, goals: Goals[S], places: Sequence[Objective], measure: Measure, rule: str
) -> Iterator[Stake]:
    """Who is near each objective."""
    for place in places:
        near = goals.holders(state, place)
        who = " and ".join(sorted(side.title() for side in near)) or "nobody"
        yield Stake(
            what=f"{place.name}, within {_told(place.within, measure)}",
            where=(_at(place.at),),
            holder=next(iter(near)) if len(near) == 1 else None,
            now=who,
            rule=rule,
        )


def losses(state: S, goals: Goals[S], what: str, rule: str) -> Iterator[Stake]:
    """What each side has lost."""
    for side in goals.enemy:
        lost = goals.losses(state, side)
        yield Stake(what=f"{side.title()} {what}", now=str(lost), rule=rule)


def conditions(
    state: S, goals: Goals[S], victories: Sequence[Victory], measure: Measure, rule: str
) -> Iterator[Stake]:
    """Each condition of the scenario, and whether it is met now."""
    for victory in victories:
        for condition in victory.when:
            yield Stake(
                what=f"{condition.side.title()}: {words(condition, measure)}",
                where=(_at(condition.at),) if isinstance(condition, AloneAt) else (),
                holder=victory.winner if goals.is_met(state, condition) else None,
                now=_now(state, goals, condition, measure),
                worth=f"for the {victory.winner.title()}",
                rule=rule,
            )


def levels(
    state: S, goals: Goals[S], victories: Sequence[Victory], winner: str | None
) -> Iterator[Level]:
    """The results that a scenario knows, in the order in which they are judged."""
    for victory in victories:
        met = all(goals.is_met(state, condition) for condition in victory.when)
        yield Level(
            title=f"{victory.winner.title()} victory",
            side=victory.winner,
            asks=victory.reason,
            reached=met and victory.winner == winner,
        )
    if victories and victories[-1].when:
        yield Level(title="Draw", asks="neither", reached=winner is None)


def words(condition: Condition, measure: Measure) -> str:
    """What a condition asks of its side, as a player reads it.

    >>> words(FiguresLeft("union", 50), Measure("in", "inches"))
    '50 in 100 of its figures left'
    """
    match condition:
        case AloneAt():
            return f"alone within {_told(condition.within, measure)} of {condition.name}"
        case FormedBeyond():
            arms = " or ".join(condition.arms)
            many = f"{condition.units} formed {'unit' if condition.units == 1 else 'units'}"
            return f"{many} of {arms} wholly {condition.beyond} of the line"
        case HoldsWall():
            return f"{_told(condition.length, measure)} of {condition.piece}"
        case FiguresLeft():
            return f"{condition.percent} in 100 of its figures left"
        case FewerLost():
            return "fewer losses than the enemy"


def _now(state: S, goals: Goals[S], condition: Condition, measure: Measure) -> str:
    match condition:
        case FormedBeyond():
            return f"{len(goals.beyond(state, condition))} of {condition.units}"
        case HoldsWall():
            return measure.told(goals.wall_held(state, condition.side, condition.piece))
        case FiguresLeft():
            pairs = list(goals.strengths(state, condition.side))
            began = sum(strength for strength, _ in pairs)
            left = sum(left for _, left in pairs)
            return f"{100 * left // began if began else 0} in 100"
    return "yes" if goals.is_met(state, condition) else "no"


def asks(
    state: S, goals: Goals[S], victories: Sequence[Victory], measure: Measure
) -> Iterator[str]:
    """What each side still has to do."""
    for victory in victories:
        missing = [
            words(condition, measure)
            for condition in victory.when
            if not goals.is_met(state, condition)
        ]
        if missing:
            yield f"Still needed for a {victory.winner.title()} victory: {'; '.join(missing)}."


def _told(length: float, measure: Measure) -> str:
    return measure.told(round(length * WHOLE))


def _at(place: tuple[float, float]) -> str:
    return ",".join(written(round(part * WHOLE)) for part in place)
