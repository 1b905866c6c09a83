"""`longroll selfplay`: the computer against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from longroll.ai import Thought, new_player, play_out
from longroll.cli import explain
from longroll.cli.console import BadInput, NoColor, screen
from longroll.cli.play import Options, Scenario, Seed, System_, begin


def selfplay(
    system: System_,
    scenario: Scenario = "",
    seed: Seed = "0",
    players: Annotated[
        str,
        typer.Option(
            metavar="NAME[,NAME]",
            help="A player, or a level from 1 to 3; one, or one for each side.",
        ),
    ] = "random",
    reasons: Annotated[
        bool, typer.Option("--reasons", help="Print the reason for each choice.")
    ] = False,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the battle.")] = None,
    option: Options = [],  # noqa: B006  (typer makes a new list for each call)
    no_color: NoColor = False,
) -> None:
    """Let the computer play both sides, and say how it ended."""
    battle = begin(system, scenario, seed, option)
    sides = battle.system.sides
    names = players.split(",") if "," in players else [players] * len(sides)
    if len(names) != len(sides):
        raise BadInput(f"--players {players!r} should name one player, or one for each side")
    seated = {
        side: new_player(name, system, f"{seed}:{side}")
        for side, name in zip(sides, names, strict=True)
    }
    out = screen()

    def tell(side: str, thought: Thought) -> None:
        out.print(f"{side}: {thought.choice} ({thought.reason})", markup=False, soft_wrap=True)

    play_out(battle, seated, tell if reasons else None)
    for line in explain.result_lines(battle):
        out.print(line, markup=False)
    out.print(f"{battle.past.number} decisions, {battle.dice.rolled} dice, {battle.hash()}")
    if record is not None:
        record.write_text(battle.record(), encoding="utf-8")
        out.print(f"Recorded in {record}", markup=False)
