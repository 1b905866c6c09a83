"""How long odds take that a player might ask for in battles of the computer against itself.

    python -m tests.odds_times [--system NAME] [--scenario NAME] [--odds 2000] [--first 0]
                               [--level 1]

At every decision some of the choices are drawn, those that roll dice where there are any, the
gesture that takes them in one, and what the computer plays: on a measured table that is an order
that was drawn. One line a system tells the times in milliseconds of processor time; those that took
longest are named by seed, decision and choice. With a `--level` both sides are of it, which is
quicker than any level at random.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import NamedTuple

import longroll
from longroll import Battle
from longroll.ai import new_player, player_names, think
from longroll.kernel.decision import Choice, read_choice
from longroll.kernel.memory import spare_collections
from longroll.kernel.odds import Odds
from tests.soak import wanted

#: So many choices of a decision are drawn at most, and so many of those that roll are kept.
DRAWN, KEPT = 12, 3
#: No battle gives more than so many, so that there are several.
OF_ONE = 250
#: What no odds should take, in seconds.
LIMIT = 0.05


SHOWN = 8


class Timed(NamedTuple):
    seconds: float
    seed: int
    decision: int
    choice: str
    outcomes: int
    sampled: int

    def __str__(self) -> str:
        how = f"sampled {self.sampled} times" if self.sampled else "exact"
        return (
            f"{1000 * self.seconds:7.1f} ms  seed {self.seed}, decision {self.decision}, "
            f"{self.choice}: {self.outcomes} outcomes, {how}"
        )


def timed(battle: Battle, choice: Choice) -> tuple[float, Odds]:
    """The quickest of three where it is slow: other work on the machine only adds."""
    quickest = 60.0
    for _ in range(3):
        before = process_time()
        odds = battle.odds(choice)
        quickest = min(quickest, process_time() - before)
        if quickest < LIMIT / 2:
            break
    return quickest, odds


def asked(battle: Battle, chance: Random, played: Choice) -> Iterator[Choice]:
    """What a player might ask about now: what he then plays, some of the choices, whole fires."""
    decision = battle.decision
    assert decision is not None
    yield played
    choices = decision.choices
    yield from chance.sample(choices, min(DRAWN, len(choices)))
    for one in choices:
        if one.verb == "fire" and len(one.objects) == 1:
            whole = read_choice(f"{one} all")
            if not battle.why_not(whole):
                yield whole


def of_one(system: str, scenario: str, seed: int, most: int, level: str) -> Iterator[Timed]:
    """Odds from one battle, of a level of the computer or of any."""
    chance = Random(seed)
    battle = longroll.new(system, scenario, seed=seed)
    levels = [name for name in player_names(system) if name.isdecimal() and level in ("", name)]
    players = {
        side: new_player(chance.choice(levels or ["random"]), system, seed)
        for side in battle.system.sides
    }
    while (decision := battle.decision) is not None and most > 0:
        kept, played = 0, think(players[decision.side], battle).choice
        for choice in asked(battle, chance, played):
            seconds, odds = timed(battle, choice)
            if kept < KEPT and (len(odds.outcomes) > 1 or odds.ledger):
                kept += 1
                most -= 1
                found = len(odds.outcomes), odds.sampled
                yield Timed(seconds, seed, battle.past.number, str(choice), *found)
        battle.play(played)


def of_system(
    system: str, scenarios: list[str], count: int, first: int, level: str = ""
) -> list[Timed]:
    """Odds from as many battles as it takes, the scenarios in turn."""
    found: list[Timed] = []
    seed = first
    while len(found) < count:
        most = min(OF_ONE, count - len(found))
        found += of_one(system, scenarios[seed % len(scenarios)], seed, most, level)
        seed += 1
    return found


def report(system: str, found: list[Timed]) -> Iterator[str]:
    times = sorted(one.seconds for one in found)
    middle, late = (1000 * times[int(len(times) * part)] for part in (0.5, 0.99))
    yield (
        f"{system}: {len(found)} odds, median {middle:.1f} ms, 99 % within {late:.1f} ms, "
        f"slowest {1000 * times[-1]:.1f} ms; {sum(one.sampled > 0 for one in found)} sampled"
    )
    yield from (f"  {one}" for one in sorted(found, reverse=True)[:SHOWN])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.odds_times", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--system", help="only this system")
    parser.add_argument("--scenario", help="only scenarios of this name")
    parser.add_argument("--odds", type=int, default=2000, help="of each system (2000)")
    parser.add_argument("--first", type=int, default=0, help="seed of the first battle (0)")
    parser.add_argument("--level", default="", help="the level of both sides (any)")
    given = parser.parse_args()
    spare_collections()
    scenarios: dict[str, list[str]] = {}
    for system, scenario in wanted(given.system, given.scenario):
        scenarios.setdefault(system, []).append(scenario)
    for system, names in scenarios.items():
        print(
            *report(system, of_system(system, names, given.odds, given.first, given.level)),
            sep="\n",
        )


if __name__ == "__main__":
    main()
