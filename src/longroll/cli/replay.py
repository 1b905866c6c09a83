"""`longroll replay`: plays a record again, compares every digest, and says what that proves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

import longroll
from longroll.cli import explain
from longroll.cli.console import BadInput, NoColor, screen
from longroll.cli.files import read_text
from longroll.cli.table import SPECTATOR
from longroll.display import terminal_of
from longroll.kernel.dice import Committed, Linked
from longroll.kernel.record import Record, read_and_replay


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after this decision.")] = None,
    log: Annotated[bool, typer.Option("--log", help="Print everything that happened.")] = False,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="With --log: the arithmetic and the dice.")
    ] = False,
    verify: Annotated[
        bool, typer.Option("--verify", help="Say what the record proves, above all about its dice.")
    ] = False,
    no_color: NoColor = False,
) -> None:
    """Replay a record and compare every digest."""
    if verify and to is not None:
        raise BadInput("--verify needs the whole record: leave out --to")
    record, battle = read_and_replay(read_text(file), to, str(file))
    if to is not None and battle.past.number < to:
        raise BadInput(f"{file}: there is no decision {to}: the last is {battle.past.number}")
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
    if record.version != system.version:
        out.print(
            f"It was recorded with rules version {record.version} and replayed with "
            f"{system.version}.",
            markup=False,
        )
    if verify:
        for line in _proof(record, battle):
            out.print(line, markup=False, soft_wrap=True)
        if not isinstance(battle.dice, Committed | Linked):
            raise BadInput(f"{file}: these dice were not committed to, so nothing can prove them")
    if (decision := battle.decision) is None:
        for line in explain.result_lines(battle):
            out.print(line, markup=False)
    else:
        rule = explain.short(decision.rule, system.slug)
        out.print(
            terminal_of(system).headline(battle.view(SPECTATOR).facts), markup=False, soft_wrap=True
        )
        out.print(f"{decision.side.title()}: {decision.question} [{rule}]", markup=False)


def _proof(record: Record, battle: longroll.Battle) -> Iterator[str]:
    """What the replay has shown, and what it cannot show."""
    if record.format > 1:
        yield "The end line matches: the file is complete. It does not prove who wrote the file."
    else:
        yield (
            "The record is of format 1, which has no end line: you could not tell if it were cut "
            "off, and it does not say what was taken back."
        )
    yield from _dice_proof(record, battle)
    yield _ending(record, battle)
    for gone in battle.taken_back:
        many = gone.last.number - gone.to
        yield (
            f"{gone.side.title()} asked to go back from decision {gone.last.number} to {gone.to}: "
            f"{many} decision{'s' if many > 1 else ''} taken back."
        )
    if record.format > 1 and not battle.taken_back:
        yield "No decision was taken back, as far as the file says."


def _dice_proof(record: Record, battle: longroll.Battle) -> Iterator[str]:
    dice = battle.dice
    if not isinstance(dice, Committed | Linked):
        return
    yield f"The commitment {dice.commitment} matches the secret."
    if isinstance(dice, Committed):
        yield (
            f"The seed follows from the secret and {len(dice.nonces)} nonces: "
            f"{', '.join(dice.nonces) or 'nobody else took part'}."
        )
        source = "the seed"
    else:
        for side, anchor in dice.anchors.items():
            yield f"Each link of {side.title()} leads to the anchor {anchor}."
        source = "the secret and the links"
    fallen = sum(len(line.faces) for line in record.lines)
    gone = fallen - dice.rolled
    yield (
        f"Every die follows from {source}; there are {fallen}"
        f"{f', {gone} of them in decisions that were taken back' if gone else ''}."
    )
    if isinstance(dice, Committed):
        yield (
            "The file cannot know what you were shown: compare the commitment with the one you "
            "saved before you gave your nonce, and look for your nonce. The holder of the "
            "secret could foresee the dice."
        )
    else:
        yield (
            "The file cannot know what you were shown: compare the commitment and the anchors with "
            "those you saved. Only a browser that gave the links can check that each decision was "
            "bound before its dice were rolled."
        )


def _ending(record: Record, battle: longroll.Battle) -> str:
    if battle.result is not None:
        return "The battle is over."
    number = battle.past.number
    if record.abandoned is not None:
        return f"{record.abandoned.title()} abandoned the battle after decision {number}."
    return f"The battle is unfinished; the file ends with decision {number}."
