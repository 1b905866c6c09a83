"""A battle as a PettingZoo environment (AEC: one agent acts at a time)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

import longroll
from longroll.display.facts import Facts
from longroll.kernel.battle import Battle
from longroll.kernel.decision import Choice
from longroll.kernel.system import system_named
from longroll.lab.research.chance import DieWanted, Thrown
from longroll.lab.research.observing import layout_of
from longroll.lab.research.vocabulary import vocabulary

CHANCE = "chance"


def env(system: str, scenario: str = "", **more: Any) -> BattleEnv:
    """An environment for any system and scenario; see `BattleEnv` for what else may be said."""
    return BattleEnv(system, scenario, **more)


class BattleEnv(AECEnv):  # type: ignore[misc]
    """A battle; its agents are the sides, and `chance` if dice are thrown explicitly.

    An observation is a dict: `observation` is the array of `Layout`, `action_mask` is 1 for every
    action that the agent may take now. The winner is rewarded with 1, the loser with -1, at the
    end; a draw gives nothing. `info["text"]` of the agent that acts is the question. Battles are
    truncated after `most` actions.
    """

    metadata = {"name": "longroll_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        system: str,
        scenario: str = "",
        *,
        options: Mapping[str, Any] | None = None,
        explicit_chance: bool = False,
        most: int = 100_000,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.rules = system_named(system)
        self.scenario = self.rules.require_scenario(scenario or next(iter(self.rules.scenarios)))
        self.options = dict(options or {})
        self.explicit_chance = explicit_chance
        self.most = most
        self.render_mode = render_mode
        self.vocabulary = vocabulary(system, self.scenario)
        self.layout = layout_of(system, self.scenario)
        self.possible_agents = [*self.rules.sides, *([CHANCE] if explicit_chance else [])]
        self._observed = spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, (self.layout.size,), numpy.float32),
                "action_mask": spaces.Box(0, 1, (self.vocabulary.size,), numpy.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observed)
        self.action_spaces = {
            agent: spaces.Discrete(self.vocabulary.size) for agent in self.possible_agents
        }
        self._seeds = Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a battle. The same seed gives the same dice; without one they are new."""
        if seed is not None:
            self._seeds = Random(seed)
        dice_seed = self._seeds.getrandbits(62)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.taken = 0
        self._die: DieWanted | None = None
        self._faces: tuple[int, ...] = ()
        self.battle: Battle | None = None
        if self.explicit_chance:
            self._go_on(self._begin)
        else:
            self.battle = longroll.new(
                self.rules.slug, self.scenario, seed=dice_seed, options=self.options
            )
            self._ask()

    def _begin(self) -> None:
        wanted = {**self.rules.usual_options(self.scenario), **self.options}
        state = self.rules.start(self.scenario, self.rules.read_options(wanted))
        self.battle = Battle(self.rules, state, Thrown(self._faces))

    def _go_on(self, act: Callable[[], Any]) -> None:
        """Act, or ask for the die that is wanted first."""
        self._act = act
        try:
            act()
        except DieWanted as wanted:
            self._die = wanted
        else:
            self._die, self._faces = None, ()
        self._ask()

    def _ask(self) -> None:
        """Find out who acts next, and what they may do."""
        self._legal: dict[int, Choice] = {}
        if self._die is not None:
            self.agent_selection = CHANCE
            self.infos[CHANCE] = {"text": self._die.purpose, "sides": self._die.sides}
            return
        assert self.battle is not None
        decision = self.battle.decision
        if decision is None:
            self._finish()
            return
        self._legal = self.vocabulary.legal(decision.choices)
        self.agent_selection = decision.side
        self.infos[decision.side] = {"text": decision.question, "rule": decision.rule}

    def _finish(self) -> None:
        assert self.battle is not None
        assert self.battle.result is not None
        winner = self.battle.result.winner
        for agent in self.agents:
            self.terminations[agent] = True
            if winner is not None and agent != CHANCE:
                self.rewards[agent] = 1.0 if agent == winner else -1.0
            self.infos[agent] = {"text": self.battle.result.reason}

    def step(self, action: int | None) -> None:
        """Take an action; one that the mask forbids is refused with ValueError."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.taken += 1
        if self._die is not None:
            if action is None or not 0 <= action < self._die.sides:
                raise ValueError(f"a die of {self._die.sides} sides has no face {action}")
            self._faces = (*self._faces, int(action) + 1)
            if self.battle is not None:
                dice = self.battle.dice
                assert isinstance(dice, Thrown)
                dice.faces = (*dice.faces, int(action) + 1)
            self._go_on(self._act)
        else:
            choice = self._legal.get(-1 if action is None else int(action))
            if choice is None:
                raise ValueError(f"action {action} is not one of the {len(self._legal)} allowed")
            assert self.battle is not None
            battle = self.battle
            if self.explicit_chance:
                self._go_on(lambda: battle.play(choice))
            else:
                battle.play(choice)
                self._ask()
        if self.taken >= self.most and not any(self.terminations.values()):
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know. Chance knows nothing but the sides of the die."""
        mask: Any = numpy.zeros(self.vocabulary.size, dtype=numpy.int8)
        over = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        asked = agent == self.agent_selection and not over
        if agent == CHANCE or self.battle is None:
            if asked and self._die is not None:
                mask[: self._die.sides] = 1
            nothing: Any = numpy.zeros(self.layout.size, dtype=numpy.float32)
            return {"observation": nothing, "action_mask": mask}
        if asked:
            mask[list(self._legal)] = 1
        facts: Any = self.rules.facts(self.battle.state, agent)
        assert isinstance(facts, Facts)
        return {"observation": self.layout.observe(facts, agent, asked), "action_mask": mask}

    def choice(self, action: int) -> Choice:
        """The choice that an action stands for now."""
        return self._legal[action]

    def render(self) -> str | None:
        """The last events as text, if `render_mode` is ansi."""
        if self.render_mode != "ansi" or self.battle is None:
            return None
        return "\n".join(map(str, self.battle.past.events))

    def close(self) -> None:
        """Nothing to close."""
