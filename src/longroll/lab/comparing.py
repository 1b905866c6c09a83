"""Two runs side by side: what differs, and whether chance alone would explain it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from longroll.lab.battles import Fought
from longroll.lab.findings import spread
from longroll.lab.journal import BadRun
from longroll.lab.runs import Run
from longroll.lab.stats import fisher, holm, mann_whitney, wilson

#: A difference that chance alone gives less often than this is called significant.
LEVEL = 0.05


class Difference(NamedTuple):
    """One thing in two runs, in words, and how likely chance alone makes such a difference.

    `chance` is raised for the number of things compared (Holm's method).
    """

    what: str
    one: str
    other: str
    chance: float

    @property
    def is_significant(self) -> bool:
        return self.chance < LEVEL


def compare(one: Run, other: Run) -> list[Difference]:
    """What differs between two runs of the same system; BadRun if they cannot be compared."""
    if one.plan.system != other.plan.system:
        raise BadRun(f"{one.plan.system} and {other.plan.system} have nothing to compare")
    first, second = _played(one), _played(other)
    sides = tuple(one.plan.players)
    found: list[Difference] = []
    for who in (*sides, None):
        wins = [sum(each.winner == who for each in battles) for battles in (first, second)]
        what = f"{who} wins" if who is not None else "nobody wins"
        chance = fisher((wins[0], len(first)), (wins[1], len(second)))
        shares = wilson(wins[0], len(first)), wilson(wins[1], len(second))
        found.append(Difference(what, str(shares[0]), str(shares[1]), chance))
    found.append(_numbers("turns", [each.turns for each in first], [each.turns for each in second]))
    for side in sides:
        lost = [[each.lost[side] for each in battles] for battles in (first, second)]
        found.append(_numbers(f"{side} losses", *lost))
    for figure in first[0].figures:
        known = [[each.figures.get(figure, 0) for each in battles] for battles in (first, second)]
        found.append(_numbers(figure, *known))
    raised = holm([each.chance for each in found])
    return [each._replace(chance=chance) for each, chance in zip(found, raised, strict=True)]


def settings(one: Run, other: Run) -> list[tuple[str, str, str]]:
    """In what the plans of two runs differ."""
    found = []
    for field in one.plan.__struct_fields__:
        values = [str(getattr(run.plan, field)) for run in (one, other)]
        if values[0] != values[1]:
            found.append((field, values[0], values[1]))
    return found


def statement(differences: Sequence[Difference]) -> str:
    """What the comparison comes to, in a sentence or two."""
    clear = [each for each in differences if each.is_significant]
    if not clear:
        return (
            "No difference is significant: chance alone would give differences like these "
            f"more often than once in {1 / LEVEL:.0f} comparisons."
        )
    told = "; ".join(f"{each.what} ({each.one} against {each.other})" for each in clear)
    return f"Significant at {LEVEL:.0%}, allowing for {len(differences)} comparisons: {told}."


def _played(run: Run) -> list[Fought]:
    battles = [each for each in run.battles() if not each.failed]
    if not battles:
        raise BadRun(f"{run.folder} has no battles")
    return battles


def _numbers(what: str, one: Sequence[float], other: Sequence[float]) -> Difference:
    told = [
        f"{each.mean:,.1f} ({each.quarter:,.0f}–{each.three_quarters:,.0f})"
        for each in (spread(one), spread(other))
    ]
    return Difference(what, told[0], told[1], mann_whitney(one, other))
