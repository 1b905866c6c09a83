"""Several environments at once, each in a process of its own.

A learner steps them together: one action for each, one observation from each. An environment
whose battle ends begins the next one by itself.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Mapping, Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy


class Stepped(NamedTuple):
    """What the environments are like after a step: whose turn it is in each, what they see and
    may do, and for those whose battle has just ended the rewards of both sides."""

    agents: list[str]
    observations: Any
    masks: Any
    ended: list[dict[str, float] | None]


class Batch:
    """Environments of one scenario in processes."""

    def __init__(self, system: str, scenario: str = "", *, many: int, seed: int = 0, **more: Any):
        context = multiprocessing.get_context("spawn")
        self._ends: list[Connection] = []
        self._processes = []
        for number in range(many):
            here, there = context.Pipe()
            process = context.Process(
                target=_serve, args=(there, system, scenario, seed + number, more), daemon=True
            )
            process.start()
            there.close()
            self._ends.append(here)
            self._processes.append(process)

    def reset(self) -> Stepped:
        """Begin a battle in each."""
        return self._all([None] * len(self._ends))

    def step(self, actions: Sequence[int]) -> Stepped:
        """Take an action in each."""
        return self._all(actions)

    def _all(self, actions: Sequence[int | None]) -> Stepped:
        for end, action in zip(self._ends, actions, strict=True):
            end.send(action if action is None else int(action))
        told = [end.recv() for end in self._ends]
        return Stepped(
            [one[0] for one in told],
            numpy.stack([one[1] for one in told]),
            numpy.stack([one[2] for one in told]),
            [one[3] for one in told],
        )

    def close(self) -> None:
        """End the processes."""
        for end in self._ends:
            end.close()
        for process in self._processes:
            process.join()

    def __enter__(self) -> Batch:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()


def _serve(end: Connection, system: str, scenario: str, seed: int, more: Mapping[str, Any]) -> None:
    """Play in this process until the other end is closed."""
    from longroll.lab.research.environment import env

    battle = env(system, scenario, **more)
    battle.reset(seed=seed)
    while True:
        try:
            action = end.recv()
        except EOFError:
            return
        ended = None
        if action is not None:
            battle.step(action)
            if any(battle.terminations.values()) or any(battle.truncations.values()):
                ended = dict(battle.rewards)
                battle.reset()
        agent = battle.agent_selection
        seen = battle.observe(agent)
        end.send((agent, seen["observation"], seen["action_mask"], ended))
