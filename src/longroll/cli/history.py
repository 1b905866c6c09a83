"""`longroll history`: a scenario played many times by the computer, compared with history."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from statistics import mean, quantiles
from typing import Annotated

import typer
from rich.table import Table

import longroll
from longroll.ai import new_player, play_out
from longroll.cli.console import BadInput, NoColor, screen
from longroll.cli.play import Scenario, System_
from longroll.kernel.memory import spare_collections
from longroll.kernel.system import system_named

#: The result of one battle: the level of victory, and the figures its system keeps.
Outcome = tuple[str, dict[str, int]]


def fight(task: tuple[str, str, str, int]) -> Outcome:
    """Play one battle to the end; the level, and its figures."""
    system, scenario, player, seed = task
    battle = longroll.new(system, scenario, seed=seed)
    sides = battle.system.sides
    play_out(battle, {side: new_player(player, system, f"{seed}:{side}") for side in sides})
    assert battle.result is not None
    return battle.result.level, battle.system.figures(battle.state)


def history(
    system: System_,
    scenario: Scenario = "",
    battles: Annotated[int, typer.Option(min=1, help="How many to play.")] = 100,
    player: Annotated[
        str, typer.Option(help="A player, or a level from 1 to 3, for both sides.")
    ] = "2",
    seed: Annotated[int, typer.Option(help="The first seed; the others count up from it.")] = 0,
    no_color: NoColor = False,
) -> None:
    """Play a scenario many times, computer against computer, and compare it with history."""
    rules = system_named(system)
    name = rules.require_scenario(scenario or next(iter(rules.scenarios)))
    new_player(player, system, 0)
    happened = rules.history(name)
    if happened is None:
        raise BadInput(f"{system} {name} has no history to compare with")
    tasks = [(system, name, player, seed + number) for number in range(battles)]
    with multiprocessing.get_context("spawn").Pool(initializer=spare_collections) as pool:
        outcomes = list(pool.imap_unordered(fight, tasks))
    out = screen()
    levels = Table(title=f"{rules.scenarios[name]}: {battles} battles")
    levels.add_column("Level")
    levels.add_column("Battles", justify="right")
    levels.add_column("")
    counts = Counter(level for level, _ in outcomes)
    for level, count in counts.most_common():
        levels.add_row(level, str(count), "history" if level == happened.level else "")
    if happened.level not in counts:
        levels.add_row(happened.level, "0", "history")
    out.print(levels)
    figures = Table()
    for title in ("", "mean", "middle half", "history"):
        figures.add_column(title, justify="left" if not title else "right")
    for what, real in happened.figures.items():
        values = [found.get(what, 0) for _, found in outcomes]
        low, _, high = quantiles(values, n=4) if len(values) > 1 else (values[0], 0, values[0])
        figures.add_row(what, f"{mean(values):.0f}", f"{low:.0f}–{high:.0f}", f"{real}")
    out.print(figures)
