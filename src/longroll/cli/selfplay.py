"""`longroll selfplay`: the computer against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from longroll.ai import RandomPlayer, play_out
from longroll.cli import explain
from longroll.cli.console import BadInput, NoColor, screen
from longroll.cli.play import PLAYERS, Options, Scenario, Seed, System_, begin


def selfplay(
    system: System_,
    scenario: Scenario = "",
    seed: Seed = "0",
    players: Annotated[str, typer.Option(help="Who plays: random.")] = "random",
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the battle.")] = None,
    option: Options = [],  # noqa: B006  (typer makes a new list for each call)
    no_color: NoColor = False,
) -> None:
    """Let the computer play both sides, and say how it ended."""
    if players not in PLAYERS:
        raise BadInput(f"no player {players!r}: there is {', '.join(PLAYERS)}")
    battle = begin(system, scenario, seed, option)
    play_out(battle, {side: RandomPlayer(f"{seed}:{side}") for side in battle.system.sides})
    out = screen()
    for line in explain.result_lines(battle):
        out.print(line, markup=False)
    out.print(f"{battle.past.number} decisions, {battle.dice.rolled} dice, {battle.hash()}")
    if record is not None:
        record.write_text(battle.record(), encoding="utf-8")
        out.print(f"Recorded in {record}", markup=False)
