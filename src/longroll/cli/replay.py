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
from longroll.kernel.dice import Committed


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this decision.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Tell everything that happened.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="With --log: the arithmetic and the dice.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Prove that nobody could choose the dice.")
    ] = False,
    no_color: NoColor = False,
) -> None:
    """Replay a record and compare every digest."""
    text = read_text(file)
    battle = longroll.replay(text, to=to, name=str(file))
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
    if verify:
        for line in _proof(battle, str(file)):
            out.print(line, markup=False, soft_wrap=True)
    if (decision := battle.decision) is None:
        for line in explain.result_lines(battle):
            out.print(line, markup=False)
    else:
        rule = explain.short(decision.rule, system.slug)
        out.print(system.headline(battle.view(SPECTATOR).facts), markup=False, soft_wrap=True)
        out.print(f"{decision.side.title()}: {decision.question} [{rule}]", markup=False)


def _proof(battle: longroll.Battle, name: str) -> list[str]:
    """What the replay has shown of the dice; BadInput where nothing was committed to."""
    dice = battle.dice
    if not isinstance(dice, Committed):
        raise BadInput(f"{name}: these dice were not committed to, so nothing can be proved")
    return [
        f"The commitment {dice.commitment} fits the secret.",
        f"The seed follows from the secret and {len(dice.nonces)} nonces: "
        f"{', '.join(dice.nonces) or 'nobody else took part'}.",
        f"All {dice.rolled} dice follow from the seed. Compare the commitment with the one the "
        "table showed before the first die, and look for your nonce.",
    ]
