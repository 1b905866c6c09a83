"""Train a small policy that beats random play, in less than a minute on one processor.

    python examples/research/train.py [--rounds 6]

An action is judged by its verb and by the hex it names: a weight for each verb, and weights for
the place and its squares, so that the policy can learn to make for a part of the map. Weights are
found by the cross-entropy method: many policies are drawn, all of them play the same seeds against
a random opponent, and the next ones are drawn near the best. Equal seeds give equal policies.
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

import numpy

from longroll.lab.research import BattleEnv, env
from longroll.lab.research.observing import UNIT
from longroll.lab.stats import Share, wilson

#: Policies in a round, how many of them are followed, and the battles that each plays.
MANY, BEST, BATTLES = 16, 4, 6


class Policy:
    """A weight for each feature of an action, and a softmax over the actions that are allowed."""

    def __init__(self, battle: BattleEnv) -> None:
        self.verbs = sorted({verb.name for verb in battle.rules.verbs})
        table = battle.layout.table.map
        assert table is not None
        (left, right), (top, foot) = table.columns, table.rows
        self.middle = (left + right) / 2, (top + foot) / 2
        self.half = (right - left) / 2, (foot - top) / 2
        self.weights: Any = numpy.zeros(len(self.verbs) + 4)

    def features(self, battle: BattleEnv, action: int, here: Any) -> Any:
        """What the policy sees of an action: its verb, and the place on the map that it names.

        An action that names none is about the place where the unit in question is.
        """
        found: Any = numpy.zeros(len(self.weights))
        assert battle.battle is not None
        offer = battle.battle.offer(battle.choice(action))
        found[self.verbs.index(offer.verb)] = 1
        x, y = here
        if offer.hexes:
            place = int(offer.hexes[-1][:2]), int(offer.hexes[-1][2:])
            x, y = ((p - m) / h for p, m, h in zip(place, self.middle, self.half, strict=True))
        found[-4:] = x, y, x * x, y * y
        return found

    def chances(self, features: Any) -> Any:
        """How likely each of some actions is."""
        worth = features @ self.weights
        weight = numpy.exp(worth - worth.max())
        return weight / weight.sum()


def active_place(battle: BattleEnv, seen: Any) -> tuple[float, float]:
    """Where the unit in question is, -1 to 1 across and down; the middle if there is none."""
    units = seen[battle.layout.units].reshape(-1, len(UNIT))
    active = units[units[:, UNIT.index("active")] > 0]
    if not len(active):
        return 0.0, 0.0
    return 2 * active[0, UNIT.index("x")] - 1, 2 * active[0, UNIT.index("y")] - 1


def play(battle: BattleEnv, policy: Policy | None, side: str, chance: Any) -> float:
    """One battle, the policy with a side against random; its reward."""
    battle.reset(seed=int(chance.integers(2**31)))
    while not battle.terminations[side]:
        agent = battle.agent_selection
        observed = battle.observe(agent)
        legal = numpy.flatnonzero(observed["action_mask"])
        if agent == side and policy is not None:
            here = active_place(battle, observed["observation"])
            features = numpy.stack([policy.features(battle, int(a), here) for a in legal])
            place = int(chance.choice(len(legal), p=policy.chances(features)))
        else:
            place = int(chance.integers(len(legal)))
        battle.step(int(legal[place]))
    return battle.rewards[side]


def score(battle: BattleEnv, policy: Policy | None, games: int, seed: int = 1863) -> Share:
    """The policy's share of the points against random, both sides as often."""
    chance = numpy.random.default_rng(seed)
    sides = battle.possible_agents
    rewards = [play(battle, policy, sides[n % 2], chance) for n in range(games)]
    return wilson(sum((reward + 1) / 2 for reward in rewards), games)


def train(rounds: int, seed: int = 1) -> tuple[BattleEnv, Policy]:
    """Train a policy for some rounds."""
    battle = env("skirmish", "crossroads")
    chance = numpy.random.default_rng(seed)
    policy = Policy(battle)
    middle = policy.weights.copy()
    spread = numpy.array([3.0] * len(policy.verbs) + [12.0] * 4)
    for number in range(rounds):
        drawn = chance.normal(middle, spread, (MANY, len(middle)))
        scores = []
        for policy.weights in drawn:
            scores.append(score(battle, policy, BATTLES, seed=number).value)
        best = drawn[numpy.argsort(scores)[-BEST:]]
        middle, spread = best.mean(axis=0), best.std(axis=0) + 0.3
    policy.weights = middle
    return battle, policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--rounds", type=int, default=6, help="how many to learn from")
    parser.add_argument("--games", type=int, default=100, help="how many to judge it by")
    given = parser.parse_args()
    began = perf_counter()
    battle, policy = train(given.rounds)
    after = score(battle, policy, given.games)
    print(f"random against random:  {score(battle, None, given.games)}")
    print(f"after {given.rounds} rounds:         {after}")
    print("it beats random" if after.low > 0.5 else "it does not beat random yet")
    print(f"{perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
