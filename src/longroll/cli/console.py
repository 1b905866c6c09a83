"""Where the commands write: results to stdout, faults to stderr, colours only if wanted."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console

from longroll.kernel.errors import LongrollError

#: The width of output to a file or a pipe, where no terminal sets one.
PIPE_WIDTH = 120

_colours = {"wanted": True}


class BadInput(LongrollError):
    """A fault in the words or files that a command was given."""


def _no_color(given: bool) -> None:
    if given:
        _colours["wanted"] = False


def colours_again() -> None:
    """Forget the --no-color of an earlier command in this process."""
    _colours["wanted"] = True


NoColor = Annotated[bool, typer.Option("--no-color", callback=_no_color, help="No colours.")]


def screen() -> Console:
    """The console for results."""
    return Console(
        highlight=False,
        emoji=False,
        no_color=None if _colours["wanted"] else True,
        width=None if sys.stdout.isatty() else PIPE_WIDTH,
    )


def complain(message: str) -> None:
    """One fault, on stderr."""
    sys.stdout.flush()
    print(f"longroll: {message}", file=sys.stderr, flush=True)
