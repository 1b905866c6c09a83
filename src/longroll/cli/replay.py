"""`longroll replay`: a record played again, every digest compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import longroll
from longroll.cli import explain
from longroll.cli.console import BadInput, NoColor, screen
from longroll.cli.files import read_text
from longroll.cli.table import SPECTATOR


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this decision.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Tell everything that happened.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="With --log: the arithmetic and the dice.")
    ] = False,
    no_color: NoColor = False,
) -> None:
    """Replay a record and compare every digest."""
    battle = longroll.replay(read_text(file), to=to, name=str(file))
    if to is not None and battle.past.number < to:
        raise BadInput(f"{file}: there is no decision {to}, the last is {battle.past.number}")
    out = screen()
    system = battle.system
    if log or verbose:
        for line in explain.log_lines(battle.log(), system.slug, verbose):
            out.print(line, markup=False, soft_wrap=True)
    out.print(
        f"{file}: {system.title}, {battle.past.number} decisions replayed, every digest agrees",
        markup=False,
        soft_wrap=True,
    )
    if (decision := battle.decision) is None:
        for line in explain.result_lines(battle):
            out.print(line, markup=False)
    else:
        rule = explain.short(decision.rule, system.slug)
        out.print(system.headline(battle.view(SPECTATOR).facts), markup=False, soft_wrap=True)
        out.print(f"{decision.side.title()}: {decision.question} [{rule}]", markup=False)
