"""Battles on the server under test, begun or in full swing, the same every time."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import httpx

import longroll
from longroll.kernel.battle import Battle
from longroll.systems.stockade_redan.state import State
from longroll.systems.stockade_redan.terrain import GRID
from tests.server.tables import Table, good

SEED = 1863


#: Eight companies of the 13th US, which go straight at the redan.
VANGUARD = tuple(f"13us-{letter}" for letter in "abcdefgh")
REDAN = "1519"


@cache
def record(phase: int) -> str:
    """A battle up to that phase of the turn after the first in which both sides could fire."""
    battle = new()
    fires: set[tuple[int, int]] = set()
    while (decision := battle.decision) is not None:
        state = battle.state
        assert isinstance(state, State)
        both = {(state.turn - 1, number) for number in (8, 9)} <= fires
        if both and state.phase >= phase:
            return battle.record()
        choices = [str(choice) for choice in decision.choices]
        if choices[0].startswith("fire"):
            fires.add((state.turn, state.phase))
        battle.play(charge(choices) or idle(choices))
    raise AssertionError("they never came to blows")


@cache
def quiet_record() -> str:
    """A battle to its end in which nobody stirs."""
    battle = new()
    while (decision := battle.decision) is not None:
        battle.play(idle([str(choice) for choice in decision.choices]))
    return battle.record()


def new() -> Battle:
    return longroll.new("stockade_redan", seed=SEED)


def charge(choices: list[str]) -> str | None:
    """The next step of the vanguard towards the redan."""
    for unit in VANGUARD:
        if f"move {unit}" in choices:
            return f"move {unit}"
    steps = [choice for choice in choices if choice.startswith("to ")]
    return min(steps, key=lambda step: GRID.distance(step[3:], REDAN), default=None)


def idle(choices: list[str]) -> str:
    """The historical set-up, then as little as may be."""
    for choice in ("historical", "done", "stop"):
        if choice in choices:
            return choice
    return choices[0]


def opened(client: httpx.Client, text: str) -> Table:
    """A battle that goes on from a record, with every seat at hand."""
    return Table(client, good(client.post("/api/records", content=text.encode())))


def pass_on(table: Table, until: Callable[[dict[str, Any]], bool]) -> None:
    """Both sides idle until a spectator sees it."""
    while not until(seen := table.watch.moment(after=10**6)["view"]):
        player = table.players[seen["waiting_for"]]
        player.choose(idle(player.choices()))
