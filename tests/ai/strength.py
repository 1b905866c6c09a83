"""How strong the Stockade Redan player is: `python -m tests.ai.strength [N]`.

It plays N battles from each side against random play, and N against itself.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import NamedTuple

import longroll
from longroll.ai import new_player, think

PAIRINGS = (("2", "random"), ("random", "2"), ("2", "2"))


class Outcome(NamedTuple):
    """One battle: who won, when, what each side lost, the slowest decision of level 2."""

    winner: str | None
    level: str
    lost: dict[str, int]
    decisions: int
    slowest: float
    thinking: float
    thoughts: int


def fight(union: str, confederate: str, seed: int) -> Outcome:
    """One battle between two players by their names."""
    names = {"union": union, "confederate": confederate}
    battle = longroll.new("stockade_redan", seed=seed)
    players = {
        side: new_player(name, "stockade_redan", f"{seed}:{side}") for side, name in names.items()
    }
    slowest = thinking = 0.0
    thoughts = 0
    while (decision := battle.decision) is not None:
        side = decision.side
        began = perf_counter()
        thought = think(players[side], battle)
        if names[side] != "random":
            took = perf_counter() - began
            slowest = max(slowest, took)
            thinking += took
            thoughts += 1
        battle.play(thought.choice)
    result = battle.result
    assert result is not None
    lost = {score.side: score.points for score in result.scores}
    return Outcome(
        result.winner, result.level, lost, battle.past.number, slowest, thinking, thoughts
    )


def report(union: str, confederate: str, outcomes: list[Outcome]) -> str:
    """The figures of one pairing in a few lines."""
    count = len(outcomes)
    lines = [f"Union {union} against Confederate {confederate}, {count} battles"]
    for side in ("union", "confederate"):
        won = sum(outcome.winner == side for outcome in outcomes)
        lost = sum(outcome.lost[side] for outcome in outcomes) / count
        lines.append(f"  {side:<12} won {won:>4}   lost {lost:5.1f} units on average")
    levels: dict[str, int] = {}
    for outcome in outcomes:
        levels[outcome.level] = levels.get(outcome.level, 0) + 1
    lines += [f"    {number:>4} x {level}" for level, number in sorted(levels.items())]
    thoughts = sum(outcome.thoughts for outcome in outcomes)
    mean = sum(outcome.thinking for outcome in outcomes) / max(1, thoughts)
    slowest = max(outcome.slowest for outcome in outcomes)
    lines.append(
        f"  {sum(o.decisions for o in outcomes) / count:.0f} decisions a battle; "
        f"{1000 * mean:.2f} ms a thought, {1000 * slowest:.0f} ms the slowest"
    )
    return "\n".join(lines)


def main(arguments: list[str]) -> None:
    count = int(arguments[0]) if arguments else 20
    with ProcessPoolExecutor(max_workers=2) as pool:
        for union, confederate in PAIRINGS:
            outcomes = list(
                pool.map(fight, [union] * count, [confederate] * count, range(count), chunksize=1)
            )
            print(report(union, confederate, outcomes), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
