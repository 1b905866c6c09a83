"""Player against player: both sides of every seed, a share of the points with its interval, Elo."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from math import isinf
from typing import NamedTuple

from longroll.ai import levels, player_title
from longroll.kernel.system import slug_of
from longroll.lab.battles import Fought
from longroll.lab.plans import Plan
from longroll.lab.stats import Share, elo, in_pairs, wilson


class Pairing(NamedTuple):
    """How the first of two players did against the second.

    `share` is of the points of all battles, half a point for a draw; `pairs` the same with an
    interval from the spread of the pairs, and the better guide where a scenario favours a side.
    `by_side` is the first player's share with each side.
    """

    plan: Plan
    won: int
    drawn: int
    lost: int
    failed: tuple[str, ...]
    share: Share
    pairs: Share
    by_side: dict[str, Share]

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference of ratings and the ends of its interval."""
        return elo(self.pairs.value), elo(self.pairs.low), elo(self.pairs.high)


def count_pairs(plan: Plan, battles: Iterable[Fought]) -> Pairing:
    """What the battles of a match come to, for the player who has the first side at first."""
    first, second = plan.players
    points: dict[int, list[float]] = defaultdict(list)
    by_side: dict[str, list[float]] = {first: [], second: []}
    failed = []
    for fought in battles:
        if fought.failed:
            failed.append(fought.name)
            continue
        side = second if fought.name.endswith("swapped") else first
        point = 0.5 if fought.winner is None else float(fought.winner == side)
        by_side[side].append(point)
        points[fought.seed].append(point)
    played = [point for pair in points.values() for point in pair]
    return Pairing(
        plan=plan,
        won=played.count(1.0),
        drawn=played.count(0.5),
        lost=played.count(0.0),
        failed=tuple(failed),
        share=wilson(sum(played), len(played)),
        pairs=in_pairs([sum(pair) for pair in points.values() if len(pair) == 2]),
        by_side={side: wilson(sum(each), len(each)) for side, each in by_side.items()},
    )


def players_of(system: str) -> list[str]:
    """Who meets whom in the table of a system: random, and its levels, the weakest first."""
    return ["random", *(str(number) for number, _ in enumerate(levels(system), 1))]


def all_pairs(system: str) -> list[tuple[str, str]]:
    """Every pairing of a system, the stronger player first by its level.

    >>> all_pairs("stockade_redan")[:2]
    [('1', 'random'), ('2', 'random')]
    """
    return [(strong, weak) for weak, strong in combinations(players_of(system), 2)]


def rating(value: float) -> str:
    """A difference of ratings in words.

    >>> rating(191.2), rating(float("-inf")), rating(-0.2)
    ('+191', '−∞', '0')
    """
    if isinf(value):
        return "∞" if value > 0 else "−∞"
    number = round(value)
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def page(pairings: Iterable[Pairing], command: str) -> str:
    """The page of the documents that shows all pairings."""
    lines = [
        "# How strong the computer plays",
        "",
        f"Made by `{command}`. Every seed is played twice with the sides swapped, so that a "
        "scenario that favours a side favours both players once. Share: of the points, half a "
        "point for a draw, with its 95 % interval (Wilson). Elo: the difference of ratings that "
        "leads one to expect the share, with an interval from the spread of the pairs.",
        "",
        "| system | scenario | players | battles | won, drawn, lost | share | Elo | by side |",
        "|---|---|---|---:|---:|---:|---:|---|",
    ]
    for one in pairings:
        first, second = one.plan.players.values()
        sides = ", ".join(f"{side} {share.value:.0%}" for side, share in one.by_side.items())
        middle, low, high = (rating(value) for value in one.elo)
        failed = f", {len(one.failed)} failed" if one.failed else ""
        cells = (
            one.plan.system,
            slug_of(one.plan.scenario),
            f"{_title(one.plan.system, first)} – {_title(one.plan.system, second)}",
            str(one.share.of),
            f"{one.won}, {one.drawn}, {one.lost}{failed}",
            str(one.share),
            f"{middle} ({low} to {high})",
            sides,
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def _title(system: str, player: str) -> str:
    return f"{player} {player_title(player, system)}" if player.isdecimal() else player
