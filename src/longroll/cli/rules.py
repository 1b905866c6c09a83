"""`longroll rules`: the duties of the rulebooks, and which of them are tested and in the code."""

from __future__ import annotations

from typing import Annotated

import typer

from longroll.cli.console import BadInput, NoColor, screen
from longroll.rulebooks import report, rulebooks


def rules(
    system: Annotated[str, typer.Argument(metavar="[SYSTEM]", help="Only this rulebook.")] = "",
    missing: Annotated[
        bool, typer.Option("--missing", help="Duties without a test or without code.")
    ] = False,
    summary: Annotated[bool, typer.Option("--summary", help="One line for each rulebook.")] = False,
    show: Annotated[str, typer.Option(metavar="ID", help="One duty, and what cites it.")] = "",
    no_color: NoColor = False,
) -> None:
    """Show the duties of the rulebooks and what carries them out."""
    if missing + summary + bool(show) > 1:
        raise BadInput("use only one of --missing, --summary and --show")
    out = screen()
    books = (system,) if system else rulebooks()
    if show:
        out.print(report.show(show if ":" in show or not system else f"{system}:{show}"))
    elif missing:
        for book in books:
            out.print(report.missing(book))
    elif summary or not system:
        out.print(report.summary(books))
    else:
        out.print(report.listing(system))
