"""What the designer of a scenario wants to know: is it fair, how long is it, what goes unused, and
what would make it fair."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import median
from typing import NamedTuple

from longroll.ai import player_title
from longroll.kernel.system import slug_of
from longroll.lab.battles import Fought
from longroll.lab.findings import Spread, never_cited, never_fight, present, spread
from longroll.lab.plans import Plan
from longroll.lab.stats import Share, wilson

#: Shares of victories between which a scenario is fair.
FAIR = (0.4, 0.6)
#: Names of units or rules that are told before the rest is only counted.
SHOWN = 12
#: In this share of the battles, points must agree with the winner for them to decide it.
DECISIVE = 0.9


class Handicap(NamedTuple):
    """What would make a scenario fair: so many points for a side, and its share of the battles
    that were played if it had had them. `of` says of what."""

    side: str
    points: int
    share: float
    of: str

    def __str__(self) -> str:
        of = self.of.removesuffix("s") if self.points == 1 else self.of
        return f"about {self.points} {of} more for the {self.side} ({self.share:.0%} wins)"


class Design(NamedTuple):
    """A scenario as its battles show it; shares are those of the first side, draws half."""

    plan: Plan
    battles: int
    failed: tuple[str, ...]
    first: str
    share: Share
    drawn: int
    turns: Spread
    decisions: Spread
    idle: list[str]
    units: int
    silent: dict[str, tuple[str, ...]]
    handicap: Handicap | None

    @property
    def verdict(self) -> str:
        """Whether the scenario is fair between these players."""
        low, high = FAIR
        if not self.share.of:
            return "no battle ended"
        if self.share.high < low or self.share.low > high:
            return f"one-sided: the {self.favoured} wins"
        if self.share.low > 0.5 or self.share.high < 0.5:
            return f"leans to the {self.favoured}"
        if low <= self.share.low and self.share.high <= high:
            return "balanced"
        return "no side is clearly favoured; more battles would tell"

    @property
    def favoured(self) -> str:
        other = next(side for side in self.plan.players if side != self.first)
        return self.first if self.share.value > 0.5 else other


def examine(plan: Plan, battles: Sequence[Fought]) -> Design:
    """What the battles of a scenario say about it."""
    played = [one for one in battles if not one.failed]
    first = next(iter(plan.players))
    won = sum(one.winner == first for one in played)
    drawn = sum(one.winner is None for one in played)
    return Design(
        plan=plan,
        battles=len(battles),
        failed=tuple(one.name for one in battles if one.failed),
        first=first,
        share=wilson(won + drawn / 2, len(played)),
        drawn=drawn,
        turns=spread([one.turns for one in played]),
        decisions=spread([one.decisions for one in played]),
        idle=never_fight(plan, played),
        units=len(present(plan, played)),
        silent=never_cited(plan, played),
        handicap=by_points(plan, played) or by_strength(plan, played),
    )


def by_points(plan: Plan, battles: Sequence[Fought]) -> Handicap | None:
    """The victory points that would make a scenario fair, if points decide it.

    Half of the battles have a smaller margin than the median, so that is what evens it out.
    """
    first, second = plan.players
    decided = [one for one in battles if one.winner is not None]
    margins = [one.points.get(first, 0) - one.points.get(second, 0) for one in decided]
    agree = sum(
        (margin > 0) == (one.winner == first) and margin != 0
        for margin, one in zip(margins, decided, strict=True)
    )
    if not decided or agree < DECISIVE * len(decided):
        return None
    needed = round(-median(margins))
    if needed == 0:
        return None
    side = first if needed > 0 else second
    wins = sum((margin + needed > 0) + 0.5 * (margin + needed == 0) for margin in margins)
    share = wins / len(margins)
    return Handicap(side, abs(needed), share if side == first else 1 - share, "victory points")


def by_strength(plan: Plan, battles: Sequence[Fought]) -> Handicap | None:
    """The strength that would make a scenario fair, judged by what losses go with victory.

    A logistic curve through the battles tells how likely a side wins that has lost so much less
    than its enemy; the handicap moves every battle along that curve. It is a first guess: play
    the changed scenario to check it.
    """
    first, second = plan.players
    decided = [one for one in battles if one.winner is not None]
    lead = [float(one.lost.get(second, 0) - one.lost.get(first, 0)) for one in decided]
    won = [float(one.winner == first) for one in decided]
    if len(set(won)) < 2 or len(set(lead)) < 2:
        return None
    base, slope = _logistic(lead, won)
    if slope <= 0:
        return None

    def share(more: float) -> float:
        return sum(_curve(base + slope * (each + more)) for each in lead) / len(lead)

    low, high = -200.0, 200.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if share(middle) < 0.5 else (low, middle)
    needed = round(low)
    if needed == 0 or abs(needed) > 190:
        return None
    side = first if needed > 0 else second
    reached = share(needed)
    return Handicap(side, abs(needed), reached if side == first else 1 - reached, "strength points")


def _curve(value: float) -> float:
    return 1 / (1 + exp(-max(-500.0, min(500.0, value))))


def _logistic(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float]:
    """The curve that fits best, found by Newton's method with a little ridge, so that samples
    that a single value divides have a fit too."""
    base = slope = 0.0
    for _ in range(50):
        # Gradient and curvature of the log-likelihood.
        g0, g1, h00, h01, h11 = 0.0, -0.01 * slope, 1e-9, 0.0, 0.01
        for x, y in zip(xs, ys, strict=True):
            p = _curve(base + slope * x)
            g0, g1 = g0 + y - p, g1 + (y - p) * x
            w = p * (1 - p)
            h00, h01, h11 = h00 + w, h01 + w * x, h11 + w * x * x
        size = h00 * h11 - h01 * h01
        if size <= 1e-12:
            break
        step0, step1 = (h11 * g0 - h01 * g1) / size, (h00 * g1 - h01 * g0) / size
        base, slope = base + step0, slope + step1
        if abs(step0) + abs(step1) < 1e-9:
            break
    return base, slope


def page(designs: Sequence[Design], command: str) -> str:
    """The page of the documents that shows how every scenario plays."""
    lines = [
        "# How the scenarios play",
        "",
        f"Made by `{command}`, both sides by the same computer player. Share: of the first side's "
        "victories, draws half, with its 95 % interval. A handicap is a first guess: victory "
        "points by the median margin where points decide, else strength by the losses that go "
        "with victory. Between people a scenario may lean the other way.",
        "",
        "| system, rules | scenario | player | battles | first side | share | verdict | turns | "
        "idle units | rules not cited | would balance it |",
        "|---|---|---|---:|---|---:|---|---:|---:|---:|---|",
    ]
    for one in designs:
        silent = sum(len(rules) for rules in one.silent.values())
        cells = (
            f"{one.plan.system} {one.plan.version}",
            slug_of(one.plan.scenario),
            player_title(next(iter(one.plan.players.values())), one.plan.system),
            f"{one.battles}" + (f" ({len(one.failed)} failed)" if one.failed else ""),
            one.first,
            str(one.share),
            one.verdict,
            f"{one.turns.middle:g} ({one.turns.low:g}–{one.turns.high:g})",
            f"{len(one.idle)} of {one.units}",
            str(silent),
            str(one.handicap) if one.handicap and one.verdict != "balanced" else "–",
        )
        lines.append("| " + " | ".join(cells) + " |")
    lines += ["", "## Units that never fought", ""]
    lines += [
        f"- **{one.plan.system} {slug_of(one.plan.scenario)}**: {few(one.idle)}"
        for one in designs
        if one.idle
    ]
    return "\n".join([*lines, ""])


def few(names: Sequence[str]) -> str:
    """Some names, and how many more there are.

    >>> few([]), few(["a", "b"])
    ('none', 'a, b')
    """
    if not names:
        return "none"
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
