"""What the battles of a run have in common: who wins, how, when, and at what cost."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from longroll.display.display import display_of
from longroll.display.facts import PieceFacts
from longroll.kernel.system import system_named
from longroll.lab.battles import Fought
from longroll.lab.plans import Plan
from longroll.lab.stats import Share, quantile, wilson
from longroll.rulebooks import UnknownRulebook, duties


class Spread(NamedTuple):
    """A sample: its mean, its middle half, and nine tenths of it."""

    mean: float
    low: float
    quarter: float
    middle: float
    three_quarters: float
    high: float


def spread(values: Sequence[float]) -> Spread:
    """What a sample looks like.

    >>> spread([1, 2, 3]).middle
    2.0
    """
    if not values:
        return Spread(0, 0, 0, 0, 0, 0)
    quantiles = [quantile(values, share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)]
    return Spread(fmean(values), *quantiles)


class TurnedAt(NamedTuple):
    """A turn as a turning point: how often the side ahead after it won, of how many battles in
    which a side was ahead, and how many battles had their greatest swing in it."""

    turn: int
    ahead_won: Share
    swings: int


class DiceOf(NamedTuple):
    """The dice of one kind and side over a whole run. `luck` is how many standard deviations
    they were above what is expected; `lucky` and `unlucky` are the side's share of victories in
    battles where they fell high, and where they fell low."""

    kind: str
    side: str
    dice: int
    expected: float
    rolled: float
    luck: float
    lucky: Share
    unlucky: Share


class Cited(NamedTuple):
    """A rule: how often it was cited, and in how many battles."""

    rule: str
    times: int
    battles: int


def winners(plan: Plan, battles: Sequence[Fought]) -> dict[str | None, Share]:
    """The share of battles that each side won; None is nobody."""
    counts = Counter(one.winner for one in battles)
    return {side: wilson(counts[side], len(battles)) for side in (*plan.players, None)}


def leads(plan: Plan, one: Fought) -> list[float]:
    """How far the first side was ahead after each turn of a battle, -1 to 1.

    By the estimate of its system if it has one, else by what each side had lost.
    """
    first, second = plan.players
    worths: dict[int, float] = {}
    lost: dict[str, int] = {first: 0, second: 0}
    by_loss: dict[int, float] = {}
    for turn in one.by_turn:
        lost[turn.side] += turn.lost + turn.gone
        total = lost[first] + lost[second]
        by_loss[turn.count] = (lost[second] - lost[first]) / total if total else 0.0
        if turn.side == first:
            worths[turn.count] = 2 * turn.worth - 1
    # The last one is what came of the battle, also where a system makes no estimate.
    known = any(list(worths.values())[:-1])
    return list((worths if known else by_loss).values())


def turning_points(plan: Plan, battles: Sequence[Fought]) -> list[TurnedAt]:
    """When battles turn, turn by turn."""
    first, _ = plan.players
    ahead: Counter[int] = Counter()
    right: Counter[int] = Counter()
    swings: Counter[int] = Counter()
    longest = max((one.turns for one in battles), default=0)
    for one in battles:
        lead = leads(plan, one)
        if one.winner is None or not lead:
            continue
        sign = 1 if one.winner == first else -1
        for count, value in enumerate(lead, 1):
            if value:
                ahead[count] += 1
                right[count] += value * sign > 0
        steps = [sign * (after - before) for before, after in zip([0.0, *lead], lead, strict=False)]
        greatest = max(steps)
        if greatest > 0:
            swings[steps.index(greatest) + 1] += 1
    return [
        TurnedAt(count, wilson(right[count], ahead[count]), swings[count])
        for count in range(1, longest + 1)
    ]


def dice_ledger(plan: Plan, battles: Sequence[Fought]) -> list[DiceOf]:
    """What the dice of each kind and side came to, most dice first."""
    found: dict[tuple[str, str], list[tuple[Fought, float]]] = defaultdict(list)
    sums: dict[tuple[str, str], list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    for one in battles:
        for luck in one.luck:
            key = luck.kind, luck.side
            found[key].append((one, luck.rolled - luck.expected))
            for place, value in enumerate((luck.dice, luck.expected, luck.rolled, luck.variance)):
                sums[key][place] += value
    ledger = []
    for (kind, side), (dice, expected, rolled, variance) in sums.items():
        high = [one.winner == side for one, surplus in found[kind, side] if surplus > 0]
        low = [one.winner == side for one, surplus in found[kind, side] if surplus < 0]
        above = (rolled - expected) / sqrt(variance) if variance else 0.0
        lucky, unlucky = wilson(sum(high), len(high)), wilson(sum(low), len(low))
        ledger.append(DiceOf(kind, side, int(dice), expected, rolled, above, lucky, unlucky))
    return sorted(ledger, key=lambda one: (-one.dice, one.kind, one.side))


def cited(battles: Sequence[Fought]) -> list[Cited]:
    """Every rule that was cited, most often first."""
    times: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for one in battles:
        times.update(one.citations)
        within.update(one.citations.keys())
    ordered = sorted(times, key=lambda rule: (-times[rule], rule))
    return [Cited(rule, times[rule], within[rule]) for rule in ordered]


def never_cited(plan: Plan, battles: Sequence[Fought]) -> dict[str, tuple[str, ...]]:
    """Playable rules that no event of any battle cites, by rulebook."""
    used = {rule for one in battles for rule in one.citations}
    missing: dict[str, tuple[str, ...]] = {}
    for book in system_named(plan.system).rulebooks:
        name = book.name.removesuffix(".tsv")
        try:
            known = duties(name)
        except UnknownRulebook:
            continue
        missing[name] = tuple(
            duty.id for duty in known.values() if duty.playable and duty.id not in used
        )
    return missing


def fallen(battles: Sequence[Fought]) -> dict[str, Counter[str]]:
    """What each side lost in each place over all battles, a unit lost outright counting one."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for one in battles:
        for event in one.happenings:
            if event.place and (event.lost or event.gone):
                found[event.place][event.side] += event.lost or 1
    return found


class GroupLoss(NamedTuple):
    """What a part of the order of battle lost on average in a battle."""

    group: str
    title: str
    side: str
    lost: float


def by_group(plan: Plan, battles: Sequence[Fought]) -> list[GroupLoss]:
    """Losses by brigade, or whatever the units of a system belong to, the heaviest first."""
    table = display_of(system_named(plan.system)).table(plan.scenario)
    titles = {group.id: group.title for group in table.groups}
    lost: Counter[tuple[str, str]] = Counter()
    for one in battles:
        for event in one.happenings:
            if event.group and (event.lost or event.gone):
                lost[event.group, event.side] += event.lost or 1
    return [
        GroupLoss(group, titles.get(group, group), side, total / len(battles))
        for (group, side), total in lost.most_common()
    ]


def present(plan: Plan, battles: Sequence[Fought]) -> list[PieceFacts]:
    """The units of the order of battle that took the field in some battle; all of them, as long as
    no battle is known."""
    table = display_of(system_named(plan.system)).table(plan.scenario)
    there = {unit for one in battles for unit in one.units}
    return [piece for piece in table.pieces if piece.id in there or not there]


def never_fight(plan: Plan, battles: Sequence[Fought]) -> list[str]:
    """Units that were present and fought in no battle, by name."""
    fought = {unit for one in battles for unit in one.fighting}
    return [piece.title for piece in present(plan, battles) if piece.id not in fought]
