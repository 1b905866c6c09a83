"""What a run is to play: a scenario, its players and options, and which seeds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

import longroll
from longroll.ai import player_name, player_title, usual_level
from longroll.kernel.errors import LongrollError
from longroll.kernel.system import slug_of, system_named


class BadPlan(LongrollError):
    """A run that cannot be played as it is asked for."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One battle to play. `name` tells it from the others of its run."""

    name: str
    system: str
    version: str
    scenario: str
    options: dict[str, str]
    players: dict[str, str]
    seed: int


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A run: a scenario, who plays each side, and how many battles from which seed on.

    In `pairs`, every seed is played twice, the second time with the players' sides swapped, and
    `games` counts both.
    """

    system: str
    version: str
    longroll: str
    scenario: str
    options: dict[str, str]
    players: dict[str, str]
    games: int
    seed: int = 0
    pairs: bool = False

    def tasks(self) -> list[Task]:
        """Every battle of the run, in the order of the tables.

        >>> [task.name for task in plan("skirmish", "crossroads", ["random"] * 2, 3).tasks()]
        ['0', '1', '2']
        """
        if not self.pairs:
            return [self._task(str(seed), seed, self.players) for seed in self._seeds(self.games)]
        swapped = dict(zip(self.players, reversed(self.players.values()), strict=True))
        return [
            self._task(f"{seed}{mark}", seed, players)
            for seed in self._seeds(self.games // 2)
            for mark, players in (("", self.players), (" swapped", swapped))
        ]

    def _seeds(self, many: int) -> range:
        return range(self.seed, self.seed + many)

    def _task(self, name: str, seed: int, players: dict[str, str]) -> Task:
        return Task(
            name=name,
            system=self.system,
            version=self.version,
            scenario=self.scenario,
            options=self.options,
            players=players,
            seed=seed,
        )

    @property
    def title(self) -> str:
        """The run in a line.

        >>> plan("skirmish", "crossroads", ["random", "2"], 3).title
        'The crossroads: random (Union) against captain (Confederate)'
        """
        scenario = system_named(self.system).scenario_title(self.scenario)
        return f"{scenario}: {self.seats}"

    @property
    def seats(self) -> str:
        """Who plays which side."""
        told = [
            f"{player_title(player, self.system)} ({side.title()})"
            for side, player in self.players.items()
        ]
        return " against ".join(told)

    @property
    def slug(self) -> str:
        """The run as the name of a folder.

        >>> plan("skirmish", "crossroads", ["random", "1"], 3).slug
        'skirmish-crossroads-random-1'
        """
        return "-".join([self.system, slug_of(self.scenario), *self.players.values()])


def plan(
    system: str,
    scenario: str,
    players: Mapping[str, str] | list[str],
    games: int,
    *,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    pairs: bool = False,
) -> Plan:
    """A plan whose system, scenario, players and options exist; an error names what does not."""
    rules = system_named(system)
    name = rules.require_scenario(scenario or next(iter(rules.scenarios)))
    rules.read_options({**rules.usual_options(name), **(options or {})})
    if isinstance(players, list):
        players = dict(zip(rules.sides, players, strict=True))
    for side in players:
        if side not in rules.sides:
            raise BadPlan(f"no side {side!r}: choose from {', '.join(rules.sides)}")
    for side in rules.sides:
        if side not in players:
            raise BadPlan(f"nobody plays the {side} side")
    if pairs and games % 2:
        raise BadPlan(f"{games} games cannot be played in pairs: choose an even number")
    return Plan(
        system=system,
        version=rules.version,
        longroll=longroll.__version__,
        scenario=name,
        options={key: str(value) for key, value in (options or {}).items()},
        players={side: player_name(players[side], system) for side in rules.sides},
        games=games,
        seed=seed,
        pairs=pairs,
    )


def usual_player(system: str) -> str:
    """Who plays a side for which nobody is named: the regular, or else the strongest level."""
    return str(usual_level(system))
