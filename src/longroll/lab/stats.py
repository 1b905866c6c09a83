"""Shares with intervals, ratings, quantiles and tests, for counts of battles."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, erfc, inf, log10, sqrt
from statistics import fmean, stdev
from typing import NamedTuple

#: Standard deviations either side that hold 95 % of a normal distribution.
Z95 = 1.959963984540054
#: Fewer pairs than this are too few to judge their spread by.
FEW = 10


class Share(NamedTuple):
    """A share of some number of battles, and the interval it lies in with 95 % confidence."""

    value: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        return f"{self.value:.0%} ({self.low:.0%}–{self.high:.0%})"


def wilson(count: float, of: int) -> Share:
    """The share `count` of `of`, with Wilson's interval; half counts are draws.

    >>> print(wilson(9, 12))
    75% (47%–91%)
    >>> print(wilson(0, 0))
    0% (0%–100%)
    """
    if not of:
        return Share(0.0, 0.0, 1.0, 0)
    share = count / of
    scale = 1 + Z95**2 / of
    middle = (share + Z95**2 / (2 * of)) / scale
    half = Z95 * sqrt(share * (1 - share) / of + Z95**2 / (4 * of**2)) / scale
    return Share(share, max(0.0, middle - half), min(1.0, middle + half), of)


def elo(share: float) -> float:
    """The difference of ratings that leads one to expect a share of the points.

    >>> round(elo(0.75)), elo(1.0)
    (191, inf)
    """
    if share <= 0:
        return -inf
    return inf if share >= 1 else -400 * log10(1 / share - 1) + 0.0


def in_pairs(points: Sequence[float]) -> Share:
    """The share of the points of pairs, each from 0 to 2, with an interval from their spread.

    Both battles of a pair have the same dice and opposite sides, so they are one observation. Few
    pairs say little of their spread; there the interval is Wilson's.

    >>> print(in_pairs([2, 2, 1, 2]))
    88% (40%–99%)
    >>> print(in_pairs([2, 2, 1, 2] * 5))
    88% (78%–97%)
    """
    shares = [each / 2 for each in points]
    if len(shares) < FEW or len(set(shares)) == 1:
        return wilson(sum(shares), len(shares))
    mean = fmean(shares)
    half = Z95 * stdev(shares) / sqrt(len(shares))
    return Share(mean, max(0.0, mean - half), min(1.0, mean + half), len(shares))


def quantile(values: Sequence[float], share: float) -> float:
    """The value that a share of all values lie below; never beyond the smallest or largest.

    >>> quantile([1, 2, 4], 0.5), quantile([1, 2, 4], 0.75), quantile([7], 0.1)
    (2.0, 3.0, 7.0)
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (ordered[above] - ordered[below]) * (place - below))


def fisher(one: tuple[int, int], other: tuple[int, int]) -> float:
    """How likely two counts, each of some number, differ at least so much by chance alone.

    Fisher's exact test, two-sided.

    >>> round(fisher((1, 10), (9, 10)), 4)
    0.0011
    >>> fisher((5, 10), (5, 10))
    1.0
    """
    (count, of), (count_2, of_2) = one, other
    hits, total = count + count_2, of + of_2
    ways = comb(total, hits)
    least, most = max(0, hits - of_2), min(of, hits)
    weights = [comb(of, k) * comb(of_2, hits - k) for k in range(least, most + 1)]
    seen = weights[count - least]
    return min(1.0, sum(weight for weight in weights if weight <= seen) / ways)


def mann_whitney(one: Sequence[float], other: Sequence[float]) -> float:
    """How likely two samples differ at least so much in rank by chance alone, two-sided.

    The normal approximation, corrected for ties.

    >>> mann_whitney([1, 2, 3, 4, 5], [11, 12, 13, 14, 15]) < 0.02
    True
    >>> mann_whitney([3, 3], [3, 3])
    1.0
    """
    many, many_2 = len(one), len(other)
    total = many + many_2
    if not many or not many_2:
        return 1.0
    ordered = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks, ties, start = 0.0, 0.0, 0
    while start < total:
        end = start
        while end < total and ordered[end][0] == ordered[start][0]:
            end += 1
        size = end - start
        ranks += (start + end + 1) / 2 * sum(which == 0 for _, which in ordered[start:end])
        ties += size**3 - size
        start = end
    spread = many * many_2 / 12 * (total + 1 - ties / (total * (total - 1)))
    if spread <= 0:
        return 1.0
    distance = abs(ranks - many * (many + 1) / 2 - many * many_2 / 2)
    return erfc(max(0.0, distance - 0.5) / sqrt(2 * spread))


def holm(chances: Sequence[float]) -> list[float]:
    """Chances of several tests at once, each raised for the company it is in (Holm's method).

    >>> holm([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    raised, highest = [1.0] * len(chances), 0.0
    for place, index in enumerate(order):
        highest = max(highest, min(1.0, chances[index] * (len(chances) - place)))
        raised[index] = highest
    return raised
