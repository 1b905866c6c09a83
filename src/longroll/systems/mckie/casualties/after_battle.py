"""What becomes of the figures an army has lost, when the day is over. [mckie:loss.1]"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from longroll.kernel.state import Score
from longroll.systems.mckie.army.units import DayOfBattle, end_of_day
from longroll.systems.mckie.words import Side


def day_of(losses: Iterable[tuple[int, int]]) -> DayOfBattle:
    """The fate of what some units lost, each so many figures and so many of them captured.
    [mckie:loss.1] [mckie:loss.2] [mckie:loss.3] (MK-M61)

    >>> day_of([(10, 0), (13, 3)])
    DayOfBattle(dead=2, badly_wounded=8, returning=10, prisoners=3)
    """
    days = [end_of_day(lost, captured) for lost, captured in losses]
    return DayOfBattle(
        dead=sum(day.dead for day in days),
        badly_wounded=sum(day.badly_wounded for day in days),
        returning=sum(day.returning for day in days),
        prisoners=sum(day.prisoners for day in days),
    )


def scores_of(side: Side, day: DayOfBattle) -> Iterator[Score]:
    """The same as lines of a result."""
    yield Score(side, day.dead, "figures dead", "mckie:loss.1")
    yield Score(side, day.badly_wounded, "figures badly wounded", "mckie:loss.1")
    yield Score(
        side, day.returning, "figures back with their units at the end of the day", "mckie:loss.2"
    )
    yield Score(side, day.prisoners, "figures taken prisoner", "mckie:loss.3")
